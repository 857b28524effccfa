// The frame that is on the screen: what was drawn, from which texture, by which machine, and its result.
#pragma once

#include <memory>

#include "kernels/backend/backend.h"

namespace texelscope {

// Refers to what the window keeps; valid until its next frame.
struct ShownFrame {
  const Session& session;
  const Effective& effective;
  std::shared_ptr<const Image> image; // the source's, before any kernel wrote
  const FrameResult& result;
  Backend& backend;

  bool on_device() const { return backend.info().kind == BackendKind::cuda; }
};

} // namespace texelscope
