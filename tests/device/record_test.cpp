// Rewritten kernels on the device: what they record is what they fetched, and what the model says of it.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <random>

#include "kernels/ground/base/parallel.h"
#include "kernels/ground/files/files.h"
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/studies/record/read_records.h"
#include "kernels/studies/record/rewrite.h"
#include "tests/device/device_fixture.h"
#include "texelscope/texture_unit.h"

namespace texelscope::device_tests {

namespace {
using record::RecordsRead;
using record::Site;
using record::WarpRecord;

constexpr int block_threads = 96; // in a block of 16 x 3 x 2
constexpr int arguments_each = 12;

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

template <class T>
class OnDevice {
public:
  explicit OnDevice(std::size_t count) : size(count) {
    check(cudaMalloc(&pointer, count * sizeof(T)));
    check(cudaMemset(pointer, 0, count * sizeof(T)));
  }
  explicit OnDevice(const std::vector<T>& values) : OnDevice(values.size()) {
    put(values.data(), values.size());
  }
  ~OnDevice() { cudaFree(pointer); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  void put(const T* values, std::size_t count) {
    check(cudaMemcpy(pointer, values, count * sizeof(T), cudaMemcpyHostToDevice));
  }
  void clear() { check(cudaMemset(pointer, 0, size * sizeof(T))); }
  std::vector<T> values() const {
    std::vector<T> all(size);
    check(cudaMemcpy(all.data(), pointer, size * sizeof(T), cudaMemcpyDeviceToHost));
    return all;
  }
  std::uint64_t address() const { return reinterpret_cast<std::uintptr_t>(pointer); }

  T* pointer = nullptr;
  std::size_t size;
};

// The same texels and sampler for the device and for the model.
class Sampled {
public:
  struct Shape {
    TextureKind kind = TextureKind::d2;
    int width = 1, height = 1, depth = 1, levels = 1;
    bool gather = false, integers = false;
  };

  Sampled(const Shape& shape, const TextureDesc& desc, unsigned seed) {
    TextureResource resource;
    resource.kind = shape.kind;
    resource.format = {ChannelFormatKind::unsigned_int, 8, 4};
    resource.width = shape.width, resource.height = shape.height, resource.depth = shape.depth;
    resource.gather = shape.gather;
    std::mt19937 random(seed);
    const bool cube = shape.kind == TextureKind::cubemap || shape.kind == TextureKind::cubemap_layered;
    const bool layered = shape.kind == TextureKind::d1_layered || shape.kind == TextureKind::d2_layered ||
                         shape.kind == TextureKind::cubemap_layered;
    for (int level = 0; level < shape.levels; ++level) {
      const auto side = [&](int size) { return std::size_t(std::max(1, size >> level)); };
      const std::size_t planes = cube                            ? 6 * std::size_t(shape.depth)
                                 : layered                       ? std::size_t(shape.depth)
                                 : shape.kind == TextureKind::d3 ? side(shape.depth)
                                                                 : 1;
      std::vector<std::uint32_t>& texels =
          levels.emplace_back(side(shape.width) * side(shape.height) * planes);
      std::ranges::generate(texels, random);
      extents.push_back({side(shape.width), side(shape.height), planes});
    }
    for (const auto& level : levels)
      resource.levels.push_back(level.data());
    model.emplace(resource, desc);
    make_device(shape, desc, cube, layered);
  }
  ~Sampled() {
    cudaDestroyTextureObject(object);
    cudaFreeArray(array);
    cudaFreeMipmappedArray(mipmapped);
    cudaFree(linear);
  }
  Sampled(const Sampled&) = delete;
  Sampled& operator=(const Sampled&) = delete;

  std::optional<TextureObject> model;
  cudaTextureObject_t object = 0;

private:
  struct Extent {
    std::size_t width, height, planes;
  };

