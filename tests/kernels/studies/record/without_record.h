// What rewrite() added, taken away again: the module as it was.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace texelscope::record {

inline std::string without_record(std::string ptx) {
  const std::string_view start_end = "ret;\n}\n";
  const std::size_t start = ptx.find("\n.visible .global .align 8 .b64 texelscope_ring");
  if (start == ptx.npos) return ptx;
  ptx.erase(start, ptx.find(start_end, start) + start_end.size() - start);
  for (std::size_t site = 0;; ++site) {
    const std::string number = std::to_string(site);
    const std::string fetch = "\n$texelscope_fetch" + number + ":\n",
                      done = "\n$texelscope_done" + number + ":\n}";
    const std::size_t label = ptx.find(fetch);
    if (label == ptx.npos) return ptx;
    const std::size_t begin = ptx.rfind("{\n.reg .pred %texelscope_p;", label), behind = label + fetch.size();
    const std::size_t tail = ptx.find("\nsetp.eq.b64 %texelscope_p, %texelscope_a, 0;\n", behind);
    const std::size_t end = ptx.find(done, behind);
    if (begin == ptx.npos || tail == ptx.npos || end == ptx.npos) {
      ADD_FAILURE() << "site " << site;
      return ptx;
    }
    ptx.erase(tail, end + done.size() - tail);
    ptx.erase(begin, behind - begin);
  }
}

} // namespace texelscope::record
