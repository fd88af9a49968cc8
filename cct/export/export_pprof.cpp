#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <protozero/pbf_writer.hpp>

#include <string>
#include <unordered_map>
#include <vector>

#include "cct/export/export.h"
#include "cct/export/export_buffer.h"

namespace ringscope {
namespace {

using protozero::pbf_writer;

// The field numbers of profile.proto, by message.
enum Profile : uint32_t { kSampleType = 1, kSample, kMapping, kLocation, kFunction, kStrings };
enum ProfileMore : uint32_t { kComment = 13, kDefaultSampleType };
enum ValueTypeField : uint32_t { kTypeName = 1, kTypeUnit };
enum SampleField : uint32_t { kSampleLocations = 1, kSampleValues };
// From kHasFunctions to kHasInlineFrames there are four flags that tell what is known of a mapping.
enum MappingField : uint32_t { kMappingId = 1, kMappingFile = 5, kHasFunctions = 7, kHasInlineFrames = 10 };
enum LocationField : uint32_t { kLocationId = 1, kLocationMapping, kLocationLine = 4 };
enum LineField : uint32_t { kLineFunction = 1, kLineNumber, kLineColumn };
enum FunctionField : uint32_t { kFunctionId = 1, kFunctionName, kSystemName, kFunctionFile, kStartLine };

// Numbers strings; "" is 0. Borrows them.
class StringTable {
 public:
  StringTable() { (void)Add(""); }
  [[nodiscard]] uint64_t Add(std::string_view text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, strings_.size());
    if (is_new) strings_.push_back(text);
    return entry->second;
  }
  [[nodiscard]] const std::vector<std::string_view>& strings() const { return strings_; }

