// The device on which choices are measured.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/text/sentence.h"
#include "kernels/reports/advise/choice.h"

namespace texelscope::advise {

// Which fetches of the list a launch repeats. all; in_l2: those of so few blocks that their texels lie in the
// L2; in_l1: those of a few warps, whose texels lie in the L1.
enum class Part : std::uint8_t { all, in_l2, in_l1 };

// A choice as a device runs it.
class PreparedChoice {
public:
  virtual ~PreparedChoice() = default;
  // Milliseconds of a launch of as many fetches as `repeats` times the list has. A block makes `rounds`
  // blocks' fetches of the list, one after the other; `repeats` is a multiple of it.
  virtual double launch_ms(int repeats, int rounds, Part part) = 0;
  // Whether all of its texels lie in the L2.
  virtual bool fits_l2() const = 0;
  // The results of `count` entries of the list from `first` on: for each entry and lane the channels.
  virtual std::vector<float> results(std::size_t first, std::size_t count) = 0;
  // Milliseconds until the texels lie on the device and can be fetched: of several uploads the median, from
  // memory that is not pinned.
  virtual double upload_ms() = 0;
  virtual std::size_t bytes() const = 0; // of the texels on the device
};

struct ChoiceDevice {
  std::string name;
  int multiprocessors = 0;
  std::size_t shared_bytes = 0; // of a block
};

class ChoiceMachine {
public:
  virtual ~ChoiceMachine() = default;
  virtual ChoiceDevice device() const = 0;
  // Compiles several choices side by side. `done` is called after each; false ends the work.
  virtual void compile(const std::vector<Choice>& choices, const std::function<bool(std::size_t)>& done) = 0;
  // Null: the device or CUDA refuses it, and `refusal` says why. Throws MachineError if the device is lost.
  virtual std::unique_ptr<PreparedChoice> prepare(const Choice& choice, Sentence& refusal) = 0;
  // The kernel with the scene's coordinates alone: how fast they can be read and summed.
  virtual std::unique_ptr<PreparedChoice> coordinates_alone() = 0;
  // Whether a plane for each warp stands for its coordinates (FetchList::planes).
  virtual bool coordinates_are_planes() const = 0;
};

// The scene must outlive it. Throws MachineError if there is no CUDA, or no NVRTC.
std::unique_ptr<ChoiceMachine> make_cuda_choices(const Scene& scene);

} // namespace texelscope::advise
