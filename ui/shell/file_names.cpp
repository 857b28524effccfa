// Text typed into the file dialog: paths, the filter, completion and extensions.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "ui/frame/file_dialog.h"

namespace texelscope::ui {

namespace fs = std::filesystem;

namespace {
std::string lower(std::string_view content) {
  std::string result(content);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return result;
}

std::string without_last_slash(std::string path) {
  while (path.size() > 1 && path.ends_with('/'))
    path.pop_back();
  return path;
}

// Shortens the length so that no UTF-8 character is cut.
std::size_t whole_characters(const std::string& content, std::size_t length) {
  while (length > 0 && length < content.size() &&
         (static_cast<unsigned char>(content[length]) & 0xc0) == 0x80)
    --length;
  return length;
}

bool is_listed(const FolderEntry& entry, const FileDialog& dialog, std::string_view name) {
  if (dialog.all_files || dialog.wanted == recent_files) return true;
  if (entry.name.starts_with('.') && !name.starts_with('.')) return false;
  return entry.folder || has_ending(entry.name, dialog.endings);
}

bool comes_before(const FolderEntry& a, const FolderEntry& b, const FileDialog& dialog) {
  if (a.folder != b.folder) return a.folder;
  const FolderEntry &first = dialog.descending ? b : a, &second = dialog.descending ? a : b;
  if (dialog.order == FileOrder::size && a.size != b.size) return first.size < second.size;
  if (dialog.order == FileOrder::changed && a.changed_at != b.changed_at)
    return first.changed_at < second.changed_at;
  const std::string one = lower(first.name), other = lower(second.name);
  return one == other ? first.name < second.name : one < other;
}
} // namespace

std::string joined_path(const std::string& folder, const std::string& name) {
  return without_last_slash((fs::path(folder) / name).lexically_normal().string());
}

std::string parent_path(const std::string& folder) {
  return fs::path(without_last_slash(folder)).parent_path().string();
}

TypedPath typed_path(const std::string& typed, const std::string& folder, const std::string& home) {
  if (typed == "~") return {home, ""};
  const std::size_t slash = typed.find_last_of('/');
  if (slash == std::string::npos) return {folder, typed};
  std::string parent = typed.substr(0, slash + 1);
  if (parent.starts_with("~/")) parent = home + parent.substr(1);
  return {joined_path(folder, parent), typed.substr(slash + 1)};
}

std::vector<std::size_t> shown_entries(const FolderListing& listing, const FileDialog& dialog,
                                       std::string_view name) {
  std::vector<std::size_t> shown, listed;
  const std::string wanted = lower(name);
  for (std::size_t i = 0; i < listing.entries.size(); ++i) {
    const FolderEntry& entry = listing.entries[i];
    if (!is_listed(entry, dialog, name)) continue;
    listed.push_back(i);
    if (lower(entry.name).find(wanted) != std::string::npos) shown.push_back(i);
  }
  // A name to save by is mostly new: if no entry matches it, the list still shows the folders to go to.
  if (dialog.saves && (shown.empty() || !dialog.edited)) shown = listed;
  if (listing.folder != recent_files) // recent files keep their order: the latest first
    std::ranges::sort(shown, [&](std::size_t a, std::size_t b) {
      return comes_before(listing.entries[a], listing.entries[b], dialog);
    });
  return shown;
}

const FolderEntry* entry_named(const FolderListing& listing, std::string_view name) {
  const auto found = std::ranges::find(listing.entries, name, &FolderEntry::name);
  return found == listing.entries.end() ? nullptr : &*found;
}

std::string completed_name(const FolderListing& listing, std::span<const std::size_t> shown,
                           const std::string& name) {
  const auto starting = [&](bool any_case) {
    std::vector<const FolderEntry*> found;
    for (std::size_t i : shown) {
      const FolderEntry& entry = listing.entries[i];
      const bool starts =
          any_case ? lower(entry.name).starts_with(lower(name)) : entry.name.starts_with(name);
      if (starts) found.push_back(&entry);
    }
    return found;
  };
  auto found = starting(false);
  if (found.empty()) found = starting(true);
  if (found.empty()) return name;
  std::string common = found.front()->name;
  for (const FolderEntry* entry : found) {
    const auto [end, other] = std::ranges::mismatch(common, entry->name);
    common.resize(whole_characters(common, std::size_t(end - common.begin())));
  }
  if (common.size() < name.size()) return name; // they differ in case before the name's end
  return found.size() == 1 && found.front()->folder ? common + "/" : common;
}

bool has_ending(std::string_view name, std::span<const std::string_view> endings) {
  const std::string low = lower(name);
  return std::ranges::any_of(
      endings, [&](std::string_view ending) { return low.size() > ending.size() && low.ends_with(ending); });
}

std::optional<std::string> name_with_ending(const std::string& name,
                                            std::span<const std::string_view> endings) {
  if (endings.empty() || has_ending(name, endings)) return name;
  const bool other = !fs::path(name).extension().empty() && !name.ends_with('.');
  if (other && endings.size() > 1) return std::nullopt;
  return name + (name.ends_with('.') ? std::string(endings[0].substr(1)) : std::string(endings[0]));
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double value = double(bytes) / 1000;
  int unit = 0;
  while (value >= 999.95 && unit < 3) {
    value /= 1000;
    ++unit;
  }
  static constexpr const char* units[] = {"kB", "MB", "GB", "TB"};
  return fmt::format("{:.{}f} {}", value, value < 99.95 ? 1 : 0, units[unit]);
}

} // namespace texelscope::ui
