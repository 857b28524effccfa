// The window's contents: free functions that draw a frame's results and edit a copy of the session.
//
// One call a frame, draw(). It computes nothing the frame has not already got, opens no files and knows no
// CUDA.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/explain/block_lens.h"
#include "kernels/explain/explain.h"
#include "kernels/explain/explain_settings.h"
#include "kernels/explain/lod_scope.h"
#include "kernels/fetch/fetch_view.h"
#include "kernels/resolve/resolve.h"
#include "kernels/session/enums.h"
#include "kernels/texture_unit/texture_unit.h"
#include "ui/frame/body.h"
#include "ui/frame/commands.h"
#include "ui/frame/compare.h"
#include "ui/frame/file_dialog.h"
#include "ui/frame/journal.h"
#include "ui/frame/labs.h"
#include "ui/frame/lessons.h"
#include "ui/frame/pins.h"
#include "ui/frame/profile.h"
#include "ui/frame/scope.h"
#include "ui/frame/theme.h"
#include "ui/frame/ui_map.h"

namespace texelscope::ui {

enum Stage { stage_map, stage_write, stage_fetch, stage_unmap, stage_copy, stage_draw, stage_count };

struct Timing {
  std::array<std::optional<profile::MiddleRange>, stage_count>
      stages; // seconds, over the last second; none while times are too few
  std::array<std::vector<float>, stage_count> history; // seconds, oldest first, at most 240 frames
  double frames_per_second = 0;
  double fetches_per_second = 0; // NaN if unknown
  double bytes_per_second = 0;   // texel bytes that the fetches return, NaN if unknown
};

// A message in the corner: what happened, what was kept, what to do.
struct Toast {
  NoteKind kind = NoteKind::no_effect; // red for refused, amber for altered, plain otherwise
  std::string text;
  double seconds_left = 6;
};

// A pin as it stands in the picture.
struct ShownPin {
  SamplePosition position;
  int number = 1;
  std::optional<std::array<double, 2>> place; // pixels of the picture; none: it does not show the pin
  std::optional<Pixel> pixel;                 // whose fetch it is
  std::array<double, 2> texel = {1, 1};       // the width and height of a texel there, in pixels
  std::string value;                          // the first word of the result; empty: not known
};

// What became of the sampler's settings.
struct SettingReports {
  std::vector<SettingReport> settings;
  Dimension dimension = Dimension::d2;
  std::string failure; // of the machine, on the way
};

// A feedback on its way to the frame that the session names.
struct Replay {
  std::int64_t frame = 0, of = 0;
  std::string time_left; // "0:59", "-"
};

// What the app shows this frame.
struct Frame {
  const Resolution* resolution = nullptr;
  const FrameResult* result = nullptr; // of the last frame; null before the first
  const BackendInfo* backend = nullptr;
  const Timing* timing = nullptr;
  unsigned result_gl = 0;       // RGBA8 colors of the result, size of the result view
  unsigned texture_gl = 0;      // RGBA8 colors of the texture panel's view
  std::vector<TexelBits> plot;  // 1-D, flat view: what the row under the cursor, or the middle one, returns
  std::vector<SheetCell> cells; // of the sheet
  const FetchExplanation* explanation = nullptr; // of State::chosen(), by the model
  std::vector<ShownPin> pins;                    // as State::pins was
  std::optional<LodScope> lod_scope; // of that pixel or, where none is chosen, of the picture's middle one
  std::optional<BlockLens>
      block_lens; // of the texel pointed at last, where the texture is a block-compressed file
  std::optional<TexelBits> hovered_value; // what the backend returned there
  std::string session_name;
  bool unsaved = false;
  bool paused = false;
  double load_progress = -1; // 0 to 1 while a texture is being made
  std::optional<Replay> replay;
  std::string load_error; // of the last texture that could not be made
  const std::vector<JournalEntry>* history = nullptr;
  std::size_t history_at = 0;
  const std::deque<Toast>* toasts = nullptr;
  const std::vector<std::string>* recent = nullptr;
  const FolderListing* folder = nullptr;        // that the file dialog shows, or the one before it
  std::vector<FilePlace> places;                // of the file dialog
  std::string home;                             // the folder that ~ stands for
  std::string leaving_question, leaving_reason; // whose changes would be lost, and by what; or were left
  std::vector<KeyPress> keys;
  const LabFindings* labs = nullptr;
  const AsyncResult<SettingReports>* settings = nullptr; // while their tab is shown
  const CompareFindings* compare = nullptr;
  const ScopeFrame* scope = nullptr; // null: nothing has been drawn yet
  const LessonShelf* lessons = nullptr;
  const BodyFindings* body = nullptr;
  const BenchFindings* bench = nullptr;
  const ProfileFrame* profile = nullptr;
  const WarpFrame* warp = nullptr;
};

// Beside the texture; in their order. WHY and COST stand there only where the window is narrow.
enum class Tab : std::uint8_t {
  why,
  cost,
  journal,
  compare,
  scope,
  profile,
  amp,
  lod,
  block,
  effective,
  lesson
};

struct Area {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width() const { return x1 - x0; }
  float height() const { return y1 - y0; }
  bool contains(float x, float y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
};

// What the window remembers that does not change the picture. Sizes in design pixels.
struct State {
  float left_width = 320, right_width = 270;
  float bottom_height = 0; // 0: a quarter of the window, until it is dragged
  bool show_left = true, show_right = true, show_bottom = true;
  Tab tab = Tab::why;        // the one asked for; while it is not there, the first one shows
  bool all_settings = false; // the rows that few need are shown too
  int amp_example = -1;      // the seed's example that the AMP panel shows; -1: the chosen texture
  bool show_values = true;   // texel values in the texture panel
  std::array<bool, 3> keyed_axes = {true, true, true}; // which axes W C M B set
  bool texture_is_hero = false;                        // E: the texture takes the large place
  std::optional<Pixel> hovered;
  Pins pins;
  std::set<std::string> folds; // of WHY: those that are not as at first
  std::optional<bool>
      why_details;      // whether all of WHY is unfolded at first; none: where there is room for it
  bool why_hex = false; // WHY shows the bits too
  std::optional<std::array<int, 2>> hovered_texel;
  double texture_center_x = 0.5, texture_center_y = 0.5; // normalized
  double texture_zoom = 0;                               // pixels a texel; 0: fit
  bool palette_open = false, sheet_open = false, about_open = false;
  std::string palette_query;
  int palette_choice = 0;
  bool palette_active = false; // its field has the keyboard
  double scope_zoom = 1;       // the LOD scope's, over what fits
  struct GradientDrag {
    int which;                  // dx or dy
    double scale;               // pixels a texel of level 0
    std::array<double, 2> from; // the vector when the button went down
  };
  std::optional<GradientDrag> gradient_drag;
  Lab lab = Lab::none; // the one that has the window's middle
  LabChoices labs;
  CompareChoice compare;
  ScopeState scope;
  ProfileState profile;
  LessonState lesson;
  float lab_height =
      0; // of one that leaves the result in sight; 0: somewhat more than half, until it is dragged
  CodeCursor body_cursor;
  enum class PathPrompt {
    none,
    open,
    save,
    picture,
    texture,
    legality,
    reference,
    scope,
    bench,
    bench_open,
    bench_before,
    paste
  } prompt = PathPrompt::none;
  std::string prompt_text;
  std::string prompt_error;                        // why a pasted state was not taken
  FileDialog files;                                // of all prompts but `paste`
  bool leaving = false;                            // the question about unsaved changes is open
  bool restoring = false;                          // the one about those that another window left
  int leaving_answer = 0;                          // the chosen button of either
  bool focus_request = false;                      // a popup just opened: its text field takes the keyboard
  int focused_panel = -1;                          // F6
  std::optional<std::array<float, 2>> stroke_from; // texel under the brush last frame
  float drag_distance = 0;
  std::optional<Area>
      clicked; // the control that was clicked last; it shows no tooltip until the mouse has left it
  bool first_start = true; // the one line of hint
  std::string copied;      // shown for a moment
  double copied_until = 0;

