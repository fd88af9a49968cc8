#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/folded/folded_form.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

// Reads blocks of folded stacks into its own tree. Consecutive stacks share callers, so it looks up only the
// frames behind the common prefix with the stack before.
class FoldedWorker {
 public:
  // A process or a thread of Austin: its context, and its names, which identify it across workers.
  struct Ring {
    std::string process;  // "process 12"
    std::string thread;   // "thread 34"; empty for a process
    BuildNode context;
  };

  // `options` and `form` must outlive the worker.
  FoldedWorker(const ImportOptions& options, const FoldedForm& form)
      : builder(options.build),
        options_(options),
        form_(form),
        last_child_(1),
        negative_metric_(form.columns.size(), kNoMetric) {
    for (const FoldedColumn& column : form.columns) builder.AddMetric(column.metric);
  }

  // Errors have the offset of their line. A line with one count in a file with two counts sets
  // `mixed_columns` and fails.
  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block) {
    // previous_ points into the previous block, whose memory may be freed.
    levels_.clear();
    previous_ = {};
    RINGSCOPE_TRY(ForEachLine(block, [this](std::string_view line, uint64_t offset) -> Result<void> {
      if (!ReadLine(line, offset)) return tl::unexpected(std::move(*error_));
      return {};
    }));
    return builder.status();
  }

  // Raises `decimals`, and scales all values.
  void SetDecimals(uint32_t to) {
    if (to == decimals) return;
    const uint64_t factor = PowerOfTen(to - decimals);
    for (MetricIndex metric = 0; metric < builder.metric_count(); ++metric)
      builder.ScaleMetric(metric, factor);
    decimals = to;
  }

  // Whether a line has a negative value in this column of the form.
  [[nodiscard]] bool has_negative(uint32_t column) const { return negative_metric_[column] != kNoMetric; }
  // Orders the metrics of the tree: those of all columns, then the negative ones of `negative_columns`.
  void AlignMetrics(const std::vector<bool>& negative_columns) {
    const auto column_count = static_cast<uint32_t>(form_.columns.size());
    std::vector<MetricIndex> order(column_count);
    std::iota(order.begin(), order.end(), MetricIndex{0});
    for (uint32_t column = 0; column < column_count; ++column) {
      if (!negative_columns[column]) continue;
      if (!has_negative(column)) AddNegativeMetric(column);
      order.push_back(negative_metric_[column]);
    }
    builder.PermuteMetrics(order);
  }

  // The result of the blocks so far.
  CctBuilder builder;
  ImportReport report;
  uint32_t decimals = 0;  // counts are in units of 10^-decimals
  uint64_t rounded_count = 0;
  bool mixed_columns = false;
  std::vector<Ring> rings;  // of Austin; empty if threads are merged

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;

  // A frame of the previous stack: where its text ends in the stack, and its context.
  struct Level {
    uint32_t end;
    BuildNode node;
  };
  // The last visited child of a context, and the text that led there: a guess that saves the look-ups.
  struct LastChild {
    BuildNode node = kBuildRoot;
    uint32_t text = FrameTexts::kNotFound;
  };

  [[nodiscard]] bool ReadLine(std::string_view line, uint64_t offset) {
    // Levels store offsets in 32 bits.
    if (line.size() > std::min<uint64_t>(options_.max_record_bytes, 0xfffffffe))
      return FailWith(ErrorCode::kLimit, offset, TooLongLine(options_.max_record_bytes, line.size()));
    if (form_.austin) return ReadAustinLine(line, offset);
    if (form_.counts == FoldedForm::Counts::kBracketed) return ReadBracketedLine(line, offset);
    const bool has_two = form_.counts == FoldedForm::Counts::kTwo;
    const FoldedLine read = ReadFoldedLine(line, has_two);
    if (read.type == FoldedLine::Type::kIgnored) return true;
    if (read.type == FoldedLine::Type::kNoCount) {
      report.Skip("no count at the end of the line", offset);
      return true;
    }
    if (has_two && !read.second_last) {
      mixed_columns = true;
      return FailWith(ErrorCode::kMalformed, offset, "expected two counts at the end of the line, found one");
    }
    BuildNode node = kBuildRoot;
    if (!FindStack(read.stack, offset, node) || (has_two && !AddCount(node, 0, *read.second_last, offset)) ||
        !AddCount(node, has_two ? 1 : 0, read.last, offset))
      return false;
    ++report.record_count;
    return true;
  }

  [[nodiscard]] bool ReadBracketedLine(std::string_view line, uint64_t offset) {
    if (IsFoldedComment(line)) return true;
    const std::optional<FoldedValues> read = ReadBracketedValues(line);
    if (!read || read->count != form_.columns.size()) {
      report.Skip(read ? "another number of values in brackets than before"
                       : "no values in brackets at the end of the line",
                  offset);
      return true;
    }
    return AddValues(*read, offset);
  }

  [[nodiscard]] bool ReadAustinLine(std::string_view line, uint64_t offset) {
    if (IsFoldedComment(line)) return true;
    const bool full = form_.counts == FoldedForm::Counts::kTimeIdleMemory;
    std::optional<FoldedValues> read = ReadCommaValues(line);
    if (!read || read->count != (full ? 3 : 1)) {
      report.Skip(full ? "no three values at the end of the line" : "no value at the end of the line",
                  offset);
      return true;
    }
    const std::optional<AustinStack> stack = SplitAustinStack(read->stack);
    if (!stack) {
      report.Skip("a line that begins with no process and thread", offset);
      return true;
    }
    if (options_.threads == ThreadRing::kMerged) read->stack = stack->frames;
    if (full) {
      // The values are time, 1 if the thread was idle, and memory. An idle thread takes no CPU time.
      const bool idle = read->values[1].mantissa != 0;
      read->values[1] = idle ? DecimalCount() : read->values[0];
    }
    return AddValues(*read, offset);
  }

  [[nodiscard]] bool FindStack(std::string_view stack, uint64_t offset, BuildNode& node) {
    if (stack.empty()) {  // cost outside of any frame; not the same as a frame without a name
      levels_.clear();
      previous_ = {};
      return true;
    }
    // Both stacks share a frame if it lies in their common prefix and ends at the same place in both.
    const size_t common = CommonPrefix(stack, previous_);
    const auto shared = [&](const Level& level) {
      return level.end < common || (level.end == common && (common == stack.size() || stack[common] == ';'));
    };
    while (!levels_.empty() && !shared(levels_.back())) levels_.pop_back();
    previous_ = stack;

    size_t begin = 0;
    if (!levels_.empty()) {
      node = levels_.back().node;
      begin = levels_.back().end + size_t{1};
    }
    while (begin <= stack.size()) {
      const void* semicolon = std::memchr(stack.data() + begin, ';', stack.size() - begin);
      const size_t end = semicolon != nullptr
                             ? static_cast<size_t>(static_cast<const char*>(semicolon) - stack.data())
                             : stack.size();
      if (levels_.size() >= options_.max_stack_depth)
        return FailWith(ErrorCode::kLimit, offset, TooDeep(options_.max_stack_depth));
      node = Descend(node, stack.substr(begin, end - begin));
      levels_.push_back({static_cast<uint32_t>(end), node});
      begin = end + 1;
    }
    return true;
  }

  [[nodiscard]] bool AddCount(BuildNode node, uint32_t column, const DecimalCount& count, uint64_t offset) {
    if (count.rounded) ++rounded_count;
    if (count.too_large)
      return FailWith(ErrorCode::kOverflow, offset, "expected a count below 2^63, found a larger one");
    if (count.decimals > decimals) SetDecimals(count.decimals);
    const std::optional<uint64_t> value = ScaledCount(count, decimals);
    if (!value) {
      // Without a place, which would depend on the lines that this worker has read before.
      std::string message = fmt::format("a value of metric '{}' reaches 2^63, more than can be stored",
                                        form_.columns[column].metric.name);
      error_ = Error{ErrorCode::kOverflow, std::move(message), {}, {}, {}};
      return false;
    }
    MetricIndex metric = column;
    if (count.negative && *value != 0) {
      if (!has_negative(column)) AddNegativeMetric(column);
      metric = negative_metric_[column];
    }
    if (*value != 0) builder.AddSelf(node, metric, *value);
    return true;
  }

  [[nodiscard]] bool AddValues(const FoldedValues& read, uint64_t offset) {
    BuildNode node = kBuildRoot;
    if (!FindStack(read.stack, offset, node)) return false;
    for (uint32_t i = 0; i < read.count; ++i) {
      if (!AddCount(node, i, read.values[i], offset)) return false;
    }
    ++report.record_count;
    return true;
  }

  BuildNode Descend(BuildNode parent, std::string_view text) {
    const LastChild guess = last_child_[parent];
    if (guess.text != FrameTexts::kNotFound && texts_.text(guess.text) == text) return guess.node;
    const uint32_t index = texts_.Intern(text, [&] { return InternText(text); });
    const BuildNode node = builder.Child(parent, texts_.entry(index).frame);
    if (node >= last_child_.size()) {
      last_child_.resize(builder.node_count());
      if (form_.austin && levels_.size() < 2) AddRing(text, node);
    }
    last_child_[parent] = {node, index};
    return node;
  }

  void AddRing(std::string_view text, BuildNode context) {
    if (options_.threads == ThreadRing::kMerged) return;
    const auto name_of = [this](std::string_view ring) { return std::string(AustinFrame(ring, name_).name); };
    if (levels_.empty())
      rings.push_back({name_of(text), {}, context});
    else
      rings.push_back({name_of(previous_.substr(0, levels_[0].end)), name_of(text), context});
  }

  void AddNegativeMetric(uint32_t column) {
    Metric negative = builder.metric(column);  // for its unit and scale
    negative.name = form_.columns[column].negative_name;
    negative_metric_[column] = builder.AddMetric(std::move(negative));
  }

  [[nodiscard]] FrameId InternText(std::string_view text) {
    return builder.InternFrame(form_.austin ? AustinFrame(text, name_) : FoldedFrame(text));
  }

  [[nodiscard]] bool FailWith(ErrorCode code, uint64_t offset, std::string message) {
    error_ = Error{code, std::move(message), offset, {}, {}};
    return false;
  }

  const ImportOptions& options_;
  const FoldedForm& form_;
  FrameTexts texts_;
  std::vector<LastChild> last_child_;  // by BuildNode
  std::vector<Level> levels_;
  std::string_view previous_;
  std::vector<MetricIndex> negative_metric_;  // by column
  std::string name_;
  std::optional<Error> error_;
};

