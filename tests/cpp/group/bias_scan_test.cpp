// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/bias_scan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::expectError;

struct Data {
  std::vector<ScanAttribute> attributes;
  std::vector<double> observed;
  std::vector<double> expected;
};

// Returns random rows of attributes with these numbers of categories. In the intersection of
// category 1 of the first two attributes, outcomes are `lift` times as likely as expected.
Data makeData(std::size_t rows, const std::vector<std::uint32_t>& categories,
              ScanStatistic statistic, double lift, std::uint64_t seed) {
  uncertainty::RandomStream random(seed, 77);
  Data data;
  for (const std::uint32_t size : categories) {
    ScanAttribute attribute{std::vector<std::uint32_t>(rows), size};
    for (auto& code : attribute.codes) code = random.below(size);
    data.attributes.push_back(std::move(attribute));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const bool isLifted = std::ranges::all_of(
        data.attributes, [&](const ScanAttribute& attribute) { return attribute.codes[row] == 1; });
    const double p = random.uniform(0.1, 0.6);
    const double mean = std::min(1.0, p * (isLifted ? lift : 1));
    data.expected.push_back(p);
    data.observed.push_back(statistic == ScanStatistic::kGaussian
                                ? mean + 0.3 * random.normal()
                                : (random.uniform() < mean ? 1 : 0));
  }
  return data;
}

ScanModel makeModel(ScanStatistic statistic, ScanDirection direction) {
  return {statistic, direction, 0.4, 0.09};
}

// Returns the best of all subgroups by trying each.
Subgroup bestOfAll(const BiasScan& scan, const std::vector<ScanAttribute>& attributes) {
  Subgroup best;
  best.score = -1e9;
  std::vector<std::uint32_t> masks(attributes.size(), 1);
  while (true) {
    std::vector<std::vector<bool>> included;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      std::vector<bool> categories;
      for (std::size_t c = 0; c < attributes[i].categories; ++c) {
        categories.push_back((masks[i] >> c & 1U) != 0);
      }
      included.push_back(std::move(categories));
    }
    Subgroup subgroup = scan.evaluate(std::move(included));
    if (subgroup.score > best.score) best = std::move(subgroup);
    std::size_t i = 0;
    while (i < masks.size() && ++masks[i] == 1U << attributes[i].categories) masks[i++] = 1;
    if (i == masks.size()) return best;
  }
}

Subgroup bestOfStarts(const BiasScan& scan, std::uint32_t replicate, std::uint32_t starts) {
  Subgroup best = scan.climb(replicate, 0);
  for (std::uint32_t start = 1; start < starts; ++start) {
    Subgroup found = scan.climb(replicate, start);
    if (found.score > best.score) best = std::move(found);
  }
  return best;
}

struct ScanCase {
  ScanStatistic statistic;
  ScanDirection direction;
  double penalty;
};

class ScanAgainstAllSubgroups : public ::testing::TestWithParam<ScanCase> {};

// With one attribute, the choice of categories is exact from any start.
TEST_P(ScanAgainstAllSubgroups, FindsTheBestCategoriesOfOneAttribute) {
  const auto [statistic, direction, penalty] = GetParam();
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    Data data = makeData(120, {6}, statistic, 1.6, seed);
    const BiasScan scan(makeModel(statistic, direction), data.attributes, data.observed,
                        data.expected, penalty, seed);
    const double best = std::max(bestOfAll(scan, data.attributes).score, 0.0);
    EXPECT_NEAR(std::max(scan.climb(0, 0).score, 0.0), best, 1e-7) << seed;
    EXPECT_NEAR(std::max(scan.climb(0, 3).score, 0.0), best, 1e-7) << seed;
  }
}

