// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/counts.hpp"

#include <algorithm>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::group {
namespace {

// Sets counts that a missing column would determine to NaN.
void forgetUnknown(Counts& counts, const data::Schema& schema) {
  const auto forget = [&](std::initializer_list<double Counts::*> members) {
    for (const auto member : members) counts.*member = kNaN;
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

// For rows that are independent units.
double effectiveRows(const Counts& counts) {
  double squaredWeight = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      squaredWeight += counts.moments.products[i][j];
    }
  }
  return squaredWeight > 0 ? counts.instances * counts.instances / squaredWeight : 0;
}

}  // namespace

double unitsIn(const Moments& moments, CellSet cells) {
  double units = 0;
  for (CellSet set = 0; set < kCellSets; ++set) {
    if (set & cells) units += moments.units[set];
  }
  return units;
}

std::vector<bool> favorableLabels(const data::Schema& schema,
                                  const std::vector<std::string>& favorable) {
  std::vector<bool> isFavorable(schema.labels.size(), false);
  for (const auto& label : favorable) {
    const auto place = std::ranges::find(schema.labels, label);
    if (place != schema.labels.end()) {
      isFavorable[static_cast<std::size_t>(place - schema.labels.begin())] = true;
    }
  }
  return isFavorable;
}

Counts without(const Counts& all, const Counts& part) {
  // Replaces negative rounding errors by 0; NaN stays NaN.
  const auto left = [](double whole, double taken) {
    return whole - taken < 0 ? 0 : whole - taken;
  };
  Counts rest = all;
  for (const auto& field : kCountFields) {
    rest.*field.member = left(all.*field.member, part.*field.member);
  }
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    for (std::size_t j = 0; j < kBaseSums; ++j) {
      rest.moments.products[i][j] = left(all.moments.products[i][j], part.moments.products[i][j]);
    }
  }
  for (CellSet set = 0; set < kCellSets; ++set) {
    rest.moments.units[set] = left(all.moments.units[set], part.moments.units[set]);
  }
  const auto squaredWeights = [](const Counts& of) {
    return of.effectiveRows > 0 ? of.instances * of.instances / of.effectiveRows : 0;
  };
  const double squares = left(squaredWeights(all), squaredWeights(part));
  rest.effectiveRows = squares > 0 ? rest.instances * rest.instances / squares : 0;
  return rest;
}

Counts labelsAsPredictions(const Counts& counts) {
  Counts result;
  result.rows = counts.rows;
  addWeight(result, true, true, counts.positives, kNaN);
  addWeight(result, false, false, counts.negatives, kNaN);
  // Several rows of a unit may now be in the same cell, so their products are added.
  const std::array places{kTruePositives, kTrueNegatives, kTrueNegatives, kTruePositives};
  for (CellSet set = 0; set < kCellSets; ++set) {
    CellSet moved = 0;
    for (std::size_t i = 0; i < kConfusionCells; ++i) {
      if (set & cellSet(i)) moved |= cellSet(places[i]);
    }
    result.moments.units[moved] += counts.moments.units[set];
  }
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      result.moments.products[places[i]][places[j]] += counts.moments.products[i][j];
    }
  }
  result.effectiveRows = counts.effectiveRows;
  return result;
}

void CountsBuilder::add(bool positive, bool predictedPositive, const double* sums) {
  counts_.rows += sums[tally::kRows];
  addWeight(counts_, positive, predictedPositive, sums[tally::kWeight], sums[tally::kScore]);
  addMoments(positive, predictedPositive, sums);
}

// Without clusters, every row is a unit.
void CountsBuilder::addMoments(bool positive, bool predictedPositive, const double* sums) {
  const BaseSum cell = positive ? (predictedPositive ? kTruePositives : kFalseNegatives)
                                : (predictedPositive ? kFalsePositives : kTrueNegatives);
  const BaseSum score = positive ? kPositiveScores : kNegativeScores;
  auto& products = counts_.moments.products;
  products[cell][cell] += sums[tally::kSquaredWeight];
  products[score][score] += sums[tally::kSquaredScore];
  products[cell][score] += sums[tally::kScoreWeight];
  products[score][cell] += sums[tally::kScoreWeight];
  counts_.moments.units[cellSet(cell)] += sums[tally::kRows];
}

Counts CountsBuilder::finish(const data::Schema& schema) const {
  Counts counts = counts_;
  counts.effectiveRows = effectiveRows(counts);
  forgetUnknown(counts, schema);
  return counts;
}

Counts countLabels(const xt::xtensor<double, 3>& labelSums, const data::Schema& schema,
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

Counts countGroup(const tally::Tally& tally, const data::Condition& condition,
                  const std::vector<bool>& favorable) {
  const auto matching = data::matchingCells(tally.schema(), condition);
  const auto& shape = tally.shape();
  const std::size_t attributes = tally.schema().attributes.size();
  xt::xtensor<double, 3> labelSums({shape[attributes], shape[attributes + 1], tally::kSums}, 0.0);
  const std::size_t block = labelSums.size();
  for (std::size_t group = 0; group < matching.size(); ++group) {
    if (!matching.data()[group]) continue;
    const double* from = tally.cells().data() + group * block;
    std::transform(from, from + block, labelSums.data(), labelSums.data(), std::plus<>());
  }
  Counts counts = countLabels(labelSums, tally.schema(), favorable);
  if (tally.schema().hasCluster) {
    std::vector<std::uint32_t> groups(matching.size());
    std::ranges::transform(matching, groups.begin(), [](bool isIn) { return isIn ? 0 : kNoGroup; });
    counts.moments = clusterMoments(tally, groups, 1, favorable).front();
  }
  return counts;
}

}  // namespace fairwasm::group
