// cudaTextureDesc in C++: every supported way to write one, and the errors for the others.
#include <chrono>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import_desc.h"
#include "kernels/state/stored/pasted_state.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/program.h"
#include "tests/random_session.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

Sampler zero() {
  Sampler s;
  s.normalized_coords = false;
  s.filter = s.mip_filter = FilterMode::point;
  s.read_mode = ReadMode::element;
  s.mip_max = 0;
  s.max_anisotropy = 0;
  return s;
}

Sampler taken(const std::string& code) {
  return import_desc(code, "x", Sampler()).sampler;
}

std::string desc_refusal(const std::string& code) {
  return refusal_of([&] { import_desc(code, "t.cu", Sampler()); });
}

TEST(ImportDesc, FieldsNotSetAreZero) {
  for (const char* code :
       {"cudaTextureDesc desc = {};", "cudaTextureDesc desc{};", "struct cudaTextureDesc d = {0};",
        "const cudaTextureDesc d = cudaTextureDesc{};", "cudaTextureDesc d; memset(&d, 0, sizeof(d));",
        "cudaTextureDesc d;\nstd::memset(&d, 0, sizeof d);", "hipTextureDesc d = {};",
        "cudaTextureDesc d = cudaTextureDesc();"}) {
    const ImportedDesc imported = import_desc(code, "x", Sampler());
    EXPECT_EQ(imported.sampler, zero()) << code;
    EXPECT_TRUE(imported.zeroed) << code;
  }
}

TEST(ImportDesc, Assignments) {
  const std::string code = R"(
    cudaTextureDesc texDesc; // as in the samples
    memset(&texDesc, 0, sizeof(cudaTextureDesc));
    cudaResourceDesc resDesc = {};
    resDesc.resType = cudaResourceTypeArray;
    resDesc.res.array.array = cuArray;
    texDesc.addressMode[0] = texDesc.addressMode[1] = cudaAddressModeMirror;
    texDesc.addressMode[2] = (cudaTextureAddressMode)3;
    texDesc.filterMode = static_cast<enum cudaTextureFilterMode>(1);
    texDesc.readMode = cudaTextureReadMode::cudaReadModeNormalizedFloat; /* 1 */
    texDesc.borderColor[1] = -0.5f;
    texDesc.normalizedCoords = true;
    texDesc.maxAnisotropy = 0x10u;
    texDesc.mipmapLevelBias = +1.25e0F;
    checkCudaErrors(cudaCreateTextureObject(&tex, &resDesc, &texDesc, NULL));
  )";
  Sampler wanted = zero();
  wanted.address = {AddressMode::mirror, AddressMode::mirror, AddressMode::border};
  wanted.filter = FilterMode::linear;
  wanted.read_mode = ReadMode::normalized_float;
  wanted.border_color = {0, -0.5f, 0, 0};
  wanted.normalized_coords = true;
  wanted.max_anisotropy = 16;
  wanted.mip_bias = 1.25f;
  EXPECT_EQ(taken(code), wanted);
  EXPECT_EQ(taken("desc->filterMode = cudaFilterModeLinear; desc->sRGB = 1;").srgb, true);
}

TEST(ImportDesc, DesignatedAndPositional) {
  Sampler wanted = zero();
  wanted.address = {AddressMode::clamp, AddressMode::border, AddressMode::wrap};
  wanted.filter = FilterMode::linear;
  wanted.border_color = {1, 0.5f, 0, 0};
  wanted.normalized_coords = true;
  EXPECT_EQ(taken("cudaTextureDesc d = {.addressMode = {cudaAddressModeClamp, cudaAddressModeBorder}, "
                  ".filterMode = cudaFilterModeLinear,"
                  " .borderColor{1.0f, .5f}, .normalizedCoords = 1,};"),
            wanted);
  EXPECT_EQ(taken("{.addressMode[0] = cudaAddressModeClamp, .addressMode[1] = cudaAddressModeBorder, "
                  ".filterMode = cudaFilterModeLinear,"
                  " .borderColor = {1, 0.5}, .normalizedCoords = 1}"),
            wanted);
  EXPECT_EQ(taken("cudaTextureDesc d = {{cudaAddressModeClamp, cudaAddressModeBorder}, cudaFilterModeLinear, "
                  "cudaReadModeElementType, 0, {1, 0.5f}, 1};"),
            wanted);
  EXPECT_EQ(taken("cudaTextureDesc d = {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, "
                  "cudaFilterModeLinear, cudaReadModeElementType, 0, 1, 0.5f, 0, 0, 1};"),
            wanted);
}

