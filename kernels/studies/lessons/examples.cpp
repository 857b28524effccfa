#include "kernels/studies/lessons/examples.h"

#include "kernels/ground/files/files.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "kernels/studies/lessons/lesson_members.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr int examples_version = 1, examples_levels = 32;

Example read_example(const JsonNode& node, const fs::path& folder) {
  JsonReader members(node);
  Example example;
  const auto session = members.need("session");
  members("title", example.title);
  members("text", example.text);
  members.finish();
  example.session = folder / session->string();
  return example;
}

ExampleGroup read_example_group(const JsonNode& node, const fs::path& folder) {
  JsonReader members(node);
  ExampleGroup group;
  members("id", group.id);
  members("title", group.title);
  const auto examples = members.need("examples");
  members.finish();
  for (const JsonNode& example : examples->items())
    group.examples.push_back(read_example(example, folder));
  return group;
}
} // namespace

std::vector<ExampleGroup> parse_examples(std::string_view json, std::string_view name,
                                         const fs::path& folder) {
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, examples_levels);
  JsonReader members(JsonNode(source, tree));
  const auto version = members.need("version"), groups = members.need("groups");
  members.finish();
  if (version->integer(0, 1000000) != examples_version)
    version->refuse(say(Text::lesson_version, {std::to_string(examples_version)}));
  std::vector<ExampleGroup> all;
  for (const JsonNode& group : groups->items())
    all.push_back(read_example_group(group, folder));
  return all;
}

std::vector<ExampleGroup> shipped_examples() {
  const fs::path folder = assets_folder(), file = folder / "examples.json";
  std::error_code error;
  if (folder.empty() || !fs::exists(file, error)) return {};
  return parse_examples(read_text_file(file, max_lesson_bytes), file.string(), folder / "sessions");
}

} // namespace texelscope
