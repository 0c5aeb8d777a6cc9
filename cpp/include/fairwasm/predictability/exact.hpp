// SPDX-License-Identifier: Apache-2.0
//
// What the best possible attacker would reach. Where the feature is discrete, no attacker can do
// better than a table: for each feature cell the class that is most frequent there (or, for squared
// error and cross-entropy, the frequencies themselves). Its score after quality equalisation has a
// closed form over counts, so it costs nothing, needs no training, and can be had from a tally or a
// database.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/predictability/task.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm {

// Rows of one part (training or testing) by feature cell and class of one task column.
struct ExactCounts {
  xt::xtensor<double, 2> label;       // (cell, class)
  xt::xtensor<double, 2> prediction;  // (cell, class)
  double kept = 0;  // rows that keep their label in equalisation: those predicted rightly
};

struct ExactLeakage {
  double lambdaD =
      0;  // expected over the equalisation of the test rows; 1 / expected loss for kMse, kBce
  double lambdaDSpread = 0;  // its standard deviation over equalisations; NaN but for kAccuracy
  double lambdaM = 0;
  double leakage = 0;  // at the expected lambda_D
  double leakageSpread = 0;
};

// Counts from codes of cells and of classes.
ExactCounts exactCounts(const std::vector<std::uint32_t>& cells, std::size_t cellCount,
                        const CodeColumn& label, const CodeColumn& prediction,
                        std::uint32_t classes);

// Counts from a tally of labels and predictions: each combination of its groups is a cell. Weights
// do not count. Throws kInvalidArgument for a tally without labels or without predictions.
ExactCounts exactCounts(const Tally& tally);

// The table is made from `train` (by the expected counts after equalisation) and scored on `test`,
// one entry a task column; pass the same counts twice for the limit over all rows, lambda = sum
// over cells of the largest class / rows. In a tie the first class is answered, and a cell without
// training rows is answered as all rows together are. `threshold` as in lambdaOf(). Throws
// kShapeMismatch where counts do not fit together, kInvalidArgument for counts without rows.
ExactLeakage exactLeakage(const std::vector<ExactCounts>& train,
                          const std::vector<ExactCounts>& test, Metric metric, bool threshold,
                          bool normalized);

}  // namespace fairwasm
