#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
#include "cct/compare/matching/renames.h"
#include "cct/compare/tree_comparison.h"
#include "cct/source/source_changes.h"
#include "cct/tree/execution.h"

namespace ringscope {

// A search for renames in a comparison.
struct RenamesRequest {
  CctPtr tree;
  std::string metric;           // the compared metric
  std::filesystem::path rules;  // the file of rules, which holds the refused pairs
  uint64_t rules_serial = 0;    // grows when the file has changed
  friend bool operator==(const RenamesRequest&, const RenamesRequest&) = default;
};
struct OfferedRename {
  RenameCandidate candidate;
  double recovered = 0;  // RecoveredShare()
};
struct FoundRenames {
  RenamesRequest request;
  ComparedMetric metric;
  std::vector<OfferedRename> offered;
  std::string problem;  // why the search was impossible
};

// The names of a function that is gone and of one that is new.
struct RenamedPair {
  std::string gone, fresh;
  friend bool operator==(const RenamedPair&, const RenamedPair&) = default;
};
struct RenameChoice {
  RenamedPair pair;
  bool is_accepted = false;
  bool is_kept = false;  // in the file of rules, for all comparisons; false: for one comparison
};

// The renames of a document.
struct RenamesState {
  Task<RenamesRequest, FoundRenames> task;
  uint64_t rules_serial = 0;
  std::optional<RenamedPair> selected;
  std::vector<RenameChoice> chosen;                  // refused, or about to be joined
  std::shared_ptr<const FoundRenames> chosen_among;  // the result that `chosen` is about

  void VisitTasks(auto&& visit) { visit(task); }
};

// Runs on the calling (job) thread: O(contexts). Null if cancelled.
[[nodiscard]] std::shared_ptr<const FoundRenames> RunRenames(const RenamesRequest& request, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

struct ShowCompareDialog {
  bool open = true;
};
// The comparison is computed in the background and opens in a tab of its own.
struct CompareDocuments {
  std::vector<DocumentId> before, after;
  Matching matching = Matching::kTolerant;
  bool by_share = false;
  SideSources source;  // empty: the sources that the executions name, if any
};
// Compares executions of one tree, that of a series or of a comparison.
struct CompareExecutions {
  DocumentId document = 0;  // the owner of `tree`, which may be a transformed one
  CctPtr tree;
  std::vector<size_t> before, after;
};

// Opens a file and compares the active view's profile, as the side before, with it.
struct CompareWithFile {
  std::filesystem::path path;  // empty: the file that the user chooses in the open dialog
};

// Selects a pair of the active view's comparison that looks renamed: the contexts of both functions light up.
struct SelectRename {
  RenamedPair pair;
};
// Accepts or refuses a pair. An accepted pair is joined: compares again. A choice that is kept holds for all
// comparisons: goes into the file of rules, in the background.
struct ChooseRename {
  RenameChoice choice;
};
// Compares again without joining the pair.
struct UndoRename {
  RenamedPair pair;
};
// The choice has been written into the file of rules, unless there is a problem.
struct RenameKept {
  JobId job = kNoJob;
  DocumentId document = 0;
  RenameChoice choice;
  std::filesystem::path rules;
  std::string problem;
};
// Sets the file of rules for names, from the next comparison on; empty: the built-in rules.
struct SetRulesFile {
  std::string path;
  bool compares_again = false;  // makes the comparison of the active view again
};

// Selects the context where the largest part of the centre's change happens, and outlines the path to it.
struct WalkBlame {};

void Do(AppState& state, const ShowCompareDialog& show, Effects& effects);
void Do(AppState& state, const CompareDocuments& compare, Effects& effects);
void Do(AppState& state, const CompareExecutions& compare, Effects& effects);
void Do(AppState& state, const CompareWithFile& compare, Effects& effects);
void Do(AppState& state, const SelectRename& select, Effects& effects);
void Do(AppState& state, const ChooseRename& choose, Effects& effects);
void Do(AppState& state, ViewState& view, const UndoRename& undo, Effects& effects);
void Do(AppState& state, const RenameKept& kept, Effects& effects);
void Do(AppState& state, const SetRulesFile& set, Effects& effects);
void Do(AppState& state, ViewState& view, const WalkBlame& walk, Effects& effects);

// Makes a comparison again in the background, by the rules in force and with `change` applied to its request:
// in the document's tab, or in another tab if the document has a file. Does nothing if it is no comparison.
void CompareAgain(AppState& state, DocumentState& document, Effects& effects,
                  const std::function<void(CompareRequest&)>& change = nullptr);
// Compares with the file that was asked for, once it is open. After every action.
void RefreshAwaitedComparison(AppState& state, Effects& effects);
// Looks for renames in the active view's comparison. After every action.
void RefreshRenames(AppState& state, Effects& effects);
// Drops a path of blame from another tree or root, or whose end is not selected.
void RefreshBlame(AppState& state);

}  // namespace ringscope::action

namespace ringscope {

// A profile in the dialog, and its side.
struct CompareRow {
  DocumentId document = 0;
  std::string name;
  std::optional<Side> side;
};
// The open profiles that are read whole and are no comparisons, in the order of the tabs. Of several, the
// shown profile is after, and its left neighbour before; names such as "old" and "new" may swap them.
[[nodiscard]] std::vector<CompareRow> BuildCompareRows(const AppState& state);

// Moves a row's profile by `steps`, 1 or -1, in the order neither, before, after.
void MoveToSide(CompareRow& row, int steps);

// Why these sides cannot be compared; empty if they can.
[[nodiscard]] std::string CompareProblem(const std::vector<CompareRow>& rows);

inline constexpr uint64_t kManyComparedContexts = 1'000'000;

// Compares on a job thread: posts action::LoadFinished. Profiles with more than `many_contexts` together,
// other than executions of one tree, are compared by their outermost layers first, posted as
// action::PreviewLoaded.
void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post,
                uint64_t many_contexts = kManyComparedContexts);

}  // namespace ringscope
