#include "kernels/studies/explain/fetch_picture_svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/base/xml_text.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr const char* svg_style =
    ".g{fill:#fff}.i{fill:#1c2026}.d{fill:#59616d}.b{fill:#eef0f4}.l{stroke:#8b939f;fill:none}"
    ".h{stroke:#1c2026;stroke-width:2;fill:none}"
    "@media(prefers-color-scheme:dark){.g{fill:#16191e}.i{fill:#e6e9ee}.d{fill:#a3abb7}.b{fill:#242932}"
    ".l{stroke:#6d7683}.h{stroke:#e6e9ee}}";
constexpr double svg_width = 360, margin = 14, step_indent = 18, cell_side = 76, cell_rise = 42, cell_gap = 4;
constexpr std::size_t cells_a_row = 4;

// How many Latin letters wide it is: other characters count as two.
int letters(std::string_view content) {
  int count = 0;
  for (const char c : content)
    if (const auto byte = static_cast<unsigned char>(c); byte < 0x80 || byte >= 0xc0)
      count += byte < 0xe0 ? 1 : 2;
  return count;
}

// Breaks at spaces, and anywhere between characters that are none of Latin.
std::vector<std::string> broken_lines(std::string_view content, int room) {
  std::vector<std::string> lines(1);
  std::string word;
  const auto end_word = [&](bool space) {
    if (letters(lines.back()) + letters(word) > room && !lines.back().empty()) lines.emplace_back();
    lines.back() += word;
    if (space && !lines.back().empty()) lines.back() += ' ';
    word.clear();
  };
  for (std::size_t i = 0; i < content.size(); ++i) {
    const auto byte = static_cast<unsigned char>(content[i]);
    if (byte >= 0xe0) end_word(false);
    if (byte == ' ')
      end_word(true);
    else
      word += content[i];
  }
  end_word(false);
  return lines;
}

const char* ink_on_rgb(const Rgb& color) {
  return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] > 128 ? "#101216" : "#f5f6fa";
}

class Drawing {
public:
  Drawing(const FetchPicture& of, const std::string& with_title) : picture(of), title(with_title) {}

  std::string all() {
    y = margin + 12;
    words(title, margin, "d", 12);
    y += 10;
    header();
    steps();
    closing();
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} "
        "{1:.0f}\" font-family=\"DejaVu Sans,Noto Sans,Noto Sans CJK SC,sans-serif\"><title>{2}</title>"
        "<style>{3}</style><rect class=\"g\" width=\"100%\" height=\"100%\"/>\n{4}</svg>\n",
        svg_width, y + margin, xml_text(title), svg_style, body);
  }

