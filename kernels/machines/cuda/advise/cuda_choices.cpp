// The machine of choice_machine.h on a CUDA device.
#include "kernels/reports/advise/choice_machine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "kernels/ground/base/threads.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/cuda/advise/replay_code.h"
#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/machines/custom_kernel/nvrtc.h"

namespace texelscope::cuda {

using namespace advise;

namespace {
constexpr unsigned block_threads = warps_of_block * lanes;
constexpr double plane_tolerance = 1.0 / 64; // texels

using CodeLibrary = Handle<Library, destroy<unload_library, Library>>;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Numbers of each entry, in the order of the entries, put in the kernels' order: for each warp of a block its
// steps. The last block is filled up by the first entries.
std::vector<float> by_warps(const std::vector<float>& numbers, const FetchList& list) {
  const std::size_t each = numbers.size() / list.entries();
  std::vector<float> ordered;
  ordered.reserve(list.blocks() * entries_of_block * each);
  for (std::size_t block = 0; block < list.blocks(); ++block)
    for (std::size_t warp = 0; warp < warps_of_block; ++warp)
      for (std::size_t step = 0; step < steps_of_warp; ++step) {
        const std::size_t entry = (block * entries_of_block + step * warps_of_block + warp) % list.entries();
        const auto from = numbers.begin() + std::ptrdiff_t(entry * each);
        ordered.insert(ordered.end(), from, from + std::ptrdiff_t(each));
      }
  return ordered;
}

// The entries' coordinates, up to whole blocks.
std::vector<float> filled_up(std::vector<float> numbers, const FetchList& list) {
  const std::size_t each = numbers.size() / list.entries();
  numbers.reserve(list.blocks() * entries_of_block * each);
  for (std::size_t entry = list.entries(); entry < list.blocks() * entries_of_block; ++entry)
    for (std::size_t i = 0; i < each; ++i)
      numbers.push_back(numbers[entry % list.entries() * each + i]);
  return numbers;
}

template <class T>
DeviceMemory uploaded(const std::vector<T>& from) {
  DeviceMemory memory = make_device_memory(from.size() * sizeof(T));
  TEXELSCOPE_CUDA(cudaMemcpy, memory.get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

// The scene's coordinates on the device.
struct DeviceList {
  DeviceMemory points, first, slopes, boxes;
  ReplayCoordinates coordinates;
  CoordinateSource from = CoordinateSource::points;
  int blocks = 0;
};

DeviceList device_list(const Scene& scene, const std::optional<FetchList::Planes>& planes,
                       const std::vector<CodeBox>& boxes) {
  DeviceList list;
  list.blocks = int(scene.fetches.blocks());
  list.points = uploaded(filled_up(scene.fetches.all(), scene.fetches));
  list.coordinates.points = list.points.get();
  list.boxes = uploaded(boxes);
  if (!planes) return list;
  list.from = planes->slopes.empty() ? CoordinateSource::planes : CoordinateSource::sloped_planes;
  list.first = uploaded(by_warps(planes->first, scene.fetches));
  list.coordinates.first = list.first.get();
  if (!planes->slopes.empty()) list.slopes = uploaded(by_warps(planes->slopes, scene.fetches));
  list.coordinates.slopes = list.slopes.get();
  for (std::size_t axis = 0; axis < 3; ++axis)
    std::ranges::copy(planes->slope[axis], list.coordinates.slope[axis]);
  return list;
}

// The scene's texture as a choice stores it.
Texture texture_for(const Scene& scene, const Choice& choice, const std::vector<std::byte>& texels) {
  Texture texture;
  texture.width = scene.size[0];
  texture.height = scene.size[1];
  texture.dimension = scene.dimension;
  texture.planes = scene.size[2];
  texture.format = choice.texels;
  texture.storage = choice.way == Way::pitch    ? Storage::pitch
                    : choice.way == Way::linear ? Storage::linear
                                                : Storage::array;
  texture.gather_array = choice.way == Way::gather;
  texture.sampler = scene.sampler;
  texture.sampler.read_mode = choice.texels.is_integer() ? ReadMode::normalized_float : ReadMode::element;
  texture.sampler.srgb = false;
  const Coding coding = coding_of(scene, choice.texels);
  for (float& border : texture.sampler.border_color)
    border = (border - coding.offset) / coding.scale;
  texture.level[0] = texels.data();
  return texture;
}

class CudaPreparedChoice final : public PreparedChoice {
public:
  CudaPreparedChoice(const Scene& of, const std::optional<Choice>& chosen, const DeviceList& coordinates,
                     const std::vector<char>& code)
      : scene(of), choice(chosen), list(coordinates) {
    TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), unsigned(cudaStreamNonBlocking));
    check(load_library(library.put(), code.data()), "cudaLibraryLoadData");
    check(library_kernel(&replay, library.get(), "replay"), "cudaLibraryGetKernel");
    check(library_kernel(&writer, library.get(), "results"), "cudaLibraryGetKernel");
    kept = make_device_memory(block_threads * sizeof(float));
    if (choice) {
      texels = encoded(scene, choice->texels);
      for (int i = 0; i < 3; ++i)
        uploads.push_back(upload());
    }
    source.width = scene.size[0];
    source.height = scene.size[1];
    source.depth = scene.size[2];
  }

  double launch_ms(int repeats, int rounds) override {
    const void* boxes = list.boxes.get();
    ReplayCoordinates coordinates = list.coordinates;
    int blocks = list.blocks;
    void* to = kept.get();
    void* given[] = {&source, &boxes, &coordinates, &blocks, &rounds, &to};
    TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
    check(launch_kernel(replay, dim3(unsigned(blocks) * unsigned(repeats) / unsigned(rounds)),
                        dim3(block_threads), given, stream.get()),
          "cudaLaunchKernel");
    TEXELSCOPE_CUDA(cudaEventRecord, end.get(), stream.get());
    TEXELSCOPE_CUDA(cudaEventSynchronize, end.get());
    float ms = 0;
    TEXELSCOPE_CUDA(cudaEventElapsedTime, &ms, start.get(), end.get());
    return ms;
  }

  std::vector<float> results(std::size_t first, std::size_t count) override {
    const int channels = choice ? choice->texels.channels : 1;
    int first_block = int(first / entries_of_block);
    const std::size_t last_block = (first + count + entries_of_block - 1) / entries_of_block;
    const std::size_t blocks = last_block - std::size_t(first_block);
    const std::size_t of_entry = std::size_t(lanes) * std::size_t(channels);
    std::vector<float> all(blocks * entries_of_block * of_entry);
    const DeviceMemory memory = make_device_memory(all.size() * sizeof(float));
    const void* boxes = list.boxes.get();
    ReplayCoordinates coordinates = list.coordinates;
    void* to = memory.get();
    void* given[] = {&source, &boxes, &coordinates, &first_block, &to};
    check(launch_kernel(writer, dim3(unsigned(blocks)), dim3(block_threads), given, stream.get()),
          "cudaLaunchKernel");
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
    TEXELSCOPE_CUDA(cudaMemcpy, all.data(), memory.get(), all.size() * sizeof(float), cudaMemcpyDeviceToHost);
    const auto begin =
        all.begin() + std::ptrdiff_t((first - std::size_t(first_block) * entries_of_block) * of_entry);
    return {begin, begin + std::ptrdiff_t(count * of_entry)};
  }

  double upload_ms() override {
    std::ranges::sort(uploads);
    return uploads.empty() ? 0 : uploads[uploads.size() / 2];
  }
  std::size_t bytes() const override {
    if (!texture) return texels.empty() ? 0 : texels.size() - Image::padding;
    const std::size_t rows = std::size_t(scene.size[1]) * std::size_t(scene.size[2]);
    return texture->pitch() > 0 ? texture->pitch() * rows
                                : scene.texel_count() * std::size_t(choice->texels.texel_bytes());
  }

private:
  double upload() {
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    texture.reset();
    memory.reset();
    const auto begin = std::chrono::steady_clock::now();
    if (fetches_from_texture(choice->way)) {
      texture = std::make_unique<UnitTexture>(texture_for(scene, *choice, texels), stream.get());
      source.texture = texture->object();
    } else {
      memory = make_device_memory(texels.size());
      TEXELSCOPE_CUDA(cudaMemcpyAsync, memory.get(), texels.data(), texels.size(), cudaMemcpyHostToDevice,
                      stream.get());
      source.memory = memory.get();
    }
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
    return milliseconds_since(begin);
  }

  const Scene& scene;
  std::optional<Choice> choice; // empty: coordinates alone
  const DeviceList& list;
  Stream stream;
  CodeLibrary library;
  cudaKernel_t replay = nullptr, writer = nullptr;
  std::vector<std::byte> texels;
  std::unique_ptr<UnitTexture> texture;
  DeviceMemory memory, kept;
  CodeSource source;
  Event start = make_event(true), end = make_event(true);
  std::vector<double> uploads;
};

class CudaChoices final : public ChoiceMachine {
public:
  explicit CudaChoices(const Scene& of) : scene(of), chosen(choose_device({.gl = GlBinding::none})) {
    cudaDeviceProp properties = {};
    TEXELSCOPE_CUDA(cudaGetDeviceProperties, &properties, chosen.ordinal);
    shared_bytes = properties.sharedMemPerBlock;
    const FetchList& fetches = scene.fetches;
    std::array<float, 3> tolerance = {};
    for (std::size_t axis = 0; axis < 3; ++axis)
      tolerance[axis] =
          float(scene.sampler.normalized_coords && !scene.by_index ? plane_tolerance / scene.size[axis]
                                                                   : plane_tolerance);
    const std::optional<FetchList::Planes> planes = fetches.planes(tolerance);
    const std::vector<CodeBox> boxes = boxes_of(scene, planes);
    list = device_list(scene, planes, boxes);
    tile_texels = tile_bytes(boxes, {ElementKind::unsigned_int, 8, 1}); // a byte each
  }

