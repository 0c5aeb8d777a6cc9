// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/groups.hpp"

#include <algorithm>

#include "fairwasm/core/error.hpp"

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

void requireLength(const std::string& argument, std::size_t length, std::size_t expected) {
  if (length == expected) return;
  throw Error(ErrorCode::kShapeMismatch,
              {argument, std::to_string(expected) + " values", std::to_string(length), {}});
}

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

}  // namespace

std::size_t groupCount(const Schema& schema, std::size_t limit) {
  std::size_t groups = 1;
  for (const auto& attribute : schema.attributes) {
    const std::size_t size = attribute.categories.size();
    if (size != 0 && groups > limit / size) {
      throw Error(ErrorCode::kTooLarge,
                  {"attributes", "at most " + std::to_string(limit) + " groups", "more", {}});
    }
    groups *= size;
  }
  return groups;
}

std::vector<std::uint32_t> rowGroups(const Schema& schema, std::span<const Codes> attributes,
                                     std::size_t rows) {
  requireLength("attributes", attributes.size(), schema.attributes.size());
  std::vector<std::uint32_t> groups(rows, 0);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    requireLength(schema.attributes[i].name, size(attributes[i]), rows);
    addCodes(schema.attributes[i], attributes[i], groups);
  }
  return groups;
}

std::vector<std::uint32_t> translateGroups(const Schema& from, const Schema& into) {
  std::vector<std::uint32_t> places{0};
  for (std::size_t i = 0; i < from.attributes.size(); ++i) {
    const auto codes = translateCodes(from.attributes[i].categories, into.attributes[i].categories);
    std::vector<std::uint32_t> next;
    next.reserve(places.size() * codes.size());
    for (const std::uint32_t place : places) {
      for (const std::uint32_t code : codes) {
        next.push_back(place * static_cast<std::uint32_t>(into.attributes[i].categories.size()) +
                       code);
      }
    }
    places = std::move(next);
  }
  return places;
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
    std::size_t rest = group;
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
      grouping.codes(group, axis) = static_cast<std::uint32_t>(rest % sizes[axis]);
      rest /= sizes[axis];
    }
  }
  return grouping;
}

std::vector<std::uint32_t> coarseGroups(const Schema& schema, const Grouping& grouping) {
  // What a step along each attribute of the schema adds to the coarse group.
  std::vector<std::size_t> strides(schema.attributes.size(), 0);
  std::size_t stride = 1;
  for (std::size_t axis = grouping.attributes.size(); axis-- > 0;) {
    strides[grouping.attributes[axis]] = stride;
    stride *= grouping.categories[axis];
  }
  std::vector<std::uint32_t> places{0};
  for (std::size_t i = 0; i < strides.size(); ++i) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t place : places) {
      for (std::size_t code = 0; code < schema.attributes[i].categories.size(); ++code) {
        next.push_back(place + static_cast<std::uint32_t>(code * strides[i]));
      }
    }
    places = std::move(next);
  }
  return places;
}

}  // namespace fairwasm::data