TEST(ImportDesc, WithoutAZeroTheRestStays) {
  Sampler present;
  present.mip_bias = 2;
  present.address[1] = AddressMode::mirror;
  const ImportedDesc imported =
      import_desc("cudaTextureDesc d; d.filterMode = cudaFilterModePoint;", "x", present);
  Sampler wanted = present;
  wanted.filter = FilterMode::point;
  EXPECT_EQ(imported.sampler, wanted);
  EXPECT_FALSE(imported.zeroed);
  EXPECT_EQ(imported.said, std::vector<std::string>{"sampler.filter: point"});
}

// The warnings, one per line.
std::string warnings_of(const std::string& code) {
  std::string all;
  for (const ImportWarning& warning : import_desc(code, "t.cu", Sampler()).warnings)
    all += warning.place + warning.sentence + "\n";
  return all;
}

TEST(ImportDesc, ErrorsNameThePlaceAndTheWord) {
  EXPECT_EQ(desc_refusal("d.filterMode = cudaFilterModeLinear"), "nothing");
  EXPECT_EQ(desc_refusal("d.filterMode cudaFilterModeLinear;"),
            "t.cu:1:14: " + say(Text::import_expected, {"=", "cudaFilterModeLinear"}));
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {.sRGB = };"), "t.cu:1:30: " + say(Text::import_value, {"}"}));
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {.sRGB = 1"),
            "t.cu:1:31: " + say(Text::import_expected, {"}", text(Text::import_end)}));
  EXPECT_EQ(desc_refusal("cudaTextureDesc a = {}; cudaTextureDesc b = {};"),
            "t.cu:1:41: " + say(Text::import_two, {"a", "b"}));
  EXPECT_EQ(desc_refusal("int main() {}"), "t.cu:1:1: " + std::string(text(Text::import_nothing)));
  EXPECT_EQ(desc_refusal(""), "t.cu:1:1: " + std::string(text(Text::import_nothing)));
}

TEST(ImportDesc, WhatCannotBeEvaluatedIsAWarning) {
  const std::string filters = "cudaFilterModePoint, cudaFilterModeLinear";
  EXPECT_EQ(warnings_of("cudaTextureDesc d = {};\nd.filterMod = cudaFilterModeLinear;"),
            "t.cu:2:3: cudaTextureDesc has no field \"filterMod\". Did you mean \"filterMode\"?\n");
  EXPECT_EQ(warnings_of("cudaTextureDesc d = {};\n  d.filterMode = cudaFilterModeLinaer;"),
            "t.cu:2:18: cannot evaluate \"cudaFilterModeLinaer\"; expected " + filters +
                ". Did you mean \"cudaFilterModeLinear\"? filterMode is not set.\n");
  EXPECT_EQ(warnings_of("d.filterMode = cudaAddressModeWrap;"),
            "t.cu:1:16: cannot evaluate \"cudaAddressModeWrap\"; expected " + filters +
                ". filterMode is not set.\n");
  EXPECT_EQ(warnings_of("d.filterMode = 2;"),
            "t.cu:1:16: cannot evaluate \"2\"; expected " + filters + ". filterMode is not set.\n");
  EXPECT_EQ(warnings_of("d.sRGB = on(1, 2) + 3;"),
            "t.cu:1:10: cannot evaluate \"on(1, 2) + 3\"; expected 0 or 1. sRGB is not set.\n");
  EXPECT_EQ(warnings_of("d.maxAnisotropy = 4 * n;"),
            "t.cu:1:19: cannot evaluate \"4 * n\"; expected a number. maxAnisotropy is not set.\n");
  EXPECT_EQ(warnings_of("d.addressMode[3] = cudaAddressModeWrap;"),
            "t.cu:1:15: \"3\" is not an index of addressMode, which run from 0 to 2.\n");
  EXPECT_EQ(
      warnings_of(
          "cudaTextureDesc d = {};\nfor (int i = 0; i < 3; ++i)\n  d.addressMode[i] = cudaAddressModeWrap;"),
      "t.cu:3:17: \"i\" is not an index of addressMode, which run from 0 to 2.\n");
  EXPECT_EQ(warnings_of("d.maxAnisotropy = 17;"),
            "t.cu:1:19: maxAnisotropy is 17, but must be from 0 to 16. It is not set.\n");
  EXPECT_EQ(warnings_of("cudaTextureDesc d = {.filtermode = 1, .sRGB = 1};"),
            "t.cu:1:23: cudaTextureDesc has no field \"filtermode\". Did you mean \"filterMode\"?\n");
  EXPECT_EQ(warnings_of("d.sRGB = 1; d.mipmapLevelBias = -1.5f;"), "");
}

