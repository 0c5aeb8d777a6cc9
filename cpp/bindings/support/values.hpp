// SPDX-License-Identifier: Apache-2.0
//
// Conversion of C++ values: reading from JavaScript, writing to JavaScript, and the TypeScript
// declaration of each type are in one place. For records, all three follow from the list of fields;
// enumerations use the names of their family (getNames).
#pragma once

#include <emscripten/val.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/xtensor.hpp"
#include "text.hpp"

namespace fairwasm::bindings {

using emscripten::val;

// `Value<T>::kType` is T's TypeScript type.
template <class T>
struct Value;

template <class T>
concept Crosses = requires { Value<T>::kType; };

template <class T>
T read(const val& js) {
  return Value<T>::read(js);
}
template <class T>
val write(const T& value) {
  return Value<T>::write(value);
}

template <class T>
std::span<const T> memory(std::uintptr_t pointer, std::size_t count) {
  return {reinterpret_cast<const T*>(pointer), count};
}

// Copies to a new typed array, because views into WebAssembly memory become invalid when it grows.
template <class T>
val copyToJs(std::span<const T> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data()))
      .template call<val>("slice");
}

// Throws kInvalidArgument with the index for a string that is not valid Unicode: a lone surrogate
// has no UTF-8 encoding and would be returned as another string.
std::vector<std::string> readStrings(const val& array);

// --- Numbers, booleans, text

template <class T>
  requires std::is_arithmetic_v<T>
struct Value<T> {
  static constexpr auto kType = Text("number");
  static T read(const val& js) { return static_cast<T>(js.as<double>()); }
  static val write(T value) { return val(static_cast<double>(value)); }
};

template <>
struct Value<bool> {
  static constexpr auto kType = Text("boolean");
  static bool read(const val& js) { return js.as<bool>(); }
  static val write(bool value) { return val(value); }
};

template <>
struct Value<std::string> {
  static constexpr auto kType = Text("string");
  static std::string read(const val& js) { return js.as<std::string>(); }
  static val write(const std::string& value) { return val(value); }
};

// --- Enumerations

// Types that TypeScript declares as string, because the package passes on the user's input.
template <class E>
inline constexpr bool kAnyString = false;

template <class E>
consteval auto declareNames() {
  constexpr auto kNames = getNames(E{}).entries;
  constexpr std::size_t kLength = [&] {
    std::size_t length = (5 * kNames.size()) - 3;
    for (const auto& entry : kNames) length += entry.name.size();
    return length;
  }();
  Text<kLength> text;
  char* next = text.characters;
  for (const auto& entry : kNames) {
    if (next != text.characters) next = std::ranges::copy(std::string_view(" | "), next).out;
    *next++ = '\'';
    next = std::ranges::copy(entry.name, next).out;
    *next++ = '\'';
  }
  return text;
}

template <class E>
  requires std::is_enum_v<E>
struct Value<E> {
  static consteval auto declare() {
    if constexpr (kAnyString<E>)
      return Text("string");
    else
      return declareNames<E>();
  }
  static constexpr auto kType = declare();
  static E read(const val& js) { return valueNamed<E>(js.as<std::string>()); }
  static val write(E value) { return val(std::string(getName(value))); }
};

// --- Arrays

template <class T>
inline constexpr auto kTypedArray = nullptr;
template <>
inline constexpr auto kTypedArray<double> = Text("Float64Array");
template <>
inline constexpr auto kTypedArray<float> = Text("Float32Array");
template <>
inline constexpr auto kTypedArray<std::uint32_t> = Text("Uint32Array");
template <>
inline constexpr auto kTypedArray<std::uint8_t> = Text("Uint8Array");

// Element types of typed arrays; all other types use plain arrays.
template <class T>
concept Element = !std::same_as<std::remove_cvref_t<decltype(kTypedArray<T>)>, std::nullptr_t>;

template <Element T>
struct Value<std::vector<T>> {
  static constexpr auto kType = kTypedArray<T>;
  static std::vector<T> read(const val& js) {
    return emscripten::convertJSArrayToNumberVector<T>(js);
  }
  static val write(const std::vector<T>& values) { return copyToJs<T>(values); }
};

// Specialize as true for records that contain only numbers and are passed as a flat array.
template <class Record>
inline constexpr bool kIsFlat = false;

template <class Record>
val copyFlat(std::span<const Record> records) {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % sizeof(double) == 0);
  return copyToJs<double>({reinterpret_cast<const double*>(records.data()),
                           records.size() * sizeof(Record) / sizeof(double)});
}

// Incomplete records at the end are ignored.
template <class Record>
std::vector<Record> readFlat(const val& js) {
  const auto numbers = bindings::read<std::vector<double>>(js);
  std::vector<Record> records(numbers.size() * sizeof(double) / sizeof(Record));
  if (!records.empty()) {
    std::memcpy(records.data(), numbers.data(), records.size() * sizeof(Record));
  }
  return records;
}

template <class T>
  requires kIsFlat<T>
struct Value<T> {
  static constexpr auto kType = kTypedArray<double>;
  static T read(const val& js) { return readFlat<T>(js).at(0); }
  static val write(const T& record) { return copyFlat<T>({&record, 1}); }
};
template <class T>
  requires kIsFlat<T>
