// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/impact/selections.hpp"

#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::impact {
namespace {

constexpr double kMaxPeople =
    9007199254740992;  // 2^53: doubles represent all smaller whole numbers

bool isCount(double value) {
  return value >= 0 && value <= kMaxPeople && std::floor(value) == value;
}

}  // namespace

double rate(const Selections& group) {
  return group.people > 0 ? group.selected / group.people : kNaN;
}

void requireCounts(std::span<const Selections> groups) {
  for (std::size_t place = 0; place < groups.size(); ++place) {
    const auto [people, selected] = groups[place];
    if (!isCount(people)) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"applicants", "whole numbers from 0 to 2^53", shown(people), place});
    }
    if (!isCount(selected) || selected > people) {
      throw Error(
          ErrorCode::kInvalidArgument,
          {"selected", "a whole number up to the number of applicants", shown(selected), place});
    }
  }
}

Wide rateDifference(const Selections& one, const Selections& other) {
  return wide(one.selected) * wide(other.people) - wide(other.selected) * wide(one.people);
}

std::vector<std::uint32_t> highest(std::span<const Selections> groups) {
  requireCounts(groups);
  std::vector<std::uint32_t> places;
  for (std::size_t place = 0; place < groups.size(); ++place) {
    if (!(groups[place].people > 0)) continue;
    const Wide above = places.empty() ? 0 : rateDifference(groups[place], groups[places.front()]);
    if (above < 0) continue;
    if (above > 0) places.clear();
    places.push_back(static_cast<std::uint32_t>(place));
  }
  return places;
}

std::vector<double> shortfallsToPool(std::span<const Selections> groups) {
  requireCounts(groups);
  Wide people = 0;
  Wide selected = 0;
  for (const Selections& each : groups) {
    people += wide(each.people);
    selected += wide(each.selected);
  }
  std::vector<double> shortfalls;
  for (const Selections& group : groups) {
    const Wide missing = wide(group.people) * selected - wide(group.selected) * people;
    shortfalls.push_back(people == 0 ? kNaN
                                     : static_cast<double>(missing) / static_cast<double>(people));
  }
  return shortfalls;
}

}  // namespace fairwasm::impact
