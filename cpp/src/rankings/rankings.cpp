// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/rankings/rankings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/rankings/prefixes.hpp"

namespace fairwasm::rankings {
namespace {

constexpr double kRounding = 1e-9;

// Sums of N variables and of their products over queries, for the variance of functions of sums.
template <std::size_t N>
struct Moments {
  std::array<double, N> sums{};
  std::array<double, N * N> products{};

  void add(const std::array<double, N>& values) {
    for (std::size_t i = 0; i < N; ++i) {
      sums[i] += values[i];
      for (std::size_t j = 0; j <= i; ++j) products[N * i + j] += values[i] * values[j];
    }
  }

  // Returns the standard error of a function with this gradient that does not change if all sums
  // are scaled. NaN with fewer than two clusters, or if the clusters do not differ up to rounding.
  [[nodiscard]] double error(const std::array<double, N>& gradient, double clusters) const {
    double squares = 0;
    double size = 0;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double part = (i == j ? 1 : 2) * gradient[i] * gradient[j] * products[N * i + j];
        squares += part;
        size += std::abs(part);
      }
    }
    if (clusters < 2 || !(squares > 1e-12 * size)) return kNaN;
    return std::sqrt(squares * clusters / (clusters - 1));
  }
};

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

// The variables of an exposure in one query: its sum and divisor, of the group and of all rows.
using ExposureMoments = Moments<4>;

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

struct Entry {
  double order;
  double relevance;
  std::uint32_t group;
};

// The sums of one group in the current list.
struct GroupSums {
  double rows = 0;
  double merit = 0;
  double logarithmic = 0;
  double geometric = 0;
  double top = 0;
  double infeasible = 0;
  double smallest = kInfinity;  // smallest p-value of a prefix, and the length of that prefix
  double position = kNaN;
  std::array<double, 2> pairs{};  // rows of the group above others, and all pairs
  std::array<double, 2> pairsOfRelevance{};
};

// The smallest p-value of the prefixes of a list.
struct ListTest {
  double smallest;
  std::size_t rows;
  std::size_t members;
  double position;
};

// The sums of one group over queries.
struct GroupMoments {
  double rows = 0;
  double queries = 0;
  double meritQueries = 0;
  double pairQueries = 0;
  double relevanceQueries = 0;
  double infeasible = 0;
  double infeasibleLists = 0;
  ExposureMoments logarithmic;
  ExposureMoments geometric;
  ExposureMoments logarithmicMerit;
  ExposureMoments geometricMerit;
  Moments<2> top;
  Moments<2> pairs;
  Moments<2> pairsOfRelevance;
  std::vector<ListTest> tests;
};

class Measurement {
 public:
  Measurement(const Options& options, std::size_t longest, bool hasRelevance)
      : options_(options),
        hasRelevance_(hasRelevance),
        distributions_(options.depth),
        shares_(options.reference),
        groups_(options.groups),
        seen_(options.groups),
        inTie_(options.groups),
        starts_(options.groups),
        distribution_(options.groups),
        moments_(options.groups) {
    const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    for (double& share : shares_) share /= sum;
    double geometric = 1;
    for (std::size_t position = 1; position <= longest; ++position) {
      const auto x = static_cast<double>(position);
      geometric *= options.patience;
      logarithmic_.push_back(logarithmic_.back() + 1 / std::log2(1 + x));
      geometric_.push_back(1 - geometric);
      products_.push_back(x * std::log(x));
    }
  }

  // Adds a list; its entries are sorted by position.
  void add(std::span<Entry> list) {
    start(list);
    if (std::ranges::adjacent_find(list, {}, &Entry::order) == list.end()) {
      walkDistinct(list);
    } else {
      walk(list);
      addPairs(list, &GroupSums::pairs);
    }
    if (hasRelevance_) addPairsOfRelevance(list);
    finish(static_cast<double>(list.size()));
  }

