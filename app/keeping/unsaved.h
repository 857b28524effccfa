// Changes that are in no file yet are kept in the state folder for as long as that is so. They are what a
// window that ends without being closed leaves for the next start.
//
// Each window has files of its own in unsaved/: NAME.json, the session; NAME.lock, the name of the session's
// file. The lock is held until the window ends, however it ends, so that nobody takes a running window's
// session for a lost one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/state/session/spec.h"

namespace texelscope {

struct UnsavedSession {
  Session session;                    // its texture's path is absolute
  std::filesystem::path session_path; // the file that was changed; empty: none
  bool file_is_newer = false;         // it was written later than this
};

class UnsavedFiles {
public:
  explicit UnsavedFiles(std::filesystem::path folder); // writes nothing yet
  ~UnsavedFiles();                                     // the files stay, without an owner
  UnsavedFiles(UnsavedFiles&& other) noexcept;
  UnsavedFiles& operator=(UnsavedFiles&& other) noexcept;

  // Throws UserError, FileError or MachineError.
  void write(const Session& session, const std::filesystem::path& session_path);
  void remove();

  struct Claim;
  // Takes over what a window has left, the latest of several; from now on it is this window's. Never throws;
  // `problems` gets a sentence for each that cannot be used.
  static std::optional<Claim> claim(const std::filesystem::path& folder, std::vector<std::string>& problems);

private:
  std::filesystem::path folder_, name_; // name_: without an ending; empty: there are no files
  int lock_ = -1;
};

struct UnsavedFiles::Claim {
  UnsavedFiles files;
  UnsavedSession unsaved;
};

} // namespace texelscope
