#include "app/analyses/thumbnails.h"

#include "kernels/ground/files/errors.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

Thumbnails::Thumbnails() {
  try {
    shelf_.groups = shipped_examples();
  } catch (const std::exception& error) {
    problem_ = sentence_of(error);
  }
  for (const ExampleGroup& group : shelf_.groups)
    for (const Example& example : group.examples)
      sessions_.push_back(example.session);
  shelf_.pictures.resize(sessions_.size());
  uploaded_.resize(sessions_.size());
}

Thumbnails::Colors Thumbnails::make(const std::filesystem::path& file, int width, int height) {
  LoadedSession loaded = load_session(file);
  TextureSource source;
  adopt_file_now(source, loaded);
  const Session& session = loaded.session;
  const Resolution resolution = resolve(session);
  source.request(session, resolution.effective, loaded.base);
  source.wait();
  const auto backend = make_cpu_backend(1);
  const FrameRequest request{session, resolution.effective, source.image(), width, height};
  while (backend->frame(request).feedback_steps_left > 0) {
  }
  return {width, height, tone_map(backend->read_result(), session.view)};
}

void Thumbnails::start_next() {
  const int width = int(ui::example_width * scale_ + 0.5f), height = int(ui::example_height * scale_ + 0.5f);
  job_.start(
      [file = sessions_[next_], width, height](const std::stop_token&) { return make(file, width, height); });
}

void Thumbnails::take(bool wait) {
  made_.found.reset();
  if (!job_.poll(made_, wait)) return;
  const std::size_t at = next_++;
  if (!made_.found || made_.found->rgba.empty()) return;
  if (!uploaded_[at]) uploaded_[at] = std::make_unique<ui::UploadedColors>();
  shelf_.pictures[at] =
      uploaded_[at]->update(made_.found->rgba.data(), made_.found->width, made_.found->height);
}

void Thumbnails::update(bool open, float scale, bool wait) {
  if (job_.busy()) take(wait);
  if (!open || job_.busy()) return;
  if (scale != scale_) next_ = 0;
  scale_ = scale;
  while (next_ < sessions_.size() && !job_.busy()) {
    start_next();
    take(wait);
  }
}

} // namespace texelscope
