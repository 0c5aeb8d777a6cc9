// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/combinations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "strata.hpp"

namespace fairwasm::amplification {
namespace {

using internal::Strata;

constexpr std::size_t kExamples = 5;

// Returns C(n, 0) + … + C(n, k) as a double, because it may be astronomically large.
double countSubsets(std::size_t n, std::size_t k) {
  double subsets = 1;
  double sum = 1;
  for (std::size_t size = 1; size <= std::min(n, k); ++size) {
    subsets *= static_cast<double>(n - size + 1) / static_cast<double>(size);
    sum += subsets;
  }
  return sum;
}

// Returns the maximum number of true columns in a row with positive weight.
std::size_t maxInARow(const BitColumns& bits, ColumnRange columns) {
  std::vector<std::size_t> counts(bits.rows(), 0);
  for (std::size_t first = 0; first < columns.count; first += kBitsPerWord) {
    const std::size_t width = std::min(kBitsPerWord, columns.count - first);
    const Words words = rowWords(bits, columns.first + first, width);
    for (std::size_t row = 0; row < words.size(); ++row) {
      counts[row] += static_cast<std::size_t>(std::popcount(words[row]));
    }
  }
  for (std::size_t row = 0; row < bits.weights().size(); ++row) {
    if (bits.weights()[row] == 0) counts[row] = 0;
  }
  return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

std::string approximately(double number) {
  if (number < 1e15) return std::to_string(static_cast<std::uint64_t>(number));
  const int exponent = static_cast<int>(std::log10(number));
  return std::isfinite(number) ? "10^" + std::to_string(exponent) : "more than 10^308";
}

// Computes out = parent AND column, with one count per stratum.
void intersect(const std::uint64_t* parent, const std::uint64_t* column, std::uint64_t* out,
               std::span<const internal::Stratum> strata, double* counts) {
  for (const auto& stratum : strata) {
    std::uint64_t count = 0;
    for (std::size_t w = stratum.firstWord; w < stratum.endWord; ++w) {
      const std::uint64_t both = parent[w] & column[w];
      out[w] = both;
      count += static_cast<std::uint64_t>(std::popcount(both));
    }
    *counts++ = static_cast<double>(count);
  }
}

// Likewise for rows with weights.
void intersect(const Words& parent, const Words& column, Words& out,
               std::span<const internal::Stratum> strata, std::span<const double> weights,
               double* counts) {
  for (const auto& [first, end, attributes] : strata) {
    for (std::size_t w = first; w < end; ++w) out[w] = parent[w] & column[w];
    *counts++ = sumWeights(WordSpan(out).subspan(first, end - first),
                           weights.subspan(first * kBitsPerWord));
  }
}

// One matrix of tasks along the path of the walk: for each depth, the rows with all tasks so far.
class Layer {
 public:
  Layer(const BitColumns& bits, ColumnRange columns, const Strata& strata)
      : columns_(strata.reorder(bits, columns)),
        weights_(strata.reorderWeights(bits.weights())),
        all_(wordsFor(columns_.rows()), ~std::uint64_t{0}),
        counts_(strata.strata().size()) {}

  // Adds `column` to the path at `depth`; returns the number of rows with the whole path by
  // stratum.
  std::span<const double> descend(std::size_t depth, std::size_t column, const Strata& strata) {
    if (depth == rows_.size()) rows_.emplace_back(all_.size());
    const Words& parent = depth == 0 ? all_ : rows_[depth - 1];
    if (weights_.empty()) {
      intersect(parent.data(), columns_[column].data(), rows_[depth].data(), strata.strata(),
                counts_.data());
    } else {
      intersect(parent, columns_[column], rows_[depth], strata.strata(), weights_, counts_.data());
    }
    return counts_;
  }

 private:
  BitColumns columns_;
  std::vector<double> weights_;
  Words all_;
  std::vector<Words> rows_;
  std::vector<double> counts_;
};

double total(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// The true tasks of a data set and, if required, the predicted ones, along the same path.
struct Side {
  Side(const BitColumns& bits, const DirectedColumns& columns)
      : strata(bits, columns.from),
        truth(bits, columns.to, strata),
        predicted(bits, columns.predicted, strata),
        hasPredicted(columns.predicted.count > 0),
        fromRows(countTrue(bits, columns.from)),
        rows(bits.weights().empty() ? static_cast<double>(bits.rows()) : total(bits.weights())) {}

  // Counts the true tasks of the path; returns false if no row has all of them.
  bool descendTruth(std::size_t depth, std::size_t task) {
    const auto counts = truth.descend(depth, task, strata);
    together = strata.sumsByAttribute(counts);
    both = total(counts);
    return both > 0;
  }

  void descendPredicted(std::size_t depth, std::size_t task) {
    if (!hasPredicted) return;
    predictedTogether = strata.sumsByAttribute(predicted.descend(depth, task, strata));
  }

  Strata strata;
  Layer truth;
  Layer predicted;
  bool hasPredicted;
  std::vector<double> fromRows;           // n(f)
  double rows;                            // n
  double both = 0;                        // n(m), where m is the path
  std::vector<double> together;           // n(f, m)
  std::vector<double> predictedTogether;  // n^(f, m)
};

// Running mean of absolute values, and variance of values (Welford 1962).
class Moments {
 public:
  void add(double value) {
    ++terms_;
    const double deviation = value - mean_;
    mean_ += deviation / terms_;
    squares_ += deviation * (value - mean_);
    absolute_ += std::abs(value);
  }

  [[nodiscard]] double terms() const { return terms_; }
  [[nodiscard]] double meanAbsolute() const { return terms_ == 0 ? 0 : absolute_ / terms_; }
  [[nodiscard]] double variance() const { return terms_ == 0 ? 0 : squares_ / (terms_ - 1); }

 private:
  double terms_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double absolute_ = 0;
};

bool isLarger(const CombinationTerm& a, const CombinationTerm& b) {
  return std::abs(a.change) > std::abs(b.change);
}

CombinationOptions checked(CombinationOptions options, std::size_t tasks) {
  if (options.minSize == 0) {
    throw Error(ErrorCode::kInvalidArgument, {"minSize", "1 or more", "0", {}});
  }
  if (options.maxSize == 0 || options.maxSize > tasks) options.maxSize = tasks;
  return options;
}

}  // namespace

class CombinationWalk::Implementation {
 public:
  Implementation(const BitColumns& bits, const DirectedColumns& columns,
                 const CombinationOptions& options)
      : options_(checked(options, columns.to.count)),
        tasks_(columns.to.count),
        conceivable_(countSubsets(tasks_, options_.maxSize) - 1),
        side_(makeSide(bits, columns)) {}

  Implementation(const BitColumns& bits, const DirectedColumns& columns,
                 const BitColumns& reference, const DirectedColumns& referenceColumns,
                 const CombinationOptions& options)
      : Implementation(bits, columns, options) {
    reference_.emplace(reference, DirectedColumns{referenceColumns.from, referenceColumns.to, {}});
  }

  bool advance(std::size_t combinations) {
    while (combinations > 0) {
      if (candidate_ == tasks_ || options_.minSize > options_.maxSize) {
        if (path_.empty()) return true;
        candidate_ = path_.back() + 1;
        path_.pop_back();
        continue;
      }
      --combinations;
      visit(candidate_);
    }
    return false;
  }

  [[nodiscard]] double progress() const {
    return std::isfinite(conceivable_) && conceivable_ > 0 ? done_ / conceivable_ : 0;
  }

  [[nodiscard]] CombinationResult result() const {
    CombinationResult result = result_;
    result.mean = moments_.meanAbsolute();
    result.variance = moments_.variance();
    result.terms = moments_.terms();
    std::erase_if(result.bySize, [](const auto& size) { return size.count == 0; });
    std::ranges::stable_sort(result.largest, isLarger);
    return result;
  }

 private:
  [[nodiscard]] Side makeSide(const BitColumns& bits, const DirectedColumns& columns) const {
    if (conceivable_ > options_.maxCombinations) requireFewCombinations(bits, columns);
    return {bits, columns};
  }

  // All subsets of the tasks of one row occur, which gives a lower bound.
  void requireFewCombinations(const BitColumns& bits, const DirectedColumns& columns) const {
    const std::size_t max = maxInARow(bits, columns.to);
    const double sure = countSubsets(max, options_.maxSize) - 1;
    if (sure <= options_.maxCombinations) return;
    throw tooMany("at least " + approximately(sure) + ", because one row has " +
                  std::to_string(max) + " tasks");
  }

  [[nodiscard]] Error tooMany(std::string actual) const {
    return {ErrorCode::kTooLarge,
            {"maxSize",
             "a size for which at most " + approximately(options_.maxCombinations) +
                 " combinations occur (maxCombinations)",
             std::move(actual),
             {}}};
  }

  void visit(std::size_t task) {
    const std::size_t depth = path_.size();
    candidate_ = task + 1;
    if (!side_.descendTruth(depth, task)) {
      done_ += countSubsets(tasks_ - task - 1, options_.maxSize - depth - 1);
      return;
    }
    ++done_;
    if (++occurring_ > options_.maxCombinations) {
      throw tooMany("more; " + approximately(conceivable_) + " are possible");
    }
    side_.descendPredicted(depth, task);
    if (reference_) reference_->descendTruth(depth, task);
    path_.push_back(task);
    if (path_.size() >= options_.minSize) addCombination();
    if (path_.size() == options_.maxSize) path_.pop_back();
  }

  void addCombination() {
    ++result_.combinations;
    const std::size_t size = path_.size();
    for (std::size_t known = result_.bySize.size(); known < size; ++known) {
      result_.bySize.push_back({known + 1, 0, {}});
    }
    CombinationSize& ofSize = result_.bySize[size - 1];
    ++ofSize.count;
    if (ofSize.examples.size() < kExamples) ofSize.examples.push_back(path_);
    if (!side_.hasPredicted) return;
    for (std::size_t f = 0; f < side_.together.size(); ++f) addTerm(f);
  }

  void addTerm(std::size_t from) {
    const bool peer = options_.definition == Definition::kBiasAmplification;
    if (!peer && side_.fromRows[from] == 0) return;
    const double before = side_.together[from];
    const double after = side_.predictedTogether[from];
    // bias_amplification divides each count by itself, which leaves whether the pair occurs at all.
    const double difference =
        peer ? (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0) : (after - before) / side_.fromRows[from];
    const double change = getSign(from) * difference;
    moments_.add(change);
    keepIfLarge({from, {}, change, side_.both, side_.fromRows[from], before, after});
  }

  [[nodiscard]] double getSign(std::size_t from) const {
    const Side& side = reference_ ? *reference_ : side_;
    return correlation(side.rows, side.fromRows[from], side.both, side.together[from],
                       options_.definition);
  }

  void keepIfLarge(CombinationTerm term) {
    auto& largest = result_.largest;  // a heap with its smallest term first
    if (largest.size() == kLargestTerms) {
      if (!isLarger(term, largest.front())) return;
      std::ranges::pop_heap(largest, isLarger);
      largest.pop_back();
    }
    term.combination = path_;
    largest.push_back(std::move(term));
    std::ranges::push_heap(largest, isLarger);
  }

  CombinationOptions options_;
  std::size_t tasks_;
  double conceivable_;
  Side side_;
  std::optional<Side> reference_;

  std::vector<std::size_t> path_;
  std::size_t candidate_ = 0;  // the next task to add to the path
  double occurring_ = 0;
  double done_ = 0;
  Moments moments_;
  CombinationResult result_;
};

CombinationWalk::CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                                 const CombinationOptions& options)
    : implementation_(std::make_unique<Implementation>(bits, columns, options)) {}

CombinationWalk::CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                                 const BitColumns& reference,
                                 const DirectedColumns& referenceColumns,
                                 const CombinationOptions& options)
    : implementation_(
          std::make_unique<Implementation>(bits, columns, reference, referenceColumns, options)) {}

CombinationWalk::~CombinationWalk() = default;

bool CombinationWalk::advance(std::size_t combinations) {
  return implementation_->advance(combinations);
}

double CombinationWalk::progress() const { return implementation_->progress(); }

CombinationResult CombinationWalk::result() const { return implementation_->result(); }

}  // namespace fairwasm::amplification
