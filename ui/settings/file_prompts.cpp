#include "ui/settings/file_prompts.h"

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope::ui {

namespace {
std::vector<std::string_view> sessions_and_images() {
  std::vector<std::string_view> endings = {".json"};
  endings.insert(endings.end(), image_endings().begin(), image_endings().end());
  return endings;
}

FilePrompt bench_prompt(BenchView shown) {
  const bool plot = plot_of(shown).has_value();
  const std::vector<std::string_view> endings = plot ? std::vector<std::string_view>{".svg", ".json", ".csv"}
                                                     : std::vector<std::string_view>{".json", ".csv", ".svg"};
  return {PathPrompt::bench,        Text::prompt_bench_save,           Text::prompt_ok_save,
          Action::Kind::bench_path, plot ? "bench.svg" : "bench.json", endings};
}
} // namespace

FilePrompt file_prompt(PathPrompt prompt, BenchView shown) {
  using Prompt = PathPrompt;
  using Kind = Action::Kind;
  switch (prompt) {
  case Prompt::save:
    return {prompt, Text::prompt_save, Text::prompt_ok_save, Kind::save_path, "session.json", {".json"}};
  case Prompt::picture:
    return {prompt,           Text::prompt_picture,    Text::prompt_ok_save, Kind::picture_path,
            "texelscope.png", {".png", ".exr", ".npy"}};
  case Prompt::texture:
    return {prompt,        Text::prompt_texture,    Text::prompt_ok_save, Kind::texture_path,
            "texture.dds", {".dds", ".npy", ".png"}};
  case Prompt::legality:
    return {prompt,  Text::prompt_legality, Text::prompt_ok_save, Kind::legality_path, "legality.csv",
            {".csv"}};
  case Prompt::scope:
    return {prompt, Text::prompt_scope, Text::prompt_ok_save, Kind::scope_path, "scope.csv", {".csv"}};
  case Prompt::bench:
    return bench_prompt(shown);
  case Prompt::reference:
    return {prompt, Text::prompt_reference,  Text::prompt_ok_open, Kind::reference_path,
            "",     {".png", ".exr", ".npy"}};
  case Prompt::bench_open:
    return {prompt, Text::prompt_bench_open, Text::prompt_ok_open, Kind::open_bench, "", {".json"}};
  case Prompt::bench_before:
    return {prompt, Text::prompt_bench_before, Text::prompt_ok_open, Kind::open_bench_before, "", {".json"}};
  case Prompt::trace_open:
    return {prompt, Text::prompt_trace_open, Text::prompt_ok_open, Kind::open_trace, "", {".json"}};
  case Prompt::lesson_new:
    return {prompt,           Text::prompt_lesson_new, Text::prompt_ok_save,
            Kind::lesson_new, "lesson.json",           {".json"}};
  case Prompt::lesson_add:
    return {prompt, Text::prompt_lesson_add, Text::prompt_ok_add, Kind::lesson_add, "", {".json"}};
  case Prompt::answers:
    return {prompt,   Text::prompt_answers, Text::prompt_ok_record, Kind::answers_path, "answers.json",
            {".json"}};
  case Prompt::open:
  case Prompt::paste:
  case Prompt::none:
    break;
  }
  return {Prompt::open, Text::prompt_open, Text::prompt_ok_open, Kind::open_path, "", sessions_and_images()};
}

} // namespace texelscope::ui
