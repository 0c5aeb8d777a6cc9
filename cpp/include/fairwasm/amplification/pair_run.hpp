// SPDX-License-Identifier: Apache-2.0
//
// A metric over pairs: its published value, its cross-fitted value, and its value by chance.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fairwasm/amplification/bias_amplification.hpp"
#include "fairwasm/amplification/cross_fit.hpp"
#include "fairwasm/amplification/halves.hpp"

namespace fairwasm::amplification {

// Returns the counts that determine which pairs are biased: those of the training rows, if given.
// Throws like Cooccurrence::truth() and countPairs().
PairCounts referenceCounts(const Cooccurrence& counts, Direction direction,
                           const Cooccurrence* train);

struct PairOptions {
  Direction direction = Direction::kAttributeToTask;
  PairMetric metric = kPairMetrics[0].value;
  Definition definition = Definition::kPaper;
  // Pairs of predictions use the predicted `from`, too.
  bool predictedFrom = false;
  // True if halves will be drawn.
  bool halving = false;
};

struct PairCorrection {
  Corrected total;  // the cross-fitted value
  std::vector<Corrected> pairs;
  // Mean of the published value over data in which truth and prediction of each row are exchanged
  // at random or, if the training rows are also measured, in which training rows and predicted rows
  // are exchanged. NaN without draws.
  double byChance = 0;
};

// Copies everything it needs, so accumulators may change or be destroyed before the last draw.
class PairRun {
 public:
  // Throws like requireCounts() and referenceCounts(). `train` may be null.
  PairRun(const Cooccurrence& counts, const Cooccurrence* train, const PairOptions& options);

  [[nodiscard]] Amplification value() const;
  [[nodiscard]] const PairCounts& counts() const { return counts_; }
  // Returns the number of rows whose prediction differs from the truth.
  [[nodiscard]] double differing() const { return differing_; }

  // Call take() for all draws, then simulate() for all draws, like CrossFit. Both throw
  // kInvalidState unless the options request halves.
  void take(std::uint64_t seed, std::uint64_t draw);
  void simulate(std::uint64_t seed, std::uint64_t draw);
  [[nodiscard]] PairCorrection result(double confidence) const;

 private:
  // Returns the counts of a random part of the rows.
  [[nodiscard]] PairCounts part(std::uint64_t seed, std::uint64_t stream, double share = 0.5) const;
  [[nodiscard]] HalvesDraw halves(const PairCounts& first) const;
  [[nodiscard]] HalvesDraw halvesOfTrain(const PairCounts& first,
                                         const PairCounts& firstOfTrain) const;
  [[nodiscard]] HalvesDraw halvesDraw(std::uint64_t seed, std::uint64_t draw,
                                      const PairCounts& first) const;
  [[nodiscard]] double valueByChance(std::uint64_t seed, std::uint64_t draw,
                                     const PairCounts& first) const;
  [[nodiscard]] std::vector<double> leanings(const PairCounts& reference) const;
  [[nodiscard]] std::vector<double> changes(const PairCounts& counts,
                                            const PairCounts& reference) const;

  PairOptions options_;
  PairCounts counts_;
  double differing_ = 0;
  std::optional<PairCounts> reference_;
  std::optional<HalvedPairs> halved_;
  std::optional<HalvedPairs> halvedPredictions_;
  std::optional<HalvedPairs> halvedTrain_;
  std::optional<CrossFit> crossFit_;
  double chanceSum_ = 0;
  double chanceDraws_ = 0;
};

}  // namespace fairwasm::amplification
