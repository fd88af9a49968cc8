#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/export/dump.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The formats that a tree can be written in; the ending of a file's name decides.
enum class TreeFormat : uint8_t { kCct, kFolded, kSpeedscope, kPprof, kPlainPprof, kCsv, kTsv };

// The ending of a page for browsers.
inline constexpr std::string_view kPageEnding = ".html";

struct TreeFormatName {
  TreeFormat format;
  std::string_view ending;       // ".speedscope.json"
  std::string_view description;  // "speedscope"
  std::string_view keeps;        // what a file of the format keeps and loses
};
[[nodiscard]] std::span<const TreeFormatName> TreeFormats();

// Errors: kInvalidArgument, listing the endings.
[[nodiscard]] Result<TreeFormat> TreeFormatOf(const std::filesystem::path& path);

// Replaces the file atomically by the text that `write` gives its sink. Errors: kIo and those of `write`.
[[nodiscard]] Result<void> WriteTextFile(const std::filesystem::path& path,
                                         const std::function<Result<void>(const TextSink&)>& write);

// Writes the whole tree; `metric` matters to formats that hold only one (folded), `title` to formats that
// name the profile. Replaces the file atomically. Errors: kIo, kCancelled, kInvalidArgument, and those of the
// format.
[[nodiscard]] Result<void> SaveTree(const CctPtr& tree, MetricIndex metric, const std::string& title,
                                    const std::filesystem::path& path, JobControl* job);

// The losses of `tree` in a file of the format, by writing or by reading back, one sentence a kind of loss;
// without losses of every file of the format (docs/importers.md). `metric`: the one that is written if the
// format holds only one. Once cancelled, returns the losses found so far.
[[nodiscard]] std::vector<std::string> ExportLosses(const Cct& tree, TreeFormat format, MetricIndex metric,
                                                    const JobControl* job);

// Says that only one metric is written, for a tree with more; empty if all are written.
[[nodiscard]] std::string MetricsLeftOut(const Cct& tree, TreeFormat format, MetricIndex metric);

}  // namespace ringscope
