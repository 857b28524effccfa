// Internal to the library for C: its objects.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "app/c/handles.h"
#include "kernels/state/session/spec.h"
#include "texelscope/texture_unit.h"

namespace texelscope::c {

// A texture, and the session that requests such a one, for its notes and explanations.
struct TextureEntry {
  Session session;
  TextureObject object;
  bool mipmapped = false; // requested, which no session can
};

struct SessionEntry {
  Session session;
  std::filesystem::path base;        // where a relative texture.path begins
  std::set<std::string> stated = {}; // the fields that were set or read: a texture's file does not alter them
};

Handles<TextureEntry>& textures();
Handles<SessionEntry>& sessions();

} // namespace texelscope::c
