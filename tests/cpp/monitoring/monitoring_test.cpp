// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/monitoring/monitoring.hpp"

#include <cmath>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::monitoring {
namespace {

using testing::expectError;
using ::testing::IsNan;

constexpr Options kOptions{0.95, 0, 1000};

TEST(Monitoring, IntervalEndsHaveTheEvidenceOfTheThreshold) {
  for (const Counts& counts :
       {Counts{200, 90, 300, 100}, Counts{50, 0, 80, 7}, Counts{9, 9, 4, 0}}) {
    const auto [low, high] = gapInterval(counts, 0.95);
    const double gap = counts.cases / counts.rows - counts.otherCases / counts.otherRows;
    EXPECT_LT(low, gap);
    EXPECT_GE(high, gap);
    if (low > -1) {
      EXPECT_NEAR(logEvidence(counts, low), std::log(20), 1e-6);
    }
    if (high < 1) {
      EXPECT_NEAR(logEvidence(counts, high), std::log(20), 1e-6);
    }
  }
}

// The smallest product, found on a grid of rates.
TEST(Monitoring, EvidenceIsTheSmallestProduct) {
  const Counts counts{40, 12, 60, 30};
  const auto bet = [](double rows, double cases, double p) {
    return std::lgamma(cases + 0.5) + std::lgamma(rows - cases + 0.5) - std::lgamma(rows + 1) -
           2 * std::lgamma(0.5) - cases * std::log(p) - (rows - cases) * std::log(1 - p);
  };
  double smallest = kInfinity;
  for (double p = 0.0001; p < 0.9; p += 0.0001) {
    smallest = std::min(smallest, bet(40, 12, p + 0.1) + bet(60, 30, p));
  }
  EXPECT_NEAR(logEvidence(counts, 0.1), smallest, 1e-5);
}

TEST(Monitoring, SwappedGroupsHaveTheNegativeInterval) {
  const auto one = gapInterval({200, 90, 300, 100}, 0.9);
  const auto other = gapInterval({300, 100, 200, 90}, 0.9);
  EXPECT_NEAR(one.low, -other.high, 1e-12);
  EXPECT_NEAR(one.high, -other.low, 1e-12);
}

TEST(Monitoring, HoldsAtEveryLook) {
  constexpr std::size_t kStreams = 200;
  std::size_t failed = 0;
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    uncertainty::RandomStream random(3, stream);
    Counts total{};
    for (int look = 0; look < 1000; ++look) {
      total.rows += 1;
      total.otherRows += 1;
      total.cases += random.uniform() < 0.3 ? 1 : 0;
      total.otherCases += random.uniform() < 0.2 ? 1 : 0;
      if (logEvidence(total, 0.3 - 0.2) < std::log(20)) continue;
      ++failed;
      break;
    }
  }
  EXPECT_LE(failed, kStreams / 20);
}

TEST(Monitoring, ReportsSinceWhichBatch) {
  const std::vector<Counts> batches(60, Counts{20, 10, 20, 5});
  const Sequence found = monitor(batches, {0.95, 0.1, 6});
  ASSERT_EQ(found.batch, (std::vector<double>{10, 20, 30, 40, 50, 60}));
  const double since = found.excludedSince;
  ASSERT_GT(since, 1);
  EXPECT_GT(gapInterval({20 * since, 10 * since, 20 * since, 5 * since}, 0.95).low, 0.1);
  const double before = since - 1;
  EXPECT_LE(gapInterval({20 * before, 10 * before, 20 * before, 5 * before}, 0.95).low, 0.1);
  EXPECT_EQ(found.rowsNeeded, 0);
  EXPECT_THAT(found.withinSince, IsNan());
  EXPECT_EQ(found.value.back(), 0.25);
}

TEST(Monitoring, RowsNeededSettleTheQuestion) {
  const std::vector<Counts> batches{{100, 40, 100, 30}};
  const Sequence found = monitor(batches, kOptions);
  ASSERT_GT(found.rowsNeeded, 0);
  const auto excludes = [&](double rows) {
    const double factor = (200 + rows) / 200;
    return gapInterval({100 * factor, 40 * factor, 100 * factor, 30 * factor}, 0.95).low > 0;
  };
  EXPECT_TRUE(excludes(found.rowsNeeded));
  EXPECT_FALSE(excludes(found.rowsNeeded - 2));
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
  expectError(with({1, 0, 1, 0.5}, kOptions), invalid, "cases", 0);
  expectError(with({1, 0, 1, 0}, {1, 0, 1}), invalid, "confidence");
  expectError(with({1, 0, 1, 0}, {0.95, 1, 1}), invalid, "tolerance");
}

}  // namespace
}  // namespace fairwasm::monitoring
