// Internal to resolve(): the notes, in the order in which its stages make them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::resolving {

// What CUDA returns where a request breaks the rule, in assets/legality; empty if it returns no error.
constexpr std::string_view cuda_error(Text rule) {
  switch (rule) {
  case Text::rule_float8:
    return "cudaErrorInvalidChannelDescriptor";
  case Text::rule_linear_integer:
    return "cudaErrorInvalidFilterSetting";
  case Text::rule_normalized32:
  case Text::rule_kind_read:
    return "cudaErrorInvalidNormSetting";
  case Text::rule_write_kind:
    return "cudaErrorNotSupported";
  case Text::rule_size:
  case Text::rule_square:
  case Text::rule_blocks_1d:
  case Text::rule_gather:
  case Text::rule_gather_flag:
  case Text::rule_kind_storage:
  case Text::rule_no_cube:
  case Text::rule_view:
  case Text::rule_pitch_alignment:
    return "cudaErrorInvalidValue";
  default:
    return "";
  }
}

class Notes {
public:
  using Fix = std::vector<std::pair<std::string, FieldValue>>;

  void add(NoteKind kind, std::string field, std::string sentence, Text rule, const char* fix_label = "",
           Fix fix = {}) {
    const std::string_view error = kind == NoteKind::refused ? cuda_error(rule) : "";
    list.push_back(
        {kind, std::move(field), std::move(sentence), text(rule), fix_label, std::move(fix), error});
  }
  std::vector<Note> taken() && { return std::move(list); }

private:
  std::vector<Note> list;
};

} // namespace texelscope::resolving
