// Pictures that a shipped fetch body makes in place of the plain fetch, with the bits that the GPU's return.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernels/state/session/spec.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/resolve/shipped_body.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// The body and what it sees of the texture.
struct BodyOfPicture {
  ShippedBody body = ShippedBody::plain;
  std::array<int, 3> size = {1, 1, 1}; // texels
  bool normalized = false;             // whether coordinates are
  ResultType result = ResultType::floating;
};
// Empty: the CPU makes plain fetches.
std::optional<BodyOfPicture> body_of_picture(const Session& session, const Effective& effective);

// Fetches rows [first, end) into `components`, which points at the first of them: four components per pixel,
// 0 where the view has nothing.
void fetch_body_rows(const BodyOfPicture& body, const Texture& texture, const FetchView& view, int width,
                     int first, int end, std::uint32_t* components);

// What the body returns for one pixel, and all its fetches in their order.
struct BodyFetch {
  FetchKind kind = FetchKind::plain;
  int component = 0; // gather
  float x = 0, y = 0;
  TexelBits value = {};
};
struct BodyPixelValue {
  TexelBits value = {};
  std::vector<BodyFetch> fetches; // none where the view has nothing
};
BodyPixelValue fetch_body_pixel(const BodyOfPicture& body, const Texture& texture, const FetchView& view,
                                int column, int row);

} // namespace texelscope::cpu
