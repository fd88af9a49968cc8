#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/bytes/byte_source.h"
#include "cct/import/importers.h"
#include "cct/symbols/symbolizer.h"
#include "cct/trace/read_trace.h"
#include "cct/trace/trace_content.h"

namespace ringscope {
namespace {

// Indexed by ThreadRing.
constexpr TraceThreadRing kRings[] = {TraceThreadRing::kWhenSeveral, TraceThreadRing::kAlways,
                                      TraceThreadRing::kNever};

std::optional<TracedFunction> NameOf(const TracedModule& module, uint64_t offset, Symbolizer& symbolizer) {
  if (offset < module.code_offset || offset - module.code_offset >= module.code_bytes) return std::nullopt;
  const MappedCode code{.path = module.path,
                        .begin = module.code_offset,
                        .end = module.code_offset + module.code_bytes,
                        .file_offset = module.code_offset,
                        .inode = module.inode,
                        .build_id = module.build_id};
  std::vector<SymbolFrame> frames = symbolizer.FramesAt(code, offset);
  if (frames.empty()) return std::nullopt;
  // The first instruction may belong to an inlined function; the last frame is the function itself.
  SymbolFrame& frame = frames.back();
  return TracedFunction{.name = std::move(frame.name), .file = std::move(frame.file), .line = frame.line};
}

Result<void> ImportTraceMemory(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 0.5, run.job));
  const std::string_view text = whole.text;
  const std::unique_ptr<Symbolizer> symbolizer =
      run.options.look_up_symbols ? MakeElfSymbolizer(run.options.call_sites) : nullptr;
  NameCode name_code;
  if (symbolizer != nullptr) {
    name_code = [&](const TracedModule& module, uint64_t offset) {
      return NameOf(module, offset, *symbolizer);
    };
  }
  RINGSCOPE_TRY(ReadTrace(std::as_bytes(std::span(text)), kRings[static_cast<size_t>(run.options.threads)],
                          run.builder, run.report, run.job, name_code));
  if (symbolizer != nullptr) symbolizer->AddNotes(run.report.notes);
  return {};
}

}  // namespace

const Importer kTraceMemoryImporter{"ringscope trace", &IsTraceMemory, &ImportTraceMemory, false};

}  // namespace ringscope
