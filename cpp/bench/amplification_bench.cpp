// SPDX-License-Identifier: Apache-2.0
//
// The native side of the co-occurrence benchmark: from 0/1 bytes, packing included, to DBA and
// MDBA.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "fairwasm/amplification/combinations.hpp"

namespace {

using fairwasm::amplification::Direction;

std::vector<std::string> names(const char* prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

// One of four groups per row, and half of twelve tasks.
struct Bytes {
  explicit Bytes(std::size_t rows) : rows(rows) {
    std::mt19937 random(1);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto group = random() % 4;
      for (std::size_t g = 0; g < 4; ++g) attribute.push_back(g == group ? 1 : 0);
      for (std::size_t t = 0; t < 12; ++t) {
        task.push_back(static_cast<std::uint8_t>(random() % 2));
        prediction.push_back(static_cast<std::uint8_t>(random() % 2));
      }
    }
  }

  [[nodiscard]] fairwasm::amplification::Cooccurrence counted() const {
    fairwasm::amplification::Cooccurrence all({names("a", 4), names("t", 12), false, true});
    constexpr std::size_t kChunk = 8192;  // as the package hands them over
    for (std::size_t first = 0; first < rows; first += kChunk) {
      const std::size_t length = std::min(kChunk, rows - first);
      const auto part = [&](const std::vector<std::uint8_t>& bytes, std::size_t width) {
        return std::span(bytes).subspan(first * width, length * width);
      };
      all.update({length, part(attribute, 4), part(task, 12), {}, part(prediction, 12)});
    }
    return all;
  }

  std::size_t rows;
  std::vector<std::uint8_t> attribute;
  std::vector<std::uint8_t> task;
  std::vector<std::uint8_t> prediction;
};

void packing(benchmark::State& state) {
  const Bytes bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(bytes.counted().rows());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void dba(benchmark::State& state) {
  const Bytes bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const auto counts =
        fairwasm::amplification::countPairs(bytes.counted(), Direction::kAttributeToTask);
    benchmark::DoNotOptimize(fairwasm::amplification::directionalAmplification(
                                 counts, counts, fairwasm::amplification::Definition::kPaper)
                                 .value);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void mdba(benchmark::State& state) {
  const Bytes bytes(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const auto counts = bytes.counted();
    fairwasm::amplification::CombinationWalk walk(
        counts.bits(), columnsFor(counts.schema(), Direction::kAttributeToTask), {1, 4});
    while (!walk.advance(100)) {
    }
    benchmark::DoNotOptimize(walk.result().mean);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(packing)->Name("amplification/packing")->Arg(1'000'000);
BENCHMARK(dba)->Name("amplification/dba")->Arg(1'000'000);
BENCHMARK(mdba)->Name("amplification/mdba")->Arg(100'000);
