#include "kernels/state/stored/import/stated_texture.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kernels/ground/base/strings.h"
#include "kernels/state/session/texel_format.h"
#include "kernels/state/stored/import/cpp_constants.h"

namespace texelscope::desc {

namespace {
constexpr std::size_t max_shapes = 64;
constexpr int pitch_alignment = 32; // texturePitchAlignment of every GPU
constexpr unsigned layered = 1, cubemap = 4,
                   texture_gather = 8; // cudaArrayLayered, CUDA_ARRAY3D_LAYERED, ...

// Of CU_AD_FORMAT_`name`: that of the first row.
const ElementFormat* element_of_driver(std::string_view name) {
  const auto found = std::ranges::find_if(texel_formats, [&](const TexelFormatRow& row) {
    return row.kind == ChannelKind::plain && row.driver.name == name;
  });
  return found == texel_formats.end() ? nullptr : &found->element;
}

std::optional<ElementFormat> made(std::optional<ElementFormat> format) {
  return format && find_texel_format(*format) ? format : std::nullopt;
}

std::optional<ElementFormat> made(const ElementFormat* element, int channels) {
  if (!element) return std::nullopt;
  return made(ElementFormat{element->kind, element->bits, channels});
}

// A number of the code: not given, or not known.
using Given = std::optional<std::optional<int>>;

// Memory as the code describes it.
struct Shape {
  Storage storage = Storage::array;
  Given width = {}, height = {}, depth = {}, levels = {}, flags = {}, bytes = {}; // of linear memory
  bool operator==(const Shape&) const = default;
};

// What is set anew, or perhaps, is not known.
void set(Given& given, std::optional<int> value) {
  given = given && *given != value ? Given(std::optional<int>()) : Given(value);
}

class Reader {
public:
  explicit Reader(std::string_view code) : source(cpp_source(code)), constants(source) {}

  StatedTexture read() {
    find_branches();
    for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i)
      if (source.tokens[i].is_word()) take(i);
    if (driver || channels > 0) add(made(driver, channels));
    if (clear) stated.format = format;
    for (const auto& [name, shape] : described)
      shapes.push_back(shape);
    stated.several = std::ranges::any_of(shapes, [&](const Shape& s) { return s != shapes[0]; }) ||
                     shapes.size() > max_shapes;
    if (!shapes.empty() && !stated.several) take_shape(shapes[0]);
    return std::move(stated);
  }

private:
  std::string_view word(std::size_t i) const {
    return i < source.tokens.size() ? source.tokens[i].spelling : std::string_view();
  }
  // Tokens in blocks of if, else, loops and switch.
  void find_branches() {
    static constexpr std::string_view heads[] = {"if", "for", "while", "switch", "catch"};
    std::size_t end = 0; // of the outermost such block
    in_branch.resize(source.tokens.size());
    for (std::size_t i = 0; i < source.tokens.size(); ++i) {
      const bool block = word(i) == "{" && i > 0;
      const std::size_t open = block && word(i - 1) == ")" ? source.tokens[i - 1].partner : 0;
      const bool head = open > 0 && std::ranges::find(heads, word(open - 1)) != std::end(heads);
      if (head || (block && word(i - 1) == "else")) end = std::max(end, source.tokens[i].partner);
      in_branch[i] = i < end;
    }
  }
  // Whether what is set at the token may be set or not.
  bool is_in_branch(std::size_t at) const {
    std::size_t start = at; // of the statement
    const auto before = [&](std::string_view mark) { return word(start - 1) == mark; };
    while (start > 0 && at - start < 20 && !before(";") && !before("{") && !before("}") && !before(")") &&
           !before("else"))
      --start;
    return in_branch[at] || (start > 0 && (before(")") || before("else")));
  }
  std::optional<int> set_at(std::size_t at, std::size_t first, std::size_t last) const {
    return is_in_branch(at) ? std::nullopt : number(first, last);
  }
  void take(std::size_t i) {
    std::string_view name = word(i);
    const bool member = i > 0 && (word(i - 1) == "." || word(i - 1) == "->");
    if (name.starts_with("cuda") || name.starts_with("hip")) name.remove_prefix(name[0] == 'c' ? 4 : 3);
    take_format(i, name);
    if (word(i + 1) == "(") take_call(name, i + 1);
    if (name == "CUDA_ARRAY_DESCRIPTOR" || name == "CUDA_ARRAY3D_DESCRIPTOR") take_array(i, name);
    if (member && word(i + 1) == "=") take_member(i);
  }

