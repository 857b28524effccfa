// Enough of XML to check whether a file is well formed.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace texelscope::tests {

inline std::string bad_entity(const std::string& content) {
  for (std::size_t at = content.find('&'); at != std::string::npos; at = content.find('&', at + 1)) {
    const std::string entity = content.substr(at, content.find(';', at) - at + 1);
    if (!std::set<std::string>{"&amp;", "&lt;", "&gt;", "&quot;"}.contains(entity)) return "entity " + entity;
  }
  return {};
}

// Attributes as name="value", each name once.
inline std::string bad_attributes(std::string attributes) {
  std::set<std::string> seen;
  while (!attributes.empty()) {
    const std::size_t open = attributes.find("=\""),
                      close = open == std::string::npos ? open : attributes.find('"', open + 2);
    if (attributes.front() != ' ' || close == std::string::npos) return "attributes" + attributes;
    const std::string name = attributes.substr(1, open - 1),
                      value = attributes.substr(open + 2, close - open - 2);
    if (name.empty() || name.find_first_of(" \"<>=") != std::string::npos || !seen.insert(name).second)
      return "attribute " + name;
    if (value.find('<') != std::string::npos || !bad_entity(value).empty()) return "value " + value;
    attributes.erase(0, close + 1);
  }
  return {};
}

// Empty if the text is well formed, else the fault.
inline std::string xml_fault(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t at = 0, roots = 0;
  while (at < xml.size()) {
    const std::size_t tag = xml.find('<', at);
    const std::string content = xml.substr(at, tag - at);
    if (content.find('>') != std::string::npos) return "a lonely >: " + content;
    if (open.empty() && content.find_first_not_of(" \n") != std::string::npos)
      return "text outside: " + content;
    if (std::string fault = bad_entity(content); !fault.empty()) return fault;
    if (tag == std::string::npos) break;
    const std::size_t end = xml.find('>', tag);
    if (end == std::string::npos) return "no end of " + xml.substr(tag);
    std::string inside = xml.substr(tag + 1, end - tag - 1);
    at = end + 1;
    if (inside.starts_with('/')) {
      if (open.empty() || open.back() != inside.substr(1)) return "closed: " + inside;
      open.pop_back();
      continue;
    }
    const bool closed = inside.ends_with('/');
    if (closed) inside.pop_back();
    const std::string name = inside.substr(0, inside.find(' '));
    if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) return "name " + inside;
    if (std::string fault = bad_attributes(inside.substr(name.size())); !fault.empty()) return fault;
    roots += open.empty();
    if (!closed) open.push_back(name);
  }
  if (!open.empty()) return "left open: " + open.back();
  return roots == 1 ? "" : "roots: " + std::to_string(roots);
}

inline int count(const std::string& content, const std::string& of) {
  int found = 0;
  for (std::size_t at = content.find(of); at != std::string::npos; at = content.find(of, at + 1))
    ++found;
  return found;
}

} // namespace texelscope::tests
