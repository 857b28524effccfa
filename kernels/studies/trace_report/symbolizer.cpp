#include "kernels/studies/trace_report/symbolizer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/ground/files/descriptor.h"

namespace texelscope::trace {

namespace {
constexpr std::uint64_t max_table_bytes = std::uint64_t(256) << 20;
constexpr std::size_t max_name = 4096;

// A regular file, of which parts are read.
class ElfFile {
public:
  explicit ElfFile(const std::string& path) : file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status = {};
    if (file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode))
      size = std::uint64_t(status.st_size);
  }

  // `count` items from there; empty if the file does not hold them all, or they are too many.
  template <class Item>
  std::vector<Item> read(std::uint64_t offset, std::uint64_t count) const {
    std::vector<Item> items;
    const std::uint64_t bytes = count * sizeof(Item);
    if (count > max_table_bytes / sizeof(Item) || offset > size || bytes > size - offset) return items;
    items.resize(count);
    std::uint64_t done = 0;
    while (done < bytes) {
      const ssize_t got = ::pread(file.get(), reinterpret_cast<char*>(items.data()) + done, bytes - done,
                                  off_t(offset + done));
      if (got <= 0) return {};
      done += std::uint64_t(got);
    }
    return items;
  }

private:
  Descriptor file;
  std::uint64_t size = 0;
};

} // namespace

std::string demangled(const std::string& name) {
  int status = 0;
  char* const found = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string readable = status == 0 && found ? found : name;
  std::free(found);
  return readable;
}

class SymbolTable {
public:
  explicit SymbolTable(const std::string& path) {
    const ElfFile file(path);
    const auto header = file.read<Elf64_Ehdr>(0, 1);
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
        header[0].e_ident[EI_CLASS] != ELFCLASS64 || header[0].e_shentsize != sizeof(Elf64_Shdr))
      return;
    const auto sections = file.read<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
    for (const std::uint32_t wanted : {std::uint32_t(SHT_SYMTAB), std::uint32_t(SHT_DYNSYM)})
      for (const Elf64_Shdr& section : sections)
        if (section.sh_type == wanted && section.sh_link < sections.size())
          add(file, section, sections[section.sh_link]);
    std::ranges::stable_sort(functions, {}, &Function::from);
  }

  std::string find(std::uint64_t address) const {
    auto next = std::ranges::upper_bound(functions, address, {}, &Function::from);
    if (next == functions.begin()) return {};
    const Function& function = *--next;
    return address - function.from < function.bytes ? demangled(function.name) : std::string();
  }

private:
  struct Function {
    std::uint64_t from, bytes;
    std::string name;
  };

  void add(const ElfFile& file, const Elf64_Shdr& symbols, const Elf64_Shdr& strings) {
    const auto names = file.read<char>(strings.sh_offset, strings.sh_size);
    for (const Elf64_Sym& symbol :
         file.read<Elf64_Sym>(symbols.sh_offset, symbols.sh_size / sizeof(Elf64_Sym))) {
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_value == 0 || symbol.st_size == 0 ||
          symbol.st_name >= names.size())
        continue;
      const char* name = names.data() + symbol.st_name;
      functions.push_back({symbol.st_value,
                           symbol.st_size,
                           {name, ::strnlen(name, std::min(names.size() - symbol.st_name, max_name))}});
    }
  }

  std::vector<Function> functions; // by address
};

Symbolizer::Symbolizer() = default;
Symbolizer::~Symbolizer() = default;

std::string Symbolizer::find(const std::string& file, std::uint64_t address) {
  std::unique_ptr<SymbolTable>& table = tables[file];
  if (!table) table = std::make_unique<SymbolTable>(file);
  return table->find(address);
}

} // namespace texelscope::trace
