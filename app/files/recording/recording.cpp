#include "app/files/recording/recording.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/files/documents.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "cct/base/system/child_process.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kLookInterval{100};
constexpr milliseconds kPatience{5000};  // between the ways to end a recording
// Loading trees takes at most 3 % of the time. The window needs more time to show them.
constexpr int kLookingPerTree = 33;

// The growing tree of a running recording: `record` writes it into a file that it replaces each time.
class LiveTree {
 public:
  explicit LiveTree(std::filesystem::path path) : path_(std::move(path)) {}
  ~LiveTree() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  LiveTree(const LiveTree&) = delete;
  LiveTree& operator=(const LiveTree&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // The next tree, if there is a new file and the time for a tree has come.
  std::optional<LoadedTree> Take() {
    const auto begin = Clock::now();
    if (begin < due_) return std::nullopt;
    struct stat status {};
    if (stat(path_.c_str(), &status) != 0 || status.st_ino == inode_) return std::nullopt;
    inode_ = status.st_ino;
    Result<CctPtr> tree = OpenCctFile(path_);
    if (!tree) return std::nullopt;
    LoadedTree loaded = WithFunctions(std::move(*tree));
    const auto end = Clock::now();
    due_ = end + (end - begin) * kLookingPerTree;
    return loaded;
  }

 private:
  std::filesystem::path path_;
  ino_t inode_ = 0;
  Clock::time_point due_{};
};

// Records a program with `ringscope record` (the program that runs): posts action::RecordingBegan, from time
// to time action::PreviewLoaded with the recording so far, and at last action::RecordingFinished. Cancelling
// interrupts the program and makes the recording so far the result.
void RunRecordProgram(JobId id, const action::RecordProgram& record, JobControl& job,
                      const PostAction& post) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(record.folder, error).lexically_normal();
  const std::vector<std::string> command = CommandWords(record.command);
  const std::filesystem::path result = RecordingPath(command, folder, [](const std::filesystem::path& path) {
    std::error_code no_file;
    return std::filesystem::exists(std::filesystem::symlink_status(path, no_file));
  });
  post(action::RecordingBegan{id, result});
  LiveTree live(folder / fmt::format(".ringscope-live-{}-{}.cct", getpid(), id));
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  Result<ChildProcess> child =
      ChildProcess::Start(RecordingWords(program, folder, record.measure, command, result, live.path()));
  if (!child) {
    post(action::RecordingFinished{id, tl::unexpected(std::move(child).error()), {}});
    return;
  }
  constexpr int kWays[] = {SIGINT, SIGTERM, SIGKILL};
  size_t asked = 0;
  Clock::time_point asked_at;
  while (!child->HasEnded()) {
    if (job.cancelled() && asked < std::size(kWays) && (asked == 0 || Clock::now() - asked_at > kPatience)) {
      child->Signal(kWays[asked++]);
      asked_at = Clock::now();
    }
    if (std::optional<LoadedTree> tree = live.Take(); tree && !job.cancelled())
      post(action::PreviewLoaded{id, std::move(*tree)});
    std::this_thread::sleep_for(kLookInterval);
  }
  const JobControl to_its_end;
  const Result<int> code = child->Wait(to_its_end);
  if (!std::filesystem::exists(result, error)) {
    post(action::RecordingFinished{
        id, Fail(ErrorCode::kIo, RecordingProblem(child->messages(), code.value_or(0))), {}});
    return;
  }
  post(
      action::RecordingFinished{id, OpenCctFile(result).map(WithFunctions), RecorderNote(child->messages())});
}

}  // namespace
}  // namespace ringscope

