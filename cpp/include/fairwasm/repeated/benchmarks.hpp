// SPDX-License-Identifier: Apache-2.0
//
// Scores of bias benchmarks of language models, each with an interval over items. Rows of the same
// item, such as its runs, are not independent.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::repeated {

// Columns of equal length; all indicators are 0 or 1, or proportions of runs.
struct Answers {
  std::span<const std::uint32_t> item;
  std::span<const double> correct;
  std::span<const double> biased;   // the answer is the stereotype
  std::span<const double> unknown;  // the answer is "unknown"
};

// Undefined numbers are NaN.
struct BiasScore {
  double items;
  double answers;
  double known;  // answers other than "unknown"
  uncertainty::Bounded accuracy;
  // 2 biased / known - 1, of disambiguated contexts s_DIS (Parrish et al. 2022).
  uncertainty::Bounded score;
  // (1 - accuracy) times the score, of ambiguous contexts s_AMB.
  uncertainty::Bounded scaled;
};

BiasScore biasScore(const Answers& answers, double confidence);

// Returns the mean of proportions in [0, 1], such as how often a stereotype is preferred
// (CrowS-Pairs, Nangia et al. 2020), with Wilson's interval for the effective number of independent
// rows.
uncertainty::Bounded preferred(std::span<const std::uint32_t> item, std::span<const double> value,
                               double confidence);

// StereoSet's idealized score (Nadeem et al. 2021), lms min(ss, 100 - ss) / 50, from the language
// modeling and the stereotype score of each row in [0, 1]. In [0, 100].
uncertainty::Bounded idealizedScore(std::span<const std::uint32_t> item,
                                    std::span<const double> meaningful,
                                    std::span<const double> stereotype, double confidence);

}  // namespace fairwasm::repeated
