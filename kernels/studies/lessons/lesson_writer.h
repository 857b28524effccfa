// Writes steps into lesson files: the session as it is, with a text and, if one is wanted, a question whose
// answer is computed.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "kernels/studies/lessons/lesson_answer.h"

namespace texelscope {

struct NewStep {
  struct Question {
    std::string question, see; // `see` may be empty
    FetchAt at;
    AnswerPart part = AnswerPart::value; // or taps, lod
    int channel = 0;
    double tolerance = 0;
  };
  std::string text;
  Session session;
  std::filesystem::path base;                // relative texture paths start here
  std::optional<std::array<double, 2>> look; // a normalized texture coordinate
  std::optional<Question> question;
};

// Writes a new lesson, over an existing file too, so that the caller asks before. Its id is made of the
// file's name; `title`: empty: that name. Returns the id.
std::string write_lesson(const std::filesystem::path& file, const std::string& title, const NewStep& step);

// Adds the step to the lesson of a file, whose other content stays. Returns the step's number, from 1 on.
int append_step(const std::filesystem::path& file, const NewStep& step);

// Both throw a UserError, FileError or MachineError and then leave the file as it was; what they write is
// read back before.

} // namespace texelscope
