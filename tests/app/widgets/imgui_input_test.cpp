#include "app/widgets/imgui_input.h"

#include <gtest/gtest.h>

#include <vector>

namespace ringscope::imgui_input_test {
namespace {

using input::KeyChange;
using input::KeyCode;
using input::Modifiers;
using input::MouseButton;
using input::MouseMove;
using input::Wheel;

constexpr Modifiers kNone{}, kShift{false, true, false};
constexpr KeyChange kEnterDown{KeyCode::kEnter, true, false}, kEnterUp{KeyCode::kEnter, false, false};
constexpr KeyChange kTabDown{KeyCode::kTab, true, false};

// How many events each frame takes until there are none left.
std::vector<size_t> Frames(const std::vector<InputEvent>& events) {
  std::vector<size_t> frames;
  std::span<const InputEvent> left = events;
  while (!left.empty()) {
    frames.push_back(EventsForOneFrame(left));
    if (frames.back() == 0) break;
    left = left.subspan(frames.back());
  }
  return frames;
}

TEST(EventsForOneFrameTest, WhatMeansTheSameTogetherIsTakenTogether) {
  EXPECT_EQ(Frames({}), std::vector<size_t>{});
  EXPECT_EQ(Frames({MouseMove{1, 1}, MouseMove{2, 2}, Wheel{0, 1}, Wheel{0, 1}}), std::vector<size_t>{4});
  EXPECT_EQ(Frames({kShift, kShift, kEnterDown, kShift, kTabDown}), std::vector<size_t>{5});
  EXPECT_EQ(Frames({kNone, kShift, kNone}), std::vector<size_t>{3});
}

TEST(EventsForOneFrameTest, AKeyOrButtonChangesOnceAFrame) {
  EXPECT_EQ(Frames({kEnterDown, kEnterUp}), (std::vector<size_t>{1, 1}));
  EXPECT_EQ(Frames({kEnterDown, kTabDown, kEnterUp}), (std::vector<size_t>{2, 1}));
  EXPECT_EQ(Frames({MouseButton{0, true}, MouseButton{0, false}}), (std::vector<size_t>{1, 1}));
  EXPECT_EQ(Frames({MouseButton{0, true}, MouseMove{1, 1}}), (std::vector<size_t>{1, 1}));
}

TEST(EventsForOneFrameTest, ModifiersStayAsTheyWereForWhatTheyBelongTo) {
  EXPECT_EQ(Frames({kShift, kEnterDown, kNone, kEnterUp}), (std::vector<size_t>{2, 2}));
  EXPECT_EQ(Frames({kEnterDown, kShift}), (std::vector<size_t>{1, 1}));
  EXPECT_EQ(Frames({kShift, MouseButton{0, true}, kNone}), (std::vector<size_t>{2, 1}));
  EXPECT_EQ(Frames({kShift, Wheel{0, 1}, kNone, Wheel{0, 1}}), (std::vector<size_t>{2, 2}));
  // A key that is let go needs none.
  EXPECT_EQ(Frames({kShift, kEnterUp, kNone}), std::vector<size_t>{3});
}

}  // namespace
}  // namespace ringscope::imgui_input_test
