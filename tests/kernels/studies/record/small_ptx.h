// Modules of a few lines, in the PTX of CUDA 12.4.
#pragma once

#include <string>
#include <string_view>

namespace texelscope::record {

inline constexpr std::string_view small_header = ".version 8.4\n.target sm_75\n.address_size 64\n";

// A kernel with registers of each type around these lines, the first of which is line 12.
inline std::string small_module(std::string_view body, std::string_view header = small_header) {
  return std::string(header) +
         ".global .texref image;\n.visible .entry kernel(.param .u64 object)\n{\n"
         ".reg .b64 %rd<9>;\n.reg .f32 %f<20>;\n.reg .b32 %r<9>;\n.reg .b16 %h<9>; "
         ".reg .pred %p<4>;\nld.param.u64 %rd1, [object]; // line 11\n" +
         std::string(body) + "\nret;\n}\n";
}

} // namespace texelscope::record
