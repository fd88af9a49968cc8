#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cct/base/text/unit_names.h"
#include "cct/import/below_zero.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/frame_names.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/otlp/otlp_profile.h"
#include "cct/import/report_notes.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {
namespace {

// The share of a compressed message's units that inflating it takes.
constexpr double kInflatingShare = 0.5;

bool SniffOtlpJson(std::string_view prefix) {
  if (FirstOf(prefix) != '{') return false;
  const auto has = [&](std::string_view key) { return Has(prefix, key); };
  const bool is_profiles = has("\"resourceProfiles\"") || has("\"resource_profiles\"");
  const bool is_dictionary = has("\"dictionary\"") && (has("\"mappingTable\"") || has("\"locationTable\"") ||
                                                       has("\"mapping_table\"") || has("\"location_table\""));
  return is_profiles || is_dictionary;
}

// Metrics cost eight bytes a context each.
constexpr size_t kMaxValueTypes = 128;

constexpr std::string_view kThreadName = "thread.name";
constexpr std::string_view kThreadId = "thread.id";
constexpr std::string_view kProcessId = "process.pid";
// The attributes that may name a process, the most specific first.
constexpr std::string_view kProcessNames[] = {
    "process.executable.name", "service.name", "process.command",
    "container.name",          "k8s.pod.name", "container.id",
};

std::string UnitOf(std::string_view unit) {
  return unit.empty() ? "count" : CanonicalUnit(std::string(unit));
}

// The frames of the locations of a dictionary, made at the first request.
class OtlpFrames {
 public:
  // The arguments must outlive this object.
  OtlpFrames(const OtlpDictionary& dictionary, CctBuilder& builder, ImportReport& report)
      : dictionary_(dictionary), builder_(builder), report_(report), memo_(dictionary.locations.size()) {
    unknown_.push_back(UnknownFrame(builder));
  }

  // The frames of a location, the outermost first, or "[unknown]" if the dictionary lacks the location, which
  // is counted at the offset of the reference. Valid until the next call.
  [[nodiscard]] std::span<const FrameId> FramesOf(OtlpIndex index, uint64_t offset_bytes) {
    if (index == 0 || index >= memo_.size()) {
      report_.Keep("a location that is not in the dictionary", offset_bytes);
      return unknown_;
    }
    Memo& memo = memo_[index];
    if (memo.count == 0) {
      memo.begin = frames_.size();
      AppendFrames(dictionary_.locations[index]);
      memo.count = static_cast<uint32_t>(frames_.size() - memo.begin);
    }
    return std::span(frames_).subspan(memo.begin, memo.count);
  }

