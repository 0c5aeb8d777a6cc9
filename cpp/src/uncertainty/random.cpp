// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/random.hpp"

#include <Random123/philox.h>

#include <cmath>

namespace fairwasm::uncertainty {
namespace {

constexpr std::uint32_t low32(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high32(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32U);
}

constexpr int kRounds = 10;

}  // namespace

// Computes Philox4x32-10 on all lanes at once. Random123 computes one counter at a time, which
// compilers do not vectorize; a test compares both. The seed is the key, and the stream is the
// upper half of the counter, so streams of a seed never overlap.
void RandomStream::refill() {
  using Lanes = std::array<std::uint32_t, kCounters>;
  Lanes a{};
  Lanes b{};
  Lanes c{};
  Lanes d{};
  for (std::size_t i = 0; i < kCounters; ++i) {
    a[i] = low32(counter_ + i);
    b[i] = high32(counter_ + i);
    c[i] = low32(stream_);
    d[i] = high32(stream_);
  }
  counter_ += kCounters;
  std::uint32_t key0 = low32(seed_);
  std::uint32_t key1 = high32(seed_);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kCounters; ++i) {
      const std::uint64_t first = std::uint64_t{PHILOX_M4x32_0} * a[i];
      const std::uint64_t second = std::uint64_t{PHILOX_M4x32_1} * c[i];
      a[i] = high32(second) ^ b[i] ^ key0;
      c[i] = high32(first) ^ d[i] ^ key1;
      b[i] = low32(second);
      d[i] = low32(first);
    }
    key0 += PHILOX_W32_0;
    key1 += PHILOX_W32_1;
  }
  for (std::size_t i = 0; i < kCounters; ++i) {
    block_[4 * i] = a[i];
    block_[4 * i + 1] = b[i];
    block_[4 * i + 2] = c[i];
    block_[4 * i + 3] = d[i];
  }
  used_ = 0;
}

std::uint64_t RandomStream::redraw(std::uint64_t product, std::uint32_t bound) {
  const std::uint32_t threshold = (0U - bound) % bound;
  while (low32(product) < threshold) product = std::uint64_t{bits32()} * bound;
  return product;
}

std::uint64_t RandomStream::bits64() {
  const std::uint64_t low = bits32();
  return low | (std::uint64_t{bits32()} << 32U);
}

double RandomStream::uniform() { return static_cast<double>(bits64() >> 11U) * 0x1p-53; }

double RandomStream::normal() {
  if (hasSpareNormal_) {
    hasSpareNormal_ = false;
    return spareNormal_;
  }
  double x = 0;
  double y = 0;
  double squaredRadius = 0;
  do {
    x = uniform(-1, 1);
    y = uniform(-1, 1);
    squaredRadius = x * x + y * y;
  } while (squaredRadius >= 1 || squaredRadius == 0);
  const double factor = std::sqrt(-2 * std::log(squaredRadius) / squaredRadius);
  spareNormal_ = y * factor;
  hasSpareNormal_ = true;
  return x * factor;
}

std::vector<std::uint32_t> drawnRows(std::uint32_t rows, std::uint64_t seed, std::uint64_t draw) {
  RandomStream random(seed, draw);
  std::vector<std::uint32_t> drawn(rows);
  for (auto& row : drawn) row = random.below(rows);
  return drawn;
}

}  // namespace fairwasm::uncertainty
