// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/cross_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../support.hpp"
#include "fairwasm/amplification/pair_run.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

HalvesDraw drawHalves(double leaningOfFirst, double leaningOfRest, double changeOfFirst,
                      double changeOfRest, double noise) {
  return {
      {leaningOfFirst}, {leaningOfRest}, {changeOfFirst}, {changeOfRest}, {noise}, {-noise}, {}};
}

TEST(CrossFit, MeasuresOnOneHalfThePairsSelectedOnTheOther) {
  CrossFit fit({0.1}, {0.2}, -1, 4);
  fit.take(drawHalves(0.3, -0.1, 0.5, 0.7, 0));  // + of first: 0.7; - of rest: -0.5
  fit.take(drawHalves(0, 0.2, 0.1, 0.9, 0));     // a tie gives 0; + of rest gives 0.1
  EXPECT_DOUBLE_EQ(fit.result(0.95).total.value, (0.7 - 0.5 + 0 + 0.1) / 4 / 4);
}

TEST(CrossFit, OmitsHalvesWithoutAChange) {
  CrossFit fit({0.1, 0.1}, {0.2, kNaN}, 0, 1);
  fit.take({{0.1, 0.1}, {0.1, 0.1}, {kNaN, 1}, {0.5, 1}, {0, 0}, {0, 0}, {}});
  const auto [total, pairs] = fit.result(0.95);
  EXPECT_DOUBLE_EQ(total.value, 0.5);
  EXPECT_TRUE(std::isnan(pairs[1].value));
}

TEST(CrossFit, DividesByTheSignsIfRequested) {
  CrossFit fit({0.1, -0.1}, {0.2, 0.4}, 0, 0);
  fit.take({{1, 1}, {1, -1}, {0.2, 0.4}, {0.2, 0.4}, {0, 0}, {0, 0}, {}});
  // Signs 1 and 1/2.
  EXPECT_DOUBLE_EQ(fit.result(0.95).total.value, (0.2 + 0.4 / 2) / 1.5);
}

TEST(CrossFit, HasNoIntervalWithoutNoise) {
  CrossFit fit({0.1}, {0.0}, -1, 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (int draw = 0; draw < 5; ++draw) {
      if (pass == 0) fit.take(drawHalves(0.1, 0.1, 0, 0, 0));
      if (pass == 1) fit.simulate(drawHalves(0.1, 0.1, 0, 0, 0));
    }
  }
  EXPECT_EQ(fit.result(0.95).total.value, 0);
  EXPECT_TRUE(std::isnan(fit.result(0.95).total.low));
  EXPECT_TRUE(std::isnan(fit.result(0.95).total.pValue));
}

// Leanings are far from a tie, so the interval is that of the change.
TEST(CrossFit, HasTheIntervalOfTheChangeIfSignsAreCertain) {
  CrossFit fit({9.0}, {0.5}, -1, 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (int draw = 0; draw < 2000; ++draw) {
      const auto halves = drawHalves(9, 9, 0.5, 0.5, draw % 2 == 0 ? 0.1 : -0.1);
      if (pass == 0) fit.take(halves);
      if (pass == 1) fit.simulate(halves);
    }
  }
  const auto total = fit.result(0.95).total;
  EXPECT_NEAR(total.high - total.low, 2 * 1.96 * 0.1, 1e-3);
  EXPECT_NEAR((total.high + total.low) / 2, 0.5, 1e-12);
}

// Both passes of draws whose leaning noise has standard deviation 1 and is spread as normal noise
// is.
CrossFitResult fitWithUnitNoise(CrossFit fit, const HalvesDraw& draw) {
  constexpr int kDraws = 199;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 1; i <= kDraws; ++i) {
      HalvesDraw noisy = draw;
      const double within = std::abs(2.0 * i / (kDraws + 1) - 1);
      const double z = within > 0 ? uncertainty::twoSidedQuantile(within) : 0;
      noisy.leaningNoise = {2 * i > kDraws ? z : -z};
      if (pass == 0) fit.take(noisy);
      if (pass == 1) fit.simulate(noisy);
    }
  }
  return fit.result(0.95);
}

// A leaning of 1.9 standard errors may be a leaning of 0, and then either sign is as likely.
TEST(CrossFit, IncludesZeroIfTheLeaningMayBeZero) {
  const HalvesDraw draw = {{1.9}, {1.9}, {0.5}, {0.5}, {0}, {0}, {}};
  const auto total = fitWithUnitNoise(CrossFit({1.9}, {0.5}, -1, 1), draw).total;
  EXPECT_EQ(total.value, 0.5);
  EXPECT_LT(total.low, 0);
  EXPECT_GT(total.pValue, 0.05);
}

