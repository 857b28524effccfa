// The two languages: every text that the window shows has its Chinese translation, with the same values in
// them.
#include "kernels/ground/text/texts.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/sentence.h"
#include "kernels/state/session/enums.h"

namespace texelscope {
namespace {

struct Named {
  const char* name;
  Text id;
};
constexpr Named all_texts[] = {
#define TEXT(id, string) {#id, Text::id},
#include "kernels/ground/text/en/all.def"
#undef TEXT
};
// Texts that stay English appear only on the command line: the rooms that are missing here, and in those of
// `mixed_texts` the help of the flags (..._help) and what the verbs of `english_verbs` print.
constexpr Named translated_texts[] = {
#define TEXT(id, string) {#id, Text::id},
#include "kernels/ground/text/en/amp.def"
#include "kernels/ground/text/en/app_analyses.def"
#include "kernels/ground/text/en/app_keeping.def"
#include "kernels/ground/text/en/app_web.def"
#include "kernels/ground/text/en/app_web_gpu.def"
#include "kernels/ground/text/en/base.def"
#include "kernels/ground/text/en/bodies.def"
#include "kernels/ground/text/en/check.def"
#include "kernels/ground/text/en/coherence.def"
#include "kernels/ground/text/en/compare.def"
#include "kernels/ground/text/en/cpu.def"
#include "kernels/ground/text/en/cuda.def"
#include "kernels/ground/text/en/custom_kernel.def"
#include "kernels/ground/text/en/explain.def"
#include "kernels/ground/text/en/export.def"
#include "kernels/ground/text/en/fetches.def"
#include "kernels/ground/text/en/files.def"
#include "kernels/ground/text/en/gl.def"
#include "kernels/ground/text/en/image_io.def"
#include "kernels/ground/text/en/lessons.def"
#include "kernels/ground/text/en/no_cuda.def"
#include "kernels/ground/text/en/profile.def"
#include "kernels/ground/text/en/record_images.def"
#include "kernels/ground/text/en/report.def"
#include "kernels/ground/text/en/resolve.def"
#include "kernels/ground/text/en/session_enums.def"
#include "kernels/ground/text/en/session_fields.def"
#include "kernels/ground/text/en/sources.def"
#include "kernels/ground/text/en/stored.def"
#include "kernels/ground/text/en/support_matrix.def"
#include "kernels/ground/text/en/trace.def"
#include "kernels/ground/text/en/ui_compare.def"
#include "kernels/ground/text/en/ui_frame.def"
#include "kernels/ground/text/en/ui_labs.def"
#include "kernels/ground/text/en/ui_lessons.def"
#include "kernels/ground/text/en/ui_profile.def"
#include "kernels/ground/text/en/ui_result.def"
#include "kernels/ground/text/en/ui_settings.def"
#include "kernels/ground/text/en/ui_shell.def"
#include "kernels/ground/text/en/ui_why.def"
#include "kernels/ground/text/en/ui_widgets.def"
#include "kernels/ground/text/en/verify.def"
#undef TEXT
};
constexpr Named mixed_texts[] = {
#define TEXT(id, string) {#id, Text::id},
#include "kernels/ground/text/en/app_verbs.def"
#include "kernels/ground/text/en/app_window.def"
#undef TEXT
};

constexpr std::string_view english_verbs[] = {
    "bench_",     "compare_bench_", "dash_each_", "help_",   "lab_legend", "lab_nothing", "legality_",
    "lod_clamp_", "merge_",         "plot_",      "sample_", "tools_",     "trace_",      "verify_"};

// Names that are the same in both languages: CUDA's and C's identifiers, axes, channels, keys, device names.
const std::set<std::string> kept = {"title_amp",
                                    "lab_amp",
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
                                    "check_enumerator_cure",
                                    "check_view_cure",
                                    "check_flag_cure",
                                    "command_english",
                                    "measure_signed",
                                    "measure_absolute",
                                    "measure_ulp",
                                    "values_cuda",
                                    "values_opengl",
                                    "metric_rmse",
                                    "metric_psnr",
                                    "metric_ssim",
                                    "compare_a",
                                    "compare_b",
                                    "profile_ldg",
                                    "scope_csv",
                                    "scope_opengl",
                                    "scope_cuda",
                                    "window_title",
                                    "bench_column_ms",
                                    "bench_column_texels",
                                    "bench_column_bytes",
                                    "compare_bench_rate_before",
                                    "explain_dx",
                                    "explain_dy"};

// "{0} of {1}": 0 and 1.
std::set<char> values_in(std::string_view string) {
  std::set<char> values;
  for (std::size_t i = 0; i + 2 < string.size(); ++i)
    if (string[i] == '{' && std::isdigit(static_cast<unsigned char>(string[i + 1])) && string[i + 2] == '}')
      values.insert(string[i + 1]);
  return values;
}

// Whether the text has anything but values, digits and punctuation.
bool contains_text(std::string_view string) {
  return std::ranges::any_of(string, [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

bool stays_english(const Named& named) {
  const std::string_view name = named.name;
  return kept.contains(named.name) || name.starts_with("amp_form_") ||
         name.starts_with("amp_says_"); // the compiler's own text
}

class Texts : public testing::Test {
protected:
  void TearDown() override { set_language(Language::english); }
};

void expect_chinese(const Named& named) {
  const std::string english = translation(named.id, Language::english);
  const bool translated = translation(named.id, Language::chinese) != nullptr;
  if (stays_english(named)) {
    EXPECT_FALSE(translated) << named.name << " is listed as the same in both languages";
  } else if (contains_text(english)) {
    EXPECT_TRUE(translated) << "kernels/ground/text/zh/ has no TEXT(" << named.name << ", ...) for \""
                            << english << "\"";
  }
}

TEST_F(Texts, EachHasItsChinese) {
  for (const Named& named : translated_texts)
    expect_chinese(named);
  for (const Named& named : mixed_texts) {
    const std::string_view name = named.name;
    const bool of_english_verb =
        std::ranges::any_of(english_verbs, [&](std::string_view verb) { return name.starts_with(verb); });
    if (!name.ends_with("_help") && !of_english_verb) expect_chinese(named);
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

// CUDA's names are never translated: those in the English text are in the Chinese one too.
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
  EXPECT_EQ(say(Text::plane_level, {std::string_view("a\0b", 3), "7"}), "level a\\x00b of 7")
      << "a zero byte would end a message";
  set_language(Language::chinese);
  EXPECT_STREQ(text(Text::title_why), "原因");
  EXPECT_STREQ(label(AddressMode::wrap), "循环");
  EXPECT_EQ(say(Text::plane_level, {"2", "7"}), "第 2 级，共 7 级");
  EXPECT_STREQ(text(Text::amp_says_set), "Invalid value_type for set method.")
      << "a text without a translation is English";
  std::string elsewhere;
  std::thread([&] { elsewhere = text(Text::title_why); }).join();
  EXPECT_EQ(elsewhere, "原因") << "the language is the program's, not a thread's";
  EXPECT_EQ(identifier(AddressMode::wrap), "wrap") << "identifiers are the same in every language";
  set_language(Language::english);
  EXPECT_STREQ(text(Text::title_why), "WHY");
}

std::string said_in(Language language, const Sentence& sentence) {
  set_language(language);
  return sentence.str();
}

TEST_F(Texts, ASentenceIsSaidInTheLanguageOfTheMoment) {
  Sentence sentence(Text::trace_leaked_some, {"2", "3"});
  EXPECT_EQ(said_in(Language::english, sentence), "2 of 3 objects were never destroyed.");
  EXPECT_EQ(said_in(Language::chinese, sentence), "3 个对象中有 2 个从未被销毁。");
  sentence.append(Text::trace_accepted);
  sentence.append("Verbatim.");
  EXPECT_EQ(said_in(Language::english, sentence),
            "2 of 3 objects were never destroyed. CUDA accepted it here. Verbatim.");
  EXPECT_EQ(said_in(Language::chinese, sentence),
            "3 个对象中有 2 个从未被销毁。 CUDA 在这里接受了它。 Verbatim.");
  EXPECT_TRUE(Sentence().empty());
  EXPECT_EQ(Sentence().str(), "");
  EXPECT_FALSE(sentence.empty() || Sentence("x").empty() || Sentence(Text::trace_accepted).empty());
}

TEST_F(Texts, ASentenceIsRecognizedInEitherLanguage) {
  Sentence three(Text::trace_leaked_some, {"2", "3"});
  three.append(Text::trace_accepted);
  three.append("cudaErrorUnknown");
  const Sentence wrap(Text::note_unnormalized, {Text::address_wrap});
  for (const Sentence& sentence :
       {three, wrap, Sentence(Text::trace_freed_cure, {"cudaFreeArray"}), Sentence()})
    for (const Language language : {Language::english, Language::chinese})
      EXPECT_EQ(Sentence::recognized(said_in(language, sentence)), sentence) << sentence.str();
  for (const char* foreign :
       {"no GPU", "wrap", "the GPU: is away", "2 of 3", ". . .", "ptxas: error at line 5"})
    EXPECT_EQ(Sentence::recognized(foreign), Sentence(foreign)) << foreign;
  const std::string longest(100000, '.');
  EXPECT_EQ(Sentence::recognized(longest), Sentence(longest));
}

// Of the rooms whose sentences are kept or read from files; the values stand for numbers.
TEST_F(Texts, EachFindingIsRecognized) {
  constexpr Named kept_texts[] = {
#define TEXT(id, string) {#id, Text::id},
#include "kernels/ground/text/en/advise.def"
#include "kernels/ground/text/en/check.def"
#include "kernels/ground/text/en/fetches.def"
#include "kernels/ground/text/en/resolve.def"
#include "kernels/ground/text/en/trace.def"
#undef TEXT
  };
  std::size_t count = 0;
  for (const Named& named : kept_texts) {
    const std::string english = translation(named.id, Language::english);
    if (english.size() < 24 || translation(named.id, Language::chinese) == nullptr) continue;
    Sentence sentence(named.id);
    for (std::size_t i = 0; i < values_in(english).size(); ++i)
      sentence.values.push_back(std::to_string(10 + i));
    for (const Language language : {Language::english, Language::chinese}) {
      const Sentence found = Sentence::recognized(said_in(language, sentence));
      for (const Language other : {Language::english, Language::chinese})
        EXPECT_EQ(said_in(other, found), said_in(other, sentence)) << named.name;
    }
    ++count;
  }
  EXPECT_GT(count, 300u);
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
