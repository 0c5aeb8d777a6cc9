// SPDX-License-Identifier: Apache-2.0
//
// Parses numbers, rounded to the nearest double.
#pragma once

#include <optional>

namespace fairwasm::text {

// Parses the text from `begin` to `end` as a decimal number: a sign, digits with or without a
// decimal point, and an exponent, surrounded by optional blanks. Returns nothing for empty and
// other text, including `Infinity` and hexadecimal digits.
std::optional<double> decimal(const char* begin, const char* end, char point);

}  // namespace fairwasm::text
