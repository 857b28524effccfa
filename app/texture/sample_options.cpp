#include "app/texture/sample_options.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/messages.h"
#include "kernels/base/standard_streams.h"
#include "kernels/batch/batch_requests.h"
#include "kernels/session/enums.h"
#include "kernels/text/texts.h"
#include "kernels/texture_unit/address.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

std::string required(const Arguments& arguments, const std::string& flag) {
  std::string value = arguments.value(flag).value_or("");
  if (value.empty()) throw UserError(say(Text::sample_missing, {flag}));
  return value;
}

// The index of the word in the list.
int place_in(const std::string& flag, const std::string& word, const std::vector<std::string>& list) {
  std::string all;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == word) return int(i);
    all += (i > 0 ? ", " : "") + list[i];
  }
  throw UserError(say(Text::flag_bad, {flag, say(Text::error_choice, {word, all})}));
}

// Reports an unusable output path before anything is computed.
void check_output(const fs::path& out) {
  if (is_standard_output(out)) return;
  std::error_code ignored;
  if (fs::is_directory(out, ignored)) throw UserError(say(Text::render_is_folder, {out.string()}));
  const fs::path folder = out.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw UserError(say(Text::render_no_folder, {out.string(), folder.string()}));
}

Sampler sampler_from(const Arguments& arguments) {
  Sampler sampler;
  if (const auto modes = arguments.choices<AddressMode>("--address", 3, Text::sample_modes)) {
    sampler.address.fill(modes->size() == 1 ? modes->front() : AddressMode::clamp);
    std::ranges::copy(*modes, sampler.address.begin());
  }
  if (const auto color = arguments.floats("--border", 4))
    std::ranges::copy(*color, sampler.border_color.begin());
  sampler.normalized_coords = arguments.given("--normalized-coords");
  sampler.filter = arguments.choice<FilterMode>("--filter").value_or(FilterMode::point);
  sampler.mip_filter = arguments.choice<FilterMode>("--mip-filter").value_or(FilterMode::point);
  sampler.srgb = arguments.given("--srgb");
  sampler.seamless_cube = arguments.given("--seamless-cube");
  sampler.max_anisotropy = int(arguments.integer("--max-anisotropy", 0, 16).value_or(0));
  return sampler;
}

void warn(const char* flag, const std::string& sentence) {
  print_warning(flag + (": " + sentence));
}

void warn_of_changes(const SampleOptions& options, const Sampler& sampler, const ElementFormat& format) {
  const auto is_altered = [&](AddressMode mode) {
    return unit::acting_mode(mode, sampler.normalized_coords) != mode;
  };
  const int axes = is_cube(options.dimension) ? 0 : coordinate_count(options.dimension);
  const auto found = std::find_if(sampler.address.begin(), sampler.address.begin() + axes, is_altered);
  if (options.address_given && found != sampler.address.begin() + axes)
    warn("--address", say(Text::note_unnormalized, {label(*found)}));
  if (!sampler.srgb) return;
  const bool decodes = format.kind == ElementKind::unsigned_int && format.bits == 8 &&
                       sampler.read_mode == ReadMode::normalized_float;
  if (!decodes)
    warn("--srgb", text(Text::note_srgb));
  else if (format.channels == 2)
    warn("--srgb", text(Text::note_srgb_two));
}

void refuse_what_cuda_refuses(const SampleOptions& options, const Sampler& sampler,
                              const SampleTexture& texture) {
  const std::string file = input_name(options.textures.front());
  const ElementFormat& format = texture.texture.format;
  if (sampler.read_mode == ReadMode::normalized_float && !format.is_normalizable())
    throw UserError(
        say(Text::sample_normalized_refused, {file, texture.type, text(Text::rule_normalized32)}));
  if (sampler.filter == FilterMode::linear && format.is_integer() && sampler.read_mode == ReadMode::element)
    throw UserError(say(Text::sample_linear_refused, {file, texture.type, text(Text::rule_linear_integer)}));
  if (texture.levels.size() > 1 && !sampler.normalized_coords && !is_cube(options.dimension))
    throw UserError(say(Text::sample_mips_refused, {input_name(options.textures[1])}));
}

} // namespace

