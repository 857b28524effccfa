// Checks a request without CUDA's headers, with only the installed header and library.
#include <texelscope/texture_request.h>

#include "expect.h"

using namespace texelscope;

int main() {
  TextureRequest request;
  request.array = ArrayRequest{{8, 8, 8, 8, 1}, 64, 64};
  request.sampler.filterMode = TextureFilterMode::linear;
  EXPECT(has(check(request), CheckKind::refused, "cudaTextureDesc::filterMode",
             "cudaErrorInvalidFilterSetting"));
  request.sampler.readMode = TextureReadMode::normalized_float;
  request.sampler.normalizedCoords = true;
  EXPECT(check(request).empty());
  request.sampler.normalizedCoords = false;
  EXPECT(has(check(request), CheckKind::altered, "cudaTextureDesc::addressMode[0]"));
  EXPECT(name(CheckKind::unchecked) == "unchecked");
  return failures > 0;
}
