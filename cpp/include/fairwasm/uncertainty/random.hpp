// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same everywhere: Philox4x32-10 (Salmon et al., Parallel Random
// Numbers: As Easy as 1, 2, 3, 2011) with our own distributions, because the standard library's
// differ between implementations. A stream is named by (seed, stream): give every trial, draw or
// worker item its own stream, and results do not depend on who computes which.
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

  // 32 and 64 random bits.
  std::uint32_t bits32() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  std::uint64_t bits64();

  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  // Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Uniform in {0, …, bound - 1}, without bias (Lemire 2019). `bound` must be at least 1.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{bits32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) product = redraw(product, bound);
    return static_cast<std::uint32_t>(product >> 32U);
  }

  // Standard normal (Marsaglia's polar method).
  double normal();

  // Puts `values` into uniformly random order (Fisher and Yates).
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  // Four counters at a time, which fill the lanes of a SIMD register. The words come in the order
  // of the counters, as if each were taken alone.
  static constexpr std::size_t kCounters = 4;

  void refill();
  // The rare case of below(): the product of a draw that may have to be given up.
  std::uint64_t redraw(std::uint64_t product, std::uint32_t bound);

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4 * kCounters> block_{};
  std::size_t used_ = block_.size();  // words of block_ already given out
  double spareNormal_ = 0;
  bool hasSpareNormal_ = false;
};

// Rows drawn with replacement, as many as there are: the bootstrap sample number `draw`.
std::vector<std::uint32_t> drawnRows(std::uint32_t rows, std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::uncertainty
