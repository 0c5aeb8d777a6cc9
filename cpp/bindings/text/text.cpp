// SPDX-License-Identifier: Apache-2.0
//
// The reader of delimited text, for JavaScript: bytes are copied into its buffer, codes and numbers
// out of its batches; a text crosses once, when it is new.
#include "../support.hpp"
#include "fairwasm/text/reader.hpp"

namespace fairwasm::bindings {

using namespace text;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(FormatJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(KindsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CodesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(OthersJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(TextsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(FirstRecordJs)

text::Format toFormat(const FormatJs& format) {
  const auto character = [&](const char* name) {
    return static_cast<char>(format[name].as<unsigned char>());
  };
  return {character("delimiter"), character("newline"), character("decimalPoint")};
}

std::vector<text::Kind> toKinds(const KindsJs& kinds) {
  std::vector<text::Kind> result;
  for (const auto kind : emscripten::convertJSArrayToNumberVector<std::uint8_t>(kinds)) {
    result.push_back(static_cast<text::Kind>(kind));
  }
  return result;
}

class TextReader {
 public:
  TextReader(const FormatJs& format, const KindsJs& kinds)
      : reader_(toFormat(format), toKinds(kinds)) {}

  std::uintptr_t room(std::size_t bytes) {
    return reinterpret_cast<std::uintptr_t>(reader_.room(bytes).data());
  }
  void filled(std::size_t bytes) { reader_.filled(bytes); }
  std::size_t read(bool isLast) {
    reader_.read(isLast);
    return reader_.rows();
  }
  void forgetTexts() { reader_.forgetTexts(); }
  void stopAfter(double rows) { reader_.stopAfter(static_cast<std::uint64_t>(rows)); }
  bool passOver() { return reader_.passOver(); }
  void stopAt(double position) { reader_.stopAt(static_cast<std::uint64_t>(position)); }
  [[nodiscard]] bool hasStopped() const { return reader_.hasStopped(); }
  [[nodiscard]] double line() const { return static_cast<double>(reader_.line()); }
  [[nodiscard]] double position() const { return static_cast<double>(reader_.position()); }

  [[nodiscard]] CodesJs codes(std::size_t column) const {
    return CodesJs(copyToJs<std::uint32_t>(
        std::span(reader_.column(column).codes).subspan(0, reader_.rows())));
  }
  [[nodiscard]] DoubleArray numbers(std::size_t column) const {
    return DoubleArray(
        copyToJs<double>(std::span(reader_.column(column).numbers).subspan(0, reader_.rows())));
  }
  [[nodiscard]] OthersJs others(std::size_t column) const {
    val others = val::object();
    others.set("rows", copyToJs<std::uint32_t>(reader_.column(column).otherRows));
    others.set("codes", copyToJs<std::uint32_t>(reader_.column(column).otherCodes));
    return OthersJs(others);
  }
  // One after the other, and where each ends: JavaScript's decoder would take a byte order mark at
  // the beginning of a text for none of it.
  [[nodiscard]] TextsJs texts(std::size_t column, std::size_t from) const {
    const text::Dictionary& all = reader_.column(column).texts;
    std::string bytes;
    std::vector<std::uint32_t> ends;
    for (std::size_t code = from; code < all.size(); ++code) {
      bytes += all.text(code);
      ends.push_back(static_cast<std::uint32_t>(bytes.size()));
    }
    val texts = val::object();
    texts.set("bytes", copyToJs<std::uint8_t>(
                           {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
    texts.set("ends", copyToJs<std::uint32_t>(ends));
    return TextsJs(texts);
  }

 private:
  text::Reader reader_;
};

FirstRecordJs firstRecordOf(const std::string& bytes, const FormatJs& format, bool isLast) {
  const auto first = text::firstRecord(bytes, toFormat(format), isLast);
  if (!first) return FirstRecordJs(val::undefined());
  val record = val::object();
  record.set("fields", toJsArray(first->fields));
  record.set("bytes", first->bytes);
  record.set("lines", first->lines);
  return FirstRecordJs(record);
}

}  // namespace

EMSCRIPTEN_BINDINGS(text) {
  using namespace emscripten;
  register_type<FormatJs>("{ delimiter: number; newline: number; decimalPoint: number }");
  register_type<KindsJs>("Uint8Array");
  register_type<CodesJs>("Uint32Array");
  register_type<OthersJs>("{ rows: Uint32Array; codes: Uint32Array }");
  register_type<TextsJs>("{ bytes: Uint8Array; ends: Uint32Array }");
  register_type<FirstRecordJs>("{ fields: string[]; bytes: number; lines: number } | undefined");
  class_<TextReader>("TextReader")
      .constructor<const FormatJs&, const KindsJs&>()
      .function("room", guarded<&TextReader::room>())
      .function("filled", &TextReader::filled)
      .function("read", guarded<&TextReader::read>())
      .function("forgetTexts", &TextReader::forgetTexts)
      .function("stopAfter", &TextReader::stopAfter)
      .function("passOver", &TextReader::passOver)
      .function("stopAt", &TextReader::stopAt)
      .function("hasStopped", &TextReader::hasStopped)
      .function("line", &TextReader::line)
      .function("position", &TextReader::position)
      .function("codes", &TextReader::codes)
      .function("numbers", &TextReader::numbers)
      .function("others", &TextReader::others)
      .function("texts", &TextReader::texts);
  function("firstRecord", guarded<&firstRecordOf>());
}

}  // namespace fairwasm::bindings
