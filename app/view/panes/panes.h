#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// In the active pane.
struct ActivateView {
  ViewId view = 0;
};
// Another tab of the active view.
struct DuplicateView {};
// Closing the last view of a document closes the document.
struct CloseView {
  ViewId view = 0;
};
struct ActivatePane {
  size_t pane = 0;
};
// In the pane beside the active one; in a new pane if there is only one, or for `in_new_pane`.
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

// Adds a tab that shows the whole document. It goes behind the tabs of documents that were asked for earlier.
ViewId AddDocumentView(AppState& state, const DocumentState& document);
// Adds the same tab and shows it in the active pane.
void OpenView(AppState& state, const DocumentState& document);
// Panes whose view is gone show another view, or go too.
void DropOrphanedPanes(AppState& state);
// Ends all jobs but `except` that work for a document. Tasks end by themselves.
void CancelJobsOf(AppState& state, DocumentId document, Effects& effects, JobId except = kNoJob);
// Names documents anew after one came or went.
void RefreshTitles(AppState& state);
// Points the views of other panes at the context under the pointer of `leader`.
void FollowPointer(AppState& state, const ViewState& leader);
// Clears what the view, and the views that follow it, point at.
void ForgetPointed(AppState& state, ViewState& view);
// Searches the views of other panes for what is searched for in `leader`; with `only_where_none` only the
// views without a search.
void FollowSearch(AppState& state, const ViewState& leader, bool only_where_none);
// Makes the views of other panes like `leader`: mode, depth, metric, colours, selection. If its view root
// changed (`moved`) the views go there too; a view whose tree lacks the place stays where it is.
void FollowLeader(AppState& state, const ViewState& leader, bool moved, Effects& effects);
void Do(AppState& state, const CloseDocument& close, Effects& effects);

}  // namespace ringscope::action
