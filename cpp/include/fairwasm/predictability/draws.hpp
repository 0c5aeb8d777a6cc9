// SPDX-License-Identifier: Apache-2.0
//
// Source of random numbers for training and quality equalization.
#pragma once

#include <cstdint>
#include <span>

#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::predictability {

// Permutations have two element types, row numbers and codes of one byte; the same source must
// permute both in the same way.
class Draws {
 public:
  Draws() = default;
  Draws(const Draws&) = delete;
  Draws& operator=(const Draws&) = delete;
  virtual ~Draws() = default;
  virtual void shuffle(std::span<std::uint32_t> values) = 0;
  virtual void shuffle(std::span<std::uint8_t> values) = 0;
  // Returns a uniform number in {0, …, bound - 1}.
  virtual std::uint32_t below(std::uint32_t bound) = 0;
};

// Draws from a random stream.
class RandomDraws : public Draws {
 public:
  explicit RandomDraws(uncertainty::RandomStream random) : random_(random) {}
  void shuffle(std::span<std::uint32_t> values) override { random_.shuffle(values); }
  void shuffle(std::span<std::uint8_t> values) override { random_.shuffle(values); }
  std::uint32_t below(std::uint32_t bound) override { return random_.below(bound); }

 private:
  uncertainty::RandomStream random_;
};

}  // namespace fairwasm::predictability
