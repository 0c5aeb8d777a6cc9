// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/packed.hpp"

namespace fairwasm::group {
namespace {

void append(std::vector<double>& values, const Products& products) {
  for (const auto& row : products) values.insert(values.end(), row.begin(), row.end());
}

void append(std::vector<double>& values, const Moments& moments) {
  append(values, moments.products);
  values.insert(values.end(), moments.units.begin(), moments.units.end());
}

void take(const double*& next, Products& products) {
  for (auto& row : products) {
    for (double& product : row) product = *next++;
  }
}

void take(const double*& next, Moments& moments) {
  take(next, moments.products);
  for (double& units : moments.units) units = *next++;
}

}  // namespace

std::vector<double> pack(std::span<const Counts> groups) {
  std::vector<double> values;
  values.reserve(groups.size() * kCountWidth);
  for (const Counts& counts : groups) {
    for (const auto& field : kCountFields) values.push_back(counts.*(field.member));
    append(values, counts.moments);
  }
  return values;
}

std::vector<Counts> unpackCounts(std::span<const double> values) {
  std::vector<Counts> groups(values.size() / kCountWidth);
  const double* next = values.data();
  for (Counts& counts : groups) {
    for (const auto& field : kCountFields) counts.*(field.member) = *next++;
    take(next, counts.moments);
  }
  return groups;
}

std::vector<double> pack(const Products& products) {
  std::vector<double> values;
  append(values, products);
  return values;
}

Products unpackProducts(std::span<const double> values) {
  Products products{};
  if (values.size() < kProducts) return products;
  const double* next = values.data();
  take(next, products);
  return products;
}

std::vector<double> pack(const SharedClusters& shared) {
  if (shared.groups.empty()) return {};
  std::vector<double> values{shared.clusters, static_cast<double>(shared.groups.size())};
  for (const auto& [withOthers, leaving] : shared.groups) {
    append(values, withOthers);
    append(values, leaving);
  }
  for (const auto& [places, products] : shared.pairs) {
    values.insert(values.end(),
                  {static_cast<double>(places.first), static_cast<double>(places.second)});
    append(values, products);
  }
  return values;
}

SharedClusters unpackShared(std::span<const double> values) {
  SharedClusters shared;
  if (values.empty()) return shared;
  shared.clusters = values[0];
  shared.groups.resize(static_cast<std::size_t>(values[1]));
  const double* next = values.data() + 2;
  for (auto& [withOthers, leaving] : shared.groups) {
    take(next, withOthers);
    take(next, leaving);
  }
  while (next < values.data() + values.size()) {
    const auto one = static_cast<std::uint32_t>(*next++);
    const auto other = static_cast<std::uint32_t>(*next++);
    take(next, shared.pairs[{one, other}]);
  }
  return shared;
}

}  // namespace fairwasm::group
