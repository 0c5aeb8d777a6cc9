// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/tally.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "fairwasm/data/bytes.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/xtensor.hpp"
#include "support.hpp"

namespace fairwasm::tally {
namespace {

using testing::eightRows;
using testing::eightRowTally;
using testing::expectError;
using testing::fullSchema;
using testing::Rows;

// Returns a copy, which later updates do not change.
xt::xarray<double> toCells(const Tally& tally) {
  return xt::adapt(tally.cells().data(), tally.cells().size(), xt::no_ownership(), tally.shape());
}

Rows randomRows(std::size_t rows, std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  Rows columns{{std::vector<std::uint8_t>(rows), std::vector<std::uint8_t>(rows)}, {}, {}, {}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    columns.attributes[0][row] = static_cast<std::uint8_t>(random.below(3));
    columns.attributes[1][row] = static_cast<std::uint8_t>(random.below(2));
    columns.label.push_back(static_cast<std::uint8_t>(random.below(2)));
    columns.prediction.push_back(static_cast<std::uint8_t>(random.below(2)));
    columns.weights.push_back(0.25 *
                              (1 + random.below(8)));  // exact in binary: sums have no rounding
    columns.scores.push_back(0.125 * random.below(9));
  }
  return columns;
}

Rows slice(const Rows& rows, std::size_t first, std::size_t last) {
  const auto part = [&](const auto& column) {
    using Column = std::decay_t<decltype(column)>;
    return column.empty() ? Column{}
                          : Column(column.begin() + static_cast<std::ptrdiff_t>(first),
                                   column.begin() + static_cast<std::ptrdiff_t>(last));
  };
  Rows result{{}, part(rows.label), part(rows.prediction), part(rows.weights), part(rows.scores)};
  for (const auto& column : rows.attributes) result.attributes.push_back(part(column));
  return result;
}

TEST(Tally, SumsTheRowsOfEachCell) {
  const Tally tally = eightRowTally();
  const auto cells = toCells(tally);
  EXPECT_THAT(cells.shape(), ::testing::ElementsAre(3, 2, 2, 2, kSums));
  // race b, sex f, label 1: one row predicted 1 (weight 0.5, score 0.8), one predicted 0 (1, 0.3).
  EXPECT_EQ(cells(1, 0, 1, 1, kRows), 1);
  EXPECT_EQ(cells(1, 0, 1, 1, kWeight), 0.5);
  EXPECT_EQ(cells(1, 0, 1, 1, kSquaredWeight), 0.25);
  EXPECT_EQ(cells(1, 0, 1, 1, kScore), 0.4);
  EXPECT_EQ(cells(1, 0, 1, 0, kScore), 0.3);
  EXPECT_EQ(tally.total(kRows), 8);
  EXPECT_EQ(tally.total(kWeight), 11);
}

TEST(Tally, WithoutWeightsEveryRowHasWeightOne) {
  data::Schema schema = fullSchema();
  schema.hasScore = false;
  Rows rows = eightRows();
  rows.weights.clear();
  rows.scores.clear();
  Tally tally(schema);
  tally.update(rows.batch(8));
  for (const Sum sum : {kRows, kWeight, kSquaredWeight}) EXPECT_EQ(tally.total(sum), 8);
  EXPECT_EQ(tally.total(kScore), 0);
}

TEST(Tally, ScoresWithoutWeightsEqualThoseOfRowsWithWeightOne) {
  Rows rows = eightRows();
  rows.weights.assign(8, 1);
  Tally weighted(fullSchema());
  weighted.update(rows.batch(8));
  rows.weights.clear();
  Tally tally(fullSchema());
  tally.update(rows.batch(8));
  EXPECT_EQ(toCells(tally), toCells(weighted));
  EXPECT_GT(tally.total(kScore), 0);
}

TEST(Tally, RestoresBytesForAllCombinationsOfColumns) {
  for (const bool hasLabel : {false, true}) {
    for (const bool hasPrediction : {false, true}) {
      if (!hasLabel && !hasPrediction) continue;
      const std::vector<data::Attribute> attributes{{"g", {"a", "b", "c"}}};
      Tally tally(data::Schema{attributes, {"0", "1", "2"}, hasLabel, hasPrediction, false});
      std::vector<double> sums(tally.cells().size());
      std::iota(sums.begin(), sums.end(), 1.0);
      tally.updateCounted(sums);
      EXPECT_EQ(Tally::fromBytes(tally.toBytes()).toBytes(), tally.toBytes());
    }
  }
}

TEST(Tally, MissingColumnsHaveAnAxisOfLengthOne) {
  Tally tally(data::Schema{{}, {"0", "1", "2"}, false, true, false});
  tally.update(
      {3, {}, {}, std::span<const std::uint8_t>(std::vector<std::uint8_t>{2, 2, 0}), {}, {}});
  EXPECT_THAT(toCells(tally).shape(), ::testing::ElementsAre(1, 3, kSums));
  EXPECT_EQ(toCells(tally)(0, 2, kRows), 2);
}

// Sizes around the block, the lanes, and the chunk of the inner loop.
class TallyOfSize : public ::testing::TestWithParam<std::size_t> {};

TEST_P(TallyOfSize, AgreesWithCountingRowByRow) {
  const Rows rows = randomRows(GetParam(), 11);
  Tally tally(fullSchema());
  tally.update(rows.batch(GetParam()));
  xt::xarray<double> expected = xt::zeros_like(toCells(tally));
  for (std::size_t row = 0; row < GetParam(); ++row) {
    const double weight = rows.weights[row];
    const double score = weight * rows.scores[row];
    const std::array<double, kSums> sums{1,     weight,        weight * weight,
                                         score, score * score, score * weight};
    for (std::size_t sum = 0; sum < kSums; ++sum) {
      expected(rows.attributes[0][row], rows.attributes[1][row], rows.label[row],
               rows.prediction[row], sum) += sums[sum];
    }
  }
  EXPECT_EQ(toCells(tally), expected);
}

TEST_P(TallyOfSize, MergedPartsEqualOnePass) {
  const std::size_t rows = GetParam();
  const Rows columns = randomRows(rows, 12);
  Tally whole(fullSchema());
  whole.update(columns.batch(rows));

  Tally chunks(fullSchema());
  Tally other(fullSchema());
  const std::size_t middle = rows / 3;
  chunks.update(slice(columns, 0, middle).batch(middle));
  other.update(slice(columns, middle, rows).batch(rows - middle));
  chunks.merge(Tally::fromBytes(other.toBytes()));
  EXPECT_EQ(toCells(chunks), toCells(whole));
}

TEST_P(TallyOfSize, CountsUnweightedRowsWithWeightOne) {
  const std::size_t rows = GetParam();
  data::Schema schema = fullSchema();
  schema.hasScore = false;
  Rows columns = randomRows(rows, 14);
  columns.scores.clear();
  columns.weights.assign(rows, 1);
  Tally weighted(schema);
  weighted.update(columns.batch(rows));
  columns.weights.clear();
  Tally counted(schema);
  counted.update(columns.batch(rows));
  EXPECT_EQ(toCells(counted), toCells(weighted));
}

INSTANTIATE_TEST_SUITE_P(Sizes, TallyOfSize,
                         ::testing::Values(0, 1, 3, 4, 5, 1023, 1024, 1025, 65536, 70001));

TEST(Tally, CountsManyCellsLikeFew) {
  // More cells than the interleaved histograms support, and codes of four bytes.
  std::vector<std::string> categories(3000);
  for (std::size_t i = 0; i < categories.size(); ++i) categories[i] = std::to_string(i);
  std::vector<std::uint32_t> groups(6000);
  std::iota(groups.begin(), groups.begin() + 3000, 0U);
  std::iota(groups.begin() + 3000, groups.end(), 0U);
  const std::vector<std::uint8_t> label(6000, 1);
  Tally tally(data::Schema{{{"id", categories}}, {"0", "1"}, true, false, false});
  tally.update({6000,
                {std::span<const std::uint32_t>(groups)},
                std::span<const std::uint8_t>(label),
                {},
                {},
                {}});
  EXPECT_EQ(toCells(tally)(0, 1, 0, kRows), 2);
  EXPECT_EQ(toCells(tally)(2999, 1, 0, kRows), 2);
  EXPECT_EQ(tally.total(kRows), 6000);
}

TEST(Tally, MergesByNameInAnyOrderOfCategories) {
  const auto makeTally = [](std::vector<std::string> categories, std::vector<std::uint8_t> codes) {
    Tally tally(data::Schema{{{"g", std::move(categories)}}, {"0"}, true, false, false});
    const std::vector<std::uint8_t> label(codes.size(), 0);
    tally.update({codes.size(),
                  {std::span<const std::uint8_t>(codes)},
                  std::span<const std::uint8_t>(label),
                  {},
                  {},
                  {}});
    return tally;
  };
  Tally tally = makeTally({"a", "b"}, {0, 1, 1});
  tally.merge(makeTally({"c", "b"}, {0, 1}));
  EXPECT_THAT(tally.schema().attributes[0].categories, ::testing::ElementsAre("a", "b", "c"));
  EXPECT_EQ(toCells(tally)(0, 0, 0, kRows), 1);
  EXPECT_EQ(toCells(tally)(1, 0, 0, kRows), 3);
  EXPECT_EQ(toCells(tally)(2, 0, 0, kRows), 1);
}

TEST(Tally, CanBeMergedWithItself) {
  Tally tally = eightRowTally();
  tally.merge(tally);
  EXPECT_EQ(tally.total(kRows), 16);
}

TEST(Tally, ResetRemovesRowsAndKeepsTheSchema) {
  Tally tally = eightRowTally();
  tally.reset();
  EXPECT_EQ(tally.total(kRows), 0);
  EXPECT_EQ(tally.schema(), fullSchema());
}

// Each invalid batch with the expected location of its error.
struct BadBatch {
  const char* what;
  void (*spoil)(Rows&);
  ErrorCode code;
  const char* argument;
  std::optional<std::size_t> row;
};

class TallyWithBadBatch : public ::testing::TestWithParam<BadBatch> {};

TEST_P(TallyWithBadBatch, ThrowsWithoutChanges) {
  Tally tally = eightRowTally();
  const auto before = toCells(tally);
  Rows rows = eightRows();
  GetParam().spoil(rows);
  expectError([&] { tally.update(rows.batch(8)); }, GetParam().code, GetParam().argument,
              GetParam().row);
  EXPECT_EQ(toCells(tally), before);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
INSTANTIATE_TEST_SUITE_P(
    All, TallyWithBadBatch,
    ::testing::Values(
        BadBatch{"code", [](Rows& r) { r.attributes[0][7] = 3; }, ErrorCode::kInvalidArgument,
                 "race", 7},
        BadBatch{"label", [](Rows& r) { r.label[2] = 2; }, ErrorCode::kInvalidArgument, "label", 2},
        BadBatch{"prediction", [](Rows& r) { r.prediction[0] = 9; }, ErrorCode::kInvalidArgument,
                 "prediction", 0},
        BadBatch{"weight", [](Rows& r) { r.weights[5] = std::nan(""); },
                 ErrorCode::kInvalidArgument, "weight", 5},
        BadBatch{"hugeWeight", [](Rows& r) { r.weights[5] = 1e103; }, ErrorCode::kInvalidArgument,
                 "weight", 5},
        BadBatch{"hugeScores",
                 [](Rows& r) { std::ranges::fill(r.scores, 1e200); },
                 ErrorCode::kInvalidArgument,
                 "score",
                 {}},
        BadBatch{"tinyWeights", [](Rows& r) { std::ranges::fill(r.weights, 1e-200); },
                 ErrorCode::kInvalidArgument, "weight", 0},
        BadBatch{"score", [](Rows& r) { r.scores[6] = kInfinity; }, ErrorCode::kInvalidArgument,
                 "score", 6},
        BadBatch{
            "short", [](Rows& r) { r.label.pop_back(); }, ErrorCode::kShapeMismatch, "label", {}},
        BadBatch{"fewWeights",
                 [](Rows& r) { r.weights.pop_back(); },
                 ErrorCode::kShapeMismatch,
                 "weight",
                 {}},
        BadBatch{
            "noScores", [](Rows& r) { r.scores.clear(); }, ErrorCode::kShapeMismatch, "score", {}},
        BadBatch{"oneAttribute",
                 [](Rows& r) { r.attributes.pop_back(); },
                 ErrorCode::kShapeMismatch,
                 "attributes",
                 {}}),
    [](const auto& parameter) { return std::string(parameter.param.what); });

TEST(Tally, AcceptsWeightsOfZeroAndTinyWeights) {
  Tally tally(fullSchema());
  Rows rows = eightRows();
  rows.weights = {0, 0, 0, 0, 1, 1, 1, 1};
  tally.update(rows.batch(8));
  EXPECT_EQ(tally.total(kRows), 8);
  EXPECT_EQ(tally.total(kWeight), 4);
}

// The product of code and stride must not overflow before the code is checked; the sanitizers
// detect that.
TEST(Tally, FindsACodeOutOfRangeHoweverLarge) {
  std::vector<std::string> many;
  for (int i = 0; i < 250; ++i) many.push_back(std::to_string(i));
  Tally tally(data::Schema{{{"a", {"x"}}, {"b", many}, {"c", many}}, {"0"}, true, false, false});
  const std::vector<std::uint32_t> large = {0xffff'ffffU};
  const std::vector<std::uint8_t> zeros = {0};
  const data::Codes bad = std::span<const std::uint32_t>(large);
  const data::Codes good = std::span<const std::uint8_t>(zeros);
  expectError([&] { tally.update({1, {bad, good, good}, good, {}, {}, {}}); },
              ErrorCode::kInvalidArgument, "a", 0);
}

TEST(Tally, NamesTheRowInLaterChunks) {
  const std::size_t rows = Tally::kChunkRows + 2000;
  Rows columns = randomRows(rows, 13);
  columns.prediction[rows - 1] = 2;
  Tally tally(fullSchema());
  expectError([&] { tally.update(columns.batch(rows)); }, ErrorCode::kInvalidArgument, "prediction",
              rows - 1);
  EXPECT_EQ(tally.total(kRows), 0);
}

// The squares of each chunk can be summed, but not those of both.
TEST(Tally, RejectsSumsThatOverflowOverChunks) {
  Tally tally(data::Schema{{}, {"0", "1"}, true, false, true});
  testing::Rows rows;
  rows.label.assign(Tally::kChunkRows + 1, 1);
  rows.scores.assign(Tally::kChunkRows + 1, 0);
  rows.scores.front() = rows.scores.back() = 1.2e154;
  expectError([&] { tally.update(rows.batch(rows.label.size())); }, ErrorCode::kInvalidArgument,
              "sums", 1);
  EXPECT_EQ(toCells(tally), toCells(Tally(tally.schema())));
}

TEST(Tally, RejectsSumsThatOverflowWithPreviousOnes) {
  Tally tally(data::Schema{{}, {"0", "1"}, true, false, true});
  testing::Rows rows;
  rows.label = {1};
  rows.scores = {1.2e154};
  tally.update(rows.batch(1));
  const auto before = toCells(tally);
  const Tally other = tally;
  expectError([&] { tally.update(rows.batch(1)); }, ErrorCode::kInvalidArgument, "sums", 1);
  expectError([&] { tally.updateCounted(other.cells()); }, ErrorCode::kInvalidArgument, "sums", 1);
  expectError([&] { tally.merge(other); }, ErrorCode::kInvalidArgument, "sums", 1);
  EXPECT_EQ(toCells(tally), before);
}

TEST(Tally, AcceptsPrecomputedSums) {
  const Tally tally = eightRowTally();
  Tally copy(fullSchema());
  copy.updateCounted(tally.cells());
  EXPECT_EQ(toCells(copy), toCells(tally));
  expectError([&] { copy.updateCounted(std::vector<double>(3)); }, ErrorCode::kShapeMismatch,
              "sums");
  std::vector<double> negative(copy.cells().size());
  negative[kSums * 2 + kRows] = -1;
  expectError([&] { copy.updateCounted(negative); }, ErrorCode::kInvalidArgument, "sums", 2);
}

TEST(Tally, RejectsMoreCellsThanFit) {
  std::vector<std::string> many(5000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = std::to_string(i);
  expectError([&] { Tally(data::Schema{{{"a", many}, {"b", many}}, {"0"}, true, false, false}); },
              ErrorCode::kTooLarge, "attributes");
}

TEST(Tally, RejectsASchemaWithADuplicateLabel) {
  expectError([] { Tally(data::Schema{{}, {"0", "0"}, true, false, false}); },
              ErrorCode::kInvalidArgument, "labels");
}

TEST(Tally, AllocatesNoMoreCellsThanTheBytesContain) {
  data::ByteWriter writer("tally", 1);
  std::vector<std::string> many;
  for (int i = 0; i < 2000; ++i) many.push_back(std::to_string(i));
  writer.schema(data::Schema{{{"a", many}, {"b", many}}, {"0"}, true, false, false});
  const auto bytes = std::move(writer).finish();
  try {
    Tally::fromBytes(bytes);
    FAIL() << "bytes without cells were accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kCorruptBytes);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("sums of every group"));
  }
}

TEST(Tally, RejectsBytesOfAnotherShape) {
  data::ByteWriter writer("tally", 1);
  writer.schema(fullSchema());
  writer.doubles(std::vector<double>(5));
  const auto bytes = std::move(writer).finish();
  expectError([&] { Tally::fromBytes(bytes); }, ErrorCode::kCorruptBytes, "bytes");
}

TEST(Tally, RejectsBytesWithAnInvalidSchema) {
  data::ByteWriter writer("tally", 1);
  data::Schema schema = fullSchema();
  schema.labels = {"0", "0"};
  writer.schema(schema);
  const auto bytes = std::move(writer).finish();
  expectError([&] { Tally::fromBytes(bytes); }, ErrorCode::kCorruptBytes, "bytes");
}

}  // namespace
}  // namespace fairwasm::tally
