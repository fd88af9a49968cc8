#include <string_view>

#include "cct/import/importers.h"
#include "cct/import/sniffing.h"
#include "cct/import/v8/trace_reader.h"

namespace ringscope {
namespace {

bool SniffTrace(std::string_view text) {
  if (FirstOf(text) == '[') return Has(text, "\"ph\"") && (Has(text, "\"ts\"") || Has(text, "\"pid\""));
  if (FirstOf(text) != '{' || Has(text, "speedscope.app/file-format-schema")) return false;
  // The events may come behind more stack frames than the prefix holds.
  return Has(text, "\"traceEvents\"") || Has(text, "\"stackFrames\"");
}

Result<void> ImportTrace(const ImportRun& run) { return TraceReader(run).Import(); }

}  // namespace

const Importer kTraceImporter{"chrome trace", &SniffTrace, &ImportTrace};

}  // namespace ringscope
