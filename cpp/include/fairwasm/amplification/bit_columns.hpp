// SPDX-License-Identifier: Apache-2.0
//
// Yes/no columns with one bit per row. A word contains 64 rows, so counting the rows in which
// several columns are true takes one AND and one population count per word. Bits beyond the last
// row are 0. With row weights, counts are sums of weights.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fairwasm::amplification {

using Words = std::vector<std::uint64_t>;
using WordSpan = std::span<const std::uint64_t>;

inline constexpr std::size_t kBitsPerWord = 64;

inline std::size_t wordsFor(std::size_t rows) { return (rows + kBitsPerWord - 1) / kBitsPerWord; }

class BitColumns {
 public:
  explicit BitColumns(std::size_t columns = 0, std::size_t rows = 0)
      : rows_(rows), columns_(columns, Words(wordsFor(rows))) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t size() const { return columns_.size(); }
  [[nodiscard]] WordSpan operator[](std::size_t column) const { return columns_[column]; }
  [[nodiscard]] Words& operator[](std::size_t column) { return columns_[column]; }

  // Weights of the rows; empty if every row counts once.
  [[nodiscard]] std::span<const double> weights() const { return weights_; }
  // `weights` must be empty or have one entry per row.
  void setWeights(std::vector<double> weights) { weights_ = std::move(weights); }

  // Appends the rows of `other`: column c of `other` continues column places[c], and columns
  // without a continuation are false in the new rows. If only one side has weights, rows of the
  // other side count once.
  void append(const BitColumns& other, std::span<const std::size_t> places);

  // Returns the rows in order, with row r repeated times[r] times; `times` must be whole numbers.
  [[nodiscard]] BitColumns repeated(std::span<const double> times) const;

  // Removes the rows but keeps the columns.
  void clear();

 private:
  std::size_t rows_;
  std::vector<Words> columns_;
  std::vector<double> weights_;
};

// Reads row-major bytes (0 or 1) into one column per name, starting at `firstColumn`. `into` must
// already have `rows` rows. `argument` names the matrix in errors. Throws kShapeMismatch unless the
// bytes are `rows` complete rows, and kInvalidArgument with the row for another byte; the columns
// are then partly filled.
void packBytes(std::span<const std::uint8_t> bytes, std::size_t rows,
               const std::vector<std::string>& names, const std::string& argument, BitColumns& into,
               std::size_t firstColumn);

// Returns the rows as words: bit c of word r is column first + c of row r. At most 64 columns.
Words rowWords(const BitColumns& columns, std::size_t first, std::size_t count);

// Inverse of rowWords(): returns `count` columns from the low bits of the words.
BitColumns columnsOfRowWords(WordSpan rows, std::size_t count);

// Calls `visit` with every row in which the column is true, in order.
template <class Visit>
void forTrueRows(WordSpan column, Visit&& visit) {
  for (std::size_t w = 0; w < column.size(); ++w) {
    for (std::uint64_t bits = column[w]; bits != 0; bits &= bits - 1) {
      visit(w * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
}

// Returns the sum of the weights of the rows in which the column is true.
double sumWeights(WordSpan column, std::span<const double> weights);

// Returns the number of 1 bits in one column or in the intersection of two.
std::uint64_t countBits(WordSpan column);
std::uint64_t countBits(WordSpan a, WordSpan b);

}  // namespace fairwasm::amplification
