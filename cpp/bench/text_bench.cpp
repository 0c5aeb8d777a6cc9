// SPDX-License-Identifier: Apache-2.0
//
// Reads delimited text with 1e6 rows of six columns, four of which are requested, in chunks like a
// file.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "fairwasm/text/reader.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace {

using fairwasm::text::Kind;
using fairwasm::text::Reader;

constexpr std::size_t kRows = 1'000'000;
constexpr std::size_t kPiece = 1 << 18;

std::string table(const char* quote) {
  fairwasm::uncertainty::RandomStream random(1);
  const auto pick = [&](std::initializer_list<const char*> values) {
    return std::string(quote) +
           values.begin()[static_cast<std::size_t>(random.uniform(0, 1) *
                                                   static_cast<double>(values.size()))] +
           quote;
  };
  std::string text;
  for (std::size_t row = 0; row < kRows; ++row) {
    text += std::to_string(row) + ',' + pick({"Female", "Male"}) + ',' +
            pick({"African-American", "Caucasian", "Hispanic", "Asian", "Other"}) + ',' +
            std::to_string(random.uniform(0, 1)) + ',' + pick({"0", "1"}) + ',' + pick({"0", "1"}) +
            '\n';
  }
  return text;
}

void read(benchmark::State& state, const char* quote, Kind score) {
  const std::string text = table(quote);
  for (auto _ : state) {
    Reader reader({}, {Kind::kSkipped, Kind::kCategory, Kind::kCategory, score, Kind::kCategory,
                       Kind::kCategory});
    std::size_t rows = 0;
    for (std::size_t at = 0; at < text.size(); at += kPiece) {
      const std::size_t length = std::min(kPiece, text.size() - at);
      std::memcpy(reader.room(length).data(), text.data() + at, length);
      reader.filled(length);
      do {
        reader.read(at + length == text.size());
        rows += reader.rows();
      } while (reader.rows() > 0);
    }
    if (rows != kRows) state.SkipWithError("rows are missing");
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}

}  // namespace

BENCHMARK_CAPTURE(read, categories, "", Kind::kSkipped)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read, categoriesAndNumbers, "", Kind::kNumber)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read, quotedCategories, "\"", Kind::kSkipped)->Unit(benchmark::kMillisecond);
