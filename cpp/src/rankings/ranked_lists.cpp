// SPDX-License-Identifier: Apache-2.0
//
// Adds ranked lists to the sums of each group.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "fairwasm/rankings/prefixes.hpp"
#include "fairwasm/rankings/rankings.hpp"

namespace fairwasm::rankings {
namespace {

constexpr double kRounding = 1e-9;
constexpr std::size_t kShortList = 64;

struct Entry {
  double order;
  double relevance;
  std::uint32_t group;
};

// One group in the current list.
struct ListGroup {
  double share = 0;  // the reference share, its logarithm, and its inverse
  double logShare = 0;
  double rowsPerMember = kInfinity;
  const PrefixDistribution* distribution = nullptr;
  double rows = 0;
  double merit = 0;
  double seen = 0;
  double inTie = 0;
  std::size_t first = 1;  // length of the first prefix that has not been checked
  double logarithmic = 0;
  double geometric = 0;
  double top = 0;
  double infeasible = 0;
  double smallest = kInfinity;  // smallest p-value of a prefix, and the length of that prefix
  double position = kInfinity;
  std::array<double, 2> pairs{};  // rows of the group above others, and all pairs
  std::array<double, 2> pairsOfRelevance{};
};

// The rows of each list, one list after the other.
class RowsByList {
 public:
  explicit RowsByList(const Rows& rows)
      : starts_(std::max<std::size_t>(1, rows.queries.empty() ? 1 : rows.lists) + 1) {
    const auto& queries = rows.queries;
    if (queries.empty()) {
      starts_[1] = static_cast<std::uint32_t>(rows.order.size());
      return;
    }
    for (const std::uint32_t query : queries) ++starts_[query + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    if (std::ranges::is_sorted(queries)) return;
    auto next = starts_;
    rows_.resize(queries.size());
    for (std::size_t row = 0; row < queries.size(); ++row) {
      rows_[next[queries[row]]++] = static_cast<std::uint32_t>(row);
    }
  }

  [[nodiscard]] std::size_t lists() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t size(std::size_t list) const {
    return starts_[list + 1] - starts_[list];
  }
  [[nodiscard]] std::size_t row(std::size_t list, std::size_t i) const {
    const std::size_t place = starts_[list] + i;
    return rows_.empty() ? place : rows_[place];
  }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> rows_;  // empty if the rows are already sorted by list
};

}  // namespace

// Walks along lists. Options and sums are those of the accumulator.
class ListWalk {
 public:
  explicit ListWalk(RankedLists& lists)
      : options_(lists.options_),
        sums_(lists.sums_),
        totals_(lists.totals_),
        distributions_(options_.depth),
        empty_(sums_.size()),
        groups_(sums_.size()) {
    const auto& reference = options_.reference;
    const double sum = std::accumulate(reference.begin(), reference.end(), 0.0);
    for (std::size_t g = 0; g < reference.size(); ++g) {
      empty_[g].share = reference[g] / sum;
      empty_[g].logShare = std::log(empty_[g].share);
      empty_[g].rowsPerMember = 1 / empty_[g].share;
    }
  }

  void addAll(const Rows& rows) {
    const RowsByList byList(rows);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < byList.lists(); ++i) longest = std::max(longest, byList.size(i));
    computeTables(longest);
    const double sign = options_.areScores ? -1 : 1;
    for (std::size_t i = 0; i < byList.lists(); ++i) {
      list_.clear();
      keys_.clear();
      for (std::size_t j = 0; j < byList.size(i); ++j) {
        const std::size_t row = byList.row(i, j);
        keys_.push_back(sign * rows.order[row]);
        list_.push_back(
            {keys_.back(), options_.hasRelevance ? rows.relevance[row] : 0, rows.groups[row]});
      }
      if (!list_.empty()) add();
    }
  }

 private:
  void computeTables(std::size_t longest) {
    double geometric = 1;
    for (std::size_t position = 1; position <= longest; ++position) {
      const auto x = static_cast<double>(position);
      geometric *= options_.patience;
      const double weight = 1 / std::log2(1 + x);
      logarithmic_.push_back(logarithmic_.back() + weight);
      divergenceWeights_.push_back(weight / x);
      geometric_.push_back(1 - geometric);
      logs_.push_back(std::log(x));
    }
  }

  void add() {
    const bool isDistinct = sort();
    start();
    if (isDistinct) {
      walkDistinct();
    } else {
      walk();
      addPairs(list_, &ListGroup::pairs);
    }
    if (options_.hasRelevance) addPairsOfRelevance();
    finish();
  }

