#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/below_zero.h"
#include "cct/import/compact_lists.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr int64_t kVersion = 2;

constexpr size_t kMaxFrames = size_t{1} << 28;
constexpr size_t kMaxDhatTextBytes = 200;

// The quantities of a program point, in the order of the metrics. Without its own maximum (mb, mbk): points
// reach their maxima at different times, so a sum of maxima has no meaning.
struct Quantity {
  std::string_view key;
  std::string_view name;
  std::string_view unit;
};
constexpr std::array<Quantity, 9> kQuantities = {{
    {"tb", "allocated", "bytes"},
    {"tbk", "allocations", "count"},
    {"gb", "peak", "bytes"},
    {"gbk", "peak blocks", "count"},
    {"eb", "at end", "bytes"},
    {"ebk", "blocks at end", "count"},
    {"rb", "read", "bytes"},
    {"wb", "written", "bytes"},
    {"tl", "lifetime", {}},
}};
constexpr size_t kTotalBytes = 0;
constexpr size_t kTotalBlocks = 1;
constexpr size_t kLifetime = 8;

size_t QuantityOf(std::string_view key) {
  size_t index = 0;
  while (index < kQuantities.size() && kQuantities[index].key != key) ++index;
  return index;
}

bool SniffDhat(std::string_view prefix) {
  return FirstOf(prefix) == '{' && Has(prefix, "\"dhatFileVersion\"");
}

// An entry of the table of frames, "0xADDRESS: NAME (FILE:LINE)" or "0xADDRESS: NAME (in MODULE)".
struct DhatFrame {
  std::string_view address;  // "0x1094BF", or empty
  Frame frame;               // borrows from the text; without the line, which is a call site
};

// Takes ":12" off the end. False if the text ends otherwise.
bool TakeDhatNumber(std::string_view& place) {
  const size_t last = place.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == place.size() || place[last] != ':') return false;
  place = place.substr(0, last);
  return true;
}

// Reads any text: one without this form is a name.
DhatFrame ParseDhatFrame(std::string_view text) {
  DhatFrame result;
  if (text.starts_with("0x")) {
    const size_t end = text.find_first_not_of("0123456789abcdefABCDEF", 2);
    if (end != std::string_view::npos && end > 2 && text.substr(end).starts_with(": ")) {
      result.address = text.substr(0, end);
      text.remove_prefix(end + 2);
    }
  }
  Frame& frame = result.frame;
  frame.name = text;
  // Names have parentheses too, so only the last ones count, and only if they contain a place.
  if (const size_t open = text.rfind(" ("); open != std::string_view::npos && text.ends_with(')')) {
    std::string_view place = text.substr(open + 2, text.size() - open - 3);
    if (place.starts_with("in ")) {
      frame.module = place.substr(3);
      frame.name = text.substr(0, open);
    } else if (TakeDhatNumber(place)) {
      static_cast<void>(TakeDhatNumber(place));  // Rust also has a column
      frame.file = place;
      frame.name = text.substr(0, open);
    } else if (const size_t in = text.rfind(" (in "); in != std::string_view::npos && text.ends_with("))")) {
      // "(in /bin/app (deleted))"
      frame.module = text.substr(in + 5, text.size() - in - 6);
      frame.name = text.substr(0, in);
    }
  }
  if (frame.name.empty() || frame.name == "???") {
    frame.name = result.address;
    if (frame.name.empty()) {
      frame.name = "[unknown]";
      frame.kind = FrameKind::kSynthetic;
    }
  }
  return result;
}

// The first of two passes: reads the table of frames and the data about the file. The table comes behind the
// points that refer to it.
class DhatHead final : public JsonDocument {
 public:
  using JsonDocument::JsonDocument;

  // The frames by their index in the table.
  [[nodiscard]] std::vector<FrameId> InternFrames() const {
    // Frames with one address are inlined into the last of them: a stack lists the innermost frame first, and
    // the table has the frames in the order of the stacks.
    std::unordered_map<std::string_view, size_t> last_of_address;
    for (size_t i = 0; i < frames_.size(); ++i) {
      const std::string_view address = ParseDhatFrame(frames_[i]).address;
      if (!address.empty()) last_of_address[address] = i;
    }
    std::vector<FrameId> frames;
    frames.reserve(frames_.size());
    for (size_t i = 0; i < frames_.size(); ++i) {
      DhatFrame entry = ParseDhatFrame(frames_[i]);
      if (!entry.address.empty() && last_of_address[entry.address] != i)
        entry.frame.kind = FrameKind::kInlined;
      frames.push_back(run_.builder.InternFrame(entry.frame));
    }
    return frames;
  }

  // Whether the first frame stands for the root, as DHAT writes it.
  [[nodiscard]] bool HasRoot() const { return frames_[0] == "[root]"; }

  [[nodiscard]] Metric MetricOf(size_t quantity) const {
    Metric metric{std::string(kQuantities[quantity].name), std::string(kQuantities[quantity].unit), 1};
    if (quantity == kLifetime) metric.unit = time_unit;
    // Profiles of copies and of the program's own events name their units.
    const bool of_heap = mode.find("heap") != std::string::npos;
    if (quantity == kTotalBytes && !of_heap)
      metric = {bytes_unit, bytes_unit == "bytes" ? "bytes" : "count", 1};
    if (quantity == kTotalBlocks && !of_heap) metric.name = blocks_unit;
    return metric;
  }

