// A Python program that fetches with PyTorch's grid_sample(), which filters exactly, in float64.
#include <algorithm>
#include <cmath>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/python.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::program {

namespace {
// The axes that grid_sample() sees: a 1-D texture is a picture of one row.
int grid_axes(const Effective& e) {
  return e.dimension == Dimension::d3 ? 3 : 2;
}

class TorchProgram {
public:
  explicit TorchProgram(const ExportRequest& request)
      : facts(request, true), e(facts.e), texture(texture_of(nullptr, facts.e)), sampler(texture.sampler) {
    refuse();
    for (std::size_t axis = 0; axis < 3; ++axis)
      modes[axis] = unit::acting_mode(sampler.address[axis], texture.takes_normalized());
    wraps = std::count(modes.begin(), modes.begin() + axes(), AddressMode::wrap) > 0;
    uniform = !wraps && std::count(modes.begin(), modes.begin() + axes(), modes[0]) == axes();
    borders = std::count(modes.begin(), modes.begin() + axes(), AddressMode::border) > 0;
    colored = borders && std::any_of(sampler.border_color.begin(), sampler.border_color.end(),
                                     [](float channel) { return channel != 0; });
  }

  ExportedProgram program();

private:
  int axes() const { return axis_count(e.dimension); }
  void refuse() const;
  int level() const;
  std::vector<std::string> remarks() const;
  void texels(Code& code) const;
  void axis_position(Code& code, int axis) const;
  void fetch(Code& code) const;

