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
  std::filesystem::path rules;  // this file says what was refused
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

// Names of two functions: one that is gone and one that is new.
struct RenamedPair {
  std::string gone, fresh;
  friend bool operator==(const RenamedPair&, const RenamedPair&) = default;
};
struct RenameChoice {
  RenamedPair pair;
  bool is_accepted = false;
  bool is_kept = false;  // in the file of rules, for all comparisons; else of one comparison
};

// What a document remembers of its renames.
struct RenamesState {
  Task<RenamesRequest, FoundRenames> task;
  uint64_t rules_serial = 0;
  std::optional<RenamedPair> selected;
  std::vector<RenameChoice> chosen;                  // refused, or about to be joined
  std::shared_ptr<const FoundRenames> chosen_among;  // other renames may be offered since

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
  SideSources source;  // empty: what the executions say, if anything
};
// Compares executions of one tree, that of a series or of a comparison.
struct CompareExecutions {
  DocumentId document = 0;  // the owner of `tree`, which may be transformed
  CctPtr tree;
  std::vector<size_t> before, after;
};

// Compares the active view's profile, as before, with a file that is opened for it.
struct CompareWithFile {
  std::filesystem::path path;  // empty: the one that is chosen in the open dialog
};

// A pair of the active view's comparison that looks renamed: lights up the contexts of both functions.
struct SelectRename {
  RenamedPair pair;
};
// An accepted pair is joined: compares again. A choice that is kept is one of all comparisons: goes into the
// file of rules, in the background.
struct ChooseRename {
  RenameChoice choice;
};
// Compares again without joining the pair.
struct UndoRename {
  RenamedPair pair;
};
// The file of rules has the choice, unless there is a problem.
struct RenameKept {
  JobId job = kNoJob;
  DocumentId document = 0;
  RenameChoice choice;
  std::filesystem::path rules;
  std::string problem;
};
// The file of the rules for names, from the next comparison on; empty: the built-in rules.
struct SetRulesFile {
  std::string path;
  bool compares_again = false;  // compares again what the active view compares
};

// Selects where the largest part of the centre's change happens, and outlines the way there.
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

// Makes a comparison again, by the rules in force and with a change, in the background: in its tab, or beside
// it if the tab shows a file. Does nothing if the document is no comparison.
void CompareAgain(AppState& state, DocumentState& document, Effects& effects,
                  const std::function<void(CompareRequest&)>& change = nullptr);
// Compares with the file that was asked for, once it is open. After every action.
void RefreshAwaitedComparison(AppState& state, Effects& effects);
// Looks for renames if they are shown. After every action.
void RefreshRenames(AppState& state, Effects& effects);
// Drops ways of blame that began elsewhere or whose end is no longer selected.
void RefreshBlame(AppState& state);

}  // namespace ringscope::action

namespace ringscope {

// A profile in the dialog, as it begins: the tabs from left to right are before and after.
struct CompareRow {
  DocumentId document = 0;
  std::string name;
  std::optional<Side> side;
};
// The profiles that are whole and no comparisons. With several, the shown profile is after, and the profile
// before it in the order of the tabs is before.
[[nodiscard]] std::vector<CompareRow> BuildCompareRows(const AppState& state);

// Moves a row's profile by `steps`, 1 or -1, in the order neither, before, after.
void MoveToSide(CompareRow& row, int steps);

// Why these sides cannot be compared; empty if they can.
[[nodiscard]] std::string CompareProblem(const std::vector<CompareRow>& rows);

inline constexpr uint64_t kManyComparedContexts = 1'000'000;

// Compares on a job thread: posts action::LoadFinished. Of profiles with more than `many_contexts` together
// the outermost layers are compared first, and posted as action::PreviewLoaded, unless they are executions of
// one tree.
void RunCompare(JobId id, const CompareRequest& request, JobControl& job, const PostAction& post,
                uint64_t many_contexts = kManyComparedContexts);

}  // namespace ringscope
