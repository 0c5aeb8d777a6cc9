// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/random.hpp"

#include <cmath>

namespace fairwasm {
namespace {

std::uint32_t low32(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high32(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); }

}  // namespace

// The seed is the key, the stream the upper half of the counter: no two streams of a seed ever
// meet.
RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream)
    : key_{{low32(seed), high32(seed)}}, counter_{{0, 0, low32(stream), high32(stream)}} {}

std::uint32_t RandomStream::bits32() {
  if (used_ == 4) {
    block_ = Engine{}(counter_, key_);
    used_ = 0;
    if (++counter_[0] == 0) ++counter_[1];
  }
  return block_[used_++];
}

std::uint64_t RandomStream::bits64() {
  const std::uint64_t low = bits32();
  return low | (std::uint64_t{bits32()} << 32U);
}

double RandomStream::uniform() { return static_cast<double>(bits64() >> 11U) * 0x1p-53; }

std::uint32_t RandomStream::below(std::uint32_t bound) {
  std::uint64_t product = std::uint64_t{bits32()} * bound;
  if (low32(product) < bound) {
    const std::uint32_t threshold = (0U - bound) % bound;
    while (low32(product) < threshold) product = std::uint64_t{bits32()} * bound;
  }
  return high32(product);
}

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

}  // namespace fairwasm
