#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cct/import/import_preview.h"
#include "cct/import/importer.h"
#include "cct/import/otlp/otlp_frames.h"
#include "cct/import/otlp/otlp_profile.h"

namespace ringscope {

// Which attributes the samples of which resources have: what the rings are chosen by, before the samples are
// read again. Cost: O(1) a reference to an attribute; memory follows the distinct ones.
class OtlpUses final : public OtlpSampleVisitor {
 public:
  [[nodiscard]] Result<void> Visit(uint32_t resource, uint32_t profile, const OtlpSample& sample) override;

  [[nodiscard]] const std::unordered_set<uint32_t>& resources() const { return resources_; }
  [[nodiscard]] const std::unordered_set<OtlpIndex>& attributes() const { return attributes_; }

 private:
  std::unordered_set<uint32_t> resources_;
  std::unordered_set<OtlpIndex> attributes_;
};

// Puts the samples of OTLP profiles into a tree, each kind of value a metric, in rings of processes and
// threads or of the attributes that the options name.
class OtlpTree final : public OtlpSampleVisitor {
 public:
  OtlpTree(const ImportRun& run, const OtlpHead& head, const OtlpUses& uses);

  [[nodiscard]] Result<void> Visit(uint32_t resource, uint32_t profile, const OtlpSample& sample) override;
  // After the last sample.
  void AddNotes();

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  enum class RingKind : uint8_t { kProcess, kThread, kAttribute };
  struct Ring {
    RingKind kind;
    std::string key;  // of kAttribute
  };
  // The values of profiles of one type, and what a period of each comes to.
  struct Values {
    MetricIndex metric = kNoMetric, below_zero = kNoMetric, periods = kNoMetric;
  };

  void ChooseRings(const OtlpUses& uses);
  [[nodiscard]] std::string ProcessLabel(uint32_t resource) const;
  [[nodiscard]] std::string RingLabel(const Ring& ring, uint32_t resource, const OtlpSample& sample) const;
  // The sample's attribute with that key; 0 where it has none.
  [[nodiscard]] OtlpIndex AttributeOf(const OtlpSample& sample, std::string_view key) const;
  [[nodiscard]] BuildNode RingOf(uint32_t resource, const OtlpSample& sample);
  [[nodiscard]] Result<BuildNode> ContextOf(BuildNode ring, const OtlpSample& sample);
  [[nodiscard]] Result<Values*> ValuesOf(const OtlpProfile& profile);
  void AddValue(Values& values, const OtlpProfile& profile, BuildNode context, int64_t value);

  const ImportRun run_;
  const OtlpHead& head_;
  RecordPreview preview_;
  OtlpFrames frames_;
  std::vector<Ring> rings_;
  std::vector<uint8_t> tells_ring_;  // by attribute
  std::string ring_key_;
  std::unordered_map<std::string, BuildNode> ring_nodes_;
  std::unordered_map<uint64_t, BuildNode> contexts_;  // by ring and stack
  std::map<std::pair<OtlpIndex, OtlpIndex>, Values> values_;
};

}  // namespace ringscope
