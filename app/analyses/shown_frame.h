// The frame that is on the screen: the session that was drawn, its texture, the backend, and the result.
#pragma once

#include <memory>

#include "kernels/machines/backend/backend.h"

namespace texelscope {

// Refers to data that the window keeps; valid until its next frame.
struct ShownFrame {
  const Session& session;
  const Effective& effective;
  std::shared_ptr<const Image> image; // the source's, before any kernel wrote
  const FrameResult& result;
  Backend& backend;

  bool on_device() const { return backend.info().kind == BackendKind::cuda; }
};

} // namespace texelscope
