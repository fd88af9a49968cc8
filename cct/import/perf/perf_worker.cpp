#include "cct/import/perf/perf_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Marks the lines of records that are no samples.
constexpr std::string_view kOtherRecord = ": PERF_RECORD_";

// The cache of frame lines is emptied beyond this. There may be as many addresses as samples.
constexpr uint32_t kMaxKnownLines = 1u << 20;

std::optional<uint64_t> NumberBehind(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view number = text.substr(at + key.size(), 9);
  return ParseNumber<uint64_t>(number.substr(0, number.find_first_not_of("0123456789")));
}

// Whether " (" opens a module that never ends.
bool EndsInsideModule(std::string_view text) {
  const size_t open = text.rfind(" (");
  return open != std::string_view::npos && text.find(')', open) == std::string_view::npos;
}

// The count of "LOST 12 events!", "Processed 345 events and lost 12 chunks!" or a record of lost events.
std::optional<uint64_t> LostEvents(std::string_view line) {
  if (line.starts_with("LOST ") && line.ends_with('!')) return NumberBehind(line, "LOST ");
  if (line.starts_with("Processed ") && line.ends_with('!')) return NumberBehind(line, " lost ");
  if (line.find("PERF_RECORD_LOST") == std::string_view::npos) return std::nullopt;
  return NumberBehind(line, "lost ").value_or(1);
}

}  // namespace

uint64_t PerfStackLimit(std::string_view start_of_file) {
  uint64_t limit = kDefaultPerfStackLimit;
  while (start_of_file.starts_with('#')) {
    const std::string_view line = TakeLine(start_of_file);
    // The event's attribute, or the option in the command line that perf repeats.
    for (const std::string_view key : {"sample_max_stack = ", "--max-stack ", "--max-stack="}) {
      if (const auto depth = NumberBehind(line, key); depth && *depth > 0) limit = *depth;
    }
  }
  return limit;
}

void PerfTextFindings::Add(const PerfTextFindings& other) {
  source_line_count += other.source_line_count;
  extra_count += other.extra_count;
  without_frames_count += other.without_frames_count;
  unknown.Add(other.unknown);
  saw_modules |= other.saw_modules;
  all_have_times &= other.all_have_times;
  has_time_zero |= other.has_time_zero;
  goes_back_in_time |= other.goes_back_in_time;
  block_times.insert(block_times.end(), other.block_times.begin(), other.block_times.end());
  if (other.cut_sample) cut_sample = other.cut_sample;
}

bool PerfTextFindings::GoesBackInTime() const {
  std::vector<BlockTimes> in_order = block_times;
  std::ranges::sort(in_order, {}, &BlockTimes::offset_bytes);
  const auto is_earlier = [](const BlockTimes& a, const BlockTimes& b) { return b.first_ns < a.last_ns; };
  return goes_back_in_time || std::ranges::adjacent_find(in_order, is_earlier) != in_order.end();
}

PerfWorker::PerfWorker(const ImportOptions& options, PerfForm form, uint64_t stack_limit)
    : options_(options), form_(form), builder_(options.build), stack_limit_(stack_limit) {}

bool PerfWorker::FailWith(ErrorCode code, uint64_t offset, std::string message) {
  error_ = Error{code, std::move(message), offset, {}, {}};
  return false;
}

Result<void> PerfWorker::ReadBlock(const LineBlock& block, bool whole_samples) {
  // The sample that ends the block before this one may have been read by another worker.
  if (whole_samples && block.offset_bytes > 0) is_behind_sample_ = true;
  block_offset_ = block.offset_bytes;
  unended_line_.reset();
  if (!block.text.empty() && block.text.back() != '\n')
    unended_line_ = block.offset_bytes + block.text.rfind('\n') + 1;  // 0 behind npos
  RINGSCOPE_TRY(ForEachLine(block, [this](std::string_view line, uint64_t offset) -> Result<void> {
    if (!ReadLine(line, offset)) return tl::unexpected(std::move(*error_));
    return {};
  }));
  if (!AddWaiting()) return tl::unexpected(std::move(*error_));
  if (whole_samples) RINGSCOPE_TRY(FinishInput());
  return builder_.status();
}

