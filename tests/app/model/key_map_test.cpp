#include "app/model/key_map.h"

#include <gtest/gtest.h>

#include "app/model/folder_listing.h"

namespace ringscope {
namespace {

template <typename T>
bool Is(const std::optional<Action>& action) {
  return action && std::holds_alternative<T>(*action);
}

KeyPress Typed(char32_t character) { return {Key::kNone, character, false, false, false}; }

TEST(KeyMapTest, KeysDoWhatTheListSays) {
  const AppState state;
  EXPECT_TRUE(Is<action::GoBack>(ActionForKey(state, {Key::kLeft, 0, false, false, true}, false)));
  EXPECT_TRUE(Is<action::GoForward>(ActionForKey(state, {Key::kRight, 0, false, false, true}, false)));
  EXPECT_TRUE(Is<action::GoBack>(ActionForKey(state, {Key::kMouseBack, 0, false, false, false}, false)));
  EXPECT_TRUE(Is<action::GoToCaller>(ActionForKey(state, {Key::kUp, 0, false, false, true}, false)));
  EXPECT_TRUE(Is<action::GoToWholeTree>(ActionForKey(state, Typed(U'0'), false)));
  EXPECT_TRUE(Is<action::GoToWholeTree>(ActionForKey(state, {Key::kHome, 0, false, false, false}, false)));
  EXPECT_TRUE(Is<action::FocusSearch>(ActionForKey(state, Typed(U'/'), false)));
  EXPECT_TRUE(Is<action::FocusSearch>(ActionForKey(state, {Key::kF, 0, true, false, false}, false)));
  EXPECT_TRUE(Is<action::ShowOpenDialog>(ActionForKey(state, {Key::kO, 0, true, false, false}, false)));
  EXPECT_TRUE(Is<action::Clear>(ActionForKey(state, {Key::kEscape, 0, false, false, false}, false)));
  const auto mode = ActionForKey(state, Typed(U'3'), false);
  ASSERT_TRUE(Is<action::SetMode>(mode));
  EXPECT_EQ(std::get<action::SetMode>(*mode).mode, RingMode::kArea);
  const auto previous = ActionForKey(state, {Key::kF3, 0, false, true, false}, false);
  ASSERT_TRUE(Is<action::StepMatch>(previous));
  EXPECT_EQ(std::get<action::StepMatch>(*previous).steps, -1);
  EXPECT_FALSE(ActionForKey(state, {Key::kLeft, 0, false, false, false}, false));
  EXPECT_FALSE(ActionForKey(state, Typed(U'z'), false));
}

TEST(KeyMapTest, TypedTextStaysWithTheTextField) {
  const AppState state;
  EXPECT_FALSE(ActionForKey(state, Typed(U'1'), true));
  EXPECT_FALSE(ActionForKey(state, Typed(U'/'), true));
  EXPECT_FALSE(ActionForKey(state, {Key::kHome, 0, false, false, false}, true));
  EXPECT_TRUE(Is<action::Clear>(ActionForKey(state, {Key::kEscape, 0, false, false, false}, true)));
  EXPECT_TRUE(Is<action::StepMatch>(ActionForKey(state, {Key::kF3, 0, false, false, false}, true)));
  EXPECT_TRUE(Is<action::GoBack>(ActionForKey(state, {Key::kLeft, 0, false, false, true}, true)));
}

TEST(KeyMapTest, EveryKeyIsListedOnce) {
  for (const KeyBinding& binding : KeyBindings()) {
    EXPECT_EQ(binding.presses.empty(), binding.action == nullptr) << binding.keys;
    for (const KeyPress& press : binding.presses) {
      int bound = 0;
      for (const KeyBinding& other : KeyBindings()) {
        for (const KeyPress& one : other.presses) {
          bound += one.key == press.key && one.character == press.character && one.ctrl == press.ctrl &&
                   one.alt == press.alt && one.shift == press.shift;
        }
      }
      EXPECT_EQ(bound, 1) << binding.keys;
    }
  }
}

TEST(FolderListingTest, AFolderThatCannotBeReadSaysWhy) {
  const FolderListing listing = ListFolder("/does/not/exist", false);
  EXPECT_FALSE(listing.error.empty());
  EXPECT_TRUE(listing.entries.empty());
}

TEST(FolderListingTest, FoldersComeFirst) {
  const FolderListing listing = ListFolder(RINGSCOPE_SOURCE_DIR, false);
  ASSERT_FALSE(listing.entries.empty());
  EXPECT_TRUE(listing.entries.front().is_folder);
  EXPECT_FALSE(listing.entries.back().is_folder);
  for (const FolderEntry& entry : listing.entries) EXPECT_NE(entry.name.front(), '.');
}

}  // namespace
}  // namespace ringscope