 private:
  struct Memo {
    uint64_t begin = 0;
    uint32_t count = 0;  // 0: not yet made
  };
  void AppendFrames(const OtlpLocation& location) {
    const FrameKind kind = KindOf(location);
    if (location.line_count == 0) {
      frames_.push_back(FrameOfAddress(location, kind));
      return;
    }
    // The first line is the innermost function, inlined into the next, and so on.
    for (uint64_t k = location.line_count; k-- > 0;) {
      frames_.push_back(LineFrame(dictionary_.line_functions[location.lines_begin + k], location,
                                  k + 1 < location.line_count ? FrameKind::kInlined : kind));
    }
  }
  [[nodiscard]] FrameId LineFrame(OtlpIndex index, const OtlpLocation& location, FrameKind kind) {
    if (index == 0 || index >= dictionary_.functions.size()) {
      if (index != 0) report_.Keep("a line without a function of the dictionary", location.offset_bytes);
      return FrameOfAddress(location, kind);
    }
    const OtlpFunction& function = dictionary_.functions[index];
    std::string_view name = dictionary_.texts[function.name];
    if (name.empty()) name = dictionary_.texts[function.system_name];
    if (name.empty()) return FrameOfAddress(location, kind);
    // The line is a call site, so it is no part of the frame.
    return builder_.InternFrame({.name = name,
                                 .module = dictionary_.texts[MappingOf(location).filename],
                                 .file = dictionary_.texts[function.filename],
                                 .line = PlaceOf(function.start_line),
                                 .kind = kind});
  }
  [[nodiscard]] FrameId FrameOfAddress(const OtlpLocation& location, FrameKind kind) {
    const OtlpMapping mapping = MappingOf(location);
    return AddressFrame(builder_, dictionary_.texts[mapping.filename], location.address,
                        location.address - mapping.start + mapping.offset, kind);
  }
  [[nodiscard]] OtlpMapping MappingOf(const OtlpLocation& location) const {
    const bool known = location.mapping != 0 && location.mapping < dictionary_.mappings.size();
    return known ? dictionary_.mappings[location.mapping] : OtlpMapping{};
  }
  // The kind that the writer gives the code, or else the kind of its module.
  [[nodiscard]] FrameKind KindOf(const OtlpLocation& location) const {
    for (uint64_t i = 0; i < location.attribute_count; ++i) {
      const OtlpIndex attribute = dictionary_.location_attributes[location.attributes_begin + i];
      if (attribute >= dictionary_.attribute_keys.size()) continue;
      if (dictionary_.texts[dictionary_.attribute_keys[attribute]] != "profile.frame.type") continue;
      const std::string_view type = dictionary_.attribute_values[attribute];
      if (type == "kernel") return FrameKind::kKernel;
      if (type == "phpjit") return FrameKind::kJit;
      for (const std::string_view interpreted : {"cpython", "perl", "php", "ruby", "beam"}) {
        if (type == interpreted) return FrameKind::kInterpreted;
      }
    }
    if (location.address >> 48 == 0xffff) return FrameKind::kKernel;
    return KindOfModule(dictionary_.texts[MappingOf(location).filename]);
  }

  const OtlpDictionary& dictionary_;
  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<Memo> memo_;  // by location
  std::vector<FrameId> frames_;
  std::vector<FrameId> unknown_;
};

// The resources that have samples, and the attributes of these: the first pass collects them to choose the
// rings for the second. O(1) a reference to an attribute; memory O(distinct attributes).
class OtlpUses final : public OtlpSampleVisitor {
 public:
  [[nodiscard]] Result<void> Visit(uint32_t resource, uint32_t /*profile*/,
                                   const OtlpSample& sample) override {
    resources.insert(resource);
    attributes.insert(sample.attributes.begin(), sample.attributes.end());
    return {};
  }

  std::unordered_set<uint32_t> resources;
  std::unordered_set<OtlpIndex> attributes;
};

// Puts the samples of OTLP profiles into a tree: each type of value is a metric, and processes and threads,
// or the attributes that the options name, are rings.
class OtlpTree final : public OtlpSampleVisitor {
 public:
  OtlpTree(const ImportRun& run, const OtlpHead& head, const OtlpUses& uses)
      : run_(run),
        head_(head),
        preview_(run.options.preview, run.job),
        frames_(head.dictionary, run.builder, run.report),
        decides_ring_(head.dictionary.attribute_keys.size()) {
    ChooseRings(uses);
    for (size_t i = 0; i < decides_ring_.size(); ++i) {
      const std::string_view key = head.dictionary.texts[head.dictionary.attribute_keys[i]];
      decides_ring_[i] = std::ranges::any_of(rings_, [key](const Ring& ring) {
        if (ring.kind == FrameKind::kThread) return key == kThreadName || key == kThreadId;
        return ring.kind == FrameKind::kSynthetic && key == ring.key;
      });
    }
  }

