#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/core/job.h"
#include "app/files/documents.h"
#include "app/files/recording/recording.h"
#include "app/window/status_model.h"
#include "tests/app/app_test_state.h"
#include "tests/temporary_folder.h"

namespace ringscope::recording_test {
namespace {

using Words = std::vector<std::string>;

TEST(RecordingModelTest, WordsAreTakenAsTheyAreAndTheRestIsForAShell) {
  EXPECT_EQ(CommandWords("./prog --size 'a b' \"c d\""), (Words{"./prog", "--size", "a b", "c d"}));
  EXPECT_EQ(CommandWords("A=1 ./prog"), (Words{"env", "A=1", "./prog"}));
  EXPECT_EQ(CommandWords("  "), Words{});
  EXPECT_EQ(CommandWords("echo 'a | b' \"c > d\" e\\;f"), (Words{"echo", "a | b", "c > d", "e;f"}));
  for (const char* const text :
       {"a | b", "a > b", "a; b", "a && b", "echo $HOME", "echo \"$HOME\"", "ls *.c", "`a`", "cd ~ ; x"})
    EXPECT_EQ(CommandWords(text), (Words{"sh", "-c", text})) << text;
  EXPECT_EQ(CommandWords("echo '$HOME'"), (Words{"echo", "$HOME"}));
}

TEST(RecordingModelTest, ResultsHaveNamesOfTheirOwn) {
  const auto none = [](const std::filesystem::path&) { return false; };
  EXPECT_EQ(RecordingPath({"/opt/prog", "x"}, "/w", none), "/w/prog.cct");
  EXPECT_EQ(RecordingPath({}, "/w", none), "/w/recording.cct");
  const auto taken = [](const std::filesystem::path& path) {
    return path == "/w/prog.cct" || path == "/w/prog-2.cct";
  };
  EXPECT_EQ(RecordingPath({"prog"}, "/w", taken), "/w/prog-3.cct");
}

TEST(RecordingModelTest, TheCommandIsAnArgument) {
  EXPECT_EQ(RecordingWords("/bin/ringscope", "/w", "heap", {"a b", "-c"}, "/w/a.cct", "/w/live.cct"),
            (Words{"sh", "-c", "cd -- \"$0\" && exec \"$@\" >/dev/null", "/w", "/bin/ringscope", "record",
                   "--heap", "-o", "/w/a.cct", "--live", "/w/live.cct", "--", "a b", "-c"}));
}

TEST(RecordingModelTest, MessagesTellTheRecorderOrTheProblem) {
  EXPECT_EQ(RecorderNote("ringscope: recording with perf-fp (samples): it is\nother words\n"),
            "Recorded with perf-fp (samples): it is");
  EXPECT_EQ(RecorderNote("other words\n"), "");
  EXPECT_EQ(RecordingProblem("words of the program\nrecord: cannot start x\n", 127),
            "record: cannot start x");
  EXPECT_EQ(RecordingProblem("only this\n", 2), "only this");
  EXPECT_EQ(RecordingProblem("", 2), "it ended with exit code 2");
}

TEST(ApplyRecordingTest, ACommandIsRememberedAndRuns) {
  AppState state;
  Do(state, action::ShowRecordDialog{true});
  EXPECT_TRUE(DialogOpen(state));
  Do(state, action::RecordProgram{"  ", "cpu", "/w"});
  EXPECT_TRUE(state.jobs.empty());
  const auto effects = Do(state, action::RecordProgram{"./prog -x", "cpu", "/w"});
  EXPECT_FALSE(state.record_dialog_open);
  const auto* const task = FindEffect<effect::StartTask>(effects);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(task->lane, JobLane::kAtOnce);
  EXPECT_EQ(FindEffect<effect::SaveSettings>(effects)->settings.recorded_commands, Words{"./prog -x"});
  EXPECT_EQ(state.jobs.back().path, "/w/prog.cct");
  for (int i = 0; i < 20; ++i) RememberCommand(state.settings, "prog " + std::to_string(i));
  RememberCommand(state.settings, "prog 18");
  EXPECT_EQ(state.settings.recorded_commands.size(), kMaxRecordedCommands);
  EXPECT_EQ(state.settings.recorded_commands[0], "prog 18");
  EXPECT_EQ(state.settings.recorded_commands[1], "prog 19");
}

// The tab is there from the first tree on, and its last one is the result.
TEST(ApplyRecordingTest, ATreeGrowsInOneTab) {
  AppState state;
  Do(state, action::RecordProgram{"prog", "cpu", "/w"});
  const JobId job = state.jobs.back().id;
  Do(state, action::RecordingBegan{job, "/w/prog-2.cct"});
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;a 1\n")});
  ASSERT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(state.documents[0].title, "prog-2.cct");
  EXPECT_EQ(state.documents[0].reading, job);
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;a 5\n")});
  EXPECT_EQ(ActiveView(state)->tree().Total(0), 5u);
  Do(state, action::RecordingFinished{job, TreeFromFolded("main;a 9\n"), "Recorded with perf-fp"});
  ASSERT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(state.documents[0].reading, kNoJob);
  EXPECT_EQ(ActiveView(state)->tree().Total(0), 9u);
  EXPECT_EQ(state.note.text, "Saved as /w/prog-2.cct. Recorded with perf-fp");
  EXPECT_EQ(state.settings.recent_files, Words{"/w/prog-2.cct"});
  EXPECT_TRUE(state.jobs.empty());
}

TEST(ApplyRecordingTest, ARecordingIsMovedFromItsNote) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path from = temporary.path() / "prog.cct", folder = temporary.path() / "kept";
  std::filesystem::create_directories(folder);
  std::ofstream(from) << "recorded";
  AppState state;
  Do(state, action::RecordProgram{"prog", "cpu", temporary.path()});
  const JobId job = state.jobs.back().id;
  Do(state, action::RecordingBegan{job, from});
  Do(state, action::RecordingFinished{job, TreeFromFolded("main;a 9\n"), ""});
  const StatusModel model = BuildStatusModel(state, "");
  EXPECT_EQ(model.note, "Saved as " + from.string());
  EXPECT_EQ(model.offer, "Move");
  ASSERT_TRUE(model.take_offer);
  Do(state, *model.take_offer);
  EXPECT_TRUE(state.record_dialog_open);
  const auto move_to = [&](const std::filesystem::path& path) {
    const std::vector<Effect> effects = Do(state, action::MoveRecording{state.documents[0].id, path});
    for (const Action& action : Deliver(*FindEffect<effect::StartTask>(effects))) Do(state, action);
  };
  move_to(folder);
  EXPECT_FALSE(state.record_dialog_open);
  EXPECT_FALSE(std::filesystem::exists(from));
  EXPECT_TRUE(std::filesystem::exists(folder / "prog.cct"));
  EXPECT_EQ(state.documents[0].path, folder / "prog.cct");
  EXPECT_EQ(state.settings.recent_files, Words{(folder / "prog.cct").string()});
  EXPECT_EQ(state.note.text, "Moved to " + (folder / "prog.cct").string());
  EXPECT_TRUE(BuildStatusModel(state, "").offer.empty());
  // Nothing is replaced.
  std::ofstream(from) << "another";
  move_to(from);
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].message, from.string() + " exists");
  EXPECT_EQ(state.documents[0].path, folder / "prog.cct");
}

