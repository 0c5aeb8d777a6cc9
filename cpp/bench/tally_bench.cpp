// SPDX-License-Identifier: Apache-2.0
//
// The native side of the tally benchmark: nanoseconds a row, from columns in memory to sums.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "fairwasm/tally/tally.hpp"

namespace {

void tallyRows(benchmark::State& state, bool weighted) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  std::mt19937 random(1);
  const auto column = [&](unsigned categories) {
    std::vector<std::uint8_t> codes(rows);
    for (auto& code : codes) code = static_cast<std::uint8_t>(random() % categories);
    return codes;
  };
  const auto race = column(6);
  const auto sex = column(2);
  const auto label = column(2);
  const auto prediction = column(2);
  std::vector<double> weights(weighted ? rows : 0);
  for (double& weight : weights) weight = 0.5 + static_cast<double>(random() % 1000) / 1000;

  const fairwasm::data::Schema schema{
      {{"race", {"a", "b", "c", "d", "e", "f"}}, {"sex", {"f", "m"}}},
      {"0", "1"},
      true,
      true,
      false};
  for (auto _ : state) {
    fairwasm::tally::Tally tally(schema);
    tally.update({rows,
                  {std::span<const std::uint8_t>(race), std::span<const std::uint8_t>(sex)},
                  std::span<const std::uint8_t>(label),
                  std::span<const std::uint8_t>(prediction),
                  weights,
                  {}});
    benchmark::DoNotOptimize(tally.cells().data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK_CAPTURE(tallyRows, plain, false)->Arg(1'000'000)->Arg(10'000'000);
BENCHMARK_CAPTURE(tallyRows, weighted, true)->Arg(1'000'000)->Arg(10'000'000);
