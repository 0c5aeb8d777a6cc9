// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/search.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fairwasm::slices {
namespace {

constexpr std::size_t kMaxCrossed = std::size_t{1} << 14U;  // sums, which fit into the cache

Sums sumAll(std::span<const Sums> sums) {
  Sums total;
  for (const Sums& entry : sums) total.add(entry);
  return total;
}

double greatestMean(std::span<const Sums> sums) {
  double greatest = 0;
  for (const Sums& entry : sums) {
    if (entry.rows > 0) greatest = std::max(greatest, entry.mean());
  }
  return greatest;
}

Sums lesser(const Sums& a, const Sums& b) {
  return {std::min(a.rows, b.rows), std::min(a.errors, b.errors)};
}

// n choose k.
double combinations(double n, std::size_t k) {
  double count = 1;
  for (std::size_t i = 0; i < k; ++i) {
    count *= std::max(0.0, n - static_cast<double>(i)) / static_cast<double>(i + 1);
  }
  return count;
}

}  // namespace

// No slice has a positive score without errors, if all errors are equal, or for alpha up to 1/2:
// since no slice has more errors than the total, score <= (2 alpha - 1) (all rows / rows - 1).
Search::Search(const Table& table, std::vector<Sums> sums, const SearchOptions& options)
    : table_(table),
      sums_(std::move(sums)),
      options_(options),
      score_(options.alpha, sumAll(sums_), greatestMean(sums_), table.minRows()),
      canBePositive_(options.alpha > 0.5 && table.errorsDiffer()),
      best_(options.top, options.floor) {
  options_.maxConditions = std::min(options.maxConditions, table.columns().size());
  std::size_t values = 0;
  for (const Column& column : table.columns()) {
    places_.push_back(values);
    values += column.values.size() + 1;
  }
  counts_.resize(values);
  frames_.resize(std::max<std::size_t>(1, options_.maxConditions));
  isDone_ =
      sums_.empty() || options_.maxConditions == 0 || !(canBePositive_ || options_.exhaustive);
  if (!isDone_) begin(1);
}

bool Search::advance(std::size_t work) {
  work_ = 0;
  while (!isDone_ && work_ < work) step();
  return isDone_;
}

// Starts evaluating slices with this number of conditions.
void Search::begin(std::size_t conditions) {
  conditions_ = conditions;
  before_ = seen_.slices;
  Frame& root = frames_.front();
  root.next = 0;
  root.isSetOut = false;
  root.entries = {table_.codes(), sums_};
  if (conditions > 1) return;
  candidates_.clear();
  for (std::uint32_t column = 0; column < places_.size(); ++column) {
    const auto values = static_cast<std::uint32_t>(table_.columns()[column].values.size());
    for (std::uint32_t value = 0; value < values; ++value) {
      candidates_.push_back({{column, value}, {}});
    }
  }
  countCandidates(root.entries);
  offerCandidates();
  root.extensions = candidates_;
  root.next = root.extensions.size();
}

void Search::step() {
  Frame& frame = frames_[path_.size()];
  if (frame.next == frame.extensions.size()) {
    if (!path_.empty()) {
      path_.pop_back();
    } else if (conditions_ == options_.maxConditions || seen_.slices == before_) {
      isDone_ = true;
    } else {
      begin(conditions_ + 1);
    }
    return;
  }
  ++work_;
  const Extension extension = frame.extensions[frame.next++];
  if (!isWorth(extension.sums)) return;
  chooseCandidates(frame, extension);
  if (candidates_.empty()) return;
  if (path_.size() + 2 == conditions_ && canCross(extension.condition.column)) {
    readCrossed(frame, extension.condition);
    path_.push_back(extension.condition);
    offerCandidates();
    path_.pop_back();
    return;
  }
  const Entries entries = getEntries(frame, extension.condition);
  countCandidates(entries);
  path_.push_back(extension.condition);
  if (path_.size() + 1 < conditions_) {
    descend(entries);
  } else {
    offerCandidates();
    path_.pop_back();
  }
}

