// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/data_creator.hpp"

#include <numeric>
#include <span>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::predictability {
namespace {

using Column = std::vector<std::uint8_t>;

void requireShare(const char* argument, double value) {
  if (value >= 0 && value <= 0.5) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a proportion from 0 to 0.5", shown(value), {}});
}

// Changes `count` random rows of the quarter that starts at `begin` to 1, and the rows `shift`
// further on to 0.
void exchange(Column& column, std::size_t begin, std::size_t shift, std::size_t count,
              uncertainty::RandomStream& random) {
  std::vector<std::size_t> rows(column.size() / 4);
  std::iota(rows.begin(), rows.end(), begin);
  random.shuffle(std::span(rows));
  for (std::size_t i = 0; i < count; ++i) {
    column[rows[i]] = 1;
    column[rows[i] + shift] = 0;
  }
}

Column permuted(const Column& column, const std::vector<std::uint32_t>& order) {
  Column result;
  for (const std::uint32_t row : order) result.push_back(column[row]);
  return result;
}

}  // namespace

CreatedData createData(std::size_t rows, double error, double dataError, bool shuffle,
                       std::uint64_t seed) {
  if (rows < 4 || rows % 4 != 0) {
    throw Error(ErrorCode::kInvalidArgument,
                {"rows", "a multiple of 4, at least 4", std::to_string(rows), {}});
  }
  requireShare("error", error);
  requireShare("dataError", dataError);
  const auto errors = static_cast<std::size_t>(static_cast<double>(rows) * error / 2);
  const auto dataErrors = static_cast<std::size_t>(static_cast<double>(rows) * dataError / 2);
  uncertainty::RandomStream random(seed);
  const std::size_t quarter = rows / 4;
  CreatedData data;
  for (std::size_t row = 0; row < rows; ++row) {
    data.p.push_back(row / quarter < 2 ? 0 : 1);
    data.d.push_back(row / quarter % 2 == 0 ? 0 : 1);
  }
  data.dBias = data.mUnbiased = data.m2 = data.d;
  // Exchanges rows of the first quarter (P = 0, D = 0) with the last (P = 1, D = 1).
  exchange(data.m2, 0, 3 * quarter, errors, random);
  exchange(data.dBias, 0, 3 * quarter, dataErrors, random);
  exchange(data.mUnbiased, 0, quarter, errors / 2, random);
  exchange(data.mUnbiased, 2 * quarter, quarter, errors - errors / 2, random);
  if (!shuffle) return data;
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  for (Column* column : {&data.p, &data.d, &data.dBias, &data.mUnbiased, &data.m2}) {
    *column = permuted(*column, order);
  }
  return data;
}

}  // namespace fairwasm::predictability
