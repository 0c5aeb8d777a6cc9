// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/grid.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fairwasm/core/require.hpp"

namespace fairwasm::data {
namespace {

void addCodes(const Attribute& attribute, const Codes& codes, std::span<std::uint32_t> groups) {
  const std::size_t categories = attribute.categories.size();
  std::visit(
      [&](auto column) {
        for (std::size_t row = 0; row < groups.size(); ++row) {
          if (column[row] >= categories) {
            throw Error(ErrorCode::kInvalidArgument,
                        {attribute.name, "a code below " + std::to_string(categories),
                         std::to_string(column[row]), row});
          }
          groups[row] = groups[row] * static_cast<std::uint32_t>(categories) + column[row];
        }
      },
      codes);
}

std::vector<std::size_t> attributeIndices(const Schema& schema,
                                          const std::vector<std::string>& names) {
  std::vector<std::size_t> indices;
  for (const auto& name : names) {
    const std::size_t index = attributeIndex(schema, name);
    if (std::ranges::find(indices, index) != indices.end()) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"by", "distinct attributes", "'" + name + "' twice", {}});
    }
    indices.push_back(index);
  }
  return indices;
}

}  // namespace

std::size_t cellCount(std::span<const std::size_t> sizes, std::size_t limit, const char* what) {
  std::size_t cells = 1;
  std::string asked;
  for (const std::size_t size : sizes) {
    asked += (asked.empty() ? "" : " x ") + std::to_string(size);
    if (size != 0 && cells > limit / size) {
      throw Error(ErrorCode::kTooLarge, {"attributes",
                                         "at most " + std::to_string(limit) + " " + what,
                                         asked + " of them; bin or omit an attribute",
                                         {}});
    }
    cells *= size;
  }
  return cells;
}

std::vector<std::uint32_t> toCodes(std::size_t cell, std::span<const std::size_t> sizes) {
  std::vector<std::uint32_t> codes(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    codes[axis] = static_cast<std::uint32_t>(cell % sizes[axis]);
    cell /= sizes[axis];
  }
  return codes;
}

std::vector<std::uint32_t> sumsOfSteps(std::span<const std::vector<std::uint32_t>> steps) {
  std::vector<std::uint32_t> sums{0};
  for (const auto& axis : steps) {
    std::vector<std::uint32_t> next;
    next.reserve(sums.size() * axis.size());
    for (const std::uint32_t sum : sums) {
      for (const std::uint32_t step : axis) next.push_back(sum + step);
    }
    sums = std::move(next);
  }
  return sums;
}

std::vector<std::uint32_t> relocate(std::vector<std::vector<std::uint32_t>> codes,
                                    std::span<const std::size_t> into) {
  std::uint32_t stride = 1;
  for (std::size_t axis = into.size(); axis-- > 0;) {
    for (std::uint32_t& code : codes[axis]) code *= stride;
    stride *= static_cast<std::uint32_t>(into[axis]);
  }
  return sumsOfSteps(codes);
}

std::vector<std::size_t> attributeSizes(const Schema& schema) {
  std::vector<std::size_t> sizes;
  for (const auto& attribute : schema.attributes) sizes.push_back(attribute.categories.size());
  return sizes;
}

std::size_t groupCount(const Schema& schema, std::size_t limit) {
  return cellCount(attributeSizes(schema), limit, "groups");
}

void requireColumns(const Schema& schema, std::span<const Codes> attributes, std::size_t rows) {
  requireCount("attributes", attributes.size(), schema.attributes.size(), "columns");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    requireCount(schema.attributes[i].name, size(attributes[i]), rows);
  }
}

std::vector<std::uint32_t> rowGroups(const Schema& schema, std::span<const Codes> attributes,
                                     std::size_t rows) {
  requireColumns(schema, attributes, rows);
  std::vector<std::uint32_t> groups(rows, 0);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    addCodes(schema.attributes[i], attributes[i], groups);
  }
  return groups;
}

std::vector<std::uint32_t> translateGroups(const Schema& from, const Schema& into) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t i = 0; i < from.attributes.size(); ++i) {
    codes.push_back(translateCodes(from.attributes[i].categories, into.attributes[i].categories));
  }
  return relocate(std::move(codes), attributeSizes(into));
}

Grouping groupBy(const Schema& schema, const std::vector<std::string>& names) {
  Grouping grouping{attributeIndices(schema, names), {}, {}};
  std::size_t groups = 1;
  for (const std::size_t attribute : grouping.attributes) {
    grouping.categories.push_back(schema.attributes[attribute].categories.size());
    groups *= grouping.categories.back();
  }
  const auto& sizes = grouping.categories;
  grouping.codes.resize({groups, sizes.size()});
  for (std::size_t group = 0; group < groups; ++group) {
    std::ranges::copy(toCodes(group, sizes), grouping.codes.data() + group * sizes.size());
  }
  return grouping;
}

std::vector<std::uint32_t> coarseGroups(const Schema& schema, const Grouping& grouping) {
  // Contribution of each code to the coarse group; empty for attributes that are not used.
  std::vector<std::vector<std::uint32_t>> steps;
  for (const std::size_t size : attributeSizes(schema)) steps.emplace_back(size, 0U);
  std::size_t stride = 1;
  for (std::size_t axis = grouping.attributes.size(); axis-- > 0;) {
    auto& codes = steps[grouping.attributes[axis]];
    for (std::size_t code = 0; code < codes.size(); ++code) {
      codes[code] = static_cast<std::uint32_t>(code * stride);
    }
    stride *= grouping.categories[axis];
  }
  return sumsOfSteps(steps);
}

}  // namespace fairwasm::data
