#include "kernels/studies/trace/call_frames.h"

#include <algorithm>
#include <string_view>

namespace texelscope::trace {

namespace {
std::vector<std::uint64_t> addresses_of(const Record& record) {
  const auto stack = record.as<StackRecord>();
  const auto count = std::min<std::uint64_t>(stack.count, max_frames);
  return {stack.address, stack.address + count};
}

// Files of code through which CUDA calls the library in the program.
bool is_of_cuda(const Frame& frame) {
  const std::string_view path = frame.module;
  const std::string_view file = path.substr(path.find_last_of('/') + 1);
  for (const char* name : {"libtexelscope_trace.", "libcupti.", "libcuda.", "libcudart.", "libcudadebugger."})
    if (file.starts_with(name)) return true;
  // The static runtime is part of the program, or of a library that the program calls.
  for (const char* name : {"cudaCreateTextureObject", "cudaDestroyTextureObject", "cudaCreateSurfaceObject",
                           "cudaDestroySurfaceObject", "cudaMallocArray", "cudaMalloc3DArray",
                           "cudaMallocMipmappedArray", "cudaFreeArray", "cudaFreeMipmappedArray"})
    if (frame.function == name) return true;
  return false;
}
} // namespace

CallFrames::CallFrames(const Records& all, const FunctionNames& names) : records(all), functions(names) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last; // process and thread -> stack
  for (std::size_t i = 0; i < records.all.size(); ++i) {
    const Record& record = records.all[i];
    if (record.head.kind == RecordKind::module) {
      const auto module = record.as<ModuleRecord>();
      modules[{record.head.process, module.end}] = {module.base, module.end, text_of(module.path)};
      continue;
    }
    const std::pair thread = {record.head.process, record.head.thread};
    if (record.head.kind == RecordKind::stack) {
      last[thread] = i;
    } else if (const auto stack = last.find(thread); stack != last.end()) {
      stacks[i] = stack->second;
      last.erase(stack);
    }
  }
}

std::vector<Frame> CallFrames::stack_of(std::size_t index) {
  std::vector<Frame> frames;
  const auto stack = stacks.find(index);
  if (stack == stacks.end()) return frames;
  for (const std::uint64_t address : addresses_of(records.all[stack->second]))
    frames.push_back(frame_of(records.all[index].head.process, address));
  constexpr std::ptrdiff_t deepest = 16; // CUDA's own frames end before it
  const auto end = frames.begin() + std::min<std::ptrdiff_t>(deepest, std::ssize(frames));
  const auto last = std::find_if(std::make_reverse_iterator(end), frames.rend(), is_of_cuda);
  frames.erase(frames.begin(), last.base());
  return frames;
}

// A return address is behind the call, which may be the last of its function: the place is one byte before.
Frame CallFrames::frame_of(std::uint32_t process, std::uint64_t address) {
  const auto module = modules.upper_bound({process, address});
  if (module == modules.end() || module->first.first != process || address <= module->second.base)
    return {{}, address, {}};
  const std::uint64_t offset = address - module->second.base - 1;
  return {module->second.path, offset, function_of(module->second.path, offset)};
}

std::string CallFrames::function_of(const std::string& module, std::uint64_t offset) {
  if (!functions) return {};
  const auto [known, added] = known_functions.try_emplace({module, offset});
  if (added) known->second = functions(module, offset);
  return known->second;
}

} // namespace texelscope::trace
