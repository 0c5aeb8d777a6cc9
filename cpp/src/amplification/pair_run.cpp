// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/pair_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::amplification {
namespace {

Direction opposite(Direction direction) {
  return direction == Direction::kAttributeToTask ? Direction::kTaskToAttribute
                                                  : Direction::kAttributeToTask;
}

// Step of the numerical derivative along a difference of halves.
constexpr double kStep = 0x1p-10;

// Returns the derivative of a function of counts from its values at both ends; 0 if undefined.
std::vector<double> slope(std::vector<double> more, const std::vector<double>& less) {
  std::ranges::transform(more, less, more.begin(), [](double high, double low) {
    const double difference = high - low;
    return std::isnan(difference) ? 0 : difference / (2 * kStep);
  });
  return more;
}

// Counts the rows in which a prediction differs from the truth.
double countDiffering(const BitColumns& bits, const DirectedColumns& columns) {
  Words any(wordsFor(bits.rows()));
  for (std::size_t c = 0; c < columns.predicted.count; ++c) {
    const WordSpan truth = bits[columns.to.first + c];
    const WordSpan predicted = bits[columns.predicted.first + c];
    for (std::size_t w = 0; w < any.size(); ++w) any[w] |= truth[w] ^ predicted[w];
  }
  return static_cast<double>(countBits(any));
}

}  // namespace

PairCounts referenceCounts(const Cooccurrence& counts, Direction direction,
                           const Cooccurrence* train) {
  if (train == nullptr) return countPairs(counts, direction);
  return countPairs(train->truth(counts.schema()), direction);
}

PairRun::PairRun(const Cooccurrence& counts, const Cooccurrence* train, const PairOptions& options)
    : options_(options) {
  const Direction direction = options.direction;
  requireCounts(counts, direction, true);
  if (options.predictedFrom) requireCounts(counts, opposite(direction), true);
  counts_ = countPairs(counts, direction);
  const DirectedColumns columns = columnsFor(counts.schema(), direction);
  const DirectedColumns predicted = {
      columnsFor(counts.schema(), opposite(direction)).predicted, columns.predicted, {}};
  if (options.predictedFrom) counts_.predicted = countPairs(counts.bits(), predicted).together;
  differing_ = countDiffering(counts.bits(), columns);
  if (train != nullptr) reference_ = referenceCounts(counts, direction, train);
  if (!options.halving) return;
  halved_.emplace(counts.bits(), columns);
  if (options.predictedFrom) halvedPredictions_.emplace(counts.bits(), predicted);
  if (train != nullptr && options.metric.measuresReference) {
    const Cooccurrence truth = train->truth(counts.schema());
    halvedTrain_.emplace(truth.bits(), columnsFor(truth.schema(), direction));
  }
  const PairCounts& reference = reference_ ? *reference_ : counts_;
  auto changed = changes(counts_, reference);
  const double divisor = options.metric.overTasks
                             ? static_cast<double>(counts_.toCount)
                             : static_cast<double>(std::ranges::count_if(
                                   changed, [](double change) { return !std::isnan(change); }));
  crossFit_.emplace(leanings(reference), std::move(changed), options.metric.otherwise,
                    std::max(divisor, 1.0));
}

Amplification PairRun::value() const {
  return options_.metric.value(counts_, reference_ ? *reference_ : counts_, options_.definition);
}

std::vector<double> PairRun::leanings(const PairCounts& reference) const {
  return options_.metric.leanings(reference, options_.definition);
}

std::vector<double> PairRun::changes(const PairCounts& counts, const PairCounts& reference) const {
  return options_.metric.changes(counts, reference, options_.definition);
}

PairCounts PairRun::part(std::uint64_t seed, std::uint64_t stream, double share) const {
  PairCounts counts = present(halved_).draw(seed, stream, share);
  // The same stream of the same seed draws the same rows.
  if (halvedPredictions_) {
    counts.predicted = halvedPredictions_->draw(seed, stream, share).together;
  }
  return counts;
}