  // Sorts the list by position. Returns true if no rows are tied.
  bool sort() {
    if (list_.size() <= kShortList && sortShort()) return true;
    if (!std::ranges::is_sorted(keys_)) std::ranges::sort(list_, {}, &Entry::order);
    return std::ranges::adjacent_find(list_, {}, &Entry::order) == list_.end();
  }

  // The position of a row is the number of smaller keys: quadratic, but without branches. Returns
  // false, without changes, if rows are tied.
  bool sortShort() {
    const std::size_t rows = list_.size();
    sorted_.resize(rows);
    std::uint64_t places = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint64_t place = 0;
      for (std::size_t j = 0; j < rows; ++j) place += keys_[j] < keys_[i] ? 1 : 0;
      sorted_[static_cast<std::size_t>(place)] = list_[i];
      places |= std::uint64_t{1} << place;
    }
    if (places != ~std::uint64_t{0} >> (kShortList - rows)) return false;
    list_.swap(sorted_);
    return true;
  }

  void start() {
    groups_ = empty_;
    topRows_ = 0;
    const std::size_t rows = list_.size();
    for (const Entry& entry : list_) {
      groups_[entry.group].rows += 1;
      groups_[entry.group].merit += entry.relevance;
    }
    distributions_.forget();
    for (ListGroup& group : groups_) {
      const auto members = static_cast<std::size_t>(group.rows);
      if (options_.reference.empty()) {
        group.share = group.rows / static_cast<double>(rows);
        group.logShare = logs_[members] - logs_[rows];
        group.rowsPerMember = static_cast<double>(rows) / group.rows;
      }
      if (members > 0 && members < rows) group.distribution = &distributions_.of(rows, members);
    }
  }

  // Adds a list without ties. The count of a group changes only at its own rows, so the prefixes
  // between two of them are checked together.
  void walkDistinct() {
    double divergence = 0;
    double countLogs = 0;  // sum of c ln c, and of c ln q
    double shareLogs = 0;
    double last = 0;
    for (std::size_t before = 0; before < list_.size(); ++before) {
      ListGroup& group = groups_[list_[before].group];
      checkPrefixes(group, before);
      const auto count = static_cast<std::size_t>(group.seen);
      const std::size_t length = before + 1;
      const auto [logarithmic, geometric, top] = exposureAt(before, 1, last);
      group.logarithmic += logarithmic;
      group.geometric += geometric;
      group.top += top;
      group.pairs[0] -= static_cast<double>(before) - group.seen;
      countLogs += product(count + 1) - product(count);
      shareLogs += group.logShare;
      group.seen += 1;
      divergence +=
          divergenceWeights_[length] * std::max(0.0, countLogs - shareLogs - product(length));
    }
    addMissing(last);
    const auto rows = static_cast<double>(list_.size());
    for (ListGroup& group : groups_) {
      checkPrefixes(group, list_.size());
      group.pairs[1] = group.rows * (rows - group.rows);
      group.pairs[0] += group.pairs[1];
    }
    addNdkl(divergence);
  }

  struct MeanExposure {
    double logarithmic;
    double geometric;
    double top;  // proportion of positions in the top
  };

  // Returns the mean over the positions of `rows` tied rows, of which the first is list_[first],
  // and moves `last`, the last position of the rows above, to their last position.
  MeanExposure exposureAt(std::size_t first, std::size_t rows, double& last) {
    const double start = options_.areScores ? last + 1 : std::max(last + 1, list_[first].order);
    const auto size = static_cast<double>(rows);
    last = start + size - 1;
    MeanExposure sum{0, 0, std::clamp(static_cast<double>(options_.top) - start + 1, 0.0, size)};
    topRows_ += sum.top;
    if (last < static_cast<double>(logarithmic_.size())) {
      const auto before = static_cast<std::size_t>(start) - 1;
      const auto end = static_cast<std::size_t>(last);
      sum.logarithmic = logarithmic_[end] - logarithmic_[before];
      sum.geometric = geometric_[end] - geometric_[before];
    } else {
      for (double position = start; position <= last; ++position) {
        sum.logarithmic += 1 / std::log2(1 + position);
      }
      sum.geometric = std::pow(options_.patience, start - 1) - std::pow(options_.patience, last);
    }
    return {sum.logarithmic / size, sum.geometric / size, sum.top / size};
  }