  [[nodiscard]] Result<void> Visit(uint32_t resource, uint32_t profile_index,
                                   const OtlpSample& sample) override {
    const OtlpProfile& profile = head_.profiles[profile_index];
    if (sample.values.empty() && sample.time_count == 0) {
      run_.report.Skip("a sample without values and times", sample.offset_bytes);
      return {};
    }
    RINGSCOPE_ASSIGN(Values* const values, ValuesOf(profile));
    RINGSCOPE_ASSIGN(const BuildNode context, ContextOf(RingOf(resource, sample), sample));
    ++run_.report.record_count;
    const size_t value_count = sample.values.size();
    if (value_count > 0 && sample.time_count > 0 && value_count != sample.time_count) {
      run_.report.Keep(value_count > sample.time_count ? "a sample with more values than times"
                                                       : "a sample with fewer values than times",
                       sample.offset_bytes);
    }
    // In a sample without values, each time counts 1.
    if (sample.values.empty()) AddValue(*values, profile, context, static_cast<int64_t>(sample.time_count));
    for (const int64_t value : sample.values) AddValue(*values, profile, context, value);
    if (preview_.Wanted()) preview_.Add({run_.builder});
    return {};
  }

  // Call after the last sample.
  void AddNotes() {
    below_zero_.AddNote(run_.report);
    if (periods_ns_.size() == 1 && *periods_ns_.begin() >= 1)
      run_.report.notes.push_back(SamplingPeriodNote(static_cast<uint64_t>(*periods_ns_.begin())));
  }

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  struct Ring {
    FrameKind kind;   // kProcess, kThread, or kSynthetic for an attribute
    std::string key;  // of the attribute
  };
  // The metrics of the values of one type: of the values, and of the values times the period.
  struct Values {
    MetricIndex metric = kNoMetric, periods = kNoMetric;
  };

  void ChooseRings(const OtlpUses& uses) {
    const ImportOptions& options = run_.options;
    const OtlpDictionary& dictionary = head_.dictionary;
    std::map<std::string_view, uint64_t> value_counts;  // by key of an attribute
    for (const OtlpIndex attribute : uses.attributes) {
      if (attribute < dictionary.attribute_keys.size())
        ++value_counts[dictionary.texts[dictionary.attribute_keys[attribute]]];
    }
    const bool has_threads = value_counts.contains(kThreadName) || value_counts.contains(kThreadId);
    for (const std::string& label : options.labels) {
      const bool of_resource = std::ranges::any_of(
          head_.resources, [&](const OtlpResource& resource) { return !resource.Attribute(label).empty(); });
      if (label == "process") {
        rings_.push_back({FrameKind::kProcess, {}});
      } else if (label == "thread" && has_threads) {
        rings_.push_back({FrameKind::kThread, {}});
      } else if (of_resource || value_counts.contains(label)) {
        rings_.push_back({FrameKind::kSynthetic, label});
      } else {
        NoteMissingLabel(run_.report, label);
      }
    }
    std::vector<std::string_view> labels;
    for (const auto& [key, count] : value_counts) labels.push_back(key);
    NoteLabels(run_.report, options.labels, labels);
    if (!options.labels.empty() || options.threads == ThreadRing::kMerged) return;
    std::set<std::string> processes;
    for (const uint32_t resource : uses.resources) processes.insert(ProcessLabel(resource));
    const bool several = processes.size() > 1 || value_counts[kThreadName] > 1 || value_counts[kThreadId] > 1;
    if (!several && options.threads != ThreadRing::kAlways) return;
    if (processes.size() > 1) rings_.push_back({FrameKind::kProcess, {}});
    if (has_threads) rings_.push_back({FrameKind::kThread, {}});
  }

  [[nodiscard]] std::string ProcessLabel(uint32_t resource) const {
    const OtlpResource& known = head_.resources[resource];
    std::string_view name;
    for (const std::string_view key : kProcessNames) {
      if (name.empty()) name = known.Attribute(key);
    }
    return RingName(name, "pid", known.Attribute(kProcessId));
  }

