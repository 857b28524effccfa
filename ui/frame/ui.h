// The window's contents: free functions that draw a frame's results and edit a copy of the session.
//
// One call per frame, draw(). It computes nothing that is not in the frame, opens no files and does not know
// CUDA. Each panel's header declares what the panel is given and what it remembers.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/resolve/resolve.h"
#include "ui/frame/advise.h"
#include "ui/frame/answers.h"
#include "ui/frame/body.h"
#include "ui/frame/commands.h"
#include "ui/frame/compare.h"
#include "ui/frame/dialogs.h"
#include "ui/frame/document.h"
#include "ui/frame/examples.h"
#include "ui/frame/labs.h"
#include "ui/frame/layout.h"
#include "ui/frame/lessons.h"
#include "ui/frame/lod.h"
#include "ui/frame/palette.h"
#include "ui/frame/picture.h"
#include "ui/frame/pins.h"
#include "ui/frame/pixels.h"
#include "ui/frame/profile.h"
#include "ui/frame/scope.h"
#include "ui/frame/settings.h"
#include "ui/frame/texture_view.h"
#include "ui/frame/theme.h"
#include "ui/frame/timing.h"
#include "ui/frame/toast.h"
#include "ui/frame/tour.h"
#include "ui/frame/ui_map.h"
#include "ui/frame/why.h"

namespace texelscope::ui {

// What the app shows in this frame.
struct Frame {
  const Resolution* resolution = nullptr;
  const BackendInfo* backend = nullptr;
  bool paused = false;
  std::vector<KeyPress> keys;
  PictureFrame picture;
  PixelFrame pixels;
  DocumentFrame document;
  DialogFrame dialogs;
  const Timing* timing = nullptr;
  const std::deque<Toast>* toasts = nullptr;
  const AsyncResult<SettingReports>* settings = nullptr; // set while their table is shown
  const LabFindings* labs = nullptr;
  const BenchFindings* bench = nullptr;
  const AdviseFindings* advise = nullptr;
  const TraceFindings* trace = nullptr;
  const BodyFindings* body = nullptr;
  const CompareFindings* compare = nullptr;
  const ScopeFrame* scope = nullptr; // null: nothing has been drawn yet
  const ProfileFrame* profile = nullptr;
  const WarpFrame* warp = nullptr;
  const LessonShelf* lessons = nullptr;
  const ExampleShelf* examples = nullptr;
  const AnswerSearch* answers = nullptr; // null: the palette has not been open yet
  bool hides_answer = false;             // what tells it was taken out: draw() decides it
};

// The state of the window that does not change the picture.
struct State {
  Panels panels;
  SettingsState settings;
  RevealedSetting revealed;
  CodeCursor body_cursor;
  TextureView texture;
  PictureMouse mouse;
  PixelSelection selection;
  WhyState why;
  LodState lod;
  LabChoices labs;
  CompareChoice compare;
  ScopeState scope;
  ProfileState profile;
  LessonState lesson;
  StepDraft step_draft;
  TourState tour;
  PaletteState palette;
  AnswerState answer;
  ExampleState examples;
  DialogState dialogs;
  std::optional<Area>
      clicked; // the control that was clicked last; it shows no tooltip until the mouse has left it
  bool first_start = true; // shows the one-line hint
};

void open_tab(State& state, Tab tab); // or what took the place of a former one

struct Output {
  std::vector<Action> actions;
  std::vector<Attempt> attempts;
  UiMap map;
};

// Called between ImGui::NewFrame and ImGui::Render. Edits `session` and `state`.
Output draw(const Frame& frame, const Theme& theme, const Layout& areas, Session& session, State& state);

} // namespace texelscope::ui
