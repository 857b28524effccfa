// Everything that the window does, without a window system: runs a frame, draws it, and carries out commands.
//
// The same object is used by the GLFW window and by `render --window`. OpenGL 4.5 must be current and loaded.
// Its parts do not know it: they return or throw their messages, and it shows them to the user.
#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/analyses/lessons.h"
#include "app/analyses/thumbnails.h"
#include "app/window/analyses.h"
#include "app/window/document.h"
#include "app/window/file_chooser.h"
#include "app/window/frame_renderer.h"
#include "app/window/notifications.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/text_id.h"
#include "kernels/studies/bodies/body_trust.h"
#include "kernels/studies/lessons/answers_file.h"
#include "kernels/studies/lessons/lesson_writer.h"
#include "kernels/studies/trace_report/trace_place.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "ui/frame/ui.h"

namespace texelscope {

// What the user requested of the window itself.
struct WindowRequests {
  bool picture = false, other_theme = false;
  double scale = 0; // a factor; -1: back to the monitor's; 0: unchanged
  std::optional<Language> language;
};

class Explorer {
public:
  struct Options {
    Session session;
    std::filesystem::path session_path, base;
    std::optional<BackendKind> backend; // if named, its failure throws MachineError
    bool paused = false;
    bool wait_for_textures = false; // offscreen: a large texture is finished before the frame is drawn
    bool body_given = false;        // the user named the session's body, or trusts it
    BodyOrigin body_origin = BodyOrigin::file;                        // if not given
    std::filesystem::path agreed_bodies;                              // where they are kept; empty: nowhere
    FrameRenderer::MakeBackend make_device = {};                      // empty: CUDA's
    AdviseLab::MakeMachine make_choices = {};                         // empty: CUDA's
    std::chrono::milliseconds patience = AnswerWatch::usual_patience; // FrameRenderer's
    std::string session_text = {};                                    // the content of session_path
    bool follows_file = false; // what another program writes into the session's file is shown
  };
  struct Input {
    float width = 0, height = 0; // of the framebuffer, pixels
    double now = 0;              // seconds, rising
    std::vector<ui::KeyPress> keys;
    std::vector<std::string> dropped; // paths
  };

  explicit Explorer(const Options& options);

  // Runs write and fetch, and draws the pictures. Called before ImGui's new frame.
  void run(const Input& input, const ui::Theme& theme);
  // Draws the contents, between ImGui's new frame and its rendering, then carries out commands.
  void draw(const Input& input, const ui::Theme& theme);

  const Document& document() const { return document_; }
  const FrameRenderer& renderer() const { return renderer_; }
  const ui::UiMap& map() const { return map_; }
  // Whether nothing in it changes by itself, so that a window that nobody touches may make fewer frames.
  bool rests() const;
  // Whether a picture may have changed in a texture that keeps its name, as those of a device do.
  bool repaints_pictures() const { return renderer_.repainted(); }
  const ui::LessonShelf& lessons() const { return lessons_.shelf(); }
  const std::optional<ui::Replay>& replay() const { return renderer_.replay(); }
  ui::State& state() { return state_; }
  std::vector<std::string>& recent() { return files_.recent(); }
  void notify(NoteKind kind, std::string message) { notifications_.add(kind, std::move(message)); }
  void add_draw_time(double seconds) { draw_seconds_ = seconds; }
  void keep_body() { trust_.keep(document_.own().fetch.body); } // it is then trusted when it is read again
  // What an earlier window left is shown at once, or after the user agreed; the answer is kept until it is
  // taken.
  void restore(const UnsavedSession& left, Text message); // {0}: its name
  void offer(UnsavedSession left);
  std::optional<ui::RestoreAnswer> take_restore_answer() {
    return std::exchange(restore_answer_, std::nullopt);
  }
  void request_quit() { leave({Leaving::What::quit, {}}); } // asks first if changes would be lost
  bool wants_to_quit() const { return quit_; }
  WindowRequests take_requests() { return std::exchange(requests_, {}); }
  void save_window_picture(int width, int height, std::span<const std::uint8_t> rgba); // rows from the top
  // True while cells or choices are measured, for a lab or for PROFILE's roofs: frames that nobody requested
  // would take time from them.
  bool paused_for_measurement() const { return paused_for_measurement_; }
  void open_report(const std::filesystem::path& path);
  void open_trace(const trace::TracePlace& place); // throws UserError
  void open_bench(const std::filesystem::path& file,
                  const std::filesystem::path& before);   // `before` may be empty; throws UserError
  void open_lesson(const std::string& name_or_file);      // throws UserError
  void record_answers(const std::filesystem::path& file); // throws UserError, FileError or MachineError
  void reveal_answer();                                   // of the open lesson or bug, once run() knows it
  void pin(const Pixel& pixel); // of the picture that run() has made last; nothing is pinned where the view
                                // has nothing

private:
  // An action that would lose unsaved changes.
  struct Leaving {
    enum class What { quit, open, fresh } what;
    std::vector<std::filesystem::path> files;
  };

