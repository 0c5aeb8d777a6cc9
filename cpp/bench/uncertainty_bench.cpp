// SPDX-License-Identifier: Apache-2.0
//
// Intervals and tests of a frame of ten groups, 2,000 draws: the cost must not depend on the rows.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace {

void frameUncertaintyOfRows(benchmark::State& state) {
  fairwasm::data::Schema schema{{{"group", {}}}, {"0", "1"}, true, true, false};
  for (int i = 0; i < 10; ++i) schema.attributes[0].categories.push_back(std::to_string(i));
  fairwasm::tally::Tally tally(schema);
  std::vector<double> sums(tally.cells().size());
  fairwasm::uncertainty::RandomStream random(1);
  for (std::size_t cell = 0; cell < sums.size() / fairwasm::tally::kSums; ++cell) {
    const double rows = static_cast<double>(state.range(0)) / 40 * random.uniform(0.5, 1.5);
    for (const auto sum :
         {fairwasm::tally::kRows, fairwasm::tally::kWeight, fairwasm::tally::kSquaredWeight}) {
      sums[cell * fairwasm::tally::kSums + sum] = static_cast<double>(static_cast<long>(rows));
    }
  }
  tally.updateCounted(sums);
  for (auto _ : state) {
    const auto frame = fairwasm::group::frameBy(tally, {"group"}, {false, true});
    benchmark::DoNotOptimize(
        fairwasm::group::frameUncertainty(frame.counts, frame.overall, 0, {}).spreads.data());
  }
}

}  // namespace

BENCHMARK(frameUncertaintyOfRows)
    ->Arg(10'000)
    ->Arg(1'000'000)
    ->Arg(100'000'000)
    ->Unit(benchmark::kMillisecond);