  void make_device(const Shape& shape, const TextureDesc& desc, bool cube, bool layered) {
    cudaResourceDesc resource = {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<::uchar4>();
    if (shape.kind == TextureKind::linear_1d) {
      check(cudaMalloc(&linear, levels[0].size() * 4));
      check(cudaMemcpy(linear, levels[0].data(), levels[0].size() * 4, cudaMemcpyHostToDevice));
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear = {linear, format, levels[0].size() * 4};
    } else {
      const bool flat = shape.kind == TextureKind::d1 || shape.kind == TextureKind::d1_layered;
      const bool deep = cube || layered || shape.kind == TextureKind::d3;
      const cudaExtent extent = {extents[0].width, flat ? 0 : extents[0].height,
                                 deep ? extents[0].planes : 0};
      const unsigned flags = (cube ? cudaArrayCubemap : 0u) | (layered ? cudaArrayLayered : 0u) |
                             (shape.gather ? cudaArrayTextureGather : 0u);
      if (shape.levels == 1) {
        check(cudaMalloc3DArray(&array, &format, extent, flags));
        upload(array, 0);
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
      } else {
        check(cudaMallocMipmappedArray(&mipmapped, &format, extent, unsigned(shape.levels), flags));
        for (int level = 0; level < shape.levels; ++level) {
          cudaArray_t part = nullptr;
          check(cudaGetMipmappedArrayLevel(&part, mipmapped, unsigned(level)));
          upload(part, std::size_t(level));
        }
        resource.resType = cudaResourceTypeMipmappedArray;
        resource.res.mipmap.mipmap = mipmapped;
      }
    }
    static_assert(sizeof(cudaTextureDesc) == sizeof(TextureDesc));
    const auto device_desc = std::bit_cast<cudaTextureDesc>(desc);
    check(cudaCreateTextureObject(&object, &resource, &device_desc, nullptr));
  }

  void upload(cudaArray_t to, std::size_t level) {
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = {levels[level].data(), extents[level].width * 4, extents[level].width,
                   extents[level].height};
    copy.dstArray = to;
    copy.extent = {extents[level].width, extents[level].height, extents[level].planes};
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&copy));
  }