Result<void> PerfWorker::FinishInput() {
  // A blank line ends each sample but, in some texts, the last one.
  if (in_sample_ && !has_trailer_ && !held_line_ && stack_.empty()) found_.cut_sample = sample_offset_;
  if (!FinishSample()) return tl::unexpected(std::move(*error_));
  return {};
}

bool PerfWorker::ReadLine(std::string_view line, uint64_t offset) {
  if (line.size() > options_.max_record_bytes)
    return AddWaiting() &&
           FailWith(ErrorCode::kLimit, offset, TooLongLine(options_.max_record_bytes, line.size()));
  line = TrimmedBack(line);
  const std::optional<PerfFrameLine> chained = ParsePerfChainLine(line);
  if (chained && in_sample_ && !has_frame_in_header_ && !held_line_ && chained->text.ends_with(')')) {
    has_chain_ = found_.saw_modules = sample_has_modules_ = true;
    waiting_.push_back({*chained, FrameTexts::Hash(chained->text), offset});
    known_.texts[chained->kernel_address].FetchSlot(waiting_.back().hash);
    constexpr size_t kMostWaiting = 32;  // as many loads as fill the processor's queues
    return waiting_.size() < kMostWaiting || AddWaiting();
  }
  if (!AddWaiting()) return false;
  if (line.empty()) return FinishSample();
  if (chained) return ReadChainLine(*chained, offset);
  if (line[0] == '#' && file_header_.Holds(line)) return true;
  if (form_ != PerfForm::kTasks && form_ != PerfForm::kTimeless) return ReadPlacedLine(line, offset);
  // The name of a command may look like the start of a frame, a comment or a notice.
  const bool is_other_record = line.find(kOtherRecord) != std::string_view::npos;
  if (!is_other_record) {
    if (const auto header = ParsePerfHeader(line, form_ == PerfForm::kTimeless))
      return BeginSample(*header, offset);
  }
  if (const auto read = ReadNotice(line, offset)) return *read;
  if (line[0] == '#') return true;
  // A sample with a frame on its first line may be complete: only an indented line continues it.
  const bool is_indented = line[0] == '\t';
  const bool may_go_on = in_sample_ && (is_indented || !has_frame_in_header_);
  if (may_go_on && !((is_indented || has_chain_) && LooksLikePerfExtraLine(line))) {
    if (const auto frame = ParsePerfFrameLine(line)) return ReadFrame(*frame, offset);
  }
  if (const auto read = ReadLineBehindFrames(line, offset)) return *read;
  report_.Skip(in_sample_                 ? "a line within a sample that is no frame"
               : ParsePerfFrameLine(line) ? "a frame outside of a sample"
                                          : "a line that begins no sample",
               offset);
  return true;
}

bool PerfWorker::ReadChainLine(const PerfFrameLine& frame, uint64_t offset) {
  if (!in_sample_) {
    if (!comment_.empty()) {
      // The line was no comment: its command has such a name.
      const std::string line = std::exchange(comment_, {});
      if (!BeginSample(ParsePerfFields(line), comment_offset_)) return false;
    } else if (form_ != PerfForm::kFramesOnly) {
      report_.Skip("a frame outside of a sample", offset);
      return true;
    } else if (!BeginSample({}, offset)) {
      return false;
    }
  }
  has_chain_ = true;
  return ReadFrame(frame, offset);
}

// A sample begins after a blank line, so its first line may have any form.
bool PerfWorker::ReadPlacedLine(std::string_view line, uint64_t offset) {
  comment_.clear();
  const PerfHeader fields = ParsePerfFields(line);
  const bool is_clear = form_ != PerfForm::kFramesOnly && AreClearlyOfPerf(fields);
  if (const auto read = ReadNotice(line, offset)) return *read;
  if (!is_clear) {
    if (const auto read = ReadLineBehindFrames(line, offset)) return *read;
  }
  if (in_sample_ && !has_frame_in_header_ && form_ != PerfForm::kLines) {
    report_.Skip("a line within a sample that is no frame", offset);
    return true;
  }
  const bool is_comment = line[0] == '#' && !in_sample_;
  if (form_ == PerfForm::kFramesOnly) {
    if (!is_comment) report_.Skip("a line that begins no sample", offset);
    return true;
  }
  if (is_comment && !is_clear) {
    comment_ = line;
    comment_offset_ = offset;
    return true;
  }
  // A sample with a frame on its first line has no other lines.
  return BeginSample(fields, offset);
}

