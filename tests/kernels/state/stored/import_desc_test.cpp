// cudaTextureDesc in C++: every supported way to write one, and the errors for the others.
#include <chrono>

#include <gtest/gtest.h>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import_desc.h"
#include "kernels/state/stored/pasted_state.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/program.h"
#include "tests/files.h"
#include "tests/program.h"
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

Sampler taken(const std::string& code, std::string_view which = {}) {
  return import_desc(code, "x", Sampler(), which).sampler;
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

const std::string trace_hint = " \"texelscope trace -- ./app\" shows what the program passes to CUDA.";

TEST(ImportDesc, ErrorsNameThePlaceAndTheWord) {
  EXPECT_EQ(desc_refusal("d.filterMode = cudaFilterModeLinear"), "nothing");
  EXPECT_EQ(desc_refusal("d.filterMode cudaFilterModeLinear;"),
            "t.cu:1:14: " + say(Text::import_expected, {"=", "cudaFilterModeLinear"}));
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {.sRGB = };"), "t.cu:1:30: " + say(Text::import_value, {"}"}));
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {.sRGB = 1"),
            "t.cu:1:31: " + say(Text::import_expected, {"}", text(Text::import_end)}));
  EXPECT_EQ(desc_refusal("int main() {}"), "t.cu:1:1: " + std::string(text(Text::import_nothing)));
  EXPECT_EQ(desc_refusal(""), "t.cu:1:1: " + std::string(text(Text::import_nothing)));
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {};\nd.filterMod = cudaFilterModeLinear;"),
            "t.cu:2:3: cudaTextureDesc has no field \"filterMod\". Did you mean \"filterMode\"?");
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {.filtermode = 1, .sRGB = 1};"),
            "t.cu:1:23: cudaTextureDesc has no field \"filtermode\". Did you mean \"filterMode\"?");
  EXPECT_EQ(desc_refusal("cudaTextureDesc d; d.addressMode[3] = cudaAddressModeWrap;"),
            "t.cu:1:34: \"3\" is not an index of addressMode, which run from 0 to 2.");
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {{0, 1, 2, 3}};"),
            "t.cu:1:32: " + say(Text::import_too_many, {"addressMode", "3"}));
}

// A member that is only known while the program runs: what refuses the descriptor, with its line.
TEST(ImportDesc, WhatIsNotInTheCodeIsRefused) {
  const std::string filters = "cudaFilterModePoint, cudaFilterModeLinear",
                    zeroed = "cudaTextureDesc d = {};\n";
  const auto refused = [&](const std::string& code) {
    const std::string all = desc_refusal(zeroed + code);
    EXPECT_TRUE(all.ends_with(trace_hint)) << all;
    return all.substr(0, std::max(all.size(), trace_hint.size()) - trace_hint.size());
  };
  EXPECT_EQ(
      refused("d.filterMode = cudaFilterModeLinaer;"),
      "t.cu:2:16: \"cudaFilterModeLinaer\", the value of filterMode, cannot be evaluated from the code; "
      "expected " +
          filters + ". Did you mean \"cudaFilterModeLinear\"?");
  for (const char* value : {"cudaAddressModeWrap", "mode", "MODE", "mode()",
                            "smooth ? cudaFilterModeLinear : cudaFilterModePoint", "0.5", "true", "-1e300",
                            "4294967296", "it->mode", "modes[0]", "1 +", "(1", "f(1, 2) + 3"})
    EXPECT_TRUE(refused(std::string("d.filterMode = ") + value + ";").starts_with("t.cu:2:16: \"")) << value;
  EXPECT_EQ(
      refused("d.sRGB = on(1, 2) + 3;"),
      "t.cu:2:10: \"on(1, 2) + 3\", the value of sRGB, cannot be evaluated from the code; expected 0 or 1.");
  EXPECT_EQ(refused("d.maxAnisotropy = 4 * n;\nd.addressMode[1] = y;"),
            "t.cu:2:19: \"4 * n\", the value of maxAnisotropy, cannot be evaluated from the code; expected a "
            "number. "
            "Also unknown: addressMode[1] (line 3).");
  EXPECT_EQ(
      refused("d.addressMode[i] = cudaAddressModeClamp;"),
      "t.cu:2:1: \"d.addressMode[i]\", the value of addressMode[0], addressMode[1], addressMode[2], cannot "
      "be "
      "evaluated from the code; expected cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, "
      "cudaAddressModeBorder.");
  EXPECT_EQ(refused("if (smooth)\n  d.filterMode = cudaFilterModeLinear;"),
            "t.cu:3:18: filterMode depends on \"smooth\", which is only known while the program runs.");
  EXPECT_EQ(refused("configure(&d);\ncudaCreateTextureObject(&t, &r, &d, 0);"),
            "t.cu:2:1: d may be set by \"configure\", which is not read here.");
  EXPECT_EQ(refused("d = standard();"),
            "t.cu:2:5: \"standard()\", the value of d, cannot be evaluated from the code; expected "
            "cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder.");
  EXPECT_TRUE(refused("memset(&d, 255, sizeof d);")
                  .starts_with("t.cu:2:1: d may be set by \"memset(&d, 255, sizeof d)\""));
  EXPECT_TRUE(refused("memset(&d, 0, sizeof(&d));").starts_with("t.cu:2:1: d may be set by"));
  EXPECT_TRUE(
      refused("setup(d.addressMode);")
          .starts_with("t.cu:2:1: addressMode[0], addressMode[1], addressMode[2] may be set by \"setup\""));
  EXPECT_TRUE(refused("#ifdef FAST\nd.filterMode = cudaFilterModeLinear;\n#endif")
                  .starts_with("t.cu:3:16: filterMode depends on \"#ifdef FAST\""));
  EXPECT_TRUE(
      refused("while (more()) d.sRGB = !d.sRGB;").starts_with("t.cu:2:25: \"!d.sRGB\", the value of sRGB"));
  EXPECT_TRUE(refused("switch (kind) { case 1: d.sRGB = 1; break; case 2: d.maxAnisotropy = 4; }")
                  .starts_with("t.cu:2:34: sRGB, maxAnisotropy depends on \"kind\""));
}

TEST(ImportDesc, NotANumber) {
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {}; d.mipmapLevelBias = NAN;"),
            "t.cu:1:45: mipmapLevelBias is not a number.");
}

// The warnings, one per line.
std::string warnings_of(const std::string& code) {
  std::string all;
  for (const ImportWarning& warning : import_desc(code, "t.cu", Sampler()).warnings)
    all += warning.place + warning.sentence + "\n";
  return all;
}