TEST(ImportDesc, NumbersOutsideOfTheirTypeAreWarnings) {
  for (const char* value :
       {"filterMode = -1", "filterMode = 2", "filterMode = 0.5", "addressMode[1] = -2147483648",
        "addressMode[2] = 4", "readMode = -1e300", "mipmapFilterMode = 1e300", "maxAnisotropy = 1e300",
        "maxAnisotropy = -1e19", "maxAnisotropy = 4294967296"}) {
    const ImportedDesc imported =
        import_desc(std::string("cudaTextureDesc d = {}; d.") + value + ";", "x", Sampler());
    EXPECT_EQ(imported.sampler, zero()) << value;
    ASSERT_EQ(imported.warnings.size(), 1u) << value;
    const std::string number = std::string(value).substr(std::string(value).find('=') + 2);
    EXPECT_NE(imported.warnings[0].sentence.find("cannot evaluate \"" + number + "\""), std::string::npos)
        << imported.warnings[0].sentence;
  }
}

TEST(ImportDesc, HexadecimalFloats) {
  for (const auto& [value, bias] : {std::pair{"0x1.8p1f", 3.0},
                                    {"0x1.8p+1", 3.0},
                                    {"-0x1P-2F", -0.25},
                                    {"0xfp0", 15.0},
                                    {"0xf", 15.0},
                                    {"0x.8p0l", 0.5}}) {
    const ImportedDesc imported = import_desc(
        std::string("cudaTextureDesc d = {}; d.mipmapLevelBias = ") + value + ";", "x", Sampler());
    EXPECT_TRUE(imported.warnings.empty()) << value;
    EXPECT_EQ(imported.sampler.mip_bias, bias) << value;
  }
}

TEST(ImportDesc, TheRestIsKept) {
  const std::string code =
      "cudaTextureDesc d = {};\n"
      "d.addressMode[0] = wrapped ? cudaAddressModeWrap : cudaAddressModeClamp;\n"
      "d.addressMode[1] = d.addressMode[2] = cudaAddressModeMirror;\n"
      "if (smooth) d.filterMode = cudaFilterModeLinear; else d.mipmapFilterMode = cudaFilterModeLinear;\n"
      "d.borderColor[2] = blue;\nd.sRGB = 1;\n";
  Sampler wanted = zero();
  wanted.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::mirror};
  wanted.filter = wanted.mip_filter = FilterMode::linear;
  wanted.srgb = true;
  EXPECT_EQ(taken(code), wanted);
  EXPECT_EQ(import_desc(code, "t.cu", Sampler()).warnings.size(), 2u);
  EXPECT_TRUE(warnings_of(code).starts_with(
      "t.cu:2:20: cannot evaluate \"wrapped ? cudaAddressModeWrap : cudaAddr…\"; expected "
      "cudaAddressModeWrap, "
      "cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder. addressMode[0] is not set.\n"))
      << warnings_of(code);
  EXPECT_EQ(taken("cudaTextureDesc d = {{0, mode(), cudaAddressModeClamp}, cudaFilterModeLinear};").address,
            (std::array{AddressMode::wrap, AddressMode::wrap, AddressMode::clamp}));
}

TEST(ImportDesc, AChainSetsWhatTakesItsValue) {
  const std::string code = "cudaTextureDesc d = {};\n"
                           "d.filterMode = d.borderColor[0] = -1.5f;\n"
                           "d.sRGB = d.borderColor[1] = d.maxMipmapLevelClamp = 2;\n";
  Sampler wanted = zero();
  wanted.border_color = {-1.5, 2, 0, 0};
  wanted.mip_max = 2;
  wanted.srgb = true;
  EXPECT_EQ(taken(code), wanted);
  EXPECT_EQ(warnings_of(code), "t.cu:2:35: cannot evaluate \"-1.5f\"; expected cudaFilterModePoint, "
                               "cudaFilterModeLinear. filterMode is not set.\n");
}