// Returns true if a slice with these sums, or any of its subsets, could be listed.
bool Search::isWorth(const Sums& sums) const {
  if (sums.rows < table_.minRows()) return false;
  return options_.exhaustive || best_.admits(score_.bound(sums));
}

// Selects the slices with one more condition than `extension`, by the bounds of the two slices that
// each of them intersects.
void Search::chooseCandidates(const Frame& frame, const Extension& extension) {
  candidates_.clear();
  for (std::size_t i = frame.next; i < frame.extensions.size(); ++i) {
    const auto& [condition, sums] = frame.extensions[i];
    if (condition.column == extension.condition.column) continue;
    if (isWorth(lesser(sums, extension.sums))) candidates_.push_back({condition, {}});
  }
}

Search::Entries Search::getEntries(Frame& frame, const Condition& condition) {
  if (!frame.isSetOut || frame.column != condition.column) {
    markWanted(frame, condition.column);
    if (table_.hasNarrowCodes()) {
      setOut<std::uint8_t>(frame, condition.column);
    } else {
      setOut<std::uint16_t>(frame, condition.column);
    }
  }
  const std::size_t first = frame.starts[condition.value];
  const std::size_t rows = frame.starts[condition.value + 1] - first;
  const std::size_t words = table_.wordsPerEntry();
  return {std::span<const std::uint64_t>(frame.codes).subspan(first * words, rows * words),
          std::span<const Sums>(frame.sums).subspan(first, rows)};
}

// Starts at the current extension.
void Search::markWanted(const Frame& frame, std::size_t column) {
  wanted_.assign(table_.columns()[column].values.size() + 1, 0);
  for (std::size_t i = frame.next - 1; i < frame.extensions.size(); ++i) {
    const auto& [condition, sums] = frame.extensions[i];
    if (condition.column != column) break;
    wanted_[condition.value] = isWorth(sums) ? 1 : 0;
  }
}

bool Search::canCross(std::size_t column) const {
  return (table_.columns()[column].values.size() + 1) * counts_.size() <= kMaxCrossed;
}

// Reads the sums of all candidates. Extensions by values of the same column share one pass over the
// entries of the frame.
void Search::readCrossed(Frame& frame, const Condition& condition) {
  if (!frame.isSetOut || frame.column != condition.column) {
    markWanted(frame, condition.column);
    if (table_.hasNarrowCodes()) {
      cross<std::uint8_t>(frame, condition.column);
    } else {
      cross<std::uint16_t>(frame, condition.column);
    }
  }
  const Sums* counts = crossed_.data() + condition.value * counts_.size();
  for (auto& [candidate, sums] : candidates_) {
    sums = counts[places_[candidate.column] + candidate.value];
  }
}

// Sums all later columns by the values of this one. Copying the entries of each value would take
// longer than counting them.
template <class Code>
void Search::cross(Frame& frame, std::size_t column) {
  active_.clear();
  for (std::size_t i = frame.next; i < frame.extensions.size(); ++i) {
    const std::size_t other = frame.extensions[i].condition.column;
    if (other == column || (!active_.empty() && active_.back().column == other)) continue;
    active_.push_back({other, nullptr});
  }
  crossed_.assign(wanted_.size() * counts_.size(), Sums{});
  const auto& [given, sums] = frame.entries;
  const std::size_t width = table_.wordsPerEntry() * sizeof(std::uint64_t) / sizeof(Code);
  const auto* codes = reinterpret_cast<const Code*>(given.data());
  for (const Sums& entry : sums) {
    if (wanted_[codes[column]] != 0) {
      Sums* counts = crossed_.data() + codes[column] * counts_.size();
      for (const Counted& active : active_) {
        counts[places_[active.column] + codes[active.column]].add(entry);
      }
    }
    codes += width;
  }
  frame.column = column;
  frame.isSetOut = true;
  work_ += sums.size() * (active_.size() + 1);
}

