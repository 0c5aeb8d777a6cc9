// SPDX-License-Identifier: Apache-2.0
//
// The reader of delimited text, for JavaScript: bytes are copied into its buffer, codes and numbers
// out of its batches; a text crosses once, when it is new.
#include "../support/bind.hpp"
#include "fairwasm/text/reader.hpp"

namespace fairwasm::bindings {

using namespace text;

// Kinds and characters cross as numbers.
template <>
struct Value<std::vector<Kind>> {
  static constexpr auto kType = kTypedArray<std::uint8_t>;
  static std::vector<Kind> read(const val& js) {
    std::vector<Kind> kinds;
    for (const auto kind : bindings::read<std::vector<std::uint8_t>>(js)) {
      kinds.push_back(static_cast<Kind>(kind));
    }
    return kinds;
  }
};
template <>
struct Fields<Format> : List<&Format::delimiter, &Format::newline, &Format::decimalPoint> {};

struct Others {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> codes;
};
template <>
struct Fields<Others> : List<&Others::rows, &Others::codes> {};

// One after the other, and where each ends: JavaScript's decoder would take a byte order mark at
// the beginning of a text for none of it.
struct Texts {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> ends;
};
template <>
struct Fields<Texts> : List<&Texts::bytes, &Texts::ends> {};

template <>
struct Fields<FirstRecord> : List<&FirstRecord::fields, &FirstRecord::bytes, &FirstRecord::lines> {
};

namespace {

std::uintptr_t room(Reader& reader, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(reader.room(bytes).data());
}

std::size_t readBatch(Reader& reader, bool isLast) {
  reader.read(isLast);
  return reader.rows();
}

template <auto Member>
auto ofBatch(const Reader& reader, std::size_t column) {
  auto values = reader.column(column).*Member;
  values.resize(reader.rows());
  return values;
}

Others others(const Reader& reader, std::size_t column) {
  return {reader.column(column).otherRows, reader.column(column).otherCodes};
}

Texts texts(const Reader& reader, std::size_t column, std::size_t from) {
  const Dictionary& all = reader.column(column).texts;
  Texts texts;
  for (std::size_t code = from; code < all.size(); ++code) {
    const auto text = all.text(code);
    texts.bytes.insert(texts.bytes.end(), text.begin(), text.end());
    texts.ends.push_back(static_cast<std::uint32_t>(texts.bytes.size()));
  }
  return texts;
}

}  // namespace

EMSCRIPTEN_BINDINGS(text) {
  Class<Reader>("TextReader")
      .constructor<const Format&, const std::vector<Kind>&>()
      .method<&room>("room")
      .method<&Reader::filled>("filled")
      .method<&readBatch>("read")
      .method<&Reader::forgetTexts>("forgetTexts")
      .method<&Reader::stopAfter>("stopAfter")
      .method<&Reader::passOver>("passOver")
      .method<&Reader::stopAt>("stopAt")
      .method<&Reader::hasStopped>("hasStopped")
      .method<&Reader::line>("line")
      .method<&Reader::position>("position")
      .method<&ofBatch<&Column::codes>>("codes")
      .method<&ofBatch<&Column::numbers>>("numbers")
      .method<&others>("others")
      .method<&texts>("texts");
  function<&firstRecord>("firstRecord");
}

}  // namespace fairwasm::bindings