TEST(CrossFit, WidensIntervalsByTiesAmongTheSigns) {
  const auto computeWidth = [](double leaningOfRest) {
    const HalvesDraw draw = {{1}, {leaningOfRest}, {0.5}, {0.5}, {0}, {0}, {}};
    const auto total = fitWithUnitNoise(CrossFit({1}, {0.5}, 0, 0), draw).total;
    EXPECT_EQ(total.value, 0.5);
    return total.high - total.low;
  };
  EXPECT_NEAR(computeWidth(0), 2 * computeWidth(1), 1e-9);
}

TEST(PairCounts, ExchangedCountsEqualCountsOfExchangedColumns) {
  const Cooccurrence counted = testing::randomData(300, 3, 4).counted();
  const auto columns = columnsFor(counted.schema(), Direction::kAttributeToTask);
  const auto counts = countPairs(counted.bits(), columns);
  const auto swapped = countPairs(counted.bits(), {columns.from, columns.predicted, columns.to});
  testing::expectSame(exchanged(counts), swapped);
  const auto twice = combine(1, counts, 1, counts);
  testing::expectSame(combine(0.5, twice, 0, swapped), counts);
}

// Rows of two groups with tasks that are equally frequent in both, in the truth and, independently,
// in the predictions.
Cooccurrence unrelated(std::uint64_t seed, std::size_t rows, std::size_t tasks, double rate) {
  testing::Data data{
      testing::randomMatrix(rows, 2, 0, 0), testing::randomMatrix(rows, tasks, rate, 3 * seed),
      testing::randomMatrix(rows, 2, 0, 0), testing::randomMatrix(rows, tasks, rate, 3 * seed + 1)};
  for (std::size_t row = 0; row < rows; ++row) {
    data.attribute.bytes[2 * row + row % 2] = 1;
    data.attributePrediction.bytes[2 * row + row % 2] = 1;
  }
  return data.counted();
}

PairCorrection computeCorrection(const Cooccurrence& counts, const Cooccurrence* train,
                                 const PairMetric& metric) {
  PairOptions options;
  options.metric = metric;
  options.halving = true;
  PairRun run(counts, train, options);
  for (std::uint64_t draw = 0; draw < 60; ++draw) run.take(1, draw);
  for (std::uint64_t draw = 0; draw < 60; ++draw) run.simulate(1, draw);
  return run.result(0.95);
}

struct Null {
  const char* metric;
  bool withTrain;
  double published;  // upper limit of the mean over data sets
};

class NoAmplification : public ::testing::TestWithParam<Null> {};

// Truth and prediction have the same distribution, so published values are negative only because of
// the selection of pairs.
TEST_P(NoAmplification, IsCoveredByIntervals) {
  const auto [name, withTrain, max] = GetParam();
  const PairMetric metric = entryNamed(kPairMetrics, name, "metric").value;
  constexpr int kSets = 60;
  double published = 0;
  double byChance = 0;
  double corrected = 0;
  int held = 0;
  for (std::uint64_t set = 0; set < kSets; ++set) {
    const Cooccurrence counts = unrelated(2 * set + 1, 300, 8, 0.1);
    const Cooccurrence other = unrelated(2 * set + 2, 300, 8, 0.1);
    const Cooccurrence* train = withTrain ? &other : nullptr;
    const auto [total, pairs, chance] = computeCorrection(counts, train, metric);
    published += PairRun(counts, train, {.metric = metric}).value().value / kSets;
    byChance += chance / kSets;
    corrected += total.value / kSets;
    held += total.low <= 0 && total.high >= 0 ? 1 : 0;
    EXPECT_EQ(total.pValue < 0.05, total.low > 0 || total.high < 0);
  }
  EXPECT_LT(published, max);
  EXPECT_NEAR(byChance, published, -max / 3);
  EXPECT_NEAR(corrected, 0, -max / 3);
  EXPECT_GE(held, 53);
}

INSTANTIATE_TEST_SUITE_P(Metrics, NoAmplification,
                         ::testing::Values(Null{"mals", false, -0.06}, Null{"mals", true, -0.06},
                                           Null{"directional", false, -0.008}));

}  // namespace
}  // namespace fairwasm::amplification
