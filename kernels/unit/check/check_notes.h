// Internal to check(): the notes, and the stages that make them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"
#include "kernels/unit/check/texel_format.h"
#include "texelscope/texture_request.h"

namespace texelscope::checking {

inline constexpr std::string_view invalid_value = "cudaErrorInvalidValue",
                                  invalid_channels = "cudaErrorInvalidChannelDescriptor",
                                  invalid_filter = "cudaErrorInvalidFilterSetting",
                                  invalid_read_mode = "cudaErrorInvalidNormSetting",
                                  not_supported = "cudaErrorNotSupported";

// The flags of cudaMalloc3DArray.
inline constexpr unsigned array_layered = 1, array_surface = 2, array_cubemap = 4, array_gather = 8;

constexpr bool is_array(ResourceKind kind) {
  return kind == ResourceKind::array || kind == ResourceKind::mipmapped_array;
}

class CheckNotes {
public:
  void add(CheckKind kind, std::string field, std::string sentence, Text rule, std::string cure = {}) {
    list.push_back({kind, std::move(field), std::move(sentence), text(rule), {}, std::move(cure)});
  }
  void refuse(std::string field, std::string sentence, Text rule, std::string cure = {},
              std::string_view error = invalid_value) {
    list.push_back({CheckKind::refused, std::move(field), std::move(sentence), text(rule), std::string(error),
                    std::move(cure)});
  }
  void add(CheckNote note) { list.push_back(std::move(note)); }
  // Refused ones first, in the order in which CUDA finds them.
  std::vector<CheckNote> in_order() &&;

private:
  std::vector<CheckNote> list;
};

// A request, and what its numbers mean.
struct ParsedRequest {
  const TextureRequest& request;
  const TexelFormatRow* texels = nullptr; // CUDA has none such, or the array is not known
  Dimension dimension = Dimension::d2;

  // Whether format and size are known.
  bool is_known() const { return !is_array(request.resource) || request.array; }
  bool is_mipmapped() const { return request.resource == ResourceKind::mipmapped_array; }
};
ParsedRequest parse_request(const TextureRequest& request);

// What CUDA answers to requests that no session can express.
void check_channels(const ParsedRequest& parsed, CheckNotes& notes);
void check_memory(const ParsedRequest& parsed, CheckNotes& notes);
void check_extent(const ParsedRequest& parsed, CheckNotes& notes);
void check_sampler(const ParsedRequest& parsed, CheckNotes& notes);
void check_view(const ParsedRequest& parsed, CheckNotes& notes);
void check_use(const ParsedRequest& parsed, CheckNotes& notes);

// The notes of resolve() on the rest.
void check_session(const ParsedRequest& parsed, CheckNotes& notes);

} // namespace texelscope::checking