  Facts facts;
  const Effective& e;
  const Texture texture;
  const Sampler& sampler;
  std::array<AddressMode, 3> modes = {};
  bool wraps, uniform, borders, colored;
};

void TorchProgram::refuse() const {
  if (facts.view.function == FetchKind::gather || facts.view.function == FetchKind::texel)
    throw UserError(text(Text::export_torch_function));
  if (is_cube(e.dimension)) throw UserError(text(Text::export_torch_cube));
  if (texture.result_type() != ResultType::floating || e.type != FetchType::native)
    throw UserError(text(Text::export_torch_integers));
  if (e.projection == Projection::sheet && e.level_count > 1) throw UserError(text(Text::export_torch_sheet));
}

// The one level that is read: that of a plain fetch, or the nearest to a level of detail that all share.
int TorchProgram::level() const {
  const FetchView& v = facts.view;
  const float lod = v.function == FetchKind::lod ? v.lod + std::clamp(sampler.mip_bias, -15.0f, 15.0f) : 0;
  const float limited = std::clamp(lod, 0.0f, float(e.level_count - 1));
  const float low = std::max(sampler.mip_min, 0.0f), high = std::max(sampler.mip_max, low);
  return int(std::lround(std::min(std::clamp(limited, low, high), float(e.level_count - 1))));
}

// Each axis rounds its weight to 1/256, and each split of a weight over an axis rounds again
// (split_weights.h): one rounding in 1-D, four in 2-D, nine in 3-D move up to 1/512 of a value each.
std::vector<std::string> TorchProgram::remarks() const {
  std::vector<std::string> list;
  const auto remark = [&](bool when, Text what) {
    if (when) list.emplace_back(text(what));
  };
  const bool linear = sampler.filter == FilterMode::linear;
  if (linear) list.push_back(say(Text::export_torch_exact, {std::to_string(axes() * axes())}));
  remark(!linear, Text::export_torch_nearest);
  const bool grad = facts.view.function == FetchKind::grad;
  const std::vector<std::string> gradients = {"fetch.function", "fetch.gradients", "fetch.gradient_scale",
                                              "fetch.dx", "fetch.dy"};
  if (e.level_count > 1) {
    std::vector<std::string> fields = {"sampler.mip_filter", "sampler.mip_bias", "sampler.mip_min",
                                       "sampler.mip_max"};
    if (grad) fields.insert(fields.end(), gradients.begin(), gradients.end());
    if (facts.view.function == FetchKind::lod) fields.insert(fields.end(), {"fetch.function", "fetch.lod"});
    if (sampler.max_anisotropy > 1)
      fields.insert(fields.end(), {"sampler.max_anisotropy", "sampler.disable_trilinear_optimization"});
    list.push_back(naming(fields, say(Text::export_torch_level, {std::to_string(level())})));
  }
  if (grad && sampler.max_anisotropy > 1) {
    std::vector<std::string> fields = {"sampler.max_anisotropy"};
    fields.insert(fields.end(), gradients.begin(), gradients.end());
    list.push_back(
        naming(fields, say(Text::export_torch_anisotropy, {std::to_string(sampler.max_anisotropy)})));
  }
  remark(wraps, Text::export_torch_wrap);
  remark(!uniform && !wraps, Text::export_torch_mixed);
  remark(colored, Text::export_torch_border);
  remark(e.format.is_integer(), Text::export_torch_codes);
  remark(sampler.srgb && e.format.bits == 8, Text::export_torch_srgb);
  if (mixes_second_axis(e)) list.push_back(naming({"sampler.address_y"}, text(Text::export_second_axis)));
  remark(e.memory.has_value(), Text::export_seen);
  remark(e.channel_kind == ChannelKind::blocks, Text::export_decoded);
  return list;
}

// Defines `texels`, (layers, channels, height, width) or (1, channels, depth, height, width), as real values.
void TorchProgram::texels(Code& code) const {
  const ElementFormat& f = e.format;
  const int row_axes = is_1d(e.dimension) ? 1 : grid_axes(e); // without layers and channels
  code.line("texels = " + python_level(facts, std::size_t(level())) + ".astype(np.float64)");
  if (f.kind == ElementKind::unsigned_int)
    code.line("texels = texels / " + std::to_string((1LL << f.bits) - 1));
  if (f.kind == ElementKind::signed_int)
    code.line("texels = np.maximum(texels / " + std::to_string((1LL << (f.bits - 1)) - 1) + ", -1)");
  if (sampler.srgb && f.kind == ElementKind::unsigned_int && f.bits == 8) {
    const std::string colors =
        "texels[..., :" + std::to_string(f.channels == 2 ? 1 : std::min(f.channels, 3)) + "]";
    code.line(colors + " = np.where(" + colors + " <= 0.04045, " + colors + " / 12.92, ((" + colors +
              " + 0.055) / 1.055) ** 2.4)");
  }
  if (colored) {
    std::vector<std::string> color;
    for (int c = 0; c < f.channels; ++c)
      color.push_back(python_number(sampler.border_color[std::size_t(c)]));
    code.line("border = np.array([" + joined(color) + "])");
    code.line("texels = texels - border");
  }
  if (!is_layered(e.dimension)) code.line("texels = texels[None]");
  if (row_axes == 1) code.line("texels = texels[:, None]");
  code.line("texels = torch.from_numpy(np.ascontiguousarray(np.moveaxis(texels, -1, 1)))");
  if (!wraps) return;
  code.comment(text(Text::export_torch_padded));
  std::vector<std::string> sides; // x first
  for (int axis = 0; axis < grid_axes(e); ++axis)
    sides.insert(sides.end(), 2, axis < axes() && modes[std::size_t(axis)] == AddressMode::wrap ? "1" : "0");
  code.line("texels = pad(texels, " + python_tuple(sides) + ", mode=\"circular\")");
}

// Defines a normalized position along the axis, from the coordinate in float64.
void TorchProgram::axis_position(Code& code, int axis) const {
  static constexpr const char* names[] = {"x", "y", "z"};
  const std::string x = names[axis];
  if (axis >= axes()) return code.line(x + " = np.full(at.shape[:-1], 0.5)"); // the only row
  const TexelLevel& whole = facts.data.levels.front();
  const TexelLevel& read = facts.data.levels[std::size_t(level())];
  const int size = axis == 0 ? whole.width : axis == 1 ? whole.height : whole.depth;
  const int texels = axis == 0 ? read.width : axis == 1 ? read.height : read.depth;
  const std::string count = std::to_string(texels);
  code.line(x + " = at[..., " + std::to_string(axis) + "].astype(np.float64)" +
            (texture.takes_normalized() ? "" : " / " + std::to_string(size)));
  const AddressMode mode = modes[std::size_t(axis)];
  if (uniform) return;
  if (mode == AddressMode::wrap)
    code.line(x + " = ((" + x + " - np.floor(" + x + ")) * " + count + " + 1) / " +
              std::to_string(texels + 2));
  if (mode == AddressMode::mirror) code.line(x + " = 1 - np.abs(" + x + " % 2 - 1)");
  if (mode == AddressMode::mirror || mode == AddressMode::clamp)
    code.line(x + " = np.clip(" + x + ", 0.5 / " + count + ", 1 - 0.5 / " + count + ")");
}

void TorchProgram::fetch(Code& code) const {
  static constexpr const char* paddings[] = {"border", "border", "reflection", "zeros"};
  const char* padding = uniform ? paddings[std::size_t(modes[0])] : borders ? "zeros" : "border";
  const bool solid = grid_axes(e) == 3;
  code.open("def fetch(c, at):");
  for (int axis = 0; axis < grid_axes(e); ++axis)
    axis_position(code, axis);
  code.line(std::string("grid = torch.from_numpy(np.stack([x, y") + (solid ? ", z" : "") +
            "], -1) * 2 - 1)[None" + (solid ? ", None]" : "]"));
  code.open("def sample(texels):");
  code.line(std::string("found = grid_sample(texels, grid, mode=\"") +
            (sampler.filter == FilterMode::linear ? "bilinear" : "nearest") + "\", padding_mode=\"" +
            padding + "\", align_corners=False)");
  code.line(std::string("return np.moveaxis(found[0") + (solid ? ", :, 0" : "") + "].numpy(), 0, -1)");
  code.end();
  code.line();
  if (is_layered(e.dimension)) {
    code.line(
        "layer = np.where(c[\"layer\"] < 0, len(texels) - 1, np.minimum(c[\"layer\"], len(texels) - 1))");
    code.line("value = 0");
    code.line("for k in np.unique(layer):");
    code.line("    value = np.where((layer == k)[..., None], sample(texels[k:k + 1]), value)");
  } else {
    code.line("value = sample(texels)");
  }
  code.line(colored ? "return (value + border).astype(f32)" : "return value.astype(f32)");
  code.end();
  code.lines("\n\n");
}

ExportedProgram TorchProgram::program() {
  const std::vector<std::string> said = remarks();
  PythonProgram python(facts, Text::export_torch,
                       {"import torch", wraps ? "from torch.nn.functional import grid_sample, pad"
                                              : "from torch.nn.functional import grid_sample"},
                       said);
  python.texels();
  texels(python.code);
  python.coordinates();
  fetch(python.code);
  python.picture(e.format.channels);
  python.main();
  return finished(facts, python.code.text(), said);
}
} // namespace

ExportedProgram torch_program(const ExportRequest& request) {
  return TorchProgram(request).program();
}

} // namespace texelscope::program
