// SPDX-License-Identifier: Apache-2.0
//
// Cross-fitted bias amplification of captions, and the published value by chance.
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "fairwasm/amplification/captions.hpp"
#include "fairwasm/amplification/halves.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::amplification {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kTest = 0;
constexpr std::size_t kTrain = 1;

// Applies a function to each number and the sum over the groups of its object.
template <class F>
Numbers byObject(const Numbers& counts, std::size_t groups, F&& value) {
  Numbers values;
  values.reserve(counts.size());
  for (std::size_t first = 0; first < counts.size(); first += groups) {
    double sum = 0;
    for (std::size_t g = 0; g < groups; ++g) sum += counts[first + g];
    for (std::size_t g = 0; g < groups; ++g) values.push_back(value(first + g, sum));
  }
  return values;
}

// Returns b(o, g); NaN for an object that is not mentioned.
Numbers computeScores(const Numbers& counts, std::size_t groups) {
  return byObject(counts, groups,
                  [&](std::size_t i, double sum) { return sum > 0 ? counts[i] / sum : kNaN; });
}

// Returns b(o, g) as published: NaN for a pair that does not occur.
Numbers publishedScores(const Numbers& counts, std::size_t groups) {
  auto scores = computeScores(counts, groups);
  std::ranges::replace(scores, 0.0, kNaN);
  return scores;
}

// Returns the first-order change of b(o, g) for a change of the counts.
Numbers scoreNoise(const Numbers& counts, const Numbers& moved, std::size_t groups) {
  const Numbers scores = computeScores(counts, groups);
  const Numbers sums = byObject(counts, groups, [](std::size_t, double sum) { return sum; });
  return byObject(moved, groups, [&](std::size_t i, double sum) {
    return sums[i] > 0 ? (moved[i] - scores[i] * sum) / sums[i] : 0;
  });
}

Numbers minus(Numbers a, const Numbers& b) {
  std::ranges::transform(a, b, a.begin(), std::minus<>());
  return a;
}

Numbers plus(Numbers a, const Numbers& b) {
  std::ranges::transform(a, b, a.begin(), std::plus<>());
  return a;
}

Numbers negative(Numbers a) {
  for (double& number : a) number = -number;
  return a;
}

// Returns b(o, g) - 1 / |G|; 0 if b(o, g) is undefined.
Numbers computeLeanings(Numbers scores, std::size_t groups) {
  for (double& score : scores) {
    score = std::isnan(score) ? 0 : score - 1 / static_cast<double>(groups);
  }
  return scores;
}

}  // namespace

Numbers CaptionComparison::placeCounts(const CaptionCounts& counted, Numbers counts) const {
  CaptionBias bias{{}, counted.objects(), std::move(counts)};
  for (const auto& group : counted.groups()) bias.groups.push_back(group.name);
  auto placed = place(bias);
  for (double& count : placed) count = std::isnan(count) ? 0 : count;
  return placed;
}

Numbers CaptionComparison::makeCounts(std::size_t which) const {
  return placeCounts(counted_[which], counted_[which].counts());
}

Numbers CaptionComparison::getPart(std::size_t which, std::uint64_t seed, std::uint64_t stream,
                                   double share) const {
  return placeCounts(counted_[which], counted_[which].countsOfPart(seed, stream, share));
}

void CaptionComparison::begin(const CaptionAmplificationOptions& options) {
  options_ = options;
  chanceSum_ = 0;
  chanceDraws_ = 0;
  const std::size_t groups = groups_.size();
  const Numbers train = isTrainGiven() ? train_ : computeScores(makeCounts(kTrain), groups);
  auto changes = minus(computeScores(makeCounts(kTest), groups), train);
  double objects = 0;
  for (std::size_t i = 0; i < changes.size(); i += groups) {
    objects += std::ranges::any_of(std::span(changes).subspan(i, groups),
                                   [](double change) { return !std::isnan(change); })
                   ? 1
                   : 0;
  }
  crossFit_.emplace(computeLeanings(train, groups), std::move(changes), 0,
                    options.overAllObjects ? std::max(objects, 1.0) : 0);
}