  std::vector<std::vector<std::uint32_t>> levels;
  std::vector<Extent> extents;
  cudaArray_t array = nullptr;
  cudaMipmappedArray_t mipmapped = nullptr;
  void* linear = nullptr;
};

TextureDesc linear_desc() {
  TextureDesc desc;
  desc.addressMode[0] = TextureAddressMode::wrap;
  desc.addressMode[1] = TextureAddressMode::mirror;
  desc.addressMode[2] = TextureAddressMode::clamp;
  desc.filterMode = TextureFilterMode::linear;
  desc.mipmapFilterMode = TextureFilterMode::linear;
  desc.readMode = TextureReadMode::normalized_float;
  desc.normalizedCoords = 1;
  desc.maxMipmapLevelClamp = 20;
  return desc;
}

TextureDesc plain_desc() { // of integers and of linear memory
  TextureDesc desc;
  desc.readMode = TextureReadMode::element;
  return desc;
}

// The operands of a lane, as its record has them.
struct Operands {
  std::array<float, 3> at = {}, dx = {}, dy = {};
  int layer = 0, index = 0;
  float level = 0;
};

Operands operands_of(const Site& site, const WarpRecord& record, std::uint32_t rank) {
  Operands operands;
  const auto word = [&](int index) { return record.word(std::uint32_t(index), rank); };
  const auto floats = [&](const record::Words& words, std::array<float, 3>& into) {
    for (int i = 0; i < words.count; ++i)
      into[std::size_t(i)] = std::bit_cast<float>(word(words.first + i));
  };
  floats(site.coordinates, operands.at);
  floats(site.dx, operands.dx);
  floats(site.dy, operands.dy);
  if (site.coordinate_type == record::CoordinateType::s32) operands.index = int(word(site.coordinates.first));
  if (site.layer.count == 1) operands.layer = int(word(site.layer.first));
  if (site.level.count == 1) operands.level = std::bit_cast<float>(word(site.level.first));
  return operands;
}

using Model = std::function<std::array<std::uint32_t, 4>(const TextureObject&, const Operands&)>;

template <class Fetch>
Model model_of(Fetch fetch) {
  return [fetch](const TextureObject& t, const Operands& o) {
    return std::bit_cast<std::array<std::uint32_t, 4>>(fetch(t, o));
  };
}

struct Way {
  const char* kernel;
  Sampled::Shape shape;
  Model model;
};

float2 two(const std::array<float, 3>& v) {
  return {v[0], v[1]};
}
float4 four(const std::array<float, 3>& v) {
  return {v[0], v[1], v[2], 0};
}

#define WAY(expression) model_of([](const TextureObject& t, const Operands& o) { return expression; })
std::vector<Way> all_ways() {
  using enum TextureKind;
  return {
      {"fetch_1d", {d1, 61}, WAY(tex1D<float4>(t, o.at[0]))},
      {"fetch_2d", {d2, 61, 37}, WAY(tex2D<float4>(t, o.at[0], o.at[1]))},
      {"fetch_2d_integers", {d2, 61, 37, 1, 1, false, true}, WAY(tex2D<uint4>(t, o.at[0], o.at[1]))},
      {"fetch_3d", {d3, 21, 17, 9}, WAY(tex3D<float4>(t, o.at[0], o.at[1], o.at[2]))},
      {"layered_1d", {d1_layered, 61, 1, 5}, WAY(tex1DLayered<float4>(t, o.at[0], o.layer))},
      {"layered_2d", {d2_layered, 61, 37, 5}, WAY(tex2DLayered<float4>(t, o.at[0], o.at[1], o.layer))},
      {"cubemap", {cubemap, 32, 32}, WAY(texCubemap<float4>(t, o.at[0], o.at[1], o.at[2]))},
      {"cubemap_layered",
       {cubemap_layered, 32, 32, 3},
       WAY(texCubemapLayered<float4>(t, o.at[0], o.at[1], o.at[2], o.layer))},
      {"lod_1d", {d1, 64, 1, 1, 6}, WAY(tex1DLod<float4>(t, o.at[0], o.level))},
      {"lod_2d", {d2, 64, 37, 1, 6}, WAY(tex2DLod<float4>(t, o.at[0], o.at[1], o.level))},
      {"lod_3d", {d3, 32, 17, 9, 5}, WAY(tex3DLod<float4>(t, o.at[0], o.at[1], o.at[2], o.level))},
      {"layered_lod_2d",
       {d2_layered, 64, 37, 5, 6},
       WAY(tex2DLayeredLod<float4>(t, o.at[0], o.at[1], o.layer, o.level))},
      {"cubemap_lod",
       {cubemap, 32, 32, 1, 5},
       WAY(texCubemapLod<float4>(t, o.at[0], o.at[1], o.at[2], o.level))},
      {"cubemap_layered_lod",
       {cubemap_layered, 32, 32, 3, 5},
       WAY(texCubemapLayeredLod<float4>(t, o.at[0], o.at[1], o.at[2], o.layer, o.level))},
      {"grad_1d", {d1, 64, 1, 1, 6}, WAY(tex1DGrad<float4>(t, o.at[0], o.dx[0], o.dy[0]))},
      {"grad_2d", {d2, 64, 37, 1, 6}, WAY(tex2DGrad<float4>(t, o.at[0], o.at[1], two(o.dx), two(o.dy)))},
      {"grad_3d",
       {d3, 32, 17, 9, 5},
       WAY(tex3DGrad<float4>(t, o.at[0], o.at[1], o.at[2], four(o.dx), four(o.dy)))},
      {"layered_grad_2d",
       {d2_layered, 64, 37, 5, 6},
       WAY(tex2DLayeredGrad<float4>(t, o.at[0], o.at[1], o.layer, two(o.dx), two(o.dy)))},
      {"gather_red", {d2, 61, 37, 1, 1, true}, WAY(tex2Dgather<float4>(t, o.at[0], o.at[1], 0))},
      {"gather_alpha", {d2, 61, 37, 1, 1, true}, WAY(tex2Dgather<float4>(t, o.at[0], o.at[1], 3))},
      {"element", {linear_1d, 5000}, WAY(tex1Dfetch<float4>(t, o.index))},
  };
}
#undef WAY

std::vector<float> random_arguments(int threads, const Sampled::Shape& shape, bool normalized,
                                    unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random);
  };
  std::vector<float> all;
  for (int i = 0; i < threads; ++i) {
    for (const int size : {shape.width, shape.height, shape.depth})
      all.push_back(normalized ? between(-1.5f, 2.5f) : between(-2, float(size) + 2));
    all.push_back(float(int(between(-1.9f, float(shape.depth) + 1.9f)))); // layers are clamped
    all.push_back(between(-1, 7));
    for (int k = 0; k < 7; ++k)
      all.push_back(between(-0.4f, 0.4f));
  }
  return all;
}

