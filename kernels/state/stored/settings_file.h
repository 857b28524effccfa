// Settings that belong to the user rather than to a session: the window's size and looks, and recently opened
// files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/files/kept_file.h"

namespace texelscope {

struct Settings {
  std::int64_t width = 1280, height = 720; // of the window, screen units
  bool dark = true;
  double scale = 1; // on top of the monitor's
  double left_width = 240, right_width = 268,
         bottom_height = 0; // of the panels, at scale 1; 0: a share of the window
  bool show_left = true, show_right = true, show_bottom = true;
  bool hint_seen = false;                // the line of the first start
  bool tour_seen = false;                // the guided tour
  std::vector<std::string> recent;       // absolute paths, the latest first
  std::string language;                  // a code of kernels/ground/text/language.h; empty: never chosen
  std::vector<std::string> lessons_done; // ids; of bugs "bug.ID"
  bool operator==(const Settings&) const = default;
};

// Throws a UserError with the place, like session files: unknown, doubled, of another type, out of range.
Settings parse_settings(std::string_view json, std::string_view name);
std::string write_settings(const Settings& settings);

struct LoadedSettings {
  Settings settings;
  KeptFile file = KeptFile::missing; // any but `read`: the defaults are used
};

// Never throws; `problems` gets a sentence if the file cannot be used.
LoadedSettings load_settings(const std::filesystem::path& file, std::vector<std::string>& problems);
// Creates the folder. Throws FileError or MachineError.
void save_settings(const std::filesystem::path& file, const Settings& settings);

} // namespace texelscope
