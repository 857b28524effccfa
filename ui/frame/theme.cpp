#include "ui/frame/theme.h"

#include <imgui_internal.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

namespace {
constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

const Palette dark_palette = {
    rgb(0x121418),
    rgb(0x1a1d23),
    rgb(0x272c35),
    rgb(0x343b47),
    rgb(0x30363f),
    rgb(0xe8ebf0),
    rgb(0xa3adbb),
    rgb(0x9c8fff),
    rgb(0x5b4fcf),
    rgb(0xffffff),
    rgb(0xffb547),
    rgb(0xff6b66),
    rgb(0x56b4e9),
    rgb(0xd98cb8),
    {rgb(0xf08a78), rgb(0x74c98a), rgb(0x7fb0ff), rgb(0xc6cbd3)},
    {rgb(0x56b4e9), rgb(0xd98cb8), rgb(0x74c98a), rgb(0x7fb0ff), rgb(0xc6cbd3), rgb(0xb9a06a)}};

const Palette light_palette = {
    rgb(0xd9dce2),
    rgb(0xf4f5f7),
    rgb(0xe1e4ea),
    rgb(0xcdd2db),
    rgb(0xc3c8d1),
    rgb(0x15181d),
    rgb(0x4c5563),
    rgb(0x5641d8),
    rgb(0x5641d8),
    rgb(0xffffff),
    rgb(0x8a5200),
    rgb(0xb3201c),
    rgb(0x005f94),
    rgb(0x8c3a68),
    {rgb(0xa83a28), rgb(0x1d6b33), rgb(0x1f55b5), rgb(0x4c5563)},
    {rgb(0x005f94), rgb(0x8c3a68), rgb(0x1d6b33), rgb(0x1f55b5), rgb(0x4c5563), rgb(0x6b5518)}};

// Latin-1, Greek, and what texts use of punctuation, arrows, mathematics and marks.
const ImWchar own_glyphs[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027, 0x2070, 0x209f,
                              0x2190, 0x2199, 0x2212, 0x2212, 0x221a, 0x221e, 0x2248, 0x2248,
                              0x2260, 0x2265, 0x25b2, 0x25cb, 0x2713, 0x2717, 0};
// And what names of files use besides.
const ImWchar any_glyphs[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027, 0x2070, 0x209f, 0x2190, 0x21ff,
                              0x2200, 0x22ff, 0x25a0, 0x25ff, 0x2600, 0x26ff, 0x2713, 0x2717, 0};

// Null if the file cannot be read any more, where Dear ImGui's own function ends the program.
ImFont* add_from(const std::string& file, float pixels, const ImFontConfig& config, const ImWchar* ranges) {
  std::size_t bytes = 0;
  void* const read = file.empty() ? nullptr : ImFileLoadToMemory(file.c_str(), "rb", &bytes);
  if (read == nullptr) return nullptr;
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(read, int(bytes), pixels, &config, ranges);
}

ImFont* add(const std::string& file, float pixels, const ImWchar* glyphs) {
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  if (ImFont* font = add_from(file, pixels, config, glyphs)) return font;
  config.SizePixels = pixels;
  return ImGui::GetIO().Fonts->AddFontDefault(&config);
}

// A space of no width at which a line of Chinese may break, because ImGui breaks lines only at spaces.
constexpr ImWchar break_here = 0x3000;

// The characters of the Chinese texts; in English, those of its name. Also those of `shown`, and if `any`
// those that names of files use.
ImVector<ImWchar> chinese_glyphs(bool any, const std::string& shown) {
  ImFontGlyphRangesBuilder builder;
  builder.AddChar(break_here);
  builder.AddText(text(Text::command_chinese));
  if (language() == Language::chinese) {
    for (std::size_t i = 0; i < text_count(); ++i)
      if (const char* content = translation(Text(i), Language::chinese)) builder.AddText(content);
    if (any) builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesChineseSimplifiedCommon());
    builder.AddText(shown.c_str());
  }
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

// Merges into the font that was added last. `ranges` must live until the atlas is built.
void merge_chinese(const FontFiles& files, float pixels, const ImVector<ImWchar>& ranges) {
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = config.OversampleV = 1;
  config.PixelSnapH = true;
  config.FontNo = files.chinese_face;
  add_from(files.chinese, pixels, config, ranges.Data);
}

void make_break_narrow(ImFont* font) {
  if (auto* glyph = const_cast<ImFontGlyph*>(font->FindGlyphNoFallback(break_here))) glyph->AdvanceX = 0;
  if (font->IndexAdvanceX.Size > break_here) font->IndexAdvanceX[break_here] = 0;
}
} // namespace

const Palette& palette(bool dark) {
  return dark ? dark_palette : light_palette;
}

