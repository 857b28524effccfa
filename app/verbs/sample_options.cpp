#include "app/verbs/sample_options.h"

#include <algorithm>
#include <vector>

#include "app/cli/outputs.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/session/fields.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/address.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

// A shorter flag, and the session's fields that it sets.
struct Alias {
  const char* flag;
  std::vector<const char*> fields;
};
const std::vector<Alias>& aliases() {
  static const std::vector<Alias> all = {
      {"--dim", {"texture.dimension"}},
      {"--channels", {"texture.channels"}},
      {"--address", {"sampler.address_x", "sampler.address_y", "sampler.address_z"}},
      {"--sampler.address", {"sampler.address_x", "sampler.address_y", "sampler.address_z"}},
      {"--filter", {"sampler.filter"}},
      {"--normalized-coords", {"sampler.normalized_coords"}},
      {"--read-mode", {"sampler.read_mode"}},
      {"--border", {"sampler.border_color"}},
      {"--srgb", {"sampler.srgb"}},
      {"--seamless-cube", {"sampler.seamless_cube"}},
      {"--max-anisotropy", {"sampler.max_anisotropy"}},
      {"--mip-filter", {"sampler.mip_filter"}},
      {"--lod-clamp", {"sampler.mip_min", "sampler.mip_max"}},
      {"--lod", {"fetch.lod"}},
      {"--layers", {"fetch.layer"}},
  };
  return all;
}

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

// Takes the aliases' fields into `stated`, each of which only one flag may set.
void state_aliases(const Arguments& arguments, std::set<std::string>& stated) {
  for (const Alias& alias : aliases()) {
    if (!arguments.given(alias.flag)) continue;
    for (const char* field : alias.fields) {
      const std::string flag = "--" + std::string(field);
      if (arguments.given(flag)) throw UserError(say(Text::sample_same_field, {alias.flag, flag}));
      if (!stated.insert(field).second)
        throw UserError(say(Text::sample_same_field, {"--address", "--sampler.address"}));
    }
  }
}

void set_addresses(const Arguments& arguments, Sampler& sampler) {
  for (const char* flag : {"--address", "--sampler.address"})
    if (const auto modes = arguments.choices<AddressMode>(flag, 3, Text::sample_modes)) {
      sampler.address.fill(modes->size() == 1 ? modes->front() : AddressMode::clamp);
      std::ranges::copy(*modes, sampler.address.begin());
    }
}

// What the aliases with a value set.
void set_sampler(const Arguments& arguments, Sampler& sampler) {
  set_addresses(arguments, sampler);
  if (const auto color = arguments.floats("--border", 4))
    std::ranges::copy(*color, sampler.border_color.begin());
  sampler.filter = arguments.choice<FilterMode>("--filter").value_or(FilterMode::point);
  sampler.mip_filter = arguments.choice<FilterMode>("--mip-filter").value_or(FilterMode::point);
  sampler.read_mode = arguments.choice<ReadMode>("--read-mode").value_or(ReadMode::element);
  sampler.max_anisotropy = int(arguments.integer("--max-anisotropy", 0, 16).value_or(0));
  const auto clamp = arguments.floats("--lod-clamp", 2);
  if (clamp && !((*clamp)[0] <= (*clamp)[1]))
    throw UserError(
        say(Text::flag_bad, {"--lod-clamp", say(Text::lod_clamp_order, {*arguments.value("--lod-clamp")})}));
  if (clamp) sampler.mip_min = (*clamp)[0], sampler.mip_max = (*clamp)[1];
}

// The function's own arguments decide, unless it is stated.
FetchKind implied_function(const SampleOptions& options) {
  const bool lod = options.stated.contains("fetch.lod"); // by --lod too
  if (lod && options.gradients) throw UserError(text(Text::sample_lod_or_gradients));
  if (options.indices && (lod || options.gradients || options.layers))
    throw UserError(text(Text::sample_indices_alone));
  return options.gradients ? FetchKind::grad
         : lod             ? FetchKind::lod
         : options.indices ? FetchKind::texel
                           : FetchKind::plain;
}

FetchKind function_of(const SampleOptions& options) {
  const FetchKind implied = implied_function(options);
  if (!options.stated.contains("fetch.function")) return implied;
  const FetchKind stated = options.session.fetch.function;
  static constexpr const char* arguments[] = {"", "--lod or --fetch.lod", "--gradients", "", "--indices"};
  const std::string needed = arguments[std::size_t(stated)];
  if (implied == stated || (implied == FetchKind::plain && needed.empty())) return stated;
  if (implied == FetchKind::plain)
    throw UserError(say(Text::sample_function_needs, {identifier(stated), needed}));
  throw UserError(say(Text::sample_function_other,
                      {identifier(stated), identifier(implied), arguments[std::size_t(implied)]}));
}