TEST(ApplyRecordingTest, StoppingKeepsWhatThereIs) {
  AppState state;
  Do(state, action::RecordProgram{"prog", "cpu", "/w"});
  const JobId job = state.jobs.back().id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;a 1\n")});
  EXPECT_NE(FindEffect<effect::CancelJob>(Do(state, action::CancelJob{job})), nullptr);
  Do(state, action::RecordingFinished{job, TreeFromFolded("main;a 3\n"), ""});
  ASSERT_EQ(state.documents.size(), 1u);
  EXPECT_EQ(ActiveView(state)->tree().Total(0), 3u);
  EXPECT_TRUE(state.errors.empty());
}

TEST(ApplyRecordingTest, AFailureIsTold) {
  AppState state;
  Do(state, action::RecordProgram{"prog", "calls", "/w"});
  const JobId job = state.jobs.back().id;
  Do(state, action::PreviewLoaded{job, TreeFromFolded("main;a 1\n")});
  Do(state, action::RecordingFinished{job, Fail(ErrorCode::kIo, "record: prog was not built for it"), ""});
  EXPECT_TRUE(state.documents.empty());
  EXPECT_TRUE(state.jobs.empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].title, "Recording prog failed");
  EXPECT_EQ(state.errors[0].message, "record: prog was not built for it");
}

}  // namespace
}  // namespace ringscope::recording_test
