// SPDX-License-Identifier: Apache-2.0
//
// The best possible attacker is a table: to each combination of what is seen, the classes as often
// as they occur in training. These are such tables, and what they lose on other rows.
#pragma once

#include <cstddef>
#include <vector>

#include "fairwasm/predictability/exact.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::predictability::internal {

using Counts2 = xt::xtensor<double, 2>;  // by cell and class

double sumOf(const Counts2& counts);

// Expected counts after `kept` rows keep their class and the others get another one, each as
// likely.
Counts2 equalized(const ExactCounts& part);

// By cell and class: the share of the class among the training rows of the cell.
Counts2 frequencies(const Counts2& counts);

struct Losses {
  double right = 0;   // rows
  double square = 0;  // over rows and outputs
  double cross = 0;
  double outputs = 0;  // of an attacker for this column
};

void add(Losses& sum, const Losses& more);

// Outputs p by cell, scored on expected counts: 0 or 1 for answers, frequencies otherwise.
Losses lossesOf(const Counts2& shares, const Counts2& counts, bool threshold);

// What both tables come to, in one draw of what is random.
struct Draw {
  Losses d;
  Losses m;
  double variance = 0;  // of the rows that the first is right about, as far as it is not drawn
  double rows = 0;      // for testing
  double columns = 0;   // that are guessed
};

// Tables of label and prediction by feature; that of the label is `learned`.
void addColumn(Draw& draw, const Counts2& learned, const ExactCounts& train,
               const ExactCounts& test, bool threshold);

}  // namespace fairwasm::predictability::internal
