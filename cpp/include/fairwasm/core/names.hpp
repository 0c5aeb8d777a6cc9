// SPDX-License-Identifier: Apache-2.0
//
// Conversion between enumerations and the names that callers use. A family defines `getNames(E)`
// next to its enumeration E; parsing, error messages, and JavaScript declarations all use that
// list.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "fairwasm/core/error.hpp"

namespace fairwasm {

template <class T>
struct Named {
  std::string_view name;
  T value;
};

// Returns the entry with this name in a table. Throws kInvalidArgument for `argument`, with a list
// of the names.
template <class Table>
const auto& entryNamed(const Table& table, std::string_view name, const char* argument) {
  std::string known;
  for (const auto& entry : table) {
    if (entry.name == name) return entry;
    if (entry.name.empty()) continue;  // a synonym of another name
    known += (known.empty() ? "'" : ", '") + std::string(entry.name) + "'";
  }
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "one of " + known, "'" + std::string(name) + "'", {}});
}

// Result of getNames(E): the names of E's values, and the argument that errors name.
template <class E, std::size_t N>
struct Names {
  const char* argument;
  std::array<Named<E>, N> entries;
};
template <class E, std::size_t N>
constexpr Names<E, N> makeNames(const char* argument, const Named<E> (&entries)[N]) {
  return {argument, std::to_array(entries)};
}

template <class E>
E valueNamed(std::string_view name) {
  static constexpr auto kNames = getNames(E{});
  return entryNamed(kNames.entries, name, kNames.argument).value;
}

// Returns the first name of a value.
template <class E>
std::string_view getName(E value) {
  static constexpr auto kNames = getNames(E{});
  for (const auto& entry : kNames.entries) {
    if (entry.value == value) return entry.name;
  }
  return {};
}

}  // namespace fairwasm
