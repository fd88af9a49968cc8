#include "cct/import/speedscope/speedscope_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"
#include "cct/import/frame_names.h"
#include "cct/import/json/json_scan.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Metrics cost eight bytes a context each.
constexpr size_t kMaxSpeedscopeMetrics = 256;

struct UnitName {
  std::string_view unit, metric;
};

UnitName NameOf(const std::string& unit) {
  const Unit known = UnitOfMetric(unit);
  if (known.dimension == Dimension::kTime) return {known.name, "time"};
  if (known.dimension == Dimension::kBytes) return {known.name, "memory"};
  return {unit == "none" ? std::string_view("count") : std::string_view(unit), "weight"};
}

// Takes `expected` off the front of `text`, if it is there.
bool Take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

struct WholeNumber {
  uint64_t magnitude = 0;
  bool negative = false;
};
bool TakeWholeNumber(std::string_view& text, WholeNumber& whole) {
  whole.negative = Take(text, "-");
  const json_scan::Digits digits = json_scan::ReadDigits(text.data(), text.data() + text.size());
  if (!json_scan::IsWholeNumber(text.data(), digits)) return false;
  text.remove_prefix(digits.count);
  whole.magnitude = digits.value;
  return true;
}

}  // namespace

// Keeps the parts in locals until all are read: an event that is written in pieces and then copied as a whole
// stalls the processor.
bool ParsePlainEvent(std::string_view object, SpeedscopeEvent& event) {
  auto type = SpeedscopeEvent::Type::kNone;
  WholeNumber frame, at;
  bool has_frame = false;
  bool has_time = false;
  char before = '{';
  while (Take(object, std::string_view(&before, 1))) {
    if (Take(object, "\"type\":\"")) {
      if (type != SpeedscopeEvent::Type::kNone) return false;
      if (Take(object, "O\""))
        type = SpeedscopeEvent::Type::kOpen;
      else if (Take(object, "C\""))
        type = SpeedscopeEvent::Type::kClose;
      else
        return false;
    } else if (Take(object, "\"frame\":")) {
      if (has_frame || !TakeWholeNumber(object, frame)) return false;
      has_frame = true;
    } else if (Take(object, "\"at\":")) {
      // Other code reads times with decimals.
      if (has_time || !TakeWholeNumber(object, at)) return false;
      has_time = true;
    } else {
      return false;
    }
    before = ',';
  }
  if (object != "}" || type == SpeedscopeEvent::Type::kNone || !has_frame || !has_time) return false;
  event.type = type;
  const auto magnitude = static_cast<int64_t>(frame.magnitude);
  event.frame = frame.negative ? -magnitude : magnitude;
  DecimalCount& time = event.at.emplace();
  time.mantissa = at.magnitude;
  time.negative = at.negative;
  return true;
}

SpeedscopeTree::SpeedscopeTree(const ImportRun& run, std::vector<SpeedscopeHead> heads,
                               std::vector<FrameId> frames, bool own_export)
    : run_(run),
      heads_(std::move(heads)),
      frames_(std::move(frames)),
      own_export_(own_export),
      max_depth_(run.options.max_stack_depth) {
  open_count_.resize(frames_.size() + 1);
  unknown_frame_ = UnknownFrame(run_.builder);
  ChooseMetrics();
  // Profiles with the same unit are rings: threads, mostly.
  const bool several = run.options.threads == ThreadRing::kWhenSeveral && values_.size() < heads_.size();
  rings_ = !own_export && (run.options.threads == ThreadRing::kAlways || several);
}

