#include "cct/import/perf/perf_data_records.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr size_t kRecordHeaderBytes = 8;
constexpr uint64_t kPollRecords = 1 << 12;
// Inflated bytes of records that wait for the end of their round. perf's buffers have some megabytes for each
// processor.
constexpr uint64_t kMaxKeptRecordBytes = uint64_t{1} << 30;
constexpr uint64_t kManyKeptBytes = uint64_t{64} << 20;
constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kCountsLost = 16;    // in an attribute's read_format
constexpr uint32_t kFirstOwnType = 64;  // from here on perf's own records, which the kernel does not write

namespace st = perf_sample_type;

// By the event's number in a sample. Samples that perf made itself have number 0: the first event.
const PerfAttribute* AttributeOfNumber(uint64_t number, const PerfDataHead& head) {
  return number == 0 ? head.attributes.data() : head.AttributeOf(number);
}

// The event's number has one place in all samples, else no reader could find it.
const PerfAttribute* AttributeOfSample(const PerfRecord& record, const PerfDataHead& head) {
  if (head.attributes.empty()) return nullptr;
  const PerfAttribute& first = head.attributes.front();
  if (head.attributes.size() == 1) return &first;
  PerfBytes bytes(record.body, head.big_endian);
  if ((first.sample_type & st::kIdentifier) != 0) return AttributeOfNumber(bytes.U64(), head);
  if ((first.sample_type & st::kId) == 0) return &first;
  constexpr uint64_t kBefore = st::kIp | st::kTid | st::kTime | st::kAddress;
  bytes.Skip(8u * static_cast<unsigned>(std::popcount(first.sample_type & kBefore)));
  return AttributeOfNumber(bytes.U64(), head);
}

// Records other than samples have the event's number at their end.
const PerfAttribute* AttributeOfOther(const PerfRecord& record, const PerfDataHead& head) {
  if (head.attributes.empty()) return nullptr;
  const PerfAttribute& first = head.attributes.front();
  if ((first.sample_type & st::kIdentifier) == 0 || record.body.size() < 8) return &first;
  PerfBytes end(record.body.substr(record.body.size() - 8), head.big_endian);
  // Records that perf made itself have no number.
  const PerfAttribute* const found = head.AttributeOf(end.U64());
  return found == nullptr ? &first : found;
}

// { value, times, id, lost }, or of a group { number, times, { value, id, lost }... }, as the format says.
void ReadCounts(PerfBytes& bytes, uint64_t format, std::vector<PerfCount>& counts) {
  constexpr uint64_t kTimes = 3, kId = 4, kGroup = 8, kLost = 16;
  const uint64_t times_bytes = 8u * static_cast<unsigned>(std::popcount(format & kTimes));
  const bool is_group = (format & kGroup) != 0;
  const uint64_t count = is_group ? bytes.U64() : 1;
  if (is_group) bytes.Skip(times_bytes);
  for (uint64_t i = 0; i < count && bytes.ok(); ++i) {
    PerfCount read;
    read.value = bytes.U64();
    if (!is_group) bytes.Skip(times_bytes);
    if ((format & kId) != 0) read.id = bytes.U64();
    if ((format & kLost) != 0) bytes.Skip(8);
    if (bytes.ok()) counts.push_back(read);
  }
}

}  // namespace

std::optional<PerfMode> PerfModeMark(uint64_t entry) {
  // -1 to -4095 are no addresses.
  if (entry < ~uint64_t{0} - 4094) return std::nullopt;
  const uint64_t mark = ~entry + 1;
  if (mark == 32) return PerfMode::kHypervisor;
  if (mark == 128) return PerfMode::kKernel;
  if (mark == 512) return PerfMode::kUser;
  return mark == 2048 || mark == 2176 || mark == 2560 ? PerfMode::kGuest : PerfMode::kUnknown;
}

