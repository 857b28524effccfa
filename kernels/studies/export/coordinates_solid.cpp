// A cube seen as a sphere, and tilted planes.
#include "kernels/studies/export/fetch_writer.h"

namespace texelscope::program {

void FetchWriter::sphere() {
  const PlaceTerms p = place();
  const Term a = f.let(code, "a", f.fma(2.0f, p.s, -1.0f)), b = f.let(code, "b", f.fma(-2.0f, p.t, 1.0f));
  const Term rest = f.let(code, "rest", f.fma(f.neg(a), a, f.fma(f.neg(b), b, 1.0f)));
  give_up(f.no(f.expression(rest) + " > " + literal(0, f.language)));
  const Term c = f.let(code, "c", f.call("sqrt", rest));
  const Term a_x = f.mul(2.0f, p.s_x), a_y = f.mul(2.0f, p.s_y), b_x = f.mul(-2.0f, p.t_x),
             b_y = f.mul(-2.0f, p.t_y);
  std::array<Term, 3> dx = {0.0f, 0.0f, 0.0f}, dy = dx;
  if (grad && !v.given_gradients) {
    const auto grows = [&](const Term& a_by, const Term& b_by) {
      return f.div(f.neg(f.fma(a, a_by, f.mul(b, b_by))), c);
    };
    const Term c_x = f.let(code, "c_right", grows(a_x, b_x)), c_y = f.let(code, "c_down", grows(a_y, b_y));
    for (std::size_t i = 0; i < 3; ++i) {
      const float* row = v.turn + 3 * i;
      dx[i] = f.fma(row[0], a_x, f.fma(row[1], b_x, f.mul(row[2], c_x)));
      dy[i] = f.fma(row[0], a_y, f.fma(row[1], b_y, f.mul(row[2], c_y)));
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const float* row = v.turn + 3 * i;
    set_at(i, f.fma(row[0], a, f.fma(row[1], b, f.mul(row[2], c))));
  }
  set_gradient(dx, dy);
}

void FetchWriter::tilted(const PlaceTerms& p, const Term& cosine, const Term& sine, const Term& scale) {
  const Term near = f.let(code, "near", f.mul(v.distance, cosine));
  const Term a = f.let(code, "a", f.sub(p.s, 0.5f)), b = f.let(code, "b", f.sub(0.5f, p.t));
  const Term depth = f.let(code, "depth", f.fma(f.neg(b), sine, near));
  if (!depth.value) give_up(f.no(f.expression(depth) + " > " + literal(0.001f, f.language)));
  const Term x = f.let(code, "across_plane", f.div(f.mul(a, near), depth));
  const Term y = f.let(code, "up_plane", f.div(f.mul(b, v.distance), depth));
  const Term b_x = f.neg(p.t_x), b_y = f.neg(p.t_y);
  PlaceTerms change;
  if (grad && !v.given_gradients) {
    const auto over = [&](const Term& sum) { return f.mul(f.div(sum, depth), scale); };
    change.s_x = over(f.fma(f.mul(x, sine), b_x, f.mul(p.s_x, near)));
    change.s_y = over(f.fma(f.mul(x, sine), b_y, f.mul(p.s_y, near)));
    change.t_x = f.neg(over(f.fma(f.mul(y, sine), b_x, f.mul(b_x, v.distance))));
    change.t_y = f.neg(over(f.fma(f.mul(y, sine), b_y, f.mul(b_y, v.distance))));
  }
  set_plane_point(f.fma(x, scale, 0.5f), f.fma(f.neg(y), scale, 0.5f), 0.0f, change);
}

} // namespace texelscope::program
