// SPDX-License-Identifier: Apache-2.0
//
// Sums over ranked lists, from which all results follow. They consist of doubles only, so they can
// be added and stored as arrays of numbers.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/unequal_units.hpp"

namespace fairwasm::rankings {

// A standard error, and its degrees of freedom.
struct Precision {
  double error;
  double degrees;
};

// Sums of N variables and of their products over lists, for the variance of functions of sums. The
// second variable is the size of a list.
template <std::size_t N>
struct Moments {
  std::array<double, N> sums{};
  std::array<double, N * N> products{};
  uncertainty::UnitSizes sizes;

  void add(const std::array<double, N>& values) {
    for (std::size_t i = 0; i < N; ++i) {
      sums[i] += values[i];
      for (std::size_t j = 0; j <= i; ++j) products[N * i + j] += values[i] * values[j];
    }
    sizes.add(values[1]);
  }

  // Returns the precision of a function with this gradient that does not change if all sums are
  // scaled. NaN with fewer than two lists, or if the lists do not differ up to rounding.
  [[nodiscard]] Precision precision(const std::array<double, N>& gradient) const {
    double squares = 0;
    double size = 0;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double part = (i == j ? 1 : 2) * gradient[i] * gradient[j] * products[N * i + j];
        squares += part;
        size += std::abs(part);
      }
    }
    const auto [factor, degrees] = sizes.correction();
    return {squares > 1e-12 * size ? std::sqrt(squares * factor) : kNaN, degrees};
  }
};

// The variables of an exposure in one list: its sum and divisor, of the group and of all rows.
struct ExposureMoments : Moments<4> {
  // Returns the sums of a group without rows in the same lists.
  [[nodiscard]] ExposureMoments withoutGroup() const {
    ExposureMoments rest;
    for (std::size_t i = 2; i < 4; ++i) {
      rest.sums[i] = sums[i];
      for (std::size_t j = 2; j <= i; ++j) rest.products[4 * i + j] = products[4 * i + j];
    }
    return rest;
  }
};

// Sums of one group over lists that can be added.
struct GroupMoments {
  double rows = 0;
  double queries = 0;  // lists with rows of the group
  double infeasible = 0;
  double infeasibleLists = 0;
  double testedLists = 0;
  double rejectedLists = 0;
  ExposureMoments logarithmic;
  ExposureMoments geometric;
  ExposureMoments logarithmicMerit;
  ExposureMoments geometricMerit;
  Moments<2> top;
  Moments<2> pairs;
  Moments<2> pairsOfRelevance;

  // Returns the sums of a group without rows in the same lists.
  [[nodiscard]] GroupMoments withoutGroup() const {
    GroupMoments rest;
    rest.logarithmic = logarithmic.withoutGroup();
    rest.geometric = geometric.withoutGroup();
    rest.logarithmicMerit = logarithmicMerit.withoutGroup();
    rest.geometricMerit = geometricMerit.withoutGroup();
    return rest;
  }
};

// Sums of all rows.
struct ListTotals {
  double rows = 0;
  double queries = 0;
  double tied = 0;
  double missing = 0;       // positions without a row before the last row of a list
  double missingLists = 0;  // lists with such a position
  double ndkl = 0;
  double ndklSquares = 0;
};

// The list with the smallest p-value of a group, and its prefix with the smallest p-value.
struct SmallestTest {
  double pValue = kInfinity;
  double smallest = kInfinity;  // p-value of the prefix
  double position = kInfinity;  // length of the prefix

  friend bool operator<(const SmallestTest& a, const SmallestTest& b) {
    return std::tie(a.pValue, a.smallest, a.position) < std::tie(b.pValue, b.smallest, b.position);
  }
};

// Returns the numbers of a record of doubles.
template <class Record>
  requires std::is_trivially_copyable_v<Record>
auto toNumbers(const Record& record) {
  return std::bit_cast<std::array<double, sizeof(Record) / sizeof(double)>>(record);
}

template <class Record>
void addNumbers(Record& record, const Record& other) {
  auto sums = toNumbers(record);
  const auto added = toNumbers(other);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += added[i];
  record = std::bit_cast<Record>(sums);
}

}  // namespace fairwasm::rankings
