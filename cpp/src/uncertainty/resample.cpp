// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/resample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace fairwasm::uncertainty {
namespace {

// Returns ln k! minus Stirling's approximation.
double stirlingCorrection(double k) {
  static constexpr std::array kTable{0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                                     0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                                     0.0118967099458917,  0.0104112652619720, 0.00925546218271273,
                                     0.00833056343336287};
  if (k < static_cast<double>(kTable.size())) return kTable.at(static_cast<std::size_t>(k));
  const double next = k + 1;
  const double square = next * next;
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / next;
}

double invertBinomial(RandomStream& random, double trials, double probability) {
  const double odds = probability / (1 - probability);
  double mass = std::exp(trials * std::log1p(-probability));
  double rest = random.uniform();
  double successes = 0;
  while (rest > mass && successes < trials) {
    rest -= mass;
    ++successes;
    mass *= odds * (trials - successes + 1) / successes;
  }
  return successes;
}

// BTRS of Hörmann: The generation of binomial random variates, 1993. Requires probability <= 1/2
// and at least 10 expected successes.
double rejectBinomial(RandomStream& random, double trials, double probability) {
  const double deviation = std::sqrt(trials * probability * (1 - probability));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const double center = trials * probability + 0.5;
  const double squeeze = 0.92 - 4.2 / b;
  const double odds = probability / (1 - probability);
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double mode = std::floor((trials + 1) * probability);
  while (true) {
    const double u = random.uniform() - 0.5;
    const double v = random.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > trials) continue;
    const double height = std::log(v * alpha / (a / (us * us) + b));
    const double density = (mode + 0.5) * std::log((mode + 1) / (odds * (trials - mode + 1))) +
                           (trials + 1) * std::log((trials - mode + 1) / (trials - k + 1)) +
                           (k + 0.5) * std::log(odds * (trials - k + 1) / (k + 1)) +
                           stirlingCorrection(mode) + stirlingCorrection(trials - mode) -
                           stirlingCorrection(k) - stirlingCorrection(trials - k);
    if (height <= density) return k;
  }
}

// Faster than lgamma, and equal in all bits natively and in WebAssembly, up to differences in log.
// Draws repeat few values, so those below kMaxKept are cached; 0 marks a missing one.
double logFactorial(double k) {
  constexpr double kLogRootOfTwoPi = 0.91893853320467274178;
  constexpr std::size_t kMaxKept = 1 << 14;
  thread_local std::array<double, kMaxKept> kept{};
  const auto calculated = [&] {
    return (k + 0.5) * std::log(k + 1) - (k + 1) + kLogRootOfTwoPi + stirlingCorrection(k);
  };
  if (!(k < kMaxKept)) return calculated();
  const auto place = static_cast<std::size_t>(k);
  if (static_cast<double>(place) != k) return calculated();
  if (kept[place] == 0) kept[place] = calculated();
  return kept[place];
}

