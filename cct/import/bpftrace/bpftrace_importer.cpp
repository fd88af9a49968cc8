#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Each map is a column of the tree, so a file must not make up a name for each entry.
constexpr size_t kMaxMaps = 256;

constexpr uint64_t kHashFactor = 0x9e3779b97f4a7c15;  // odd, its bits spread

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool IsNameCharacter(char c) { return IsLetterOrDigit(c) || c == '_'; }

// The symbol without the offset of "vfs_read+12" or "vfs_read+0xc".
std::string_view WithoutBpfOffset(std::string_view symbol) {
  const size_t plus = symbol.rfind('+');
  if (plus == std::string_view::npos || plus == 0) return symbol;
  std::string_view offset = symbol.substr(plus + 1);
  const bool hexadecimal = offset.starts_with("0x");
  if (hexadecimal) offset.remove_prefix(2);
  const std::string_view digits = hexadecimal ? kHexDigits : kHexDigits.substr(0, 10);
  return !offset.empty() && offset.find_first_not_of(digits) == std::string_view::npos
             ? symbol.substr(0, plus)
             : symbol;
}

// The index of the ']' behind the keys of an entry, or npos. ": VALUE" follows it, and may have brackets too.
size_t EndOfKeys(std::string_view line) {
  const size_t end = line.find("]: ");
  if (end != std::string_view::npos) return end;
  return line.ends_with("]:") ? line.size() - 2 : end;
}

std::string_view ValueBehind(std::string_view line, size_t end_of_keys) {
  return Trimmed(line.substr(end_of_keys + 2));
}

// Whether one of the keys of "sh, , 12" is empty.
bool HasEmptyKey(std::string_view keys) {
  while (true) {
    const size_t comma = keys.find(", ");
    if (Trimmed(keys.substr(0, comma)).empty()) return true;
    if (comma == std::string_view::npos) return false;
    keys.remove_prefix(comma + 2);
  }
}

// The number behind `key` in "count 3, average 2, total 6".
std::optional<DecimalCount> NumberAfter(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view number = text.substr(at + key.size());
  return ParseCount(number.substr(0, number.find(',')));
}

// A line of bpftrace's text outside of an entry of a map.
struct BpftraceLine {
  enum class Type : uint8_t {
    kOther,       // no entry of a map
    kBegin,       // the begin of an entry, before its stack: "@name[", "@name[sh, "
    kEmptyStack,  // an entry with an empty stack: "@name[, sh]: 5"
    kNoStack,     // an entry without a stack: "@name: 5", "@name[sh]: 5"
  };
  Type type = Type::kOther;
  std::string_view map;    // without "@"
  std::string_view keys;   // with commas; of kBegin only those in front of the stack
  std::string_view value;  // of kEmptyStack
};
BpftraceLine ReadBpftraceLine(std::string_view line) {
  BpftraceLine result;
  line = TrimmedBack(line);
  if (!line.starts_with('@')) return result;
  line.remove_prefix(1);
  const auto* const name_end = std::find_if_not(line.begin(), line.end(), IsNameCharacter);
  const auto name_size = static_cast<size_t>(name_end - line.begin());
  result.map = line.substr(0, name_size);
  line.remove_prefix(name_size);
  if (line.starts_with(':')) {
    result.type = BpftraceLine::Type::kNoStack;
    return result;
  }
  if (!line.starts_with('[')) return result;
  line.remove_prefix(1);
  const size_t end = EndOfKeys(line);
  result.keys = line.substr(0, end);
  if (end == std::string_view::npos) {
    // The stack begins on the next line.
    if (line.empty() || line.ends_with(',')) result.type = BpftraceLine::Type::kBegin;
    return result;
  }
  result.value = ValueBehind(line, end);
  result.type = HasEmptyKey(result.keys) ? BpftraceLine::Type::kEmptyStack : BpftraceLine::Type::kNoStack;
  return result;
}

// The end of an entry: "]: 5", ", sh]: 5".
struct BpftraceEnd {
  std::string_view keys;   // behind the stack
  std::string_view value;  // empty if the lines of a histogram follow
};

