// texelscope sample: fetches at the coordinates of a file, for scripts; one piece at a time, so that files
// may be large.
#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include "app/cli/verbs.h"
#include "app/verbs/sample_options.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/device_batch.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/image_io/npy_file.h"

namespace texelscope {

namespace {

constexpr std::uint64_t piece = 1 << 20; // fetches

void check_float(const NpyFile& file) {
  if (file.format() != ElementFormat{ElementKind::floating, 32, 1})
    file.refuse(Text::sample_float_type, {file.type_name()});
}

using Shape = std::vector<std::uint64_t>;

Shape with_axis(Shape shape, std::uint64_t length) {
  shape.push_back(length);
  return shape;
}

std::uint64_t count_of(const Shape& shape) {
  if (std::ranges::count(shape, 0) > 0) return 0;
  std::uint64_t count = 1;
  for (const std::uint64_t side : shape)
    count *= side; // at most what the file holds, which NpyFile checked
  return count;
}

// The coordinates' shape without their last axis, which a single number per fetch need not have.
Shape fetch_shape(const NpyFile& coords, Dimension dimension, std::uint64_t columns) {
  check_float(coords);
  Shape shape = coords.shape();
  if (columns == 1 && (shape.size() < 2 || shape.back() != 1)) return shape;
  if (shape.empty() || shape.back() != columns)
    coords.refuse(Text::sample_coords_shape,
                  {coords.shape_text(), identifier(dimension), std::to_string(columns)});
  shape.pop_back();
  return shape;
}

void check_lod(const NpyFile& file, const Shape& fetches) {
  check_float(file);
  if (file.shape() != fetches)
    file.refuse(Text::sample_lod_shape, {file.shape_text(), npy_shape_text(fetches)});
}

void check_gradients(const NpyFile& file, const Shape& fetches, Dimension dimension, std::uint64_t columns) {
  check_float(file);
  const Shape wanted = with_axis(fetches, columns);
  if (file.shape() != wanted)
    file.refuse(Text::sample_gradients_shape,
                {file.shape_text(), identifier(dimension), npy_shape_text(wanted)});
}

bool is_int32(const NpyFile& file) {
  return file.format() == ElementFormat{ElementKind::signed_int, 32, 1};
}

void check_layers(const NpyFile& file, const Shape& fetches) {
  if (!is_int32(file) || file.shape() != fetches)
    file.refuse(Text::sample_layers_shape, {file.type_name(), file.shape_text(), npy_shape_text(fetches)});
}

// The result of integers read as elements has the texture's type; any other result is float.
ElementFormat result_format(const Texture& texture, FetchKind kind) {
  ElementFormat format = texture.format;
  if (texture.result_type() == ResultType::floating) format = {ElementKind::floating, 32, 1};
  format.channels = batch_component_count(texture, kind);
  return format;
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
  Sampling(const SampleOptions& of, const Texture& from)
      : options(of), texture(from), kind(of.texture.function),
        places(kind == FetchKind::texel ? *of.indices : of.coords) {
    if (kind == FetchKind::texel && !is_int32(places))
      places.refuse(Text::sample_indices_type, {places.type_name()});
    shape = kind == FetchKind::texel ? places.shape() : fetch_shape(places, texture.dimension, columns());
    if (options.lod) check_lod(lods.emplace(*options.lod), shape);
    if (options.gradients)
      check_gradients(gradients.emplace(*options.gradients), shape, texture.dimension, 2 * columns());
    if (options.layers) {
      if (!is_layered(texture.dimension))
        throw UserError(say(Text::sample_no_layers, {identifier(texture.dimension)}));
      check_layers(layers.emplace(*options.layers), shape);
    }
    fetch = make_fetch(options.backend, texture);
  }

  void write(const PartSink& sink) {
    const ElementFormat format = result_format(texture, kind);
    const auto channels = std::size_t(format.channels);
    const std::string header = npy_header_bytes({npy_type(format), false, with_axis(shape, channels)});
    sink(std::as_bytes(std::span(header)));
    ProgressLine progress;
    const std::uint64_t fetches = count_of(shape);
    for (std::uint64_t first = 0; first < fetches; first += piece) {
      const auto count = std::size_t(std::min(piece, fetches - first));
      progress.show(double(first) / double(fetches));
      take(first, count);
      sink(packed(components, count * channels, std::size_t(format.bits) / 8));
    }
  }

private:
  std::size_t columns() const { return std::size_t(coordinate_count(texture.dimension)); }

  template <class Number>
  static const Number* read(NpyFile& file, std::vector<Number>& to, std::uint64_t first, std::size_t count,
                            std::size_t each = 1) {
    to.resize(count * each);
    file.read_elements(first * each, count * each, reinterpret_cast<std::byte*>(to.data()));
    return to.data();
  }
  // One number for all fetches where no file has one for each.
  template <class Number>
  static const Number* read(std::optional<NpyFile>& file, Number otherwise, std::vector<Number>& to,
                            std::uint64_t first, std::size_t count) {
    if (file) return read(*file, to, first, count);
    to.assign(count, otherwise);
    return to.data();
  }

  void take(std::uint64_t first, std::size_t count) {
    BatchRequests requests;
    requests.component = options.session.fetch.component;
    if (kind == FetchKind::texel)
      requests.texels = read(places, index, first, count);
    else
      requests.coordinates = read(places, at, first, count, columns());
    if (kind == FetchKind::lod) requests.lods = read(lods, options.session.fetch.lod, level, first, count);
    if (gradients) requests.gradients = read(*gradients, steps, first, count, 2 * columns());
    if (is_layered(texture.dimension))
      requests.layers = read(layers, options.session.fetch.layer, layer, first, count);
    components.resize(count * std::size_t(batch_component_count(texture, kind)));
    fetch(kind, requests, count, components.data());
  }

  const SampleOptions& options;
  const Texture& texture;
  const FetchKind kind;
  NpyFile places; // coordinates or indices
  std::optional<NpyFile> lods, gradients, layers;
  Shape shape; // of the fetches
  Fetch fetch;
  std::vector<float> at, level, steps;
  std::vector<int> index, layer;
  std::vector<std::uint32_t> components;
};

} // namespace

int run_sample(const std::vector<std::string>& args) {
  Arguments arguments("texelscope sample", Text::sample_about);
  SampleOptions options;
  declare_sample_options(arguments, options);
  if (!arguments.parse(args)) return 0;
  finish_sample_options(options, arguments);
  SampleTexture loaded = load_sample_texture(options.texture);
  loaded.texture.sampler = sampler_for(options, loaded);
  Sampling sampling(options, loaded.texture);
  write_file(options.out, [&](const PartSink& sink) { sampling.write(sink); });
  return 0;
}

} // namespace texelscope