  void take_format(std::size_t i, std::string_view name) {
    constexpr std::string_view create = "CreateChannelDesc", array_format = "AD_FORMAT_";
    if (name.starts_with(create)) {
      const std::string_view rest = name.substr(create.size());
      if (rest.starts_with("Half"))
        add(made(element_of_driver("HALF"), rest.size() == 4 ? 1 : rest[4] - '0'));
      else if (rest.empty())
        add(word(i + 1) == "<" ? of_type(i + 2) : of_bits(i + 1));
    }
    if (const std::size_t at = name.find(array_format); at != name.npos) {
      const ElementFormat* found = element_of_driver(name.substr(at + array_format.size()));
      clear = clear && found && (!driver || driver == found);
      driver = found;
    }
    if ((name == "NumChannels" || name == "numChannels") && word(i + 1) == "=") {
      const int count = number(i + 2, value_end(i + 2)).value_or(0);
      clear = clear && count > 0 && (channels == 0 || channels == count);
      channels = count;
    }
  }
  // cudaCreateChannelDesc<uchar4>
  std::optional<ElementFormat> of_type(std::size_t i) const {
    std::string name;
    for (; source.tokens[i].is_word(); ++i)
      name += (name.empty() ? "" : " ") + std::string(word(i));
    return word(i) == ">" ? made(element_of_type(name)) : std::nullopt;
  }
  // cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat)
  std::optional<ElementFormat> of_bits(std::size_t i) const {
    int bits = 0, count = 0;
    const auto given = values_in(source.tokens, i);
    if (given.size() != 5) return std::nullopt;
    for (int channel = 0; channel < 4; ++channel) {
      const auto [first, last] = given[std::size_t(channel)];
      const auto width = number(first, last);
      if (!width || (*width != 0 && channel != count) || (*width != 0 && bits != 0 && *width != bits))
        return std::nullopt;
      if (*width != 0) bits = *width, ++count;
    }
    const std::string_view kind = word(given[4].second - 1);
    for (const TexelFormatRow& row : texel_formats)
      if (row.kind == ChannelKind::plain && kind.ends_with("Kind" + std::string(row.runtime.name)) &&
          row.element.bits == bits && row.element.channels == count)
        return row.element;
    return std::nullopt;
  }
  void add(const std::optional<ElementFormat>& next) {
    clear = clear && next && (!format || format == next);
    format = next;
  }

  // cudaMallocArray(&array, &channels, width, height, flags) and its like
  void take_call(std::string_view name, std::size_t open) {
    if (shapes.size() > max_shapes) return;
    const auto given = values_in(source.tokens, open);
    const auto argument = [&](std::size_t i) -> Given {
      return i < given.size() ? Given(number(given[i].first, given[i].second)) : Given();
    };
    if (name == "MallocArray" && given.size() > 2) {
      Shape shape{.width = argument(2), .height = argument(3), .flags = argument(4)};
      if (given.size() > 4) shape.flags = flags_of(given[4].first, given[4].second);
      shapes.push_back(shape);
    }
    const bool mipmapped = name == "MallocMipmappedArray";
    if ((name == "Malloc3DArray" || mipmapped) && given.size() > 2) {
      Shape shape = extent_of(given[2].first, given[2].second);
      if (mipmapped) shape.levels = argument(3);
      const std::size_t flags = mipmapped ? 4 : 3;
      if (given.size() > flags) shape.flags = flags_of(given[flags].first, given[flags].second);
      shapes.push_back(shape);
    }
    if (name == "MallocPitch" && given.size() > 3) pitched.emplace_back(*argument(2), *argument(3));
    if (name == "cuMipmappedArrayCreate" && given.size() == 3)
      described[std::string(word(given[1].second - 1))].levels = argument(2);
  }

