// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame_uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "fairwasm/error.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kSpreadMembers = 6;

// Everything that is bootstrapped, evaluated at once from one sample of the tally's cells. Rates
// that are shares of rows are not: Wilson's interval is better and costs nothing.
class FrameStatistics {
 public:
  FrameStatistics(const Tally& tally, const Frame& frame, const std::vector<bool>& favorable,
                  const TallyResampler& resampler, std::size_t reference)
      : schema_(tally.schema()), groups_(frame.counts.size()), reference_(reference) {
    const auto& shape = tally.cells().shape();
    const std::size_t labelAxis = schema_.attributes.size();
    const std::size_t predictions = shape[labelAxis + 1];
    const std::size_t labelCells = shape[labelAxis] * predictions;
    for (const std::size_t cell : resampler.cells()) {
      const std::size_t truth = cell % labelCells / predictions;
      const std::size_t predicted = cell % predictions;
      places_.push_back({groupOf(cell / labelCells, frame), schema_.hasLabel && favorable[truth],
                         schema_.hasPrediction && favorable[predicted]});
    }
    for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
      if (!kRates[rate].binomial) bootstrapped_.push_back(rate);
    }
  }

  // Rates that are no shares of rows, of groups and of all rows; spreads; disparities; in this
  // order.
  [[nodiscard]] std::size_t size() const {
    return disparitiesBegin() + groups_ * kDisparities.size();
  }
  [[nodiscard]] std::size_t spreadsBegin() const { return (groups_ + 1) * bootstrapped_.size(); }
  [[nodiscard]] std::size_t disparitiesBegin() const {
    return spreadsBegin() + kRates.size() * kSpreadMembers;
  }
  // Places in kRates of the rates that are no shares of rows.
  [[nodiscard]] std::span<const std::size_t> bootstrappedRates() const { return bootstrapped_; }

  // `sums`: kSums values for each of the resampler's cells.
  void evaluate(std::span<const double> sums, std::span<double> values) {
    builders_.assign(groups_ + 1, {});
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      const double* cell = sums.data() + i * kSums;
      builders_[place.group].add(place.positive, place.predictedPositive, cell);
      builders_[groups_].add(place.positive, place.predictedPositive, cell);
    }
    counts_.clear();
    for (const auto& builder : builders_) counts_.push_back(builder.finish(schema_));
    double* next = values.data();
    for (const Counts& counts : counts_) {
      for (const std::size_t rate : bootstrapped_)
        *next++ = fairwasm::evaluate(kRates[rate], counts);
    }
    evaluateSpreads(next);
    evaluateDisparities(values.data() + disparitiesBegin());
  }

 private:
  struct Place {
    std::size_t group;
    bool positive;
    bool predictedPositive;
  };

  // The frame's group of a combination of all attributes.
  [[nodiscard]] std::size_t groupOf(std::size_t combination, const Frame& frame) const {
    std::vector<std::size_t> codes(schema_.attributes.size());
    for (std::size_t axis = codes.size(); axis-- > 0;) {
      codes[axis] = combination % schema_.attributes[axis].categories.size();
      combination /= schema_.attributes[axis].categories.size();
    }
    std::size_t group = 0;
    for (const std::size_t axis : frame.attributes) {
      group = group * schema_.attributes[axis].categories.size() + codes[axis];
    }
    return group;
  }

  void evaluateSpreads(double* next) {
    column_.resize(groups_);
    for (const Rate& rate : kRates) {
      for (std::size_t group = 0; group < groups_; ++group) {
        column_[group] = fairwasm::evaluate(rate, counts_[group]);
      }
      const Spread apart = spread(column_, fairwasm::evaluate(rate, counts_[groups_]));
      for (const double member : {apart.min, apart.max, apart.difference, apart.ratio,
                                  apart.differenceToOverall, apart.ratioToOverall}) {
        *next++ = member;
      }
    }
  }

  void evaluateDisparities(double* next) const {
    for (std::size_t group = 0; group < groups_; ++group) {
      for (const auto& disparity : kDisparities) {
        *next++ = group == reference_ ? kNaN : disparity.value(counts_[group], counts_[reference_]);
      }
    }
  }

  const Schema& schema_;
  std::size_t groups_;
  std::size_t reference_;
  std::vector<Place> places_;
  std::vector<std::size_t> bootstrapped_;
  // Kept between evaluations, so that none allocates.
  std::vector<CountsBuilder> builders_;
  std::vector<Counts> counts_;
  std::vector<double> column_;
};

