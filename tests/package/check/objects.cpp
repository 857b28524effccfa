// TEXELSCOPE_CHECK on texture objects: what it reports in a debug build, and that a release build has none of
// it.
#include <texelscope/check.h>

#include "expect.h"
#include "runtime.h"

using namespace texelscope;

namespace {

std::vector<CheckNote> reported;
int calls = 0;

void keep(const std::vector<CheckNote>& notes, const char*, const char* file, int line) {
  reported = notes;
  ++calls;
  EXPECT(std::string(file).find("objects.cpp") != std::string::npos && line > 0);
}

int evaluations = 0;
[[maybe_unused]] cudaTextureObject_t evaluated(cudaTextureObject_t object) {
  ++evaluations;
  return object;
}

#ifndef NDEBUG
void in_a_debug_build() {
  TEXELSCOPE_CHECK(evaluated(sound_array));
  TEXELSCOPE_CHECK(evaluated(no_object));
  EXPECT(calls == 0 && evaluations == 2);
  TEXELSCOPE_CHECK(wrapped_array);
  EXPECT(calls == 1 && has(reported, CheckKind::altered, "cudaTextureDesc::addressMode[1]"));
  TEXELSCOPE_CHECK(wrapped_mipmaps);
  EXPECT(calls == 2 && has(reported, CheckKind::altered, "cudaTextureDesc::normalizedCoords"));
  for (const CheckNote& note : reported) // the levels were counted
    EXPECT(note.kind == CheckKind::altered);
  EXPECT(cudaGetLastError() == cudaSuccess);
  TEXELSCOPE_CHECK(viewed_array); // floats seen as bytes
  EXPECT(calls == 3 && has(reported, CheckKind::altered, "cudaTextureDesc::readMode"));
  TEXELSCOPE_CHECK(short_pitch);
  EXPECT(calls == 4 && has(reported, CheckKind::altered, "cudaResourceDesc::res.pitch2D.pitchInBytes"));
}
#else
void in_a_release_build() {
  TEXELSCOPE_CHECK(evaluated(wrapped_array));
  EXPECT(calls == 0 && evaluations == 0);
}
#endif

} // namespace

int main() {
  set_check_handler(keep);
#ifdef NDEBUG
  in_a_release_build();
#else
  in_a_debug_build();
#endif
  return failures > 0;
}
