// SPDX-License-Identifier: Apache-2.0
//
// Golden values: results of other programs, recorded in tests/golden/values. A file is a list of
// cases, each with the fields `peer`, `case`, `input`, and `expected`; NaN and infinities are
// strings, and binary matrices are strings of 0 and 1.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fairwasm::testing {

using Json = nlohmann::json;

struct GoldenCase {
  std::string name;
  Json input;
  Json expected;
};

// Printed by GoogleTest for a parameter, because a whole case is pages long.
inline void PrintTo(const GoldenCase& golden, std::ostream* out) { *out << golden.name; }

// Returns the cases of a file, given by its path under tests/golden/values.
inline std::vector<GoldenCase> goldenCases(const std::string& path) {
  std::ifstream file("tests/golden/values/" + path);
  std::vector<GoldenCase> cases;
  for (const auto& json : Json::parse(file)) {
    cases.push_back({json.at("case"), json.at("input"), json.at("expected")});
  }
  return cases;
}

inline double toDouble(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  if (value == "-Infinity") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error("not a number: " + value.dump());
}

// Returns all numbers in nested lists in order.
inline std::vector<double> flatten(const Json& value) {
  if (!value.is_array()) return {toDouble(value)};
  std::vector<double> numbers;
  for (const auto& item : value) {
    const auto inner = flatten(item);
    numbers.insert(numbers.end(), inner.begin(), inner.end());
  }
  return numbers;
}

// A row-major matrix of a golden file.
struct GoldenMatrix {
  std::size_t rows = 0;
  std::size_t columns = 1;
  std::vector<double> values;
};

inline GoldenMatrix goldenMatrix(const Json& json) {
  GoldenMatrix matrix;
  const auto shape = json.at("shape").get<std::vector<std::size_t>>();
  matrix.rows = shape.at(0);
  matrix.columns = shape.size() > 1 ? shape[1] : 1;
  if (json.contains("bits")) {
    for (const char bit : json["bits"].get<std::string>()) matrix.values.push_back(bit - '0');
  } else {
    matrix.values = flatten(json.at("data"));
  }
  EXPECT_EQ(matrix.values.size(), matrix.rows * matrix.columns);
  return matrix;
}

// Expects equal numbers, or both NaN, or a difference of at most absolute + relative * |expected|.
inline void expectNear(double actual, double expected, double absolute, double relative,
                       const std::string& what) {
  if (std::isnan(expected) || std::isinf(expected)) {
    EXPECT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected)))
        << what << ": " << actual << " for " << expected;
    return;
  }
  EXPECT_NEAR(actual, expected, absolute + relative * std::abs(expected)) << what;
}

inline void expectAllNear(const std::vector<double>& actual, const std::vector<double>& expected,
                          double absolute, double relative, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    expectNear(actual[i], expected[i], absolute, relative, what + " [" + std::to_string(i) + "]");
  }
}

}  // namespace fairwasm::testing
