#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare.h"
#include "app/files/documents.h"
#include "app/view/document.h"
#include "tests/app/app_test_state.h"

namespace ringscope {

// Two open profiles, which may be compared.
class CompareTest : public ::testing::Test {
 protected:
  CompareTest() {
    state = StateWith(TreeFromFolded("main;f 300\nmain;g 100\nmain;i 5\n"), "/p/old.folded");
    Open("/p/new.folded", "main;f 200\nmain;h 50\nmain;i 5\n");
  }
  void Open(const std::string& path, std::string_view text) { OpenMore(state, path, TreeFromFolded(text)); }
  // What the job would do.
  void Run(const std::vector<Effect>& effects) {
    const auto* task = FindEffect<effect::StartTask>(effects);
    ASSERT_NE(task, nullptr);
    for (const Action& one : Deliver(*task)) RunEffects(state, Do(state, one));
  }
  ViewState& view() { return *ActiveView(state); }
  ContextId At(std::string_view path) { return FindContextByPath(view().tree(), path).value(); }
  void CompareBoth() {
    const auto rows = BuildCompareRows(state);
    ASSERT_EQ(rows.size(), 2u);
    Run(Do(state, action::CompareDocuments{{rows[0].document}, {rows[1].document}}));
  }

  AppState state;
};

}  // namespace ringscope
