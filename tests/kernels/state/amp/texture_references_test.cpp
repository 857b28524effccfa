#include "kernels/state/amp/texture_references.h"

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"

#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

// What articles written for texture references use.
constexpr std::string_view old_calls[] = {"texture<T, dim, readMode> texRef",
                                          "textureReference",
                                          "cudaGetTextureReference",
                                          "cudaBindTexture",
                                          "cudaBindTexture2D",
                                          "cudaBindTextureToArray",
                                          "cudaUnbindTexture",
                                          "cudaGetChannelDesc",
                                          "cudaCreateChannelDesc",
                                          "tex1Dfetch(texRef, i)",
                                          "tex1D(texRef, x)",
                                          "tex2D(texRef, x, y)",
                                          "tex3D(texRef, x, y, z)",
                                          "normalized",
                                          "addressMode",
                                          "filterMode",
                                          "channelDesc",
                                          "cudaReadModeElementType"};

TEST(TextureReferences, EveryOldCallHasAnEntry) {
  for (const std::string_view name : old_calls) {
    const TextureReferenceCall* call = find_texture_reference_call(name);
    ASSERT_NE(call, nullptr) << name;
    EXPECT_EQ(call->name, name);
  }
  EXPECT_EQ(find_texture_reference_call("cudaMalloc"), nullptr);
}

TEST(TextureReferences, EntriesAreCompleteAndUnique) {
  std::set<std::string_view> names;
  for (const TextureReferenceCall& call : texture_reference_calls()) {
    EXPECT_TRUE(names.insert(call.name).second) << call.name;
    EXPECT_STRNE(text(call.changed), "") << call.name;
  }
}

TEST(TextureReferences, WhatReplacesWhat) {
  const auto today = [](std::string_view name) { return find_texture_reference_call(name)->today; };
  EXPECT_EQ(today("cudaBindTexture"), "cudaCreateTextureObject, cudaResourceTypeLinear");
  EXPECT_EQ(today("cudaBindTexture2D"), "cudaCreateTextureObject, cudaResourceTypePitch2D");
  EXPECT_EQ(today("cudaBindTextureToArray"), "cudaCreateTextureObject, cudaResourceTypeArray");
  EXPECT_EQ(today("cudaUnbindTexture"), "cudaDestroyTextureObject");
  EXPECT_EQ(today("normalized"), "cudaTextureDesc.normalizedCoords");
  EXPECT_EQ(today("cudaGetChannelDesc"), "cudaGetChannelDesc");
}

// The page's row for a name, empty if there is none.
std::string row_of(std::string_view name) {
  std::ifstream page(TEXELSCOPE_SOURCE_DIR "/docs/texture-references.md");
  const std::string start = "| `" + std::string(name) + "` | ";
  for (std::string line; std::getline(page, line);)
    if (line.starts_with(start)) return line;
  return "";
}

TEST(TextureReferences, ThePageHasEveryRow) {
  for (const TextureReferenceCall& call : texture_reference_calls()) {
    std::string today = call.today.empty() ? "none" : "`" + std::string(call.today) + "`";
    const bool is_list = call.today.find('(') == std::string_view::npos;
    if (const auto comma = today.find(", "); is_list && comma != std::string::npos)
      today.replace(comma, 2, "`, `");
    EXPECT_EQ(row_of(call.name),
              "| `" + std::string(call.name) + "` | " + today + " | " + text(call.changed) + " |");
  }
}

TEST(TextureReferences, FieldsAndTheirChoicesHadNames) {
  for (const Field& field : fields()) {
    const bool has = texture_reference_of(field.path) != nullptr;
    const bool expected = field.path == "texture.kind" || field.path == "texture.bits" ||
                          field.path == "texture.channels" || field.path == "sampler.normalized_coords" ||
                          field.path.starts_with("sampler.address_") || field.path == "sampler.filter" ||
                          field.path == "sampler.read_mode";
    EXPECT_EQ(has, expected) << field.path;
  }
  EXPECT_EQ(texture_reference_of("texture.storage.pitch")->name, "cudaBindTexture2D");
  EXPECT_EQ(texture_reference_of("texture.storage.shared"), nullptr);
  EXPECT_EQ(texture_reference_of("fetch.function.texel")->today, "tex1Dfetch<T>(tex, i)");
}

} // namespace
} // namespace texelscope
