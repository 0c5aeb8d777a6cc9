// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/radii.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::robustness {
namespace {

[[noreturn]] void invalid(const char* argument, std::string expected, std::string actual,
                          std::size_t row) {
  throw Error(ErrorCode::kInvalidArgument, {argument, std::move(expected), std::move(actual), row});
}

std::size_t scoreCount(const ScoreMatrix& scores) {
  return std::visit([](auto span) { return span.size(); }, scores);
}

// Returns the value for negatives: 0 or -1. All `labels` must be one of the two, so that labels
// of mixed conventions and smoothed labels are not misinterpreted.
double negativeLabel(std::span<const double> labels, std::size_t rowLength) {
  double negative = kNaN;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double label = labels[i];
    if (label == 1 || label == negative) continue;
    if (std::isnan(negative) && (label == 0 || label == -1)) {
      negative = label;
    } else {
      invalid("label", "1 and 0, or 1 and -1; smoothed labels have no certificate", shown(label),
              i / rowLength);
    }
  }
  return negative;
}

using ClassIndices = std::vector<std::uint32_t>;

ClassIndices fromCodes(const data::Codes& codes, std::size_t classes) {
  ClassIndices indices(data::size(codes));
  std::visit([&](auto span) { std::ranges::copy(span, indices.begin()); }, codes);
  const auto bad = std::ranges::find_if(indices, [&](auto index) { return index >= classes; });
  if (bad != indices.end()) {
    invalid("label", "a class index below " + std::to_string(classes), std::to_string(*bad),
            static_cast<std::size_t>(bad - indices.begin()));
  }
  return indices;
}

ClassIndices fromOneHot(std::span<const double> labels, std::size_t rows, std::size_t classes) {
  negativeLabel(labels, classes);
  ClassIndices indices(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto entries = labels.subspan(row * classes, classes);
    const auto positives = std::ranges::count(entries, 1.0);
    if (positives != 1) {
      invalid("label", "exactly one positive label per row", std::to_string(positives), row);
    }
    indices[row] = static_cast<std::uint32_t>(std::ranges::find(entries, 1.0) - entries.begin());
  }
  return indices;
}

ClassIndices classIndices(const ScoredRows& rows, std::size_t classes) {
  if (const auto* codes = std::get_if<data::Codes>(&rows.labels)) {
    return fromCodes(*codes, classes);
  }
  return fromOneHot(std::get<std::span<const double>>(rows.labels), rows.rows, classes);
}

// 16 bytes of scores as a vector. SSE2 and WebAssembly compute the maximum and minimum of two such
// vectors in one instruction, whereas compilers turn a choice between two scalars into a branch,
// which would often be mispredicted.
template <class T>
using Vector [[gnu::vector_size(16)]] = T;
template <class T>
constexpr std::size_t kLanes = 16 / sizeof(T);
template <class T>
constexpr Vector<T> kLowest = Vector<T>{} - std::numeric_limits<T>::infinity();

