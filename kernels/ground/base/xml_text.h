// Text as the content or an attribute of an XML document.
#pragma once

#include <string>
#include <string_view>

namespace texelscope {

inline std::string xml_text(std::string_view content) {
  std::string out;
  for (const char c : content)
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
      if (static_cast<unsigned char>(c) >= 0x20) out += c; // XML 1.0 has no others within a line
    }
  return out;
}

} // namespace texelscope
