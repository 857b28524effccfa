#include "app/window/folder_reader.h"

#include <array>
#include <chrono>
#include <ctime>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/texture_path.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t max_entries = 20000;

std::string time_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm local = {};
  if (::localtime_r(&time, &local) == nullptr) return {};
  std::array<char, 32> buffer = {};
  return {buffer.data(), std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M", &local)};
}

// Describes the target of a link; a link whose target is missing becomes a file of size 0.
void describe(ui::FolderEntry& entry, const fs::path& path) {
  std::error_code error;
  entry.folder = fs::is_directory(path, error);
  if (!entry.folder) {
    const auto size = fs::file_size(path, error);
    if (!error) entry.size = size;
  }
  const auto changed = fs::last_write_time(path, error);
  if (error) return;
  const auto since = std::chrono::file_clock::to_sys(changed).time_since_epoch();
  entry.changed_at = std::chrono::duration_cast<std::chrono::seconds>(since).count();
  entry.changed = time_text(entry.changed_at);
}

std::string why_unreadable(const fs::path& folder, const std::error_code& error) {
  if (error == std::errc::no_such_file_or_directory) return say(Text::folder_missing, {folder.string()});
  if (error == std::errc::not_a_directory) return say(Text::folder_not_one, {folder.string()});
  return say(Text::folder_unreadable, {folder.string(), error.message()});
}
} // namespace

ui::FolderListing read_folder(const fs::path& folder) {
  ui::FolderListing listing{.folder = folder.string(), .entries = {}, .failure = {}};
  std::error_code error;
  for (const fs::path& file : folder_entries(folder, error, max_entries + 1)) {
    if (listing.entries.size() == max_entries) {
      listing.failure = say(Text::folder_too_long, {std::to_string(max_entries)});
      break;
    }
    ui::FolderEntry& entry = listing.entries.emplace_back();
    entry.name = file.filename().string();
    describe(entry, file);
  }
  if (error) listing.failure = why_unreadable(folder, error);
  return listing;
}

ui::FolderListing list_recent(const std::vector<std::string>& files) {
  ui::FolderListing listing{.folder = std::string(ui::recent_files), .entries = {}, .failure = {}};
  for (const std::string& file : files) {
    ui::FolderEntry& entry = listing.entries.emplace_back();
    entry.name = file;
    std::error_code error;
    entry.missing = !fs::exists(whole_file(file), error);
    if (!entry.missing) describe(entry, file);
  }
  return listing;
}

void FolderReader::update(const std::string& folder, const std::vector<std::string>& recent, double now,
                          bool wait) {
  if (job.poll(found, wait) && found.found) last = std::move(*found.found);
  constexpr double seconds_between = 1;
  if (job.busy() || (last.folder == folder && now - read_at < seconds_between)) return;
  read_at = now;
  job.start([folder, recent](const std::stop_token&) {
    return folder == ui::recent_files ? list_recent(recent) : read_folder(folder);
  });
  if (wait && job.poll(found, true) && found.found) last = std::move(*found.found);
}

void FolderReader::forget() {
  last.folder = "?";
}

} // namespace texelscope
