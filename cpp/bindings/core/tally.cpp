// SPDX-License-Identifier: Apache-2.0
//
// Bindings of Tally.
#include "fairwasm/tally/tally.hpp"

#include "../support/accumulator.hpp"

namespace fairwasm::bindings {

using data::Schema;
using tally::Tally;

struct StagedRows {
  std::size_t rows;
  std::vector<StagedCodes> attributes;
  std::optional<StagedCodes> label;
  std::optional<StagedCodes> prediction;
  std::optional<std::uintptr_t> weight;
  std::optional<std::uintptr_t> score;
  std::optional<std::uintptr_t> cluster;
};

namespace {

void update(Tally& tally, const StagedRows& staged) {
  const std::size_t rows = staged.rows;
  tally.update({rows, codesOf(staged.attributes, rows), codesOf(staged.label, rows),
                codesOf(staged.prediction, rows), numbersAt<double>(staged.weight, rows),
                numbersAt<double>(staged.score, rows),
                numbersAt<std::uint64_t>(staged.cluster, rows)});
}

void addClustersOf(Tally& tally, const Tally& other, const std::vector<std::uint32_t>& places) {
  tally.addClusters(other.clusters(), places);
}

std::size_t clusterCount(const Tally& tally) { return tally.clusters().count(); }

std::vector<double> sumsOf(const Tally& tally) {
  return {tally.cells().begin(), tally.cells().end()};
}

}  // namespace

EMSCRIPTEN_BINDINGS(tally) {
  accumulator<Tally, &update, &Tally::updateCounted>("Tally")
      .constructor<Schema>()
      .method<&Tally::schema>("schema")
      .method<&addClustersOf>("addClustersOf")
      .method<&clusterCount>("clusterCount")
      .method<&sumsOf>("sums");
  emscripten::constant("tallyChunkRows", Tally::kChunkRows);
  emscripten::constant("tallySums", tally::kSums);
  emscripten::constant("maxTallyCells", Tally::kMaxCells);
}

}  // namespace fairwasm::bindings
