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

// Distances from an estimate to the ends of its interval in standard errors.
struct Quantiles {
  double degrees = kNaN;
  double each = kNaN;
  double joint = kNaN;
};

// The level of intervals, and the number of groups whose intervals hold jointly.
class Level {
 public:
  Level(double confidence, std::size_t groups)
      : comparisons_(static_cast<double>(groups > 2 ? groups : 1)),
        each_(confidence),
        joint_(uncertainty::computeEachConfidence(groups > 2 ? groups : 1, confidence)) {}

  // Keeps the last result, because many values have the same degrees of freedom.
  const Quantiles& quantiles(double degrees) {
    if (degrees != last_.degrees) {
      const auto at = [&](double confidence) {
        return uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
      };
      last_ = {degrees, at(each_), comparisons_ > 1 ? at(joint_) : at(each_)};
    }
    return last_;
  }

  [[nodiscard]] double joint(double pValue) const {
    return comparisons_ > 1 ? -std::expm1(comparisons_ * std::log1p(-pValue)) : pValue;
  }

 private:
  double comparisons_;
  double each_;
  double joint_;
  Quantiles last_;
};

Tested unknown(double value) { return {value, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN}; }

// Returns a value with intervals that are symmetric on a scale on which 0 is tested: `at` returns
// the value at a distance from the estimate.
template <class At>
Tested tested(double value, double scaled, const Precision& precision, Level& level, At&& at) {
  const auto [error, degrees] = precision;
  const auto& [_, each, joint] = level.quantiles(degrees);
  const double pValue = uncertainty::studentTails(scaled / error, degrees);
  return {value,
          at(scaled - each * error),
          at(scaled + each * error),
          pValue,
          at(scaled - joint * error),
          at(scaled + joint * error),
          level.joint(pValue),
          degrees};
}

// Returns a value with the precision of its logarithm.
Tested onLogScale(double value, const Precision& precision, Level& level) {
  if (std::isnan(precision.error) || !(value > 0) || std::isinf(value)) return unknown(value);
  return tested(value, std::log(value), precision, level, [](double x) { return std::exp(x); });
}

// Returns the logarithm of the ratio a / b.
Tested logRatio(const Moments<2>& moments, Level& level) {
  const auto [a, b] = moments.sums;
  const double value = std::log(a / b);
  const Precision precision = moments.precision({1 / a, -1 / b});
  if (std::isnan(precision.error) || !std::isfinite(value)) return unknown(value);
  return tested(value, value, precision, level, [](double x) { return x; });
}

// Returns a proportion a / b with an interval on the logit scale, tested against 1/2.
Tested proportion(const Moments<2>& moments, Level& level) {
  const auto [a, b] = moments.sums;
  const double rest = b - a;
  if (!(a > 0 && rest > 0)) return unknown(a / b);
  const Precision precision = moments.precision({1 / a + 1 / rest, -1 / rest});
  if (std::isnan(precision.error)) return unknown(a / b);
  return tested(a / b, std::log(a / rest), precision, level,
                [](double logit) { return 1 / (1 + std::exp(-logit)); });
}

Tested perUnit(const ExposureMoments& moments, Level& level) {
  const auto [own, units, all, allUnits] = moments.sums;
  return onLogScale(own / units, moments.precision({1 / own, -1 / units, 0, 0}), level);
}

Tested relative(const ExposureMoments& moments, Level& level) {
  const auto [own, units, all, allUnits] = moments.sums;
  const double value = own / units / (all / allUnits);
  return onLogScale(value, moments.precision({1 / own, -1 / units, -1 / all, 1 / allUnits}), level);
}

Exposure exposure(const ExposureMoments& perRow, const ExposureMoments& perMerit, Level& level) {
  return {perRow.sums[0], perUnit(perRow, level), relative(perRow, level), perUnit(perMerit, level),
          relative(perMerit, level)};
}

Tested meanNdkl(const ListTotals& totals, double confidence) {
  const double mean = totals.ndkl / totals.queries;
  const double squares = totals.ndklSquares - totals.queries * mean * mean;
  Tested result = unknown(mean);
  if (totals.queries < 2 || !(squares > 1e-12 * totals.ndklSquares)) return result;
  result.degrees = totals.queries - 1;
  const double reach = uncertainty::studentQuantile(0.5 + confidence / 2, result.degrees) *
                       std::sqrt(squares / (totals.queries - 1) / totals.queries);
  result.low = std::max(0.0, mean - reach);
  result.high = mean + reach;
  return result;
}

Prefixes prefixes(const GroupMoments& sums, const SmallestTest& test, double groups) {
  const auto known = [](double value) { return std::isinf(value) ? kNaN : value; };
  const double pValue = sums.testedLists > 0 ? std::min(1.0, sums.testedLists * test.pValue) : kNaN;
  return {sums.testedLists,     sums.rejectedLists,  pValue, std::fmin(1.0, groups * pValue),
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

void requirePositions(std::span<const double> positions) {
  const auto place = std::ranges::find_if(positions, [](double position) {
    constexpr double kMax = 9007199254740992;  // 2^53
    return !(position >= 1 && position <= kMax && std::floor(position) == position);
  });
  if (place == positions.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"position", "a whole number of at least 1 (1 is the top of the list)", shown(*place),
               static_cast<std::size_t>(place - positions.begin())});
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
constexpr std::uint32_t kVersion = 2;

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
  if (!options_.areScores) requirePositions(rows.order);
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
  const auto count = [&](auto&& isCounted) { return std::ranges::count_if(sums_, isCounted); };
  Level level(
      options_.confidence,
      static_cast<std::size_t>(count([](const Group& group) { return group.sums.rows > 0; })));
  const auto testedGroups =
      static_cast<double>(count([](const Group& group) { return group.sums.testedLists > 0; }));
  Ranking ranking{
      {},           totals_.rows,    totals_.queries,      totals_.rows,
      totals_.tied, totals_.missing, totals_.missingLists, meanNdkl(totals_, options_.confidence)};
  for (std::size_t g = 0; g < sums_.size(); ++g) {
    const auto& [group, test] = sums_[g];
    ranking.groups.push_back(
        {groups_[g], group.rows, group.queries,
         exposure(group.logarithmic, group.logarithmicMerit, level),
         exposure(group.geometric, group.geometricMerit, level), group.top.sums[0],
         group.top.sums[1], logRatio(group.top, level), group.infeasible, group.infeasibleLists,
         proportion(group.pairs, level), proportion(group.pairsOfRelevance, level),
         prefixes(group, test, testedGroups)});
  }
  return ranking;
}

}  // namespace fairwasm::rankings
