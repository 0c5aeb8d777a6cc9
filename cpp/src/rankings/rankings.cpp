// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/rankings/rankings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::rankings {
namespace {

// Distance from an estimate to the ends of its interval in standard errors, by number of clusters.
class Quantiles {
 public:
  explicit Quantiles(double confidence) : confidence_(confidence) {}
  double of(double clusters) {
    if (clusters != clusters_) {
      clusters_ = clusters;
      quantile_ = uncertainty::studentQuantile(0.5 + confidence_ / 2, clusters - 1);
    }
    return quantile_;
  }

 private:
  double confidence_;
  double clusters_ = kNaN;
  double quantile_ = kNaN;
};

Tested unknown(double value) { return {value, kNaN, kNaN, kNaN}; }

// Returns an estimate with the standard error of its logarithm.
Tested onLogScale(double value, double error, double clusters, Quantiles& quantiles) {
  if (std::isnan(error) || !(value > 0) || std::isinf(value)) return unknown(value);
  const double factor = std::exp(quantiles.of(clusters) * error);
  return {value, value / factor, value * factor,
          uncertainty::studentTails(std::log(value) / error, clusters - 1)};
}

Tested ratio(const Moments<2>& moments, double clusters, Quantiles& quantiles) {
  const auto [a, b] = moments.sums;
  return onLogScale(a / b, moments.error({1 / a, -1 / b}, clusters), clusters, quantiles);
}

Tested logRatio(const Moments<2>& moments, double clusters, Quantiles& quantiles) {
  const auto [value, low, high, pValue] = ratio(moments, clusters, quantiles);
  return {std::log(value), std::log(low), std::log(high), pValue};
}

// Returns a proportion a / b with an interval on the logit scale, tested against 1/2.
Tested proportion(const Moments<2>& moments, double clusters, Quantiles& quantiles) {
  const auto [a, b] = moments.sums;
  const double rest = b - a;
  if (!(a > 0 && rest > 0)) return unknown(a / b);
  const double error = moments.error({1 / a + 1 / rest, -1 / rest}, clusters);
  if (std::isnan(error)) return unknown(a / b);
  const double reach = quantiles.of(clusters) * error;
  const double logit = std::log(a / rest);
  return {a / b, 1 / (1 + std::exp(reach - logit)), 1 / (1 + std::exp(-reach - logit)),
          uncertainty::studentTails(logit / error, clusters - 1)};
}

Tested perUnit(const ExposureMoments& moments, double clusters, Quantiles& quantiles) {
  const auto [own, units, all, allUnits] = moments.sums;
  return onLogScale(own / units, moments.error({1 / own, -1 / units, 0, 0}, clusters), clusters,
                    quantiles);
}

Tested relative(const ExposureMoments& moments, double clusters, Quantiles& quantiles) {
  const auto [own, units, all, allUnits] = moments.sums;
  const double value = own / units / (all / allUnits);
  const std::array gradient{1 / own, -1 / units, -1 / all, 1 / allUnits};
  return onLogScale(value, moments.error(gradient, clusters), clusters, quantiles);
}

Exposure exposure(const ExposureMoments& perRow, const ExposureMoments& perMerit,
                  const GroupMoments& group, Quantiles& quantiles) {
  return {perRow.sums[0], perUnit(perRow, group.queries, quantiles),
          relative(perRow, group.queries, quantiles),
          perUnit(perMerit, group.meritQueries, quantiles),
          relative(perMerit, group.meritQueries, quantiles)};
}

Tested meanNdkl(const ListTotals& totals, Quantiles& quantiles) {
  const double mean = totals.ndkl / totals.queries;
  const double squares = totals.ndklSquares - totals.queries * mean * mean;
  if (totals.queries < 2 || !(squares > 1e-12 * totals.ndklSquares)) return unknown(mean);
  const double reach =
      quantiles.of(totals.queries) * std::sqrt(squares / (totals.queries - 1) / totals.queries);
  return {mean, std::max(0.0, mean - reach), mean + reach, kNaN};
}

Prefixes prefixes(const GroupMoments& sums, const SmallestTest& test) {
  const auto known = [](double value) { return std::isinf(value) ? kNaN : value; };
  return {sums.testedLists, sums.rejectedLists,
          sums.testedLists > 0 ? std::min(1.0, sums.testedLists * test.pValue) : kNaN,
          known(test.position), known(test.smallest)};
}

void requireCodes(const char* argument, std::span<const std::uint32_t> codes, std::size_t limit) {
  const auto place = std::ranges::find_if(codes, [&](std::uint32_t code) { return code >= limit; });
  if (place == codes.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a code below the number of categories", shown(*place),
               static_cast<std::size_t>(place - codes.begin())});
}

void requireNonnegative(const char* argument, std::span<const double> values) {
  requireFinite(argument, values);
  const auto place = std::ranges::find_if(values, [](double value) { return value < 0; });
  if (place == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument, {argument, "numbers of 0 or more", shown(*place),
                                            static_cast<std::size_t>(place - values.begin())});
}

void requireValid(const Options& options, const std::vector<std::string>& groups) {
  requireDistinct(groups, "groups");
  uncertainty::twoSidedQuantile(options.confidence);  // checks the confidence
  if (!(options.patience > 0 && options.patience < 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"patience", "a number between 0 and 1", shown(options.patience), {}});
  }
  if (options.reference.empty()) return;
  requireCount("reference", options.reference.size(), groups.size(), "groups");
  requireNonnegative("reference", options.reference);
  if (std::ranges::any_of(options.reference, [](double share) { return share > 0; })) return;
  throw Error(ErrorCode::kInvalidArgument, {"reference", "a positive number", "only zeros", {}});
}

