// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"
#include "groups.hpp"

namespace fairwasm::classes {
namespace {

// scikit-learn clips probabilities at 2^-52.
constexpr double kMinProbability = std::numeric_limits<double>::epsilon();
constexpr double kSumTolerance = 1e-4;

void requireProbabilities(const double* row, std::size_t classes, std::size_t index) {
  double sum = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    if (!(row[k] >= 0 && row[k] <= 1)) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"probabilities", "numbers from 0 to 1", shown(row[k]), index});
    }
    sum += row[k];
  }
  if (std::abs(sum - 1) <= kSumTolerance) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"probabilities", "a sum of 1 in each row", shown(sum), index});
}

// Clips each probability to [2^-52, 1 - 2^-52] and then divides by their sum, like scikit-learn.
double computeLogLoss(const double* row, std::size_t classes, std::size_t truth) {
  double sum = 0;
  for (std::size_t k = 0; k < classes; ++k)
    sum += std::clamp(row[k], kMinProbability, 1 - kMinProbability);
  return -std::log(std::clamp(row[truth], kMinProbability, 1 - kMinProbability) / sum);
}

// Returns the number of classes ranked before the true one. Among equal probabilities, later
// classes come first.
std::size_t computeRank(const double* row, std::size_t classes, std::size_t truth) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    if (row[k] > row[truth] || (row[k] == row[truth] && k > truth)) ++rank;
  }
  return rank;
}

// Sums of the means over the rows of one group.
struct RowSums {
  explicit RowSums(std::size_t classes) : brier(classes), top(classes) {}

  RowMean logLoss;
  RowMean brierOfAll;
  std::vector<RowMean> brier;
  std::vector<RowMean> top;

  void add(const double* row, std::size_t truth, double weight) {
    const std::size_t classes = brier.size();
    logLoss.add(weight, computeLogLoss(row, classes, truth));
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double error = (k == truth ? 1 : 0) - row[k];
      brier[k].add(weight, error * error);
      sum += error * error;
    }
    brierOfAll.add(weight, sum);
    const std::size_t rank = computeRank(row, classes, truth);
    for (std::size_t k = 0; k < classes; ++k) top[k].add(weight, rank <= k ? 1 : 0);
  }
};

std::vector<Measured> measuredMeans(const std::vector<RowMean>& means) {
  std::vector<Measured> all;
  for (const auto& mean : means) all.push_back(measuredMean(mean));
  return all;
}

// Averages over pairs of classes with rows; a pair's AUC is the mean of those of both columns.
void addPairwise(const std::vector<RankingSweep>& columns, ProbabilityValues& values) {
  double plain = 0;
  double pairs = 0;
  double byWeight = 0;
  double weights = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double sizeOne = columns[i].size(i);
      const double sizeOther = columns[i].size(j);
      if (!(sizeOne > 0 && sizeOther > 0)) continue;
      const double area = 0.5 * (columns[i].areaAgainst(j) + columns[j].areaAgainst(i));
      plain += area;
      ++pairs;
      byWeight += (sizeOne + sizeOther) * area;
      weights += sizeOne + sizeOther;
    }
  }
  values.summaries.push_back({plain / pairs});
  values.summaries.push_back({byWeight / weights});
}

// Sets the ranking metrics from the finished sweeps of one group.
void addRankings(const std::vector<RankingSweep>& columns, ProbabilityValues& values) {
  std::vector<double> areas;
  std::vector<double> precisions;
  std::vector<double> sizes;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    areas.push_back(columns[k].area());
    precisions.push_back(columns[k].averagePrecision());
    sizes.push_back(columns[k].size(k));
    values.areaUnderCurve.push_back({areas.back()});
    values.averagePrecision.push_back({precisions.back()});
  }
  values.summaries.push_back({computeMean(areas)});
  values.summaries.push_back({meanOfDefined(areas)});
  values.summaries.push_back({weightedMean(areas, sizes)});
  addPairwise(columns, values);
  const bool hasWeight = std::ranges::any_of(sizes, [](double size) { return size > 0; });
  values.summaries.push_back({hasWeight ? meanWithZeros(precisions) : kNaN});
  values.summaries.push_back({meanOfDefined(precisions)});
}

}  // namespace

ProbabilityRows::ProbabilityRows(const ProbabilityBatch& batch)
    : classes_(batch.classes),
      probabilities_(batch.probabilities.begin(), batch.probabilities.end()),
      truths_(batch.truths.begin(), batch.truths.end()),
      weights_(batch.weights.begin(), batch.weights.end()) {
  requireCount("probabilities", probabilities_.size(), truths_.size() * classes_);
  if (!weights_.empty()) data::requireWeights(weights_, truths_.size());
  for (std::size_t index = 0; index < truths_.size(); ++index) {
    if (truths_[index] >= classes_) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"label", "a class below " + std::to_string(classes_),
                   std::to_string(truths_[index]), index});
    }
    requireProbabilities(row(index), classes_, index);
  }
  for (std::size_t k = 0; k < classes_ && !truths_.empty(); ++k) {
    orders_.push_back(descendingOrder(std::span(probabilities_).subspan(k), classes_));
  }
}

std::vector<RankingSweep> ProbabilityRows::sweep(std::size_t own,
                                                 std::span<const std::uint32_t> groups,
                                                 std::size_t count) const {
  std::vector<RankingSweep> sweeps(count, RankingSweep(classes_, own));
  if (!orders_.empty()) {
    for (const std::uint32_t index : orders_[own]) {
      sweeps[groups[index]].add(row(index)[own], truths_[index], weight(index));
    }
  }
  for (auto& each : sweeps) each.finish();
  return sweeps;
}

std::vector<ProbabilityValues> ProbabilityRows::by(std::span<const std::uint32_t> groups,
                                                   std::size_t count) const {
  requireGroups(groups, truths_.size(), count);
  std::vector<RowSums> sums(count, RowSums(classes_));
  for (std::size_t index = 0; index < truths_.size(); ++index) {
    sums[groups[index]].add(row(index), truths_[index], weight(index));
  }
  std::vector<std::vector<RankingSweep>> columns(count);
  for (std::size_t k = 0; k < classes_; ++k) {
    auto sweeps = sweep(k, groups, count);
    for (std::size_t group = 0; group < count; ++group) columns[group].push_back(sweeps[group]);
  }
  std::vector<ProbabilityValues> values(count);
  for (std::size_t group = 0; group < count; ++group) {
    const auto& [logLoss, brierOfAll, brier, top] = sums[group];
    const auto loss = uncertainty::positiveMean(logLoss.sums);
    values[group].summaries = {{loss.value, {0, kInfinity}, {}, loss}, measuredMean(brierOfAll, 2)};
    values[group].topAccuracy = measuredMeans(top);
    values[group].brierScore = measuredMeans(brier);
    addRankings(columns[group], values[group]);
  }
  return values;
}

}  // namespace fairwasm::classes
