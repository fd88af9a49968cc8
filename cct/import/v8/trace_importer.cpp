#include <string_view>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/importers.h"
#include "cct/import/v8/trace_reader.h"

namespace ringscope {
namespace {

SniffResult SniffTrace(std::span<const std::byte> prefix) {
  const std::string_view text = AsText(prefix);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return SniffResult::kNo;
  const auto has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
  const bool events = has("\"ph\"") && (has("\"ts\"") || has("\"pid\""));
  if (text[first] == '[') return events ? SniffResult::kYes : SniffResult::kNo;
  if (text[first] != '{' || has("speedscope.app/file-format-schema")) return SniffResult::kNo;
  // The events may come behind more stack frames than the prefix holds.
  return has("\"traceEvents\"") || has("\"stackFrames\"") ? SniffResult::kYes : SniffResult::kNo;
}

Result<void> ImportTrace(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                         ImportReport& report, JobControl& job) {
  return TraceReader(source, options, builder, report, job).Read();
}

}  // namespace

const Importer kTraceImporter{"chrome trace", &SniffTrace, &ImportTrace};

}  // namespace ringscope
