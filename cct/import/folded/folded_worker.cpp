#include "cct/import/folded/folded_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "cct/import/folded/austin_text.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
FoldedWorker::FoldedWorker(const ImportOptions& options, const FoldedForm& form)
    : options_(options),
      form_(form),
      plain_(form.counts == FoldedForm::Counts::kOne && !form.austin),
      builder_(options.build),
      last_child_(1),
      negative_metric_(form.columns.size(), kNoMetric) {
  for (const FoldedColumn& column : form.columns) builder_.AddMetric(column.metric);
}

bool FoldedWorker::FailWith(ErrorCode code, uint64_t offset, std::string message) {
  error_ = Error{code, std::move(message), offset, {}, {}};
  return false;
}

Result<void> FoldedWorker::ReadBlock(const LineBlock& block) {
  // The previous block's memory may be gone.
  levels_.clear();
  previous_ = {};
  RINGSCOPE_TRY(ForEachLine(block, [this](std::string_view line, uint64_t offset) -> Result<void> {
    if (!ReadLine(line, offset)) return tl::unexpected(std::move(*error_));
    return {};
  }));
  return builder_.status();
}

bool FoldedWorker::ReadLine(std::string_view line, uint64_t offset) {
  // Levels store offsets in 32 bits.
  if (line.size() > std::min<uint64_t>(options_.max_record_bytes, 0xfffffffe))
    return FailWith(ErrorCode::kLimit, offset, TooLongLine(options_.max_record_bytes, line.size()));
  if (!plain_) return form_.austin ? ReadAustinLine(line, offset) : ReadLineOfValues(line, offset);
  const FoldedLine read = ReadFoldedLine(line, false);
  if (read.type == FoldedLine::Type::kIgnored) return true;
  if (read.type == FoldedLine::Type::kNoCount) {
    report_.Skip("no count at the end of the line", offset);
    return true;
  }
  BuildNode node = kBuildRoot;
  if (!FindStack(read.stack, offset, node) || !AddCount(node, 0, read.last, offset)) return false;
  ++report_.record_count;
  return true;
}

bool FoldedWorker::AddValues(const FoldedValues& read, uint64_t offset) {
  BuildNode node = kBuildRoot;
  if (!FindStack(read.stack, offset, node)) return false;
  for (uint32_t i = 0; i < read.count; ++i) {
    if (!AddCount(node, i, read.values[i], offset)) return false;
  }
  ++report_.record_count;
  return true;
}

bool FoldedWorker::ReadLineOfValues(std::string_view line, uint64_t offset) {
  if (form_.counts == FoldedForm::Counts::kTwo) {
    const FoldedLine read = ReadFoldedLine(line, true);
    if (read.type == FoldedLine::Type::kIgnored) return true;
    if (read.type == FoldedLine::Type::kNoCount) {
      report_.Skip("no count at the end of the line", offset);
      return true;
    }
    if (!read.second_last) {
      mixed_columns_ = true;
      return FailWith(ErrorCode::kMalformed, offset, "expected two counts at the end of the line, found one");
    }
    return AddValues({{*read.second_last, read.last}, 2, read.stack}, offset);
  }
  if (IsFoldedComment(line)) return true;
  const std::optional<FoldedValues> read = ReadBracketedValues(line);
  if (!read || read->count != form_.columns.size()) {
    report_.Skip(read ? "another number of values in brackets than before"
                      : "no values in brackets at the end of the line",
                 offset);
    return true;
  }
  return AddValues(*read, offset);
}

