#include "app/cli/recording/run_recording.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ringscope::run_recording_test {
namespace {

namespace fs = std::filesystem;

class RunRecordingTest : public ::testing::Test {
 protected:
  RunRecordingTest() {
    std::string name = (fs::temp_directory_path() / "run_recording_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~RunRecordingTest() override { fs::remove_all(folder); }

  // What a reader of the pipe that comes after `wait` has kept, of what this program wrote.
  std::string ReadOf(const std::string& program, const std::string& wait) {
    RecordingOrder order;
    order.folder = folder;
    order.plan.words = {"/bin/sh", "-c", program, (folder / "pipe").string()};
    order.plan.pipe = "pipe";
    order.plan.companion = Companion::kReader;
    order.plan.companion_name = "reader";
    order.plan.companion_words = {"/bin/sh", "-c", wait + R"(; cat <"$0" >"$1"; echo . >>"$1")",
                                  (folder / "pipe").string(), (folder / "kept").string()};
    const Result<RecordingEnd> end = RunRecording(order);
    EXPECT_TRUE(end) << end.error().message;
    EXPECT_EQ(end ? end->problem : "", "");
    std::ifstream file(folder / "kept");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  fs::path folder;
};

TEST_F(RunRecordingTest, AReaderHasWhatTheProgramWrote) {
  EXPECT_EQ(ReadOf(R"(sleep 0.2; echo 1 >"$0"; echo 2 >"$0")", ":"), "1\n2\n.\n");
}

TEST_F(RunRecordingTest, AReaderThatComesAfterTheProgramHasEndedDoesNotWaitForEver) {
  EXPECT_EQ(ReadOf("exit 0", "sleep 0.5"), ".\n");
}

TEST_F(RunRecordingTest, SaysThatWhatIsConvertedCannotBeWritten) {
  RecordingOrder order;
  order.folder = folder;
  order.plan.words = {"/bin/true"};
  order.plan.convert_words = {"/bin/sh", "-c", "echo profile"};
  order.plan.profile_prefix = "taken";
  Result<RecordingEnd> end = RunRecording(order);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->problem, "");
  EXPECT_TRUE(fs::exists(folder / "taken"));
  fs::remove(folder / "taken");
  fs::create_directories(folder / "taken" / "by another");
  end = RunRecording(order);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->problem, (folder / "taken").string() + ": cannot write what /bin/sh prints");
}

}  // namespace
}  // namespace ringscope::run_recording_test
