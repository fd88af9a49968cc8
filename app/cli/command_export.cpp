#include "app/cli/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/model/document.h"
#include "cct/base/atomic_file.h"
#include "cct/dump.h"

namespace ringscope {
namespace {

constexpr size_t kFlushBytes = 1 << 20;

Result<void> WriteFolded(const Cct& tree, MetricIndex metric, const std::filesystem::path& path) {
  RINGSCOPE_ASSIGN(AtomicFile file, AtomicFile::Create(path));
  std::string buffer;
  const TextSink sink = [&](std::string_view text) -> Result<void> {
    buffer += text;
    if (buffer.size() < kFlushBytes) return {};
    RINGSCOPE_TRY(file.Write(buffer));
    buffer.clear();
    return {};
  };
  RINGSCOPE_TRY(DumpFolded(tree, metric, sink));
  RINGSCOPE_TRY(file.Write(buffer));
  return file.Commit();
}

}  // namespace

int RunExport(const ExportOptions& options) {
  if (options.output.extension() != ".folded") {
    return ReportError(fmt::format("{}: expected an output file ending in .folded", options.output.string()));
  }
  const Result<CctPtr> tree = LoadInput(options.input);
  if (!tree) return ReportError(options.input.file, tree.error());
  const Result<MetricIndex> metric =
      options.metric.empty() ? MetricIndex{0} : FindMetric(**tree, options.metric);
  if (!metric) return ReportError(options.input.file, metric.error());
  if (const Result<void> written = WriteFolded(**tree, *metric, options.output); !written) {
    return ReportOutputError(options.output, written.error());
  }
  return kExitOk;
}

}  // namespace ringscope
