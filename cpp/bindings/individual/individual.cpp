// SPDX-License-Identifier: Apache-2.0
//
// Consistency, distances of distorted rows and optimal transport, for JavaScript. Matrices cross
// row-major; those of the distances a chunk of rows at a time, by address.
#include "../support/bind.hpp"
#include "fairwasm/individual/consistency.hpp"
#include "fairwasm/individual/distortion.hpp"
#include "fairwasm/individual/transport.hpp"

namespace fairwasm::bindings {

using namespace individual;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(CostMatrixJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(ChunkJs)

double consistencyOf(const DoubleArray& features, std::size_t columns, const DoubleArray& labels,
                     std::size_t neighbors) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(features);
  const auto labelValues = emscripten::convertJSArrayToNumberVector<double>(labels);
  return consistency({values, labelValues.size(), columns}, labelValues, neighbors);
}

template <std::vector<double> (*Distances)(const Matrix&, const Matrix&)>
DoubleArray chunkDistances(const ChunkJs& chunk) {
  const auto rows = chunk["rows"].as<std::size_t>();
  const auto columns = chunk["columns"].as<std::size_t>();
  const auto matrix = [&](const char* name) {
    return Matrix{memory<double>(chunk[name].as<std::uintptr_t>(), rows * columns), rows, columns};
  };
  return DoubleArray(copyToJs<double>(Distances(matrix("original"), matrix("distorted"))));
}

double columnDistanceOf(const DoubleArray& a, const DoubleArray& b, const CostMatrixJs& costJs) {
  const auto column = emscripten::convertJSArrayToNumberVector<double>(a);
  const auto other = emscripten::convertJSArrayToNumberVector<double>(b);
  if (costJs.isUndefined()) return columnDistance(column, other, nullptr);
  const auto costs = emscripten::convertJSArrayToNumberVector<double>(costJs["values"]);
  const Matrix cost{costs, costJs["rows"].as<std::size_t>(), costJs["columns"].as<std::size_t>()};
  return columnDistance(column, other, &cost);
}

}  // namespace

EMSCRIPTEN_BINDINGS(individual) {
  using namespace emscripten;
  register_type<CostMatrixJs>(
      "{ values: Float64Array; rows: number; columns: number } | undefined");
  register_type<ChunkJs>("{ original: number; distorted: number; rows: number; columns: number }");
  function("consistency", guarded<&consistencyOf>());
  function("euclideanDistances", guarded<&chunkDistances<&euclideanDistances>>());
  function("manhattanDistances", guarded<&chunkDistances<&manhattanDistances>>());
  function("mahalanobisDistances", guarded<&chunkDistances<&mahalanobisDistances>>());
  function("columnDistance", guarded<&columnDistanceOf>());
}

}  // namespace fairwasm::bindings
