// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/run.hpp"

#include <algorithm>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/slices/interval.hpp"
#include "fairwasm/slices/permutation.hpp"

namespace fairwasm::slices {
namespace {

// Equal sums have equal scores; this tolerance is for scores that only rounding separates.
constexpr double kRounding = 1e-12;

}  // namespace

SliceRun::SliceRun(const Table& table, const RunOptions& options)
    : table_(table),
      options_(options),
      search_(table, {table.sums().begin(), table.sums().end()}, options.search) {
  if (options.confidence > 0 && options.confidence < 1) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"confidence", "a number between 0 and 1", shown(options.confidence), {}});
}

double SliceRun::advance(std::size_t work) {
  const auto runs = static_cast<double>(1 + options_.permutations);
  if (!search_.advance(work)) return search_.progress() / runs;
  if (shared_.size() < search_.slices().size()) {
    share(shared_.size());
  } else if (isPermuting()) {
    permute(work);
  } else {
    isDone_ = true;
    return 1;
  }
  const double part = permutation_ ? permutation_->progress() : 0;
  return std::min((1 + static_cast<double>(permuted_) + part) / runs, 1 - kRounding);
}

bool SliceRun::isPermuting() const {
  return permuted_ < options_.permutations && canPermute(table_) && !search_.slices().empty();
}

void SliceRun::share(std::size_t slice) {
  const auto& slices = search_.slices();
  std::vector<double> shared(slices.size());
  for (std::size_t entry = 0; entry < table_.entries(); ++entry) {
    if (!table_.isIn(entry, slices[slice].conditions)) continue;
    for (std::size_t other = 0; other < slices.size(); ++other) {
      if (table_.isIn(entry, slices[other].conditions)) shared[other] += table_.sums()[entry].rows;
    }
  }
  shared_.push_back(std::move(shared));
}

// Searches for the worst slice of permuted errors, as long as its score may reach a listed one.
void SliceRun::permute(std::size_t work) {
  const auto& slices = search_.slices();
  asHigh_.resize(slices.size());
  if (!permutation_) {
    SearchOptions options = options_.search;
    options.top = 1;
    options.floor = slices.back().score * (1 - kRounding);
    permutation_.emplace(table_, permuteErrors(table_, options_.seed, permuted_), options);
  }
  if (!permutation_->advance(work)) return;
  if (!permutation_->slices().empty()) {
    const double highest = permutation_->slices().front().score;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      if (highest >= slices[i].score * (1 - kRounding)) ++asHigh_[i];
    }
  }
  permutation_.reset();
  ++permuted_;
}

WorstSlice SliceRun::describe(std::size_t slice, double conjunctions) const {
  const Slice& found = search_.slices()[slice];
  WorstSlice worst{{}, {}, found.sums.rows, found.sums.errors, found.score, kNaN, kNaN, 0, {}};
  for (const Condition& condition : found.conditions) {
    worst.columns.push_back(condition.column);
    worst.values.push_back(table_.columns()[condition.column].values[condition.value]);
  }
  if (table_.kind() == Errors::kBinary || table_.kind() == Errors::kShares) {
    const auto [low, high] = meanInterval(found.sums, conjunctions, options_.confidence);
    worst.low = low;
    worst.high = high;
  }
  if (!asHigh_.empty()) worst.permutationsAsHigh = static_cast<double>(asHigh_[slice]);
  worst.sharedRows = shared_[slice];
  return worst;
}

RunResult SliceRun::result() const {
  if (!isDone_) {
    throw Error(ErrorCode::kInvalidState, {"this", "a finished search", "a running search", {}});
  }
  const double named = conjunctions(table_, options_.search.maxConditions);
  RunResult result{table_.total().rows,
                   table_.total().errors,
                   {},
                   named,
                   search_.seen().slices,
                   search_.seen().positive,
                   static_cast<double>(permuted_),
                   table_.kind() == Errors::kBinary,
                   table_.kind() == Errors::kSummed};
  for (std::size_t slice = 0; slice < search_.slices().size(); ++slice) {
    result.slices.push_back(describe(slice, named));
  }
  return result;
}

}  // namespace fairwasm::slices
