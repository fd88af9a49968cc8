#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Shows the view in the active pane, or goes to the pane that shows it.
struct ActivateView {
  ViewId view = 0;
};
// Opens another tab of the active view.
struct DuplicateView {};
// Closing the last view of a document closes the document.
struct CloseView {
  ViewId view = 0;
};
struct ActivatePane {
  size_t pane = 0;
};
// Shows the view in the pane beside the active one; in a new pane if there is only one, or for `in_new_pane`.
struct ShowBeside {
  ViewId view = 0;
  bool in_new_pane = false;
};
struct ClosePane {
  size_t pane = 0;
};
struct SetLinked {
  bool linked = true;
};
struct CloseDocument {
  DocumentId document = 0;
};

void Do(AppState& state, const ActivateView& activate, Effects& effects);
void Do(AppState& state, ViewState& view, const DuplicateView& duplicate, Effects& effects);
void Do(AppState& state, const CloseView& close, Effects& effects);
void Do(AppState& state, const ActivatePane& activate, Effects& effects);
void Do(AppState& state, const ShowBeside& show, Effects& effects);
void Do(AppState& state, const ClosePane& close, Effects& effects);
void Do(AppState& state, const SetLinked& set, Effects& effects);

// Adds a tab that shows the whole document, behind the tabs of documents that were asked for earlier.
ViewId AddDocumentView(AppState& state, const DocumentState& document);
// AddDocumentView(), shown in the active pane.
void OpenView(AppState& state, const DocumentState& document);
// Closes panes whose view has been closed; the last pane shows another view.
void DropOrphanedPanes(AppState& state);
// Ends all jobs but `except` that work for a document. Tasks end by themselves.
void CancelJobsOf(AppState& state, DocumentId document, Effects& effects, JobId except = kNoJob);
// Sets the titles of all documents after one came or went.
void RefreshTitles(AppState& state);
// Points the views of other panes at the context under the pointer of `leader`.
void FollowPointer(AppState& state, const ViewState& leader);
// Clears `pointed` of the view, and of the views that follow it.
void ForgetPointed(AppState& state, ViewState& view);
// Gives the views of other panes the search of `leader`; with `only_where_none` only views without a search.
void FollowSearch(AppState& state, const ViewState& leader, bool only_where_none);
// Makes the views of other panes like `leader`: mode, depth, metric, colours, selection. If its view root
// changed (`moved`), the views go to its counterpart; a view whose tree lacks that stays.
void FollowLeader(AppState& state, const ViewState& leader, bool moved, Effects& effects);
void Do(AppState& state, const CloseDocument& close, Effects& effects);

}  // namespace ringscope::action