  // Counts the positions without a row up to the last row.
  void addMissing(double last) {
    const double missing = last - static_cast<double>(list_.size());
    totals_.missing += missing;
    totals_.missingLists += missing > 0 ? 1 : 0;
  }

  // Returns x ln x.
  [[nodiscard]] double product(std::size_t x) const { return static_cast<double>(x) * logs_[x]; }

  [[nodiscard]] static bool isInfeasible(const ListGroup& group, std::size_t length) {
    const double floor = std::floor(group.share * static_cast<double>(length) + kRounding);
    return group.seen + kRounding < floor;
  }

  // Checks the prefixes of up to `last` rows that have as many rows of the group as now. Among
  // them, the longest has the smallest p-value.
  void checkPrefixes(ListGroup& group, std::size_t last) {
    const std::size_t first = std::exchange(group.first, last + 1);
    if (first > last) return;
    // The first length that is infeasible with so many rows, as in isInfeasible().
    const double least = std::ceil((group.seen + 1 - kRounding) * group.rowsPerMember);
    group.infeasible +=
        std::max(0.0, static_cast<double>(last + 1) - std::max(static_cast<double>(first), least));
    if (first == 1) testPrefix(group, 1);
    if (first <= options_.depth) testPrefix(group, std::min(last, options_.depth));
  }

  static void testPrefix(ListGroup& group, std::size_t length) {
    if (group.distribution == nullptr) return;
    const double chance = group.distribution->atMost(length, static_cast<std::size_t>(group.seen));
    if (!(chance < group.smallest)) return;
    group.smallest = chance;
    group.position = static_cast<double>(length);
  }

  void walk() {
    double divergence = 0;
    double countLogs = 0;  // sum of c ln c, and of c ln q
    double shareLogs = 0;
    double last = 0;
    for (std::size_t first = 0; first < list_.size();) {
      std::size_t end = first + 1;
      while (end < list_.size() && list_[end].order == list_[first].order) ++end;
      const auto size = static_cast<double>(end - first);
      if (end - first > 1) totals_.tied += size;
      addExposure(first, end, last);
      for (std::size_t length = first + 1; length <= end; ++length) {
        const bool isEnd = length == end;
        if (size == 1) {
          ListGroup& group = groups_[list_[first].group];
          const auto count = static_cast<std::size_t>(group.seen);
          countLogs += product(count + 1) - product(count);
          shareLogs += group.logShare;
          group.seen += 1;
        } else {
          countLogs = shareLogs = 0;
          for (ListGroup& group : groups_) {
            group.seen += group.inTie / size;
            if (isEnd) group.seen = std::round(group.seen);
            if (group.seen <= 0) continue;
            countLogs += group.seen * std::log(group.seen);
            shareLogs += group.seen * group.logShare;
          }
        }
        divergence +=
            divergenceWeights_[length] * std::max(0.0, countLogs - shareLogs - product(length));
        checkPrefix(length, isEnd);
      }
      first = end;
    }
    addMissing(last);
    addNdkl(divergence);
  }

  // Adds the exposure of tied rows: the mean of their positions. Counts them by group.
  void addExposure(std::size_t first, std::size_t end, double& last) {
    const auto [logarithmic, geometric, top] = exposureAt(first, end - first, last);
    for (ListGroup& group : groups_) group.inTie = 0;
    for (const Entry& entry : std::span(list_).subspan(first, end - first)) {
      ListGroup& group = groups_[entry.group];
      group.logarithmic += logarithmic;
      group.geometric += geometric;
      group.top += top;
      group.inTie += 1;
    }
  }

  // Checks the floors of all groups and, at the end of a tie, tests their counts.
  void checkPrefix(std::size_t length, bool isEnd) {
    const bool isTested = isEnd && length <= options_.depth;
    for (ListGroup& group : groups_) {
      if (isInfeasible(group, length)) group.infeasible += 1;
      if (isTested) testPrefix(group, length);
    }
  }

