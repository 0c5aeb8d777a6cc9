// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/text/dictionary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "fairwasm/core/error.hpp"

namespace fairwasm::text {
namespace {

constexpr std::size_t kFirstSlots = 64;

constexpr int computeShift(std::size_t slots) { return 64 - std::countr_zero(slots); }

}  // namespace

Dictionary::Dictionary() : slots_(kFirstSlots), shift_(computeShift(kFirstSlots)) {}

void Dictionary::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  texts_.clear();
  ends_.clear();
}

bool Dictionary::isSame(std::size_t code, const char* begin, std::size_t length) const {
  return text(code) == std::string_view(begin, length);
}

std::uint32_t Dictionary::add(const char* begin, std::size_t length, const Key& key) {
  if (texts_.size() + length > std::numeric_limits<std::int32_t>::max()) {
    throw Error(ErrorCode::kTooLarge, {"file",
                                       "fewer distinct values in a column",
                                       std::to_string(size()) + " that exceed 2 GB",
                                       {}});
  }
  if (4 * (size() + 1) > slots_.size()) grow();
  texts_.append(begin, length);
  ends_.push_back(texts_.size());
  std::size_t place = getPlace(key);
  while (slots_[place].codePlusOne != 0) place = (place + 1) & (slots_.size() - 1);
  const auto code = static_cast<std::uint32_t>(size());
  slots_[place] = {key, code};
  return code - 1;
}

void Dictionary::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  shift_ = computeShift(slots_.size());
  for (const Slot& slot : old) {
    if (slot.codePlusOne == 0) continue;
    std::size_t place = getPlace(slot.key);
    while (slots_[place].codePlusOne != 0) place = (place + 1) & (slots_.size() - 1);
    slots_[place] = slot;
  }
}

}  // namespace fairwasm::text
