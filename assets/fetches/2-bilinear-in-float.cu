// Linear filtering by hand: four point fetches, weighted in float.
// The unit rounds its weights to 8 bits; these keep all 24. Set the
// filter to point, or the unit blends a second time at rounding errors.
const float px = (normalized ? x * size.x : x) - 0.5f;
const float py = (normalized ? y * size.y : y) - 0.5f;
const float left = floorf(px), top = floorf(py);
const float a = px - left, b = py - top;
const float sx = normalized ? 1.0f / size.x : 1.0f;
const float sy = normalized ? 1.0f / size.y : 1.0f;

Texel sum = {0, 0, 0, 0};
for (int j = 0; j < 2; ++j)
  for (int i = 0; i < 2; ++i) {
    const float weight = (i ? a : 1 - a) * (j ? b : 1 - b);
    const Texel t = tex2D<Texel>(tex, (left + i + 0.5f) * sx, (top + j + 0.5f) * sy);
    sum.x += weight * t.x;
    sum.y += weight * t.y;
    sum.z += weight * t.z;
    sum.w += weight * t.w;
  }
return sum;
