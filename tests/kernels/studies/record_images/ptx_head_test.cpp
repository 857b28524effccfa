#include "kernels/studies/record_images/ptx_head.h"

#include <gtest/gtest.h>

namespace texelscope::modules {
namespace {

TEST(PtxHead, ADeviceRunsPtxOfItsOwnAndEarlierArchitectures) {
  using enum ArchitectureScope;
  struct Case {
    Architecture architecture;
    int device;
    bool runs;
  };
  const Case cases[] = {
      {{75, portable}, 75, true},    {{75, portable}, 121, true},  {{90, portable}, 89, false},
      {{90, specific}, 90, true},    {{90, specific}, 100, false}, {{90, specific}, 89, false},
      {{100, family}, 100, true},    {{100, family}, 103, true},   {{100, family}, 110, false},
      {{103, family}, 100, false},   {{120, family}, 121, true},   {{120, family}, 103, false},
      {{100, specific}, 103, false},
  };
  for (const Case& each : cases)
    EXPECT_EQ(runs_ptx(each.device, each.architecture), each.runs)
        << to_string(each.architecture) << " " << each.device;
  EXPECT_EQ(to_string({100, family}), "100f");
  EXPECT_EQ(to_string({90, specific}), "90a");
  EXPECT_EQ(to_string({75, portable}), "75");
}

TEST(PtxHead, FindsTextureInstructions) {
  struct Case {
    const char* ptx;
    bool fetches, surfaces;
  };
  const Case cases[] = {
      {"", false, false},
      {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];", true, false},
      {"{tex.1d.v4.s32.s32", true, false},
      {"@%p1 tld4.r.2d.v4.f32.f32", true, false},
      {"mov.u32 %r1, 1;suld.b.2d.b32.trap {%r1}", false, true},
      {"\tsust.b.2d.b32.trap", false, true},
      {"sured.b.add.2d.u32.trap", false, true},
      {"tex.2d.v4.f32.f32 a; sust.p.2d.v4.b32.trap b;", true, true},
      {"txq.width.b32 %r1, [%rd1];", false, false},
      {"call vertex.y;", false, false},
      {"mov.u64 %rd1, my_tex.x; mov.u64 %rd2, $tex.y; ld.tex.u32; %tex.z", false, false},
      {".global .texref tex;", false, false},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(texture_use(each.ptx).fetches, each.fetches) << each.ptx;
    EXPECT_EQ(texture_use(each.ptx).surfaces, each.surfaces) << each.ptx;
  }
}

} // namespace
} // namespace texelscope::modules
