// Text as the content or an attribute of an XML document.
#pragma once

#include <string>
#include <string_view>

#include "kernels/ground/base/visible_text.h"

namespace texelscope {

// What XML 1.0 cannot hold is shown as by visible_line().
inline std::string xml_text(std::string_view content) {
  std::string out;
  for (const char c : visible_line(content))
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  return out;
}

} // namespace texelscope
