#include <array>

#include "app/cli/commands.h"
#include "app/cli/group_rows.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/base/atomic_file.h"
#include "cct/cct_file.h"
#include "cct/dump.h"
#include "cct/export/export.h"
#include "cct/transform/select_contexts.h"

namespace ringscope {
namespace {

constexpr size_t kFlushBytes = 1 << 20;

enum class Format : uint8_t { kCct, kFolded, kSpeedscope, kPprof, kPlainPprof, kCsv, kTsv };
struct FormatEnding {
  std::string_view ending;
  Format format;
};
constexpr std::array kEndings{
    FormatEnding{".cct", Format::kCct},
    FormatEnding{".folded", Format::kFolded},
    FormatEnding{".pb.gz", Format::kPprof},
    FormatEnding{".pb", Format::kPlainPprof},
    FormatEnding{".speedscope.json", Format::kSpeedscope},
    FormatEnding{".csv", Format::kCsv},
    FormatEnding{".tsv", Format::kTsv},
};

OrLine<Format> FormatOf(const ExportOptions& options) {
  const std::string name = options.output.filename().string();
  std::string endings;
  for (const auto& [ending, format] : kEndings) {
    if (options.table && format != Format::kCsv && format != Format::kTsv) continue;
    if (name.ends_with(ending)) return format;
    endings += (endings.empty() ? "" : ", ") + std::string(ending);
  }
  return tl::unexpected(
      fmt::format("{}: expected an output file ending in {}", options.output.string(), endings));
}

Result<void> WriteFormat(const InputView& view, Format format, const ExportOptions& options,
                         const TextSink& sink, JobControl* job) {
  const Cct& tree = view.tree();
  const char separator = format == Format::kCsv ? ',' : '\t';
  if (options.table) {
    RINGSCOPE_ASSIGN(const Groups groups, BuildGroups(view, *options.table));
    const std::vector<uint32_t> rows = SortedGroups(groups, view.view.metric, TableSort::kSelf);
    return ExportGroups(tree, groups.grouping, groups.table, rows, {}, separator, sink);
  }
  switch (format) {
    case Format::kCct:
      return WriteCctFile(tree, options.output, {}, job);
    case Format::kFolded:
      return DumpFolded(tree, view.view.metric, sink);
    case Format::kSpeedscope:
      return ExportSpeedscope(tree, options.input.file.filename().string(), sink, job);
    case Format::kPprof:
      return ExportPprof(tree, sink, job, PprofBytes::kGzip);
    case Format::kPlainPprof:
      return ExportPprof(tree, sink, job, PprofBytes::kPlain);
    case Format::kCsv:
    case Format::kTsv:
      return ExportContexts(tree, separator, sink, job);
  }
  return {};
}

// The subtree of the view root as a tree of its own, the whole tree where no root was asked for.
Result<void> KeepSubtree(InputView& view, JobControl* job) {
  if (view.view.root.context == kRootContext) return {};
  ContextSet root(view.tree().context_count());
  root.Insert(view.view.root.context);
  RINGSCOPE_ASSIGN(view.input.tree,
                   FocusContexts(view.input.tree, FunctionIndex(view.tree().frames()), root, job));
  view.view.root = {};
  return {};
}

Result<void> Write(InputView& view, Format format, const ExportOptions& options) {
  JobControl job;
  const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
  if (!options.table) RINGSCOPE_TRY(KeepSubtree(view, &job));
  if (format == Format::kCct) return WriteFormat(view, format, options, {}, &job);
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(options.output));
  std::string buffer;
  const TextSink sink = [&](std::string_view text) -> Result<void> {
    buffer += text;
    if (buffer.size() < kFlushBytes) return {};
    RINGSCOPE_TRY(file.Write(buffer));
    buffer.clear();
    return {};
  };
  RINGSCOPE_TRY(WriteFormat(view, format, options, sink, &job));
  RINGSCOPE_TRY(file.Write(buffer));
  return file.Commit();
}

}  // namespace

int RunExport(const ExportOptions& options) {
  const OrLine<Format> format = FormatOf(options);
  if (!format) return ReportError(format.error());
  OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  if (const Result<void> written = Write(*view, *format, options); !written)
    return ReportOutputError(options.output, written.error());
  return kExitOk;
}

}  // namespace ringscope
