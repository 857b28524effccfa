// The pictures of sessions, and sessions as programs of other APIs.
#include <algorithm>
#include <cstring>
#include <limits>

#include "app/c/json.h"
#include "app/c/objects.h"
#include "app/c/texels.h"
#include "kernels/ground/base/parallel.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/studies/export/page.h"
#include "kernels/studies/export/program.h"
#include "kernels/studies/texture/adopt_file.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image_io/write_image.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope::c {

namespace {
constexpr std::int32_t max_side = 16384;
constexpr std::size_t piece_bytes = std::size_t(64) << 20; // `stop` is looked at between pieces

std::array<int, 2> size_for(const Session& session, std::int32_t width, std::int32_t height) {
  if (width == 0 && height == 0) return picture_size(session, 640, 480);
  require(width >= 1 && height >= 1 && width <= max_side && height <= max_side,
          "a picture has 1 to 16384 pixels on each side");
  return picture_size(session, width, height);
}

// A session with the texels that it names.
struct Scene {
  Session session;
  Resolution resolution;
  std::shared_ptr<const Image> image;
  std::shared_ptr<const Image> file; // as it was read; null: the texels are a pattern
};

void refuse_note(const Note& note) {
  refuse(note.field + ": " + note.sentence + " " + note.rule);
}

Scene scene_of(const SessionEntry& entry, const Stop& stop, const std::function<bool()>& stops) {
  Scene scene{entry.session, {}, nullptr, nullptr};
  TextureFiles files;
  const auto progress = [&](double) { return !stops(); };
  const auto recipe = [&] {
    return texture_recipe(scene.session.texture, scene.resolution.effective, entry.base);
  };
  if (adopts_file(scene.session, entry.stated)) {
    const bool deep = entry.stated.contains("texture.depth");
    TextureRecipe opened = recipe();
    opened.shape = {scene.session.texture.raw, scene.session.texture.dimension,
                    deep && scene.session.texture.raw.width > 0 ? scene.session.texture.planes() : 0};
    if (const auto file = files.read(opened, progress)) adopt_file(scene.session, *file, entry.stated);
    stop.check();
  }
  scene.resolution = resolve(scene.session);
  for (const Note& note : scene.resolution.notes)
    if (note.kind == NoteKind::refused) refuse_note(note);
  scene.image = make_texture(recipe(), files, progress);
  stop.check();
  if (!scene.image) refuse("the texels were not made");
  if (scene.session.texture.source == Source::file) scene.file = files.read(recipe(), progress);
  return scene;
}

// The picture's rows as they are wanted: each part of what is returned takes a band when it has come.
class Rendering {
public:
  Rendering(const Scene& of, const texelscope_render& wanted, Stop& stopping)
      : scene(of), render(wanted), stop(stopping), stops(stopping.asked()),
        cpu(make_cpu_backend(has_threads() ? wanted.threads : 1)) {
    const auto [w, h] = size_for(scene.session, render.width, render.height);
    width = w, height = h;
  }

  texelscope_rendered made() {
    run();
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    const bool wants_values = (render.parts & TEXELSCOPE_VALUES) != 0,
               wants_colors = (render.parts & (TEXELSCOPE_COLORS | TEXELSCOPE_PNG)) != 0;
    OwnedText values = wants_values ? memory_of(pixels * sizeof(TexelBits)) : no_text();
    OwnedText colors = wants_colors ? memory_of(pixels * 4) : no_text();
    for (int first = 0; first < height; first += band_rows()) {
      const Picture band = cpu->read_rows(first, std::min(height, first + band_rows()));
      const std::size_t at = std::size_t(first) * std::size_t(width);
      if (values)
        std::memcpy(values.get() + at * sizeof(TexelBits), band.pixels.data(),
                    band.pixels.size() * sizeof(TexelBits));
      if (colors)
        tone_map(
            PictureView{band.width, band.height, band.type, band.source, band.pixels.front().data(), first},
            scene.session.view, reinterpret_cast<std::uint8_t*>(colors.get()) + at * 4);
      stops();
      stop.check();
    }
    texelscope_rendered rendered = {};
    rendered.width = width, rendered.height = height;
    rendered.kind = type == ResultType::floating       ? TEXELSCOPE_FLOAT
                    : type == ResultType::unsigned_int ? TEXELSCOPE_UNSIGNED
                                                       : TEXELSCOPE_SIGNED;
    OwnedText png = no_text();
    if (render.parts & TEXELSCOPE_PNG) {
      const std::string file = packed(colors.get(), pixels * 4);
      png = text_of(file);
      rendered.png_size = file.size();
    }
    rendered.png = png.release();
    rendered.values = values.release();
    if (render.parts & TEXELSCOPE_COLORS) rendered.colors = colors.release();
    return rendered;
  }

private:
  static OwnedText memory_of(std::size_t bytes) {
    OwnedText memory(static_cast<char*>(std::malloc(bytes)), &std::free);
    if (!memory) throw std::bad_alloc();
    return memory;
  }

  int band_rows() const { return std::max(1, int((std::size_t(1) << 20) / std::size_t(width))); }

  std::string packed(const char* colors, std::size_t bytes) const {
    std::string file;
    const ColorRows rows{width, height, [&](const auto& sink) {
                           sink(std::span(reinterpret_cast<const std::uint8_t*>(colors), bytes));
                         }};
    write_png(
        [&](std::span<const std::byte> part) {
          file.append(reinterpret_cast<const char*>(part.data()), part.size());
        },
        rows);
    return file;
  }

