#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/id_index.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/stack_rows.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// The metric for the name that aprof, or an older version of it, gives its cost.
Metric CostMetric(std::string_view metric) {
  if (metric == "bb-count" || metric == "bb_count") return {"basic blocks", "count", 1};
  if (metric == "time-usec" || metric == "time_usec") return {"time", "us", 1};
  if (metric == "vex-instr") return {"instructions", "count", 1};
  return {metric.empty() ? "cost" : std::string(metric), "count", 1};
}

constexpr MetricIndex kCostMetric = 0;
constexpr MetricIndex kCallsMetric = 1;

// The numbers of a "p" or "q" line. "Outermost" is the inclusive cost of the calls that are not inside
// another call of the same routine. The last four count input cells from system calls and other threads.
enum class AprofField : uint8_t {
  kInput,
  kCalls,
  kInclusiveMin,
  kInclusiveMax,
  kInclusive,
  kInclusiveSquares,
  kOutermost,
  kSelfMin,
  kSelfMax,
  kSelf,
  kSelfSquares,
  kSystemCalls,
  kThreads,
  kSelfSystemCalls,
  kSelfThreads,
};
// Whether the field is a real number, as sums of squares exceed 64 bits.
bool IsReal(AprofField field) {
  return field == AprofField::kInclusiveSquares || field == AprofField::kSelfSquares;
}

struct FieldName {
  std::string_view name;
  bool is_cost = false;
  bool is_input = false;
};
// Indexed by AprofField.
constexpr FieldName kFieldNames[] = {
    {"input", false, true},
    {"calls"},
    {"inclusive_min", true},
    {"inclusive_max", true},
    {"inclusive", true},
    {"inclusive_squares", true},
    {"outermost", true},
    {"self_min", true},
    {"self_max", true},
    {"self", true},
    {"self_squares", true},
    {"input_from_system_calls", false, true},
    {"input_from_threads", false, true},
    {"self_input_from_system_calls", false, true},
    {"self_input_from_threads", false, true},
};

constexpr uint64_t kLastAprofVersion = 6;

using F = AprofField;

// Versions 2 and 3 have no squares; version 1 ends with the calls.
constexpr F kVersion3[] = {F::kInput,     F::kInclusiveMin, F::kInclusiveMax, F::kInclusive, F::kCalls,
                           F::kOutermost, F::kSelf,         F::kSelfMin,      F::kSelfMax};
constexpr F kVersion4[] = {
    F::kInput,     F::kInclusiveMin, F::kInclusiveMax, F::kInclusive, F::kInclusiveSquares, F::kCalls,
    F::kOutermost, F::kSelf,         F::kSelfMin,      F::kSelfMax,   F::kSelfSquares};
// Two unused columns precede these.
constexpr F kFromElsewhere[] = {F::kSystemCalls, F::kThreads, F::kSelfSystemCalls, F::kSelfThreads};

// A point without one of these fields is skipped.
constexpr F kNeeded[] = {F::kInput, F::kInclusive, F::kCalls, F::kSelf};

std::span<const AprofField> AprofFieldsOf(uint64_t version) {
  if (version == 1) return std::span(kVersion4).first(6);
  if (version <= 3) return std::span(kVersion3).first(version == 2 ? 7 : 9);
  return kVersion4;
}

// A "p" or "q" line: the calls of a routine or context with one input size.
struct Point {
  uint64_t id = 0;  // of the routine or the context
  // By field; 0 if the version lacks the field. A real number is the bits of a double.
  std::array<uint64_t, std::size(kFieldNames)> values{};
  bool of_context = false;
  BuildNode node = kNoBuildNode;
  [[nodiscard]] uint64_t operator[](AprofField field) const { return values[static_cast<size_t>(field)]; }
  [[nodiscard]] uint64_t& operator[](AprofField field) { return values[static_cast<size_t>(field)]; }
};

std::optional<uint64_t> ParseAprofNumber(std::string_view text) {
  const std::optional<uint64_t> value = ParseNumber<uint64_t>(text);
  return value && *value >> 63 == 0 ? value : std::nullopt;
}

