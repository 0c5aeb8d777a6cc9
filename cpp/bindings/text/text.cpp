// SPDX-License-Identifier: Apache-2.0
//
// Bindings of the reader of delimited text. Bytes are copied into its buffer, and codes and numbers
// (or only the counts of each combination of codes) are copied from its batches. Each category is
// passed once, when it is new.
#include "../support/bind.hpp"
#include "fairwasm/text/counter.hpp"
#include "fairwasm/text/reader.hpp"

namespace fairwasm::bindings {

using namespace text;

// Kinds and characters are passed as numbers.
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

struct Others {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> codes;
};

// Concatenated strings with their ends. JavaScript decodes them separately, because its decoder
// would drop a byte order mark at the beginning of a string.
struct Texts {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> ends;
};

namespace {

std::uintptr_t room(Reader& reader, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(reader.room(bytes).data());
}
std::uintptr_t roomOfCounter(Counter& counter, std::size_t bytes) {
  return room(counter.reader(), bytes);
}
void filled(Counter& counter, std::size_t bytes) { counter.reader().filled(bytes); }
bool passOver(Counter& counter) { return counter.reader().passOver(); }
void stopAt(Counter& counter, std::uint64_t position) { counter.reader().stopAt(position); }
bool hasStopped(const Counter& counter) { return counter.reader().hasStopped(); }
std::uint64_t position(const Counter& counter) { return counter.reader().position(); }
std::uint64_t blankRows(const Counter& counter) { return counter.reader().blankRows(); }
std::uint64_t emptyLines(const Counter& counter) { return counter.reader().emptyLines(); }

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

Texts textsOfCounter(const Counter& counter, std::size_t column, std::size_t from) {
  return texts(counter.reader(), column, from);
}

std::vector<std::uint32_t> codes(const Counter& counter, std::size_t place) {
  return counter.combinations().codes(place);
}
std::vector<double> rowsOfEach(const Counter& counter) { return counter.combinations().rows(); }
std::vector<double> firstRows(const Counter& counter) { return counter.combinations().firstRows(); }
std::size_t combinations(const Counter& counter) { return counter.combinations().size(); }

}  // namespace

EMSCRIPTEN_BINDINGS(text) {
  Class<Reader>("TextReader")
      .constructor<const Format&, const std::vector<Kind>&>()
      .method<&room>("room")
      .method<&Reader::filled>("filled")
      .method<&readBatch>("read")
      .method<&Reader::forgetTexts>("forgetTexts")
      .method<&Reader::becomeNumbers>("becomeNumbers")
      .method<&Reader::stopAfter>("stopAfter")
      .method<&Reader::hasStopped>("hasStopped")
      .method<&Reader::line>("line")
      .method<&Reader::blankRows>("blankRows")
      .method<&ofBatch<&Column::codes>>("codes")
      .method<&ofBatch<&Column::numbers>>("numbers")
      .method<&others>("others")
      .method<&texts>("texts");
  Class<Counter>("TextCounter")
      .constructor<const Format&, const std::vector<Kind>&>()
      .method<&roomOfCounter>("room")
      .method<&filled>("filled")
      .method<&passOver>("passOver")
      .method<&stopAt>("stopAt")
      .method<&hasStopped>("hasStopped")
      .method<&position>("position")
      .method<&Counter::count>("count")
      .method<&Counter::rows>("rows")
      .method<&blankRows>("blankRows")
      .method<&emptyLines>("emptyLines")
      .method<&Counter::clear>("clear")
      .method<&combinations>("combinations")
      .method<&codes>("codes")
      .method<&rowsOfEach>("rowsOfEach")
      .method<&firstRows>("firstRows")
      .method<&textsOfCounter>("texts");
  function<&firstRecord>("firstRecord");
}

}  // namespace fairwasm::bindings