void check_dimension(const SampleOptions& options) {
  const std::optional<Dimension>& dimension = options.texture.dimension;
  if (!dimension && !is_picture(options.texture.files.front()))
    throw UserError(say(Text::sample_missing, {"--dim"}));
  if (options.layers && dimension && !is_layered(*dimension))
    throw UserError(say(Text::sample_no_layers, {identifier(*dimension)}));
}

void warn(const std::string& flag, const std::string& sentence) {
  print_warning(flag + (": " + sentence));
}

// The first of the flags by which the user sets this field.
std::string flag_for(const SampleOptions& options, std::initializer_list<const char*> flags) {
  for (const char* flag : flags)
    if (options.stated.contains(flag)) return flag;
  return *flags.begin();
}

void warn_of_changes(const SampleOptions& options, const Sampler& sampler, const Texture& texture) {
  const auto is_altered = [&](AddressMode mode) {
    return unit::acting_mode(mode, sampler.normalized_coords) != mode;
  };
  static constexpr const char* address[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
  const int axes = is_cube(texture.dimension) || texture.storage == Storage::linear
                       ? 0
                       : coordinate_count(texture.dimension);
  for (int axis = 0; axis < axes; ++axis) {
    const auto i = std::size_t(axis);
    if (!options.stated.contains(address[i]) || !is_altered(sampler.address[i])) continue;
    warn(flag_for(options, {"--address", "--sampler.address", address[i]}),
         say(Text::note_unnormalized, {label(sampler.address[i])}));
    break;
  }
  const int channels = texture.format.channels, component = options.session.fetch.component;
  if (options.texture.function == FetchKind::gather && component >= channels)
    warn("--fetch.component",
         say(Text::sample_no_component,
             {counted(std::size_t(channels), Text::sample_channel, Text::sample_channel_count),
              std::to_string(component)}));
  if (!sampler.srgb) return;
  if (!can_decode_srgb(texture.format, sampler.read_mode))
    warn(flag_for(options, {"--srgb", "sampler.srgb"}), text(Text::note_srgb));
  else if (texture.format.channels == 2)
    warn(flag_for(options, {"--srgb", "sampler.srgb"}), text(Text::note_srgb_two));
}

void refuse_what_cuda_refuses(const SampleOptions& options, const Sampler& sampler,
                              const SampleTexture& texture) {
  const std::string file = input_name(options.texture.files.front());
  const ElementFormat& format = texture.texture.format;
  if (sampler.read_mode == ReadMode::normalized_float && !format.is_normalizable())
    throw UserError(
        say(Text::sample_normalized_refused, {file, texture.type, text(Text::rule_normalized32)}));
  if (sampler.filter == FilterMode::linear && format.is_integer() && sampler.read_mode == ReadMode::element)
    throw UserError(say(Text::sample_linear_refused, {file, texture.type, text(Text::rule_linear_integer)}));
  if (texture.texture.level_count > 1 && !sampler.normalized_coords && !is_cube(texture.texture.dimension))
    throw UserError(texture.images.size() > 1
                        ? say(Text::sample_mips_refused, {input_name(options.texture.files[1])})
                        : say(Text::sample_picture_mips_refused, {file}));
}

// tex1Dfetch uses nothing of the sampler but the read mode.
void ignore_what_linear_memory_ignores(const SampleOptions& options, Sampler& sampler) {
  if (sampler.filter == FilterMode::linear)
    warn(flag_for(options, {"--filter", "sampler.filter"}), text(Text::note_linear_memory_filter));
  const ReadMode read_mode = sampler.read_mode;
  const bool srgb = sampler.srgb;
  sampler = zeroed_sampler;
  sampler.read_mode = read_mode;
  sampler.srgb = srgb;
}

} // namespace

