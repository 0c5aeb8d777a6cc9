// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/schema.hpp"

#include "support.hpp"

namespace fairwasm::data {
namespace {

using testing::expectError;

Schema makeSchema(std::vector<std::string> categories, std::vector<std::string> labels) {
  return {{{"race", std::move(categories)}}, std::move(labels), true, true, false};
}

TEST(Schema, RejectsDuplicates) {
  expectError([] { validate(makeSchema({"a", "a"}, {})); }, ErrorCode::kInvalidArgument,
              "categories of race");
  expectError([] { validate(makeSchema({}, {"0", "0"})); }, ErrorCode::kInvalidArgument, "labels");
  expectError([] { validate({{{"x", {}}, {"x", {}}}, {}, true, false, false}); },
              ErrorCode::kInvalidArgument, "attributes");
}

TEST(Schema, RequiresALabelOrAPrediction) {
  expectError([] { validate({{}, {}, false, false, true}); }, ErrorCode::kInvalidArgument,
              "schema");
}

TEST(Schema, FindsAttributesByName) {
  const Schema schema = testing::fullSchema();
  EXPECT_EQ(attributeIndex(schema, "sex"), 1U);
  expectError([&] { attributeIndex(schema, "age"); }, ErrorCode::kInvalidArgument, "attribute");
}

TEST(Schema, UnitesCategoriesKeepingTheFirstOrder) {
  const Schema united = unite(makeSchema({"a", "b"}, {"0"}), makeSchema({"c", "a"}, {"1", "0"}));
  EXPECT_EQ(united, makeSchema({"a", "b", "c"}, {"0", "1"}));
}

TEST(Schema, UnitesOnlyEqualColumns) {
  Schema other = makeSchema({"a"}, {"0"});
  other.attributes[0].name = "sex";
  expectError([&] { unite(makeSchema({"a"}, {"0"}), other); }, ErrorCode::kIncompatible, "other");
  Schema scored = makeSchema({"a"}, {"0"});
  scored.hasScore = true;
  expectError([&] { unite(makeSchema({"a"}, {"0"}), scored); }, ErrorCode::kIncompatible, "other");
}

TEST(Schema, TranslatesCodesByName) {
  EXPECT_THAT(translateCodes({"c", "a"}, {"a", "b", "c"}), ::testing::ElementsAre(2, 0));
}

}  // namespace
}  // namespace fairwasm::data
