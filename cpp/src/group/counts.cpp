// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/counts.hpp"

#include <algorithm>

#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Without a column its axis is one long and says nothing: what would be read from it is unknown.
void forgetUnknown(Counts& counts, const Schema& schema) {
  const auto forget = [&](std::initializer_list<double Counts::*> members) {
    for (const auto member : members) counts.*member = kUnknown;
  };
  if (!schema.hasLabel) forget({&Counts::positives, &Counts::negatives});
  if (!schema.hasPrediction) forget({&Counts::predictedPositives, &Counts::predictedNegatives});
  if (!schema.hasLabel || !schema.hasPrediction) {
    forget({&Counts::truePositives, &Counts::falsePositives, &Counts::trueNegatives,
            &Counts::falseNegatives});
  }
  if (!schema.hasLabel || !schema.hasScore) {
    forget({&Counts::generalizedTruePositives, &Counts::generalizedFalsePositives,
            &Counts::generalizedTrueNegatives, &Counts::generalizedFalseNegatives});
  }
}

}  // namespace

std::vector<bool> favorableLabels(const Schema& schema, const std::vector<std::string>& favorable) {
  std::vector<bool> isFavorable(schema.labels.size(), false);
  for (const auto& label : favorable) {
    const auto place = std::ranges::find(schema.labels, label);
    if (place != schema.labels.end()) {
      isFavorable[static_cast<std::size_t>(place - schema.labels.begin())] = true;
    }
  }
  return isFavorable;
}

void CountsBuilder::add(bool positive, bool predictedPositive, const double* sums) {
  const double weight = sums[kWeight];
  const double score = sums[kScore];
  counts_.rows += sums[kRows];
  counts_.instances += weight;
  squaredWeight_ += sums[kSquaredWeight];
  (positive ? counts_.positives : counts_.negatives) += weight;
  (predictedPositive ? counts_.predictedPositives : counts_.predictedNegatives) += weight;
  if (positive) {
    (predictedPositive ? counts_.truePositives : counts_.falseNegatives) += weight;
    counts_.generalizedTruePositives += score;
    counts_.generalizedFalseNegatives += weight - score;
  } else {
    (predictedPositive ? counts_.falsePositives : counts_.trueNegatives) += weight;
    counts_.generalizedFalsePositives += score;
    counts_.generalizedTrueNegatives += weight - score;
  }
}

Counts CountsBuilder::finish(const Schema& schema) const {
  Counts counts = counts_;
  counts.effectiveRows =
      squaredWeight_ > 0 ? counts.instances * counts.instances / squaredWeight_ : 0;
  forgetUnknown(counts, schema);
  return counts;
}

Counts countLabels(const xt::xtensor<double, 3>& labelSums, const Schema& schema,
                   const std::vector<bool>& favorable) {
  CountsBuilder builder;
  for (std::size_t truth = 0; truth < labelSums.shape(0); ++truth) {
    for (std::size_t predicted = 0; predicted < labelSums.shape(1); ++predicted) {
      builder.add(schema.hasLabel && favorable[truth], schema.hasPrediction && favorable[predicted],
                  &labelSums(truth, predicted, 0));
    }
  }
  return builder.finish(schema);
}

Counts countGroup(const Tally& tally, const Condition& condition,
                  const std::vector<bool>& favorable) {
  const auto matching = matchingCells(tally.schema(), condition);
  const auto& cells = tally.cells();
  const std::size_t attributes = tally.schema().attributes.size();
  xt::xtensor<double, 3> labelSums({cells.shape(attributes), cells.shape(attributes + 1), kSums},
                                   0.0);
  const std::size_t block = labelSums.size();
  for (std::size_t group = 0; group < matching.size(); ++group) {
    if (!matching.data()[group]) continue;
    const double* from = cells.data() + group * block;
    std::transform(from, from + block, labelSums.data(), labelSums.data(), std::plus<>());
  }
  return countLabels(labelSums, tally.schema(), favorable);
}

}  // namespace fairwasm
