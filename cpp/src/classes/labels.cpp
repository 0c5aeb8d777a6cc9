// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/labels.hpp"

#include <algorithm>
#include <string>

#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"
#include "groups.hpp"
#include "label_rates.hpp"

namespace fairwasm::classes {
namespace {

void requireBits(const char* argument, std::span<const std::uint8_t> bits, std::size_t labels) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] <= 1) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {argument, "0 or 1 for each label", std::to_string(bits[i]), i / labels});
  }
}

void requireScores(std::span<const double> scores, std::size_t labels) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isfinite(scores[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"scores", "a finite number", shown(scores[i]), i / labels});
  }
}

// Ranking metrics of one row.
struct RowRanking {
  double precision = 1;  // label ranking average precision
  double loss = 0;
  double coverage = 0;
};

RowRanking computeRanking(const LabelRows& rows, std::size_t row) {
  const auto scores = rows.computeScores(row);
  double truths = 0;
  double precisions = 0;
  double misordered = 0;
  double coverage = 0;
  for (std::size_t label = 0; label < rows.labels(); ++label) {
    if (!rows.isTrue(row, label)) continue;
    double above = 0;
    double trueAbove = 0;
    for (std::size_t other = 0; other < rows.labels(); ++other) {
      if (scores[other] < scores[label]) continue;
      ++above;
      if (rows.isTrue(row, other)) ++trueAbove;
    }
    ++truths;
    precisions += trueAbove / above;
    misordered += above - trueAbove;
    coverage = std::max(coverage, above);
  }
  const double others = static_cast<double>(rows.labels()) - truths;
  if (truths == 0) return {};
  if (others == 0) return {1, 0, coverage};
  return {precisions / truths, misordered / (truths * others), coverage};
}

struct GroupSums {
  explicit GroupSums(const LabelRows& rows)
      : rates(rows.labels()), entries(2, 1), columns(rows.labels(), RankingSweep(2, 1)) {}

  LabelRates rates;
  RowMean subset;
  RowMean hamming;
  RowMean precision;
  RowMean loss;
  RowMean coverage;
  RankingSweep entries;
  std::vector<RankingSweep> columns;

  void add(const LabelRows& rows, std::size_t row) {
    const double weight = rows.weight(row);
    double wrong = 0;
    for (std::size_t label = 0; label < rows.labels(); ++label) {
      if (rows.isTrue(row, label) != rows.isPredicted(row, label)) ++wrong;
    }
    subset.add(weight, wrong == 0 ? 1 : 0);
    hamming.add(weight, wrong / static_cast<double>(rows.labels()));
    rates.add(rows, row);
    if (!rows.hasScores()) return;
    const auto [rowPrecision, rowLoss, rowCoverage] = computeRanking(rows, row);
    precision.add(weight, rowPrecision);
    loss.add(weight, rowLoss);
    coverage.add(weight, rowCoverage);
  }
};

void sweepScores(const LabelRows& rows, std::span<const std::uint32_t> groups,
                 std::vector<GroupSums>& sums) {
  for (std::size_t label = 0; label < rows.labels(); ++label) {
    for (const std::uint32_t row : rows.order(label)) {
      sums[groups[row]].columns[label].add(rows.computeScores(row)[label],
                                           rows.isTrue(row, label) ? 1 : 0, rows.weight(row));
    }
  }
  for (const std::uint32_t entry : rows.entries()) {
    const std::size_t row = entry / rows.labels();
    const std::size_t label = entry % rows.labels();
    sums[groups[row]].entries.add(rows.computeScores(row)[label], rows.isTrue(row, label) ? 1 : 0,
                                  rows.weight(row));
  }
  for (auto& each : sums) {
    each.entries.finish();
    for (auto& column : each.columns) column.finish();
  }
}

void addRankings(const GroupSums& sums, LabelValues& values) {
  std::vector<double> areas;
  std::vector<double> precisions;
  for (const auto& column : sums.columns) {
    areas.push_back(column.area());
    precisions.push_back(column.averagePrecision());
    values.areaUnderCurve.push_back({areas.back()});
    values.averagePrecision.push_back({precisions.back()});
  }
  const auto sizes = sums.rates.sizes();
  const bool hasWeight = sums.rates.weight() > 0;
  for (const double value :
       {computeMean(areas), meanOfDefined(areas), weightedMean(areas, sizes), sums.entries.area(),
        hasWeight ? meanWithZeros(precisions) : kNaN, meanOfDefined(precisions),
        weightedMeanOfDefined(precisions, sizes), sums.entries.averagePrecision()}) {
    values.summaries.push_back({value});
  }
  values.summaries.push_back(measuredMean(sums.precision));
  values.summaries.push_back(measuredMean(sums.loss));
  values.summaries.push_back(measuredMean(sums.coverage, static_cast<double>(sums.columns.size())));
}

LabelValues getValues(const GroupSums& sums, bool hasScores) {
  LabelValues values;
  values.summaries = {measuredMean(sums.subset), measuredMean(sums.hamming)};
  for (const auto& each : sums.rates.measured()) values.summaries.push_back(each);
  values.confusion = sums.rates.confusion();
  values.jaccardIndex = sums.rates.jaccardIndex();
  if (hasScores) addRankings(sums, values);
  return values;
}

}  // namespace

LabelRows::LabelRows(const LabelBatch& batch)
    : labels_(batch.labels),
      rows_(batch.labels == 0 ? 0 : batch.truths.size() / batch.labels),
      truths_(batch.truths.begin(), batch.truths.end()),
      predictions_(batch.predictions.begin(), batch.predictions.end()),
      scores_(batch.scores.begin(), batch.scores.end()),
      weights_(batch.weights.begin(), batch.weights.end()) {
  requireCount("label", truths_.size(), rows_ * labels_);
  requireCount("prediction", predictions_.size(), truths_.size());
  requireBits("label", truths_, labels_);
  requireBits("prediction", predictions_, labels_);
  if (!weights_.empty()) data::requireWeights(weights_, rows_);
  if (scores_.empty()) return;
  requireCount("scores", scores_.size(), truths_.size());
  requireScores(scores_, labels_);
  for (std::size_t label = 0; label < labels_; ++label) {
    orders_.push_back(descendingOrder(std::span(scores_).subspan(label), labels_));
  }
  entries_ = descendingOrder(scores_);
}

std::vector<LabelValues> LabelRows::by(std::span<const std::uint32_t> groups,
                                       std::size_t count) const {
  requireGroups(groups, rows_, count);
  std::vector<GroupSums> sums(count, GroupSums(*this));
  for (std::size_t row = 0; row < rows_; ++row) sums[groups[row]].add(*this, row);
  for (auto& each : sums) each.rates.average();
  for (std::size_t row = 0; row < rows_; ++row) sums[groups[row]].rates.addInfluence(*this, row);
  if (hasScores()) sweepScores(*this, groups, sums);
  std::vector<LabelValues> values;
  for (const auto& each : sums) values.push_back(getValues(each, hasScores()));
  return values;
}

}  // namespace fairwasm::classes
