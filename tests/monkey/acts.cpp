#include "tests/monkey/acts.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "tests/random_session.h"

namespace texelscope::monkey {

namespace {
using Id = ui::CommandId;

// Those that change the session or what is selected in it.
constexpr Id keyed[] = {Id::normalized,
                        Id::filter,
                        Id::read_mode,
                        Id::address_wrap,
                        Id::address_clamp,
                        Id::address_mirror,
                        Id::address_border,
                        Id::axis_x,
                        Id::axis_y,
                        Id::axis_z,
                        Id::bits_8,
                        Id::bits_16,
                        Id::bits_32,
                        Id::kind,
                        Id::grid,
                        Id::fit_view,
                        Id::one_to_one,
                        Id::zoom_in,
                        Id::zoom_out,
                        Id::rotate_left,
                        Id::rotate_right,
                        Id::auto_range,
                        Id::pin,
                        Id::next_pin,
                        Id::step_frame,
                        Id::restart_animation,
                        Id::clear_strokes,
                        Id::copy_line,
                        Id::copy_session,
                        Id::paste};
constexpr std::string_view in_menus[] = {"undo",         "redo",         "copy_line",   "copy_session",
                                         "copy_cuda",    "copy_opengl",  "copy_webgpu", "paste",
                                         "fit_view",     "one_to_one",   "zoom_in",     "zoom_out",
                                         "rotate_left",  "rotate_right", "auto_range",  "pin",
                                         "next_pin",     "clear_pins",   "step_frame",  "restart_animation",
                                         "clear_strokes"};
// Of them, PROFILE and COMPARE keep all cores busy, and a lesson has a session of its own.
constexpr std::string_view tabs[] = {"levels", "scope", "history", "block"};
// In the left column: what opens a dialog or a lab, stops the animation, or makes large textures.
constexpr std::string_view left_alone[] = {"texture.path", "fetch.body", "write.pause", "texture.size.1024",
                                           "texture.size.256"};

constexpr int max_sides = 1 << 9, max_texels = 1 << 18, max_pixels = 16 * picture_width * picture_height;
constexpr std::int64_t max_feedback_steps = 200;
constexpr std::size_t max_strokes_kept = 60;

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

ui::Area area_of(const ui::MapItem& item) {
  return {item.x0, item.y0, item.x1, item.y1};
}

bool is_too_large(const Session& session) {
  const TextureSpec& t = session.texture;
  const auto [width, height] = picture_size(session, picture_width, picture_height);
  const std::int64_t texels = std::int64_t(t.width) * t.height * std::max(t.depth, 1);
  return texels > max_texels || std::max({t.width, t.height, t.depth}) > max_sides ||
         std::int64_t(width) * height > max_pixels;
}

std::string named(const ui::KeyPress& key) {
  return "key " + ui::key_text(key);
}
} // namespace

Acts::Acts(Hand& hand, std::uint64_t seed, std::uint64_t block) : hand_(hand) {
  std::seed_seq sequence{std::uint32_t(seed), std::uint32_t(seed >> 32), std::uint32_t(block)};
  random_.seed(sequence);
}

float Acts::between(float low, float high) {
  return low + (high - low) * float(random_() >> 8) * 0x1p-24f;
}

const ui::MapItem* Acts::choose(const std::function<bool(const ui::MapItem&)>& wanted) {
  std::vector<const ui::MapItem*> found;
  for (const ui::MapItem& item : hand_.map())
    if (item.visible && item.x1 - item.x0 >= 2 && item.y1 - item.y0 >= 2 && wanted(item))
      found.push_back(&item);
  return found.empty() ? nullptr : found[std::size_t(below(int(found.size())))];
}

std::string Acts::act() {
  if (const std::string done = rein_in(); !done.empty()) return done;
  struct Choice {
    int weight;
    std::string (Acts::*act)();
  };
  constexpr Choice choices[] = {
      {38, &Acts::turn_setting},  {16, &Acts::press_key},         {6, &Acts::scroll},
      {12, &Acts::undo_or_redo},  {2, &Acts::go_through_journal}, {2, &Acts::open_tab},
      {10, &Acts::touch_picture}, {4, &Acts::use_palette},        {4, &Acts::use_menu},
      {6, &Acts::paste_session}};
  int all = 0;
  for (const Choice& choice : choices)
    all += choice.weight;
  int at = below(all);
  hand_.frame(); // the rows below a note that has appeared have moved
  std::string done;
  for (const Choice& choice : choices)
    if ((at -= choice.weight) < 0) {
      done = (this->*choice.act)();
      break;
    }
  hand_.leave_dialogs();
  return done;
}

// Everything through the window, too: the change is undone, the animation restarted, the strokes are cleared.
std::string Acts::rein_in() {
  const Session& session = hand_.explorer().document().session();
  const auto press = [&](Id id) {
    hand_.key(ui::command(id).key);
    return "back to a small one: " + named(ui::command(id).key);
  };
  if (is_too_large(session) || !hand_.explorer().renderer().image_is_current()) {
    if (hand_.explorer().document().changes().position() == 0) return paste_session();
    return press(Id::undo);
  }
  const WriteSpec& write = session.write;
  if (write.mode == WriteMode::feedback && write.frame - write.feedback_start > max_feedback_steps)
    return press(Id::restart_animation);
  if (write.strokes.size() > max_strokes_kept) return press(Id::clear_strokes);
  return {};
}

std::string Acts::turn_setting() {
  const ui::Area& panel = hand_.settings();
  const ui::MapItem* item = choose([&](const ui::MapItem& i) {
    return i.name.find('.') != std::string::npos && !i.name.starts_with("note.") &&
           !i.name.starts_with("panel.") && !is_in(left_alone, i.name) && panel.contains(i.x0, i.y0) &&
           panel.contains(i.x1 - 1, i.y1 - 1);
  });
  if (item == nullptr) return scroll();
  const std::string name = item->name;
  const ui::Area box = area_of(*item);
  const float x = between(box.x0 + 1, box.x1 - 1), y = (box.y0 + box.y1) / 2;
  const int way = below(10);
  if (way < 3) {
    const float by = between(-40, 40);
    hand_.drag(x, y, x + by, y);
    return fmt::format("drag {} by {:.1f}", name, by);
  }
  if (way == 3) {
    const std::string typed =
        below(2) ? std::to_string(below(70) - 3) : fmt::format("{:.3f}", between(-2, 2));
    hand_.hold_ctrl(true);
    hand_.click(x, y);
    hand_.hold_ctrl(false);
    hand_.type(typed);
    hand_.enter();
    hand_.click_nothing();
    return fmt::format("type {} into {}", typed, name);
  }
  const ui::UiMap before = hand_.map();
  hand_.click(x, y);
  return "click " + name + choose_from_list(name, before);
}

// Where the click has opened a list, chooses one of its lines, or closes it.
std::string Acts::choose_from_list(const std::string& name, const ui::UiMap& before) {
  const Field* field = find_field(name);
  if (field == nullptr || field->type != FieldType::choice) return {};
  hand_.frame();
  const auto is_new = [&](const ui::MapItem& item) {
    return item.name.starts_with(name + ".") &&
           std::ranges::find(before, item.name, &ui::MapItem::name) == before.end();
  };
  const ui::MapItem* line = choose(is_new);
  if (line == nullptr) return {};
  const std::string chosen = line->name;
  const ui::Area box = area_of(*line);
  hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  hand_.click_nothing();
  return ", " + chosen;
}

std::string Acts::scroll() {
  const ui::Area& panel = hand_.settings();
  const float steps = float(below(21) - 10);
  hand_.wheel(panel.x0 + 4, (panel.y0 + panel.y1) / 2, steps);
  return fmt::format("scroll the settings by {}", steps);
}

std::string Acts::press_key() {
  if (below(4) == 0) {
    ui::KeyPress arrow{ui::key_left + below(4)};
    const int with = below(4);
    arrow.ctrl = with == 1, arrow.shift = with == 2, arrow.alt = with == 3;
    hand_.key(arrow);
    return named(arrow);
  }
  const ui::KeyPress key = ui::command(keyed[std::size_t(below(int(std::size(keyed))))]).key;
  hand_.key(key);
  return named(key);
}

std::string Acts::undo_or_redo() {
  const ui::KeyPress key = ui::command(below(5) < 3 ? Id::undo : Id::redo).key;
  hand_.key(key);
  return named(key);
}

std::string Acts::go_through_journal() {
  const ui::MapItem* entry =
      choose([](const ui::MapItem& item) { return item.name.starts_with("journal."); });
  if (entry == nullptr) return open_tab();
  const std::string name = entry->name;
  const ui::Area box = area_of(*entry);
  hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  return "click " + name;
}

std::string Acts::open_tab() {
  const ui::MapItem* more = hand_.find("tabs.more");
  if (more != nullptr && more->x1 > more->x0 && below(4) != 0) {
    const ui::Area box = area_of(*more);
    hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
    hand_.frame();
  }
  const ui::MapItem* tab = choose([](const ui::MapItem& item) {
    return item.name.starts_with("tabs.") && is_in(tabs, std::string_view(item.name).substr(5)) &&
           !item.text.ends_with("(chosen)"); // a click on the open one folds the row
  });
  std::string done = "no tab";
  if (tab != nullptr) {
    done = "click " + tab->name;
    const ui::Area box = area_of(*tab);
    hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  }
  hand_.click_nothing();
  return done;
}

std::string Acts::touch_picture() {
  const bool on_result = below(2) == 0;
  const ui::MapItem* picture = hand_.find(on_result ? "result" : "texture");
  if (picture == nullptr) return scroll();
  const std::string name = picture->name;
  const ui::Area box = area_of(*picture);
  const auto x = [&] { return between(box.x0 + 1, box.x1 - 1); };
  const auto y = [&] { return between(box.y0 + 1, box.y1 - 1); };
  switch (below(6)) {
  case 0:
  case 1: {
    const float at_x = x(), at_y = y(), steps = float(below(9) - 4);
    hand_.wheel(at_x, at_y, steps);
    return fmt::format("wheel over the {} by {}", name, steps);
  }
  case 2: {
    const float at_x = x(), at_y = y();
    hand_.click(at_x, at_y);
    return fmt::format("click the {} at {:.1f}, {:.1f}", name, at_x, at_y);
  }
  default: {
    const float x0 = x(), y0 = y(), x1 = x(), y1 = y();
    const int button = below(3) == 0 ? 1 : 0;
    hand_.drag(x0, y0, x1, y1, button);
    return fmt::format("drag over the {}, button {}, {:.1f}, {:.1f} to {:.1f}, {:.1f}", name, button, x0, y0,
                       x1, y1);
  }
  }
}

std::string Acts::use_palette() {
  std::vector<const Field*> chosen_by_name;
  for (const Field& field : fields())
    if (field.type == FieldType::choice || field.type == FieldType::boolean) chosen_by_name.push_back(&field);
  const Field& field = *chosen_by_name[std::size_t(below(int(chosen_by_name.size())))];
  hand_.key(ui::command(Id::palette).key);
  hand_.frame(3); // until its field has the keyboard
  hand_.type(text(field.label));
  hand_.frame();
  const std::string prefix = "palette.entry." + std::string(field.path) + ".";
  const ui::MapItem* entry = choose([&](const ui::MapItem& item) { return item.name.starts_with(prefix); });
  std::string done = fmt::format("palette, {}: nothing", field.path);
  if (entry != nullptr) {
    done = "palette, " + entry->name;
    const ui::Area box = area_of(*entry);
    hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  }
  hand_.key({ui::key_escape});
  hand_.click_nothing();
  return done;
}

std::string Acts::use_menu() {
  constexpr const char* menus[] = {"menu.edit", "menu.view"};
  const ui::MapItem* menu = hand_.find(menus[below(2)]);
  if (menu == nullptr) return scroll();
  std::string done = menu->name;
  const ui::Area title = area_of(*menu);
  hand_.click((title.x0 + title.x1) / 2, (title.y0 + title.y1) / 2);
  hand_.frame();
  const ui::MapItem* line = choose([](const ui::MapItem& item) {
    return item.name.starts_with("command.") && is_in(in_menus, std::string_view(item.name).substr(8));
  });
  if (line != nullptr) {
    done += ", " + line->name;
    const ui::Area box = area_of(*line);
    hand_.click((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  }
  hand_.click_nothing();
  return done;
}

std::string Acts::paste_session() {
  const bool anisotropic = below(3) == 0;
  const Session session =
      (anisotropic ? tests::random_anisotropic_setup(random_) : tests::random_setup(random_)).session;
  hand_.paste(session);
  return "paste" + tests::describe(session);
}

} // namespace texelscope::monkey
