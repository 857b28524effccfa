#include "app/export/coordinates.h"

#include "kernels/texts.h"

namespace texelscope::program {

namespace {
// As rules::Place.
struct PlaceTerms {
  Term s = 0.0f, t = 0.0f, s_x = 0.0f, s_y = 0.0f, t_x = 0.0f, t_y = 0.0f;
};

// Follows rules::pixel_fetch() step by step: the same operations in the same order.
class Writer {
public:
  Writer(const FetchView& view, Language language, const std::string& empty)
      : v(view), f(language), nothing(empty), grad(view.function == FetchKind::grad) {}

  FetchCode run() {
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

private:
  // What the statements use of it.
  std::string pixel() const {
    Code first;
    if (code.text().find("px") != std::string::npos) f.let(first, "px", f.add(Term(f.real("column")), v.offset));
    if (code.text().find("py") != std::string::npos) f.let(first, "py", f.add(Term(f.real("row")), v.offset));
    return first.text();
  }

  Term affine(int i) { return f.fma(Term("px"), v.right[i], f.fma(Term("py"), v.down[i], v.origin[i])); }

  PlaceTerms place() {
    PlaceTerms p;
    p.s = f.let(code, "s", affine(0));
    p.t = f.let(code, "t", affine(1));
    p.s_x = v.right[0], p.s_y = v.down[0], p.t_x = v.right[1], p.t_y = v.down[1];
    return p;
  }

  void give_up(const std::string& condition) {
    code.open("if (" + condition + ") {");
    code.lines(nothing);
    code.close();
  }

  void set_gradient(const std::array<Term, 3>& dx, const std::array<Term, 3>& dy) {
    if (!grad) return;
    const Term scale = v.given_gradients ? 1.0f : v.gradient_scale;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string axis(1, "xyz"[i]);
      out.dx[i] = f.let(code, axis + "_right", f.mul(v.given_gradients ? Term(v.dx[i]) : dx[i], scale));
      out.dy[i] = f.let(code, axis + "_down", f.mul(v.given_gradients ? Term(v.dy[i]) : dy[i], scale));
    }
  }

  void set_at(std::size_t axis, const Term& value) {
    out.at[axis] = f.let(code, std::string(1, "xyz"[axis]), value);
  }

  void flat() {
    const int axes = is_1d(v.dimension) ? 1 : v.dimension == Dimension::d3 || is_cube(v.dimension) ? 3 : 2;
    for (int i = 0; i < axes; ++i)
      if (v.slab == Slab::off || i != v.slab_axis) set_at(std::size_t(i), affine(i));
    if (v.function == FetchKind::texel) texel();
    set_gradient({v.right[0], v.right[1], v.right[2]}, {v.down[0], v.down[1], v.down[2]});
  }

  void texel() {
    const Term count = float(v.index_count);
    f.let(code, "index", f.call("floor", f.mul(out.at[0], count)));
    const std::string far = literal(1e9f, f.language);
    const std::string inside = "index >= -" + far + " && index <= " + far;
    if (f.language == Language::wgsl)
      f.let_int(code, "texel", "select(-1, i32(index), " + inside + ")");
    else
      f.let_int(code, "texel", inside + " ? int(index) : -1");
    out.texel = "texel";
  }

  void scale_place(PlaceTerms& p, float s, float t) {
    p.s = f.let(code, "across", f.mul(p.s, s));
    p.t = f.let(code, "along", f.mul(p.t, t));
    p.s_x = f.mul(p.s_x, s), p.s_y = f.mul(p.s_y, s);
    p.t_x = f.mul(p.t_x, t), p.t_y = f.mul(p.t_y, t);
  }

  // Leaves the ints cell_column and cell_row behind.
  void enter_cell(PlaceTerms& p, int columns, int rows) {
    const auto text = [&](const Term& term) { return f.words(term); };
    const Term column = f.let(code, "left", f.call("floor", p.s)), row = f.let(code, "top", f.call("floor", p.t));
    code.comment(say(Text::export_cells, {std::to_string(columns), std::to_string(rows)}));
    p.s = f.let(code, "u", f.fma(f.sub(p.s, column), 1.1875f, -0.09375f));
    p.t = f.let(code, "v", f.fma(f.sub(p.t, row), 1.1875f, -0.09375f));
    for (Term* change : {&p.s_x, &p.s_y, &p.t_x, &p.t_y})
      *change = f.mul(*change, 1.1875f);
    const auto range = [&](const Term& of, const Term& end) {
      return text(of) + " >= " + text(0.0f) + " && " + text(of) + " < " + text(end);
    };
    give_up("!(" + range(column, float(columns)) + " && " + range(row, float(rows)) + " && " + range(p.s, 1.0f) +
            " && " + range(p.t, 1.0f) + ")");
    f.let_int(code, "cell_column", f.whole(column));
    f.let_int(code, "cell_row", f.whole(row));
  }

