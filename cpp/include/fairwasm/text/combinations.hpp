// SPDX-License-Identifier: Apache-2.0
//
// How many rows of a table have each combination of categories, and which is the first: all that
// counts by group need to know of rows, and for a million of them a few dozen numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::text {

// Numbers the distinct pairs of two small numbers in the order in which they first come: in a table
// of all that are possible as long as that is small, then by their hashes.
class Pairs {
 public:
  // Says how large the numbers of the next pairs are at most; to be called before number().
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
  std::vector<std::uint32_t> table_;  // a pair's number plus one; 0: has not come
  std::vector<Pair> known_;
};

class Combinations {
 public:
  explicit Combinations(std::size_t columns) : steps_(columns) {}

  // Adds rows, the first of which is `firstRow`: in each column a code for every row, and how many
  // codes there are. Columns are as many as the constructor was told, and of one length.
  struct Codes {
    std::span<const std::uint32_t> codes;
    std::size_t categories;
  };
  void add(std::span<const Codes> columns, std::uint64_t firstRow);

  // Forgets all rows.
  void clear();

  // Combinations are in the order of their first rows.
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::vector<double>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<double>& firstRows() const { return firstRows_; }
  // One column's code in each of them.
  [[nodiscard]] std::vector<std::uint32_t> codes(std::size_t column) const;

 private:
  std::vector<Pairs> steps_;  // of the combination of the columns before, and the next one's code
  std::vector<std::uint32_t> numbers_;  // of the rows at hand
  std::vector<double> rows_;
  std::vector<double> firstRows_;
};

}  // namespace fairwasm::text
