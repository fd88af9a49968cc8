#include "tests/renderer/gl/gl_fixture.h"

#include "cct/base/check.h"

namespace ringscope::chart_test {

void GlTest::SetUp() {
  auto context = OffscreenContext::Create();
  ASSERT_TRUE(context) << DescribeError(context.error());
  context_.emplace(std::move(*context));
}

void GlTest::TearDown() {
  if (!context_) return;
  for (const std::string& error : TakeGlErrors()) ADD_FAILURE() << "pending: " << error;
}

ChartRenderer GlTest::MakeRenderer() {
  auto renderer = ChartRenderer::Create({});
  RINGSCOPE_CHECK(renderer.has_value());
  return std::move(*renderer);
}

Image GlTest::DrawBatch(const ArcBatch& batch, const ChartPaint& paint, Theme theme) {
  auto image = RenderChartImage(batch, paint, {}, theme, nullptr);
  RINGSCOPE_CHECK(image.has_value());
  return std::move(*image);
}

}  // namespace ringscope::chart_test
