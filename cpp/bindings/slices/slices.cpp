// SPDX-License-Identifier: Apache-2.0
//
// Bindings of the search for the worst slices. Columns are passed one at a time, by address.
#include "../support/accumulator.hpp"
#include "fairwasm/slices/run.hpp"

namespace fairwasm::bindings {

using namespace slices;

template <>
inline constexpr bool kIsSpliced<SearchOptions> = true;

namespace {

void addColumn(Table& table, const StagedCodes& codes, std::size_t rows, std::size_t values) {
  table.addColumn(codes.of(rows), values);
}

}  // namespace

EMSCRIPTEN_BINDINGS(slices) {
  Class<Table>("Table")
      .constructor<std::vector<double>, std::vector<double>, double>()
      .method<&addColumn>("addColumn")
      .method<&Table::finish>("finish");
  Class<SliceRun>("SliceRun")
      .constructor<const Table&, const RunOptions&>()
      .method<&SliceRun::advance>("advance")
      .method<&SliceRun::result>("result");
}

}  // namespace fairwasm::bindings