class Recorded : public DeviceTest {
protected:
  static constexpr std::size_t memory_bytes = std::size_t(192) << 20;

  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    original_ptx = read_text_file(TEXELSCOPE_RECORD_KERNELS, std::size_t(4) << 20);
    auto result = record::rewrite(original_ptx);
    ASSERT_TRUE(std::holds_alternative<record::Rewritten>(result));
    rewritten = std::get<record::Rewritten>(std::move(result));
    for (const Site& site : rewritten.sites)
      words_per_lane.push_back(std::uint32_t(site.words_per_lane));
    check(cuda::load_library(&original, original_ptx.c_str()));
    check(cuda::load_library(&library, rewritten.ptx.c_str()));
    memory.emplace(memory_bytes);
    control.emplace(1);
    counts.emplace(record::counts_bytes / sizeof(record::SiteCounts));
    record::RingVariable variable = {control->address(), memory->address(), counts->address(), 0};
    void* pointer = nullptr;
    std::size_t bytes = 0;
    check(cuda::library_global(&pointer, &bytes, library, record::ring_variable));
    ASSERT_EQ(bytes, sizeof variable);
    check(cudaMemcpy(pointer, &variable, sizeof variable, cudaMemcpyHostToDevice));
  }
  void TearDown() override {
    memory.reset(), control.reset(), counts.reset();
    if (library) cuda::unload_library(library);
    if (original) cuda::unload_library(original);
    DeviceTest::TearDown();
  }

  void start(std::uint64_t capacity, std::uint64_t threshold) {
    record::ControlBlock block = {};
    block.capacity = capacity, block.threshold = threshold;
    control->put(&block, 1);
    memory->clear();
    counts->clear();
  }

  std::vector<std::uint32_t> launch(cuda::Library from, const char* name, const Sampled& texture,
                                    const OnDevice<float>& arguments, int threads) {
    cudaKernel_t kernel = nullptr;
    check(cuda::library_kernel(&kernel, from, name));
    OnDevice<std::uint32_t> results(4 * std::size_t(threads));
    cudaTextureObject_t object = texture.object;
    void* parameters[] = {&object, const_cast<float**>(&arguments.pointer), &results.pointer, &threads};
    check(cuda::launch_kernel(kernel, unsigned((threads + block_threads - 1) / block_threads), dim3(16, 3, 2),
                              parameters, nullptr));
    check(cudaDeviceSynchronize());
    return results.values();
  }

  std::uint64_t fetches_at(std::size_t site) const {
    const auto values = counts->values();
    std::uint64_t sum = 0;
    for (std::size_t copy = 0; copy < record::count_copies; ++copy)
      sum += values[copy * record::max_sites + site].fetches;
    return sum;
  }

  std::size_t site_of(std::string_view kernel) const {
    const auto found = std::ranges::find(rewritten.sites, kernel, &Site::function);
    return std::size_t(found - rewritten.sites.begin());
  }

  RecordsRead records() {
    bytes = memory->values();
    return record::read_records(bytes, words_per_lane);
  }

  static int fetching(int threads) {
    int count = 0;
    for (int i = 0; i < threads; ++i)
      count += i % 7 != 3;
    return count;
  }

  std::string original_ptx;
  record::Rewritten rewritten;
  std::vector<std::uint32_t> words_per_lane;
  cuda::Library original = nullptr, library = nullptr;
  std::optional<OnDevice<std::byte>> memory;
  std::optional<OnDevice<record::ControlBlock>> control;
  std::optional<OnDevice<record::SiteCounts>> counts;
  std::vector<std::byte> bytes;
};

