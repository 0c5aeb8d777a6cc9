// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/jackknife.hpp"

#include <cmath>
#include <vector>

#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

// The replicates of a mean of clusters with one row each.
std::vector<double> meansWithoutOne(const std::vector<double>& values, double sum) {
  std::vector<double> means;
  const auto others = static_cast<double>(values.size() - 1);
  for (const double value : values) means.push_back((sum - value) / others);
  return means;
}

// Student's interval of a mean, from scipy: stats.t.interval(.95, 4, 3.2, sqrt(3.7 / 5)).
TEST(ClusteredInterval, OfAMeanIsStudentsInterval) {
  const auto replicates = meansWithoutOne({1, 2, 3, 4, 6}, 16);
  const auto result = clusteredInterval(3.2, replicates, std::vector{5U}, Statistic::kSigned, 0.95);
  EXPECT_NEAR(result.low, 0.8116116119000156, 1e-9);
  EXPECT_NEAR(result.high, 5.588388388099984, 1e-9);
  EXPECT_NEAR(result.pValue, 0.020475874420910676, 1e-9);
  EXPECT_EQ(result.degrees, 4);
  EXPECT_EQ(result.clusters, 5);
  EXPECT_NEAR(result.largest, 0.5297297297297296, 1e-12);
}

TEST(ClusteredInterval, StaysInTheRangeOfTheStatistic) {
  const std::vector<double> replicates{0.01, 0.03, 0.05, 0.02, 0.04, 0.06};
  const auto share = clusteredInterval(0.03, replicates, std::vector{6U}, Statistic::kShare, 0.99);
  EXPECT_GT(share.low, 0);
  EXPECT_LT(share.high, 1);
  EXPECT_TRUE(std::isnan(share.pValue));
  const auto positive =
      clusteredInterval(0.03, replicates, std::vector{6U}, Statistic::kPositive, 0.99);
  EXPECT_GT(positive.low, 0);
  const auto most =
      clusteredInterval(0.97, replicates, std::vector{6U}, Statistic::kAtMostOne, 0.99);
  EXPECT_LT(most.high, 1);
}

// The mean 2 of {1, 1, 1, 1, 6}; without one of them, it is 2.25 or 1. The skewness of the
// influences on the logarithm is that of two values with proportions 1/5 and 4/5: 0.6 / sqrt(0.16)
// = 1.5.
TEST(ClusteredInterval, ReachesFurtherUpIfClustersAreSkewed) {
  const auto replicates = meansWithoutOne({1, 1, 1, 1, 6}, 10);
  const auto of = [&](Statistic statistic) {
    return clusteredInterval(2, replicates, std::vector{5U}, statistic, 0.95);
  };
  const auto plain = of(Statistic::kPositive);
  const auto skewed = of(Statistic::kSkewed);
  EXPECT_EQ(skewed.low, plain.low);
  const double factor = 1 + 5 * 1.5 / 5;
  EXPECT_NEAR(std::log(skewed.high / 2), factor * std::log(plain.high / 2), 1e-9);
  EXPECT_TRUE(std::isnan(skewed.pValue));
}

TEST(ClusteredInterval, ReachesEquallyFarIfClustersAreSkewedDownward) {
  const auto replicates = meansWithoutOne({5, 5, 5, 5, 1}, 21);
  const auto of = [&](Statistic statistic) {
    return clusteredInterval(4.2, replicates, std::vector{5U}, statistic, 0.95).high;
  };
  EXPECT_EQ(of(Statistic::kSkewed), of(Statistic::kPositive));
}

// V = V1 + V2 - V12.
TEST(ClusteredInterval, CombinesTwoClusterings) {
  const std::vector<double> one{1, -1, 1, -1};
  const std::vector<double> other{2, -2, 2, -2};
  const std::vector<double> both{0.5, -0.5, 0.5, -0.5};
  std::vector<double> all = one;
  all.insert(all.end(), other.begin(), other.end());
  all.insert(all.end(), both.begin(), both.end());
  const auto result = clusteredInterval(0, all, std::vector{4U, 4U, 4U}, Statistic::kSigned, 0.95);
  const double reach = studentQuantile(0.975, 3) * std::sqrt(3.0 / 4 * (4 + 16 - 1));
  EXPECT_NEAR(result.high, reach, 1e-9);
}

TEST(ClusteredInterval, UsesTheLargerVarianceIfTheDifferenceIsNegative) {
  const std::vector<double> all{1, -1, 1, -1, 2, -2, 2, -2, 9, -9, 9, -9};
  const auto result = clusteredInterval(0, all, std::vector{4U, 4U, 4U}, Statistic::kSigned, 0.95);
  const double reach = studentQuantile(0.975, 3) * std::sqrt(3.0 / 4 * 16);
  EXPECT_NEAR(result.high, reach, 1e-9);
}

TEST(ClusteredInterval, HasFewDegreesIfOneClusterDominates) {
  const std::vector<double> replicates{10, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1};
  const auto result = clusteredInterval(0, replicates, std::vector{8U}, Statistic::kSigned, 0.95);
  EXPECT_LT(result.degrees, 2.5);
  EXPECT_GT(result.largest, 0.99);
}

TEST(ClusteredInterval, IsUndefinedWithoutVariation) {
  const auto unknown = [](double value, const std::vector<double>& replicates) {
    const std::vector counts{static_cast<std::uint32_t>(replicates.size())};
    return std::isnan(clusteredInterval(value, replicates, counts, Statistic::kSigned, 0.95).low);
  };
  EXPECT_TRUE(unknown(1, {1, 1, 1}));
  EXPECT_TRUE(unknown(1, {2, 1, 1}));
  EXPECT_TRUE(unknown(1, {kNaN, 2, 3}));
  EXPECT_TRUE(unknown(kNaN, {1, 2, 3}));
  EXPECT_TRUE(unknown(1, {}));
}

TEST(ClusteredInterval, RejectsOtherCounts) {
  const auto compute = [](const std::vector<std::uint32_t>& counts, double confidence) {
    const std::vector<double> replicates{1, 2, 3};
    return clusteredInterval(2, replicates, counts, Statistic::kSigned, confidence);
  };
  EXPECT_THROW(compute({2}, 0.95), Error);
  EXPECT_THROW(compute({1, 2}, 0.95), Error);
  EXPECT_THROW(compute({3}, 1), Error);
}

}  // namespace
}  // namespace fairwasm::uncertainty
