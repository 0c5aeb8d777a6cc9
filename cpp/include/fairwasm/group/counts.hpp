// SPDX-License-Identifier: Apache-2.0
//
// The confusion counts of one group, hard (from predicted labels) and generalized (from scores):
// all that the group metrics need to know of it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "fairwasm/data/condition.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm {

// Sums of instance weights, except `rows`. What the columns cannot tell is NaN: without true labels
// the positives, without predictions the predicted positives, without either the four cells,
// without scores the generalized cells.
struct Counts {
  double rows = 0;
  double instances = 0;
  // Kish's effective number of rows, (sum of w)^2 / (sum of w^2): how many rows of equal weight
  // would say as much. Without weights the number of rows.
  double effectiveRows = 0;
  double positives = 0;
  double negatives = 0;
  double predictedPositives = 0;
  double predictedNegatives = 0;
  double truePositives = 0;
  double falsePositives = 0;
  double trueNegatives = 0;
  double falseNegatives = 0;
  double generalizedTruePositives = 0;   // sum of w * score over positives
  double generalizedFalsePositives = 0;  // sum of w * score over negatives
  double generalizedTrueNegatives = 0;   // sum of w * (1 - score) over negatives
  double generalizedFalseNegatives = 0;  // sum of w * (1 - score) over positives
};

// Every member of Counts with its name, in the order in which they cross to JavaScript.
struct CountField {
  std::string_view name;
  double Counts::* member;
};
inline constexpr std::array kCountFields = std::to_array<CountField>({
    {"rows", &Counts::rows},
    {"instances", &Counts::instances},
    {"effectiveRows", &Counts::effectiveRows},
    {"positives", &Counts::positives},
    {"negatives", &Counts::negatives},
    {"predictedPositives", &Counts::predictedPositives},
    {"predictedNegatives", &Counts::predictedNegatives},
    {"truePositives", &Counts::truePositives},
    {"falsePositives", &Counts::falsePositives},
    {"trueNegatives", &Counts::trueNegatives},
    {"falseNegatives", &Counts::falseNegatives},
    {"generalizedTruePositives", &Counts::generalizedTruePositives},
    {"generalizedFalsePositives", &Counts::generalizedFalsePositives},
    {"generalizedTrueNegatives", &Counts::generalizedTrueNegatives},
    {"generalizedFalseNegatives", &Counts::generalizedFalseNegatives},
});

// favorable[code] says whether that label counts as the positive one. Throws kInvalidArgument for a
// label that is not in the schema, unless nothing was counted yet.
std::vector<bool> favorableLabels(const Schema& schema, const std::vector<std::string>& favorable);

// Counts that are being summed up from cells of a tally.
class CountsBuilder {
 public:
  // Adds `sums` (kSums values) of a cell with these labels.
  void add(bool positive, bool predictedPositive, const double* sums);
  // The counts so far; what the schema's columns do not tell is NaN.
  [[nodiscard]] Counts finish(const Schema& schema) const;

 private:
  Counts counts_;
  double squaredWeight_ = 0;
};

// Counts of one table of sums over (true label, predicted label).
Counts countLabels(const xt::xtensor<double, 3>& labelSums, const Schema& schema,
                   const std::vector<bool>& favorable);

// Counts of all rows in the groups that satisfy `condition`.
Counts countGroup(const Tally& tally, const Condition& condition,
                  const std::vector<bool>& favorable);

}  // namespace fairwasm