struct Value<std::vector<T>> {
  static constexpr auto kType = kTypedArray<double>;
  static std::vector<T> read(const val& js) { return readFlat<T>(js); }
  static val write(const std::vector<T>& records) { return copyFlat<T>(records); }
};

template <class T>
  requires(!Element<T> && !kIsFlat<T>)
struct Value<std::vector<T>> {
  static constexpr auto kType = "(" + Value<T>::kType + ")[]";
  static std::vector<T> read(const val& js) {
    if constexpr (std::same_as<T, std::string>) {
      return readStrings(js);
    } else {
      std::vector<T> values;
      for (const val& each : emscripten::vecFromJSArray<val>(js)) {
        values.push_back(bindings::read<T>(each));
      }
      return values;
    }
  }
  static val write(const std::vector<T>& values) {
    val array = val::array();
    for (const T& value : values) array.call<void>("push", bindings::write<T>(value));
    return array;
  }
};

// Reads into a vector and passes a span of it.
template <class T>
struct Value<std::span<const T>> : Value<std::vector<T>> {};

template <class T, std::size_t N>
struct Value<std::array<T, N>> {
  static constexpr auto kType = "readonly (" + Value<T>::kType + ")[]";
  static std::array<T, N> read(const val& js) {
    std::array<T, N> values;
    for (std::size_t i = 0; i < N; ++i) values[i] = bindings::read<T>(js[i]);
    return values;
  }
  static val write(const std::array<T, N>& values) {
    val array = val::array();
    for (const T& value : values) array.call<void>("push", bindings::write<T>(value));
    return array;
  }
};

template <Element T, std::size_t N>
struct Value<xt::xtensor<T, N>> {
  static constexpr auto kType = kTypedArray<T>;
  static val write(const xt::xtensor<T, N>& values) {
    return copyToJs<T>({values.data(), values.size()});
  }
};

// --- Optional values: undefined or null

template <class T>
struct Value<std::optional<T>> {
  static constexpr auto kType = Value<T>::kType + " | null | undefined";
  static std::optional<T> read(const val& js) {
    if (js.isUndefined() || js.isNull()) return {};
    return bindings::read<T>(js);
  }
  static val write(const std::optional<T>& value) {
    return value ? bindings::write<T>(*value) : val::undefined();
  }
};

// A name for some values; other values are passed as T.
template <class E, class T>
  requires std::is_enum_v<E>
struct Value<std::variant<E, T>> {
  static constexpr auto kType = Value<E>::kType + " | " + Value<T>::kType;
  static std::variant<E, T> read(const val& js) {
    if (js.isString()) return bindings::read<E>(js);
    return bindings::read<T>(js);
  }
};

// --- Records: aggregates, which are passed as objects with the names of their members

template <class T>
concept Record = std::is_class_v<T> && std::is_aggregate_v<T>;

// Specialize as true for records whose members are inlined into the enclosing record.
template <class T>
inline constexpr bool kIsSpliced = false;

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

// Never defined; only the addresses of its members are used, because they contain the names.
template <class T>
extern const T kAnyOf;

template <const auto* Address>
struct Member {
  using T = std::remove_cvref_t<decltype(*Address)>;

  // The compiler writes "… [Address = &kAnyOf<Type>.member]".
  static consteval auto nameOfMember() {
    constexpr std::string_view kText = __PRETTY_FUNCTION__;
    constexpr std::size_t kFirst = kText.rfind('.') + 1;
    Text<kText.size() - 1 - kFirst> name;
    std::ranges::copy(kText.substr(kFirst, kText.size() - 1 - kFirst), name.characters);
    return name;
  }
  static constexpr auto kName = nameOfMember();

  static consteval auto declare() {
    if constexpr (kIsSpliced<T>)
      return Value<T>::declareMembers();
    else if constexpr (kIsOptional<T>)
      return kName + "?: " + Value<T>::kType;
    else
      return kName + ": " + Value<T>::kType;
  }
  static void read(const val& js, T& member) {
    if constexpr (kIsSpliced<T>)
      Value<T>::readMembers(js, member);
    else
      member = bindings::read<T>(js[kName.characters]);
  }
  static void write(const T& member, val& js) {
    if constexpr (kIsSpliced<T>)
      Value<T>::writeMembers(member, js);
    else
      js.set(kName.characters, bindings::write<T>(member));
  }
};

template <Record T>
  requires(!kIsFlat<T>)
struct Value<T> {
  static consteval auto declareMembers() {
    const auto& [first, ... others] = kAnyOf<T>;
    return (Member<&first>::declare() + ... + ("; " + Member<&others>::declare()));
  }
  static constexpr auto kType = "{ " + declareMembers() + " }";

  static void readMembers(const val& js, T& record) {
    const auto& [... any] = kAnyOf<T>;
    auto& [... member] = record;
    (Member<&any>::read(js, member), ...);
  }
  static T read(const val& js) {
    T record{};
    readMembers(js, record);
    return record;
  }

  static void writeMembers(const T& record, val& js) {
    const auto& [... any] = kAnyOf<T>;
    const auto& [... member] = record;
    (Member<&any>::write(member, js), ...);
  }
  static val write(const T& record) {
    val js = val::object();
    writeMembers(record, js);
    return js;
  }
};

}  // namespace fairwasm::bindings
