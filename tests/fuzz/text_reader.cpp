// SPDX-License-Identifier: Apache-2.0
//
// Delimited text: rows, or the error, are equal for any split of the bytes into pieces. Counting
// finds as many rows as reading.
#include <cstring>
#include <string>

#include "fairwasm/text/counter.hpp"
#include "fairwasm/text/reader.hpp"
#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using text::Format;
using text::Kind;
using text::Reader;

struct Cells {
  std::string texts;  // each preceded by its length
  std::vector<double> numbers;
  std::uint64_t rows = 0;
  std::string refusal;

  // For a rejected table, it is unspecified how much was read.
  bool operator==(const Cells& other) const {
    if (refusal != other.refusal || !refusal.empty()) return refusal == other.refusal;
    return texts == other.texts && rows == other.rows && numbers == other.numbers;
  }
};

void append(std::string& texts, std::string_view text) {
  texts += std::to_string(text.size()) + ':';
  texts += text;
}

void take(const Reader& reader, const std::vector<Kind>& kinds, Cells& cells) {
  cells.rows += reader.rows();
  for (std::size_t row = 0; row < reader.rows(); ++row) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto& column = reader.column(i);
      if (kinds[i] == Kind::kCategory) append(cells.texts, column.texts.text(column.codes[row]));
      // NaN has many representations, which count as equal.
      if (kinds[i] == Kind::kNumber) {
        cells.numbers.push_back(std::isnan(column.numbers[row]) ? 0.123 : column.numbers[row]);
      }
    }
  }
}

void fill(Reader& reader, std::string_view bytes) {
  std::memcpy(reader.room(bytes.size()).data(), bytes.data(), bytes.size());
  reader.filled(bytes.size());
}

Cells read(std::string_view text, const std::vector<Kind>& kinds, const Format& format,
           std::size_t piece, std::size_t batch) {
  Reader reader(format, kinds, batch);
  Cells cells;
  try {
    std::size_t at = 0;
    do {
      fill(reader, text.substr(std::min(at, text.size()), piece));
      at += piece;
      do {
        reader.read(at >= text.size());
        take(reader, kinds, cells);
      } while (reader.rows() > 0);
    } while (at < text.size());
  } catch (const Error& error) {
    cells.refusal = error.details().expected + error.details().actual +
                    std::to_string(error.details().row.value_or(0)) + '@' +
                    std::to_string(reader.line());
  }
  return cells;
}

std::uint64_t counted(std::string_view text, std::size_t columns, const Format& format) {
  text::Counter counter(format, std::vector<Kind>(columns, Kind::kCategory));
  fill(counter.reader(), text);
  accepts([&] { counter.count(true); });
  double rows = 0;
  for (const double each : counter.combinations().rows()) rows += each;
  require(rows == static_cast<double>(counter.rows()), "each row is in one combination");
  return counter.rows();
}

void compare(Bytes& bytes) {
  constexpr char kDelimiters[] = {',', ';', '\t', '|'};
  const Format format{bytes.PickValueInArray(kDelimiters), bytes.ConsumeBool() ? '\r' : '\n',
                      bytes.ConsumeBool() ? ',' : '.'};
  std::vector<Kind> kinds(bytes.ConsumeIntegralInRange<std::size_t>(1, 4));
  constexpr Kind kKinds[] = {Kind::kSkipped, Kind::kCategory, Kind::kNumber};
  for (auto& kind : kinds) kind = bytes.PickValueInArray(kKinds);
  const auto piece = bytes.ConsumeIntegralInRange<std::size_t>(1, 70);
  const auto batch = bytes.ConsumeIntegralInRange<std::size_t>(1, 5);
  const std::string text = bytes.ConsumeRemainingBytesAsString();
  const std::size_t atOnce = text.size() + 1;  // exceeds the number of rows
  const Cells whole = read(text, kinds, format, atOnce, atOnce);
  require(read(text, kinds, format, piece, atOnce) == whole, "pieces of bytes make no difference");
  require(read(text, kinds, format, piece, batch) == whole, "batches of rows make no difference");
  if (whole.refusal.empty()) {
    require(counted(text, kinds.size(), format) == whole.rows, "as many rows are counted as read");
  }
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