bool FoldedWorker::ReadAustinLine(std::string_view line, uint64_t offset) {
  if (IsFoldedComment(line)) return true;
  const bool full = form_.counts == FoldedForm::Counts::kTimeIdleMemory;
  std::optional<FoldedValues> read = ReadCommaValues(line);
  if (!read || read->count != (full ? 3 : 1)) {
    report_.Skip(full ? "no three values at the end of the line" : "no value at the end of the line", offset);
    return true;
  }
  const std::optional<AustinStack> stack = SplitAustinStack(read->stack);
  if (!stack) {
    report_.Skip("a line that begins with no process and thread", offset);
    return true;
  }
  if (options_.threads == ThreadRing::kMerged) read->stack = stack->frames;
  if (full) {
    // Time, 1 if the thread was idle, memory: an idle thread takes no CPU time.
    const bool idle = read->values[1].mantissa != 0;
    read->values[1] = idle ? DecimalCount() : read->values[0];
  }
  return AddValues(*read, offset);
}

bool FoldedWorker::FindStack(std::string_view stack, uint64_t offset, BuildNode& node) {
  if (stack.empty()) {  // cost outside of any frame, unlike one frame without a name
    levels_.clear();
    previous_ = {};
    return true;
  }
  // A frame of the previous stack is one of this too when it lies in the common prefix and ends here as well.
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

FrameId FoldedWorker::InternText(std::string_view text) {
  return builder_.InternFrame(form_.austin ? AustinFrame(text, name_) : FoldedFrame(text));
}

BuildNode FoldedWorker::Descend(BuildNode parent, std::string_view text) {
  const LastChild guess = last_child_[parent];
  if (guess.text != FrameTexts::kNotFound && texts_.text(guess.text) == text) return guess.node;
  const uint32_t index = texts_.Intern(text, [&] { return InternText(text); });
  const BuildNode node = builder_.Child(parent, texts_.entry(index).frame);
  if (node >= last_child_.size()) {
    last_child_.resize(builder_.node_count());
    if (form_.austin && levels_.size() < 2) AddRing(text, node);
  }
  last_child_[parent] = {node, index};
  return node;
}

void FoldedWorker::AddRing(std::string_view text, BuildNode context) {
  if (options_.threads == ThreadRing::kMerged) return;
  if (levels_.empty()) {
    rings_.push_back({std::string(AustinFrame(text, name_).name), {}, context});
    return;
  }
  const std::string process(AustinFrame(previous_.substr(0, levels_[0].end), name_).name);
  rings_.push_back({process, std::string(AustinFrame(text, name_).name), context});
}

bool FoldedWorker::AddCount(BuildNode node, uint32_t column, const DecimalCount& count, uint64_t offset) {
  if (count.rounded) ++rounded_count_;
  if (count.too_large)
    return FailWith(ErrorCode::kOverflow, offset, "expected a count below 2^63, found a larger one");
  if (count.decimals > decimals_) SetDecimals(count.decimals);
  const std::optional<uint64_t> value = ScaledCount(count, decimals_);
  if (!value) {
    // Without a place: where it shows depends on which lines this worker has seen before.
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
  if (*value != 0) builder_.AddSelf(node, metric, *value);
  return true;
}

void FoldedWorker::SetDecimals(uint32_t decimals) {
  if (decimals == decimals_) return;
  const uint64_t factor = PowerOfTen(decimals - decimals_);
  for (MetricIndex metric = 0; metric < builder_.metric_count(); ++metric)
    builder_.ScaleMetric(metric, factor);
  decimals_ = decimals;
}

void FoldedWorker::AddNegativeMetric(uint32_t column) {
  Metric negative = builder_.metric(column);  // its scale
  negative.name = form_.columns[column].negative_name;
  negative_metric_[column] = builder_.AddMetric(std::move(negative));
}

void FoldedWorker::AlignMetrics(const std::vector<bool>& negative_columns) {
  const auto column_count = static_cast<uint32_t>(form_.columns.size());
  std::vector<MetricIndex> order(column_count);
  std::iota(order.begin(), order.end(), MetricIndex{0});
  for (uint32_t column = 0; column < column_count; ++column) {
    if (!negative_columns[column]) continue;
    if (!has_negative(column)) AddNegativeMetric(column);
    order.push_back(negative_metric_[column]);
  }
  builder_.PermuteMetrics(order);
}

}  // namespace ringscope