  // Parts of a frame: explorer.cpp.
  void take_opened();
  void compile_body(double now);
  void run_backend(double now);
  void replace_device(const MachineError& error); // which has made a frame fail
  void explain_pixels();
  void update_pixels(); // computes what is derived from the frame that has just been made
  void update_panels();
  void read_answers_page();
  LiveProfile::Scene profiled() const;
  ui::Frame frame(const Input& input);
  bool follow_lesson(const Session& edited); // whether a lesson was opened or left
  void leave_lesson();

  // The user's commands: explorer_commands.cpp, explorer_clipboard.cpp.
  void act(const ui::Action& action);
  void command(ui::CommandId id);
  void request_of_window(ui::CommandId id);
  void run_on_device(ui::CommandId id);
  void toggle_backend();
  void pin_state();
  void fit_range();
  void copy(ui::CommandId id);
  void paste(const std::string& content);

  // Files: explorer_files.cpp.
  void ask_file(ui::PathPrompt kind);
  void advise_traced(int number);
  void open_traced(int number); // an object of the trace, as a session
  void open_fetch(int number_of_object,
                  std::uint64_t number); // likewise, with a pin where this fetch sampled
  void show_traced(const trace::ObjectSession& opened);
  std::string suggested_name(const ui::FilePrompt& prompt) const;
  void take_path(const ui::Action& action);
  // All of these that return bool return false after a refusal that was reported.
  bool may_open(const std::filesystem::path& path);
  bool may_save(const std::filesystem::path& path, bool replaces);
  bool carry_out(const ui::Action& action);
  bool open(const std::filesystem::path& path); // session, picture or array
  void open_session(const std::filesystem::path& path);
  void follow_file(double now);
  void open_picture(const std::filesystem::path& path);
  void start_opening(const Session& session, const std::filesystem::path& path,
                     const std::filesystem::path& base, const std::set<std::string>& stated,
                     const std::string& text = {});
  void save_session();
  bool save_session_to(const std::filesystem::path& path);
  void save_and_proceed();                          // with what waits for it
  bool save_picture_to(std::filesystem::path path); // empty: the next free name
  NewStep step_from_draft() const;                  // throws UserError
  bool write_step(const std::filesystem::path& path, bool is_new);
  void stop_recording();
  void take_attempts(const std::vector<Attempt>& attempts, double now);
  bool save_legality_to(const std::filesystem::path& path);
  bool save_scope_to(const std::filesystem::path& path);
  bool save_texture_to(const std::filesystem::path& path);
  bool save(const std::filesystem::path& path, const std::function<void()>& write);
  bool save_with_message(const std::function<std::string()>& write); // it returns the message
  bool attempt(const std::function<void()>& work);
  void refuse(const std::string& message); // in the file dialog, or in the corner if none is open

  // Questions: explorer_questions.cpp.
  void leave(Leaving wanted);
  void proceed(const Leaving& wanted);
  void answer_leaving(ui::LeavingAnswer answer);
  void answer_restoring(ui::RestoreAnswer answer);
  void ask_overwriting();
  void answer_overwriting(ui::OverwriteAnswer answer);
  bool loses_changes(const Leaving& wanted) const;
  std::array<std::string, 2> question() const; // the question, and its reason
  void close_popups();                         // those that a file dialog or a question replaces

  const bool waits_;
  Document document_;
  FrameRenderer renderer_;
  Analyses analyses_;
  Lessons lessons_;
  Thumbnails thumbnails_;
  std::optional<AnswerSearch> answers_; // once the palette was open
  AnswerRecorder recorder_;
  BodyTrust trust_;
  FileChooser files_;
  Notifications notifications_;
  ui::State state_;
  ui::Layout areas_;
  ui::UiMap map_;
  WindowRequests requests_;
  std::optional<Leaving> leaving_;        // what waits for the answer, or for saving first
  std::optional<UnsavedSession> offered_; // until the user has answered
  std::optional<ui::RestoreAnswer> restore_answer_;
  bool follows_file_;
  double followed_at_ = 0;
  bool paused_, paused_for_measurement_ = false, quit_ = false;
  double draw_seconds_ = 0, last_now_ = 0;
};

} // namespace texelscope
