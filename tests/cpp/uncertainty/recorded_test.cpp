// SPDX-License-Identifier: Apache-2.0
//
// Snapshot tests of random draws, intervals, and tests, to ten digits.
#include "recorded.hpp"

#include <array>

#include "fairwasm/uncertainty/means.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"
#include "fairwasm/uncertainty/tests.hpp"
#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

using Numbers = std::vector<double>;

class RecordedUncertainty : public ::testing::Test {
 protected:
  testing::Recorded recorded{"uncertainty"};
};

void append(Numbers& numbers, Interval interval) {
  numbers.insert(numbers.end(), {interval.low, interval.high});
}

void append(Numbers& numbers, const Bounded& bounded) {
  numbers.push_back(bounded.value);
  append(numbers, bounded.ci);
}

// Appends eight draws of a stream.
template <class F>
void appendDraws(Numbers& numbers, F&& draw) {
  RandomStream random(11, 3);
  for (int i = 0; i < 8; ++i) numbers.push_back(draw(random));
}

TEST_F(RecordedUncertainty, Streams) {
  Numbers numbers;
  appendDraws(numbers, [](RandomStream& random) { return random.uniform(); });
  appendDraws(numbers, [](RandomStream& random) { return random.uniform(-3, 5); });
  appendDraws(numbers, [](RandomStream& random) { return random.normal(); });
  // Half of all draws below this bound are repeated.
  appendDraws(numbers, [](RandomStream& random) { return random.below(0x80000001U); });
  appendDraws(numbers, [](RandomStream& random) { return random.below(10); });
  appendDraws(numbers, [](RandomStream& random) { return static_cast<double>(random.bits64()); });
  std::array<double, 9> values{0, 1, 2, 3, 4, 5, 6, 7, 8};
  RandomStream(4).shuffle<double>(values);
  numbers.insert(numbers.end(), values.begin(), values.end());
  for (const std::uint32_t row : drawnRows(20, 5, 2)) numbers.push_back(row);
  recorded.expect("streams", numbers);
}

TEST_F(RecordedUncertainty, Binomials) {
  Numbers numbers;
  for (const double trials : {0., 1., 7., 40., 1000., 1e6}) {
    for (const double chance : {0., 1e-4, 0.03, 0.3, 0.5, 0.8, 0.9999, 1.}) {
      appendDraws(numbers,
                  [=](RandomStream& random) { return drawBinomial(random, trials, chance); });
    }
  }
  recorded.expect("binomials", numbers);
}

TEST_F(RecordedUncertainty, Hypergeometrics) {
  Numbers numbers;
  for (const auto& [successes, failures, draws] :
       std::vector<std::array<double, 3>>{{3, 4, 5},
                                          {0, 4, 2},
                                          {4, 0, 2},
                                          {12, 30, 9},
                                          {30, 12, 35},
                                          {500, 800, 400},
                                          {800, 500, 400},
                                          {500, 800, 1000},
                                          {800, 500, 1000},
                                          {3e5, 7e5, 2e5},
                                          {40, 1e7, 5e6}}) {
    appendDraws(numbers, [=](RandomStream& random) {
      return drawHypergeometric(random, successes, failures, draws);
    });
  }
  recorded.expect("hypergeometrics", numbers);
}

TEST_F(RecordedUncertainty, GammasAndBetas) {
  Numbers numbers;
  for (const double mean : {0.01, 0.5, 0.9, 3., 1e5}) {
    for (const double deviation : {0.005, 0.3, 2.}) {
      appendDraws(numbers,
                  [=](RandomStream& random) { return drawGamma(random, mean, deviation); });
      if (mean < 1) {
        appendDraws(numbers,
                    [=](RandomStream& random) { return drawBeta(random, mean, deviation); });
      }
    }
  }
  recorded.expect("gammas and betas", numbers);
}

