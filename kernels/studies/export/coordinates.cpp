#include "kernels/studies/export/coordinates.h"

#include "kernels/studies/export/fetch_writer.h"

namespace texelscope::program {

FetchCode FetchWriter::run() {
  out.layer = std::to_string(v.layer);
  out.lod = literal(v.lod, f.language);
  switch (v.projection) {
  case Projection::flat:
    flat();
    break;
  case Projection::sheet:
    sheet();
    break;
  case Projection::net:
    net();
    break;
  case Projection::sphere:
    sphere();
    break;
  case Projection::tilted:
    tilted(place(), v.cosine[0], v.sine[0], 1.0f);
    break;
  case Projection::grid:
    grid();
    break;
  }
  out.statements = pixel() + code.text();
  return std::move(out);
}

// The names that the statements use of it.
std::string FetchWriter::pixel() const {
  Code first(0, layout(f.language));
  if (code.text().find("px") != std::string::npos)
    f.let(first, "px", f.add(Term(f.real("column")), v.offset));
  if (code.text().find("py") != std::string::npos) f.let(first, "py", f.add(Term(f.real("row")), v.offset));
  return first.text();
}

Term FetchWriter::affine(int i) const {
  return f.fma(Term("px"), v.right[i], f.fma(Term("py"), v.down[i], v.origin[i]));
}

PlaceTerms FetchWriter::place() {
  PlaceTerms p;
  p.s = f.let(code, "s", affine(0));
  p.t = f.let(code, "t", affine(1));
  p.s_x = v.right[0], p.s_y = v.down[0], p.t_x = v.right[1], p.t_y = v.down[1];
  return p;
}

void FetchWriter::give_up(const std::string& condition) {
  if (f.language == Language::python) return code.line("empty = empty | (" + condition + ")");
  code.open("if (" + condition + ") {");
  code.lines(nothing);
  code.close();
}

void FetchWriter::set_at(std::size_t axis, const Term& value) {
  out.at[axis] = f.let(code, std::string(1, "xyz"[axis]), value);
}

void FetchWriter::set_gradient(const std::array<Term, 3>& dx, const std::array<Term, 3>& dy) {
  if (!grad) return;
  const Term scale = v.given_gradients ? 1.0f : v.gradient_scale;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    out.dx[i] = f.let(code, axis + "_right", f.mul(v.given_gradients ? Term(v.dx[i]) : dx[i], scale));
    out.dy[i] = f.let(code, axis + "_down", f.mul(v.given_gradients ? Term(v.dy[i]) : dy[i], scale));
  }
}

void FetchWriter::flat() {
  for (int i = 0; i < axis_count(v.dimension); ++i)
    if (v.slab == Slab::off || i != v.slab_axis) set_at(std::size_t(i), affine(i));
  if (v.function == FetchKind::texel) texel();
  set_gradient({v.right[0], v.right[1], v.right[2]}, {v.down[0], v.down[1], v.down[2]});
}

void FetchWriter::texel() {
  const Term count = float(v.index_count);
  f.let(code, "index", f.call("floor", f.mul(out.at[0], count)));
  const std::string far = literal(1e9f, f.language);
  const std::string inside = f.all({"index >= -" + far, "index <= " + far});
  if (f.language == Language::python)
    f.let_int(code, "texel", "np.where(" + inside + ", index, -1).astype(np.int32)");
  else if (f.language == Language::wgsl)
    f.let_int(code, "texel", "select(-1, i32(index), " + inside + ")");
  else
    f.let_int(code, "texel", inside + " ? int(index) : -1");
  out.texel = "texel";
}

void FetchWriter::set_plane_point(const Term& u, const Term& w, const Term& third, const PlaceTerms& change) {
  set_at(0, f.mul(u, v.size[0]));
  if (!is_1d(v.dimension)) set_at(1, f.mul(w, v.size[1]));
  if (v.dimension == Dimension::d3) set_at(2, f.mul(third, v.size[2]));
  set_gradient({f.mul(change.s_x, v.size[0]), f.mul(change.t_x, v.size[1]), 0.0f},
               {f.mul(change.s_y, v.size[0]), f.mul(change.t_y, v.size[1]), 0.0f});
}

int axis_count(Dimension dimension) {
  return is_1d(dimension) ? 1 : dimension == Dimension::d3 || is_cube(dimension) ? 3 : 2;
}

FetchCode fetch_code(const FetchView& view, Language language, const std::string& nothing) {
  return FetchWriter(view, language, nothing).run();
}

} // namespace texelscope::program
