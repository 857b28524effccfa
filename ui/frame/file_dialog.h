// The file dialog: a folder's entries, the typed name that filters them, and the path that both form.
// app/window/folder_reader.h reads the folders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/text/text_id.h"

namespace texelscope::ui {

struct FolderEntry {
  std::string name; // for a recent file the whole path
  bool folder = false;
  bool missing = false; // a recent file that is no longer there
  std::uint64_t size = 0;
  std::int64_t changed_at = 0; // seconds since 1970
  std::string changed = {};    // "2026-11-23 08:15", local time
};

struct FolderListing {
  std::string folder; // absolute; recent_files
  std::vector<FolderEntry> entries;
  std::string failure; // a sentence if the folder could not be read
};
inline constexpr std::string_view recent_files = ""; // used instead of a folder

struct FilePlace {
  std::string name; // in the ui map
  Text label;
  std::string folder;
};

enum class FileOrder : std::uint8_t { name, size, changed };

// The open dialog, without its text field, which is State::prompt_text.
struct FileDialog {
  std::string folder;                    // the open folder
  std::string wanted;                    // the folder in the list: `folder`, or a typed one
  std::string suggestion;                // the name to save by, unless another is typed
  std::vector<std::string_view> endings; // of files that can be used
  bool saves = false;
  int choice = -1;     // in the list; -1: none
  bool edited = false; // whether the suggestion was edited
  bool all_files = false;
  FileOrder order = FileOrder::name;
  bool descending = false;
  bool accepts = false; // Enter was pressed before the folder was read
  bool scrolls = false; // the choice was moved by keys
  bool field_active = false;
  std::string message;  // why the path was not accepted
  std::string replaces; // the existing file that the question is about; empty: no question
  int answer = 0;       // the chosen button of the question
  struct Retyped {
    std::string before, after;
  };
  std::optional<Retyped> retyped; // the field's text, changed while ImGui edits it
};

// "textures/br" in /home/me: the folder /home/me/textures and the name "br". `home`: the folder that ~
// represents.
struct TypedPath {
  std::string folder, name;
};
TypedPath typed_path(const std::string& typed, const std::string& folder, const std::string& home);
std::string joined_path(const std::string& folder, const std::string& name); // "." and ".." resolved
std::string parent_path(const std::string& folder);

// Indices of listing.entries: folders first, then the files that can be used, or all files; both only if
// their names contain `name`, in any case.
std::vector<std::size_t> shown_entries(const FolderListing& listing, const FileDialog& dialog,
                                       std::string_view name);
const FolderEntry* entry_named(const FolderListing& listing, std::string_view name);

// The longest common beginning of the shown names that start with `name`; if it is a single folder, with a
// slash at the end. Returns `name` itself if none starts with it.
std::string completed_name(const FolderListing& listing, std::span<const std::size_t> shown,
                           const std::string& name);

bool has_ending(std::string_view name, std::span<const std::string_view> endings); // in any case
// The name to save by, with the first extension added if it has none. Empty if it has an extension that is
// not allowed.
std::optional<std::string> name_with_ending(const std::string& name,
                                            std::span<const std::string_view> endings);

std::string size_text(std::uint64_t bytes); // "512 B", "12.3 kB"

} // namespace texelscope::ui