  [[nodiscard]] std::string RingLabel(const Ring& ring, uint32_t resource, const OtlpSample& sample) const {
    const auto value = [&](std::string_view key) {
      const OtlpIndex attribute = AttributeOf(sample, key);
      return attribute == 0 ? std::string_view() : head_.dictionary.attribute_values[attribute];
    };
    if (ring.kind == FrameKind::kProcess) return ProcessLabel(resource);
    if (ring.kind == FrameKind::kThread) {
      const bool known = AttributeOf(sample, kThreadName) != 0 || AttributeOf(sample, kThreadId) != 0;
      return known ? RingName(value(kThreadName), "tid", value(kThreadId)) : "(no thread)";
    }
    std::string_view text = value(ring.key);
    if (text.empty()) text = head_.resources[resource].Attribute(ring.key);
    return fmt::format("{}: {}", ring.key, text.empty() ? "(none)" : text);
  }

  // The sample's attribute with that key, or 0.
  [[nodiscard]] OtlpIndex AttributeOf(const OtlpSample& sample, std::string_view key) const {
    const OtlpDictionary& dictionary = head_.dictionary;
    for (const OtlpIndex attribute : sample.attributes) {
      if (attribute != 0 && attribute < dictionary.attribute_keys.size() &&
          dictionary.texts[dictionary.attribute_keys[attribute]] == key)
        return attribute;
    }
    return 0;
  }

  [[nodiscard]] BuildNode RingOf(uint32_t resource, const OtlpSample& sample) {
    if (rings_.empty()) return kBuildRoot;
    // The key is the resource and those attributes that decide a ring.
    ring_key_.assign(reinterpret_cast<const char*>(&resource), sizeof(resource));
    for (const OtlpIndex attribute : sample.attributes) {
      if (attribute < decides_ring_.size() && decides_ring_[attribute] != 0)
        ring_key_.append(reinterpret_cast<const char*>(&attribute), sizeof(attribute));
    }
    const auto [at, is_new] = ring_nodes_.try_emplace(ring_key_, kBuildRoot);
    if (!is_new) return at->second;
    BuildNode node = kBuildRoot;
    for (const Ring& ring : rings_) {
      const std::string label = RingLabel(ring, resource, sample);
      node = run_.builder.Child(node, run_.builder.InternFrame({.name = label, .kind = ring.kind}));
    }
    return at->second = node;
  }

  [[nodiscard]] Result<BuildNode> ContextOf(BuildNode ring, const OtlpSample& sample) {
    const OtlpDictionary& dictionary = head_.dictionary;
    if (sample.stack == 0) return ring;  // no stack
    if (sample.stack >= dictionary.stacks.size()) {
      run_.report.Keep("a stack that is not in the dictionary", sample.offset_bytes);
      return run_.builder.Child(ring, UnknownFrame(run_.builder));
    }
    const auto [at, is_new] = contexts_.try_emplace(uint64_t{ring} << 32 | sample.stack, ring);
    if (!is_new) return at->second;
    const OtlpStack& stack = dictionary.stacks[sample.stack];
    BuildNode context = ring;
    uint64_t depth = 0;
    for (uint64_t i = stack.size; i-- > 0;) {
      const auto frames = frames_.FramesOf(dictionary.stack_locations[stack.begin + i], sample.offset_bytes);
      depth += frames.size();
      if (depth > run_.options.max_stack_depth)
        return FailAt(ErrorCode::kLimit, sample.offset_bytes, TooDeep(run_.options.max_stack_depth));
      RINGSCOPE_TRY(expansion_.Add(frames.size()));
      for (const FrameId frame : frames) context = run_.builder.Child(context, frame);
    }
    RINGSCOPE_TRY(run_.builder.status());
    return at->second = context;
  }

