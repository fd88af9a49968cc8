#include "cct/import/perf/perf_data_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cct/import/limits.h"

namespace ringscope {
namespace {

constexpr uint64_t kPipeHeaderBytes = 16;
constexpr uint64_t kHeaderBytes = 104;
// The first versions of perf wrote headers without the set of features.
constexpr uint64_t kMinHeaderBytes = 72;
constexpr uint64_t kSectionBytes = 16;
constexpr uint64_t kMinAttributeBytes = 64;
constexpr uint64_t kMaxAttributeBytes = 4096;
constexpr uint64_t kMaxEventAttributes = 4096;
constexpr uint64_t kMaxIds = uint64_t{1} << 24;
constexpr uint64_t kPollIds = 1 << 16;
constexpr size_t kMaxHeadTextBytes = 4096;

// Features that the reader uses.
constexpr uint32_t kBuildId = 2, kHostname = 3, kRelease = 4, kCommand = 11, kEventDescription = 12,
                   kSimpleperfInfo = 129, kFeatureBits = 256;
constexpr uint16_t kMiscBuildIdSize = 1u << 15;

struct Section {
  uint64_t begin = 0, size = 0;
};
// Braces read from left to right.
Section ReadSection(PerfBytes& bytes) { return {bytes.U64(), bytes.U64()}; }

Result<std::string_view> PartOf(std::string_view file, Section section, std::string_view what) {
  if (section.begin > file.size() || section.size > file.size() - section.begin) {
    return Fail(ErrorCode::kMalformed,
                "expected {} within the file, which has {} bytes, found {} bytes at byte {}", what,
                file.size(), section.size, section.begin);
  }
  return file.substr(section.begin, section.size);
}

// Bit fields have the order of the writer's compiler: on a big-endian machine the first flag is the highest
// bit of the first byte.
uint64_t ReadFlags(PerfBytes& bytes, bool big_endian) {
  uint64_t flags = 0;
  const std::string_view raw = bytes.Take(8);
  for (size_t i = raw.size(); i-- > 0;) {
    uint64_t byte = static_cast<unsigned char>(raw[i]);
    if (big_endian) {
      uint64_t reversed = 0;
      for (unsigned bit = 0; bit < 8; ++bit) reversed |= (byte >> bit & 1) << (7 - bit);
      byte = reversed;
    }
    flags = flags << 8 | byte;
  }
  return flags;
}

// perf's name for an event that has none in the file.
std::string DefaultName(uint32_t type, uint64_t config) {
  constexpr std::string_view kHardware[] = {
      "cycles",        "instructions", "cache-references",        "cache-misses",           "branches",
      "branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles"};
  constexpr std::string_view kSoftware[] = {"cpu-clock",        "task-clock",       "page-faults",
                                            "context-switches", "cpu-migrations",   "minor-faults",
                                            "major-faults",     "alignment-faults", "emulation-faults"};
  if (type == 0 && config < std::size(kHardware)) return std::string(kHardware[config]);
  if (type == 1 && config < std::size(kSoftware)) return std::string(kSoftware[config]);
  return fmt::format("event {}:0x{:x}", type, config);
}

PerfAttribute ParseAttribute(std::string_view text, bool big_endian) {
  constexpr unsigned kInherit = 1, kFrequency = 10, kSampleIdAll = 18;
  PerfBytes bytes(text, big_endian);
  PerfAttribute attribute;
  attribute.type = bytes.U32();
  bytes.Skip(4);  // its size, as the attributes' section tells it
  attribute.config = bytes.U64();
  const uint64_t period_or_frequency = bytes.U64();
  attribute.sample_type = bytes.U64();
  attribute.read_format = bytes.U64();
  const uint64_t flags = ReadFlags(bytes, big_endian);
  attribute.is_inherited = (flags >> kInherit & 1) != 0;
  if ((flags >> kFrequency & 1) == 0) attribute.sample_period = period_or_frequency;
  attribute.sample_id_all = (flags >> kSampleIdAll & 1) != 0;
  bytes.Skip(24);  // wakeups and break points
  attribute.branch_sample_type = bytes.U64();
  bytes.Skip(28);  // registers, stack, clock and more
  attribute.max_stack = bytes.U16();
  attribute.name = DefaultName(attribute.type, attribute.config);
  return attribute;
}

std::string_view ReadText(PerfBytes& bytes) {
  const uint32_t size = bytes.U32();
  return bytes.Text(size).substr(0, kMaxHeadTextBytes);
}

void ReadEventDescription(std::string_view text, PerfDataHead& head) {
  PerfBytes bytes(text, head.big_endian);
  const uint32_t count = bytes.U32();
  const uint32_t attribute_bytes = bytes.U32();
  for (uint32_t i = 0; i < count && i < head.attributes.size(); ++i) {
    bytes.Skip(attribute_bytes);
    const uint64_t id_count = bytes.U32();
    const std::string_view name = ReadText(bytes);
    bytes.Skip(id_count * 8);
    if (!bytes.ok()) return;
    if (!name.empty()) head.attributes[i].name = name;
  }
}

void ReadCommand(std::string_view text, PerfDataHead& head) {
  PerfBytes bytes(text, head.big_endian);
  const uint32_t count = bytes.U32();
  head.command.clear();
  for (uint32_t i = 0; i < count && bytes.left() > 0 && head.command.size() < kMaxHeadTextBytes; ++i) {
    if (i > 0) head.command += ' ';
    head.command += ReadText(bytes);
  }
}

void ReadBuildIds(std::string_view text, PerfDataHead& head) {
  PerfBytes bytes(text, head.big_endian);
  while (bytes.left() >= 8) {
    bytes.Skip(4);
    const uint16_t misc = bytes.U16();
    const uint16_t size = bytes.U16();
    if (size < 8) return;
    AddPerfBuildId(bytes.Take(size - 8u), misc, head);
  }
}

void ReadFeature(uint64_t feature, std::string_view text, PerfDataHead& head) {
  if (feature == kBuildId) ReadBuildIds(text, head);
  PerfBytes bytes(text, head.big_endian);
  if (feature == kHostname) head.host = ReadText(bytes);
  if (feature == kRelease) head.release = ReadText(bytes);
  if (feature == kCommand) ReadCommand(text, head);
  if (feature == kEventDescription) ReadEventDescription(text, head);
}

Result<void> ReadAttributes(std::string_view file, Section section, uint64_t entry_bytes,
                            const JobControl& job, PerfDataHead& head) {
  if (entry_bytes < kMinAttributeBytes + kSectionBytes || entry_bytes > kMaxAttributeBytes) {
    return FailAt(ErrorCode::kMalformed, 16, "expected attributes of {} to {} bytes, found {}",
                  kMinAttributeBytes + kSectionBytes, kMaxAttributeBytes, entry_bytes);
  }
  RINGSCOPE_ASSIGN(const std::string_view text, PartOf(file, section, "the attributes"));
  const uint64_t count = section.size / entry_bytes;
  if (count > kMaxEventAttributes)
    return FailAt(ErrorCode::kLimit, section.begin, TooMany(kMaxEventAttributes, "events"));
  PerfBytes bytes(text, head.big_endian);
  uint64_t id_count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    head.attributes.push_back(ParseAttribute(bytes.Take(entry_bytes - kSectionBytes), head.big_endian));
    RINGSCOPE_ASSIGN(const std::string_view ids, PartOf(file, ReadSection(bytes), "the numbers of an event"));
    if (ids.size() / 8 > kMaxIds - id_count)
      return FailAt(ErrorCode::kLimit, section.begin, TooMany(kMaxIds, "numbers of events"));
    for (PerfBytes each(ids, head.big_endian); each.left() >= 8;) {
      if (++id_count % kPollIds == 0 && job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      head.attribute_of_id.try_emplace(each.U64(), i);
    }
  }
  return {};
}

}  // namespace

std::string PerfHexText(std::string_view bytes) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return fmt::format("{:02x}", fmt::join(begin, begin + bytes.size(), ""));
}