  ChoiceDevice device() const override { return {chosen.name, chosen.multiprocessors, shared_bytes}; }
  bool coordinates_are_planes() const override { return list.from != CoordinateSource::points; }

  void compile(const std::vector<Choice>& choices, const std::function<bool(std::size_t)>& done) override {
    std::vector<std::string> sources = {coordinates_code(replay())};
    std::vector<std::string> names = {std::string()};
    for (const Choice& choice : choices)
      if (refusal_of(choice).empty()) {
        sources.push_back(replay_code(replay(), choice));
        names.push_back(name(choice));
      }
    std::atomic<std::size_t> next = 0, finished = 0;
    std::atomic<bool> stopped = false;
    std::mutex mutex;
    std::string failure;
    const auto work = [&] {
      for (std::size_t i; !stopped && (i = next++) < sources.size();) {
        try {
          std::vector<char> code = compiled(sources[i]);
          const std::lock_guard lock(mutex);
          codes[names[i]] = std::move(code);
        } catch (const std::exception& error) {
          const std::lock_guard lock(mutex);
          failure = error.what();
          stopped = true;
        }
        ++finished;
      }
    };
    {
      const std::size_t count = std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), 16);
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < std::min(count, sources.size()); ++i)
        threads.emplace_back(work);
      while (finished < sources.size() && !stopped) {
        if (!done(finished)) stopped = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
    if (!failure.empty()) throw MachineError(failure);
  }

