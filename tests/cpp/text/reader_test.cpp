// SPDX-License-Identifier: Apache-2.0
//
// Delimited text: fields, rows, and rejected input, independent of the pieces in which bytes
// arrive.
#include "fairwasm/text/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace {

using fairwasm::Error;
using fairwasm::text::Format;
using fairwasm::text::Kind;
using fairwasm::text::Reader;
using testing::ElementsAre;

struct Cells {
  std::vector<std::vector<std::string>> rows;
  std::vector<double> numbers;  // all columns of numbers, row-major
  std::vector<std::string> others;
};

void fill(Reader& reader, const std::string& bytes) {
  std::memcpy(reader.room(bytes.size()).data(), bytes.data(), bytes.size());
  reader.filled(bytes.size());
}

void take(const Reader& reader, const std::vector<Kind>& kinds, Cells& cells) {
  for (std::size_t row = 0; row < reader.rows(); ++row) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto& column = reader.column(i);
      if (kinds[i] == Kind::kCategory) texts.emplace_back(column.texts.text(column.codes[row]));
      if (kinds[i] == Kind::kNumber) cells.numbers.push_back(column.numbers[row]);
    }
    cells.rows.push_back(texts);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (const auto code : reader.column(i).otherCodes) {
      cells.others.emplace_back(reader.column(i).texts.text(code));
    }
  }
}

Cells read(const std::string& text, const std::vector<Kind>& kinds, std::size_t piece = 1 << 16,
           const Format& format = {}) {
  Reader reader(format, kinds);
  Cells cells;
  std::size_t at = 0;
  do {
    fill(reader, text.substr(at, piece));
    at += piece;
    do {
      reader.read(at >= text.size());
      take(reader, kinds, cells);
    } while (reader.rows() > 0);
  } while (at < text.size());
  return cells;
}

auto toRows(const std::string& text, std::size_t width, const Format& format = {}) {
  return read(text, std::vector<Kind>(width, Kind::kCategory), 1 << 16, format).rows;
}

testing::Matcher<std::vector<std::string>> row(const std::vector<std::string>& fields) {
  return testing::ContainerEq(fields);
}

TEST(TextReader, SplitsFieldsAndRows) {
  EXPECT_THAT(toRows("a,b\nc,d\n", 2), ElementsAre(row({"a", "b"}), row({"c", "d"})));
  EXPECT_THAT(toRows("a,b\nc,d", 2), ElementsAre(row({"a", "b"}), row({"c", "d"})));
  EXPECT_THAT(toRows(",b\na,", 2), ElementsAre(row({"", "b"}), row({"a", ""})));
  EXPECT_THAT(toRows(" a , b\n", 2), ElementsAre(row({" a ", " b"})));
}

TEST(TextReader, AcceptsAllLineEnds) {
  EXPECT_THAT(toRows("a,b\r\nc,d\ne,f\r\n", 2),
              ElementsAre(row({"a", "b"}), row({"c", "d"}), row({"e", "f"})));
  EXPECT_THAT(toRows("a,b\rc,d\r", 2, {',', '\r', '.'}),
              ElementsAre(row({"a", "b"}), row({"c", "d"})));
  EXPECT_THAT(toRows("a\r,b\n", 2), ElementsAre(row({"a\r", "b"})));
}

TEST(TextReader, QuotedFieldsMayContainAnything) {
  EXPECT_THAT(toRows("\"a,b\",\"c\nd\"\n", 2), ElementsAre(row({"a,b", "c\nd"})));
  EXPECT_THAT(toRows("\"say \"\"hi\"\"\",\"\"\"\"\n", 2), ElementsAre(row({"say \"hi\"", "\""})));
  EXPECT_THAT(toRows("\"\",\"b\"\r\n", 2), ElementsAre(row({"", "b"})));
  EXPECT_THAT(toRows("\"a\"  ,\"b\" \r\n", 2), ElementsAre(row({"a", "b"})));
  EXPECT_THAT(toRows("\"a\",\"b\"", 2), ElementsAre(row({"a", "b"})));
}