TEST(ImportDesc, NumbersOutOfRangeActAsTheHardwareTakesThem) {
  struct Case {
    const char *code, *warning;
  };
  for (const auto& [code, warning] :
       {Case{"maxAnisotropy = 17", "t.cu:1:44: maxAnisotropy is 17 in the code, which acts as 16.\n"},
        {"maxAnisotropy = -1", "t.cu:1:44: maxAnisotropy is 4294967295 in the code, which acts as 16.\n"},
        {"filterMode = 7", "t.cu:1:41: filterMode is 7 in the code, which acts as point.\n"},
        {"addressMode[1] = (cudaTextureAddressMode)4",
         "t.cu:1:45: addressMode[1] is 4 in the code, which acts as clamp.\n"},
        {"readMode = -2", "t.cu:1:39: readMode is -2 in the code, which acts as element.\n"},
        {"maxMipmapLevelClamp = 1000.0f",
         "t.cu:1:50: maxMipmapLevelClamp is 1000 in the code, which acts as 64.\n"},
        {"maxMipmapLevelClamp = INFINITY",
         "t.cu:1:50: maxMipmapLevelClamp is \"inf\" in the code, which acts as 64.\n"},
        {"minMipmapLevelClamp = -FLT_MAX",
         "t.cu:1:50: minMipmapLevelClamp is -3.4028234663852886e+38 in the code, which acts as -64.\n"},
        {"normalizedCoords = -3", ""},
        {"borderColor[0] = 1e30f", ""},
        {"maxAnisotropy = 16", ""}})
    EXPECT_EQ(warnings_of(std::string("cudaTextureDesc d = {};  d.") + code + ";"), warning) << code;
  EXPECT_EQ(taken("cudaTextureDesc d = {}; d.maxAnisotropy = 17; d.normalizedCoords = -3;").max_anisotropy,
            16);
}

TEST(ImportDesc, AnUninitializedDescriptorIsAWarning) {
  const std::string code =
      "void f() {\n  cudaTextureDesc d;\n  d.filterMode = cudaFilterModePoint;\n  d.readMode = "
      "cudaReadModeElementType;\n}";
  EXPECT_EQ(
      warnings_of(code),
      "t.cu:2:19: \"d\" is not initialized: addressMode[0], addressMode[1], addressMode[2], sRGB, "
      "borderColor[0], "
      "borderColor[1], borderColor[2], borderColor[3], normalizedCoords, maxAnisotropy, mipmapFilterMode, "
      "mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, disableTrilinearOptimization, "
      "seamlessCubemap hold "
      "whatever was in memory, and the session's values stand for them.\n");
  EXPECT_EQ(warnings_of("void f() { static cudaTextureDesc d; d.filterMode = cudaFilterModePoint; }"), "");
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

TEST(ImportDesc, AChainSetsAll) {
  Sampler wanted = zero();
  wanted.border_color = {-1.5, 2, 0, 0};
  wanted.mip_bias = -1.5;
  wanted.mip_max = 2;
  wanted.srgb = true;
  EXPECT_EQ(taken("cudaTextureDesc d = {};\nd.mipmapLevelBias = d.borderColor[0] = -1.5f;\n"
                  "d.sRGB = d.borderColor[1] = d.maxMipmapLevelClamp = 2;\n"),
            wanted);
  EXPECT_TRUE(desc_refusal("cudaTextureDesc d = {};\nd.filterMode = d.borderColor[0] = -1.5f;")
                  .starts_with("t.cu:2:35: \"-1.5f\", the value of filterMode, cannot be evaluated"));
}

TEST(ImportDesc, Expressions) {
  for (const auto& [value, bias] : {std::pair{"1 + 2 * 3", 7.0},
                                    {"(1 + 2) * 3", 9.0},
                                    {"7 / 2", 3.0},
                                    {"7 / 2.f", 3.5},
                                    {"1 ? 4 : 5", 4.0},
                                    {"!1 || 2 > 1 && 1 != 1 ? 4 : 5", 5.0},
                                    {"(int)2.75", 2.0},
                                    {"float(3)", 3.0},
                                    {"static_cast<unsigned int>(6)", 6.0},
                                    {"010", 8.0},
                                    {"0x10", 16.0},
                                    {"1'0", 10.0},
                                    {"5 % 3 | 8", 10.0},
                                    {"~0 & 6 ^ 1", 7.0},
                                    {"d.maxAnisotropy + 1", 5.0}}) {
    EXPECT_EQ(
        taken(std::string("cudaTextureDesc d = {}; d.maxAnisotropy = 4; d.mipmapLevelBias = ") + value + ";")
            .mip_bias,
        bias)
        << value;
  }
  EXPECT_NE(desc_refusal("cudaTextureDesc d = {}; d.maxAnisotropy = 1 / 0;"), "nothing");
}

TEST(ImportDesc, TheDriversDescriptor) {
  Sampler wanted = zero();
  wanted.filter = FilterMode::linear;
  wanted.address = {AddressMode::wrap, AddressMode::mirror, AddressMode::wrap};
  wanted.read_mode = ReadMode::normalized_float;
  wanted.normalized_coords = true;
  EXPECT_EQ(
      taken(
          "CUDA_TEXTURE_DESC desc;\nmemset(&desc, 0, sizeof(desc));\n"
          "desc.addressMode[0] = CU_TR_ADDRESS_MODE_WRAP;\ndesc.addressMode[1] = CU_TR_ADDRESS_MODE_MIRROR;\n"
          "desc.filterMode = CU_TR_FILTER_MODE_LINEAR;\ndesc.flags = CU_TRSF_NORMALIZED_COORDINATES;"),
      wanted);
  EXPECT_EQ(taken("HIP_TEXTURE_DESC desc = { };\ndesc.addressMode[1] = (HIPaddress_mode) 2;\n"
                  "desc.filterMode = HIP_TR_FILTER_MODE_LINEAR;\ndesc.flags = 0x2;"),
            wanted);
  EXPECT_EQ(
      taken("CUDA_TEXTURE_DESC desc = {.addressMode = {CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_MIRROR},"
            ".filterMode = CU_TR_FILTER_MODE_LINEAR, .flags = 2 /* normalized */};"),
      wanted);
  EXPECT_EQ(taken("CUDA_TEXTURE_DESC desc{{CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_MIRROR, "
                  "CU_TR_ADDRESS_MODE_WRAP},"
                  "CU_TR_FILTER_MODE_LINEAR, CU_TRSF_NORMALIZED_COORDINATES, 0, CU_TR_FILTER_MODE_POINT, 0, "
                  "0, 0, {}};"),
            wanted);
  wanted.read_mode = ReadMode::element;
  wanted.srgb = wanted.seamless_cube = wanted.disable_trilinear_optimization = true;
  EXPECT_EQ(
      taken("CUDA_TEXTURE_DESC d = {};\nd.flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | "
            "CU_TRSF_SRGB;\nd.flags |= CU_TRSF_SEAMLESS_CUBEMAP;\nd.flags |= 0x20; d.filterMode = 1u;\n"
            "d.flags &= ~0x40u; d.flags |= 64; d.addressMode[1] = CU_TR_ADDRESS_MODE_MIRROR; d.reserved[0] = "
            "0;"),
      wanted);
  EXPECT_TRUE(desc_refusal("CUDA_TEXTURE_DESC d = {}; d.flags = srgb ? CU_TRSF_SRGB : 0;")
                  .starts_with("t.cu:1:37: \"srgb ? "));
}

// What the driver API does not convert keeps its type: no refusal is shown that a program would not meet.
TEST(ImportDesc, TheDriverConvertsSmallIntegersAlone) {
  const ImportedDesc imported = import_desc("CUDA_TEXTURE_DESC d = {};", "x", Sampler());
  Session session;
  take_desc(imported, session);
  EXPECT_EQ(session.sampler.read_mode, ReadMode::normalized_float);
  session.texture.format = {ElementKind::floating, 32, 1};
  take_desc(imported, session);
  EXPECT_EQ(session.sampler.read_mode, ReadMode::element);
}

TEST(ImportDesc, TextureReferences) {
  Sampler wanted = zero();
  wanted.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  EXPECT_EQ(taken("texture<float, 2> tex;"), wanted);
  wanted.read_mode = ReadMode::normalized_float;
  EXPECT_EQ(taken("static texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> tex;\n"
                  "__global__ void k(float* o) { o[0] = tex2D(tex, 1, 2).x; }"),
            wanted);
  wanted.filter = FilterMode::linear;
  wanted.normalized_coords = true;
  wanted.address[0] = AddressMode::wrap;
  EXPECT_EQ(taken("texture<uchar4, 2, cudaReadModeNormalizedFloat> tex;\nvoid init(cudaArray* a) {\n"
                  "  tex.addressMode[0] = cudaAddressModeWrap;\n  tex.filterMode = cudaFilterModeLinear;\n  "
                  "tex.normalized = true;\n"
                  "  cudaBindTextureToArray(tex, a, channels);\n}"),
            wanted);
  wanted.address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap};
  EXPECT_EQ(taken("texture<uchar4, 2, cudaReadModeNormalizedFloat> tex(1, cudaFilterModeLinear, "
                  "cudaAddressModeWrap);"),
            wanted);
  wanted.address[2] = AddressMode::clamp;
  wanted.mip_max = 3;
  Sampler present = zero();
  present.address[2] = AddressMode::clamp;
  EXPECT_EQ(
      import_desc(
          "CUtexref ref;\ncuModuleGetTexRef(&ref, module, \"tex\");\n"
          "for (int i = 0; i < 2; ++i) cuTexRefSetAddressMode(ref, i, CU_TR_ADDRESS_MODE_WRAP);\n"
          "CHECK(cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_LINEAR));\n"
          "cuTexRefSetFlags(ref, CU_TRSF_NORMALIZED_COORDINATES);\ncuTexRefSetMipmapLevelClamp(ref, 0, 3.f);",
          "x", present)
          .sampler,
      wanted);
  EXPECT_TRUE(
      desc_refusal("texture<float, 1> tex;\nvoid a() { tex.filterMode = cudaFilterModePoint; }\n"
                   "void b(bool on) { tex.filterMode = on ? cudaFilterModeLinear : cudaFilterModePoint; }")
          .find("1: tex#1 (line 2), 2: tex#2 (line 3)") != std::string::npos);
}