  std::unique_ptr<PreparedChoice> prepare(const Choice& choice, std::string& refusal) override {
    refusal = refusal_of(choice);
    if (!refusal.empty()) return nullptr;
    try {
      return std::make_unique<CudaPreparedChoice>(scene, choice, list, codes.at(name(choice)));
    } catch (const CudaError& error) {
      if (error.device_lost) throw;
      refusal = error_string(error.code);
      return nullptr;
    }
  }

  std::unique_ptr<PreparedChoice> coordinates_alone() override {
    return std::make_unique<CudaPreparedChoice>(scene, std::nullopt, list, codes.at(""));
  }

private:
  ReplayCode replay() const { return {&scene, list.from, tile_texels}; }
  std::string refusal_of(const Choice& choice) const {
    const std::size_t bytes = tile_texels * std::size_t(choice.texels.texel_bytes());
    if (needs_boxes(choice.way) && bytes > shared_bytes)
      return say(Text::advise_tile_too_large,
                 {std::to_string(bytes >> 10), std::to_string(shared_bytes >> 10)});
    return {};
  }
  std::vector<char> compiled(const std::string& source) const {
    const Nvrtc::Output output = nvrtc.compile(
        {"advise", source}, {}, {nvrtc.architecture_option(chosen.architecture), "--std=c++17"});
    if (!output.good) throw MachineError(say(Text::advise_not_compiled, {output.log}));
    if (!output.code.empty()) return output.code;
    return {output.ptx.c_str(), output.ptx.c_str() + output.ptx.size() + 1};
  }

  const Scene& scene;
  Device chosen;
  Nvrtc nvrtc;
  std::size_t shared_bytes = 0, tile_texels = 1;
  DeviceList list;
  std::map<std::string, std::vector<char>> codes; // by name(choice); "": the coordinates alone
};
} // namespace
} // namespace texelscope::cuda

namespace texelscope::advise {

std::unique_ptr<ChoiceMachine> make_cuda_choices(const Scene& scene) {
  return std::make_unique<cuda::CudaChoices>(scene);
}

} // namespace texelscope::advise
