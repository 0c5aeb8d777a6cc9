// SPDX-License-Identifier: Apache-2.0
//
// Bins for calibration curves, in the four ways that the literature and libraries have, and what
// follows from the bins: the largest gap, and the parts of the Brier score. Weights enter the sums
// of a bin, never its edges.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/scores/score_rows.hpp"

namespace fairwasm::scores {

enum class Binning : std::uint8_t {
  kEqualWidth,            // ((b - 1) / B, b / B], the first with 0: Guo et al. 2017
  kEqualWidthLeftClosed,  // [(b - 1) / B, b / B), the last with 1
  // Where r of n rows have a lower score: floor(r B / n). Equal scores stay together, so that bins
  // may be empty.
  kEqualMass,
  // Inner edges are the quantiles b / B of the scores, interpolated linearly; a score that is equal
  // to an edge belongs below it: scikit-learn's strategy "quantile".
  kQuantile,
};
constexpr auto namesOf(Binning) {
  return makeNames<Binning>("binning", {{"equalWidth", Binning::kEqualWidth},
                                        {"equalWidthLeftClosed", Binning::kEqualWidthLeftClosed},
                                        {"equalMass", Binning::kEqualMass},
                                        {"quantile", Binning::kQuantile}});
}

// All `parts` bins, those without rows weighing 0 and with NaN for their upper end, which is the
// highest score in the bin. Scores are probabilities. Throws kInvalidArgument unless `parts` is in
// 1 ... kMaxBins.
inline constexpr std::size_t kMaxBins = 10'000;
std::vector<CalibrationBin> calibrationBins(const OutcomeScores& group, Binning binning,
                                            std::size_t parts);

// Largest |mean score - share of positives| of a bin, in [0, 1]; NaN without rows.
double maximumCalibrationError(const std::vector<CalibrationBin>& bins);

// Brier = reliability - resolution + uncertainty + withinBins (Murphy 1973; the last part by
// Stephenson et al. 2008: how scores vary within bins, 0 where each bin has one score). NaN without
// rows.
struct BrierParts {
  double reliability;  // mean of (mean score - share of positives)^2 over bins, 0 or more
  double resolution;   // mean of (share of positives - that of all)^2 over bins, 0 or more
  double uncertainty;  // p (1 - p), p the share of positives of all
  double withinBins;   // of either sign
};
BrierParts brierParts(const std::vector<CalibrationBin>& bins, double brierScore);

}  // namespace fairwasm::scores
