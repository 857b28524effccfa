// Textures and their fetches, by the library's public interface; their notes and explanations.
#include <cstring>
#include <stdexcept>

#include "app/python/core.h"
#include "app/python/outside.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/unit/batch/api/stoppable_fetch.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/image/mips.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/api/texture_state.h"
#include "texelscope/batch.h"

namespace texelscope::python {

namespace {

using Fields = std::map<std::string, FieldValue>;

template <class E>
E enum_value(const std::string& name, const char* what) {
  for (const EnumEntry& entry : enum_table<E>())
    if (entry.identifier == name) return E(entry.value);
  throw std::invalid_argument("there is no " + (what + (" \"" + name + "\"")));
}

// Texels of level 0, and what a texel is.
TextureShape shape_from(const std::string& dimension, const std::array<int, 3>& size, int levels,
                        const ElementFormat& format) {
  const bool linear = dimension == "linear";
  const auto value = enum_value<Dimension>(linear ? "1d" : dimension, "dimension");
  return {size[0], size[1], format, value, plane_count(value, size[2]), levels};
}

ChannelFormat channels_of(const ElementFormat& format) {
  const ChannelFormatKind kind = format.kind == ElementKind::floating     ? ChannelFormatKind::floating
                                 : format.kind == ElementKind::signed_int ? ChannelFormatKind::signed_int
                                                                          : ChannelFormatKind::unsigned_int;
  return {kind, format.bits, format.channels};
}

detail::Function function_of(const std::string& name) {
  return detail::Function(enum_value<FetchKind>(name, "function"));
}

// One of the arrays that a batch may have, as the numbers of each fetch.
class Given {
public:
  explicit Given(const std::optional<py::buffer>& array) {
    if (array) numbers_.emplace(*array);
  }

  template <class T>
  detail::Column column(std::size_t each = 1) const {
    if (!numbers_) return {};
    if (numbers_->kind() != (std::is_same_v<T, float> ? 'f' : 'i') || numbers_->bits() != 32)
      throw std::invalid_argument("coordinates are float32, and indices int32");
    return std::span<const T>(numbers_->data<const T>(), numbers_->count() / each);
  }

private:
  std::optional<Numbers> numbers_;
};

class PyTexture {
public:
  // `levels`: their texels; `size`: texels along x and y, and slices, layers or cubes.
  PyTexture(const std::vector<py::buffer>& levels, const std::string& dimension,
            const std::array<int, 3>& size, int channels, const Fields& fields)
      : PyTexture(std::vector<Numbers>(levels.begin(), levels.end()), dimension, size, channels, fields) {}

  // Fetches into `out`, with one entry for each coordinate.
  void fetch(const std::string& function, const std::optional<py::buffer>& at,
             const std::optional<py::buffer>& numbers, const std::optional<py::buffer>& lods,
             const std::optional<py::buffer>& dx, const std::optional<py::buffer>& dy, int channel,
             const py::buffer& out, int threads) const {
    const Given coordinates(at), indices(numbers), levels(lods), across(dx), down(dy);
    const auto axes = std::size_t(axis_count());
    const detail::Function called = function_of(function);
    const detail::Batch batch{kind_for(called),
                              called,
                              coordinates.column<float>(axes),
                              indices.column<int>(),
                              levels.column<float>(),
                              across.column<float>(axes),
                              down.column<float>(axes),
                              channel};
    const auto each =
        std::size_t(batch.function == detail::Function::gather ? 4 : session_.texture.format.channels);
    const bool element = called == detail::Function::element;
    if (element ? !numbers : !at || is_layered(session_.texture.dimension) != numbers.has_value())
      throw std::invalid_argument("coordinates, indices or layers are missing");
    if ((called == detail::Function::lod && !lods) || (called == detail::Function::grad && !(dx && dy)))
      throw std::invalid_argument("levels of detail or gradients are missing");
    const Numbers to(out, true);
    const ElementFormat format = to.element(4);
    const detail::Wanted wanted{channels_of(format).kind, format.bits};
    run_outside([&](const Stops& stops) {
      detail::fetch(object_, batch, wanted, each, to.data<void>(), to.count() / each, threads, stops);
    });
  }

  py::list notes(const std::string& function) const { return notes_of(with_function(function)); }

  // (text, JSON)
  py::tuple explain(const std::string& function, const std::array<double, 3>& at, int layer, double lod,
                    const std::array<double, 3>& dx, const std::array<double, 3>& dy, int component) const {
    Session session = with_function(function);
    session.fetch.layer = layer;
    session.fetch.lod = float(lod);
    session.fetch.gradients = GradientRule::given;
    std::ranges::transform(dx, session.fetch.dx.begin(), [](double step) { return float(step); });
    std::ranges::transform(dy, session.fetch.dy.begin(), [](double step) { return float(step); });
    session.fetch.component = component;
    Resolution resolution = resolve(session);
    resolution.effective.gather_array =
        session.texture.gather_flag; // also of a gather: the array is as it is
    const bool in_texels =
        session.fetch.function != FetchKind::texel && !resolution.effective.sampler.normalized_coords;
    SamplePosition position{at, in_texels, layer, {}, 0};
    if (resolution.effective.function == FetchKind::lod) position.lod = lod;
    const FetchExplanation whole =
        texelscope::explained(texelscope::explain(session, resolution.effective, texels(), 1, 1, position),
                              resolution.notes, session.view);
    return py::make_tuple(explain_text(whole, "model"), explain_json(whole, "model"));
  }

