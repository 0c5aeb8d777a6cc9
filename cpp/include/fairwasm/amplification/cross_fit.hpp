// SPDX-License-Identifier: Apache-2.0
//
// Cross-fitting for pairs that are selected by their bias: a sum over pairs of sign times change,
// where noisy counts determine the sign. If sign and change come from the same rows, their noise is
// correlated, and the sum is negative even if nothing changes (regression to the mean).
// Cross-fitting selects pairs on one random half of the rows and measures them on the other half,
// so the two sources of noise are independent. The mean over random halves is an unbiased estimate
// of the true change in the pairs that half of the rows would select.
//
// The standard deviation is computed from the noise in the halves. Given leaning z and change d of
// a pair, the mean over halves is (Phi(z/s) times the jump of the sign + the lower sign) d - jump
// phi(z/s) cov/s, with s the standard deviation of the leaning and cov the covariance of its noise
// with that of the change (Stein's lemma). The noise of each draw is added to the observed changes
// and to leanings that are shrunk toward 0, x -> sign(x) sqrt(max(x^2 - (2.5 s)^2, 0)). The
// interval is then wide enough for a pair without any bias, whose sign is a coin toss, and wider
// than necessary for a weakly biased pair.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fairwasm::amplification {

// One random split into halves, by pair. NaN if a change is undefined.
struct HalvesDraw {
  std::vector<double> leaningOfFirst;
  std::vector<double> leaningOfRest;
  std::vector<double> changeOfFirst;
  std::vector<double> changeOfRest;
  // Noise scaled to that of all rows: of the leaning, of the change from the same rows as the
  // leaning, and of the change from other rows (empty if there are none).
  std::vector<double> leaningNoise;
  std::vector<double> changeNoise;
  std::vector<double> otherNoise;
};

// A value with its interval and test; NaN if undefined.
struct Corrected {
  double value;
  double low;
  double high;
  double pValue;
};

struct CrossFitResult {
  Corrected total;
  std::vector<Corrected> pairs;
};

class CrossFit {
 public:
  // Leanings and changes are those of all rows. Pairs with a NaN change are ignored. `otherwise` is
  // the sign of a negative leaning. `divisor` divides the sum; 0 means the number of positive
  // signs.
  CrossFit(std::vector<double> leanings, std::vector<double> changes, double otherwise,
           double divisor);

  // Call take() for every draw, then simulate() for every draw again.
  void take(const HalvesDraw& draw);
  void simulate(const HalvesDraw& draw);

  // `confidence` is in (0, 1). `minVariance` is the least variance of the total before it is
  // divided. Without at least two simulated draws, there are no intervals.
  [[nodiscard]] CrossFitResult result(double confidence, double minVariance = 0) const;

 private:
  struct Pair {
    double leaning = 0;
    double change = 0;
    double sum = 0;   // of sign times change, over halves
    double size = 0;  // of signs, over halves
    double halves = 0;
    double decided = 0;  // halves whose leaning is not 0
    double leaningSquares = 0;
    double products = 0;
    double mean = 0;  // over simulated draws
    double squares = 0;

    [[nodiscard]] double value() const { return halves > 0 ? sum / halves : 0; }
    [[nodiscard]] double decidedHalves() const { return halves > 0 ? decided / halves : 0; }
    [[nodiscard]] double meanSize() const { return halves > 0 ? size / halves : 0; }
  };

  [[nodiscard]] double getSign(double leaning) const;
  void takeHalf(Pair& pair, double leaning, double change) const;
  [[nodiscard]] double divisor() const;

  std::vector<Pair> pairs_;
  double otherwise_;
  double divisor_;
  double draws_ = 0;
  std::vector<double> simulated_;  // the value of each draw
};

}  // namespace fairwasm::amplification