void SpeedscopeTree::ChooseMetrics() {
  for (const SpeedscopeHead& head : heads_) {
    auto known = values_.end();
    if (!own_export_) known = std::ranges::find(values_, head.unit, &Values::unit);
    values_of_.push_back(static_cast<size_t>(known - values_.begin()));
    if (known == values_.end()) values_.push_back({head.unit});
    if (values_.size() > kMaxSpeedscopeMetrics) {
      (void)FailWith(ErrorCode::kLimit, 0, TooMany(kMaxSpeedscopeMetrics, "metrics"));
      return;
    }
  }
  // If all profiles have different units, they are quantities of one run, and their names are the best ones.
  const bool named = own_export_ || (heads_.size() > 1 && values_.size() == heads_.size());
  for (size_t i = 0; i < values_.size(); ++i) {
    const UnitName name = NameOf(values_[i].unit);
    const bool by_profile = named && !heads_[i].name.empty();
    values_[i].metric = run_.builder.AddMetric(
        {by_profile ? heads_[i].name : std::string(name.metric), std::string(name.unit), 1});
  }
}

// Numbers profiles with the same name, so that they stay apart.
FrameId SpeedscopeTree::RingFrame(size_t profile) {
  std::string name = heads_[profile].name;
  if (name.empty()) name = fmt::format("profile {}", profile + 1);
  if (const uint32_t before = ring_names_[name]++; before > 0) name += fmt::format(" ({})", before + 1);
  return run_.builder.InternFrame({.name = name, .kind = FrameKind::kThread});
}

bool SpeedscopeTree::FailWith(ErrorCode code, uint64_t offset, std::string message) {
  if (!error_) error_ = Error{code, std::move(message), offset, {}, {}};
  return false;
}

bool SpeedscopeTree::BeginProfile() {
  if (error_) return false;
  levels_.clear();
  depth_ = 0;
  at_.reset();
  profile_root_ = rings_ ? run_.builder.Child(kBuildRoot, RingFrame(profile_)) : kBuildRoot;
  at_values_ = &values_[values_of_[profile_++]];
  return true;
}

int64_t SpeedscopeTree::Listed(int64_t index, uint64_t offset) {
  if (static_cast<uint64_t>(index) < frames_.size()) return index;
  run_.report.Keep("a frame that is not in the file's list", offset);
  return kOutside;
}

bool SpeedscopeTree::FailOnDepth(uint64_t offset) {
  return FailWith(ErrorCode::kLimit, offset, TooDeep(max_depth_));
}

bool SpeedscopeTree::Push(int64_t index, uint64_t offset) {
  if (depth_ < levels_.size()) {
    if (levels_[depth_].index == index) {
      ++depth_;
      return true;
    }
    levels_.resize(depth_);
  }
  if (depth_ >= max_depth_) return FailOnDepth(offset);
  const BuildNode node = run_.builder.Child(Top(), FrameOf(index));
  levels_.push_back({index, node});
  ++depth_;
  return true;
}

bool SpeedscopeTree::PushUnusualFrame(int64_t index, uint64_t offset) {
  if (stack_frames_.size() - stack_begin_ >= max_depth_) return FailOnDepth(offset);
  stack_frames_.push_back(FrameOf(Listed(index, offset)));
  return true;
}

void SpeedscopeTree::KeepFrames(size_t count) {
  const size_t waiting = stack_ends_.size();
  if (waiting == 0) {
    RINGSCOPE_CHECK(count <= frames_before_.size());
    stack_frames_.insert(stack_frames_.end(), frames_before_.begin(),
                         frames_before_.begin() + static_cast<ptrdiff_t>(count));
    return;
  }
  const size_t before = waiting == 1 ? 0 : stack_ends_[waiting - 2];
  RINGSCOPE_CHECK(count <= stack_begin_ - before);
  stack_frames_.resize(stack_begin_ + count);
  std::copy_n(stack_frames_.data() + before, count, stack_frames_.data() + stack_begin_);
}

void SpeedscopeTree::EndStack() {
  ++run_.report.record_count;
  stack_begin_ = stack_frames_.size();
  stack_ends_.push_back(stack_begin_);
}

