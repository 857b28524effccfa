#include "app/web/page.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/web/answered.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/pasted_state.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/compare/compare.h"
#include "kernels/studies/compare/compare_report.h"
#include "kernels/studies/compare/scope.h"
#include "kernels/studies/explain/effective_session.h"
#include "kernels/studies/explain/explain_report.h"
#include "kernels/studies/explain/proof_fetch.h"
#include "kernels/studies/texture/adopt_file.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/sample_position.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/image/texture_plane.h"
#include "kernels/unit/resolve/settings_rows.h"

namespace texelscope::web {

namespace {
using Json = nlohmann::ordered_json;

const char* kind_name(NoteKind kind) {
  static constexpr const char* names[] = {"no_effect", "altered", "refused"};
  return names[std::size_t(kind)];
}

Json note_json(const Note& note) {
  Json fix = Json::object();
  for (const auto& [path, value] : note.fix)
    fix[path] = value_json(value);
  return {{"kind", kind_name(note.kind)}, {"field", note.field},
          {"sentence", note.sentence},    {"rule", note.rule},
          {"fix_label", note.fix_label},  {"fix", std::move(fix)}};
}

// {"texture.levels": "shown", …}: the settings that have a meaning now.
Json rows_json(const Session& session, const Effective& effective) {
  Json json = Json::object();
  for (const SettingsSection& section : settings_sections())
    for (const SettingsRow& row : section.rows)
      if (const Visibility visible = visibility(row, session, effective);
          row.where != SettingsRow::Where::window && visible != Visibility::hidden)
        json[row.path] = visible == Visibility::shown ? "shown" : "folded";
  return json;
}

Json sections_json() {
  Json list = Json::array();
  for (const SettingsSection& section : settings_sections()) {
    Json rows = Json::array();
    for (const SettingsRow& row : section.rows) {
      if (row.where == SettingsRow::Where::window) continue;
      Json made = {{"path", row.path}};
      if (!row.values.empty()) made["values"] = std::vector<int>(row.values.begin(), row.values.end());
      if (row.slider) made["range"] = {row.slider->low, row.slider->high, row.slider->step};
      rows.push_back(std::move(made));
    }
    if (!rows.empty()) list.push_back({{"name", section.name}, {"rows", std::move(rows)}});
  }
  return list;
}

Json columns_json(const std::vector<scope::Column>& columns, int channels) {
  Json json = Json::array();
  for (const scope::Column& column : columns) {
    Json made = Json::array();
    for (std::size_t c = 0; c < std::size_t(channels); ++c)
      made.push_back({column[c].low, column[c].high, column[c].first, column[c].last});
    json.push_back(std::move(made));
  }
  return json;
}
} // namespace

std::shared_ptr<const Image> PagePictures::read(const TextureRecipe& recipe, const Progress&) {
  return find(recipe.file);
}

std::shared_ptr<const Image> PagePictures::find(const std::filesystem::path& file) const {
  const std::string name = file.filename().string();
  if (const auto found = given.find(name); found != given.end()) return found->second;
  if (own) return own;
  throw FileError(say(Text::web_picture_missing, {name}));
}

Page::Page() {
  take(Session{});
}

void Page::take(const Session& session) {
  Scene scene{session, resolve(session, {.max_bytes = max_bytes}), scene_.image, {}};
  TextureRecipe recipe = texture_recipe(session.texture, scene.resolution.effective, {});
  const bool same = recipe_ && *recipe_ == recipe && made_for_ == pictures_.own && scene.image;
  if (!same) {
    scene.image = nullptr;
    recipe_.reset();
    try {
      scene.image = make_texture(recipe, pictures_, [](double) { return true; });
      recipe_ = std::move(recipe);
      made_for_ = pictures_.own;
    } catch (const FileError& error) {
      scene.failure = error.what();
      scene.lacks_picture = !pictures_.own;
    } catch (const MachineError& error) {
      scene.failure = error.what();
    }
  }
  scene_ = std::move(scene);
  model_ = {};
  ideal_.reset();
}

std::string Page::open(std::string_view text) {
  return answered([&] {
    const PastedState pasted = parse_pasted(text, scene_.session);
    take(pasted.loaded.session);
    Json json = Json::parse(state());
    json["summary"] = pasted.summary;
    return json_text(std::move(json));
  });
}

std::string Page::set(std::string_view session) {
  return answered([&] {
    take(parse_session(session, text(Text::web_open_state)));
    return state();
  });
}

std::string Page::change(std::string_view fields) {
  Session session = scene_.session;
  const Json given = Json::parse(fields);
  for (const auto& [path, value] : given.items()) {
    const Field& field = *find_field(path);
    const auto refused = [&](const std::string& reason) {
      return error_json(say(Text::web_invalid, {text(field.label), reason}).c_str());
    };
    const auto parsed = parse_value(field, value.get<std::string>());
    if (const auto* reason = std::get_if<std::string>(&parsed)) return refused(*reason);
    if (const auto reason = assign(session, field, std::get<FieldValue>(parsed))) return refused(*reason);
  }
  return answered([&] {
    take(session);
    return state();
  });
}

std::string Page::state() {
  Json notes = Json::array();
  for (const Note& note : scene_.resolution.notes)
    notes.push_back(note_json(note));
  Json json = {{"session", session_json(scene_.session)},
               {"effective", session_json(effective_session(scene_.session, effective()))},
               {"notes", std::move(notes)},
               {"failure", scene_.failure},
               {"lacks_picture", scene_.lacks_picture},
               {"rows", rows_json(scene_.session, effective())}};
  try {
    const ShareLine share = share_line(scene_.session);
    json["line"] = share.line;
    json["line_note"] = share.without_strokes ? text(Text::share_strokes) : "";
  } catch (const UserError& error) {
    json["line"] = "";
    json["line_note"] = error.what();
  }
  return json_text(std::move(json));
}

void Page::keep_picture(std::shared_ptr<const Image> picture) {
  pictures_.own = std::move(picture);
  take(scene_.session);
}

void Page::give_picture(const std::string& name, std::shared_ptr<const Image> picture) {
  pictures_.given[name] = std::move(picture);
}

std::shared_ptr<const Image> Page::picture_of(const std::filesystem::path& file) const {
  return pictures_.find(file);
}

std::string Page::take_picture(const std::string& name, std::shared_ptr<const Image> picture) {
  return answered([&] {
    pictures_.own = std::move(picture);
    Session session = scene_.session;
    session.texture.source = Source::file;
    session.texture.path = name;
    adopt_file(session, *pictures_.own);
    take(session);
    return state();
  });
}

void Page::require_picture() const {
  if (!scene_.failure.empty()) throw UserError(scene_.failure);
}

void Page::require_drawn() const {
  require_picture();
  if (model_.empty()) throw UserError(text(Text::web_nothing_here));
}

// The values of the picture, which stay until the session or the size changes.
void Page::fetch(int width, int height) {
  require_picture();
  if (!model_.empty() && model_.picture.width == width && model_.picture.height == height) return;
  ideal_.reset();
  bound_ = make_texture_view(texels().texels.data(), effective(), reinterpreted_);
  const FetchView view = make_fetch_view(scene_.session, effective(), width, height);
  model_ = model_values(bound_, effective(), view, width, height,
                        cpu::body_of_picture(scene_.session, effective()));
}

const Values& Page::plain_values() {
  if (!cpu::body_of_picture(scene_.session, effective())) return model_;
  const auto [width, height] = std::array{model_.picture.width, model_.picture.height};
  const FetchView view = make_fetch_view(scene_.session, effective(), width, height);
  plain_ = model_values(bound_, effective(), view, width, height);
  return *plain_;
}

const Values& Page::ideal() {
  if (ideal_) return *ideal_;
  if (const std::string why = no_ideal(effective()); !why.empty()) throw UserError(why);
  const auto [width, height] = std::array{model_.picture.width, model_.picture.height};
  const FetchView view = make_fetch_view(scene_.session, effective(), width, height);
  ideal_ = ideal_values(bound_, effective(), view, width, height);
  return *ideal_;
}

std::string Page::draw(int width, int height, Shown shown) {
  return answered([&] {
    require_picture();
    const auto update = texture_.update(scene_.image, effective().writes(scene_.session),
                                        mip_rule(scene_.session.texture, effective()), steps_per_frame);
    if (update.wrote) model_ = {};
    const auto [w, h] = picture_size(scene_.session, width, height);
    fetch(w, h);
    Json json = {{"width", w}, {"height", h}, {"steps_left", update.steps_left}};
    const ViewSpec& view = scene_.session.view;
    if (shown == Shown::difference) {
      const Picture map = largest_map(model_, ideal(), Measure::signed_difference, view.show_channel);
      json["reach"] = map_reach(map);
      pixels_ = map_colors(map, Measure::signed_difference, map_reach(map));
    } else
      pixels_ = tone_map(shown == Shown::ideal ? ideal().picture : model_.picture, view);
    if (shown != Shown::difference && view.dim_repeats && effective().projection == Projection::flat)
      dim_repeats(scene_.session, w, h, pixels_.data());
    return json_text(std::move(json));
  });
}

std::string Page::draw_texels(double x0, double y0, double step, int width, int height) {
  return answered([&] {
    require_picture();
    const TexturePlane plane = shown_plane(scene_.session.view, texels());
    pixels_.resize(std::size_t(width) * std::size_t(height) * 4);
    tone_map({plane.width, plane.height, texels().format, texels().texels.data() + plane.offset},
             {x0, y0, step}, scene_.session.view, width, height, pixels_.data());
    return json_text(
        {{"level", plane.level}, {"plane", plane.plane}, {"width", plane.width}, {"height", plane.height}});
  });
}

FetchExplanation Page::explained(const FetchTarget& target) const {
  require_picture();
  const int width = model_.picture.width, height = model_.picture.height;
  Explanation fetch = texelscope::explain(scene_.session, effective(), texels().texels.data(), width, height,
                                          target, true, texels().compressed.get());
  const auto pixel = fetch.pixel;
  auto body = pixel
                  ? explained_body(scene_.session, effective(), texels().texels.data(), width, height, *pixel)
                  : std::nullopt;
  if (pixel && !body)
    fetch.returned =
        model_.picture.pixels[std::size_t(pixel->y) * std::size_t(width) + std::size_t(pixel->x)];
  FetchExplanation all =
      texelscope::explained(std::move(fetch), scene_.resolution.notes, scene_.session.view);
  add_body(all, std::move(body));
  return all;
}

FetchTarget Page::pixel_target(int x, int y) const {
  require_picture();
  if (x < 0 || y < 0 || x >= model_.picture.width || y >= model_.picture.height)
    throw UserError(text(Text::web_nothing_here));
  return Pixel{x, y};
}

SamplePosition Page::position(double x, double y, std::optional<double> z) const {
  if (z) return {{x, y, *z}, false, 0, {}, 0};
  return position_in_plane(scene_.session, effective(), x, y);
}

std::string Page::explained_json(const FetchTarget& target) const {
  return explain_json(explained(target), text(Text::web_device));
}

std::string Page::explained_text(const FetchTarget& target) const {
  return json_text({{"text", texelscope::explain_text(explained(target), text(Text::web_device))}});
}

std::string Page::explain(int x, int y) {
  return answered([&] { return explained_json(pixel_target(x, y)); });
}

std::string Page::explain_text(int x, int y) {
  return answered([&] { return explained_text(pixel_target(x, y)); });
}

std::string Page::explain_at(double x, double y, std::optional<double> z) {
  return answered([&] {
    require_drawn();
    return explained_json(position(x, y, z));
  });
}

std::string Page::explain_at_text(double x, double y, std::optional<double> z) {
  return answered([&] {
    require_drawn();
    return explained_text(position(x, y, z));
  });
}

std::string Page::settings() {
  return answered([&] {
    require_picture();
    const auto found =
        explain_settings(scene_.session, scene_.resolution, *scene_.image, proof_fetch(BackendKind::cpu, {}));
    return settings_json(found, effective().dimension, text(Text::web_device));
  });
}

std::string Page::compare() {
  return answered([&] {
    require_drawn();
    const std::array<ComparedPicture, 2> pictures = {
        {{text(Text::values_model), model_}, {text(Text::values_ideal), ideal()}}};
    return compare_json(pictures, texelscope::compare(pictures[0].values, pictures[1].values));
  });
}

std::string Page::scope(int row, int columns) {
  return answered([&] {
    require_drawn();
    const int width = model_.picture.width, height = model_.picture.height;
    const double y = std::clamp(row, 0, height - 1) + 0.5;
    const scope::Line line = {0, y, double(width), y};
    constexpr int samples_per_column = 2;
    const scope::Samples samples(scene_.session, effective(), width, height, line,
                                 columns * samples_per_column);
    const scope::Axis axis = scope::axis_of(scene_.session, effective(), width, height, line);
    const int channels = scope::word_count(effective());
    const auto fetched = scope::model(bound_, samples);
    const ResultType type = effective().result;
    const auto model = scope::columns_of(fetched.size(), columns, [&](std::size_t i) {
      std::array<double, 4> value = {};
      for (std::size_t c = 0; c < 4; ++c)
        value[c] = number_of(type, fetched[i][c]);
      return value;
    });
    Json json = {
        {"axis",
         {{"in_texels", axis.in_texels}, {"name", axis.name}, {"start", axis.start}, {"end", axis.end}}},
        {"row", row},
        {"channels", channels},
        {"model", columns_json(model, channels)}};
    if (no_ideal(effective()).empty())
      json["ideal"] = columns_json(
          scope::columns_of(fetched.size(), columns,
                            [&](std::size_t i) { return scope::ideal(bound_, samples, int(i)); }),
          channels);
    return json_text(std::move(json));
  });
}

std::string Page::pixel_at(double x, double y, std::optional<double> z) const {
  return answered([&] {
    const auto pixel =
        pixel_of(scene_.session, effective(), model_.picture.width, model_.picture.height, position(x, y, z));
    return json_text({{"pixel", pixel ? Json{pixel->x, pixel->y} : Json()}});
  });
}

std::string Page::coordinate(double x, double y) const {
  const int width = std::max(1, model_.picture.width), height = std::max(1, model_.picture.height);
  const auto at = picture_to_texture(scene_.session, width, height, x, y);
  return json_text({{"at", {at[0], at[1]}}});
}

std::string fields_json() {
  Json list = Json::array();
  const Session defaults;
  for (const Field& field : fields()) {
    if (field.type == FieldType::strokes) continue;
    static constexpr const char* types[] = {"boolean", "integer", "number", "text", "choice", "numbers"};
    Json made = {{"path", field.path},         {"type", types[std::size_t(field.type)]},
                 {"label", text(field.label)}, {"help", text(field.help)},
                 {"low", field.low},           {"high", field.high},
                 {"count", field.count}};
    for (const EnumEntry& choice : field.choices)
      made["choices"].push_back(
          {{"identifier", choice.identifier}, {"label", text(choice.label)}, {"help", text(choice.help)}});
    list.push_back(std::move(made));
  }
  return json_text({{"fields", std::move(list)}, {"sections", sections_json()}});
}

} // namespace texelscope::web
