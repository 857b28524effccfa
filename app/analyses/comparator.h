// Computes the window's comparison beside the frame loop, and keeps the states that were pinned.
//
// Belongs to the thread whose OpenGL context is current. It costs nothing while it is off.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/analyses/shown_frame.h"
#include "kernels/ground/files/latest.h"
#include "kernels/studies/sources/requested_values.h"
#include "ui/frame/compare.h"
#include "ui/gl/gl_objects.h"

namespace texelscope {

class Comparator {
public:
  // Called once a frame, also while nothing is compared. Changes under one number count as one: what was
  // shown before it stays to be compared with.
  void remember(const ShownFrame& frame, std::uint64_t change);
  // Called once a frame: takes what is done, and starts what is requested and not known. `frame` null: there
  // is no picture. `wait`: waits until the comparison is known.
  void update(const ui::CompareChoice& choice, const ShownFrame* frame, bool wait);
  int pin(const ShownFrame& frame); // its number
  const ui::CompareFindings& findings() const { return found; }

private:
  // What the values of one side depend on. The rest of the key is common to both.
  struct SideKey {
    ui::ComparedChoice choice;
    Session session; // except for what only colors it
    int width = 0, height = 0;
    const Image* image = nullptr;
    BackendKind backend = BackendKind::cpu;
    std::int64_t steps_left = 0; // of a feedback that catches up
    std::string reference;
    bool operator==(const SideKey&) const = default;
  };
  struct Key {
    std::array<SideKey, 2> sides;
    ui::CompareMode mode = ui::CompareMode::off;
    Region region;
    ViewSpec view;
    bool operator==(const Key&) const = default;
  };
  struct Pin {
    int number;
    Session session;
    std::shared_ptr<const Image> texels;
  };
  // A state to compare with later; without texels if kernels wrote to them.
  struct State {
    std::uint64_t change = 0;
    Session session;
    std::shared_ptr<const Image> texels;
  };
  // A side as requested, and its outcome.
  struct Side {
    std::string name;                    // what it has and the other has not; may be empty
    std::optional<ValueRequest> request; // nothing: `values` and `found` are known
    std::shared_ptr<const Values> values;
    ui::ComparedSide found;
  };
  struct Done {
    std::array<Side, 2> sides;
    ui::CompareFound found;
    std::array<std::vector<std::uint8_t>, 2> colors;
    std::vector<std::uint8_t> map;
  };

  SideKey side_key(const ui::CompareChoice& choice, std::size_t side, const ShownFrame& frame) const;
  void start(const Key& key, const ShownFrame& frame);
  Side prepare(const SideKey& key, const ShownFrame& frame);
  void stop_if_outdated(const Key& key);
  void take(bool wait);
  const Pin* find_pin(int number) const;
  void look_back(SideKey& key, const Session& session, const Image* texels) const;
  std::shared_ptr<const Image> texels_of(const ShownFrame& frame) const;
  static Done run(Done requested, const Key& key, GlSampler& opengl, const std::stop_token& stop);

  ui::CompareFindings found;
  std::deque<Pin> pins;
  std::optional<State> now, before; // `before` is null if nothing has changed the picture yet
  int last_pin = 0;
  std::array<Side, 2> known_sides; // of the newest result
  std::array<ui::UploadedColors, 2> pictures;
  ui::UploadedColors map;
  std::chrono::steady_clock::time_point started;
  GlSampler opengl;
  Latest<Key, std::shared_ptr<Done>> latest; // last: its thread ends before the rest
};

} // namespace texelscope
