// What is computed about the shown frame for the panels, each part while its panel is visible, and the
// results of the labs.
//
// Belongs to the thread whose OpenGL context is current; slow work runs beside it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/analyses/advise_lab.h"
#include "app/analyses/bench_lab.h"
#include "app/analyses/comparator.h"
#include "app/analyses/labs.h"
#include "app/analyses/level_mix.h"
#include "app/analyses/live_profile.h"
#include "app/analyses/pixel_details.h"
#include "app/analyses/pixel_weights.h"
#include "app/analyses/scope.h"
#include "app/analyses/shown_frame.h"
#include "app/analyses/warp_view.h"
#include "app/window/journal.h"
#include "ui/frame/ui.h"

namespace texelscope {

class Analyses {
public:
  // `waits`: whether a frame waits until each part is known.
  Analyses(bool waits, const AdviseLab::MakeMachine& make_choices)
      : waits_(waits), advise_(make_choices ? make_choices : advise::make_cuda_choices) {}

  // Whether cells or choices are being measured, for a lab, open or not, or for PROFILE's roofs: fetching
  // frames would take time from them.
  bool measures();

  // Called before and after the backend makes a frame of the scene. `shown`: whether PROFILE is visible.
  // While a lab measures, nothing is launched.
  std::optional<profile::LiveRequest> launches(const LiveProfile::Scene& scene,
                                               const ui::ProfileState& choice, bool shown, double now);
  void add_launches(const LiveProfile::Scene& scene, const FrameResult& result, double now);

  // Called for the frame that the backend has just made.
  void explain_pixels(const PixelDetails::Shown& shown, const ui::PixelSelection& selection,
                      const ui::TextureView& texture);
  // Measures the explained pixel's weights, while WHY shows them.
  void update_weights(const ui::WhyState& why, const BackendInfo& backend);
  void forget_pixels(); // there is no such frame
  void update_scope(const ShownFrame& shown, const ui::State& state);
  void update_warp(const ShownFrame& shown, const ui::PixelSelection& selection);

  // Called once a frame. `shown` and the labs' `image` may be null. compare() throws MachineError.
  void update_labs(Lab open, const ui::LabChoices& choices, const Session& session, const Image* image,
                   bool on_device);
  void update_settings(const Session& session, const Resolution& resolution,
                       const std::shared_ptr<const Image>& image, BackendKind backend);
  void compare(const ShownFrame* shown, std::uint64_t change, const ui::CompareChoice& choice);
  void judge_changes(Undo& changes, const ShownPicture& shown, const FrameResult& result, double now);
  void forget_times(); // another backend

  // These carry out the user's commands. All may throw what their parts throw.
  bool compares() const { return comparator_.findings().computing; }
  int pin(const ShownFrame& shown); // to be compared; its number
  void toggle_scope_pin(const ShownFrame& shown) { scope_.toggle_pin(shown); }
  void save_scope(const ShownFrame& shown, const ui::State& state, const std::filesystem::path& path);
  std::optional<Scope::Saved> saved_scope() { return scope_.saved(); } // its outcome, once
  void run_lab(ui::CommandId id);
  void count_warp(const ShownFrame* shown);
  void run_bench(ui::CommandId id, const ui::BenchChoice& choice);
  // On the shown picture's fetches, or those of a traced object; or it stops what runs.
  void run_advise(const ShownFrame* shown, const std::string& title);
  void advise_traced(int object);
  void open_bench(const std::filesystem::path& path) { bench_.open(path); }
  void open_trace(const std::filesystem::path& path);
  const ui::TraceFindings& trace() const { return trace_; }
  void read_legality(const std::filesystem::path& report) { labs_.read_legality(report); }
  void open_bench_before(const std::filesystem::path& path) { bench_.open_before(path); }
  void save_bench(const std::filesystem::path& path, const ui::BenchChoice& choice) const;
  // The configurations that the legality lab shows; empty if there are no outcomes.
  std::optional<legality::AnsweredAttempts> legality_rows(const legality::TableFilter& filter) const;

  const FetchExplanation* explanation() const { return details_.explaining().explanation(); }
  const MachineWeights* weights() const {
    return weights_.found().found ? &*weights_.found().found : nullptr;
  }
  ui::PixelFrame pixels() const;
  void fill(ui::Frame& frame) const; // the labs' parts, COMPARE's, SCOPE's, PROFILE's and EFFECT's

private:
  bool lab_measures() const { return bench_.measures() || advise_.measures(); }
  void need_free_device() const; // throws UserError while something is measured
  void explain_recorded(const std::optional<fetches::FetchRow>& pointed);

  bool waits_;
  Labs labs_;
  BenchLab bench_;
  AdviseLab advise_;
  ui::TraceFindings trace_;
  std::unique_ptr<fetches::FetchExplainer> explainer_; // of its report
  Language explained_in_ = Language::english;
  PixelDetails details_;
  PixelWeights weights_;
  SettingsReport settings_;
  Comparator comparator_;
  Scope scope_;
  LevelMix levels_;
  bool shows_levels_ = false; // in SCOPE
  LiveProfile profile_;
  WarpView warp_;
  Journal journal_;
};

} // namespace texelscope