void load_fonts(Theme& theme, const FontFiles& files) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  atlas->Clear();
  const bool spoken = language() == Language::chinese;
  const ImVector<ImWchar> any = chinese_glyphs(true, files.shown_beside), own = chinese_glyphs(false, {}),
                          read = chinese_glyphs(false, files.shown_beside);
  const auto make = [&](ImFont*& font, const std::string& file, float size, bool names,
                        const ImVector<ImWchar>& chinese) {
    font = add(file, theme.px(size), names ? any_glyphs : own_glyphs);
    if (files.chinese.empty() || !(spoken || names)) return;
    // Characters of nine tenths of the size look as large as DejaVu's letters; ImGui expects their height
    // including the space above and below.
    merge_chinese(files, theme.px(0.9f * size * files.chinese_height), chinese);
  };
  make(theme.fonts.text, files.text, 15, true, any);
  make(theme.fonts.control, files.text, 14, false, own);
  make(theme.fonts.small, files.text, 13, false, own);
  make(theme.fonts.bold, files.bold, 13, false, own);
  make(theme.fonts.lesson, files.text, 17, false, read);
  make(theme.fonts.lesson_bold, files.bold, 17, false, own);
  make(theme.fonts.mono, files.mono, 14, false, own);
  make(theme.fonts.mono_small, files.mono, 12, false, own);
  atlas->Build();
  for (ImFont* font : atlas->Fonts)
    make_break_narrow(font);
  atlas->ClearInputData(); // megabytes per font
  theme.fonts.chinese = spoken && !files.chinese.empty();
}

void apply_style(Theme& theme) {
  theme.color = palette(theme.dark);
  const Palette& c = theme.color;
  ImGuiStyle style;
  style.WindowPadding = ImVec2(8, 8);
  style.FramePadding = ImVec2(8, 3);
  style.ItemSpacing = ImVec2(4, 4);
  style.ItemInnerSpacing = ImVec2(4, 4);
  style.WindowRounding = 6;
  style.ChildRounding = 0;
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.GrabRounding = 4;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.GrabMinSize = 10;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.ScaleAllSizes(theme.scale);
  ImVec4* s = style.Colors;
  s[ImGuiCol_Text] = vec4(c.text);
  s[ImGuiCol_TextDisabled] = vec4(c.dim);
  s[ImGuiCol_WindowBg] = vec4(c.panel);
  s[ImGuiCol_ChildBg] = vec4(with_alpha(c.panel, 0));
  s[ImGuiCol_PopupBg] = vec4(c.panel);
  s[ImGuiCol_Border] = vec4(c.line);
  s[ImGuiCol_BorderShadow] = ImVec4(0, 0, 0, 0);
  s[ImGuiCol_FrameBg] = vec4(c.control);
  s[ImGuiCol_FrameBgHovered] = vec4(c.hover);
  s[ImGuiCol_FrameBgActive] = vec4(c.hover);
  s[ImGuiCol_TitleBg] = s[ImGuiCol_TitleBgActive] = s[ImGuiCol_TitleBgCollapsed] = vec4(c.panel);
  s[ImGuiCol_MenuBarBg] = ImVec4(0, 0, 0, 0);
  s[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
  s[ImGuiCol_ScrollbarGrab] = vec4(with_alpha(c.dim, 0.65f)); // it alone says that there is more
  s[ImGuiCol_ScrollbarGrabHovered] = s[ImGuiCol_ScrollbarGrabActive] = vec4(c.dim);
  s[ImGuiCol_CheckMark] = s[ImGuiCol_SliderGrab] = s[ImGuiCol_SliderGrabActive] = vec4(c.accent);
  s[ImGuiCol_Button] = vec4(c.control);
  s[ImGuiCol_ButtonHovered] = s[ImGuiCol_ButtonActive] = vec4(c.hover);
  s[ImGuiCol_Header] = vec4(c.control);
  s[ImGuiCol_HeaderHovered] = s[ImGuiCol_HeaderActive] = vec4(c.hover);
  s[ImGuiCol_Separator] = vec4(c.line);
  s[ImGuiCol_TableHeaderBg] = vec4(c.control);
  s[ImGuiCol_TableBorderStrong] = s[ImGuiCol_TableBorderLight] = vec4(c.line);
  s[ImGuiCol_TableRowBg] = vec4(with_alpha(c.panel, 0));
  s[ImGuiCol_TableRowBgAlt] = vec4(with_alpha(c.control, 0.35f));
  s[ImGuiCol_TextSelectedBg] = vec4(with_alpha(c.accent, 0.45f));
  s[ImGuiCol_NavHighlight] = vec4(c.accent);
  s[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);
  ImGui::GetStyle() = style;
}

} // namespace texelscope::ui
