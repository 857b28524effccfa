#include "kernels/reports/advise/choice_code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image/element.h"

namespace texelscope::advise {

namespace {
constexpr const char* axis_names[] = {"x", "y", "z"};
constexpr const char* count_names[] = {"width", "height", "depth"};

std::string vector_type(const std::string& type, int channels) {
  return channels == 1 ? type : type + std::to_string(channels);
}

// The type in which a texel is stored. Halves are handled as their bits, which needs no header.
std::string texel_type(const ElementFormat& texels) {
  if (texels.kind == ElementKind::floating && texels.bits == 32) return vector_type("float", texels.channels);
  const bool is_signed = texels.kind == ElementKind::signed_int;
  const char* const types[] = {is_signed ? "char" : "uchar", is_signed ? "short" : "ushort"};
  const std::string type = types[texels.bits == 16];
  if (texels.channels > 1) return type + std::to_string(texels.channels);
  return type == "char"     ? "signed char"
         : type == "uchar"  ? "unsigned char"
         : type == "ushort" ? "unsigned short"
                            : "short";
}

double largest_code(const ElementFormat& texels) {
  return code_of_one(texels.kind, texels.bits);
}

std::string number(double value) {
  if (!std::isfinite(float(value)))
    return fmt::format("__int_as_float({:#x})", std::bit_cast<std::uint32_t>(float(value)));
  const std::string digits = fmt::format("{:.9g}", float(value));
  return digits + (digits.find_first_of(".en") == std::string::npos ? ".0f" : "f");
}

class Writer {
public:
  Writer(const Scene& of, const Choice& chosen, const Cells* taken)
      : scene(of), choice(chosen), cells(taken), coding(coding_of(of, chosen.texels)), axes(of.axes()),
        channels(chosen.texels.channels) {}

  std::string code() {
    declare();
    if (fetches_from_texture(choice.way) && choice.way != Way::gather)
      fetch_by_unit();
    else if (choice.way == Way::gather)
      fetch_by_gather();
    else
      fetch_by_loads();
    if (cells) fetch_by_cells();
    return out;
  }

private:
  void line(const std::string& text) { out += text + "\n"; }
  bool has_border() const {
    for (int axis = 0; axis < axes; ++axis)
      if (scene.address(axis) == AddressMode::border) return true;
    return false;
  }
  std::string member(int channel) const { return channels == 1 ? "" : std::string(".") + "xyzw"[channel]; }
  std::string made(const std::string& type, const std::vector<std::string>& parts) const {
    if (parts.size() == 1) return parts[0];
    std::string list;
    for (const std::string& part : parts)
      list += (list.empty() ? "" : ", ") + part;
    return "make_" + type + "(" + list + ")";
  }
  std::string list(const char* before, const std::string& between) const {
    std::string all;
    for (int axis = 0; axis < axes; ++axis)
      all += (axis > 0 ? between : "") + before + axis_names[axis];
    return all;
  }

  void declare() {
    const std::string value = vector_type("float", channels);
    line("using value = " + value + ";");
    line("using texel = " + texel_type(choice.texels) + ";");
    line("struct Source {");
    line("  cudaTextureObject_t texture;");
    line("  const texel* memory;");
    line("  int width, height, depth;");
    line("};");
    line("struct Box {");
    line("  int first[3], count[3];");
    line("};");
  }

  void begin_fetch(const char* type = "float ") {
    line("__device__ inline value fetch(const Source& source, const Box& box, const texel* tile, " +
         list(type, ", ") + ") {");
  }

  // The values of codes, or of the floats that the unit makes of them.
  std::string valued(const std::string& expression, double factor) const {
    if (factor == 1 && coding.offset == 0) return expression;
    std::vector<std::string> parts;
    for (int i = 0; i < channels; ++i)
      parts.push_back(fmt::format("{}{} * {}{}", expression, member(i), number(factor),
                                  coding.offset == 0 ? "" : " + " + number(coding.offset)));
    return made(vector_type("float", channels), parts);
  }

