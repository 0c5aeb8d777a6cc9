// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/pair_run.hpp"

#include "fairwasm/core/require.hpp"

namespace fairwasm::amplification {
namespace {

Direction opposite(Direction direction) {
  return direction == Direction::kAttributeToTask ? Direction::kTaskToAttribute
                                                  : Direction::kAttributeToTask;
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
  if (train != nullptr) reference_ = referenceCounts(counts, direction, train);
  const DirectedColumns columns = columnsFor(counts.schema(), direction);
  const DirectedColumns predicted = {
      columnsFor(counts.schema(), opposite(direction)).predicted, columns.predicted, {}};
  if (options.predictedFrom) counts_.predicted = countPairs(counts.bits(), predicted).together;
  if (!options.resampling) return;
  resampled_.emplace(counts.bits(), columns);
  if (options.predictedFrom) resampledPredictions_.emplace(counts.bits(), predicted);
}

Amplification PairRun::replicate(std::uint64_t seed, std::uint64_t draw) const {
  PairCounts counts = present(resampled_).draw(seed, draw);
  // One draw of one seed is the same rows.
  if (resampledPredictions_) {
    counts.predicted = resampledPredictions_->draw(seed, draw).together;
  }
  return evaluate(counts);
}

Amplification PairRun::evaluate(const PairCounts& counts) const {
  return options_.metric(counts, reference_ ? *reference_ : counts, options_.definition);
}

}  // namespace fairwasm::amplification