uint64_t RealBits(std::string_view word) {
  const double value = ParseNumber<double>(word).value_or(0);
  return std::bit_cast<uint64_t>(value >= 0 && std::isfinite(value) ? value : 0.0);
}

// Reads a line without its first letter; nullopt if it is malformed.
std::optional<Point> ParsePoint(std::string_view text, uint64_t version) {
  const std::optional<uint64_t> id = ParseAprofNumber(TakeWord(text));
  if (!id) return std::nullopt;
  Point point{.id = *id};
  for (const AprofField field : AprofFieldsOf(version)) {
    const std::string_view word = TakeWord(text);
    if (IsReal(field)) {
      point[field] = RealBits(word);
      continue;
    }
    const std::optional<uint64_t> value = ParseAprofNumber(word);
    if (!value && std::ranges::count(kNeeded, field) > 0) return std::nullopt;
    point[field] = value.value_or(0);
  }
  if (version < 5) return point;
  for (int unused = 0; unused < 2; ++unused) static_cast<void>(TakeWord(text));
  for (const AprofField field : kFromElsewhere) point[field] = ParseAprofNumber(TakeWord(text)).value_or(0);
  return point;
}

// Adds the calls of one point to another point with the same input size.
void AddUp(const Point& from, Point& into) {
  constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;
  for (size_t index = 0; index < std::size(kFieldNames); ++index) {
    const auto field = static_cast<AprofField>(index);
    const uint64_t value = from[field];
    uint64_t& sum = into[field];
    if (field == AprofField::kInclusiveMin || field == AprofField::kSelfMin) {
      sum = std::min(sum, value);
    } else if (field == AprofField::kInclusiveMax || field == AprofField::kSelfMax) {
      sum = std::max(sum, value);
    } else if (IsReal(field)) {
      sum = std::bit_cast<uint64_t>(std::bit_cast<double>(sum) + std::bit_cast<double>(value));
    } else if (field != AprofField::kInput) {
      sum = std::min(sum + value, kMost);  // both are below 2^63
    }
  }
}

bool SniffAprof(std::string_view text) {
  // aprof's reports have a comment in the first lines; those of other tools may lack it.
  for (int line = 0; line < 4 && text.starts_with("c "); ++line) {
    if (Has(TakeLine(text), "report generated by aprof")) return true;
  }
  if (!text.starts_with("v ")) return false;
  return Has(text, "\nr \"") && ParseAprofNumber(Trimmed(TakeLine(text).substr(2)));
}

// Collects the routines and contexts of an aprof report, which come in any order, and then makes the tree.
// 40 bytes a context and 136 bytes a point; points take twice as much while they go to the tree.
class AprofReader : public LineReader {
 public:
  explicit AprofReader(const ImportRun& run) : LineReader(run), preview_(run.options.preview, run.job) {}

  Result<void> ReadLine(std::string_view line) {
    line = Trimmed(line);
    if (line.empty()) return {};
    const size_t letter_end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view kind = line.substr(0, letter_end);
    const std::string_view rest = Trimmed(line.substr(letter_end));
    if (kind.size() != 1) return kind == "fav" ? Result<void>() : Skip("a line of unknown kind");
    switch (kind[0]) {
      case 'v':
        return ReadVersion(rest);
      case 'm':
        metric_ = rest;
        return {};
      case 'i':
        input_ = rest;
        return {};
      case 'k':
        total_ = ParseAprofNumber(rest);
        return total_ ? Result<void>() : Skip("a total that is no number");
      case 'r':
        return ReadRoutine(rest);
      case 'x':
        return ReadContext(rest);
      case 'p':
      case 'q':
        return ReadPoint(rest, kind[0] == 'q');
      default:  // a tree has no place for the data of these
        return Has("acdeftu", kind) ? Result<void>() : Skip("a line of unknown kind");
    }
  }