std::optional<PerfSample> ReadPerfSample(const PerfRecord& record, const PerfDataHead& head) {
  PerfSample sample;
  sample.attribute = AttributeOfSample(record, head);
  if (sample.attribute == nullptr) return std::nullopt;
  const uint64_t type = sample.attribute->sample_type;
  PerfBytes bytes(record.body, head.big_endian);
  if ((type & st::kIdentifier) != 0) bytes.Skip(8);
  if ((type & st::kIp) != 0) sample.ip = bytes.U64();
  if ((type & st::kTid) != 0) {
    sample.pid = bytes.U32();
    sample.tid = bytes.U32();
  }
  if ((type & st::kTime) != 0) sample.time_ns = bytes.U64();
  if ((type & st::kAddress) != 0) bytes.Skip(8);
  if ((type & st::kId) != 0) bytes.Skip(8);
  if ((type & st::kStreamId) != 0) bytes.Skip(8);
  if ((type & st::kCpu) != 0) bytes.Skip(8);
  if ((type & st::kPeriod) != 0)
    sample.period = bytes.U64();
  else if (sample.attribute->sample_period > 0)
    sample.period = sample.attribute->sample_period;
  if ((type & st::kRead) != 0) ReadCounts(bytes, sample.attribute->read_format, sample.counts);
  if ((type & st::kCallchain) != 0) {
    const uint64_t count = bytes.U64();
    sample.chain = bytes.Take(count > bytes.left() / 8 ? bytes.left() + 1 : count * 8);
  }
  if (!bytes.ok()) return std::nullopt;
  return sample;
}

uint64_t TimeOf(const PerfRecord& record, const PerfDataHead& head) {
  if (IsOf(record, PerfRecordType::kSample)) {
    const PerfAttribute* const attribute = AttributeOfSample(record, head);
    if (attribute == nullptr || (attribute->sample_type & st::kTime) == 0) return 0;
    constexpr uint64_t kBefore = st::kIdentifier | st::kIp | st::kTid;
    PerfBytes bytes(record.body, head.big_endian);
    bytes.Skip(8u * static_cast<unsigned>(std::popcount(attribute->sample_type & kBefore)));
    return bytes.U64();
  }
  const PerfAttribute* const attribute = AttributeOfOther(record, head);
  if (attribute == nullptr || !attribute->sample_id_all || (attribute->sample_type & st::kTime) == 0)
    return 0;
  constexpr uint64_t kFromTime = st::kTime | st::kId | st::kStreamId | st::kCpu | st::kIdentifier;
  const size_t size = 8u * static_cast<unsigned>(std::popcount(attribute->sample_type & kFromTime));
  if (record.body.size() < size) return 0;
  return PerfBytes(record.body.substr(record.body.size() - size), head.big_endian).U64();
}

Result<void> PerfRecords::Read() {
  std::string_view data = file_.substr(head_.data_begin, head_.data_end - head_.data_begin);
  RINGSCOPE_TRY(ReadRecords(data, head_.data_begin, false));
  if (!tail_.empty()) run_.report.Skip("a record in which the file ends", head_.data_end);
  return DeliverUpTo(kNever);
}

Result<bool> PerfRecords::ReadRecords(std::string_view& bytes, uint64_t offset, bool inflated) {
  const uint64_t size_before = bytes.size();
  while (!bytes.empty()) {
    const uint64_t at = inflated ? offset : offset + (size_before - bytes.size());
    PerfBytes header(bytes, head_.big_endian);
    PerfRecord record;
    record.type = header.U32();
    record.misc = header.U16();
    uint64_t size = header.U16();
    record.offset = at;
    const bool is_whole = header.ok() && size <= bytes.size();
    if (header.ok() && size < kRecordHeaderBytes) {
      run_.report.Skip("a record of less than 8 bytes, and what follows it", at);
      return false;
    }
    if (!is_whole) {
      if (inflated) return true;  // the record goes on in the next piece
      run_.report.Skip("a record in which the file ends", at);
      return false;
    }
    record.body = bytes.substr(kRecordHeaderBytes, size - kRecordHeaderBytes);
    PerfBytes body(record.body, head_.big_endian);
    // Data that are no records follow some records.
    if (IsOf(record, PerfRecordType::kAuxTrace)) size += std::min<uint64_t>(body.U64(), bytes.size() - size);
    if (IsOf(record, PerfRecordType::kTracingData) && head_.is_pipe)
      size += std::min<uint64_t>((uint64_t{body.U32()} + 7) / 8 * 8, bytes.size() - size);
    bytes.remove_prefix(size);
    if (++record_count_ % kPollRecords == 0) {
      if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      const double share = static_cast<double>(at) / static_cast<double>(file_.size());
      run_.job.done_units.store(static_cast<uint64_t>(share * static_cast<double>(run_.source.size_bytes())),
                                std::memory_order_relaxed);
    }
    const bool is_packed =
        IsOf(record, PerfRecordType::kCompressed) || IsOf(record, PerfRecordType::kCompressed2);
    if (is_packed && !inflated)
      RINGSCOPE_TRY(Inflate(record));
    else
      RINGSCOPE_TRY(ReadRecord(record));
  }
  return true;
}