  [[nodiscard]] Result<Values*> ValuesOf(const OtlpProfile& profile) {
    const OtlpDictionary& dictionary = head_.dictionary;
    const auto [at, is_new] =
        values_.try_emplace({profile.sample_type.type, profile.sample_type.unit}, Values{});
    Values& values = at->second;
    if (values_.size() > kMaxValueTypes)
      return Fail(ErrorCode::kLimit, TooMany(kMaxValueTypes, "types of values"));
    const std::string_view type = dictionary.texts[profile.sample_type.type];
    const std::string unit = UnitOf(dictionary.texts[profile.sample_type.unit]);
    if (is_new)
      values.metric = run_.builder.AddMetric({std::string(type.empty() ? "samples" : type), unit, 1});
    // A profiler that counts samples gives the time that each stands for.
    const std::string period_unit = UnitOf(dictionary.texts[profile.period_type.unit]);
    const bool timed =
        unit == "count" && profile.period > 0 && period_unit != "count" && !period_unit.empty();
    if (timed && values.periods == kNoMetric) {
      const std::string_view name = dictionary.texts[profile.period_type.type];
      values.periods = run_.builder.AddMetric({std::string(name.empty() ? "time" : name), period_unit, 1});
    }
    if (timed) periods_ns_.insert(static_cast<double>(profile.period) * NanosecondsOf(period_unit));
    return &values;
  }

  void AddValue(const Values& values, const OtlpProfile& profile, BuildNode context, int64_t value) {
    below_zero_.AddSelf(run_.builder, context, values.metric, value);
    if (value < 0 || values.periods == kNoMetric || profile.period <= 0) return;
    uint64_t time = 0;
    if (__builtin_mul_overflow(static_cast<uint64_t>(value), static_cast<uint64_t>(profile.period), &time))
      time = std::numeric_limits<uint64_t>::max();  // the builder refuses this value
    run_.builder.AddSelf(context, values.periods, time);
  }

  const ImportRun run_;
  const OtlpHead& head_;
  std::set<double> periods_ns_;  // of the profiles that count samples
  RecordPreview preview_;
  OtlpFrames frames_;
  ExpansionLimit expansion_{run_.report.input_bytes};
  std::vector<Ring> rings_;
  std::vector<uint8_t> decides_ring_;  // by attribute: 1 if it decides a ring
  std::string ring_key_;
  std::unordered_map<std::string, BuildNode> ring_nodes_;
  std::unordered_map<uint64_t, BuildNode> contexts_;  // by ring and stack
  std::map<std::pair<OtlpIndex, OtlpIndex>, Values> values_;
  BelowZero below_zero_;
};

Result<void> CheckHead(const OtlpHead& head) {
  if (head.dictionary.found) return {};
  return Fail(ErrorCode::kUnsupported,
              "expected a dictionary of functions and texts, found none: earlier drafts of OTLP profiles, "
              "which have none, are not read");
}

// Holds the whole message in memory, because it mostly ends with the names that its start refers to.
Result<void> ImportOtlp(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, kInflatingShare, run.job));
  const std::string_view message = whole.text;
  run.report.input_bytes = message.size();
  const uint64_t units = run.source.size_bytes();
  const uint64_t first_units = whole.memory.empty() ? 0 : units / 2;
  const uint64_t units_of_pass = (units - first_units) / 2;
  OtlpProgress progress{first_units,
                        static_cast<double>(units_of_pass) / static_cast<double>(message.size())};
  OtlpHead head;
  OtlpUses uses;
  RINGSCOPE_TRY(ReadOtlpMessage(message, run, &head, uses, progress));
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(run, head, uses);
  progress.first_units += units_of_pass;
  RINGSCOPE_TRY(ReadOtlpMessage(message, run, nullptr, tree, progress));
  tree.AddNotes();
  return run.builder.status();
}

Result<void> ImportOtlpJson(const ImportRun& run) {
  OtlpHead head;
  OtlpUses uses;
  RINGSCOPE_ASSIGN(run.report.input_bytes, ReadOtlpJson(run, &head, uses));
  RINGSCOPE_TRY(CheckHead(head));
  OtlpTree tree(run, head, uses);
  run.source.Rewind();
  RINGSCOPE_TRY(ReadOtlpJson(run, nullptr, tree));
  tree.AddNotes();
  return run.builder.status();
}

}  // namespace

const Importer kOtlpImporter{"otlp", &LooksLikeOtlpMessage, &ImportOtlp, false};
const Importer kOtlpJsonImporter{"otlp json", &SniffOtlpJson, &ImportOtlpJson};

}  // namespace ringscope