  void fetch_by_unit() {
    begin_fetch();
    const std::string function = scene.by_index ? "tex1Dfetch" : "tex" + std::to_string(axes) + "D";
    const std::string fetch = scene.by_index ? "tex1Dfetch<value>(source.texture, int(x))"
                                             : function + "<value>(source.texture, " + list("", ", ") + ")";
    if (coding.is_plain()) {
      line("  return " + fetch + ";");
    } else {
      line("  const value found = " + fetch + ";");
      // Beyond the last texel the unit returns the code 0, and a texture of plain values the value 0.
      if (scene.by_index) line("  if (unsigned(int(x)) >= unsigned(source.width)) return value();");
      line("  return " + valued("found", coding.scale) + ";");
    }
    line("}");
  }

  // "x" in texels, from the first one's edge on, as the address mode leads it into the texture; `whole`:
  // without that, where what lies beyond the edges is not the same.
  void position(int axis, bool whole) {
    const std::string a = axis_names[axis], n = std::string("source.") + count_names[axis];
    if (!scene.is_normalized()) return line(fmt::format("  float p{} = {};", a, a));
    if (whole || scene.address(axis) == AddressMode::clamp || scene.address(axis) == AddressMode::border)
      return line(fmt::format("  float p{0} = {0} * float({1});", a, n));
    if (scene.address(axis) == AddressMode::wrap)
      return line(fmt::format("  float p{0} = ({0} - floorf({0})) * float({1});", a, n));
    line(fmt::format("  float p{0} = {0} - 2.0f * floorf({0} * 0.5f);", a));
    line(fmt::format("  p{0} = (p{0} > 1.0f ? 2.0f - p{0} : p{0}) * float({1});", a, n));
  }

  // The texels along an axis: x0 and, of a filter, x1 with the weight wx of the latter.
  void texels(int axis, bool whole) {
    const std::string a = axis_names[axis], n = std::string("source.") + count_names[axis];
    const bool filters = scene.is_linear() && choice.way != Way::nearest;
    const AddressMode m = scene.address(axis);
    position(axis, whole);
    if (filters) line(fmt::format("  p{} -= 0.5f;", a));
    if (m == AddressMode::clamp || (m == AddressMode::mirror && !whole))
      line(fmt::format("  p{0} = fminf(fmaxf(p{0}, 0.0f), float({1} - 1));", a, n));
    else if (m == AddressMode::border)
      line(fmt::format("  p{0} = fminf(fmaxf(p{0}, -1.0f), float({1}));", a, n));
    if (!filters) {
      line(fmt::format("  int {0}0 = int(floorf(p{0}));", a));
      if (m == AddressMode::wrap && !whole) line(fmt::format("  {0}0 = min({0}0, {1} - 1);", a, n));
      return;
    }
    line(fmt::format("  const float f{0} = floorf(p{0}), w{0} = p{0} - f{0};", a));
    line(fmt::format("  int {0}0 = int(f{0}), {0}1 = {0}0 + 1;", a));
    if (m == AddressMode::clamp || (m == AddressMode::mirror && !whole)) {
      line(fmt::format("  {0}1 = min({0}1, {1} - 1);", a, n));
    } else if (m == AddressMode::wrap && !whole) {
      line(fmt::format("  if ({0}0 < 0) {0}0 = {1} - 1;", a, n));
      line(fmt::format("  if ({0}1 >= {1}) {0}1 = 0;", a, n));
    }
  }

  std::string index(const std::array<std::string, 3>& at) const {
    std::string row = axes == 3 ? fmt::format("({} * source.height + {})", at[2], at[1]) : at[1];
    std::string whole = axes == 1 ? at[0] : fmt::format("{} * source.width + {}", row, at[0]);
    const bool is_large = scene.texel_count() > std::size_t(std::numeric_limits<int>::max());
    if (!is_large || axes == 1) return whole;
    if (axes == 3) row = fmt::format("((long long){} * source.height + {})", at[2], at[1]);
    return fmt::format("(long long){} * source.width + {}", row, at[0]);
  }

