// SPDX-License-Identifier: Apache-2.0
//
// The native side of the attackers' benchmark: optimizer steps of plain attackers, and whole
// leakage runs of the documented attacker (one sigmoid unit, 16,384 rows, 100 epochs, 10 trials, D
// and M).
#include <benchmark/benchmark.h>

#include <memory>
#include <numeric>

#include "fairwasm/predictability/data_creator.hpp"
#include "fairwasm/predictability/leakage.hpp"

namespace fairwasm::predictability {
namespace {

// One epoch of 64 batches of 64 rows.
void trainEpoch(benchmark::State& state, std::vector<std::size_t> widths) {
  constexpr std::size_t kRows = 4096;
  uncertainty::RandomStream random(1);
  std::vector<Activation> activations(widths.size() - 2, Activation::kRelu);
  activations.push_back(Activation::kSigmoid);
  Network<float> network(NetworkShape{0, widths, activations});
  network.initialize(random);
  Table<float> table{Matrix<float>(static_cast<Eigen::Index>(widths[0]), kRows),
                     std::vector<std::uint32_t>(kRows)};
  Table<float> targets{Matrix<float>(1, 2), std::vector<std::uint32_t>(kRows)};
  for (float& value : table.distinct.reshaped()) value = static_cast<float>(random.normal());
  std::iota(table.rows.begin(), table.rows.end(), 0U);
  targets.distinct << 0, 1;
  for (auto& row : targets.rows) row = random.below(2);
  const Inputs<float> inputs = std::move(table);
  TrainingOptions options;
  options.learningRate = 0.001;
  options.epochs = 1;
  for (auto _ : state) {
    Trainer<float> trainer(network, inputs, targets, options,
                           std::make_shared<RandomDraws>(uncertainty::RandomStream(2)));
    trainer.advance(1000);
  }
  state.SetItemsProcessed(state.iterations() * 64);  // steps
}

AttackRows<float> created(std::size_t rows, std::uint64_t seed) {
  const auto data = createData(rows, 0.2, 0.05, true, seed);
  Table<float> feature{Matrix<float>(1, 2), {data.p.begin(), data.p.end()}};
  feature.distinct << 0, 1;
  return {std::move(feature),
          {{data.dBias.begin(), data.dBias.end()}},
          {{data.m2.begin(), data.m2.end()}}};
}

void leakage(benchmark::State& state) {
  const auto train = created(13108, 1);
  const auto test = created(3276, 2);
  LeakageOptions options;
  options.testing.first = 13108;
  for (auto _ : state) {
    LeakageTrials<float> trials(joined(train, test), {{{2}}},
                                NetworkShape{0, {1, 1}, {Activation::kSigmoid}}, options, 0, 10,
                                seededRandomness<float>(1));
    while (!trials.advance(100'000)) {
    }
    benchmark::DoNotOptimize(trials.trials().data());
  }
}

}  // namespace
}  // namespace fairwasm::predictability

// clang-format off: it takes the names for differences
BENCHMARK_CAPTURE(fairwasm::predictability::trainEpoch, 20 - 32 - 16 - 1, {20, 32, 16, 1});
BENCHMARK_CAPTURE(fairwasm::predictability::trainEpoch, 128 - 256 - 256 - 1, {128, 256, 256, 1});
// clang-format on
BENCHMARK(fairwasm::predictability::leakage)->Unit(benchmark::kMillisecond);
