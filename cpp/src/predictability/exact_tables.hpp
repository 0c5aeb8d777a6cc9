// SPDX-License-Identifier: Apache-2.0
//
// Tables of the best possible attackers, which assign to each combination of features the class
// frequencies in training, and their losses on other rows.
#pragma once

#include <cstddef>
#include <vector>

#include "fairwasm/predictability/exact.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::predictability::internal {

using Counts2 = xt::xtensor<double, 2>;  // by cell and class

double sumExcept(const Counts2& counts);

// Returns expected counts after `kept` rows keep their class and the others get another class, each
// equally likely.
Counts2 equalized(const ExactCounts& part);

// Returns the proportion of each class among the training rows of each cell.
Counts2 frequencies(const Counts2& counts);

struct Losses {
  double right = 0;   // correct rows
  double square = 0;  // over rows and outputs
  double cross = 0;
  double outputs = 0;  // number of the attacker's outputs for this column
};

void add(Losses& sum, const Losses& more);

// Scores outputs p of each cell on expected counts. Outputs are frequencies, or 0 and 1 with
// `threshold`.
Losses computeLosses(const Counts2& shares, const Counts2& counts, bool threshold);

// Results of both tables in one random draw.
struct Draw {
  Losses d;
  Losses m;
  double variance = 0;  // of the correct rows of the first table, unless they are drawn
  double rows = 0;      // for testing
  double columns = 0;   // that are guessed
};

// Adds the tables of label and prediction by feature. The table of the label is computed from
// `learned`.
void addColumn(Draw& draw, const Counts2& learned, const ExactCounts& train,
               const ExactCounts& test, bool threshold);

}  // namespace fairwasm::predictability::internal
