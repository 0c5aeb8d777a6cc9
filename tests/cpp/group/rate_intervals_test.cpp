// SPDX-License-Identifier: Apache-2.0
//
// Effective trials of a group's rate, and spreads of rates: manual calculations.
#include "fairwasm/group/rate_intervals.hpp"

#include <cmath>

#include "fairwasm/group/frame.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

// The given numbers of rows of each kind, with weight 1.
Counts makeCounts(std::size_t tp, std::size_t fp, std::size_t tn, std::size_t fn) {
  testing::Rows rows;
  const auto add = [&](std::size_t count, std::uint8_t label, std::uint8_t prediction) {
    rows.label.insert(rows.label.end(), count, label);
    rows.prediction.insert(rows.prediction.end(), count, prediction);
  };
  add(tp, 1, 1);
  add(fp, 0, 1);
  add(tn, 0, 0);
  add(fn, 1, 0);
  tally::Tally tally(data::Schema{{}, {"0", "1"}, true, true, false});
  tally.update(rows.batch(rows.label.size()));
  return countGroup(tally, {{}}, favorableLabels(tally.schema(), {"1"}));
}

const Rate& rate(std::string_view name) { return kRates[rateIndex(name)]; }

// Cases of the rarer outcome among the rows of the denominator.
TEST(ExpectedCases, MatchesManualCalculation) {
  const Counts counts = makeCounts(30, 5, 15, 10);
  EXPECT_NEAR(expectedCases(rate("selectionRate"), counts, 0.25), 15, 1e-9);
  EXPECT_NEAR(expectedCases(rate("selectionRate"), counts, 0.75), 15, 1e-9);
  EXPECT_NEAR(expectedCases(rate("truePositiveRate"), counts, 0.9), 4, 1e-9);
  // Of 45 rows with a positive label or prediction, 0.8 / (2 - 0.8) = 2 / 3 have both.
  EXPECT_NEAR(expectedCases(rate("f1Score"), counts, 0.8), 15, 1e-9);
  // A quarter of 40 positives and of 20 negatives is missed; the smaller number counts.
  EXPECT_NEAR(expectedCases(rate("balancedAccuracy"), counts, 0.75), 5, 1e-9);
  EXPECT_NEAR(expectedCases(rate("informedness"), makeCounts(15, 10, 30, 5), 0.5), 5, 1e-9);
}

// Four people, each selected once and not selected once: as precise as three independent people,
// however many rows they have.
TEST(EffectiveShare, OfClustersWithBothOutcomesEqualsTheNumberOfFreeClusters) {
  data::Schema schema{{}, {"0", "1"}, false, true, false};
  schema.hasCluster = true;
  tally::Tally tally(schema);
  const std::vector<std::uint8_t> predictions{1, 0, 1, 0, 1, 0, 1, 0};
  const std::vector<std::uint64_t> persons{1, 1, 2, 2, 3, 3, 4, 4};
  testing::Rows rows;
  rows.prediction = predictions;
  data::Batch batch = rows.batch(predictions.size());
  batch.cluster = persons;
  tally.update(batch);
  const Counts counts = countGroup(tally, {{}}, favorableLabels(tally.schema(), {"1"}));
  EXPECT_EQ(effectiveShare(rate("selectionRate"), counts).share, 0.5);
  EXPECT_EQ(effectiveShare(rate("selectionRate"), counts).degrees, 3);
}

// Informedness 0.75 + 0.75 - 1 and 0.5 + 0.5 - 1; ratios are meaningless for rates that can be
// negative.
TEST(RateSpreads, OfNegativeRatesHaveNoRatio) {
  const std::vector<Counts> groups{makeCounts(30, 5, 15, 10), makeCounts(5, 5, 5, 5)};
  const auto spreads = rateSpreads(groups, makeCounts(35, 10, 20, 15));
  const uncertainty::Spread& informed = spreads[rateIndex("informedness")];
  EXPECT_NEAR(informed.difference, 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(informed.ratio));
  EXPECT_TRUE(std::isnan(informed.ratioToOverall));
  const uncertainty::Spread& truePositives = spreads[rateIndex("truePositiveRate")];
  EXPECT_NEAR(truePositives.ratio, 0.5 / 0.75, 1e-12);
  EXPECT_NEAR(truePositives.ratioToOverall, 0.5 / 0.7, 1e-12);
}

TEST(CorrelationOf, IsZeroForConstantsAndNeverBeyondOne) {
  EXPECT_EQ(computeCorrelation(1, 4, 1), 0.5);
  EXPECT_EQ(computeCorrelation(-3, 4, 1), -1);
  EXPECT_EQ(computeCorrelation(3, 4, 1), 1);
  EXPECT_EQ(computeCorrelation(1, 0, 1), 0);
  EXPECT_EQ(computeCorrelation(1, 1, 0), 0);
  EXPECT_EQ(computeCorrelation(0, 0, 0), 0);
}

}  // namespace
}  // namespace fairwasm::group
