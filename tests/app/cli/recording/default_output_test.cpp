#include "app/cli/recording/output_place.h"

#include <gtest/gtest.h>

namespace ringscope::default_output_test {
namespace {

bool IsTaken(const std::filesystem::path& path) { return path == "prog.cct" || path == "prog-2.cct"; }

TEST(DefaultOutput, IsNamedAfterTheProgram) {
  const auto none = [](const std::filesystem::path&) { return false; };
  CommandLook look{{.kind = ProgramKind::kNative, .program = "/opt/bin/prog"}, 0};
  EXPECT_EQ(DefaultOutput(look, {"/opt/bin/prog", "x.txt"}, none), "prog.cct");
  EXPECT_EQ(DefaultOutput(look, {"/opt/bin/prog"}, &IsTaken), "prog-3.cct");
  look = {{.kind = ProgramKind::kPython, .program = "python3"}, 0};
  EXPECT_EQ(DefaultOutput(look, {"python3", "-O", "dir/train.py", "9"}, none), "train.cct");
  EXPECT_EQ(DefaultOutput(look, {"python3", "-m", "pytest", "x.py"}, none), "pytest.cct");
  EXPECT_EQ(DefaultOutput(look, {"python3", "-W", "error", "train.py"}, none), "train.cct");
  EXPECT_EQ(DefaultOutput(look, {"python3", "-c", "print(1)"}, none), "python3.cct");
  look = {{.kind = ProgramKind::kJava, .program = "$JAVACMD"}};
  EXPECT_EQ(DefaultOutput(look, {"/opt/bin/mvn", "package"}, none), "mvn.cct");
  EXPECT_EQ(DefaultOutput(look, {"./run.sh"}, none), "run.cct");
  EXPECT_EQ(DefaultOutput(look, {"sh", "-c", "$JAVACMD x"}, none), "_JAVACMD.cct");
  look.program = "/usr/bin/java";
  look.program_word = 0;
  EXPECT_EQ(DefaultOutput(look, {"java", "-cp", "a.jar:b", "com.mine.Main", "x.txt"}, none), "Main.cct");
  EXPECT_EQ(DefaultOutput(look, {"java", "-Xmx1g", "-jar", "dir/app.jar", "x"}, none), "app.cct");
  EXPECT_EQ(DefaultOutput(look, {"java", "-m", "mod/com.mine.Main"}, none), "Main.cct");
  EXPECT_EQ(DefaultOutput(look, {"java", "Main.java"}, none), "Main.cct");
  EXPECT_EQ(DefaultOutput(look, {"java"}, none), "java.cct");
  look.program = "javac";
  EXPECT_EQ(DefaultOutput(look, {"javac", "-d", "classes", "Main.java"}, none), "javac.cct");
}

}  // namespace
}  // namespace ringscope::default_output_test
