#include <algorithm>

#include "kernels/reports/support_matrix/legality.h"
#include "kernels/state/session/format_name.h"

namespace texelscope::legality {

namespace {
// Every element with one to four channels, bits as in cudaCreateChannelDesc<kind>(): three channels and
// floats of 8 bits are refused.
void plain_formats(std::vector<Format>& all) {
  constexpr std::pair<ElementKind, int> kinds[] = {{ElementKind::unsigned_int, kind::unsigned_int},
                                                   {ElementKind::signed_int, kind::signed_int},
                                                   {ElementKind::floating, kind::floating}};
  for (const auto& [element, kind] : kinds)
    for (const int bits : {8, 16, 32}) {
      std::array<int, 4> channels = {};
      for (std::size_t i = 0; i < 4; ++i) {
        channels[i] = bits;
        all.push_back({format_name({element, bits, int(i) + 1}), kind, channels});
      }
    }
}

std::vector<Format> make_formats() {
  std::vector<Format> all;
  plain_formats(all);
  for (const TexelFormatRow& row : texel_formats)
    if (const auto plain = std::ranges::find(all, row.name, &Format::name); plain != all.end())
      plain->texels = &row;
    else
      all.push_back({std::string(row.name), row.runtime.value, row.bits, &row});
  // What CUDA samples only for video, and what it does not know.
  all.insert(all.end(), {{"nv12", kind::nv12, {8, 8, 8}},
                         {"none", kind::none, {8}},
                         {"u4x1", kind::unsigned_int, {4}},
                         {"u64x1", kind::unsigned_int, {64}},
                         {"u8+u16", kind::unsigned_int, {8, 16}}});
  return all;
}
} // namespace

std::span<const Format> formats() {
  static const std::vector<Format> all = make_formats();
  return all;
}

} // namespace texelscope::legality