  // A code of a texel as a float.
  std::string code_of(const std::string& part) const {
    if (choice.texels.kind == ElementKind::floating)
      return choice.texels.bits == 32 ? part : "half_value(" + part + ")";
    if (choice.texels.kind == ElementKind::signed_int)
      return "fmaxf(float(" + part + "), " + number(-largest_code(choice.texels)) + ")";
    return "float(" + part + ")";
  }
  double factor() const {
    return choice.texels.is_integer() ? double(coding.scale) / largest_code(choice.texels) : 1.0;
  }

  void load_function(bool from_tile) {
    if (choice.texels.kind == ElementKind::floating && choice.texels.bits == 16) {
      line("__device__ inline float half_value(unsigned short bits) {");
      line("  float value;");
      line("  asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(value) : \"h\"(bits));");
      line("  return value;");
      line("}");
    }
    line("__device__ inline value load(const Source& source, const Box& box, const texel* tile, " +
         list("int ", ", ") + ") {");
    if (has_border()) {
      std::string outside;
      for (int axis = 0; axis < axes; ++axis)
        if (scene.address(axis) == AddressMode::border)
          outside += fmt::format("{}unsigned({}) >= unsigned(source.{})", outside.empty() ? "" : " || ",
                                 axis_names[axis], count_names[axis]);
      std::vector<std::string> border;
      for (int i = 0; i < channels; ++i) {
        const double color = scene.by_index ? 0.0 : double(scene.sampler.border_color[std::size_t(i)]);
        border.push_back(number((color - coding.offset) / factor()));
      }
      line("  if (" + outside + ") return " + made(vector_type("float", channels), border) + ";");
    }
    if (from_tile) {
      const std::string row =
          axes == 3 ? "((z - box.first[2]) * box.count[1] + y - box.first[1])" : "(y - box.first[1])";
      line("  const texel found = tile[" + (axes == 1 ? "" : row + " * box.count[0] + ") +
           "x - box.first[0]];");
    } else {
      line("  const texel found = __ldg(source.memory + " + index({"x", "y", "z"}) + ");");
    }
    std::vector<std::string> parts;
    for (int i = 0; i < channels; ++i)
      parts.push_back(code_of("found" + member(i)));
    line("  return " + made(vector_type("float", channels), parts) + ";");
    line("}");
  }

  // All threads of a block copy its box, row by row.
  void copy_function() {
    line("__device__ inline void copy_tile(const Source& source, const Box& box, texel* tile) {");
    const auto inside = [&](int axis) {
      const std::string a = axis_names[axis], n = std::string("source.") + count_names[axis];
      switch (scene.address(axis)) {
      case AddressMode::wrap:
        return fmt::format("(({0} % {1}) + {1}) % {1}", a, n);
      case AddressMode::mirror:
        return fmt::format(
            "min((({0} % (2 * {1})) + 2 * {1}) % (2 * {1}), 2 * {1} - 1 - (({0} % (2 * {1})) + "
            "2 * {1}) % (2 * {1}))",
            a, n);
      default:
        return fmt::format("min(max({}, 0), {} - 1)", a, n);
      }
    };
    const char* rows = axes == 1 ? "1" : axes == 2 ? "box.count[1]" : "box.count[1] * box.count[2]";
    line(fmt::format("  for (int row = threadIdx.x / 32; row < {}; row += blockDim.x / 32) {{", rows));
    if (axes == 2) line("    const int y = box.first[1] + row;");
    if (axes == 3)
      line("    const int y = box.first[1] + row % box.count[1], z = box.first[2] + row / box.count[1];");
    for (int axis = 1; axis < axes; ++axis)
      line(fmt::format("    const int of_{} = {};", axis_names[axis], inside(axis)));
    line("    for (int column = threadIdx.x % 32; column < box.count[0]; column += 32) {");
    line("      const int x = box.first[0] + column;");
    line("      const int of_x = " + inside(0) + ";");
    line("      tile[row * box.count[0] + column] = __ldg(source.memory + " +
         index({"of_x", "of_y", "of_z"}) + ");");
    line("    }");
    line("  }");
    line("}");
  }

