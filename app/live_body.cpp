#include "app/live_body.h"

#include <algorithm>
#include <filesystem>

#include "app/errors.h"
#include "app/files.h"
#include "app/paths.h"
#include "kernels/standard_streams.h"

namespace texelscope {

void LiveBody::follow(const BodySource& wanted, double now, bool wait) {
  if (!(wanted == seen)) {
    seen = wanted;
    seen_at = now;
  }
  poll(wait);
  if (wanted.body.empty()) {
    good.reset();
    if (!job.busy()) asked.reset();
    found.is_current = true;
    return;
  }
  const bool rests = wait || now - seen_at >= pause;
  if (!job.busy() && asked != wanted && rests) {
    start(wanted);
    poll(wait);
  }
  found.is_current = asked == wanted && !job.busy();
}

void LiveBody::start(const BodySource& wanted) {
  asked = wanted;
  job.start([wanted, compiler = compiler](const std::stop_token&) -> Compiled {
    if (!*compiler) compiler->emplace();
    return std::make_shared<const CompiledBody>((*compiler)->compile(wanted));
  });
}

void LiveBody::poll(bool wait) {
  const bool arrived = job.poll(found.compiled, wait) && found.compiled.failure.empty();
  if (arrived && (*found.compiled.found)->good) good = *found.compiled.found;
}

std::shared_ptr<const CompiledBody> LiveBody::running(const BodyTarget& target) const {
  return good && good->source.target == target ? good : nullptr;
}

const ui::BodyFindings& LiveBody::findings(bool with_examples) {
  if (with_examples && !examples_read) found.examples = body_examples();
  examples_read = examples_read || with_examples;
  return found;
}

std::vector<ui::BodyExample> body_examples() {
  namespace fs = std::filesystem;
  std::vector<ui::BodyExample> examples;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(assets_folder() / "fetches", error))
    if (ending_of(entry.path()) == ".cu")
      examples.push_back({entry.path().stem().string(), read_text_file(entry.path(), max_body_bytes)});
  std::sort(examples.begin(), examples.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return examples;
}

} // namespace texelscope
