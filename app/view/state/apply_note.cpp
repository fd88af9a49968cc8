#include <algorithm>
#include <utility>

#include "app/view/state/state_actions.h"

namespace ringscope::action {
namespace {

// The active one, if it shows the document, else the first one that does.
const ViewState* ViewOfDocument(const AppState& state, DocumentId document) {
  const ViewState* active = ActiveView(state);
  if (active != nullptr && active->document == document) return active;
  const auto found = std::find_if(state.views.begin(), state.views.end(),
                                  [&](const ViewState& view) { return view.document == document; });
  return found == state.views.end() ? nullptr : &*found;
}

bool IsAnswered(const StatusNote& note, const ViewState& view) {
  if (view.selected != kNoContext && view.selected != note.selected) return true;
  if (view.pointed && view.pointed != note.pointed) return true;
  return !note.searches && !view.search.empty();
}

bool IsOver(const AppState& state, const StatusNote& note) {
  if (note.view == 0) return !state.views.empty();
  const ViewState* view = FindView(state, note.view);
  if (view == nullptr || (note.was_active && ActiveView(state) != view)) return true;
  const DocumentState* document = FindDocument(state, note.document);
  switch (note.end) {
    case NoteEnd::kRead:
      return document == nullptr || document->reading == kNoJob;
    case NoteEnd::kEditorSet:
      return !state.settings.editor_command.empty();
    case NoteEnd::kAnswered:
      if (IsAnswered(note, *view)) return true;
      break;
    case NoteEnd::kMovedOn:
      break;
  }
  return view->shown.tree != note.tree || view->history.current().root != note.root;
}

}  // namespace

void SetNote(AppState& state, std::string text, NoteEnd end) {
  const DocumentState* document = ActiveDocument(state);
  SetNote(state, std::move(text), document == nullptr ? 0 : document->id, end);
}

void SetNote(AppState& state, std::string text, DocumentId document, NoteEnd end) {
  StatusNote note{std::move(text), document, state.note.serial + 1, end};
  if (const ViewState* view = ViewOfDocument(state, document); view != nullptr) {
    note.view = view->id;
    note.was_active = ActiveView(state) == view;
    note.tree = view->shown.tree;
    note.root = view->history.current().root;
    note.pointed = view->pointed;
    note.selected = view->selected;
    note.searches = !view->search.empty();
  }
  state.note = std::move(note);
}

void DropOverNote(AppState& state) {
  if (!state.note.text.empty() && IsOver(state, state.note)) state.note = {.serial = state.note.serial};
}

}  // namespace ringscope::action
