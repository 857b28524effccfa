// texelscope explain: why a pixel of the result is what it is, and what became of each sampler setting.
#include <cstdio>
#include <limits>

#include "app/arguments.h"
#include "app/backends.h"
#include "app/errors.h"
#include "app/explain_report.h"
#include "app/messages.h"
#include "app/proof_fetch.h"
#include "app/texture_source.h"
#include "app/verbs.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
struct ExplainOptions {
  LoadedSession loaded;
  std::optional<Pixel> at;
  int width = 640, height = 480;
  bool json = false;
  std::optional<BackendKind> backend;
};

void declare(Arguments& arguments) {
  arguments.positional("SESSION", Text::explain_session_help);
  arguments.option("--at", "X,Y", Text::explain_at_help);
  arguments.option("--size", "WxH", Text::explain_size_help);
  arguments.toggle("--json", Text::explain_json_help);
  arguments.option("--backend", "NAME", Text::app_backend_help);
  arguments.session_fields();
}

ExplainOptions options_from(const Arguments& arguments) {
  ExplainOptions options;
  if (const auto size = arguments.size("--size", 1, 16384)) std::tie(options.width, options.height) = *size;
  if (const auto at = arguments.pixel("--at", options.width, options.height))
    options.at = {at->first, at->second};
  if (arguments.given("--size") && !options.at) throw UserError(text(Text::explain_size_alone));
  options.json = arguments.given("--json");
  options.backend = arguments.backend("--backend");
  options.loaded = session_from(arguments, "SESSION");
  return options;
}

struct Setup {
  Session& session;
  Resolution resolution;
  std::shared_ptr<const Image> image;
  Backend& backend;
};

// What the texture holds once the write kernels have run, and the pixel as the backend fetched it.
FetchStory tell_fetch(const Setup& setup, const ExplainOptions& options) {
  const Effective& effective = setup.resolution.effective;
  const Pixel at = *options.at;
  setup.backend.frame({setup.session, effective, setup.image, options.width, options.height});
  const Picture picture = setup.backend.read_result();
  const bool writes = effective.writes(setup.session).mode != WriteMode::off;
  const Image written = writes ? setup.backend.read_texture() : Image();
  const Image& texels = writes ? written : *setup.image;
  const CompressedTexels* blocks = writes ? nullptr : texels.compressed.get(); // what a kernel wrote lies in none
  FetchStory story;
  story.fetch = explain(setup.session, effective, texels.texels.data(), options.width, options.height, {at}, true,
                        blocks);
  story.fetch.returned = picture.pixels[std::size_t(at.y) * std::size_t(options.width) + std::size_t(at.x)];
  story.reasons = reasons(story.fetch, setup.resolution.notes);
  return story;
}
} // namespace

int run_explain(const std::vector<std::string>& words) {
  Arguments arguments("texelscope explain", Text::explain_about);
  declare(arguments);
  if (!arguments.parse(words)) return 0;
  ExplainOptions options = options_from(arguments);
  OffscreenBackend made = make_offscreen_backend(options.backend);
  TextureSource source;
  adopt_file_now(source, options.loaded);
  Session& session = options.loaded.session;
  const BackendInfo& info = made.backend->info();
  Setup setup = {session, resolve(session, info.limits), nullptr, *made.backend};
  source.request(session, setup.resolution.effective, options.loaded.base);
  source.wait();
  setup.image = source.image();
  if (options.at) check_body(setup.resolution);
  if (!session.fetch.body.empty()) print_note(text(Text::explain_body));
  std::string out;
  if (options.at) {
    const FetchStory story = tell_fetch(setup, options);
    out = options.json ? explain_json(story, info.device) : explain_text(story, info.device);
  } else {
    const auto settings = explain_settings(session, setup.resolution, *setup.image, proof_fetch(info.kind, print_warning));
    const Dimension dimension = setup.resolution.effective.dimension;
    out = options.json ? settings_json(settings, dimension, info.device)
                       : settings_text(settings, dimension, info.device);
  }
  std::fputs(out.c_str(), stdout);
  return 0;
}

} // namespace texelscope
