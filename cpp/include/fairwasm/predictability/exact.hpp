// SPDX-License-Identifier: Apache-2.0
//
// What attackers that have converged would reach. Where what they see is discrete, no attacker
// knows more than a table: for each cell the class that is most frequent there among the training
// rows (or, for squared error and cross-entropy, the frequencies themselves). Its score is a
// function of counts, so it needs no training. Over all rows, which are then both learned from and
// guessed, it can be had from a tally or a database; over random splits and equalizations it is
// averaged.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/predictability/leakage.hpp"
#include "fairwasm/predictability/task.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::predictability {

// Rows of one part (training or testing) by feature cell and class of one task column.
struct ExactCounts {
  xt::xtensor<double, 2> label;       // (cell, class)
  xt::xtensor<double, 2> prediction;  // (cell, class)
  double kept = 0;  // rows that keep their label in equalization: those predicted rightly
};

struct ExactLeakage {
  // Expected over what is random in a trial: the split and the equalization of labels.
  // 1 / expected loss for kMse and kBce.
  double lambdaD = 0;
  double lambdaDSpread = 0;  // standard deviation of a single trial's; NaN but for kAccuracy
  double lambdaM = 0;
  double lambdaMSpread = 0;
  double leakage = 0;        // at the expected lambda_D and lambda_M
  double leakageSpread = 0;  // of a single trial
  double standardError = 0;  // of leakage, where it is an average over draws
};

// Counts from codes of cells and of classes.
ExactCounts exactCounts(const std::vector<std::uint32_t>& cells, std::size_t cellCount,
                        const CodeColumn& label, const CodeColumn& prediction,
                        std::uint32_t classes);

// Counts from a tally of labels and predictions: each combination of its groups is a cell. Throws
// kInvalidArgument for a tally without labels or without predictions, and for one of weighted rows.
ExactCounts exactCounts(const tally::Tally& tally);

// The limit for many rows: the table is made from `train`, by the expected counts after
// equalization, and scored on `test`, one entry a task column; pass the same counts twice for the
// limit over all rows, lambda = sum over cells of the largest class / rows. In a tie the first
// class is answered, and a cell without training rows is answered as all rows together are.
// `threshold` as in lambdaOf(). Throws kShapeMismatch where counts do not fit together,
// kInvalidArgument for counts without rows.
ExactLeakage exactLeakage(const std::vector<ExactCounts>& train,
                          const std::vector<ExactCounts>& test, Metric metric, bool threshold,
                          bool normalized);

// The same for these rows as they are split and equalized in a trial. Near a tie which class is the
// most frequent depends on the draw, so the table is drawn as attackers would learn it: the result
// is the mean over a thousand draws (fewer for more than two thousand rows), from streams of `seed`
// that no trial uses. What follows from the table is taken in closed form where there is one, so
// that without a tie nothing is left to chance. Throws kTooLarge for attackers that see more than
// kMaxCells combinations of classes, otherwise as LeakageTrials does.
template <class Scalar>
ExactLeakage expectedLeakage(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess,
                             const Testing& testing, Metric metric, bool threshold, bool normalized,
                             std::uint64_t seed);

}  // namespace fairwasm::predictability
