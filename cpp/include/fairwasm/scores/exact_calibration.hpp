// SPDX-License-Identifier: Apache-2.0
//
// Agreement of a group's probabilities with outcomes, computed from its rows: Brier score and its
// parts, log loss, calibration errors over bins of any kind, and logistic recalibration.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/scores/calibration_bins.hpp"
#include "fairwasm/scores/recalibration.hpp"
#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {

struct ExactCalibration {
  uncertainty::Bounded brierScore;  // these four as in score_uncertainty.hpp
  uncertainty::Bounded logLoss;
  uncertainty::Bounded meanScore;
  uncertainty::Bounded expectedCalibrationError;
  Recalibration recalibration;
  double maximumCalibrationError;
  BrierParts brierParts;
  double rows;
  double positives;
  double negatives;
  double cases;  // as in ScoreCertainty
  std::vector<CalibrationBin> bins;
};

struct CalibrationChoice {
  Binning binning;
  std::size_t bins;
  double confidence;
};

// Throws kInvalidState if a score of any group is not a probability; otherwise throws like
// calibrationBins() and scoreIntervals().
std::vector<ExactCalibration> exactCalibrations(std::span<const OutcomeScores> groups,
                                                const CalibrationChoice& choice);

}  // namespace fairwasm::scores
