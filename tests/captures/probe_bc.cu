// Records how the texture unit decodes block-compressed texels: blocks and the float bits of their texels,
// point and linear.
#include "tests/captures/bc_blocks.h"
#include "tests/captures/probe_bc.h"

namespace texelscope::captures {

namespace {

constexpr int row_blocks = 128, fetches_per_block = 8;

__global__ void fetch_kernel(cudaTextureObject_t texture, const float2* coordinates, float4* values,
                             int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = tex2D<float4>(texture, coordinates[i].x, coordinates[i].y);
}

std::vector<uint4> fetch_floats(cudaTextureObject_t texture, const std::vector<float2>& coordinates) {
  const int count = int(coordinates.size());
  Memory in, out;
  must(cudaMalloc(in.put(), sizeof(float2) * coordinates.size()), "cudaMalloc");
  must(cudaMalloc(out.put(), sizeof(float4) * coordinates.size()), "cudaMalloc");
  must(cudaMemcpy(in.get(), coordinates.data(), sizeof(float2) * coordinates.size(), cudaMemcpyHostToDevice),
       "cudaMemcpy");
  fetch_kernel<<<(count + 127) / 128, 128>>>(texture, static_cast<const float2*>(in.get()),
                                             static_cast<float4*>(out.get()), count);
  must(cudaGetLastError(), "fetch_kernel");
  std::vector<uint4> results(coordinates.size(), uint4{});
  must(cudaMemcpy(results.data(), out.get(), sizeof(uint4) * results.size(), cudaMemcpyDeviceToHost),
       "cudaMemcpy");
  return results;
}

cudaError_t upload(const BlockKind& kind, cudaArray_t array, const std::vector<std::uint8_t>& blocks) {
  const std::size_t row = row_blocks * kind.block_bytes;
  std::vector<std::uint8_t> padded = blocks;
  padded.resize((blocks.size() + row - 1) / row * row);
  return cudaMemcpy2DToArray(array, 0, 0, padded.data(), row, row, padded.size() / row,
                             cudaMemcpyHostToDevice);
}

struct Way {
  bool view; // elements of a block's size, read through a resource view
  bool normalized, srgb;
};
constexpr Way ways[] = {{false, false, false}, {false, false, true}, {false, true, false},
                        {false, true, true},   {true, false, false}, {true, false, true},
                        {true, true, false},   {true, true, true}};

// A texture of compressed texels.
struct BlockTexture {
  Array array;
  Texture texture;
  cudaError_t error = cudaSuccess;
  const char* call = "";

  bool works(cudaError_t result, const char* name) {
    error = result;
    call = name;
    cudaGetLastError();
    return error == cudaSuccess;
  }

