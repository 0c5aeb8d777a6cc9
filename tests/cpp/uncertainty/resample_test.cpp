// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/resample.hpp"

#include <cmath>
#include <numeric>

#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

struct Moments {
  double mean;
  double variance;
};

template <class Draw>
Moments computeMoments(Draw draw) {
  constexpr int kDraws = 40'000;
  RandomStream random(17);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = draw(random);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / kDraws;
  return {mean, squares / kDraws - mean * mean};
}

// Expects means within five standard errors and variances within 5%.
void expectMoments(const Moments& seen, double mean, double variance) {
  EXPECT_NEAR(seen.mean, mean, 5 * std::sqrt(variance / 40'000) + 1e-12);
  EXPECT_NEAR(seen.variance, variance, 0.05 * variance + 1e-12);
}

struct Binomial {
  double trials;
  double probability;
};

class DrawBinomial : public ::testing::TestWithParam<Binomial> {};

TEST_P(DrawBinomial, HasTheBinomialMoments) {
  const auto [n, p] = GetParam();
  expectMoments(computeMoments([&](RandomStream& random) {
                  const double k = drawBinomial(random, n, p);
                  EXPECT_GE(k, 0);
                  EXPECT_LE(k, n);
                  EXPECT_EQ(k, std::floor(k));
                  return k;
                }),
                n * p, n * p * (1 - p));
}

INSTANTIATE_TEST_SUITE_P(Both, DrawBinomial,
                         ::testing::Values(Binomial{0, 0.5}, Binomial{10, 0}, Binomial{10, 1},
                                           Binomial{1, 0.3}, Binomial{20, 0.1}, Binomial{20, 0.93},
                                           Binomial{100, 0.5}, Binomial{1000, 0.02},
                                           Binomial{1e6, 0.25}, Binomial{1e9, 0.999}));

// Checks every probability of a small case, including rejection sampling.
TEST(DrawBinomial, FollowsTheExactDistribution) {
  constexpr double kTrials = 40;
  constexpr double kProbability = 0.3;  // 12 expected successes: rejection sampling
  constexpr int kDraws = 200'000;
  std::vector<double> seen(41);
  RandomStream random(3);
  for (int i = 0; i < kDraws; ++i) {
    ++seen[static_cast<std::size_t>(drawBinomial(random, kTrials, kProbability))];
  }
  double chiSquared = 0;
  int bins = 0;
  for (int k = 0; k <= 40; ++k) {
    const double mass = std::exp(std::lgamma(41) - std::lgamma(k + 1) - std::lgamma(41 - k) +
                                 k * std::log(kProbability) + (40 - k) * std::log1p(-kProbability));
    const double expected = mass * kDraws;
    if (expected < 10) continue;
    const double distance = seen[static_cast<std::size_t>(k)] - expected;
    chiSquared += distance * distance / expected;
    ++bins;
  }
  EXPECT_LT(chiSquared, bins + 5 * std::sqrt(2.0 * bins));
}

TEST(DrawMultinomial, DrawsAllAndOnlyFromNonemptyCells) {
  RandomStream random(5);
  const std::vector<double> counts{5, 0, 20, 75};
  std::vector<double> drawn(4);
  std::vector<double> sums(4);
  for (int i = 0; i < 5000; ++i) {
    drawMultinomial(random, counts, drawn);
    EXPECT_EQ(std::reduce(drawn.begin(), drawn.end()), 100);
    for (std::size_t cell = 0; cell < 4; ++cell) sums[cell] += drawn[cell];
  }
  for (std::size_t cell = 0; cell < 4; ++cell) EXPECT_NEAR(sums[cell] / 5000, counts[cell], 0.35);
}

struct Hypergeometric {
  double successes;
  double failures;
  double draws;
};

class DrawHypergeometric : public ::testing::TestWithParam<Hypergeometric> {};

TEST_P(DrawHypergeometric, HasTheHypergeometricMoments) {
  const auto [good, bad, draws] = GetParam();
  const double total = good + bad;
  const double share = good / total;
  expectMoments(computeMoments([&](RandomStream& random) {
                  const double k = drawHypergeometric(random, good, bad, draws);
                  EXPECT_GE(k, std::max(0.0, draws - bad));
                  EXPECT_LE(k, std::min(draws, good));
                  return k;
                }),
                draws * share, draws * share * (1 - share) * (total - draws) / (total - 1));
}

INSTANTIATE_TEST_SUITE_P(Both, DrawHypergeometric,
                         ::testing::Values(Hypergeometric{5, 5, 0}, Hypergeometric{5, 5, 10},
                                           Hypergeometric{0, 9, 4}, Hypergeometric{9, 0, 4},
                                           Hypergeometric{5, 5, 4}, Hypergeometric{3, 40, 20},
                                           Hypergeometric{400, 600, 300},
                                           Hypergeometric{600, 400, 800},
                                           Hypergeometric{30'000, 1'000'000, 500'000}));

tally::Tally makeTally(const std::vector<double>& weights, const std::vector<double>& scores) {
  tally::Tally tally(data::Schema{{}, {"0", "1"}, true, false, true});
  const std::vector<std::uint8_t> label(weights.size(), 1);
  tally.update({weights.size(), {}, std::span<const std::uint8_t>(label), {}, weights, scores});
  return tally;
}

// The sums of a resampled cell must vary like those of rows drawn with replacement.
TEST(TallyResampler, DrawsWeightsAndScoresWithTheirVarianceAndCovariance) {
  const std::vector<double> weights{1, 2, 3, 4, 10, 1, 2, 5};
  const std::vector<double> scores{0.1, 0.9, 0.5, 0.2, 0.7, 0.3, 0.6, 0.4};
  const tally::Tally tally = makeTally(weights, scores);
  const TallyResampler resampler(tally);
  const double n = 8;
  const auto moment = [&](auto value) {
    double sum = 0;
    for (std::size_t i = 0; i < 8; ++i) sum += value(weights[i], weights[i] * scores[i]);
    return sum / n;
  };
  const double meanWeight = moment([](double w, double) { return w; });
  const double meanScore = moment([](double, double s) { return s; });
  const double covariance =
      n * (moment([](double w, double s) { return w * s; }) - meanWeight * meanScore);

  std::vector<double> sums(tally::kSums);
  double products = 0;
  std::uint64_t draw = 0;
  const auto weight = computeMoments([&](RandomStream&) {
    resampler.draw(1, draw++, sums);
    products += (sums[tally::kWeight] - n * meanWeight) * (sums[tally::kScore] - n * meanScore);
    return sums[tally::kWeight];
  });
  expectMoments(weight, n * meanWeight,
                n * (moment([](double w, double) { return w * w; }) - meanWeight * meanWeight));
  EXPECT_NEAR(products / 40'000, covariance, 0.05 * covariance);
  draw = 0;
  const auto score = computeMoments([&](RandomStream&) {
    resampler.draw(1, draw++, sums);
    return sums[tally::kScore];
  });
  expectMoments(score, n * meanScore,
                n * (moment([](double, double s) { return s * s; }) - meanScore * meanScore));
}

// Like scores in [0, 1], without known limits.
TEST(TallyResampler, DrawsOtherScoresWithTheirVariance) {
  const std::vector<double> scores{-3, 9, 5, 2, 7, 3, -6, 4};
  const TallyResampler resampler(makeTally(std::vector<double>(8, 1), scores));
  std::vector<double> sums(tally::kSums);
  std::uint64_t draw = 0;
  const auto score = computeMoments([&](RandomStream&) {
    resampler.draw(1, draw++, sums);
    return sums[tally::kScore];
  });
  expectMoments(score, 21, 8 * (229.0 / 8 - 21.0 * 21 / 64));
}

TEST(TallyResampler, EqualScoresAreNotDrawn) {
  const TallyResampler resampler(makeTally(std::vector<double>(4, 1), {-2, -2, -2, -2}));
  std::vector<double> sums(tally::kSums);
  resampler.draw(1, 0, sums);
  EXPECT_DOUBLE_EQ(sums[tally::kScore], -8);
}

struct Moment {
  double mean;
  double deviation;
};

class DrawGamma : public ::testing::TestWithParam<Moment> {};

TEST_P(DrawGamma, HasItsMomentsAndIsNonnegative) {
  const auto [mean, deviation] = GetParam();
  const auto seen = computeMoments([&](RandomStream& random) {
    const double value = drawGamma(random, mean, deviation);
    EXPECT_GE(value, 0);
    return value;
  });
  // The variance of the variance: 2 + 6 / shape, multiplied by its square.
  const double shape = mean * mean / (deviation * deviation);
  const double variance = deviation * deviation;
  EXPECT_NEAR(seen.mean, mean, 5 * std::sqrt(variance / 40'000));
  EXPECT_NEAR(seen.variance, variance, 5 * variance * std::sqrt((2 + 6 / shape) / 40'000));
}

INSTANTIATE_TEST_SUITE_P(Shapes, DrawGamma,
                         ::testing::Values(Moment{1, 0.01}, Moment{3, 1}, Moment{2, 2},
                                           Moment{1, 1.5}, Moment{1e6, 1e6}));

class DrawBeta : public ::testing::TestWithParam<Moment> {};

TEST_P(DrawBeta, HasItsMomentsAndStaysInRange) {
  const auto [mean, deviation] = GetParam();
  expectMoments(computeMoments([&](RandomStream& random) {
                  const double value = drawBeta(random, mean, deviation);
                  EXPECT_GE(value, 0);
                  EXPECT_LE(value, 1);
                  return value;
                }),
                mean, deviation * deviation);
}

INSTANTIATE_TEST_SUITE_P(Shapes, DrawBeta,
                         ::testing::Values(Moment{0.5, 0.01}, Moment{0.2, 0.1}, Moment{0.9, 0.2},
                                           Moment{0.5, 0.49}, Moment{0.5, 0.5}, Moment{0.1, 0.3}));

TEST(DrawBeta, OfCertainValuesIsConstant) {
  RandomStream random(1);
  EXPECT_EQ(drawBeta(random, 0.3, 0), 0.3);
  EXPECT_EQ(drawBeta(random, 0, 0.1), 0);
  EXPECT_EQ(drawBeta(random, 1, 0.1), 1);
}

// With lognormal weights, a normal sum of weights would often be negative.
TEST(TallyResampler, NoSampleHasAnImpossibleSum) {
  const TallyResampler resampler(
      makeTally({0.01, 0.02, 0.05, 0.1, 40, 0.02}, {0.9, 0.1, 0.2, 0.99, 0.02, 0.5}));
  std::vector<double> sums(tally::kSums);
  for (std::uint64_t draw = 0; draw < 2000; ++draw) {
    resampler.draw(1, draw, sums);
    EXPECT_GE(sums[tally::kWeight], 0);
    EXPECT_GE(sums[tally::kScore], 0);
    EXPECT_LE(sums[tally::kScore], sums[tally::kWeight]);
  }
}

TEST(TallyResampler, EqualWeightsAreNotDrawn) {
  const TallyResampler resampler(makeTally({0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}));
  std::vector<double> sums(tally::kSums);
  resampler.draw(1, 0, sums);
  EXPECT_EQ(sums[tally::kRows], 3);
  EXPECT_DOUBLE_EQ(sums[tally::kWeight], 0.3);
  EXPECT_DOUBLE_EQ(sums[tally::kScore], 0.09);
}

TEST(TallyResampler, DrawsAreReproducible) {
  const tally::Tally tally = testing::eightRowTally();
  const TallyResampler resampler(tally);
  std::vector<double> one(resampler.cells().size() * tally::kSums);
  std::vector<double> other(one.size());
  resampler.draw(4, 9, one);
  resampler.draw(4, 9, other);
  EXPECT_EQ(one, other);
  resampler.draw(4, 10, other);
  EXPECT_NE(one, other);
}

TEST(TallyResampler, ATallyOfADrawHasItsSums) {
  const tally::Tally tally = testing::eightRowTally();
  const TallyResampler resampler(tally);
  std::vector<double> drawn(resampler.cells().size() * tally::kSums);
  resampler.draw(4, 9, drawn);
  const tally::Tally sample = resampled(tally, resampler, 4, 9);
  EXPECT_EQ(sample.total(tally::kRows), 8);
  for (std::size_t i = 0; i < resampler.cells().size(); ++i) {
    for (std::size_t sum = 0; sum < tally::kSums; ++sum) {
      EXPECT_EQ(sample.cells()[resampler.cells()[i] * tally::kSums + sum],
                drawn[i * tally::kSums + sum]);
    }
  }
}

// The proportion of one of two cells is Jeffreys's beta variable: mean (k + 1/2) / (n + 1).
TEST(DrawnCells, ProportionsHaveJeffreysDistribution) {
  constexpr std::size_t kDraws = 40'000;
  const std::vector<double> counts{3, 5, 0, 2};
  const auto drawn = drawnCells(counts, counts, kDraws, 7, 0);
  ASSERT_EQ(drawn.size(), 4 * kDraws);
  double mean = 0;
  double squares = 0;
  for (std::size_t i = 0; i < drawn.size(); i += 4) {
    EXPECT_NEAR(drawn[i] + drawn[i + 1] + drawn[i + 2] + drawn[i + 3], 10, 1e-9);
    const double share = drawn[i] / (drawn[i] + drawn[i + 3]);
    mean += share / kDraws;
    squares += share * share / kDraws;
  }
  const double expected = 3.5 / 6;
  EXPECT_NEAR(mean, expected, 0.005);
  EXPECT_NEAR(squares - mean * mean, expected * (1 - expected) / 7, 0.002);
}

// Ten rows of weight 2 are as precise as ten of weight 1; the sum is that of the weights.
TEST(DrawnCells, DependOnlyOnRatiosOfWeights) {
  const std::vector<double> once{6, 4};
  const std::vector<double> twice{12, 8};
  const auto one = drawnCells(once, once, 100, 1, 3);
  const auto other = drawnCells(twice, std::vector<double>{24, 16}, 100, 1, 3);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(2 * one[i], other[i], 1e-9);
}

TEST(DrawnCells, AStreamIsReproducible) {
  const std::vector<double> counts{6, 4};
  EXPECT_EQ(drawnCells(counts, counts, 5, 1, 3), drawnCells(counts, counts, 5, 1, 3));
  EXPECT_NE(drawnCells(counts, counts, 5, 1, 3), drawnCells(counts, counts, 5, 1, 4));
}

}  // namespace
}  // namespace fairwasm::uncertainty
