// SPDX-License-Identifier: Apache-2.0
#include "label_rates.hpp"

#include <algorithm>
#include <cmath>

namespace fairwasm::classes {
namespace {

constexpr std::size_t getPlace(HitRate rate) { return static_cast<std::size_t>(rate); }

bool isOfRows(LabelAverage average) {
  return average == LabelAverage::kSamples || average == LabelAverage::kSamplesDefined;
}

bool isByWeight(LabelAverage average) {
  return average == LabelAverage::kWeighted || average == LabelAverage::kWeightedDefined;
}

bool countsUndefined(LabelAverage average) {
  return average == LabelAverage::kMacro || average == LabelAverage::kWeighted;
}

Hits countHits(const LabelRows& rows, std::size_t row) {
  Hits hits;
  for (std::size_t label = 0; label < rows.labels(); ++label) {
    const bool isTrue = rows.isTrue(row, label);
    const bool isPredicted = rows.isPredicted(row, label);
    hits.truths += isTrue ? 1 : 0;
    hits.predictions += isPredicted ? 1 : 0;
    hits.both += isTrue && isPredicted ? 1 : 0;
  }
  return hits;
}

double computeInfluence(const Part& part, bool isTrue, bool isPredicted) {
  if (isTrue && isPredicted) return part.ofBoth;
  if (isTrue) return part.ofTruth;
  return isPredicted ? part.ofPrediction : 0;
}

}  // namespace

void LabelRates::add(const LabelRows& rows, std::size_t row) {
  const double weight = rows.weight(row);
  weight_ += weight;
  squares_ += weight * weight;
  if (weight > 0) ++rows_;
  for (std::size_t label = 0; label < hits_.size(); ++label) {
    const bool isTrue = rows.isTrue(row, label);
    const bool isPredicted = rows.isPredicted(row, label);
    if (isTrue) hits_[label].truths += weight;
    if (isPredicted) hits_[label].predictions += weight;
    if (isTrue && isPredicted) hits_[label].both += weight;
    if (isTrue || isPredicted) anySquares_[label] += weight * weight;
  }
  const Hits own = countHits(rows, row);
  for (std::size_t rate = 0; rate < kHitRates; ++rate) {
    const double value = getPart(static_cast<HitRate>(rate), own).value;
    samples_[rate].add(weight, std::isnan(value) ? 0 : value);
    if (!std::isnan(value)) samplesDefined_[rate].add(weight, value);
  }
}

LabelRates::Averaged LabelRates::computeMicroAverage(HitRate rate) const {
  Hits all;
  for (const Hits& hits : hits_) {
    all.both += hits.both;
    all.truths += hits.truths;
    all.predictions += hits.predictions;
  }
  const Part part = getPart(rate, all);
  return {part.value, std::vector<Part>(hits_.size(), part)};
}

LabelRates::Averaged LabelRates::computeAverage(HitRate rate, LabelAverage average) const {
  if (average == LabelAverage::kMicro) return computeMicroAverage(rate);
  Averaged result;
  std::vector<double> shares;
  double all = 0;
  for (const Hits& hits : hits_) {
    const Part part = getPart(rate, hits);
    const bool isDefined = !std::isnan(part.value);
    const bool isCounted = isDefined || countsUndefined(average);
    shares.push_back(isCounted ? (isByWeight(average) ? hits.truths : 1) : 0);
    if (!isDefined && shares.back() > 0) result.hasInterval = false;
    all += shares.back();
    result.parts.push_back(orZero(part));
  }
  if (!(weight_ > 0)) return result;
  // If the rate is defined only for labels without true rows, no prediction is correct: mean 0.
  if (all == 0 && average == LabelAverage::kWeightedDefined) {
    return computeAverage(rate, LabelAverage::kMacroDefined);
  }
  if (!(all > 0)) return result;
  result.value = 0;
  for (std::size_t label = 0; label < hits_.size(); ++label) {
    result.value += shares[label] * result.parts[label].value / all;
  }
  for (std::size_t label = 0; label < hits_.size(); ++label) {
    Part& part = result.parts[label];
    const double ofShare =
        isByWeight(average) && shares[label] > 0 ? (part.value - result.value) / all : 0;
    const double share = shares[label] / all;
    part = {part.value, share * part.ofTruth + ofShare, share * part.ofPrediction,
            share * part.ofBoth + ofShare};
  }
  return result;
}

void LabelRates::average() {
  for (std::size_t i = 0; i < kAveragedRates.size(); ++i) {
    const auto& [name, average, rate] = kAveragedRates[i];
    if (!isOfRows(average)) averages_[i] = computeAverage(rate, average);
  }
}

void LabelRates::addInfluence(const LabelRows& rows, std::size_t row) {
  const double weight = rows.weight(row);
  std::array<double, kAveragedRates.size()> influences{};
  for (std::size_t label = 0; label < hits_.size(); ++label) {
    const bool isTrue = rows.isTrue(row, label);
    const bool isPredicted = rows.isPredicted(row, label);
    if (!isTrue && !isPredicted) continue;
    for (std::size_t i = 0; i < influences.size(); ++i) {
      if (averages_[i].parts.empty()) continue;
      influences[i] += computeInfluence(averages_[i].parts[label], isTrue, isPredicted);
    }
  }
  for (std::size_t i = 0; i < influences.size(); ++i) {
    averages_[i].variance += weight * weight * influences[i] * influences[i];
  }
}

std::vector<Measured> LabelRates::measured() const {
  std::vector<Measured> all;
  for (std::size_t i = 0; i < kAveragedRates.size(); ++i) {
    const auto& [name, average, rate] = kAveragedRates[i];
    if (isOfRows(average)) {
      const auto& means = average == LabelAverage::kSamples ? samples_ : samplesDefined_;
      all.push_back(measuredMean(means[getPlace(rate)]));
      continue;
    }
    const auto& [value, parts, variance, hasInterval] = averages_[i];
    Measured result{value};
    const double trials = value * (1 - value) / variance;
    // If all rows are correct, or all are incorrect, the variance is unknown.
    constexpr double kRounding = 1e-12;
    const bool varies = value > kRounding && value < 1 - kRounding && variance > 0;
    if (hasInterval && varies && rows_ > 1) result.share = {value, trials, rows_ - 1};
    all.push_back(result);
  }
  return all;
}

std::vector<Measured> LabelRates::jaccardIndex() const {
  std::vector<Measured> all;
  for (std::size_t label = 0; label < hits_.size(); ++label) {
    const auto& [both, truths, predictions] = hits_[label];
    const double value = getPart(HitRate::kJaccard, hits_[label]).value;
    const double any = truths + predictions - both;
    Measured result{value};
    if (any > 0) result.share = {value, any * any / anySquares_[label]};
    all.push_back(result);
  }
  return all;
}

std::vector<double> LabelRates::confusion() const {
  std::vector<double> cells;
  for (const auto& [both, truths, predictions] : hits_) {
    cells.push_back(weight_ - truths - predictions + both);
    cells.push_back(predictions - both);
    cells.push_back(truths - both);
    cells.push_back(both);
  }
  return cells;
}

std::vector<double> LabelRates::sizes() const {
  std::vector<double> all;
  for (const Hits& hits : hits_) all.push_back(hits.truths);
  return all;
}

}  // namespace fairwasm::classes
