// SPDX-License-Identifier: Apache-2.0
//
// Registers functions and classes of the core under their JavaScript names, and declares the types
// of their arguments and results. Only files in cpp/bindings depend on Emscripten; each of its
// folders except this one is one WebAssembly module.
#pragma once

#include <emscripten/bind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "values.hpp"

namespace fairwasm::bindings {

// The JavaScript value of a T, as a separate type so that it can be declared.
template <class T>
struct Js : val {
  explicit Js(const val& other) : val(other) {}
};

template <class T>
void declare() {
  static bool isDeclared = false;
  if (isDeclared) return;
  isDeclared = true;
  static constexpr auto kType = Value<T>::kType;
  emscripten::register_type<Js<T>>(kType.characters);
}

// Embind passes text as std::string.
template <class T>
inline constexpr bool kIsText = std::same_as<T, std::string> || std::same_as<T, std::string_view>;

// Type that Embind passes for a parameter of type A. Numbers, booleans, and text are unchanged.
// Sizes and seeds are doubles, because 32 bits would truncate them. Other values are JavaScript
// values or references to objects that JavaScript holds.
template <class A, class T = std::remove_cvref_t<A>>
struct Passed {
  static constexpr bool kCrosses = Crosses<T>;
  static constexpr bool kPlain = std::is_arithmetic_v<T> || kIsText<T>;
  static constexpr bool kWide = std::same_as<T, std::size_t> || std::same_as<T, std::uint64_t>;
  using Wire = std::conditional_t<
      kWide, double,
      std::conditional_t<kIsText<T>, std::string,
                         std::conditional_t<kPlain, T, std::conditional_t<kCrosses, Js<T>, A>>>>;

  static void declareType() {
    if constexpr (kCrosses && !kPlain) declare<T>();
  }
  static decltype(auto) get(std::remove_reference_t<Wire>& wire) {
    if constexpr (kWide)
      return static_cast<T>(wire);
    else if constexpr (kCrosses && !kPlain)
      return Value<T>::read(wire);
    else
      return (wire);
  }
  template <class Given>
  static Wire give(Given&& value) {
    if constexpr (kWide)
      return static_cast<double>(value);
    else if constexpr (kCrosses && !kPlain)
      return Js<T>(Value<T>::write(value));
    else
      return std::forward<Given>(value);
  }
};

// Transfers ownership of a factory's result to JavaScript.
template <class R>
inline constexpr bool kMade = false;
template <class T>
inline constexpr bool kMade<std::unique_ptr<T>> = true;

template <class R, class F>
auto given(F&& function) {
  if constexpr (std::is_void_v<R>)
    guardedCall<void>(function);
  else if constexpr (kMade<R>)
    return guardedCall<typename R::pointer>([&] { return function().release(); });
  else
    return guardedCall<typename Passed<R>::Wire>([&] { return Passed<R>::give(function()); });
}

template <class R, class... Args>
void declareTypes() {
  if constexpr (!std::is_void_v<R> && !kMade<R>) Passed<R>::declareType();
  (Passed<Args>::declareType(), ...);
}

// Adapts a function of the core to Embind's calling convention.
template <auto F>
struct Guarded;

template <class R, class... Args, R (*F)(Args...)>
struct Guarded<F> {
  static auto call(typename Passed<Args>::Wire... args) {
    return given<R>([&]() -> R { return F(Passed<Args>::get(args)...); });
  }
  static void declareAll() { declareTypes<R, Args...>(); }
};

template <class C, class R, class... Args, R (C::*F)(Args...)>
struct Guarded<F> {
  static auto call(C& self, typename Passed<Args>::Wire... args) {
    return given<R>([&]() -> R { return (self.*F)(Passed<Args>::get(args)...); });
  }
  static void declareAll() { declareTypes<R, Args...>(); }
};

template <class C, class R, class... Args, R (C::*F)(Args...) const>
struct Guarded<F> {
  static auto call(const C& self, typename Passed<Args>::Wire... args) {
    return given<R>([&]() -> R { return (self.*F)(Passed<Args>::get(args)...); });
  }
  static void declareAll() { declareTypes<R, Args...>(); }
};

template <class T, class... Args>
std::unique_ptr<T> make(Args... args) {
  return std::make_unique<T>(std::forward<Args>(args)...);
}

template <auto F>
void function(const char* name) {
  Guarded<F>::declareAll();
  emscripten::function(name, &Guarded<F>::call, emscripten::allow_raw_pointers());
}

template <class T>
class Class {
 public:
  explicit Class(const char* name) : class_(name) {}

  // Constructs a T from these arguments.
  template <class... Args>
  Class& constructor() {
    return factory<&make<T, Args...>>();
  }
  template <auto F>
  Class& factory() {
    Guarded<F>::declareAll();
    class_.constructor(&Guarded<F>::call, emscripten::allow_raw_pointers());
    return *this;
  }
  template <auto F>
  Class& method(const char* name) {
    Guarded<F>::declareAll();
    class_.function(name, &Guarded<F>::call, emscripten::allow_raw_pointers());
    return *this;
  }
  template <auto F>
  Class& classMethod(const char* name) {
    Guarded<F>::declareAll();
    class_.class_function(name, &Guarded<F>::call, emscripten::allow_raw_pointers());
    return *this;
  }

 private:
  emscripten::class_<T> class_;
};

// Returns the names in a table of metrics, such as kRates, or in a list of names.
template <const auto& Table>
std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& entry : Table) {
    if constexpr (requires { entry.name; })
      names.emplace_back(entry.name);
    else
      names.emplace_back(entry);
  }
  return names;
}

}  // namespace fairwasm::bindings
