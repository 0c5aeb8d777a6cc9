// SPDX-License-Identifier: Apache-2.0
//
// Curves for the tests of group thresholds, for manual calculations and random.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/thresholds/curve.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::thresholds {

// Owned columns.
struct TestRows {
  std::vector<std::uint32_t> group;
  std::vector<std::uint8_t> positive;
  std::vector<double> score;
  std::vector<double> weight;
  std::size_t groups = 2;

  [[nodiscard]] ScoreRows view() const { return {groups, group, positive, score, weight}; }
};

// Seven rows of each of two groups.
inline TestRows fourteenRows() {
  return {{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1},
          {1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0},
          {0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.9, 0.7, 0.6, 0.5, 0.4, 0.2, 0.1},
          {}};
}

// Scores with ties that are informative, more so in later groups.
inline TestRows randomRows(std::uint64_t seed, std::size_t rows, std::size_t groups) {
  uncertainty::RandomStream random(seed);
  TestRows made{{}, {}, {}, {}, groups};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto group = static_cast<std::uint32_t>(i % groups);
    // The first rows of each group have both outcomes.
    const bool isPositive = i < groups || (i >= 2 * groups && random.below(3 + group) < 2);
    const double noise = static_cast<double>(random.below(16)) / 16;
    made.group.push_back(group);
    made.positive.push_back(isPositive ? 1 : 0);
    made.score.push_back(noise + (isPositive ? 0.125 * (1 + group) : 0));
  }
  return made;
}

}  // namespace fairwasm::thresholds
