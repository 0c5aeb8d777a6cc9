// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/schema.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "fairwasm/core/require.hpp"

namespace fairwasm::data {
namespace {

std::vector<std::string> attributeNames(const Schema& schema) {
  std::vector<std::string> names;
  for (const auto& attribute : schema.attributes) names.push_back(attribute.name);
  return names;
}

std::string quotedList(const std::vector<std::string>& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "'" : ", '") + value + "'";
  return text.empty() ? "none" : text;
}

void appendMissing(std::vector<std::string>& into, const std::vector<std::string>& from) {
  std::unordered_set<std::string> known(into.begin(), into.end());
  for (const auto& value : from) {
    if (known.insert(value).second) into.push_back(value);
  }
}

std::string describe(const Schema& schema) {
  return "attributes " + quotedList(attributeNames(schema)) +
         (schema.hasLabel ? ", a label" : ", no label") +
         (schema.hasPrediction ? ", a prediction" : ", no prediction") +
         (schema.hasScore ? ", a score" : ", no score") + (schema.hasCluster ? ", a cluster" : "");
}

}  // namespace

void validate(const Schema& schema) {
  requireDistinct(attributeNames(schema), "attributes");
  for (const auto& attribute : schema.attributes) {
    requireDistinct(attribute.categories, "categories of " + attribute.name);
  }
  requireDistinct(schema.labels, "labels");
  if (!schema.hasLabel && !schema.hasPrediction) {
    throw Error(ErrorCode::kInvalidArgument,
                {"schema", "a label, a prediction, or both", "neither", {}});
  }
}

std::size_t attributeIndex(const Schema& schema, std::string_view name) {
  for (std::size_t i = 0; i < schema.attributes.size(); ++i) {
    if (schema.attributes[i].name == name) return i;
  }
  throw Error(ErrorCode::kInvalidArgument, {"attribute",
                                            "one of " + quotedList(attributeNames(schema)),
                                            "'" + std::string(name) + "'",
                                            {}});
}

std::vector<std::uint32_t> translateCodes(const std::vector<std::string>& from,
                                          const std::vector<std::string>& into) {
  std::unordered_map<std::string_view, std::uint32_t> place;
  for (std::size_t i = 0; i < into.size(); ++i)
    place.emplace(into[i], static_cast<std::uint32_t>(i));
  std::vector<std::uint32_t> codes;
  codes.reserve(from.size());
  for (const auto& category : from) codes.push_back(place.at(category));
  return codes;
}

Schema unite(const Schema& a, const Schema& b) {
  if (attributeNames(a) != attributeNames(b) || a.hasLabel != b.hasLabel ||
      a.hasPrediction != b.hasPrediction || a.hasScore != b.hasScore ||
      a.hasCluster != b.hasCluster) {
    throw Error(ErrorCode::kIncompatible, {"other", describe(a), describe(b), {}});
  }
  Schema united = a;
  for (std::size_t i = 0; i < united.attributes.size(); ++i) {
    appendMissing(united.attributes[i].categories, b.attributes[i].categories);
  }
  appendMissing(united.labels, b.labels);
  return united;
}

Schema sorted(Schema schema) {
  for (auto& attribute : schema.attributes) std::ranges::sort(attribute.categories);
  std::ranges::sort(schema.labels);
  return schema;
}

}  // namespace fairwasm::data