// Counting sort, which keeps the order of the entries.
template <class Code>
void Search::setOut(Frame& frame, std::size_t column) {
  const std::size_t words = table_.wordsPerEntry();
  const std::size_t codes = words * sizeof(std::uint64_t) / sizeof(Code);
  const auto& [given, sums] = frame.entries;
  const Code* code = reinterpret_cast<const Code*>(given.data()) + column;
  frame.starts.assign(wanted_.size() + 1, 0);
  for (std::size_t i = 0; i < sums.size(); ++i) ++frame.starts[code[i * codes] + 1U];
  for (std::size_t value = 0; value < wanted_.size(); ++value) {
    frame.starts[value + 1] *= wanted_[value];
  }
  std::partial_sum(frame.starts.begin(), frame.starts.end(), frame.starts.begin());
  to_ = frame.starts;
  frame.codes.resize(frame.starts.back() * words);
  frame.sums.resize(frame.starts.back());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Code value = code[i * codes];
    if (wanted_[value] == 0) continue;
    const std::size_t to = to_[value]++;
    std::copy_n(given.data() + i * words, words, frame.codes.data() + to * words);
    frame.sums[to] = sums[i];
  }
  frame.column = column;
  frame.isSetOut = true;
  work_ += sums.size();
}

// Sums all candidates over these entries.
void Search::countCandidates(const Entries& entries) {
  active_.clear();
  for (const Extension& candidate : candidates_) {
    const std::size_t column = candidate.condition.column;
    if (!active_.empty() && active_.back().column == column) continue;
    active_.push_back({column, counts_.data() + places_[column]});
    std::fill_n(active_.back().counts, table_.columns()[column].values.size() + 1, Sums{});
  }
  if (table_.hasNarrowCodes()) {
    count<std::uint8_t>(entries);
  } else {
    count<std::uint16_t>(entries);
  }
  for (auto& [condition, sums] : candidates_) {
    sums = counts_[places_[condition.column] + condition.value];
  }
  work_ += entries.sums.size() * active_.size();
}

template <class Code>
void Search::count(const Entries& entries) {
  const std::size_t width = table_.wordsPerEntry() * sizeof(std::uint64_t) / sizeof(Code);
  const auto* codes = reinterpret_cast<const Code*>(entries.codes.data());
  for (const Sums& sums : entries.sums) {
    for (const Counted& active : active_) active.counts[codes[active.column]].add(sums);
    codes += width;
  }
}

void Search::offerCandidates() {
  for (const auto& [condition, sums] : candidates_) {
    if (sums.rows < table_.minRows()) continue;
    ++seen_.slices;
    if (!canBePositive_) continue;
    const double score = score_.of(sums);
    if (score > 0) ++seen_.positive;
    best_.offer(path_, condition, sums, score);
  }
}

void Search::descend(const Entries& entries) {
  Frame& frame = frames_[path_.size()];
  frame.entries = entries;
  frame.extensions.clear();
  for (const Extension& candidate : candidates_) {
    if (isWorth(candidate.sums)) frame.extensions.push_back(candidate);
  }
  frame.next = 0;
  frame.isSetOut = false;
}

// Conjunctions that begin with a column before the current one are done: of m columns, all except
// those of the m - c columns from there on.
double Search::progress() const {
  if (isDone_) return 1;
  const auto columns = static_cast<double>(places_.size());
  double done = 0;
  double all = 0;
  for (std::size_t conditions = 1; conditions <= options_.maxConditions; ++conditions) {
    const double count = combinations(columns, conditions);
    all += count;
    if (conditions < conditions_) done += count;
  }
  const Frame& root = frames_.front();
  const double column = !path_.empty() ? path_.front().column
                        : root.next < root.extensions.size()
                            ? root.extensions[root.next].condition.column
                            : columns;
  done += combinations(columns, conditions_) - combinations(columns - column, conditions_);
  return std::min(done / all, 1 - 1e-9);
}

}  // namespace fairwasm::slices