  // A feedback is computed a piece at a time, until the requested frame is there.
  void run() {
    const std::int64_t limit = render.frames_limit > 0 ? render.frames_limit : max_replayed_frames;
    check_replay(scene.session, scene.resolution.effective, limit);
    FrameRequest request{scene.session, scene.resolution.effective, scene.image, width, height};
    request.by_rows = true;
    request.max_feedback_steps = feedback_steps_within(*scene.image, piece_bytes);
    for (;;) {
      const FrameResult frame = cpu->frame(request);
      type = frame.type;
      stops();
      stop.check();
      if (frame.feedback_steps_left == 0) return;
    }
  }

  const Scene& scene;
  const texelscope_render& render;
  Stop& stop;
  std::function<bool()> stops;
  std::unique_ptr<Backend> cpu;
  int width = 0, height = 0;
  ResultType type = ResultType::floating;
};

// The CPU runs the shipped bodies alone.
void check_body(const Scene& scene) {
  for (const Note& note : scene.resolution.notes)
    if (note.field == "fetch.body" && note.kind == NoteKind::altered) refuse_note(note);
}

texelscope_render given_render(const texelscope_render* from) {
  texelscope_render render = {};
  render.parts = TEXELSCOPE_VALUES;
  if (from) render = taken(from, offsetof(texelscope_render, frames_limit), "texelscope_render");
  constexpr std::int32_t all = TEXELSCOPE_VALUES | TEXELSCOPE_COLORS | TEXELSCOPE_PNG;
  require(render.parts >= 1 && render.parts <= all, "texelscope_render::parts is no sum of texelscope_part");
  require(render.threads >= 0, "texelscope_render::threads is negative");
  require(render.frames_limit >= 0, "texelscope_render::frames_limit is negative");
  return render;
}

// The state of a page for browsers, which is no program of its own.
constexpr std::string_view page = "page";

ExportTarget target_of(const char* as) {
  require(as, "texelscope_export::as is a null pointer");
  if (as == page) return ExportTarget::html;
  std::string name = as;
  std::ranges::replace(name, '-', '_');
  std::string names;
  for (const EnumEntry& entry : enum_table<ExportTarget>()) {
    if (entry.identifier == name) return ExportTarget(entry.value);
    names += (names.empty() ? "" : ", ") + std::string(entry.identifier);
  }
  refuse("there is no program for \"" + std::string(as) + "\": it is one of " + names);
}

texelscope_exported exported_program(const SessionEntry& entry, const texelscope_export& request) {
  const ExportTarget target = target_of(request.as);
  const auto [width, height] = size_for(entry.session, request.width, request.height);
  Stop stop(nullptr);
  const Scene scene = scene_of(entry, stop, stop.asked());
  const auto texels = written_texels(scene.session, scene.resolution.effective, scene.image);
  ExportRequest asked{scene.session,
                      scene.resolution,
                      *texels,
                      width,
                      height,
                      request.name ? request.name : "",
                      program_line(scene.session),
                      ""};
  if (target == ExportTarget::html) asked.picture = scene.file;
  const std::filesystem::path path = request.path ? request.path : "";
  asked.file = path.filename().string();
  if (const std::size_t bytes = exported_bytes(target, asked); bytes > embedded_bytes) {
    if (path.empty())
      refuse("the program has " + std::to_string(bytes >> 10) +
             " KiB of texels, which need a file beside it: name its path");
    asked.texel_file = asked.file + ".texels";
  }
  const ExportedProgram made =
      request.as == page ? program::page_state(asked) : export_program(target, asked);
  Json remarks = Json::array();
  for (const std::string& remark : made.remarks)
    remarks.push_back(remark);
  OwnedText as_text = text_of(made.text), as_json = text_of(text_json(remarks)), rest = no_text();
  if (!made.texels.empty())
    rest = text_of({reinterpret_cast<const char*>(made.texels.data()), made.texels.size()});
  texelscope_exported out = {};
  out.program = as_text.release(), out.remarks = as_json.release();
  out.texels = rest.release(), out.texels_size = made.texels.size();
  return out;
}
} // namespace

} // namespace texelscope::c

using namespace texelscope;
using namespace texelscope::c;

texelscope_status texelscope_session_render(texelscope_session session, const texelscope_render* render,
                                            texelscope_rendered* rendered) {
  return call([&] {
    const auto entry = sessions().get(session);
    const texelscope_render wanted = given_render(render);
    check_given(rendered, sizeof *rendered, "texelscope_rendered");
    Stop stop(wanted.stop);
    const Scene scene = scene_of(*entry, stop, stop.asked());
    check_body(scene);
    const texelscope_rendered made = Rendering(scene, wanted, stop).made();
    give_struct(&made, sizeof made, "texelscope_rendered", rendered);
  });
}

texelscope_status texelscope_session_export(texelscope_session session, const texelscope_export* request,
                                            texelscope_exported* exported) {
  return call([&] {
    const auto entry = sessions().get(session);
    const auto wanted = taken(request, offsetof(texelscope_export, name), "texelscope_export");
    check_given(exported, sizeof *exported, "texelscope_exported");
    const texelscope_exported made = exported_program(*entry, wanted);
    give_struct(&made, sizeof made, "texelscope_exported", exported);
  });
}
