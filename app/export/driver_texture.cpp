// A texture object of the CUDA driver API.
#include "app/export/device_texture.h"

namespace texelscope::program {

namespace {
std::string number(std::size_t value) {
  return std::to_string(value);
}

std::string plain_format(const ElementFormat& f) {
  if (f.kind == ElementKind::floating) return f.bits == 16 ? "CU_AD_FORMAT_HALF" : "CU_AD_FORMAT_FLOAT";
  return std::string("CU_AD_FORMAT_") + (f.kind == ElementKind::signed_int ? "SIGNED" : "UNSIGNED") + "_INT" +
         std::to_string(f.bits);
}

std::string block_format(bc::Format format) {
  static constexpr const char* names[] = {"BC1_UNORM", "BC2_UNORM", "BC3_UNORM", "BC4_UNORM", "BC4_SNORM",
                                          "BC5_UNORM", "BC5_SNORM", "BC6H_UF16", "BC6H_SF16", "BC7_UNORM"};
  return std::string("CU_AD_FORMAT_") + names[std::size_t(format)];
}

struct Element {
  std::string format;
  int channels;
};

Element element_of(const Facts& facts) {
  const ElementFormat& f = facts.e.is_reinterpreted() ? facts.e.format : facts.memory.format;
  switch (facts.e.channel_kind) {
  case ChannelKind::plain:
    break;
  case ChannelKind::normalized:
    return {std::string("CU_AD_FORMAT_") + (f.kind == ElementKind::signed_int ? "SNORM" : "UNORM") + "_INT" +
                std::to_string(f.bits) + "X" + std::to_string(f.channels),
            f.channels};
  case ChannelKind::packed:
    return {"CU_AD_FORMAT_UNORM_INT_101010_2", 4};
  case ChannelKind::blocks: {
    const bc::Format blocks = facts.request.texels.compressed->format;
    return {block_format(blocks) + (keeps_srgb_kind(facts) ? "_SRGB" : ""), bc::channels(blocks)};
  }
  }
  return {plain_format(f), f.channels};
}

void resource(Code& code, const char* type) {
  code.line("CUDA_RESOURCE_DESC resource = {};");
  set(code, "resource", "resType", std::string("CU_RESOURCE_TYPE_") + type);
}

void array_descriptor(Code& code, const Facts& facts, const Element& element) {
  const Dimension d = facts.e.dimension;
  const std::string shape_flags =
      flags({{is_layered(d), "CUDA_ARRAY3D_LAYERED"},
             {is_cube(d), "CUDA_ARRAY3D_CUBEMAP"},
             {facts.view.function == FetchKind::gather, "CUDA_ARRAY3D_TEXTURE_GATHER"}},
            "");
  code.line("CUDA_ARRAY3D_DESCRIPTOR shape = {}; // 0 for what the dimension has not");
  set(code, "shape", "Width", std::to_string(facts.memory.width));
  if (!is_1d(d)) set(code, "shape", "Height", std::to_string(facts.memory.height));
  if (d != Dimension::d1 && d != Dimension::d2)
    set(code, "shape", "Depth", std::to_string(facts.memory.planes));
  set(code, "shape", "Format", element.format);
  set(code, "shape", "NumChannels", std::to_string(element.channels));
  if (!shape_flags.empty()) set(code, "shape", "Flags", shape_flags);
}

void upload(Code& code, const std::string& offset, const std::string& row, const std::string& rows,
            const std::string& depth) {
  code.line("CUDA_MEMCPY3D copy = {};");
  set(code, "copy", "srcMemoryType", "CU_MEMORYTYPE_HOST");
  set(code, "copy", "srcHost", "texels" + offset);
  set(code, "copy", "srcPitch", row);
  set(code, "copy", "srcHeight", rows);
  set(code, "copy", "dstMemoryType", "CU_MEMORYTYPE_ARRAY");
  set(code, "copy", "dstArray", "array");
  set(code, "copy", "WidthInBytes", row);
  set(code, "copy", "Height", rows);
  set(code, "copy", "Depth", depth);
  code.line("CHECK(cuMemcpy3D(&copy));");
}

void arrays(Code& code, const Facts& facts, const Element& element) {
  array_descriptor(code, facts, element);
  if (gives_levels(facts.e)) {
    const std::string count = number(facts.data.levels.size());
    code.line("CUmipmappedArray mipmapped = nullptr;");
    code.line("CHECK(cuMipmappedArrayCreate(&mipmapped, &shape, " + count + "));");
    code.open("for (unsigned i = 0; i < " + count + "; ++i) {");
    code.line("const Level& level = levels[i];");
    code.line("CUarray array = nullptr;");
    code.line("CHECK(cuMipmappedArrayGetLevel(&array, mipmapped, i));");
    upload(code, " + level.offset", "level.row_bytes", "level.rows", "std::size_t(level.depth)");
    code.close();
  } else {
    const TexelLevel& level = facts.data.levels.front();
    code.line("CUarray array = nullptr;");
    code.line("CHECK(cuArray3DCreate(&array, &shape));");
    upload(code, "", number(level.row_bytes), number(level.rows), std::to_string(level.depth));
  }
  code.line();
  resource(code, gives_levels(facts.e) ? "MIPMAPPED_ARRAY" : "ARRAY");
  if (gives_levels(facts.e))
    set(code, "resource", "res.mipmap.hMipmappedArray", "mipmapped");
  else
    set(code, "resource", "res.array.hArray", "array");
}

void linear_memory(Code& code, const Facts& facts, const Element& element) {
  const std::string bytes = number(facts.data.levels.front().row_bytes);
  code.line("CUdeviceptr memory = 0;");
  code.line("CHECK(cuMemAlloc(&memory, " + bytes + "));");
  code.line("CHECK(cuMemcpyHtoD(memory, texels, " + bytes + "));");
  code.line();
  resource(code, "LINEAR");
  set(code, "resource", "res.linear.devPtr", "memory");
  set(code, "resource", "res.linear.format", element.format);
  set(code, "resource", "res.linear.numChannels", std::to_string(element.channels));
  set(code, "resource", "res.linear.sizeInBytes", bytes);
}

void pitch_memory(Code& code, const Facts& facts, const Element& element) {
  const TexelLevel& texels = facts.data.levels.front();
  const std::string row = number(texels.row_bytes), rows = number(texels.rows);
  code.line("CUdeviceptr memory = 0;");
  pitch_allocation(code, facts, {"cuMemAlloc", "cuMemsetD8", "cuMemAllocPitch", ", 4"});
  code.line("CUDA_MEMCPY2D copy = {};");
  set(code, "copy", "srcMemoryType", "CU_MEMORYTYPE_HOST");
  set(code, "copy", "srcHost", "texels");
  set(code, "copy", "srcPitch", row);
  set(code, "copy", "dstMemoryType", "CU_MEMORYTYPE_DEVICE");
  set(code, "copy", "dstDevice", "memory");
  set(code, "copy", "dstPitch", "pitch");
  set(code, "copy", "WidthInBytes", row);
  set(code, "copy", "Height", rows);
  code.line("CHECK(cuMemcpy2D(&copy));");
  code.line();
  resource(code, "PITCH2D");
  set(code, "resource", "res.pitch2D.devPtr", "memory");
  set(code, "resource", "res.pitch2D.format", element.format);
  set(code, "resource", "res.pitch2D.numChannels", std::to_string(element.channels));
  set(code, "resource", "res.pitch2D.width", std::to_string(facts.e.width));
  set(code, "resource", "res.pitch2D.height", rows);
  set(code, "resource", "res.pitch2D.pitchInBytes", descriptor_pitch(facts));
}

std::string view_format(const ElementFormat& f) {
  const char* kind = f.kind == ElementKind::floating     ? "FLOAT"
                     : f.kind == ElementKind::signed_int ? "SINT"
                                                         : "UINT";
  return std::string("CU_RES_VIEW_FORMAT_") + kind + "_" + std::to_string(f.channels) + "X" +
         std::to_string(f.bits);
}

void resource_view(Code& code, const Facts& facts) {
  code.line("CUDA_RESOURCE_VIEW_DESC view = {};");
  set(code, "view", "format", view_format(facts.e.format));
  view_fields(code, facts);
  code.line();
}

std::string sampler_flags(const Sampler& s) {
  return flags({{s.read_mode == ReadMode::element, "CU_TRSF_READ_AS_INTEGER"},
                {s.normalized_coords, "CU_TRSF_NORMALIZED_COORDINATES"},
                {s.srgb, "CU_TRSF_SRGB"},
                {s.disable_trilinear_optimization, "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION"},
                {s.seamless_cube, "CU_TRSF_SEAMLESS_CUBEMAP"}},
               "0");
}

void texture_desc(Code& code, const Sampler& s) {
  static constexpr const char* modes[] = {"WRAP", "CLAMP", "MIRROR", "BORDER"};
  const auto filter = [](FilterMode mode) {
    return std::string("CU_TR_FILTER_MODE_") + (mode == FilterMode::linear ? "LINEAR" : "POINT");
  };
  const auto number_field = [&](const std::string& field, float value) {
    if (value != 0) set(code, "desc", field, host_literal(value));
  };
  code.line("CUDA_TEXTURE_DESC desc = {};");
  for (std::size_t axis = 0; axis < 3; ++axis)
    set(code, "desc", "addressMode[" + std::to_string(axis) + "]",
        std::string("CU_TR_ADDRESS_MODE_") + modes[std::size_t(s.address[axis])]);
  set(code, "desc", "filterMode", filter(s.filter));
  set(code, "desc", "flags", sampler_flags(s));
  if (s.max_anisotropy != 0) set(code, "desc", "maxAnisotropy", std::to_string(s.max_anisotropy));
  set(code, "desc", "mipmapFilterMode", filter(s.mip_filter));
  number_field("mipmapLevelBias", s.mip_bias);
  number_field("minMipmapLevelClamp", s.mip_min);
  number_field("maxMipmapLevelClamp", s.mip_max);
  for (std::size_t c = 0; c < 4; ++c)
    number_field("borderColor[" + std::to_string(c) + "]", s.border_color[c]);
}

} // namespace

void driver_texture(Code& code, const Facts& facts) {
  const Element element = element_of(facts);
  if (facts.e.storage == Storage::linear)
    linear_memory(code, facts, element);
  else if (facts.e.storage == Storage::pitch)
    pitch_memory(code, facts, element);
  else
    arrays(code, facts, element);
  code.line();
  const bool viewed = has_view(facts.e);
  if (viewed) resource_view(code, facts);
  texture_desc(code, facts.sampler);
  code.line("CUtexObject texture = 0;");
  code.line(std::string("CHECK(cuTexObjectCreate(&texture, &resource, &desc, ") +
            (viewed ? "&view" : "nullptr") + "));");
  code.line();
}

} // namespace texelscope::program
