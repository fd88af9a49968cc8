#include "app/views/polymetric/polymetric_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/polymetric/arrangements.h"
#include "tests/app/views/polymetric/polymetric_test_state.h"

namespace ringscope::polymetric::polymetric_layout_test {
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

// Of many calls beside the tree the cheap ones are gathered, and none is lost.
TEST(PolymetricLayout, CheapCallsAreGatheredAndCounted) {
  std::string lines = "main 1\n";
  for (int caller = 0; caller < 20; ++caller) {
    for (int callee = 0; callee < 20; ++callee) {
      lines += "main;c" + std::to_string(caller) + ";w" + std::to_string(callee) + " " +
               std::to_string(caller == callee  ? 10'000
                              : callee % 5 == 0 ? 3'000
                                                : 3) +
               "\n";
    }
  }
  const LoadedTree loaded = TreeFromFolded(lines);
  const std::string text = "items function | arrange calls | height incl | from main";
  const PolymetricFound found = Found(loaded, text);
  ASSERT_EQ(found.layout.edges.size(), found.around.calls.size());
  size_t gathered = 0;
  bool quiet_first = true;
  for (size_t k = 0; k < found.layout.edges.size(); ++k) {
    const PlacedEdge& edge = found.layout.edges[k];
    gathered += edge.is_gathered ? 1 : 0;
    if (edge.is_gathered) {
      EXPECT_EQ(edge.role, EdgeRole::kOther);
      EXPECT_LT(edge.share, 0.005);
    } else if (edge.role == EdgeRole::kOther) {
      EXPECT_GE(edge.share, 0.005);
    }
    if (k > 0 && edge.role == EdgeRole::kOther)
      quiet_first &= found.layout.edges[k - 1].role == EdgeRole::kOther;
  }
  EXPECT_EQ(gathered, 20u * 16 - 16)
      << "all but the dearest calls of each, and of the four that are called often";
  EXPECT_TRUE(quiet_first) << "the tree lies over them";
  const Diagram diagram = PaintDiagram(found, WantedOf(loaded, text), Theme::kDark);
  EXPECT_EQ(diagram.edges.size(), found.layout.edges.size());
  std::string legend;
  for (const LegendLine& line : LegendOf(found, WantedOf(loaded, text), Theme::kDark))
    legend += line.text + "\n";
  EXPECT_NE(legend.find("304 calls of less than 0.5 % of the dearest"), std::string::npos) << legend;
  // What is pointed at says how many it has.
  for (uint32_t box = 0; box < found.layout.boxes.size(); ++box) {
    const BoxReadout readout = ReadoutOf(found, WantedOf(loaded, text), box);
    if (readout.title != "w1") continue;
    EXPECT_EQ(readout.rows.back(), (std::pair<std::string, std::string>("quiet", "19 cheap calls, lit now")));
  }
  // Few calls are all drawn.
  const PolymetricFound few = Found(TreeFromFolded(kProgram), "items function | arrange calls | from main");
  for (const PlacedEdge& edge : few.layout.edges) EXPECT_FALSE(edge.is_gathered);
}

TEST(PolymetricLayout, AWideTreeOfContextsIsNoLine) {
  std::string lines;
  for (int k = 0; k < 600; ++k)
    lines +=
        "main;f" + std::to_string(k % 60) + ";g" + std::to_string(k) + " " + std::to_string(k + 1) + "\n";
  const PolymetricFound found = Found(TreeFromFolded(lines), "items context | width self | height incl");
  const auto& boxes = found.layout.boxes;
  ASSERT_EQ(boxes.size(), 662u);
  PlaneBox all;
  for (const PlacedBox& box : boxes)
    all.Add({box.place.x, box.place.y, box.place.x + box.size.width, box.place.y + box.size.height});
  EXPECT_LT(all.right - all.left, 4 * (all.bottom - all.top));
  for (size_t a = 0; a < boxes.size(); ++a) {
    for (size_t b = a + 1; b < boxes.size(); ++b) ASSERT_FALSE(Overlap(boxes[a], boxes[b])) << a << ' ' << b;
  }
  for (const PlacedEdge& edge : found.layout.edges)
    EXPECT_LT(boxes[edge.from].place.y, boxes[edge.to].place.y);
}

TEST(PolymetricLayout, FunctionsOfOneNameAreToldApart) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  uint64_t cost = 10;
  for (const std::string_view file : {"shop/basket.py", "shop/item.py", "shop/load.py"}) {
    const std::string_view name = file == "shop/load.py" ? "load" : "price";
    Frame frame;
    frame.name = name;
    frame.file = file;
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, cost += 10);
  }
  LoadedTree loaded = WithFunctions(std::move(builder).Finish({}).value());
  const PolymetricFound found = Found(loaded, "items function | arrange plot | x self | y incl");
  std::vector<std::string> labels;
  for (const PlacedBox& box : found.layout.boxes) {
    if (box.role == BoxRole::kItem) labels.push_back(box.label);
  }
  std::sort(labels.begin(), labels.end());
  EXPECT_EQ(labels, (std::vector<std::string>{"basket.py.price", "item.py.price", "load"}));
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
  EXPECT_EQ(ShortMethodName("std::basic_string<char, std::allocator<char> >::operator+=(char)", true),
            "basic_string.operator+=(char)");
  EXPECT_EQ(ShortMethodName("main", true), "main");
}

