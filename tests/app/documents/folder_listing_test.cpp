#include "app/documents/folder_listing.h"
#include "tests/test_paths.h"

#include <gtest/gtest.h>

namespace ringscope {
namespace {

TEST(FolderListingTest, AFolderThatCannotBeReadSaysWhy) {
  const FolderListing listing = ListFolder("/does/not/exist", false);
  EXPECT_FALSE(listing.error.empty());
  EXPECT_TRUE(listing.entries.empty());
}

TEST(FolderListingTest, FoldersComeFirst) {
  const FolderListing listing = ListFolder(SourceDir(), false);
  ASSERT_FALSE(listing.entries.empty());
  EXPECT_TRUE(listing.entries.front().is_folder);
  EXPECT_FALSE(listing.entries.back().is_folder);
  for (const FolderEntry& entry : listing.entries) EXPECT_NE(entry.name.front(), '.');
}

}  // namespace
}  // namespace ringscope
