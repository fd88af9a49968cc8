#include "cct/compare/matching/name_rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/temporary_folder.h"

namespace ringscope::rules_file_test {
namespace {

class RulesFile : public ::testing::Test {
 protected:
  void Write(const std::string& text) { std::ofstream(path) << text; }
  std::string Text() {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  test::TemporaryFolder folder;
  std::filesystem::path path = folder.path() / "new" / "compare.rules";
};

TEST_F(RulesFile, WithoutAFileTheBuiltInRulesHold) {
  EXPECT_EQ(ReadRulesFile(path).value().rules(), NameRules::BuiltIn().rules());
  EXPECT_EQ(ReadRulesFile({}).value().rules(), NameRules::BuiltIn().rules());
}

TEST_F(RulesFile, AFileIsBegunWithTheBuiltInRules) {
  ASSERT_TRUE(KeepRename(path, "ns::old(int)", "ns::fresh(long)", true));
  const NameRules rules = ReadRulesFile(path).value();
  EXPECT_EQ(rules.rules().size(), NameRules::BuiltIn().rules().size() + 1);
  EXPECT_EQ(rules.Apply("ns::old(int)", false), "ns::fresh(long)");
  EXPECT_EQ(rules.Apply("ns::old(int).part.3", false), "ns::fresh(long)") << "behind the others";
  ASSERT_TRUE(KeepRename(path, "a", "b", false));
  EXPECT_TRUE(ReadRulesFile(path).value().IsRefused("a", "b"));
}

TEST_F(RulesFile, OtherLinesStayAsTheyAre) {
  std::filesystem::create_directories(path.parent_path());
  Write("# mine\n\n^x => y\nno-rename: a => b\nrename: c => d");
  ASSERT_TRUE(KeepRename(path, "a", "b", true));
  EXPECT_EQ(Text(), "# mine\n\n^x => y\nrename: c => d\nrename: a => b\n")
      << "what was said of the pair goes";
  ASSERT_TRUE(KeepRename(path, "a", "b", true));
  EXPECT_EQ(Text(), "# mine\n\n^x => y\nrename: c => d\nrename: a => b\n") << "once";
}

TEST_F(RulesFile, NamesThatNoLineCanHoldAreRefused) {
  for (const auto& [gone, fresh] :
       {std::pair("a => b", "c"), {"a\nb", "c"}, {"", "c"}, {"a", ""}, {" a", "c"}, {"a", "a"}}) {
    const Result<void> kept = KeepRename(path, gone, fresh, true);
    ASSERT_FALSE(kept) << gone;
    EXPECT_EQ(kept.error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(RulesFile, ADamagedFileIsLeftAlone) {
  std::filesystem::create_directories(path.parent_path());
  Write("default\n( => x\n");
  const Result<void> kept = KeepRename(path, "a", "b", true);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("compare.rules"), std::string::npos);
  EXPECT_EQ(Text(), "default\n( => x\n");
  EXPECT_FALSE(ReadRulesFile(path));
}

}  // namespace
}  // namespace ringscope::rules_file_test
