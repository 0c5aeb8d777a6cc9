// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers for messages. std::to_string would add all of printf and 128-bit software
// arithmetic, 12 kB in every WebAssembly module.
#pragma once

#include <string>

namespace fairwasm {

// Returns text such as "1.5" and "1000000", with at most six decimals; "1.5e-08" below 0.0001 and
// from 1e15; "nan", "inf", and "-inf". For people only: parsing the text may give another number.
std::string shown(double number);

}  // namespace fairwasm
