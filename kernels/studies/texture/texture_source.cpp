#include "kernels/studies/texture/texture_source.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "kernels/ground/base/threads.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/texture/adopt_file.h"
#include "kernels/studies/texture/texture_recipe.h"

namespace texelscope {

namespace {

struct Opening {
  Session session;
  std::set<std::string> stated;
};

struct Job {
  TextureRecipe recipe;
  std::optional<Opening> opening; // read the file only
  bool forget = false;            // drop what was read of it before
};

struct Outcome {
  std::shared_ptr<const Image> image;
  std::optional<Session> opened;
  std::string note;
  std::exception_ptr failure;
};

std::string why(const std::exception_ptr& failure) try {
  if (failure) std::rethrow_exception(failure);
  return {};
} catch (const std::exception& error) {
  return sentence_of(error);
}

} // namespace

struct TextureSource::Work {
  // Used by the owner's thread.
  std::optional<TextureRecipe> requested; // empty: replaced by an opening
  std::shared_ptr<const Image> image;
  std::optional<Session> opened;
  std::string note;
  std::exception_ptr failure;
  bool pending = false;

  // Shared with the worker.
  std::mutex mutex;
  std::condition_variable_any changed;
  std::optional<Job> next;
  std::optional<Outcome> outcome;
  std::atomic<std::uint64_t> newest = 0; // serial number of the latest job
  std::atomic<double> share = 0;
  std::jthread worker; // last: it ends before the rest

  void start(Job job) {
    pending = true;
    failure = nullptr;
    opened.reset();
    share = 0;
    if (!worker.joinable()) worker = start_thread([this](const std::stop_token& stop) { run(stop); });
    const std::lock_guard lock(mutex);
    ++newest;
    outcome.reset();
    next = std::move(job);
    changed.notify_all();
  }

  void cancel() {
    const std::lock_guard lock(mutex);
    ++newest;
    next.reset();
    outcome.reset();
    pending = false;
  }

  void run(const std::stop_token& stop) {
    TextureFiles files;
    while (true) {
      std::unique_lock lock(mutex);
      if (!changed.wait(lock, stop, [&] { return next.has_value(); })) return;
      const Job job = std::move(*next);
      next.reset();
      const std::uint64_t serial = newest;
      lock.unlock();
      const auto wanted = [&] { return newest == serial && !stop.stop_requested(); };
      Outcome done = perform(job, files, [&](double done_share) {
        if (wanted()) share = done_share;
        return wanted();
      });
      lock.lock();
      if (!wanted()) continue;
      outcome = std::move(done);
      changed.notify_all();
    }
  }

  static Outcome perform(const Job& job, TextureFiles& files, const Progress& progress) {
    Outcome outcome;
    try {
      if (job.forget) files.forget();
      if (!job.opening)
        outcome.image = make_texture(job.recipe, files, progress);
      else if (const auto file = files.read(job.recipe, progress)) {
        outcome.opened = job.opening->session;
        adopt_file(*outcome.opened, *file, job.opening->stated);
      }
      if (!job.recipe.file.empty()) outcome.note = files.note();
    } catch (...) {
      outcome.failure = std::current_exception();
    }
    return outcome;
  }

  void take(Outcome done) {
    pending = false;
    failure = done.failure;
    note = done.note;
    if (done.image) image = done.image;
    opened = std::move(done.opened);
  }

  void make(const TextureRecipe& recipe, bool forget) {
    requested = recipe;
    const std::int64_t texels = std::int64_t(recipe.spec.width) * recipe.spec.height * recipe.spec.planes();
    if (recipe.spec.source == Source::file || texels > immediate_texels)
      return start({recipe, std::nullopt, forget});
    cancel();
    TextureFiles none;
    take(perform({recipe, std::nullopt, false}, none, [](double) { return true; }));
  }
};

TextureSource::TextureSource() : work(std::make_unique<Work>()) {}
TextureSource::~TextureSource() = default;

void TextureSource::request(const Session& session, const Effective& effective,
                            const std::filesystem::path& base) {
  const TextureRecipe recipe = texture_recipe(session.texture, effective, base);
  if (work->requested != recipe) work->make(recipe, false);
}

void TextureSource::open(const Session& session, const std::filesystem::path& base,
                         const std::set<std::string>& stated) {
  work->requested.reset();
  TextureRecipe recipe = texture_recipe(session.texture, {}, base);
  const TextureSpec& texture = session.texture;
  const bool deep = texture.raw.width > 0 && stated.contains("texture.depth");
  recipe.shape = {texture.raw, texture.dimension, deep ? texture.planes() : 0};
  work->start({std::move(recipe), Opening{session, stated}, true});
}

std::optional<Session> TextureSource::take_opened() {
  return std::exchange(work->opened, std::nullopt);
}

void TextureSource::reload() {
  if (work->requested) work->make(*work->requested, true);
}

void TextureSource::poll() {
  std::optional<Outcome> done;
  {
    const std::lock_guard lock(work->mutex);
    done = std::exchange(work->outcome, std::nullopt);
  }
  if (done) work->take(std::move(*done));
}

void TextureSource::wait() {
  if (work->pending) {
    std::unique_lock lock(work->mutex);
    work->changed.wait(lock, [&] { return work->outcome.has_value(); });
  }
  poll();
  if (work->failure) std::rethrow_exception(work->failure);
}

std::shared_ptr<const Image> TextureSource::image() const {
  return work->image;
}

TextureSource::Status TextureSource::status() const {
  return {work->requested && !work->pending && !work->failure, work->pending, work->share, work->note,
          why(work->failure)};
}

bool has_shape(const Image& image, const Effective& e) {
  return image.shape() == e.memory_shape();
}

void adopt_file_now(TextureSource& source, LoadedSession& loaded) {
  if (!adopts_file(loaded.session, loaded.stated)) return;
  source.open(loaded.session, loaded.base, loaded.stated);
  source.wait();
  if (const auto opened = source.take_opened()) loaded.session = *opened;
}

Study open_study(LoadedSession& loaded, const Limits& limits, const std::function<void(Resolution&)>& noted) {
  TextureSource source;
  adopt_file_now(source, loaded);
  Study study{resolve(loaded.session, limits), nullptr};
  if (noted) noted(study.resolution);
  source.request(loaded.session, study.resolution.effective, loaded.base);
  source.wait();
  if (const std::string note = source.status().note; !note.empty()) print_warning(note);
  study.image = source.image();
  return study;
}

} // namespace texelscope
