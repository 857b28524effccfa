// Lessons and bugs as JSON files; docs/lessons.md describes the format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/lessons/lesson.h"
#include "kernels/studies/lessons/lesson_answer.h"

namespace texelscope {

struct LessonFile {
  Lesson lesson;
  std::vector<Quantity> answers; // of each step; without a meaning where nothing is asked
  std::filesystem::path file;
};

// `folder`: the file's folder, where the sessions that it names are looked for before those of assets/. Each
// function throws a UserError with the place in the file.
LessonFile parse_lesson(std::string_view json, std::string_view name,
                        const std::filesystem::path& folder = {});
std::vector<Bug> parse_bugs(std::string_view json, std::string_view name);

// The order of lessons: groups, each with the ids of its lessons.
struct ListedGroup {
  LessonGroup group;
  std::vector<std::string> lessons;
};
std::vector<ListedGroup> parse_lesson_order(std::string_view json, std::string_view name);

inline constexpr std::size_t max_lesson_bytes = std::size_t(1) << 20, max_lesson_steps = 64;

LessonFile load_lesson(const std::filesystem::path& file);
// Whether a file has the steps of a lesson, right or wrong; false if it cannot be read.
bool is_lesson_file(const std::filesystem::path& file);
std::vector<Bug> load_bugs(const std::filesystem::path& file);

// Every lesson and bug: lessons group by group as each folder's order.json lists them, then the others, the
// shipped ones before the user's own, in the order of file names. `problems` lists the files that cannot be
// read, lessons that are left out because their id is taken, and listed ones that do not exist.
struct LessonLibrary {
  std::vector<LessonGroup> groups;
  std::vector<LessonFile> lessons;
  std::vector<Bug> bugs;
  std::vector<std::string> problems;
};
LessonLibrary load_lessons(const std::vector<std::filesystem::path>& folders);
std::vector<std::filesystem::path> lesson_folders(); // assets/lessons, then XDG_DATA_HOME/texelscope/lessons

// Finds a lesson by its id or its file. Throws UserError.
LessonFile find_lesson(const LessonLibrary& library, const std::string& name_or_file);
// Reads the lesson of a file if `name` is none of the `ids`.
LessonFile lesson_of_file(const std::string& name, const std::vector<std::string>& ids);

} // namespace texelscope
