// A texture object of the CUDA runtime API.
#include "app/export/device_texture.h"

namespace texelscope::program {

namespace {
std::string number(std::size_t value) {
  return std::to_string(value);
}

const char* block_kind(bc::Format format) {
  switch (format) {
  case bc::Format::bc1:
    return "UnsignedBlockCompressed1";
  case bc::Format::bc2:
    return "UnsignedBlockCompressed2";
  case bc::Format::bc3:
    return "UnsignedBlockCompressed3";
  case bc::Format::bc4_unorm:
    return "UnsignedBlockCompressed4";
  case bc::Format::bc4_snorm:
    return "SignedBlockCompressed4";
  case bc::Format::bc5_unorm:
    return "UnsignedBlockCompressed5";
  case bc::Format::bc5_snorm:
    return "SignedBlockCompressed5";
  case bc::Format::bc6h_unsigned:
    return "UnsignedBlockCompressed6H";
  case bc::Format::bc6h_signed:
    return "SignedBlockCompressed6H";
  case bc::Format::bc7:
    break;
  }
  return "UnsignedBlockCompressed7";
}

std::string channel_bits(int bits, int channels) {
  std::string list;
  for (int c = 0; c < 4; ++c)
    list += std::to_string(c < channels ? bits : 0) + ", ";
  return list;
}

// "{8, 8, 8, 8, cudaChannelFormatKindUnsigned}"
std::string plain_desc(const ElementFormat& f) {
  const char* kind = f.kind == ElementKind::floating     ? "Float"
                     : f.kind == ElementKind::signed_int ? "Signed"
                                                         : "Unsigned";
  return "{" + channel_bits(f.bits, f.channels) + "cudaChannelFormatKind" + kind + "}";
}

std::string channel_desc(const Facts& facts) {
  const ElementFormat& f = facts.memory.format;
  const std::string kind = "cudaChannelFormatKind";
  switch (facts.e.channel_kind) {
  case ChannelKind::plain:
    break;
  case ChannelKind::normalized:
    return "{" + channel_bits(f.bits, f.channels) + kind +
           (f.kind == ElementKind::signed_int ? "Signed" : "Unsigned") + "Normalized" +
           std::to_string(f.bits) + "X" + std::to_string(f.channels) + "}";
  case ChannelKind::packed:
    return "{10, 10, 10, 2, " + kind + "UnsignedNormalized1010102}";
  case ChannelKind::blocks: {
    const bc::Format blocks = facts.request.texels.compressed->format;
    return "{" + channel_bits(bc::is_bc6h(blocks) ? 16 : 8, bc::channels(blocks)) + kind +
           block_kind(blocks) + (keeps_srgb_kind(facts) ? "SRGB}" : "}");
  }
  }
  return plain_desc(f);
}

std::string array_flags(const Facts& facts) {
  return flags({{is_layered(facts.e.dimension), "cudaArrayLayered"},
                {is_cube(facts.e.dimension), "cudaArrayCubemap"},
                {facts.view.function == FetchKind::gather, "cudaArrayTextureGather"}},
               "cudaArrayDefault");
}

// 0 for what the dimension has not.
std::string array_extent(const Facts& facts) {
  const Dimension d = facts.e.dimension;
  const bool flat = d == Dimension::d1 || d == Dimension::d2;
  return "make_cudaExtent(" + std::to_string(facts.memory.width) + ", " +
         std::to_string(is_1d(d) ? 0 : facts.memory.height) + ", " +
         std::to_string(flat ? 0 : facts.memory.planes) + ")";
}

void upload_to(Code& code, const std::string& offset, const std::string& row, const std::string& rows,
               const std::string& width, const std::string& height, const std::string& depth) {
  code.line("cudaMemcpy3DParms copy = {};");
  code.line("copy.srcPtr = make_cudaPitchedPtr(const_cast<unsigned char*>(texels)" + offset + ", " + row +
            ", " + width + ", " + rows + ");");
  set(code, "copy", "dstArray", "array");
  code.line("copy.extent = make_cudaExtent(" + width + ", " + height + ", " + depth + ");");
  set(code, "copy", "kind", "cudaMemcpyHostToDevice");
  code.line("CHECK(cudaMemcpy3D(&copy));");
}

void resource(Code& code, const char* type) {
  code.line("cudaResourceDesc resource = {};");
  set(code, "resource", "resType", std::string("cudaResourceType") + type);
}

void array_memory(Code& code, const Facts& facts) {
  const TexelLevel& first = facts.data.levels.front();
  code.line("cudaArray_t array = nullptr;");
  const bool plain_2d = facts.e.dimension == Dimension::d2 && facts.e.channel_kind != ChannelKind::blocks;
  if (plain_2d) {
    code.line("CHECK(cudaMallocArray(&array, &element, " + std::to_string(first.width) + ", " +
              std::to_string(first.height) + ", " + array_flags(facts) + "));");
    code.line("CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, " + number(first.row_bytes) + ", " +
              number(first.row_bytes) + ", " + number(first.rows) + ", cudaMemcpyHostToDevice));");
  } else {
    code.line("CHECK(cudaMalloc3DArray(&array, &element, " + array_extent(facts) + ", " + array_flags(facts) +
              "));");
    upload_to(code, "", number(first.row_bytes), number(first.rows), std::to_string(first.width),
              std::to_string(first.height), std::to_string(first.depth));
  }
  code.line();
  resource(code, "Array");
  set(code, "resource", "res.array.array", "array");
}

void mipmapped_memory(Code& code, const Facts& facts) {
  const std::string count = number(facts.data.levels.size());
  code.line("cudaMipmappedArray_t mipmapped = nullptr;");
  code.line("CHECK(cudaMallocMipmappedArray(&mipmapped, &element, " + array_extent(facts) + ", " + count +
            ", " + array_flags(facts) + "));");
  code.open("for (unsigned i = 0; i < " + count + "; ++i) {");
  code.line("const Level& level = levels[i];");
  code.line("cudaArray_t array = nullptr;");
  code.line("CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, i));");
  upload_to(code, " + level.offset", "level.row_bytes", "level.rows", "level.width", "level.height",
            "level.depth");
  code.close();
  code.line();
  resource(code, "MipmappedArray");
  set(code, "resource", "res.mipmap.mipmap", "mipmapped");
}

void pitch_memory(Code& code, const Facts& facts) {
  const TexelLevel& texels = facts.data.levels.front();
  const std::string row = number(texels.row_bytes), height = number(texels.rows);
  code.line("void* memory = nullptr;");
  pitch_allocation(code, facts, {"cudaMalloc", "cudaMemset", "cudaMallocPitch", ""});
  code.line("CHECK(cudaMemcpy2D(memory, pitch, texels, " + row + ", " + row + ", " + height +
            ", cudaMemcpyHostToDevice));");
  code.line();
  resource(code, "Pitch2D");
  set(code, "resource", "res.pitch2D.devPtr", "memory");
  set(code, "resource", "res.pitch2D.desc", "element");
  set(code, "resource", "res.pitch2D.width", std::to_string(facts.e.width));
  set(code, "resource", "res.pitch2D.height", height);
  set(code, "resource", "res.pitch2D.pitchInBytes", descriptor_pitch(facts));
}

void linear_memory(Code& code, const Facts& facts) {
  const std::string bytes = number(facts.data.levels.front().row_bytes);
  code.line("void* memory = nullptr;");
  code.line("CHECK(cudaMalloc(&memory, " + bytes + "));");
  code.line("CHECK(cudaMemcpy(memory, texels, " + bytes + ", cudaMemcpyHostToDevice));");
  code.line();
  resource(code, "Linear");
  set(code, "resource", "res.linear.devPtr", "memory");
  set(code, "resource", "res.linear.desc", "element");
  set(code, "resource", "res.linear.sizeInBytes", bytes);
}

std::string view_format(const ElementFormat& f) {
  if (f.kind == ElementKind::floating) return (f.bits == 16 ? "Half" : "Float") + std::to_string(f.channels);
  const char* type = f.bits == 8 ? "Char" : f.bits == 16 ? "Short" : "Int";
  return std::string(f.kind == ElementKind::signed_int ? "Signed" : "Unsigned") + type +
         std::to_string(f.channels);
}

void resource_view(Code& code, const Facts& facts) {
  code.line("cudaResourceViewDesc view = {};");
  set(code, "view", "format", "cudaResViewFormat" + view_format(facts.e.format));
  view_fields(code, facts);
  code.line();
}

} // namespace

void runtime_texture(Code& code, const Facts& facts) {
  const bool reinterpreted =
      facts.e.is_reinterpreted(); // linear and pitch memory are described as what is seen
  code.line("const cudaChannelFormatDesc element = " +
            (reinterpreted ? plain_desc(facts.e.format) : channel_desc(facts)) + ";");
  if (facts.e.storage == Storage::linear)
    linear_memory(code, facts);
  else if (facts.e.storage == Storage::pitch)
    pitch_memory(code, facts);
  else if (gives_levels(facts.e))
    mipmapped_memory(code, facts);
  else
    array_memory(code, facts);
  code.line();
  if (has_view(facts.e)) resource_view(code, facts);
  code.line("cudaTextureDesc desc = {};");
  code.lines(cuda_texture_desc(facts.sampler));
  code.line("cudaTextureObject_t texture = 0;");
  code.line(std::string("CHECK(cudaCreateTextureObject(&texture, &resource, &desc, ") +
            (has_view(facts.e) ? "&view" : "nullptr") + "));");
  code.line();
}

} // namespace texelscope::program
