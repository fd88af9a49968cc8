#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bpftrace/bpftrace_text.h"
#include "cct/import/bytes/line_blocks.h"
#include "cct/import/frame_text.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

// Each is a column of the tree: names made up entry by entry must not multiply.
constexpr size_t kMaxMaps = 256;

constexpr uint64_t kHashFactor = 0x9e3779b97f4a7c15;  // odd, its bits spread

bool SniffBpftrace(std::string_view prefix) { return LooksLikeBpftrace(prefix, prefix.size() < kSniffBytes); }

class BpftraceReader {
 public:
  explicit BpftraceReader(const ImportRun& run) : run_(run), builder_(run.options.build) {}

  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block) {
    const auto read = [this](std::string_view line, uint64_t offset) { return ReadLine(line, offset); };
    RINGSCOPE_TRY(ForEachLine(block, read));
    return builder_.status();
  }

  void EndInput() {
    EndEntry();
    NoteCount(run_.report, repeated_count_, "entry",
              "printed again, and added to what was printed before: right where the maps were cleared "
              "in between.",
              "entries");
    NoteCount(run_.report, rounded_count_, "value",
              fmt::format("with more than {} decimals: rounded.", kMaxCountDecimals));
  }

  // What the tree is read from: without the ring where it would be a single part.
  [[nodiscard]] BuildNode TopContext() {
    const bool leave_out =
        run_.options.threads == ThreadRing::kWhenSeveral && rings_.size() == 1 && !without_ring_;
    return leave_out ? builder_.Child(kBuildRoot, rings_.entry(0).frame) : kBuildRoot;
  }
  [[nodiscard]] CctBuilder& builder() { return builder_; }

 private:
  // Its values are stored in units of the smallest decimal that has come so far.
  struct MapMetric {
    MetricIndex index = 0;
    uint8_t decimals = 0;
  };
  // A map, and its metrics in the tree.
  struct Map {
    std::string name;
    std::optional<MapMetric> values, negative, counts;
  };

  [[nodiscard]] Result<void> ReadLine(std::string_view line, uint64_t offset) {
    if (line.size() > run_.options.max_record_bytes)
      return FailAt(ErrorCode::kLimit, offset, TooLongLine(run_.options.max_record_bytes, line.size()));
    const BpftraceLine read = ReadBpftraceLine(line);
    if (read.type != BpftraceLine::Type::kOther) {
      EndEntry();
      return ReadFirstLine(read, offset);
    }
    if (!inside_) {
      SkipOther(line, offset);
      return {};
    }
    if (const auto end = ReadBpftraceEnd(line)) {
      inside_ = false;
      AddKeys(end->keys);
      return AddEntry(end->value, offset);
    }
    if (line.starts_with(',')) {  // between two stacks
      AddKeys(line);
    } else if (!Trimmed(line).empty()) {
      return AddFrame(line, offset);
    }
    return {};
  }

  void EndEntry() {
    if (inside_) run_.report.Skip("an entry without its end", entry_offset_);
    inside_ = false;
  }

  [[nodiscard]] Result<void> ReadFirstLine(const BpftraceLine& line, uint64_t offset) {
    if (line.type == BpftraceLine::Type::kNoStack) {
      run_.report.Skip("a map entry without a stack", offset);
      return {};
    }
    map_ = MapOf(line.map);
    if (map_ == kMaxMaps) return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxMaps, "maps"));
    entry_offset_ = offset;
    stack_.clear();
    stack_hash_ = 0;
    keys_.clear();
    AddKeys(line.keys);
    inside_ = line.type == BpftraceLine::Type::kBegin;
    if (inside_) return {};
    return AddEntry(line.value, offset);
  }

  void SkipOther(std::string_view line, uint64_t offset) {
    // What it prints when it starts and ends says nothing of the profile.
    line = Trimmed(line);
    if (line.empty() || line.starts_with("Attach") || line.starts_with("^C") || IsBpftraceHistogram(line)) {
      return;
    }
    if (const uint64_t lost = LostBpftraceEvents(line); lost > 0) {
      run_.report.Skip("events lost by bpftrace", offset, lost);
    } else {
      run_.report.Skip("a line that is no entry of a map", offset);
    }
  }

  // Of ", sh, 12": "sh, 12", behind the keys so far.
  void AddKeys(std::string_view keys) {
    while (!keys.empty()) {
      const size_t comma = std::min(keys.find(", "), keys.size());
      std::string_view key = keys.substr(0, comma);
      keys.remove_prefix(std::min(comma + 2, keys.size()));
      while (!key.empty() && (key.back() == ' ' || key.back() == '\r' || key.back() == ','))
        key.remove_suffix(1);
      while (key.starts_with(' ') || key.starts_with(',')) key.remove_prefix(1);
      // Two stacks may have as many keys between them as they like.
      if (key.empty() || keys_.size() + key.size() > run_.options.max_record_bytes) continue;
      if (!keys_.empty()) keys_ += ", ";
      keys_ += key;
    }
  }

  [[nodiscard]] Result<void> AddFrame(std::string_view line, uint64_t offset) {
    if (stack_.size() >= run_.options.max_stack_depth)
      return FailAt(ErrorCode::kLimit, offset, TooDeep(run_.options.max_stack_depth));
    const uint64_t hash = FrameTexts::Hash(line);
    uint32_t index = texts_.Find(line, hash);
    if (index == FrameTexts::kNotFound)
      index = texts_.Add(line, hash, builder_.InternFrame(BpftraceFrame(line, name_)));
    stack_.push_back(texts_.entry(index).frame);
    stack_hash_ = (stack_hash_ ^ hash) * kHashFactor;
    return {};
  }

  // `offset` is that of the line with the value.
  [[nodiscard]] Result<void> AddEntry(std::string_view text, uint64_t offset) {
    const std::optional<BpftraceValue> value = ReadBpftraceValue(text);
    if (!value) {
      if (text.empty())
        run_.report.Skip("a histogram", entry_offset_);
      else
        run_.report.Skip("a value that is no number", offset);
      return {};
    }
    BuildNode node = kBuildRoot;
    if (run_.options.threads != ThreadRing::kMerged) node = RingOf();
    for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) node = builder_.Child(node, *frame);
    Map& map = maps_[map_];
    const auto metric = [this](std::optional<MapMetric>& known, std::string name) -> MapMetric& {
      if (!known) known = MapMetric{builder_.AddMetric({std::move(name), "count", 1}), 0};
      return *known;
    };
    MapMetric* into = &metric(map.values, map.name);
    if (value->number.negative && value->number.mantissa != 0)
      into = &metric(map.negative, map.name + " (negative)");
    if (!AddNumber(node, *into, value->number)) return TooLarge(value->number, *into, text, offset);
    if (value->count) {
      MapMetric& counts = metric(map.counts, map.name + " count");
      if (!AddNumber(node, counts, *value->count)) return TooLarge(*value->count, counts, text, offset);
    }
    NoteEntry();
    ++run_.report.record_count;
    return {};
  }

  // False where it does not fit.
  [[nodiscard]] bool AddNumber(BuildNode node, MapMetric& metric, const DecimalCount& number) {
    if (number.too_large) return false;
    rounded_count_ += number.rounded ? 1 : 0;
    if (number.decimals > metric.decimals) {
      builder_.ScaleMetric(metric.index, PowerOfTen(number.decimals - metric.decimals));
      metric.decimals = number.decimals;
    }
    const std::optional<uint64_t> scaled = ScaledCount(number, metric.decimals);
    if (!scaled) return false;
    if (*scaled != 0) builder_.AddSelf(node, metric.index, *scaled);
    return true;
  }

  [[nodiscard]] tl::unexpected<Error> TooLarge(const DecimalCount& number, const MapMetric& metric,
                                               std::string_view text, uint64_t offset) const {
    // What stats() prints is said by its place.
    constexpr size_t kShownBytes = 40;
    const bool is_number = text.size() <= kShownBytes && ParseCount(text).has_value();
    return FailAt(ErrorCode::kOverflow, offset,
                  fmt::format("expected values below 2^63 with {} decimals, found {}",
                              std::max(number.decimals, metric.decimals), is_number ? text : "a larger one"));
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
    const uint32_t index = rings_.Intern(keys_, [&] { return builder_.InternFrame(frame); });
    return builder_.Child(kBuildRoot, rings_.entry(index).frame);
  }

  // kMaxMaps: there are too many.
  size_t MapOf(std::string_view name) {
    if (name.empty()) name = "samples";
    const auto known =
        std::find_if(maps_.begin(), maps_.end(), [&](const Map& map) { return map.name == name; });
    if (known == maps_.end() && maps_.size() < kMaxMaps) {
      maps_.push_back({std::string(name), {}, {}, {}});
      return maps_.size() - 1;
    }
    return known == maps_.end() ? kMaxMaps : static_cast<size_t>(known - maps_.begin());
  }

  const ImportRun run_;
  CctBuilder builder_;
  FrameTexts texts_;  // lines of stacks
  FrameTexts rings_;  // the keys beside them
  bool without_ring_ = false;
  std::vector<Map> maps_;
  std::unordered_set<uint64_t> entries_;  // hashes of what has been printed
  uint64_t repeated_count_ = 0;
  uint64_t rounded_count_ = 0;
  std::string name_;

  // The entry being read.
  bool inside_ = false;
  uint64_t entry_offset_ = 0;
  size_t map_ = 0;
  std::vector<FrameId> stack_;  // innermost first
  uint64_t stack_hash_ = 0;
  std::string keys_;
};

Result<void> ImportBpftrace(const ImportRun& run) {
  BpftraceReader reader(run);
  if (run.options.preview != nullptr) run.options.preview->Begin(1, run.job);
  // An entry may lie in two blocks.
  RINGSCOPE_ASSIGN(
      run.report.input_bytes,
      ForEachLineBlock(run.source, run.options.block_bytes, run.options.max_record_bytes, BlockEnd::kLine, 1,
                       run.job, [&](uint32_t, const LineBlock& block) -> Result<void> {
                         RINGSCOPE_TRY(reader.ReadBlock(block));
                         if (run.options.preview != nullptr && run.options.preview->Wanted(0))
                           run.options.preview->Add(0, {reader.builder(), {}, reader.TopContext()});
                         return {};
                       }));
  reader.EndInput();
  const BuildNode top = reader.TopContext();
  if (top == kBuildRoot) {
    run.builder = std::move(reader.builder());
  } else {
    run.builder.MergeSubtree(reader.builder(), top, kBuildRoot);
  }
  return run.builder.status();
}

}  // namespace

const Importer kBpftraceImporter{"bpftrace", &SniffBpftrace, &ImportBpftrace};

}  // namespace ringscope
