// SPDX-License-Identifier: Apache-2.0
//
// Accumulators of numbers by group: how their rows cross, as addresses of columns, and what is
// derived from them, as flat arrays, group by group.
#pragma once

#include "accumulator.hpp"
#include "fairwasm/data/grid.hpp"

namespace fairwasm::bindings {

using Doubles = std::vector<double>;
using Names = std::vector<std::string>;

struct StagedNumbers {
  std::size_t rows;
  std::vector<StagedCodes> attributes;
  std::optional<std::uintptr_t> label;
  std::optional<std::uintptr_t> prediction;
  std::optional<std::uintptr_t> weight;
};
template <>
struct Fields<StagedNumbers>
    : List<&StagedNumbers::rows, &StagedNumbers::attributes, &StagedNumbers::label,
           &StagedNumbers::prediction, &StagedNumbers::weight> {};

// Beside rows that were counted elsewhere: how many each stands for, and sums of squared weights.
struct StagedAlike {
  std::uintptr_t counts;
  std::optional<std::uintptr_t> squares;
};
template <>
struct Fields<StagedAlike> : List<&StagedAlike::counts, &StagedAlike::squares> {};

struct Grouped {
  xt::xtensor<std::uint32_t, 2> codes;
  Doubles values;
};
template <>
struct Fields<Grouped> : List<&Grouped::codes, &Grouped::values> {};

template <class T, class Label>
typename T::Batch batchOf(const StagedNumbers& staged) {
  const std::size_t rows = staged.rows;
  return {rows, codesOf(staged.attributes, rows), numbersAt<Label>(staged.label, rows),
          numbersAt<double>(staged.prediction, rows), numbersAt<double>(staged.weight, rows)};
}

template <class T, class Label>
void updateNumbers(T& tally, const StagedNumbers& staged) {
  tally.update(batchOf<T, Label>(staged));
}

template <class T, class Label>
void addCountedNumbers(T& tally, const StagedNumbers& staged, const StagedAlike& alike) {
  tally.addCounted(batchOf<T, Label>(staged), {numbersAt<double>(alike.counts, staged.rows),
                                               numbersAt<double>(alike.squares, staged.rows)});
}

template <class T>
std::vector<data::Attribute> attributesOf(const T& tally) {
  return tally.schema().attributes;
}

template <class T>
auto groupsOf(T& tally, const Names& by) {
  return tally.by(data::groupBy(tally.schema(), by));
}

// The codes of each group's categories, one after the other, and how many groups there are.
struct GroupCodes {
  xt::xtensor<std::uint32_t, 2> codes;
  std::size_t groups;
};
template <>
struct Fields<GroupCodes> : List<&GroupCodes::codes, &GroupCodes::groups> {};

template <class T>
GroupCodes groupCodes(const T& rows, const Names& by) {
  const auto grouping = data::groupBy(rows.schema(), by);
  return {grouping.codes, grouping.codes.shape(0)};
}

template <class T, class Label>
Class<T> bindNumbers(const char* name) {
  Class<T> bound = accumulator<T, &updateNumbers<T, Label>>(name);
  bound.template constructor<std::vector<data::Attribute>>().template method<&attributesOf<T>>(
      "attributes");
  return bound;
}

}  // namespace fairwasm::bindings
