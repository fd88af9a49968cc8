#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/source/source_finder.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
#include "cct/source/source_changes.h"
#include "cct/table/group_table.h"
#include "cct/table/type_sums.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

struct SourceRequest {
  CctPtr tree;
  ViewRoot root;
  std::string file;      // as the profile names it
  std::string function;  // where it names none: the one whose file is searched for
  SourceSearchPath search;
  uint64_t serial = 0;  // grows when the file shall be read again
  friend bool operator==(const SourceRequest&, const SourceRequest&) = default;
};

// The version before of a file of a comparison, and its lines beside those of the version after.
struct SourceBefore {
  SourceFile source;
  std::vector<LinePair> lines;
  LineCosts costs;  // of functions on the side before alone
};

// One source file with what its lines cost below one view root of one tree. Immutable once made.
struct SourceView {
  CctPtr tree;
  ViewRoot root;
  std::string file, function;  // as the request has them
  SourceFile source;
  LineCosts costs;
  std::vector<uint32_t> line_of;       // by FrameId, of the file's functions; 0: unknown
  std::optional<SourceBefore> before;  // of a comparison with the source of both sides
  // What calls are made on, by line from 1: of calls on the line where the tree tells call sites apart, and
  // of functions defined there. Of trees with types.
  std::map<uint32_t, TypeSums> called_on;
};

// The source that a view asks for, and the answer.
struct SourceState {
  Task<SourceRequest, SourceView> task;
  uint64_t reload_serial = 0;  // grows when the user asks for a reload

  void VisitTasks(auto&& visit) { visit(task); }
};

// Finds and reads the source and adds up its lines, on the calling (job) thread. Null if cancelled. The
// result says what is missing or cannot be read.
[[nodiscard]] std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

// Selects the context and shows its source.
struct OpenSource {
  ContextId context = kNoContext;
};
// Shows the source of a function without a context.
struct OpenSourceOf {
  FrameId function = 0;
};
// The file or the path mappings changed.
struct ReloadSource {};
// To the line of the next highest cost; opens the source if it is not shown.
struct StepHotLine {
  int steps = 1;
};
// A field for a folder of sources opens.
struct AskSourceFolder {};
// Looks for sources in this folder too, from now on.
struct AddSourceFolder {
  std::string folder;
};
struct OpenInEditor {
  std::filesystem::path path;
  uint32_t line = 0;
};

void Do(AppState& state, const OpenSource& open, Effects& effects);
void Do(AppState& state, const OpenSourceOf& open, Effects& effects);
void Do(AppState& state, const ReloadSource& reload, Effects& effects);
void Do(AppState& state, const StepHotLine& step, Effects& effects);
void Do(AppState& state, const AskSourceFolder& ask, Effects& effects);
void Do(AppState& state, const AddSourceFolder& add, Effects& effects);
void Do(AppState& state, const OpenInEditor& open, Effects& effects);

// Asks once for the source of the subject, if the source is shown. Runs after every action.
void RefreshSource(AppState& state, Effects& effects);

}  // namespace ringscope::action
