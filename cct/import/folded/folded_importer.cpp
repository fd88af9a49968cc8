#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/folded/austin_text.h"
#include "cct/import/folded/folded_form.h"
#include "cct/import/folded/folded_worker.h"
#include "cct/import/folded/other_text.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/report_notes.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// Lines of JSON may end in numbers. Stacks may begin with "[unknown]", "{main}" or "[[kernel.kallsyms]]".
bool LooksLikeJson(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
  const size_t second = text.find_first_not_of(kBlanks, first + 1);
  if (second == std::string_view::npos) return true;
  if (text.substr(first, 2) == "[[") {
    const size_t third = text.find_first_not_of(kBlanks, second + 1);
    constexpr std::string_view kValueStarts = "\"{[]-0123456789";
    return third == std::string_view::npos || kValueStarts.find(text[third]) != std::string_view::npos ||
           text.substr(third).starts_with("null") || text.substr(third).starts_with("true") ||
           text.substr(third).starts_with("false");
  }
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

bool SniffFolded(std::string_view text) {
  // Binary data that ends in text, or holds some, begins with what no text does.
  constexpr size_t kMarkBytes = 4;
  if (HasBinaryBytes(text.substr(0, std::min(text.find('\n'), kMarkBytes))) || LooksLikeJson(text))
    return false;
  const bool complete = text.size() < kSniffBytes;
  if (!complete && text.find('\n') == std::string_view::npos) return LooksLikeStart(text);
  const FoldedTally tally = TallyFoldedLines(text, complete);
  // Prose has a line here and there that ends in a number; of tables, logs and settings every line may.
  const uint64_t accepted = tally.stacks + tally.bracketed;
  if (accepted == 0 || accepted < tally.rejected) return false;
  if (tally.separated == 0) {
    // Nobody writes stacks that cost nothing; lists of counters have zeros. And frames have names.
    constexpr uint64_t kStacksPerWorthless = 8;
    if (tally.worthless * kStacksPerWorthless > accepted || tally.nameless == accepted) return false;
  }
  // Where some frames are separated as those of stacks are, single ones may be called whatever they like.
  constexpr uint64_t kUnlikelyPerSeparated = 4;
  if (tally.unlikely <= kUnlikelyPerSeparated * tally.separated) return true;
  const uint64_t likely = accepted - tally.unlikely;
  return likely >= tally.unlikely && likely >= tally.rejected + tally.unlikely;
}

bool SniffAustin(std::string_view prefix) { return LooksLikeAustin(prefix, prefix.size() < kSniffBytes); }

using FoldedWorkers = std::vector<std::unique_ptr<FoldedWorker>>;

// The processes and threads of Austin that are to be left out, as they would be rings of a single part.
struct LeftOutRings {
  bool processes = false;
  bool threads = false;
};

LeftOutRings RingsToLeaveOut(const FoldedWorkers& workers, ThreadRing policy) {
  if (policy != ThreadRing::kWhenSeveral) return {};
  std::set<std::string_view> processes;
  std::set<std::pair<std::string_view, std::string_view>> threads;
  for (const auto& worker : workers) {
    for (const FoldedWorker::Ring& ring : worker->rings()) {
      processes.insert(ring.process);
      if (!ring.thread.empty()) threads.emplace(ring.process, ring.thread);
    }
  }
  return {.processes = processes.size() == 1, .threads = threads.size() == 1};
}

// Adds the trees to that of `builder`, each from the only context of the rings that are left out.
void MergeWithoutRings(FoldedWorkers& workers, LeftOutRings left_out, CctBuilder& builder) {
  for (auto& worker : workers) {
    for (const FoldedWorker::Ring& ring : worker->rings()) {
      if (ring.thread.empty() == left_out.threads) continue;
      builder.MergeSubtree(worker->builder(), ring.context, kBuildRoot);
      break;
    }
    worker.reset();
  }
}

// A file whose lines end in either way has lines in such names.
uint64_t NamesWithReturns(const CctBuilder& builder) {
  uint64_t count = 0;
  for (FrameId frame = 0; frame < builder.frame_count(); ++frame)
    count += builder.frames()[frame].name.find('\r') != std::string_view::npos ? 1 : 0;
  return count;
}

// Brings the workers' trees together in `builder`.
Result<void> MergeWorkers(FoldedWorkers workers, const FoldedForm& form, const ImportRun& run) {
  CctBuilder& builder = run.builder;
  ImportReport& report = run.report;
  uint32_t decimals = 0;
  std::vector<bool> negative(form.columns.size());
  uint64_t rounded_count = 0;
  for (const auto& worker : workers) {
    decimals = std::max(decimals, worker->decimals());
    for (uint32_t column = 0; column < negative.size(); ++column)
      if (worker->has_negative(column)) negative[column] = true;
    rounded_count += worker->rounded_count();
  }
  for (const auto& worker : workers) {
    worker->AlignMetrics(negative);
    worker->SetDecimals(decimals);
    report.Add(worker->report());
  }
  const LeftOutRings left_out = RingsToLeaveOut(workers, run.options.threads);
  if (form.austin && left_out.processes) {
    MergeWithoutRings(workers, left_out, builder);
  } else {
    // The largest tree moves, the others are added to it.
    std::sort(workers.begin(), workers.end(), [](const auto& a, const auto& b) {
      return a->builder().node_count() > b->builder().node_count();
    });
    builder = std::move(workers[0]->builder());
    for (size_t i = 1; i < workers.size(); ++i) {
      builder.MergeFrom(workers[i]->builder());
      workers[i].reset();
    }
  }
  report.notes.insert(report.notes.end(), form.notes.begin(), form.notes.end());
  for (uint32_t column = 0; column < negative.size(); ++column) {
    if (!negative[column]) continue;
    report.notes.push_back(fmt::format("Negative values of \"{}\" are a metric of their own, \"{}\".",
                                       form.columns[column].metric.name, form.columns[column].negative_name));
  }
  NoteCount(report, rounded_count, "count",
            fmt::format("with more than {} decimals: rounded.", kMaxCountDecimals));
  NoteCount(report, NamesWithReturns(builder), "name",
            "with a carriage return in it: that ends no line where the file has line feeds.");
  return builder.status();
}

// Between two blocks. While only one thread of Austin has been met, it is no ring.
void AddToPreview(ImportPreview& preview, uint32_t index, FoldedWorker& worker, ThreadRing threads) {
  const std::vector<FoldedWorker::Ring>& rings = worker.rings();
  const bool one_thread = threads == ThreadRing::kWhenSeveral && rings.size() == 2;
  preview.Add(index, {worker.builder(), {}, one_thread ? rings[1].context : kBuildRoot});
}

// The whole lines that the file begins with.
Result<LineBlock> ReadStart(const ImportRun& run) {
  LineBlockReader reader(run.source, kSniffBytes, run.options.max_record_bytes, BlockEnd::kLine);
  auto block = reader.Next();
  run.source.Rewind();
  return block;
}

// Reads all lines in that form. False where a line proves that the file does not have it.
Result<bool> ReadInForm(const ImportRun& run, const FoldedForm& form) {
  const ImportOptions& options = run.options;
  const uint32_t worker_count = WorkerCountFor(options.worker_count, run.source);
  FoldedWorkers workers;
  for (uint32_t i = 0; i < worker_count; ++i)
    workers.push_back(std::make_unique<FoldedWorker>(options, form));
  if (options.preview != nullptr) options.preview->Begin(worker_count, run.job);
  const Result<uint64_t> read =
      ForEachLineBlock(run.source, options.block_bytes, options.max_record_bytes, BlockEnd::kLine,
                       worker_count, run.job, [&](uint32_t worker, const LineBlock& block) -> Result<void> {
                         RINGSCOPE_TRY(workers[worker]->ReadBlock(block));
                         if (options.preview != nullptr && options.preview->Wanted(worker))
                           AddToPreview(*options.preview, worker, *workers[worker], options.threads);
                         return {};
                       });
  if (!read) {
    const bool mixed = std::any_of(workers.begin(), workers.end(),
                                   [](const auto& worker) { return worker->mixed_columns(); });
    if (mixed) return false;
    return tl::unexpected(read.error());
  }
  run.report.input_bytes = *read;
  RINGSCOPE_TRY(MergeWorkers(std::move(workers), form, run));
  return true;
}

Result<void> ImportFolded(const ImportRun& run) {
  FoldedForm form;
  {
    RINGSCOPE_ASSIGN(const LineBlock start, ReadStart(run));
    form = Named(FoldedFormOf(start.text), run.options.naming);
  }
  RINGSCOPE_ASSIGN(const bool fits, ReadInForm(run, form));
  if (fits) return {};
  run.source.Rewind();  // some name ends in a number: start again
  RINGSCOPE_TRY(ReadInForm(run, Named(FoldedForm::Plain(), run.options.naming)));
  return {};
}

Result<void> ImportAustin(const ImportRun& run) {
  FoldedForm form;
  {
    RINGSCOPE_ASSIGN(const LineBlock start, ReadStart(run));
    form = AustinFormOf(start.text);
  }
  RINGSCOPE_TRY(ReadInForm(run, form));
  return {};
}

}  // namespace

const Importer kFoldedImporter{"folded", &SniffFolded, &ImportFolded};
const Importer kAustinImporter{"Austin", &SniffAustin, &ImportAustin};

}  // namespace ringscope