std::size_t thread_number(const WarpRecord& record, std::uint32_t rank) {
  const record::ThreadIndex thread = record::thread_of(record, rank);
  return std::size_t(record.header.block[0]) * block_threads + (thread.z * 3 + thread.y) * 16 + thread.x;
}

TEST_F(Recorded, FetchesAreThoseOfTheProgramAndOfTheModel) {
  const char* asked = std::getenv("TEXELSCOPE_RECORD_THREADS"); // of each kernel
  const int threads = asked ? std::atoi(asked) : 100'003;
  std::int64_t compared = 0;
  for (const Way& way : all_ways()) {
    SCOPED_TRACE(way.kernel);
    const bool plain = way.shape.integers || way.shape.kind == TextureKind::linear_1d;
    TextureDesc desc = plain ? plain_desc() : linear_desc();
    if (way.shape.kind == TextureKind::linear_1d) desc.readMode = TextureReadMode::normalized_float;
    const Sampled texture(way.shape, desc, 5);
    const std::vector<float> given = random_arguments(threads, way.shape, !plain, 6);
    const OnDevice<float> arguments(given);
    const std::vector<std::uint32_t> expected = launch(original, way.kernel, texture, arguments, threads);
    start(memory_bytes, record::record_all);
    const std::vector<std::uint32_t> results = launch(library, way.kernel, texture, arguments, threads);
    ASSERT_EQ(results, expected);

    const std::size_t number = site_of(way.kernel);
    ASSERT_LT(number, rewritten.sites.size());
    const Site& site = rewritten.sites[number];
    EXPECT_EQ(fetches_at(number), std::uint64_t(fetching(threads)));
    const RecordsRead read = records();
    EXPECT_EQ(read.stop, RecordsRead::Stop::not_whole); // the memory behind is zeros
    std::vector<int> seen(static_cast<std::size_t>(threads));
    std::vector<std::int64_t> wrong(read.records.size()), unlike(read.records.size());
    for (const WarpRecord& record : read.records) {
      ASSERT_EQ(record.header.site, number);
      for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank)
        ++seen.at(thread_number(record, rank));
    }
    for (int i = 0; i < threads; ++i)
      ASSERT_EQ(seen[std::size_t(i)], i % 7 != 3) << i;
    loop_in_parallel(int(read.records.size()), [&](int index) {
      const WarpRecord& record = read.records[std::size_t(index)];
      for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank) {
        const std::size_t thread = thread_number(record, rank);
        const Operands operands = operands_of(site, record, rank);
        const float* const argument = given.data() + arguments_each * thread;
        bool same = record.object(rank) == texture.object;
        for (int i = 0; i < site.coordinates.count; ++i)
          same &= site.coordinate_type == record::CoordinateType::s32
                      ? operands.index == int(argument[0])
                      : std::bit_cast<std::uint32_t>(operands.at[std::size_t(i)]) ==
                            std::bit_cast<std::uint32_t>(argument[i]);
        if (site.layer.count == 1) same &= operands.layer == int(argument[3]);
        const std::array<std::uint32_t, 4> model = way.model(*texture.model, operands);
        for (std::size_t c = 0; c < 4; ++c) {
          const std::uint32_t recorded = record.word(std::uint32_t(site.results[c]), rank);
          same &= recorded == results[4 * thread + c];
          unlike[std::size_t(index)] += recorded != model[c];
        }
        wrong[std::size_t(index)] += !same;
      }
    });
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      ASSERT_EQ(wrong[i], 0) << "record " << i;
      ASSERT_EQ(unlike[i], 0) << "record " << i;
      compared += read.records[i].header.lanes;
    }
    const record::ControlBlock end = control->values()[0];
    EXPECT_EQ(dropped_of(end).fetches, 0u);
    EXPECT_EQ(end.position, memory_bytes - read.bytes_left);
  }
  std::printf("%lld recorded fetches equal the program's and the model's\n",
              static_cast<long long>(compared));
  EXPECT_EQ(compared, std::int64_t(all_ways().size()) * fetching(threads));
}

