#pragma once

#include <cstddef>
#include <vector>

#include "app/view/state/kind_values.h"
#include "renderer/layout/view.h"

namespace ringscope {

// What the user looks at: everything Back and Forward bring back.
struct ViewPosition {
  ViewRoot root;
  const ViewKind* kind = DefaultViewKind();
  KindValues places;  // what kinds keep beside the view root
  friend bool operator==(const ViewPosition&, const ViewPosition&) = default;
};

// Where a view has been, like the history of a browser: entries [0, cursor] lead here, those behind the
// cursor are what Forward would bring back. Never empty. A new position drops what lies ahead; the oldest
// entries go beyond kMaxEntries.
class ViewHistory {
 public:
  static constexpr size_t kMaxEntries = 500;

  ViewHistory() : entries_(1) {}
  explicit ViewHistory(const ViewPosition& start) : entries_{start} {}

  [[nodiscard]] const ViewPosition& current() const { return entries_[cursor_]; }

  // A step of its own. Nothing happens when it equals the current one.
  void Push(const ViewPosition& position);
  // As Push, but such steps that follow each other (turns of a wheel) are one entry.
  void PushTurn(const ViewPosition& position);

  // Where the profile is shown from to begin with: a step that is not the user's.
  void PushOpening(const ViewPosition& position);
  // Whether the user has gone anywhere.
  [[nodiscard]] bool touched() const { return cursor_ > opening_steps_; }

  [[nodiscard]] bool can_go_back() const { return cursor_ > 0; }
  [[nodiscard]] bool can_go_forward() const { return cursor_ + 1 < entries_.size(); }
  void GoBack();
  void GoForward();

  // Goes back to the nearest earlier entry with another view root. False (and nothing happens) when there is
  // none.
  bool GoBackToOtherRoot();

  [[nodiscard]] const std::vector<ViewPosition>& entries() const { return entries_; }
  [[nodiscard]] size_t cursor() const { return cursor_; }

 private:
  std::vector<ViewPosition> entries_;
  size_t cursor_ = 0;
  size_t opening_steps_ = 0;
  bool last_push_was_turn_ = false;
};

}  // namespace ringscope