// The statistics with one row fewer, for each cell that the row can come from.
std::vector<std::vector<double>> jackknife(FrameStatistics& statistics,
                                           const TallyResampler& resampler,
                                           const std::vector<double>& observed) {
  std::vector<std::vector<double>> values;
  std::vector<double> sums = observed;
  for (std::size_t cell = 0; cell < resampler.cells().size(); ++cell) {
    const double rows = observed[cell * kSums + kRows];
    for (std::size_t sum = 0; sum < kSums; ++sum) sums[cell * kSums + sum] *= (rows - 1) / rows;
    statistics.evaluate(sums, values.emplace_back(statistics.size()));
    std::copy_n(observed.begin() + static_cast<std::ptrdiff_t>(cell * kSums), kSums,
                sums.begin() + static_cast<std::ptrdiff_t>(cell * kSums));
  }
  return values;
}

std::vector<Interval> bootstrap(FrameStatistics& statistics, const TallyResampler& resampler,
                                const BootstrapOptions& options) {
  std::vector<double> observed;
  std::vector<double> rows;
  for (std::size_t cell = 0; cell < resampler.cells().size(); ++cell) {
    const auto sums = resampler.observed(cell);
    observed.insert(observed.end(), sums.begin(), sums.end());
    rows.push_back(sums[kRows]);
  }
  const std::size_t size = statistics.size();
  std::vector<double> estimates(size);
  statistics.evaluate(observed, estimates);
  const auto leftOut = jackknife(statistics, resampler, observed);

  // Statistic by statistic, so that each one's draws lie side by side for sorting.
  std::vector<double> draws(size * options.draws);
  std::vector<double> sums(observed.size());
  std::vector<double> values(size);
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    resampler.draw(options.seed, draw, sums);
    statistics.evaluate(sums, values);
    for (std::size_t i = 0; i < size; ++i) draws[i * options.draws + draw] = values[i];
  }

  std::vector<Interval> intervals;
  std::vector<Jackknifed> jackknifed(rows.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t cell = 0; cell < rows.size(); ++cell) {
      jackknifed[cell] = {leftOut[cell][i], rows[cell]};
    }
    intervals.push_back(bcaInterval(estimates[i],
                                    std::span(draws).subspan(i * options.draws, options.draws),
                                    jackknifed, options.confidence));
  }
  return intervals;
}

// The rate as successes of trials, scaled down to the rows that weights leave effective.
Share effectiveShare(const Rate& rate, const Counts& counts) {
  const double scale = counts.effectiveRows / counts.instances;
  return {rate.numerator(counts) * scale, rate.denominator(counts) * scale};
}

// Wilson's intervals of the rates that are shares of rows; `bootstrapped`, in turn, for the others.
std::vector<Interval> rateIntervals(std::span<const Counts> groups, const Interval* bootstrapped,
                                    double confidence) {
  std::vector<Interval> intervals;
  for (const Counts& counts : groups) {
    for (const Rate& rate : kRates) {
      if (rate.binomial) {
        const Share share = effectiveShare(rate, counts);
        intervals.push_back(wilsonInterval(share.successes, share.trials, confidence));
      } else {
        intervals.push_back(*bootstrapped++);
      }
    }
  }
  return intervals;
}

// Shares of whole rows for the permutation test; weights only count as far as they are effective.
Share wholeShare(const Rate& rate, const Counts& counts) {
  const Share share = effectiveShare(rate, counts);
  const double trials = std::round(share.trials);
  return {std::min(trials, std::round(share.successes)), trials};
}

// Whether a permutation test would tell the same of both: the same trials, and the same successes
// or, as of true positives and false negatives, just the others.
bool testAlike(const std::vector<Share>& a, const std::vector<Share>& b) {
  const auto all = [&](auto alike) { return std::ranges::equal(a, b, alike); };
  return all([](const Share& x, const Share& y) {
           return x.trials == y.trials && x.successes == y.successes;
         }) ||
         all([](const Share& x, const Share& y) {
           return x.trials == y.trials && x.trials - x.successes == y.successes;
         });
}

std::vector<double> permutationTests(const Frame& frame, const BootstrapOptions& options) {
  std::vector<double> pValues(kRates.size(), kNaN);
  std::vector<std::vector<Share>> shares(kRates.size());
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    if (!kRates[rate].binomial) continue;
    for (const Counts& counts : frame.counts)
      shares[rate].push_back(wholeShare(kRates[rate], counts));
    const auto known =
        std::ranges::find_if(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(rate),
                             [&](const auto& earlier) { return testAlike(earlier, shares[rate]); });
    const auto place = static_cast<std::size_t>(known - shares.begin());
    pValues[rate] =
        place < rate ? pValues[place] : permutationTest(shares[rate], options.draws, options.seed);
  }
  return pValues;
}

