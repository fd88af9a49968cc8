#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/import_preview.h"
#include "cct/import/import_profile.h"
#include "cct/tree/verify.h"

namespace ringscope {

inline constexpr ImportPreview::Pace kAtOnce{std::chrono::milliseconds(0), std::chrono::milliseconds(0), 0, 0,
                                             1.0, 1 << 22};

// An import whose previews somebody looks at.
struct Seen {
  std::vector<CctPtr> previews;
  CctPtr whole;
};

inline Seen ImportWatched(std::string_view text, uint32_t worker_count, ImportPreview::Pace pace = kAtOnce) {
  Seen seen;
  ImportPreview preview([&](CctPtr tree) { seen.previews.push_back(std::move(tree)); }, pace);
  JobControl job;
  auto tree =
      ImportProfileBytes(std::as_bytes(std::span(text)),
                         {.block_bytes = 256, .worker_count = worker_count, .preview = &preview}, job);
  EXPECT_TRUE(tree) << DescribeError(tree.error());
  if (tree) seen.whole = std::move(*tree);
  return seen;
}

// Self values by call path and metric name.
inline std::map<std::string, uint64_t> SelfByPath(const Cct& tree) {
  std::map<std::string, uint64_t> self;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    std::string path;
    for (const ContextId step : tree.PathTo(context)) {
      if (step != kRootContext) path += fmt::format(";{}", tree.FrameAt(step).name);
    }
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      self[path + " " + tree.metrics()[metric].name] = tree.Self(context, metric);
    }
  }
  return self;
}

inline void ExpectPartOf(const Cct& part, const Cct& whole) {
  ASSERT_TRUE(VerifyCct(part));
  const auto all = SelfByPath(whole);
  for (const auto& [path, value] : SelfByPath(part)) {
    const auto found = all.find(path);
    ASSERT_NE(found, all.end()) << path;
    EXPECT_LE(value, found->second) << path;
  }
}

}  // namespace ringscope
