// SPDX-License-Identifier: Apache-2.0
//
// Amplification of pairs that are chosen for their bias: a sum over pairs of sign times change,
// where noisy counts decide the sign. Where sign and change come from the same rows, their noise
// goes together, and the sum is below 0 although nothing changes (regression to the mean).
// Cross-fitting chooses pairs on one random half of the rows and measures them on the other, so
// that the noise of the choice is independent of that of the change: the mean over halves is
// unbiased for what the pairs that half of the rows would choose change in truth.
//
// Its standard deviation follows from the noise that the halves show. Given leaning z and change d
// of a pair, the mean over halves is (Phi(z/s) times the jump of the sign + the lower sign) d -
// jump phi(z/s) cov/s, with s the standard deviation of the leaning and cov the covariance of its
// noise with that of the change (Stein's lemma). The noise of each draw is added to leanings and
// changes that are shrunk toward 0 by their variance, x -> sign(x) sqrt(max(x^2 - variance, 0)):
// observed values are larger than true ones by their noise.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fairwasm::amplification {

// One draw of halves, pair by pair. NaN where a change is undefined.
struct HalvesDraw {
  std::vector<double> leaningOfFirst;
  std::vector<double> leaningOfRest;
  std::vector<double> changeOfFirst;
  std::vector<double> changeOfRest;
  // Noise of the size of that in all rows: of the leaning, of the change that comes from the rows
  // of the leaning, and of the change from other rows (empty: there are none).
  std::vector<double> leaningNoise;
  std::vector<double> changeNoise;
  std::vector<double> otherNoise;
};

// A value with its interval and test; NaN where there is none.
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
  // Of all rows. A pair whose change is NaN takes no part. `otherwise`: the sign of a leaning below
  // 0; `divisor`: what the sum is divided by; 0: the number of signs that are 1.
  CrossFit(std::vector<double> leanings, std::vector<double> changes, double otherwise,
           double divisor);

  // First for every draw, then simulate() for every draw again.
  void take(const HalvesDraw& draw);
  void simulate(const HalvesDraw& draw);

  // `confidence` in (0, 1). Without two draws that were simulated there are no intervals.
  [[nodiscard]] CrossFitResult result(double confidence) const;

 private:
  struct Pair {
    double leaning = 0;
    double change = 0;
    double sum = 0;   // of sign times change over halves
    double size = 0;  // of signs over halves
    double halves = 0;
    double leaningSquares = 0;
    double changeSquares = 0;
    double products = 0;
    double mean = 0;  // over simulated draws
    double squares = 0;

    [[nodiscard]] double value() const { return halves > 0 ? sum / halves : 0; }
    [[nodiscard]] double meanSize() const { return halves > 0 ? size / halves : 0; }
  };

  [[nodiscard]] double signOf(double leaning) const;
  void takeHalf(Pair& pair, double leaning, double change) const;
  [[nodiscard]] double divisor() const;

  std::vector<Pair> pairs_;
  double otherwise_;
  double divisor_;
  double draws_ = 0;
  std::vector<double> simulated_;  // the value of each draw
};

}  // namespace fairwasm::amplification