HalvesDraw CaptionComparison::halvesDraw(std::uint64_t seed, std::uint64_t draw) const {
  const std::size_t groups = groups_.size();
  const Numbers test = makeCounts(kTest);
  const Numbers first = getPart(kTest, seed, kStreamsOfDraw * draw, 0.5);
  const Numbers rest = minus(test, first);
  Numbers testNoise = scoreNoise(test, minus(first, rest), groups);
  if (isTrainGiven()) {
    const Numbers leanings = computeLeanings(train_, groups);
    return {leanings,
            leanings,
            minus(computeScores(first, groups), train_),
            minus(computeScores(rest, groups), train_),
            Numbers(train_.size(), 0.0),
            std::move(testNoise),
            {}};
  }
  const Numbers train = makeCounts(kTrain);
  const Numbers firstOfTrain = getPart(kTrain, seed, kStreamsOfDraw * draw + 1, 0.5);
  const Numbers restOfTrain = minus(train, firstOfTrain);
  const Numbers after = computeScores(test, groups);
  const Numbers scoresOfFirst = computeScores(firstOfTrain, groups);
  const Numbers scoresOfRest = computeScores(restOfTrain, groups);
  Numbers trainNoise = scoreNoise(train, minus(firstOfTrain, restOfTrain), groups);
  return {computeLeanings(scoresOfFirst, groups),
          computeLeanings(scoresOfRest, groups),
          minus(after, scoresOfFirst),
          minus(after, scoresOfRest),
          trainNoise,
          negative(trainNoise),
          std::move(testNoise)};
}

double CaptionComparison::valueByChance(std::uint64_t seed, std::uint64_t draw) const {
  const std::size_t groups = groups_.size();
  const Numbers test = makeCounts(kTest);
  const Numbers train = makeCounts(kTrain);
  const auto getCaptions = [&](std::size_t which) {
    return static_cast<double>(counted_[which].mentioning());
  };
  const double share = getCaptions(kTrain) / (getCaptions(kTrain) + getCaptions(kTest));
  const Numbers drawn = plus(getPart(kTrain, seed, kStreamsOfDraw * draw + 2, share),
                             getPart(kTest, seed, kStreamsOfDraw * draw + 3, share));
  return compare(publishedScores(drawn, groups),
                 publishedScores(minus(plus(train, test), drawn), groups), options_)
      .value;
}

void CaptionComparison::take(std::uint64_t seed, std::uint64_t draw) {
  present(crossFit_).take(halvesDraw(seed, draw));
  if (isTrainGiven()) return;
  const double value = valueByChance(seed, draw);
  if (std::isnan(value)) return;
  chanceSum_ += value;
  chanceDraws_ += 1;
}

void CaptionComparison::simulate(std::uint64_t seed, std::uint64_t draw) {
  present(crossFit_).simulate(halvesDraw(seed, draw));
}

// The halves of few captions vary less than other captions would: a single mention has no noise.
// With a given bias, the variance without amplification is known.
CaptionCorrection CaptionComparison::correction(double confidence) const {
  double minVariance = 0;
  double against = isTrainGiven() ? 0 : kInfinity;
  if (isTrainGiven()) {
    const std::size_t groups = groups_.size();
    const double threshold = 1 / static_cast<double>(groups);
    const Numbers mentions =
        byObject(makeCounts(kTest), groups, [](std::size_t, double sum) { return sum; });
    for (std::size_t i = 0; i < train_.size(); ++i) {
      if (!(train_[i] > threshold) || mentions[i] == 0) continue;
      minVariance += train_[i] * (1 - train_[i]) / mentions[i];
      against += (1 - train_[i]) * mentions[i];
    }
  }
  return {present(crossFit_).result(confidence, minVariance).total,
          chanceDraws_ > 0 ? chanceSum_ / chanceDraws_ : kNaN, against};
}

}  // namespace fairwasm::amplification