TEST(ImportDesc, Loops) {
  Sampler wanted = zero();
  wanted.address = {AddressMode::border, AddressMode::border, AddressMode::border};
  for (const char* loop :
       {"for (int i = 0; i < 3; ++i)\n  d.addressMode[i] = cudaAddressModeBorder;",
        "for (unsigned axis = 0; axis <= 2; axis++) { d.addressMode[axis] = cudaAddressModeBorder; }",
        "for (size_t i = 0; i != 3; i += 1) d.addressMode[i] = (cudaTextureAddressMode)3;",
        "for (auto& mode : d.addressMode) mode = cudaAddressModeBorder;",
        "for (int i = 1; i < 3; ++i) d.addressMode[i] = d.addressMode[i - 1] = cudaAddressModeBorder;"})
    EXPECT_EQ(taken(std::string("cudaTextureDesc d;\nmemset(&d, 0, sizeof(d));\n") + loop), wanted) << loop;
  EXPECT_NE(
      desc_refusal(
          "cudaTextureDesc d = {}; for (int i = 0; i < n; ++i) d.addressMode[i] = cudaAddressModeBorder;"),
      "nothing");
  EXPECT_EQ(taken("cudaTextureDesc d = {}; for (int i = 0; i < 0; ++i) d.sRGB = 1;"), zero());
}

TEST(ImportDesc, Branches) {
  Sampler linear = zero();
  linear.filter = FilterMode::linear;
  for (const char* code :
       {"#ifdef A\nreturn;\n#endif\nd.filterMode = cudaFilterModeLinear;",
        "if (true) d.filterMode = cudaFilterModeLinear; else d.filterMode = cudaFilterModePoint;",
        "if (x) { d.filterMode = cudaFilterModeLinear; } else { d.filterMode = cudaFilterModeLinear; }",
        "if (x) d.filterMode = cudaFilterModePoint; d.filterMode = cudaFilterModeLinear;",
        "if (!ok) { d.sRGB = 1; return; } d.filterMode = cudaFilterModeLinear; cudaCreateTextureObject(&t, "
        "&r, &d, 0);",
        "#if 0\nd.sRGB = 1;\n#else\nd.filterMode = cudaFilterModeLinear;\n#endif",
        "#ifdef A\nd.filterMode = 0;\n#endif\nd.filterMode = cudaFilterModeLinear;",
        "do { d.filterMode = cudaFilterModeLinear; } while (0);",
        "/* d.sRGB = 1; */ // d.sRGB = 1;\n#define SET d.sRGB = 1; \\\n  d.sRGB = 1;\nd.filterMode = "
        "cudaFilterModeLinear;",
        "const char* code = R\"(d.sRGB = 1;)\"; d.filterMode = cudaFilterModeLinear;"}) {
    const std::string all = std::string("void f() {\ncudaTextureDesc d = {};\n") + code + "\n}";
    EXPECT_EQ(taken(all, desc_refusal(all) == "nothing" ? "" : "2"), linear) << code << desc_refusal(all);
  }
}

