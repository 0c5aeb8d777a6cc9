// SPDX-License-Identifier: Apache-2.0
//
// The search for the worst slices compared with trying every conjunction: scores are equal at every
// rank, each slice has the reported rows and errors, and intervals contain their means.
#include <algorithm>

#include "fairwasm/slices/interval.hpp"
#include "slices/tables.hpp"
#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using slices::SearchOptions;
using slices::Slice;
using slices::Sums;
using slices::testing::BruteForce;
using slices::testing::Rows;

Rows rowsFrom(Bytes& bytes) {
  Rows rows;
  rows.values.resize(bytes.ConsumeIntegralInRange<std::size_t>(1, 4));
  for (auto& values : rows.values) values = bytes.ConsumeIntegralInRange<std::size_t>(1, 3);
  const auto count = bytes.ConsumeIntegralInRange<std::size_t>(0, 24);
  const bool isCounted = bytes.ConsumeBool();
  const bool isBinary = bytes.ConsumeBool();
  for (const std::size_t values : rows.values) {
    std::vector<std::uint32_t> column;
    for (std::size_t row = 0; row < count; ++row) {
      column.push_back(
          bytes.ConsumeIntegralInRange<std::uint32_t>(0, static_cast<std::uint32_t>(values - 1)));
    }
    rows.columns.push_back(column);
  }
  for (std::size_t row = 0; row < count; ++row) {
    rows.errors.push_back(isBinary ? (bytes.ConsumeBool() ? 1 : 0) : share(bytes));
    if (isCounted) rows.counts.push_back(bytes.ConsumeIntegralInRange<int>(1, 9));
  }
  return rows;
}

Sums counted(const Rows& rows, const Slice& slice) {
  Sums sums;
  for (std::size_t row = 0; row < rows.errors.size(); ++row) {
    const bool isWithin = std::ranges::all_of(slice.conditions, [&](const auto& condition) {
      return rows.columns[condition.column][row] == condition.value;
    });
    if (isWithin) sums.add({rows.counts.empty() ? 1 : rows.counts[row], rows.errors[row]});
  }
  return sums;
}

void compare(Bytes& bytes) {
  SearchOptions options{share(bytes), bytes.ConsumeIntegralInRange<std::size_t>(1, 3),
                        bytes.ConsumeIntegralInRange<std::size_t>(1, 6)};
  const auto minRows = bytes.ConsumeIntegralInRange<int>(1, 5);
  const Rows rows = rowsFrom(bytes);
  accepts([&] {
    const auto table = slices::testing::buildTable(rows, minRows);
    const auto expected = BruteForce(rows, options, minRows).slices;
    const auto found = slices::testing::worst(table, options);
    require(found.size() == expected.size(), "all slices are found");
    for (std::size_t i = 0; i < found.size(); ++i) {
      require(isNear(found[i].score, expected[i].score), "no slice is worse than those found");
      const Sums sums = counted(rows, found[i]);
      require(found[i].sums.rows == sums.rows && isNear(found[i].sums.errors, sums.errors),
              "a slice has the rows that satisfy its conditions");
      if (!rows.counts.empty()) continue;  // errors of individual rows are unknown
      const auto ci = slices::meanInterval(sums, slices::conjunctions(table, 3), 0.95);
      require(ci.low <= sums.mean() && sums.mean() <= ci.high, "an interval contains its mean");
    }
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