  void face_function() {
    const bool cuda = f.language == Language::cuda, wgsl = f.language == Language::wgsl;
    const std::string make = cuda ? "make_float3(" : wgsl ? "vec3f(" : "vec3(";
    Code helper;
    helper.comment(text(Text::export_on_face));
    helper.open(cuda   ? "__device__ float3 on_face(int face, float s, float t, float forward) {"
                : wgsl ? "fn on_face(face: i32, s: f32, t: f32, forward: f32) -> vec3f {"
                       : "vec3 on_face(int face, float s, float t, float forward) {");
    helper.line(wgsl ? "switch face {" : "switch (face) {");
    static constexpr const char* directions[] = {"forward, -t, -s", "-forward, -t, s", "s, forward, t",
                                                 "s, -forward, -t", "s, -t, forward",  "-s, -t, -forward"};
    for (int face = 0; face < 6; ++face) {
      const std::string label = face == 5 ? std::string("default") : "case " + std::to_string(face);
      helper.line(label + ": " + (wgsl ? "{ " : "") + "return " + make + directions[face] + ");" + (wgsl ? " }" : ""));
    }
    helper.line("}");
    helper.close();
    out.functions = helper.text();
  }

  // As rules::set_plane_point() of a cube: `face`, an int; `p` within it.
  void set_face_point(const std::string& face, const PlaceTerms& p) {
    face_function();
    const auto vector = [&](const std::string& name, const Term& s, const Term& t, const char* forward) {
      const char* type = f.language == Language::cuda ? "const float3 " : f.language == Language::glsl ? "vec3 " : "let ";
      code.line(type + name + " = on_face(" + face + ", " + f.words(s) + ", " + f.words(t) + ", " + forward + ");");
      return std::array<Term, 3>{Term(name + ".x"), Term(name + ".y"), Term(name + ".z")};
    };
    out.at = vector("direction", f.fma(2.0f, p.s, -1.0f), f.fma(2.0f, p.t, -1.0f), "1.0f");
    if (!grad) return;
    std::array<Term, 3> dx = {0.0f, 0.0f, 0.0f}, dy = dx;
    if (!v.given_gradients) {
      dx = vector("right", f.mul(2.0f, p.s_x), f.mul(2.0f, p.t_x), "0.0f");
      dy = vector("down", f.mul(2.0f, p.s_y), f.mul(2.0f, p.t_y), "0.0f");
    }
    set_gradient(dx, dy);
  }

  void set_plane_point(const Term& u, const Term& w, const Term& third, const PlaceTerms& change) {
    set_at(0, f.mul(u, v.size[0]));
    if (!is_1d(v.dimension)) set_at(1, f.mul(w, v.size[1]));
    if (v.dimension == Dimension::d3) set_at(2, f.mul(third, v.size[2]));
    set_gradient({f.mul(change.s_x, v.size[0]), f.mul(change.t_x, v.size[1]), 0.0f},
                 {f.mul(change.s_y, v.size[0]), f.mul(change.t_y, v.size[1]), 0.0f});
  }

  void let_variable(const std::string& name, const std::string& value) {
    code.line((f.language == Language::wgsl ? "var " : "int ") + name + " = " + value + ";");
  }

  std::string plane_table() {
    std::string list;
    for (int i = 0; i < v.level_count; ++i)
      list += (i ? ", " : "") + std::to_string(v.planes[i]);
    const std::string count = std::to_string(v.level_count);
    if (f.language == Language::wgsl) return "var planes = array<i32, " + count + ">(" + list + ");";
    if (f.language == Language::glsl) return "const int planes[" + count + "] = int[" + count + "](" + list + ");";
    return "const int planes[] = {" + list + "};";
  }

