// SPDX-License-Identifier: Apache-2.0
//
// How rows of a group are decided: by a threshold that is drawn for each row, or, for some, by a
// coin.
#pragma once

#include <vector>

#include "fairwasm/thresholds/hull.hpp"

namespace fairwasm::thresholds {

struct Policy {
  // A row is selected where its score is at least the threshold drawn for it.
  std::vector<double> thresholds;
  std::vector<double> probabilities;
  // So probably a row is decided by a coin instead, which selects with probability `coin`.
  double ignore = 0;
  double coin = 0;

  bool operator==(const Policy&) const = default;
};

// Expected numbers of selected rows.
struct Selected {
  double truePositives;
  double falsePositives;
};
Selected apply(const Policy& policy, const Curve& curve);
// How probably a row with this score is selected.
double selectionProbability(const Policy& policy, double score);

// The policy at a rate of the hull of `curve`: of one or two thresholds.
Policy policyAt(const ConcaveCurve& hull, const Curve& curve, double rate);
// The policy for a point between the ROC hull and the diagonal: that of the hull at this false
// positive rate, mixed with a coin that selects as often.
Policy policyAt(const ConcaveCurve& rocHull, const Curve& curve, double falsePositiveRate,
                double truePositiveRate);

}  // namespace fairwasm::thresholds
