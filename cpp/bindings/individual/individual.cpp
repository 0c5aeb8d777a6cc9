// SPDX-License-Identifier: Apache-2.0
//
// Consistency, distances of distorted rows and optimal transport, for JavaScript. Matrices cross
// row-major; those of the distances a chunk of rows at a time, by address.
#include "../support.hpp"
#include "fairwasm/individual/consistency.hpp"
#include "fairwasm/individual/distortion.hpp"
#include "fairwasm/individual/transport.hpp"
#include "fairwasm/uncertainty/means.hpp"

namespace fairwasm::bindings {

using namespace individual;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(CostMatrixJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(ChunkJs)

double consistencyOf(const DoubleArray& features, std::size_t columns, const DoubleArray& labels,
                     std::size_t neighbors) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(features);
  const auto labelValues = emscripten::convertJSArrayToNumberVector<double>(labels);
  return consistency({values, labelValues.size(), columns}, labelValues, neighbors);
}

// The value and both ends.
DoubleArray consistencyIntervalOf(const DoubleArray& features, std::size_t columns,
                                  const DoubleArray& labels, std::size_t neighbors,
                                  double confidence) {
  const auto values = emscripten::convertJSArrayToNumberVector<double>(features);
  const auto labelValues = emscripten::convertJSArrayToNumberVector<double>(labels);
  const auto [value, ci] = consistencyInterval({values, labelValues.size(), columns}, labelValues,
                                               neighbors, confidence);
  return DoubleArray(copyToJs<double>(std::vector{value, ci.low, ci.high}));
}

// Of the sums of one group (weight, w^2, w x, w^2 x, w^2 x^2): both ends and the effective rows. Of
// two: both ends of the difference of their means and of their ratio, the p-value and the effective
// rows.
DoubleArray meanIntervals(const DoubleArray& sums, double confidence) {
  const auto flat = emscripten::convertJSArrayToNumberVector<double>(sums);
  const double z = normalQuantile(0.5 + confidence / 2);
  const auto at = [&](std::size_t first) {
    return positiveMean(
        {flat[first], flat[first + 1], flat[first + 2], flat[first + 3], flat[first + 4]});
  };
  if (flat.size() == 5) {
    const Interval ci = bounded(at(0), z).ci;
    return DoubleArray(copyToJs<double>(std::vector{ci.low, ci.high, at(0).effectiveRows}));
  }
  const auto [difference, ratio, pValue, rows] = compare(at(0), at(5), z);
  return DoubleArray(copyToJs<double>(std::vector{difference.ci.low, difference.ci.high,
                                                  ratio.ci.low, ratio.ci.high, pValue, rows}));
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
  function("consistencyInterval", guarded<&consistencyIntervalOf>());
  function("meanIntervals", guarded<&meanIntervals>());
  function("euclideanDistances", guarded<&chunkDistances<&euclideanDistances>>());
  function("manhattanDistances", guarded<&chunkDistances<&manhattanDistances>>());
  function("mahalanobisDistances", guarded<&chunkDistances<&mahalanobisDistances>>());
  function("columnDistance", guarded<&columnDistanceOf>());
}

}  // namespace fairwasm::bindings
