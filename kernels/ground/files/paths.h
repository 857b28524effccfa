// Where the program keeps its files (XDG base directories) and where its own files lie.
#pragma once

#include <filesystem>

namespace texelscope {

// $XDG_CONFIG_HOME/texelscope, else ~/.config/texelscope; likewise below. Empty if there is not even a home.
// As the XDG specification says, a variable with a relative path is ignored. The folders need not exist.
std::filesystem::path config_folder(); // settings.json
std::filesystem::path state_folder();  // session.json, the last session
std::filesystem::path data_folder();   // ~/.local/share/texelscope
std::filesystem::path cache_folder();  // what the profiler learned of a device

// The folder that holds sessions/ and fonts/: beside the program (../share/texelscope, assets), else the
// source tree's. Empty if there is none.
std::filesystem::path assets_folder();
// Whether the file is one of that folder's, also if it is reached through links.
bool is_shipped(const std::filesystem::path& file);
std::filesystem::path home_folder(); // empty if there is none

} // namespace texelscope
