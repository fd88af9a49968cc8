#include "cct/import/pprof/pprof_tables.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "cct/base/text/number_text.h"
#include "cct/import/limits.h"
#include "cct/import/pprof/pprof_units.h"
#include "cct/tree/sampling_period.h"

namespace ringscope {
namespace {

// Metrics cost eight bytes a context each.
constexpr size_t kMaxSampleTypes = 256;
// No compiler inlines so deep; a bound, as samples name a location with a byte.
constexpr uint32_t kMaxLinesPerLocation = 1024;
constexpr uint64_t kRowsBetweenPolls = uint64_t{1} << 16;

// What is shown of the file's own remarks.
constexpr size_t kMaxComments = 8;
constexpr size_t kMaxCommentBytes = 400;

Result<void> CheckEnd(const ProtoReader& reader, uint64_t offset, std::string_view expected) {
  if (!reader.problem().empty()) return FailPprof(offset, expected, reader.problem());
  return {};
}

std::string_view Shortened(std::string_view text) { return text.substr(0, kMaxCommentBytes); }

}  // namespace

tl::unexpected<Error> FailPprof(uint64_t offset_bytes, std::string_view expected, std::string_view problem) {
  return FailAt(ErrorCode::kMalformed, offset_bytes, fmt::format("expected {}, found {}", expected, problem));
}

Result<void> PprofTables::Read(std::string_view profile, const JobControl& job) {
  ProtoReader reader(profile);
  uint64_t field_count = 0;
  while (reader.Next()) {
    if (++field_count % kRowsBetweenPolls == 0 && job.cancelled())
      return Fail(ErrorCode::kCancelled, "cancelled");
    if (reader.IsBytes(pprof::kSample)) continue;
    RINGSCOPE_TRY(ReadField(reader, static_cast<uint64_t>(reader.field_begin() - profile.data())));
  }
  if (reader.problem().empty()) return {};
  return FailPprof(static_cast<uint64_t>(reader.field_begin() - profile.data()), "a field of a pprof profile",
                   reader.problem());
}

Result<void> PprofTables::ReadField(const ProtoReader& field, uint64_t offset) {
  if (field.wire() == ProtoWire::kVarint) {
    if (field.number() == pprof::kComment) comments_.push_back(field.value());
    if (field.number() < numbers_.size()) numbers_[field.number()] = field.value();
    return {};
  }
  if (field.wire() != ProtoWire::kBytes) return {};
  ProtoReader message(field.bytes());
  switch (field.number()) {
    case pprof::kStringTable:
      strings_.push_back(field.bytes());
      return {};
    case pprof::kComment:
      if (!ForEachVarint(field, [&](uint64_t comment) { comments_.push_back(comment); }))
        return FailPprof(offset, "numbers of comments", "a number that does not end");
      return {};
    case pprof::kPeriodType:
      return ReadValueType(message, offset, period_type_);
    case pprof::kSampleType: {
      if (sample_types_.size() >= kMaxSampleTypes)
        return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxSampleTypes, "sample types"));
      return ReadValueType(message, offset, sample_types_.emplace_back());
    }
    case pprof::kMapping: {
      Mapping& mapping = mappings_.emplace_back();
      uint64_t& id = mapping_ids_.emplace_back();
      while (message.Next()) {
        if (message.IsVarint(1)) id = message.value();
        if (message.IsVarint(2)) mapping.start = message.value();
        if (message.IsVarint(3)) mapping.limit = message.value();
        if (message.IsVarint(4)) mapping.offset = message.value();
        if (message.IsVarint(5)) mapping.filename = message.value();
        if (message.IsVarint(6)) mapping.build_id = message.value();
      }
      return CheckEnd(message, offset, "a mapping");
    }
    case pprof::kFunction: {
      Function& function = functions_.emplace_back();
      uint64_t& id = function_ids_.emplace_back();
      while (message.Next()) {
        if (message.IsVarint(1)) id = message.value();
        if (message.IsVarint(2)) function.name = message.value();
        if (message.IsVarint(3)) function.system_name = message.value();
        if (message.IsVarint(4)) function.filename = message.value();
        if (message.IsVarint(5)) function.start_line = static_cast<int64_t>(message.value());
      }
      return CheckEnd(message, offset, "a function");
    }
    case pprof::kLocation:
      return ReadLocation(field.bytes(), offset);
    default:
      return {};  // of a newer version of the format
  }
}

Result<void> PprofTables::ReadValueType(ProtoReader& message, uint64_t offset,
                                        std::pair<uint64_t, uint64_t>& type) {
  while (message.Next()) {
    if (message.IsVarint(pprof::kType)) type.first = message.value();
    if (message.IsVarint(pprof::kUnit)) type.second = message.value();
  }
  return CheckEnd(message, offset, "a type of values");
}

