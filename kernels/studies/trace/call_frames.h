// The stacks of a trace as places in files of code.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/studies/trace/trace_linker.h"

namespace texelscope::trace {

class CallFrames {
public:
  CallFrames(const Records& records, const FunctionNames& functions);

  // Of the record with this index: the stack that its thread recorded just before it. Empty: none.
  std::vector<Frame> stack_of(std::size_t index);

private:
  struct Module {
    std::uint64_t base = 0, end = 0;
    std::string path;
  };
  Frame frame_of(std::uint32_t process, std::uint64_t address);
  std::string function_of(const std::string& module, std::uint64_t offset);

  const Records& records;
  const FunctionNames& functions;
  std::map<std::size_t, std::size_t> stacks; // record -> its stack
  // By process and the module's end.
  std::map<std::pair<std::uint32_t, std::uint64_t>, Module> modules;
  std::map<std::pair<std::string, std::uint64_t>, std::string> known_functions;
};

} // namespace texelscope::trace
