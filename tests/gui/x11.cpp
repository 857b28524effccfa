#include "gui/x11.h"

#include <cctype>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

namespace texelscope::gui {

namespace {
using Connection = std::unique_ptr<::Display, int (*)(::Display*)>;

Connection connect(const std::string& display) {
  Connection connection(XOpenDisplay(display.c_str()), XCloseDisplay);
  if (!connection) throw std::runtime_error("the display " + display + " does not answer");
  return connection;
}

// The first one in the tree whose title begins so.
::Window find_window(::Display* display, ::Window from, const std::string& title) {
  char* name = nullptr;
  const bool found = XFetchName(display, from, &name) != 0 && std::string_view(name).starts_with(title);
  if (name != nullptr) XFree(name);
  if (found) return from;
  ::Window root = 0, parent = 0, *children = nullptr, result = 0;
  unsigned count = 0;
  if (XQueryTree(display, from, &root, &parent, &children, &count) == 0) return 0;
  for (unsigned i = 0; i < count && result == 0; ++i)
    result = find_window(display, children[i], title);
  if (children != nullptr) XFree(children);
  return result;
}

struct Key {
  KeyCode code = 0;
  bool shifted = false; // the symbol is on the key's second level
};

Key key_of(::Display* display, const std::string& name) {
  static const std::map<std::string, const char*> modifiers = {
      {"ctrl", "Control_L"}, {"shift", "Shift_L"}, {"alt", "Alt_L"}};
  const auto modifier = modifiers.find(name);
  const KeySym symbol = XStringToKeysym(modifier == modifiers.end() ? name.c_str() : modifier->second);
  const KeyCode code = symbol == NoSymbol ? KeyCode(0) : XKeysymToKeycode(display, symbol);
  if (code == 0) throw std::runtime_error("the keyboard has no key " + name);
  return {code, XkbKeycodeToKeysym(display, code, 0, 0) != symbol};
}

// "ctrl+plus" is Control, Shift where plus wants it, and the key.
std::vector<KeyCode> chord(::Display* display, const std::string& keys) {
  std::vector<KeyCode> codes;
  std::istringstream parts(keys);
  for (std::string part; std::getline(parts, part, '+');) {
    const Key key = key_of(display, part);
    if (key.shifted) codes.push_back(key_of(display, "shift").code);
    codes.push_back(key.code);
  }
  return codes;
}

void press_chord(::Display* display, const std::string& keys) {
  for (const KeyCode code : chord(display, keys))
    XTestFakeKeyEvent(display, code, True, CurrentTime);
}

void release_chord(::Display* display, const std::string& keys) {
  const auto codes = chord(display, keys);
  for (auto code = codes.rbegin(); code != codes.rend(); ++code)
    XTestFakeKeyEvent(display, *code, False, CurrentTime);
}

// A path in a file URI: everything but letters, digits and unreserved characters as %XX, as desktops write
// it.
std::string percent_encoded(const std::string& path) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || std::strchr("/-._~", c) != nullptr);
    if (plain)
      uri += c;
    else
      uri += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return uri;
}

// One drag: the messages of the source and the replies of the target.
class DragSource {
public:
  DragSource(::Display* display, ::Window target, std::string uri_list)
      : display_(display), target_(target), uri_list_(std::move(uri_list)),
        own_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)) {
    XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
  }
  ~DragSource() { XDestroyWindow(display_, own_); }
  DragSource(const DragSource&) = delete;
  DragSource& operator=(const DragSource&) = delete;

  bool drop(int x, int y) {
    constexpr long version = 5, wants_more_positions = 0;
    send("XdndEnter", {version << 24, long(atom("text/uri-list")), 0, 0});
    send("XdndPosition",
         {wants_more_positions, (long(x) << 16) | y, CurrentTime, long(atom("XdndActionCopy"))});
    if (!receives("XdndStatus")) return false;
    send("XdndDrop", {0, CurrentTime, 0, 0});
    return receives("XdndFinished") && requested_;
  }

private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  void send(const char* message, const std::array<long, 4>& numbers) {
    XEvent event = {};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    event.xclient.data.l[0] = long(own_);
    for (std::size_t i = 0; i < 4; ++i)
      event.xclient.data.l[i + 1] = numbers[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  bool receives(const char* message) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < end) {
      if (XPending(display_) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        continue;
      }
      XEvent event;
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) send_uri_list(event.xselectionrequest);
      if (event.type == ClientMessage && event.xclient.message_type == atom(message)) return true;
    }
    return false;
  }

  void send_uri_list(const XSelectionRequestEvent& request) {
    requested_ = true;
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uri_list_.data()), int(uri_list_.size()));
    XEvent answer = {};
    answer.xselection = {
        SelectionNotify,  0,           True, display_, request.requestor, request.selection, request.target,
        request.property, request.time};
    XSendEvent(display_, request.requestor, False, NoEventMask, &answer);
    XFlush(display_);
  }

  ::Display* display_;
  ::Window target_;
  std::string uri_list_;
  ::Window own_;
  bool requested_ = false;
};
} // namespace

