// SPDX-License-Identifier: Apache-2.0
//
// Equalized odds: true and false positive rates made alike in all groups, at the best that this
// allows (Hardt, Price and Srebro 2016).
//
// With no tolerance all groups share one point (x, y) = (FPR, TPR), which is best on the lower
// envelope of the groups' ROC hulls. With a tolerance all FPR lie in a strip [l, l + tolerance] and
// all TPR in another. Given the first, each group's best contribution is a concave function of its
// TPR, so that the second is found by bisection, as is parity of one rate; the best value is
// concave in l, the least of which a golden-section search finds. The result is that of the linear
// program over all mixtures, but for rounding.
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

  // The best point that all groups can share at this false positive rate.
  [[nodiscard]] Optimum at(double falsePositiveRate) const;

  [[nodiscard]] const ConcaveCurve& hull(std::size_t group) const { return groups_[group].hull; }

 private:
  struct Group {
    ConcaveCurve hull;
    // The contribution per unit of each rate, and where on the hull it is largest.
    double perTruePositiveRate;
    double perFalsePositiveRate;
    double constant;
    double best;

    [[nodiscard]] double contribution(const RocPosition& position) const;
    // What one more unit of TPR contributes in a strip at whose ends the hull has the TPR `onHull`,
    // below the second of them: more is not to be had.
    [[nodiscard]] double marginal(double truePositiveRate, const RateRange& onHull) const;
  };
  // A group in a strip of FPR: where it is best there, whatever the others do.
  struct InStrip {
    RocPosition best;
    RateRange onHull;
  };

  [[nodiscard]] Optimum shared() const;
  // The best with all FPR between `low` and `low` + tolerance.
  [[nodiscard]] Optimum within(double low, double tolerance) const;
  [[nodiscard]] double bestWindow(const std::vector<InStrip>& inStrip, double bottom, double top,
                                  double tolerance) const;
  [[nodiscard]] double valueOf(const std::vector<RocPosition>& positions) const;

  std::vector<Group> groups_;
  std::vector<Vertex> envelope_;  // the lower one of all hulls
};

}  // namespace fairwasm::thresholds