std::optional<bool> PerfWorker::ReadLineBehindFrames(std::string_view line, uint64_t offset) {
  const bool has_frames = in_sample_ && (held_line_ || !stack_.empty());
  // The trailer of a first line may be an address alone, as trace points print it too.
  if ((has_frames || (in_sample_ && has_trailer_)) && LooksLikePerfSourceLine(line)) {
    ++found_.source_line_count;
    if (held_line_ && LooksLikePerfInlinedSourceLine(line)) {
      const bool in_kernel = (*held_line_ & 1) != 0;
      const std::string text(LineText(*std::exchange(held_line_, std::nullopt)));
      if (!AddFrame({{}, text + " (inlined)", in_kernel}, offset)) return false;
    }
    return !options_.call_sites || AddCallLine(line, offset);
  }
  if ((in_sample_ && !has_frames) || (!in_sample_ && !is_behind_sample_) || !LooksLikePerfExtraLine(line))
    return std::nullopt;
  found_.extra_count += in_sample_ ? 1 : 0;
  return FinishSample();
}

std::optional<bool> PerfWorker::ReadNotice(std::string_view line, uint64_t offset) {
  const std::optional<uint64_t> lost = LostEvents(line);
  if (!lost && line.find(kOtherRecord) == std::string_view::npos) return std::nullopt;
  if (!FinishSample()) return false;
  report_.Skip(lost ? "events lost by perf" : "a record of perf that is no sample", offset, lost.value_or(1));
  return true;
}

bool PerfWorker::ReadFrame(const PerfFrameLine& frame, uint64_t offset) {
  if (!frame.text.ends_with(')')) return ReadFrameWithoutModule(frame, offset);
  found_.saw_modules = sample_has_modules_ = true;
  return AddFrame(frame, offset);
}

bool PerfWorker::ReadFrameWithoutModule(const PerfFrameLine& frame, uint64_t offset) {
  const bool inside_module = EndsInsideModule(frame.text);
  if (unended_line_ == offset) {
    // The input ends here, maybe in the middle of a name.
    found_.cut_sample = sample_offset_;
    found_.saw_modules |= inside_module;
    return inside_module || sample_has_modules_ || frame.text.empty() || AddFrame(frame, offset);
  }
  if (!inside_module) return AddFrame(frame, offset);
  report_.Keep("a frame that is cut off", offset);
  return true;
}

bool PerfWorker::BeginSample(const PerfHeader& header, uint64_t offset) {
  if (!FinishSample()) return false;
  if (header.period_too_large)
    return FailWith(ErrorCode::kOverflow, offset, "expected a period below 2^63, found a larger one");
  in_sample_ = true;
  sample_offset_ = offset;
  sample_has_modules_ = false;
  const std::optional<uint32_t> event = EventIndex(header.event, offset);
  if (!event) return FailWith(ErrorCode::kLimit, offset, TooMany(kMaxPerfEvents, "events"));
  event_ = *event;
  events_[event_].has_period |= header.has_period;
  period_ = header.period;
  found_.has_time_zero |= header.time_ns == 0u;
  if (header.time_ns) {
    std::vector<PerfTextFindings::BlockTimes>& times = found_.block_times;
    if (times.empty() || times.back().offset_bytes != block_offset_)
      times.push_back({block_offset_, *header.time_ns, *header.time_ns});
    found_.goes_back_in_time |= *header.time_ns < times.back().last_ns;
    times.back().last_ns = *header.time_ns;
  }
  time_ns_ = header.time_ns;
  thread_.reset();
  if (options_.threads != ThreadRing::kMerged) thread_ = ThreadFrame(header);
  has_trailer_ = header.has_trailer;
  if (header.frame && !AddFrame(*header.frame, offset)) return false;
  has_frame_in_header_ = header.frame.has_value();
  found_.extra_count += header.has_extra ? 1 : 0;
  return true;
}

