// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/curve.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm::thresholds {
namespace {

struct Row {
  double score;
  double positive;
  double negative;
};

void requireRow(const ScoreRows& rows, std::size_t row) {
  const auto refuse = [row](const char* argument, const char* expected, double actual) {
    throw Error(ErrorCode::kInvalidArgument, {argument, expected, shown(actual), row});
  };
  if (rows.group[row] >= rows.groups) refuse("groups", "a code of a group", rows.group[row]);
  if (rows.positive[row] > 1) refuse("label", "0 or 1", rows.positive[row]);
  if (rows.weight.empty()) return;
  const double weight = rows.weight[row];
  if (!(weight >= 0) || weight == kInfinity) {
    refuse("weight", "a finite number, 0 or more", weight);
  }
}

// Returns the curve of rows in descending order of their scores; rows of weight 0 are omitted.
Curve makeCurve(const std::vector<Row>& rows) {
  Curve curve;
  curve.points.push_back({kInfinity, 0, 0});
  for (const auto& [score, positive, negative] : rows) {
    if (positive + negative == 0) continue;
    if (curve.points.back().threshold != score) {
      curve.points.push_back({score, curve.positives, curve.negatives});
    }
    curve.positives += positive;
    curve.negatives += negative;
    curve.points.back().truePositives = curve.positives;
    curve.points.back().falsePositives = curve.negatives;
  }
  return curve;
}

// Returns the rows with each score, in descending order.
std::vector<Row> toRows(const Curve& curve) {
  const auto isWhole = [](double count) { return count == std::floor(count); };
  std::vector<Row> rows;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& [threshold, truePositives, falsePositives] = curve.points[i];
    const auto& before = curve.points[i - 1];
    rows.push_back(
        {threshold, truePositives - before.truePositives, falsePositives - before.falsePositives});
    if (isWhole(truePositives) && isWhole(falsePositives)) continue;
    throw Error(ErrorCode::kInvalidState,
                {"this", "rows without weights", "weights that are not whole numbers", {}});
  }
  return rows;
}

// Draws some of the rows without replacement.
std::vector<Row> drawn(std::vector<Row> rows, double share, uncertainty::RandomStream& random) {
  for (double Row::* outcome : {&Row::positive, &Row::negative}) {
    double rest = 0;
    for (const Row& row : rows) rest += row.*outcome;
    double wanted = std::round(share * rest);
    for (Row& row : rows) {
      if (row.*outcome == 0) continue;
      rest -= row.*outcome;
      row.*outcome = uncertainty::drawHypergeometric(random, row.*outcome, rest, wanted);
      wanted -= row.*outcome;
    }
  }
  return rows;
}

}  // namespace

std::vector<Curve> curves(const ScoreRows& rows) {
  const std::size_t count = rows.score.size();
  requireCount("label", rows.positive.size(), count);
  requireCount("groups", rows.group.size(), count);
  if (!rows.weight.empty()) requireCount("weight", rows.weight.size(), count);
  requireFinite("score", rows.score);
  std::vector<std::vector<Row>> byGroup(rows.groups);
  for (std::size_t row = 0; row < count; ++row) {
    requireRow(rows, row);
    const double weight = rows.weight.empty() ? 1 : rows.weight[row];
    const bool isPositive = rows.positive[row] == 1;
    byGroup[rows.group[row]].push_back(
        {rows.score[row], isPositive ? weight : 0, isPositive ? 0 : weight});
  }
  std::vector<Curve> curves;
  for (auto& group : byGroup) {
    std::ranges::sort(group, std::ranges::greater{}, &Row::score);
    curves.push_back(makeCurve(group));
  }
  return curves;
}

SplitCurves split(const std::vector<Curve>& curves, double share, std::uint64_t seed) {
  if (!(share > 0 && share < 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"share", "a number between 0 and 1", shown(share), {}});
  }
  SplitCurves parts;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    uncertainty::RandomStream random(seed, g);
    const auto all = toRows(curves[g]);
    const auto second = drawn(all, share, random);
    std::vector<Row> first;
    for (std::size_t i = 0; i < all.size(); ++i) {
      first.push_back({all[i].score, all[i].positive - second[i].positive,
                       all[i].negative - second[i].negative});
    }
    parts.first.push_back(makeCurve(first));
    parts.second.push_back(makeCurve(second));
  }
  return parts;
}

}  // namespace fairwasm::thresholds
