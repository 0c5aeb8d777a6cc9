// SPDX-License-Identifier: Apache-2.0
//
// Decision rule for the rows of a group: a threshold that is drawn for each row or, for some rows,
// a random decision that ignores the score.
#pragma once

#include <vector>

#include "fairwasm/thresholds/hull.hpp"

namespace fairwasm::thresholds {

struct Policy {
  // A row is selected if its score is at least the threshold drawn for it.
  std::vector<double> thresholds;
  std::vector<double> probabilities;
  // Probability that the score is ignored; the row is then selected with probability `coin`.
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
// Returns the probability that a row with this score is selected.
double selectionProbability(const Policy& policy, double score);

// Returns the policy, with one or two thresholds, for a rate on the hull of `curve`.
Policy policyAt(const ConcaveCurve& hull, const Curve& curve, double rate);
// Returns the policy for a point between the ROC hull and the diagonal: the policy on the hull at
// this false positive rate, mixed with random decisions that select equally often.
Policy policyAt(const ConcaveCurve& rocHull, const Curve& curve, double falsePositiveRate,
                double truePositiveRate);

}  // namespace fairwasm::thresholds
