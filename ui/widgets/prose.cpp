#include "ui/widgets/prose.h"

#include <algorithm>

namespace texelscope::ui {

namespace {
// What is drawn in one font and has no space.
struct Piece {
  std::string content;
  bool code = false, after_space = false;
};

std::vector<Piece> pieces_of(std::string_view content) {
  std::vector<Piece> pieces;
  bool code = false, after_space = false, begins = true;
  for (const char c : content) {
    if (c == '`') {
      code = !code;
      begins = true;
    } else if (c == ' ') {
      after_space = begins = true;
    } else {
      if (begins) pieces.push_back({"", code, after_space});
      pieces.back().content += c;
      begins = after_space = false;
    }
  }
  return pieces;
}

float width_of(ImFont* font, std::string_view content) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, content.data(), content.data() + content.size()).x;
}

// Where the character that begins at `at` ends, in UTF-8.
std::size_t end_of_character(std::string_view content, std::size_t at) {
  std::size_t end = at + 1;
  while (end < content.size() && (content[end] & 0xc0) == 0x80)
    ++end;
  return end;
}

class Lines {
public:
  Lines(ImFont* font, ImFont* code, float width) : font_(font), code_(code), width_(width) {}

  // Pieces without a space between them, "(`a`,", stay on one line.
  void add(const Piece* first, const Piece* last) {
    float needed = 0;
    for (const Piece* piece = first; piece != last; ++piece)
      needed += width_of(font_of(*piece), piece->content);
    const float space = x_ > 0 ? width_of(font_, " ") : 0;
    if (x_ > 0 && x_ + space + needed > width_)
      new_line();
    else
      x_ += space;
    for (const Piece* piece = first; piece != last; ++piece)
      add_broken(font_of(*piece), piece->content);
  }
  Prose finished() {
    prose_.height = y_ + font_->FontSize;
    return std::move(prose_);
  }

private:
  ImFont* font_of(const Piece& piece) const { return piece.code ? code_ : font_; }
  void new_line() {
    x_ = 0;
    y_ += font_->FontSize;
  }
  void add_broken(ImFont* font, std::string_view rest) {
    while (!rest.empty()) {
      std::size_t fits = rest.size();
      if (x_ + width_of(font, rest) > width_) fits = fitting(font, rest);
      if (fits == 0) { // more room on the next line
        new_line();
        continue;
      }
      // Both fonts stand on one line.
      const float lower = font == font_ ? 0 : font_->Ascent - font->Ascent;
      prose_.runs.push_back({font, x_, y_ + lower, std::string(rest.substr(0, fits))});
      x_ += width_of(font, rest.substr(0, fits));
      rest.remove_prefix(fits);
      if (!rest.empty()) new_line();
    }
  }
  // How much of a word that is too wide stands on this line.
  std::size_t fitting(ImFont* font, std::string_view rest) const {
    std::size_t count = 0;
    for (std::size_t next = end_of_character(rest, 0);
         count < rest.size() && x_ + width_of(font, rest.substr(0, next)) <= width_;
         next = end_of_character(rest, count))
      count = next;
    const std::size_t underscore = rest.substr(0, count).rfind('_');
    if (underscore != rest.npos && underscore > 0) return underscore + 1;
    return count == 0 && x_ == 0 ? end_of_character(rest, 0) : count;
  }

  ImFont *font_, *code_;
  float width_, x_ = 0, y_ = 0;
  Prose prose_;
};
} // namespace

Prose lay_out(std::string_view content, ImFont* font, ImFont* code, float width) {
  const std::vector<Piece> pieces = pieces_of(content);
  Lines lines(font, code, width);
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t last = first + 1;
    while (last < pieces.size() && !pieces[last].after_space)
      ++last;
    lines.add(pieces.data() + first, pieces.data() + last);
    first = last;
  }
  return lines.finished();
}

void draw_prose(const Prose& prose, ImU32 color, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const Prose::Run& run : prose.runs)
    draw->AddText(run.font, run.font->FontSize, ImVec2(at.x + run.x, at.y + run.y), color, run.content.data(),
                  run.content.data() + run.content.size());
  ImGui::Dummy(ImVec2(width, prose.height));
}

} // namespace texelscope::ui