double logChoose(double n, double k) {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

// Searches from the mode outward, alternating sides; the number of steps is about the width of the
// distribution.
double invertHypergeometric(RandomStream& random, double successes, double failures, double draws) {
  const double total = successes + failures;
  const double low = std::max(0.0, draws - failures);
  const double high = std::min(draws, successes);
  const double mode =
      std::clamp(std::floor((draws + 1) * (successes + 1) / (total + 2)), low, high);
  const double atMode = std::exp(logChoose(successes, mode) + logChoose(failures, draws - mode) -
                                 logChoose(total, draws));
  double rest = random.uniform() - atMode;
  double below = mode;
  double above = mode;
  double massBelow = atMode;
  double massAbove = atMode;
  while (rest > 0 && (below > low || above < high)) {
    if (above < high) {
      massAbove *=
          (successes - above) * (draws - above) / ((above + 1) * (failures - draws + above + 1));
      ++above;
      rest -= massAbove;
      if (rest <= 0) return above;
    }
    if (below > low) {
      massBelow *=
          below * (failures - draws + below) / ((successes - below + 1) * (draws - below + 1));
      --below;
      rest -= massBelow;
      if (rest <= 0) return below;
    }
  }
  return mode;
}

// HRUA of Stadlober: The ratio of uniforms approach for generating discrete random variates, 1990.
// Draws the rarer outcome in the smaller of sample and remainder, and converts the result.
double rejectHypergeometric(RandomStream& random, double successes, double failures, double draws) {
  const double total = successes + failures;
  const double rare = std::min(successes, failures);
  const double common = total - rare;
  const double sample = std::min(draws, total - draws);
  const double share = rare / total;
  const double center = sample * share + 0.5;
  const double deviation =
      std::sqrt((total - sample) * sample * share * (1 - share) / (total - 1) + 0.5);
  const double width =
      1.7155277699214135 * deviation + 0.8989161620588988;  // 2 sqrt(2/e), 3 - 2 sqrt(3/e)
  const double end = std::min(std::min(sample, rare) + 1, std::floor(center + 16 * deviation));
  const auto logMass = [&](double k) {
    return -(logFactorial(k) + logFactorial(rare - k) + logFactorial(sample - k) +
             logFactorial(common - sample + k));
  };
  const double atMode = logMass(std::floor((sample + 1) * (rare + 1) / (total + 2)));
  while (true) {
    const double x = random.uniform();
    const double y = random.uniform();
    const double place = center + width * (y - 0.5) / x;
    if (!(place >= 0 && place < end)) continue;
    double k = std::floor(place);
    const double height = logMass(k) - atMode;
    const bool accepted =
        x * (4 - x) - 3 <= height || (x * (x - height) < 1 && 2 * std::log(x) <= height);
    if (!accepted) continue;
    if (successes > failures) k = sample - k;
    return sample < draws ? successes - k : k;
  }
}

// Returns the logarithm of a gamma variable of scale 1, because a variable of small shape can
// underflow.
double drawLogGamma(RandomStream& random, double shape) {
  if (shape < 1) return drawLogGamma(random, shape + 1) + std::log1p(-random.uniform()) / shape;
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = random.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log1p(-random.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return std::log(d * v);
    }
  }
}

// Draws the sum of a cell's weights with this mean and standard deviation.
double drawWeight(RandomStream& random, double mean, double deviation) {
  if (deviation == 0) return mean;
  return mean > 0 ? drawGamma(random, mean, deviation) : mean + deviation * random.normal();
}

// Draws the sum of weights times scores, given the sum of weights. Assumes scores in [0, 1] if
// their mean is.
double drawScore(RandomStream& random, double mean, double deviation, double weight,
                 bool isProbability) {
  if (!isProbability) return deviation == 0 ? mean : mean + deviation * random.normal();
  if (weight <= 0) return 0;
  return weight * drawBeta(random, std::clamp(mean / weight, 0.0, 1.0), deviation / weight);
}

}  // namespace

double drawGamma(RandomStream& random, double mean, double deviation) {
  const double shape = mean / deviation * (mean / deviation);
  return std::exp(drawLogGamma(random, shape)) * (mean / shape);
}

double drawBeta(RandomStream& random, double mean, double deviation) {
  if (deviation == 0 || mean <= 0 || mean >= 1) return mean;
  const double size = mean / deviation * ((1 - mean) / deviation) - 1;
  if (size <= 0) return random.uniform() < mean ? 1 : 0;
  const double one = drawLogGamma(random, mean * size);
  const double other = drawLogGamma(random, (1 - mean) * size);
  return 1 / (1 + std::exp(other - one));
}

std::vector<double> drawnCells(std::span<const double> weights, std::span<const double> squares,
                               std::size_t draws, std::uint64_t seed, std::uint64_t stream) {
  constexpr double kPrior = 0.5;
  const double total = std::reduce(weights.begin(), weights.end());
  const double equal =
      std::reduce(squares.begin(), squares.end()) / total;  // the common weight of a row
  RandomStream random(seed, stream);
  std::vector<double> drawn(draws * weights.size());
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const auto cells = std::span(drawn).subspan(draw * weights.size(), weights.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double unit = weights[i] > 0 ? squares[i] / weights[i] : equal;
      const double shape = (weights[i] > 0 ? weights[i] / unit : 0) + kPrior;
      cells[i] = drawGamma(random, shape * unit, std::sqrt(shape) * unit);
    }
    const double sum = std::reduce(cells.begin(), cells.end());
    for (double& cell : cells) cell *= total / sum;
  }
  return drawn;
}

double drawBinomial(RandomStream& random, double trials, double probability) {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(random, trials, 1 - probability);
  constexpr double kFew = 10;
  return trials * probability < kFew ? invertBinomial(random, trials, probability)
                                     : rejectBinomial(random, trials, probability);
}

