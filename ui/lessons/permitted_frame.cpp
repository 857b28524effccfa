#include "ui/lessons/permitted_frame.h"

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
// Only the places of the pins remain.
PixelFrame without_values(const PixelFrame& pixels) {
  PixelFrame places;
  places.pins = pixels.pins;
  for (ShownPin& pin : places.pins)
    pin.value.clear();
  return places;
}
} // namespace

PermittedFrame::PermittedFrame(const Frame& all, const LessonState& state) : whole(all) {
  if (whole.lessons == nullptr || !hides_answer(*whole.lessons, state)) return;
  without_notes.effective = whole.resolution->effective;
  silent = whole;
  silent->hides_answer = true;
  silent->resolution = &without_notes;
  silent->pixels = without_values(whole.pixels);
  silent->settings = nullptr;
  silent->compare = nullptr;
  silent->scope = nullptr;
  silent->profile = nullptr;
  silent->warp = nullptr;
}

const char* hidden_why(const Context& ui) {
  return text(ui.state.lesson.bug >= 0 ? Text::bug_hides : Text::lesson_hides);
}

void telling_panel(Context& ui, const Area& area, const char* name, Text title,
                   void (*panel)(Context&, const Area&)) {
  if (!ui.frame.hides_answer) return panel(ui, area);
  begin_panel(ui, name, area, title);
  paragraph(ui, ui.color().dim, hidden_why(ui), std::string(name) + ".hidden");
  end_panel();
}

} // namespace texelscope::ui
