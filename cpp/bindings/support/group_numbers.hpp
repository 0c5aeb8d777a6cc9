// SPDX-License-Identifier: Apache-2.0
//
// Bindings of accumulators of numbers by group. Rows are passed as addresses of columns, and
// results as flat arrays by group.
#pragma once

#include "accumulator.hpp"
#include "fairwasm/data/grid.hpp"

namespace fairwasm::bindings {

using Names = std::vector<std::string>;

struct StagedNumbers {
  std::size_t rows;
  std::vector<StagedCodes> attributes;
  std::optional<std::uintptr_t> label;
  std::optional<std::uintptr_t> prediction;
  std::optional<std::uintptr_t> weight;
};

template <class T, class Label>
typename T::Batch toBatch(const StagedNumbers& staged) {
  const std::size_t rows = staged.rows;
  return {rows, toCodes(staged.attributes, rows), numbersAt<Label>(staged.label, rows),
          numbersAt<double>(staged.prediction, rows), numbersAt<double>(staged.weight, rows)};
}

template <class T, class Label>
void updateNumbers(T& tally, const StagedNumbers& staged) {
  tally.update(toBatch<T, Label>(staged));
}

template <class T, class Label>
void addCountedNumbers(T& tally, const StagedNumbers& staged, const StagedAlike& alike) {
  const auto batch = toBatch<T, Label>(staged);
  if constexpr (std::same_as<typename T::Counted, data::CountedRows<typename T::Batch>>) {
    tally.updateCounted({batch, alike.of(staged.rows)});
  } else {  // the accumulator keeps rows, each with its weight
    tally.updateCounted({batch, alike.of(staged.rows).counts});
  }
}

template <class T>
std::vector<data::Attribute> getAttributes(const T& tally) {
  return tally.schema().attributes;
}

template <class T>
auto getGroups(T& tally, const Names& by) {
  return tally.by(data::groupBy(tally.schema(), by));
}

// Adapts functions of the groups' numbers to the accumulator and the attributes to group by; `all`
// calls a function of all groups, `each` a function of one group and concatenates its values.
template <class T, auto F>
struct OfGroups;
template <class T, class R, class Groups, class... Args, R (*F)(Groups, Args...)>
struct OfGroups<T, F> {
  static R all(T& tally, const Names& by, Args... args) {
    return F(getGroups(tally, by), static_cast<Args>(args)...);
  }
  static std::vector<R> each(T& tally, const Names& by, Args... args) {
    std::vector<R> values;
    for (const auto& group : getGroups(tally, by)) values.push_back(F(group, args...));
    return values;
  }
};
template <class T, auto F>
void ofAllGroups(const char* name) {
  function<&OfGroups<T, +F>::all>(name);
}
template <class T, auto F>
void ofEachGroup(const char* name) {
  function<&OfGroups<T, +F>::each>(name);
}

// The concatenated category codes of all groups, and the number of groups.
struct GroupCodes {
  xt::xtensor<std::uint32_t, 2> codes;
  std::size_t groups;
};

template <class T>
GroupCodes groupCodes(const T& rows, const Names& by) {
  const auto grouping = data::groupBy(rows.schema(), by);
  return {grouping.codes, grouping.codes.shape(0)};
}

template <class T>
std::size_t maxGroups() {
  return T::kMaxGroups;
}

template <class T, class Label>
Class<T> bindNumbers(const char* name) {
  Class<T> bound = accumulator<T, &updateNumbers<T, Label>, &addCountedNumbers<T, Label>>(name);
  bound.template constructor<std::vector<data::Attribute>>()
      .template method<&getAttributes<T>>("attributes")
      .template classMethod<&maxGroups<T>>("maxGroups");
  return bound;
}

}  // namespace fairwasm::bindings