HalvesDraw PairRun::halves(const PairCounts& first) const {
  const PairCounts rest = combine(1, counts_, -1, first);
  const auto along = [&](double step) {
    return combine(1, counts_, step, combine(1, first, -1, rest));
  };
  const PairCounts more = along(kStep);
  const PairCounts less = along(-kStep);
  if (reference_) {
    // With given training rows, only they determine the signs, and nothing is measured on them.
    const auto sign = leanings(*reference_);
    return {sign,
            sign,
            changes(first, *reference_),
            changes(rest, *reference_),
            std::vector<double>(sign.size(), 0.0),
            slope(changes(more, *reference_), changes(less, *reference_)),
            {}};
  }
  return {leanings(first),
          leanings(rest),
          changes(first, first),
          changes(rest, rest),
          slope(leanings(more), leanings(less)),
          slope(changes(more, more), changes(less, less)),
          {}};
}

// Signs and the bias before are computed from the training rows, and the bias after from all rows.
HalvesDraw PairRun::halvesOfTrain(const PairCounts& first, const PairCounts& firstOfTrain) const {
  const PairCounts& train = present(reference_);
  const PairCounts rest = combine(1, counts_, -1, first);
  const PairCounts restOfTrain = combine(1, train, -1, firstOfTrain);
  const PairCounts difference = combine(1, first, -1, rest);
  const PairCounts ofTrain = combine(1, firstOfTrain, -1, restOfTrain);
  const PairCounts more = combine(1, train, kStep, ofTrain);
  const PairCounts less = combine(1, train, -kStep, ofTrain);
  return {leanings(firstOfTrain),
          leanings(restOfTrain),
          changes(counts_, firstOfTrain),
          changes(counts_, restOfTrain),
          slope(leanings(more), leanings(less)),
          slope(changes(counts_, more), changes(counts_, less)),
          slope(changes(combine(1, counts_, kStep, difference), train),
                changes(combine(1, counts_, -kStep, difference), train))};
}

HalvesDraw PairRun::halvesDraw(std::uint64_t seed, std::uint64_t draw,
                               const PairCounts& first) const {
  if (!halvedTrain_) return halves(first);
  return halvesOfTrain(first, halvedTrain_->draw(seed, kStreamsOfDraw * draw + 1));
}

double PairRun::valueByChance(std::uint64_t seed, std::uint64_t draw,
                              const PairCounts& first) const {
  const auto computeValue = [&](const PairCounts& counts, const PairCounts& reference) {
    return options_.metric.value(counts, reference, options_.definition).value;
  };
  if (!halvedTrain_) {
    const PairCounts rest = combine(1, counts_, -1, first);
    const PairCounts counts = combine(1, rest, 1, exchanged(first));
    return computeValue(counts, reference_ ? *reference_ : counts);
  }
  // Training rows and predicted rows are pooled; from the pool, as many rows as there are training
  // rows, on average, are drawn as training rows.
  const PairCounts& train = present(reference_);
  const double share = train.rows / (train.rows + counts_.rows);
  const PairCounts ofTrain = halvedTrain_->draw(seed, kStreamsOfDraw * draw + 2, share);
  const PairCounts ofCounts = part(seed, kStreamsOfDraw * draw + 3, share);
  PairCounts reference = ofTrain;
  PairCounts counts = combine(1, counts_, -1, ofCounts);
  reference.rows += ofCounts.rows;
  counts.rows += train.rows - ofTrain.rows;
  for (std::size_t i = 0; i < reference.together.size(); ++i) {
    reference.together[i] += ofCounts.predicted[i];
    counts.predicted[i] += train.together[i] - ofTrain.together[i];
  }
  return computeValue(counts, reference);
}

void PairRun::take(std::uint64_t seed, std::uint64_t draw) {
  const PairCounts first = part(seed, kStreamsOfDraw * draw);
  present(crossFit_).take(halvesDraw(seed, draw, first));
  const double value = valueByChance(seed, draw, first);
  if (std::isnan(value)) return;
  chanceSum_ += value;
  chanceDraws_ += 1;
}

void PairRun::simulate(std::uint64_t seed, std::uint64_t draw) {
  present(crossFit_).simulate(halvesDraw(seed, draw, part(seed, kStreamsOfDraw * draw)));
}

PairCorrection PairRun::result(double confidence) const {
  CrossFitResult fitted = present(crossFit_).result(confidence);
  return {fitted.total, std::move(fitted.pairs),
          chanceDraws_ > 0 ? chanceSum_ / chanceDraws_ : kNaN};
}

}  // namespace fairwasm::amplification