  // CUDA_ARRAY_DESCRIPTOR desc = {width, height, format, channels}, {.Width = width}
  void take_array(std::size_t i, std::string_view type) {
    while (word(i + 1) == "&" || word(i + 1) == "*")
      ++i;
    if (!source.tokens[i + 1].is_word()) return;
    const std::string name(word(i + 1));
    arrays.insert(name);
    const std::size_t open = word(i + 2) == "=" ? i + 3 : i + 2;
    if (word(open) != "{") return;
    const auto given = values_in(source.tokens, open);
    if (word(open + 1) == ".") {
      for (const auto& [first, last] : given)
        if (word(first + 2) == "=") take_array_member(described[name], word(first + 1), first + 3, last);
      return;
    }
    if (given.size() < 2) return;
    Shape& shape = described[name];
    set(shape.width, number(given[0].first, given[0].second));
    set(shape.height, number(given[1].first, given[1].second));
    const bool three = type == "CUDA_ARRAY3D_DESCRIPTOR";
    if (three && given.size() > 2) shape.depth = number(given[2].first, given[2].second);
    if (three && given.size() > 5) shape.flags = flags_of(given[5].first, given[5].second);
  }

  // desc.Width = 64, resource.res.pitch2D.width = 64
  void take_member(std::size_t i) {
    const std::string_view name = word(i);
    const std::size_t first = i + 2, last = value_end(first);
    const std::string_view of = i > 2 ? word(i - 2) : std::string_view();
    const bool pitch = of == "pitch2D", linear = of == "linear";
    const auto resource = [&]() -> Shape& {
      Shape& shape = described[i > 5 ? std::string(word(i - 6)) + "." + std::string(of) : std::string(of)];
      shape.storage = pitch ? Storage::pitch : Storage::linear;
      return shape;
    };
    if (pitch && name == "width") set(resource().width, set_at(i, first, last));
    if (pitch && name == "height") set(resource().height, set_at(i, first, last));
    if (pitch && name == "pitchInBytes")
      if (const auto bytes = number(first, last); bytes && *bytes % pitch_alignment != 0)
        stated.bad_pitches.emplace_back(source.tokens[first].offset, *bytes);
    if (linear && name == "sizeInBytes") set(resource().bytes, set_at(i, first, last));
    if (arrays.contains(of)) take_array_member(described[std::string(of)], name, first, last);
  }
  void take_array_member(Shape& shape, std::string_view name, std::size_t first, std::size_t last) const {
    if (name == "Width") set(shape.width, set_at(first, first, last));
    if (name == "Height") set(shape.height, set_at(first, first, last));
    if (name == "Depth") set(shape.depth, set_at(first, first, last));
    if (name == "Flags") set(shape.flags, is_in_branch(first) ? std::nullopt : flags_of(first, last));
  }

  // make_cudaExtent(w, h, d), {w, h, d}, or a variable that is set so.
  Shape extent_of(std::size_t first, std::size_t last) {
    Shape shape{.width = std::optional<int>(), .height = std::optional<int>(), .depth = std::optional<int>()};
    std::size_t open = first;
    if (first + 1 == last && source.tokens[first].is_word()) {
      const auto [known, is_new] = extents.try_emplace(word(first));
      if (is_new) known->second = of_variable(word(first), shape);
      return known->second;
    }
    while (open < last && word(open) != "(" && word(open) != "{")
      ++open;
    const auto given =
        open < last ? values_in(source.tokens, open) : std::vector<std::pair<std::size_t, std::size_t>>();
    if (given.size() != 3) return shape;
    shape.width = number(given[0].first, given[0].second);
    shape.height = number(given[1].first, given[1].second);
    shape.depth = number(given[2].first, given[2].second);
    return shape;
  }
  Shape of_variable(std::string_view name, Shape shape) {
    bool any = false;
    for (std::size_t i = 1; i + 3 < source.tokens.size(); ++i) {
      if (word(i) != name || word(i - 1) == "." || word(i - 1) == "->") continue;
      const bool member = word(i + 1) == "." && word(i + 3) == "=";
      const bool declared = word(i - 1) == "cudaExtent" || word(i - 1) == "hipExtent";
      if (member) {
        Given& of = word(i + 2) == "width"    ? shape.width
                    : word(i + 2) == "height" ? shape.height
                                              : shape.depth;
        const auto value = set_at(i, i + 4, value_end(i + 4));
        of = of && *of && *of != value ? std::optional<int>() : value;
      } else if (word(i + 1) == "=" || (declared && word(i + 1) != ";")) {
        const std::size_t first = word(i + 1) == "=" ? i + 2 : i + 1;
        const std::size_t last = value_end(first);
        if (any || first + 1 >= last)
          return {
              .width = std::optional<int>(), .height = std::optional<int>(), .depth = std::optional<int>()};
        shape = extent_of(first, last);
        any = true;
      }
    }
    return shape;
  }

