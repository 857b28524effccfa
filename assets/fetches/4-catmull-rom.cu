// Catmull-Rom over 4 x 4 texels: goes through every texel, sharper than
// linear, and overshoots at edges. Set the filter to point.
const float px = (normalized ? x * size.x : x) - 0.5f;
const float py = (normalized ? y * size.y : y) - 0.5f;
const float left = floorf(px), top = floorf(py);

const auto weights = [](float t, float (&w)[4]) {
  w[0] = ((-0.5f * t + 1.0f) * t - 0.5f) * t;
  w[1] = (1.5f * t - 2.5f) * t * t + 1.0f;
  w[2] = ((-1.5f * t + 2.0f) * t + 0.5f) * t;
  w[3] = (0.5f * t - 0.5f) * t * t;
};
float wx[4], wy[4];
weights(px - left, wx);
weights(py - top, wy);

const float sx = normalized ? 1.0f / size.x : 1.0f;
const float sy = normalized ? 1.0f / size.y : 1.0f;
Texel sum = {0, 0, 0, 0};
for (int j = 0; j < 4; ++j)
  for (int i = 0; i < 4; ++i) {
    const Texel t = tex2D<Texel>(tex, (left + i - 0.5f) * sx, (top + j - 0.5f) * sy);
    const float weight = wx[i] * wy[j];
    sum.x += weight * t.x;
    sum.y += weight * t.y;
    sum.z += weight * t.z;
    sum.w += weight * t.w;
  }
return sum;
