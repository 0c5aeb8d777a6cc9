// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::scores {
namespace {

constexpr const char* kRegressionKind = "regression";
constexpr std::uint32_t kRegressionVersion = 3;
// Rows are summed in chunks that are then merged, which keeps the rounding error of long sums
// small.
constexpr std::size_t kChunkRows = 65536;

constexpr std::array kFields = std::to_array<double RegressionSums::*>({
    &RegressionSums::rows,
    &RegressionSums::weight,
    &RegressionSums::center,
    &RegressionSums::deviations,
    &RegressionSums::squaredDeviations,
    &RegressionSums::predictions,
    &RegressionSums::errors,
    &RegressionSums::absoluteErrors,
    &RegressionSums::squaredErrors,
    &RegressionSums::relativeErrors,
    &RegressionSums::squaredWeight,
    &RegressionSums::weightedDeviations,
    &RegressionSums::weightedSquares,
    &RegressionSums::weightedCubes,
    &RegressionSums::weightedFourths,
    &RegressionSums::weightedErrors,
    &RegressionSums::weightedAbsoluteErrors,
    &RegressionSums::weightedSquaredErrors,
    &RegressionSums::weightedSignedSquares,
    &RegressionSums::weightedFourthPowers,
    &RegressionSums::weightedProducts,
    &RegressionSums::weightedSquaresByOne,
    &RegressionSums::weightedSquaresByTwo,
    &RegressionSums::weightedRelativeErrors,
    &RegressionSums::weightedRelativeSquares,
});
// Metrics use the first sums; confidence intervals also use the others.
constexpr std::size_t kValues = 10;

// Sums that only confidence intervals use may be infinite or NaN, because they contain fourth
// powers.
bool areFinite(const RegressionSums& sums) {
  return std::ranges::all_of(std::span(kFields).first(kValues),
                             [&](auto field) { return std::isfinite(sums.*field); });
}

bool isPossible(const RegressionSums& sums) {
  return areFinite(sums) && sums.rows >= 0 && sums.weight >= 0 && sums.squaredDeviations >= 0 &&
         sums.absoluteErrors >= 0 && sums.squaredErrors >= 0 && sums.relativeErrors >= 0 &&
         sums.squaredWeight >= 0;
}

// Returns false if sums of a group or of all rows overflow; their means would be infinite or NaN.
bool haveFiniteTotal(const std::vector<RegressionSums>& groups) {
  RegressionSums total;
  for (const auto& sums : groups) total.merge(sums);
  return areFinite(total);
}

[[noreturn]] void refuseLargest(const NumberBatch& batch) {
  const auto largest = [](std::span<const double> values) {
    return std::ranges::max_element(values, {}, [](double value) { return std::abs(value); });
  };
  const auto label = largest(batch.label);
  const auto prediction = largest(batch.prediction);
  const bool isLabel = std::abs(*label) > std::abs(*prediction);
  const auto row = isLabel ? label - batch.label.begin() : prediction - batch.prediction.begin();
  throw Error(ErrorCode::kInvalidArgument,
              {isLabel ? "label" : "prediction", "numbers whose squared errors have a finite sum",
               shown(isLabel ? *label : *prediction), static_cast<std::size_t>(row)});
}

// Sets each group's center to the mean of its targets in some rows. Targets are summed as distances
// from the group's first target, so that the mean of equal targets is exact.
void setCenters(std::vector<RegressionSums>& groups, std::span<const std::uint32_t> makeGroup,
                const NumberBatch& batch, const data::AlikeRows& alike, std::size_t first,
                std::size_t end) {
  struct Mean {
    double first = 0;
    double weight = 0;
    double beyond = 0;
  };
  std::vector<Mean> means(groups.size());
  for (std::size_t row = first; row < end; ++row) {
    Mean& mean = means[makeGroup[row]];
    const double weight = alike.at(row, batch.weight).weight;
    if (weight > 0 && mean.weight == 0) mean.first = batch.label[row];
    mean.weight += weight;
    mean.beyond += weight * (batch.label[row] - mean.first);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Mean& mean = means[i];
    groups[i].center = mean.weight > 0 ? mean.first + mean.beyond / mean.weight : 0;
  }
}

}  // namespace

double relativeError(double label, double error) {
  return std::abs(error) / std::max(std::abs(label), std::numeric_limits<double>::epsilon());
}

void RegressionSums::add(double label, double prediction, const data::Alike& alike) {
  const double rowWeight = alike.weight;
  const double deviation = label - center;
  const double error = prediction - label;
  const double size = std::abs(error);
  const double square = error * error;
  const double squaredDeviation = deviation * deviation;
  const double relative = relativeError(label, error);
  rows += alike.rows;
  weight += rowWeight;
  deviations += rowWeight * deviation;
  squaredDeviations += rowWeight * squaredDeviation;
  predictions += rowWeight * prediction;
  errors += rowWeight * error;
  absoluteErrors += rowWeight * size;
  squaredErrors += rowWeight * square;
  relativeErrors += rowWeight * relative;
  const double squared = alike.squares;
  squaredWeight += squared;
  weightedDeviations += squared * deviation;
  weightedSquares += squared * squaredDeviation;
  weightedCubes += squared * squaredDeviation * deviation;
  weightedFourths += squared * squaredDeviation * squaredDeviation;
  weightedErrors += squared * error;
  weightedAbsoluteErrors += squared * size;
  weightedSquaredErrors += squared * square;
  weightedSignedSquares += squared * error * size;
  weightedFourthPowers += squared * square * square;
  weightedProducts += squared * deviation * error;
  weightedSquaresByOne += squared * square * deviation;
  weightedSquaresByTwo += squared * square * squaredDeviation;
  weightedRelativeErrors += squared * relative;
  weightedRelativeSquares += squared * relative * relative;
}