TEST_F(RecordedUncertainty, CellsOfTables) {
  Numbers numbers;
  RandomStream random(6);
  Numbers drawn(5);
  drawMultinomial(random, Numbers{3, 0, 500, 20, 1}, drawn);
  numbers.insert(numbers.end(), drawn.begin(), drawn.end());
  drawMultinomial(random, 77, Numbers{3, 0, 500, 20, 1}, drawn);
  numbers.insert(numbers.end(), drawn.begin(), drawn.end());
  drawn = drawnCells(Numbers{4, 0, 2.5, 10}, Numbers{4, 0, 3.5, 30}, 6, 9, 2);
  numbers.insert(numbers.end(), drawn.begin(), drawn.end());
  recorded.expect("cells of tables", numbers);
}

// A tally of ten rows per cell: with equal weights, unequal weights, and negative scores.
TEST_F(RecordedUncertainty, ResampledTallies) {
  Numbers numbers;
  for (const double lowest : {0., -1.}) {
    testing::Rows rows{{{}, {}}, {}, {}, {}, {}};
    RandomStream random(8);
    for (std::uint32_t row = 0; row < 120; ++row) {
      rows.attributes[0].push_back(static_cast<std::uint8_t>(random.below(3)));
      rows.attributes[1].push_back(static_cast<std::uint8_t>(random.below(2)));
      rows.label.push_back(static_cast<std::uint8_t>(random.below(2)));
      rows.prediction.push_back(static_cast<std::uint8_t>(random.below(2)));
      rows.weights.push_back(rows.attributes[0].back() == 0 ? 1 : 0.5 + random.below(4));
      rows.scores.push_back(lowest + random.uniform());
    }
    tally::Tally tally(testing::fullSchema());
    tally.update(rows.batch(120));
    const TallyResampler resampler(tally);
    Numbers sums(resampler.cells().size() * tally::kSums);
    for (std::uint64_t draw = 0; draw < 3; ++draw) {
      resampler.draw(5, draw, sums);
      numbers.insert(numbers.end(), sums.begin(), sums.end());
    }
  }
  recorded.expect("tallies drawn", numbers);
}

TEST_F(RecordedUncertainty, Quantiles) {
  Numbers numbers;
  for (const double p : {1e-12, 0.001, 0.02, 0.3, 0.5, 0.9, 0.97, 0.9999, 1 - 1e-12}) {
    numbers.push_back(normalQuantile(p));
    for (const double degrees : {1., 1.5, 2., 3.7, 10., 250., 1e7}) {
      numbers.push_back(studentQuantile(p, degrees));
    }
    for (const double rows : {2., 9., 200., 1e5}) numbers.push_back(expandedTail(p, rows));
  }
  for (const double z : {-9., -2.5, -0.1, 0., 1.3, 6.}) {
    numbers.push_back(normalProbability(z));
    for (const double degrees : {0.5, 2., 30.}) numbers.push_back(studentQuantileAt(z, degrees));
  }
  for (const double confidence : {0.5, 0.9, 0.999}) {
    numbers.push_back(twoSidedQuantile(confidence));
    for (const std::size_t count : {0U, 1U, 2U, 3U, 5U, 20U, 300U}) {
      numbers.push_back(computeEachConfidence(count, confidence));
      numbers.push_back(pairwiseQuantile(count, confidence));
      if (count > 0) numbers.push_back(jointQuantile(count, confidence));
    }
  }
  for (const double range : {0., 0.4, 2., 5., 20.}) {
    for (const std::size_t groups : {1U, 2U, 3U, 9U}) {
      numbers.push_back(rangeProbability(range, groups));
    }
  }
  Numbers values{4, -1, 7, 2.5, 2.5, 9, 0};
  for (const double q : {0., 0.1, 0.25, 0.5, 0.77, 1.}) numbers.push_back(quantile(values, q));
  for (const double each : definedQuantiles({3, NAN, 1, 2, NAN, 8}, Numbers{0, 0.3, 0.5, 1})) {
    numbers.push_back(each);
  }
  recorded.expect("quantiles", numbers);
}