private:
  // A line whose baseline is at y.
  void words(std::string_view content, double x, const char* look, int size, const char* more = "") {
    body += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\" font-size=\"{}\"{}>{}</text>\n", x, y,
                        look, size, more, xml_text(content));
  }
  static constexpr const char* mono = " font-family=\"DejaVu Sans Mono,monospace\"";
  static constexpr const char* mono_right = " font-family=\"DejaVu Sans Mono,monospace\" text-anchor=\"end\"";

  void box(double x, double top, double width, double height, const std::optional<Rgb>& color, bool framed) {
    const std::string fill =
        color ? fmt::format("fill=\"#{:02x}{:02x}{:02x}\"", (*color)[0], (*color)[1], (*color)[2])
              : std::string("class=\"b\"");
    body += fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" rx=\"2\" {4}/>"
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" rx=\"2\" class=\"{5}\"/>\n",
        x, top, width, height, fill, framed ? "h" : "l");
  }
  void in_box(double x, double baseline, std::string_view content, int size, const std::optional<Rgb>& color,
              bool bold) {
    const std::string look =
        color ? fmt::format("fill=\"{}\"", ink_on_rgb(*color)) : std::string("class=\"i\"");
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" {}{}{}>{}</text>\n", x, baseline,
                        size, look, bold ? " font-weight=\"bold\"" : "", bold ? "" : mono, xml_text(content));
  }

  void header() {
    if (picture.words.empty()) return;
    box(margin, y, 40, 40, picture.color, false);
    const double top = y;
    for (std::size_t i = 0; i < picture.words.size(); ++i) {
      const PictureWord& word = picture.words[i];
      y = top + 16 + double(i / 2) * 20;
      const bool brief = std::isfinite(word.value);
      words(word.name + "  " + (brief ? brief_number(word.value, 6) : word.value_text),
            margin + 52 + double(i % 2) * 140, "i", 12, mono);
    }
    y = top + 48;
  }

  void heading(std::string_view content, std::string_view remark = {}) {
    y += number == 0 ? 18 : 24;
    words(std::to_string(++number), margin, "d", 12, mono);
    words(content, margin + step_indent, "i", 13);
    if (!remark.empty()) words(remark, svg_width - margin, "d", 12, mono_right);
  }

  void steps() {
    if (picture.footprints.empty()) return;
    heading(text(Text::picture_coordinate), picture.function);
    for (const PictureFact& fact : picture.facts)
      line(fact.label + " " + fact.value);
    for (const PictureAxis& axis : picture.axes)
      axis_line(axis);
    levels();
    heading(texels_title(picture), text(Text::picture_weights));
    cells();
    const std::string sum = sum_line(picture);
    if (sum.empty() || picture.error.cause == ErrorCause::gathered) return;
    heading(sum_title(picture));
    line(sum);
  }

  void line(std::string_view content) {
    y += 18;
    words(content, margin + step_indent, "i", 12, mono);
  }

  void axis_line(const PictureAxis& axis) {
    std::string shown = axis.name + " " + brief_number(axis.given, 5);
    if (!axis.action.empty() || axis.landed)
      shown += " " + axis.action + (axis.action.empty() ? "→ " : " → ");
    if (axis.landed) shown += brief_number(*axis.landed, 5);
    if (!axis.action.empty() && !axis.landed) shown += text(Text::picture_outside);
    line(shown);
    words(axis.texel_name + " " + brief_number(axis.position, 5), svg_width - margin, "i", 12, mono_right);
  }

  std::optional<Rgb> color_of(int level) const {
    const PictureTexel* heaviest = nullptr;
    for (const PictureFootprint& footprint : picture.footprints)
      for (const PictureTexel& texel : footprint.texels)
        if (footprint.level == level && (heaviest == nullptr || texel.weight > heaviest->weight))
          heaviest = &texel;
    return heaviest != nullptr ? heaviest->color : std::nullopt;
  }

  void levels() {
    if (picture.levels.empty()) return;
    heading(levels_title(picture));
    y += 8;
    double x = margin + step_indent;
    const double whole = svg_width - margin - x;
    for (const PictureLevel& level : picture.levels) {
      const double width = whole * level.weight / 256;
      const std::optional<Rgb> color = color_of(level.level);
      box(x, y, width, 20, color, false);
      const std::string name = say(Text::picture_of_level, {std::to_string(level.level)}),
                        longer = name + "  " + weight_256ths(level.weight) + "/256";
      const auto fits = [&](const std::string& content) { return letters(content) * 7.3 + 8 <= width; };
      if (fits(longer) || fits(name)) in_box(x + 5, y + 14, fits(longer) ? longer : name, 11, color, false);
      x += width;
    }
    y += 20;
  }

  void cells() {
    y += 8;
    for (const PictureFootprint& footprint : picture.footprints)
      for (std::size_t slice = 0; slice < std::max<std::size_t>(1, footprint.slices); ++slice)
        grid(footprint, slice);
  }

  void grid(const PictureFootprint& footprint, std::size_t slice) {
    const bool probes = footprint.columns == 0;
    std::string caption;
    if (picture.footprints.size() > 1)
      caption = say(Text::picture_of_level, {std::to_string(footprint.level)});
    std::size_t rows = 0, shown = 0;
    const double top = y + (caption.empty() && footprint.slices < 2 ? 0 : 16);
    for (const PictureTexel& texel : footprint.texels) {
      if (texel.slice != slice) continue;
      if (shown == 0 && footprint.slices > 1)
        caption += (caption.empty() ? "" : ", ") + say(Text::picture_slice, {std::to_string(texel.plane)});
      const std::size_t column = probes ? shown % cells_a_row : texel.column,
                        row = probes ? shown / cells_a_row : texel.row;
      cell(texel, margin + step_indent + double(column) * (cell_side + cell_gap),
           top + double(row) * (cell_rise + cell_gap));
      rows = std::max(rows, row + 1);
      ++shown;
    }
    if (!caption.empty()) {
      y += 10;
      words(caption, margin + step_indent, "d", 11);
    }
    y = top + double(rows) * (cell_rise + cell_gap);
    if (footprint.more == 0 || slice > 0) return;
    y += 12;
    words(say(Text::picture_more, {std::to_string(footprint.more), weight_256ths(footprint.more_weight)}),
          margin + step_indent, "d", 11);
    y += 6;
  }

  void cell(const PictureTexel& texel, double x, double top) {
    box(x, top, cell_side, cell_rise, texel.color, texel.largest);
    in_box(x + 5, top + 14, texel.place, letters(texel.place) > 9 ? 9 : 11, texel.color, false);
    if (!texel.shown.empty()) in_box(x + 5, top + 35, texel.shown, 15, texel.color, true);
  }

  void closing() {
    y += 14;
    const std::vector<std::string> lines = broken_lines(picture.error.sentence, 48);
    body += fmt::format("<rect x=\"{}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" rx=\"4\" class=\"b\"/>\n",
                        margin, y, svg_width - 2 * margin, 12 + 17 * lines.size());
    y += 3;
    for (const std::string& one : lines) {
      y += 17;
      words(one, margin + 9, "i", 12);
    }
    y += 9;
  }

  const FetchPicture& picture;
  const std::string& title;
  double y = 0; // of the next element
  int number = 0;
  std::string body;
};
} // namespace

std::string fetch_picture_svg(const FetchPicture& picture, const std::string& title) {
  return Drawing(picture, title).all();
}

} // namespace texelscope