const char* const two_creates = "cudaTextureDesc d = {};\n"
                                "d.filterMode = cudaFilterModePoint;\n"
                                "cudaCreateTextureObject(&near, &r, &d, NULL);\n"
                                "d.filterMode = cudaFilterModeLinear;\n"
                                "cudaCreateTextureObject(&smooth, &r, &d, NULL);\n";

TEST(ImportDesc, EachTextureIsItsOwnState) {
  EXPECT_EQ(desc_refusal(two_creates),
            "t.cu:5:39: 2 descriptors are filled here: 1: d#1 (line 3), 2: d#2 (line 5). Choose "
            "one by its number or name: FILE#2, or a first line \"#2\" in pasted code.");
  EXPECT_EQ(taken(two_creates, "1").filter, FilterMode::point);
  EXPECT_EQ(taken(two_creates, "2").filter, FilterMode::linear);
  EXPECT_EQ(taken(two_creates, "d#2").filter, FilterMode::linear);
  EXPECT_EQ(refusal_of([] { import_desc(two_creates, "t.cu", Sampler(), "e"); }),
            "t.cu:3:37: this code fills no descriptor \"e\", but 1: d#1 (line 3), 2: d#2 (line 5).");
  const std::string names =
      "void f() { cudaTextureDesc a = {}; a.sRGB = 1; }\nvoid g() { cudaTextureDesc b = {}; }";
  EXPECT_TRUE(taken(names, "a").srgb);
  EXPECT_FALSE(taken(names, "b").srgb);
  EXPECT_NE(desc_refusal(names).find("1: a (line 1), 2: b (line 2)"), std::string::npos);
  EXPECT_EQ(desc_refusal("cudaTextureDesc d = {};\ncudaCreateTextureObject(&a, &r, &d, "
                         "0);\ncudaCreateTextureObject(&b, &q, &d, 0);"),
            "nothing")
      << "both textures have the same";
  for (const char* one : {"for (auto& t : all) cudaCreateTextureObject(&t, &r, &d, 0);",
                          "SECTION(\"a\") { cudaCreateTextureObject(&t, &r, &d, 0); }",
                          "if (cached) use(); else cudaCreateTextureObject(&t, &r, &d, 0);",
                          "while (more()) { if (bad) break; cudaCreateTextureObject(&t, &r, &d, 0); }"})
    EXPECT_TRUE(taken(std::string("void f() { cudaTextureDesc d = {}; d.sRGB = 1; ") + one + " }").srgb)
        << one;
}

// What sets a descriptor behind the back of the function that is read.
TEST(ImportDesc, OtherFunctionsMaySetIt) {
  const auto refused = [](const std::string& code) { return desc_refusal(code); };
  for (const char* set : {"m_d = {};", "memset(&m_d, 0, sizeof(m_d));", "this->m_d.sRGB = 0;"})
    EXPECT_NE(
        refusal_of([&] {
          import_desc(
              std::string(
                  "void T::create() { m_d.sRGB = 1; defaults(); cudaCreateTextureObject(&t, &r, &m_d, 0); }\n"
                  "void T::defaults() { ") +
                  set + " }",
              "t.cu", Sampler(), "1");
        }).find("may be set by \"defaults\""),
        std::string::npos)
        << set;
  EXPECT_NE(refusal_of([] {
              import_desc(
                  "void T::create() { m_d.sRGB = 1; defaults(); cudaCreateTextureObject(&t, &r, &m_d, 0); }\n"
                  "void T::defaults() { m_d.maxAnisotropy = 4; }",
                  "t.cu", Sampler(), "1");
            }).find("maxAnisotropy may be set by \"defaults\""),
            std::string::npos);
  EXPECT_NE(
      refused("void f(P& p) { p.d.sRGB = 1; adjust(p); make(p.d); }").find("p.d may be set by \"adjust\""),
      std::string::npos);
  EXPECT_NE(refusal_of([] {
              import_desc("void f(P& p) { p.d.sRGB = 1; auto* q = &p; q->d.sRGB = 0; make(p.d); }", "t.cu",
                          Sampler(), "p.d");
            }).find("p.d may be set by \"p\""),
            std::string::npos);
  EXPECT_NE(
      refused("void f(P& p) { p.d.sRGB = 1; p.reset(); make(p.d); }").find("p.d may be set by \"reset\""),
      std::string::npos);
  EXPECT_NE(
      refused("texture<float, 2> tex;\nvoid f() { bindAll(tex); }").find("tex may be set by \"bindAll\""),
      std::string::npos);
  EXPECT_NE(refused("texture<float, 2> tex;\nvoid f() { textureTest(&tex); }")
                .find("tex may be set by \"textureTest\""),
            std::string::npos);
}

TEST(ImportDesc, FunctionsAndMembers) {
  const std::string code =
      "Texture::Texture() {\n  memset(&m_desc, 0, sizeof(cudaTextureDesc));\n  m_desc.filterMode = "
      "cudaFilterModeLinear;\n}\n"
      "void Texture::filter(cudaTextureFilterMode mode) { this->m_desc.filterMode = mode; }\n"
      "void Texture::create() { cudaCreateTextureObject(&t, &r, &m_desc, nullptr); }\n";
  EXPECT_EQ(taken(code, "1").filter, FilterMode::linear);
  EXPECT_NE(refusal_of([&] {
              import_desc(code, "t.cu", Sampler(), "2");
            }).find("\"mode\", the value of filterMode"),
            std::string::npos);
  EXPECT_NE(desc_refusal(code).find("1: m_desc#1 (line 3), 2: m_desc#2 (line 5)"), std::string::npos);
  Sampler wanted = zero();
  wanted.srgb = true;
  EXPECT_EQ(taken("void fill(cudaTextureDesc* p) { memset(p, 0, sizeof(*p)); p->sRGB = 1; }"), wanted);
  EXPECT_EQ(taken("void f() { cudaTextureDesc d = {}; cudaTextureDesc* p = &d; p->sRGB = 1; auto& r = d; "
                  "r.maxAnisotropy = 0; }"),
            wanted);
  EXPECT_EQ(taken("void f() { cudaTextureDesc a = {}; a.sRGB = 1; cudaTextureDesc b = a; make(b); }", "b"),
            wanted);
  EXPECT_EQ(taken("void f() { auto d = cudaTextureDesc{}; d.sRGB = 1; }"), wanted);
  EXPECT_EQ(taken("void f() { VkSamplerCreateInfo s = {}; s.maxAnisotropy = 16; cudaTextureDesc d = {}; "
                  "d.sRGB = 1; }"),
            wanted);
}

