// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests of this family: tables from plain lists, and shapes from golden files.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "fairwasm/predictability/trainer.hpp"
#include "golden.hpp"

namespace fairwasm::testing {

// Returns a table from row-major values, with all rows listed.
template <class Scalar>
predictability::Table<Scalar> buildTable(const std::vector<double>& values, std::size_t rows,
                                         std::size_t columns) {
  predictability::Table<Scalar> table{predictability::Matrix<Scalar>(columns, rows),
                                      std::vector<std::uint32_t>(rows)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.distinct.data()[i] = static_cast<Scalar>(values[i]);
  }
  std::iota(table.rows.begin(), table.rows.end(), 0U);
  return table;
}

template <class Scalar>
predictability::Table<Scalar> oneHot(const std::vector<double>& classes, std::size_t count) {
  const auto size = static_cast<Eigen::Index>(count);
  predictability::Table<Scalar> table{predictability::Matrix<Scalar>::Identity(size, size), {}};
  for (const double value : classes) table.rows.push_back(static_cast<std::uint32_t>(value));
  return table;
}

// Returns the shape described by input_dims, output_dims, num_layers, numFirst, and activations.
inline predictability::NetworkShape getShape(const Json& json) {
  const std::size_t layers = json.at("num_layers");
  std::vector<predictability::Activation> activations;
  for (const std::string name : json.at("activations")) {
    activations.push_back(valueNamed<predictability::Activation>(name));
  }
  return {0,
          predictability::simpleDenseWidths(json.at("input_dims"), json.at("output_dims"), layers,
                                            json.at("numFirst")),
          predictability::simpleDenseActivations(activations, layers)};
}

}  // namespace fairwasm::testing
