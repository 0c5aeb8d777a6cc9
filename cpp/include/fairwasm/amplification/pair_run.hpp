// SPDX-License-Identifier: Apache-2.0
//
// The value of a metric over pairs, its cross-fitted value, and what chance alone makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fairwasm/amplification/bias_amplification.hpp"
#include "fairwasm/amplification/cross_fit.hpp"
#include "fairwasm/amplification/halves.hpp"

namespace fairwasm::amplification {

// The counts that decide what is biased: those of the training rows, if there are any. Throws as
// Cooccurrence::truth() and countPairs().
PairCounts referenceCounts(const Cooccurrence& counts, Direction direction,
                           const Cooccurrence* train);

struct PairOptions {
  Direction direction = Direction::kAttributeToTask;
  PairMetric metric = kPairMetrics[0].value;
  Definition definition = Definition::kPaper;
  // What is predicted together is counted with the predicted `from`, too.
  bool predictedFrom = false;
  // Whether halves will be drawn.
  bool halving = false;
};

struct PairCorrection {
  Corrected total;  // the cross-fitted value
  std::vector<Corrected> pairs;
  // The mean of the published value over data in which truth and prediction of each row are
  // exchanged at random; where the training rows are measured too, over data in which training rows
  // and predicted rows are. NaN without draws.
  double byChance = 0;
};

// Keeps nothing of the accumulators it was made from: they may change or go before the last draw.
class PairRun {
 public:
  // Throws as requireCounts() and referenceCounts(). `train` may be null.
  PairRun(const Cooccurrence& counts, const Cooccurrence* train, const PairOptions& options);

  [[nodiscard]] Amplification value() const;
  [[nodiscard]] const PairCounts& counts() const { return counts_; }
  // Rows whose prediction is not the truth.
  [[nodiscard]] double differing() const { return differing_; }

  // All draws are taken, then all are simulated, as CrossFit has it. Both throw kInvalidState where
  // the options do not ask for halves.
  void take(std::uint64_t seed, std::uint64_t draw);
  void simulate(std::uint64_t seed, std::uint64_t draw);
  [[nodiscard]] PairCorrection result(double confidence) const;

 private:
  // A random part of the counted rows.
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
