#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/frame_names.h"
#include "cct/import/importers.h"
#include "cct/import/text_parts.h"
#include "cct/import/value_tree_document.h"

namespace ringscope {
namespace {

// {"timemory": {"wall_clock": {"unit_repr": "sec", "ranks": [{"rank": 0, "graph": [...]}], ...}, ...}}
bool SniffTimemory(std::string_view text) {
  return FirstOf(text) == '{' && Has(text, "\"timemory\"") &&
         (Has(text, "\"graph\"") || Has(text, "\"ranks\"") || Has(text, "\"mpi\"") || Has(text, "\"upcxx\""));
}

// The name of a region without the indent of a text row: "work" for "|00>>>   |_work".
std::string_view WithoutIndent(std::string_view prefix) {
  const size_t mark = prefix.find(">>>");
  if (mark == std::string_view::npos || (prefix[0] != '|' && prefix[0] != '>')) return prefix;
  prefix = Trimmed(prefix.substr(mark + 3));
  if (prefix.starts_with("|_")) prefix.remove_prefix(2);
  return prefix;
}

// Reads three forms. All have entries with a name, a count of calls, and an inclusive value:
//   flat:  "ranks": [{"rank": 0, "graph": [{"prefix": "|0>>> |_work", "depth": 1, "entry": {...}}, ...]}]
//   tree:  "mpi" or "upcxx": [[{"node": {"prefix": ..., "inclusive": {"entry": {...}}}, "children": [...]}]]
//   tree of one process:  "graph": a tree as above, without ranks
class TimemoryProfile final : public ValueTreeDocument {
 public:
  using ValueTreeDocument::ValueTreeDocument;

  [[nodiscard]] Result<void> BuildTree() { return tree_.Finish(ValueTree::Scope::kInclusive); }

  // An entry. Components that measure several quantities have a value for each.
  struct Entry {
    std::string prefix, hash;
    std::optional<int64_t> depth;
    std::optional<DecimalCount> laps;
    std::vector<DecimalCount> shown, sums;
  };
  // A region of a tree.
  struct Region {
    ValueTree::Node above = ValueTree::kNone;  // its node, or that of the nearest region above with a node
    bool is_outermost = true;
    Entry flat;  // the region itself, if it is an entry of a flat list
    bool is_flat = false;
    uint64_t offset = 0;
  };
  // The visitor of ReadTree().
  Region Begin(const Region* parent) {
    Region region;
    region.offset = json_.offset_bytes();
    if (parent != nullptr) region.above = parent->above;
    region.is_outermost = parent == nullptr;
    return region;
  }
  bool Member(Region& region, std::string_view key) {
    if (key == "node") {
      Entry entry;
      if (!ReadObjectIfAny([&](std::string_view inner) {
            if (inner != "inclusive") return ReadEntryMember(entry, inner);
            return ReadObjectIfAny([&](std::string_view part) { return ReadEntryMember(entry, part); });
          }))
        return false;
      // A region without a name groups the threads of a process.
      if (entry.hash == "0" || entry.prefix.starts_with("unknown-hash=0")) return true;
      region.above = Add(entry, region.above, region.offset);
      return true;
    }
    // The members of a rank.
    if (key == "rank") return ReadNumberIfAny([&] { rank_ = tree_.Rank(json_.text()); });
    if (key == "graph" && region.is_outermost && !in_graph_) {
      in_graph_ = true;
      const bool read = ReadArrayIfAny([this](JsonToken token) { return ReadRegions(token); });
      in_graph_ = false;
      return read;
    }
    if (key == "prefix" || key == "entry" || key == "depth") region.is_flat = true;
    return ReadEntryMember(region.flat, key);
  }
  void End(Region& region) {
    if (region.is_flat) AddFlat(region);
  }

 private:
  bool ReadTopMember(std::string_view key) override {
    if (key != "timemory") return json_.SkipValue();
    return ReadObjectIfAny([this](std::string_view name) { return ReadMetric(std::string(name)); });
  }

  bool ReadMetric(std::string name) {
    for (const std::string_view space : {"tim::", "component::"}) {
      if (name.starts_with(space)) name.erase(0, space.size());
    }
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return ToLower(c); });
    metric_ = std::move(name);
    labels_.clear();
    columns_.clear();
    std::vector<std::string> units;
    const bool read = ReadObjectIfAny([&](std::string_view key) {
      if (key == "type") return ReadTexts(labels_);
      if (key == "unit_repr") return ReadTexts(units);
      const bool is_ranks = key == "mpi" || key == "upcxx" || key == "upc";
      if (is_ranks || key == "graph" || key == "ranks") return ReadForest(is_ranks);
      return json_.SkipValue();
    });
    for (size_t i = 0; i < columns_.size() && !units.empty(); ++i)
      tree_.SetUnit(columns_[i], units[std::min(i, units.size() - 1)]);
    return read;
  }

  // Reads a text or a list of texts.
  bool ReadTexts(std::vector<std::string>& texts) {
    const JsonToken token = json_.Next();
    if (token == JsonToken::kString) texts.assign(1, std::string(json_.text()));
    if (token != JsonToken::kBeginArray) return SkipRest(token);
    return ReadElements([&](JsonToken element) {
      if (element == JsonToken::kString && texts.size() < kMaxValues) texts.emplace_back(json_.text());
      return SkipRest(element);
    });
  }

