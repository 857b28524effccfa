// A Python program that fetches with NVIDIA Warp: on a GPU by its texture unit, elsewhere by Warp's own
// sampler.
#include <algorithm>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/python.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::program {

namespace {
bool decodes_srgb(const Facts& facts) {
  const ElementFormat& f = facts.e.format;
  return facts.sampler.srgb && f.kind == ElementKind::unsigned_int && f.bits == 8;
}

void refuse_warp(const Facts& facts, const Texture& texture) {
  const Effective& e = facts.e;
  const FetchKind function = facts.view.function;
  if (function == FetchKind::gather || function == FetchKind::grad || function == FetchKind::texel)
    throw UserError(text(Text::export_warp_function));
  if (is_layered(e.dimension) || is_cube(e.dimension)) throw UserError(text(Text::export_warp_layers));
  if (texture.result_type() != ResultType::floating || e.type != FetchType::native)
    throw UserError(text(Text::export_warp_integers));
  if (e.level_count > 1) throw UserError(text(Text::export_warp_mips));
}

std::vector<std::string> warp_remarks(const Facts& facts, const Texture& texture) {
  const Effective& e = facts.e;
  const Sampler& s = facts.sampler;
  std::vector<std::string> list;
  const auto remark = [&](bool when, const std::string& what) {
    if (when) list.push_back(what);
  };
  const std::vector<std::string> border = border_fields(s, axis_count(e.dimension));
  const bool colored = std::ranges::any_of(s.border_color, [](float channel) { return channel != 0; });
  remark(!border.empty() && colored, naming(border, text(Text::export_warp_border)));
  remark(decodes_srgb(facts), naming({"sampler.srgb"}, text(Text::export_warp_srgb)));
  remark(s.max_anisotropy > 1,
         naming({"sampler.max_anisotropy"}, say(Text::export_warp_field, {"maxAnisotropy"})));
  remark(mixes_second_axis(e), naming({"sampler.address_y"}, text(Text::export_second_axis)));
  remark(e.memory.has_value(), text(Text::export_seen));
  remark(e.channel_kind == ChannelKind::blocks, text(Text::export_decoded));
  remark(texture.packed, text(Text::export_warp_packed));
  return list;
}

// Defines `texels`, slices first and channels last.
void warp_texels(Code& code, const Facts& facts) {
  code.line("texels = np.array(" + python_level(facts, 0) + ")");
  if (!decodes_srgb(facts)) return;
  const int channels = facts.e.format.channels;
  const std::string colors =
      "texels[..., :" + std::to_string(channels == 2 ? 1 : std::min(channels, 3)) + "]";
  code.line("texels = (texels / 255).astype(np.float32)");
  code.line(colors + " = np.where(" + colors + " <= 0.04045, " + colors + " / 12.92, ((" + colors +
            " + 0.055) / 1.055) ** 2.4)");
}

void warp_texture(Code& code, const Facts& facts, const Texture& texture) {
  static constexpr const char* modes[] = {"WRAP", "CLAMP", "MIRROR", "BORDER"};
  const int axes = axis_count(facts.e.dimension);
  const Sampler& s = facts.sampler;
  std::vector<std::string> address;
  for (std::size_t axis = 0; axis < std::size_t(axes);
       ++axis) // Warp's own sampler wraps where the GPU clamps
    address.push_back(std::string("wp.TextureAddressMode.") +
                      modes[std::size_t(unit::acting_mode(s.address[axis], texture.takes_normalized()))]);
  code.open("texture = wp.Texture" + std::to_string(axes) + "D(");
  code.line("texels,");
  code.line(std::string("filter_mode=wp.TextureFilterMode.") +
            (s.filter == FilterMode::linear ? "LINEAR," : "CLOSEST,"));
  code.line("address_mode=" + python_tuple(address) + ",");
  code.line(std::string("normalized_coords=") + python_bool(s.normalized_coords) + ",");
  code.close(")");
}

// The kernel and fetch(c, at), which launches it.
void warp_fetch(Code& code, const Facts& facts) {
  const std::string axes = std::to_string(axis_count(facts.e.dimension)),
                    channels = std::to_string(facts.e.format.channels);
  const std::string point = axes == "1" ? "float" : "wp.vec" + axes + "f",
                    value = channels == "1" ? "float" : "wp.vec" + channels + "f";
  code.comment(text(Text::export_kernel));
  code.line("@wp.kernel");
  code.open("def sample(texture: wp.Texture" + axes + "D, at: wp.array(dtype=" + point +
            "), value: wp.array(dtype=" + value + ")):");
  code.line("i = wp.tid()");
  code.line("value[i] = wp.texture_sample(texture, at[i], dtype=" + value + ")");
  code.end();
  code.lines("\n\n");
  code.open("def fetch(c, at):");
  code.line("points = wp.array(at.reshape(" + std::string(axes == "1" ? "-1" : "-1, " + axes) +
            "), dtype=" + point + ")");
  code.line("value = wp.empty(len(points), dtype=" + value + ")");
  code.line("wp.launch(sample, dim=len(points), inputs=[texture, points, value])");
  code.line("return value.numpy().reshape(at.shape[:-1] + (" + channels + ",))");
  code.end();
  code.lines("\n\n");
}
} // namespace

ExportedProgram warp_program(const ExportRequest& request) {
  Facts facts(request, true);
  const Texture texture = texture_of(nullptr, facts.e);
  refuse_warp(facts, texture);
  const std::vector<std::string> remarks = warp_remarks(facts, texture);
  PythonProgram python(facts, Text::export_warp, {"import warp as wp"}, remarks);
  python.texels();
  warp_texels(python.code, facts);
  python.code.comment(text(Text::export_warp_device));
  warp_texture(python.code, facts, texture);
  python.coordinates();
  warp_fetch(python.code, facts);
  python.picture(facts.e.format.channels);
  python.main();
  return finished(facts, python.code.text(), remarks);
}

} // namespace texelscope::program
