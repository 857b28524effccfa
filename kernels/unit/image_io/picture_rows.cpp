#include "kernels/unit/image_io/picture_rows.h"

#include <vector>

namespace texelscope {

ColorRows colors_of(const PictureRows& picture, const ViewSpec& view) {
  return {picture.width, picture.height, [&](const BandSink<ColorRows::Band>& sink) {
            std::vector<std::uint8_t> rgba;
            int row = 0;
            picture.bands([&](const Picture& band) {
              if (band.pixels.empty()) return;
              rgba.resize(band.pixels.size() * 4);
              tone_map(PictureView{band.width, band.height, band.type, band.source,
                                   band.pixels.front().data(), row},
                       view, rgba.data());
              row += band.height;
              sink(rgba);
            });
          }};
}

} // namespace texelscope
