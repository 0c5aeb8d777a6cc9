// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/monitoring/monitoring.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::monitoring {
namespace {

using testing::expectError;
using ::testing::IsNan;

constexpr Options kOptions{0.95, 0, 1000};

GapEvidence evidenceOf(std::span<const Counts> batches) {
  GapEvidence evidence;
  for (const Counts& batch : batches) evidence.add(batch);
  return evidence;
}

// Computed from the definition for a single batch, in which every rate is tried.
TEST(Monitoring, EvidenceOfOneBatchIsTheMeanOverBetsAndRates) {
  const Counts counts{40, 12, 60, 30};
  constexpr std::array kRates{0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98};
  const auto factor = [&](double c, double rows, double cases) {
    double sum = 0;
    for (const double rate : kRates) {
      const double m = c > 0 ? std::min(rate, 0.5 / c) : std::max(rate, 1 + 0.5 / c);
      sum += std::pow(1 + c * (1 - m), cases) * std::pow(1 - c * m, rows - cases) *
             std::exp(rows * c * m);
    }
    return sum / 7;
  };
  const auto wealth = [&](double difference) {
    double sum = 0;
    for (int i = 0; i < 14; ++i) {
      const double bet = 4 * std::pow(0.5, i);
      sum +=
          factor(-bet * 0.6, 40, 12) * factor(bet * 0.4, 60, 30) * std::exp(bet * 24 * difference);
    }
    return sum / 14;
  };
  const GapEvidence evidence = evidenceOf({{counts}});
  const double high = evidence.interval(0.9).high;
  ASSERT_LT(high, 1);
  EXPECT_NEAR(wealth(high), 20, 1e-9);
  EXPECT_TRUE(evidence.isBelow(high + 1e-9, 0.9));
  EXPECT_FALSE(evidence.isBelow(high - 1e-9, 0.9));
}

TEST(Monitoring, GapIsTheMeanOverBatches) {
  // Weights 20 * 20 / 40 = 10 and 60 * 20 / 80 = 15.
  const auto evidence =
      evidenceOf({{Counts{20, 10, 20, 5}, Counts{60, 6, 20, 8}, Counts{9, 9, 0, 0}}});
  EXPECT_NEAR(evidence.rate(), (10 * 0.5 + 15 * 0.1) / 25, 1e-15);
  EXPECT_NEAR(evidence.otherRate(), (10 * 0.25 + 15 * 0.4) / 25, 1e-15);
  EXPECT_NEAR(evidence.gap(), (10 * 0.25 - 15 * 0.3) / 25, 1e-15);
}

TEST(Monitoring, SwappedGroupsHaveTheNegativeInterval) {
  const auto one = evidenceOf({{Counts{200, 90, 300, 100}, Counts{10, 2, 30, 5}}}).interval(0.9);
  const auto other = evidenceOf({{Counts{300, 100, 200, 90}, Counts{30, 5, 10, 2}}}).interval(0.9);
  EXPECT_NEAR(one.low, -other.high, 1e-12);
  EXPECT_NEAR(one.high, -other.low, 1e-12);
}

TEST(Monitoring, IntervalsContainTheGap) {
  for (const Counts& counts : {Counts{1, 1, 1, 0}, Counts{50, 0, 80, 80}, Counts{5000, 4999, 7, 0},
                               Counts{1e9, 5e8, 1e9, 1e8}}) {
    const auto evidence = evidenceOf({{counts, counts}});
    const auto [low, high] = evidence.interval(0.95);
    EXPECT_LE(low, evidence.gap());
    EXPECT_GE(high, evidence.gap());
  }
}

double cases(uncertainty::RandomStream& random, double rows, double rate) {
  double count = 0;
  for (int i = 0; i < rows; ++i) count += random.uniform() < rate ? 1 : 0;
  return count;
}

// The gap is 0 in every batch while rates increase and the proportions of the groups are exchanged.
TEST(Monitoring, HoldsAtEveryLookIfRatesAndProportionsChange) {
  constexpr std::size_t kStreams = 300;
  std::size_t missed = 0;
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    uncertainty::RandomStream random(3, stream);
    GapEvidence evidence;
    for (int look = 0; look < 111; ++look) {
      const double rate = 0.2 + 0.4 * look / 110;
      const double rows = 36 - 32 * look / 110;
      evidence.add({rows, cases(random, rows, rate), 40 - rows, cases(random, 40 - rows, rate)});
      if (!evidence.isAbove(0, 0.95) && !evidence.isBelow(0, 0.95)) continue;
      ++missed;
      break;
    }
  }
  EXPECT_LE(missed, kStreams / 20);
}

