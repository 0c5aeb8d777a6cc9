// SPDX-License-Identifier: Apache-2.0
//
// Bins for calibration curves, defined in the four ways that are common in the literature and in
// libraries, and metrics of bins: the maximum calibration error and the parts of the Brier score.
// Weights enter the sums of a bin but never its edges.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/scores/score_rows.hpp"

namespace fairwasm::scores {

enum class Binning : std::uint8_t {
  kEqualWidth,            // ((b - 1) / B, b / B], and 0 in the first bin: Guo et al. 2017
  kEqualWidthLeftClosed,  // [(b - 1) / B, b / B), and 1 in the last bin
  // A score that r of n rows are below is in bin floor(r B / n). Equal scores stay together, so
  // bins may be empty.
  kEqualMass,
  // Inner edges are the quantiles b / B of the scores, interpolated linearly, and belong to the bin
  // below: scikit-learn's strategy "quantile".
  kQuantile,
};
constexpr auto getNames(Binning) {
  return makeNames<Binning>("binning", {{"equalWidth", Binning::kEqualWidth},
                                        {"equalWidthLeftClosed", Binning::kEqualWidthLeftClosed},
                                        {"equalMass", Binning::kEqualMass},
                                        {"quantile", Binning::kQuantile}});
}

// Returns all `parts` bins. Empty bins have weight 0 and a NaN upper end; otherwise, the upper end
// is the highest score in the bin. Scores must be probabilities. Throws kInvalidArgument unless
// `parts` is in 1 ... kMaxBins.
inline constexpr std::size_t kMaxBins = 10'000;
std::vector<CalibrationBin> calibrationBins(const OutcomeScores& group, Binning binning,
                                            std::size_t parts);

// Returns the maximum over bins of |mean score - proportion of positives|, in [0, 1]; NaN without
// rows.
double maximumCalibrationError(const std::vector<CalibrationBin>& bins);

// Parts of the Brier score = reliability - resolution + uncertainty + withinBins (Murphy 1973). The
// last part (Stephenson et al. 2008) is the variation of scores within bins; it is 0 if each bin
// has one score. NaN without rows.
struct BrierParts {
  double reliability;  // mean over bins of (mean score - proportion of positives)^2
  double resolution;   // mean over bins of (proportion of positives - that of all rows)^2
  double uncertainty;  // p (1 - p), p the proportion of positives in all rows
  double withinBins;   // may be negative
};
BrierParts brierParts(const std::vector<CalibrationBin>& bins, double brierScore);

}  // namespace fairwasm::scores
