// The advise lab behind the window: takes an advice beside the frame loop, and keeps the last one.
//
// Belongs to one thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/files/async_job.h"
#include "kernels/ground/text/language.h"
#include "kernels/studies/advise/matters.h"
#include "ui/frame/advise.h"

namespace texelscope {

class AdviseLab {
public:
  // Both are called on a thread of their own, and may throw UserError, FileError or MachineError, which
  // becomes the finding's failure.
  using MakeMachine = std::function<std::unique_ptr<advise::ChoiceMachine>(const advise::Scene&)>;
  struct Subject {
    advise::StudiedScene scene;
    std::vector<advise::KernelWorth> worth = {}; // if it was measured
  };
  using MakeSubject = std::function<Subject()>;

  explicit AdviseLab(MakeMachine make = advise::make_cuda_choices);

  void start(MakeSubject make); // does nothing while one is measured
  void stop();                  // the last advice stays
  bool measures() const { return job.busy(); }

  // Called once a frame: takes the finished advice, and updates what the lab shows while it is open. `wait`:
  // waits for the advice.
  void update(const ui::AdviseChoice& choice, bool open, bool wait);
  const ui::AdviseFindings& findings() const { return found; }

private:
  struct Taken {
    Subject subject; // without texels and fetches
    advise::Advice advice;
  };
  std::optional<Taken> take(const MakeSubject& make, const std::stop_token& stop);
  void tell(const std::string& now, double share);
  void show(const ui::AdviseChoice& choice);

  // What the shown sentences, table and plot were made of.
  struct Shown {
    std::size_t number;
    std::string allowed;
    Language spoken;
    bool operator==(const Shown&) const = default;
  };

  MakeMachine make_machine;
  ui::AdviseFindings found;
  std::optional<Taken> taken;
  std::size_t number = 0; // of the taken advice
  std::optional<Shown> shown;
  std::mutex mutex; // of what the thread tells
  std::string now;
  double share = 0;
  AsyncResult<std::optional<Taken>> result; // empty if it was stopped
  AsyncJob<std::optional<Taken>> job;       // last: its thread ends before the other members
};

} // namespace texelscope