void Input::move(int x, int y) const {
  const Connection connection = connect(display_);
  XTestFakeMotionEvent(connection.get(), -1, x, y, CurrentTime);
  XSync(connection.get(), False);
}

void Input::press(int button) const {
  const Connection connection = connect(display_);
  XTestFakeButtonEvent(connection.get(), unsigned(button), True, CurrentTime);
  XSync(connection.get(), False);
}

void Input::release(int button) const {
  const Connection connection = connect(display_);
  XTestFakeButtonEvent(connection.get(), unsigned(button), False, CurrentTime);
  XSync(connection.get(), False);
}

void Input::click(int button, int times, double seconds_between) const {
  for (int i = 0; i < times; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds_between));
    press(button);
    release(button);
  }
}

void Input::press(const std::string& keys) const {
  const Connection connection = connect(display_);
  press_chord(connection.get(), keys);
  XSync(connection.get(), False);
}

void Input::release(const std::string& keys) const {
  const Connection connection = connect(display_);
  release_chord(connection.get(), keys);
  XSync(connection.get(), False);
}

void Input::tap(const std::vector<std::string>& keys) const {
  const Connection connection = connect(display_);
  for (const std::string& one : keys) {
    press_chord(connection.get(), one);
    release_chord(connection.get(), one);
    XSync(connection.get(), False);
    // GLFW takes two presses of a key within one of the server's milliseconds for one.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void Input::type(const std::string& ascii) const {
  std::vector<std::string> keys;
  for (const char c : ascii) // a keysym of ASCII is the letter's number
    keys.emplace_back(XKeysymToString(KeySym(static_cast<unsigned char>(c))));
  tap(keys);
}

void resize_window(const std::string& display, int width, int height) {
  const Connection connection = connect(display);
  const ::Window target = find_window(connection.get(), DefaultRootWindow(connection.get()), "Texelscope");
  if (target == 0) throw std::runtime_error("there is no window of Texelscope");
  XResizeWindow(connection.get(), target, unsigned(width), unsigned(height));
  XSync(connection.get(), False);
}

Shot take_shot(const std::string& display) {
  const Connection connection = connect(display);
  const ::Window root = DefaultRootWindow(connection.get());
  const int screen = DefaultScreen(connection.get());
  Shot shot{DisplayWidth(connection.get(), screen), DisplayHeight(connection.get(), screen), {}};
  XImage* image = XGetImage(connection.get(), root, 0, 0, unsigned(shot.width), unsigned(shot.height),
                            AllPlanes, ZPixmap);
  if (image == nullptr) throw std::runtime_error("no picture of the screen");
  for (int y = 0; y < shot.height; ++y)
    for (int x = 0; x < shot.width; ++x) {
      const unsigned long pixel = XGetPixel(image, x, y); // Xvfb at depth 24: 0xrrggbb
      shot.pixels.push_back({std::uint8_t(pixel >> 16), std::uint8_t(pixel >> 8), std::uint8_t(pixel)});
    }
  XDestroyImage(image);
  return shot;
}

void no_key_repeat(const std::string& display) {
  const Connection connection = connect(display);
  XAutoRepeatOff(connection.get());
}

void close_window(const std::string& display, const std::string& title) {
  const Connection connection = connect(display);
  const ::Window target = find_window(connection.get(), DefaultRootWindow(connection.get()), title);
  if (target == 0) throw std::runtime_error("no window is named " + title);
  XEvent event = {};
  event.xclient.type = ClientMessage;
  event.xclient.window = target;
  event.xclient.message_type = XInternAtom(connection.get(), "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = long(XInternAtom(connection.get(), "WM_DELETE_WINDOW", False));
  event.xclient.data.l[1] = CurrentTime;
  XSendEvent(connection.get(), target, False, NoEventMask, &event);
  XFlush(connection.get());
}

void cover_and_uncover(const std::string& display) {
  const Connection connection = connect(display);
  ::Display* const x = connection.get();
  const int screen = DefaultScreen(x);
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.background_pixel = WhitePixel(x, screen);
  const ::Window cover = XCreateWindow(x, RootWindow(x, screen), 0, 0, unsigned(DisplayWidth(x, screen)) / 2,
                                       unsigned(DisplayHeight(x, screen)), 0, CopyFromParent, InputOutput,
                                       CopyFromParent, CWOverrideRedirect | CWBackPixel, &attributes);
  XMapRaised(x, cover);
  XSync(x, False);
  XDestroyWindow(x, cover);
  XSync(x, False);
}

bool drop_files(const std::string& display, const std::string& title, int x, int y,
                const std::vector<std::filesystem::path>& files) {
  const Connection connection = connect(display);
  const ::Window target = find_window(connection.get(), DefaultRootWindow(connection.get()), title);
  if (target == 0) throw std::runtime_error("no window is named " + title);
  std::string list;
  for (const auto& file : files)
    list += "file://" + percent_encoded(file.string()) + "\r\n";
  return DragSource(connection.get(), target, list).drop(x, y);
}

} // namespace texelscope::gui
