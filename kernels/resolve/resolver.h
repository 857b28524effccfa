// Internal to resolve(): works its way from what is asked for to what the hardware does.
#pragma once

#include "kernels/resolve/resolve.h"

namespace texelscope {

class Resolver {
public:
  Resolver(const Session& session, const Limits& device_limits) : requested(session), limits(device_limits) {}
  Resolution run();

private:
  using Fix = std::vector<std::pair<std::string, FieldValue>>;

  void note(NoteKind kind, std::string field, std::string sentence, Text rule, const char* fix_label = "",
            Fix fix = {}) {
    result.notes.push_back(
        {kind, std::move(field), std::move(sentence), text(rule), fix_label, std::move(fix)});
  }
  void copy_request();

  // How large a texture can be, and of what it is made.
  void shape();
  void limit_depth(int fits);
  void planes();
  std::int64_t bytes() const;
  void fit();
  void levels();
  void size();
  void element();

  // What the sampler does to it.
  void read_mode();
  void seen_read_mode(const ElementFormat& array);
  void filter();
  void normalized();
  void no_address(int from, Text sentence, Text rule, const char* fix_label = "", const Fix& fix = {});
  void addressing();
  void srgb();
  void mips();
  FetchKind called() const;

  // Where the texels lie, and which function fetches them.
  void storage();
  void refuse_function(Text sentence, Text rule, const char* fix_label = "", Fix fix = {});
  void function();
  void cube();
  void projection();
  void slab();
  void body();
  void fetch();
  void planes_written();
  void write();

  // What lies in memory, and what the texture object and the fetch make of it.
  void packed();
  void plain_kind(NoteKind kind, Text sentence, Text rule);
  void channel_kind();
  void described();
  void refuse_view(Text sentence);
  bool range(const char* field, int first, int& count, int all);
  void view();
  void pitch();
  void type();

  const Session& requested;
  const Limits& limits;
  Resolution result;
};

} // namespace texelscope
