// SPDX-License-Identifier: Apache-2.0
//
// Confusion counts of one group, hard (from predicted labels) and generalized (from scores). All
// group metrics are computed from them.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "fairwasm/data/condition.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::group {

// The basic sums of a group: all counts, and the numerators and denominators of all rates, are
// linear functions of them.
enum BaseSum : std::size_t {
  kTruePositives,
  kFalsePositives,
  kTrueNegatives,
  kFalseNegatives,
  kPositiveScores,  // sum of w * score over positives
  kNegativeScores,  // sum of w * score over negatives
};
inline constexpr std::size_t kBaseSums = 6;
inline constexpr std::size_t kConfusionCells = 4;

// Sums of x_i y_j, where x and y are base sums of an independent unit.
using Products = std::array<std::array<double, kBaseSums>, kBaseSums>;

// Bit set of the cells of the confusion matrix in which a unit has rows.
using CellSet = std::size_t;
inline constexpr CellSet kCellSets = 1U << kConfusionCells;
constexpr CellSet cellSet(std::size_t cell) { return CellSet{1} << cell; }

// Second moments of the base sums, over independent units. A unit is a row, or a cluster of rows
// such as those of one person.
struct Moments {
  // Sum over units of x_i x_j, where x are the unit's base sums; symmetric. Without scores and
  // weights, a diagonal matrix of counts.
  Products products{};
  // Number of units by the set of cells in which they have rows; a single cell if rows are
  // independent.
  std::array<double, kCellSets> units{};
};

// Returns the number of units with rows in any of `cells`.
double unitsIn(const Moments& moments, CellSet cells);
inline constexpr CellSet kEveryCell = kCellSets - 1;

// Sums of instance weights, except `rows`. Counts that the columns do not determine are NaN: the
// positives without true labels, the predicted positives without predictions, the four cells
// without either, and the generalized cells without scores.
struct Counts {
  double rows = 0;
  double instances = 0;
  // Kish's effective number of rows, (sum of w)^2 / (sum of w^2): the number of equally weighted
  // rows with the same precision. Without weights, the number of rows, regardless of clusters.
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

// Names of all sums of Counts, in the order in which they are passed to JavaScript.
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

// Adds rows with total weight `weight` and sum of weights times scores `score`.
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

// Returns counts in which one base sum is 1 and all others are 0: its contribution to each count.
constexpr Counts unitCounts(BaseSum sum) {
  const bool isScore = sum == kPositiveScores || sum == kNegativeScores;
  Counts counts;
  addWeight(counts, sum == kTruePositives || sum == kFalseNegatives || sum == kPositiveScores,
            sum == kTruePositives || sum == kFalsePositives, isScore ? 0 : 1, isScore ? 1 : 0);
  return counts;
}

// Returns the rows of `all` that are not in `part`, which must be a subset in rows and units.
Counts without(const Counts& all, const Counts& part);

// Returns the counts of a classifier that predicts the true labels; its selection rate is their
// base rate. Scores are dropped.
Counts labelsAsPredictions(const Counts& counts);

// Returns for each label code whether the label is favorable. Throws kInvalidArgument for a label
// that is not in the schema, unless the schema is still empty.
std::vector<bool> favorableLabels(const data::Schema& schema,
                                  const std::vector<std::string>& favorable);

// Sums counts from cells of a tally.
class CountsBuilder {
 public:
  // Adds `sums` (kSums values) of a cell with these labels.
  void add(bool positive, bool predictedPositive, const double* sums);
  // Returns the counts so far; counts that the schema's columns do not determine are NaN.
  [[nodiscard]] Counts finish(const data::Schema& schema) const;

 private:
  void addMoments(bool positive, bool predictedPositive, const double* sums);

  Counts counts_;
};

// Returns the counts of one table of sums by (true label, predicted label).
Counts countLabels(const xt::xtensor<double, 3>& labelSums, const data::Schema& schema,
                   const std::vector<bool>& favorable);

// Returns the counts of all rows in the groups that satisfy `condition`.
Counts countGroup(const tally::Tally& tally, const data::Condition& condition,
                  const std::vector<bool>& favorable);

}  // namespace fairwasm::group