bool SpeedscopeTree::AddPlainStack(std::string_view numbers) {
  // Only numbers up to a comma are whole.
  const std::string_view common = numbers.substr(0, CommonPrefix(numbers, last_numbers_));
  const size_t kept_end = common.rfind(',') + 1;  // 0 if there is none
  const auto kept = std::count(common.begin(), common.begin() + static_cast<ptrdiff_t>(kept_end), ',');
  stack_frames_.resize(stack_begin_);
  KeepFrames(static_cast<size_t>(kept));

  const char* at = numbers.data() + kept_end;
  const char* const end = numbers.data() + numbers.size();
  const auto skip_spaces = [&] {
    while (at < end && *at == ' ') ++at;
  };
  skip_spaces();
  while (at < end || kept_end > 0) {
    const json_scan::Digits digits = json_scan::ReadDigits(at, end);
    if (!json_scan::IsWholeNumber(at, digits) || !PushListedFrame(digits.value)) return false;
    at += digits.count;
    skip_spaces();
    if (at == end) break;
    if (*at != ',') return false;
    ++at;
    skip_spaces();
    if (at == end) return false;
  }
  EndStack();
  last_numbers_ = numbers;
  return true;
}

std::span<const BuildNode> SpeedscopeTree::FindContexts() {
  stack_contexts_.assign(stack_ends_.size(), profile_root_);
  const auto stack = [this](size_t i) {
    const size_t begin = i == 0 ? 0 : stack_ends_[i - 1];
    return std::span(stack_frames_).subspan(begin, stack_ends_[i] - begin);
  };
  // Count the frames that each stack shares with the one before it.
  stack_shared_.assign(stack_ends_.size(), 0);
  size_t shared_count = 0;
  for (size_t i = 1; i < stack_ends_.size(); ++i) {
    const auto before = stack(i - 1);
    const auto [at, end] = std::mismatch(before.begin(), before.end(), stack(i).begin(), stack(i).end());
    stack_shared_[i] = static_cast<size_t>(at - before.begin());
    shared_count += stack_shared_[i];
  }
  if (2 * shared_count < stack_frames_.size()) {
    finder_.Find(
        run_.builder, stack_contexts_, [&](size_t i) { return stack(i).size(); },
        [&](size_t i, size_t level) { return stack(i)[level]; });
  } else {
    // Samples in the order of time mostly share most frames with the one before.
    path_.clear();
    for (size_t i = 0; i < stack_ends_.size(); ++i) {
      path_.resize(stack_shared_[i]);
      for (const FrameId frame : stack(i).subspan(path_.size()))
        path_.push_back(run_.builder.Child(path_.empty() ? profile_root_ : path_.back(), frame));
      if (!path_.empty()) stack_contexts_[i] = path_.back();
    }
  }
  if (!stack_ends_.empty()) {
    const std::span<const FrameId> last = stack(stack_ends_.size() - 1);
    frames_before_.assign(last.begin(), last.end());
  }
  stack_frames_.clear();
  stack_ends_.clear();
  stack_begin_ = 0;
  return stack_contexts_;
}

// `count` in the metric's scale, which is made finer if `count` has more decimals.
std::optional<int64_t> SpeedscopeTree::Scaled(const DecimalCount& count, uint64_t offset) {
  Values& values = *at_values_;
  if (count.decimals == values.decimals && count.mantissa <= INT64_MAX && !count.rounded && !count.too_large)
      [[likely]] {
    const auto value = static_cast<int64_t>(count.mantissa);
    return count.negative ? -value : value;
  }
  rounded_count_ += count.rounded ? 1 : 0;
  bool too_large = false;
  if (count.decimals > values.decimals) {
    const uint64_t factor = PowerOfTen(count.decimals - values.decimals);
    run_.builder.ScaleMetric(values.metric, factor);
    if (const MetricIndex below_zero = below_zero_.MetricOf(values.metric); below_zero != BelowZero::kNone)
      run_.builder.ScaleMetric(below_zero, factor);
    values.decimals = count.decimals;
    too_large = at_ && __builtin_mul_overflow(*at_, static_cast<int64_t>(factor), &*at_);
  }
  const std::optional<uint64_t> scaled = ScaledCount(count, values.decimals);
  if (!scaled || too_large) {
    (void)FailWith(
        ErrorCode::kOverflow, offset,
        fmt::format("expected values below 2^63 with {} decimals, found a larger one", values.decimals));
    return std::nullopt;
  }
  const auto value = static_cast<int64_t>(*scaled);
  return count.negative ? -value : value;
}

