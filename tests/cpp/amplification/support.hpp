// SPDX-License-Identifier: Apache-2.0
//
// Random rows for the tests of this family, and straightforward ways to count them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fairwasm/amplification/cooccurrence.hpp"
#include "fairwasm/amplification/pair_counts.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::testing {

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint8_t> bytes;

  [[nodiscard]] bool at(std::size_t row, std::size_t column) const {
    return bytes[row * columns + column] != 0;
  }
  [[nodiscard]] Matrix slice(std::size_t first, std::size_t end) const {
    return {end - first,
            columns,
            {bytes.begin() + static_cast<std::ptrdiff_t>(first * columns),
             bytes.begin() + static_cast<std::ptrdiff_t>(end * columns)}};
  }
};

inline Matrix randomMatrix(std::size_t rows, std::size_t columns, double density,
                           std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  Matrix matrix{rows, columns, std::vector<std::uint8_t>(rows * columns)};
  for (auto& byte : matrix.bytes) byte = random.uniform() < density ? 1 : 0;
  return matrix;
}

inline std::vector<std::string> names(const std::string& prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

struct Data {
  Matrix attribute;
  Matrix task;
  Matrix attributePrediction;
  Matrix taskPrediction;

  [[nodiscard]] amplification::CooccurrenceSchema schema() const {
    return {names("a", attribute.columns), names("t", task.columns), true, true};
  }
  [[nodiscard]] amplification::LabelBatch batch() const {
    return {attribute.rows, attribute.bytes, task.bytes, attributePrediction.bytes,
            taskPrediction.bytes};
  }
  [[nodiscard]] Data slice(std::size_t first, std::size_t end) const {
    return {attribute.slice(first, end), task.slice(first, end),
            attributePrediction.slice(first, end), taskPrediction.slice(first, end)};
  }
  [[nodiscard]] amplification::Cooccurrence counted() const {
    amplification::Cooccurrence counts(schema());
    counts.update(batch());
    return counts;
  }
};

// Repeats row r times[r] times.
inline Matrix repeated(const Matrix& matrix, const std::vector<double>& times) {
  Matrix result{0, matrix.columns, {}};
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto bytes = matrix.slice(row, row + 1).bytes;
    for (double time = 0; time < times[row]; ++time, ++result.rows) {
      result.bytes.insert(result.bytes.end(), bytes.begin(), bytes.end());
    }
  }
  return result;
}

inline Data repeated(const Data& data, const std::vector<double>& times) {
  return {repeated(data.attribute, times), repeated(data.task, times),
          repeated(data.attributePrediction, times), repeated(data.taskPrediction, times)};
}

inline Data randomData(std::size_t rows, std::size_t attributes, std::size_t tasks,
                       std::uint64_t seed = 1) {
  return {randomMatrix(rows, attributes, 0.4, seed * 10),
          randomMatrix(rows, tasks, 0.4, seed * 10 + 1),
          randomMatrix(rows, attributes, 0.5, seed * 10 + 2),
          randomMatrix(rows, tasks, 0.5, seed * 10 + 3)};
}

inline void expectSame(const amplification::PairCounts& counts,
                       const amplification::PairCounts& expected) {
  EXPECT_EQ(counts.fromCount, expected.fromCount);
  EXPECT_EQ(counts.toCount, expected.toCount);
  EXPECT_EQ(counts.rows, expected.rows);
  EXPECT_EQ(counts.labeledRows, expected.labeledRows);
  EXPECT_EQ(counts.from, expected.from);
  EXPECT_EQ(counts.to, expected.to);
  EXPECT_EQ(counts.together, expected.together);
  EXPECT_EQ(counts.predicted, expected.predicted);
  EXPECT_EQ(counts.predictedTo, expected.predictedTo);
  EXPECT_EQ(counts.predictedLabeledRows, expected.predictedLabeledRows);
}

}  // namespace fairwasm::testing