std::optional<uint32_t> PerfWorker::EventIndex(std::string_view name, uint64_t offset) {
  if (event_ < events_.size() && events_[event_].name == name) return event_;
  const uint64_t hash = FrameTexts::Hash(name);
  if (const uint32_t known = event_names_.Find(name, hash); known != FrameTexts::kNotFound) return known;
  if (events_.size() == kMaxPerfEvents) return std::nullopt;
  event_names_.Add(name, hash, 0);
  events_.push_back({std::string(name), offset, false});
  if (found_.all_have_times) samples_.emplace_back();
  builder_.AddMetric({std::string(name), "events", 1});
  builder_.AddMetric({std::string(name) + " samples", "count", 1});
  return static_cast<uint32_t>(events_.size() - 1);
}

FrameId PerfWorker::ThreadFrame(const PerfHeader& header) {
  thread_name_ = header.command;
  if (header.command.empty() && header.tid.empty()) thread_name_ = "[unknown thread]";
  if (!header.tid.empty()) {
    thread_name_ += " (tid ";
    thread_name_ += header.tid;
    thread_name_ += ')';
  }
  const Frame frame{.name = thread_name_, .kind = FrameKind::kThread};
  return threads_.FrameOf(thread_name_, [&] { return builder_.InternFrame(frame); });
}

uint32_t PerfWorker::ModuleIndex(std::string_view module) {
  return known_.modules.Intern(module, [] { return FrameId{0}; });
}

void PerfWorker::AddKnownLine(const PerfFrameLine& frame, uint32_t half) {
  const PerfSymbol symbol = ParsePerfSymbol(frame);
  KnownLine known;
  found_.unknown.prints_modules |= frame.text.ends_with(')');
  known.inlined = symbol.inlined;
  if (!symbol.inlined) {
    known.module = ModuleIndex(symbol.module);
    std::string stand_in;
    std::string_view name = symbol.symbol;
    if (name.empty() || name == "[unknown]") {
      // Unnamed code of different modules must not look like one function.
      known.unknown = symbol.module.empty();
      if (known.unknown)
        (frame.kernel_address ? found_.unknown.in_kernel : found_.unknown.in_user_code) = true;
      stand_in = symbol.module.empty() ? "[unknown]" : fmt::format("[{}]", BaseName(symbol.module));
      name = stand_in;
    } else if (auto rust = PlainRustName(name)) {
      stand_in = std::move(*rust);
      name = stand_in;
    }
    known.frame = builder_.InternFrame({.name = name, .module = symbol.module, .kind = symbol.kind});
  }
  known_.lines[half].push_back(known);
}

uint32_t PerfWorker::KnownLineOf(const PerfFrameLine& frame, uint64_t hash) {
  const uint32_t half = frame.kernel_address ? 1 : 0;
  const auto add = [&] {
    AddKnownLine(frame, half);
    return FrameId{0};
  };
  return known_.texts[half].Intern(frame.text, hash, add) << 1 | half;
}

bool PerfWorker::AddFrame(const PerfFrameLine& frame, uint64_t offset) {
  if (has_frame_in_header_) {
    // A call chain follows: the address on the first line was data that the sample refers to (-F +addr).
    has_frame_in_header_ = false;
    held_line_.reset();
    stack_.clear();
    pending_inlined_.clear();
    real_frame_count_ = 0;
    unknown_in_sample_ = 0;
  }
  const uint32_t line = KnownLineOf(frame, FrameTexts::Hash(frame.text));
  if (held_line_ && !AddLine(*std::exchange(held_line_, std::nullopt), offset)) return false;
  // The source line after a frame without a module may tell that it is inlined.
  if (frame.text.ends_with(')')) return AddLine(line, offset);
  held_line_ = line;
  return true;
}

bool PerfWorker::AddWaiting() {
  for (const auto& [frame, hash, offset] : waiting_) known_.texts[frame.kernel_address].FetchText(hash);
  for (const auto& [frame, hash, offset] : waiting_) {
    if (!AddLine(KnownLineOf(frame, hash), offset)) return false;
  }
  waiting_.clear();
  return true;
}

bool PerfWorker::AddLine(uint32_t line, uint64_t offset) {
  const KnownLine known = known_.lines[line & 1][line >> 1];
  if (stack_.size() >= options_.max_stack_depth)
    return FailWith(ErrorCode::kLimit, offset, TooDeep(options_.max_stack_depth));
  if (known.inlined) {
    // An inlined frame has the module of the function that it is inlined into, which follows.
    pending_inlined_.push_back({static_cast<uint32_t>(stack_.size()), line});
    stack_.push_back(0);
    has_call_line_ = false;
    return true;
  }
  if (!pending_inlined_.empty()) ResolveInlined(known.module);
  has_call_line_ = false;
  stack_.push_back(known.frame);
  ++real_frame_count_;
  unknown_in_sample_ += known.unknown ? 1 : 0;
  return true;
}

