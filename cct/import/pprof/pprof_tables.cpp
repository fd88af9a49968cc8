#include "cct/import/pprof/pprof_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "cct/base/text/number_text.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/frame_names.h"
#include "cct/import/limits.h"
#include "cct/import/report_notes.h"
#include "cct/tree/import_report.h"

namespace ringscope {
namespace {

// Metrics cost eight bytes a context each.
constexpr size_t kMaxSampleTypes = 256;
// No compiler inlines so deep. A limit is needed because a byte of a sample can name a location.
constexpr uint32_t kMaxLinesPerLocation = 1024;
constexpr uint64_t kRowsBetweenPolls = uint64_t{1} << 16;

// Limits of the file's comments in the report.
constexpr size_t kMaxComments = 8;
constexpr size_t kMaxCommentBytes = 400;

// The line and column that the lines of a function have in common, if they do.
struct FunctionPlace {
  int64_t line = 0, column = 0;
  bool seen = false;
  bool several = false;
};

bool IsKernelAddress(uint64_t address) { return address >> 48 == 0xffff; }

Result<void> CheckEnd(const ProtoReader& reader, uint64_t offset, std::string_view expected) {
  if (!reader.problem().empty()) return FailPprof(offset, expected, reader.problem());
  return {};
}

// Reads the numbers of a message as ReadNumbers() does; errors call the message `what`.
template <typename... Numbers>
Result<void> ReadMessage(const ProtoReader& field, uint64_t offset, std::string_view what,
                         Numbers&... numbers) {
  ProtoReader message(field.bytes());
  ReadNumbers(message, numbers...);
  return CheckEnd(message, offset, what);
}

std::string_view Shortened(std::string_view text) { return text.substr(0, kMaxCommentBytes); }

}  // namespace

tl::unexpected<Error> FailPprof(uint64_t offset_bytes, std::string_view expected, std::string_view problem) {
  return FailAt(ErrorCode::kMalformed, offset_bytes, "expected {}, found {}", expected, problem);
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
  switch (field.number()) {
    case pprof::kStringTable:
      strings_.push_back(field.bytes());
      return {};
    case pprof::kComment:
      if (!ForEachVarint(field, [&](uint64_t comment) { comments_.push_back(comment); }))
        return FailPprof(offset, "numbers of comments", "a number that does not end");
      return {};
    case pprof::kPeriodType:
      return ReadMessage(field, offset, "a type of values", period_type_.first, period_type_.second);
    case pprof::kSampleType: {
      if (sample_types_.size() >= kMaxSampleTypes)
        return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxSampleTypes, "sample types"));
      auto& [type, unit] = sample_types_.emplace_back();
      return ReadMessage(field, offset, "a type of values", type, unit);
    }
    case pprof::kMapping: {
      Mapping& mapping = mappings_.emplace_back();
      return ReadMessage(field, offset, "a mapping", mapping_ids_.emplace_back(), mapping.start,
                         mapping.limit, mapping.offset, mapping.filename, mapping.build_id);
    }
    case pprof::kFunction: {
      Function& function = functions_.emplace_back();
      return ReadMessage(field, offset, "a function", function_ids_.emplace_back(), function.name,
                         function.system_name, function.filename, function.start_line);
    }
    case pprof::kLocation:
      return ReadLocation(field.bytes(), offset);
    default:
      return {};  // fields of newer versions of the format
  }
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
    Line& line = lines_.emplace_back();
    RINGSCOPE_TRY(
        ReadMessage(message, offset, "a line of a location", line.function, line.line, line.column));
  }
  return CheckEnd(message, offset, "a location");
}

std::vector<PprofTables::ValueType> PprofTables::SampleTypes() const {
  std::vector<ValueType> types;
  for (const auto& [type, unit] : sample_types_) types.push_back({String(type), String(unit)});
  return types;
}

uint64_t PprofTables::FindString(std::string_view text) const {
  const auto found = std::ranges::find(strings_, text);
  return found == strings_.end() ? kNoString : static_cast<uint64_t>(found - strings_.begin());
}

bool PprofTables::IsGo() const {
  return std::ranges::any_of(
      functions_, [this](const Function& function) { return IsOfGoRuntime(String(function.name)); });
}

// A period of 1 means that nothing was left out.
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
    Note(report, "Sampled every {} {}.", period, Shortened(of.empty() ? "events" : of));
  }
}

