// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/exchange.hpp"

#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::amplification {

BitColumns exchange(const BitColumns& bits, const DirectedColumns& columns, std::uint64_t seed,
                    std::uint64_t draw) {
  BitColumns exchanged = bits;
  uncertainty::RandomStream random(seed, draw);
  for (std::size_t word = 0; word < wordsFor(bits.rows()); ++word) {
    const std::uint64_t rows = random.bits64();
    for (std::size_t c = 0; c < columns.predicted.count; ++c) {
      std::uint64_t& truth = exchanged[columns.to.first + c][word];
      std::uint64_t& predicted = exchanged[columns.predicted.first + c][word];
      const std::uint64_t differing = (truth ^ predicted) & rows;
      truth ^= differing;
      predicted ^= differing;
    }
  }
  return exchanged;
}

}  // namespace fairwasm::amplification