namespace ringscope::action {

void Do(AppState& state, const ShowRecordDialog& show, Effects&) {
  state.slots.Get<MoveQuestion>() = {};
  state.record_dialog_open = show.open;
  AwaitBox(state, TextBox::kRecord, show.open);
}

void Do(AppState& state, const RecordProgram& record, Effects& effects) {
  const std::vector<std::string> words = CommandWords(record.command);
  if (words.empty()) return;
  state.record_dialog_open = false;
  RememberCommand(state.settings, record.command);
  effects.push_back(effect::SaveSettings{state.settings});
  StartJob(state,
           {.kind = JobKind::kLoad,
            .label = "Recording " + DisplayText(record.command, 80),
            .path = RecordingPath(words, record.folder, [](const auto&) { return false; }),
            .is_recording = true,
            .failed = &LoadFailed},
           JobLane::kAtOnce, std::make_shared<const RecordProgram>(record), &RunRecordProgram, effects);
}

void Do(AppState& state, const RecordingBegan& began, Effects&) {
  if (JobState* const job = FindJob(state, began.job)) job->path = began.path;
}

void Do(AppState& state, const RecordingFinished& finished, Effects& effects) {
  const JobState* const job = FindJob(state, finished.job);
  if (job == nullptr) return;
  if (finished.tree) {
    const std::string note =
        "Saved as " + job->path.string() + (finished.note.empty() ? "" : ". " + finished.note);
    Do(state, LoadFinished{finished.job, finished.tree}, effects);
    SetNote(state, DisplayText(note, 2000), state.note.document);
    if (DocumentState* const document = FindDocument(state, state.note.document); document != nullptr)
      document->slots.Get<RecordedFile>().note = state.note.serial;
    return;
  }
  const std::string label = job->label;
  const auto taken = TakeJob(state, finished.job);
  for (const DocumentState& document : state.documents) {
    if (document.reading != finished.job) continue;
    Do(state, CloseDocument{DocumentId{document.id}}, effects);
    break;
  }
  if (taken->cancelling) {
    SetNote(state, label + " was stopped before it recorded anything");
    return;
  }
  state.errors.push_back({label + " failed", DisplayText(finished.tree.error().message, 4000)});
}

void Do(AppState& state, const ShowMoveDialog& show, Effects&) {
  if (FindDocument(state, show.document) == nullptr) return;
  state.slots.Get<MoveQuestion>().document = show.document;
  state.record_dialog_open = true;
  AwaitBox(state, TextBox::kRecord, true);
}

namespace {

Action MoveFailed(const JobState& job, const Error& error) {
  return RecordingMoved{job.id, job.path, tl::unexpected(error)};
}

Result<std::filesystem::path> MoveFile(const std::filesystem::path& from, std::filesystem::path to) {
  std::error_code error;
  if (std::filesystem::is_directory(to, error)) to /= from.filename();
  if (std::filesystem::exists(std::filesystem::symlink_status(to, error)))
    return Fail(ErrorCode::kIo, to.string() + " exists");
  std::filesystem::rename(from, to, error);
  if (error == std::errc::cross_device_link) {
    std::filesystem::copy_file(from, to, error);
    if (!error) std::filesystem::remove(from, error);
  }
  if (error) return Fail(ErrorCode::kIo, to.string() + ": " + error.message());
  return to;
}

}  // namespace

void Do(AppState& state, const MoveRecording& move, Effects& effects) {
  const DocumentState* const document = FindDocument(state, move.document);
  if (document == nullptr || move.path.empty()) return;
  state.record_dialog_open = false;
  // A relative path is seen from the folder of the file.
  const std::filesystem::path to = (document->path.parent_path() / move.path).lexically_normal();
  StartJob(
      state,
      {.kind = JobKind::kSave,
       .label = "Moving " + document->title,
       .path = document->path,
       .failed = &MoveFailed},
      JobLane::kInOrder, std::make_shared<const MoveRecording>(MoveRecording{move.document, to}),
      [from = document->path](JobId id, const MoveRecording& moving, JobControl&, const PostAction& post) {
        post(RecordingMoved{id, from, MoveFile(from, moving.path)});
      },
      effects);
}

void Do(AppState& state, const RecordingMoved& moved, Effects& effects) {
  (void)TakeJob(state, moved.job);
  if (!moved.to) {
    state.errors.push_back({"Could not move " + DisplayText(moved.from.filename().string(), 120),
                            DisplayText(moved.to.error().message, 4000)});
    return;
  }
  std::erase(state.settings.recent_files, moved.from.string());
  RememberRecentFile(state.settings, moved.to->string());
  effects.push_back(effect::SaveSettings{state.settings});
  if (DocumentState* const document = FindDocumentByPath(state, moved.from); document != nullptr) {
    document->path = *moved.to;
    RefreshTitles(state);
    SetNote(state, "Moved to " + DisplayText(moved.to->string(), 1000), document->id);
  }
}

}  // namespace ringscope::action