bool PerfWorker::AddCallLine(std::string_view text, uint64_t offset) {
  if (held_line_ && !AddLine(*std::exchange(held_line_, std::nullopt), offset)) return false;
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || stack_.empty()) return true;
  const std::string_view digits = text.substr(colon + 1);
  const auto line = ParseNumber<uint32_t>(digits.substr(0, digits.find_first_not_of("0123456789")));
  if (!line || *line == 0 || std::exchange(has_call_line_, true)) return true;
  // The stack is innermost first: a call line stands before its caller.
  stack_.insert(stack_.end() - 1, builder_.CallLine(*line));
  if (!pending_inlined_.empty() && pending_inlined_.back().position + 2 == stack_.size())
    ++pending_inlined_.back().position;
  return true;
}

void PerfWorker::ResolveInlined(uint32_t module) {
  for (const Pending& pending : pending_inlined_) {
    const auto [known, is_new] = known_.inlined_frames.try_emplace(uint64_t{pending.line} << 32 | module, 0);
    if (is_new) {
      const PerfFrameLine line{{}, LineText(pending.line), (pending.line & 1) != 0};
      const std::string_view symbol = ParsePerfSymbol(line).symbol;
      const std::optional<std::string> rust = PlainRustName(symbol);
      known->second = builder_.InternFrame({.name = rust ? std::string_view(*rust) : symbol,
                                            .module = known_.modules.text(module),
                                            .kind = FrameKind::kInlined});
    }
    stack_[pending.position] = known->second;
  }
  pending_inlined_.clear();
}

void PerfWorker::AddTime(BuildNode node) {
  if (!found_.all_have_times) return;
  if (!time_ns_) {
    found_.all_have_times = false;
    samples_.clear();
    return;
  }
  samples_[event_].Add(*time_ns_, node, period_);
}

bool PerfWorker::FinishSample() {
  if (!in_sample_) return true;
  in_sample_ = false;
  is_behind_sample_ = true;
  has_frame_in_header_ = false;
  has_chain_ = false;
  if (held_line_ && !AddLine(*std::exchange(held_line_, std::nullopt), sample_offset_)) return false;
  found_.without_frames_count += stack_.empty() ? 1 : 0;
  if (!pending_inlined_.empty()) ResolveInlined(ModuleIndex({}));
  if (thread_) stack_.push_back(*thread_);

  // Outermost first from here on; frames shared with the sample before need no lookup.
  size_t depth = 0;
  const size_t size = stack_.size();
  while (depth < size && depth < path_.size() && path_[depth].frame == stack_[size - 1 - depth]) ++depth;
  path_.resize(depth);
  BuildNode node = depth == 0 ? kBuildRoot : path_.back().node;
  for (; depth < size; ++depth) {
    const FrameId frame = stack_[size - 1 - depth];
    node = builder_.Child(node, frame);
    path_.push_back({frame, node});
  }
  builder_.AddSelf(node, 2 * event_, period_);
  builder_.AddSelf(node, 2 * event_ + 1, 1);
  AddTime(node);

  const size_t ring_depth = thread_ ? 1 : 0;
  if (real_frame_count_ == stack_limit_ && size > ring_depth) {
    ++report_.truncated_stack_count;
    builder_.MarkContext(path_[ring_depth].node, kCallersCutOff);
  }
  ++report_.record_count;
  found_.unknown.frame_count += unknown_in_sample_;
  found_.unknown.sample_count += unknown_in_sample_ > 0 ? 1 : 0;
  stack_.clear();
  real_frame_count_ = 0;
  unknown_in_sample_ = 0;
  if (known_.texts[0].size() + known_.texts[1].size() > kMaxKnownLines) known_ = {};
  if (const Result<void> status = builder_.status(); !status) {
    // The error has no offset: which sample exceeds a limit depends on how many workers share the file.
    error_ = status.error();
    return false;
  }
  return true;
}

}  // namespace ringscope
