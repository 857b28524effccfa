// The page of answers as values, and its answers by the words of who asks.
#include <gtest/gtest.h>

#include "kernels/ground/files/files.h"
#include "kernels/studies/answers/answers_report.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

using Strings = std::vector<std::string>;

constexpr std::string_view small_page = R"(# Answers

Text of no answer.

## The table

| CUDA | OpenGL |
|---|---|
| `a` | **b** |

## First chapter

### tex\<{0}\> is [a link](#elsewhere) \*

Asked as: "why so", "and so".

A paragraph
in two lines, with `code[i](j)`.

A second [one in [0, 1]: see [the
other](#first-chapter), `a[1]`.

```sh
texelscope lesson one
texelscope explain a.json
```

```cpp
int no_command;
```

### A heading alone

## A chapter without text

### Mipmaps are blurry

They are.
)";

TEST(AnswersPage, HasHeadingsTextsTitlesAndCommands) {
  const std::vector<Answer> all = parse_answers(small_page);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].heading, "The table");
  EXPECT_EQ(all[0].text, "| CUDA | OpenGL |\n|---|---|\n| `a` | b |");
  EXPECT_EQ(all[1].heading, "tex<{0}> is a link *");
  EXPECT_EQ(all[1].chapter, "First chapter");
  EXPECT_EQ(all[1].line, 13);
  EXPECT_EQ(all[1].asked, (Strings{"why so", "and so"}));
  EXPECT_EQ(all[1].text,
            "A paragraph in two lines, with `code[i](j)`.\nA second [one in [0, 1]: see the other, `a[1]`.");
  EXPECT_EQ(all[1].commands, (Strings{"texelscope lesson one", "texelscope explain a.json"}));
  EXPECT_EQ(all[2].heading, "A heading alone");
  EXPECT_EQ(all[3].chapter, "A chapter without text");
}

TEST(AnswersPage, TakesWhatIsNoPage) {
  EXPECT_TRUE(parse_answers("").empty());
  EXPECT_TRUE(parse_answers("no heading\n```sh\nls\n").empty());
  const std::vector<Answer> open = parse_answers("### [open\nAsked as: \"one\n[a](b\n```sh\nls");
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].asked, Strings());
  EXPECT_EQ(open[0].commands, Strings{"ls"});
}

TEST(AnswerSearch, TermsAreWordsWithoutEndingsAndPartsOfNames) {
  EXPECT_EQ(search_terms("Why are the fetches cached?"), (Strings{"fetch", "cach"}));
  EXPECT_EQ(search_terms("cudaMallocPitch"), (Strings{"cudamallocpitch", "malloc", "pitch"}));
  EXPECT_EQ(search_terms("3-D surf2Dwrite"), (Strings{"3d", "surf2dwrit", "surf", "2d", "writ"}));
  EXPECT_EQ(search_terms("{0} failed"), Strings{"fail"});
  EXPECT_EQ(search_terms("colour bilinear"), search_terms("color linear"));
  EXPECT_EQ(search_terms("mipmaps"), search_terms("LOD"));
  EXPECT_TRUE(search_terms("why is it so?").empty());
}

TEST(AnswerSearch, TheBestComeFirst) {
  const std::vector<Answer> all = parse_answers(small_page);
  const auto found = find_answers(all, "mipmaps", 5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].answer->heading, "Mipmaps are blurry");
  EXPECT_GT(found[0].score, 0);
  EXPECT_TRUE(find_answers(all, "zzyzx", 5).empty());
  EXPECT_TRUE(find_answers(all, "", 5).empty());
  EXPECT_EQ(find_answers(all, "text heading paragraph mipmaps", 1).size(), 1u);
}

// Of the shipped page: the answer is among the first five.
struct Asked {
  std::string_view words, heading;
};
class ShippedAnswers : public testing::TestWithParam<Asked> {};
TEST_P(ShippedAnswers, AreFoundByWordsThatTheyDoNotHave) {
  const std::vector<Answer> all =
      parse_answers(read_text_file(tests::source_root / "docs/answers.md", 1 << 22));
  const auto found = find_answers(all, GetParam().words, 5);
  std::string headings;
  for (const FoundAnswer& one : found)
    headings += one.answer->heading + "\n";
  EXPECT_TRUE(headings.find(GetParam().heading) != std::string::npos) << headings;
}
INSTANTIATE_TEST_SUITE_P(
    Questions, ShippedAnswers,
    testing::Values(Asked{"my picture is shifted half a pixel to the left", "Everything is half a texel off"},
                    Asked{"GL_REPEAT does nothing", "Wrap does not wrap"},
                    Asked{"precision of hardware interpolation", "How accurate is a linear fetch?"},
                    Asked{"pitch 512", "Pitch 32, address 512"}, Asked{"fp16 texture", "FP16: half textures"},
                    Asked{"subnormals", "Denormals become 0"},
                    Asked{"wp.texture_sample", "NVIDIA Warp's textures"},
                    Asked{"WSL2 cuda opengl interop error", "WSL: error 304"},
                    Asked{"MI250 tex2D", "AMD with HIP"},
                    Asked{"cudaErrorInvalidFilterSetting", "The linear filter is refused on integers"},
                    Asked{"There is no CUDA device 3; this machine has 1.", "There is no CUDA device"}));

} // namespace
} // namespace texelscope