// Descriptors of functions in a class are theirs alone.
TEST(ImportDesc, FunctionsInAClassHaveTheirOwn) {
  const std::string code = "struct T {\n  void a() { cudaTextureDesc d = {}; d.sRGB = 1; make(d); }\n"
                           "  void b() { cudaTextureDesc d = {.maxAnisotropy = 4}; make(d); }\n};";
  EXPECT_TRUE(taken(code, "1").srgb);
  EXPECT_EQ(taken(code, "2").max_anisotropy, 4);
  EXPECT_FALSE(taken(code, "2").srgb);
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
  EXPECT_NE(desc_refusal("d.sRGB = " + std::string(100000, '-') + "1;"), "nothing");
  EXPECT_NE(desc_refusal("d.sRGB = " + std::string(100000, '(')), "nothing");
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
    for (const ExportTarget target : {ExportTarget::cuda, ExportTarget::driver, ExportTarget::hip}) {
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
                {"filter: point", "no \"= {}\" and no memset: fields not set stay as they were"}) +
                " The texture is this session's: texels and formats in the code are not read.");
  EXPECT_EQ(parse_pasted("#2\n" + std::string(two_creates), present).loaded.session.sampler.filter,
            FilterMode::linear);
  EXPECT_EQ(parse_pasted("#d#1\n" + std::string(two_creates), present).loaded.session.sampler.filter,
            FilterMode::point);
  EXPECT_EQ(parse_pasted("#include <cuda.h>\ncudaTextureDesc d = {};", present).loaded.session.sampler,
            zero());
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

TEST(ImportDesc, TheVerbTakesOneOfSeveral) {
  const Program program = {};
  write(program / "two.cpp", two_creates);
  const Ran several = program.run({"import-desc", "two.cpp"});
  EXPECT_EQ(several.code, 2);
  EXPECT_NE(several.err.find("two.cpp:5:39: error: 2 descriptors are filled here"), std::string::npos)
      << several.err;
  const Ran second = program.run({"import-desc", "two.cpp#2", "--out", "s.json"});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_NE(second.out.find(text(Text::import_invented_texels)), std::string::npos) << second.out;
  EXPECT_EQ(load_session(program / "s.json").session.sampler.filter, FilterMode::linear);
  const Ran again = program.run({"import-desc", "two.cpp#d#1", "--out", "s.json"});
  EXPECT_EQ(again.out.find(text(Text::import_invented_texels)), std::string::npos)
      << "the session has its texture";
  EXPECT_EQ(load_session(program / "s.json").session.sampler.filter, FilterMode::point);
  write(program / "a#1.cpp", "cudaTextureDesc d = {};");
  EXPECT_EQ(program.run({"import-desc", "a#1.cpp"}).code, 0) << "a file's own name";
}

TEST(ImportDesc, StrictCountsWhatIsAltered) {
  const Program program = {};
  write(program / "wide.cpp", "cudaTextureDesc d = {}; d.maxAnisotropy = 32;");
  EXPECT_EQ(program.run({"import-desc", "wide.cpp", "--out", "s.json"}).code, 0);
  const Ran strict = program.run({"import-desc", "wide.cpp", "--out", "s.json", "--strict"});
  EXPECT_EQ(strict.code, 3);
  EXPECT_NE(strict.err.find("--strict: altered or not stated: wide.cpp:1:43"), std::string::npos)
      << strict.err;
  write(program / "raw.cpp", "void f() { cudaTextureDesc d; d.maxAnisotropy = 2; }");
  EXPECT_EQ(program.run({"import-desc", "raw.cpp", "--out", "s.json", "--strict"}).code, 3);
  write(program / "right.cpp", "cudaTextureDesc d = {};");
  EXPECT_EQ(program.run({"import-desc", "right.cpp", "--out", "s.json", "--strict"}).code, 0);
}

TEST(ImportDesc, CodeThatIsTooDeepOrTooLongIsRefused) {
  const std::string why = text(Text::import_too_complex);
  EXPECT_TRUE(desc_refusal("cudaTextureDesc d = {};" + std::string(100000, '{')).ends_with(why));
  EXPECT_TRUE(desc_refusal("cudaTextureDesc d = {}; f" + std::string(100000, '(')).ends_with(why));
  std::string loops = "cudaTextureDesc d = {};";
  for (int i = 0; i < 60; ++i)
    loops += "for (;;) ";
  EXPECT_TRUE(desc_refusal(loops + "d.sRGB = 1;").ends_with(why));
}