  Result<void> Finish() {
    if (!version_)
      return Fail(ErrorCode::kMalformed, "expected the report's version (a line \"v 6\"), found none");
    Target target{run_.builder, run_.report};
    BuildTree(target);
    std::vector<std::string>& notes = run_.report.notes;
    if (contexts_.empty())
      notes.push_back("The report has no contexts: its routines stand side by side below the root.");
    if (*version_ < 2) {
      notes.push_back(contexts_.empty()
                          ? "Version 1 of the format has no self cost: the cost of a routine is its "
                            "inclusive cost."
                          : "Version 1 of the format has no self cost: it is the inclusive cost minus that "
                            "of the contexts below.");
    }
    AddPoints(target);
    if (total_.value_or(0) > target.cost_sum)
      Note(run_.report, "aprof counted {} in all, {} more than it prints: it leaves out code without a name.",
           *total_, *total_ - target.cost_sum);
    return run_.builder.status();
  }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Context {
    uint64_t routine, parent_id;
    uint64_t offset;
    bool top;
  };
  // A tree in the making: the import's or a preview's.
  struct Target {
    CctBuilder& builder;
    ImportReport& report;
    std::unordered_map<uint64_t, FrameId> unnamed;  // frames of routines without a name
    IdIndex index;                                  // contexts by their ids
    std::vector<uint32_t> parents;                  // by context; kNone: no parent
    std::vector<BuildNode> nodes;                   // by context; kNone: not in the tree
    uint64_t cost_sum = 0;                          // the builder detects an overflow
  };
  struct Sums {
    uint64_t inclusive = 0, calls = 0, self = 0, offset = 0;
    bool too_large = false;
  };
  Result<void> ReadVersion(std::string_view rest) {
    const std::optional<uint64_t> version = ParseAprofNumber(rest);
    if (!version) return FailHere(ErrorCode::kMalformed, "expected a version number behind \"v\"");
    if (*version < 1 || *version > kLastAprofVersion) {
      return FailHere(ErrorCode::kUnsupported,
                      fmt::format("expected an aprof report of version 1 to {}, found version {}",
                                  kLastAprofVersion, *version));
    }
    version_ = version;
    return {};
  }

  // Reads `"NAME" "OBJECT" ID` from its end, whose quotes and blanks are known: the name may contain
  // anything, even quotes.
  Result<void> ReadRoutine(std::string_view text) {
    constexpr std::string_view kBroken = "a routine's line that is cut off or broken";
    constexpr std::string_view kBetween = "\" \"";
    const size_t blank = text.find_last_of(" \t");
    if (blank == std::string_view::npos || text[0] != '"') return Skip(kBroken);
    const std::optional<uint64_t> id = ParseAprofNumber(text.substr(blank + 1));
    const size_t last_quote = text.find_last_not_of(" \t", blank);
    if (!id || last_quote == std::string_view::npos || text[last_quote] != '"') return Skip(kBroken);
    const std::string_view quoted = text.substr(0, last_quote);
    const size_t between = quoted.rfind(kBetween);
    if (between == std::string_view::npos || between < 1) return Skip(kBroken);
    const FrameId frame = run_.builder.InternFrame(
        {.name = quoted.substr(1, between - 1), .module = quoted.substr(between + kBetween.size())});
    if (!routines_.try_emplace(*id, frame).second) Skip("a routine with the id of another");
    return {};
  }

  // Reads "ROUTINE ID CALLER"; CALLER is -1 for none.
  Result<void> ReadContext(std::string_view text) {
    const std::optional<uint64_t> routine = ParseAprofNumber(TakeWord(text));
    const std::optional<uint64_t> id = ParseAprofNumber(TakeWord(text));
    const std::string_view parent_word = TakeWord(text);
    const std::optional<uint64_t> parent = ParseAprofNumber(parent_word);
    if (!routine || !id || (!parent && parent_word != "-1") || !TakeWord(text).empty())
      return Skip("a context's line that is cut off or broken");
    if (contexts_.size() >= kMaxContexts) return Skip("a context beyond the limit");
    contexts_.push_back({*routine, parent.value_or(0), offset_, !parent});
    context_ids_.push_back(*id);
    OfferPreview();
    return {};
  }