using FoldedWorkers = std::vector<std::unique_ptr<FoldedWorker>>;

// The rings of Austin to leave out, because they would have a single process or thread.
struct LeftOutRings {
  bool processes = false;
  bool threads = false;
};

LeftOutRings RingsToLeaveOut(const FoldedWorkers& workers, ThreadRing policy) {
  if (policy != ThreadRing::kWhenSeveral) return {};
  std::set<std::string_view> processes;
  std::set<std::pair<std::string_view, std::string_view>> threads;
  for (const auto& worker : workers) {
    for (const FoldedWorker::Ring& ring : worker->rings) {
      processes.insert(ring.process);
      if (!ring.thread.empty()) threads.emplace(ring.process, ring.thread);
    }
  }
  return {.processes = processes.size() == 1, .threads = threads.size() == 1};
}

// Merges the trees into `builder`, each from its context below the rings that are left out.
void MergeWithoutRings(FoldedWorkers& workers, LeftOutRings left_out, CctBuilder& builder) {
  for (auto& worker : workers) {
    for (const FoldedWorker::Ring& ring : worker->rings) {
      if (ring.thread.empty() == left_out.threads) continue;
      builder.MergeSubtree(worker->builder, ring.context, kBuildRoot);
      break;
    }
    worker.reset();
  }
}

