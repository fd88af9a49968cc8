#include "cct/blueprint/class_structure.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cct/tree/building/frame_interner.h"
#include "tests/cct/test_trees.h"

namespace ringscope::class_structure_test {
namespace {

constexpr ContextRange kWholeTree{kRootContext, kRootContext + 1};

struct Made {
  CctPtr tree;
  ItemTable items;
};
Made Items(CctPtr tree) {
  ItemTable items =
      BuildItemTable(*tree, FunctionIndex(tree->frames()), ItemKind::kFunction, kWholeTree, 0).value();
  return {std::move(tree), std::move(items)};
}

ClassStructure StructureOf(const Made& made, const std::vector<std::string>& packages = {},
                           bool with_libraries = false) {
  const MeasuredItems height = MeasureItems(*made.tree, made.items, {}, 0);
  return BuildClassStructure(*made.tree, made.items, height.values, {packages, with_libraries}, 0);
}

// "Base(a b)\n Derived(c)\n"
std::string TextOf(const Made& made, const ClassStructure& structure) {
  std::string text;
  std::vector<size_t> depth;
  for (const StructureClass& its : structure.classes) {
    depth.push_back(its.parent == kNoItem ? 0 : depth[its.parent] + 1);
    text += std::string(depth.back(), ' ') + its.name + (its.is_package ? "/" : "") + "(";
    for (uint32_t k = its.begin; k < its.end; ++k)
      text += (k == its.begin ? "" : " ") + made.items.name[structure.methods[k]];
    text += ")\n";
  }
  return text;
}

TEST(ClassStructure, PutsClassesOfNamesBelowPackages) {
  const Made made =
      Items(test::TreeFromFolded("main;java.util.HashMap.put 5\nmain;java.util.HashMap.get 2\n"
                                 "main;java.util.ArrayList.add 4\n"));
  const ClassStructure structure = StructureOf(made, {}, true);
  EXPECT_FALSE(structure.has_class_table);
  EXPECT_EQ(TextOf(made, structure),
            "(no class)(main)\n"
            "java.util/()\n"
            " java.util.HashMap(java.util.HashMap.get java.util.HashMap.put)\n"
            " java.util.ArrayList(java.util.ArrayList.add)\n");
}

TEST(ClassStructure, ShowsChosenPackagesAndCountsTheOthers) {
  const Made made = Items(test::TreeFromFolded("main;a.b.C.f 5\nmain;a.bc.D.g 2\n"));
  const ClassStructure structure = StructureOf(made, {"a.b"});
  EXPECT_EQ(TextOf(made, structure), "a.b/()\n a.b.C(a.b.C.f)\n");
  ASSERT_EQ(structure.left_out.size(), 1u);
  EXPECT_EQ(structure.left_out[0].library, Library::kNone);
  EXPECT_EQ(structure.left_out[0].methods, 2u);
  EXPECT_EQ(structure.left_out[0].classes, 2u);
  EXPECT_EQ(structure.left_out[0].self, 2u);
}

TEST(ClassStructure, ShowsTheDearestAndCountsTheCheaper) {
  const Made made = Items(test::TreeFromFolded("a.A.f;a.B.f 5\na.A.f;a.D.g 2\na.A.f;a.D.f 9\na.A.f 1\n"));
  const ClassStructure structure = BuildClassStructure(*made.tree, made.items, {}, {.dearest = 2}, 0);
  EXPECT_EQ(TextOf(made, structure), "a/()\n a.D(a.D.f)\n a.B(a.B.f)\n");
  ASSERT_EQ(structure.left_out.size(), 1u);
  EXPECT_TRUE(structure.left_out[0].is_cheaper);
  EXPECT_EQ(structure.left_out[0].classes, 2u);
  EXPECT_EQ(structure.left_out[0].self, 3u);
  EXPECT_EQ(structure.left_out[0].methods, 2u);
  EXPECT_TRUE(BuildClassStructure(*made.tree, made.items, {}, {.dearest = 3}, 0).left_out.empty())
      << "one method alone is shown in place of a box that counts it";
}

TEST(ClassStructure, CountsClassesOfLibrariesUnlessTheyAreChosen) {
  const Made made = Items(
      test::TreeFromFolded("p.Main.run;java.util.HashMap.put 5\np.Main.run;java.util.HashMap.get 2\n"
                           "p.Main.run;sun.misc.Unsafe.park 1\np.Main.run;std::sort 20\np.Main.run 4\n"));
  const ClassStructure own = StructureOf(made);
  EXPECT_EQ(TextOf(made, own), "p/()\n p.Main(p.Main.run)\n");
  ASSERT_EQ(own.left_out.size(), 2u) << "the dearest first";
  EXPECT_EQ(own.left_out[0].library, Library::kNative);
  EXPECT_EQ(own.left_out[1].library, Library::kJava);
  EXPECT_EQ(own.left_out[1].classes, 2u);
  EXPECT_EQ(own.left_out[1].methods, 3u);
  EXPECT_EQ(own.left_out[1].self, 8u);
  EXPECT_EQ(own.total, 32u);
  uint64_t self = 0;
  for (uint32_t item = 0; item < made.items.size(); ++item) {
    const uint32_t at = own.left_out_of_item[item];
    EXPECT_EQ(at == kNoItem, made.items.name[item] == "p.Main.run");
    if (at == 1) self += made.items.self[0][item];
  }
  EXPECT_EQ(self, 8u);
  EXPECT_EQ(StructureOf(made, {"java.util"}).methods.size(), 2u) << "chosen packages are shown";
  EXPECT_EQ(StructureOf(made, {}, true).methods.size(), 5u);
  EXPECT_TRUE(StructureOf(made, {}, true).left_out.empty());
}

TEST(ClassStructure, NamespacesOfCppAreRustsOnlyBesideRust) {
  const std::string functions = "app::run;core::time::now 5\napp::run;core::cell::get(int) 2\n";
  const Made cpp = Items(test::TreeFromFolded(functions));
  EXPECT_TRUE(StructureOf(cpp).left_out.empty());
  const Made rust = Items(test::TreeFromFolded(functions + "app::run;<app::A as core::fmt::Debug>::fmt 1\n"));
  const ClassStructure structure = StructureOf(rust);
  ASSERT_EQ(structure.left_out.size(), 1u);
  EXPECT_EQ(structure.left_out[0].library, Library::kRust);
  EXPECT_EQ(structure.left_out[0].self, 5u);
}

TEST(ClassStructure, AProgramOfALibraryAloneIsShown) {
  const Made made = Items(test::TreeFromFolded("com.sun.tools.javac.Main.run;java.util.HashMap.put 5\n"));
  EXPECT_EQ(StructureOf(made).methods.size(), 2u);
  EXPECT_TRUE(StructureOf(made).left_out.empty());
}

// Frame k is a method of class k; classes have these superclasses.
Made WithClasses(const std::vector<ClassId>& superclass, const std::vector<bool>& runs) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  FrameInterner& frames = builder.frames();
  for (size_t k = 0; k < superclass.size(); ++k) {
    const std::string name = "C" + std::to_string(k);
    (void)frames.InternClass(
        {.name = name, .package = "p", .superclass = kNoClass, .kind = ClassKind::kClass});
  }
  for (size_t k = 0; k < superclass.size(); ++k) {
    if (superclass[k] != kNoClass) frames.SetSuperclass(static_cast<ClassId>(k), superclass[k]);
    if (!runs[k]) continue;
    Frame frame;
    const std::string name = "p.C" + std::to_string(k) + ".m";
    frame.name = name;
    const FrameId id = builder.InternFrame(frame);
    frames.SetClass(id, static_cast<ClassId>(k));
    builder.AddSelf(builder.Child(kBuildRoot, id), 0, superclass.size() - k);
  }
  return Items(std::move(builder).Finish({}).value());
}

TEST(ClassStructure, DrawsInheritanceThroughClassesThatDidNotRun) {
  const Made made = WithClasses({kNoClass, 0, 1, 0}, {true, false, true, true});
  const ClassStructure structure = StructureOf(made);
  EXPECT_TRUE(structure.has_class_table);
  EXPECT_EQ(TextOf(made, structure), "p.C0(p.C0.m)\n p.C2(p.C2.m)\n p.C3(p.C3.m)\n");
}

// So many classes below the first one.
std::vector<ClassId> Below(uint32_t count) {
  std::vector<ClassId> superclass(count + 1, 0);
  superclass[0] = kNoClass;
  return superclass;
}

TEST(ClassStructure, WhatIsAboveNearlyAllIsDrawnBeside) {
  for (const uint32_t below : {kMostBelowRoot, kMostBelowRoot + 1}) {
    const Made made = WithClasses(Below(below), std::vector<bool>(below + 1, true));
    uint32_t roots = 0;
    for (const StructureClass& its : StructureOf(made).classes) roots += its.parent == kNoItem ? 1 : 0;
    EXPECT_EQ(roots, below == kMostBelowRoot ? 1 : below + 1);
  }
}

TEST(ClassStructure, EveryClassStandsBehindTheOneAbove) {
  std::vector<ClassId> superclass(100'000);
  for (ClassId k = 0; k < superclass.size(); ++k)
    superclass[k] = k == 0 ? kNoClass : k % 3 == 0 ? k - 1 : k / 2;
  const Made made = WithClasses(superclass, std::vector<bool>(superclass.size(), true));
  const ClassStructure structure = StructureOf(made);
  ASSERT_EQ(structure.classes.size(), superclass.size());
  for (uint32_t k = 0; k < structure.classes.size(); ++k) {
    const StructureClass& its = structure.classes[k];
    ASSERT_EQ(its.parent == kNoItem, k == 0);
    if (k == 0) continue;
    ASSERT_LT(its.parent, k);
    EXPECT_EQ(structure.classes[its.parent].name,
              "p.C" + std::to_string(superclass[std::stoul(its.name.substr(3))]));
  }
}

TEST(ClassStructure, CutsCirclesOfADamagedFile) {
  // A tree that is made never keeps a circle: the check is on the links alone.
  const std::vector<ClassId> circle{1, 2, 0};
  EXPECT_EQ(FindCircles(circle).size(), 1u);
  const Made made = WithClasses(circle, {true, true, true});
  const ClassStructure structure = StructureOf(made);
  EXPECT_EQ(structure.classes.size(), 3u);
  uint32_t roots = 0;
  for (const StructureClass& its : structure.classes) roots += its.parent == kNoItem ? 1 : 0;
  EXPECT_EQ(roots, 1u);
}

TEST(ClassStructure, OneClassOfManyMethodsByHeight) {
  std::string lines;
  for (int k = 0; k < 20'000; ++k)
    lines += "p.C.m" + std::to_string(k) + " " + std::to_string((k * 7919) % 20'011) + "\n";
  const Made made = Items(test::TreeFromFolded(lines));
  const ClassStructure structure = StructureOf(made);
  ASSERT_EQ(structure.methods.size(), 20'000u);
  for (size_t k = 1; k < structure.methods.size(); ++k)
    ASSERT_LE(made.items.inclusive[0][structure.methods[k - 1]],
              made.items.inclusive[0][structure.methods[k]]);
}

TEST(ClassStructure, LongNames) {
  const std::string name = std::string(100'000, 'x') + ".C.m";
  const Made made = Items(test::TreeFromFolded(name + " 1\n"));
  EXPECT_EQ(StructureOf(made).methods.size(), 1u);
}

TEST(ClassStructure, KnowsWhatLiesInAPackage) {
  const std::vector<std::string> packages{"a.b", "std::"};
  EXPECT_TRUE(IsWithin("a.b", packages));
  EXPECT_TRUE(IsWithin("a.b.C", packages));
  EXPECT_FALSE(IsWithin("a.bc", packages));
  EXPECT_TRUE(IsWithin("std::vector", packages));
  EXPECT_TRUE(IsWithin("anything", {}));
}

}  // namespace
}  // namespace ringscope::class_structure_test
