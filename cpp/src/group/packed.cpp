// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/packed.hpp"

namespace fairwasm::group {

std::vector<double> pack(std::span<const Counts> groups) {
  std::vector<double> values;
  values.reserve(groups.size() * kCountWidth);
  for (const Counts& counts : groups) {
    for (const auto& field : kCountFields) values.push_back(counts.*(field.member));
    for (const auto& row : counts.moments.products) {
      values.insert(values.end(), row.begin(), row.end());
    }
    values.insert(values.end(), counts.moments.units.begin(), counts.moments.units.end());
  }
  return values;
}

std::vector<Counts> unpackCounts(std::span<const double> values) {
  std::vector<Counts> groups(values.size() / kCountWidth);
  const double* next = values.data();
  for (Counts& counts : groups) {
    for (const auto& field : kCountFields) counts.*(field.member) = *next++;
    for (auto& row : counts.moments.products) {
      for (double& product : row) product = *next++;
    }
    for (double& units : counts.moments.units) units = *next++;
  }
  return groups;
}

}  // namespace fairwasm::group