std::vector<Bounded> shares() {
  std::vector<Bounded> all;
  for (const auto& [share, trials] : std::vector<std::array<double, 2>>{
           {0, 3}, {0, 900}, {0.02, 50}, {0.3, 7.5}, {0.5, 400}, {0.75, 20}, {1, 12}}) {
    for (const double degrees : {2.0, 60.0})
      all.push_back(boundedShare({share, trials, degrees}, 1.7));
  }
  return all;
}

TEST_F(RecordedUncertainty, ProportionsAndDerivedStatistics) {
  Numbers numbers;
  const auto all = shares();
  for (const Bounded& one : all) {
    append(numbers, one);
    append(numbers, scaled(one, -0.4));
    for (const Bounded& other : all) {
      for (const double correlation : {0.0, 0.6, -0.3}) {
        const Interval difference = differenceInterval(one, other, correlation);
        append(numbers, difference);
        append(numbers, magnitudeInterval(difference));
        const Interval ratio = ratioInterval(one, other, correlation);
        append(numbers, ratio);
        append(numbers, foldedRatioInterval(ratio));
      }
    }
  }
  for (const double share : {0.0, 0.3, 1.0}) {
    for (const double trials : {1.0, 4.0, 300.0}) {
      append(numbers, wilsonInterval(share * trials, trials, 0.9));
      append(numbers, newcombeDifference(share * trials, trials, 2, 9, 0.9));
      append(numbers, wilsonIntervalAt(share, trials, 0.3));
      numbers.push_back(amongMany({share, trials, 40}).degrees);
    }
  }
  recorded.expect("shares and what is made of them", numbers);
}

TEST_F(RecordedUncertainty, Sums) {
  Numbers numbers;
  const std::vector<Bounded> parts{{0.3, {0.1, 0.6}},
                                   {-0.4, {-0.5, -0.1}},
                                   {0.05, {-0.1, 0.2}},
                                   {0, {-0.2, 0.1}},
                                   {1.5, {1.5, 1.9}}};
  for (std::size_t count = 1; count <= parts.size(); ++count) {
    const std::span first = std::span(parts).first(count);
    append(numbers, sumInterval(first));
    append(numbers, absoluteSumInterval(first, Numbers(count, 0.5)));
    append(numbers, absoluteSumInterval(
                        first, std::span<const double>(Numbers{1, 2, 0.3, 1, 4}).first(count)));
  }
  const auto interval = [](double z) { return Interval{2 - 0.5 * z, 2 + z * z}; };
  for (const double bound : {-9.0, -1.0, 1.9, 2.0, 2.3, 30.0, 900.0}) {
    numbers.push_back(distanceTo(bound, 2, interval));
  }
  recorded.expect("sums", numbers);
}

TEST_F(RecordedUncertainty, JackknifeIntervals) {
  Numbers numbers;
  RandomStream random(12);
  Numbers draws;
  std::vector<Jackknifed> left;
  for (int i = 0; i < 400; ++i) draws.push_back(std::exp(0.4 * random.normal()));
  for (int i = 0; i < 30; ++i) {
    left.push_back({std::exp(0.05 * random.normal()), 1.0 + random.below(5)});
  }
  for (const double estimate : {0.5, 1.0, 1.4, 30.0}) {
    for (const double confidence : {0.5, 0.95}) {
      append(numbers, bcaInterval(estimate, draws, left, confidence));
      append(numbers, bcaInterval(estimate, draws, {}, confidence));
    }
  }
  recorded.expect("jackknifed", numbers);
}

