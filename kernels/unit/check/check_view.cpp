// Faults of a cudaResourceViewDesc: its size, and where it begins and ends.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/check/check_notes.h"
#include "kernels/unit/check/cuda_names.h"

namespace texelscope::checking {

namespace {
using Extent = std::array<std::size_t, 3>;

void check_size(const ViewRequest& view, const ArrayRequest& array, bool blocks, CheckNotes& notes) {
  const std::size_t factor = blocks ? 4 : 1;
  const Extent viewed = {view.width, view.height, view.depth},
               wanted = {array.width * factor, array.height * factor, array.depth};
  if (viewed == wanted) return;
  const auto number = [](std::size_t value) { return std::to_string(value); };
  const std::string size[] = {number(viewed[0]), number(viewed[1]), number(viewed[2]),
                              number(wanted[0]), number(wanted[1]), number(wanted[2])};
  const char* const members[] = {"width", "height", "depth"};
  const auto differs = std::ranges::mismatch(viewed, wanted).in1 - viewed.begin();
  notes.refuse(view_member(members[differs]),
               say(blocks ? Text::check_view_blocks_size : Text::check_view_size,
                   {size[0], size[1], size[2], size[3], size[4], size[5]}),
               Text::rule_view, say(Text::check_view_cure, {size[3], size[4], size[5]}));
}

// Of levels or of layers; `count`: what the array has of them, 0 if it has none.
struct Range {
  unsigned first, last;
  std::size_t count;
  const char* first_member;
  Text misfit, past;
};

void check_range(const Range& range, CheckNotes& notes) {
  const std::string first = std::to_string(range.first), last = std::to_string(range.last);
  if (range.last < range.first || (range.count == 0 && range.last != 0))
    notes.refuse(view_member(range.first_member), say(range.misfit, {first, last}),
                 Text::check_view_range_rule);
  else if (range.count > 0 && range.first >= range.count)
    notes.add(CheckKind::altered, view_member(range.first_member),
              say(range.past, {first, std::to_string(range.count)}), Text::check_view_first_rule);
}

// Whether a view of blocks accepts the array.
bool holds_blocks(const TexelFormatRow& texels, int block_bytes) {
  return texels.kind == ChannelKind::plain && texels.element.is_integer() && texels.element.bits == 32 &&
         texels.bytes() == block_bytes;
}

// What resolve() does not judge: blocks, and views of arrays of other kinds.
void check_format(const ParsedRequest& parsed, CheckNotes& notes) {
  const std::string field = view_member("format");
  const int number = parsed.request.view->format;
  const TexelFormatRow* const format = view_format(number);
  if (!format)
    notes.refuse(field, say(Text::check_enumerator, {std::to_string(number), "cudaResourceViewFormat"}),
                 Text::rule_view, text(Text::check_no_view_cure));
  else if (parsed.texels && parsed.texels->kind != ChannelKind::plain)
    notes.add(CheckKind::unchecked, field, text(Text::check_view_unknown), Text::check_view_unknown_rule);
  else if (format->block.bytes > 0 && parsed.texels && !holds_blocks(*parsed.texels, format->block.bytes))
    notes.refuse(field, say(Text::check_view_blocks, {std::to_string(format->block.bytes)}), Text::rule_view);
}
} // namespace

void check_view(const ParsedRequest& parsed, CheckNotes& notes) {
  const auto& view = parsed.request.view;
  if (!view) return;
  if (!is_array(parsed.request.resource))
    return notes.add(CheckKind::unused, "cudaResourceViewDesc", text(Text::check_view_memory),
                     Text::check_view_memory_rule, text(Text::check_no_view_cure));
  check_format(parsed, notes);
  if (!parsed.request.array) return;
  const ArrayRequest& array = *parsed.request.array;
  const TexelFormatRow* const format = view_format(view->format);
  if (format) check_size(*view, array, format->block.bytes > 0, notes);
  check_range({view->first_level, view->last_level, parsed.is_mipmapped() ? std::max(array.levels, 1u) : 0,
               "firstMipmapLevel", Text::check_view_levels, Text::check_view_first_level},
              notes);
  check_range({view->first_layer, view->last_layer, is_layered(parsed.dimension) ? array.depth : 0,
               "firstLayer", Text::check_view_layers, Text::check_view_first_layer},
              notes);
}

} // namespace texelscope::checking
