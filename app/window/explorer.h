// All that the window does, without a window system: runs a frame, draws it, carries out what was asked for.
//
// The same object stands behind the GLFW window and behind `render --window`. OpenGL 4.5 must be current and
// loaded.
#pragma once

#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "app/base/folder_reader.h"
#include "app/compare/comparator.h"
#include "app/compare/scope.h"
#include "app/custom_kernel/body_trust.h"
#include "app/custom_kernel/live_body.h"
#include "app/explain/pixel_details.h"
#include "app/labs/labs.h"
#include "app/lessons/lessons.h"
#include "app/profile/bench_lab.h"
#include "app/profile/frame_timing.h"
#include "app/profile/live_profile.h"
#include "app/profile/warp_view.h"
#include "app/session/undo.h"
#include "app/session/unsaved.h"
#include "app/texture/replay.h"
#include "app/texture/texture_source.h"
#include "app/window/journal.h"
#include "kernels/backend/backend.h"
#include "kernels/backend/cuda_support.h"
#include "kernels/text/language.h"
#include "ui/frame/ui.h"
#include "ui/gl/picture_renderer.h"

namespace texelscope {

class Explorer {
public:
  struct Options {
    Session session;
    std::filesystem::path session_path, base;
    std::optional<BackendKind> backend; // named: failing to get it throws MachineError
    bool paused = false;
    bool wait_for_textures = false; // offscreen: a large texture is finished before the frame is drawn
    bool body_given = false;        // the user named the session's body, or trusts it
    ui::BodyOrigin body_origin = ui::BodyOrigin::file; // else
    std::filesystem::path agreed_bodies;               // where they are kept; empty: nowhere
  };
  struct Input {
    float width = 0, height = 0; // of the framebuffer, pixels
    double now = 0;              // seconds, rising
    std::vector<ui::KeyPress> keys;
    std::vector<std::string> dropped; // paths
  };

  explicit Explorer(Options options);

  // Runs write and fetch, and draws the pictures; before ImGui's new frame.
  void run(const Input& input, const ui::Theme& theme);
  // Draws the contents; between ImGui's new frame and its rendering. Then carries out what was asked for.
  void draw(const Input& input, const ui::Theme& theme);

  const Session& session() const { return session_; }
  const std::filesystem::path& session_path() const { return session_path_; }
  const std::filesystem::path& base() const { return base_; }
  const ui::UiMap& map() const { return map_; }
  const Backend& backend() const { return *backend_; }
  ui::State& state() { return state_; }
  std::vector<std::string>& recent() { return recent_; }
  void notify(NoteKind kind, std::string words);
  void add_draw_time(double seconds) { draw_seconds_ = seconds; }
  void keep_body() { trust_.keep(own_session().fetch.body); } // which is trusted when it is read again
  // What an earlier window left: shown at once, or once the user has said so; the answer stands until it is
  // taken.
  void restore(UnsavedSession left);
  void offer(UnsavedSession left);
  std::optional<ui::RestoreAnswer> take_restore_answer() {
    return std::exchange(restore_answer_, std::nullopt);
  }
  bool unsaved() const;                   // the user's session has changes that are in no file
  UnsavedSession unsaved_session() const; // the user's session, whether or not it has
  void request_quit() { leave({Leaving::What::quit, {}}); } // asks first where changes would be lost
  const std::optional<ui::Replay>& replay() const { return replay_; }
  bool wants_to_quit() const { return quit_; }
  bool wants_window_picture() { return std::exchange(window_picture_, false); }
  void save_window_picture(int width, int height, std::span<const std::uint8_t> rgba); // rows from the top
  bool wants_theme_change() { return std::exchange(theme_change_, false); }
  double scale_change() {
    return std::exchange(scale_change_, 0);
  } // factor; -1: back to the monitor's; 0: none
  std::optional<Language> wanted_language() { return std::exchange(wanted_language_, std::nullopt); }
  // Cells are measured, for their open lab or for PROFILE's roofs: frames that nobody asked for would take
  // time from them.
  bool paused_for_measurement() const { return paused_for_measurement_; }
  void open_bench(const std::filesystem::path& file,
                  const std::filesystem::path& before); // `before` may be empty; throws UserError
  void open_lesson(const std::string& name_or_file);    // throws UserError
  void pin(const Pixel& pixel); // of the picture that run() has made last; nothing is pinned where the view
                                // has nothing

private:
  // What would lose changes that are in no file.
  struct Leaving {
    enum class What { quit, open, fresh } what;
    std::vector<std::filesystem::path> files;
  };
  void leave(Leaving wanted);
  void go_on(const Leaving& wanted);
  void answer_leaving(ui::LeavingAnswer answer);
  bool loses_changes(const Leaving& wanted) const;
  void answer_restoring(ui::RestoreAnswer answer);
  const Session& own_session() const;              // the user's: while a lesson is open, the one from before
  std::array<std::string, 2> leaving_text() const; // the question and what it is asked for
  void start_fresh();
  bool update_lesson_history(); // whether a lesson was opened or left
  void leave_lesson();
  void ask_file(ui::State::PathPrompt prompt);
  std::filesystem::path first_folder(ui::State::PathPrompt prompt) const;
  std::string suggested_name(ui::State::PathPrompt prompt, const std::string& usual) const;
  std::vector<ui::FilePlace> places(bool saves) const;
  void take_path(const ui::Action& action);
  bool carry_out(const ui::Action& action); // false: refused, and said
  bool may_open(const std::filesystem::path& path);
  bool may_save(const std::filesystem::path& path, bool replaces);
  void refuse(const std::string& words); // in the file dialog, or in the corner where there is none
  void save_own();
  bool open(const std::filesystem::path& path);     // session, picture or array; false if it was refused
  void remember(const std::filesystem::path& path); // among the recent files
  void choose_backend(std::optional<BackendKind> wanted);
  void toggle_backend();
  void run_backend(const ui::Layout& areas, double now);
  void update_labs();
  void update_settings();
  void update_comparison();
  void pin_state();
  std::optional<ShownFrame> shown_frame() const; // nothing before its texture is there
  void update_lessons();
  void update_body(double now);
  LiveProfile::Scene profiled(const ui::Layout& areas) const;
  void update_warp(const ui::Layout& areas);
  void count_warp();
  void take_backend(std::unique_ptr<Backend> next);
  void update_resolution();
  void update_replay(std::int64_t frame, double now);
  void fail(const MachineError& error);
  void update_pixel_details(const ui::Layout& areas);
  ui::Frame frame(const Input& input);
  void update_scope(const ui::Layout& areas);
  bool save_scope_to(const std::filesystem::path& path);
  void act(const ui::Action& action);
  void command(ui::CommandId id);
  void run_in_lab(ui::CommandId id);
  void run_in_bench(ui::CommandId id);
  bool try_bench(const std::function<void()>& work); // what goes wrong is said
  void copy_program(ui::CommandId id);
  void copy_line();
  bool take_state(const std::string& words); // false: refused, and said in the prompt or in the corner
  void show(const Session* session);         // null: nothing changes
  void open_session(const std::filesystem::path& path);
  void open_picture(const std::filesystem::path& path);
  void start_opening(const Session& session, const std::filesystem::path& base,
                     const std::set<std::string>& stated);
  void take_opened();
  bool save(const std::function<std::filesystem::path()>& write); // says where it is saved, or why not
  bool save_and_say(const std::function<std::string()>& write);
  void take_base(const std::filesystem::path& base);
  void move_to(const std::filesystem::path& base, const std::string& texture);
  bool save_session_to(const std::filesystem::path& path);
  bool save_picture_to(std::filesystem::path path);
  bool save_legality_to(const std::filesystem::path& path);
  bool save_bench_to(const std::filesystem::path& path);
  bool save_texture_to(const std::filesystem::path& path);
  void fit_range();
  void record(const Session& before, double now);
  FrameRequest request(const ui::Layout& areas, const Session& session, const Effective& effective) const;

