// SPDX-License-Identifier: Apache-2.0
//
// Metrics of counted captions: b(o, g) and its increase from training to test captions.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "fairwasm/amplification/captions.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "name_index.hpp"

namespace fairwasm::amplification {
namespace {

using internal::indexByName;
using internal::Places;

// The fixed list of objects that bias-analysis sums over.
constexpr std::array<std::string_view, 24> kBiasAnalysisObjects = {
    "tennis", "dirt",   "skateboard", "grass",     "carriage", "beer",   "kite",  "beach",
    "road",   "wagon",  "bags",       "surfboard", "dress",    "lap",    "bed",   "flowers",
    "mouth",  "bridle", "fire",       "teeth",     "curb",     "device", "leash", "face"};

CaptionBias computeBias(const CaptionCounts& counted, const std::vector<double>& counts) {
  CaptionBias bias;
  for (const auto& group : counted.groups()) bias.groups.push_back(group.name);
  bias.objects = counted.objects();
  const std::size_t groups = bias.groups.size();
  for (std::size_t o = 0; o < bias.objects.size(); ++o) {
    const std::span<const double> ofObject = std::span(counts).subspan(o * groups, groups);
    double sum = 0;
    for (const double count : ofObject) sum += count;
    for (const double count : ofObject) bias.scores.push_back(count > 0 ? count / sum : kNaN);
  }
  return bias;
}

double orZero(double score) { return std::isnan(score) ? 0 : score; }

bool hasAny(std::span<const double> scores) {
  return std::ranges::any_of(scores, [](double score) { return !std::isnan(score); });
}

}  // namespace

CaptionBias captionBias(const CaptionCounts& counts) {
  return computeBias(counts, counts.counts());
}

CaptionComparison::CaptionComparison(const CaptionBias& train, const CaptionCounts& test)
    : CaptionComparison(train, std::vector<CaptionCounts>{test}) {}

CaptionComparison::CaptionComparison(const CaptionCounts& train, const CaptionCounts& test)
    : CaptionComparison(captionBias(train), std::vector<CaptionCounts>{test, train}) {}

CaptionComparison::CaptionComparison(const CaptionBias& train, std::vector<CaptionCounts> counted)
    : objects_(train.objects), counted_(std::move(counted)) {
  for (const auto& group : counted_[0].groups()) groups_.push_back(group.name);
  if (!std::ranges::is_permutation(groups_, train.groups)) {
    throw Error(ErrorCode::kIncompatible,
                {"train", "the groups of the test captions", "other groups", {}});
  }
  const Places known = indexByName(train.objects);
  for (const auto& object : counted_[0].objects()) {
    if (!known.contains(object)) objects_.push_back(object);
  }
  train_ = place(train);
}

// Returns the scores of a bias in the order of this comparison's objects and groups.
std::vector<double> CaptionComparison::place(const CaptionBias& bias) const {
  std::vector<double> placed(objects_.size() * groups_.size(), kNaN);
  const Places objects = indexByName(objects_);
  const Places groups = indexByName(groups_);
  for (std::size_t i = 0; i < bias.scores.size(); ++i) {
    const std::size_t object = objects.at(bias.objects[i / bias.groups.size()]);
    placed[object * groups_.size() + groups.at(bias.groups[i % bias.groups.size()])] =
        bias.scores[i];
  }
  return placed;
}

CaptionAmplification CaptionComparison::compare(const std::vector<double>& train,
                                                const std::vector<double>& test,
                                                const CaptionAmplificationOptions& options) const {
  const std::size_t groups = groups_.size();
  const double threshold = 1 / static_cast<double>(groups);
  CaptionAmplification result;
  double trainObjects = 0;  // in the sum
  for (std::size_t o = 0; o < objects_.size(); ++o) {
    const auto ofTrain = std::span(train).subspan(o * groups, groups);
    const auto ofTest = std::span(test).subspan(o * groups, groups);
    const bool isListed =
        std::ranges::find(kBiasAnalysisObjects, objects_[o]) != kBiasAnalysisObjects.end();
    const bool isSeen = hasAny(ofTest);
    const bool isSummed = isSeen || !options.seenOnly;
    result.trainObjects += hasAny(ofTrain) ? 1 : 0;
    trainObjects += hasAny(ofTrain) && isSummed ? 1 : 0;
    for (std::size_t g = 0; g < groups; ++g) {
      const bool isBiased = ofTrain[g] > threshold;
      result.biasedPairs += isBiased ? 1 : 0;
      result.unmentionedPairs += isBiased && !isSeen ? 1 : 0;
      const bool counts = options.asBiasAnalysis ? isListed : isBiased && isSummed;
      if (counts) result.pairs.push_back({o, g, orZero(ofTrain[g]), orZero(ofTest[g]), 0});
    }
  }
  if (options.asBiasAnalysis) {
    result.divisor = result.biasedPairs;
  } else {
    result.divisor =
        options.overAllObjects ? trainObjects : static_cast<double>(result.pairs.size());
  }
  for (auto& pair : result.pairs) {
    pair.contribution = (pair.test - pair.train) / result.divisor;
    result.value += pair.contribution;
  }
  if (result.divisor == 0) result.value = kNaN;
  return result;
}

CaptionAmplification CaptionComparison::amplification(
    const CaptionAmplificationOptions& options) const {
  return compare(train_, place(captionBias(counted_[0])), options);
}

}  // namespace fairwasm::amplification
