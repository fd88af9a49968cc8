#include "app/cli/aggregating/fleet.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace ringscope::fleet_test {
namespace {

namespace fs = std::filesystem;

struct Fleets {
  test::TemporaryFolder folder;
  fs::path Write(const std::string& name, const std::string& text = "main 1\n") const {
    const fs::path path = folder.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }
  Fleet Find(const std::vector<fs::path>& given) const { return *FindFleet(*FilesBelow(given), {}, false); }
};

std::vector<std::string> NamesOf(const Fleet& fleet) {
  std::vector<std::string> names;
  for (const FleetMember& member : fleet.members) names.push_back(member.name);
  return names;
}

TEST(Fleet, IsNamedByWhatPathsDoNotShareInTheOrderOfNumbers) {
  const Fleets fleets;
  for (const char* const name : {"run/n1/rank-10.folded", "run/n1/rank-9.folded", "run/n2/rank-1.folded",
                                 "run/n1/.hidden.folded", "run/.hidden/x.folded", "run/all.cct.parts/1.cct"})
    fleets.Write(name);
  const Fleet fleet = fleets.Find({fleets.folder.path() / "run"});
  EXPECT_EQ(NamesOf(fleet),
            (std::vector<std::string>{"n1/rank-9.folded", "n1/rank-10.folded", "n2/rank-1.folded"}));
  EXPECT_TRUE(fleet.left_out.empty());
}

TEST(Fleet, SaysWhatItLeavesOut) {
  const Fleets fleets;
  const fs::path twice = fleets.Write("a.folded");
  const fs::path damaged = fleets.Write("b.cct", "RSCCT\r\n");
  const Fleet fleet = fleets.Find({twice, twice, damaged});
  EXPECT_EQ(NamesOf(fleet), std::vector<std::string>{"a.folded"});
  ASSERT_EQ(fleet.left_out.size(), 2u);
  EXPECT_EQ(fleet.left_out[0], twice.string() + ": given twice");
  EXPECT_TRUE(fleet.left_out[1].starts_with(damaged.string() + ": ")) << fleet.left_out[1];
  EXPECT_FALSE(FilesBelow({fleets.folder.path() / "nothing"}).has_value());
}

TEST(Fleet, PartsHaveEachMemberOnce) {
  const Fleets fleets;
  for (int i = 0; i < 10; ++i) fleets.Write("run/" + std::to_string(i) + ".folded");
  std::vector<std::string> all;
  for (uint32_t part = 0; part < 4; ++part) {
    Fleet fleet = fleets.Find({fleets.folder.path() / "run"});
    KeepPart(fleet, part, 4);
    EXPECT_LE(fleet.members.size(), 3u);
    for (const std::string& name : NamesOf(fleet)) all.push_back(name);
  }
  EXPECT_EQ(all, NamesOf(fleets.Find({fleets.folder.path() / "run"})));
}

TEST(FleetPlan, CommandsAreWordsOfAShell) {
  const FleetPlan plan{.output = "/a b/out.cct",
                       .words = {"ringscope", "aggregate", "/a b/run"},
                       .fingerprint = {},
                       .parts = 3};
  EXPECT_EQ(PartCommand(plan, "2"),
            "ringscope aggregate '/a b/run' --partial 2/3 -o '/a b/out.cct.parts'/2.cct");
  EXPECT_EQ(UniteCommand(plan), "ringscope aggregate '/a b/run' --unite 3 -o '/a b/out.cct'");
}

TEST(FleetPlan, KeepsPartsOfTheSamePlanAlone) {
  const Fleets fleets;
  FleetPlan plan{.output = fleets.folder.path() / "out.cct", .words = {}, .fingerprint = "one\n", .parts = 3};
  ASSERT_TRUE(PrepareParts(plan).has_value());
  EXPECT_EQ(MissingParts(plan), (std::vector<uint32_t>{1, 2, 3}));
  fleets.Write("out.cct.parts/2.cct");
  ASSERT_TRUE(PrepareParts(plan).has_value());
  EXPECT_EQ(MissingParts(plan), (std::vector<uint32_t>{1, 3}));
  plan.fingerprint = "another\n";
  ASSERT_TRUE(PrepareParts(plan).has_value());
  EXPECT_EQ(MissingParts(plan), (std::vector<uint32_t>{1, 2, 3}));
}

TEST(FleetPlan, LeavesWhatOthersHaveMade) {
  const Fleets fleets;
  const FleetPlan plan{
      .output = fleets.folder.path() / "out.cct", .words = {}, .fingerprint = "one\n", .parts = 3};
  const fs::path other = fleets.Write("out.cct.parts/notes.txt");
  EXPECT_FALSE(PrepareParts(plan).has_value());
  EXPECT_TRUE(fs::exists(other));
  fs::remove(other);
  ASSERT_TRUE(PrepareParts(plan).has_value());
  const fs::path part = fleets.Write("out.cct.parts/1.cct");
  fleets.Write("out.cct.parts/notes.txt");
  RemoveParts(plan);
  EXPECT_FALSE(fs::exists(part));
  EXPECT_TRUE(fs::exists(other));
  fs::remove(other);
  RemoveParts(plan);
  EXPECT_FALSE(fs::exists(plan.folder()));
}

}  // namespace
}  // namespace ringscope::fleet_test