Result<void> PprofTables::ReadLocation(std::string_view bytes, uint64_t offset) {
  Location& location = locations_.emplace_back();
  uint64_t& id = location_ids_.emplace_back();
  location.lines_begin = lines_.size();
  location.offset_bytes = offset;
  ProtoReader message(bytes);
  while (message.Next()) {
    if (message.IsVarint(1)) id = message.value();
    if (message.IsVarint(2)) location.mapping = message.value();
    if (message.IsVarint(3)) location.address = message.value();
    if (!message.IsBytes(4)) continue;
    if (++location.line_count > kMaxLinesPerLocation)
      return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxLinesPerLocation, "lines of a location"));
    RINGSCOPE_TRY(ReadLine(message.bytes(), offset));
  }
  return CheckEnd(message, offset, "a location");
}

Result<void> PprofTables::ReadLine(std::string_view bytes, uint64_t offset) {
  Line& line = lines_.emplace_back();
  ProtoReader message(bytes);
  while (message.Next()) {
    if (message.IsVarint(1)) line.function = message.value();
    if (message.IsVarint(2)) line.line = static_cast<int64_t>(message.value());
    if (message.IsVarint(3)) line.column = static_cast<int64_t>(message.value());
  }
  return CheckEnd(message, offset, "a line of a location");
}

std::vector<PprofTables::ValueType> PprofTables::SampleTypes() const {
  std::vector<ValueType> types;
  for (const auto& [type, unit] : sample_types_) types.push_back({String(type), String(unit)});
  return types;
}

uint64_t PprofTables::FindString(std::string_view text) const {
  const auto found = std::find(strings_.begin(), strings_.end(), text);
  return found == strings_.end() ? kNoString : static_cast<uint64_t>(found - strings_.begin());
}

bool PprofTables::IsGo() const {
  return std::any_of(functions_.begin(), functions_.end(),
                     [this](const Function& function) { return IsOfGoRuntime(String(function.name)); });
}

// A period of 1 of something is none.
void PprofTables::AddPeriodNote(ImportReport& report) const {
  const auto period = static_cast<int64_t>(numbers_[pprof::kPeriod]);
  const std::string unit = ShortUnit(String(period_type_.second));
  if (period <= 0) return;
  const double ns = static_cast<double>(period) * NanosecondsOf(unit);
  constexpr double kMostNs = 1e18;
  if (ns >= 1 && ns <= kMostNs) {
    report.notes.push_back(SamplingPeriodNote(static_cast<uint64_t>(ns)));
  } else if (ns == 0 && period > 1) {
    const std::string_view of = unit == "count" ? String(period_type_.first) : unit;
    report.notes.push_back(
        fmt::format("Sampled every {} {}.", period, Shortened(of.empty() ? "events" : of)));
  }
}

void PprofTables::AddNotes(ImportReport& report) const {
  constexpr int64_t kNsPerSecond = 1'000'000'000;
  constexpr int64_t kLastSecond = 253'402'300'799;  // of the year 9999
  constexpr int64_t kFirstSecond = 946'684'800;     // of the year 2000; before are times in a wrong unit
  const int64_t seconds = static_cast<int64_t>(numbers_[pprof::kTimeNanos]) / kNsPerSecond;
  const auto duration_ns = static_cast<int64_t>(numbers_[pprof::kDurationNanos]);
  const std::string_view drop_frames = String(numbers_[pprof::kDropFrames]);
  const std::string_view keep_frames = String(numbers_[pprof::kKeepFrames]);
  if (seconds >= kFirstSecond && seconds <= kLastSecond) {
    std::string text = fmt::format("Recorded on {:%Y-%m-%d at %H:%M:%S} UTC", fmt::gmtime(seconds));
    if (duration_ns > 0)
      text += fmt::format(", for {}", ValueText(static_cast<uint64_t>(duration_ns), "ns", 1));
    report.notes.push_back(text + ".");
  } else if (duration_ns > 0) {
    report.notes.push_back(
        fmt::format("Recorded for {}.", ValueText(static_cast<uint64_t>(duration_ns), "ns", 1)));
  }
  AddPeriodNote(report);
  for (const uint64_t comment : std::span(comments_).first(std::min(comments_.size(), kMaxComments))) {
    if (!String(comment).empty())
      report.notes.push_back(fmt::format("Comment: {}", Shortened(String(comment))));
  }
  if (!drop_frames.empty()) {
    std::string text =
        fmt::format("The file asks to leave out frames that match '{}'", Shortened(drop_frames));
    if (!keep_frames.empty()) text += fmt::format(" but not '{}'", Shortened(keep_frames));
    report.notes.push_back(text + ": they were kept.");
  }
}

}  // namespace ringscope
