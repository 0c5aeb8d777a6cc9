// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/calibration_bins.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/distribution_distance.hpp"

namespace fairwasm::scores {
namespace {

// Returns the bin of a score, counted from 0; `below` is the number of rows with a lower score.
using BinOf = std::function<std::size_t(double score, std::size_t below)>;

// Like getPart(), but includes the lower end and excludes the upper one.
std::size_t leftClosedPart(double score, std::size_t parts) {
  const auto count = static_cast<double>(parts);
  double part = std::min(count - 1, std::floor(score * count));
  if (part > 0 && score < part / count) part -= 1;
  if (part < count - 1 && score >= (part + 1) / count) part += 1;
  return static_cast<std::size_t>(part);
}

// Interpolates from the nearer neighbor, like numpy, because rounding decides which side of the
// edge equal scores are on.
double interpolate(double low, double high, double share) {
  const double apart = high - low;
  return share >= 0.5 ? high - apart * (1 - share) : low + apart * share;
}

std::vector<double> quantileEdges(const OutcomeScores& group, std::size_t parts) {
  const auto rows = mergeSorted(group.positives, group.negatives);
  std::vector<double> edges;
  for (std::size_t b = 1; b < parts && !rows.empty(); ++b) {
    const double place =
        static_cast<double>(b) / static_cast<double>(parts) * static_cast<double>(rows.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, rows.size() - 1);
    edges.push_back(
        interpolate(rows[low].score, rows[high].score, place - static_cast<double>(low)));
  }
  return edges;
}

BinOf computeBins(const OutcomeScores& group, Binning binning, std::size_t parts) {
  switch (binning) {
    case Binning::kEqualWidth:
      return [=](double score, std::size_t) { return getPart(score, parts) - 1; };
    case Binning::kEqualWidthLeftClosed:
      return [=](double score, std::size_t) { return leftClosedPart(score, parts); };
    case Binning::kEqualMass:
      return [parts, rows = group.rows()](double, std::size_t below) {
        return static_cast<std::size_t>(std::uint64_t{below} * parts / rows);
      };
    case Binning::kQuantile:
      break;
  }
  return [edges = quantileEdges(group, parts)](double score, std::size_t) {
    return static_cast<std::size_t>(std::ranges::lower_bound(edges, score) - edges.begin());
  };
}

}  // namespace

std::vector<CalibrationBin> calibrationBins(const OutcomeScores& group, Binning binning,
                                            std::size_t parts) {
  if (parts < 1 || parts > kMaxBins) {
    throw Error(ErrorCode::kInvalidArgument,
                {"bins",
                 "a whole number from 1 to " + std::to_string(kMaxBins),
                 std::to_string(parts),
                 {}});
  }
  std::vector<CalibrationBin> bins(parts, {kNaN, 0, 0, 0, 0, 0});
  const BinOf findBin = computeBins(group, binning, parts);
  std::size_t below = 0;
  eachScore(group, [&](double score, auto positives, auto negatives) {
    CalibrationBin& bin = bins[findBin(score, below)];
    bin.upper = score;
    for (const auto& row : positives) {
      bin.positives += row.weight;
      bin.weight += row.weight;
      bin.scores += row.weight * score;
      bin.positiveSquares += row.weight * row.weight;
    }
    for (const auto& row : negatives) {
      bin.weight += row.weight;
      bin.scores += row.weight * score;
      bin.negativeSquares += row.weight * row.weight;
    }
    below += positives.size() + negatives.size();
  });
  return bins;
}

double maximumCalibrationError(const std::vector<CalibrationBin>& bins) {
  double max = kNaN;
  for (const auto& bin : bins) {
    if (bin.weight > 0) max = std::fmax(max, std::abs(bin.scores - bin.positives) / bin.weight);
  }
  return max;
}

BrierParts brierParts(const std::vector<CalibrationBin>& bins, double brierScore) {
  double weight = 0;
  double positives = 0;
  for (const auto& bin : bins) {
    weight += bin.weight;
    positives += bin.positives;
  }
  const double base = positives / weight;
  BrierParts parts{0, 0, base * (1 - base), 0};
  for (const auto& bin : bins) {
    if (!(bin.weight > 0)) continue;
    const double share = bin.positives / bin.weight;
    const double gap = bin.scores / bin.weight - share;
    parts.reliability += bin.weight / weight * gap * gap;
    parts.resolution += bin.weight / weight * (share - base) * (share - base);
  }
  if (!(weight > 0)) return {kNaN, kNaN, kNaN, kNaN};
  parts.withinBins = brierScore - (parts.reliability - parts.resolution + parts.uncertainty);
  return parts;
}

}  // namespace fairwasm::scores
