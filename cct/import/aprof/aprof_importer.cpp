#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/aprof/aprof_line.h"
#include "cct/import/id_index.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/read_lines.h"
#include "cct/import/report_notes.h"
#include "cct/import/stack_rows.h"
#include "cct/import/text_parts.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {
namespace {

// The metrics that aprof measures, as it and its older versions spell them.
Metric CostMetric(std::string_view metric) {
  if (metric == "bb-count" || metric == "bb_count") return {"basic blocks", "count", 1};
  if (metric == "time-usec" || metric == "time_usec") return {"time", "us", 1};
  if (metric == "vex-instr") return {"instructions", "count", 1};
  if (metric.empty()) return {"cost", "count", 1};
  return {std::string(metric), "count", 1};
}

constexpr MetricIndex kCost = 0;
constexpr MetricIndex kCalls = 1;

struct FieldName {
  std::string_view name;
  bool is_cost = false;
  bool is_input = false;
};
// By AprofField.
constexpr FieldName kFieldNames[kAprofFieldCount] = {
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

// Adds the calls of one point to those of another of the same input size.
void AddUp(const AprofPoint& from, AprofPoint& into) {
  constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;
  for (size_t index = 0; index < kAprofFieldCount; ++index) {
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

// What an aprof report says of its routines and contexts, in any order, and the tree of it. 40 bytes a
// context, 136 a point, as much again for points while they go to the tree.
class AprofTree {
 public:
  AprofTree(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  void AddRoutine(const AprofRoutine& routine, uint64_t offset) {
    const FrameId frame = builder_.InternFrame({.name = routine.name, .module = routine.object});
    if (!routines_.try_emplace(routine.id, frame).second)
      report_.Skip("a routine with the id of another", offset);
  }

  void AddContext(const AprofContext& context, uint64_t offset) {
    if (contexts_.size() >= kMaxContexts) {  // nobody has as many
      report_.Skip("a context beyond the limit", offset);
      return;
    }
    contexts_.push_back({context.routine, context.parent.value_or(0), offset, !context.parent});
    context_ids_.push_back(context.id);
  }

  // Of a context, or of a routine in a report without contexts.
  void AddPoint(const AprofPoint& point, bool of_context, uint64_t offset) {
    points_.push_back({point, of_context});
    const auto [at, is_new] = (of_context ? context_sums_ : routine_sums_).try_emplace(point.id);
    Sums& sums = at->second;
    if (is_new) sums.offset = offset;
    const auto add = [&](uint64_t& sum, uint64_t value) {
      // Both are below 2^63.
      sum += value;
      if (sum >> 63 == 0) return;
      sums.too_large = true;
      sum = 0;
    };
    add(sums.inclusive, point[AprofField::kInclusive]);
    add(sums.calls, point[AprofField::kCalls]);
    add(sums.self, point[AprofField::kSelf]);
  }

  // After the last line; gives the sum of all costs in the tree. `metric` is the file's name of what is
  // counted, "bb-count" or the like, `input` that of what input sizes are, "rms" or "drms".
  [[nodiscard]] uint64_t Build(std::string_view metric, std::string_view input, uint64_t version) {
    // The contexts' places, chains of callers and what is below; the points as columns and sorted.
    Target target{builder_, report_};
    BuildTree(metric, version, target);
    if (contexts_.empty())
      report_.notes.push_back("The report has no contexts: its routines stand side by side below the root.");
    if (version < 2) {
      report_.notes.push_back(contexts_.empty() ? "Version 1 of the format has no self cost: the cost of a "
                                                  "routine is that of its calls with all that they call."
                                                : "Version 1 of the format has no self cost: it is what the "
                                                  "contexts below do not account for.");
    }
    KeepPoints(builder_.metric(kCost), input.empty() ? "rms" : input, version, target);
    return target.cost_sum;
  }

  // At any time: the contexts that have been told, with what is known to be spent in them, into a copy of the
  // builder. False: nothing is known to be spent as yet.
  [[nodiscard]] bool AddPreview(std::string_view metric, uint64_t version, CctBuilder& copy) const {
    ImportReport later;  // what is missing may follow
    Target target{copy, later};
    BuildTree(metric, version, target);
    return target.cost_sum > 0;
  }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Context {
    uint64_t routine, parent_id;
    uint64_t offset;
    bool top;
  };
  // A tree that is being made of what was told.
  struct Target {
    CctBuilder& builder;
    ImportReport& report;
    std::unordered_map<uint64_t, FrameId> unnamed;  // frames of routines without a name
    IdIndex index;                                  // of contexts by their ids
    std::vector<uint32_t> parents;                  // by context; kNone: it has none
    std::vector<BuildNode> nodes;                   // by context; kNone: it is not in the tree
    uint64_t cost_sum = 0;                          // an overflow is the builder's to notice
  };
  struct Sums {
    uint64_t inclusive = 0, calls = 0, self = 0, offset = 0;
    bool too_large = false;
  };
  using SumsById = std::unordered_map<uint64_t, Sums>;

  [[nodiscard]] FrameId FrameOf(uint64_t routine, uint64_t offset, Target& into) const {
    const auto known = routines_.find(routine);
    if (known != routines_.end()) return known->second;
    const auto unnamed = into.unnamed.find(routine);
    if (unnamed != into.unnamed.end()) return unnamed->second;
    into.report.Keep("a routine without a name", offset);
    const std::string name = fmt::format("[routine {}]", routine);
    const FrameId frame = into.builder.InternFrame({.name = name, .kind = FrameKind::kSynthetic});
    into.unnamed.emplace(routine, frame);
    return frame;
  }

  void BuildTree(std::string_view metric, uint64_t version, Target& into) const {
    const bool has_self = version >= 2;
    into.builder.AddMetric(CostMetric(metric));
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
    }
    for (size_t i = 0; i < contexts_.size(); ++i) {
      if (into.nodes[i] == kNone)
        into.report.Skip("a context whose callers form a loop", contexts_[i].offset);
      else
        ++into.report.record_count;
    }
    NoteCount(into.report, parentless_count, "context", "whose caller is missing: put below the root.");
  }

  void AddContextValues(bool has_self, Target& into) const {
    // Where self cost is not written: what the contexts below do not account for.
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
    if (sums.too_large) {
      into.report.Skip("costs whose sum reaches 2^63", sums.offset);
      return;
    }
    into.builder.AddSelf(node, kCost, self);
    into.cost_sum += self;
    into.builder.AddSelf(node, kCalls, sums.calls);
  }

  // The context of a point, or kNone.
  [[nodiscard]] BuildNode NodeOf(uint64_t id, bool of_context, Target& tree) const {
    if (of_context) {
      const uint32_t item = tree.index.Find(id);
      return item == kNone ? kNone : tree.nodes[item];
    }
    const auto routine = routines_.find(id);
    if (routine != routines_.end()) return tree.builder.Child(kBuildRoot, routine->second);
    const auto unnamed = tree.unnamed.find(id);
    return unnamed == tree.unnamed.end() ? kNone : tree.builder.Child(kBuildRoot, unnamed->second);
  }

  // Contexts of one caller and routine are one, and so are their points of one input size.
  void KeepPoints(const Metric& cost, std::string_view input, uint64_t version, Target& tree) {
    for (Point& point : points_) point.node = NodeOf(point.point.id, point.of_context, tree);
    std::erase_if(points_, [](const Point& point) { return point.node == kNone; });
    if (points_.empty()) return;
    const auto key = [](const Point& point) {
      return std::pair(point.node, point.point[AprofField::kInput]);
    };
    std::ranges::stable_sort(points_, {}, key);
    size_t kept = 0;
    for (size_t i = 1; i < points_.size(); ++i) {
      if (key(points_[i]) == key(points_[kept]))
        AddUp(points_[i].point, points_[kept].point);
      else
        points_[++kept] = points_[i];
    }
    points_.resize(kept + 1);

    std::vector<PointField> fields;
    std::vector<std::vector<uint64_t>> values;
    for (size_t index = 0; index < kAprofFieldCount; ++index) {
      const auto field = static_cast<AprofField>(index);
      const auto of_version = AprofFieldsOf(version);
      // Only reports of "drms" tell where input came from.
      const bool is_told =
          std::ranges::count(of_version, field) > 0 ||
          std::ranges::any_of(points_, [&](const Point& point) { return point.point[field] != 0; });
      if (!is_told) continue;
      const FieldName& name = kFieldNames[index];
      const std::string_view unit = name.is_cost ? cost.unit : name.is_input ? input : "count";
      fields.push_back({std::string(name.name), std::string(unit), IsReal(field)});
      std::vector<uint64_t>& column = values.emplace_back();
      column.reserve(points_.size());
      for (const Point& point : points_) column.push_back(point.point[field]);
    }
    std::vector<BuildNode> nodes;
    nodes.reserve(points_.size());
    for (const Point& point : points_) nodes.push_back(point.node);
    builder_.SetPoints(std::move(fields), std::move(nodes), std::move(values));
  }

  CctBuilder& builder_;
  ImportReport& report_;
  std::unordered_map<uint64_t, FrameId> routines_;
  std::vector<Context> contexts_;
  std::vector<uint64_t> context_ids_;
  SumsById context_sums_, routine_sums_;
  struct Point {
    AprofPoint point;
    bool of_context;
    BuildNode node = kNone;
  };
  std::vector<Point> points_;
};

bool SniffAprof(std::string_view text) {
  // A comment in its first lines tells; other tools that write reports may leave it out.
  for (int line = 0; line < 4 && text.starts_with("c "); ++line) {
    if (Has(TakeLine(text), "report generated by aprof")) return true;
  }
  if (!text.starts_with("v ")) return false;
  return Has(text, "\nr \"") && ParseAprofNumber(Trimmed(TakeLine(text).substr(2)));
}

// Of lines that say nothing a tree holds.
constexpr std::string_view kOtherKinds = "acdeftu";

class AprofReader : public LineReader {
 public:
  explicit AprofReader(const ImportRun& run)
      : LineReader(run), tree_(run.builder, run.report), preview_(run.options.preview, run.job) {}

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
      default:
        return Has(kOtherKinds, kind) ? Result<void>() : Skip("a line of unknown kind");
    }
  }

  Result<void> Finish() {
    if (!version_)
      return Fail(ErrorCode::kMalformed, "expected the report's version (a line \"v 6\"), found none");
    const uint64_t printed = tree_.Build(metric_, input_, *version_);
    if (total_.value_or(0) > printed)
      Note(run_.report, "aprof counted {} in all, {} more than it prints: it leaves out code without a name.",
           *total_, *total_ - printed);
    return run_.builder.status();
  }

 private:
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

  Result<void> ReadRoutine(std::string_view rest) {
    const std::optional<AprofRoutine> routine = ParseAprofRoutine(rest);
    if (!routine) return Skip("a routine's line that is cut off or broken");
    tree_.AddRoutine(*routine, offset_);
    return {};
  }

  Result<void> ReadContext(std::string_view rest) {
    const std::optional<AprofContext> context = ParseAprofContext(rest);
    if (!context) return Skip("a context's line that is cut off or broken");
    tree_.AddContext(*context, offset_);
    LookAtPreview();
    return {};
  }

  Result<void> ReadPoint(std::string_view rest, bool of_context) {
    if (!version_) {
      return FailHere(ErrorCode::kMalformed,
                      "expected the report's version (a line \"v 6\") before its costs, found none");
    }
    const std::optional<AprofPoint> point = ParseAprofPoint(rest, *version_);
    if (!point) return Skip("a line of costs that is cut off or broken");
    tree_.AddPoint(*point, of_context, offset_);
    // Contexts follow behind the costs of all.
    if (!of_context) LookAtPreview();
    return {};
  }

  void LookAtPreview() {
    if (!preview_.Wanted() || !version_) return;
    preview_.Add({run_.builder, {}, kBuildRoot, [this](CctBuilder& copy) {
                    return tree_.AddPreview(metric_, *version_, copy);
                  }});
  }

  AprofTree tree_;
  RecordPreview preview_;
  std::optional<uint64_t> version_;
  std::optional<uint64_t> total_;
  std::string metric_, input_;
};

}  // namespace

const Importer kAprofImporter{"aprof", &SniffAprof, &ImportLines<AprofReader>};

}  // namespace ringscope