TEST(TextReader, AQuoteElsewhereIsAnOrdinaryCharacter) {
  EXPECT_THAT(toRows("5\" pipe,b\"\n", 2), ElementsAre(row({"5\" pipe", "b\""})));
  EXPECT_THAT(toRows(" \"a\",b\n", 2), ElementsAre(row({" \"a\"", "b"})));
}

TEST(TextReader, BlankLinesAreRowsOnlyInASingleColumn) {
  EXPECT_THAT(toRows("a,b\n\n\r\nc,d\n\n", 2), ElementsAre(row({"a", "b"}), row({"c", "d"})));
  EXPECT_THAT(toRows("a\n\nb\n", 1), ElementsAre(row({"a"}), row({""}), row({"b"})));
}

TEST(TextReader, SkipsRecordsWithoutText) {
  for (const char* const blank :
       {",\n", ",\r\n", ",,,\n", "\"\",\n", ",\"\"\r\n", "\"\" ,\"\"\n", "\n", "\r\n"}) {
    EXPECT_THAT(toRows(std::string("a,b\n") + blank + ",d\n" + blank, 2),
                ElementsAre(row({"a", "b"}), row({"", "d"})))
        << blank;
  }
  for (const char* const filled :
       {" ,\n", "x,\"\"\r\n", "\"\"\"\",\n", "\"\n\",\n", "\"\",\"x\"\n"}) {
    EXPECT_EQ(toRows(std::string("a,b\n") + filled, 2).size(), 2U) << filled;
  }
}

TEST(TextReader, SupportsOtherDelimitersAndUtf8) {
  EXPECT_THAT(toRows("ä;b,c\n漢字;😀\n", 2, {';', '\n', '.'}),
              ElementsAre(row({"ä", "b,c"}), row({"漢字", "😀"})));
}

TEST(TextReader, AcceptsAnyCharacterAsDelimiter) {
  for (const char delimiter : {'.', '\x01', 'x', '-'}) {
    EXPECT_THAT(
        toRows(std::string("a") + delimiter + "b\nc" + delimiter + "d", 2, {delimiter, '\n', ','}),
        ElementsAre(row({"a", "b"}), row({"c", "d"})));
  }
}

// Columns after the last requested one are counted by block.
TEST(TextReader, CountsSkippedColumns) {
  const std::vector<Kind> kinds{Kind::kSkipped, Kind::kCategory, Kind::kSkipped, Kind::kSkipped};
  std::string text;
  for (std::size_t length = 0; length < 150; ++length) {
    const std::string wide(length, 'w');
    text += wide + ',' + std::to_string(length) + ",\"" + wide + "\n\"," + wide + "\r\n\n";
    text += "," + std::to_string(length) + ",,\n";
  }
  const auto cells = read(text, kinds);
  ASSERT_EQ(cells.rows.size(), 300U);
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(cells.rows[i][0], std::to_string(i / 2));
  for (const char* const bad : {"a,b,c\n", "a\n", "a,b,c,d,\n", "a,b,c,d,e\n"}) {
    EXPECT_THROW(read(text + bad, kinds), Error) << bad;
  }
}

TEST(TextReader, SkippedColumnsMayContainAnything) {
  const auto cells =
      read("x,\"1,5\"\"\",a\ny,\"\n\",b\n", {Kind::kSkipped, Kind::kSkipped, Kind::kCategory});
  EXPECT_THAT(cells.rows, ElementsAre(row({"a"}), row({"b"})));
}

TEST(TextReader, ReadsNumbersAndOtherText) {
  const auto cells =
      read("1.5,a\n-2e3,b\nNA,c\n +.5 ,d\n\"7\",e\n,f\n0x10,g\n", {Kind::kNumber, Kind::kCategory});
  EXPECT_THAT(cells.numbers, ElementsAre(1.5, -2000, testing::IsNan(), 0.5, 7, testing::IsNan(),
                                         testing::IsNan()));
  EXPECT_THAT(cells.others, ElementsAre("NA", "", "0x10"));
}

