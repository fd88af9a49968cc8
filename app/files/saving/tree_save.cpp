#include "app/files/saving/tree_save.h"

#include <fmt/format.h>

#include <array>

#include "cct/base/system/atomic_file.h"
#include "cct/base/text/file_ending.h"
#include "cct/export/export.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

constexpr std::string_view kPprofKeeps = "Not kept: threads, marks, most kinds of code",
                           kTableKeeps = "A table for other programs: ringscope does not open it";
constexpr std::array kFormats{
    TreeFormatName{TreeFormat::kCct, ".cct", "ringscope's own, opened at once", "Keeps everything"},
    TreeFormatName{TreeFormat::kFolded, ".folded", "folded stacks of the metric shown",
                   "Not kept: modules, files, lines, marks, contexts without cost"},
    TreeFormatName{TreeFormat::kSpeedscope, ".speedscope.json", "speedscope",
                   "Not kept: modules, kinds of code, marks, contexts without cost"},
    TreeFormatName{TreeFormat::kPprof, ".pb.gz", "pprof", kPprofKeeps},
    TreeFormatName{TreeFormat::kPprof, ".pprof", "pprof", kPprofKeeps},
    TreeFormatName{TreeFormat::kPlainPprof, ".pb", "pprof, not compressed", kPprofKeeps},
    TreeFormatName{TreeFormat::kCsv, ".csv", "one line a context, comma-separated", kTableKeeps},
    TreeFormatName{TreeFormat::kTsv, ".tsv", "one line a context, tab-separated", kTableKeeps},
};

Result<void> WriteFormat(const Cct& tree, TreeFormat format, MetricIndex metric, const std::string& title,
                         const TextSink& sink, JobControl* job) {
  switch (format) {
    case TreeFormat::kFolded:
      return DumpFolded(tree, metric, sink, job);
    case TreeFormat::kSpeedscope:
      return ExportSpeedscope(tree, title, sink, job);
    case TreeFormat::kPprof:
      return ExportPprof(tree, sink, job);
    case TreeFormat::kPlainPprof:
      return ExportPprof(tree, sink, job, PprofBytes::kPlain);
    case TreeFormat::kCsv:
      return ExportContexts(tree, ',', sink, job);
    case TreeFormat::kTsv:
      return ExportContexts(tree, '\t', sink, job);
    case TreeFormat::kCct:
      break;
  }
  return {};
}

}  // namespace

std::span<const TreeFormatName> TreeFormats() { return kFormats; }

Result<TreeFormat> TreeFormatOf(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  std::string endings;
  for (const TreeFormatName& format : kFormats) {
    if (HasEnding(path, format.ending)) return format.format;
    endings += (endings.empty() ? "" : ", ") + std::string(format.ending);
  }
  return Fail(ErrorCode::kInvalidArgument, "expected a name ending in {} or {}, found '{}'", endings,
              kPageEnding, name);
}

Result<void> WriteTextFile(const std::filesystem::path& path,
                           const std::function<Result<void>(const TextSink&)>& write) {
  constexpr size_t kFlushBytes = 1 << 20;
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  std::string buffer;
  const TextSink sink = [&](std::string_view text) -> Result<void> {
    buffer += text;
    if (buffer.size() < kFlushBytes) return {};
    RINGSCOPE_TRY(file.Write(buffer));
    buffer.clear();
    return {};
  };
  RINGSCOPE_TRY(write(sink));
  RINGSCOPE_TRY(file.Write(buffer));
  return file.Commit();
}

Result<void> SaveTree(const CctPtr& tree, MetricIndex metric, const std::string& title,
                      const std::filesystem::path& path, JobControl* job) {
  RINGSCOPE_ASSIGN(const TreeFormat format, TreeFormatOf(path));
  if (format == TreeFormat::kCct) return WriteCctFile(*tree, path, {}, job);
  return WriteTextFile(
      path, [&](const TextSink& sink) { return WriteFormat(*tree, format, metric, title, sink, job); });
}

}  // namespace ringscope
