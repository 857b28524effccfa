#include "ui/frame/compare.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry modes[] = {
    {0, "off", Text::compare_off, Text::compare_off_help},
    {1, "split", Text::compare_split, Text::compare_split_help},
    {2, "side", Text::compare_side, Text::compare_side_help},
    {3, "blink", Text::compare_blink, Text::compare_blink_help},
    {4, "signed", Text::measure_signed, Text::measure_signed_help},
    {5, "absolute", Text::measure_absolute, Text::measure_absolute_help},
    {6, "ulp", Text::measure_ulp, Text::measure_ulp_help},
    {7, "relative", Text::measure_relative, Text::measure_relative_help},
};
} // namespace

template <>
EnumTable enum_table<ui::CompareMode>() {
  return modes;
}

} // namespace texelscope
