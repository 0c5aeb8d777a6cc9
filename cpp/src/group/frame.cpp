// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<std::size_t> attributeIndices(const Schema& schema,
                                          const std::vector<std::string>& names) {
  std::vector<std::size_t> indices;
  for (const auto& name : names) {
    const std::size_t index = attributeIndex(schema, name);
    if (std::ranges::find(indices, index) != indices.end()) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"by", "each attribute once", "'" + name + "' twice", {}});
    }
    indices.push_back(index);
  }
  return indices;
}

// The tally's sums with every attribute but the chosen ones summed away, the chosen ones in front
// in the order asked for: shape (…chosen, true label, predicted label, sums).
xt::xarray<double> marginal(const Tally& tally, const std::vector<std::size_t>& chosen) {
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
  return xt::sum(xt::transpose(tally.cells(), order), summed);
}

// The categories of each cell of a row-major cross product.
xt::xtensor<std::uint32_t, 2> crossProduct(const std::vector<std::size_t>& sizes,
                                           std::size_t cells) {
  xt::xtensor<std::uint32_t, 2> codes({cells, sizes.size()});
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::size_t rest = cell;
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
      codes(cell, axis) = static_cast<std::uint32_t>(rest % sizes[axis]);
      rest /= sizes[axis];
    }
  }
  return codes;
}

double foldedRatio(double value, double overall) {
  const double ratio = value / overall;
  return ratio > 1 ? 1 / ratio : ratio;
}

}  // namespace

Frame frameBy(const Tally& tally, const std::vector<std::string>& attributes,
              const std::vector<bool>& favorable) {
  const Schema& schema = tally.schema();
  const auto chosen = attributeIndices(schema, attributes);
  std::size_t groups = 1;
  std::vector<std::size_t> sizes;
  for (const std::size_t index : chosen) {
    sizes.push_back(schema.attributes[index].categories.size());
    groups *= sizes.back();
  }
  const auto& cells = tally.cells();
  const std::size_t labelAxis = schema.attributes.size();
  const auto labelSums = xt::eval(xt::reshape_view(
      marginal(tally, chosen),
      std::vector<std::size_t>{groups, cells.shape(labelAxis), cells.shape(labelAxis + 1), kSums}));

  Frame frame{chosen, crossProduct(sizes, groups), {}, {}};
  for (std::size_t group = 0; group < groups; ++group) {
    const xt::xtensor<double, 3> sums = xt::view(labelSums, group);
    frame.counts.push_back(countLabels(sums, schema, favorable));
  }
  frame.overall = countGroup(tally, {{}}, favorable);
  return frame;
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

Spread spread(std::span<const double> groups, double overall) {
  Spread result{kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  // fmin and fmax pass over NaN, which is what is asked for.
  for (const double value : groups) {
    result.min = std::fmin(result.min, value);
    result.max = std::fmax(result.max, value);
    result.differenceToOverall = std::fmax(result.differenceToOverall, std::abs(value - overall));
    result.ratioToOverall = std::fmin(result.ratioToOverall, foldedRatio(value, overall));
  }
  result.difference = result.max - result.min;
  result.ratio = result.min / result.max;
  return result;
}

}  // namespace fairwasm