TEST_F(Recorded, LanesThatDivergeAreCountedAtTheirSites) {
  constexpr int threads = 50'000;
  const Sampled texture({TextureKind::d2, 64, 37, 1, 6}, linear_desc(), 5);
  const OnDevice<float> arguments(random_arguments(threads, {}, true, 6));
  start(memory_bytes, record::record_all);
  launch(library, "divergent", texture, arguments, threads);
  std::uint64_t even = 0, odd = 0;
  for (int i = 0; i < threads; ++i)
    (i % 2 == 0 ? even : odd) += i % 7 != 3;
  std::uint64_t plain = 0, level = 0;
  for (std::size_t i = 0; i < rewritten.sites.size(); ++i)
    (rewritten.sites[i].kind == record::FetchKind::level ? level : plain) += fetches_at(i);
  EXPECT_EQ(plain, even);
  EXPECT_EQ(level, odd);
  for (const WarpRecord& record : records().records) {
    const bool is_level = rewritten.sites[record.header.site].kind == record::FetchKind::level;
    for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank)
      ASSERT_EQ(thread_number(record, rank) % 2, is_level ? 1u : 0u);
  }
}

TEST_F(Recorded, WhatDoesNotFitIsCountedAndNothingIsWrittenBehindTheEnd) {
  constexpr int threads = 50'000;
  const Sampled texture({TextureKind::d2, 61, 37}, linear_desc(), 5);
  const OnDevice<float> arguments(random_arguments(threads, {}, true, 6));
  for (const std::uint64_t capacity : {std::uint64_t(0), std::uint64_t(16), std::uint64_t(100'000)}) {
    SCOPED_TRACE(capacity);
    start(capacity, record::record_all);
    launch(library, "fetch_2d", texture, arguments, threads);
    std::uint64_t recorded = 0;
    for (const WarpRecord& record : records().records)
      recorded += record.header.lanes;
    EXPECT_EQ(recorded + dropped_of(control->values()[0]).fetches, std::uint64_t(fetching(threads)));
    EXPECT_EQ(fetches_at(site_of("fetch_2d")), std::uint64_t(fetching(threads)));
    EXPECT_EQ(recorded > 0, capacity > 1000);
    EXPECT_TRUE(std::all_of(bytes.begin() + std::ptrdiff_t(capacity), bytes.end(),
                            [](std::byte b) { return b == std::byte(0); }));
  }
}

TEST_F(Recorded, SamplingChoosesWarpsByTheirHash) {
  constexpr int threads = 200'000;
  const Sampled texture({TextureKind::d2, 61, 37}, linear_desc(), 5);
  const OnDevice<float> arguments(random_arguments(threads, {}, true, 6));
  const std::uint64_t threshold = record::record_all / 64;
  start(memory_bytes, threshold);
  launch(library, "fetch_2d", texture, arguments, threads);
  const RecordsRead read = records();
  ASSERT_FALSE(read.records.empty());
  std::size_t expected = 0;
  const std::uint64_t grid = read.records[0].header.grid;
  for (std::uint32_t block = 0; block < (threads + block_threads - 1) / block_threads; ++block)
    for (std::uint32_t warp = 0; warp < 3; ++warp)
      if (block * block_threads + warp * 32 < threads)
        expected += record::sampling_hash(grid, {block, 0, 0}, warp) < threshold;
  EXPECT_EQ(read.records.size(), expected);
  for (const WarpRecord& record : read.records)
    EXPECT_LT(record::sampling_hash(grid, {record.header.block[0], 0, 0}, record.header.warp), threshold);
  EXPECT_EQ(fetches_at(site_of("fetch_2d")), std::uint64_t(fetching(threads)));
  EXPECT_EQ(dropped_of(control->values()[0]).fetches, 0u);
}
} // namespace

} // namespace texelscope::device_tests
