// Labeled segments for the tables of enums, as many beside each other as a line has room for.
#pragma once

#include <optional>

#include "kernels/state/session/enums.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

class Choices {
public:
  explicit Choices(Context& context) : ui(context) {}

  // Returns whether the choice changed.
  template <class E>
  bool add(std::string_view name, Text label, E& value) {
    int chosen = int(value);
    const bool changed = add_table(name, label, enum_table<E>(), chosen, false);
    value = E(chosen);
    return changed;
  }
  // The same with a first segment that means all of them.
  template <class E>
  bool add(std::string_view name, Text label, std::optional<E>& value) {
    int chosen = value ? int(*value) + 1 : 0;
    const bool changed = add_table(name, label, enum_table<E>(), chosen, true);
    value = chosen == 0 ? std::nullopt : std::optional(E(chosen - 1));
    return changed;
  }
  bool add_segments(std::string_view name, Text label, const Segment* items, int count, int& chosen);
  bool add_switch(std::string_view name, Text label, Text help, bool& on);

private:
  bool add_table(std::string_view name, Text label, EnumTable table, int& chosen, bool all);
  void place_label(Text label, float segments_width);

  Context& ui;
  bool first = true;
};

} // namespace texelscope::ui
