// A session's fetches, or those that a traced program made of one texture, as a scene.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/text/sentence.h"
#include "kernels/reports/advise/scene.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/trace_report/trace_place.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::advise {

struct StudiedScene {
  Scene scene;
  FetchKind function = FetchKind::plain;
  std::shared_ptr<const Image> image;
  Texture texture; // of the image, as the model fetches from it
  std::vector<Sentence> notes;
};

// The fetches of the session's picture, in blocks of 16 x 16 pixels. Throws UserError for what no choice can
// stand for.
StudiedScene session_scene(const Session& session, const Effective& effective,
                           std::shared_ptr<const Image> image, const std::string& title, int width,
                           int height);

// The fetches of the last recorded launch that fetched of that texture, in the order of its blocks. Throws
// UserError for what no choice can stand for, or FileError.
StudiedScene recorded_scene(const trace::TraceReport& report, const trace::TracePlace& place);

} // namespace texelscope::advise
