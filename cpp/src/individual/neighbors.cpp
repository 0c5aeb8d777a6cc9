// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "search_tree.hpp"

namespace fairwasm::individual {
namespace {

constexpr double kGreatestFeature = 1e150;

void requireSearchable(const Matrix& features, std::size_t count) {
  validate(features, "features");
  if (features.rows > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::kTooLarge,
                {"features", "at most 2^32 - 1 rows", std::to_string(features.rows), {}});
  }
  if (count < 1 || count > features.rows) {
    throw Error(ErrorCode::kInvalidArgument,
                {"neighbors",
                 "a number from 1 to the number of rows, " + std::to_string(features.rows),
                 std::to_string(count),
                 {}});
  }
  const auto isTooGreat = [](double value) { return std::abs(value) > kGreatestFeature; };
  const auto bad = std::ranges::find_if(features.values, isTooGreat);
  if (bad == features.values.end()) return;
  const auto place = static_cast<std::size_t>(bad - features.values.begin());
  throw Error(ErrorCode::kInvalidArgument, {"features", "numbers whose squares do not overflow",
                                            shown(*bad), place / features.columns});
}

}  // namespace

void visitNeighbors(const Matrix& features, std::size_t count, const NeighborVisitor& visit) {
  requireSearchable(features, count);
  const internal::SearchTree tree(features);
  internal::Nearest nearest(count);
  for (std::size_t point = 0; point < tree.points(); ++point) {
    tree.search(point, nearest);
    visit(tree.rowsAt(point), nearest.rows());
  }
}

}  // namespace fairwasm::individual
