// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/equivalence.hpp"

#include <algorithm>
#include <cmath>

namespace fairwasm::group {
namespace {

// Returns the larger of two p-values; NaN if either is NaN.
double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double withinTest(const Disparity& disparity, const Counts& unprivileged, const Counts& privileged,
                  uncertainty::Interval margin, const Products& between) {
  const double value = evaluate(disparity, unprivileged, privileged);
  const auto intervalAt = [&](double z) {
    return disparityInterval(disparity, unprivileged, privileged,
                             2 * uncertainty::normalProbability(z) - 1, between);
  };
  return larger(
      uncertainty::normalProbability(uncertainty::distanceTo(margin.low, value, intervalAt)),
      uncertainty::normalProbability(-uncertainty::distanceTo(margin.high, value, intervalAt)));
}

}  // namespace

double equivalenceTest(const Disparity& disparity, const Counts& unprivileged,
                       const Counts& privileged, uncertainty::Interval margin,
                       const Products& between) {
  if (disparity.comparison != Comparison::kLargestDifference) {
    return withinTest(disparity, unprivileged, privileged, margin, between);
  }
  const auto ofRate = [&](std::size_t rate) {
    const Disparity difference{"", Comparison::kDifference, kRates[rate].name};
    return withinTest(difference, unprivileged, privileged, margin, between);
  };
  return larger(ofRate(disparity.rate), ofRate(disparity.other));
}

}  // namespace fairwasm::group
