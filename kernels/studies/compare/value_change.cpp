#include "kernels/studies/compare/value_change.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace texelscope {

namespace {
auto place(const ViewSpec& v) {
  return std::tuple(v.center_x, v.center_y, v.span, v.rotation, v.projection, v.yaw, v.pitch, v.tilt);
}

auto shape(const Effective& e) {
  return std::tuple(e.dimension, e.width, e.height, e.result, e.result_format().channels);
}

Picture picture_of(const ShownPicture& shown, int width, int height, std::int64_t frame) {
  Session session = shown.session;
  session.write.frame = frame;
  const auto backend = make_cpu_backend(1);
  backend->frame({session, shown.effective, shown.image, width, height});
  return backend->read_result();
}
} // namespace

bool comparable(const ShownPicture& before, const ShownPicture& after) {
  const auto is_known = [](const ShownPicture& p) {
    return p.image && p.session.fetch.body.empty() && p.session.write.mode != WriteMode::feedback;
  };
  return is_known(before) && is_known(after) && shape(before.effective) == shape(after.effective) &&
         place(before.session.view) == place(after.session.view);
}

ValueChange value_change(const ShownPicture& before, const ShownPicture& after) {
  if (!comparable(before, after)) return {};
  const std::int64_t frame = after.session.write.frame;
  return largest_change(picture_of(before, after.width, after.height, frame),
                        picture_of(after, after.width, after.height, frame));
}

ValueChange largest_change(const Picture& before, const Picture& after) {
  ValueChange change{true, 0, {}};
  const std::size_t channels = std::size_t(after.source.channels);
  for (std::size_t i = 0; i < after.pixels.size(); ++i)
    for (std::size_t c = 0; c < channels; ++c) {
      const double a = shown_value(before.type, before.source, before.pixels[i][c]);
      const double b = shown_value(after.type, after.source, after.pixels[i][c]);
      if (a == b || (std::isnan(a) && std::isnan(b))) continue;
      const double moved = std::abs(a - b);
      if (moved <= change.largest) continue; // false of a NaN
      change.largest = moved;
      change.at = {int(i % std::size_t(after.width)), int(i / std::size_t(after.width))};
      if (std::isnan(moved)) return change;
    }
  return change;
}

} // namespace texelscope
