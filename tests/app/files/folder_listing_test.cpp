#include "app/files/files_on_disk.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace ringscope::folder_listing_test {
namespace {

namespace fs = std::filesystem;

class FolderListingTest : public ::testing::Test {
 protected:
  FolderListing List(std::vector<fs::path> places, bool with_hidden = false, bool opens_file = false) {
    JobControl job;
    const auto listing = RunListFolder({std::move(places), with_hidden, opens_file}, job);
    return listing == nullptr ? FolderListing{} : *listing;
  }
  std::vector<std::string> Names(const FolderListing& listing) {
    std::vector<std::string> names;
    for (const FolderEntry& entry : listing.entries) names.push_back(entry.name);
    return names;
  }

  const test::TemporaryFolder temporary;
  const fs::path folder = temporary.path();
};

TEST_F(FolderListingTest, AFolderThatCannotBeReadSaysWhy) {
  const FolderListing listing = List({"/does/not/exist"});
  EXPECT_FALSE(listing.error.empty());
  EXPECT_TRUE(listing.entries.empty());
}

TEST_F(FolderListingTest, FoldersComeFirstThenFilesByName) {
  fs::create_directories(folder / "zoo");
  std::ofstream(folder / "b.folded") << std::string(1500, 'a');
  std::ofstream(folder / "A.folded") << "a 1\n";
  std::ofstream(folder / ".hidden") << "a 1\n";
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const FolderListing listing = List({folder});
  EXPECT_EQ(Names(listing), (std::vector<std::string>{"zoo", "A.folded", "b.folded"})) << "a pipe never ends";
  EXPECT_TRUE(listing.entries[0].is_folder);
  EXPECT_EQ(listing.entries[0].changed, "");
  EXPECT_EQ(listing.entries[2].size, "1.46 KiB");
  EXPECT_EQ(listing.entries[2].changed, FileDateText(FactsOf((folder / "b.folded").string())));
  EXPECT_EQ(Names(List({folder}, true)).size(), 4u);
}

TEST_F(FolderListingTest, FoldersOfTrackAreKnownToBeThere) {
  fs::create_directories(folder / "track");
  EXPECT_FALSE(FactsOf((folder / "track").string()).exists) << "any folder";
  std::ofstream(folder / "track" / "manifest.txt") << "ringscope track 1\n";
  const FileFacts facts = FactsOf((folder / "track").string());
  EXPECT_TRUE(facts.exists);
  EXPECT_EQ(facts.path, (folder / "track").string());
  EXPECT_EQ(FileSizeText(facts), "folder");
  EXPECT_EQ(facts.changed, FactsOf((folder / "track" / "manifest.txt").string()).changed);
}

TEST_F(FolderListingTest, TheFirstPlaceThatIsAFolderIsListed) {
  fs::create_directories(folder / "two");
  EXPECT_EQ(List({folder / "one", folder / "two", folder}).folder, folder / "two");
}

TEST_F(FolderListingTest, WhatIsNoFolderIsAFileToOpen) {
  std::ofstream(folder / "a.folded") << "a 1\n";
  EXPECT_EQ(List({folder / "a.folded"}, false, true).file, folder / "a.folded");
  EXPECT_EQ(List({folder}, false, true).file, fs::path());
}

TEST_F(FolderListingTest, WhatWasTypedAndIsNotThereIsToldBesideTheNextPlace) {
  std::ofstream(folder / "a.folded") << "a 1\n";
  const FolderListing listing = List({folder / "gone", folder}, false, true);
  EXPECT_EQ(listing.missing, folder / "gone");
  EXPECT_EQ(listing.file, fs::path());
  EXPECT_EQ(listing.folder, folder);
  EXPECT_EQ(Names(listing), std::vector<std::string>{"a.folded"});
  EXPECT_EQ(List({folder}, false, true).missing, fs::path());
}

TEST_F(FolderListingTest, ACancelledJobTellsNothing) {
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(RunListFolder({{folder}}, job), nullptr);
}

}  // namespace
}  // namespace ringscope::folder_listing_test
