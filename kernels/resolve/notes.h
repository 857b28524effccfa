// Internal to resolve(): the notes, in the order in which its stages make them.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/resolve/resolve.h"
#include "kernels/text/texts.h"

namespace texelscope::resolving {

class Notes {
public:
  using Fix = std::vector<std::pair<std::string, FieldValue>>;

  void add(NoteKind kind, std::string field, std::string sentence, Text rule, const char* fix_label = "",
           Fix fix = {}) {
    list.push_back({kind, std::move(field), std::move(sentence), text(rule), fix_label, std::move(fix)});
  }
  std::vector<Note> gravest_first() && {
    std::ranges::stable_sort(list, std::ranges::greater(), &Note::kind);
    return std::move(list);
  }

private:
  std::vector<Note> list;
};

} // namespace texelscope::resolving