  // Linear interpolation of `terms`, of which there are 1, 2, 4 or 8: x changes first.
  static std::string mixed(std::vector<std::string> terms) {
    for (int axis = 0; terms.size() > 1; ++axis) {
      std::vector<std::string> fewer;
      for (std::size_t i = 0; i < terms.size(); i += 2)
        fewer.push_back(fmt::format("mix({}, {}, w{})", terms[i], terms[i + 1], axis_names[axis]));
      terms = std::move(fewer);
    }
    return terms[0];
  }
  void mix_function() {
    line("__device__ inline float mix(float a, float b, float weight) {");
    line("  return a + weight * (b - a);");
    line("}");
  }

  void fetch_by_loads() {
    const bool from_tile = choice.way == Way::tile;
    const bool filters = scene.is_linear() && choice.way != Way::nearest;
    load_function(from_tile);
    if (from_tile) copy_function();
    if (filters) mix_function();
    begin_fetch();
    for (int axis = 0; axis < axes; ++axis)
      texels(axis, from_tile);
    const int count = filters ? 1 << axes : 1;
    for (int tap = 0; tap < count; ++tap) {
      std::string at;
      for (int axis = 0; axis < axes; ++axis)
        at += fmt::format(", {}{}", axis_names[axis], tap >> axis & 1);
      line(fmt::format("  const value t{} = load(source, box, tile{});", tap, at));
    }
    std::vector<std::string> parts;
    for (int i = 0; i < channels; ++i) {
      std::vector<std::string> terms;
      for (int tap = 0; tap < count; ++tap)
        terms.push_back("t" + std::to_string(tap) + member(i));
      parts.push_back(mixed(std::move(terms)));
    }
    line("  const value found = " + made(vector_type("float", channels), parts) + ";");
    line("  return " + valued("found", factor()) + ";");
    line("}");
  }

  // The texel of that index.
  void fetch_by_cells() {
    begin_fetch("int ");
    for (int axis = 0; axis < axes && choice.way != Way::tile; ++axis)
      if (scene.address(axis) == AddressMode::clamp && !cells->inside[std::size_t(axis)])
        line(fmt::format("  {0} = min(max({0}, 0), source.{1} - 1);", axis_names[axis], count_names[axis]));
    line("  const value found = load(source, box, tile, " + list("", ", ") + ");");
    line("  return " + valued("found", factor()) + ";");
    line("}");
  }

  // The gather's coordinate is the corner between the four texels, where no rounding chooses others.
  void fetch_by_gather() {
    mix_function();
    begin_fetch();
    for (int axis = 0; axis < 2; ++axis) {
      const std::string a = axis_names[axis], n = std::string("source.") + count_names[axis];
      position(axis, scene.address(axis) != AddressMode::mirror);
      line(fmt::format("  p{0} -= 0.5f;", a));
      line(fmt::format("  const float f{0} = floorf(p{0}), w{0} = p{0} - f{0};", a));
      line(fmt::format("  const float g{0} = f{0} + 1.0f;", a));
    }
    const std::string at =
        scene.is_normalized() ? "gx / float(source.width), gy / float(source.height)" : "gx, gy";
    std::vector<std::string> parts;
    for (int i = 0; i < channels; ++i) {
      line(fmt::format("  const float4 t{0} = tex2Dgather<float4>(source.texture, {1}, {0});", i, at));
      parts.push_back(fmt::format("mix(mix(t{0}.w, t{0}.z, wx), mix(t{0}.x, t{0}.y, wx), wy)", i));
    }
    line("  const value found = " + made(vector_type("float", channels), parts) + ";");
    line("  return " + valued("found", coding.scale) + ";");
    line("}");
  }