  Session session_;
  std::filesystem::path session_path_, base_;
  Session saved_; // what the session file holds
  bool wait_for_textures_ = false;
  Undo undo_;
  TextureSource source_;
  std::unique_ptr<Backend> backend_;
  Resolution resolution_;
  std::optional<std::pair<Session, Language>> resolved_; // what it is of; none: of another machine
  // The last session whose texture is there; while a large texture is made, its picture stays.
  Session shown_;
  Effective shown_effective_;
  std::optional<FrameResult> result_;
  std::optional<PixelProbe> probe_;
  std::optional<TexelProbe> texels_;
  std::shared_ptr<const CompressedTexels> shown_blocks_; // of the texture that is there; null: it has none
  ui::PictureRenderer renderer_;
  unsigned result_gl_ = 0, texture_gl_ = 0;
  FrameTiming timing_;
  double draw_seconds_ = 0;
  ui::Layout areas_;
  ui::State state_;
  ui::UiMap map_;
  std::deque<ui::Toast> toasts_;
  std::vector<std::string> recent_;
  bool opening_ = false; // a file is being read whose size and format the session will take
  std::optional<std::filesystem::path>
      opening_session_; // the session whose file is being read; none: a dropped picture
  std::filesystem::path opening_base_;
  std::optional<Leaving> leaving_;        // what the question, or saving before, holds up
  std::optional<UnsavedSession> offered_; // until the user has answered
  std::optional<ui::RestoreAnswer> restore_answer_;
  FolderReader folder_reader_;
  std::vector<ui::FilePlace> places_;
  std::filesystem::path last_folder_; // of the file that was chosen last
  bool paused_ = false, paused_for_measurement_ = false, quit_ = false, theme_change_ = false,
       window_picture_ = false;
  double scale_change_ = 0;
  std::optional<Language> wanted_language_;
  Labs labs_;
  BenchLab bench_;
  PixelDetails pixel_details_;
  SettingsReport settings_;
  Comparator comparator_;
  Scope scope_;
  Lessons lessons_;
  BodyTrust trust_;
  LiveBody body_;
  LiveProfile profile_;
  WarpView warp_;
  Journal journal_;
  ReplayClock replay_clock_;
  std::optional<ui::Replay> replay_; // nothing: the frame that the session names is shown
  double last_now_ = 0, changed_at_ = -1;
  std::uint64_t gesture_ = 1;
  bool was_active_ = false;
};

} // namespace texelscope