 private:
  std::unordered_map<std::string_view, uint64_t> numbers_;
  std::vector<std::string_view> strings_;
};

// A frame, or an inlined one together with the location it was inlined into.
struct Location {
  FrameId frame = 0;
  uint32_t caller = 0;     // id of the location it was inlined into; 0 = not inlined
  uint32_t lines = 1;      // number of frames
  uint32_t call_line = 0;  // the line of the frame that calls the next frame of a stack; 0 = unknown
};

// How the values of a metric are written.
struct ValueScale {
  std::string unit;
  uint64_t factor = 1;
};

ValueScale ScaleOf(const Metric& metric, uint64_t total) {
  struct TimeUnit {
    std::string_view unit, name;
    uint64_t nanoseconds;
  };
  constexpr TimeUnit kTimeUnits[] = {{"s", "seconds", 1'000'000'000},
                                     {"ms", "milliseconds", 1'000'000},
                                     {"us", "microseconds", 1'000},
                                     {"ns", "nanoseconds", 1}};
  const auto* const unit = std::ranges::find(kTimeUnits, metric.unit, &TimeUnit::unit);
  if (metric.scale == 1) return {unit != std::end(kTimeUnits) ? std::string(unit->name) : metric.unit, 1};
  if (unit != std::end(kTimeUnits)) {
    // The next unit in which every value is an integer.
    for (const auto* finer = unit; finer != std::end(kTimeUnits); ++finer) {
      const uint64_t steps = unit->nanoseconds / finer->nanoseconds;
      if (steps % metric.scale != 0) continue;
      const uint64_t factor = steps / metric.scale;
      if (total <= std::numeric_limits<int64_t>::max() / factor) return {std::string(finer->name), factor};
    }
  }
  return {fmt::format("{}/{}", metric.unit, metric.scale), 1};
}

class PprofWriter {
 public:
  PprofWriter(const Cct& tree, const TextSink& sink, JobControl* job, uint64_t max_bytes)
      : tree_(tree),
        job_(job),
        max_bytes_(max_bytes),
        writer_(sink, max_bytes),
        plain_(uint64_t{tree.frames().size()} + 1, 0),
        mapping_of_frame_(plain_.size(), 0) {}

  [[nodiscard]] Result<void> Write() {
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
      scales_.push_back(ScaleOf(tree_.metrics()[m], tree_.Total(m)));
    // Each sample repeats its stack: checks the size first, instead of giving up after minutes of writing.
    uint64_t stack_bytes = 0;
    RINGSCOPE_TRY(ForEachSample([&](ContextId, const std::vector<uint64_t>& path) -> Result<void> {
      stack_bytes += path.size();
      return {};
    }));
    RINGSCOPE_TRY(CheckExportSize(stack_bytes, max_bytes_));
    WriteSampleTypes();
    RINGSCOPE_TRY(WriteSamples());
    RINGSCOPE_TRY(WriteLocations());
    WriteComments();
    for (const std::string_view text : strings_.strings()) {
      pbf_writer(writer_.buffer()).add_string(kStrings, text.data(), text.size());
      RINGSCOPE_TRY(writer_.FlushIfLarge());
    }
    return writer_.Flush();
  }

 private:
  // Numbers of strings are int64 in the format.
  [[nodiscard]] static int64_t Signed(uint64_t value) { return static_cast<int64_t>(value); }

  void WriteComments() {
    for (const EstimatedCost& cost : tree_.report().estimated) estimates_.push_back(DescribeEstimate(cost));
    pbf_writer out(writer_.buffer());
    out.add_int64(kComment, Signed(strings_.Add("written by ringscope")));
    for (const std::string& estimate : estimates_) out.add_int64(kComment, Signed(strings_.Add(estimate)));
  }

  void WriteSampleTypes() {
    pbf_writer out(writer_.buffer());
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m) {
      pbf_writer type(out, kSampleType);
      type.add_int64(kTypeName, Signed(strings_.Add(tree_.metrics()[m].name)));
      type.add_int64(kTypeUnit, Signed(strings_.Add(scales_[m].unit)));
    }
    // Without a default, tools begin with the last type.
    out.add_int64(kDefaultSampleType, Signed(strings_.Add(tree_.metrics()[0].name)));
  }

  // Calls visit(context, locations of its stack, outermost first) for every context that becomes a sample:
  // one with self cost, or one without callees, which would be lost otherwise.
  template <typename Visit>
  [[nodiscard]] Result<void> ForEachSample(Visit visit) {
    std::vector<uint64_t> path;
    // How each open context changed the path: the last location before, which it may have replaced (0 = the
    // path was empty), and whether it added one.
    struct Opened {
      uint32_t caller = 0;
      bool added = false;
    };
    std::vector<Opened> opened;
    if (HasOwnCost(tree_, kRootContext)) RINGSCOPE_TRY(visit(kRootContext, path));
    return WalkDepthFirst(
        tree_, job_,
        [&](ContextId context) -> Result<void> {
          const FrameId frame = std::min(tree_.FrameOf(context), tree_.frames().size());
          const uint32_t caller = path.empty() ? 0 : static_cast<uint32_t>(path.back());
          const bool is_inlined = caller != 0 && IsInlinedInto(frame, caller);
          if (caller != 0) path.back() = CallingLocation(caller, tree_.frames()[frame].call_line);
          if (is_inlined)
            path.back() = InlinedLocation(frame, static_cast<uint32_t>(path.back()));
          else
            path.push_back(PlainLocation(frame));
          opened.push_back({caller, !is_inlined});
          if (!HasOwnCost(tree_, context) && !tree_.ChildrenOf(context).empty()) return {};
          return visit(context, path);
        },
        [&](ContextId) {
          if (opened.back().added) path.pop_back();
          if (opened.back().caller != 0) path.back() = opened.back().caller;
          opened.pop_back();
        });
  }

  [[nodiscard]] Result<void> WriteSamples() {
    std::vector<int64_t> values(tree_.metric_count());
    return ForEachSample([&](ContextId context, const std::vector<uint64_t>& path) {
      for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
        values[m] = Signed(tree_.Self(context, m) * scales_[m].factor);
      {
        pbf_writer out(writer_.buffer());
        pbf_writer message(out, kSample);
        message.add_packed_uint64(kSampleLocations, path.rbegin(), path.rend());
        message.add_packed_int64(kSampleValues, values.begin(), values.end());
      }
      return writer_.FlushIfLarge();
    });
  }

  // One location holds frames of one module.
  [[nodiscard]] bool IsInlinedInto(FrameId frame, uint32_t caller) {
    const Frame inlined = tree_.frames()[frame];
    const Location& into = locations_[caller - 1];
    if (inlined.kind != FrameKind::kInlined || into.lines >= kMaxLines) return false;
    const Frame outer = tree_.frames()[into.frame];
    const bool is_code = !IsThread(outer.kind) && outer.kind != FrameKind::kSynthetic;
    return is_code && outer.module == inlined.module;
  }
  [[nodiscard]] uint32_t PlainLocation(FrameId frame) {
    if (plain_[frame] == 0) {
      locations_.push_back({.frame = frame});
      plain_[frame] = static_cast<uint32_t>(locations_.size());
    }
    return plain_[frame];
  }
  // The location with the line that calls the next frame.
  [[nodiscard]] uint32_t CallingLocation(uint32_t location, uint32_t call_line) {
    if (call_line == 0) return location;
    const auto [entry, is_new] = calling_.try_emplace((uint64_t{location} << 32) | call_line, 0);
    if (is_new) {
      locations_.push_back(locations_[location - 1]);
      locations_.back().call_line = call_line;
      entry->second = static_cast<uint32_t>(locations_.size());
    }
    return entry->second;
  }
  [[nodiscard]] uint32_t InlinedLocation(FrameId frame, uint32_t caller) {
    const uint64_t key = (uint64_t{caller} << 32) | frame;
    const auto [entry, is_new] = inlined_.try_emplace(key, 0);
    if (is_new) {
      locations_.push_back({frame, caller, locations_[caller - 1].lines + 1});
      entry->second = static_cast<uint32_t>(locations_.size());
      (void)PlainLocation(frame);  // every frame that occurs has a function, written with its plain location
    }
    return entry->second;
  }

  [[nodiscard]] Result<void> WriteLocations() {
    std::unordered_map<std::string_view, uint64_t> mappings;
    for (const Location& at : locations_) {
      const std::string_view module = tree_.frames()[at.frame].module;
      if (module.empty()) continue;
      const auto [entry, is_new] = mappings.try_emplace(module, mappings.size() + 1);
      mapping_of_frame_[at.frame] = entry->second;
      if (is_new) WriteMapping(entry->second, module);
    }
    for (uint64_t k = 0; k < locations_.size(); ++k) {
      WriteLocation(k + 1);
      RINGSCOPE_TRY(writer_.FlushIfLarge());
    }
    for (FrameId frame = 0; frame < plain_.size(); ++frame) {
      if (plain_[frame] == 0) continue;
      WriteFunction(frame);
      RINGSCOPE_TRY(writer_.FlushIfLarge());
    }
    return {};
  }
  // Says that the profile names all functions, so that no tool looks for the module's symbols.
  void WriteMapping(uint64_t id, std::string_view module) {
    pbf_writer out(writer_.buffer());
    pbf_writer message(out, kMapping);
    message.add_uint64(kMappingId, id);
    message.add_int64(kMappingFile, Signed(strings_.Add(module)));
    for (uint32_t known = kHasFunctions; known <= kHasInlineFrames; ++known) message.add_bool(known, true);
  }
  void WriteLocation(uint64_t id) {
    pbf_writer out(writer_.buffer());
    pbf_writer message(out, kLocation);
    message.add_uint64(kLocationId, id);
    if (const uint64_t of_module = mapping_of_frame_[locations_[id - 1].frame]; of_module != 0)
      message.add_uint64(kLocationMapping, of_module);
    for (uint64_t at = id; at != 0; at = locations_[at - 1].caller) {  // innermost first
      const FrameId frame = locations_[at - 1].frame;
      const Frame fields = tree_.frames()[frame];
      pbf_writer one(message, kLocationLine);
      one.add_uint64(kLineFunction, uint64_t{frame} + 1);
      // The line of the call if the tree tells call sites, else the one where the function begins.
      const uint32_t line = tree_.frames().tells_call_sites() ? locations_[at - 1].call_line : fields.line;
      if (line != 0) one.add_int64(kLineNumber, line);
      if (fields.column != 0) one.add_int64(kLineColumn, fields.column);
    }
  }
  void WriteFunction(FrameId frame) {
    const Frame fields = tree_.frames()[frame];
    pbf_writer out(writer_.buffer());
    pbf_writer message(out, kFunction);
    message.add_uint64(kFunctionId, uint64_t{frame} + 1);
    message.add_int64(kFunctionName, Signed(strings_.Add(fields.name)));
    message.add_int64(kSystemName, Signed(strings_.Add(fields.name)));
    if (!fields.file.empty()) message.add_int64(kFunctionFile, Signed(strings_.Add(fields.file)));
    if (fields.line != 0) message.add_int64(kStartLine, fields.line);
  }

  // Bounds the cost of writing a location, however many frames a profile claims to be inlined.
  static constexpr uint32_t kMaxLines = 64;

  const Cct& tree_;
  JobControl* const job_;
  const uint64_t max_bytes_;
  ExportBuffer writer_;
  StringTable strings_;
  std::vector<std::string> estimates_;  // owns texts that strings_ borrows
  std::vector<ValueScale> scales_;      // per metric
  std::vector<Location> locations_;     // by id - 1
  std::vector<uint32_t> plain_;  // per frame, and one for ids outside the table: id of its location, 0 = none
  std::vector<uint64_t> mapping_of_frame_;
  std::unordered_map<uint64_t, uint32_t> inlined_;  // (caller's location, frame) -> location
  std::unordered_map<uint64_t, uint32_t> calling_;  // (location, line that calls) -> location
};

}  // namespace

Result<void> ExportPprof(const Cct& tree, const TextSink& sink, JobControl* job, PprofBytes bytes,
                         uint64_t max_bytes) {
  if (job != nullptr) job->total_units = uint64_t{tree.context_count()} * 2;  // two passes
  if (bytes == PprofBytes::kPlain) return PprofWriter(tree, sink, job, max_bytes).Write();
  return WriteGzip(
      sink, [&](const TextSink& compress) { return PprofWriter(tree, compress, job, max_bytes).Write(); });
}

}  // namespace ringscope
