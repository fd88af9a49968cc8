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
// The document goes with its last view.
struct CloseView {
  ViewId view = 0;
};
struct ActivatePane {
  size_t pane = 0;
};
// In the pane beside the active one; in a new one where there is none, or `in_new_pane`.
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
void Do(AppState& state, const DuplicateView& duplicate, Effects& effects);
void Do(AppState& state, const CloseView& close, Effects& effects);
void Do(AppState& state, const ActivatePane& activate, Effects& effects);
void Do(AppState& state, const ShowBeside& show, Effects& effects);
void Do(AppState& state, const ClosePane& close, Effects& effects);
void Do(AppState& state, const SetLinked& set, Effects& effects);

// Adds a tab that shows the whole document. It goes behind the tabs of documents that were asked for earlier.
ViewId AddDocumentView(AppState& state, const DocumentState& document);
// The same, shown in the active pane.
void OpenView(AppState& state, const DocumentState& document);
// Panes whose view is gone show another one, or go too.
void DropOrphanedPanes(AppState& state);
// Ends the jobs that work for a document, but for one. Tasks end by themselves.
void CancelJobsOf(AppState& state, DocumentId document, Effects& effects, JobId except = kNoJob);
// Names documents anew after one came or went.
void RefreshTitles(AppState& state);
// The same for the context under the pointer.
void FollowPointer(AppState& state, const ViewState& leader);
// Nothing is pointed at in the view any more, nor in those that follow it.
void ForgetPointed(AppState& state, ViewState& view);
// Searches the views of other panes for what is searched for in `leader`; with `only_where_none` those alone
// that search for nothing.
void FollowSearch(AppState& state, const ViewState& leader, bool only_where_none);
// Makes the views of other panes like `leader`: mode, depth, metric, colours, selection. Where its view root
// changed (`moved`) they go there too, as far as their trees have that place, and stay where they have not.
void FollowLeader(AppState& state, const ViewState& leader, bool moved, Effects& effects);
void Do(AppState& state, const CloseDocument& close, Effects& effects);

}  // namespace ringscope::action
