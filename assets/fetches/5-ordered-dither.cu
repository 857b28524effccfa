// Four shades a channel: an 8 x 8 Bayer matrix decides, pixel by pixel,
// which of two neighboring shades stands for the value between.
int threshold = 0;
for (int bit = 0; bit < 3; ++bit) {
  const int i = pixel.x >> bit & 1, j = pixel.y >> bit & 1;
  threshold = threshold * 4 + 2 * (i ^ j) + j;
}
const float noise = (threshold + 0.5f) / 64;
const auto dither = [&](float value) { return floorf(value * 3 + noise) / 3; };

const Texel t = tex2D<Texel>(tex, x, y);
return Texel{dither(t.x), dither(t.y), dither(t.z), t.w};