TEST(Monitoring, ContainsTheMeanOfGapsThatChange) {
  constexpr std::size_t kStreams = 300;
  std::size_t missed = 0;
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    uncertainty::RandomStream random(4, stream);
    GapEvidence evidence;
    double sum = 0;
    for (int look = 1; look <= 200; ++look) {
      const double gap = look <= 20 ? 0.4 : look % 2 == 0 ? -0.2 : 0.1;
      sum += gap;
      evidence.add({20, cases(random, 20, 0.4 + gap), 20, cases(random, 20, 0.4)});
      if (!evidence.isAbove(sum / look, 0.95) && !evidence.isBelow(sum / look, 0.95)) continue;
      ++missed;
      break;
    }
  }
  EXPECT_LE(missed, kStreams / 20);
}

TEST(Monitoring, ReportsTheFirstBatchWithSufficientEvidence) {
  const std::vector<Counts> batches(60, Counts{20, 10, 20, 5});
  const Sequence found = monitor(batches, {0.95, 0.1, 6});
  ASSERT_EQ(found.batch, (std::vector<double>{10, 20, 30, 40, 50, 60}));
  const double at = found.excludedAt;
  ASSERT_GT(at, 1);
  const auto lowAfter = [&](double count) {
    return evidenceOf(std::span(batches).first(static_cast<std::size_t>(count))).interval(0.95).low;
  };
  EXPECT_GT(lowAfter(at), 0.1);
  EXPECT_LE(lowAfter(at - 1), 0.1);
  EXPECT_EQ(found.rowsNeeded, 0);
  EXPECT_THAT(found.withinAt, IsNan());
  EXPECT_NEAR(found.value.back(), 0.25, 1e-15);
  EXPECT_NEAR(found.rate, 0.5, 1e-15);
  EXPECT_NEAR(found.otherRate, 0.25, 1e-15);
}

TEST(Monitoring, RowsNeededSettleTheQuestion) {
  const Counts batch{100, 40, 100, 30};
  const Sequence found = monitor(std::vector<Counts>{batch}, kOptions);
  ASSERT_GT(found.rowsNeeded, 0);
  const std::vector<Counts> more(static_cast<std::size_t>(std::ceil(found.rowsNeeded / 200)) + 1,
                                 batch);
  EXPECT_FALSE(std::isnan(monitor(more, kOptions).excludedAt));
  const std::vector<Counts> fewer(static_cast<std::size_t>(0.8 * found.rowsNeeded / 200) + 1,
                                  batch);
  EXPECT_THAT(monitor(fewer, kOptions).excludedAt, IsNan());
  EXPECT_THAT(monitor(std::vector<Counts>{{100, 40, 100, 40}}, kOptions).rowsNeeded, IsNan());
  EXPECT_GT(monitor(std::vector<Counts>{{100, 40, 100, 40}}, {0.95, 0.05, 1}).rowsNeeded, 1000);
}

TEST(Monitoring, EverythingIsUndefinedWithoutRows) {
  const Sequence found = monitor(std::vector<Counts>{{10, 5, 0, 0}}, kOptions);
  EXPECT_THAT(found.value.at(0), IsNan());
  EXPECT_EQ(found.low.at(0), -1);
  EXPECT_EQ(found.high.at(0), 1);
  EXPECT_THAT(found.rowsNeeded, IsNan());
  EXPECT_TRUE(monitor({}, kOptions).batch.empty());
}

TEST(Monitoring, RejectsInvalidInput) {
  const auto with = [](Counts counts, Options options) {
    return [=] { monitor(std::vector<Counts>{counts}, options); };
  };
  const auto invalid = ErrorCode::kInvalidArgument;
  expectError(with({-1, 0, 1, 0}, kOptions), invalid, "rows", 0);
  expectError(with({1, 2, 1, 0}, kOptions), invalid, "cases", 0);
  expectError(with({1.5, 0, 1, 0}, kOptions), invalid, "rows", 0);
  expectError(with({1, 0, 1, kNaN}, kOptions), invalid, "cases", 0);
  expectError(with({1, 0, 1, 0}, {1, 0, 1}), invalid, "confidence");
  expectError(with({1, 0, 1, 0}, {0.95, 1, 1}), invalid, "tolerance");
}

}  // namespace
}  // namespace fairwasm::monitoring
