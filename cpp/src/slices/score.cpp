// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/score.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::slices {
namespace {

// Relative to the terms of a score: exceeds the rounding error of a bound, and the rounding error
// of 0.
constexpr double kSlack = 1e-12;
constexpr double kCancellation = 1e-14;

}  // namespace

Score::Score(double alpha, const Sums& total, double greatestMean, double minRows)
    : alpha_(alpha), total_(total), greatestMean_(greatestMean), minRows_(minRows) {
  if (alpha >= 0 && alpha <= 1) return;
  throw Error(ErrorCode::kInvalidArgument, {"alpha", "a number from 0 to 1", shown(alpha), {}});
}

// The terms are ordered so that one division determines the result: mathematically equal scores are
// equal doubles, unless alpha is rounded.
double Score::at(double rows, double errors) const {
  const double excess = (alpha_ * errors - (1 - alpha_) * total_.errors) / rows;
  return excess / total_.mean() + (1 - 2 * alpha_);
}

double Score::terms(double rows, double errors) const {
  return (alpha_ * errors / total_.errors + (1 - alpha_)) * total_.rows / rows + 1;
}

double Score::of(const Sums& slice) const {
  const double score = at(slice.rows, slice.errors);
  return std::abs(score) <= kCancellation * terms(slice.rows, slice.errors) ? 0 : score;
}

// A subset has at most as many rows and at most all errors, with at most the maximum error per row.
// The resulting bound increases with the number of rows while each row adds the maximum error;
// beyond that, with all errors included, it is monotonic.
double Score::bound(const Sums& slice) const {
  const double worst = std::clamp(slice.errors / greatestMean_, minRows_, slice.rows);
  const double highest = std::max(at(worst, std::min(slice.errors, worst * greatestMean_)),
                                  at(slice.rows, slice.errors));
  return highest + kSlack * terms(worst, std::min(slice.errors, worst * greatestMean_));
}

}  // namespace fairwasm::slices