// Counts names with a carriage return: a file with both kinds of line ends has whole lines in such names.
uint64_t NamesWithReturns(const CctBuilder& builder) {
  uint64_t count = 0;
  for (FrameId frame = 0; frame < builder.frame_count(); ++frame)
    count += builder.frames()[frame].name.find('\r') != std::string_view::npos ? 1 : 0;
  return count;
}

// Merges the workers' trees into the run's builder.
Result<void> MergeWorkers(FoldedWorkers workers, const FoldedForm& form, const ImportRun& run) {
  CctBuilder& builder = run.builder;
  ImportReport& report = run.report;
  uint32_t decimals = 0;
  std::vector<bool> negative(form.columns.size());
  uint64_t rounded_count = 0;
  for (const auto& worker : workers) {
    decimals = std::max(decimals, worker->decimals);
    for (uint32_t column = 0; column < negative.size(); ++column)
      if (worker->has_negative(column)) negative[column] = true;
    rounded_count += worker->rounded_count;
  }
  for (const auto& worker : workers) {
    worker->AlignMetrics(negative);
    worker->SetDecimals(decimals);
    report.Add(worker->report);
  }
  const LeftOutRings left_out = RingsToLeaveOut(workers, run.options.threads);
  if (form.austin && left_out.processes) {
    MergeWithoutRings(workers, left_out, builder);
  } else {
    // Move the largest tree, and merge the others into it.
    std::ranges::sort(workers, std::greater(), [](const auto& w) { return w->builder.node_count(); });
    builder = std::move(workers[0]->builder);
    for (size_t i = 1; i < workers.size(); ++i) {
      builder.MergeFrom(workers[i]->builder);
      workers[i].reset();
    }
  }
  report.notes.insert(report.notes.end(), form.notes.begin(), form.notes.end());
  for (uint32_t column = 0; column < negative.size(); ++column) {
    if (!negative[column]) continue;
    Note(report, "Negative values of \"{}\" are a metric of their own, \"{}\".",
         form.columns[column].metric.name, form.columns[column].negative_name);
  }
  NoteCount(report, rounded_count, "count",
            fmt::format("with more than {} decimals: rounded.", kMaxCountDecimals));
  NoteCount(report, NamesWithReturns(builder), "name",
            "with a carriage return in it: a carriage return ends no line in a file with line feeds.");
  return builder.status();
}

