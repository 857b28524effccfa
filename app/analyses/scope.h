// Computes the window's oscilloscope beside the frame loop, and saves its curves.
//
// Belongs to one thread. A thread of its own computes the curves of the latest request; until then the last
// ones stay.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/analyses/shown_frame.h"
#include "kernels/ground/files/async_job.h"
#include "kernels/ground/files/latest.h"
#include "kernels/studies/compare/scope.h"
#include "ui/frame/scope.h"

namespace texelscope {

class ScopeDevices;

class Scope {
public:
  // Called once a frame while the panel is shown. `line`: see ui::scope_line(). `wait`: waits until it is
  // done.
  void update(const ShownFrame& frame, const ui::ScopeState& state, const scope::Line& line, bool wait);
  void toggle_pin(const ShownFrame& frame);
  // Saves the shown curves of the whole line at 512 samples a texel, on a thread of its own.
  void save(const ShownFrame& frame, const ui::ScopeState& state, const scope::Line& line,
            const std::filesystem::path& path);
  // The outcome, returned once. A failure is a sentence too.
  struct Saved {
    std::string message;
    bool failed = false;
  };
  std::optional<Saved> saved(bool wait = false);

  const ui::ScopeFrame& frame() const { return shown; }

private:
  // What a result depends on.
  struct Request {
    Session session;
    Effective effective;
    const Image* image = nullptr;
    std::uint64_t version = 0; // of written texels
    int width = 0, height = 0, columns = 0;
    scope::Line line;
    double low = 0, high = 1;
    std::array<bool, scope::series_count> wanted = {};
    bool on_device = false;
    int pins = 0;
    bool operator==(const Request&) const = default;
  };
  struct Found;
  struct Job;
  using Answer = std::shared_ptr<const Found>;

  std::optional<scope::Subject> subject_of(const ShownFrame& frame); // else says why in shown.empty
  Job job_of(const ShownFrame& frame, const ui::ScopeState& state, scope::Subject subject) const;
  void start(const ShownFrame& frame, const ui::ScopeState& state, const Request& requested);
  void take(bool wait);
  static Answer run(const Job& job, const scope::Line& part, const Request& requested, int count);
  void read(const ui::ScopeState& state);

  ui::ScopeFrame shown;
  std::shared_ptr<const std::byte> copy; // of written texels
  std::uint64_t copy_version = 0;
  std::optional<scope::Subject> pinned;
  int pins = 0;
  std::shared_ptr<ScopeDevices> devices; // of the one job that runs
  // These come last: their threads end before the other members.
  AsyncResult<std::string> save_finding;
  Latest<Request, Answer> latest;
  AsyncJob<std::string> save_job;
};

} // namespace texelscope
