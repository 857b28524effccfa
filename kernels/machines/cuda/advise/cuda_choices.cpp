// The machine of choice_machine.h on a CUDA device.
#include "kernels/reports/advise/choice_machine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <numeric>
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
constexpr std::size_t max_codes = 1024; // that are kept
constexpr unsigned block_threads = warps_of_block * lanes;

using CodeLibrary = Handle<Library, destroy<unload_library, Library>>;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// What a list of blocks on the device has, in its order: entries, at each step those of the block's warps,
// and the tiles of FetchList to which they belong.
struct Order {
  std::vector<std::size_t> entries, tiles;
};

// All of them; the last block is filled up by the first entries.
Order whole_order(const FetchList& list) {
  Order order = {std::vector<std::size_t>(list.blocks() * entries_of_block),
                 std::vector<std::size_t>(list.tiles())};
  for (std::size_t i = 0; i < order.entries.size(); ++i)
    order.entries[i] = i % list.entries();
  std::iota(order.tiles.begin(), order.tiles.end(), std::size_t(0));
  return order;
}
// What the warps of the middle block make at one step, over and over, for as long as two tiles last, so that
// each is copied as often as in the whole list.
Order order_in_l1(const FetchList& list) {
  const std::size_t first = list.blocks() / 2 * entries_of_block,
                    count = std::max<std::size_t>(2 * list.entries_of_tile(), entries_of_block);
  Order order = {std::vector<std::size_t>(count),
                 std::vector<std::size_t>(count / list.entries_of_tile(), first / list.entries_of_tile())};
  for (std::size_t i = 0; i < count; ++i)
    order.entries[i] = (first + i % warps_of_block) % list.entries();
  return order;
}

// Numbers of each entry, put in the kernels' order: for each warp of a block its steps.
template <class T>
std::vector<T> by_warps(const std::vector<T>& numbers, const FetchList& list, const Order& order) {
  const std::size_t each = numbers.size() / list.entries();
  std::vector<T> ordered;
  ordered.reserve(order.entries.size() * each);
  for (std::size_t block = 0; block < order.entries.size(); block += entries_of_block)
    for (std::size_t warp = 0; warp < warps_of_block; ++warp)
      for (std::size_t step = 0; step < steps_of_warp; ++step) {
        const auto from =
            numbers.begin() + std::ptrdiff_t(order.entries[block + step * warps_of_block + warp] * each);
        ordered.insert(ordered.end(), from, from + std::ptrdiff_t(each));
      }
  return ordered;
}

std::vector<float> in_order(const std::vector<float>& numbers, const FetchList& list, const Order& order) {
  const std::size_t each = numbers.size() / list.entries();
  std::vector<float> ordered;
  ordered.reserve(order.entries.size() * each);
  for (const std::size_t entry : order.entries) {
    const auto from = numbers.begin() + std::ptrdiff_t(entry * each);
    ordered.insert(ordered.end(), from, from + std::ptrdiff_t(each));
  }
  return ordered;
}