// Macros of macros, each of which would double the work.
TEST(ImportDesc, ConstantsThatMeanTooManyOthersAreNotKnown) {
  std::string code;
  for (int i = 0; i < 15; ++i)
    code += "#define A" + std::to_string(i) + " (A" + std::to_string(i + 1) + " * 1 + A" +
            std::to_string(i + 1) + " * 0)\n";
  const std::string use = "#define A15 4\ncudaTextureDesc d = {}; d.maxAnisotropy = A0;";
  EXPECT_EQ(taken(code + use).max_anisotropy, 4);
  const auto start = std::chrono::steady_clock::now();
  std::string wide = "#define B0 1", uses;
  for (int i = 0; i < 4; ++i) {
    wide += "\n#define B" + std::to_string(i + 1) + " B" + std::to_string(i);
    for (int k = 0; k < 100; ++k)
      wide += " + B" + std::to_string(i);
  }
  for (int i = 0; i < 1000; ++i)
    uses += "d.maxAnisotropy = B4;";
  EXPECT_NE(desc_refusal(wide + "\ncudaTextureDesc d = {};" + uses), "nothing");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(ImportDesc, MessagesCutNoCharacterInTwo) {
  const std::string texture = "\u7eb9\u7406"; // two characters of three bytes
  std::string word = "\"a";
  for (int i = 0; i < 20; ++i)
    word += texture;
  const std::string refused = desc_refusal("cudaTextureDesc d = {};d.filterMode = " + word + "\";");
  EXPECT_NE(refused.find(word.substr(0, 38) + "\u2026"), std::string::npos) << refused;
}

// What a form that is not followed may set is refused: nothing is read wrong in silence.
TEST(ImportDesc, WhatMayBeSetInAnotherWayIsRefused) {
  for (const char* code : {"(x ? a : d).filterMode = cudaFilterModeLinear;",
                           "(x ? &a : &d)->filterMode = cudaFilterModeLinear;",
                           "auto& e = x ? a : d; e.filterMode = cudaFilterModeLinear;",
                           "cudaTextureDesc& e = x ? a : d; e.filterMode = cudaFilterModeLinear;",
                           "auto p = x ? &a : &d; p->filterMode = cudaFilterModeLinear;",
                           "cudaTextureDesc* p = x ? &a : &d; p->filterMode = cudaFilterModeLinear;",
                           "cudaTextureDesc* p = &a; p = &d; p->filterMode = cudaFilterModeLinear;",
                           "cudaTextureDesc* p; p = &d; p->filterMode = cudaFilterModeLinear;",
                           "auto& m = d.filterMode; m = cudaFilterModeLinear;",
                           "auto& [modes, filter, read] = d; filter = cudaFilterModeLinear;",
                           "cudaTextureFilterMode* m = &d.filterMode; *m = cudaFilterModeLinear;",
                           "auto m = d.addressMode; m[0] = cudaAddressModeBorder;",
                           "*(d.addressMode + 1) = cudaAddressModeBorder;",
                           "*(float*)&d.mipmapLevelBias = 1;",
                           "(d.filterMode) = cudaFilterModeLinear;",
                           "0[d.addressMode] = cudaAddressModeBorder;",
                           "reinterpret_cast<Other*>(&d)->filter = 1;",
                           "x && (d.filterMode = cudaFilterModeLinear);",
                           "x and (d.filterMode = cudaFilterModeLinear);",
                           "x ? (d.sRGB = 1) : (d.sRGB = 0);",
                           "d.maxAnisotropy <<= 1;",
                           "d.maxAnisotropy = 2, --(d.maxAnisotropy);",
                           "std::swap(a, d);",
                           "read(d.filterMode);",
                           "in >> d;",
                           "auto all = std::ref(d); all.get().sRGB = 1;",
                           "cudaTextureDesc* list[] = {&d}; list[0]->sRGB = 1;",
                           "Setup setup{&d}; setup.run();",
                           "functions[0](&d);",
                           "makeDefault(&d);",
                           "(*function)(&d);",
                           "cudaMemcpy(&d, saved, sizeof d, cudaMemcpyHostToHost);",
                           "memset(&d, 0, sizeof(d.addressMode));",
                           "memset(&d, 0, sizeof(r));",
                           "memcpy(&d, &a, 4);",
                           "auto set = [&]() -> int { d.sRGB = 1; return 0; }; set();",
                           "again: if (x) goto again; d.sRGB = d.sRGB;",
                           "#define SET d.filterMode = cudaFilterModeLinear\nSET;",
                           "#define D d\nD.sRGB = 1;"}) {
    const std::string all =
        "void f(bool x) { cudaTextureDesc a = {}; cudaResourceDesc r;\ncudaTextureDesc d = {};\n" +
        std::string(code) + "\ncudaCreateTextureObject(&t, &r, &d, 0); }";
    std::string refused;
    for (const char* which : {"d#2", "d"}) // others may have a state, too
      if (refused.empty() || refused.find("fills no descriptor") != refused.npos)
        refused = refusal_of([&] { import_desc(all, "t.cu", Sampler(), which); });
    EXPECT_TRUE(refused.ends_with(trace_hint)) << code << "\n" << refused;
  }
}

TEST(ImportDesc, FormsThatMeanTheSame) {
  Sampler linear = zero();
  linear.filter = FilterMode::linear;
  for (const char* code :
       {"(d).filterMode = cudaFilterModeLinear;", "(&d)->filterMode = cudaFilterModeLinear;",
        "auto* p = &d; (*p).filterMode = cudaFilterModeLinear;",
        "cudaTextureDesc* p = &d; p[0].filterMode = cudaFilterModeLinear;",
        "auto&& e = d; e.filterMode = cudaFilterModeLinear;",
        "cudaTextureDesc e = {}; e.filterMode = cudaFilterModeLinear; auto copy = e; d = copy;",
        "cudaTextureDesc e = {}, g = {}; e.filterMode = cudaFilterModeLinear; d = g = e;",
        "cudaTextureDesc e = {}; e.filterMode = cudaFilterModeLinear; cudaTextureDesc g{e}; d = g;",
        "(d.sRGB = 0), (d.filterMode = cudaFilterModeLinear);",
        "{ auto& e = d; e.filterMode = cudaFilterModeLinear; } e.filterMode = cudaFilterModePoint;",
        "x && (d.sRGB = 0); d.filterMode = cudaFilterModeLinear;",
        "#endif /* of\n d.sRGB = 1; */\nd.filterMode = cudaFilterModeLinear;"})
    EXPECT_EQ(taken("void f(bool x) {\ncudaTextureDesc d = {};\n" + std::string(code) +
                        "\ncudaCreateTextureObject(&t, &r, &d, 0); }",
                    "d"),
              linear)
        << code;
}

TEST(ImportDesc, ElementsOfArraysMayBeTheSame) {
  const std::string arrays = "void f(int i) { cudaTextureDesc all[2] = {};\n";
  EXPECT_TRUE(taken(arrays + "all[0].sRGB = 1; all[1].sRGB = 0; make(all[0]); }", "all[0]").srgb);
  EXPECT_TRUE(taken(arrays + "all->sRGB = 1; make(all[0]); }", "all[0]").srgb);
  EXPECT_FALSE(taken(arrays + "all[0].sRGB = 1; all[1].maxAnisotropy = 2; make(all[1]); }", "all[1]").srgb);
  for (const char* code : {"all[0].sRGB = 0; all[i].sRGB = 1; make(all[0]); }",
                           "all[i].sRGB = 1; all[0].maxAnisotropy = 2; make(all[0]); }",
                           "all[0].sRGB = 0; for (auto& each : all) each.sRGB = 1; make(all[0]); }"})
    EXPECT_NE(refusal_of([&] { import_desc(arrays + code, "t.cu", Sampler(), "all[0]"); }), "nothing")
        << code;
}

// A function that is called here calls another one, which sets the class's descriptor.
TEST(ImportDesc, CalledFunctionsAreFollowedToThoseThatTheyCall) {
  EXPECT_NE(refusal_of([] {
              import_desc(
                  "void T::create() { m_d.sRGB = 1; init(); cudaCreateTextureObject(&t, &r, &m_d, 0); }\n"
                  "void T::init() { defaults(); }\nvoid T::defaults() { m_d.sRGB = 0; }",
                  "t.cu", Sampler(), "1");
            }).find("sRGB may be set by \"init\""),
            std::string::npos);
}

TEST(ImportDesc, ConstantsOfTheCode) {
  for (const char* constant :
       {"#define COUNT 4\n", "#define TWO 2\n#define COUNT (TWO * TWO)\n", "const int COUNT = 4;\n",
        "static constexpr unsigned COUNT{2 + 2};\n", "enum { OTHER, COUNT = 4 };\n"})
    EXPECT_EQ(taken(std::string(constant) + "void f() {\ncudaTextureDesc d = {};\nd.maxAnisotropy = COUNT; }")
                  .max_anisotropy,
              4)
        << constant;
  EXPECT_EQ(taken("int n = 4; cudaTextureDesc d = {}; d.maxAnisotropy = n;").max_anisotropy, 4);
  EXPECT_EQ(taken("void f() { int n = 4; cudaTextureDesc d = {}; d.maxAnisotropy = n; }").max_anisotropy, 4);
  EXPECT_EQ(taken("#define MODE cudaFilterModeLinear\ncudaTextureDesc d = {}; d.filterMode = MODE;").filter,
            FilterMode::linear);
  for (const char* code :
       {"int n = 4; n = 8;", "int n = 4; ++n;", "int n = 4; load(path, &n);", "int n = 4; load(path, n);",
        "#ifdef A\nconst int n = 4;\n#endif\n", "#define n 4\n#define n 8\n", "{ const int n = 4; }",
        "#define n n\n", "const int n = 4; struct T { int n; };", "int n = 4; int& r = n;"})
    EXPECT_NE(desc_refusal(std::string(code) + " cudaTextureDesc d = {}; d.maxAnisotropy = n;"), "nothing")
        << code;
  EXPECT_NE(desc_refusal("int n = 4; void f() { cudaTextureDesc d = {}; d.maxAnisotropy = n; }"), "nothing")
      << "another file may set it";
}

// What take_texture() says, joined.
std::string texture_of(std::string_view code) {
  Session session;
  std::string all;
  for (const std::string& said : take_texture(code, session).said)
    all += (all.empty() ? "" : ", ") + said.substr(said.find('.') + 1);
  return all;
}

TEST(ImportDesc, TheOneTexelFormatThatCodeStatesIsTaken) {
  EXPECT_EQ(texture_of("auto d = cudaCreateChannelDesc<float>();"), "kind: float, bits: 32, channels: 1");
  EXPECT_EQ(texture_of("cudaCreateChannelDesc<uchar4>()"), "kind: unsigned, bits: 8, channels: 4");
  EXPECT_EQ(texture_of("hipCreateChannelDesc<unsigned short>()"), "kind: unsigned, bits: 16, channels: 1");
  EXPECT_EQ(texture_of("cudaCreateChannelDescHalf2()"), "kind: float, bits: 16, channels: 2");
  EXPECT_EQ(texture_of("d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);"),
            "kind: float, bits: 32, channels: 1");
  EXPECT_EQ(texture_of("d = cudaCreateChannelDesc(8 * sizeof(float), 0, 0, 0, cudaChannelFormatKindFloat);"),
            "kind: float, bits: 32, channels: 1");
  EXPECT_EQ(texture_of("cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindSigned)"),
            "kind: signed, bits: 16, channels: 4");
  EXPECT_EQ(texture_of("a.Format = CU_AD_FORMAT_UNSIGNED_INT8; a.NumChannels = 2;"),
            "kind: unsigned, bits: 8, channels: 2");
  EXPECT_EQ(texture_of("cudaCreateChannelDesc<int2>(); cudaCreateChannelDesc<int2>();"),
            "kind: signed, bits: 32, channels: 2");
}

TEST(ImportDesc, ATexelFormatThatIsNotClearIsLeft) {
  for (const char* code :
       {"", "cudaCreateChannelDesc<T>()", "cudaCreateChannelDesc<float3>()", "cudaCreateChannelDesc<",
        "cudaCreateChannelDesc(bits, 0, 0, 0, cudaChannelFormatKindFloat)",
        "cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat)",
        "cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned)",
        "cudaCreateChannelDesc(0, 8, 0, 0, cudaChannelFormatKindUnsigned)", "cudaCreateChannelDesc(8, 8, 8",
        "cudaCreateChannelDesc<float>(); cudaCreateChannelDesc<uchar4>();", "a.Format = CU_AD_FORMAT_FLOAT;",
        "a.NumChannels = n; a.Format = CU_AD_FORMAT_FLOAT;",
        "a.NumChannels = 3; a.Format = CU_AD_FORMAT_HALF;", "cudaCreateChannelDescHalf9()"})
    EXPECT_EQ(texture_of(code), "") << code;
}

// Its sizes, its kind and its memory, where the code states them with constants.
TEST(ImportDesc, TheTextureThatCodeStatesIsTaken) {
  const std::string array = ", storage: array";
  EXPECT_EQ(texture_of("cudaMallocArray(&a, &ch, 512, 256);"),
            "dimension: 2d" + array + ", width: 512, height: 256");
  EXPECT_EQ(
      texture_of("int main() { int w = 64, h = 32; cudaMallocArray(&a, &ch, w, h); k<<<g, b>>>(o, w, h); }"),
      "dimension: 2d" + array + ", width: 64, height: 32");
  EXPECT_EQ(texture_of("const int W = 2 * 16;\ncudaMallocArray(&a, &ch, W);"),
            "dimension: 1d" + array + ", width: 32");
  EXPECT_EQ(
      texture_of("#define N 16\nvoid f() { CHECK(cudaMallocArray(&a, &ch, N, N, cudaArrayTextureGather)); }"),
      "dimension: 2d" + array + ", width: 16, height: 16, gather_flag: true");
  EXPECT_EQ(texture_of("cudaExtent e = make_cudaExtent(8, 16, 32);\ncudaMalloc3DArray(&a, &ch, e);"),
            "dimension: 3d" + array + ", width: 8, height: 16, depth: 32");
  EXPECT_EQ(texture_of("cudaMalloc3DArray(&a, &ch, make_cudaExtent(64, 64, 5), cudaArrayLayered);"),
            "dimension: 2d_layered" + array + ", width: 64, height: 64, depth: 5");
  EXPECT_EQ(texture_of("cudaMalloc3DArray(&a, &ch, make_cudaExtent(64, 0, 5), cudaArrayLayered);"),
            "dimension: 1d_layered" + array + ", width: 64, depth: 5");
  EXPECT_EQ(texture_of("hipMalloc3DArray(&a, &ch, make_hipExtent(64, 64, 6), hipArrayCubemap);"),
            "dimension: cube" + array + ", width: 64, height: 64");
  EXPECT_EQ(texture_of("cudaMalloc3DArray(&a, &ch, {32, 32, 12}, cudaArrayCubemap | cudaArrayLayered);"),
            "dimension: cube_layered" + array + ", width: 32, height: 32, depth: 2");
  EXPECT_EQ(texture_of("cudaExtent e; e.width = 64; e.height = 32; e.depth = 0;\n"
                       "cudaMallocMipmappedArray(&m, &ch, e, 7);"),
            "dimension: 2d" + array + ", width: 64, height: 32, levels: 7");
  EXPECT_EQ(texture_of(
                "r.resType = cudaResourceTypePitch2D; r.res.pitch2D.width = 100; r.res.pitch2D.height = 50;"),
            "dimension: 2d, storage: pitch, width: 100, height: 50");
  EXPECT_EQ(
      texture_of(
          "cudaMallocPitch(&p, &pitch, 20 * sizeof(float4), 10); ch = cudaCreateChannelDesc<float4>();\n"
          "r.res.pitch2D.width = w; r.res.pitch2D.height = h;"),
      "kind: float, bits: 32, channels: 4, dimension: 2d, storage: pitch, width: 20, height: 10");
  EXPECT_EQ(texture_of("r.res.linear.desc = cudaCreateChannelDesc<float>();\n"
                       "r.res.linear.sizeInBytes = 1000 * sizeof(float);"),
            "kind: float, bits: 32, channels: 1, dimension: 1d, storage: linear, width: 1000");
  EXPECT_EQ(
      texture_of("CUDA_ARRAY_DESCRIPTOR desc;\ndesc.Format = CU_AD_FORMAT_FLOAT; desc.NumChannels = 1;\n"
                 "desc.Width = 20; desc.Height = 10; copy.Height = 5;"),
      "kind: float, bits: 32, channels: 1, dimension: 2d" + array + ", width: 20, height: 10");
  EXPECT_EQ(texture_of("CUDA_ARRAY_DESCRIPTOR desc = {20, 10, CU_AD_FORMAT_FLOAT, 1};").substr(0, 4), "dime");
  EXPECT_EQ(texture_of("CUDA_ARRAY3D_DESCRIPTOR d = {.Width = 8, .Height = 8, .Depth = 4, .Flags = "
                       "CUDA_ARRAY3D_LAYERED};\n"
                       "cuMipmappedArrayCreate(&m, &d, 3);"),
            "dimension: 2d_layered" + array + ", width: 8, height: 8, depth: 4, levels: 3");
}

TEST(ImportDesc, ATextureThatIsNotClearIsLeft) {
  const auto invented = [](std::string_view code) {
    Session session;
    const ImportedTexture texture = take_texture(code, session);
    return joined(texture.invented) + (texture.several ? " (several)" : "");
  };
  const std::string format = "texture.kind, texture.bits, texture.channels";
  EXPECT_EQ(invented("cudaMallocArray(&a, &ch, w, 256);"), format + ", texture.width");
  EXPECT_EQ(invented("cudaMallocArray(&a, &ch, 64, h);"), format + ", texture.dimension, texture.height");
  EXPECT_EQ(invented("cudaMallocArray(&a, &ch, 64, 32); cudaMallocArray(&b, &ch, 64, 64);"),
            format + ", texture.dimension, texture.storage, texture.width, texture.height (several)");
  EXPECT_EQ(invented("cudaMallocArray(&a, &ch, 64, 32); cudaMallocArray(&b, &ch, 64, 32);"), format);
  EXPECT_EQ(invented("cudaMallocArray(&a, &ch, 64, 99999999);"), format + ", texture.height");
  EXPECT_EQ(invented("cudaMalloc3DArray(&a, &ch, e, flags);"),
            format + ", texture.dimension, texture.width, texture.height");
  const std::string driver = "CUDA_ARRAY3D_DESCRIPTOR a = {}; a.Width = 64; a.Height = 32; ";
  for (const char* other : {"a.Height = 16;", "if (tall) a.Height = 64;", "if (tall) { a.Height = 64; }"})
    EXPECT_EQ(invented(driver + other), format + ", texture.dimension, texture.height") << other;
  EXPECT_EQ(invented("CUDA_ARRAY3D_DESCRIPTOR a; a.Width = 64; a.Height = 32; if (deep) a.Depth = 8;"),
            format + ", texture.dimension");
  EXPECT_EQ(invented("int w = 64; load(&w); cudaMallocArray(&a, &ch, w, 32);"), format + ", texture.width");
}

TEST(ImportDesc, APitchThatCudaRefusesIsSaid) {
  const std::string code = "cudaTextureDesc d = {};\nr.res.pitch2D.pitchInBytes = ";
  EXPECT_EQ(warnings_of(code + "100 * sizeof(float);"),
            "t.cu:2:30: pitchInBytes is 400, which is no multiple of texturePitchAlignment, 32: "
            "cudaCreateTextureObject returns cudaErrorInvalidValue.\n");
  EXPECT_EQ(warnings_of(code + "128 * sizeof(float);"), "");
  EXPECT_EQ(warnings_of(code + "pitch;"), "");
}

TEST(ImportDesc, ANewSessionHasTheTextureOfTheCode) {
  const Program program = {};
  write(program / "t.cu", "cudaTextureDesc d = {}; cudaMallocArray(&a, &ch, 300, 200);");
  const Ran first = program.run({"import-desc", "t.cu", "--out", "s.json"});
  EXPECT_NE(first.out.find("texture.width: 300"), std::string::npos) << first.out;
  EXPECT_NE(
      first.out.find(say(Text::import_invented_fields, {"texture.kind, texture.bits, texture.channels"})),
      std::string::npos)
      << first.out;
  Session session = load_session(program / "s.json").session;
  EXPECT_EQ(session.texture.width, 300);
  EXPECT_EQ(session.texture.height, 200);
  EXPECT_EQ(session.texture.storage, Storage::array);
  write(program / "t.cu", "cudaTextureDesc d = {}; cudaMallocArray(&a, &ch, 64, 64);");
  EXPECT_EQ(program.run({"import-desc", "t.cu", "--out", "s.json"}).out.find("texture."), std::string::npos);
  EXPECT_EQ(load_session(program / "s.json").session.texture.width, 300) << "an existing one keeps its own";
}

} // namespace
} // namespace texelscope