  void take_shape(const Shape& shape) {
    const auto known = [](const Given& given) { return given && *given; };
    const auto size = [](const Given& given) { return given ? *given : std::optional<int>(); };
    stated.storage = shape.storage;
    stated.width = size(shape.width);
    if (shape.storage == Storage::linear) {
      stated.dimension = Dimension::d1;
      if (known(shape.bytes) && stated.format) stated.width = **shape.bytes / stated.format->texel_bytes();
      return;
    }
    stated.height = size(shape.height);
    stated.levels = size(shape.levels);
    if (shape.storage == Storage::pitch) {
      if (!stated.width && pitched.size() == 1 && pitched[0].first && stated.format)
        stated.width = *pitched[0].first / stated.format->texel_bytes();
      if (!stated.height && pitched.size() == 1) stated.height = pitched[0].second;
      stated.dimension = Dimension::d2;
      return;
    }
    if ((shape.height && !known(shape.height)) || (shape.depth && !known(shape.depth)) ||
        (shape.flags && !known(shape.flags)))
      return;
    const unsigned flags = shape.flags ? unsigned(**shape.flags) : 0;
    const int height = shape.height ? **shape.height : 0, depth = shape.depth ? **shape.depth : 0;
    stated.gather = (flags & texture_gather) != 0;
    const bool cube = (flags & cubemap) != 0, layers = (flags & layered) != 0;
    stated.dimension = cube         ? layers ? Dimension::cube_layered : Dimension::cube
                       : layers     ? height > 0 ? Dimension::d2_layered : Dimension::d1_layered
                       : depth > 0  ? Dimension::d3
                       : height > 0 ? Dimension::d2
                                    : Dimension::d1;
    if (has_depth(*stated.dimension)) stated.depth = cube ? depth / 6 : depth;
    if (height == 0) stated.height.reset();
  }

  std::optional<int> flags_of(std::size_t first, std::size_t last) const {
    int flags = 0;
    for (std::size_t i = first; i < last; ++i) {
      const std::string_view name = word(i);
      if (name == "|") continue;
      if (const auto value = number(i, i + 1))
        flags |= *value;
      else if (name.ends_with("ArrayLayered") || name.ends_with("ARRAY3D_LAYERED"))
        flags |= int(layered);
      else if (name.ends_with("ArrayCubemap") || name.ends_with("ARRAY3D_CUBEMAP"))
        flags |= int(cubemap);
      else if (name.ends_with("TextureGather") || name.ends_with("TEXTURE_GATHER"))
        flags |= int(texture_gather);
      else if (!name.ends_with("ArrayDefault") && !name.ends_with("SurfaceLoadStore") &&
               !name.ends_with("SURFACE_LDST"))
        return std::nullopt;
    }
    return flags;
  }

  std::optional<int> number(std::size_t first, std::size_t last) const {
    const auto value = constants.value(first, last, Type::count);
    if (!value || !value->integer || value->value < 0 || value->value > 2147483647.0) return std::nullopt;
    return int(value->value);
  }
  std::size_t value_end(std::size_t first) const {
    return texelscope::value_end(source.tokens, first, source.tokens.size());
  }

  CppSource source;
  std::vector<bool> in_branch; // tokens
  CppConstants constants;
  StatedTexture stated;
  std::optional<ElementFormat> format;
  const ElementFormat* driver = nullptr;
  int channels = 0;
  bool clear = true; // all formats that are stated are known, and the same
  std::vector<Shape> shapes;
  std::map<std::string_view, Shape> extents;                              // variables
  std::set<std::string, std::less<>> arrays;                              // variables that describe one
  std::vector<std::pair<std::optional<int>, std::optional<int>>> pitched; // bytes of a row, rows
  std::map<std::string, Shape> described; // by the names of the driver's and the resources' descriptors
};
} // namespace

StatedTexture stated_texture(std::string_view code) {
  return Reader(code).read();
}

} // namespace texelscope::desc
