// SPDX-License-Identifier: Apache-2.0
//
// Attackers' rows, shapes and options as JavaScript hands them over.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../support.hpp"
#include "fairwasm/predictability/leakage.hpp"

namespace fairwasm::bindings {

using namespace predictability;
using namespace uncertainty;

EMSCRIPTEN_DECLARE_VAL_TYPE(ShapeJs)

template <class T>
std::vector<T> numbers(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

inline std::size_t count(const val& js, const char* key) { return js[key].as<std::size_t>(); }
inline std::uint64_t seedOf(double seed) { return static_cast<std::uint64_t>(seed); }

inline CodeColumns toColumns(const val& js) {
  CodeColumns columns;
  for (const val& column : emscripten::vecFromJSArray<val>(js)) {
    columns.push_back(numbers<std::uint32_t>(column));
  }
  return columns;
}

inline NetworkShape toShape(const val& js) {
  NetworkShape shape{0, numbers<std::size_t>(js["widths"]), {}};
  for (const auto& name : toStrings(js["activations"])) {
    shape.activations.push_back(activationNamed(name));
  }
  return shape;
}

inline TrainingOptions toTraining(const val& js) {
  return {lossNamed(js["loss"].as<std::string>()),
          optimizerNamed(js["optimizer"].as<std::string>()),
          js["learningRate"].as<double>(),
          count(js, "epochs"),
          count(js, "batchSize"),
          js["weightDecay"].as<double>(),
          count(js, "patience")};
}

// Values row by row are columns of the matrix one after another.
template <class Scalar>
Matrix<Scalar> toMatrix(const val& values, std::size_t columns) {
  const auto flat = numbers<Scalar>(values);
  const auto rows = static_cast<Eigen::Index>(columns);
  if (columns == 0 || flat.size() % columns != 0) {
    throw Error(ErrorCode::kShapeMismatch, {"values",
                                            "a multiple of " + std::to_string(columns) + " values",
                                            std::to_string(flat.size()),
                                            {}});
  }
  return Eigen::Map<const Matrix<Scalar>>(flat.data(), rows,
                                          static_cast<Eigen::Index>(flat.size() / columns));
}

template <class Scalar>
Table<Scalar> toTable(const val& js) {
  Table<Scalar> table{toMatrix<Scalar>(js["distinct"], count(js, "columns")),
                      numbers<std::uint32_t>(js["rows"])};
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (static_cast<Eigen::Index>(table.rows[row]) < table.distinct.cols()) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"feature", "a code below " + std::to_string(table.distinct.cols()),
                 std::to_string(table.rows[row]), row});
  }
  return table;
}

// Every row is its own.
template <class Scalar>
Table<Scalar> eachRow(Matrix<Scalar> values) {
  Table<Scalar> table{std::move(values), {}};
  for (Eigen::Index row = 0; row < table.distinct.cols(); ++row) {
    table.rows.push_back(static_cast<std::uint32_t>(row));
  }
  return table;
}

template <class Scalar>
AttackRows<Scalar> toRows(const val& js) {
  return {toTable<Scalar>(js["feature"]), toColumns(js["label"]), toColumns(js["prediction"]),
          toColumns(js["attribute"])};
}

// Widths and activations by the rule of simpleDenseModel.
inline ShapeJs simpleDense(double inputs, double outputs, double layers, double firstWidth,
                           const StringArray& activations) {
  const auto layerCount = static_cast<std::size_t>(layers);
  if (layerCount < 1 || layerCount > 1000) {
    throw Error(ErrorCode::kInvalidArgument,
                {"layers", "from 1 to 1000", std::to_string(layerCount), {}});
  }
  // Names stay names; the core checks them when the network is made.
  const auto given = toStrings(activations);
  const std::size_t used = std::min(given.size(), layerCount);
  val names = val::array();
  for (std::size_t i = used; i < layerCount; ++i) names.call<void>("push", std::string("identity"));
  for (std::size_t i = 0; i < used; ++i) names.call<void>("push", given[i]);
  val widths = val::array();
  for (const std::size_t width :
       simpleDenseWidths(static_cast<std::size_t>(inputs), static_cast<std::size_t>(outputs),
                         layerCount, static_cast<std::size_t>(firstWidth))) {
    widths.call<void>("push", static_cast<double>(width));
  }
  val js = val::object();
  js.set("widths", widths);
  js.set("activations", names);
  return ShapeJs(js);
}

// The score of given outputs.
template <class Scalar>
double lambdaOfJs(const val& js) {
  const TaskSpace space{numbers<std::uint32_t>(js["classes"]), js["oneHot"].as<bool>()};
  const auto columns = toColumns(js["columns"]);
  validate(space, columns, "target");
  const auto outputs = eachRow(toMatrix<Scalar>(js["outputs"], space.outputs()));
  if (outputs.rows.size() != columns[0].size()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"target",
                 std::to_string(outputs.rows.size()) + " rows, like the feature",
                 std::to_string(columns[0].size()),
                 {}});
  }
  return lambdaOf(outputs.distinct, outputs.rows, space, columns,
                  metricNamed(js["metric"].as<std::string>()), js["threshold"].as<bool>());
}

}  // namespace fairwasm::bindings
