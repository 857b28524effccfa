// Pictures of several cells: a sheet of levels and planes, a cube's net, a grid of tilts.
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/fetch_writer.h"

namespace texelscope::program {

void FetchWriter::scale_place(PlaceTerms& p, float s, float t) {
  p.s = f.let(code, "across", f.mul(p.s, s));
  p.t = f.let(code, "along", f.mul(p.t, t));
  p.s_x = f.mul(p.s_x, s), p.s_y = f.mul(p.s_y, s);
  p.t_x = f.mul(p.t_x, t), p.t_y = f.mul(p.t_y, t);
}

// Defines the ints cell_column and cell_row.
void FetchWriter::enter_cell(PlaceTerms& p, int columns, int rows) {
  const auto text = [&](const Term& term) { return f.expression(term); };
  const Term column = f.let(code, "left", f.call("floor", p.s)),
             row = f.let(code, "top", f.call("floor", p.t));
  code.comment(say(Text::export_cells, {std::to_string(columns), std::to_string(rows)}));
  p.s = f.let(code, "u", f.fma(f.sub(p.s, column), 1.1875f, -0.09375f));
  p.t = f.let(code, "v", f.fma(f.sub(p.t, row), 1.1875f, -0.09375f));
  for (Term* change : {&p.s_x, &p.s_y, &p.t_x, &p.t_y})
    *change = f.mul(*change, 1.1875f);
  std::vector<std::string> inside;
  const std::pair<Term, float> ranges[] = {
      {column, float(columns)}, {row, float(rows)}, {p.s, 1.0f}, {p.t, 1.0f}};
  for (const auto& [of, end] : ranges)
    inside.insert(inside.end(), {text(of) + " >= " + text(0.0f), text(of) + " < " + text(end)});
  give_up(f.no(f.all(inside)));
  f.let_int(code, "cell_column", f.whole(column));
  f.let_int(code, "cell_row", f.whole(row));
}

void FetchWriter::face_function() {
  const bool cuda = f.language == Language::cuda, wgsl = f.language == Language::wgsl;
  Code helper(0, layout(f.language));
  helper.comment(text(Text::export_on_face));
  if (f.language == Language::python) {
    helper.lines(R"(def on_face(face, s, t, forward):
    axes = ((forward, -forward, s, s, s, -s), (-t, -t, forward, -forward, -t, -t), (-s, s, t, -t, forward, -forward))
    return [np.choose(face, directions) for directions in axes])");
    out.functions = helper.text();
    return;
  }
  helper.open(cuda   ? "__device__ float3 on_face(int face, float s, float t, float forward) {"
              : wgsl ? "fn on_face(face: i32, s: f32, t: f32, forward: f32) -> vec3f {"
                     : "vec3 on_face(int face, float s, float t, float forward) {");
  helper.line(wgsl ? "switch face {" : "switch (face) {");
  static const std::vector<std::string> directions[] = {{"forward", "-t", "-s"}, {"-forward", "-t", "s"},
                                                        {"s", "forward", "t"},   {"s", "-forward", "-t"},
                                                        {"s", "-t", "forward"},  {"-s", "-t", "-forward"}};
  for (int face = 0; face < 6; ++face) {
    const std::string label = face == 5 ? std::string("default") : "case " + std::to_string(face);
    helper.line(label + ": " + (wgsl ? "{ " : "") + "return " + f.vector(directions[face]) + ";" +
                (wgsl ? " }" : ""));
  }
  helper.line("}");
  helper.close();
  out.functions = helper.text();
}

// Corresponds to rules::set_plane_point() of a cube: `face` is an int; `p` lies within it.
void FetchWriter::set_face_point(const std::string& face, const PlaceTerms& p) {
  face_function();
  const bool python = f.language == Language::python;
  const auto vector = [&](const std::string& name, const Term& s, const Term& t, float forward) {
    const char* type = f.language == Language::cuda   ? "const float3 "
                       : f.language == Language::glsl ? "vec3 "
                       : python                       ? ""
                                                      : "let ";
    code.line(type + name + " = on_face(" + face + ", " + f.expression(s) + ", " + f.expression(t) + ", " +
              literal(forward, f.language) + (python ? ")" : ");"));
    const auto part = [&](const char* axis, const char* index) {
      return Term(name + (python ? index : axis));
    };
    return std::array<Term, 3>{part(".x", "[0]"), part(".y", "[1]"), part(".z", "[2]")};
  };
  out.at = vector("direction", f.fma(2.0f, p.s, -1.0f), f.fma(2.0f, p.t, -1.0f), 1);
  if (!grad) return;
  std::array<Term, 3> dx = {0.0f, 0.0f, 0.0f}, dy = dx;
  if (!v.given_gradients) {
    dx = vector("right", f.mul(2.0f, p.s_x), f.mul(2.0f, p.t_x), 0);
    dy = vector("down", f.mul(2.0f, p.s_y), f.mul(2.0f, p.t_y), 0);
  }
  set_gradient(dx, dy);
}

void FetchWriter::sheet() {
  PlaceTerms p = place();
  scale_place(p, float(v.columns), float(v.rows));
  enter_cell(p, v.columns, v.rows);
  std::vector<std::string> planes(std::size_t(v.level_count));
  for (std::size_t i = 0; i < planes.size(); ++i)
    planes[i] = std::to_string(v.planes[i]);
  f.let_array(code, "planes", planes, false);
  f.variable_int(code, "plane", "cell_row * " + std::to_string(v.columns) + " + cell_column");
  const std::string levels = std::to_string(v.level_count);
  if (f.language == Language::python) {
    code.line("level = np.searchsorted(np.cumsum(planes), plane, side=\"right\")");
    give_up("level == " + levels);
    code.line("level = np.where(empty, 0, level)");
    code.line("plane = np.where(empty, 0, plane - (np.cumsum(planes) - planes)[level])");
  } else {
    f.variable_int(code, "level", "0");
    code.open("while (level < " + levels + " && plane >= planes[level]) {");
    code.line("plane -= planes[level];");
    code.line("level += 1;");
    code.close();
    give_up("level == " + levels);
  }
  const bool cube = is_cube(v.dimension);
  if (cube) {
    set_face_point("plane % 6", p);
  } else {
    const Term third = f.div(f.add(Term(f.real("plane")), 0.5f), Term(f.real("planes[level]")));
    set_plane_point(p.s, p.t, third, p);
  }
  out.layer = !cube ? "plane" : f.language == Language::python ? "plane // 6" : "plane / 6";
  out.lod = f.real("level");
}

void FetchWriter::net() {
  PlaceTerms p = place();
  scale_place(p, 4, 4);
  p.t = f.let(code, "below", f.sub(p.t, 0.5f));
  enter_cell(p, 4, 3);
  give_up(f.all({"cell_row != 1", "cell_column != 1"}));
  code.comment(text(Text::export_net));
  const bool wgsl = f.language == Language::wgsl, python = f.language == Language::python;
  f.let_array(code, "middle", {"1", "4", "0", "5"}, false);
  f.let_int(code, "face",
            python ? "np.where(cell_row == 1, middle[cell_column], np.where(cell_row == 0, 2, 3))"
            : wgsl ? "select(select(3, 2, cell_row == 0), middle[cell_column], cell_row == 1)"
                   : "cell_row == 1 ? middle[cell_column] : cell_row == 0 ? 2 : 3");
  set_face_point("face", p);
}

void FetchWriter::grid() {
  const auto literals = [&](const float(&values)[FetchView::grid_side]) {
    std::vector<std::string> all;
    for (const float value : values)
      all.push_back(literal(value, f.language));
    return all;
  };
  PlaceTerms p = place();
  scale_place(p, FetchView::grid_side, FetchView::grid_side);
  enter_cell(p, FetchView::grid_side, FetchView::grid_side);
  f.let_array(code, "cosines", literals(v.cosine), true);
  f.let_array(code, "sines", literals(v.sine), true);
  const Term cosine = f.let(code, "cosine", Term("cosines[cell_row]"));
  const Term sine = f.let(code, "sine", Term("sines[cell_row]"));
  const std::string shift = f.language == Language::wgsl ? "1 << u32(cell_column)" : "1 << cell_column";
  tilted(p, cosine, sine, f.let(code, "scale", Term(f.real(shift))));
}

} // namespace texelscope::program
