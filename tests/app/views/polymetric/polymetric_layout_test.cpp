#include "app/views/polymetric/polymetric_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/app/views/polymetric/polymetric_test_state.h"

namespace ringscope::polymetric {
namespace {

bool Overlap(const PlacedBox& a, const PlacedBox& b) {
  return a.place.x < b.place.x + b.size.width && b.place.x < a.place.x + a.size.width &&
         a.place.y < b.place.y + b.size.height && b.place.y < a.place.y + a.size.height;
}
bool Holds(const PlacedBox& a, const PlacedBox& b) {
  return a.place.x <= b.place.x && a.place.y <= b.place.y &&
         b.place.x + b.size.width <= a.place.x + a.size.width &&
         b.place.y + b.size.height <= a.place.y + a.size.height;
}

std::string NameOf(const PolymetricFound& found, const PlacedBox& box) {
  if (box.role == BoxRole::kItem) return found.items.name[box.item];
  return found.structure.classes[box.item].name;
}

TEST(PolymetricLayout, BoxesLieInsideEachOtherOrApart) {
  std::string lines(kProgram);
  for (int k = 0; k < 200; ++k)
    lines += "main;r" + std::to_string(k % 7) + ".C" + std::to_string(k % 23) + ".m" + std::to_string(k) +
             " " + std::to_string(k * k % 91) + "\n";
  const LoadedTree loaded = TreeFromFolded(lines);
  for (const std::string text :
       {"items class | width log calls | height incl", "items function | height self",
        "items function | arrange calls | height incl"}) {
    const PolymetricFound found = Found(loaded, text);
    const auto& boxes = found.layout.boxes;
    ASSERT_GT(boxes.size(), 200u);
    for (size_t a = 0; a < boxes.size(); ++a) {
      for (size_t b = a + 1; b < boxes.size(); ++b)
        ASSERT_TRUE(!Overlap(boxes[a], boxes[b]) || Holds(boxes[a], boxes[b])) << text << a << ' ' << b;
    }
  }
}

TEST(PolymetricLayout, AMethodLiesInItsClassAndThatInItsPackage) {
  const PolymetricFound found = Found(TreeFromFolded(kProgram), "items class | height incl");
  std::string holders;
  for (const PlacedBox& box : found.layout.boxes) {
    if (box.role != BoxRole::kItem || NameOf(found, box) != "p.Array.grow") continue;
    for (const PlacedBox& other : found.layout.boxes) {
      if (&other != &box && Holds(other, box)) holders += NameOf(found, other) + " ";
    }
  }
  EXPECT_EQ(holders, "p p.Array ");
}

TEST(PolymetricLayout, CallersStandAboveCallees) {
  const PolymetricFound found =
      Found(TreeFromFolded(kProgram), "items function | arrange calls | height incl | from main");
  ASSERT_FALSE(found.layout.edges.empty());
  bool has_loop = false;
  for (const PlacedEdge& edge : found.layout.edges) {
    if (edge.from == edge.to) {
      has_loop = true;
      continue;
    }
    if (edge.role == EdgeRole::kBack) continue;
    EXPECT_LT(found.layout.boxes[edge.from].place.y, found.layout.boxes[edge.to].place.y);
  }
  EXPECT_TRUE(has_loop) << "q.Log.write calls itself";
}

TEST(PolymetricLayout, APlotPlacesByItsAxes) {
  const PolymetricFound found = Found(TreeFromFolded("f 10\nf;g 20\nf;h 5\n"), "x self | y incl");
  const auto box_of = [&](std::string_view name) {
    for (const PlacedBox& box : found.layout.boxes) {
      if (box.role == BoxRole::kItem && found.items.name[box.item] == name) return box;
    }
    return PlacedBox{};
  };
  EXPECT_LT(box_of("h").place.x, box_of("f").place.x);
  EXPECT_LT(box_of("f").place.x, box_of("g").place.x);
  EXPECT_LT(box_of("f").place.y, box_of("g").place.y) << "upwards";
}

TEST(PolymetricLayout, KeepsFiniteWhateverComes) {
  for (const std::string_view lines : {"f 0\n", "f 9223372036854775806\nf;g 1\n"}) {
    for (const PolymetricPreset& preset : kPolymetricPresets) {
      const PolymetricFound found = Found(TreeFromFolded(lines), std::string(preset.text));
      for (const PlacedBox& box : found.layout.boxes)
        EXPECT_TRUE(std::isfinite(box.place.x + box.place.y + box.size.width + box.size.height))
            << preset.name;
    }
  }
}

TEST(PolymetricLayout, ShortensNames) {
  EXPECT_EQ(ShortMethodName("json.encoder:JSONEncoder.encode", true), "JSONEncoder.encode");
  EXPECT_EQ(ShortMethodName("json.encoder:JSONEncoder.encode", false), "encode");
  EXPECT_EQ(ShortMethodName("std::vector<int>::push_back(int const&)", false), "push_back(int const&)");
  EXPECT_EQ(ShortMethodName("main", true), "main");
}

}  // namespace
}  // namespace ringscope::polymetric