// Reads the last line of an entry; nullopt for frames and for keys between two stacks (", ", ", sh, ").
std::optional<BpftraceEnd> ReadBpftraceEnd(std::string_view line) {
  line = TrimmedBack(line);
  if (!line.starts_with(']') && !line.starts_with(',')) return std::nullopt;
  const size_t end = EndOfKeys(line);
  if (end == std::string_view::npos) return std::nullopt;
  return BpftraceEnd{line.substr(0, end), ValueBehind(line, end)};
}

// Whether a trimmed line is one of a histogram: "[8, 16)  3 |@@@|".
bool IsBpftraceHistogram(std::string_view line) {
  return (line.starts_with('[') || line.starts_with('(')) && line.ends_with('|');
}

// 12 for the trimmed line "Lost 12 events"; 0 for other lines.
uint64_t LostBpftraceEvents(std::string_view line) {
  constexpr std::string_view kBegin = "Lost ";
  if (!line.starts_with(kBegin) || !line.ends_with(" events")) return 0;
  line.remove_prefix(kBegin.size());
  const auto count = ParseCount(line.substr(0, line.find(' ')));
  return count && count->decimals == 0 && !count->negative && !count->too_large ? count->mantissa : 0;
}

// A value: a number, or what stats() prints, "count 3, average 2, total 6".
struct BpftraceValue {
  DecimalCount number;                // the value, or the total of stats()
  std::optional<DecimalCount> count;  // of stats()
};
std::optional<BpftraceValue> ReadBpftraceValue(std::string_view text) {
  if (const auto number = ParseCount(text)) return BpftraceValue{*number, std::nullopt};
  if (!text.starts_with("count ")) return std::nullopt;
  const auto count = NumberAfter(text, "count ");
  const auto total = NumberAfter(text, ", total ");
  if (!count || !total) return std::nullopt;
  return BpftraceValue{*total, count};
}

// The frame of a line of a stack: "    vfs_read+12", in mode `perf` "\tffffffff81 vfs_read+12 (module)", in
// mode `raw` "    ffffffff81". `memory` owns a name that is put together.
Frame BpftraceFrame(std::string_view line, std::string& memory) {
  Frame frame;
  const bool as_perf = line.starts_with('\t');
  line = Trimmed(line);
  const size_t digits = std::min(line.find_first_not_of(kHexDigits), line.size());
  const bool kernel = digits == 16 && line.starts_with("ffff");
  if (as_perf && digits > 0 && digits < line.size() && line[digits] == ' ') {
    frame.name = Trimmed(line.substr(digits));
    const size_t open = FindOpening(frame.name);
    if (open != std::string_view::npos && open > 0 && frame.name[open - 1] == ' ') {
      frame.module = frame.name.substr(open + 1, frame.name.size() - open - 2);
      frame.name = Trimmed(frame.name.substr(0, open));
    }
    frame.name = WithoutBpfOffset(frame.name);
    frame.kind = kernel ? FrameKind::kKernel : KindOfModule(frame.module);
    return frame;
  }
  frame.name = WithoutBpfOffset(line);
  constexpr size_t kShortestAddress = 8;
  if (digits == line.size() && digits >= kShortestAddress) {
    memory = "0x";
    memory += line;
    frame.name = memory;
    if (kernel) frame.kind = FrameKind::kKernel;
  }
  return frame;
}

// Whether a text with this beginning has an entry with a stack.
bool SniffBpftrace(std::string_view start) {
  const bool complete = start.size() < kSniffBytes;
  bool inside = false;
  while (!start.empty()) {
    const std::string_view line = TakeLine(start);
    const BpftraceLine::Type type = ReadBpftraceLine(line).type;
    if (type == BpftraceLine::Type::kEmptyStack) return true;
    if (type == BpftraceLine::Type::kBegin) {
      inside = true;
    } else if (inside && ReadBpftraceEnd(line)) {
      return true;
    }
  }
  return inside && !complete;  // a stack that is longer than `start`
}

class BpftraceReader : public LineReader {
 public:
  static constexpr bool kHasPreviews = true;
  using LineReader::LineReader;

  [[nodiscard]] Result<void> ReadLine(std::string_view line) {
    const BpftraceLine read = ReadBpftraceLine(line);
    if (read.type != BpftraceLine::Type::kOther) {
      EndEntry();
      return ReadFirstLine(read);
    }
    if (!in_entry_) {
      SkipOther(line);
      return {};
    }
    if (const auto end = ReadBpftraceEnd(line)) {
      in_entry_ = false;
      AddKeys(end->keys);
      return AddEntry(end->value);
    }
    if (line.starts_with(',')) {  // between two stacks
      AddKeys(line);
    } else if (!Trimmed(line).empty()) {
      return AddFrame(line);
    }
    return {};
  }