const PerfAttribute* PerfDataHead::AttributeOf(uint64_t id) const {
  if (attributes.size() == 1) return attributes.data();
  const auto found = attribute_of_id.find(id);
  return found == attribute_of_id.end() ? nullptr : &attributes[found->second];
}

Result<PerfDataHead> ReadPerfDataHead(std::string_view file, ImportReport& report, const JobControl& job) {
  PerfDataHead head;
  head.big_endian = file.starts_with("2ELIFREP");
  PerfBytes bytes(file, head.big_endian);
  bytes.Skip(8);
  const uint64_t header_bytes = bytes.U64();
  head.is_pipe = header_bytes == kPipeHeaderBytes;
  head.data_begin = kPipeHeaderBytes;
  head.data_end = file.size();
  if (head.is_pipe && bytes.ok()) return head;
  if (header_bytes < kMinHeaderBytes && bytes.ok()) {
    return FailAt(ErrorCode::kMalformed, 8, "expected a header of {} bytes, or of {} from a pipe, found {}",
                  kHeaderBytes, kPipeHeaderBytes, header_bytes);
  }
  if (header_bytes > file.size() || !bytes.ok()) {
    return FailAt(ErrorCode::kMalformed, file.size(),
                  "expected the header of perf.data, {} bytes, found the end of the file after {}",
                  kHeaderBytes, file.size());
  }
  const uint64_t attribute_bytes = bytes.U64();
  const Section attributes = ReadSection(bytes);
  const Section data = ReadSection(bytes);
  bytes.Skip(kSectionBytes);
  uint64_t features[kFeatureBits / 64] = {};
  if (header_bytes >= kHeaderBytes) {
    for (uint64_t& word : features) word = bytes.U64();
  }
  RINGSCOPE_TRY(ReadAttributes(file, attributes, attribute_bytes, job, head));
  if (data.begin > file.size())
    return Fail(ErrorCode::kMalformed,
                "expected the records within the file, which has {} bytes, found them at byte {}",
                file.size(), data.begin);
  head.data_begin = data.begin;
  if (data.size == 0 && data.begin < file.size())
    report.notes.push_back("The recording was not finished: perf has been ended before.");
  if (data.size == 0) return head;
  if (data.size > file.size() - data.begin) {
    report.notes.push_back("The file is cut off: it is shorter than it says.");
    return head;
  }
  head.data_end = data.begin + data.size;

  PerfBytes sections(file.substr(head.data_end), head.big_endian);
  for (uint32_t feature = 0; feature < kFeatureBits; ++feature) {
    if ((features[feature / 64] >> feature % 64 & 1) == 0) continue;
    head.by_simpleperf |= feature == kSimpleperfInfo;
    const Section section = ReadSection(sections);
    if (!sections.ok()) break;
    if (const Result<std::string_view> text = PartOf(file, section, "a feature"))
      ReadFeature(feature, *text, head);
  }
  return head;
}