// Called between two blocks. Leaves out Austin's rings while this worker has read only one thread.
void AddToPreview(ImportPreview& preview, uint32_t index, FoldedWorker& worker, ThreadRing threads) {
  const bool one_thread = threads == ThreadRing::kWhenSeveral && worker.rings.size() == 2;
  preview.Add(index, {worker.builder, {}, one_thread ? worker.rings[1].context : kBuildRoot});
}

// The form of a file by its beginning, which may have many comments.
Result<FoldedForm> FormOfStart(const ImportRun& run, FoldedForm (*form_of)(std::string_view)) {
  RINGSCOPE_ASSIGN(const LineBlock start,
                   ReadStart(run, [](std::string_view text) { return !BehindComments(text).empty(); }));
  return form_of(start.text);
}

// Reads all lines in that form. False if a line shows that the file has another form.
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
    if (std::ranges::any_of(workers, [](const auto& w) { return w->mixed_columns; })) return false;
    return tl::unexpected(read.error());
  }
  run.report.input_bytes = *read;
  RINGSCOPE_TRY(MergeWorkers(std::move(workers), form, run));
  return true;
}

Result<void> ImportFolded(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const FoldedForm form, FormOfStart(run, &FoldedFormOf));
  RINGSCOPE_ASSIGN(const bool fits, ReadInForm(run, Named(form, run.options.naming)));
  if (fits) return {};
  run.source.Rewind();  // the first of two numbers belongs to a name: start again with one count
  RINGSCOPE_TRY(ReadInForm(run, Named(FoldedForm::Plain(), run.options.naming)));
  return {};
}

Result<void> ImportAustin(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const FoldedForm form, FormOfStart(run, &AustinFormOf));
  RINGSCOPE_TRY(ReadInForm(run, form));
  return {};
}

}  // namespace

const Importer kFoldedImporter{"folded", &LooksLikeFolded, &ImportFolded};
const Importer kAustinImporter{"Austin", &LooksLikeAustin, &ImportAustin};

}  // namespace ringscope