constexpr std::string_view kKind = "rankings";
constexpr std::uint32_t kVersion = 1;

template <class Record>
Record readNumbers(data::ByteReader& reader) {
  std::array<double, sizeof(Record) / sizeof(double)> numbers;
  std::ranges::copy(reader.doubles(numbers.size()), numbers.begin());
  return std::bit_cast<Record>(numbers);
}

// Rejects numbers that no update produces. Only p-values without a test are infinite.
template <class Record>
Record readSums(data::ByteReader& reader) {
  const auto record = readNumbers<Record>(reader);
  for (const double value : toNumbers(record)) {
    if (!(value >= 0))
      throw Error(ErrorCode::kCorruptBytes, {"bytes", "sums of 0 or more", shown(value), {}});
  }
  return record;
}

}  // namespace

RankedLists::RankedLists(Options options, std::vector<std::string> groups)
    : options_(std::move(options)), groups_(std::move(groups)), sums_(groups_.size()) {
  requireValid(options_, groups_);
}

void RankedLists::update(const Rows& rows) {
  const std::size_t count = rows.order.size();
  requireCount("groups", rows.groups.size(), count);
  if (!rows.queries.empty()) requireCount("query", rows.queries.size(), count);
  if (options_.hasRelevance) requireCount("relevance", rows.relevance.size(), count);
  requireCodes("groups", rows.groups, groups_.size());
  requireCodes("query", rows.queries, rows.lists);
  requireFinite(options_.areScores ? "score" : "position", rows.order);
  requireNonnegative("relevance", rows.relevance);
  *this = with(rows);
}

void RankedLists::merge(const RankedLists& other) {
  const bool isAlike =
      options_ == other.options_ && (options_.reference.empty() || groups_ == other.groups_);
  if (!isAlike) {
    throw Error(ErrorCode::kIncompatible,
                {"other", "ranked lists with the same options and reference", "others", {}});
  }
  const auto getPlace = [](const RankedLists& lists, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(lists.groups_, name) - lists.groups_.begin());
  };
  // The sums of a group that does not occur in the lists.
  const auto getAbsent = [](const RankedLists& lists) {
    return lists.sums_.empty() ? Group{} : Group{lists.sums_[0].sums.withoutGroup(), {}};
  };
  RankedLists both = *this;
  for (const std::string& name : other.groups_) {
    if (getPlace(both, name) < both.groups_.size()) continue;
    both.groups_.push_back(name);
    both.sums_.push_back(getAbsent(*this));
  }
  const Group absent = getAbsent(other);
  for (std::size_t g = 0; g < both.groups_.size(); ++g) {
    const std::size_t place = getPlace(other, both.groups_[g]);
    const Group& added = place < other.sums_.size() ? other.sums_[place] : absent;
    addNumbers(both.sums_[g].sums, added.sums);
    both.sums_[g].test = std::min(both.sums_[g].test, added.test);
  }
  addNumbers(both.totals_, other.totals_);
  *this = std::move(both);
}

void RankedLists::reset() {
  std::ranges::fill(sums_, Group{});
  totals_ = {};
}

std::vector<std::uint8_t> RankedLists::toBytes() const {
  data::ByteWriter writer(kKind, kVersion);
  writer.number((options_.areScores ? 1U : 0U) + (options_.hasRelevance ? 2U : 0U));
  writer.number(options_.top);
  writer.number(options_.depth);
  writer.doubles(std::array{options_.patience, options_.confidence});
  writer.texts(groups_);
  writer.number(options_.reference.size());
  writer.doubles(options_.reference);
  for (const Group& group : sums_) writer.doubles(toNumbers(group));
  writer.doubles(toNumbers(totals_));
  return std::move(writer).finish();
}

RankedLists RankedLists::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kKind, kVersion);
  try {
    Options options;
    const std::uint64_t flags = reader.number();
    options.areScores = (flags & 1U) != 0;
    options.hasRelevance = (flags & 2U) != 0;
    options.top = static_cast<std::size_t>(reader.number());
    options.depth = static_cast<std::size_t>(reader.number());
    const auto levels = reader.doubles(2);
    options.patience = levels[0];
    options.confidence = levels[1];
    auto groups = reader.texts();
    options.reference = reader.doubles(static_cast<std::size_t>(reader.number()));
    RankedLists stored(std::move(options), std::move(groups));
    for (Group& group : stored.sums_) group = readSums<Group>(reader);
    stored.totals_ = readSums<ListTotals>(reader);
    reader.finish();
    return stored;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored ranked lists", error.what(), {}});
  }
}

Ranking RankedLists::ranking() const {
  Quantiles quantiles(options_.confidence);
  Ranking ranking{{},           totals_.rows, totals_.queries,
                  totals_.rows, totals_.tied, meanNdkl(totals_, quantiles)};
  for (std::size_t g = 0; g < sums_.size(); ++g) {
    const auto& [group, test] = sums_[g];
    ranking.groups.push_back(
        {groups_[g], group.rows, group.queries,
         exposure(group.logarithmic, group.logarithmicMerit, group, quantiles),
         exposure(group.geometric, group.geometricMerit, group, quantiles), group.top.sums[0],
         group.top.sums[1], logRatio(group.top, group.queries, quantiles), group.infeasible,
         group.infeasibleLists, proportion(group.pairs, group.pairQueries, quantiles),
         proportion(group.pairsOfRelevance, group.relevanceQueries, quantiles),
         prefixes(group, test)});
  }
  return ranking;
}

}  // namespace fairwasm::rankings