  int axis_count() const { return coordinate_count(session_.texture.dimension); }

  // The bytes of each level.
  std::vector<py::bytes> levels() const {
    const Texture& texture = detail::state_of(object_).texture;
    std::vector<py::bytes> all;
    for (int level = 0; level < texture.level_count; ++level) {
      const auto [width, height, depth] = texture.size_of(level);
      all.emplace_back(reinterpret_cast<const char*>(texture.level[std::size_t(level)]),
                       std::size_t(width) * std::size_t(height) * std::size_t(depth) *
                           std::size_t(texture.format.texel_bytes()));
    }
    return all;
  }

private:
  PyTexture(const std::vector<Numbers>& levels, const std::string& dimension, const std::array<int, 3>& size,
            int channels, const Fields& fields)
      : session_(described(shape_from(dimension, size, int(levels.size()), levels.at(0).element(channels)),
                           dimension == "linear", fields)),
        object_(resource(levels), desc_of(session_.sampler)) {}

  static Session described(const TextureShape& shape, bool linear, const Fields& fields) {
    Session session;
    request_shape(session.texture, shape);
    session.texture.storage = linear ? Storage::linear : Storage::array;
    session.texture.mips = MipSource::file;
    assign_fields(session, fields);
    return session;
  }

  // The kind of texture that the function is for.
  TextureKind kind_for(detail::Function function) const {
    if (function == detail::Function::gather) return TextureKind::d2;
    return function == detail::Function::element ? TextureKind::linear_1d
                                                 : TextureKind(session_.texture.dimension);
  }

  TextureResource resource(const std::vector<Numbers>& levels) const {
    const TextureSpec& t = session_.texture;
    const bool linear = t.storage == Storage::linear;
    TextureResource made{linear ? TextureKind::linear_1d : TextureKind(t.dimension),
                         channels_of(t.format),
                         t.width,
                         t.height,
                         has_depth(t.dimension) ? t.depth : 1,
                         {}};
    made.gather = t.gather_flag;
    for (const Numbers& level : levels)
      made.levels.push_back(level.data<const void>());
    return made;
  }

  Session with_function(const std::string& function) const {
    Session session = session_;
    session.fetch.function = FetchKind(function_of(function));
    if (session.fetch.function == FetchKind::gather && session.texture.levels > 1) {
      session.texture.levels = 1; // it reads the first alone
      session.sampler.normalized_coords = true;
    }
    return session;
  }

  const std::byte* texels() const { return detail::state_of(object_).texture.level[0]; }

  Session session_;
  TextureObject object_;
};

// The levels below the first by MipSource::box, `count` of them with it, as the bytes of each. `light`:
// MipRule::light.
std::vector<py::bytes> box_levels(const py::buffer& texels, const std::string& dimension,
                                  const std::array<int, 3>& size, int channels, int count, bool light) {
  const Numbers first(texels);
  Image image = Image::create(shape_from(dimension, size, count, first.element(channels)));
  std::memcpy(image.texels.data(), first.data<const void>(), first.count() * std::size_t(first.bits() / 8));
  run_outside([&](const Stops& stops) {
    fill_mips(image, {MipSource::box, light}, [&](double) { return !stops(); });
  });
  std::vector<py::bytes> levels;
  for (int level = 1; level < count; ++level)
    levels.emplace_back(reinterpret_cast<const char*>(image.texels.data()) + image.level_offset(level),
                        image.level_offset(level + 1) - image.level_offset(level));
  return levels;
}

} // namespace

char Numbers::kind() const {
  const std::string_view format = info_.format;
  const char letter = format.size() == 1 ? format[0] : '\0'; // with a byte order in front it is a foreign one
  const auto is_of = [letter](std::string_view letters) { return letters.find(letter) != letters.npos; };
  return is_of("bhilq") ? 'i' : is_of("BHILQ") ? 'u' : is_of("efd") ? 'f' : '\0';
}

ElementFormat Numbers::element(int channels) const {
  const char type = kind();
  const bool held =
      (type == 'f' && (bits() == 16 || bits() == 32)) || ((type == 'i' || type == 'u') && bits() <= 32);
  if (!held)
    throw std::invalid_argument("texels are integers of 8, 16 or 32 bits or floats of 16 or 32, not \"" +
                                info_.format + "\"");
  return {type == 'f'   ? ElementKind::floating
          : type == 'i' ? ElementKind::signed_int
                        : ElementKind::unsigned_int,
          bits(), channels};
}

void declare_texture(py::module_& module) {
  without_new(py::class_<PyTexture>(module, "Texture"))
      .def("fetch", of_reference(&PyTexture::fetch))
      .def("notes", of_reference(&PyTexture::notes))
      .def("explain", of_reference(&PyTexture::explain))
      .def("levels", of_reference(&PyTexture::levels))
      .def_property_readonly("axis_count", of_reference(&PyTexture::axis_count));
  module.def("make_texture", [](const std::vector<py::buffer>& levels, const std::string& dimension,
                                const std::array<int, 3>& size, int channels, const Fields& fields) {
    return PyTexture(levels, dimension, size, channels, fields);
  });
  module.def("box_levels", &box_levels);
}

} // namespace texelscope::python
