// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/permutation.hpp"

#include <span>

#include "fairwasm/core/error.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm::slices {
namespace {

using uncertainty::RandomStream;

// Draws for each entry how many of the remaining wrong rows it gets.
void drawCounts(RandomStream& random, const Sums& total, std::vector<Sums>& entries) {
  Sums left = total;
  for (Sums& entry : entries) {
    const double right = left.rows - left.errors;
    entry.errors = entry.rows == 1
                       ? (random.uniform() * left.rows < left.errors ? 1 : 0)
                       : uncertainty::drawHypergeometric(random, left.errors, right, entry.rows);
    left.rows -= entry.rows;
    left.errors -= entry.errors;
  }
}

void shuffleErrors(RandomStream& random, const Table& table, std::vector<Sums>& entries) {
  std::vector<double> errors(table.errors().begin(), table.errors().end());
  random.shuffle(std::span(errors));
  for (Sums& entry : entries) entry.errors = 0;
  for (std::size_t row = 0; row < errors.size(); ++row) {
    entries[table.getEntry().empty() ? row : table.getEntry()[row]].errors += errors[row];
  }
}

}  // namespace

std::vector<Sums> permuteErrors(const Table& table, std::uint64_t seed, std::uint64_t draw) {
  if (!canPermute(table)) {
    throw Error(ErrorCode::kInvalidState,
                {"error", "the errors of individual rows", "sums over several rows", {}});
  }
  RandomStream random(seed, draw);
  std::vector<Sums> entries(table.sums().begin(), table.sums().end());
  if (table.kind() == Errors::kBinary) {
    drawCounts(random, table.total(), entries);
  } else {
    shuffleErrors(random, table, entries);
  }
  return entries;
}

}  // namespace fairwasm::slices