void drawMultinomial(RandomStream& random, std::span<const double> counts,
                     std::span<double> drawn) {
  drawMultinomial(random, std::reduce(counts.begin(), counts.end()), counts, drawn);
}

void drawMultinomial(RandomStream& random, double draws, std::span<const double> counts,
                     std::span<double> drawn) {
  double chances = std::reduce(counts.begin(), counts.end());
  double left = draws;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // The last cell gets the remaining draws, because its probability is counts / counts = 1.
    drawn[i] = drawBinomial(random, left, counts[i] / chances);
    left -= drawn[i];
    chances -= counts[i];
  }
}

double drawHypergeometric(RandomStream& random, double successes, double failures, double draws) {
  const double total = successes + failures;
  const double variance =
      draws * successes / total * (failures / total) * (total - draws) / std::max(1.0, total - 1);
  constexpr double kNarrow = 25;
  return variance < kNarrow ? invertHypergeometric(random, successes, failures, draws)
                            : rejectHypergeometric(random, successes, failures, draws);
}

TallyResampler::TallyResampler(const tally::Tally& tally) {
  const double* sums = tally.cells().data();
  for (std::size_t cell = 0; cell < tally.cells().size() / tally::kSums;
       ++cell, sums += tally::kSums) {
    const double rows = sums[tally::kRows];
    if (rows == 0) continue;
    cells_.push_back(cell);
    rows_.push_back(rows);
    observed_.insert(observed_.end(), sums, sums + tally::kSums);
    // Moments of a single row's (w, w * score) in the cell.
    const double meanWeight = sums[tally::kWeight] / rows;
    const double meanScore = sums[tally::kScore] / rows;
    // Deviations below this limit are rounding errors of equal values.
    const auto deviation = [](double square, double mean) {
      const double variance = square - mean * mean;
      return variance > 1e-12 * square ? std::sqrt(variance) : 0;
    };
    const double weight = deviation(sums[tally::kSquaredWeight] / rows, meanWeight);
    const double score = deviation(sums[tally::kSquaredScore] / rows, meanScore);
    const double slope =
        weight > 0 ? (sums[tally::kScoreWeight] / rows - meanWeight * meanScore) / weight : 0;
    spreads_.push_back({weight, slope, std::sqrt(std::max(0.0, score * score - slope * slope))});
  }
}

void TallyResampler::draw(std::uint64_t seed, std::uint64_t draw, std::span<double> sums) const {
  RandomStream random(seed, draw);
  double chances = std::reduce(rows_.begin(), rows_.end());
  double left = chances;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto counted = observed(i);
    const Spread& spread = spreads_[i];
    const double rows = drawBinomial(random, left, rows_[i] / chances);
    left -= rows;
    chances -= rows_[i];
    const double share = rows / rows_[i];
    const double meanWeight = counted[tally::kWeight] * share;
    double weight = meanWeight;
    double score = counted[tally::kScore] * share;
    if (rows > 0 && (spread.weight > 0 || spread.score > 0)) {
      const double scale = std::sqrt(rows);
      weight = drawWeight(random, meanWeight, spread.weight * scale);
      if (spread.weight > 0) score += spread.scoreOfWeight * (weight - meanWeight) / spread.weight;
      const bool isProbability =
          counted[tally::kScore] >= 0 && counted[tally::kScore] <= counted[tally::kWeight];
      score = drawScore(random, score, spread.score * scale, weight, isProbability);
    }
    double* into = sums.data() + i * tally::kSums;
    into[tally::kRows] = rows;
    into[tally::kWeight] = weight;
    into[tally::kScore] = score;
  }
}

tally::Tally resampled(const tally::Tally& tally, const TallyResampler& resampler,
                       std::uint64_t seed, std::uint64_t draw) {
  const auto cells = resampler.cells();
  std::vector<double> drawn(cells.size() * tally::kSums);
  resampler.draw(seed, draw, drawn);
  std::vector<double> sums(tally.cells().size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::copy_n(drawn.begin() + static_cast<std::ptrdiff_t>(i * tally::kSums), tally::kSums,
                sums.begin() + static_cast<std::ptrdiff_t>(cells[i] * tally::kSums));
  }
  tally::Tally sample(tally.schema());
  sample.updateCounted(sums);
  return sample;
}

}  // namespace fairwasm::uncertainty
