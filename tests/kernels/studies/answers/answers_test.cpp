// The page of answers as values, and its answers by the words of who asks.
#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/studies/answers/answer_table.h"
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

TEST(AnswersPage, ReadsAFile) {
  EXPECT_EQ(read_answers(tests::source_root / "docs/answers.md").answers().front().heading,
            "The same thing in other APIs");
  EXPECT_THROW(read_answers("/nowhere/answers.md"), UserError);
}

TEST(AnswerSearch, AMovedOneKeepsWhatItFound) {
  AnswerSearch first(parse_answers(small_page));
  const auto found = first.find("mipmaps", 5);
  const AnswerSearch second = std::move(first);
  EXPECT_EQ(found.at(0).answer, &second.answers()[3]);
}

TEST(AnswerSearch, TermsAreWordsWithoutEndingsAndPartsOfNames) {
  EXPECT_EQ(search_terms("Why are the fetches cached?"), (Strings{"fetch", "cach"}));
  EXPECT_EQ(search_terms("cudaMallocPitch"), (Strings{"cudamallocpitch", "malloc", "pitch"}));
  EXPECT_EQ(search_terms("3-D surf2Dwrite"), (Strings{"3d", "surf2dwrit", "surf", "2d", "writ"}));
  EXPECT_EQ(search_terms("{0} failed"), Strings{"fail"});
  EXPECT_EQ(search_terms("cv::remap() cv2.remap"), (Strings{"opencv", "remap", "opencv", "remap"}));
  EXPECT_EQ(search_terms("colour bilinear"), search_terms("color linear"));
  EXPECT_EQ(search_terms("mipmaps"), search_terms("LOD"));
  EXPECT_TRUE(search_terms("why is it so?").empty());
}

TEST(AnswerSearch, TheBestComeFirst) {
  const AnswerSearch search(parse_answers(small_page));
  ASSERT_EQ(search.answers().size(), 4u);
  const auto found = search.find("mipmaps", 5);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].answer->heading, "Mipmaps are blurry");
  EXPECT_GT(found[0].score, 0);
  EXPECT_TRUE(search.find("zzyzx", 5).empty());
  EXPECT_TRUE(search.find("", 5).empty());
  EXPECT_EQ(search.find("text heading paragraph mipmaps", 1).size(), 1u);
}

constexpr std::string_view table_page = R"(## Limits

How large a texture may be:

| texture | texels | attribute |
|:--|---|---|
| 1-D | 10 | `a` |
| 2-D | 20 | `b` |
| 2-D of pitch memory | 30 | `c` |
| layers of 2-D | 40 | `d` |
| 2-D cube | 50 | `e` |

```sh
texelscope legality
```
)";

TEST(AnswerTable, HasAHeaderAndRowsWithoutTheirFrame) {
  const AnswerTable table = table_of(parse_answers(table_page).at(0).text);
  EXPECT_EQ(table.header, "texture | texels | attribute");
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[2], "2-D of pitch memory | 30 | `c`");
  EXPECT_TRUE(table.is_most);
  EXPECT_FALSE(table_of("A long sentence before it.\n| a |\n|---|\n| b |").is_most);
  for (const char* none : {"", "no table", "a | b", "|", "|---|"})
    EXPECT_TRUE(table_of(none).rows.empty()) << none;
  EXPECT_EQ(table_of("| a |\n|---|\n| b |\ntext\n| c |\n").rows, Strings{"b"}) << "of two tables the first";
}

TEST(AnswerTable, TheRowsThatHoldTheAskedWordsFollowTheHeader) {
  const AnswerTable table = table_of(parse_answers(table_page).at(0).text);
  EXPECT_EQ(asked_rows(table, "largest 1-D", 4), (Strings{"texture | texels | attribute", "1-D | 10 | `a`"}));
  // "pitch" is in one row, "2-D" in four, so that the others come to less than half of it.
  EXPECT_EQ(asked_rows(table, "2-D pitch", 4),
            (Strings{"texture | texels | attribute", "2-D of pitch memory | 30 | `c`"}));
  // Two of equal weight in the table's order, and no more than fit.
  EXPECT_EQ(asked_rows(table, "cube 1-D", 4),
            (Strings{"texture | texels | attribute", "1-D | 10 | `a`", "2-D cube | 50 | `e`"}));
  EXPECT_EQ(asked_rows(table, "cube 1-D", 2), (Strings{"texture | texels | attribute", "1-D | 10 | `a`"}));
  EXPECT_EQ(asked_rows(table, "2-D", 4).size(), 4u);
  EXPECT_TRUE(asked_rows(table, "WebGPU", 4).empty());
  EXPECT_TRUE(asked_rows(table, "", 4).empty());
  EXPECT_TRUE(asked_rows(table, "1-D", 0).empty());
}

