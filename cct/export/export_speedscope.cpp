#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "cct/base/text/json_writer.h"
#include "cct/export/export.h"
#include "cct/export/export_buffer.h"
#include "cct/names/shown_name.h"

namespace ringscope {
namespace {

constexpr uint32_t kNotListed = std::numeric_limits<uint32_t>::max();

// The units that speedscope formats by itself.
std::string_view UnitName(std::string_view unit) {
  if (unit == "ns") return "nanoseconds";
  if (unit == "us") return "microseconds";
  if (unit == "ms") return "milliseconds";
  if (unit == "s") return "seconds";
  if (unit == "bytes") return "bytes";
  return "none";
}

class SpeedscopeWriter {
 public:
  SpeedscopeWriter(const Cct& tree, const TextSink& sink, JobControl* job)
      : tree_(tree), job_(job), sink_(sink), json_([this](std::string_view piece) {
          if (sink_result_) sink_result_ = sink_(piece);
        }) {}

  [[nodiscard]] Result<void> Write(std::string_view name, bool as_samples) {
    ListFrames();
    json_.BeginObject();
    json_.Key("$schema").String("https://www.speedscope.app/file-format-schema.json");
    json_.Key("exporter").String("ringscope");
    json_.Key("name").String(name);
    json_.Key("activeProfileIndex").Number(uint64_t{0});
    WriteFrames();
    json_.Key("profiles").BeginArray();
    for (MetricIndex metric = 0; metric < tree_.metric_count(); ++metric)
      RINGSCOPE_TRY(WriteProfile(metric, as_samples));
    json_.EndArray().EndObject().Finish();
    return sink_result_;
  }

 private:
  // Numbers the frames that occur, in the order of the table; one for all ids outside it comes last.
  void ListFrames() {
    const uint32_t frame_count = tree_.frames().size();
    std::vector<uint8_t> occurs(frame_count, 0);
    bool some_outside = false;
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      const FrameId frame = tree_.FrameOf(context);
      if (frame < frame_count)
        occurs[frame] = 1;
      else
        some_outside = true;
    }
    number_.assign(uint64_t{frame_count} + 1, kNotListed);
    for (FrameId frame = 0; frame < frame_count; ++frame) {
      if (occurs[frame] != 0) Number(frame);
    }
    if (some_outside) Number(frame_count);
  }
  void Number(FrameId frame) {
    number_[frame] = static_cast<uint32_t>(listed_.size());
    listed_.push_back(frame);
  }
  [[nodiscard]] uint64_t NumberOf(ContextId context) const {
    return number_[std::min<uint64_t>(tree_.FrameOf(context), number_.size() - 1)];
  }

  void WriteFrames() {
    json_.Key("shared").BeginObject().Key("frames").BeginArray();
    for (const FrameId id : listed_) {
      const Frame frame = tree_.frames()[id];
      json_.BeginObject().Key("name").String(NameOrUnknown(frame.name));
      if (!frame.file.empty()) json_.Key("file").String(frame.file);
      if (frame.line != 0) json_.Key("line").Number(uint64_t{frame.line});
      if (frame.column != 0) json_.Key("col").Number(uint64_t{frame.column});
      json_.EndObject();
    }
    json_.EndArray().EndObject();
  }

  [[nodiscard]] Result<void> WriteProfile(MetricIndex index, bool as_samples) {
    const Metric& metric = tree_.metrics()[index];
    json_.BeginObject();
    json_.Key("type").String(as_samples ? "sampled" : "evented");
    json_.Key("name").String(metric.name);
    json_.Key("unit").String(UnitName(metric.unit));
    json_.Key("startValue").Number(uint64_t{0});
    json_.Key("endValue").Decimal(tree_.Total(index), metric.scale);
    RINGSCOPE_TRY(as_samples ? WriteSamples(index) : WriteEvents(index));
    json_.EndObject();
    return sink_result_;
  }

  [[nodiscard]] Result<void> WriteSamples(MetricIndex metric) {
    std::vector<ContextId> with_cost;  // in the order of the samples; the root first if it has self cost
    std::vector<uint64_t> path;
    const auto write_sample = [&](ContextId context) {
      if (tree_.Self(context, metric) == 0) return;
      with_cost.push_back(context);
      json_.BeginArray();
      for (const uint64_t frame : path) json_.Number(frame);
      json_.EndArray();
    };
    json_.Key("samples").BeginArray();
    write_sample(kRootContext);
    RINGSCOPE_TRY(WalkDepthFirst(
        tree_, job_,
        [&](ContextId context) {
          path.push_back(NumberOf(context));
          write_sample(context);
          return sink_result_;
        },
        [&](ContextId) { path.pop_back(); }));
    json_.EndArray();
    json_.Key("weights").BeginArray();
    for (const ContextId context : with_cost)
      json_.Decimal(tree_.Self(context, metric), tree_.metrics()[metric].scale);
    json_.EndArray();
    return {};
  }

  // Contexts one after the other, each as long as its inclusive value: first its self cost, then its callees.
  // The self cost of the root comes last.
  [[nodiscard]] Result<void> WriteEvents(MetricIndex metric) {
    const uint64_t scale = tree_.metrics()[metric].scale;
    uint64_t at = 0;
    const auto write_event = [&](std::string_view type, ContextId context) {
      json_.BeginObject().Key("type").String(type);
      json_.Key("frame").Number(NumberOf(context));
      json_.Key("at").Decimal(at, scale);
      json_.EndObject();
    };
    json_.Key("events").BeginArray();
    RINGSCOPE_TRY(WalkDepthFirst(
        tree_, job_,
        [&](ContextId context) {
          if (tree_.Inclusive(context, metric) != 0) {
            write_event("O", context);
            at += tree_.Self(context, metric);
          }
          return sink_result_;
        },
        [&](ContextId context) {
          if (tree_.Inclusive(context, metric) != 0) write_event("C", context);
        }));
    json_.EndArray();
    return {};
  }

  const Cct& tree_;
  JobControl* const job_;
  const TextSink& sink_;
  Result<void> sink_result_;
  JsonWriter json_;
  std::vector<uint32_t> number_;  // per frame of the table, and one more: its index in the file
  std::vector<FrameId> listed_;   // the inverse
};

}  // namespace

Result<void> ExportSpeedscope(const Cct& tree, std::string_view name, const TextSink& sink, JobControl* job,
                              uint64_t max_sampled_bytes) {
  // Digits of a frame's number and a comma.
  const uint64_t bytes_per_name = std::to_string(tree.frames().size()).size() + 1;
  const bool as_samples = SumOfDepths(tree) <= max_sampled_bytes / bytes_per_name / tree.metric_count();
  if (job != nullptr) job->total_units = uint64_t{tree.context_count()} * tree.metric_count();
  return SpeedscopeWriter(tree, sink, job).Write(name, as_samples);
}

}  // namespace ringscope
