// SPDX-License-Identifier: Apache-2.0
//
// Bindings of Tally.
#include "fairwasm/tally/tally.hpp"

#include "../support/accumulator.hpp"
#include "fairwasm/tally/leave_out.hpp"

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
  tally.update({rows, toCodes(staged.attributes, rows), toCodes(staged.label, rows),
                toCodes(staged.prediction, rows), numbersAt<double>(staged.weight, rows),
                numbersAt<double>(staged.score, rows),
                numbersAt<std::uint64_t>(staged.cluster, rows)});
}

void addOtherClusters(Tally& tally, const Tally& other, const std::vector<std::uint32_t>& places) {
  tally.addClusters(other.clusters(), places);
}

std::size_t clusterCount(const Tally& tally) { return tally.clusters().count(); }

std::unique_ptr<Tally> computeRest(const Tally& tally, std::size_t set, std::size_t sets) {
  return std::make_unique<Tally>(withoutClusters(tally, set, sets));
}

std::vector<double> computeSums(const Tally& tally) {
  return {tally.cells().begin(), tally.cells().end()};
}

}  // namespace

EMSCRIPTEN_BINDINGS(tally) {
  accumulator<Tally, &update, &Tally::updateCounted>("Tally")
      .constructor<Schema>()
      .method<&Tally::schema>("schema")
      .method<&addOtherClusters>("addOtherClusters")
      .method<&clusterCount>("clusterCount")
      .method<&computeRest>("withoutClusters")
      .method<&computeSums>("sums");
  emscripten::constant("tallyChunkRows", Tally::kChunkRows);
  emscripten::constant("tallySums", tally::kSums);
  emscripten::constant("maxTallyCells", Tally::kMaxCells);
}

}  // namespace fairwasm::bindings
