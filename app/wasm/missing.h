// What the emscripten of Debian 12 lacks in its standard library (libc++ 13): std::bit_cast, the algorithms
// of std::ranges that the sources use, and to_chars() and from_chars() of floats. scripts/web.sh includes it
// before everything else.
#pragma once

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

// The fewest digits that read back as the same number, in the shorter of the two notations.
to_chars_result to_chars(char* first, char* last, double value);
to_chars_result to_chars(char* first, char* last, float value);
from_chars_result from_chars(const char* first, const char* last, double& value,
                             chars_format format = chars_format::general);

namespace ranges {
struct Unchanged {
  template <class T>
  constexpr T&& operator()(T&& value) const {
    return std::forward<T>(value);
  }
};

template <class Range, class Predicate>
constexpr bool all_of(Range&& range, Predicate predicate) {
  return std::all_of(std::begin(range), std::end(range),
                     [&](auto&& item) { return bool(std::invoke(predicate, item)); });
}
template <class Range, class Predicate>
constexpr bool any_of(Range&& range, Predicate predicate) {
  return std::any_of(std::begin(range), std::end(range),
                     [&](auto&& item) { return bool(std::invoke(predicate, item)); });
}
template <class Range, class Predicate>
constexpr bool none_of(Range&& range, Predicate predicate) {
  return !ranges::any_of(range, predicate);
}
template <class Range, class Predicate>
constexpr auto count_if(Range&& range, Predicate predicate) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](auto&& item) { return bool(std::invoke(predicate, item)); });
}
template <class Range, class T>
constexpr auto count(Range&& range, const T& value) {
  return std::count(std::begin(range), std::end(range), value);
}
template <class Range, class T, class Projection = Unchanged>
constexpr auto find(Range&& range, const T& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](auto&& item) { return std::invoke(projection, item) == value; });
}
template <class Range, class Predicate>
constexpr auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), predicate);
}
template <class Range, class T, class Less = less, class Projection = Unchanged>
constexpr auto lower_bound(Range&& range, const T& value, Less comes_first = {}, Projection projection = {}) {
  return std::lower_bound(
      std::begin(range), std::end(range), value,
      [&](const auto& item, const auto& bound) { return comes_first(std::invoke(projection, item), bound); });
}
template <class Range, class T>
constexpr auto fill(Range&& range, const T& value) {
  return std::fill(std::begin(range), std::end(range), value);
}
template <class Out>
struct Copied {
  Out out;
};
template <class Range, class Out>
constexpr Copied<Out> copy(Range&& range, Out out) {
  return {std::copy(std::begin(range), std::end(range), out)};
}
template <class Range, class Out, class Function>
constexpr auto transform(Range&& range, Out out, Function function) {
  return std::transform(std::begin(range), std::end(range), out, function);
}
template <class Range, class T>
constexpr auto replace(Range&& range, const T& from, const T& to) {
  return std::replace(std::begin(range), std::end(range), from, to);
}
template <class Range, class Predicate, class T>
constexpr auto replace_if(Range&& range, Predicate predicate, const T& to) {
  return std::replace_if(std::begin(range), std::end(range), predicate, to);
}
template <class Range, class Less = less, class Projection = Unchanged>
constexpr auto sort(Range&& range, Less comes_first = {}, Projection projection = {}) {
  return std::sort(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
    return comes_first(std::invoke(projection, a), std::invoke(projection, b));
  });
}
template <class Range, class Less = less, class Projection = Unchanged>
constexpr auto stable_sort(Range&& range, Less comes_first = {}, Projection projection = {}) {
  return std::stable_sort(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
    return comes_first(std::invoke(projection, a), std::invoke(projection, b));
  });
}
} // namespace ranges

} // namespace std