  bool ReadForest(bool is_ranks) {
    uint64_t number = 0;
    return ReadArrayIfAny([&](JsonToken token) {
      rank_ = is_ranks ? tree_.Rank(fmt::format("{}", number++)) : ValueTree::kNoRank;
      open_.clear();
      if (token == JsonToken::kBeginArray)
        return ReadElements([this](JsonToken element) { return ReadRegions(element); });
      return ReadRegions(token);
    });
  }

  bool ReadRegions(JsonToken token) {
    if (token != JsonToken::kBeginObject) return SkipRest(token);
    return ReadTree<Region>(token, "an entry", *this);
  }

  bool ReadEntryMember(Entry& entry, std::string_view key) {
    if (key == "prefix") return ReadText(entry.prefix) && CountText(entry.prefix.size());
    if (key == "hash") return ReadId(entry.hash);
    if (key == "depth") return ReadNumberIfAny([&] { entry.depth = json_.Integer(); });
    if (key == "entry") {
      return ReadObjectIfAny([&](std::string_view part) {
        if (part == "repr_data") return ReadValues(entry.shown);
        if (part != "laps") return json_.SkipValue();
        return ReadNumberIfAny([&] { entry.laps = ParseDecimal(json_.text()); });
      });
    }
    if (key == "stats") {
      return ReadObjectIfAny(
          [&](std::string_view part) { return part == "sum" ? ReadValues(entry.sums) : json_.SkipValue(); });
    }
    return json_.SkipValue();
  }

  // Reads a number or a list of numbers.
  bool ReadValues(std::vector<DecimalCount>& values) {
    values.clear();
    const auto add = [&](JsonToken token) {
      if (token == JsonToken::kNumber && values.size() < kMaxValues)
        values.push_back(ParseDecimal(json_.text()));
      return SkipRest(token);
    };
    const JsonToken token = json_.Next();
    return token == JsonToken::kBeginArray ? ReadElements(add) : add(token);
  }

  // Adds an entry of a flat list, in which an entry comes before those below it.
  void AddFlat(const Region& region) {
    const Entry& entry = region.flat;
    const int64_t depth = entry.depth.value_or(0);
    if (depth < 0 || static_cast<uint64_t>(depth) > open_.size()) {
      run_.report.Skip("an entry more than one level below the one before it", region.offset);
      return;
    }
    open_.resize(static_cast<size_t>(depth));
    open_.push_back(Add(entry, open_.empty() ? ValueTree::kNone : open_.back(), region.offset));
  }

  ValueTree::Node Add(const Entry& entry, ValueTree::Node above, uint64_t offset) {
    const ValueTree::Node node = tree_.AddNode(above, FrameOf(WithoutIndent(entry.prefix)));
    ++run_.report.record_count;
    if (entry.prefix.empty()) run_.report.Keep("an entry without a name", offset);
    const std::vector<DecimalCount>& values = entry.shown.empty() ? entry.sums : entry.shown;
    if (values.empty()) run_.report.Keep("an entry without a value", offset);
    for (size_t i = 0; i < values.size(); ++i)
      tree_.AddValue(node, ColumnOf(i, values.size()), values[i], rank_);
    if (entry.laps) tree_.AddValue(node, tree_.Column(metric_ + " laps", "count"), *entry.laps, rank_);
    return node;
  }

  uint32_t ColumnOf(size_t index, size_t count) {
    while (columns_.size() <= index) {
      const size_t i = columns_.size();
      const std::string name = count == 1           ? metric_
                               : i < labels_.size() ? labels_[i]
                                                    : fmt::format("{} {}", metric_, i);
      columns_.push_back(tree_.Column(name + " (inc)"));
    }
    return columns_[index];
  }

  // The frame of "work@main.cpp:12/loop": function, file, line and a suffix of the function's name.
  FrameId FrameOf(std::string_view name) {
    if (name.empty()) return UnknownFrame(run_.builder);
    const size_t at = name.find('@');
    const size_t colon = at == std::string_view::npos ? at : name.find(':', at);
    if (at == 0 || colon == std::string_view::npos) return run_.builder.InternFrame({.name = name});
    const size_t line_end = std::min(name.find('/', colon), name.size());
    const std::optional<uint32_t> line = ParseNumber<uint32_t>(name.substr(colon + 1, line_end - colon - 1));
    if (!line) return run_.builder.InternFrame({.name = name});
    std::string function(name.substr(0, at));
    function += name.substr(line_end);
    return run_.builder.InternFrame(
        {.name = function, .file = name.substr(at + 1, colon - at - 1), .line = *line});
  }

  static constexpr size_t kMaxValues = 256;

  // The current metric and rank.
  std::string metric_;
  std::vector<std::string> labels_;
  std::vector<uint32_t> columns_;
  uint32_t rank_ = ValueTree::kNoRank;
  std::vector<ValueTree::Node> open_;  // open entries of a flat list, by depth
  bool in_graph_ = false;
};

}  // namespace

const Importer kTimemoryImporter{"timemory", &SniffTimemory, &ImportJsonDocument<TimemoryProfile>};

}  // namespace ringscope