TEST_F(RecordedUncertainty, TestsOfTwoProportions) {
  Numbers numbers;
  for (const Share one : {Share{0, 4}, Share{3, 4}, Share{30, 100}, Share{7, 4000}}) {
    for (const Share other : {Share{1, 1}, Share{1, 9}, Share{45, 90}, Share{2000, 1e6}}) {
      const auto [twoSided, less, greater, midP] = fisherTests(one, other);
      numbers.insert(numbers.end(), {twoSided, less, greater, midP, fisherExactTest(one, other),
                                     yatesTest(one, other), chiSquaredTest(one, other),
                                     differenceTest(one, other)});
    }
  }
  recorded.expect("tests of two shares", numbers);
}

TEST_F(RecordedUncertainty, TestsOfSeveralProportions) {
  Numbers numbers;
  for (const auto& groups :
       std::vector<std::vector<Share>>{{{3, 20}, {9, 15}},
                                       {{3, 20}, {9, 25}, {0, 4}, {5, 30}},
                                       {{300, 2000}, {290, 1500}, {40, 400}},
                                       {{20'400, 60'000}, {20'100, 60'000}, {20'000, 60'000}},
                                       {{5, 60'000}, {14, 60'000}, {9, 30'000}}}) {
    numbers.push_back(permutationTest(groups, 499, 3));
    numbers.push_back(largestDifferenceTest(groups, 499, 3));
    std::vector<EffectiveShare> effective;
    for (const auto& [successes, trials] : groups) {
      effective.push_back({successes / trials, trials / 1.5, trials - 1});
    }
    numbers.push_back(pairwiseTest(effective));
    numbers.push_back(pairwiseTest(effective, [](std::size_t i, std::size_t j) {
      return 0.1 * static_cast<double>(i) + 0.05 * static_cast<double>(j);
    }));
  }
  for (const double each : benjaminiHochberg(Numbers{0.01, 0.2, 0.011, NAN, 0.9, 0.04, 0.04})) {
    numbers.push_back(each);
  }
  recorded.expect("tests of many shares", numbers);
}

TEST_F(RecordedUncertainty, Means) {
  Numbers numbers;
  const auto appendUnsure = [&](const Unsure& each) {
    numbers.insert(numbers.end(), {each.value, each.error, each.degrees, each.effectiveRows});
    append(numbers, bounded(each, 1.7));
  };
  const auto computeSums = [](const Numbers& weights, const Numbers& values, double center) {
    MeanSums sums;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const auto [w, x] = std::pair(weights[i], values[i] - center);
      sums.weight += w;
      sums.squaredWeight += w * w;
      sums.total += w * x;
      sums.weightedTotal += w * w * x;
      sums.weightedSquares += w * w * x * x;
    }
    return sums;
  };
  std::vector<Unsure> positive;
  std::vector<Unsure> either;
  for (const Numbers& weights :
       {Numbers{1, 1, 1, 1}, Numbers{1, 2, 0.5, 3}, Numbers{4}, Numbers{1, 1}}) {
    for (const Numbers& values :
         {Numbers{1, 4, 2, 9}, Numbers{0, 0, 0, 3}, Numbers{2, 2, 2, 2}, Numbers{0, 0, 0, 0}}) {
      positive.push_back(positiveMean(computeSums(weights, values, 0)));
      either.push_back(signedMean(computeSums(weights, values, 1.5), 1.5));
      appendUnsure(positive.back());
      appendUnsure(either.back());
    }
  }
  positive.push_back({0.8, 0.1, 20, 21, Scale::kLogarithm});
  either.push_back({0.8, 0.1, 20, 21, Scale::kPlain});
  appendUnsure({0.8, 0.1, 20, 21, Scale::kLogarithmOfRest});
  for (const auto& group : {positive, either}) {
    for (const Unsure& one : group) {
      for (const Unsure& other : group) {
        const auto [difference, ratio, pValue, rows] = compare(one, other, 1.7);
        append(numbers, difference);
        append(numbers, ratio);
        numbers.insert(numbers.end(), {pValue, rows});
      }
    }
  }
  recorded.expect("means", numbers);
}

}  // namespace
}  // namespace fairwasm::uncertainty
