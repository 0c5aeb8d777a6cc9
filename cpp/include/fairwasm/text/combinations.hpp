// SPDX-License-Identifier: Apache-2.0
//
// Counts how many rows of a table have each combination of categories, and finds the first row of
// each. Counts by group need no other information; for a million rows, it is a few dozen numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::text {

// Numbers distinct pairs of two small numbers in the order of their first occurrence, with a table
// of all possible pairs while that is small, and a hash table otherwise.
class Pairs {
 public:
  // Sets upper limits for the numbers of the next pairs; must be called before number().
  void fit(std::size_t firsts, std::size_t seconds);

  std::uint32_t number(std::uint32_t first, std::uint32_t second) {
    std::uint32_t& place = isHashed_ ? *hashed(first, second) : table_[first * width_ + second];
    if (place == 0) [[unlikely]]
      return learn(place, first, second);
    return place - 1;
  }

  void clear();
  [[nodiscard]] std::size_t size() const { return known_.size(); }

  struct Pair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
  };
  [[nodiscard]] const Pair& pair(std::size_t number) const { return known_[number]; }

 private:
  std::uint32_t* hashed(std::uint32_t first, std::uint32_t second);
  std::uint32_t learn(std::uint32_t& place, std::uint32_t first, std::uint32_t second);
  void hash(std::size_t places);

  bool isHashed_ = false;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> table_;  // number of each pair plus one; 0: not seen
  std::vector<Pair> known_;
};

class Combinations {
 public:
  explicit Combinations(std::size_t columns) : steps_(columns) {}

  // Codes of rows; `firstRow` is the index of the first one. Each column has a code for every row
  // and a number of distinct codes. Columns must match the number passed to the constructor and
  // have equal lengths.
  struct Codes {
    std::span<const std::uint32_t> codes;
    std::size_t categories;
  };
  void add(std::span<const Codes> columns, std::uint64_t firstRow);

  // Removes all rows.
  void clear();

  // Combinations are ordered by their first rows.
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::vector<double>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<double>& firstRows() const { return firstRows_; }
  // Returns the code of each combination in one column.
  [[nodiscard]] std::vector<std::uint32_t> codes(std::size_t column) const;

 private:
  std::vector<Pairs>
      steps_;  // pairs of the combination of the preceding columns and the next column's code
  std::vector<std::uint32_t> numbers_;  // of the current rows
  std::vector<double> rows_;
  std::vector<double> firstRows_;
};

}  // namespace fairwasm::text