TEST(AnswersReport, PrintsTheRowsThatHoldTheAskedWords) {
  const AnswerSearch search(parse_answers(table_page));
  EXPECT_EQ(answers_text("largest cube", search.find("largest cube", 5), "page.md"),
            "Limits\n"
            "  How large a texture may be:\n"
            "    texture | texels | attribute\n"
            "    2-D cube | 50 | `e`\n"
            "  $ texelscope legality\n"
            "  page.md:1\n\n");
  // A text that is a table has no sentence.
  const AnswerSearch small(parse_answers(small_page));
  EXPECT_EQ(answers_text("OpenGL b", small.find("OpenGL b", 1), "page.md"), "The table\n"
                                                                            "    CUDA | OpenGL\n"
                                                                            "    `a` | b\n"
                                                                            "  page.md:5\n\n");
}

constexpr std::string_view names_page = R"(## Chapter

### Which texels a warp touches

The texels of a warp's threads lie in tiles, in CUDA as in WebGPU (`--as webgpu`).

### NVIDIA Warp's textures: wp.Texture2D

A texture of texels, which threads fetch.

### WebGPU: no border

A texture without a border.

### Everything but the border

A border of a texture, and threads.
)";

std::string first_heading(std::string_view page, std::string_view words) {
  const AnswerSearch search(parse_answers(page));
  const auto found = search.find(words, 1);
  return found.empty() ? std::string() : found.front().answer->heading;
}

TEST(AnswerSearch, AHeadingThatBeginsWithANameIsForThoseWhoNameIt) {
  EXPECT_EQ(first_heading(names_page, "no border"), "Everything but the border");
  EXPECT_EQ(first_heading(names_page, "no border in WebGPU"), "WebGPU: no border");
  EXPECT_EQ(first_heading(names_page, "no border with wgpu"), "WebGPU: no border") << "another name of it";
  EXPECT_EQ(first_heading(names_page, "textures of a warp"), "Which texels a warp touches");
  EXPECT_EQ(first_heading(names_page, "textures of NVIDIA Warp"), "NVIDIA Warp's textures: wp.Texture2D");
  EXPECT_EQ(first_heading(names_page, "textures by wp.array"), "NVIDIA Warp's textures: wp.Texture2D");
}

const AnswerSearch& shipped_search() {
  static const AnswerSearch search = read_answers(tests::source_root / "docs/answers.md");
  return search;
}

// Of the shipped page: the answer is among the first five.
struct Asked {
  std::string_view words, heading;
};
class ShippedAnswers : public testing::TestWithParam<Asked> {};
TEST_P(ShippedAnswers, AreFoundByWordsThatTheyDoNotHave) {
  const auto found = shipped_search().find(GetParam().words, max_found_answers);
  std::string headings;
  for (const FoundAnswer& one : found)
    headings += one.answer->heading + "\n";
  EXPECT_TRUE(headings.find(GetParam().heading) != std::string::npos) << headings;
}
// And an answer about what the words do not name is not among them.
class ShippedNames : public testing::TestWithParam<Asked> {};
TEST_P(ShippedNames, AreNotForThoseWhoDoNotNameThem) {
  ASSERT_TRUE(std::ranges::any_of(shipped_search().answers(), [](const Answer& answer) {
    return answer.heading.starts_with(GetParam().heading);
  }));
  for (const FoundAnswer& one : shipped_search().find(GetParam().words, max_found_answers))
    EXPECT_FALSE(one.answer->heading.starts_with(GetParam().heading)) << one.answer->heading;
}
INSTANTIATE_TEST_SUITE_P(
    Questions, ShippedNames,
    testing::Values(Asked{"texture fetches of the threads of a warp", "NVIDIA Warp's textures"},
                    Asked{"texture interpolation on CPU and GPU differ", "NVIDIA Warp's textures"},
                    Asked{"linear filter of floats in tex2D", "AMD with HIP"},
                    Asked{"change the border color", "WebGPU: no border"},
                    Asked{"linear filtering of float textures", "WebGPU: no border"},
                    Asked{"filter float textures with pixel coordinates", "Metal and Apple's chips"},
                    Asked{"unnormalized coordinates of a sampler", "Direct3D: eight bits too"}));

