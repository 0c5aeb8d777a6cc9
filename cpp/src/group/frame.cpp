// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/data/grid.hpp"
#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/xtensor.hpp"

namespace fairwasm::group {
namespace {

// Returns the tally's sums over all other attributes, with the chosen attributes first in the
// requested order: shape (…chosen, true label, predicted label, sums).
xt::xarray<double> marginal(const tally::Tally& tally, const std::vector<std::size_t>& chosen) {
  const std::size_t attributes = tally.schema().attributes.size();
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < attributes; ++i) {
    if (std::ranges::find(chosen, i) == chosen.end()) others.push_back(i);
  }
  std::vector<std::size_t> order = chosen;
  order.insert(order.end(), others.begin(), others.end());
  for (std::size_t axis = attributes; axis < attributes + 3; ++axis) order.push_back(axis);
  std::vector<std::size_t> summed(others.size());
  for (std::size_t i = 0; i < others.size(); ++i) summed[i] = chosen.size() + i;
  const auto cells =
      xt::adapt(tally.cells().data(), tally.cells().size(), xt::no_ownership(), tally.shape());
  return xt::sum(xt::transpose(cells, order), summed);
}

// Returns the marginal sums with the chosen attributes' axes flattened to one: shape (group, true
// label, predicted label, sums).
xt::xtensor<double, 4> groupSums(const tally::Tally& tally, const data::Grouping& grouping) {
  const auto& shape = tally.shape();
  const std::size_t labelAxis = tally.schema().attributes.size();
  return xt::eval(
      xt::reshape_view(marginal(tally, grouping.attributes),
                       std::vector<std::size_t>{grouping.codes.shape(0), shape[labelAxis],
                                                shape[labelAxis + 1], tally::kSums}));
}

}  // namespace

Frame frameBy(const tally::Tally& tally, const std::vector<std::string>& attributes,
              const std::vector<bool>& favorable) {
  const data::Grouping grouping = data::groupBy(tally.schema(), attributes);
  const auto labelSums = groupSums(tally, grouping);
  Frame frame{grouping.attributes, grouping.codes, {}, {}};
  for (std::size_t group = 0; group < labelSums.shape(0); ++group) {
    const xt::xtensor<double, 3> sums = xt::view(labelSums, group);
    frame.counts.push_back(countLabels(sums, tally.schema(), favorable));
  }
  if (tally.schema().hasCluster) {
    const auto groups = data::coarseGroups(tally.schema(), grouping);
    const auto moments = clusterMoments(tally, groups, frame.counts.size(), favorable);
    for (std::size_t i = 0; i < moments.size(); ++i) frame.counts[i].moments = moments[i];
  }
  frame.overall = countGroup(tally, {{}}, favorable);
  return frame;
}

xt::xtensor<double, 3> confusionMatrices(const tally::Tally& tally,
                                         const std::vector<std::string>& attributes) {
  const auto labelSums = groupSums(tally, data::groupBy(tally.schema(), attributes));
  return xt::eval(xt::view(labelSums, xt::all(), xt::all(), xt::all(), tally::kWeight));
}

xt::xtensor<double, 2> rates(std::span<const Counts> groups) {
  xt::xtensor<double, 2> values({groups.size(), kRates.size()});
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
      values(group, rate) = evaluate(kRates[rate], groups[group]);
    }
  }
  return values;
}

std::vector<uncertainty::Spread> rateSpreads(std::span<const Counts> groups,
                                             const Counts& overall) {
  const auto values = rates(groups);
  std::vector<uncertainty::Spread> spreads;
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    const xt::xtensor<double, 1> column = xt::view(values, xt::all(), rate);
    uncertainty::Spread apart =
        uncertainty::spread({column.data(), column.size()}, evaluate(kRates[rate], overall));
    if (kRates[rate].lowest < 0) apart.ratio = apart.ratioToOverall = kNaN;
    spreads.push_back(apart);
  }
  return spreads;
}

}  // namespace fairwasm::group
