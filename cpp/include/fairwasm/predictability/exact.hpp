// SPDX-License-Identifier: Apache-2.0
//
// Scores that attackers reach once they have converged. If features are discrete, the best attacker
// is a table: for each cell, the most frequent class among the training rows (or the frequencies
// themselves, for squared error and cross-entropy). Its score is a function of counts, so no
// training is necessary. If all rows are used both for training and for testing, counts from a
// tally or a database suffice. Otherwise, the score is averaged over random splits and
// equalizations.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/predictability/leakage.hpp"
#include "fairwasm/predictability/task.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::predictability {

// Counts of one part (training or testing) by feature cell and class of one task column.
struct ExactCounts {
  xt::xtensor<double, 2> label;       // (cell, class)
  xt::xtensor<double, 2> prediction;  // (cell, class)
  double kept = 0;  // rows that keep their label in equalization: the correct predictions
};

struct ExactLeakage {
  // Expectation over the random split and equalization of a trial. For kMse and kBce: 1 / expected
  // loss.
  double lambdaD = 0;
  double lambdaDSpread = 0;  // standard deviation in a single trial; NaN except for kAccuracy
  double lambdaM = 0;
  double lambdaMSpread = 0;
  double leakage = 0;        // at the expected lambda_D and lambda_M
  double leakageSpread = 0;  // standard deviation in a single trial
  double standardError = 0;  // of leakage, if it is averaged over draws
};

// Returns counts from the codes of cells and classes.
ExactCounts exactCounts(const std::vector<std::uint32_t>& cells, std::size_t cellCount,
                        const CodeColumn& label, const CodeColumn& prediction,
                        std::uint32_t classes);

// Returns counts from a tally of labels and predictions; each combination of groups is a cell.
// Throws kInvalidArgument for a tally without labels or predictions and for weighted rows.
ExactCounts exactCounts(const tally::Tally& tally);

// Returns the limit for many rows: the table is computed from `train` with the expected counts
// after equalization, and scored on `test`. Each list has one entry per task column. Pass the same
// counts twice for the limit over all rows, lambda = sum over cells of the largest class / rows.
// Ties are resolved in favor of the first class; a cell without training rows gets the answer for
// all rows together. `threshold` as in computeLambda(). Throws kShapeMismatch if counts do not
// match, and kInvalidArgument for counts without rows.
ExactLeakage exactLeakage(const std::vector<ExactCounts>& train,
                          const std::vector<ExactCounts>& test, Metric metric, bool threshold,
                          bool normalized);

// Like above, for rows that are split and equalized as in a trial. Near a tie, the most frequent
// class depends on the draw, so tables are drawn: the result is the mean over 1,000 draws (fewer
// for more than 2,000 rows), from streams of `seed` that trials do not use. Expectations given a
// table are exact if they have a closed form, so without ties the result does not depend on random
// numbers. Throws kTooLarge for attackers that see more than kMaxCells combinations of classes;
// otherwise throws like LeakageTrials.
template <class Scalar>
ExactLeakage expectedLeakage(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess,
                             const Testing& testing, Metric metric, bool threshold, bool normalized,
                             std::uint64_t seed);

}  // namespace fairwasm::predictability
