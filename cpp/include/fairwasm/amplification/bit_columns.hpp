// SPDX-License-Identifier: Apache-2.0
//
// Yes/no columns, one bit a row: 64 rows stand in one word, so that counting the rows in which
// several columns are true is an AND and a population count. Bits beyond the last row are 0. Rows
// may have weights; then what is counted are sums of them.
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

  // What each row counts; empty where every row counts once.
  [[nodiscard]] std::span<const double> weights() const { return weights_; }
  // As many as there are rows, or none.
  void setWeights(std::vector<double> weights) { weights_ = std::move(weights); }

  // Adds the rows of `other` behind its own: column c of `other` continues column places[c];
  // columns that nothing continues are false there. Rows without weights count once beside rows
  // with weights.
  void append(const BitColumns& other, std::span<const std::size_t> places);

  // Row after row, row r times[r] times, which are whole numbers.
  [[nodiscard]] BitColumns repeated(std::span<const double> times) const;

  // Forgets the rows, keeps the columns.
  void clear();

 private:
  std::size_t rows_;
  std::vector<Words> columns_;
  std::vector<double> weights_;
};

// Reads row-major bytes, 0 or 1, into as many columns as there are `names`, from `firstColumn` on;
// `into` has `rows` rows already. `argument` names the matrix in errors. Throws kShapeMismatch
// where the bytes are not `rows` whole rows, kInvalidArgument with the row for a byte that is
// neither 0 nor 1; the columns are then partly filled.
void packBytes(std::span<const std::uint8_t> bytes, std::size_t rows,
               const std::vector<std::string>& names, const std::string& argument, BitColumns& into,
               std::size_t firstColumn);

// The rows as words: bit c of word r is column first + c of row r. At most 64 columns.
Words rowWords(const BitColumns& columns, std::size_t first, std::size_t count);

// The inverse: `count` columns from the low bits of the words.
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

// The sum of the weights of the rows in which the column is true, from the first row on.
double sumWeights(WordSpan column, std::span<const double> weights);

// How many bits are 1, in one column or in two at once.
std::uint64_t countBits(WordSpan column);
std::uint64_t countBits(WordSpan a, WordSpan b);

}  // namespace fairwasm::amplification
