// The true answer to a lesson's question: the quantity to compute, as the lesson's file describes it, and its
// computation by the texture unit's model, this machine's GPU, the labs or the rules that the lesson is
// about.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/reports/coherence/write_lab.h"
#include "kernels/state/amp/amp.h"
#include "kernels/studies/lessons/lesson.h"
#include "kernels/unit/texture_unit/fetch_at.h"

namespace texelscope {

// The part of a fetch, a surface write or an AMP outcome that a question asks for.
enum class AnswerPart : std::uint8_t {
  value,   // a channel of what the fetch returns
  error,   // that less the value by exact arithmetic
  texel_x, // the first texel of the footprint; where a surface write lands
  texel_y,
  weight, // of the second texel along x, 0 to 1
  taps,   // texels that have a weight
  bytes,  // of those texels
  lod,    // levels, after bias and clamps
  probes, // of an anisotropic fetch
  failure,
  broken,  // how many of AMP's rules
  texels,  // that a warp reads
  sectors, // of 32 bytes, that it touches
  lines    // of 128 bytes
};

struct Quantity {
  enum class Kind : std::uint8_t {
    fetch,      // one fetch at `at`
    pixel,      // the fetch of a pixel of a picture
    distinct,   // how many different values `count` fetches from `at` to `to` return
    difference, // of two quantities; below, their ratio
    ratio,
    compare,   // two quantities: "less", "equal", "greater"
    effective, // a field, by path, as the hardware has it
    note,      // what takes effect of a field: "refused", "altered", "no_effect", "as_asked"
    staleness, // a combination, by identifier: "stale", "fresh", "mixed"
    legality,  // an attempt, by identifier: "accepted", "altered", "refused"
    landing,   // where a surface write lands
    amp,       // when C++ AMP refuses an attempt: "never", "compile_time", "run_time"
    time,      // of fetching a picture under `fields`, over that under `over`
    number,    // a given one, for `compare`
    warp       // what the warp of a pixel of a picture touches
  };
  Kind kind = Kind::fetch;
  AnswerPart part = AnswerPart::value;
  int channel = 0;
  FieldSettings fields, over; // set in the step's session
  FetchAt at, to;
  int count = 0;
  double number = 0;
  Pixel pixel;
  int width = 640, height = 480;
  std::string word;
  write_lab::BoundaryTest boundary_test;
  write_lab::TexelCoord place;
  AmpAttempt configuration;
  std::vector<Quantity> operands;
};

struct AnswerMachine {
  bool on_device = false; // a GPU computes what it can
  std::filesystem::path base;
};

// Throws UserError, FileError, MachineError, or std::invalid_argument if the session has no such answer.
LessonTruth compute_answer(const Quantity& quantity, const Session& session, const AnswerMachine& machine);

// Whether both show the same bits in the view of `sound`, as far as no kernel writes.
bool same_picture(const Session& session, const Session& sound, const std::filesystem::path& base);

} // namespace texelscope
