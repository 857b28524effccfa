// A module that fetches once, and the file that a context of its program writes.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "kernels/studies/record/exchange.h"

namespace texelscope::tests {

inline constexpr const char* fetching_module = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry sample(.param .u64 object)
{
.reg .b64 %rd<2>;
.reg .f32 %f<7>;
ld.param.u64 %rd1, [object];
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];
ret;
}
)";

// `head`: without what each such file has. The counts are those of site 0, in one of their copies.
inline std::string made_ring(record::RingFile head, const record::SiteCounts& counts,
                             std::string_view records, std::size_t copy = 0) {
  std::memcpy(head.magic, record::ring_magic, sizeof head.magic);
  head.version = record::ring_version, head.record_bytes = records.size(), head.copies = 1;
  std::string file(record::records_offset, '\0');
  std::memcpy(file.data(), &head, sizeof head);
  std::memcpy(file.data() + record::page + copy * record::max_sites * sizeof counts, &counts, sizeof counts);
  return file.append(records);
}

} // namespace texelscope::tests
