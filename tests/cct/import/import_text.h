#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/test_trees.h"
#include "tests/test_paths.h"

namespace ringscope::test {

// What a file holds, and a file of tests/cct/import/data.
[[nodiscard]] inline std::string BytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
[[nodiscard]] inline std::string DataFile(std::string_view name) {
  return BytesOf(SourceDir() / "tests/cct/import/data" / name);
}

// A profile's bytes as the tree that they are read as.
[[nodiscard]] inline Result<CctPtr> Import(std::string_view bytes, const ImportOptions& options = {}) {
  JobControl job;
  return ImportProfileBytes(std::as_bytes(std::span(bytes)), options, job);
}

// The same of a profile that can be read: a test ends where it is refused.
[[nodiscard]] inline CctPtr Imported(std::string_view bytes, const ImportOptions& options = {}) {
  const auto tree = Import(bytes, options);
  EXPECT_TRUE(tree) << DescribeError(tree.error()) << ", in " << bytes.substr(0, 200);
  return tree.value();
}

// What the error says, without its place; "fine" where there is none.
[[nodiscard]] inline std::string MessageOf(std::string_view bytes, const ImportOptions& options) {
  const auto tree = Import(bytes, options);
  return tree ? std::string("fine") : tree.error().message;
}

// What kind of error that is; nothing where there is none.
[[nodiscard]] inline std::optional<ErrorCode> CodeOf(std::string_view bytes, const ImportOptions& options) {
  const auto tree = Import(bytes, options);
  return tree ? std::nullopt : std::optional(tree.error().code);
}

// A profile is read, and refused where stacks, contexts or names may be no more than this.
struct TightLimits {
  uint64_t stack_depth, contexts, name_bytes;
};
inline void ExpectLimits(std::string_view bytes, const TightLimits& limits) {
  EXPECT_EQ(MessageOf(bytes, {}), "fine");
  EXPECT_EQ(MessageOf(bytes, {.max_stack_depth = limits.stack_depth}),
            fmt::format("expected stacks of at most {} frames, found a deeper one", limits.stack_depth));
  EXPECT_EQ(MessageOf(bytes, {.build = {.max_contexts = limits.contexts}}),
            fmt::format("the tree has more than {} contexts", limits.contexts));
  EXPECT_EQ(MessageOf(bytes, {.build = {.max_string_bytes = limits.name_bytes}}),
            fmt::format("the names take more than {} bytes", limits.name_bytes));
}

// The layers below the root of a profile that can be read, with threads as a ring or not.
[[nodiscard]] inline uint32_t LayersOf(std::string_view bytes, ThreadRing threads) {
  return Import(bytes, {.threads = threads}).value()->layer_count() - 1;
}

// How an import ends that is cancelled before it begins; nothing where it does not care.
[[nodiscard]] inline std::optional<ErrorCode> EndWhenCancelled(std::string_view bytes) {
  JobControl job;
  job.cancel_requested = true;
  const auto tree = ImportProfileBytes(std::as_bytes(std::span(bytes)), {}, job);
  return tree ? std::nullopt : std::optional(tree.error().code);
}

// The tree, then the notes of its report, a line each. An error instead, where it is none.
[[nodiscard]] inline std::string DumpWithNotes(const Result<CctPtr>& tree) {
  if (!tree) return DescribeError(tree.error());
  std::string text = TextDump(**tree);
  for (const std::string& note : (*tree)->report().notes) text += note + "\n";
  return text;
}
[[nodiscard]] inline std::string DumpWithNotes(std::string_view bytes, const ImportOptions& options) {
  return DumpWithNotes(Import(bytes, options));
}

// What a dump tells of frames: all that is known of them, or their names, as folded text has no more.
enum class FramesAs : uint8_t { kWhole, kNames };

// The tree of one metric alone, which is called as that of TreeFromFolded().
[[nodiscard]] inline std::string DumpOfMetric(const Cct& tree, MetricIndex metric,
                                              FramesAs frames = FramesAs::kWhole) {
  CctBuilder one;
  one.AddMetric({"samples", "count", 1});
  std::vector<BuildNode> nodes(tree.context_count(), kBuildRoot);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    Frame frame = tree.FrameAt(context);
    if (frames == FramesAs::kNames) frame = {.name = frame.name};
    nodes[context] = one.Child(nodes[tree.ParentOf(context)], one.InternFrame(frame));
    one.AddSelf(nodes[context], 0, tree.Self(context, metric));
  }
  return TextDump(**std::move(one).Finish({}));
}

}  // namespace ringscope::test
