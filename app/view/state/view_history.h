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
  KindValues places;  // what kinds keep of the place beside the view root
  friend bool operator==(const ViewPosition&, const ViewPosition&) = default;
};

// Where a view has been, like the history of a browser: entries [0, cursor] lead here, those behind the
// cursor are what Forward would bring back. Never empty. A new position drops the entries ahead; beyond
// kMaxEntries the oldest entries go.
class ViewHistory {
 public:
  static constexpr size_t kMaxEntries = 500;

  ViewHistory() : entries_(1) {}
  explicit ViewHistory(const ViewPosition& start) : entries_{start} {}

  [[nodiscard]] const ViewPosition& current() const { return entries_[cursor_]; }

  // A step of its own. Does nothing if `position` equals the current one.
  void Push(const ViewPosition& position);
  // Push(), but consecutive turns (of a wheel) are one entry.
  void PushTurn(const ViewPosition& position);

  // The step to where the profile is shown at first: not a step of the user's.
  void PushOpening(const ViewPosition& position);
  // Whether the user has gone anywhere.
  [[nodiscard]] bool touched() const { return cursor_ > opening_steps_; }

  [[nodiscard]] bool can_go_back() const { return cursor_ > 0; }
  [[nodiscard]] bool can_go_forward() const { return cursor_ + 1 < entries_.size(); }
  void GoBack();
  void GoForward();

  // Goes back to the nearest earlier entry with another view root. False (and nothing happens) if all earlier
  // entries have the same root.
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
