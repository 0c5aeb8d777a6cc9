// SPDX-License-Identifier: Apache-2.0
//
// Selection of rows from columns.
#pragma once

#include <span>

#include "fairwasm/predictability/task.hpp"

namespace fairwasm::predictability::internal {

inline CodeColumn picked(const CodeColumn& column, std::span<const std::uint32_t> rows) {
  CodeColumn result;
  result.reserve(rows.size());
  for (const std::uint32_t row : rows) result.push_back(column[row]);
  return result;
}

inline CodeColumns picked(const CodeColumns& columns, std::span<const std::uint32_t> rows) {
  CodeColumns result;
  for (const auto& column : columns) result.push_back(picked(column, rows));
  return result;
}

}  // namespace fairwasm::predictability::internal