// Any text is refused or accepted, and nothing crashes.
TEST(ImportDesc, AnyText) {
  std::mt19937 random(3);
  const char* tokens[] = {"cudaTextureDesc",
                          "d",
                          "=",
                          "{",
                          "}",
                          ";",
                          ".",
                          "->",
                          "addressMode",
                          "[",
                          "]",
                          "0",
                          "1.5f",
                          "cudaFilterModeLinear",
                          "(",
                          ")",
                          "-",
                          ",",
                          "memset",
                          "&",
                          "/*",
                          "*/",
                          "//",
                          "\n",
                          "\"",
                          "#",
                          "static_cast",
                          "<",
                          ">",
                          "borderColor"};
  for (int i = 0; i < 3000; ++i) {
    std::string code;
    for (int n = int(random() % 30); n > 0; --n)
      code += tokens[random() % std::size(tokens)] + std::string(random() % 3 ? " " : "");
    desc_refusal(code);
    is_texture_desc(code);
  }
  EXPECT_NE(warnings_of("d.sRGB = " + std::string(100000, '-') + "1;"), "");
  EXPECT_NE(warnings_of("d.sRGB = " + std::string(100000, '(')), "");
}

TEST(ImportDesc, TakesWhatIsExported) {
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    Sampler sampler = setup.session.sampler;
    sampler.max_anisotropy = int(random() % 17);
    ASSERT_EQ(taken("cudaTextureDesc desc = {};\n" + cuda_texture_desc(sampler)), sampler)
        << cuda_texture_desc(sampler);
    const Resolution resolution = resolve(setup.session);
    const ExportRequest request{setup.session, resolution, *setup.image, 8, 8, "a test", "tx1.AAAAAA", ""};
    for (const ExportTarget target : {ExportTarget::cuda, ExportTarget::hip}) {
      if (target == ExportTarget::hip && setup.effective.channel_kind != ChannelKind::plain) continue;
      Sampler written = accepted_sampler(setup.session, resolution);
      if (target == ExportTarget::hip) written.disable_trilinear_optimization = written.seamless_cube = false;
      ASSERT_EQ(taken(export_program(target, request).text), written) << tests::describe(setup.session);
    }
  }
}

TEST(PastedState, EachKindIsKnown) {
  Session present;
  present.texture.width = 33;
  Session other;
  other.sampler.filter = FilterMode::point;
  EXPECT_EQ(parse_pasted(share_line(other).line, present).loaded.session, other);
  EXPECT_EQ(parse_pasted("\n" + write_session(other), present).loaded.session, other);
  const PastedState desc = parse_pasted("desc.filterMode = cudaFilterModePoint;", present);
  EXPECT_EQ(desc.loaded.session.sampler.filter, FilterMode::point);
  EXPECT_EQ(desc.loaded.session.texture.width, 33);
  EXPECT_EQ(desc.summary,
            say(Text::pasted_desc,
                {"filter: point", "no \"= {}\" and no memset: fields not set stay as they were"}));
  for (const auto& [pasted_text, why] : {std::pair{"", Text::paste_empty},
                                         {"  \n", Text::paste_empty},
                                         {"hello", Text::paste_unknown},
                                         {"{}", Text::paste_unknown}}) {
    try {
      parse_pasted(pasted_text, present);
      ADD_FAILURE() << pasted_text;
    } catch (const UserError& error) {
      EXPECT_EQ(error.what(), std::string(text(why))) << pasted_text;
    }
  }
}

// A megabyte that asks for many names was once searched from each of them to its end.
TEST(PastedState, LargeCodeIsReadOnce) {
  std::string code;
  for (int i = 0; code.size() < max_session_bytes - 64; ++i)
    code += "memset(a" + std::to_string(i) + ",0);";
  code += "cudaTextureDesc d = {};";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(parse_pasted(code, {}).loaded.session.sampler, zero());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(ImportDesc, AfterAHundredFaultsNothingIsRead) {
  std::string code = "cudaTextureDesc d = {};\n";
  for (int i = 0; i < 100; ++i)
    code += "d.width = 1;\n";
  EXPECT_EQ(import_desc(code, "x", Sampler()).warnings.size(), 100u);
  EXPECT_EQ(desc_refusal(code + "d.width = 1;\n"),
            "t.cu:102:3: " + say(Text::import_too_many_warnings, {"100"}));
}

TEST(ImportDesc, MessagesCutNoCharacterInTwo) {
  const std::string texture = "\u7eb9\u7406"; // two characters of three bytes
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {};d.addressMode" + texture),
            "t.cu:1:37: " + say(Text::import_expected, {"[", texture.substr(0, 3)}));
  std::string word = "\"a";
  for (int i = 0; i < 20; ++i)
    word += texture;
  const ImportedDesc imported =
      import_desc("cudaTextureDesc d = {};d.srgb=0;d.filterMode = " + word + "\";", "x", Sampler());
  ASSERT_EQ(imported.warnings.size(), 2u);
  EXPECT_NE(imported.warnings[1].sentence.find(word.substr(0, 38) + "\u2026"), std::string::npos)
      << imported.warnings[1].sentence;
}

} // namespace
} // namespace texelscope
