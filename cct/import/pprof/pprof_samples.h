#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/import/frame_names.h"
#include "cct/import/importer.h"
#include "cct/import/pprof/pprof_tables.h"

namespace ringscope {

// The label that marks the samples of a subtracted profile.
inline constexpr std::string_view kPprofBaseLabel = "pprof::base";

// A label of the samples that becomes a ring around the root. Values of a profile come as text or as numbers.
struct PprofRing {
  uint64_t key = PprofTables::kNoString;     // the key's string number
  uint64_t id_key = PprofTables::kNoString;  // of a second label that tells equal values apart: a thread's id
  FrameKind kind = FrameKind::kSynthetic;
  std::string_view title;  // stands before the value, except for threads
};

// A batch of samples with their stacks.
struct PprofBatch {
  // An entry of a stack below this is a frame; others are this plus the number of a ring's entry.
  static constexpr uint32_t kRingBase = uint32_t{1} << 31;

  struct Sample {
    uint64_t stack_begin = 0;  // in `stacks`, innermost first, the rings after the frames
    uint32_t stack_size = 0;
    uint32_t location_count = 0;
    bool has_line = false;  // the innermost entry is the line of the one around it
    bool is_base = false;   // labelled pprof::base: a sample of the subtracted profile
    bool begins_in_go_runtime = false;
  };
  struct NewRingEntry {
    uint32_t ring;
    std::string text;
  };
  std::vector<Sample> samples;
  std::vector<uint32_t> stacks;
  std::vector<int64_t> values;             // of each sample one for each sample type
  std::vector<NewRingEntry> ring_entries;  // new ones, numbered across batches
  ImportReport report;

  [[nodiscard]] std::span<const uint32_t> StackOf(const Sample& sample) const {
    return std::span(stacks).subspan(sample.stack_begin, sample.stack_size);
  }
  void Clear();
};

// Reads the samples of a profile, a batch at a time. It does not touch the tree, so it can run beside a
// thread that does.
class PprofSampleReader {
 public:
  PprofSampleReader(std::string_view profile, const PprofTables& tables, const PprofPaths& paths,
                    std::span<const PprofRing> rings, size_t type_count, const ImportOptions& options);

  // Fills `batch`, which has no samples at the end of the profile. Errors: kMalformed, kLimit with the
  // sample's offset.
  [[nodiscard]] Result<void> Next(PprofBatch& batch);
  // Bytes of the profile read so far.
  [[nodiscard]] uint64_t offset_bytes() const { return offset_bytes_; }
  // The keys of the labels that samples have had so far, the first kMaxLabelKeys by first sight.
  [[nodiscard]] std::span<const uint64_t> label_keys() const { return label_keys_; }

 private:
  [[nodiscard]] Result<void> ReadSample(std::string_view message, uint64_t offset, PprofBatch& batch);
  void ReadLabel(std::string_view message);
  void PushRings(PprofBatch& batch);

  struct LabelValue {
    uint64_t str = 0;
    int64_t num = 0;
    bool found = false;
  };
  [[nodiscard]] std::string RingText(const PprofRing& ring, const LabelValue& value,
                                     const LabelValue& id) const;

  std::string_view profile_;
  const PprofTables& tables_;
  const PprofPaths& paths_;
  std::vector<PprofRing> rings_;
  size_t type_count_;
  uint64_t max_stack_depth_;
  uint64_t max_record_bytes_;
  size_t batch_entries_;
  uint64_t base_key_, true_text_;
  ProtoReader reader_;
  uint64_t offset_bytes_ = 0;
  std::vector<LabelValue> labels_, label_ids_;  // of the current sample, by ring
  bool is_base_ = false;
  static constexpr size_t kMaxLabelKeys = 256;
  std::vector<uint64_t> label_keys_;
  FrameTexts ring_entries_;  // by ring and values of its labels
};

}  // namespace ringscope
