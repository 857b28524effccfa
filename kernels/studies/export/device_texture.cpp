// Creates a texture object in the names of CUDA's runtime API, of HIP or of CUDA's driver API.
#include "kernels/ground/base/strings.h"
#include "kernels/studies/export/device_program.h"
#include "kernels/studies/export/sampler_lines.h"

#include <algorithm>
#include <initializer_list>

namespace texelscope::program {

namespace {
// The code from `texels` to `resource`. The API's table has the names, or a function below sets them.
constexpr std::string_view linear_memory = R"(@memory_t@ memory = @no_memory@;
CHECK(@allocate@(&memory, @row@));
@copy_linear@

@resource_desc@ resource = {};
resource.resType = @resource_linear@;
resource.res.linear.devPtr = memory;
@resource_element@
resource.res.linear.sizeInBytes = @row@;

)";

constexpr std::string_view pitch_memory = R"(@memory_t@ memory = @no_memory@;
@allocate_rows@
@copy_pitch@

@resource_desc@ resource = {};
resource.resType = @resource_pitch@;
resource.res.pitch2D.devPtr = memory;
@resource_element@
resource.res.pitch2D.width = @seen_width@;
resource.res.pitch2D.height = @rows@;
resource.res.pitch2D.pitchInBytes = @descriptor_pitch@;

)";

// A wrong pitch or another element reinterprets rows: the memory between and behind them is zero, so that
// every address that is reached exists.
constexpr std::string_view reinterpreted_rows = R"(const std::size_t pitch = @pitch@;
CHECK(@allocate@(&memory, @bytes@));
CHECK(@clear@(memory, 0, @bytes@));)";

constexpr std::string_view array_memory = R"(@describe_array@
@array_t@ array = nullptr;
CHECK(@create@);
@copy@

@resource_desc@ resource = {};
resource.resType = @resource_array@;
resource.res.array.@array_field@ = array;

)";

constexpr std::string_view mipmapped_memory = R"(@describe_array@
@mipmapped_t@ mipmapped = nullptr;
CHECK(@create_mipmapped@);
for (unsigned i = 0; i < @levels@; ++i) {
  const Level& level = levels[i];
  @array_t@ array = nullptr;
  CHECK(@get_level@(&array, mipmapped, i));
  @copy_array@
}

@resource_desc@ resource = {};
resource.resType = @resource_mipmapped@;
resource.res.mipmap.@mipmapped_field@ = mipmapped;

)";

constexpr std::string_view resource_view = R"(@view_desc@ view = {};
view.format = @view_format@;
view.width = @width@;
view.height = @height@;
view.depth = @depth@;
view.firstMipmapLevel = @first_level@;
view.lastMipmapLevel = @last_level@;
view.firstLayer = @first_layer@;
view.lastLayer = @last_layer@;

)";

// "A | B", or `none` if no flag is set.
std::string flags(std::initializer_list<std::pair<bool, const char*>> list, const char* none) {
  std::string text;
  for (const auto& [on, flag] : list)
    if (on) text += (text.empty() ? "" : " | ") + std::string(flag);
  return text.empty() ? none : text;
}

// Describes the texels in memory; reinterpreted linear and pitch memory is described as it is seen. CUDA
// takes the sRGB kind of blocks with desc.sRGB alone.
const TexelFormatRow& texels_in_memory(const Facts& facts) {
  if (facts.e.channel_kind == ChannelKind::blocks) {
    const CompressedTexels& blocks = *facts.request.texels.compressed;
    return texel_format(blocks.format, blocks.srgb && facts.e.sampler.srgb);
  }
  return *find_texel_format(facts.e.is_reinterpreted() ? facts.e.format : facts.memory.format,
                            facts.e.channel_kind);
}

// The names in the patterns that depend on the session.
void set_element(DeviceApi& api, const Facts& facts) {
  const TexelFormatRow& texels = texels_in_memory(facts);
  api.set("runtime_kind", std::string(texels.runtime.name));
  api.set("driver_format", std::string(texels.driver.name));
  // The headers of CUDA 12 lack the name of 10-10-10-2 bits.
  api.set("kind", texels.kind == ChannelKind::packed ? "@numbered_kind@" : "@kind_name@");
  api.set("kind_number", std::to_string(api.is_driver() ? texels.driver.value : texels.runtime.value));
  api.set("channels", std::to_string(texels.channels()));
  std::vector<std::string> bits;
  for (const int channel : texels.bits)
    bits.push_back(std::to_string(channel));
  api.set("element_bits", joined(bits));
}

// The size of an array, and its view's. An entry is empty or 0 if the dimension lacks it.
void set_shape(DeviceApi& api, const Facts& facts) {
  const Effective& e = facts.e;
  const MemoryShape& m = facts.memory;
  const Dimension d = e.dimension;
  const auto text_if = [](bool has, int value) { return has ? std::to_string(value) : std::string(); };
  const std::string width = std::to_string(m.width), height = text_if(!is_1d(d), m.height),
                    depth = text_if(d != Dimension::d1 && d != Dimension::d2, m.planes);
  api.set("width", width);
  api.set("height", height);
  api.set("depth", depth);
  api.set("extent", joined({width, height.empty() ? "0" : height, depth.empty() ? "0" : depth}));
  api.set("first_level", std::to_string(m.first_level));
  api.set("last_level", std::to_string(m.first_level + e.level_count - 1));
  api.set("first_layer", text_if(is_layered(d), m.first_layer));
  api.set("last_layer", text_if(is_layered(d), m.first_layer + e.depth() - 1));
  api.set("array_flags", flags({{is_layered(d), "@array_layered@"},
                                {is_cube(d), "@array_cubemap@"},
                                {e.gather_array, "@array_gather@"}},
                               "@array_default@"));
}