TEST_P(ScanAgainstAllSubgroups, FindsTheBestSubgroupOfThreeAttributes) {
  const auto [statistic, direction, penalty] = GetParam();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Data data = makeData(300, {3, 4, 2}, statistic, 2, seed);
    const BiasScan scan(makeModel(statistic, direction), data.attributes, data.observed,
                        data.expected, penalty, seed);
    const double best = std::max(bestOfAll(scan, data.attributes).score, 0.0);
    EXPECT_NEAR(std::max(bestOfStarts(scan, 0, 40).score, 0.0), best, 1e-7) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Statistics, ScanAgainstAllSubgroups,
    ::testing::Values(ScanCase{ScanStatistic::kBernoulli, ScanDirection::kPositive, 1e-17},
                      ScanCase{ScanStatistic::kBernoulli, ScanDirection::kPositive, 0.3},
                      ScanCase{ScanStatistic::kBernoulli, ScanDirection::kNegative, 0.1},
                      ScanCase{ScanStatistic::kPoisson, ScanDirection::kPositive, 0.1},
                      ScanCase{ScanStatistic::kPoisson, ScanDirection::kNegative, 1e-17},
                      ScanCase{ScanStatistic::kGaussian, ScanDirection::kPositive, 0.1},
                      ScanCase{ScanStatistic::kGaussian, ScanDirection::kNegative, 0.1},
                      ScanCase{ScanStatistic::kBerkJones, ScanDirection::kPositive, 0.1},
                      ScanCase{ScanStatistic::kBerkJones, ScanDirection::kNegative, 0.1}));

TEST(BiasScan, FindsThePlantedSubgroup) {
  Data data = makeData(4000, {3, 4}, ScanStatistic::kBernoulli, 2, 5);
  const BiasScan scan(makeModel(ScanStatistic::kBernoulli, ScanDirection::kPositive),
                      data.attributes, data.observed, data.expected, 1e-17, 1);
  const Subgroup found = bestOfStarts(scan, 0, 10);
  EXPECT_EQ(found.included[0], (std::vector<bool>{false, true, false}));
  EXPECT_EQ(found.included[1], (std::vector<bool>{false, true, false, false}));
  EXPECT_GT(found.observed, found.expected);
}

// With correct expectations, the observed score is distributed like the drawn ones, so its ranks
// are uniform.
TEST(BiasScan, DrawsDataFromTheExpectations) {
  for (const auto statistic : {ScanStatistic::kBernoulli, ScanStatistic::kPoisson}) {
    double rank = 0;
    constexpr int kDataSets = 60;
    constexpr std::uint32_t kDrawn = 19;
    for (int i = 0; i < kDataSets; ++i) {
      Data data =
          makeData(150, {2, 3}, ScanStatistic::kBernoulli, 1, 100 + static_cast<unsigned>(i));
      if (statistic ==
          ScanStatistic::kPoisson) {  // counts instead of 0 and 1: a Poisson variable by inversion
        uncertainty::RandomStream random(static_cast<unsigned>(i), 5);
        for (std::size_t row = 0; row < 150; ++row) {
          double count = 0;
          for (double product = random.uniform(); product > std::exp(-data.expected[row]);
               ++count) {
            product *= random.uniform();
          }
          data.observed[row] = count;
        }
      }
      const BiasScan scan(makeModel(statistic, ScanDirection::kPositive), data.attributes,
                          data.observed, data.expected, 1e-17, 9);
      const double score = bestOfStarts(scan, 0, 3).score;
      for (std::uint32_t r = 1; r <= kDrawn; ++r) {
        if (bestOfStarts(scan, r, 3).score >= score) rank += 1.0 / kDrawn;
      }
    }
    EXPECT_NEAR(rank / kDataSets, 0.5, 0.15) << static_cast<int>(statistic);  // 4 standard errors
  }
}