Result<void> PerfRecords::ReadRecord(const PerfRecord& record) {
  if (IsOf(record, PerfRecordType::kFinishedRound)) {
    RINGSCOPE_TRY(DeliverUpTo(round_end_ns_));
    round_end_ns_ = newest_ns_;
    return {};
  }
  const uint64_t time_ns = record.type < kFirstOwnType ? TimeOf(record, head_) : 0;
  if (time_ns == 0 || time_ns == kNever) return deliver_(record);
  newest_ns_ = std::max(newest_ns_, time_ns);
  waiting_.push_back({time_ns, record});
  return {};
}

Result<void> PerfRecords::Inflate(const PerfRecord& record) {
  std::string_view packed = record.body;
  if (IsOf(record, PerfRecordType::kCompressed2)) {
    PerfBytes body(packed, head_.big_endian);
    const uint64_t size = body.U64();
    packed = body.Take(std::min(size, body.left()));
  }
  if (!zstd_) zstd_.emplace();
  std::string& piece = inflated_.emplace_back(std::exchange(tail_, {}));
  const uint64_t size_before = piece.size();
  const uint64_t most =
      std::min(run_.options.max_inflated_bytes - std::min(inflated_bytes_, run_.options.max_inflated_bytes),
               kMaxKeptRecordBytes - std::min(kept_bytes_, kMaxKeptRecordBytes));
  if (Result<void> done = zstd_->Inflate(std::as_bytes(std::span(packed)), most, piece); !done) {
    Error error = std::move(done).error();
    error.byte_offset = record.offset;
    return tl::unexpected(std::move(error));
  }
  inflated_bytes_ += piece.size() - size_before;
  kept_bytes_ += piece.size();
  std::string_view rest = piece;
  RINGSCOPE_ASSIGN(const bool goes_on, ReadRecords(rest, record.offset, true));
  if (goes_on) tail_ = rest;
  if (waiting_.empty() || kept_bytes_ > kManyKeptBytes + 2 * waiting_bytes_) KeepWaitingBytes();
  return {};
}

void PerfRecords::KeepWaitingBytes() {
  const auto is_in_file = [this](std::string_view body) {
    return body.data() >= file_.data() && body.data() <= file_.data() + file_.size();
  };
  size_t size = 0;
  for (const Waiting& each : waiting_) size += is_in_file(each.record.body) ? 0 : each.record.body.size();
  std::deque<std::string> fresh(1);
  std::string& kept = fresh.front();
  kept.reserve(size);
  for (Waiting& each : waiting_) {
    if (is_in_file(each.record.body)) continue;
    const size_t begin = kept.size();
    kept += each.record.body;
    each.record.body = std::string_view(kept).substr(begin);
  }
  inflated_.swap(fresh);
  kept_bytes_ = waiting_bytes_ = size;
}

Result<void> PerfRecords::DeliverUpTo(uint64_t time_ns) {
  std::ranges::stable_sort(waiting_, {}, &Waiting::time_ns);
  size_t count = 0;
  for (; count < waiting_.size() && waiting_[count].time_ns <= time_ns; ++count)
    RINGSCOPE_TRY(deliver_(waiting_[count].record));
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(count));
  return {};
}

void PerfLostEvents::Add(const PerfRecord& record, const PerfDataHead& head) {
  constexpr uint16_t kByFilter = 1u << 15;       // of a record's misc
  constexpr uint64_t kMost = uint64_t{1} << 40;  // no recording has a larger count
  const bool in_buffer = IsOf(record, PerfRecordType::kLost);
  if (!in_buffer && !IsOf(record, PerfRecordType::kLostSamples)) return;
  PerfBytes bytes(record.body, head.big_endian);
  if (in_buffer) bytes.Skip(8);
  const uint64_t count = std::min(bytes.U64(), kMost);
  if (!in_buffer && (record.misc & kByFilter) != 0) {
    filtered_count_ += count;
    return;
  }
  if (in_buffers_ + samples_ == 0) first_offset_ = record.offset;
  (in_buffer ? in_buffers_ : samples_) += std::max<uint64_t>(count, 1);
  counts_overlap_ |= std::ranges::any_of(head.attributes, [](const PerfAttribute& attribute) {
    return (attribute.read_format & kCountsLost) != 0;
  });
}

void PerfLostEvents::AddTo(ImportReport& report) const {
  // If events count their own losses, the file tells twice of events that did not fit a buffer.
  const uint64_t lost = counts_overlap_ ? std::max(in_buffers_, samples_) : in_buffers_ + samples_;
  if (lost > 0) report.Skip("events lost by perf", first_offset_, lost);
  NoteCount(report, filtered_count_, "sample", "left out by the recording's own filter, as it was told to.");
}

}  // namespace ringscope