  void sheet() {
    PlaceTerms p = place();
    scale_place(p, float(v.columns), float(v.rows));
    enter_cell(p, v.columns, v.rows);
    code.line(plane_table());
    let_variable("plane", "cell_row * " + std::to_string(v.columns) + " + cell_column");
    let_variable("level", "0");
    const std::string levels = std::to_string(v.level_count);
    code.open("while (level < " + levels + " && plane >= planes[level]) {");
    code.line("plane -= planes[level];");
    code.line("level += 1;");
    code.close();
    give_up("level == " + levels);
    const bool cube = is_cube(v.dimension);
    if (cube) {
      set_face_point("plane % 6", p);
    } else {
      const Term third = f.div(f.add(Term(f.real("plane")), 0.5f), Term(f.real("planes[level]")));
      set_plane_point(p.s, p.t, third, p);
    }
    out.layer = cube ? "plane / 6" : "plane";
    out.lod = f.real("level");
  }

  void net() {
    PlaceTerms p = place();
    scale_place(p, 4, 4);
    p.t = f.let(code, "below", f.sub(p.t, 0.5f));
    enter_cell(p, 4, 3);
    give_up("cell_row != 1 && cell_column != 1");
    code.comment(text(Text::export_net));
    const bool wgsl = f.language == Language::wgsl;
    code.line(wgsl                           ? "var middle = array<i32, 4>(1, 4, 0, 5);"
              : f.language == Language::glsl ? "const int middle[4] = int[4](1, 4, 0, 5);"
                                             : "const int middle[] = {1, 4, 0, 5};");
    f.let_int(code, "face",
              wgsl ? "select(select(3, 2, cell_row == 0), middle[cell_column], cell_row == 1)"
                   : "cell_row == 1 ? middle[cell_column] : cell_row == 0 ? 2 : 3");
    set_face_point("face", p);
  }

  void sphere() {
    const PlaceTerms p = place();
    const Term a = f.let(code, "a", f.fma(2.0f, p.s, -1.0f)), b = f.let(code, "b", f.fma(-2.0f, p.t, 1.0f));
    const Term rest = f.let(code, "rest", f.fma(f.neg(a), a, f.fma(f.neg(b), b, 1.0f)));
    give_up("!(" + f.words(rest) + " > " + literal(0, f.language) + ")");
    const Term c = f.let(code, "c", f.call("sqrt", rest));
    const Term a_x = f.mul(2.0f, p.s_x), a_y = f.mul(2.0f, p.s_y), b_x = f.mul(-2.0f, p.t_x), b_y = f.mul(-2.0f, p.t_y);
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

  void tilted(const PlaceTerms& p, const Term& cosine, const Term& sine, const Term& scale) {
    const Term near = f.let(code, "near", f.mul(v.distance, cosine));
    const Term a = f.let(code, "a", f.sub(p.s, 0.5f)), b = f.let(code, "b", f.sub(0.5f, p.t));
    const Term depth = f.let(code, "depth", f.fma(f.neg(b), sine, near));
    if (!depth.value) give_up("!(" + f.words(depth) + " > " + literal(0.001f, f.language) + ")");
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

  std::string table(const std::string& name, const float* values) {
    std::string list;
    for (int i = 0; i < FetchView::grid_side; ++i)
      list += (i ? ", " : "") + literal(values[i], f.language);
    if (f.language == Language::wgsl) return "var " + name + " = array<f32, 4>(" + list + ");";
    if (f.language == Language::glsl) return "const float " + name + "[4] = float[4](" + list + ");";
    return "const float " + name + "[] = {" + list + "};";
  }

  void grid() {
    PlaceTerms p = place();
    scale_place(p, FetchView::grid_side, FetchView::grid_side);
    enter_cell(p, FetchView::grid_side, FetchView::grid_side);
    code.line(table("cosines", v.cosine));
    code.line(table("sines", v.sine));
    const Term cosine = f.let(code, "cosine", Term("cosines[cell_row]"));
    const Term sine = f.let(code, "sine", Term("sines[cell_row]"));
    const std::string shift = f.language == Language::wgsl ? "1 << u32(cell_column)" : "1 << cell_column";
    tilted(p, cosine, sine, f.let(code, "scale", Term(f.real(shift))));
  }

  const FetchView& v;
  const Formula f;
  const std::string& nothing;
  const bool grad;
  Code code;
  FetchCode out;
};
} // namespace

FetchCode fetch_code(const FetchView& view, Language language, const std::string& nothing) {
  return Writer(view, language, nothing).run();
}

} // namespace texelscope::program