  std::optional<int64_t> version;
  std::string mode = "heap";
  std::string command;
  std::string bytes_unit = "bytes";
  std::string blocks_unit = "blocks";
  std::string time_unit = "count";
  std::array<bool, kQuantities.size()> has_quantity{};

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key == "dhatFileVersion") return ReadNumberIfAny([&] { version = json_.Integer(); });
    if (key == "mode") return ReadText(mode);
    if (key == "cmd") return ReadText(command);
    if (key == "bsu") return ReadText(bytes_unit);
    if (key == "bksu") return ReadText(blocks_unit);
    if (key == "tu") return ReadText(time_unit);
    if (key == "ftbl") return ReadArray([this](JsonToken token) { return ReadFrame(token); });
    if (key != "pps") return json_.SkipValue();
    return ReadArray([this](JsonToken begin) {
      return ReadMembers(begin, "a program point (an object)", [this](std::string_view member) {
        if (const size_t index = QuantityOf(member); index < kQuantities.size()) has_quantity[index] = true;
        return json_.SkipValue();
      });
    });
  }

  bool ReadFrame(JsonToken token) {
    if (token != JsonToken::kString) return FailWith("a frame (a string)");
    const uint64_t max_text_bytes = run_.options.build.max_string_bytes;
    if (frames_.size_bytes() + json_.text().size() > max_text_bytes)
      return FailWith(ErrorCode::kLimit, TooLongNames(max_text_bytes));
    if (frames_.size() >= kMaxFrames) return FailWith(ErrorCode::kLimit, TooMany(kMaxFrames, "frames"));
    frames_.Add(json_.text());
    return true;
  }

  TextList frames_;
};

// The second pass: reads the points.
class DhatPoints final : public JsonDocument {
 public:
  DhatPoints(const ImportRun& run, const DhatHead& head)
      : JsonDocument(run),
        frames_(head.InternFrames()),
        has_root_(head.HasRoot()),
        preview_(run.options.preview, run.job) {
    for (size_t i = 0; i < kQuantities.size(); ++i) {
      if (head.has_quantity[i]) metrics_[i] = run.builder.AddMetric(head.MetricOf(i));
    }
  }

  void AddNotes() const { below_zero_.AddNote(run_.report); }

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key != "pps") return json_.SkipValue();
    return ReadArray([this](JsonToken begin) { return ReadPoint(begin); });
  }

  bool ReadPoint(JsonToken begin) {
    stack_.clear();
    std::array<int64_t, kQuantities.size()> values{};
    bool has_stack = false;
    const uint64_t offset = json_.offset_bytes();
    const bool read = ReadMembers(begin, "a program point (an object)", [&](std::string_view key) {
      if (key == "fs") {
        has_stack = true;
        return ReadArray([this](JsonToken token) { return ReadFrameNumber(token); });
      }
      const size_t quantity = QuantityOf(key);
      if (quantity == kQuantities.size()) return json_.SkipValue();
      return ReadValue(values[quantity]);
    });
    if (!read) return false;
    if (!has_stack) run_.report.Keep("a program point without a stack", offset);
    BuildNode context = kBuildRoot;
    for (size_t i = stack_.size(); i-- > 0;) context = run_.builder.Child(context, stack_[i]);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0) below_zero_.AddSelf(run_.builder, context, metrics_[i], values[i]);
    }
    ++run_.report.record_count;
    if (const Result<void> status = run_.builder.status(); !status) {
      error_ = status.error();
      return false;
    }
    if (preview_.Wanted()) preview_.Add({run_.builder});
    return true;
  }

  bool ReadFrameNumber(JsonToken token) {
    if (token != JsonToken::kNumber) return FailWith("the number of a frame");
    if (stack_.size() >= run_.options.max_stack_depth)
      return FailWith(ErrorCode::kLimit, TooDeep(run_.options.max_stack_depth));
    const std::optional<int64_t> number = json_.Integer();
    if (number && *number == 0 && has_root_) return true;
    if (number && *number >= 0 && static_cast<uint64_t>(*number) < frames_.size()) {
      stack_.push_back(frames_[static_cast<size_t>(*number)]);
      return true;
    }
    run_.report.Keep("a frame that is not in the table", json_.offset_bytes());
    stack_.push_back(UnknownFrame(run_.builder));
    return true;
  }

  bool ReadValue(int64_t& value) {
    const JsonToken token = json_.Next();
    if (token != JsonToken::kNumber) return FailWith("a number");
    const std::optional<int64_t> number = json_.RoundedInteger();
    if (!number) return FailWith(ErrorCode::kOverflow, "expected a number below 2^63, found a larger one");
    value = *number;
    return true;
  }

  std::vector<FrameId> frames_;
  BelowZero below_zero_;
  bool has_root_;
  RecordPreview preview_;
  std::array<MetricIndex, kQuantities.size()> metrics_{};
  std::vector<FrameId> stack_;  // of the current point, the innermost first
};

Result<void> ImportDhat(const ImportRun& run) {
  DhatHead head(run);
  RINGSCOPE_TRY(head.Read());
  run.report.input_bytes = head.read_bytes();
  if (head.version != kVersion) {
    return Fail(ErrorCode::kUnsupported, "expected a DHAT file of version {}, found {}", kVersion,
                head.version ? fmt::format("version {}", *head.version) : "no version");
  }
  run.source.Rewind();
  DhatPoints points(run, head);
  RINGSCOPE_TRY(points.Read());
  points.AddNotes();
  if (!head.command.empty())
    Note(run.report, "Command: {}", std::string_view(head.command).substr(0, kMaxDhatTextBytes));
  return run.builder.status();
}

}  // namespace

const Importer kDhatImporter{"DHAT", &SniffDhat, &ImportDhat};

}  // namespace ringscope