void AddPerfAttribute(std::string_view record, PerfDataHead& head) {
  if (head.attributes.size() >= kMaxEventAttributes) return;
  PerfBytes bytes(record, head.big_endian);
  bytes.Skip(4);
  const uint32_t size = bytes.U32();
  if (size < kMinAttributeBytes || size > record.size()) return;
  const auto index = static_cast<uint32_t>(head.attributes.size());
  head.attributes.push_back(ParseAttribute(record.substr(0, size), head.big_endian));
  for (PerfBytes ids(record.substr(size), head.big_endian);
       ids.left() >= 8 && head.attribute_of_id.size() < kMaxIds;)
    head.attribute_of_id.try_emplace(ids.U64(), index);
}

void AddPerfEventName(std::string_view record, PerfDataHead& head) {
  constexpr uint64_t kName = 2;
  PerfBytes bytes(record, head.big_endian);
  const uint64_t what = bytes.U64();
  const uint64_t id = bytes.U64();
  const std::string_view name = bytes.Text(std::min<uint64_t>(bytes.left(), kMaxHeadTextBytes));
  const auto found = head.attribute_of_id.find(id);
  if (what == kName && !name.empty() && found != head.attribute_of_id.end())
    head.attributes[found->second].name = name;
}

void AddPerfFeature(std::string_view record, PerfDataHead& head) {
  PerfBytes bytes(record, head.big_endian);
  const uint64_t feature = bytes.U64();
  ReadFeature(feature, bytes.Take(bytes.left()), head);
}

void AddPerfBuildId(std::string_view record, uint16_t misc, PerfDataHead& head) {
  constexpr size_t kMaxIdBytes = 20;
  PerfBytes bytes(record, head.big_endian);
  bytes.Skip(4);  // the process; -1 is the kernel
  const std::string_view id = bytes.Take(kMaxIdBytes);
  const std::string_view size_text = bytes.Take(4);
  const std::string_view path = bytes.Text(bytes.left());
  if (!bytes.ok() || path.empty()) return;
  size_t size = kMaxIdBytes;
  if ((misc & kMiscBuildIdSize) != 0)
    size = std::min<size_t>(static_cast<unsigned char>(size_text[0]), kMaxIdBytes);
  head.build_ids.insert_or_assign(std::string(path), PerfHexText(id.substr(0, size)));
}

}  // namespace ringscope
