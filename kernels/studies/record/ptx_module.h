// The texture instructions of a module.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/studies/record/fetch_statement.h"

namespace texelscope::record {

struct PtxModule {
  struct Fetch {
    std::size_t begin = 0, end = 0; // of the statement, in bytes, from its guard to its semicolon
    FetchStatement statement;
  };
  std::vector<Fetch> fetches; // in their order
  std::size_t header_end = 0; // in bytes: behind .version, .target and .address_size
};

// Throws a Refusal.
PtxModule read_module(std::string_view ptx);

} // namespace texelscope::record
