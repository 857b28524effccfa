// texelscope sample: fetches at the coordinates of a file, for scripts; one piece at a time, so that files
// may be large.
#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include "app/base/progress_line.h"
#include "app/cli/verbs.h"
#include "app/texture/sample_options.h"
#include "kernels/backend/device_batch.h"
#include "kernels/base/write_file.h"
#include "kernels/batch/batch_fetch.h"
#include "kernels/image_io/npy_file.h"
#include "kernels/session/enums.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {

constexpr std::uint64_t piece = 1 << 20; // fetches

void check_float(const NpyFile& file) {
  if (file.format() != ElementFormat{ElementKind::floating, 32, 1})
    file.refuse(Text::sample_float_type, {file.type_name()});
}

// One row of `columns` for each fetch; a single column may also be an axis less.
void check_rows(const NpyFile& file, Dimension dimension, int columns, std::optional<std::uint64_t> fetches,
                Text refusal) {
  check_float(file);
  const auto& shape = file.shape();
  const bool rows =
      (shape.size() == 2 && shape[1] == std::uint64_t(columns)) || (columns == 1 && shape.size() == 1);
  if (rows && shape[0] == fetches.value_or(shape[0])) return;
  const std::string count = fetches ? std::to_string(*fetches) : "N";
  const std::string wanted = columns == 1 && !fetches ? text(Text::sample_coords_1d)
                                                      : "(" + count + ", " + std::to_string(columns) + ")";
  file.refuse(refusal, {file.shape_text(), identifier(dimension), wanted});
}

void check_lod(const NpyFile& file, std::uint64_t fetches) {
  check_float(file);
  if (file.shape() != std::vector{fetches})
    file.refuse(Text::sample_lod_shape, {file.shape_text(), std::to_string(fetches)});
}

void check_layers(const NpyFile& file, std::uint64_t fetches) {
  if (file.format() != ElementFormat{ElementKind::signed_int, 32, 1} || file.shape() != std::vector{fetches})
    file.refuse(Text::sample_layers_shape, {file.type_name(), file.shape_text(), std::to_string(fetches)});
}

// The result of integers read as elements has the texture's type; any other result is float.
ElementFormat result_format(const Texture& texture) {
  if (texture.result_type() == ResultType::floating)
    return {ElementKind::floating, 32, texture.format.channels};
  return texture.format;
}

// Packs 32-bit components to elements of `bytes`, in place.
std::span<const std::byte> packed(std::vector<std::uint32_t>& components, std::size_t count,
                                  std::size_t bytes) {
  auto* to = reinterpret_cast<std::byte*>(components.data());
  if (bytes < sizeof(std::uint32_t))
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t word = components[i];
      std::memcpy(to + i * bytes, &word, bytes);
    }
  return {to, count * bytes};
}

using Fetch = std::function<void(FetchKind, const BatchRequests&, std::size_t, std::uint32_t*)>;

Fetch make_fetch(BackendKind backend, const Texture& texture) {
  if (backend == BackendKind::cpu)
    return [&texture](FetchKind kind, const BatchRequests& requests, std::size_t count,
                      std::uint32_t* components) {
      cpu::fetch_batch(texture, kind, requests, count, components);
    };
  return [batch = std::shared_ptr(make_device_batch(texture))](FetchKind kind, const BatchRequests& requests,
                                                               std::size_t count, std::uint32_t* components) {
    batch->fetch(kind, requests, count, components);
  };
}

class Sampling {
public:
  Sampling(const SampleOptions& options, const Texture& of) : texture(of), coords(options.coords) {
    check_rows(coords, options.dimension, columns(), {}, Text::sample_coords_shape);
    fetches = coords.shape()[0];
    if (options.lod) {
      lods.emplace(*options.lod);
      check_lod(*lods, fetches);
    }
    if (options.gradients) {
      gradients.emplace(*options.gradients);
      check_rows(*gradients, options.dimension, 2 * columns(), fetches, Text::sample_gradients_shape);
    }
    if (options.layers) {
      layers.emplace(*options.layers);
      check_layers(*layers, fetches);
    }
    fetch = make_fetch(options.backend, texture);
  }

  void write(const PartSink& sink) {
    const ElementFormat format = result_format(texture);
    const auto channels = std::size_t(format.channels);
    const std::string header =
        npy_header_bytes({npy_type(format), false, {fetches, std::uint64_t(channels)}});
    sink(std::as_bytes(std::span(header)));
    ProgressLine progress;
    for (std::uint64_t first = 0; first < fetches; first += piece) {
      const auto count = std::size_t(std::min(piece, fetches - first));
      progress.show(double(first) / double(fetches));
      take(first, count);
      sink(packed(components, count * channels, std::size_t(format.bits) / 8));
    }
  }

private:
  int columns() const { return coordinate_count(texture.dimension); }

  template <class Number>
  static const Number* read(NpyFile& file, std::vector<Number>& to, std::uint64_t first, std::size_t count,
                            int columns = 1) {
    to.resize(count * std::size_t(columns));
    file.read(first, count, reinterpret_cast<std::byte*>(to.data()));
    return to.data();
  }

  void take(std::uint64_t first, std::size_t count) {
    BatchRequests requests;
    requests.coordinates = read(coords, at, first, count, columns());
    if (lods) requests.lods = read(*lods, level, first, count);
    if (gradients) requests.gradients = read(*gradients, steps, first, count, 2 * columns());
    if (layers) requests.layers = read(*layers, layer, first, count);
    components.resize(count * std::size_t(texture.format.channels));
    const FetchKind kind = lods ? FetchKind::lod : gradients ? FetchKind::grad : FetchKind::plain;
    fetch(kind, requests, count, components.data());
  }

  const Texture& texture;
  NpyFile coords;
  std::optional<NpyFile> lods, gradients, layers;
  std::uint64_t fetches = 0;
  Fetch fetch;
  std::vector<float> at, level, steps;
  std::vector<int> layer;
  std::vector<std::uint32_t> components;
};

} // namespace

int run_sample(const std::vector<std::string>& args) {
  Arguments arguments("texelscope sample", Text::sample_about);
  declare_sample_options(arguments);
  if (!arguments.parse(args)) return 0;
  const SampleOptions options = sample_options_from(arguments);
  SampleTexture loaded = load_sample_texture(options.textures, options.dimension, options.channels);
  loaded.texture.sampler = sampler_for(options, loaded);
  Sampling sampling(options, loaded.texture);
  write_file(options.out, [&](const PartSink& sink) { sampling.write(sink); });
  return 0;
}

} // namespace texelscope