void PprofTables::AddNotes(ImportReport& report) const {
  constexpr int64_t kNsPerSecond = 1'000'000'000;
  const int64_t seconds = static_cast<int64_t>(numbers_[pprof::kTimeNanos]) / kNsPerSecond;
  const auto duration_ns = static_cast<int64_t>(numbers_[pprof::kDurationNanos]);
  const std::string_view drop_frames = String(numbers_[pprof::kDropFrames]);
  const std::string_view keep_frames = String(numbers_[pprof::kKeepFrames]);
  if (std::string text = RecordedOnText(static_cast<double>(seconds)); !text.empty()) {
    if (duration_ns > 0)
      text += fmt::format(", for {}", ValueText(static_cast<uint64_t>(duration_ns), "ns", 1));
    report.notes.push_back(text + ".");
  } else if (duration_ns > 0) {
    Note(report, "Recorded for {}.", ValueText(static_cast<uint64_t>(duration_ns), "ns", 1));
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

// Turns the locations of a profile into paths of frames.
class PprofTables::PathMaker {
 public:
  PathMaker(const PprofTables& tables, const ImportRun& run, Symbolizer* symbolizer)
      : tables_(tables), run_(run), symbolizer_(symbolizer) {}

  Result<PprofPaths> Make() {
    functions_.Build(tables_.function_ids_,
                     [this](size_t) { run_.report.Skip("a function with the id of another", 0); });
    mappings_.Build(tables_.mapping_ids_,
                    [this](size_t) { run_.report.Skip("a mapping with the id of another", 0); });
    result_.locations_.Build(tables_.location_ids_, [this](size_t location) {
      run_.report.Skip("a location with the id of another", tables_.locations_[location].offset_bytes);
    });
    if (tables_.IsGo()) UniteGoFunctions();
    FindPlaces();
    result_.begin_.push_back(0);
    // AddPath() keeps kMissing out of paths_: locations without a name do not share it.
    std::vector<FrameId> frames{UnknownFrame(run_.builder)};
    AddPath(frames, false);
    const bool keeps_lines = run_.options.lines;
    for (size_t i = 0; i < tables_.locations_.size(); ++i) {
      const bool is_slow = symbolizer_ != nullptr && tables_.locations_[i].line_count == 0;
      if ((is_slow || i % kRowsBetweenPolls == 0) && run_.job.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      frames.clear();
      AppendFrames(tables_.locations_[i], frames);
      result_.path_of_location_.push_back({PathOf(frames, BeginsInGoRuntime(tables_.locations_[i])),
                                           static_cast<uint32_t>(frames.size()), frames[0]});
      if (keeps_lines) result_.line_of_location_.push_back(FrameOfLine(tables_.locations_[i]));
    }
    RINGSCOPE_TRY(run_.builder.status());
    if (const size_t size = result_.locations_.dense_size(); size > 0) {
      result_.only_frames_.assign(size, PprofPaths::kNone);
      for (const uint64_t id : tables_.location_ids_) {
        const PprofPaths::Path path = result_.PathOf(id);
        if (path.frame_count == 1) result_.only_frames_[id] = path.outermost;
      }
    }
    return std::move(result_);
  }

 private:
  // A line tells the place of a call, not of the function. Only if all lines of a function equal its start
  // line, they tell the place of the function, and then its column too.
  void FindPlaces() {
    places_.resize(tables_.functions_.size());
    for (const Line& line : tables_.lines_) {
      const uint32_t function = FunctionOf(line);
      if (function == IdIndex::kNone) continue;
      FunctionPlace& place = places_[function];
      if (!place.seen) place = {line.line, line.column, true, false};
      place.several |= place.line != line.line || place.column != line.column;
    }
  }

  // In Go a name identifies a function. A profile merged from several builds has the function in several
  // files and at several lines: the first one stands for all.
  void UniteGoFunctions() {
    for (uint32_t i = 0; i < tables_.functions_.size(); ++i) {
      same_function_.push_back(
          by_name_.try_emplace(tables_.String(tables_.functions_[i].name), i).first->second);
    }
    by_name_ = {};
  }

  // No function has the id 0.
  [[nodiscard]] uint32_t FunctionOf(const Line& line) const {
    const uint32_t function = line.function == 0 ? IdIndex::kNone : functions_.Find(line.function);
    return function == IdIndex::kNone || same_function_.empty() ? function : same_function_[function];
  }

  void AppendFrames(const Location& location, std::vector<FrameId>& frames) {
    const uint32_t mapping_index = location.mapping == 0 ? IdIndex::kNone : mappings_.Find(location.mapping);
    const Mapping mapping = mapping_index == IdIndex::kNone ? Mapping{} : tables_.mappings_[mapping_index];
    const std::string_view module = tables_.String(mapping.filename);
    FrameKind kind = KindOfModule(module);
    if (IsKernelAddress(location.address)) kind = FrameKind::kKernel;
    if (location.line_count == 0 && AppendSymbols(location, mapping, module, kind, frames)) return;
    if (location.line_count == 0) {
      frames.push_back(FrameOfAddress(location, mapping, kind));
      return;
    }
    // The first line is the innermost function, inlined into the next, and so on.
    for (uint32_t k = location.line_count; k-- > 0;) {
      const Line& line = tables_.lines_[location.lines_begin + k];
      frames.push_back(
          LineFrame(line, location, mapping, k + 1 < location.line_count ? FrameKind::kInlined : kind));
      if (const uint32_t at = PlaceOf(line.line); run_.options.call_sites && at != 0)
        frames.push_back(run_.builder.CallLine(at));
    }
  }

  // In pprof the address of a caller is that of the call itself, so it is looked up as it is.
  bool AppendSymbols(const Location& location, const Mapping& mapping, std::string_view module,
                     FrameKind kind, std::vector<FrameId>& frames) {
    if (symbolizer_ == nullptr || module.empty() || location.address < mapping.start ||
        location.address >= mapping.limit)
      return false;
    const MappedCode code{.path = module,
                          .begin = mapping.start,
                          .end = mapping.limit,
                          .file_offset = mapping.offset,
                          .build_id = tables_.String(mapping.build_id)};
    const std::vector<SymbolFrame> symbols = symbolizer_->FramesAt(code, location.address);
    AppendSymbolFrames(symbols, module, kind, run_.builder, frames);
    return !symbols.empty();
  }

  FrameId LineFrame(const Line& line, const Location& location, const Mapping& mapping, FrameKind kind) {
    innermost_ = {};
    const std::string_view module = tables_.String(mapping.filename);
    const uint32_t index = FunctionOf(line);
    if (index == IdIndex::kNone) {
      run_.report.Keep("a line without a function of the file", location.offset_bytes);
      return FrameOfAddress(location, mapping, kind);
    }
    const Function& function = tables_.functions_[index];
    std::string_view name = tables_.String(function.name);
    if (name.empty()) name = tables_.String(function.system_name);
    if (name.empty()) {
      if (function.name >= tables_.strings_.size())
        run_.report.Keep("a name that is not in the table of strings", location.offset_bytes);
      return FrameOfAddress(location, mapping, kind);
    }
    Frame frame{.name = name, .module = module, .file = tables_.String(function.filename), .kind = kind};
    frame.line = PlaceOf(function.start_line);
    const FunctionPlace& place = places_[index];
    if (!place.several && place.line == function.start_line) frame.column = PlaceOf(place.column);
    innermost_ = frame;
    return run_.builder.InternFrame(frame);
  }

  // `location` must be the one whose frames were made last.
  FrameId FrameOfLine(const Location& location) {
    if (location.line_count == 0 || innermost_.name.empty()) return PprofPaths::kNone;
    const uint32_t line = PlaceOf(tables_.lines_[location.lines_begin].line);
    if (line == 0 || line == innermost_.line) return PprofPaths::kNone;
    Frame frame = innermost_;
    frame.line = line;
    frame.column = 0;
    return run_.builder.InternFrame(frame);
  }

  FrameId FrameOfAddress(const Location& location, const Mapping& mapping, FrameKind kind) {
    return AddressFrame(run_.builder, tables_.String(mapping.filename), location.address,
                        location.address - mapping.start + mapping.offset, kind);
  }

  [[nodiscard]] bool BeginsInGoRuntime(const Location& location) const {
    if (location.line_count == 0) return false;
    const uint32_t function = FunctionOf(tables_.lines_[location.lines_begin + location.line_count - 1]);
    return function != IdIndex::kNone && IsOfGoRuntime(tables_.String(tables_.functions_[function].name));
  }

  uint32_t PathOf(const std::vector<FrameId>& frames, bool begins_in_go_runtime) {
    const auto add = [&] {
      AddPath(frames, begins_in_go_runtime);
      return FrameId{0};
    };
    return 1 + paths_.Intern(AsText(std::as_bytes(std::span(frames))), add);
  }
  void AddPath(const std::vector<FrameId>& frames, bool begins_in_go_runtime) {
    result_.frames_.insert(result_.frames_.end(), frames.begin(), frames.end());
    result_.begin_.push_back(result_.frames_.size());
    result_.begins_in_go_runtime_.push_back(begins_in_go_runtime ? 1 : 0);
  }

  const PprofTables& tables_;
  const ImportRun run_;
  Symbolizer* symbolizer_;  // null: no names are looked up
  IdIndex functions_, mappings_;
  std::vector<uint32_t> same_function_;  // by function: the function that stands for it; empty: itself
  std::unordered_map<std::string_view, uint32_t> by_name_;  // only used by UniteGoFunctions()
  std::vector<FunctionPlace> places_;                       // by function
  FrameTexts paths_;                                        // the frames of all paths but kMissing
  Frame innermost_;  // of the last line; without a name if it became an address
  PprofPaths result_;
};

Result<PprofPaths> PprofTables::MakePaths(const ImportRun& run, Symbolizer* symbolizer) const {
  return PathMaker(*this, run, symbolizer).Make();
}

}  // namespace ringscope