TEST(BiasScan, IsReproducible) {
  Data data = makeData(200, {3, 3}, ScanStatistic::kBernoulli, 1.5, 2);
  const auto make = [&](std::uint64_t seed) {
    return BiasScan(makeModel(ScanStatistic::kBernoulli, ScanDirection::kPositive), data.attributes,
                    data.observed, data.expected, 1e-17, seed);
  };
  EXPECT_EQ(make(4).climb(3, 2).score, make(4).climb(3, 2).score);
  EXPECT_NE(make(4).climb(3, 0).score, make(5).climb(3, 0).score);
}

TEST(ScoreGroup, MatchesManualCalculation) {
  const ScanModel positive = makeModel(ScanStatistic::kPoisson, ScanDirection::kPositive);
  const std::vector<double> observed{1, 1, 1, 1};
  const std::vector<double> halves(4, 0.5);
  EXPECT_NEAR(scoreGroup(positive, observed, halves, 0), 4 * std::numbers::ln2 - 2, 1e-4);
  EXPECT_NEAR(scoreGroup(positive, observed, halves, 1), 4 * std::numbers::ln2 - 3, 1e-4);
  const ScanModel negative = makeModel(ScanStatistic::kPoisson, ScanDirection::kNegative);
  EXPECT_EQ(scoreGroup(negative, observed, halves, 0), 0);
  EXPECT_EQ(scoreGroup(positive, {}, {}, 0), 0);
}

// With alpha 0.4, 3 of 4 are 0.75, and the likelihood is compared with that of 0.4, or of 0.6 in
// the negative direction.
TEST(ScoreGroup, OfBerkJonesMatchesManualCalculation) {
  using enum ScanDirection;
  const std::vector<double> observed{1, 1, 1, 0};
  const std::vector<double> expected(4, 0.5);
  const auto score = [&](ScanDirection direction, const std::vector<double>& values) {
    return scoreGroup(makeModel(ScanStatistic::kBerkJones, direction), values, expected, 0);
  };
  EXPECT_NEAR(score(kPositive, observed), 3 * std::log(0.75 / 0.4) + std::log(0.25 / 0.6), 6e-5);
  EXPECT_NEAR(score(kNegative, observed), 3 * std::log(0.75 / 0.6) + std::log(0.25 / 0.4), 6e-5);
  EXPECT_NEAR(score(kPositive, {1, 1, 1, 1}), 4 * std::log(1 / 0.4), 6e-5);
  EXPECT_NEAR(score(kPositive, {0, 0, 0, 1}), 0, 6e-5);
}

TEST(ScoreGroup, OfBerkJonesRequiresAnAlphaBetweenZeroAndOne) {
  for (const double alpha : {0.0, 1.0, 1.5, -0.5, std::nan("")}) {
    const ScanModel model{ScanStatistic::kBerkJones, ScanDirection::kPositive, alpha, 0.09};
    expectError([&] { scoreGroup(model, std::vector<double>{1}, std::vector<double>{0.5}, 0); },
                ErrorCode::kInvalidArgument, "alpha");
  }
}

TEST(BiasScan, RejectsValuesThatTheStatisticDoesNotSupport) {
  const auto call = [](ScanStatistic statistic, double y, double p) {
    return [=] {
      scoreGroup(makeModel(statistic, ScanDirection::kPositive), std::vector<double>{0, y},
                 std::vector<double>{0.5, p}, 0);
    };
  };
  using enum ScanStatistic;
  expectError(call(kBernoulli, 0.5, 0.5), ErrorCode::kInvalidArgument, "observed", 1);
  expectError(call(kBernoulli, 1, 1.5), ErrorCode::kInvalidArgument, "expected", 1);
  expectError(call(kPoisson, -1, 0.5), ErrorCode::kInvalidArgument, "observed", 1);
  expectError(call(kGaussian, 0, 0), ErrorCode::kInvalidArgument, "scoring");
  expectError([] { BiasScan({}, {{{0, 2}, 2}}, {0, 1}, {0.5, 0.5}, 0, 0); },
              ErrorCode::kInvalidArgument, "attributes", 1);
}

}  // namespace
}  // namespace fairwasm::group
