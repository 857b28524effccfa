// Links the records of a trace: which object was made of which memory, and whether it outlived that memory.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/studies/trace/trace_records.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// The function at a place in a file of code; empty: not known. The linker asks once for each place.
using FunctionNames = std::function<std::string(const std::string& module, std::uint64_t offset)>;

// Which texture object had a handle when a kernel fetched: CUDA gives the handle of a destroyed object to a
// later one.
class TextureHandles {
public:
  // `position`: of the context's record memory when the object was made, in bytes. Later objects later.
  void add(std::uint32_t process, std::uint64_t context, std::uint64_t handle, std::uint64_t position,
           std::size_t object, std::uint64_t instance);
  // `offset`: in the trace. Another context may have the same number later.
  void end_context(std::uint32_t process, std::uint64_t context, std::uint64_t offset);

  struct Fetch {
    std::uint32_t process = 0;
    std::uint64_t context = 0, handle = 0;
    std::uint64_t begins = 0;   // where the trace was when the context's record memory was made
    std::uint64_t position = 0; // of the fetch in that memory
  };
  struct Found {
    std::size_t object = 0;
    std::uint64_t instance = 0; // among those that are one in the report, from 0
  };
  // Empty: it was no object's handle.
  std::optional<Found> find_instance(const Fetch& fetch) const;
  std::optional<std::size_t> find(const Fetch& fetch) const;
  // Each object becomes what `number` makes of it.
  void rename(const std::function<int(std::size_t)>& number);

private:
  struct Made {
    std::uint64_t position;
    Found found;
  };
  using Context = std::pair<std::uint32_t, std::uint64_t>;                             // with its process
  using Handle = std::tuple<std::uint32_t, std::uint64_t, std::size_t, std::uint64_t>; // contexts before it
  std::map<Context, std::vector<std::uint64_t>> ends;
  std::map<Handle, std::vector<Made>> all;
};

// The report without `command`; `exit_code` is the program's, 128 + the signal that ended it.
// `handles` receives the objects' numbers.
TraceReport link_records(const Records& records, int exit_code, const FunctionNames& functions = {},
                         TextureHandles* handles = nullptr);

} // namespace texelscope::trace
