#include "kernels/studies/compare/value_source.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry sources[] = {
    {0, "state", Text::values_state, Text::values_state_help},
    {1, "pinned", Text::values_pinned, Text::values_pinned_help},
    {2, "model", Text::values_model, Text::values_model_help},
    {3, "cuda", Text::values_cuda, Text::values_cuda_help},
    {4, "opengl", Text::values_opengl, Text::values_opengl_help},
    {5, "ideal", Text::values_ideal, Text::values_ideal_help},
    {6, "file", Text::values_file, Text::values_file_help},
    {7, "before", Text::values_before, Text::values_before_help},
};
} // namespace

template <>
EnumTable enum_table<ValueSource>() {
  return sources;
}

} // namespace texelscope