TEST(PolymetricLayout, OverloadsOfOneFileHaveNothingBeforeThem) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  for (const uint32_t line : {10u, 90u}) {
    Frame frame;
    frame.name = "java.lang.Math.max";
    frame.file = "Math.java";
    frame.line = line;
    frame.module = line == 10 ? "a.jar" : "b.jar";
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, line);
  }
  LoadedTree loaded = WithFunctions(std::move(builder).Finish({}).value());
  const PolymetricFound found = Found(loaded, "items function | arrange plot | x self | y incl");
  size_t seen = 0;
  for (const PlacedBox& box : found.layout.boxes) {
    if (box.role != BoxRole::kItem) continue;
    EXPECT_EQ(box.label, "Math.max") << "the same file before both tells nothing";
    ++seen;
  }
  EXPECT_EQ(seen, 2u);
}

TEST(PolymetricLayout, BoxesOfAPlotLieInItsFrameAndSmallPicturesHaveItsNumbers) {
  const LoadedTree loaded = TreeFromFolded("f 10\nf;g 20\nf;h 5\n");
  const std::string text = "items function | arrange plot | x self | y incl | width self | height incl";
  const PolymetricFound found = Found(loaded, text);
  const auto& boxes = found.layout.boxes;
  ASSERT_EQ(boxes[0].role, BoxRole::kFrame);
  size_t numbers = 0;
  for (const PlacedBox& box : boxes) {
    EXPECT_TRUE(box.role != BoxRole::kItem || Holds(boxes[0], box)) << box.label;
    if (box.role != BoxRole::kTick) continue;
    ++numbers;
    // Drawn at half the size too.
    EXPECT_GE(box.label_size.height * 0.5, 1.2 * 9);
  }
  EXPECT_GT(numbers, 6u);
  for (const DiagramBox& box : PaintDiagram(found, WantedOf(loaded, text), Theme::kDark).boxes) {
    EXPECT_TRUE(box.size.width + box.size.height > 0 || box.fill.a == 0) << "a title has no box";
  }
}

TEST(PolymetricLayout, ClassesOfOneNameHaveTheirFullOnes) {
  const PolymetricFound found =
      Found(TreeFromFolded("main;p.q.List.add 4\nmain;r.List.get 2\nmain;r.Map.get 2\n"), "items class");
  std::vector<std::string> labels;
  for (const PlacedBox& box : found.layout.boxes) {
    if (box.role == BoxRole::kClass) labels.push_back(box.label);
    // A method knows the box of its class.
    if (box.role == BoxRole::kItem) {
      ASSERT_LT(box.within, found.layout.boxes.size());
      EXPECT_TRUE(Holds(found.layout.boxes[box.within], box));
    }
  }
  std::sort(labels.begin(), labels.end());
  EXPECT_EQ(labels, (std::vector<std::string>{"(no class)", "Map", "p.q.List", "r.List"}));
}

// Whatever blocks there are, the whole can be drawn at least as large as in rows of the width that the sum
// of all wants.
TEST(PolymetricLayout, ShelvesLeaveLittleRoom) {
  const std::vector<BoxSize> blocks{{104, 85}, {155, 82}, {192, 82}, {192, 38}, {350, 30}};
  const Shelves shelves = Shelve(blocks, 30, 1.6);
  ASSERT_EQ(shelves.place.size(), blocks.size());
  EXPECT_GT(shelves.size.width, shelves.size.height);
  for (size_t a = 0; a < blocks.size(); ++a) {
    const PlanePoint at = shelves.place[a];
    EXPECT_LE(at.x + blocks[a].width, shelves.size.width);
    EXPECT_LE(at.y + blocks[a].height, shelves.size.height);
    for (size_t b = 0; b < a; ++b) {
      const PlanePoint other = shelves.place[b];
      EXPECT_TRUE(at.x >= other.x + blocks[b].width || other.x >= at.x + blocks[a].width ||
                  at.y >= other.y + blocks[b].height || other.y >= at.y + blocks[a].height);
    }
  }
}

// As the panel compares them: the preset that is shown is marked.
TEST(PolymetricLayout, PresetsAreWrittenAsTextsAre) {
  for (const auto& preset : kPolymetricPresets) {
    const Result<PolymetricSpec> spec = ParsePolymetric(preset.text);
    ASSERT_TRUE(spec) << preset.text;
    EXPECT_EQ(FormatPolymetric(*spec), preset.text);
  }
}

}  // namespace
}  // namespace ringscope::polymetric::polymetric_layout_test
