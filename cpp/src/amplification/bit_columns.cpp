// SPDX-License-Identifier: Apache-2.0
//
// Packs bytes to bits eight rows at a time: the sum is doubled before each row's bytes are added,
// so byte c of the sum contains the eight bits of column c. Eight such sums, transposed, are 64
// rows of 16 columns. Rows are always loaded 16 bytes wide; excess bytes are ignored.
#include "fairwasm/amplification/bit_columns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "fairwasm/core/error.hpp"

namespace fairwasm::amplification {
namespace {

constexpr std::size_t kLanes = 16;

using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Pairs [[gnu::vector_size(16)]] = std::uint16_t;
using Quads [[gnu::vector_size(16)]] = std::uint32_t;
using Octets [[gnu::vector_size(16)]] = std::uint64_t;

void setBits(Words& column, std::size_t first, std::size_t end) {
  while (first < end) {
    const std::size_t shift = first % kBitsPerWord;
    const std::size_t count = std::min(end - first, kBitsPerWord - shift);
    column[first / kBitsPerWord] |= (~std::uint64_t{0} >> (kBitsPerWord - count)) << shift;
    first += count;
  }
}

Bytes load(const std::uint8_t* from) {
  Bytes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Interleaves the lower halves (or the upper halves) of a and b.
Bytes zipLow(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Bytes zipHigh(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
Pairs zipLow(Pairs a, Pairs b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
Pairs zipHigh(Pairs a, Pairs b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
Quads zipLow(Quads a, Quads b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
Quads zipHigh(Quads a, Quads b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }

using Eight = std::array<Bytes, 8>;
using Columns = std::array<std::uint64_t, kLanes>;

// Moves byte c of vector j to byte j of word c.
Columns transpose(const Eight& rows) {
  std::array<Pairs, 8> pairs;
  for (std::size_t i = 0; i < 4; ++i) {
    pairs[i] = std::bit_cast<Pairs>(zipLow(rows[2 * i], rows[2 * i + 1]));
    pairs[i + 4] = std::bit_cast<Pairs>(zipHigh(rows[2 * i], rows[2 * i + 1]));
  }
  Columns columns;
  for (std::size_t half = 0; half < 2; ++half) {
    const Pairs* p = pairs.data() + 4 * half;
    const std::array<std::pair<Pairs, Pairs>, 2> quads = {
        {{zipLow(p[0], p[1]), zipLow(p[2], p[3])}, {zipHigh(p[0], p[1]), zipHigh(p[2], p[3])}}};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto first = std::bit_cast<Quads>(quads[i].first);
      const auto second = std::bit_cast<Quads>(quads[i].second);
      const auto low = std::bit_cast<Octets>(zipLow(first, second));
      const auto high = std::bit_cast<Octets>(zipHigh(first, second));
      std::uint64_t* out = columns.data() + 8 * half + 4 * i;
      out[0] = low[0];
      out[1] = low[1];
      out[2] = high[0];
      out[3] = high[1];
    }
  }
  return columns;
}

// Packs 64 rows of up to 16 columns; `from` points to the first byte of the first row. Every byte
// is OR-ed to `seen`.
Columns packBlock(const std::uint8_t* from, std::size_t stride, Bytes& seen) {
  Eight packed;
  Octets all{};
  for (std::size_t j = 0; j < 8; ++j) {
    Octets eightRows{};
    for (std::size_t row = 8; row-- > 0;) {
      const auto bytes = std::bit_cast<Octets>(load(from + (8 * j + row) * stride));
      all |= bytes;
      eightRows = (eightRows << 1U) | bytes;
    }
    packed[j] = std::bit_cast<Bytes>(eightRows);
  }
  seen |= std::bit_cast<Bytes>(all);
  return transpose(packed);
}

bool isBits(Bytes seen, std::size_t lanes) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (seen[lane] > 1) return false;
  }
  return true;
}

[[noreturn]] void failOnByte(std::span<const std::uint8_t> bytes,
                             const std::vector<std::string>& names, const std::string& argument) {
  const auto bad = std::ranges::find_if(bytes, [](auto byte) { return byte > 1; });
  const auto place = static_cast<std::size_t>(bad - bytes.begin());
  throw Error(ErrorCode::kInvalidArgument,
              {argument + " '" + names[place % names.size()] + "'", "0 or 1",
               bad == bytes.end() ? "another value" : std::to_string(*bad), place / names.size()});
}

// Provides pointers to 64 rows: into the bytes or, at the end, into a padded copy.
class RowBlocks {
 public:
  RowBlocks(std::span<const std::uint8_t> bytes, std::size_t stride)
      : bytes_(bytes), blockBytes_(kBitsPerWord * stride), padded_(blockBytes_ + kLanes) {}

  const std::uint8_t* at(std::size_t block) {
    const std::size_t first = block * blockBytes_;
    if (first + blockBytes_ + kLanes <= bytes_.size()) return bytes_.data() + first;
    const auto rest = bytes_.subspan(first, std::min(blockBytes_, bytes_.size() - first));
    std::fill(std::ranges::copy(rest, padded_.begin()).out, padded_.end(), std::uint8_t{0});
    return padded_.data();
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t blockBytes_;
  std::vector<std::uint8_t> padded_;
};

// Transposes a 64 x 64 matrix of bits (Warren: Hacker's Delight, 7-3).
void transposeBits(std::array<std::uint64_t, kBitsPerWord>& block) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (std::size_t width = 32; width != 0; width >>= 1U, mask ^= mask << width) {
    for (std::size_t i = 0; i < kBitsPerWord; i = (i + width + 1) & ~width) {
      const std::uint64_t swap = ((block[i] >> width) ^ block[i + width]) & mask;
      block[i] ^= swap << width;
      block[i + width] ^= swap;
    }
  }
}

}  // namespace

BitColumns BitColumns::repeated(std::span<const double> times) const {
  std::vector<std::size_t> ends(times.size());
  std::transform_inclusive_scan(times.begin(), times.end(), ends.begin(), std::plus<>(),
                                [](double count) { return static_cast<std::size_t>(count); });
  BitColumns result(size(), ends.empty() ? 0 : ends.back());
  for (std::size_t c = 0; c < size(); ++c) {
    forTrueRows(columns_[c], [&](std::size_t row) {
      setBits(result.columns_[c], row == 0 ? 0 : ends[row - 1], ends[row]);
    });
  }
  for (std::size_t row = 0; row < weights_.size(); ++row) {
    result.weights_.resize(ends[row], weights_[row]);
  }
  return result;
}

void BitColumns::append(const BitColumns& other, std::span<const std::size_t> places) {
  const std::size_t shift = rows_ % kBitsPerWord;
  const std::size_t firstWord = rows_ / kBitsPerWord;
  const std::size_t words = wordsFor(rows_ + other.rows_);
  for (auto& column : columns_) {  // all allocations precede the first change
    if (column.capacity() < words) column.reserve(std::max(words, 2 * column.capacity()));
  }
  if (!weights_.empty() || !other.weights_.empty()) {
    const std::size_t rows = rows_ + other.rows_;
    if (weights_.capacity() < rows) weights_.reserve(std::max(rows, 2 * weights_.capacity()));
    weights_.resize(rows_, 1);
    weights_.insert(weights_.end(), other.weights_.begin(), other.weights_.end());
    weights_.resize(rows, 1);
  }
  for (auto& column : columns_) column.resize(words);
  rows_ += other.rows_;
  for (std::size_t c = 0; c < places.size(); ++c) {
    const Words& from = other.columns_[c];
    std::uint64_t* into = columns_[places[c]].data() + firstWord;
    if (shift == 0) {
      std::ranges::copy(from, into);
      continue;
    }
    const std::size_t end = wordsFor(rows_) - firstWord;
    for (std::size_t w = 0; w < from.size(); ++w) {
      into[w] |= from[w] << shift;
      if (w + 1 < end) into[w + 1] |= from[w] >> (kBitsPerWord - shift);
    }
  }
}

void BitColumns::clear() {
  rows_ = 0;
  for (auto& column : columns_) column.clear();
  weights_.clear();
}

void packBytes(std::span<const std::uint8_t> bytes, std::size_t rows,
               const std::vector<std::string>& names, const std::string& argument, BitColumns& into,
               std::size_t firstColumn) {
  const std::size_t stride = names.size();
  if (bytes.size() != rows * stride) {
    throw Error(ErrorCode::kShapeMismatch,
                {argument,
                 std::to_string(rows) + " rows of " + std::to_string(stride) + " values",
                 std::to_string(bytes.size()) + " values",
                 {}});
  }
  std::vector<std::uint64_t*> columns(stride);
  for (std::size_t c = 0; c < stride; ++c) columns[c] = into[firstColumn + c].data();
  RowBlocks blocks(bytes, stride);
  for (std::size_t block = 0; block < wordsFor(rows); ++block) {
    const std::uint8_t* from = blocks.at(block);
    for (std::size_t first = 0; first < stride; first += kLanes) {
      const std::size_t lanes = std::min(kLanes, stride - first);
      Bytes seen{};
      const Columns packed = packBlock(from + first, stride, seen);
      if (!isBits(seen, lanes)) failOnByte(bytes, names, argument);
      for (std::size_t lane = 0; lane < lanes; ++lane) columns[first + lane][block] = packed[lane];
    }
  }
}

Words rowWords(const BitColumns& columns, std::size_t first, std::size_t count) {
  Words rows(wordsFor(columns.rows()) * kBitsPerWord);
  std::array<std::uint64_t, kBitsPerWord> block;
  for (std::size_t w = 0; w < wordsFor(columns.rows()); ++w) {
    block.fill(0);
    for (std::size_t c = 0; c < count; ++c) block[c] = columns[first + c][w];
    transposeBits(block);
    std::ranges::copy(block, rows.begin() + static_cast<std::ptrdiff_t>(w * kBitsPerWord));
  }
  rows.resize(columns.rows());
  return rows;
}

BitColumns columnsOfRowWords(WordSpan rows, std::size_t count) {
  BitColumns columns(count, rows.size());
  std::array<std::uint64_t, kBitsPerWord> block;
  for (std::size_t w = 0; w < wordsFor(rows.size()); ++w) {
    const auto part =
        rows.subspan(w * kBitsPerWord, std::min(kBitsPerWord, rows.size() - w * kBitsPerWord));
    std::fill(std::ranges::copy(part, block.begin()).out, block.end(), std::uint64_t{0});
    transposeBits(block);
    for (std::size_t c = 0; c < count; ++c) columns[c][w] = block[c];
  }
  return columns;
}

double sumWeights(WordSpan column, std::span<const double> weights) {
  double sum = 0;
  forTrueRows(column, [&](std::size_t row) { sum += weights[row]; });
  return sum;
}

std::uint64_t countBits(WordSpan column) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : column) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

std::uint64_t countBits(WordSpan a, WordSpan b) {
  std::uint64_t count = 0;
  for (std::size_t w = 0; w < a.size(); ++w) {
    count += static_cast<std::uint64_t>(std::popcount(a[w] & b[w]));
  }
  return count;
}

}  // namespace fairwasm::amplification
