// SPDX-License-Identifier: Apache-2.0
//
// Snapshot tests, with values in tests/golden/recorded: a published report can be reproduced from
// its seed to ten digits until a change is intended. Other tests check correctness; these detect
// unintended changes.
//
//   FAIRWASM_RECORD=1 node scripts/native.mjs '*Recorded*'
//
// updates the snapshots. List intended changes in the changelog.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "golden.hpp"

namespace fairwasm::testing {

// Rounds to twelve digits, two more than are compared.
inline Json toJson(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.12g", value);
  return Json::parse(text.data());
}

// The content of a file: lists of numbers by name.
class Recorded {
 public:
  explicit Recorded(const std::string& name) : path_("tests/golden/recorded/" + name + ".json") {
    std::ifstream file(path_);
    if (file) known_ = Json::parse(file);
  }

  void expect(const std::string& name, const std::vector<double>& values) {
    if (std::getenv("FAIRWASM_RECORD") != nullptr) return record(name, values);
    ASSERT_TRUE(known_.contains(name)) << name << " is not recorded";
    expectAllNear(values, flatten(known_[name]), 1e-12, 1e-10, name);
  }

 private:
  void record(const std::string& name, const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(toJson(value));
    known_[name] = list;
    std::ofstream file(path_);
    file << "{";
    const char* separator = "\n";
    for (const auto& [each, numbers] : known_.items()) {
      file << separator << Json(each) << ": " << numbers;
      separator = ",\n";
    }
    file << "\n}\n";
  }

  std::string path_;
  Json known_ = Json::object();
};

}  // namespace fairwasm::testing