  [[nodiscard]] Ranking result() {
    Quantiles quantiles(options_.confidence);
    Ranking ranking{{}, rows_, queries_, rows_, tied_, meanNdkl(quantiles)};
    for (GroupMoments& group : moments_) {
      ranking.groups.push_back(
          {group.rows, group.queries,
           exposure(group.logarithmic, group.logarithmicMerit, group, quantiles),
           exposure(group.geometric, group.geometricMerit, group, quantiles), group.top.sums[0],
           group.top.sums[1], logRatio(group.top, group.queries, quantiles), group.infeasible,
           group.infeasibleLists, proportion(group.pairs, group.pairQueries, quantiles),
           proportion(group.pairsOfRelevance, group.relevanceQueries, quantiles),
           testPrefixes(group)});
    }
    return ranking;
  }

 private:
  void start(std::span<const Entry> list) {
    std::ranges::fill(groups_, GroupSums{});
    std::ranges::fill(seen_, 0.0);
    const auto rows = static_cast<double>(list.size());
    for (const Entry& entry : list) {
      groups_[entry.group].rows += 1;
      groups_[entry.group].merit += entry.relevance;
    }
    if (options_.reference.empty()) {
      shares_.clear();
      for (const GroupSums& group : groups_) shares_.push_back(group.rows / rows);
    }
    logShares_.clear();
    for (const double share : shares_) logShares_.push_back(std::log(share));
    distributions_.forget();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const double members = groups_[g].rows;
      distribution_[g] = members > 0 && members < rows
                             ? &distributions_.of(list.size(), static_cast<std::size_t>(members))
                             : nullptr;
    }
  }

  // Adds a list without ties. The count of a group changes only at its own rows, so the prefixes
  // between two of them are checked together.
  void walkDistinct(std::span<const Entry> list) {
    double divergence = 0;
    double countLogs = 0;  // sum of c ln c, and of c ln q
    double shareLogs = 0;
    std::ranges::fill(starts_, 1);
    const auto rows = static_cast<double>(list.size());
    for (std::size_t before = 0; before < list.size(); ++before) {
      const std::uint32_t g = list[before].group;
      checkPrefixes(g, before);
      GroupSums& group = groups_[g];
      const double seen = seen_[g];
      const auto count = static_cast<std::size_t>(seen);
      const auto length = static_cast<double>(before + 1);
      const double weight = logarithmic_[before + 1] - logarithmic_[before];
      group.logarithmic += weight;
      group.geometric += geometric_[before + 1] - geometric_[before];
      group.top += before < options_.top ? 1 : 0;
      group.pairs[0] += rows - group.rows - (length - 1 - seen);
      group.pairs[1] += rows - group.rows;
      countLogs += products_[count + 1] - products_[count];
      shareLogs += logShares_[g];
      seen_[g] = seen + 1;
      const double kl = (countLogs - shareLogs - products_[before + 1]) / length;
      divergence += weight * std::max(0.0, kl);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) checkPrefixes(g, list.size());
    addNdkl(divergence / logarithmic_[list.size()]);
  }

  [[nodiscard]] bool isInfeasible(std::size_t g, std::size_t length) const {
    const double floor = std::floor(shares_[g] * static_cast<double>(length) + kRounding);
    return seen_[g] + kRounding < floor;
  }

  // Checks the prefixes of up to `last` rows that have as many rows of the group as now. Among
  // them, the longest has the smallest p-value.
  void checkPrefixes(std::size_t g, std::size_t last) {
    const std::size_t first = std::exchange(starts_[g], last + 1);
    if (first > last) return;
    if (isInfeasible(g, last)) {
      std::size_t least = last;
      while (least > first && isInfeasible(g, least - 1)) --least;
      groups_[g].infeasible += static_cast<double>(last - least + 1);
    }
    if (first == 1) testPrefix(g, 1);
    if (first <= options_.depth) testPrefix(g, std::min(last, options_.depth));
  }

  void testPrefix(std::size_t g, std::size_t length) {
    if (distribution_[g] == nullptr) return;
    const double chance = distribution_[g]->atMost(length, static_cast<std::size_t>(seen_[g]));
    GroupSums& group = groups_[g];
    if (!(chance < group.smallest)) return;
    group.smallest = chance;
    group.position = static_cast<double>(length);
  }

  void walk(std::span<const Entry> list) {
    double divergence = 0;
    double norm = 0;
    double countLogs = 0;  // sum of c ln c, and of c ln q
    double shareLogs = 0;
    for (std::size_t first = 0; first < list.size();) {
      std::size_t end = first + 1;
      while (end < list.size() && list[end].order == list[first].order) ++end;
      const auto size = static_cast<double>(end - first);
      if (end - first > 1) tied_ += size;
      addExposure(list, first, end);
      for (std::size_t before = first; before < end; ++before) {
        const auto length = static_cast<double>(before + 1);
        if (size == 1) {
          const std::uint32_t group = list[first].group;
          const auto count = static_cast<std::size_t>(seen_[group]);
          countLogs += products_[count + 1] - products_[count];
          shareLogs += logShares_[group];
          seen_[group] += 1;
        } else {
          countLogs = shareLogs = 0;
          for (std::size_t g = 0; g < seen_.size(); ++g) {
            seen_[g] += inTie_[g] / size;
            if (before + 1 == end) seen_[g] = std::round(seen_[g]);
            if (seen_[g] <= 0) continue;
            countLogs += seen_[g] * std::log(seen_[g]);
            shareLogs += seen_[g] * logShares_[g];
          }
        }
        const double weight = logarithmic_[before + 1] - logarithmic_[before];
        const double kl = (countLogs - shareLogs) / length - std::log(length);
        divergence += weight * std::max(0.0, kl);
        norm += weight;
        checkPrefix(before + 1, before + 1 == end);
      }
      first = end;
    }
    addNdkl(divergence / norm);
  }

  // Adds the exposure of tied rows: the mean of their positions. Counts them by group.
  void addExposure(std::span<const Entry> list, std::size_t first, std::size_t end) {
    const auto size = static_cast<double>(end - first);
    const double logarithmic = (logarithmic_[end] - logarithmic_[first]) / size;
    const double geometric = (geometric_[end] - geometric_[first]) / size;
    const std::size_t top = std::clamp(options_.top, first, end);
    const double inTop = static_cast<double>(top - first) / size;
    if (size > 1) std::ranges::fill(inTie_, 0.0);
    for (const Entry& entry : list.subspan(first, end - first)) {
      GroupSums& group = groups_[entry.group];
      group.logarithmic += logarithmic;
      group.geometric += geometric;
      group.top += inTop;
      if (size > 1) inTie_[entry.group] += 1;
    }
  }

  // Checks the floors of all groups and, at the end of a tie, tests their counts.
  void checkPrefix(std::size_t positions, bool isEnd) {
    const bool isTested = isEnd && positions <= options_.depth;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (isInfeasible(g, positions)) groups_[g].infeasible += 1;
      if (isTested) testPrefix(g, positions);
    }
  }

  // Counts pairs of a row of each group and a row of another group, in a list sorted by position.
  void addPairs(std::span<const Entry> list, std::array<double, 2> GroupSums::* pairs) {
    std::ranges::fill(seen_, 0.0);
    members_.assign(groups_.size(), 0);
    for (const Entry& entry : list) members_[entry.group] += 1;
    const auto rows = static_cast<double>(list.size());
    for (std::size_t first = 0; first < list.size();) {
      std::size_t end = first + 1;
      while (end < list.size() && list[end].order == list[first].order) ++end;
      const auto before = static_cast<double>(first);
      const auto after = static_cast<double>(end);
      for (const Entry& entry : list.subspan(first, end - first)) inTie_[entry.group] = 0;
      for (const Entry& entry : list.subspan(first, end - first)) inTie_[entry.group] += 1;
      for (const Entry& entry : list.subspan(first, end - first)) {
        const std::uint32_t g = entry.group;
        const double others = rows - members_[g];
        const double above = before - seen_[g];
        const double upTo = after - seen_[g] - inTie_[g];
        (groups_[g].*pairs)[0] += others - 0.5 * (above + upTo);
        (groups_[g].*pairs)[1] += others;
      }
      for (const Entry& entry : list.subspan(first, end - first)) seen_[entry.group] += 1;
      first = end;
    }
  }

  void addPairsOfRelevance(std::span<Entry> list) {
    std::ranges::stable_sort(list, std::ranges::greater{}, &Entry::relevance);
    for (std::size_t first = 0; first < list.size();) {
      std::size_t end = first + 1;
      while (end < list.size() && list[end].relevance == list[first].relevance) ++end;
      if (end - first > 1) {
        addPairs(list.subspan(first, end - first), &GroupSums::pairsOfRelevance);
      }
      first = end;
    }
  }

  void addNdkl(double ndkl) {
    ndkl_ += ndkl;
    ndklSquares_ += ndkl * ndkl;
  }

  void finish(double rows) {
    rows_ += rows;
    queries_ += 1;
    GroupSums all;
    for (const GroupSums& group : groups_) {
      all.merit += group.merit;
      all.logarithmic += group.logarithmic;
      all.geometric += group.geometric;
    }
    const double top = std::min(rows, static_cast<double>(options_.top));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const GroupSums& group = groups_[g];
      GroupMoments& sums = moments_[g];
      sums.rows += group.rows;
      sums.queries += group.rows > 0 ? 1 : 0;
      sums.infeasible += group.infeasible;
      sums.infeasibleLists += group.infeasible > 0 ? 1 : 0;
      sums.logarithmic.add({group.logarithmic, group.rows, all.logarithmic, rows});
      sums.geometric.add({group.geometric, group.rows, all.geometric, rows});
      sums.top.add({group.top, shares_[g] * top});
      sums.pairs.add(group.pairs);
      sums.pairQueries += group.pairs[1] > 0 ? 1 : 0;
      if (hasRelevance_) {
        sums.meritQueries += group.merit > 0 ? 1 : 0;
        sums.relevanceQueries += group.pairsOfRelevance[1] > 0 ? 1 : 0;
        sums.logarithmicMerit.add({group.logarithmic, group.merit, all.logarithmic, all.merit});
        sums.geometricMerit.add({group.geometric, group.merit, all.geometric, all.merit});
        sums.pairsOfRelevance.add(group.pairsOfRelevance);
      }
      if (distribution_[g] != nullptr) {
        sums.tests.push_back({group.smallest, static_cast<std::size_t>(rows),
                              static_cast<std::size_t>(group.rows), group.position});
      }
    }
  }

  static Exposure exposure(const ExposureMoments& perRow, const ExposureMoments& perMerit,
                           const GroupMoments& group, Quantiles& quantiles) {
    return {perRow.sums[0], perUnit(perRow, group.queries, quantiles),
            relative(perRow, group.queries, quantiles),
            perUnit(perMerit, group.meritQueries, quantiles),
            relative(perMerit, group.meritQueries, quantiles)};
  }

  [[nodiscard]] Tested meanNdkl(Quantiles& quantiles) const {
    const double mean = ndkl_ / queries_;
    const double squares = ndklSquares_ - queries_ * mean * mean;
    if (queries_ < 2 || !(squares > 1e-12 * ndklSquares_)) return unknown(mean);
    const double reach = quantiles.of(queries_) * std::sqrt(squares / (queries_ - 1) / queries_);
    return {mean, std::max(0.0, mean - reach), mean + reach, kNaN};
  }

  // The exact distribution is only needed for p-values that may be small enough.
  Prefixes testPrefixes(const GroupMoments& group) {
    const auto lists = static_cast<double>(group.tests.size());
    const double alpha = 1 - options_.confidence;
    Prefixes found{lists, 0, lists > 0 ? 1 : kNaN, kNaN, kNaN};
    double least = kInfinity;
    for (const auto& [smallest, rows, members, position] : group.tests) {
      const bool isSettled = smallest > alpha && lists * smallest >= 1;
      distributions_.forget();
      const double pValue =
          isSettled ? 1 : distributions_.of(rows, members).smallestAtMost(smallest);
      if (pValue <= alpha) found.rejected += 1;
      found.pValue = std::min(found.pValue, lists * pValue);
      if (pValue > least || (pValue == least && !(smallest < found.smallest))) continue;
      least = pValue;
      found.position = position;
      found.smallest = smallest;
    }
    return found;
  }

  const Options& options_;
  bool hasRelevance_;
  std::vector<double> logarithmic_{0};  // exposure of all positions before each position
  std::vector<double> geometric_{0};
  std::vector<double> products_{0};  // x ln x
  PrefixDistributions distributions_;
  std::vector<double> shares_;
  std::vector<double> logShares_;
  std::vector<GroupSums> groups_;
  std::vector<double> seen_;
  std::vector<double> inTie_;
  std::vector<std::size_t> starts_;  // length of the first prefix that has not been checked
  std::vector<double> members_;
  std::vector<const PrefixDistribution*> distribution_;
  std::vector<GroupMoments> moments_;
  double rows_ = 0;
  double queries_ = 0;
  double tied_ = 0;
  double ndkl_ = 0;
  double ndklSquares_ = 0;
};

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

