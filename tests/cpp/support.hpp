// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests: a check of an Error's code and argument, and small tallies for manual
// calculations.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairwasm/core/error.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::testing {

template <class F>
void expectError(F&& call, ErrorCode code, const std::string& argument,
                 std::optional<std::size_t> row = {}) {
  try {
    std::forward<F>(call)();
    FAIL() << "expected an Error of code " << name(code);
  } catch (const Error& error) {
    EXPECT_STREQ(name(error.code()), name(code)) << error.what();
    EXPECT_EQ(error.details().argument, argument) << error.what();
    EXPECT_EQ(error.details().row, row) << error.what();
  }
}

// Owned columns of a batch: the views of batch() are valid while this object exists.
struct Rows {
  std::vector<std::vector<std::uint8_t>> attributes;
  std::vector<std::uint8_t> label;
  std::vector<std::uint8_t> prediction;
  std::vector<double> weights;
  std::vector<double> scores;

  [[nodiscard]] data::Batch batch(std::size_t rows) const {
    const auto view = [](const auto& column) {
      return data::Codes(std::span<const std::uint8_t>(column));
    };
    data::Batch batch{rows, {}, view(label), view(prediction), weights, scores};
    for (const auto& column : attributes) batch.attributes.push_back(view(column));
    return batch;
  }
};

// Two attributes, labels "0" and "1", and all columns.
inline data::Schema fullSchema() {
  return {{{"race", {"a", "b", "c"}}, {"sex", {"f", "m"}}}, {"0", "1"}, true, true, true};
}

// Eight rows of fullSchema(). Group a has one of each TP, FP, TN, FN; b has two TP and one FN; c
// has one FP.
inline Rows eightRows() {
  return {{{0, 0, 0, 0, 1, 1, 1, 2}, {0, 1, 0, 1, 0, 1, 0, 1}},
          {1, 0, 0, 1, 1, 1, 1, 0},
          {1, 1, 0, 0, 1, 1, 0, 1},
          {1, 2, 1, 2, 0.5, 0.5, 1, 3},
          {0.9, 0.6, 0.2, 0.4, 0.8, 0.7, 0.3, 0.5}};
}

inline tally::Tally eightRowTally() {
  tally::Tally tally(fullSchema());
  tally.update(eightRows().batch(8));
  return tally;
}

}  // namespace fairwasm::testing
