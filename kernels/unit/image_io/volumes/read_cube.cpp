// Reads .cube tables of colors (Adobe, "Cube LUT Specification 1.0", and what DaVinci Resolve adds to it):
// the 3-D table, a volume with red along x, green along y and blue along z, or the 1-D one.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/volumes/volume_file.h"

namespace texelscope {

namespace {

using Color = std::array<float, 3>;

// The inputs of the first and the last entry of each axis.
struct Inputs {
  Color low = {0, 0, 0}, high = {1, 1, 1};
  bool operator==(const Inputs&) const = default;
};

struct CubeTable {
  std::uint64_t size_1d = 0, size_3d = 0; // 0: there is no such table
  Inputs inputs_1d, inputs_3d;
  std::vector<Color> colors; // of the 1-D table, then of the 3-D one

  std::uint64_t count() const { return size_1d + size_3d * size_3d * size_3d; }
};

class CubeReader {
public:
  explicit CubeReader(const InputFile& of) : file(of), lines(of, std::size_t(of.size) + 1) {}

  // Nothing if progress requested a stop.
  std::optional<CubeTable> read(const Progress& progress) {
    while (next_line()) {
      if (line_number % 4096 == 0 && progress &&
          !progress(double(table.colors.size()) / double(table.count() + 1)))
        return std::nullopt;
      if (words.empty() || words[0].starts_with('#')) continue;
      if (is_keyword(words[0]))
        take_keyword();
      else
        take_color();
    }
    if (table.count() == 0) file.refuse(Text::cube_no_size);
    if (table.colors.size() != table.count()) refuse_count(table.colors.size());
    return std::move(table);
  }

private:
  bool next_line() {
    const auto next = lines.next();
    if (!next) return false;
    line = *next;
    if (line_number == 0 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3); // a mark of UTF-8
    words = words_in(line);
    ++line_number;
    return true;
  }

  static bool is_keyword(std::string_view word) { return word[0] >= 'A' && word[0] <= 'Z'; }

  void take_keyword() {
    const std::string& keyword = words[0];
    if (keyword == "LUT_1D_SIZE") table.size_1d = size(max_image_side);
    if (keyword == "LUT_3D_SIZE") table.size_3d = size(2048);
    if (keyword == "DOMAIN_MIN") table.inputs_1d.low = table.inputs_3d.low = color(1);
    if (keyword == "DOMAIN_MAX") table.inputs_1d.high = table.inputs_3d.high = color(1);
    if (keyword == "LUT_1D_INPUT_RANGE") table.inputs_1d = range();
    if (keyword == "LUT_3D_INPUT_RANGE") table.inputs_3d = range();
  }

  Inputs range() const {
    if (words.size() != 3) refuse();
    const float from = number(words[1]), to = number(words[2]);
    return {{from, from, from}, {to, to, to}};
  }

  void take_color() {
    if (table.count() == 0) file.refuse(Text::cube_no_size);
    if (table.colors.size() == table.count()) refuse();
    table.colors.push_back(color(0));
  }

  std::uint64_t size(std::uint64_t max_size) const {
    const auto number = words.size() == 2 ? number_from<std::uint64_t>(words[1]) : std::nullopt;
    if (!number || *number < 2 || *number > max_size || !table.colors.empty()) refuse();
    return *number;
  }

  Color color(std::size_t first) const {
    if (words.size() != first + 3) refuse();
    return {number(words[first]), number(words[first + 1]), number(words[first + 2])};
  }

  float number(std::string_view word) const {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto value = number_from<float>(word);
    if (!value) refuse();
    return *value;
  }

  [[noreturn]] void refuse() const {
    constexpr std::size_t max_shown = 120;
    file.refuse(Text::cube_line,
                {std::to_string(line_number), visible_line(std::string_view(line).substr(0, max_shown))});
  }
  [[noreturn]] void refuse_count(std::uint64_t found) const {
    file.refuse(Text::cube_count, {std::to_string(table.count()), std::to_string(found)});
  }

  const InputFile& file;
  HeaderLines lines;
  std::string line;
  std::vector<std::string> words;
  std::size_t line_number = 0;
  CubeTable table;
};

std::string cube_note(const InputFile& file, const CubeTable& table) {
  std::string note;
  const std::string name = input_name(file.path);
  const auto add = [&](const std::string& sentence) { note += (note.empty() ? "" : " ") + sentence; };
  if (table.size_1d > 0 && table.size_3d > 0)
    add(say(Text::cube_both, {name, std::to_string(table.size_1d)}));
  const auto shown = [](const Color& color) {
    return fmt::format("({}, {}, {})", color[0], color[1], color[2]);
  };
  const Inputs& inputs = table.size_3d > 0 ? table.inputs_3d : table.inputs_1d;
  if (inputs != Inputs()) add(say(Text::cube_domain, {name, shown(inputs.low), shown(inputs.high)}));
  return note;
}

} // namespace

Image read_cube(const InputFile& file, const ReadShape&, const Progress& progress) {
  const auto table = CubeReader(file).read(progress);
  if (!table) return {};
  const bool volume = table->size_3d > 0;
  const int side = int(volume ? table->size_3d : table->size_1d);
  constexpr ElementFormat format = {ElementKind::floating, 32, 4};
  Image image = Image::create(volume ? TextureShape{side, side, format, Dimension::d3, side}
                                     : TextureShape{side, 1, format, Dimension::d1, 1});
  const std::size_t first = volume ? std::size_t(table->size_1d) : 0;
  std::byte* to = image.texels.data();
  for (const Color& color : std::span(table->colors).subspan(first)) {
    const float texel[] = {color[0], color[1], color[2], 1};
    std::memcpy(to, texel, sizeof texel);
    to += sizeof texel;
  }
  image.note = cube_note(file, *table);
  image.file.texels = format_name({format.kind, format.bits, 3});
  return image;
}

} // namespace texelscope
