// SPDX-License-Identifier: Apache-2.0
//
// Bindings of consistency, distances of distorted rows, and optimal transport. Matrices are passed
// in row-major order; those of distances in chunks of rows, by address.
#include "../support/bind.hpp"
#include "fairwasm/individual/consistency.hpp"
#include "fairwasm/individual/distortion.hpp"
#include "fairwasm/individual/transport.hpp"
#include "fairwasm/uncertainty/means.hpp"

namespace fairwasm::bindings {

using namespace individual;

struct GivenMatrix {
  std::vector<double> values;
  std::size_t rows;
  std::size_t columns;
};

struct StagedPair {
  std::uintptr_t original;
  std::uintptr_t distorted;
  std::size_t rows;
  std::size_t columns;

  [[nodiscard]] Matrix matrix(std::uintptr_t pointer) const {
    return {memory<double>(pointer, rows * columns), rows, columns};
  }
};

template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

namespace {

using Doubles = std::vector<double>;

double computeConsistency(const Doubles& features, std::size_t columns, const Doubles& labels,
                          std::size_t neighbors) {
  return consistency({features, labels.size(), columns}, labels, neighbors);
}

uncertainty::Bounded intervalOfConsistency(const Doubles& features, std::size_t columns,
                                           const Doubles& labels, std::size_t neighbors,
                                           double confidence) {
  return consistencyInterval({features, labels.size(), columns}, labels, neighbors, confidence);
}

// For one group, returns both ends and the effective rows. For two groups, returns both ends of the
// difference of their means and of their ratio, the p-value, and the effective rows.
Doubles meanIntervals(const Doubles& sums, double confidence) {
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  const auto at = [&](std::size_t i) {
    return uncertainty::positiveMean({sums[i], sums[i + 1], sums[i + 2], sums[i + 3], sums[i + 4]});
  };
  if (sums.size() == 5) {
    const auto ci = uncertainty::bounded(at(0), z).ci;
    return {ci.low, ci.high, at(0).effectiveRows};
  }
  const auto [difference, ratio, pValue, rows] = uncertainty::compare(at(0), at(5), z);
  return {difference.ci.low, difference.ci.high, ratio.ci.low, ratio.ci.high, pValue, rows};
}

template <Doubles (*Distances)(const Matrix&, const Matrix&)>
Doubles distances(const StagedPair& pair) {
  return Distances(pair.matrix(pair.original), pair.matrix(pair.distorted));
}

double computeColumnDistance(const Doubles& a, const Doubles& b,
                             const std::optional<GivenMatrix>& costs) {
  if (!costs) return columnDistance(a, b, nullptr);
  const Matrix cost{costs->values, costs->rows, costs->columns};
  return columnDistance(a, b, &cost);
}

}  // namespace

EMSCRIPTEN_BINDINGS(individual) {
  function<&computeConsistency>("consistency");
  function<&intervalOfConsistency>("consistencyInterval");
  function<&meanIntervals>("meanIntervals");
  function<&distances<&euclideanDistances>>("euclideanDistances");
  function<&distances<&manhattanDistances>>("manhattanDistances");
  function<&distances<&mahalanobisDistances>>("mahalanobisDistances");
  function<&computeColumnDistance>("columnDistance");
}

}  // namespace fairwasm::bindings