// Every other lane of two vectors, starting with the first or the second.
Vector<double> evenLanes(Vector<double> a, Vector<double> b) {
  return __builtin_shufflevector(a, b, 0, 2);
}
Vector<double> oddLanes(Vector<double> a, Vector<double> b) {
  return __builtin_shufflevector(a, b, 1, 3);
}
Vector<float> evenLanes(Vector<float> a, Vector<float> b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6);
}
Vector<float> oddLanes(Vector<float> a, Vector<float> b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

// The two largest scores in each lane; equal in case of ties.
template <class T>
struct TopTwo {
  Vector<T> first = kLowest<T>;
  Vector<T> second = kLowest<T>;

  void add(const Vector<T>& scores) {
    const Vector<T> lesser = scores > first ? first : scores;
    second = lesser > second ? lesser : second;
    first = scores > first ? scores : first;
  }

  void add(const TopTwo& other) {
    second = other.second > second ? other.second : second;
    add(other.first);
  }
};

// Combines neighboring lanes; the lanes of `a` come before those of `b`.
template <class T>
TopTwo<T> mergeLanes(const TopTwo<T>& a, const TopTwo<T>& b) {
  TopTwo<T> top{evenLanes(a.first, b.first), evenLanes(a.second, b.second)};
  top.add(TopTwo<T>{oddLanes(a.first, b.first), oddLanes(a.second, b.second)});
  return top;
}

// Combines rows with candidates in all lanes into one vector with a row per lane.
TopTwo<double> rowsToLanes(const std::array<TopTwo<double>, 2>& rows) {
  return mergeLanes(rows[0], rows[1]);
}
TopTwo<float> rowsToLanes(const std::array<TopTwo<float>, 4>& rows) {
  return mergeLanes(mergeLanes(rows[0], rows[1]), mergeLanes(rows[2], rows[3]));
}

// Returns the two largest scores of a row, distributed over the lanes. Adds the scores to `sum`,
// which becomes NaN if one of them is.
template <class T>
TopTwo<T> topTwo(const T* scores, std::size_t classes, Vector<T>& sum) {
  TopTwo<T> top;
  Vector<T> rowSum{};  // separate, so that rows do not wait for each other
  std::size_t i = 0;
  for (; i + kLanes<T> <= classes; i += kLanes<T>) {
    Vector<T> values;
    std::memcpy(&values, scores + i, sizeof values);
    rowSum += values;
    top.add(values);
  }
  for (; i < classes; ++i) {
    Vector<T> value = kLowest<T>;
    value[0] = scores[i];
    rowSum[0] += scores[i];
    top.add(value);
  }
  sum += rowSum;
  return top;
}

template <class T>
void requireNumbers(std::span<const T> scores, std::size_t rowLength) {
  const auto bad = std::ranges::find_if(scores, [](T x) { return std::isnan(x); });
  if (bad == scores.end()) return;
  invalid("score", "a number", "NaN", static_cast<std::size_t>(bad - scores.begin()) / rowLength);
}

void requireMargins(std::span<const double> margins) {
  const auto bad = std::ranges::find_if(margins, [](double x) { return std::isnan(x); });
  if (bad == margins.end()) return;
  invalid("score", "a defined margin", "the difference of two infinite scores",
          static_cast<std::size_t>(bad - margins.begin()));
}

// Finds the largest score except that of the true class via the two largest scores overall, because
// excluding a class is slower than keeping a second score.
template <class T>
void categoricalMargins(std::span<const T> scores, std::size_t classes, const ClassIndices& truths,
                        std::vector<double>& margins) {
  const std::size_t rows = margins.size();
  Vector<T> sum{};
  for (std::size_t first = 0; first < rows; first += kLanes<T>) {
    std::array<TopTwo<T>, kLanes<T>> tops;
    Vector<T> own{};
    for (std::size_t lane = 0; lane < kLanes<T>; ++lane) {
      const std::size_t row =
          std::min(first + lane, rows - 1);  // repeats the last row if necessary
      const T* values = scores.data() + row * classes;
      tops[lane] = topTwo(values, classes, sum);
      own[lane] = values[truths[row]];
    }
    const TopTwo<T> top = rowsToLanes(tops);
    // If the true class ties with another one, both are the largest, and `second` is the other.
    const Vector<T> rival = own == top.first ? top.second : top.first;
    for (std::size_t lane = 0; lane < kLanes<T> && first + lane < rows; ++lane) {
      margins[first + lane] = static_cast<double>(own[lane]) - static_cast<double>(rival[lane]);
    }
  }
  T probe = 0;  // x * 0 is NaN for NaN and infinite numbers; only then are they searched
  for (std::size_t lane = 0; lane < kLanes<T>; ++lane) probe += sum[lane] * 0;
  if (probe == 0) return;
  requireNumbers(scores, classes);
  requireMargins(margins);
}

template <class T>
void binaryMargins(std::span<const T> scores, std::span<const double> labels,
                   std::vector<double>& margins) {
  negativeLabel(labels, 1);
  requireNumbers(scores, 1);
  for (std::size_t row = 0; row < margins.size(); ++row) {
    const auto score = static_cast<double>(scores[row]);
    margins[row] = labels[row] == 1 ? score : -score;
  }
}

std::vector<double> provableMargins(const RadiusRule& rule, const ScoredRows& rows) {
  std::vector<double> margins(rows.rows);
  if (rule.task == Task::kCategorical) {
    const auto truths = classIndices(rows, rule.classes);
    std::visit([&](auto span) { categoricalMargins(span, rule.classes, truths, margins); },
               rows.scores);
  } else {
    const auto labels = std::get<std::span<const double>>(rows.labels);
    std::visit([&](auto span) { binaryMargins(span, labels, margins); }, rows.scores);
  }
  return margins;
}

}  // namespace

void validate(const RadiusRule& rule) {
  if (!(rule.lipConst > 0) || !std::isfinite(rule.lipConst)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"lipConst", "a positive, finite number", shown(rule.lipConst), {}});
  }
  const bool binary = rule.task == Task::kBinary;
  if (binary ? rule.classes == 1 : rule.classes >= 2) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"score",
               binary ? "one score per row" : "scores of at least two classes",
               std::to_string(rule.classes),
               {}});
}

double marginLipschitz(const RadiusRule& rule) {
  if (rule.task == Task::kBinary) return rule.lipConst;
  return (rule.disjointNeurons ? 2 : std::numbers::sqrt2) * rule.lipConst;
}

void requireLengths(const RadiusRule& rule, const ScoredRows& rows) {
  if (rows.rows > std::numeric_limits<std::size_t>::max() / rule.classes) {
    throw Error(ErrorCode::kTooLarge, {"score", "scores that fit into memory", "more", {}});
  }
  const std::size_t values = rows.rows * rule.classes;
  requireCount("score", scoreCount(rows.scores), values);
  if (const auto* numbers = std::get_if<std::span<const double>>(&rows.labels)) {
    requireCount("label", numbers->size(), values);
  } else if (rule.task == Task::kCategorical) {
    requireCount("label", data::size(std::get<data::Codes>(rows.labels)), rows.rows);
  } else {
    throw Error(ErrorCode::kInvalidArgument,
                {"label", "numbers, because the task is binary", "class indices", {}});
  }
}

std::vector<double> provableRadii(const RadiusRule& rule, const ScoredRows& rows) {
  validate(rule);
  requireLengths(rule, rows);
  auto radii = provableMargins(rule, rows);
  const double lipschitz = marginLipschitz(rule);
  for (double& radius : radii) radius /= lipschitz;
  return radii;
}

}  // namespace fairwasm::robustness
