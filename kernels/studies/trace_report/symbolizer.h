// The names of functions in files of code, from their symbol tables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace texelscope::trace {

// As C++ writes it; a name that is not mangled stays.
std::string demangled(const std::string& name);

class SymbolTable;

// Keeps the tables of the files that it was asked about.
class Symbolizer {
public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // The function that holds the byte at that address of the file, as C++ writes it; empty: it is not known.
  // The file may be anything.
  std::string find(const std::string& file, std::uint64_t address);

private:
  std::map<std::string, std::unique_ptr<SymbolTable>> tables;
};

} // namespace texelscope::trace