  const Scene& scene;
  Choice choice;
  const Cells* cells;
  Coding coding;
  int axes, channels;
  std::string out;
};
} // namespace

std::string choice_code(const Scene& scene, const Choice& choice, const Cells* cells) {
  return Writer(scene, choice, cells).code();
}

// A tile's coordinates may be those of planes (FetchList::planes), and floats are rounded on the way.
std::vector<CodeBox> boxes_of(const Scene& scene, const std::optional<FetchList::Planes>& planes) {
  constexpr double margin = 1.0 / 32;
  const FetchList& list = scene.fetches;
  const double first_tap = scene.is_linear() ? -0.5 : 0;
  const std::size_t entries_of_tile = list.entries_of_tile();
  std::vector<CodeBox> boxes(list.tiles());
  for (std::size_t tile = 0; tile < boxes.size(); ++tile) {
    CodeBox& box = boxes[tile];
    box = {{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < list.axes(); ++axis) {
      const double n = scene.size[std::size_t(axis)];
      const AddressMode mode = scene.address(axis);
      double least = INFINITY, greatest = -INFINITY;
      const auto add = [&](double coordinate) {
        double p = coordinate * (scene.is_normalized() ? n : 1) + first_tap;
        if (std::isnan(p)) p = 0;
        const double room = std::isfinite(p) ? margin + 1e-6 * std::abs(p) : 0;
        double low = p - room, high = p + room;
        if (mode == AddressMode::clamp)
          low = std::clamp(low, 0.0, n - 1), high = std::clamp(high, 0.0, n - 1);
        if (mode == AddressMode::border) low = std::clamp(low, -1.0, n), high = std::clamp(high, -1.0, n);
        least = std::min(least, low);
        greatest = std::max(greatest, high);
      };
      for (std::size_t i = 0; i < entries_of_tile; ++i) {
        const std::size_t entry = (tile * entries_of_tile + i) % list.entries();
        for (int lane = 0; lane < lanes; ++lane) {
          add(double(list.at(entry, lane, axis)));
          if (planes) add(planes->at(list, entry, lane, axis));
        }
      }
      if (!(least >= -far_texels && greatest <= far_texels)) {
        box.count[axis] = far_texels;
        continue;
      }
      box.first[axis] = int(std::floor(least));
      box.count[axis] = int(std::floor(greatest)) - box.first[axis] + (scene.is_linear() ? 2 : 1);
    }
  }
  return boxes;
}

std::vector<CodeBox> boxes_of(const Scene& scene, const Cells& cells) {
  const FetchList& list = scene.fetches;
  const std::size_t entries_of_tile = list.entries_of_tile();
  std::vector<CodeBox> boxes(list.tiles());
  for (std::size_t tile = 0; tile < boxes.size(); ++tile) {
    boxes[tile] = {{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < list.axes(); ++axis) {
      int least = std::numeric_limits<int>::max(), greatest = std::numeric_limits<int>::min();
      for (std::size_t i = 0; i < entries_of_tile; ++i)
        for (int lane = 0; lane < lanes; ++lane) {
          const int cell = cells.at(list, (tile * entries_of_tile + i) % list.entries(), lane, axis);
          least = std::min(least, cell);
          greatest = std::max(greatest, cell);
        }
      boxes[tile].first[axis] = least;
      boxes[tile].count[axis] = greatest - least + 1;
    }
  }
  return boxes;
}

std::vector<CodeBox> boxes_of(const Scene& scene, const std::optional<FetchList::Planes>& planes,
                              const std::optional<Cells>& cells) {
  const bool by_cells = cells && takes_cells(scene, {Way::tile, scene.own}, *cells);
  return by_cells ? boxes_of(scene, *cells) : boxes_of(scene, planes);
}

std::size_t max_box_texels(const std::vector<CodeBox>& boxes) {
  double texels = 0;
  for (const CodeBox& box : boxes)
    texels = std::max(texels, double(box.count[0]) * box.count[1] * box.count[2]);
  return texels < 1e12 ? std::size_t(texels) : std::numeric_limits<std::size_t>::max();
}

Sentence tile_refusal(const Choice& choice, std::size_t box_texels, std::size_t shared_bytes) {
  const auto texel_bytes = std::size_t(choice.texels.texel_bytes());
  if (!needs_boxes(choice.way) || box_texels <= shared_bytes / texel_bytes) return {};
  const double kib = std::ceil(double(box_texels) * double(texel_bytes) / 1024);
  return {Text::advise_tile_too_large, {fmt::format("{:.0f}", kib), std::to_string(shared_bytes >> 10)}};
}

} // namespace texelscope::advise