// Where the texels to copy lie: those of the only level, or of `level` in a loop.
void set_source(DeviceApi& api, const Facts& facts) {
  const bool loop = is_mipmapped(facts.e);
  const TexelLevel& only = facts.data.levels.front();
  const auto set = [&](const char* name, auto value, const char* in_loop) {
    api.set(name, loop ? in_loop : std::to_string(value));
  };
  api.set("source", loop ? "@texels@ + level.offset" : "@texels@");
  set("row", only.row_bytes, "level.row_bytes");
  set("rows", only.rows, "level.rows");
  set("level_width", only.width, "level.width");
  set("level_height", only.height, "level.height");
  set("level_depth", only.depth, "@depth_of_level@");
}

void set_pitch(DeviceApi& api, const Facts& facts) {
  const Effective& e = facts.e;
  api.set("memory", "pitch2D");
  api.set("seen_width", std::to_string(e.width));
  if (!e.is_reinterpreted()) {
    api.set("allocate_rows", "std::size_t pitch = 0;\nCHECK(@allocate_pitch@);");
    api.set("descriptor_pitch", "pitch");
    return;
  }
  const TexelLevel& texels = facts.data.levels.front();
  const auto pitch = std::size_t(facts.memory.pitch),
             descriptor_pitch = std::size_t(facts.memory.descriptor_pitch);
  const std::size_t seen_row = std::size_t(e.width) * std::size_t(e.format.texel_bytes());
  api.set("bytes",
          std::to_string(std::max(
              {texels.rows * pitch, (texels.rows - 1) * descriptor_pitch + seen_row, texels.row_bytes})));
  api.set("pitch", std::to_string(pitch));
  api.set("descriptor_pitch", std::to_string(descriptor_pitch));
  api.set("allocate_rows", std::string(reinterpreted_rows));
}

void set_memory(DeviceApi& api, const Facts& facts) {
  set_source(api, facts);
  if (facts.e.storage == Storage::linear) return api.set("memory", "linear");
  if (facts.e.storage == Storage::pitch) return set_pitch(api, facts);
  set_shape(api, facts);
  if (is_mipmapped(facts.e)) api.set("levels", std::to_string(facts.data.levels.size()));
}

std::string memory_and_resource(DeviceApi& api, const Effective& e) {
  if (e.storage == Storage::linear) return api.filled(linear_memory);
  if (e.storage == Storage::pitch) return api.filled(pitch_memory);
  if (is_mipmapped(e)) return api.filled(mipmapped_memory);
  const bool flat = e.dimension == Dimension::d2 && e.channel_kind != ChannelKind::blocks;
  api.set("create", flat ? "@create_flat_array@" : "@create_array@");
  api.set("copy", flat ? "@copy_flat_array@" : "@copy_array@");
  return api.filled(array_memory);
}

void set_view(DeviceApi& api, const ElementFormat& f) {
  const ViewConstant& view = find_texel_format(f)->view;
  api.set("runtime_view", std::string(view.runtime));
  api.set("driver_view", std::string(view.driver));
}

// A value of the descriptor, as a pattern; empty: 0, which a descriptor has already.
struct CppValue {
  std::string operator()(AddressMode mode) const { return "@address_" + std::string(identifier(mode)) + "@"; }
  std::string operator()(FilterMode mode) const { return "@filter_" + std::string(identifier(mode)) + "@"; }
  std::string operator()(ReadMode mode) const {
    return mode == ReadMode::element ? "@api@ReadModeElementType" : "@api@ReadModeNormalizedFloat";
  }
  std::string operator()(bool on) const { return on ? "1" : ""; }
  std::string operator()(int number) const { return number != 0 ? std::to_string(number) : ""; }
  std::string operator()(float number) const { return number != 0 ? host_literal(number) : ""; } // NaN too
};

// Statements that fill `desc`, without members that are 0; normalizedCoords is always said.
std::string desc_statements(const Sampler& sampler, bool driver) {
  std::string statements;
  for_each_desc_line(
      sampler, driver, CppValue(), [&](std::string_view member, const std::vector<std::string>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          const std::string value = values[i].empty() && member == "normalizedCoords" ? "0" : values[i];
          const std::string place = values.size() > 1 ? "[" + std::to_string(i) + "]" : "";
          if (!value.empty()) statements += "desc." + std::string(member) + place + " = " + value + ";\n";
        }
      });
  return statements;
}
} // namespace

void set_texture_names(const Facts& facts, DeviceApi& api) {
  set_element(api, facts);
  set_view(api, facts.e.format);
  set_memory(api, facts);
}

std::string device_texture(const Facts& facts, DeviceApi& api) {
  const bool viewed = has_resource_view(facts.e);
  set_texture_names(facts, api);
  std::string text = api.filled("@describe_element@") + memory_and_resource(api, facts.e);
  if (viewed) text += api.filled(resource_view);
  api.set("view", viewed ? "&view" : "nullptr");
  return text + api.filled("@texture_desc@ desc = {};") +
         api.filled(desc_statements(facts.sampler, api.is_driver())) +
         api.filled("@texture_t@ texture = 0;\n"
                    "CHECK(@create_texture@(&texture, &resource, &desc, @view@));\n\n");
}

} // namespace texelscope::program

namespace texelscope {

std::string cuda_texture_desc(const Sampler& sampler) {
  const program::DeviceApi api(ExportTarget::cuda);
  return api.filled(program::desc_statements(sampler, false));
}

} // namespace texelscope
