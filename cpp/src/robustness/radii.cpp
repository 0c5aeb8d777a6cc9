// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/radii.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>

#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

[[noreturn]] void invalid(const char* argument, std::string expected, std::string actual,
                          std::size_t row) {
  throw Error(ErrorCode::kInvalidArgument, {argument, std::move(expected), std::move(actual), row});
}

void requireLength(const char* argument, std::size_t length, std::size_t expected) {
  if (length == expected) return;
  throw Error(ErrorCode::kShapeMismatch,
              {argument, std::to_string(expected) + " values", std::to_string(length), {}});
}

std::size_t scoreCount(const ScoreMatrix& scores) {
  return std::visit([](auto span) { return span.size(); }, scores);
}

// The other value beside 1: 0 or -1. Everything in `labels` has to be one of the two, so that
// labels of two conventions, or smoothed ones, are not taken for something else.
double negativeLabel(std::span<const double> labels, std::size_t rowLength) {
  double negative = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double label = labels[i];
    if (label == 1 || label == negative) continue;
    if (std::isnan(negative) && (label == 0 || label == -1)) {
      negative = label;
    } else {
      invalid("label", "1 and 0, or 1 and -1; smoothed labels have no certificate",
              std::to_string(label), i / rowLength);
    }
  }
  return negative;
}

using ClassIndices = std::vector<std::uint32_t>;

ClassIndices fromCodes(const Codes& codes, std::size_t classes) {
  ClassIndices indices(size(codes));
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
      invalid("label", "exactly one positive in a row", std::to_string(positives), row);
    }
    indices[row] = static_cast<std::uint32_t>(std::ranges::find(entries, 1.0) - entries.begin());
  }
  return indices;
}

ClassIndices classIndices(const ScoredRows& rows, std::size_t classes) {
  if (const auto* codes = std::get_if<Codes>(&rows.labels)) {
    requireLength("label", size(*codes), rows.rows);
    return fromCodes(*codes, classes);
  }
  const auto labels = std::get<std::span<const double>>(rows.labels);
  requireLength("label", labels.size(), rows.rows * classes);
  return fromOneHot(labels, rows.rows, classes);
}

// 16 bytes of scores side by side: what both SSE2 and WebAssembly compare in one instruction.
template <class T>
struct Simd;
template <>
struct Simd<double> {
  using Vector [[gnu::vector_size(16)]] = double;
  using Mask [[gnu::vector_size(16)]] = std::int64_t;
  static constexpr Vector kFirst{0, 1};
};
template <>
struct Simd<float> {
  using Vector [[gnu::vector_size(16)]] = float;
  using Mask [[gnu::vector_size(16)]] = std::int32_t;
  static constexpr Vector kFirst{0, 1, 2, 3};
};

// Largest score of a row other than its true class's. Compilers do not reorder comparisons of
// floating-point numbers, hence the vectors by hand; the true class is masked out by its place,
// since a branch on it would be mispredicted in every other row. A NaN sets bits in `nan`; every
// comparison with it is false.
template <class T>
T largestRival(const T* scores, std::size_t classes, std::uint32_t truth,
               typename Simd<T>::Mask& nan) {
  using Vector = typename Simd<T>::Vector;
  constexpr std::size_t kLanes = sizeof(Vector) / sizeof(T);
  constexpr T kLowest = -std::numeric_limits<T>::infinity();
  Vector place = Simd<T>::kFirst;
  Vector largest = Vector{} + kLowest;
  std::size_t i = 0;
  for (; i + kLanes <= classes; i += kLanes) {
    Vector values;
    std::memcpy(&values, scores + i, sizeof values);
    nan |= values != values;
    values = place == static_cast<T>(truth) ? Vector{} + kLowest : values;
    largest = values > largest ? values : largest;
    place += static_cast<T>(kLanes);
  }
  T result = kLowest;
  for (std::size_t lane = 0; lane < kLanes; ++lane) result = std::max(result, largest[lane]);
  for (; i < classes; ++i) {
    nan[0] |= scores[i] != scores[i] ? 1 : 0;
    if (i != truth && scores[i] > result) result = scores[i];
  }
  return result;
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

template <class T>
void categoricalMargins(std::span<const T> scores, std::size_t classes, const ClassIndices& truths,
                        std::vector<double>& margins) {
  typename Simd<T>::Mask nan{};
  double probe = 0;  // x * 0 is NaN for an infinite margin and for NaN: only then look closer
  for (std::size_t row = 0; row < margins.size(); ++row) {
    const T* values = scores.data() + row * classes;
    const T rival = largestRival(values, classes, truths[row], nan);
    margins[row] = static_cast<double>(values[truths[row]]) - static_cast<double>(rival);
    probe += margins[row] * 0;
  }
  bool anyNan = false;
  for (std::size_t lane = 0; lane < sizeof nan / sizeof nan[0]; ++lane) anyNan |= nan[lane] != 0;
  if (anyNan) requireNumbers(scores, classes);
  if (probe != 0) requireMargins(margins);
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
  if (rows.rows > std::numeric_limits<std::size_t>::max() / rule.classes) {
    throw Error(ErrorCode::kTooLarge, {"score", "scores that fit into memory", "more", {}});
  }
  std::vector<double> margins(rows.rows);
  requireLength("score", scoreCount(rows.scores), rows.rows * rule.classes);
  if (rule.task == Task::kCategorical) {
    const auto truths = classIndices(rows, rule.classes);
    std::visit([&](auto span) { categoricalMargins(span, rule.classes, truths, margins); },
               rows.scores);
    return margins;
  }
  const auto* labels = std::get_if<std::span<const double>>(&rows.labels);
  if (labels == nullptr) {
    throw Error(ErrorCode::kInvalidArgument,
                {"label", "numbers, since the task is binary", "class indices", {}});
  }
  requireLength("label", labels->size(), rows.rows);
  std::visit([&](auto span) { binaryMargins(span, *labels, margins); }, rows.scores);
  return margins;
}

}  // namespace

void validate(const RadiusRule& rule) {
  if (!(rule.lipConst > 0) || !std::isfinite(rule.lipConst)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"lipConst", "a positive, finite number", std::to_string(rule.lipConst), {}});
  }
  const bool binary = rule.task == Task::kBinary;
  if (binary ? rule.classes == 1 : rule.classes >= 2) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"score",
               binary ? "one score a row" : "scores of at least two classes",
               std::to_string(rule.classes),
               {}});
}

double marginLipschitz(const RadiusRule& rule) {
  if (rule.task == Task::kBinary) return rule.lipConst;
  return (rule.disjointNeurons ? 2 : std::numbers::sqrt2) * rule.lipConst;
}

std::vector<double> provableRadii(const RadiusRule& rule, const ScoredRows& rows) {
  validate(rule);
  auto radii = provableMargins(rule, rows);
  const double lipschitz = marginLipschitz(rule);
  for (double& radius : radii) radius /= lipschitz;
  return radii;
}

}  // namespace fairwasm