std::vector<double> differenceTests(const Frame& frame, std::size_t reference) {
  std::vector<double> pValues;
  const Counts& other = frame.counts.at(reference);
  for (const Counts& counts : frame.counts) {
    for (const Rate& rate : kRates) {
      const bool comparable = rate.binomial && &counts != &other;
      pValues.push_back(
          comparable ? differenceTest(effectiveShare(rate, counts), effectiveShare(rate, other))
                     : kNaN);
    }
  }
  return pValues;
}

// A tally with its categories in alphabetical order: which of them was seen first must not decide
// which cell gets which random numbers.
Tally sortedTally(const Tally& tally) {
  Tally result(sorted(tally.schema()));
  result.merge(tally);
  return result;
}

std::vector<bool> sortedLabels(const Tally& tally, const Tally& inOrder,
                               const std::vector<bool>& favorable) {
  std::vector<bool> result(favorable.size());
  const auto codes = translateCodes(tally.schema().labels, inOrder.schema().labels);
  for (std::size_t label = 0; label < codes.size(); ++label)
    result[codes[label]] = favorable[label];
  return result;
}

// Where the groups of `frame` stand in the same frame of a tally with other orders of categories.
std::vector<std::size_t> placesIn(const Schema& schema, const Frame& frame, const Schema& other) {
  std::vector<std::size_t> places(frame.counts.size(), 0);
  for (std::size_t axis = 0; axis < frame.attributes.size(); ++axis) {
    const auto& categories = schema.attributes[frame.attributes[axis]].categories;
    const auto codes =
        translateCodes(categories, other.attributes[frame.attributes[axis]].categories);
    for (std::size_t group = 0; group < places.size(); ++group) {
      places[group] = places[group] * categories.size() + codes[frame.codes(group, axis)];
    }
  }
  return places;
}

// The values of each group, brought from `places` into the order of the groups.
template <class T>
std::vector<T> inOrderOf(const std::vector<std::size_t>& places, const std::vector<T>& values) {
  const std::size_t width = places.empty() ? 0 : values.size() / places.size();
  std::vector<T> result;
  for (const std::size_t place : places) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(place * width);
    result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  return result;
}

FrameUncertainty uncertaintyOf(const Tally& tally, const Frame& frame,
                               const std::vector<bool>& favorable, std::size_t reference,
                               const BootstrapOptions& options) {
  const TallyResampler resampler(tally);
  FrameStatistics statistics(tally, frame, favorable, resampler, reference);
  const auto intervals = bootstrap(statistics, resampler, options);
  const auto part = [&](std::size_t first, std::size_t last) {
    return std::vector<Interval>(intervals.begin() + static_cast<std::ptrdiff_t>(first),
                                 intervals.begin() + static_cast<std::ptrdiff_t>(last));
  };
  FrameUncertainty result;
  const Interval* overall =
      intervals.data() + frame.counts.size() * statistics.bootstrappedRates().size();
  result.rates = rateIntervals(frame.counts, intervals.data(), options.confidence);
  result.overallRates = rateIntervals({&frame.overall, 1}, overall, options.confidence);
  result.spreads = part(statistics.spreadsBegin(), statistics.disparitiesBegin());
  result.disparities = part(statistics.disparitiesBegin(), statistics.size());
  result.differenceTests = differenceTests(frame, reference);
  result.permutationTests = permutationTests(frame, options);
  return result;
}

}  // namespace

FrameUncertainty frameUncertainty(const Tally& tally, const std::vector<std::string>& attributes,
                                  const std::vector<bool>& favorable, std::size_t reference,
                                  const BootstrapOptions& options) {
  validate(options);
  const Frame frame = frameBy(tally, attributes, favorable);
  if (frame.counts.size() > kMostUncertainGroups) {
    throw Error(ErrorCode::kTooLarge,
                {"by",
                 "at most " + std::to_string(kMostUncertainGroups) + " groups for intervals",
                 std::to_string(frame.counts.size()),
                 {}});
  }
  const Tally inOrder = sortedTally(tally);
  const auto labels = sortedLabels(tally, inOrder, favorable);
  const auto places = placesIn(tally.schema(), frame, inOrder.schema());
  FrameUncertainty result = uncertaintyOf(inOrder, frameBy(inOrder, attributes, labels), labels,
                                          places.at(reference), options);
  result.rates = inOrderOf(places, result.rates);
  result.disparities = inOrderOf(places, result.disparities);
  result.differenceTests = inOrderOf(places, result.differenceTests);
  return result;
}

}  // namespace fairwasm