  // Leaves out a ring of a single part.
  void AddToPreview(ImportPreview& preview) {
    preview.Add(0,
                {run_.builder, {}, HasOneRing() ? run_.builder.Child(kBuildRoot, OnlyRing()) : kBuildRoot});
  }

  [[nodiscard]] Result<void> Finish() {
    EndEntry();
    NoteCount(run_.report, repeated_count_, "entry",
              "printed again, and added to the values before: right if the maps were cleared in between.",
              "entries");
    NoteCount(run_.report, rounded_count_, "value",
              fmt::format("with more than {} decimals: rounded.", kMaxCountDecimals));
    if (HasOneRing()) LeaveOutOnlyThread(run_.builder, OnlyRing(), {});
    return run_.builder.status();
  }

 private:
  // A metric of a map. Its values are stored in units of 10^-decimals, the most decimals so far.
  struct MapMetric {
    MetricIndex index = 0;
    uint8_t decimals = 0;
  };
  // A map, and its metrics in the tree.
  struct Map {
    std::string name;
    std::optional<MapMetric> values, negative, counts;
  };

  [[nodiscard]] bool HasOneRing() const {
    return run_.options.threads == ThreadRing::kWhenSeveral && rings_.size() == 1 && !without_ring_;
  }
  [[nodiscard]] FrameId OnlyRing() const { return rings_.entry(0).frame; }

  void EndEntry() {
    if (in_entry_) SkipAt("an entry without its end", entry_offset_);
    in_entry_ = false;
  }

  [[nodiscard]] Result<void> ReadFirstLine(const BpftraceLine& line) {
    if (line.type == BpftraceLine::Type::kNoStack) return Skip("a map entry without a stack");
    map_ = MapOf(line.map);
    if (map_ == kMaxMaps) return FailHere(ErrorCode::kLimit, TooMany(kMaxMaps, "maps"));
    entry_offset_ = offset_;
    stack_.clear();
    stack_hash_ = 0;
    keys_.clear();
    AddKeys(line.keys);
    in_entry_ = line.type == BpftraceLine::Type::kBegin;
    if (in_entry_) return {};
    return AddEntry(line.value);
  }

  void SkipOther(std::string_view line) {
    // Ignore what bpftrace prints when it starts and ends.
    line = Trimmed(line);
    if (line.empty() || line.starts_with("Attach") || line.starts_with("^C") || IsBpftraceHistogram(line))
      return;
    if (const uint64_t lost = LostBpftraceEvents(line); lost > 0)
      Skip("events lost by bpftrace", lost);
    else
      Skip("a line that is no entry of a map");
  }

  // Appends the keys of ", sh, 12" to keys_.
  void AddKeys(std::string_view keys) {
    while (!keys.empty()) {
      const size_t comma = std::min(keys.find(", "), keys.size());
      std::string_view key = keys.substr(0, comma);
      keys.remove_prefix(std::min(comma + 2, keys.size()));
      while (!key.empty() && (key.back() == ' ' || key.back() == '\r' || key.back() == ','))
        key.remove_suffix(1);
      while (key.starts_with(' ') || key.starts_with(',')) key.remove_prefix(1);
      // Any number of keys may come between two stacks, so their size has a limit.
      if (key.empty() || keys_.size() + key.size() > run_.options.max_record_bytes) continue;
      if (!keys_.empty()) keys_ += ", ";
      keys_ += key;
    }
  }

  [[nodiscard]] Result<void> AddFrame(std::string_view line) {
    RINGSCOPE_TRY(CheckDepth(stack_.size()));
    const uint64_t hash = FrameTexts::Hash(line);
    const uint32_t index =
        texts_.Intern(line, hash, [&] { return run_.builder.InternFrame(BpftraceFrame(line, name_)); });
    stack_.push_back(texts_.entry(index).frame);
    stack_hash_ = (stack_hash_ ^ hash) * kHashFactor;
    return {};
  }

