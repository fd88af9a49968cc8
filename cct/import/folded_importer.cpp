#include "cct/import/folded_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cct/import/folded_worker.h"
#include "cct/import/line_blocks.h"

namespace ringscope {
namespace {

struct LineTally {
  uint64_t stacks = 0;
  uint64_t two_counts = 0;
  uint64_t rejected = 0;
};

// Looks at the whole lines of `text`; `complete` says that its last line is whole too.
LineTally TallyLines(std::string_view text, bool complete) {
  LineTally tally;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    if (newline == std::string_view::npos && !complete) break;
    const FoldedLine line = ReadFoldedLine(text.substr(0, newline), true);
    if (line.type == FoldedLine::Type::kStack) ++tally.stacks;
    if (line.type == FoldedLine::Type::kNoCount) ++tally.rejected;
    if (line.second_last) ++tally.two_counts;
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return tally;
}

// Lines of JSON that was printed prettily may end in numbers; a stack may begin with "[unknown]" or "{main}".
bool LooksLikeJson(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
  const size_t second = text.find_first_not_of(kBlanks, first + 1);
  if (second == std::string_view::npos) return true;
  return text[second] == '"' || text[second] == '}' || text[second] == ']' || text[second] == '{' ||
         text[second] == '[';
}

// One line longer than the prefix: text is believed to be a stack, binary data not.
bool LooksLikeStart(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto value = static_cast<unsigned char>(c);
    return value < 0x20 && value != '\t';
  });
}

SniffResult SniffFolded(std::span<const std::byte> prefix) {
  const std::string_view text = AsText(prefix);
  // Profiles that end in text, as gperftools' with the list of modules, begin with words of zeros.
  if (text.starts_with('\0') || LooksLikeJson(text)) return SniffResult::kNo;
  const bool complete = prefix.size() < kSniffBytes;
  if (!complete && text.find('\n') == std::string_view::npos) {
    return LooksLikeStart(text) ? SniffResult::kYes : SniffResult::kNo;
  }
  const LineTally tally = TallyLines(text, complete);
  // Prose has a line here and there that ends in a number.
  return tally.stacks > 0 && tally.stacks >= tally.rejected ? SniffResult::kYes : SniffResult::kNo;
}

// Two counts a line only where every line has two; the first lines tell, and the workers check the rest.
Result<FoldedColumns> GuessColumns(ByteSource& source, const ImportOptions& options) {
  LineBlockReader reader(source, kSniffBytes, options.max_record_bytes, BlockEnd::kLine);
  RINGSCOPE_ASSIGN(const LineBlock block, reader.Next());
  source.Rewind();
  const LineTally tally = TallyLines(block.text, true);
  return tally.stacks > 0 && tally.two_counts == tally.stacks ? FoldedColumns::kTwo : FoldedColumns::kOne;
}

using Workers = std::vector<std::unique_ptr<FoldedWorker>>;

// Brings the workers' trees together in `builder`.
Result<void> MergeWorkers(Workers workers, CctBuilder& builder, ImportReport& report) {
  uint32_t decimals = 0;
  bool has_negative = false;
  uint64_t rounded_count = 0;
  for (const auto& worker : workers) {
    decimals = std::max(decimals, worker->decimals());
    has_negative |= worker->has_negative();
    rounded_count += worker->rounded_count();
  }
  for (const auto& worker : workers) {
    if (has_negative) worker->AddNegativeMetrics();
    worker->SetDecimals(decimals);
    report.Add(worker->report());
  }
  // The largest tree moves, the others are added to it.
  std::sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) {
    return a->builder().node_count() > b->builder().node_count();
  });
  builder = std::move(workers[0]->builder());
  for (size_t i = 1; i < workers.size(); ++i) {
    builder.MergeFrom(workers[i]->builder());
    workers[i].reset();
  }
  if (has_negative) {
    report.notes.push_back("Negative counts are kept as metrics of their own, named \"(negative)\".");
  }
  if (rounded_count > 0) {
    report.notes.push_back(fmt::format("{} counts had more than {} decimals and were rounded.", rounded_count,
                                       kMaxCountDecimals));
  }
  return builder.status();
}

Result<void> ImportFolded(ByteSource& source, const ImportOptions& options, CctBuilder& builder,
                          ImportReport& report, JobControl& job) {
  RINGSCOPE_ASSIGN(FoldedColumns columns, GuessColumns(source, options));
  const uint32_t worker_count = WorkerCountFor(options.worker_count, source);
  while (true) {
    Workers workers;
    for (uint32_t i = 0; i < worker_count; ++i)
      workers.push_back(std::make_unique<FoldedWorker>(options, columns));
    const Result<uint64_t> read = ForEachLineBlock(
        source, options.block_bytes, options.max_record_bytes, BlockEnd::kLine, worker_count, job,
        [&](uint32_t worker, const LineBlock& block) { return workers[worker]->ReadBlock(block); });
    if (read) {
      report.input_bytes = *read;
      return MergeWorkers(std::move(workers), builder, report);
    }
    const bool mixed = std::any_of(workers.begin(), workers.end(),
                                   [](const auto& worker) { return worker->mixed_columns(); });
    if (columns == FoldedColumns::kOne || !mixed) return tl::unexpected(read.error());
    columns = FoldedColumns::kOne;  // some name ends in a number: start again
    source.Rewind();
  }
}

}  // namespace

const Importer kFoldedImporter{"folded", &SniffFolded, &ImportFolded};

}  // namespace ringscope