// Expands the powers of d - by. Higher powers are updated first, because they use the old lower
// powers.
void RegressionSums::moveTo(double newCenter) {
  const double by = newCenter - center;
  const double square = by * by;
  center = newCenter;
  squaredDeviations += by * (by * weight - 2 * deviations);
  deviations -= by * weight;
  weightedFourths +=
      by * (-4 * weightedCubes +
            by * (6 * weightedSquares - by * (4 * weightedDeviations) + square * squaredWeight));
  weightedCubes += by * (-3 * weightedSquares + by * (3 * weightedDeviations - by * squaredWeight));
  weightedSquares += by * (by * squaredWeight - 2 * weightedDeviations);
  weightedDeviations -= by * squaredWeight;
  weightedProducts -= by * weightedErrors;
  weightedSquaresByTwo += by * (by * weightedSquaredErrors - 2 * weightedSquaresByOne);
  weightedSquaresByOne -= by * weightedSquaredErrors;
}

void RegressionSums::merge(RegressionSums other) {
  if (weight > 0 && other.weight > 0) {
    const double mean = meanLabel();
    const double share = other.weight / (weight + other.weight);
    moveTo(mean + (other.meanLabel() - mean) * share);
    other.moveTo(center);
  } else if (other.weight > 0) {
    center = other.center;
  }
  const double common = center;
  for (const auto field : kFields) this->*field += other.*field;
  center = common;
}

RegressionTally::RegressionTally(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, true, false}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void RegressionTally::updateCounted(const Counted& counted) {
  const auto& [batch, alike] = counted;
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  requireCount("label", batch.label.size(), batch.rows);
  requireCount("prediction", batch.prediction.size(), batch.rows);
  requireFinite("label", batch.label);
  requireFinite("prediction", batch.prediction);
  if (!batch.weight.empty()) data::requireWeights(batch.weight, batch.rows);
  data::requireAlike(alike, batch.rows, !batch.weight.empty());

  std::vector<RegressionSums> sums = groups_.states;
  for (std::size_t first = 0; first < batch.rows; first += kChunkRows) {
    std::vector<RegressionSums> chunk(sums.size());
    const std::size_t end = std::min(batch.rows, first + kChunkRows);
    setCenters(chunk, groups, batch, alike, first, end);
    for (std::size_t row = first; row < end; ++row) {
      chunk[groups[row]].add(batch.label[row], batch.prediction[row], alike.at(row, batch.weight));
    }
    for (std::size_t i = 0; i < chunk.size(); ++i) sums[i].merge(chunk[i]);
  }
  if (!haveFiniteTotal(sums)) refuseLargest(batch);
  groups_.states = std::move(sums);
}

void RegressionTally::merge(const RegressionTally& other) {
  auto merged = groups_.merged(other.groups_, kMaxGroups);
  if (!haveFiniteTotal(merged.states)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"label and prediction",
                 "numbers whose squared errors have a finite sum, including earlier rows",
                 "larger numbers",
                 {}});
  }
  groups_ = std::move(merged);
}

void RegressionTally::reset() { std::ranges::fill(groups_.states, RegressionSums{}); }

std::vector<std::uint8_t> RegressionTally::toBytes() const {
  data::ByteWriter writer(kRegressionKind, kRegressionVersion);
  writer.schema(schema());
  for (const auto& sums : groups_.states) {
    for (const auto field : kFields) writer.doubles({&(sums.*field), 1});
  }
  return std::move(writer).finish();
}

RegressionTally RegressionTally::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kRegressionKind, kRegressionVersion);
  try {
    const data::Schema schema = reader.schema();
    reader.requireGroups(schema, kFields.size() * sizeof(double));
    RegressionTally tally(schema.attributes);
    for (auto& sums : tally.groups_.states) {
      const auto values = reader.doubles(kFields.size());
      for (std::size_t i = 0; i < values.size(); ++i) sums.*kFields[i] = values[i];
      if (!isPossible(sums)) {
        throw Error(ErrorCode::kCorruptBytes, {"bytes", "finite sums", "others", {}});
      }
    }
    reader.finish();
    return tally;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored regression sums", error.what(), {}});
  }
}

std::vector<double> errorValues(const RegressionSums& sums) {
  std::vector<double> values;
  for (const auto& metric : kRegressionMetrics) values.push_back(metric.value(sums));
  return values;
}

}  // namespace fairwasm::scores