  std::string revealed; // the setting that was clicked elsewhere, framed until then
  double revealed_until = 0;
  bool reveal_request = false; // it is not in sight yet

  // What WHY explains: the chosen pin, or what the mouse points at.
  std::optional<FetchTarget> chosen() const;
  // In a picture of this size. Nothing where it does not show the pin.
  std::optional<Pixel> chosen_pixel(const Session& session, const Effective& effective, int width,
                                    int height) const;
};

enum class LeavingAnswer : std::uint8_t { save, discard, cancel };
enum class RestoreAnswer : std::uint8_t { restore, discard, later };

// Each takes a session and shows the tab; the user's own session is kept until leave_lesson() gives it back.
void open_lesson(const LessonShelf& shelf, int lesson, int step, Session& session, State& state);
void open_bug(const LessonShelf& shelf, int bug, Session& session, State& state);
void turn_page(const LessonShelf& shelf, int by, Session& session,
               State& state);                                                // to another step, lesson or bug
void reset_lesson(const LessonShelf& shelf, Session& session, State& state); // its session again
void leave_lesson(Session& session, State& state);

// Where the pictures will be, in window pixels, known before the frame is drawn so that they have exactly
// this size.
struct Layout {
  Area menu, left, result, result_picture, texture, texture_picture, bottom_right, why, cost, status;
  Area tabs; // the row above bottom_right, at the same place whichever tab is open
  Area lab;  // over result, texture and what is beside it: their pictures are still made, for WHY and COST
  bool result_beside_lab = false; // over the texture alone, the result above it
  bool narrow = false;            // the right column's panels are tabs beside the texture
};
Layout layout(float width, float height, const Theme& theme, const State& state);
int result_tool_rows(const Theme&,
                     float width); // of a result panel of this width; 1, the least, before fonts are loaded

struct Output {
  std::vector<Action> actions;
  UiMap map;
};

// Between ImGui::NewFrame and ImGui::Render. Edits `session` and `state`.
Output draw(const Frame& frame, const Theme& theme, const Layout& areas, Session& session, State& state);

} // namespace texelscope::ui

namespace texelscope {
template <>
EnumTable enum_table<ui::Tab>();
}
