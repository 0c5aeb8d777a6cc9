// SPDX-License-Identifier: Apache-2.0
//
// Every accumulator, restored from random or changed bytes. Accepted bytes are written back
// unchanged, and the accumulator can be merged with itself and reset.
#include <span>

#include "fairwasm/amplification/captions.hpp"
#include "fairwasm/amplification/cooccurrence.hpp"
#include "fairwasm/data/accumulator.hpp"
#include "fairwasm/rankings/rankings.hpp"
#include "fairwasm/robustness/certificates.hpp"
#include "fairwasm/scores/error_rows.hpp"
#include "fairwasm/scores/regression.hpp"
#include "fairwasm/scores/score_rows.hpp"
#include "fairwasm/scores/scores.hpp"
#include "fairwasm/tally/tally.hpp"
#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

template <data::Mergeable T>
void readBack(std::span<const std::uint8_t> bytes) {
  accepts([&] {
    const T read = T::fromBytes(bytes);
    const auto written = read.toBytes();
    require(T::fromBytes(written).toBytes() == written, "bytes are written back unchanged");
    T twice = read;
    if (accepts([&] { twice.merge(read); })) T::fromBytes(twice.toBytes());
    twice.reset();
    T other = read;
    other.reset();
    require(twice.toBytes() == other.toBytes(), "a reset removes all rows");
  });
}

using Read = void (*)(std::span<const std::uint8_t>);
constexpr Read kAll[] = {
    readBack<tally::Tally>,
    readBack<scores::ScoreTally>,
    readBack<scores::RegressionTally>,
    readBack<scores::ScoreRows>,
    readBack<scores::ErrorRows>,
    readBack<amplification::Cooccurrence>,
    readBack<amplification::CaptionCounts>,
    readBack<robustness::Certificates>,
    readBack<rankings::RankedLists>,
};

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte of older inputs selects among eight, modulo 8.
  const std::size_t kind = data[0] == 8 ? 8 : data[0] % 8;
  fairwasm::fuzz::kAll[kind]({data + 1, size - 1});
  return 0;
}
