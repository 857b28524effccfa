// The advise lab: its settings, and the results of the app.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/studies/advise/advice_plot.h"
#include "kernels/studies/advise/advice_report.h"

namespace texelscope::ui {

struct AdviseChoice {
  std::string allowed;                // the worst error, as typed; empty: that of the present choice
  std::optional<std::size_t> pointed; // of the advice's choices: under the mouse, in the plot or the table
};

struct AdviseProgress {
  bool running = false, ending = false;
  double share = 0;
  std::string now; // what is done or measured
};

struct AdviseFindings {
  AdviseProgress progress;
  Sentence failure;          // of the last run
  std::string wrong_allowed; // AdviseChoice::allowed is no error: a sentence
  // The last advice, which stays until there is another.
  bool there = false;
  std::string scene, coordinates; // what is fetched, and where its coordinates come from
  std::string device;
  std::vector<std::string> notes;     // on the scene, sentences
  std::vector<std::string> worth;     // whether a choice matters, sentences; empty: that was not measured
  std::vector<std::string> sentences; // those that decide
  std::vector<advise::AdviceRow> rows;
  advise::AdvicePlot plot;
};

} // namespace texelscope::ui
