#include "cct/import/folded_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ringscope {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

std::string_view WithoutTrailingBlanks(std::string_view text) {
  while (!text.empty() && (IsBlank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Bytes that `a` and `b` have in common from their start.
size_t CommonPrefix(std::string_view a, std::string_view b) {
  const size_t size = std::min(a.size(), b.size());
  size_t at = 0;
  const auto load = [](const char* from) {
    uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return word;
  };
  for (; at + 32 <= size; at += 32) {
    uint64_t difference = 0;
    for (size_t i = 0; i < 32; i += 8) difference |= load(a.data() + at + i) ^ load(b.data() + at + i);
    if (difference != 0) break;
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

}  // namespace

FoldedLine ReadFoldedLine(std::string_view line, bool want_two) {
  FoldedLine result;
  line = WithoutTrailingBlanks(line);
  if (line.empty()) return result;
  // "# key: 12" is metadata whatever it ends in; "#private;f 12" may be a stack.
  const bool hash = line[0] == '#';
  if (hash && (line.size() == 1 || IsBlank(line[1]))) return result;
  const std::optional<TrailingCount> last = ParseTrailingCount(line);
  if (!last) {
    result.type = hash ? FoldedLine::Type::kIgnored : FoldedLine::Type::kNoCount;
    return result;
  }
  result.type = FoldedLine::Type::kStack;
  result.last = last->count;
  result.stack = line.substr(0, last->rest_bytes);
  if (!want_two) return result;
  // "x BEFORE AFTER"; the blank that sets off BEFORE is also there when the stack is empty.
  if (const auto second = ParseTrailingCount(result.stack)) {
    result.second_last = second->count;
    result.stack = result.stack.substr(0, second->rest_bytes);
  }
  return result;
}

Frame FoldedFrame(std::string_view text) {
  Frame frame;
  frame.name = text;
  if (text.size() < 4 || text[text.size() - 1] != ']' || text[text.size() - 3] != '[' ||
      text[text.size() - 4] != '_') {
    return frame;
  }
  switch (text[text.size() - 2]) {
    case 'k':
      frame.kind = FrameKind::kKernel;
      break;
    case 'w':
      frame.kind = FrameKind::kKernel;
      break;  // a waker's stack: kernel code
    case 'j':
      frame.kind = FrameKind::kJit;
      break;
    case '1':
      frame.kind = FrameKind::kJit;
      break;  // compiled by the JVM's first tier
    case 'i':
      frame.kind = FrameKind::kInlined;
      break;
    case '0':
      frame.kind = FrameKind::kInterpreted;
      break;
    default:
      return frame;
  }
  frame.name.remove_suffix(4);
  return frame;
}

FoldedWorker::FoldedWorker(const ImportOptions& options, FoldedColumns columns)
    : options_(options), columns_(columns), builder_(options.build), last_child_(1) {
  if (columns == FoldedColumns::kOne) {
    builder_.AddMetric({"samples", "count", 1});
  } else {
    builder_.AddMetric({"before", "count", 1});
    builder_.AddMetric({"after", "count", 1});
  }
}

bool FoldedWorker::FailWith(ErrorCode code, uint64_t offset, std::string message) {
  error_ = Error{code, std::move(message), offset, {}, {}};
  return false;
}

Result<void> FoldedWorker::ReadBlock(const LineBlock& block) {
  // The previous block's memory may be gone.
  levels_.clear();
  previous_ = {};
  const char* const begin = block.text.data();
  const char* const end = begin + block.text.size();
  for (const char* at = begin; at < end;) {
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    const char* line_end = newline != nullptr ? static_cast<const char*>(newline) : end;
    const std::string_view line(at, static_cast<size_t>(line_end - at));
    if (!ReadLine(line, block.offset_bytes + static_cast<uint64_t>(at - begin))) {
      return tl::unexpected(std::move(*error_));
    }
    at = line_end + 1;
  }
  return builder_.status();
}

bool FoldedWorker::ReadLine(std::string_view line, uint64_t offset) {
  // Levels store offsets in 32 bits.
  if (line.size() > std::min<uint64_t>(options_.max_record_bytes, 0xfffffffe)) {
    return FailWith(ErrorCode::kLimit, offset,
                    fmt::format("expected lines of at most {} bytes, found one of {}",
                                options_.max_record_bytes, line.size()));
  }
  const bool two = columns_ == FoldedColumns::kTwo;
  const FoldedLine read = ReadFoldedLine(line, two);
  if (read.type == FoldedLine::Type::kIgnored) return true;
  if (read.type == FoldedLine::Type::kNoCount) {
    report_.Skip("no count at the end of the line", offset);
    return true;
  }
  if (two && !read.second_last) {
    mixed_columns_ = true;
    return FailWith(ErrorCode::kMalformed, offset, "expected two counts at the end of the line, found one");
  }
  BuildNode node = kBuildRoot;
  if (!FindStack(read.stack, offset, node)) return false;
  if (two && !AddCount(node, 0, *read.second_last, offset)) return false;
  if (!AddCount(node, two ? 1 : 0, read.last, offset)) return false;
  ++report_.record_count;
  return true;
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
    if (levels_.size() >= options_.max_stack_depth) {
      return FailWith(
          ErrorCode::kLimit, offset,
          fmt::format("expected stacks of at most {} frames, found a deeper one", options_.max_stack_depth));
    }
    node = Descend(node, stack.substr(begin, end - begin));
    levels_.push_back({static_cast<uint32_t>(end), node});
    begin = end + 1;
  }
  return true;
}

BuildNode FoldedWorker::Descend(BuildNode parent, std::string_view text) {
  const LastChild guess = last_child_[parent];
  if (guess.text != FrameTexts::kNotFound && texts_.text(guess.text) == text) return guess.node;
  const uint64_t hash = FrameTexts::Hash(text);
  uint32_t index = texts_.Find(text, hash);
  if (index == FrameTexts::kNotFound) index = texts_.Add(text, hash, builder_.InternFrame(FoldedFrame(text)));
  const BuildNode node = builder_.Child(parent, texts_.entry(index).frame);
  if (node >= last_child_.size()) last_child_.resize(builder_.node_count());
  last_child_[parent] = {node, index};
  return node;
}

bool FoldedWorker::AddCount(BuildNode node, uint32_t column, const DecimalCount& count, uint64_t offset) {
  if (count.rounded) ++rounded_count_;
  if (count.too_large)
    return FailWith(ErrorCode::kOverflow, offset, "expected a count below 2^63, found a larger one");
  if (count.decimals > decimals_) SetDecimals(count.decimals);
  const std::optional<uint64_t> value = ScaledCount(count, decimals_);
  if (!value) {
    // Without a place: where it shows depends on which lines this worker has seen before.
    error_ = Error{ErrorCode::kOverflow,
                   fmt::format("a value of metric '{}' reaches 2^63, more than can be stored",
                               builder_.metric(column).name),
                   {},
                   {},
                   {}};
    return false;
  }
  uint32_t metric = column;
  if (count.negative && *value != 0) {
    if (!has_negative_) AddNegativeMetrics();
    metric += columns_ == FoldedColumns::kTwo ? 2 : 1;
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

void FoldedWorker::AddNegativeMetrics() {
  if (has_negative_) return;
  has_negative_ = true;
  const uint32_t columns = builder_.metric_count();
  for (MetricIndex metric = 0; metric < columns; ++metric) {
    Metric negative = builder_.metric(metric);
    negative.name += " (negative)";
    builder_.AddMetric(std::move(negative));
  }
}

}  // namespace ringscope