  Result<void> ReadPoint(std::string_view rest, bool of_context) {
    if (!version_) {
      return FailHere(ErrorCode::kMalformed,
                      "expected the report's version (a line \"v 6\") before its costs, found none");
    }
    std::optional<Point> point = ParsePoint(rest, *version_);
    if (!point) return Skip("a line of costs that is cut off or broken");
    point->of_context = of_context;
    points_.push_back(*point);
    const auto [at, is_new] = (of_context ? context_sums_ : routine_sums_).try_emplace(point->id);
    Sums& sums = at->second;
    if (is_new) sums.offset = offset_;
    const auto add = [&](uint64_t& sum, AprofField field) {
      // No overflow: both are below 2^63.
      sum += (*point)[field];
      if (sum >> 63 == 0) return;
      sums.too_large = true;
      sum = 0;
    };
    add(sums.inclusive, AprofField::kInclusive);
    add(sums.calls, AprofField::kCalls);
    add(sums.self, AprofField::kSelf);
    // The "x" lines of contexts give previews.
    if (!of_context) OfferPreview();
    return {};
  }

  void OfferPreview() {
    if (!preview_.Wanted() || !version_) return;
    // A tree of the contexts and costs so far; none without any cost.
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                    ImportReport later;  // dropped: missing lines may still follow
                    Target target{copy, later};
                    BuildTree(target);
                    return target.cost_sum > 0;
                  }});
  }

  [[nodiscard]] FrameId FrameOf(uint64_t routine, uint64_t offset, Target& into) const {
    const auto known = routines_.find(routine);
    if (known != routines_.end()) return known->second;
    const auto [at, is_new] = into.unnamed.try_emplace(routine, 0);
    if (is_new) {
      into.report.Keep("a routine without a name", offset);
      const std::string name = fmt::format("[routine {}]", routine);
      at->second = into.builder.InternFrame({.name = name, .kind = FrameKind::kSynthetic});
    }
    return at->second;
  }

  void BuildTree(Target& into) const {
    const bool has_self = *version_ >= 2;
    into.builder.AddMetric(CostMetric(metric_));
    into.builder.AddMetric({"calls", "count", 1});
    BuildContexts(into);
    AddContextValues(has_self, into);
    AddRoutineValues(has_self, into);
  }

  void BuildContexts(Target& into) const {
    into.index.Build(context_ids_, [&](size_t item) {
      into.report.Keep("a context with the id of another", contexts_[item].offset);
    });
    into.parents.assign(contexts_.size(), kNone);
    into.nodes.assign(contexts_.size(), kNone);
    uint64_t parentless_count = 0;
    for (size_t i = 0; i < contexts_.size(); ++i) {
      if (contexts_[i].top) continue;
      into.parents[i] = into.index.Find(contexts_[i].parent_id);
      parentless_count += into.parents[i] == kNone ? 1 : 0;
    }
    StackRows rows;
    rows.Begin(contexts_.size(), kBuildRoot);
    for (uint32_t i = 0; i < contexts_.size(); ++i) {
      into.nodes[i] = rows.ContextOf(
          i, [&](uint32_t row) { return into.parents[row]; },
          [&](BuildNode caller, uint32_t row) {
            const Context& context = contexts_[row];
            return into.builder.Child(caller, FrameOf(context.routine, context.offset, into));
          });
      if (into.nodes[i] == kNone)
        into.report.Skip("a context whose callers form a loop", contexts_[i].offset);
      else
        ++into.report.record_count;
    }
    NoteCount(into.report, parentless_count, "context", "whose caller is missing: put below the root.");
  }

  void AddContextValues(bool has_self, Target& into) const {
    // Without self cost in the file, it is the inclusive cost minus that of the contexts below.
    std::vector<uint64_t> below(has_self ? 0 : contexts_.size(), 0);
    for (const auto& [id, sums] : context_sums_) {
      const uint32_t item = into.index.Find(id);
      if (item == kNone || into.nodes[item] == kNone) {
        into.report.Skip("costs of a context that is not there", sums.offset);
      } else if (!has_self && into.parents[item] != kNone && !sums.too_large) {
        uint64_t& sum = below[into.parents[item]];
        sum = std::min(sum + sums.inclusive, uint64_t{1} << 63);
      }
    }
    for (uint32_t item = 0; item < contexts_.size(); ++item) {
      if (into.nodes[item] == kNone || into.index.Find(context_ids_[item]) != item) continue;
      const auto sums = context_sums_.find(context_ids_[item]);
      if (sums == context_sums_.end()) continue;
      uint64_t self = sums->second.self;
      if (!has_self) self = sums->second.inclusive - std::min(sums->second.inclusive, below[item]);
      AddValues(into.nodes[item], sums->second, self, into);
    }
  }

  void AddRoutineValues(bool has_self, Target& into) const {
    std::vector<std::pair<uint64_t, const Sums*>> in_order;
    for (const auto& [id, sums] : routine_sums_) in_order.emplace_back(id, &sums);
    std::sort(in_order.begin(), in_order.end());
    for (const auto& [id, sums] : in_order) {
      const BuildNode node = into.builder.Child(kBuildRoot, FrameOf(id, sums->offset, into));
      AddValues(node, *sums, has_self ? sums->self : sums->inclusive, into);
      if (contexts_.empty()) ++into.report.record_count;
    }
  }

  static void AddValues(BuildNode node, const Sums& sums, uint64_t self, Target& into) {
    if (sums.too_large) return into.report.Skip("costs whose sum reaches 2^63", sums.offset);
    into.builder.AddSelf(node, kCostMetric, self);
    into.cost_sum += self;
    into.builder.AddSelf(node, kCallsMetric, sums.calls);
  }

  // The context of a point, or kNone. FrameOf() notes no missing name here: AddRoutineValues() has done so.
  [[nodiscard]] BuildNode NodeOf(const Point& point, Target& tree) const {
    if (!point.of_context) return tree.builder.Child(kBuildRoot, FrameOf(point.id, 0, tree));
    const uint32_t item = tree.index.Find(point.id);
    return item == kNone ? kNone : tree.nodes[item];
  }

  // Puts the points into the tree. Contexts with the same caller and routine are one, so their points with
  // the same input size are added up.
  void AddPoints(Target& tree) {
    for (Point& point : points_) point.node = NodeOf(point, tree);
    std::erase_if(points_, [](const Point& point) { return point.node == kNone; });
    if (points_.empty()) return;
    const auto key = [](const Point& point) { return std::pair(point.node, point[AprofField::kInput]); };
    std::ranges::stable_sort(points_, {}, key);
    size_t kept = 0;
    for (size_t i = 1; i < points_.size(); ++i) {
      if (key(points_[i]) == key(points_[kept]))
        AddUp(points_[i], points_[kept]);
      else
        points_[++kept] = points_[i];
    }
    points_.resize(kept + 1);

    const std::string cost_unit = tree.builder.metric(kCostMetric).unit;
    const std::string input = input_.empty() ? "rms" : input_;
    std::vector<PointField> fields;
    std::vector<std::vector<uint64_t>> values;
    for (size_t index = 0; index < std::size(kFieldNames); ++index) {
      const auto field = static_cast<AprofField>(index);
      const auto of_version = AprofFieldsOf(*version_);
      // Only reports of "drms" have the source of input.
      const bool is_told =
          std::ranges::count(of_version, field) > 0 ||
          std::ranges::any_of(points_, [&](const Point& point) { return point[field] != 0; });
      if (!is_told) continue;
      const FieldName& name = kFieldNames[index];
      const std::string unit = name.is_cost ? cost_unit : name.is_input ? input : "count";
      fields.push_back({std::string(name.name), unit, IsReal(field)});
      std::vector<uint64_t>& column = values.emplace_back();
      column.reserve(points_.size());
      for (const Point& point : points_) column.push_back(point[field]);
    }
    std::vector<BuildNode> nodes;
    nodes.reserve(points_.size());
    for (const Point& point : points_) nodes.push_back(point.node);
    tree.builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
  }

  std::unordered_map<uint64_t, FrameId> routines_;
  std::vector<Context> contexts_;
  std::vector<uint64_t> context_ids_;
  std::unordered_map<uint64_t, Sums> context_sums_, routine_sums_;
  std::vector<Point> points_;
  RecordPreview preview_;
  std::optional<uint64_t> version_;
  std::optional<uint64_t> total_;
  std::string metric_, input_;
};

}  // namespace

const Importer kAprofImporter{"aprof", &SniffAprof, &ImportLines<AprofReader>};

}  // namespace ringscope
