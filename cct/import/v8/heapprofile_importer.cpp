#include <string_view>

#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_reader.h"
#include "cct/import/text_parts.h"
#include "cct/import/v8/cpuprofile_contexts.h"
#include "cct/import/v8/cpuprofile_nodes.h"

namespace ringscope {
namespace {

bool SniffHeapProfile(std::string_view prefix) {
  return FirstOf(prefix) == '{' && Has(prefix, "\"head\"") && Has(prefix, "\"callFrame\"") &&
         Has(prefix, "\"selfSize\"");
}

// Gives how many nodes have a size.
uint64_t AddTree(const CpuProfileNodes& nodes, CctBuilder& builder, ImportReport& report) {
  CpuProfileContexts contexts;
  contexts.Build(nodes, kBuildRoot, builder, report);
  return contexts.AddCosts(nodes, builder.AddMetric({"size", "bytes", 1}), builder, report);
}

Result<void> ImportHeapProfile(const ImportRun& run) {
  JsonReader json(
      run.source,
      {.max_depth = run.options.max_stack_depth * 2 + 16, .max_string_bytes = run.options.max_record_bytes},
      run.job);
  CpuProfileNodes nodes(run.builder, run.report);
  RecordPreview preview(run.options.preview, run.job);
  nodes.AfterEachNode([&] {
    if (!preview.Wanted()) return;
    preview.Add({run.builder, {}, kBuildRoot, [&](CctBuilder& copy) {
                   ImportReport later;  // the nodes that are missing may follow
                   return AddTree(nodes, copy, later) > 0;
                 }});
  });
  const auto fail = [&](std::string_view message) -> Result<void> {
    if (nodes.error()) return tl::unexpected(*nodes.error());
    if (json.failed()) return tl::unexpected(json.error());
    return FailAt(ErrorCode::kMalformed, json.offset_bytes(), std::string(message));
  };
  if (json.Next() != JsonToken::kBeginObject) return fail("expected a JSON object, found another value");
  bool found_head = false;
  while (true) {
    const JsonToken token = json.Next();
    if (token == JsonToken::kError) return fail("");
    if (token == JsonToken::kEnd) break;
    if (token != JsonToken::kKey) continue;  // the end of an object
    const std::string_view key = json.text();
    // The answer of the inspector protocol wraps the profile; its members follow one level deeper.
    const bool wrapper = key == "result" || key == "profile";
    if (!wrapper && key != "head") {
      if (!json.SkipValue()) return fail("");
      continue;
    }
    if (json.Next() != JsonToken::kBeginObject) return fail("expected an object, found another value");
    if (wrapper) continue;
    if (found_head) return fail("expected one profile, found the nodes of a second one");
    found_head = true;
    if (!nodes.ReadNested(json)) return fail("");
  }
  run.report.input_bytes = json.read_bytes();
  if (!found_head) return fail("expected a .heapprofile with \"head\", found none");
  run.report.record_count = AddTree(nodes, run.builder, run.report);
  // Nothing is alive: that is an answer.
  if (run.report.record_count == 0) run.report.record_count = nodes.nodes().size();
  return run.builder.status();
}

}  // namespace

const Importer kHeapProfileImporter{"heapprofile", &SniffHeapProfile, &ImportHeapProfile};

}  // namespace ringscope
