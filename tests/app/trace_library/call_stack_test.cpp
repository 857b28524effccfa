// Places on the stack, by which `texelscope trace --set` finds the objects that are meant.
#include "app/trace_library/call_stack.h"

#include <cstdint>
#include <filesystem>

#include <gtest/gtest.h>
#include <link.h>

namespace texelscope::trace {
namespace {

std::uint64_t base_of_program() {
  std::uint64_t base = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<std::uint64_t*>(into) = info->dlpi_addr; // the program comes first
        return 1;
      },
      &base);
  return base;
}

TEST(CallStack, HasThePlacesOfItsCallsInTheirFilesOfCode) {
  const StackRecord stack = thread_stack();
  ASSERT_GE(stack.count, 3u);
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").filename();
  const std::uint64_t base = base_of_program();
  const std::uint64_t place = stack.address[1] - base - 1; // the call of thread_stack()
  EXPECT_TRUE(has_place(stack, program.c_str(), place));
  EXPECT_FALSE(has_place(stack, program.c_str(), place + 1)) << "the address is behind the call";
  EXPECT_FALSE(has_place(stack, program.c_str(), 1));
  EXPECT_FALSE(has_place(stack, "libc.so.6", place));
  EXPECT_FALSE(has_place(stack, program.substr(1).c_str(), place));
  EXPECT_FALSE(has_place(stack, "", place));
}

} // namespace
} // namespace texelscope::trace