TEST(TextReader, ColumnsMayBecomeNumericBetweenBatches) {
  Reader reader({}, {Kind::kCategory, Kind::kCategory});
  fill(reader, "1,a\n2,b\n");
  reader.read(false);
  EXPECT_EQ(reader.column(0).texts.size(), 2);
  reader.becomeNumbers(0);
  EXPECT_EQ(reader.column(0).texts.size(), 0);
  fill(reader, "3,a\nx,b\n");
  reader.read(true);
  ASSERT_EQ(reader.rows(), 2);
  EXPECT_EQ(reader.column(0).numbers[0], 3);
  EXPECT_THAT(reader.column(0).otherRows, ElementsAre(1));
  EXPECT_EQ(reader.column(0).texts.text(reader.column(0).otherCodes[0]), "x");
  EXPECT_THAT(reader.column(1).codes[1], 1U);
}

TEST(TextReader, BlankLinesAddNoNumbers) {
  const auto cells = read("\n1,a\n\nx,b\n\n", {Kind::kNumber, Kind::kCategory});
  EXPECT_THAT(cells.numbers, ElementsAre(1, testing::IsNan()));
  EXPECT_THAT(cells.others, ElementsAre("x"));
}

TEST(TextReader, DoesNotDependOnPieces) {
  const std::string text =
      "a,\"b\"\"\",1\r\nä,\"x,\ny\" ,NA\n\n漢字漢字漢字漢字漢字,😀,2.25\n\"\",plain,\"3\"\n" +
      std::string(200, 'z') + ",\"" + std::string(300, '"') + "\",4\n";
  const std::vector<Kind> kinds{Kind::kCategory, Kind::kCategory, Kind::kNumber};
  const auto whole = read(text, kinds);
  ASSERT_EQ(whole.rows.size(), 5U);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    const auto cells = read(text, kinds, piece);
    EXPECT_EQ(cells.rows, whole.rows) << piece;
    EXPECT_EQ(cells.others, whole.others) << piece;
    ASSERT_EQ(cells.numbers.size(), 5U);
    EXPECT_EQ(cells.numbers[4], 4) << piece;
  }
}

TEST(TextReader, BatchesHaveBoundedSize) {
  std::string text;
  for (std::size_t i = 0; i < Reader::kBatchRows + 3; ++i) text += i % 2 == 0 ? "a,1\n" : "b,2\n";
  Reader reader({}, {Kind::kCategory, Kind::kNumber});
  fill(reader, text);
  reader.read(true);
  EXPECT_EQ(reader.rows(), Reader::kBatchRows);
  reader.read(true);
  EXPECT_EQ(reader.rows(), 3U);
  EXPECT_EQ(reader.column(1).numbers[0], 1);
  reader.read(true);
  EXPECT_EQ(reader.rows(), 0U);
  EXPECT_EQ(reader.position(), text.size());
}

// Returns the error's message and row.
std::string refusal(const std::string& text, std::size_t width, std::size_t piece = 1 << 16) {
  try {
    read(text, std::vector<Kind>(width, Kind::kCategory), piece);
  } catch (const Error& error) {
    const auto& details = error.details();
    return std::to_string(details.row.value_or(999)) + ": " + details.expected + "; " +
           details.actual;
  }
  return "";
}

TEST(TextReader, RejectsInvalidTables) {
  EXPECT_EQ(refusal("a,b\nc\n", 2), "1: 2 fields, like the header; 1");
  EXPECT_EQ(refusal("a,b\nc,d\ne,f,g\n", 2), "2: 2 fields, like the header; 3");
  EXPECT_EQ(refusal("a,b\n\"c,d\n", 2), "1: a closing quote; none");
  EXPECT_EQ(refusal("a,\"b\"c\n", 2),
            "0: a delimiter or the end of the line after a closing quote; another character");
  EXPECT_EQ(refusal("a,\"b\" \"\n", 2),
            "0: a delimiter or the end of the line after a closing quote; another character");
  EXPECT_EQ(refusal(std::string("a,b\nc,\0\n", 8), 2),
            "1: a text file; a binary one (it has zero bytes)");
}

TEST(TextReader, TheRejectedRowDoesNotDependOnPieces) {
  for (const std::string& bad :
       std::vector<std::string>{std::string("\xFF"), std::string(1, '\0'), std::string("\xC3")}) {
    const std::string text = "a,ä\nb,b\nc,c\nd," + bad + "\ne,e\n";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      EXPECT_THAT(refusal(text, 2, piece), testing::StartsWith("3: ")) << piece;
    }
  }
}

