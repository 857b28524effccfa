// Prints what does not hold, and counts it.
#pragma once

#include <cstdio>
#include <string>

#include <texelscope/texture_request.h>

inline int failures = 0;

inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("failed: %s\n", what);
  ++failures;
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__)

inline bool has(const std::vector<texelscope::CheckNote>& notes, texelscope::CheckKind kind,
                const std::string& field, const std::string& error = "") {
  for (const texelscope::CheckNote& note : notes)
    if (note.kind == kind && note.field == field && note.error == error) return true;
  for (const texelscope::CheckNote& note : notes)
    std::printf("%s", texelscope::to_text(note).c_str());
  return false;
}
