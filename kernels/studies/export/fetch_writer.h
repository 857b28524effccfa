// Internal to coordinates: follows rules::pixel_fetch() step by step, the same operations in the same order.
#pragma once

#include "kernels/studies/export/coordinates.h"

namespace texelscope::program {

// Corresponds to rules::ViewPosition.
struct PlaceTerms {
  Term s = 0.0f, t = 0.0f, s_x = 0.0f, s_y = 0.0f, t_x = 0.0f, t_y = 0.0f;
};

class FetchWriter {
public:
  FetchWriter(const FetchView& view, Language language, const std::string& empty)
      : v(view), f(language), nothing(empty), grad(view.function == FetchKind::grad),
        code(0, layout(language)) {}

  FetchCode run();

private:
  std::string pixel() const;
  Term affine(int i) const;
  PlaceTerms place();
  void give_up(const std::string& condition);
  void set_at(std::size_t axis, const Term& value);
  void set_gradient(const std::array<Term, 3>& dx, const std::array<Term, 3>& dy);
  void flat();
  void texel();
  void set_plane_point(const Term& u, const Term& w, const Term& third, const PlaceTerms& change);

  void scale_place(PlaceTerms& p, float s, float t);
  void enter_cell(PlaceTerms& p, int columns, int rows);
  void face_function();
  void set_face_point(const std::string& face, const PlaceTerms& p);
  void sheet();
  void net();
  void grid();

  void sphere();
  void tilted(const PlaceTerms& p, const Term& cosine, const Term& sine, const Term& scale);

  const FetchView& v;
  const Formula f;
  const std::string& nothing;
  const bool grad;
  Code code;
  FetchCode out;
};

} // namespace texelscope::program
