// SPDX-License-Identifier: Apache-2.0
//
// Synthetic data for examples and tests: a protected attribute, labels that are balanced or biased,
// and predictions of a model that amplifies nothing or much (dataCreator in bias_amplification).
#pragma once

#include <cstdint>
#include <vector>

namespace fairwasm::predictability {

// Columns of 0 and 1. P: protected attribute; D: balanced labels (0 and 1 equally often for each
// P); DBias: labels in which `dataError * rows / 2` of the first group turned to 1 and as many of
// the second to 0; MUnbiased: predictions with errors in both groups alike; M2: predictions with
// all errors to the advantage of the first group.
struct CreatedData {
  std::vector<std::uint8_t> p;
  std::vector<std::uint8_t> d;
  std::vector<std::uint8_t> dBias;
  std::vector<std::uint8_t> mUnbiased;
  std::vector<std::uint8_t> m2;
};

// `rows` is a multiple of 4; errors are shares from 0 to 0.5, half of which falls on each group.
// Shuffling puts the rows, whole, into random order. Throws kInvalidArgument for anything else.
CreatedData createData(std::size_t rows, double error, double dataError, bool shuffle,
                       std::uint64_t seed);

}  // namespace fairwasm::predictability
