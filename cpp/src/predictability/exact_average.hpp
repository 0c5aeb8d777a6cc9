// SPDX-License-Identifier: Apache-2.0
//
// Averages the leakage of the best possible attackers over random splits and equalizations.
#pragma once

#include <vector>

#include "exact_tables.hpp"

namespace fairwasm::predictability::internal {

// Running sums over draws. Losses are averaged before they are inverted.
class Average {
 public:
  Average(Metric metric, bool normalized) : metric_(metric), normalized_(normalized) {}

  // All draws must have the same numbers of rows and columns.
  void take(const Draw& draw);

  [[nodiscard]] ExactLeakage result() const;

 private:
  [[nodiscard]] double lambda(const Losses& losses, double draws) const;

  Metric metric_;
  bool normalized_;
  double rows_ = 0;
  double columns_ = 0;
  Losses d_;
  Losses m_;
  double leftD_ = 0;
  double leftLeakage_ = 0;
  std::vector<double> lambdasD_;
  std::vector<double> lambdasM_;
  std::vector<double> leakages_;
};

}  // namespace fairwasm::predictability::internal
