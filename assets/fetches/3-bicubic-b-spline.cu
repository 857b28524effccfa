// A cubic B-spline over 4 x 4 texels by four linear fetches: each lies
// between two texels so that the unit's blend has the spline's weights.
// Set the filter to linear. Smooth, and it blurs.
const float px = (normalized ? x * size.x : x) - 0.5f;
const float py = (normalized ? y * size.y : y) - 0.5f;
const float left = floorf(px), top = floorf(py);

// Where the two fetches of an axis lie, from the texel at `left`, and
// the share of the second one.
const auto spline = [](float t, float& first, float& second, float& share) {
  const float u = 1 - t, sixth = 1.0f / 6;
  const float w0 = u * u * u * sixth;
  const float w1 = (4 - 6 * t * t + 3 * t * t * t) * sixth;
  const float w3 = t * t * t * sixth;
  const float w2 = 1 - w0 - w1 - w3;
  first = w1 / (w0 + w1) - 1;
  second = w3 / (w2 + w3) + 1;
  share = w2 + w3;
};
float x0, x1, ax, y0, y1, ay;
spline(px - left, x0, x1, ax);
spline(py - top, y0, y1, ay);

const float sx = normalized ? 1.0f / size.x : 1.0f;
const float sy = normalized ? 1.0f / size.y : 1.0f;
const auto fetch = [&](float dx, float dy) {
  return tex2D<Texel>(tex, (left + 0.5f + dx) * sx, (top + 0.5f + dy) * sy);
};
const auto mix = [](Texel p, Texel q, float share) {
  return Texel{p.x + share * (q.x - p.x), p.y + share * (q.y - p.y),
               p.z + share * (q.z - p.z), p.w + share * (q.w - p.w)};
};
return mix(mix(fetch(x0, y0), fetch(x1, y0), ax),
           mix(fetch(x0, y1), fetch(x1, y1), ax), ay);
