// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/rows.hpp"

#include <numeric>

namespace fairwasm::predictability {

template <class Scalar>
std::size_t rowCount(const Inputs<Scalar>& inputs) {
  if (const auto* table = std::get_if<Table<Scalar>>(&inputs)) return table->rows.size();
  const auto& starts = std::get<Bags>(inputs).starts;
  return starts.empty() ? 0 : starts.size() - 1;
}

std::vector<std::uint32_t> everyRow(std::size_t rows) {
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

template std::size_t rowCount<float>(const Inputs<float>&);
template std::size_t rowCount<double>(const Inputs<double>&);

}  // namespace fairwasm::predictability
