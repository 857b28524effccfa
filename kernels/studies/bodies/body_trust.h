// Decides which bodies may be compiled. Code that came with a session, a lesson or a pasted text is not
// compiled before the user agrees.
//
// A body is trusted if its whole text was typed here, ships with the program (whatever file it came in), or
// was agreed to. Agreed texts are kept whole, since another text could have the same hash.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/machines/custom_kernel/body_origin.h"

namespace texelscope {

class BodyTrust {
public:
  static constexpr std::size_t max_kept = 64, max_typed_bytes = std::size_t(4) << 20, max_origins = 16;

  // `file`: where agreed texts are kept, the latest last; empty: nowhere.
  explicit BodyTrust(std::filesystem::path file) : kept_in(std::move(file)) {}

  bool trusts(const std::string& body);
  // Whether the body waits for the user's agreement. On a machine that runs no bodies, a body that nobody
  // typed or requested here is not compiled either.
  BodyWaits waits(const std::string& body, bool runs);

  void typed(const std::string& body);                            // here, by this program's user
  void edited(const std::string& before, const std::string& now); // by hand: what is not trusted stays so
  void agree(const std::string& body);                            // kept for good
  void keep(const std::string& body);                             // the same, if it is trusted

  void came(const std::string& body, BodyOrigin from); // only the first time counts
  BodyOrigin origin(const std::string& body) const;

private:
  bool was_typed(const std::string& body) const;
  bool is_shipped(const std::string& body);
  bool is_kept(const std::string& body);

  std::filesystem::path kept_in;
  std::deque<std::string> typed_here; // the oldest are forgotten
  std::size_t typed_bytes = 0;
  std::optional<std::vector<std::string>> shipped, kept; // read when they are first requested
  std::deque<std::pair<std::string, BodyOrigin>> origins;
};

std::filesystem::path agreed_bodies_file(); // empty if there is not even a home

// The bodies that ship with the program, by file name; none if the folder is missing.
std::vector<BodyExample> body_examples();

// Throws UserError if the body is not trusted. `from`: where it came from.
void check_body_trust(const std::string& body, const std::string& from);

} // namespace texelscope
