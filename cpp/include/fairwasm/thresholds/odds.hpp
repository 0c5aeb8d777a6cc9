// SPDX-License-Identifier: Apache-2.0
//
// Equalized odds: equal true and false positive rates in all groups, with the best possible
// objective (Hardt, Price and Srebro 2016).
//
// Without tolerance, all groups share one point (x, y) = (FPR, TPR), and the best such point is on
// the lower envelope of the groups' ROC hulls. With a tolerance, all FPRs are in a window [l, l +
// tolerance] and all TPRs in another one. Given the FPR window, each group's best contribution is a
// concave function of its TPR, so the TPR window is found by bisection, like parity of one rate.
// The best value is concave in l, which is found by golden section search. The result equals that
// of the linear program over all mixtures, up to rounding.
#pragma once

#include <vector>

#include "fairwasm/thresholds/hull.hpp"
#include "fairwasm/thresholds/parity.hpp"

namespace fairwasm::thresholds {

struct RocPosition {
  double falsePositiveRate;
  double truePositiveRate;
};

class EqualizedOdds {
 public:
  // Every curve must have both outcomes.
  EqualizedOdds(const std::vector<Curve>& curves, const std::vector<Linear>& contributions);

  struct Optimum {
    double value;
    std::vector<RocPosition> groups;
    RateRange falsePositiveRates;  // over all optima; NaN with a tolerance
  };
  [[nodiscard]] Optimum optimum(double tolerance) const;

  // Returns the best point that all groups can share at this false positive rate.
  [[nodiscard]] Optimum at(double falsePositiveRate) const;

  [[nodiscard]] const ConcaveCurve& hull(std::size_t group) const { return groups_[group].hull; }

 private:
  struct Group {
    ConcaveCurve hull;
    // Contribution per unit of each rate, and the maximum on the hull.
    double perTruePositiveRate;
    double perFalsePositiveRate;
    double constant;
    double best;

    [[nodiscard]] double contribution(const RocPosition& position) const;
    // Returns the derivative of the contribution by TPR in a strip at whose ends the hull has the
    // TPRs `onHull`, below the second of which the TPR must be.
    [[nodiscard]] double marginal(double truePositiveRate, const RateRange& onHull) const;
  };
  // A group in a strip of FPR, with its own optimum there.
  struct InStrip {
    RocPosition best;
    RateRange onHull;
  };

  [[nodiscard]] Optimum shared() const;
  // Returns the best solution with all FPRs between `low` and `low` + tolerance.
  [[nodiscard]] Optimum within(double low, double tolerance) const;
  [[nodiscard]] double bestWindow(const std::vector<InStrip>& inStrip, double bottom, double top,
                                  double tolerance) const;
  [[nodiscard]] double computeValue(const std::vector<RocPosition>& positions) const;

  std::vector<Group> groups_;
  std::vector<Vertex> envelope_;  // lower envelope of all hulls
};

}  // namespace fairwasm::thresholds
