// texelscope explain many times in one process: each line of the standard input has the verb's arguments,
// with tabs between them, and each answer ends with a line that holds nothing but a full stop. An error is
// the answer {"error": SENTENCE}.
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/verbs.h"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> args;
    std::istringstream parts(line);
    for (std::string part; std::getline(parts, part, '\t');)
      args.push_back(part);
    try {
      texelscope::run_explain(args);
    } catch (const std::exception& error) {
      std::printf("%s\n", nlohmann::json{{"error", error.what()}}.dump().c_str());
    }
    std::printf(".\n");
    std::fflush(stdout);
  }
}