  // Counts pairs of a row of each group and a row of another group, in a list sorted by position.
  void addPairs(std::span<const Entry> list, std::array<double, 2> ListGroup::* pairs) {
    members_.assign(groups_.size(), 0);
    for (const Entry& entry : list) members_[entry.group] += 1;
    for (ListGroup& group : groups_) group.seen = 0;
    const auto rows = static_cast<double>(list.size());
    for (std::size_t first = 0; first < list.size();) {
      std::size_t end = first + 1;
      while (end < list.size() && list[end].order == list[first].order) ++end;
      const auto before = static_cast<double>(first);
      const auto after = static_cast<double>(end);
      const auto tie = list.subspan(first, end - first);
      for (const Entry& entry : tie) groups_[entry.group].inTie = 0;
      for (const Entry& entry : tie) groups_[entry.group].inTie += 1;
      for (const Entry& entry : tie) {
        ListGroup& group = groups_[entry.group];
        const double others = rows - members_[entry.group];
        const double above = before - group.seen;
        const double upTo = after - group.seen - group.inTie;
        (group.*pairs)[0] += others - 0.5 * (above + upTo);
        (group.*pairs)[1] += others;
      }
      for (const Entry& entry : tie) groups_[entry.group].seen += 1;
      first = end;
    }
  }

  void addPairsOfRelevance() {
    std::ranges::stable_sort(list_, std::ranges::greater{}, &Entry::relevance);
    for (std::size_t first = 0; first < list_.size();) {
      std::size_t end = first + 1;
      while (end < list_.size() && list_[end].relevance == list_[first].relevance) ++end;
      if (end - first > 1) {
        addPairs(std::span(list_).subspan(first, end - first), &ListGroup::pairsOfRelevance);
      }
      first = end;
    }
  }

  void addNdkl(double divergence) {
    const double ndkl = divergence / logarithmic_[list_.size()];
    totals_.ndkl += ndkl;
    totals_.ndklSquares += ndkl * ndkl;
  }

  void finish() {
    const auto rows = static_cast<double>(list_.size());
    totals_.rows += rows;
    totals_.queries += 1;
    ListGroup all;
    for (const ListGroup& group : groups_) {
      all.merit += group.merit;
      all.logarithmic += group.logarithmic;
      all.geometric += group.geometric;
    }
    all.rows = rows;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      addGroup(groups_[g], all, sums_[g].sums);
      if (groups_[g].distribution != nullptr) addTest(groups_[g], sums_[g]);
    }
  }

  void addGroup(const ListGroup& group, const ListGroup& all, GroupMoments& sums) const {
    sums.rows += group.rows;
    sums.queries += group.rows > 0 ? 1 : 0;
    sums.infeasible += group.infeasible;
    sums.infeasibleLists += group.infeasible > 0 ? 1 : 0;
    sums.logarithmic.add({group.logarithmic, group.rows, all.logarithmic, all.rows});
    sums.geometric.add({group.geometric, group.rows, all.geometric, all.rows});
    sums.top.add({group.top, group.share * topRows_});
    sums.pairs.add(group.pairs);
    if (!options_.hasRelevance) return;
    sums.logarithmicMerit.add({group.logarithmic, group.merit, all.logarithmic, all.merit});
    sums.geometricMerit.add({group.geometric, group.merit, all.geometric, all.merit});
    sums.pairsOfRelevance.add(group.pairsOfRelevance);
  }

  // The p-value of a list is at least that of its prefix, so the exact distribution is only needed
  // for p-values that may be rejected or be the smallest.
  void addTest(const ListGroup& group, RankedLists::Group& into) {
    into.sums.testedLists += 1;
    const double alpha = 1 - options_.confidence;
    const double smallest = group.smallest;
    if (smallest > alpha && smallest > into.test.pValue * (1 + kRounding)) return;
    const double pValue = distributions_.of(list_.size(), static_cast<std::size_t>(group.rows))
                              .smallestAtMost(smallest);
    if (pValue <= alpha) into.sums.rejectedLists += 1;
    into.test = std::min(into.test, SmallestTest{pValue, smallest, group.position});
  }

  const Options& options_;
  std::vector<RankedLists::Group>& sums_;
  ListTotals& totals_;
  PrefixDistributions distributions_;
  std::vector<double> logarithmic_{0};  // exposure of all positions before each position
  std::vector<double> geometric_{0};
  std::vector<double> divergenceWeights_{0};  // of the divergence of each prefix, times its length
  std::vector<double> logs_{0};               // natural logarithms; 0 for 0
  std::vector<ListGroup> empty_;              // the groups before a list
  std::vector<ListGroup> groups_;
  double topRows_ = 0;  // rows in the top positions of the list, a whole number
  std::vector<double> members_;
  std::vector<double> keys_;
  std::vector<Entry> list_;
  std::vector<Entry> sorted_;
};

RankedLists RankedLists::with(const Rows& rows) const {
  RankedLists lists = *this;
  ListWalk(lists).addAll(rows);
  return lists;
}

}  // namespace fairwasm::rankings
