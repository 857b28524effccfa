// The nearest texel from one gather a channel: tex2Dgather returns the
// 2 x 2 texels that a linear fetch would blend, and the larger weights
// choose. Needs a texture in an array.
const float px = (normalized ? x * size.x : x) - 0.5f;
const float py = (normalized ? y * size.y : y) - 0.5f;
const bool right = px - floorf(px) >= 0.5f, low = py - floorf(py) >= 0.5f;

// Counter-clockwise from the left lower texel: w is at the left top.
const auto nearest = [&](Texel four) {
  return low ? (right ? four.y : four.x) : (right ? four.z : four.w);
};
return Texel{nearest(tex2Dgather<Texel>(tex, x, y, 0)), nearest(tex2Dgather<Texel>(tex, x, y, 1)),
             nearest(tex2Dgather<Texel>(tex, x, y, 2)), nearest(tex2Dgather<Texel>(tex, x, y, 3))};