void declare_sample_options(Arguments& arguments, SampleOptions& options) {
  Sampler& sampler = options.session.sampler;
  sampler = zeroed_sampler;
  arguments.repeated("--texture", "FILE", Text::sample_texture_help, Stream::input);
  arguments.option("--coords", "FILE", Text::sample_coords_help, Stream::input);
  arguments.option("--out", "FILE", Text::sample_out_help, Stream::output);
  arguments.option("--dim", "NAME", Text::sample_dim_help);
  arguments.option("--channels", "INTEGER", Text::sample_channels_help);
  arguments.option("--layers", "FILE", Text::sample_layers_help, options.layers, Stream::input);
  arguments.option("--indices", "FILE", Text::sample_indices_help, options.indices, Stream::input);
  arguments.section(Text::help_sampler);
  arguments.option("--address", "NAMES", Text::sample_address_help);
  arguments.abbreviation("--sampler.address");
  arguments.option("--filter", "NAME", Text::sample_filter_help);
  arguments.toggle("--normalized-coords", Text::sample_normalized_help, sampler.normalized_coords);
  arguments.option("--read-mode", "NAME", Text::sample_read_mode_help);
  arguments.option("--border", "R,G,B,A", Text::sample_border_help);
  arguments.toggle("--srgb", Text::sample_srgb_help, sampler.srgb);
  arguments.toggle("--seamless-cube", Text::sample_seamless_help, sampler.seamless_cube);
  arguments.option("--lod", "FILE", Text::sample_lod_help, options.lod, Stream::input);
  arguments.option("--gradients", "FILE", Text::sample_gradients_help, options.gradients, Stream::input);
  arguments.option("--max-anisotropy", "INTEGER", Text::sample_anisotropy_help);
  arguments.option("--mip-filter", "NAME", Text::sample_mip_filter_help);
  arguments.option("--lod-clamp", "MIN,MAX", Text::sample_lod_clamp_help);
  arguments.section(Text::help_options);
  arguments.option("--backend", "NAME", Text::sample_backend_help);
  std::vector<std::string_view> taken = {"texture.dimension", "texture.channels", "texture.gather_flag"};
  for (const Field& field : fields())
    if (field.part() == "sampler") taken.push_back(field.path);
  taken.insert(taken.end(), {"fetch.function", "fetch.layer", "fetch.lod", "fetch.component"});
  arguments.session_fields(taken);
}

void finish_sample_options(SampleOptions& options, const Arguments& arguments) {
  const std::vector<std::string>& textures = arguments.all_text("--texture");
  if (textures.empty()) throw UserError(say(Text::sample_missing, {"--texture"}));
  options.texture.files.assign(textures.begin(), textures.end());
  if (!options.indices)
    options.coords = required(arguments, "--coords");
  else if (arguments.given("--coords"))
    throw UserError(text(Text::sample_coords_or_indices));
  options.out = required(arguments, "--out");
  LoadedSession loaded;
  loaded.session = options.session;
  set_sampler(arguments, loaded.session.sampler);
  arguments.apply_fields(loaded);
  state_aliases(arguments, loaded.stated);
  options.session = loaded.session;
  options.stated = loaded.stated;
  for (const Alias& alias : aliases())
    if (arguments.given(alias.flag)) options.stated.insert(alias.flag);
  if (const auto dimension = arguments.choice<Dimension>("--dim"))
    options.texture.dimension = dimension;
  else if (loaded.stated.contains("texture.dimension"))
    options.texture.dimension = loaded.session.texture.dimension;
  if (const auto channels = arguments.value("--channels"))
    options.texture.channels = 1 << place_in("--channels", *channels, {"1", "2", "4"});
  else if (loaded.stated.contains("texture.channels"))
    options.texture.channels = loaded.session.texture.format.channels;
  options.texture.gather_flag = loaded.session.texture.gather_flag;
  check_dimension(options);
  options.texture.function = function_of(options);
  options.backend = arguments.backend("--backend").value_or(BackendKind::cpu);
  check_output_path(options.out);
}

Sampler sampler_for(const SampleOptions& options, const SampleTexture& texture) {
  Sampler sampler = options.session.sampler;
  const ElementFormat& format = texture.texture.format;
  if (!options.stated.contains("sampler.read_mode"))
    sampler.read_mode = format.is_normalizable() ? ReadMode::normalized_float : ReadMode::element;
  if (!options.stated.contains("sampler.mip_max")) sampler.mip_max = float(texture.texture.level_count);
  if (!options.stated.contains("sampler.srgb")) sampler.srgb = texture.srgb.value_or(false);
  refuse_what_cuda_refuses(options, sampler, texture);
  if (options.texture.function == FetchKind::texel) ignore_what_linear_memory_ignores(options, sampler);
  warn_of_changes(options, sampler, texture.texture);
  if (!texture.images.empty() && texture.images.front().compressed) limit_border_of_blocks(sampler, format);
  return sampler;
}

} // namespace texelscope
