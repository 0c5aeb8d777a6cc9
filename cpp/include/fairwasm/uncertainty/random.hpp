// SPDX-License-Identifier: Apache-2.0
//
// Reproducible random numbers: Philox4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as 1,
// 2, 3, 2011) with custom distributions, because those of the standard library differ between
// implementations. A stream is identified by (seed, stream). Give each trial, draw, or worker item
// its own stream, so that results do not depend on which worker computes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fairwasm::uncertainty {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  // Returns 32 (or 64) random bits.
  std::uint32_t bits32() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  std::uint64_t bits64();

  // Returns a uniform number in [0, 1), a multiple of 2^-53.
  double uniform();
  // Returns a uniform number in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Returns a uniform number in {0, …, bound - 1}, without bias (Lemire 2019). `bound` must be at
  // least 1.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{bits32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) product = redraw(product, bound);
    return static_cast<std::uint32_t>(product >> 32U);
  }

  // Returns a standard normal number (Marsaglia's polar method).
  double normal();

  // Shuffles `values` uniformly (Fisher and Yates).
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  // Four counters are processed at a time to fill the lanes of a SIMD register. The words are in
  // the order of the counters, as if they were processed one by one.
  static constexpr std::size_t kCounters = 4;

  void refill();
  // Handles the rare case of below() in which a draw may have to be repeated.
  std::uint64_t redraw(std::uint64_t product, std::uint32_t bound);

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4 * kCounters> block_{};
  std::size_t used_ = block_.size();  // number of words of block_ that have been returned
  double spareNormal_ = 0;
  bool hasSpareNormal_ = false;
};

// Returns bootstrap sample number `draw`: as many rows as there are, drawn with replacement.
std::vector<std::uint32_t> drawnRows(std::uint32_t rows, std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::uncertainty
