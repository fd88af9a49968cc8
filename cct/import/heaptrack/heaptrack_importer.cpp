#include <string_view>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/heaptrack/heaptrack_tree.h"
#include "cct/import/importers.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// The oldest tool that wrote the format, 1.0, in its own notation; below are counts of folded stacks.
constexpr uint64_t kFirstTool = 0x10000;

// "v TOOL [VERSION]", then lines of a letter and a blank.
bool SniffHeaptrack(std::string_view text) {
  const auto take_line = [&text] {
    std::string_view line = TakeLine(text);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  };
  const std::string_view first = take_line();
  if (!first.starts_with("v ")) return false;
  HeaptrackFields fields(first.substr(2));
  uint64_t tool = 0;
  uint64_t version = 0;
  if (!fields.Next(tool) || tool < kFirstTool) return false;
  if ((!fields.Next(version) && fields.broken()) || !fields.rest().empty()) return false;
  constexpr std::string_view kKinds = "XxIsSAtiamc+-R#";
  const std::string_view second = take_line();
  return second.empty() ||
         (kKinds.find(second[0]) != std::string_view::npos && (second.size() == 1 || second[1] == ' '));
}

Result<void> ImportHeaptrack(const ImportRun& run) {
  HeaptrackTree tree(run);
  // The order of the lines is what happened, so one worker reads them all.
  RINGSCOPE_ASSIGN(
      run.report.input_bytes,
      ForEachLineBlock(run.source, run.options.block_bytes, run.options.max_record_bytes, BlockEnd::kLine, 1,
                       run.job, [&tree](uint32_t, const LineBlock& block) { return tree.ReadBlock(block); }));
  tree.Finish();
  return run.builder.status();
}

}  // namespace

const Importer kHeaptrackImporter{"heaptrack", &SniffHeaptrack, &ImportHeaptrack};

}  // namespace ringscope
