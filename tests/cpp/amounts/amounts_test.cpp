// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/amounts.hpp"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "fairwasm/data/accumulator.hpp"
#include "golden.hpp"
#include "support.hpp"

namespace fairwasm::amounts {
namespace {

using testing::expectError;
using ::testing::IsNan;
using testing::Json;

using Codes = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

constexpr double kDigits = 1e-12;

// Expects equal numbers up to 12 digits, or no number if null is expected.
void expectNumber(double actual, const Json& expected, const std::string& name,
                  double digits = kDigits) {
  if (expected.is_null()) {
    EXPECT_THAT(actual, IsNan()) << name;
    return;
  }
  const auto number = expected.get<double>();
  EXPECT_NEAR(actual, number, digits * std::max(1.0, std::abs(number))) << name;
}

// Quantiles of Student's distribution, and so recorded intervals, have nine digits in scipy.
constexpr double kIntervalDigits = 1e-8;

void expectInterval(double low, double high, const Json& expected, const std::string& name) {
  expectNumber(low, expected.is_null() ? expected : expected[0], name + " low", kIntervalDigits);
  expectNumber(high, expected.is_null() ? expected : expected[1], name + " high", kIntervalDigits);
}

// Expects the standard error of an interval of Student's distribution.
void expectStandardError(const Estimated& estimated, const Json& expected,
                         const std::string& name) {
  const double quantile = uncertainty::studentQuantile(0.975, estimated.degrees);
  expectNumber((estimated.high - estimated.low) / 2 / quantile, expected, name + " error");
}

const std::vector<std::string> kProbabilityNames{"0.1", "0.25", "0.5", "0.75", "0.9"};
const Numbers kProbabilities{0.1, 0.25, 0.5, 0.75, 0.9};

Amounts amountsOf(const Json& input) {
  const auto columns = input.at("columns").get<std::vector<std::string>>();
  const auto getColumn = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
  };
  const std::size_t weight = getColumn("weight");
  const std::size_t cluster = getColumn("cluster");
  std::vector<std::string> groups;
  Codes codes;
  Numbers values;
  Numbers weights;
  std::vector<std::uint64_t> clusters;
  for (const auto& row : input.at("rows")) {
    const auto name = row[0].get<std::string>();
    const auto index = std::ranges::find(groups, name) - groups.begin();
    if (index == std::ssize(groups)) groups.push_back(name);
    codes.push_back(static_cast<std::uint32_t>(index));
    values.push_back(row[getColumn("value")].get<double>());
    if (weight < columns.size()) weights.push_back(row[weight].get<double>());
    if (cluster < columns.size()) clusters.push_back(row[cluster].get<std::uint64_t>());
  }
  Amounts amounts({!weights.empty(), !clusters.empty()}, groups);
  amounts.update({codes, values, weights, clusters});
  return amounts;
}

class RecordedAmounts : public ::testing::TestWithParam<testing::GoldenCase> {};

std::vector<testing::GoldenCase> casesOf(const std::string& prefix) {
  std::vector<testing::GoldenCase> cases;
  for (auto& golden : testing::goldenCases("amounts/amounts.json")) {
    if (golden.name.starts_with(prefix)) cases.push_back(std::move(golden));
  }
  return cases;
}

void expectGroup(const GroupSummary& group, const Json& expected) {
  const std::string& name = group.name;
  EXPECT_EQ(group.rows, expected.at("n").get<double>());
  EXPECT_EQ(group.weight, expected.at("weight").get<double>());
  expectNumber(group.mean.value, expected.at("mean"), name + " mean");
  expectNumber(group.median.value, expected.at("median"), name + " median");
  expectNumber(group.geometricMean.value, expected.at("geometric_mean"), name + " geometric");
  const bool isWeighted = !expected.contains("mean_interval");
  const auto& quantiles = expected.at(isWeighted ? "quantiles_type2" : "quantiles_type7");
  for (std::size_t i = 0; i < kProbabilities.size(); ++i) {
    expectNumber(group.quantiles[i].value, quantiles.at(kProbabilityNames[i]),
                 name + kProbabilityNames[i]);
  }
  if (group.rows > 1) {
    const double error = (group.mean.high - group.mean.low) / 2 /
                         uncertainty::studentQuantile(0.975, group.mean.degrees);
    expectNumber(error * error, expected.at("variance_of_mean"), name + " variance");
  }
  if (isWeighted) return;
  expectInterval(group.mean.low, group.mean.high, expected.at("mean_interval"), name + " mean");
  const auto getInterval = [](const Json& json) {
    return json.is_null() ? json : json.at("interval");
  };
  expectInterval(group.median.low, group.median.high, getInterval(expected.at("median_interval")),
                 name + " median");
  const auto& quartiles = expected.at("quartile_intervals");
  expectInterval(group.quantiles[1].low, group.quantiles[1].high, getInterval(quartiles[0]),
                 name + " 1st quartile");
  expectInterval(group.quantiles[3].low, group.quantiles[3].high, getInterval(quartiles[1]),
                 name + " 3rd quartile");
}

const Json kNull;

// Returns an entry of a record, null if it or the record is missing.
const Json& entry(const Json& json, const char* name) {
  return json.is_object() && json.contains(name) ? json.at(name) : kNull;
}

void expectValues(const Comparison& comparison, const Json& expected) {
  const auto& gaps = expected.at("gap_percent");
  expectNumber(100 * comparison.mean.gap.value, gaps.at("mean"), "mean gap");
  expectNumber(100 * comparison.median.gap.value, gaps.at("median"), "median gap");
  expectNumber(100 * comparison.geometricMean.gap.value, gaps.at("geometric_mean"), "geometric");
  for (const char* name : {"mean", "median"}) {
    const Gap& gap = name == std::string("mean") ? comparison.mean : comparison.median;
    expectNumber(gap.difference.value, expected.at("difference").at(name), name);
    expectNumber(gap.ratio.value, expected.at("ratio").at(name), name);
  }
  expectNumber(comparison.probabilityAbove.value, expected.at("probability_above"), "above");
  const bool isWeighted = !expected.contains("quantile_gaps_percent_type7");
  const auto& quantiles =
      expected.at(isWeighted ? "quantile_gaps_percent_type2" : "quantile_gaps_percent_type7");
  for (std::size_t i = 0; i < kProbabilities.size(); ++i) {
    expectNumber(100 * comparison.quantiles[i].gap.value, quantiles.at(kProbabilityNames[i]),
                 kProbabilityNames[i]);
  }
}

void expectIntervals(const Comparison& comparison, const Json& expected) {
  const Estimated& difference = comparison.mean.difference;
  const auto& welch = expected.at("welch");
  expectInterval(difference.low, difference.high, entry(welch, "interval"), "Welch");
  expectStandardError(difference, entry(welch, "se"), "Welch");
  expectNumber(difference.pValue, entry(welch, "p"), "Welch p");
  expectNumber(difference.degrees, entry(welch, "df"), "Welch df");
  const auto& fieller = expected.at("mean_gap_percent_fieller");
  const Estimated& gap = comparison.mean.gap;
  expectInterval(100 * gap.low, 100 * gap.high, entry(fieller, "interval"), "Fieller");
  const Estimated& median = comparison.median.difference;
  expectInterval(median.low, median.high, expected.at("median_difference_interval_mover"), "MOVER");
  const Estimated& ratio = comparison.median.ratio;
  expectInterval(ratio.low, ratio.high, expected.at("median_ratio_interval_mover_log"),
                 "MOVER of logarithms");
  const auto& above = expected.at("brunner_munzel");
  expectInterval(comparison.probabilityAbove.low, comparison.probabilityAbove.high,
                 entry(above, "interval"), "Brunner and Munzel");
  expectNumber(comparison.probabilityAbove.pValue, entry(above, "p"), "Brunner and Munzel p");
  const auto& ranks = expected.at("mann_whitney");
  expectNumber(comparison.mannWhitneyU, entry(ranks, "u"), "Mann and Whitney");
  expectNumber(comparison.mannWhitneyPValue, entry(ranks, "p"), "Mann and Whitney p");
}

TEST_P(RecordedAmounts, EqualTheRecordedValues) {
  const auto& [name, input, expected] = GetParam();
  const auto summary = amountsOf(input).summary(input.at("reference").get<std::string>(),
                                                kProbabilities, {0.95, 0.95});
  for (const auto& group : summary.groups) expectGroup(group, expected.at("groups").at(group.name));
  for (const auto& comparison : summary.comparisons) {
    const auto& json = expected.at("comparisons").at(comparison.name);
    expectValues(comparison, json);
    if (json.contains("welch")) expectIntervals(comparison, json);
  }
}
INSTANTIATE_TEST_SUITE_P(Numbers, RecordedAmounts, ::testing::ValuesIn(casesOf("summary")));

TEST(Amounts, DifferencesWithClustersEqualTheRecordedValues) {
  for (const auto& [name, input, expected] : casesOf("clusters")) {
    const auto summary =
        amountsOf(input).summary(input.at("reference").get<std::string>(), {}, {0.95, 0.95});
    const Estimated& difference = summary.comparisons.at(0).mean.difference;
    expectNumber(difference.value, expected.at("difference"), name);
    expectInterval(difference.low, difference.high, expected.at("interval_cr2"), name);
    expectStandardError(difference, expected.at("se_cr2"), name);
    expectNumber(difference.degrees, expected.at("df_satterthwaite"), name);
  }
}

Amounts amounts(const Codes& codes, const Numbers& values, const Numbers& weights = {}) {
  Amounts result({!weights.empty(), false}, {"g", "r"});
  result.update({codes, values, weights, {}});
  return result;
}

Summary summarizeAll(const Amounts& amounts) { return amounts.summary("r", {}, {0.95, 0.99}); }

TEST(Amounts, WholeWeightsEqualRepeatedRows) {
  const auto weighted = summarizeAll(amounts({0, 0, 0, 1, 1}, {1, 2, 4, 3, 5}, {1, 2, 1, 3, 1}));
  const auto repeated = summarizeAll(amounts({0, 0, 0, 0, 1, 1, 1, 1}, {1, 2, 2, 4, 3, 3, 3, 5}));
  const auto& one = weighted.comparisons[0];
  const auto& other = repeated.comparisons[0];
  EXPECT_DOUBLE_EQ(one.mean.gap.value, other.mean.gap.value);
  EXPECT_DOUBLE_EQ(one.median.gap.value, other.median.gap.value);
  EXPECT_DOUBLE_EQ(one.geometricMean.gap.value, other.geometricMean.gap.value);
  EXPECT_DOUBLE_EQ(one.probabilityAbove.value, other.probabilityAbove.value);
}

TEST(Amounts, TheScaleOfWeightsIsIrrelevant) {
  // 0.1 + 0.1 + 0.1 is not exactly half of the sum of six such weights.
  const auto summary = summarizeAll(
      amounts({0, 0, 0, 0, 0, 0, 1}, {1, 2, 3, 4, 5, 6, 1}, {.1, .1, .1, .1, .1, .1, 1}));
  EXPECT_EQ(summary.groups[0].median.value, 3.5);
}

TEST(Amounts, JointIntervalsContainTheOthers) {
  const auto gap =
      summarizeAll(amounts({0, 0, 0, 1, 1, 1}, {10, 12, 14, 13, 16, 17})).comparisons[0].mean.gap;
  EXPECT_LT(gap.jointLow, gap.low);
  EXPECT_GT(gap.jointHigh, gap.high);
  EXPECT_LT(gap.low, gap.value);
}

TEST(Amounts, GapsAreUndefinedUnlessTheReferenceIsPositive) {
  const auto comparison = summarizeAll(amounts({0, 0, 1, 1}, {1, 2, 0, 0})).comparisons[0];
  EXPECT_THAT(comparison.mean.gap.value, IsNan());
  EXPECT_THAT(comparison.median.ratio.value, IsNan());
  EXPECT_THAT(comparison.geometricMean.gap.value, IsNan());
  EXPECT_EQ(comparison.mean.difference.value, 1.5);
}

TEST(Amounts, WarnsAboutSkewedAndUnbalancedGroups) {
  Codes codes(6, 0);
  Numbers values{10, 11, 12, 13, 14, 200};
  for (int i = 0; i < 40; ++i) {
    codes.push_back(1);
    values.push_back(10 + i % 7);
  }
  const auto comparison = summarizeAll(amounts(codes, values)).comparisons[0];
  EXPECT_TRUE(comparison.isSkewed);
  EXPECT_TRUE(comparison.isUnbalanced);
  const auto balanced = summarizeAll(amounts({0, 0, 0, 1, 1, 1}, {1, 2, 3, 2, 3, 4}));
  EXPECT_FALSE(balanced.comparisons[0].isSkewed);
  EXPECT_FALSE(balanced.comparisons[0].isUnbalanced);
}

static_assert(data::Mergeable<Amounts>);

TEST(Amounts, MergedPartsEqualOnePass) {
  const Amounts whole = amounts({0, 1, 0, 1, 1, 0}, {3, 5, 1, 2, 8, 4}, {1, 2, 3, 1, 2, 1});
  Amounts merged({true, false}, {});
  Amounts first({true, false}, {"r"});
  const Codes zeros{0, 0, 0};
  first.update({zeros, Numbers{5, 2, 8}, Numbers{2, 1, 2}, {}});
  Amounts second({true, false}, {"g"});
  second.update({zeros, Numbers{3, 1, 4}, Numbers{1, 3, 1}, {}});
  merged.merge(first);
  merged.merge(second);
  EXPECT_EQ(summarizeAll(merged).comparisons[0].mean.gap.low,
            summarizeAll(whole).comparisons[0].mean.gap.low);
  EXPECT_EQ(merged.rows(), (Numbers{3, 3}));
  merged.reset();
  EXPECT_EQ(merged.rows(), (Numbers{0, 0}));
}

TEST(Amounts, AreRestoredFromTheirBytesOnly) {
  Amounts stored({true, true}, {"g"});
  stored.update({Codes{0, 0}, Numbers{1, 2}, Numbers{1, 3}, std::vector<std::uint64_t>{7, 8}});
  const auto bytes = stored.toBytes();
  EXPECT_EQ(Amounts::fromBytes(bytes).toBytes(), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    expectError([&] { Amounts::fromBytes(std::span(bytes).first(size)); }, ErrorCode::kCorruptBytes,
                "bytes");
  }
}

TEST(Amounts, RejectInvalidRows) {
  constexpr auto invalid = ErrorCode::kInvalidArgument;
  Amounts rows({true, false}, {"g"});
  expectError([&] { rows.update({Codes{0}, Numbers{std::nan("")}, Numbers{1}, {}}); }, invalid,
              "amount", 0);
  expectError([&] { rows.update({Codes{0}, Numbers{1}, Numbers{-1}, {}}); }, invalid, "weight", 0);
  expectError([&] { rows.update({Codes{1}, Numbers{1}, Numbers{1}, {}}); }, invalid, "groups", 0);
  expectError([&] { rows.update({Codes{0}, Numbers{1}, {}, {}}); }, ErrorCode::kShapeMismatch,
              "weight");
  EXPECT_EQ(rows.rows(), Numbers{0});
  expectError([&] { (void)rows.summary("x", {}, {0.95, 0.95}); }, invalid, "reference");
  expectError([&] { rows.merge(Amounts({false, false}, {})); }, ErrorCode::kIncompatible, "other");
}

TEST(Amounts, IgnoreRowsWithoutWeight) {
  EXPECT_EQ(amounts({0, 0}, {1, 2}, {0, 1}).rows(), (Numbers{1, 0}));
}

}  // namespace
}  // namespace fairwasm::amounts
