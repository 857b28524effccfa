// The legality matrix as a table: the contents of its cells, the filters, and the row of a session.
#include "kernels/reports/support_matrix/legality_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace texelscope::legality {

namespace {
const Format* format(std::string_view name) {
  const auto all = formats();
  return &*std::ranges::find(all, name, &Format::name);
}

const Outcome accepted = {};
const Outcome altered = {Verdict::altered, {}, {}, {"fetch:address=clamp"}};
const Outcome refused = {Verdict::refused, "cudaCreateTextureObject", "cudaErrorInvalidFilterSetting", {}};

// u8x4 read as element is accepted with point and refused with linear; of two with wrap one is altered. bc1
// fails in linear memory.
AnsweredAttempts small() {
  return {{{.format = format("bc1"), .memory = Memory::linear, .dimension = Dimension::d1}, refused},
          {{.format = format("u8x4")}, accepted},
          {{.format = format("u8x4"), .filter = FilterMode::linear}, refused},
          {{.format = format("u8x4"), .address = AddressMode::wrap, .normalized = false}, altered},
          {{.format = format("f32x1"), .filter = FilterMode::linear}, accepted}};
}

std::vector<std::string> names(const Table& table) {
  std::vector<std::string> all;
  for (const Format* row : table.rows)
    all.emplace_back(row->name);
  return all;
}
std::vector<std::vector<std::string>> headers(const Table& table) {
  std::vector<std::vector<std::string>> all;
  for (const auto& column : table.columns)
    all.emplace_back(column.begin(), column.end());
  return all;
}
using Names = std::vector<std::string>;
using Headers = std::vector<std::vector<std::string>>;

TEST(LegalityTable, CellsHoldAttemptsOfAFormatAndAColumn) {
  const Table table = make_table(small(), {});
  EXPECT_EQ(names(table), (Names{"u8x4", "f32x1", "bc1"})); // in the order of formats()
  EXPECT_EQ(headers(table), (Headers{{"element", "point", "no sRGB"}, {"element", "linear", "no sRGB"}}));
  EXPECT_EQ(table.cell(0, 0).configurations, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(table.cell(0, 0).counts, (std::array{1, 1, 0}));
  EXPECT_EQ(table.cell(0, 1).counts, (std::array{0, 0, 1}));
  EXPECT_EQ(table.cell(1, 0).configurations.size(), 0u);
  EXPECT_EQ(table.cell(1, 1).configurations, (std::vector<std::size_t>{4}));
  EXPECT_EQ(table.cell(2, 0).counts, (std::array{0, 0, 1}));
  EXPECT_EQ(table.counts, (std::array{2, 1, 2}));
  EXPECT_EQ(table.shown(), 5);
}

TEST(LegalityTable, ColumnsAreOfWhatIsChosen) {
  EXPECT_EQ(headers(make_table(small(), {.columns = Columns::places})),
            (Headers{{"linear", "1-D"}, {"array", "2-D"}}));
  EXPECT_EQ(headers(make_table(small(), {.columns = Columns::addressing})),
            (Headers{{"normalized", "clamp"}, {"unnormalized", "wrap"}}));
  EXPECT_EQ(headers(make_table(small(), {.columns = Columns::uses})), (Headers{{"texture", "mips point"}}));
}

TEST(LegalityTable, FiltersLeaveWhatFits) {
  const auto left = [](const TableFilter& filter) {
    std::vector<std::string> all;
    for (const auto& [configuration, answer] : shown_configurations(small(), filter))
      all.push_back(identifier(configuration));
    EXPECT_EQ(make_table(small(), filter).shown(), int(all.size()));
    return all;
  };
  const std::string bc1 = "bc1/element/point/clamp/normalized/linear_memory/1d";
  EXPECT_EQ(left({.formats = FormatClass::blocks}), (Names{bc1}));
  EXPECT_EQ(left({.memory = Memory::linear}), (Names{bc1}));
  EXPECT_EQ(left({.verdict = Verdict::altered}),
            (Names{"u8x4/element/point/wrap/unnormalized/array/2d/other_clamp"}));
  EXPECT_EQ(left({.formats = FormatClass::floats, .verdict = Verdict::refused}), Names{});
  EXPECT_EQ(left({.pattern = "8x4 ref"}), (Names{"u8x4/element/linear/clamp/normalized/array/2d"}));
  EXPECT_EQ(left({.pattern = "InvalidFilter bc"}), (Names{bc1}));
  EXPECT_EQ(left({.pattern = "no_such"}), Names{});
  EXPECT_EQ(left({.pattern = "  "}).size(), 5u);
}

TEST(LegalityTable, EveryRealAttemptIsListedOnce) {
  AnsweredAttempts all;
  for (const Configuration& configuration : configurations())
    all.emplace_back(configuration, accepted);
  for (const EnumEntry& columns : enum_table<Columns>()) {
    const Table table = make_table(all, {.columns = Columns(columns.value)});
    std::vector<int> seen(all.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      for (std::size_t column = 0; column < table.columns.size(); ++column)
        for (const std::size_t i : table.cell(row, column).configurations) {
          ++seen[i];
          EXPECT_EQ(all[i].first.format, table.rows[row]);
          EXPECT_EQ(place_of(table, all[i].first, Columns(columns.value)), (CellPlace{row, column}));
        }
    EXPECT_EQ(std::ranges::count(seen, 1), std::ptrdiff_t(all.size())) << columns.identifier;
    EXPECT_EQ(table.rows.size(), formats().size());
    EXPECT_LE(table.columns.size(), 16u) << columns.identifier; // the columns must fit side by side
  }
}

TEST(LegalityTable, FormatsHaveTheirClass) {
  const std::pair<const char*, FormatClass> known[] = {{"u8x4", FormatClass::integers},
                                                       {"s32x1", FormatClass::integers},
                                                       {"u4x1", FormatClass::integers},
                                                       {"f16x2", FormatClass::floats},
                                                       {"unorm8x4", FormatClass::normalized},
                                                       {"snorm16x2", FormatClass::normalized},
                                                       {"unorm1010102", FormatClass::normalized},
                                                       {"bc1", FormatClass::blocks},
                                                       {"bc7_srgb", FormatClass::blocks},
                                                       {"nv12", FormatClass::others},
                                                       {"none", FormatClass::others}};
  for (const auto& [name, expected] : known)
    EXPECT_EQ(class_of(*format(name)), expected) << name;
}

std::string requested_by(const Session& session) {
  const std::optional<Configuration> configuration = configuration_of(session);
  return configuration ? identifier(*configuration) : "";
}

TEST(SessionAttempt, IsWhatTheSessionRequests) {
  Session session;
  EXPECT_EQ(requested_by(session), "u8x4/normalized_float/linear/wrap/normalized/array/2d");
  session.texture.levels = 4;
  session.texture.format = {ElementKind::floating, 16, 2};
  EXPECT_EQ(requested_by(session), "f16x2/normalized_float/linear/wrap/normalized/mipmapped/2d/mip_linear");
  session = {};
  session.texture.dimension = Dimension::d1;
  session.texture.storage = Storage::linear;
  session.sampler.normalized_coords = false;
  session.sampler.filter = FilterMode::point;
  session.sampler.read_mode = ReadMode::element;
  session.sampler.address = {AddressMode::border, AddressMode::mirror, AddressMode::wrap};
  EXPECT_EQ(requested_by(session), "u8x4/element/point/border/unnormalized/linear_memory/1d");
  session.texture.storage = Storage::pitch;
  session.texture.dimension = Dimension::d2;
  session.sampler.srgb = true;
  session.fetch.function = FetchKind::gather;
  EXPECT_EQ(requested_by(session),
            "u8x4/element/point/border/unnormalized/pitch_memory/2d/other_mirror/srgb/gather");
}

TEST(SessionAttempt, KnowsEveryKindOfChannels) {
  Session session;
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  const std::string rest = "/normalized_float/linear/clamp/normalized/array/2d";
  session.texture.channel_kind = ChannelKind::normalized;
  EXPECT_EQ(requested_by(session), "unorm8x4" + rest);
  session.texture.format = {ElementKind::signed_int, 16, 2};
  EXPECT_EQ(requested_by(session), "snorm16x2" + rest);
  session.texture.format = {ElementKind::floating, 16, 2};
  EXPECT_EQ(requested_by(session), "");
  session.texture.channel_kind = ChannelKind::packed;
  EXPECT_EQ(requested_by(session), "unorm1010102" + rest);
  session.texture.channel_kind = ChannelKind::blocks;
  EXPECT_EQ(requested_by(session), ""); // the block format is not given
  EXPECT_EQ(configuration_of(session, bc::Format::bc4_snorm)->format->name, "bc4_signed");
  EXPECT_EQ(configuration_of(session, bc::Format::bc7)->format->name, "bc7");
}

TEST(SessionAttempt, IsFoundWhereItWasTried) {
  AnsweredAttempts answered = small();
  Session session;
  EXPECT_EQ(find(answered, *configuration_of(session)), nullptr);
  answered.emplace_back(*configuration_of(session), altered);
  const Outcome* answer = find(answered, *configuration_of(session));
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(*answer, altered);
  EXPECT_EQ(place_of(make_table(answered, {.formats = FormatClass::blocks}), *configuration_of(session),
                     Columns::reading),
            std::nullopt);
}

TEST(LegalityReason, DescribesTheOutcome) {
  EXPECT_EQ(reason(accepted), "");
  EXPECT_EQ(reason(refused), "cudaCreateTextureObject: cudaErrorInvalidFilterSetting");
  EXPECT_EQ(reason({Verdict::altered, {}, {}, {"description:srgb=off", "fetch:address_y=clamp"}}),
            "CUDA describes srgb: off, fetches show address y: clamp");
  EXPECT_EQ(reason({Verdict::altered, {}, {}, {"fetch:coordinates=index"}}),
            "fetches show coordinates: a count of texels");
  EXPECT_EQ(reason({Verdict::altered, {}, {}, {"surface:write=lost"}}),
            "a texel written through the surface is not stored");
  EXPECT_EQ(reason({Verdict::altered, {}, {}, {"fetch:error=cudaErrorUnknown"}}),
            "fetching fails: cudaErrorUnknown");
  EXPECT_EQ(reason({Verdict::accepted, {}, {}, {"fetch:none"}}),
            "no texels could be copied in, so nothing was fetched");
}
} // namespace

} // namespace texelscope::legality
