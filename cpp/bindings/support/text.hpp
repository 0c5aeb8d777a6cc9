// SPDX-License-Identifier: Apache-2.0
//
// Text that is concatenated at compile time, for the TypeScript types of the bindings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fairwasm::bindings {

template <std::size_t N>
struct Text {
  char characters[N + 1]{};

  constexpr Text() = default;
  // Implicit, so that literals can be used as Text.
  constexpr Text(const char (&text)[N + 1]) { std::copy_n(text, N + 1, characters); }

  [[nodiscard]] constexpr std::string_view view() const { return {characters, N}; }
};
template <std::size_t N>
Text(const char (&)[N]) -> Text<N - 1>;

template <std::size_t N, std::size_t M>
constexpr Text<N + M> operator+(const Text<N>& one, const Text<M>& other) {
  Text<N + M> both;
  std::copy_n(one.characters, N, both.characters);
  std::copy_n(other.characters, M, both.characters + N);
  return both;
}
template <std::size_t N, std::size_t M>
constexpr auto operator+(const char (&one)[N], const Text<M>& other) {
  return Text(one) + other;
}
template <std::size_t N, std::size_t M>
constexpr auto operator+(const Text<N>& one, const char (&other)[M]) {
  return one + Text(other);
}

}  // namespace fairwasm::bindings
