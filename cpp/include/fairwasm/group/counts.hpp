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

namespace fairwasm::group {

// The sums that everything else about a group is made of: all counts, and the numerators and
// denominators of all rates, are linear in them.
enum BaseSum : std::size_t {
  kTruePositives,
  kFalsePositives,
  kTrueNegatives,
  kFalseNegatives,
  kPositiveScores,  // sum of w * score over positives
  kNegativeScores,  // the same over negatives
};
inline constexpr std::size_t kBaseSums = 6;
inline constexpr std::size_t kConfusionCells = 4;

// Sums of x_i y_j, where x and y are base sums of an independent unit.
using Products = std::array<std::array<double, kBaseSums>, kBaseSums>;

// Which cells of the confusion matrix a unit has rows in, a bit each.
using CellSet = std::size_t;
inline constexpr CellSet kCellSets = 1U << kConfusionCells;
constexpr CellSet cellSet(std::size_t cell) { return CellSet{1} << cell; }

// How sure the base sums are. Rows are independent of each other; where several rows stand for one
// person, those persons are.
struct Moments {
  // Sum over independent units of x_i x_j, where x are the unit's base sums; symmetric. Without
  // scores and without weights a diagonal of counts.
  Products products{};
  // Independent units by the cells in which they have rows: one each where rows are independent.
  std::array<double, kCellSets> units{};
};

// Independent units with rows in any of `cells`.
double unitsIn(const Moments& moments, CellSet cells);
inline constexpr CellSet kEveryCell = kCellSets - 1;

// Sums of instance weights, except `rows`. What the columns cannot tell is NaN: without true labels
// the positives, without predictions the predicted positives, without either the four cells,
// without scores the generalized cells.
struct Counts {
  double rows = 0;
  double instances = 0;
  // Kish's effective number of rows, (sum of w)^2 / (sum of w^2): how many rows of equal weight
  // would say as much. Without weights the number of rows, whosever they are.
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
  Moments moments;
};

// Every sum of Counts with its name, in the order in which they cross to JavaScript.
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

// Adds rows that weigh `weight` together, and whose weights times scores sum up to `score`.
constexpr void addWeight(Counts& counts, bool positive, bool predictedPositive, double weight,
                         double score) {
  counts.instances += weight;
  (positive ? counts.positives : counts.negatives) += weight;
  (predictedPositive ? counts.predictedPositives : counts.predictedNegatives) += weight;
  if (positive) {
    (predictedPositive ? counts.truePositives : counts.falseNegatives) += weight;
    counts.generalizedTruePositives += score;
    counts.generalizedFalseNegatives += weight - score;
  } else {
    (predictedPositive ? counts.falsePositives : counts.trueNegatives) += weight;
    counts.generalizedFalsePositives += score;
    counts.generalizedTrueNegatives += weight - score;
  }
}

// Counts in which one base sum is 1 and all others are 0: what it contributes to each count.
constexpr Counts unitCounts(BaseSum sum) {
  const bool isScore = sum == kPositiveScores || sum == kNegativeScores;
  Counts counts;
  addWeight(counts, sum == kTruePositives || sum == kFalseNegatives || sum == kPositiveScores,
            sum == kTruePositives || sum == kFalsePositives, isScore ? 0 : 1, isScore ? 1 : 0);
  return counts;
}

// The rows of `all` that are not in `part`, which must be among them, as must the units.
Counts without(const Counts& all, const Counts& part);

// The counts of a classifier that predicts the true labels: its selection rate is their base rate.
// Scores are forgotten.
Counts labelsAsPredictions(const Counts& counts);

// favorable[code] says whether that label counts as the positive one. Throws kInvalidArgument for a
// label that is not in the schema, unless nothing was counted yet.
std::vector<bool> favorableLabels(const data::Schema& schema,
                                  const std::vector<std::string>& favorable);

// Counts that are being summed up from cells of a tally.
class CountsBuilder {
 public:
  // Adds `sums` (kSums values) of a cell with these labels.
  void add(bool positive, bool predictedPositive, const double* sums);
  // The counts so far; what the schema's columns do not tell is NaN.
  [[nodiscard]] Counts finish(const data::Schema& schema) const;

 private:
  void addMoments(bool positive, bool predictedPositive, const double* sums);

  Counts counts_;
};

// Counts of one table of sums over (true label, predicted label).
Counts countLabels(const xt::xtensor<double, 3>& labelSums, const data::Schema& schema,
                   const std::vector<bool>& favorable);

// Counts of all rows in the groups that satisfy `condition`.
Counts countGroup(const tally::Tally& tally, const data::Condition& condition,
                  const std::vector<bool>& favorable);

}  // namespace fairwasm::group