  [[nodiscard]] Result<void> AddEntry(std::string_view text) {
    const std::optional<BpftraceValue> value = ReadBpftraceValue(text);
    if (!value)
      return text.empty() ? SkipAt("a histogram", entry_offset_) : Skip("a value that is no number");
    BuildNode node = kBuildRoot;
    if (run_.options.threads != ThreadRing::kMerged) node = RingOf();
    for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame)
      node = run_.builder.Child(node, *frame);
    Map& map = maps_[map_];
    const auto metric = [this](std::optional<MapMetric>& known, std::string name) -> MapMetric& {
      if (!known) known = MapMetric{run_.builder.AddMetric({std::move(name), "count", 1}), 0};
      return *known;
    };
    MapMetric* into = &metric(map.values, map.name);
    if (value->number.negative && value->number.mantissa != 0)
      into = &metric(map.negative, map.name + " (negative)");
    if (!AddNumber(node, *into, value->number)) return FailTooLarge(value->number, *into, text);
    if (value->count) {
      MapMetric& counts = metric(map.counts, map.name + " count");
      if (!AddNumber(node, counts, *value->count)) return FailTooLarge(*value->count, counts, text);
    }
    NoteEntry();
    ++run_.report.record_count;
    return {};
  }

  // False if the number does not fit.
  [[nodiscard]] bool AddNumber(BuildNode node, MapMetric& metric, const DecimalCount& number) {
    if (number.too_large) return false;
    rounded_count_ += number.rounded ? 1 : 0;
    if (number.decimals > metric.decimals) {
      run_.builder.ScaleMetric(metric.index, PowerOfTen(number.decimals - metric.decimals));
      metric.decimals = number.decimals;
    }
    const std::optional<uint64_t> scaled = ScaledCount(number, metric.decimals);
    if (!scaled) return false;
    if (*scaled != 0) run_.builder.AddSelf(node, metric.index, *scaled);
    return true;
  }

  [[nodiscard]] tl::unexpected<Error> FailTooLarge(const DecimalCount& number, const MapMetric& metric,
                                                   std::string_view text) const {
    // Show a single number as written; a value of stats() is found by its place.
    constexpr size_t kShownBytes = 40;
    const bool is_number = text.size() <= kShownBytes && ParseCount(text).has_value();
    return FailHere(ErrorCode::kOverflow, fmt::format("expected values below 2^63 with {} decimals, found {}",
                                                      std::max(number.decimals, metric.decimals),
                                                      is_number ? text : "a larger one"));
  }

  void NoteEntry() {
    const uint64_t hash = ((stack_hash_ ^ FrameTexts::Hash(keys_)) * kHashFactor ^ map_) * kHashFactor;
    if (!entries_.insert(hash).second) ++repeated_count_;
  }

  // The context of the keys beside the stack.
  BuildNode RingOf() {
    if (keys_.empty()) {
      without_ring_ = true;
      return kBuildRoot;
    }
    const Frame frame{.name = keys_, .kind = FrameKind::kThread};
    const uint32_t index = rings_.Intern(keys_, [&] { return run_.builder.InternFrame(frame); });
    return run_.builder.Child(kBuildRoot, rings_.entry(index).frame);
  }

  // The index of a map in maps_; kMaxMaps if there are too many.
  size_t MapOf(std::string_view name) {
    if (name.empty()) name = "samples";
    const auto known = std::ranges::find(maps_, name, &Map::name);
    if (known == maps_.end() && maps_.size() < kMaxMaps) {
      maps_.push_back({std::string(name), {}, {}, {}});
      return maps_.size() - 1;
    }
    return known == maps_.end() ? kMaxMaps : static_cast<size_t>(known - maps_.begin());
  }

  FrameTexts texts_;  // lines of stacks
  FrameTexts rings_;  // keys beside the stacks
  bool without_ring_ = false;
  std::vector<Map> maps_;
  std::unordered_set<uint64_t> entries_;  // hashes of the entries so far
  uint64_t repeated_count_ = 0;
  uint64_t rounded_count_ = 0;
  std::string name_;

  // The entry being read.
  bool in_entry_ = false;
  uint64_t entry_offset_ = 0;
  size_t map_ = 0;
  std::vector<FrameId> stack_;  // innermost first
  uint64_t stack_hash_ = 0;
  std::string keys_;
};

}  // namespace

const Importer kBpftraceImporter{"bpftrace", &SniffBpftrace, &ImportLines<BpftraceReader>};

}  // namespace ringscope
