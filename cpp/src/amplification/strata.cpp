// SPDX-License-Identifier: Apache-2.0
#include "strata.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fairwasm::amplification::internal {
namespace {

// Numbers the rows by their attributes; rows with equal attributes get the same number. 64
// attributes are processed at a time, and later ones refine the numbering.
std::vector<std::size_t> numberRows(const BitColumns& bits, ColumnRange attributes,
                                    std::size_t& count) {
  std::vector<std::size_t> numbers(bits.rows(), 0);
  count = bits.rows() > 0 ? 1 : 0;
  for (std::size_t first = 0; first < attributes.count; first += kBitsPerWord) {
    const std::size_t width = std::min(kBitsPerWord, attributes.count - first);
    const Words words = rowWords(bits, attributes.first + first, width);
    std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> known;
    for (std::size_t row = 0; row < words.size(); ++row) {
      const auto next = known.size();
      numbers[row] = known.try_emplace({numbers[row], words[row]}, next).first->second;
    }
    count = known.size();
  }
  return numbers;
}

}  // namespace

Strata::Strata(const BitColumns& bits, ColumnRange attributes) : attributes_(attributes.count) {
  std::size_t count = 0;
  places_ = numberRows(bits, attributes, count);
  std::vector<std::size_t> sizes(count, 0);
  std::vector<std::size_t> firstRows(count, bits.rows());
  for (std::size_t row = places_.size(); row-- > 0;) {
    ++sizes[places_[row]];
    firstRows[places_[row]] = row;
  }
  std::vector<std::size_t> next;
  for (std::size_t s = 0; s < count; ++s) {
    Stratum stratum;
    stratum.firstWord = paddedRows_ / kBitsPerWord;
    next.push_back(paddedRows_);
    paddedRows_ += wordsFor(sizes[s]) * kBitsPerWord;
    stratum.endWord = paddedRows_ / kBitsPerWord;
    const std::size_t row = firstRows[s];
    for (std::size_t a = 0; a < attributes.count; ++a) {
      const std::uint64_t word = bits[attributes.first + a][row / kBitsPerWord];
      if (((word >> (row % kBitsPerWord)) & 1U) != 0) stratum.attributes.push_back(a);
    }
    strata_.push_back(std::move(stratum));
  }
  for (auto& place : places_) place = next[place]++;
}

BitColumns Strata::reorder(const BitColumns& bits, ColumnRange columns) const {
  BitColumns reordered(columns.count, paddedRows_);
  Words padded(paddedRows_);
  for (std::size_t first = 0; first < columns.count; first += kBitsPerWord) {
    const std::size_t width = std::min(kBitsPerWord, columns.count - first);
    const Words words = rowWords(bits, columns.first + first, width);
    std::ranges::fill(padded, std::uint64_t{0});
    for (std::size_t row = 0; row < words.size(); ++row) padded[places_[row]] = words[row];
    BitColumns part = columnsOfRowWords(padded, width);
    for (std::size_t c = 0; c < width; ++c) reordered[first + c] = std::move(part[c]);
  }
  return reordered;
}

std::vector<double> Strata::reorderWeights(std::span<const double> weights) const {
  if (weights.empty()) return {};
  std::vector<double> reordered(paddedRows_, 0.0);
  for (std::size_t row = 0; row < weights.size(); ++row) reordered[places_[row]] = weights[row];
  return reordered;
}

std::vector<double> Strata::sumsByAttribute(std::span<const double> counts) const {
  std::vector<double> sums(attributes_, 0.0);
  for (std::size_t s = 0; s < strata_.size(); ++s) {
    for (const std::size_t a : strata_[s].attributes) sums[a] += counts[s];
  }
  return sums;
}

}  // namespace fairwasm::amplification::internal
