// SPDX-License-Identifier: Apache-2.0
//
// Synthetic data for examples and tests: a protected attribute, balanced or biased labels, and
// predictions of a model that amplifies bias strongly or not at all (dataCreator in
// bias_amplification).
#pragma once

#include <cstdint>
#include <vector>

namespace fairwasm::predictability {

// Columns of 0 and 1. P: protected attribute; D: balanced labels (0 and 1 equally often for each
// P); DBias: D with `dataError * rows / 2` labels of the first group changed to 1 and as many of
// the second group changed to 0; MUnbiased: predictions with equally many errors in both groups;
// M2: predictions whose errors all favor the first group.
struct CreatedData {
  std::vector<std::uint8_t> p;
  std::vector<std::uint8_t> d;
  std::vector<std::uint8_t> dBias;
  std::vector<std::uint8_t> mUnbiased;
  std::vector<std::uint8_t> m2;
};

// `rows` must be a multiple of 4, and errors proportions from 0 to 0.5; otherwise, throws
// kInvalidArgument. Half of the errors are in each group. `shuffle` permutes whole rows.
CreatedData createData(std::size_t rows, double error, double dataError, bool shuffle,
                       std::uint64_t seed);

}  // namespace fairwasm::predictability
