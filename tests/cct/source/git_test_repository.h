#pragma once

#include <git2.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "tests/temporary_folder.h"

namespace ringscope::test {

// A bare git repository in a folder of its own, to which commits are added that have no work tree.
class GitTestRepository {
 public:
  GitTestRepository() {
    git_libgit2_init();
    EXPECT_EQ(git_repository_init(&repository_, path().c_str(), 1), 0);
  }
  GitTestRepository(const GitTestRepository&) = delete;
  GitTestRepository& operator=(const GitTestRepository&) = delete;
  ~GitTestRepository() {
    git_repository_free(repository_);
    git_libgit2_shutdown();
  }

  [[nodiscard]] std::string path() const { return (folder_.path() / "repository").string(); }

  // Adds a commit of these files, by path, to the head. Returns its id.
  std::string Commit(const std::map<std::string, std::string>& files) {
    git_index* index = nullptr;
    EXPECT_EQ(git_index_new(&index), 0);
    for (const auto& [name, text] : files) {
      git_index_entry entry{};
      entry.mode = GIT_FILEMODE_BLOB;
      entry.path = name.c_str();
      EXPECT_EQ(git_blob_create_from_buffer(&entry.id, repository_, text.data(), text.size()), 0);
      EXPECT_EQ(git_index_add(index, &entry), 0);
    }
    git_oid tree_id, commit_id, head_id;
    EXPECT_EQ(git_index_write_tree_to(&tree_id, index, repository_), 0);
    git_index_free(index);
    git_tree* tree = nullptr;
    EXPECT_EQ(git_tree_lookup(&tree, repository_, &tree_id), 0);
    git_signature* who = nullptr;
    EXPECT_EQ(git_signature_new(&who, "test", "test@example.org", 1'700'000'000, 0), 0);
    git_commit* head = nullptr;
    if (git_reference_name_to_id(&head_id, repository_, "HEAD") == 0) {
      EXPECT_EQ(git_commit_lookup(&head, repository_, &head_id), 0);
    }
    const git_commit* parents[] = {head};
    EXPECT_EQ(git_commit_create(&commit_id, repository_, "HEAD", who, who, nullptr, "message", tree,
                                head == nullptr ? 0 : 1, parents),
              0);
    git_commit_free(head);
    git_signature_free(who);
    git_tree_free(tree);
    return git_oid_tostr_s(&commit_id);
  }

 private:
  TemporaryFolder folder_;
  git_repository* repository_ = nullptr;
};

}  // namespace ringscope::test