  BlockTexture(const BlockKind& kind, const std::vector<std::uint8_t>& blocks, cudaTextureFilterMode filter,
               const Way& way) {
    const std::size_t count = blocks.size() / kind.block_bytes, rows = (count + row_blocks - 1) / row_blocks;
    const std::size_t side = way.view ? 1 : 4;
    const cudaChannelFormatDesc view_desc =
        kind.block_bytes == 8 ? cudaCreateChannelDesc<uint2>() : cudaCreateChannelDesc<uint4>();
    const cudaChannelFormatDesc desc = way.view ? view_desc : block_desc(kind);
    if (!works(cudaMallocArray(array.put(), &desc, row_blocks * side, rows * side), "cudaMallocArray"))
      return;
    if (!works(upload(kind, array.get(), blocks), "cudaMemcpy2DToArray")) return;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array.get();
    cudaTextureDesc sampler = {};
    sampler.addressMode[0] = sampler.addressMode[1] = cudaAddressModeClamp;
    sampler.filterMode = filter;
    sampler.readMode = way.normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    sampler.sRGB = way.srgb;
    cudaResourceViewDesc seen = {};
    seen.format = kind.view;
    seen.width = row_blocks * 4;
    seen.height = rows * 4;
    works(cudaCreateTextureObject(texture.put(), &resource, &sampler, way.view ? &seen : nullptr),
          "cudaCreateTextureObject");
  }
};

// Block i is the i-th in a texture of `row_blocks` a row.
float2 place(std::size_t block, float x, float y) {
  return {float(block % row_blocks * 4) + x, float(block / row_blocks * 4) + y};
}

std::vector<float2> point_coordinates(std::size_t blocks, int texels) {
  std::vector<float2> all;
  for (std::size_t i = 0; i < blocks; ++i)
    for (int t = 0; t < texels; ++t)
      all.push_back(place(i, float(t % 4) + 0.5f, float(t / 4) + 0.5f));
  return all;
}

// In steps of 1/256 texel from the center of a block's first texel to that of its last: no other block
// contributes.
std::vector<float2> linear_coordinates(BlockMaker& maker) {
  std::vector<float2> all;
  for (std::size_t i = 0; i < maker.count(); ++i)
    for (int f = 0; f < fetches_per_block; ++f) {
      const auto step = [&] { return 0.5f + float(maker.number(769)) / 256.0f; };
      const float x = step();
      all.push_back(place(i, x, step()));
    }
  return all;
}

// What is recorded: of each fetch the bits of some channels; of each block's texels the first few (0: linear
// fetches).
struct Recorded {
  int texels = 16;
  int first_channel = 0, channels = 4;
};

// A line, the blocks, the coordinates of linear fetches, then the recorded bits of each fetch.
void write_set(Output& out, const BlockKind& kind, const char* what, BlockMaker& maker,
               const Recorded& recorded) {
  const bool linear = recorded.texels == 0;
  for (const Way& way : ways) {
    if (way.srgb != kind.srgb) continue;
    const BlockTexture source(kind, maker.bytes, linear ? cudaFilterModeLinear : cudaFilterModePoint, way);
    if (source.error != cudaSuccess) {
      out.line("note %s %s view=%d normalized=%d %s: %s", kind.name, what, way.view, way.normalized,
               source.call, cudaGetErrorName(source.error));
      continue;
    }
    const std::vector<float2> coordinates =
        linear ? linear_coordinates(maker) : point_coordinates(maker.count(), recorded.texels);
    const std::vector<uint4> results = fetch_floats(source.texture.get(), coordinates);
    out.line("set %s %s linear=%d view=%d normalized=%d blocks=%zu bytes=%zu fetches=%d first=%d channels=%d",
             kind.name, what, linear, way.view, way.normalized, maker.count(), kind.block_bytes,
             linear ? fetches_per_block : recorded.texels, recorded.first_channel, recorded.channels);
    out.bytes(maker.bytes.data(), maker.bytes.size());
    if (linear) out.bytes(coordinates.data(), coordinates.size() * sizeof(float2));
    for (const uint4& word : results)
      out.bytes(&word.x + recorded.first_channel, std::size_t(recorded.channels) * 4);
    return;
  }
}

// Checks that the other ways to read the same blocks give the same bits.
void compare_ways(Output& out, const BlockKind& kind, const BlockMaker& maker) {
  std::vector<uint4> first;
  const std::vector<float2> coordinates = point_coordinates(maker.count(), 16);
  for (const Way& way : ways) {
    const BlockTexture source(kind, maker.bytes, cudaFilterModePoint, way);
    if (source.error != cudaSuccess) {
      out.line("note %s way view=%d normalized=%d srgb=%d %s: %s", kind.name, way.view, way.normalized,
               way.srgb, source.call, cudaGetErrorName(source.error));
      continue;
    }
    const std::vector<uint4> results = fetch_floats(source.texture.get(), coordinates);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      differ += first[i].x != results[i].x || first[i].y != results[i].y || first[i].z != results[i].z ||
                first[i].w != results[i].w;
    out.line("note %s way view=%d normalized=%d srgb=%d differ=%zu of %zu, the first %x,%x,%x,%x", kind.name,
             way.view, way.normalized, way.srgb, differ, first.size(), results[0].x, results[0].y,
             results[0].z, results[0].w);
    if (first.empty()) first = results;
  }
}

void random_of(const BlockKind& kind, BlockMaker& maker, std::size_t count) {
  const bool bc6h = kind.bits == 16, bc7 = kind.name[2] == '7';
  bc6h ? random_bc6h(maker, count) : bc7 ? random_bc7(maker, count) : random_blocks(maker, count);
}

} // namespace

void probe_block_compression(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) std::perror(path.c_str()), std::exit(1);
  Output out{file};
  for (const BlockKind& kind : block_kinds) {
    const auto run = [&](const char* what, const Recorded& recorded, auto&& fill) {
      BlockMaker maker(kind.block_bytes);
      fill(maker);
      write_set(out, kind, what, maker, recorded);
    };
    const std::string name = kind.name;
    const int channels = kind.bits == 16 ? 4 : kind.channels;
    if (name == "bc4u" || name == "bc4s") run("sweep", {6, 0, 1}, [](BlockMaker& m) { sweep_bc4(m, 1); });
    if (name == "bc3") run("alphas", {6, 3, 1}, [](BlockMaker& m) { sweep_bc4(m, 3); });
    if (name == "bc1" || name == "bc3") run("colors", {4, 0, 3}, [](BlockMaker& m) { sweep_bc1(m); });
    const std::size_t count = kind.bits == 16 ? 2000 : name == "bc7" ? 2000 : 300;
    run("random", {16, 0, channels}, [&](BlockMaker& m) { random_of(kind, m, count); });
    run("linear", {0, 0, channels}, [&](BlockMaker& m) { random_of(kind, m, kind.bits == 16 ? 600 : 300); });
    BlockMaker maker(kind.block_bytes);
    random_of(kind, maker, 1024);
    compare_ways(out, kind, maker);
    ask_block_arrays(out, kind);
  }
  probe_block_uploads(out);
  std::fclose(file);
}

} // namespace texelscope::captures