void declare_sample_options(Arguments& arguments) {
  arguments.repeated("--texture", "FILE", Text::sample_texture_help, Stream::input);
  arguments.option("--coords", "FILE", Text::sample_coords_help, Stream::input);
  arguments.option("--out", "FILE", Text::sample_out_help, Stream::output);
  arguments.option("--dim", "NAME", Text::sample_dim_help);
  arguments.option("--channels", "INTEGER", Text::sample_channels_help);
  arguments.option("--layers", "FILE", Text::sample_layers_help, Stream::input);
  arguments.section(Text::help_sampler);
  arguments.option("--address", "NAMES", Text::sample_address_help);
  arguments.option("--filter", "NAME", Text::sample_filter_help);
  arguments.toggle("--normalized-coords", Text::sample_normalized_help);
  arguments.option("--read-mode", "NAME", Text::sample_read_mode_help);
  arguments.option("--border", "R,G,B,A", Text::sample_border_help);
  arguments.toggle("--srgb", Text::sample_srgb_help);
  arguments.toggle("--seamless-cube", Text::sample_seamless_help);
  arguments.option("--lod", "FILE", Text::sample_lod_help, Stream::input);
  arguments.option("--gradients", "FILE", Text::sample_gradients_help, Stream::input);
  arguments.option("--max-anisotropy", "INTEGER", Text::sample_anisotropy_help);
  arguments.option("--mip-filter", "NAME", Text::sample_mip_filter_help);
  arguments.option("--lod-clamp", "MIN,MAX", Text::sample_lod_clamp_help);
  arguments.section(Text::help_options);
  arguments.option("--backend", "NAME", Text::sample_backend_help);
}

SampleOptions sample_options_from(const Arguments& arguments) {
  SampleOptions options;
  const std::vector<std::string>& textures = arguments.all_text("--texture");
  if (textures.empty()) throw UserError(say(Text::sample_missing, {"--texture"}));
  options.textures.assign(textures.begin(), textures.end());
  options.coords = required(arguments, "--coords");
  options.out = required(arguments, "--out");
  required(arguments, "--dim");
  options.dimension = *arguments.choice<Dimension>("--dim");
  if (const auto channels = arguments.value("--channels"))
    options.channels = 1 << place_in("--channels", *channels, {"1", "2", "4"});
  options.sampler = sampler_from(arguments);
  options.address_given = arguments.given("--address");
  options.read_mode = arguments.choice<ReadMode>("--read-mode");
  if (const auto file = arguments.value("--lod")) options.lod = *file;
  if (const auto file = arguments.value("--gradients")) options.gradients = *file;
  if (options.lod && options.gradients) throw UserError(text(Text::sample_lod_or_gradients));
  if (const auto file = arguments.value("--layers")) options.layers = *file;
  if (options.layers && !is_layered(options.dimension))
    throw UserError(say(Text::sample_no_layers, {identifier(options.dimension)}));
  if (const auto clamp = arguments.floats("--lod-clamp", 2)) options.lod_clamp = {(*clamp)[0], (*clamp)[1]};
  if (options.lod_clamp && !((*options.lod_clamp)[0] <= (*options.lod_clamp)[1]))
    throw UserError(
        say(Text::flag_bad, {"--lod-clamp", say(Text::lod_clamp_order, {*arguments.value("--lod-clamp")})}));
  options.backend = arguments.backend("--backend").value_or(BackendKind::cpu);
  check_output(options.out);
  return options;
}

Sampler sampler_for(const SampleOptions& options, const SampleTexture& texture) {
  Sampler sampler = options.sampler;
  const ElementFormat& format = texture.texture.format;
  sampler.read_mode =
      options.read_mode.value_or(format.is_normalizable() ? ReadMode::normalized_float : ReadMode::element);
  const auto [min_lod, largest] = options.lod_clamp.value_or(std::array{0.0f, float(texture.levels.size())});
  sampler.mip_min = min_lod;
  sampler.mip_max = largest;
  refuse_what_cuda_refuses(options, sampler, texture);
  warn_of_changes(options, sampler, format);
  return sampler;
}

} // namespace texelscope