void requireValid(const Rows& rows, const Options& options) {
  const std::size_t count = rows.order.size();
  requireCount("groups", rows.groups.size(), count);
  if (!rows.queries.empty()) requireCount("query", rows.queries.size(), count);
  if (!rows.relevance.empty()) requireCount("relevance", rows.relevance.size(), count);
  requireCodes("groups", rows.groups, options.groups);
  requireCodes("query", rows.queries, options.queries);
  requireFinite(options.areScores ? "score" : "position", rows.order);
  requireNonnegative("relevance", rows.relevance);
  uncertainty::twoSidedQuantile(options.confidence);  // checks the confidence
  if (!(options.patience > 0 && options.patience < 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"patience", "a number between 0 and 1", shown(options.patience), {}});
  }
  if (options.reference.empty()) return;
  requireCount("reference", options.reference.size(), options.groups, "groups");
  requireNonnegative("reference", options.reference);
  if (std::ranges::any_of(options.reference, [](double share) { return share > 0; })) return;
  throw Error(ErrorCode::kInvalidArgument, {"reference", "a positive number", "only zeros", {}});
}

}  // namespace

Ranking measure(const Rows& rows, const Options& options) {
  requireValid(rows, options);
  const std::size_t count = rows.order.size();
  // The rows of query q are those from starts[q] to starts[q + 1].
  std::vector<std::size_t> starts(std::max<std::size_t>(1, options.queries) + 1, 0);
  const auto getQuery = [&](std::size_t row) {
    return rows.queries.empty() ? 0 : rows.queries[row];
  };
  for (std::size_t row = 0; row < count; ++row) ++starts[getQuery(row) + 1];
  const std::size_t longest = *std::ranges::max_element(starts);
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Entry> entries(count);
  std::vector<std::size_t> next = starts;
  const double sign = options.areScores ? -1 : 1;
  for (std::size_t row = 0; row < count; ++row) {
    entries[next[getQuery(row)]++] = {
        sign * rows.order[row], rows.relevance.empty() ? 0 : rows.relevance[row], rows.groups[row]};
  }
  Measurement measurement(options, longest, !rows.relevance.empty());
  for (std::size_t query = 0; query + 1 < starts.size(); ++query) {
    if (starts[query] == starts[query + 1]) continue;
    const auto list = std::span(entries).subspan(starts[query], starts[query + 1] - starts[query]);
    if (!std::ranges::is_sorted(list, {}, &Entry::order)) {
      std::ranges::sort(list, {}, &Entry::order);
    }
    measurement.add(list);
  }
  return measurement.result();
}

}  // namespace fairwasm::rankings
