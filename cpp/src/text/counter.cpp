// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/text/counter.hpp"

#include <algorithm>

namespace fairwasm::text {

Counter::Counter(const Format& format, const std::vector<Kind>& kinds)
    : reader_(format, kinds, kBatchRows),
      combinations_(
          static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), Kind::kCategory))) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == Kind::kCategory) counted_.push_back(i);
  }
}

void Counter::count(bool isLast) {
  try {
    do {
      reader_.read(isLast);
      takeBatch();
    } while (reader_.rows() > 0);
  } catch (...) {
    takeBatch();
    throw;
  }
}

void Counter::takeBatch() {
  if (reader_.rows() == 0) return;
  batch_.clear();
  for (const std::size_t index : counted_) {
    const Column& column = reader_.column(index);
    batch_.push_back({std::span(column.codes).first(reader_.rows()), column.texts.size()});
  }
  combinations_.add(batch_, rows_);
  rows_ += reader_.rows();
}

}  // namespace fairwasm::text
