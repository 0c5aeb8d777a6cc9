// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/score.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::slices {
namespace {

// Of the terms of a score: more than rounding takes away from a bound, and what is 0 but for it.
constexpr double kSlack = 1e-12;
constexpr double kCancellation = 1e-14;

}  // namespace

Score::Score(double alpha, const Sums& total, double greatestMean, double minRows)
    : alpha_(alpha), total_(total), greatestMean_(greatestMean), minRows_(minRows) {
  if (alpha >= 0 && alpha <= 1) return;
  throw Error(ErrorCode::kInvalidArgument, {"alpha", "a number from 0 to 1", shown(alpha), {}});
}

// The terms put in an order in which one division decides: scores that are the same number are the
// same double, unless alpha itself is rounded.
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

// A slice within has some number of rows up to these, and at most all the errors, but none more
// than the greatest a row. Its score so bounded rises with the rows as long as each adds the
// greatest error, and from there on, having them all, rises or falls throughout.
double Score::bound(const Sums& slice) const {
  const double worst = std::clamp(slice.errors / greatestMean_, minRows_, slice.rows);
  const double highest = std::max(at(worst, std::min(slice.errors, worst * greatestMean_)),
                                  at(slice.rows, slice.errors));
  return highest + kSlack * terms(worst, std::min(slice.errors, worst * greatestMean_));
}

}  // namespace fairwasm::slices
