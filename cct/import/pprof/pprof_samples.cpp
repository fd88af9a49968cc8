#include "cct/import/pprof/pprof_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cct/import/bytes/byte_source.h"
#include "cct/import/limits.h"

namespace ringscope {
namespace {

constexpr size_t kBatchEntries = size_t{1} << 19;
constexpr size_t kBatchSamples = size_t{1} << 16;

}  // namespace

void PprofBatch::Clear() {
  samples.clear();
  stacks.clear();
  values.clear();
  ring_entries.clear();
  report = {};
}

PprofSampleReader::PprofSampleReader(std::string_view profile, const PprofTables& tables,
                                     const PprofPaths& paths, std::span<const PprofRing> rings,
                                     size_t type_count, const ImportOptions& options)
    : profile_(profile),
      tables_(tables),
      paths_(paths),
      rings_(rings.begin(), rings.end()),
      type_count_(type_count),
      max_stack_depth_(options.max_stack_depth),
      max_record_bytes_(options.max_record_bytes),
      batch_entries_(std::min(kBatchEntries, options.block_bytes)),
      base_key_(tables.FindString(kPprofBaseLabel)),
      true_text_(tables.FindString("true")),
      reader_(profile),
      labels_(rings.size()),
      label_ids_(rings.size()) {}

Result<void> PprofSampleReader::Next(PprofBatch& batch) {
  batch.Clear();
  while (batch.stacks.size() < batch_entries_ && batch.samples.size() < kBatchSamples && reader_.Next()) {
    if (!reader_.IsBytes(pprof::kSample)) continue;
    const auto offset = static_cast<uint64_t>(reader_.field_begin() - profile_.data());
    offset_bytes_ = offset + reader_.bytes().size();
    RINGSCOPE_TRY(ReadSample(reader_.bytes(), offset, batch));
  }
  return {};
}

Result<void> PprofSampleReader::ReadSample(std::string_view bytes, uint64_t offset, PprofBatch& batch) {
  if (bytes.size() > max_record_bytes_) {
    return FailAt(ErrorCode::kLimit, offset, "expected samples of at most {} bytes, found one of {}",
                  max_record_bytes_, bytes.size());
  }
  const size_t stack_begin = batch.stacks.size();
  const size_t values_begin = batch.values.size();
  uint64_t frame_count = 0;
  uint64_t missing = 0;
  PprofBatch::Sample sample;
  sample.stack_begin = stack_begin;
  uint64_t outermost_id = 0;
  is_base_ = false;
  std::fill(labels_.begin(), labels_.end(), LabelValue{});
  std::fill(label_ids_.begin(), label_ids_.end(), LabelValue{});
  bool well_formed = true;
  ProtoReader message(bytes);
  while (well_formed && message.Next()) {
    if (message.number() == pprof::kLocationId) {
      well_formed = ForEachVarint(message, [&](uint64_t id) {
        outermost_id = id;
        if (sample.location_count++ == 0) {
          if (const FrameId line = paths_.LineOf(id); line != PprofPaths::kNone) {
            sample.has_line = true;
            batch.stacks.push_back(line);
          }
        }
        if (const FrameId frame = paths_.OnlyFrameOf(id); frame != PprofPaths::kNone) {
          ++frame_count;
          batch.stacks.push_back(frame);
          return;
        }
        const PprofPaths::Path path = paths_.PathOf(id);
        missing += path.number == PprofPaths::kMissing ? 1 : 0;
        frame_count += path.frame_count;
        if (frame_count > max_stack_depth_) return;
        const std::span<const FrameId> frames = paths_.frames(path.number);
        batch.stacks.insert(batch.stacks.end(), frames.rbegin(), frames.rend());
      });
    } else if (message.number() == pprof::kValue) {
      well_formed = ForEachVarint(
          message, [&](uint64_t value) { batch.values.push_back(static_cast<int64_t>(value)); });
    } else if (message.IsBytes(pprof::kLabel)) {
      ReadLabel(message.bytes());
    }
  }
  if (!well_formed || !message.problem().empty()) {
    return FailPprof(offset, "a sample",
                     message.problem().empty() ? "numbers that do not end" : message.problem());
  }
  if (frame_count > max_stack_depth_) return FailAt(ErrorCode::kLimit, offset, TooDeep(max_stack_depth_));
  if (const size_t value_count = batch.values.size() - values_begin; value_count != type_count_) {
    batch.report.Skip(value_count > type_count_ ? "a sample with more values than the file has types"
                                                : "a sample with fewer values than the file has types",
                      offset);
    batch.stacks.resize(stack_begin);
    batch.values.resize(values_begin);
    return {};
  }
  if (missing > 0) batch.report.Keep("a location that is not in the file", offset, missing);
  PushRings(batch);
  sample.stack_size = static_cast<uint32_t>(batch.stacks.size() - stack_begin);
  sample.is_base = is_base_;
  sample.begins_in_go_runtime =
      sample.location_count > 0 && paths_.BeginsInGoRuntime(paths_.PathOf(outermost_id).number);
  batch.samples.push_back(sample);
  return {};
}

void PprofSampleReader::ReadLabel(std::string_view bytes) {
  uint64_t key = 0;
  LabelValue value{.found = true};
  ProtoReader message(bytes);
  ReadNumbers(message, key, value.str, value.num);
  is_base_ |= key == base_key_ && value.str == true_text_;
  if (label_keys_.size() < kMaxLabelKeys &&
      std::find(label_keys_.begin(), label_keys_.end(), key) == label_keys_.end())
    label_keys_.push_back(key);
  for (size_t ring = 0; ring < rings_.size(); ++ring) {
    // Of several equal labels the first counts.
    if (key == rings_[ring].key && !labels_[ring].found) labels_[ring] = value;
    if (key == rings_[ring].id_key && !label_ids_[ring].found) label_ids_[ring] = value;
  }
}

// Rings stand after the stack, which is read from its end: the last ring comes first.
void PprofSampleReader::PushRings(PprofBatch& batch) {
  for (size_t i = rings_.size(); i-- > 0;) {
    const std::array<uint64_t, 5> key{i, labels_[i].str, label_ids_[i].str,
                                      static_cast<uint64_t>(labels_[i].num),
                                      static_cast<uint64_t>(label_ids_[i].num)};
    const auto add = [&] {
      batch.ring_entries.push_back(
          {static_cast<uint32_t>(i), RingText(rings_[i], labels_[i], label_ids_[i])});
      return FrameId{0};
    };
    batch.stacks.push_back(PprofBatch::kRingBase +
                           ring_entries_.Intern(AsText(std::as_bytes(std::span(key))), add));
  }
}

std::string PprofSampleReader::RingText(const PprofRing& ring, const LabelValue& value,
                                        const LabelValue& id) const {
  const auto text = [&](const LabelValue& label) {
    return label.str != 0 ? std::string(tables_.String(label.str)) : fmt::to_string(label.num);
  };
  if (ring.kind == FrameKind::kThread) {
    if (!value.found && !id.found) return "(no thread)";
    if (!value.found) return fmt::format("thread {}", text(id));
    return id.found ? fmt::format("{} (tid {})", text(value), text(id)) : text(value);
  }
  return fmt::format("{}: {}", ring.title, value.found ? text(value) : "(none)");
}

}  // namespace ringscope
