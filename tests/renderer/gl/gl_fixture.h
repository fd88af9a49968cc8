#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "renderer/gl/offscreen.h"

namespace ringscope::chart_test {

// A context without a window for each test; every test fails that leaves a GL error pending. Without EGL the
// tests fail: they are left out by label, not in silence.
class GlTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // A renderer without a font.
  [[nodiscard]] ChartRenderer MakeRenderer();
  [[nodiscard]] Image DrawBatch(const ArcBatch& batch, const ChartPaint& paint, Theme theme = Theme::kDark);

  std::optional<OffscreenContext> context_;
};

}  // namespace ringscope::chart_test
