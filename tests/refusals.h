// What is refused, and with which sentence.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace texelscope::tests {

// The message of the Error that `work` throws; "nothing" if it throws none.
template <class Error, class Work>
std::string refusal_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

template <class Input>
struct Refusal {
  Input input;
  std::string sentence;
};
template <class Input = std::string>
using Refusals = std::vector<Refusal<Input>>;

// `refuse` returns the sentence for an input, which is that of the table.
template <class Input, class Refuse>
void expect_refused_as(const Refuse& refuse, const std::vector<Refusal<Input>>& table) {
  for (std::size_t row = 0; row < table.size(); ++row)
    EXPECT_EQ(refuse(table[row].input), table[row].sentence) << "row " << row;
}

// The sentence holds that of the table.
template <class Input, class Refuse>
void expect_refused_with(const Refuse& refuse, const std::vector<Refusal<Input>>& table) {
  for (std::size_t row = 0; row < table.size(); ++row)
    EXPECT_PRED_FORMAT2(testing::IsSubstring, table[row].sentence, std::string(refuse(table[row].input)))
        << "row " << row;
}

} // namespace texelscope::tests
