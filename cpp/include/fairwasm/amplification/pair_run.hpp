// SPDX-License-Identifier: Apache-2.0
//
// The value of a metric over pairs, and its bootstrap.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fairwasm/amplification/bias_amplification.hpp"
#include "fairwasm/amplification/resampled_pairs.hpp"

namespace fairwasm::amplification {

// The counts that decide what is biased: those of the training rows, if there are any. Throws as
// Cooccurrence::truth() and countPairs().
PairCounts referenceCounts(const Cooccurrence& counts, Direction direction,
                           const Cooccurrence* train);

using PairMetric = Amplification (*)(const PairCounts&, const PairCounts&, Definition);
inline constexpr auto kPairMetrics = std::to_array<Named<PairMetric>>({
    {"mals", &malsAmplification},
    {"directional", &directionalAmplification},
});

struct PairOptions {
  Direction direction = Direction::kAttributeToTask;
  PairMetric metric = &malsAmplification;
  Definition definition = Definition::kPaper;
  // What is predicted together is counted with the predicted `from`, too.
  bool predictedFrom = false;
  bool resampling = false;
};

// Keeps nothing of the accumulators it was made from: they may change or go before the last
// replicate.
class PairRun {
 public:
  // Throws as requireCounts() and referenceCounts(). `train` may be null.
  PairRun(const Cooccurrence& counts, const Cooccurrence* train, const PairOptions& options);

  [[nodiscard]] Amplification value() const { return evaluate(counts_); }
  [[nodiscard]] const PairCounts& counts() const { return counts_; }
  // Throws kInvalidState where the options do not ask for resampling.
  [[nodiscard]] Amplification replicate(std::uint64_t seed, std::uint64_t draw) const;

 private:
  [[nodiscard]] Amplification evaluate(const PairCounts& counts) const;

  PairOptions options_;
  PairCounts counts_;
  std::optional<PairCounts> reference_;
  std::optional<ResampledPairs> resampled_;
  std::optional<ResampledPairs> resampledPredictions_;
};

}  // namespace fairwasm::amplification