template <class T>
DeviceMemory uploaded(const std::vector<T>& from) {
  DeviceMemory memory = make_device_memory(from.size() * sizeof(T));
  TEXELSCOPE_CUDA(cudaMemcpy, memory.get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

// The scene's coordinates on the device.
struct DeviceList {
  DeviceMemory points, first, slopes, cells, boxes;
  ReplayCoordinates coordinates;
  CoordinateSource from = CoordinateSource::points;
  int blocks = 0;
};

// What is known of a scene's coordinates.
struct Known {
  std::optional<FetchList::Planes> planes;
  std::optional<Cells> cells;
  std::vector<CodeBox> boxes; // of its tiles
};

DeviceList device_list(const Scene& scene, const Known& known, const Order& order) {
  const FetchList& fetches = scene.fetches;
  DeviceList list;
  list.blocks = int(order.entries.size() / entries_of_block);
  list.points = uploaded(in_order(fetches.all(), fetches, order));
  list.coordinates.points = list.points.get();
  std::vector<CodeBox> boxes;
  for (const std::size_t tile : order.tiles)
    boxes.push_back(known.boxes[tile]);
  list.boxes = uploaded(boxes);
  if (known.cells) {
    list.cells = uploaded(by_warps(known.cells->first, fetches, order));
    list.coordinates.cells = list.cells.get();
    for (std::size_t axis = 0; axis < 3; ++axis)
      std::ranges::copy(known.cells->step[axis], list.coordinates.step[axis]);
  }
  if (!known.planes) return list;
  const FetchList::Planes& planes = *known.planes;
  list.from = planes.slopes.empty() ? CoordinateSource::planes : CoordinateSource::sloped_planes;
  list.first = uploaded(by_warps(planes.first, fetches, order));
  list.coordinates.first = list.first.get();
  if (!planes.slopes.empty()) list.slopes = uploaded(by_warps(planes.slopes, fetches, order));
  list.coordinates.slopes = list.slopes.get();
  for (std::size_t axis = 0; axis < 3; ++axis)
    std::ranges::copy(planes.slope[axis], list.coordinates.slope[axis]);
  return list;
}

// The whole list, and the parts of it whose texels lie nearer (Part).
struct DeviceLists {
  DeviceList whole, in_l1;
  std::size_t l2_bytes = 0;
  bool is_scattered = false; // coordinates are no planes: a block may fetch from all of the texture
  int tile_blocks = 1;       // that share a tile

  // How many of the list's first blocks fetch no more than a quarter of the L2 holds.
  int blocks_in_l2(std::size_t texel_bytes) const {
    constexpr std::size_t of_block = std::size_t(entries_of_block) * lanes * 128; // four sectors of each lane
    const double quarter = double(l2_bytes) / 4;
    double blocks = whole.blocks * quarter / double(texel_bytes);
    if (is_scattered) blocks = std::min(blocks, quarter / double(of_block));
    return int(std::clamp(blocks, double(std::min(whole.blocks, 2 * tile_blocks)), double(whole.blocks)));
  }
};

class CudaPreparedChoice final : public PreparedChoice {
public:
  CudaPreparedChoice(const Scene& of, const std::optional<Choice>& chosen, const DeviceLists& coordinates,
                     const std::vector<char>& code,
                     std::shared_ptr<const std::vector<std::byte>> encoded_texels)
      : scene(of), choice(chosen), lists(coordinates), texels(std::move(encoded_texels)) {
    TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), unsigned(cudaStreamNonBlocking));
    check(load_library(library.put(), code.data()), "cudaLibraryLoadData");
    check(library_kernel(&replay, library.get(), "replay"), "cudaLibraryGetKernel");
    check(library_kernel(&writer, library.get(), "results"), "cudaLibraryGetKernel");
    kept = make_device_memory(block_threads * sizeof(float));
    for (int i = 0; choice && i < 3; ++i)
      uploads.push_back(upload());
    source.width = scene.size[0];
    source.height = scene.size[1];
    source.depth = scene.size[2];
  }

  double launch_ms(int repeats, int rounds, Part part) override {
    const DeviceList& list = part == Part::in_l1 ? lists.in_l1 : lists.whole;
    const void* boxes = list.boxes.get();
    ReplayCoordinates coordinates = list.coordinates;
    int blocks = part == Part::in_l2 ? lists.blocks_in_l2(bytes()) : list.blocks;
    void* to = kept.get();
    void* given[] = {&source, &boxes, &coordinates, &blocks, &rounds, &to};
    TEXELSCOPE_CUDA(cudaEventRecord, start.get(), stream.get());
    check(launch_kernel(replay, dim3(unsigned(lists.whole.blocks) * unsigned(repeats) / unsigned(rounds)),
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
    const void* boxes = lists.whole.boxes.get();
    ReplayCoordinates coordinates = lists.whole.coordinates;
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
    if (!texture) return texels ? texels->size() - Image::padding : 0;
    const std::size_t rows = std::size_t(scene.size[1]) * std::size_t(scene.size[2]);
    return texture->pitch() > 0 ? texture->pitch() * rows
                                : scene.texel_count() * std::size_t(choice->texels.texel_bytes());
  }

  bool fits_l2() const override { return bytes() <= lists.l2_bytes / 2; }

private:
  double upload() {
    TEXELSCOPE_CUDA(cudaDeviceSynchronize);
    texture.reset();
    memory.reset();
    const auto begin = std::chrono::steady_clock::now();
    if (fetches_from_texture(choice->way)) {
      texture = std::make_unique<UnitTexture>(texture_of(scene, *choice, *texels), stream.get());
      source.texture = texture->object();
    } else {
      memory = make_device_memory(texels->size());
      TEXELSCOPE_CUDA(cudaMemcpyAsync, memory.get(), texels->data(), texels->size(), cudaMemcpyHostToDevice,
                      stream.get());
      source.memory = memory.get();
    }
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
    return milliseconds_since(begin);
  }

  const Scene& scene;
  std::optional<Choice> choice; // empty: coordinates alone
  const DeviceLists& lists;
  Stream stream;
  CodeLibrary library;
  cudaKernel_t replay = nullptr, writer = nullptr;
  std::shared_ptr<const std::vector<std::byte>> texels; // null: coordinates alone
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
    known = {planes_of(scene), cells_of(scene), {}};
    known.boxes = boxes_of(scene, known.planes, known.cells);
    lists = {device_list(scene, known, whole_order(fetches)), device_list(scene, known, order_in_l1(fetches)),
             std::size_t(properties.l2CacheSize), !known.planes,
             int(std::max<std::size_t>(1, fetches.entries_of_tile() / entries_of_block))};
    box_texels = max_box_texels(known.boxes);
  }

  ChoiceDevice device() const override { return {chosen.name, chosen.multiprocessors, shared_bytes}; }
  bool coordinates_are_planes() const override { return lists.whole.from != CoordinateSource::points; }

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

  std::unique_ptr<PreparedChoice> prepare(const Choice& choice, Sentence& refusal) override {
    refusal = refusal_of(choice);
    if (!refusal.empty()) return nullptr;
    try {
      return std::make_unique<CudaPreparedChoice>(scene, choice, lists, codes.at(name(choice)),
                                                  texels.in(choice.texels));
    } catch (const CudaError& error) {
      if (error.device_lost) throw;
      refusal = error_string(error.code);
      return nullptr;
    }
  }

  std::unique_ptr<PreparedChoice> coordinates_alone() override {
    return std::make_unique<CudaPreparedChoice>(scene, std::nullopt, lists, codes.at(""), nullptr);
  }

private:
  ReplayCode replay() const {
    return {&scene, known.cells ? &*known.cells : nullptr, lists.whole.from, box_texels};
  }
  Sentence refusal_of(const Choice& choice) const { return tile_refusal(choice, box_texels, shared_bytes); }
  // Scenes of other sizes have the same code, which is compiled once.
  std::vector<char> compiled(const std::string& source) const {
    static std::mutex mutex;
    static std::map<std::string, std::vector<char>> before;
    const std::string key = nvrtc.architecture_option(chosen.architecture) + "\n" + source;
    {
      const std::lock_guard lock(mutex);
      if (const auto found = before.find(key); found != before.end()) return found->second;
    }
    std::vector<char> code = compiled_anew(source);
    const std::lock_guard lock(mutex);
    if (before.size() >= max_codes) before.clear();
    return before[key] = std::move(code);
  }
  std::vector<char> compiled_anew(const std::string& source) const {
    const Nvrtc::Output output = nvrtc.compile(
        {"advise", source}, {}, {nvrtc.architecture_option(chosen.architecture), "--std=c++17"});
    if (!output.good) throw MachineError(say(Text::advise_not_compiled, {output.log}));
    if (!output.code.empty()) return output.code;
    return {output.ptx.c_str(), output.ptx.c_str() + output.ptx.size() + 1};
  }

  const Scene& scene;
  Device chosen;
  Nvrtc nvrtc;
  std::size_t shared_bytes = 0, box_texels = 1;
  Known known;
  DeviceLists lists;
  LastEncoded texels{scene};
  std::map<std::string, std::vector<char>> codes; // by name(choice); "": the coordinates alone
};
} // namespace
} // namespace texelscope::cuda

namespace texelscope::advise {

std::unique_ptr<ChoiceMachine> make_cuda_choices(const Scene& scene) {
  return std::make_unique<cuda::CudaChoices>(scene);
}

} // namespace texelscope::advise
