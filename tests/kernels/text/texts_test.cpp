// The two languages: every text that the window shows has its Chinese words, with the same values in them.
#include "kernels/text/texts.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/session/enums.h"
#include "kernels/text/language.h"

namespace texelscope {
namespace {

struct Named {
  const char* name;
  Text id;
};
constexpr Named all_texts[] = {
#define TEXT(id, words) {#id, Text::id},
#include "kernels/text/en/all.def"
#undef TEXT
};
// Tables that are wholly translated: one that is new joins the list with its translation. Of texts_app.def
// only what reaches the window is.
constexpr Named translated_texts[] = {
#define TEXT(id, words) {#id, Text::id},
#include "kernels/text/en/bench_lab.def"
#include "kernels/text/en/compare.def"
#include "kernels/text/en/export.def"
#include "kernels/text/en/fetch.def"
#include "kernels/text/en/files.def"
#include "kernels/text/en/kernels.def"
#include "kernels/text/en/language.def"
#include "kernels/text/en/lessons.def"
#include "kernels/text/en/microscope.def"
#include "kernels/text/en/plots.def"
#include "kernels/text/en/profile.def"
#include "kernels/text/en/scope.def"
#include "kernels/text/en/ui.def"
#undef TEXT
};

// Names that are the same in both languages: CUDA's and C's words, axes, channels, keys, what a device calls
// itself.
const std::set<std::string> kept = {"title_amp",
                                    "amp_write",
                                    "title_lod",
                                    "lod_given",
                                    "block_alpha",
                                    "tool_nonfinite",
                                    "badge_cuda",
                                    "about_title",
                                    "key_tab",
                                    "stale_step_fence",
                                    "false_color_viridis",
                                    "field_srgb",
                                    "field_show_r",
                                    "field_show_g",
                                    "field_show_b",
                                    "field_show_a",
                                    "storage_shared",
                                    "storage_pitch",
                                    "function_plain",
                                    "function_lod",
                                    "function_grad",
                                    "function_gather",
                                    "function_texel",
                                    "axis_x",
                                    "axis_y",
                                    "axis_z",
                                    "face_positive_x",
                                    "face_negative_x",
                                    "face_positive_y",
                                    "face_negative_y",
                                    "face_positive_z",
                                    "face_negative_z",
                                    "field_lod",
                                    "field_dx",
                                    "field_dy",
                                    "type_f32",
                                    "type_u32",
                                    "type_s32",
                                    "type_u16",
                                    "type_s16",
                                    "type_u8",
                                    "type_s8",
                                    "cpu_device",
                                    "cpu_device_single",
                                    "cpu_scalar",
                                    "use_gather",
                                    "column_srgb",
                                    "stale_read_ldg",
                                    "command_english",
                                    "measure_signed",
                                    "measure_absolute",
                                    "measure_ulp",
                                    "values_cuda",
                                    "values_opengl",
                                    "metric_rmse",
                                    "metric_psnr",
                                    "metric_ssim",
                                    "metric_ulp",
                                    "compare_a",
                                    "compare_b",
                                    "profile_ldg",
                                    "scope_csv",
                                    "scope_opengl",
                                    "scope_cuda"};

// "{0} of {1}": 0 and 1.
std::set<char> values_in(std::string_view words) {
  std::set<char> values;
  for (std::size_t i = 0; i + 2 < words.size(); ++i)
    if (words[i] == '{' && std::isdigit(static_cast<unsigned char>(words[i + 1])) && words[i + 2] == '}')
      values.insert(words[i + 1]);
  return values;
}

// Whether anything but values, digits and signs stands in it.
bool contains_text(std::string_view words) {
  return std::ranges::any_of(words, [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

bool stays_english(const Named& named) {
  const std::string_view name = named.name;
  return kept.contains(named.name) || name.starts_with("amp_form_") ||
         name.starts_with("amp_says_"); // the compiler's own words
}

class Texts : public testing::Test {
protected:
  void TearDown() override { set_language(Language::english); }
};

TEST_F(Texts, EachHasItsChinese) {
  for (const Named& named : translated_texts) {
    const std::string english = translation(named.id, Language::english);
    const bool translated = translation(named.id, Language::chinese) != nullptr;
    if (stays_english(named)) {
      EXPECT_FALSE(translated) << named.name << " is listed as the same in both languages";
    } else if (contains_text(english)) {
      EXPECT_TRUE(translated) << "kernels/text/zh/ has no TEXT(" << named.name << ", ...) for \"" << english
                              << "\"";
    }
  }
}

TEST_F(Texts, TranslationsHoldTheSameValuesAndAreNoCopies) {
  std::size_t count = 0;
  for (const Named& named : all_texts) {
    const char* chinese = translation(named.id, Language::chinese);
    if (chinese == nullptr) continue;
    ++count;
    const std::string english = translation(named.id, Language::english);
    EXPECT_EQ(values_in(chinese), values_in(english)) << named.name << ": " << chinese;
    EXPECT_NE(chinese, english) << named.name;
    EXPECT_TRUE(std::ranges::any_of(std::string_view(chinese),
                                    [](char c) { return static_cast<unsigned char>(c) >= 0xe3; }))
        << named.name << " has no Chinese in it: " << chinese;
  }
  EXPECT_GT(count, 1000u);
}

// CUDA's names are never translated: what stands in the English text stands in the Chinese one too.
TEST_F(Texts, NamesOfCudaStay) {
  for (const Named& named : all_texts) {
    const char* chinese = translation(named.id, Language::chinese);
    if (chinese == nullptr) continue;
    const std::string english = translation(named.id, Language::english);
    for (std::size_t at = english.find("cuda"); at != std::string::npos; at = english.find("cuda", at + 1)) {
      std::size_t end = at;
      while (end < english.size() && std::isalnum(static_cast<unsigned char>(english[end])))
        ++end;
      const std::string name = english.substr(at, end - at);
      EXPECT_NE(std::string(chinese).find(name), std::string::npos) << named.name << " lacks " << name;
    }
  }
}

TEST_F(Texts, SpeakTheChosenLanguage) {
  EXPECT_EQ(language(), Language::english);
  EXPECT_STREQ(text(Text::title_why), "WHY");
  EXPECT_STREQ(label(AddressMode::wrap), "wrap");
  EXPECT_EQ(say(Text::plane_level, {"2", "7"}), "level 2 of 7");
  set_language(Language::chinese);
  EXPECT_STREQ(text(Text::title_why), "原因");
  EXPECT_STREQ(label(AddressMode::wrap), "循环");
  EXPECT_EQ(say(Text::plane_level, {"2", "7"}), "第 2 级，共 7 级");
  EXPECT_STREQ(text(Text::amp_says_set), "Invalid value_type for set method.")
      << "what has no translation is said in English";
  std::string elsewhere;
  std::thread([&] { elsewhere = text(Text::title_why); }).join();
  EXPECT_EQ(elsewhere, "原因") << "the language is the program's, not a thread's";
  EXPECT_EQ(identifier(AddressMode::wrap), "wrap") << "identifiers are the same in every language";
  set_language(Language::english);
  EXPECT_STREQ(text(Text::title_why), "WHY");
}

TEST_F(Texts, CodesAndLocales) {
  EXPECT_EQ(language_from_code("en"), Language::english);
  EXPECT_EQ(language_from_code("zh-Hans"), Language::chinese);
  EXPECT_EQ(language_from_code("zh-Hant"), std::nullopt);
  EXPECT_EQ(language_from_code(""), std::nullopt);
  for (const char* locale : {"zh_CN.UTF-8", "zh_CN", "zh_SG.utf8", "zh", "zh_CN.GB18030@stroke"})
    EXPECT_EQ(language_of_locale(locale), Language::chinese) << locale;
  for (const char* locale :
       {"", "C", "POSIX", "C.UTF-8", "en_US.UTF-8", "zh_TW.UTF-8", "zh_HK", "ja_JP.UTF-8", "zhuang"})
    EXPECT_EQ(language_of_locale(locale), Language::english) << locale;
}

} // namespace
} // namespace texelscope
