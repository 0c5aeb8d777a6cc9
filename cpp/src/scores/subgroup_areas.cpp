// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/subgroup_areas.hpp"

#include <algorithm>

#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"
#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/scores/score_sort.hpp"

namespace fairwasm::scores {
namespace {

// Rows of both outcomes at one score, for the subgroup or its background.
struct Side {
  double weight = 0;
  double squares = 0;

  void add(double rowWeight) {
    weight += rowWeight;
    squares += rowWeight * rowWeight;
  }
};
struct Sides {
  Side positives;
  Side negatives;
};

void addCell(std::vector<ScoreCell>& cells, double score, const Side& positives,
             const Side& negatives) {
  const double weight = positives.weight + negatives.weight;
  if (!(weight > 0)) return;
  cells.emplace_back(score, ScoreBin{positives.weight, negatives.weight, weight * score,
                                     positives.squares, negatives.squares});
}

// A row with its index in the columns.
struct PlacedRow {
  double score;
  double weight;
  std::uint32_t place;
  bool isPositive;
};
using PlacedRows = std::vector<PlacedRow>;

PlacedRows sortedRows(const IdentityRows& rows) {
  PlacedRows placed(rows.score.size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    placed[i] = {rows.score[i], rows.weight.empty() ? 1 : rows.weight[i],
                 static_cast<std::uint32_t>(i), rows.positive[i] != 0};
  }
  sortByScore(placed);
  return placed;
}

// Calls `visit(score, subgroup, background)` for each distinct score. Without an identity, all rows
// are background.
template <class Visit>
void eachScore(const PlacedRows& rows, std::span<const std::uint8_t> identity, Visit&& visit) {
  for (std::size_t i = 0; i < rows.size();) {
    const double score = rows[i].score;
    Sides subgroup;
    Sides background;
    for (; i < rows.size() && rows[i].score == score; ++i) {
      Sides& sides = !identity.empty() && identity[rows[i].place] != 0 ? subgroup : background;
      (rows[i].isPositive ? sides.positives : sides.negatives).add(rows[i].weight);
    }
    visit(score, subgroup, background);
  }
}

uncertainty::Bounded overallArea(const PlacedRows& rows, double confidence) {
  std::vector<ScoreCell> cells;
  eachScore(rows, {}, [&](double score, const Sides&, const Sides& all) {
    addCell(cells, score, all.positives, all.negatives);
  });
  return boundedArea(cells, confidence);
}

SubgroupAreas computeAreas(const PlacedRows& rows, std::span<const std::uint8_t> identity,
                           double confidence) {
  std::vector<ScoreCell> subgroupCells;
  std::vector<ScoreCell> bpsn;
  std::vector<ScoreCell> bnsp;
  eachScore(rows, identity, [&](double score, const Sides& subgroup, const Sides& background) {
    addCell(subgroupCells, score, subgroup.positives, subgroup.negatives);
    addCell(bpsn, score, background.positives, subgroup.negatives);
    addCell(bnsp, score, subgroup.positives, background.negatives);
  });
  const auto members = std::ranges::count_if(identity, [](std::uint8_t is) { return is != 0; });
  return {static_cast<double>(members), boundedArea(subgroupCells, confidence),
          boundedArea(bpsn, confidence), boundedArea(bnsp, confidence)};
}

}  // namespace

AllSubgroupAreas subgroupAreas(const IdentityRows& rows, double confidence) {
  const std::size_t count = rows.score.size();
  requireCount("label", rows.positive.size(), count);
  for (const auto& identity : rows.identities) requireCount("identities", identity.size(), count);
  requireFinite("score", rows.score);
  if (!rows.weight.empty()) data::requireWeights(rows.weight, count);
  const PlacedRows sorted = sortedRows(rows);
  AllSubgroupAreas areas{overallArea(sorted, confidence), {}};
  for (const auto& identity : rows.identities) {
    areas.identities.push_back(computeAreas(sorted, identity, confidence));
  }
  return areas;
}

}  // namespace fairwasm::scores
