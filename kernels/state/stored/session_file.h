// Sessions as JSON: {"version": 1, "texture": {...}, "sampler": {...}, "fetch": {...}, "write": {...},
// "view": {...}}.
//
// The fields are those of kernels/state/session/fields.h, by name within their part; all but the version may
// be left out. Non-finite floats are the strings "nan", "inf" and "-inf"; strokes are arrays of ten numbers,
// or of nine that leave out the plane. Reading is strict: whatever is unknown, doubled, of another type or
// out of range is an error that names the file, the line and the field.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "kernels/state/session/spec.h"

namespace texelscope {

struct JsonText;
struct JsonValue;
struct JsonMember;

inline constexpr int session_version = 1;
inline constexpr std::size_t max_session_bytes = std::size_t(1) << 20;
inline constexpr int max_session_levels = 32;

struct LoadedSession {
  Session session;
  std::filesystem::path base;   // the session's folder: relative texture paths start here (texture_path.h)
  std::set<std::string> stated; // paths of the fields that the file names
  std::string text = {};        // the whole file
};

// Both throw UserError. `name`, the file's, is printed in front of messages.
Session parse_session(std::string_view json, std::string_view name);
LoadedSession parse_session_fields(std::string_view json, std::string_view name);

// A session within another file, at `offset`: its parts, without a version. Throws UserError.
LoadedSession session_within(const JsonText& source, const JsonValue& object, std::size_t offset);
// Reads one field of it.
void read_session_field(const JsonText& source, const std::string& path, const JsonMember& member,
                        LoadedSession& into);

// Writes every field in the table's order, with the fewest digits that read back as the same value. Throws
// UserError if texture.path is not valid UTF-8.
std::string write_session(const Session& session);

// Throws UserError.
LoadedSession load_session(const std::filesystem::path& path);

// The only way in which sessions become files: the whole file appears or nothing does. Returns texture.path
// as written in the file: relative to it, it leads to what it means from `base` (texture_path.h). Throws
// UserError or FileError, or MachineError if the disk fails.
std::string save_session(const std::filesystem::path& path, const Session& session,
                         const std::filesystem::path& base = {});

// Whether a path names a session rather than a picture: by its extension .json; for standard input by its
// first character, {.
bool is_session_file(const std::filesystem::path& path);

} // namespace texelscope
