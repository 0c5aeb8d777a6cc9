// SPDX-License-Identifier: Apache-2.0
//
// Values by the names that callers write. A family puts `namesOf(E)` beside its enumeration E, and
// nowhere else do the names stand: what is read, refused and declared to JavaScript comes from it.
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

// The entry of this name in a table of things with names. Throws kInvalidArgument for `argument`
// and lists the names.
template <class Table>
const auto& entryNamed(const Table& table, std::string_view name, const char* argument) {
  std::string known;
  for (const auto& entry : table) {
    if (entry.name == name) return entry;
    if (entry.name.empty()) continue;  // says the same as another name
    known += (known.empty() ? "'" : ", '") + std::string(entry.name) + "'";
  }
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "one of " + known, "'" + std::string(name) + "'", {}});
}

// What namesOf(E) gives: the names of E's values, and what errors call a value of E.
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
  static constexpr auto kNames = namesOf(E{});
  return entryNamed(kNames.entries, name, kNames.argument).value;
}

// The first of its names.
template <class E>
std::string_view nameOf(E value) {
  static constexpr auto kNames = namesOf(E{});
  for (const auto& entry : kNames.entries) {
    if (entry.value == value) return entry.name;
  }
  return {};
}

}  // namespace fairwasm
