#include <algorithm>

#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/view/navigation.h"
#include "app/views/inputs/inputs.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/builder.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::inputs::inputs_window_test {
namespace {

using InputsWindowTest = WindowTest;

// `sort` costs 3 n^2 and is called more often with small inputs, `read` 90 n.
CctPtr Sorting() {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .module = "app"}));
  std::vector<BuildNode> nodes;
  std::vector<std::vector<uint64_t>> values(5);
  const auto add = [&](std::string_view name, uint64_t n, uint64_t calls, uint64_t most) {
    const BuildNode node = builder.Child(main, builder.InternFrame({.name = name, .module = "app"}));
    builder.AddSelf(node, 0, calls * most);
    nodes.push_back(node);
    const uint64_t point[] = {n, calls, calls * most, most / 2, most};
    for (size_t field = 0; field < values.size(); ++field) values[field].push_back(point[field]);
  };
  for (uint64_t n = 10; n <= 600; n += 10) {
    add("sort", n, 1 + 4000 / n, 3 * n * n * (100 + n * 7 % 13) / 100);
    add("read", n, 2, 90 * n);
  }
  builder.SetPoints({{"input", "rms", false},
                     {"calls", "count", false},
                     {"inclusive", "ns", false},
                     {"inclusive_min", "ns", false},
                     {"inclusive_max", "ns", false}},
                    nodes, values);
  return std::move(builder).Finish({}).value();
}

TEST_F(InputsWindowTest, PlotsArePannedChosenFromAndSaved) {
  OpenTree(Sorting(), "sorts.cct");
  Post(action::SetKind{&Kind()});
  ASSERT_EQ(&view().kind(), &Kind());
  const auto look = [&] { return view().slots.Get<InputsLook>(); };
  const Image whole = Shot();
  Keep("inputs_dark");

  const PanelRect plot = viewer->marks().find("inputs/plot/0")->second;
  MoveTo(plot.x + plot.width / 2, plot.y + plot.height / 2);
  Frame({input::Wheel{0, 2}});
  Settle();
  ASSERT_TRUE(look().x);
  const double left = look().x->first;
  EXPECT_NE(Shot(), whole) << "the wheel zooms";
  Frame({input::MouseButton{0, true}});
  MoveTo(plot.x + plot.width / 2 + 60, plot.y + plot.height / 2);
  Frame({input::MouseButton{0, false}});
  Settle();
  EXPECT_LT(look().x->first, left) << "what was to the left is dragged in";
  Post(SeeAll{});
  EXPECT_FALSE(look().x);

  // A box with Shift chooses the sizes in it.
  MoveTo(plot.x + 4, plot.y + 4);
  Frame({input::Modifiers{false, true, false}});
  Frame({input::MouseButton{0, true}});
  MoveTo(plot.x + plot.width / 2, plot.y + plot.height - 4);
  Frame({input::MouseButton{0, false}});
  Frame({input::Modifiers{}});
  Settle();
  EXPECT_GT(look().sizes.size(), 10u);
  EXPECT_LT(look().sizes.back(), 400u);

  InputsPlace place = inputs::PlaceOf(view());
  place.is_grid = place.log_x = true;
  place.bound = "n*n";
  viewer->Post(DrawInputs{place});
  Post(action::SetTheme{Theme::kLight});
  Keep("inputs_light");
  EXPECT_NE(viewer->marks().find("inputs/plot/3"), viewer->marks().end());
  for (const char* const name : {"plots.svg", "plots.png", "one.ringview"})
    Post(action::SaveAs{folder / name});
  EXPECT_GT(fs::file_size(folder / "plots.svg"), 2000u);
  EXPECT_GT(fs::file_size(folder / "plots.png"), 2000u);
  EXPECT_GT(fs::file_size(folder / "one.ringview"), 100u);

  // The saved view brings all of it back.
  place.is_grid = false;
  place.bound.clear();
  Post(DrawInputs{place});
  Open(folder / "one.ringview");
  EXPECT_EQ(&view().kind(), &Kind());
  EXPECT_TRUE(inputs::PlaceOf(view()).is_grid);
  EXPECT_EQ(inputs::PlaceOf(view()).bound, "n*n");
}

}  // namespace
}  // namespace ringscope::inputs::inputs_window_test
