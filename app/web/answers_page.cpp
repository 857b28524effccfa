#include "app/web/answers_page.h"

#include "app/web/answered.h"

namespace texelscope::web {

namespace {
using Json = nlohmann::ordered_json;
} // namespace

std::string AnswersPage::open(std::string_view page) {
  return answered([&] {
    search_.emplace(parse_answers(page));
    auto list = Json::array();
    for (const Answer& answer : search_->answers())
      list.push_back({{"heading", answer.heading},
                      {"chapter", answer.chapter},
                      {"text", answer.text},
                      {"commands", answer.commands}});
    return json_text({{"answers", list}});
  });
}

std::string AnswersPage::find(std::string_view words) const {
  return answered([&] {
    auto numbers = Json::array();
    if (search_)
      for (const FoundAnswer& one : search_->find(words, max_found_answers))
        numbers.push_back(one.answer - search_->answers().data());
    return json_text({{"found", numbers}});
  });
}

} // namespace texelscope::web
