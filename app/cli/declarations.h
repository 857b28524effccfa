// What the command lines of the verbs take, as the verbs declare it to Arguments. The man page and the
// completions of shells are made from it.
#pragma once

#include <string>
#include <vector>

#include "app/cli/verbs.h"

namespace texelscope {

struct DeclaredOption {
  std::vector<std::string> names; // "-o" and "--out", or "SESSION" of a positional
  std::string type;               // "FILE"; empty: it takes no value
  std::string help, section;
  std::vector<std::string> choices = {}; // of its value, as far as the declaration names them
  bool file = false;                     // its value is a file or a folder
  bool repeated = false;
};

struct DeclaredVerb {
  const Verb* verb = nullptr;
  std::string command; // "texelscope render"
  std::string about;
  std::string after; // what help prints after the usage
  std::vector<DeclaredOption> positionals, options;
  std::vector<DeclaredOption> fields; // of the session, which are options too
  std::string fields_help;
  bool takes_program = false; // after "--", with its arguments
};

// Lets the verb declare its command line, and does nothing else with it.
DeclaredVerb declared(const Verb& verb);

std::vector<DeclaredVerb> declared_verbs(); // first the window, whose name is empty
bool takes_option(const DeclaredVerb& verb, const std::string& name);

} // namespace texelscope