TEST(TextReader, RejectsInvalidUtf8InAnyPieces) {
  const char* const bad[] = {"\x80",
                             "\xC0\x80",
                             "\xE0\x80\x80",
                             "\xED\xA0\x80",
                             "\xF5\x80\x80\x80",
                             "\xF0\x80\x80\x80",
                             "\xF4\x90\x80\x80",
                             "\xC3"};
  for (const std::string bytes : bad) {
    for (const std::size_t piece : {1, 2, 3, 1000}) {
      EXPECT_THAT(refusal("a,b" + bytes + "\n", 2, piece), testing::HasSubstr("UTF-8"));
      EXPECT_THAT(refusal("a,b\nc,d" + bytes, 2, piece), testing::HasSubstr("UTF-8"));
    }
  }
}

TEST(TextReader, RejectsALongRecordEarly) {
  Reader reader({}, {Kind::kCategory});
  const std::string piece(1 << 20, 'x');
  EXPECT_THROW(
      for (int i = 0; i < 6; ++i) {
        fill(reader, piece);
        reader.read(false);
      },
      Error);
}

TEST(TextReader, RangesMeetAtRecords) {
  const std::string text = "a,1\nbb,22\nccc,333\ndddd,4444\n";
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    Reader first({}, {Kind::kCategory, Kind::kSkipped});
    first.stopAt(cut);
    fill(first, text);
    std::size_t rows = 0;
    do {
      first.read(true);
      rows += first.rows();
    } while (first.rows() > 0);
    Reader second({}, {Kind::kCategory, Kind::kSkipped});
    fill(second, text.substr(cut - 1));
    ASSERT_TRUE(second.passOver());
    EXPECT_EQ(cut - 1 + second.position(), first.position()) << cut;
    second.read(true);
    EXPECT_EQ(rows + second.rows(), 4U) << cut;
  }
}

TEST(TextReader, ReportsTheLineOfTheLastRow) {
  const std::string text = "a,b\n\n\"c\n\n\",d\n\r\n\ne,f\ng\n";
  const auto getLine = [&](std::uint64_t row) {
    Reader reader({}, {Kind::kSkipped, Kind::kSkipped});
    reader.stopAfter(row + 1);
    fill(reader, text);
    try {
      do reader.read(true);
      while (reader.rows() > 0);
    } catch (const Error&) {
      EXPECT_EQ(row, 3U);
    }
    return reader.line();
  };
  EXPECT_EQ(getLine(0), 1U);
  EXPECT_EQ(getLine(1), 3U);
  EXPECT_EQ(getLine(2), 8U);
  EXPECT_EQ(getLine(3), 9U);
}

TEST(TextReader, CountsBlankRowsButNotEmptyLinesAtTheEnd) {
  const std::string text = "a,b\n\n,\n\"\",\r\nc,d\n\r\ne,f\n,\n\n\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Reader reader({}, {Kind::kCategory, Kind::kSkipped});
    std::size_t rows = 0;
    for (const auto& part : {text.substr(0, cut), text.substr(cut)}) {
      fill(reader, part);
      do {
        reader.read(cut == text.size() || part != text.substr(0, cut));
        rows += reader.rows();
      } while (reader.rows() > 0);
    }
    EXPECT_EQ(rows, 3U) << cut;
    EXPECT_EQ(reader.blankRows(), 5U) << cut;
    EXPECT_EQ(reader.emptyLines(), 2U) << cut;
  }
}

TEST(FirstRecord, IsTheFirstThatIsNotBlank) {
  const auto record = fairwasm::text::firstRecord("\n\r\na,\"b\nc\"\r\nd,e\n", {}, false);
  ASSERT_TRUE(record);
  EXPECT_THAT(record->fields, ElementsAre("a", "b\nc"));
  EXPECT_EQ(record->bytes, 12U);
  EXPECT_EQ(record->lines, 4U);
  EXPECT_FALSE(fairwasm::text::firstRecord("a,b", {}, false));
  EXPECT_TRUE(fairwasm::text::firstRecord("a,b", {}, true));
  EXPECT_FALSE(fairwasm::text::firstRecord("\n\n", {}, true));
}

}  // namespace
