// SPDX-License-Identifier: Apache-2.0
//
// The bootstrap of bit columns: n rows are drawn with replacement, which is to say that every row
// gets a number of times it counts. Where few different rows stand many times, each stands here
// once, with its count, and a draw costs as much as there are different rows. Rows with weights are
// drawn as they stand, whatever they weigh: a row is one observation, and its weight belongs to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/uncertainty/intervals.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::amplification {

class ResampledRows {
 public:
  explicit ResampledRows(const BitColumns& rows);

  // The different rows; or simply all rows, where most are different.
  [[nodiscard]] const BitColumns& rows() const { return rows_; }

  // How often each of rows() counts in one resample: draw `draw` of `seed`.
  [[nodiscard]] std::vector<std::uint32_t> draw(std::uint64_t seed, std::uint64_t draw) const;

 private:
  BitColumns rows_;
  std::vector<double> counts_;  // empty: every row once
  std::size_t total_;
};

// `draws` indices below `size`, which is at least 1 where there are any draws, with replacement:
// how often each came.
std::vector<std::uint32_t> drawIndices(uncertainty::RandomStream& random, std::size_t draws,
                                       std::size_t size);

// The percentile interval: what lies between the (1 - confidence) / 2 and (1 + confidence) / 2
// quantiles of the values that are not NaN, with linear interpolation. NaN where there are none.
uncertainty::Interval percentileInterval(std::span<const double> values, double confidence);

}  // namespace fairwasm::amplification