bool SpeedscopeTree::AddWeight(BuildNode context, const DecimalCount& weight, uint64_t offset) {
  const std::optional<int64_t> value = Scaled(weight, offset);
  if (value) below_zero_.AddSelf(run_.builder, context, at_values_->metric, *value);
  return value.has_value();
}

void SpeedscopeTree::BeginEvents() {
  levels_.clear();
  cut_at_.clear();
  depth_ = 0;
  at_.reset();
}

void SpeedscopeTree::AdvanceTo(int64_t at) {
  if (!at_) {
    at_ = at;
    return;
  }
  if (at <= *at_) {
    early_count_ += at < *at_ ? 1 : 0;
    return;
  }
  const uint64_t passed = static_cast<uint64_t>(at) - static_cast<uint64_t>(*at_);
  at_ = at;
  // No frame ran in this time; in our own export, this is self cost of the root.
  if (depth_ == 0 && !own_export_)
    has_idle_ = true;
  else
    run_.builder.AddSelf(Top(), at_values_->metric, passed);
}

bool SpeedscopeTree::AddEvent(const SpeedscopeEvent& event, uint64_t offset) {
  const std::optional<int64_t> time = Scaled(*event.at, offset);
  if (!time) return false;
  AdvanceTo(*time);
  const int64_t frame = Listed(event.frame.value_or(kOutside), offset);
  if (event.type == SpeedscopeEvent::Type::kOpen) {
    ++run_.report.record_count;
    ++OpenCount(frame);
    return Push(frame, offset);
  }
  // This check comes first, so that the loop below visits only levels that it closes.
  if (OpenCount(frame) == 0) {
    ++not_open_count_;
    if (const auto cut = cut_at_.find(frame); cut != cut_at_.end() && !cut->second.empty()) {
      at_values_->cut += AtInUnit() - cut->second.back();
      cut->second.pop_back();
    }
    return true;
  }
  while (levels_[depth_ - 1].index != frame) {
    const int64_t cut = levels_[--depth_].index;
    --OpenCount(cut);
    ++not_closed_count_;
    cut_at_[cut].push_back(AtInUnit());
  }
  --OpenCount(levels_[--depth_].index);
  return true;
}

bool SpeedscopeTree::EndEvents(uint64_t offset) {
  const std::optional<DecimalCount>& end = heads_[profile_ - 1].end;
  if (end && at_) {
    const std::optional<int64_t> time = Scaled(*end, offset);
    if (!time) return false;
    if (*time > *at_) AdvanceTo(*time);
  }
  open_at_end_count_ += depth_;
  while (depth_ > 0) --OpenCount(levels_[--depth_].index);
  return true;
}

// ", 1.50 ms before their own ends", with the times of all units; empty if there are none.
std::string SpeedscopeTree::CutText() const {
  std::string text;
  for (const Values& values : values_) {
    if (values.cut > 0)
      text += fmt::format("{}{}", text.empty() ? ", " : " and ", QuantityText(values.cut, values.unit));
  }
  return text.empty() ? text : text + " before their own ends";
}

void SpeedscopeTree::AddNotes() {
  NoteCount(run_.report, early_count_, "event", "earlier than the one before: taken to be at its time.");
  NoteCount(run_.report, not_open_count_, "event", "closed a frame that was not open: left out.");
  NoteCount(run_.report, not_closed_count_, "frame",
            fmt::format("still open when one around it was closed: closed with that{}.", CutText()));
  NoteCount(run_.report, open_at_end_count_, "frame", "still open at the end: closed there.");
  NoteCount(run_.report, rounded_count_, "value", "with more than 9 decimals: rounded.");
  if (has_idle_) run_.report.notes.push_back("Time in which no frame was open is left out.");
}

}  // namespace ringscope
