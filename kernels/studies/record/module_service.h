// Gives the modules of a traced program their twins that record: the other end of exchange.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "kernels/studies/record/rewrite.h"
#include "kernels/studies/record/site.h"

namespace texelscope::record {

// A module with texture instructions.
struct ServedModule {
  std::uint32_t process = 0;
  std::uint64_t first_site = 0; // within the process
  std::vector<Site> sites;      // empty: the program's own module ran
  std::string refusal, cure;    // then: why, a sentence, and what helps; cure may be empty
};

// Listens while it lives, at the socket `modules` in the folder. What goes wrong with one connection or one
// module leaves the program's own module where it is.
class ModuleService {
public:
  // `recorded`, `by_object`: as rewrite() takes them; several threads call the former. Throws MachineError.
  explicit ModuleService(const std::filesystem::path& folder, FunctionChoice recorded = {},
                         bool by_object = false);
  // `rewritten`: makes the twins; several threads call it.
  using Rewrite = std::function<std::variant<Rewritten, Refusal>(std::string_view ptx)>;
  ModuleService(const std::filesystem::path& folder, Rewrite rewritten);
  ~ModuleService();
  ModuleService(const ModuleService&) = delete;
  ModuleService& operator=(const ModuleService&) = delete;

  std::vector<ServedModule> modules() const; // that were asked for until now
  // Sentences, each once: where the program that is recorded may differ from the one that is not.
  std::vector<std::string> notes() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace texelscope::record
