#include "kernels/state/amp/amp.h"

namespace texelscope {

const std::array<AmpExample, 6>& amp_examples() {
  using enum AmpAccess;
  using enum AmpPlace;
  using enum AmpView;
  constexpr AmpTexture int_1{AmpScalar::signed_int, 1, 1};
  constexpr AmpTexture int_8_bits{AmpScalar::signed_int, 1, 1, 8};
  constexpr AmpTexture int_2{AmpScalar::signed_int, 2, 1};
  static constexpr std::array<AmpExample, 6> examples = {{
      {"tex1", "texture<int, 1> tex1(64);", "tex1.set(i, 7);", {int_1, write}},
      {"tex2", "texture<int_2, 1> tex2(64);", "tex2.set(i, int_2(3, 4));", {int_2, write}},
      {"tex3", "texture<int, 1> tex3(64, 8U);", "tex3.set(i, 2 * tex3[i]);", {int_8_bits, read_and_write}},
      {"tex4",
       "texture<int_2, 1> tex4(64); writeonly_texture_view<int_2, 1> out4(tex4);",
       "out4.set(i, int_2(3, 4));",
       {int_2, write_by_view, kernel, writeonly_texture_view}},
      {"tex5",
       "texture<int, 1> tex5(64);",
       "writeonly_texture_view<int, 1> out5(tex5); out5.set(i, 2 * tex5[i]);",
       {int_1, make_view, kernel, writeonly_texture_view}},
      {"tex6",
       "texture<int_2, 1> tex6(64);",
       "writeonly_texture_view<int_2, 1> out6(tex6);",
       {int_2, make_view, kernel, writeonly_texture_view}},
  }};
  return examples;
}

} // namespace texelscope
