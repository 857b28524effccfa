// An advice as sentences, as a table, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kernels/studies/advise/advice.h"

namespace texelscope::advise {

std::string error_text(double error);
std::string scene_line(const StudiedScene& studied, const Advice& advice); // what is fetched, no sentence
std::string coordinates_text(const Advice& advice); // where the coordinates come from, a sentence
std::string scene_text(const StudiedScene& studied, const Advice& advice); // both

std::string prediction_text(const Advice& advice); // that it is one; `advice` must be

// The sentences that decide: the choice, then what goes with it.
std::vector<std::string> verdict_sentences(const Advice& advice);
std::string verdict_text(const Advice& advice);

// The table: a row for each choice, the fastest first, refused ones last. A refused one has its name and the
// refusal.
struct AdviceColumn {
  std::string title;
  int width = 0; // letters; negative: its cells are words, and begin at the left
};
std::vector<AdviceColumn> advice_columns();
struct AdviceRow {
  std::size_t choice = 0; // in Advice::choices
  bool refused = false;
  std::vector<std::string> cells; // of the columns
  std::string marks;              // "now, advised"
  bool on_front = false;
  std::string why; // what it waits for, a sentence
};
std::vector<AdviceRow> advice_rows(const Advice& advice);

std::string advice_text(const StudiedScene& studied, const Advice& advice); // all of it
nlohmann::ordered_json advice_json(const StudiedScene& studied, const Advice& advice);

} // namespace texelscope::advise