// Of an error alone no call is known: the answer about all of them comes before those about one.
TEST(ShippedErrors, AnErrorWithoutItsCallFindsAllCalls) {
  constexpr std::string_view general = "Invalid argument, error 1 or 11";
  for (const char* words :
       {"invalid argument", "CUDA error 11: invalid argument", "cudaErrorInvalidValue texture"})
    EXPECT_TRUE(shipped_search().find(words, 1).at(0).answer->heading.starts_with(general)) << words;
  EXPECT_TRUE(shipped_search()
                  .find("cudaGraphicsGLRegisterImage invalid argument", 1)
                  .at(0)
                  .answer->heading.starts_with("cudaGraphicsGLRegisterImage: error 11"));
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
                    Asked{"half precision texture", "FP16: half textures"},
                    Asked{"infinity in a texture", "NaN or infinity"},
                    Asked{"float4 surf2Dwrite into halves", "Surfaces move bits"},
                    Asked{"PyCUDA uint8 gives 161", "uint8 20 comes back as 161"},
                    Asked{"precision of a filtered uint16 texture", "8- and 16-bit integers"},
                    Asked{"register a GL image: error 11", "cudaGraphicsGLRegisterImage: error 11"},
                    Asked{"1 instead of 0 outside the texture", "Another border value than 0"},
                    Asked{"cudaBindTexture invalid value", "cudaBindTexture: InvalidValue"},
                    Asked{"seams between faces in the levels of a cubemap", "Seams of a cube in levels"},
                    Asked{"gradient by the coordinate", "The derivative of a fetch"},
                    Asked{"BC1 file too dark", "A BCn file is darker"},
                    Asked{"wgpu lod_max_clamp", "WebGPU: always level 0"},
                    Asked{"largest volume of a Maxwell GPU", "Limits before Turing"},
                    Asked{"AMD's limits", "AMD with ROCm: how large"},
                    Asked{"how does a gather round its coordinates in Direct3D", "Direct3D's Gather"},
                    Asked{"cudaMallocAsync texture", "Memory from a pool"},
                    Asked{"mipmap performance", "Do mip levels or anisotropy make fetches faster?"},
                    Asked{"OpenGL cube map fetches zeros", "An OpenGL cube map in CUDA"},
                    Asked{"copy floats into a GL_RGBA texture fails", "A copy into a mapped OpenGL texture"},
                    Asked{"VK_IMAGE_TILING_OPTIMAL", "Vulkan's images in CUDA"},
                    Asked{"artifacts at UV seams", "Seams of a mesh"},
                    Asked{"yellow normal map", "A normal map is yellow"},
                    Asked{"black KTX2", "A compressed file is black"},
                    Asked{"every other row is missing", "The picture is skewed"},
                    Asked{"trilinear filter in software", "A volume filtered without"},
                    Asked{"biggest texture", "How large may a texture be?"},
                    Asked{"MI250 tex2D", "AMD with HIP"}, Asked{"cv::remap()", "remap, warpAffine"},
                    Asked{"ippiRemap and nppiRemap differ", "remap, warpAffine"},
                    Asked{"__constant__ or texture for a table", "Constant memory or texture memory?"},
                    Asked{"zyx or xyz for grid_sample", "A volume's axes"},
                    Asked{"volume rendering by slices or by a 3D texture", "A volume as a 3-D texture or as"},
                    Asked{"space filling curve in texture memory", "Which texels a warp touches"},
                    Asked{"smoother than bilinear without more reads", "Better weights than 8 bits"},
                    Asked{"noise in learned textures", "Noise in the finest level"},
                    Asked{"textureSampleLevel ignores the level", "A level that the sampler never reaches"},
                    Asked{"stage tiles with a halo in shared memory", "Shared memory beside texture fetches"},
                    Asked{"NVDEC to an OpenGL texture: a quarter is black", "Three quarters of a picture"},
                    Asked{"bicubic in GLSL", "Bicubic from four linear fetches"},
                    Asked{"3 GB as one texture", "How large may a texture be?"},
                    Asked{"index an array of textures", "Handles that differ by lane"},
                    Asked{"basics of tex2D coordinates", "Everything is half a texel off"},
                    Asked{"CuPy invalid argument", "Invalid argument, error 1 or 11"},
                    Asked{"cudaErrorInvalidFilterSetting", "The linear filter is refused on integers"},
                    Asked{"There is no CUDA device 3; this machine has 1.", "There is no CUDA device"}));

} // namespace
} // namespace texelscope
