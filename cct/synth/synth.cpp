#include "cct/synth/synth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "cct/tree/building/level_order.h"

namespace ringscope {
namespace {

constexpr auto kShapes =
    std::to_array<SynthShape>({{"antlr", 165'465'913, 2'498, 627'577, 164, 254'289, 0.51},
                               {"bloat", 1'055'927'864, 3'033, 645'316, 128, 212'927, 0.65},
                               {"chart", 404'140'995, 4'554, 92'272, 65, 75'266, 0.001},
                               {"eclipse", 941'528'217, 11'555, 2'166'169, 131, 977'531, 0.52},
                               {"fop", 43'143'714, 4'013, 149'492, 76, 100'590, 0.2},
                               {"hsqldb", 214'764'027, 2'507, 66'391, 62, 60'533, 0.003},
                               {"jython", 945'580'102, 4'574, 1'941'246, 223, 553'124, 0.7},
                               {"luindex", 443'252'127, 1'969, 58'834, 52, 46'155, 0.11},
                               {"lusearch", 502'521'414, 1'768, 33'189, 63, 28'414, 0.001},
                               {"pmd", 462'558'862, 3'663, 800'071, 416, 106'841, 0.9},
                               {"xalan", 636'834'930, 3'679, 211'213, 79, 97'547, 0.5}});

constexpr auto kPackages = std::to_array<std::string_view>(
    {"app.core",   "app.cache",    "app.query",       "app.report",  "io.codec",   "io.net",
     "io.stream",  "lang.ast",     "lang.lexer",      "lang.parser", "lang.types", "math.linear",
     "math.stats", "store.btree",  "store.index",     "store.log",   "ui.layout",  "ui.paint",
     "ui.text",    "util.collect", "util.concurrent", "util.hash",   "util.regex", "xml.dom"});
constexpr auto kClasses = std::to_array<std::string_view>(
    {"Analyzer", "Buffer",  "Builder", "Cache",   "Channel", "Context",  "Cursor",   "Decoder",
     "Engine",   "Factory", "Filter",  "Handler", "Index",   "Iterator", "Manager",  "Mapper",
     "Matcher",  "Node",    "Parser",  "Planner", "Pool",    "Reader",   "Resolver", "Scanner",
     "Session",  "Table",   "Token",   "Tree",    "Visitor", "Writer"});
constexpr auto kMethods = std::to_array<std::string_view>(
    {"accept", "add",     "apply",  "bind", "build", "close", "collect", "compare", "compute",
     "decode", "emit",    "expand", "find", "flush", "get",   "hash",    "init",    "insert",
     "load",   "lookup",  "merge",  "next", "open",  "parse", "process", "put",     "read",
     "reduce", "resolve", "run",    "scan", "sort",  "split", "update",  "visit",   "write"});

// Uniform in [0, 1).
double NextUnit(uint64_t& state) { return static_cast<double>(NextBits(state) >> 11) * 0x1p-53; }

struct Method {
  std::string name;
  size_t package;  // index in kPackages
  std::string file;
  uint32_t line;
};

// Makes frame 0 for the synthetic root, and `count` methods of invented packages and classes, sorted by name.
OwnedFrames MakeSynthFrames(uint32_t count, uint64_t seed) {
  std::vector<Method> methods;
  methods.reserve(count);
  uint64_t state = seed ^ 0xf4a3e5u;
  constexpr uint64_t kNames = kPackages.size() * kClasses.size() * kMethods.size();
  for (uint64_t k = 0; k < count; ++k) {
    // A step that shares no factor with the number of names visits all names before one repeats.
    const uint64_t pick = k * 7919 % kNames;
    const uint64_t round = k / kNames;
    const size_t package = pick % kPackages.size();
    const std::string_view class_name = kClasses[pick / kPackages.size() % kClasses.size()];
    const std::string_view method = kMethods[pick / (kPackages.size() * kClasses.size())];
    const std::string suffix = round == 0 ? "" : fmt::format("{}", round + 1);
    methods.push_back({fmt::format("{}.{}{}.{}", kPackages[package], class_name, suffix, method), package,
                       fmt::format("{}{}.java", class_name, suffix),
                       static_cast<uint32_t>(10 + NextBits(state) % 900)});
  }
  std::ranges::sort(methods, {}, &Method::name);

  OwnedFrames frames;
  const uint32_t empty = frames.AddString("");
  frames.Add(empty, empty, empty, 0, 0, static_cast<uint8_t>(FrameKind::kSynthetic));
  std::vector<uint32_t> package_string;
  for (const std::string_view package : kPackages) package_string.push_back(frames.AddString(package));
  for (const Method& method : methods) {
    const uint32_t name = frames.AddString(method.name);
    const uint32_t file = frames.AddString(method.file);
    frames.Add(name, package_string[method.package], file, method.line, 0,
               static_cast<uint8_t>(FrameKind::kUser));
  }
  return frames;
}

// A context whose children are not yet made. `value` is its inclusive cost, at least 1 for each context of
// its subtree, so that every context has self cost.
struct Seedling {
  uint64_t value = 0;
  uint64_t random_state = 0;
  uint32_t contexts = 1;  // of its subtree, itself included
  uint32_t frame = 0;
  bool reaches_last_layer = false;
  bool on_trunk = true;
  std::array<uint32_t, 3> callers{};  // frames, the nearest first; 0 = none
};

// The number of contexts in the largest tree with `layers` layers and at most `fan_out` children a context;
// saturates.
uint64_t Capacity(uint64_t layers, uint64_t fan_out) {
  uint64_t capacity = 0;
  if (fan_out == 1) return layers;
  for (uint64_t k = 0; k < layers && capacity <= kMaxContexts; ++k) capacity = capacity * fan_out + 1;
  return std::min<uint64_t>(capacity, uint64_t{1} << 40);
}

class Grower {
 public:
  Grower(const SynthSpec& spec, LevelOrderColumns& out) : spec_(spec), out_(out) {
    for (uint64_t k = 0; k <= std::min<uint64_t>(spec.layers, 64); ++k)
      capacity_.push_back(Capacity(k, spec.frames));
  }

  [[nodiscard]] Result<void> Grow(JobControl* job) {
    const uint64_t n = spec_.nodes + 1;
    out_.first_child = LargeArray<uint32_t>(n + 1);
    out_.frame = LargeArray<FrameId>(n);
    out_.layer_begin.push_back(0);
    uint64_t state = spec_.seed;
    const uint64_t total = spec_.total;
    out_.running.emplace_back(n + 1).push_back(0);
    LargeVector<Seedling> layer;
    LargeVector<Seedling> next;
    Seedling top{total, NextBits(state), static_cast<uint32_t>(spec_.nodes), 0, true};
    top.frame = PickFrame(top.random_state, 0);
    // The synthetic root: one callee.
    Append({total, 0, 1, 0, false});
    out_.first_child.push_back(1);
    out_.layer_begin.push_back(1);
    layer.push_back(top);
    Append(top);
    for (uint32_t remaining = spec_.layers - 1; !layer.empty(); --remaining) {
      next.clear();
      out_.layer_begin.push_back(static_cast<uint32_t>(out_.frame.size()));
      uint32_t until_poll = kPollInterval;
      for (const Seedling& seedling : layer) {
        out_.first_child.push_back(static_cast<uint32_t>(out_.frame.size()));
        if (seedling.contexts > 1) AddChildren(seedling, remaining, next);
        if (--until_poll == 0) {
          until_poll = kPollInterval;
          if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "generating was cancelled");
        }
      }
      if (job != nullptr) job->done_units = out_.frame.size();
      std::swap(layer, next);
    }
    out_.first_child.push_back(static_cast<uint32_t>(n));
    return {};
  }

 private:
  static constexpr uint32_t kPollInterval = 1u << 16;
  // Chances, chosen so that trees of these sizes draw as many segments as the published ones did.
  static constexpr double kTopForks = 0.75;  // the most forks of a trunk
  static constexpr double kTrunkForks = 1;   // divided by the layer: the room of a ring grows with it
  static constexpr double kTrunkEnds = 0.3;  // ends of a trunk over the whole depth
  static constexpr double kBushForks = 0.25;
  static constexpr double kBushySpurs = 0.85;  // that a small callee beside a trunk is a bush
  static constexpr double kSpurShare = 0.25;   // of small callees without a fork

  [[nodiscard]] uint64_t CapacityOf(uint32_t layers) const {
    if (spec_.frames == 1) return layers;
    return capacity_[std::min<size_t>(layers, capacity_.size() - 1)];
  }

  // Few methods are called from many places, so the choice leans towards one end of the shuffled methods.
  [[nodiscard]] uint32_t PickFrame(uint64_t state, uint32_t sibling) const {
    const double u = NextUnit(state);
    const auto base = static_cast<uint64_t>(u * u * spec_.frames);
    // Neighbours by name are of one package; a step that shares no factor with the count scatters them.
    const uint64_t scattered = (base * 10'007 + uint64_t{sibling}) % spec_.frames;
    return static_cast<uint32_t>(scattered) + 1;
  }

  // The random state of a function's callees, if the function decides them.
  [[nodiscard]] uint64_t CallsOf(uint32_t frame) const {
    uint64_t state = spec_.seed + frame;
    return NextBits(state);
  }

  // Makes a recursive call of the child with the most contexts, unless a sibling has that function.
  void MakeRecursive(const Seedling& parent, uint64_t& state) {
    const double u = NextUnit(state);
    // Picks one of four, near ones more often.
    const auto distance = static_cast<size_t>(4 * u * u);
    const uint32_t frame = distance == 0 ? parent.frame : parent.callers[distance - 1];
    const auto has_frame = [frame](const Seedling& child) { return child.frame == frame; };
    if (frame != 0 && std::none_of(children_.begin(), children_.end(), has_frame)) children_[0].frame = frame;
  }

  void Append(const Seedling& seedling) {
    out_.frame.push_back(seedling.frame);
    out_.running[0].push_back(out_.running[0].back() + seedling.value);
  }

  // How a context divides its cost: few real contexts fork, most pass nearly everything on to one callee.
  enum class Division : uint8_t { kChain, kSpurs, kFork };

  [[nodiscard]] Division ChooseDivision(const Seedling& parent, uint32_t remaining, uint64_t& state) const {
    const double u = NextUnit(state);
    if (parent.contexts < 4) return Division::kFork;
    double forks = kBushForks;
    if (parent.on_trunk) {
      forks = std::min(kTopForks, kTrunkForks / (spec_.layers - remaining));
    }
    if (u < forks) return Division::kFork;
    return u < forks + (1 - forks) * kSpurShare ? Division::kSpurs : Division::kChain;
  }

  // A trunk is a long path that keeps most of its cost; contexts off the trunks are bushes, which divide
  // quickly.
  void MarkTrunks(const Seedling& parent, Division division, uint64_t& state) {
    const double end = kTrunkEnds / spec_.layers;
    for (size_t k = 0; k < children_.size(); ++k) {
      const double u = NextUnit(state);
      const bool side_branch = division == Division::kSpurs && k > 0;
      children_[k].on_trunk = parent.on_trunk && u >= (side_branch ? kBushySpurs : end);
    }
  }

  // The number of callees of a context with `remaining` layers below it.
  [[nodiscard]] uint32_t ChooseFanOut(const Seedling& parent, Division division, uint32_t remaining,
                                      uint64_t& state) const {
    const uint64_t below = parent.contexts - 1;
    uint64_t fan_out = 1;
    if (division != Division::kChain) {
      const double tail = NextUnit(state);
      fan_out = 2 + static_cast<uint64_t>(0.6 / (tail + 0.01) - 0.5);  // 2 to 60, mostly 2 to 4
    }
    // Close to the last layer a large subtree has to become broad, evenly over the layers left.
    if (remaining <= 20) {
      const auto holds = [&](uint64_t k) {
        uint64_t power = 1;
        for (uint32_t layer = 0; layer < remaining && power < below; ++layer) power *= k;
        return power >= below;
      };
      while (!holds(fan_out + 1)) fan_out += 1 + fan_out / 4;
    }
    const uint64_t capacity = CapacityOf(remaining);
    fan_out = std::max(fan_out, (below + capacity - 1) / capacity);
    const uint64_t reserved = parent.reaches_last_layer ? remaining : 1;
    return static_cast<uint32_t>(std::min<uint64_t>({fan_out, below - reserved + 1, spec_.frames}));
  }

  void AddChildren(const Seedling& parent, uint32_t remaining, LargeVector<Seedling>& next) {
    uint64_t state = parent.random_state;
    const Division division = ChooseDivision(parent, remaining, state);
    const uint32_t fan_out = ChooseFanOut(parent, division, remaining, state);
    const double weight_sum = DrawWeights(fan_out, division, state);
    children_.assign(fan_out, {});
    MarkTrunks(parent, division, state);
    ShareContexts(parent, remaining, weight_sum);
    ShareValue(parent, fan_out > 1, state);
    // Drawn in both cases, so that the shape does not depend on the choice of functions.
    uint64_t frame_state = NextBits(state);
    if (spec_.recursion > 0) frame_state = CallsOf(parent.frame);
    for (uint32_t k = 0; k < fan_out; ++k) {
      children_[k].random_state = NextBits(state);
      children_[k].frame = PickFrame(frame_state, k);
      children_[k].callers = {parent.frame, parent.callers[0], parent.callers[1]};
    }
    if (NextUnit(state) < spec_.recursion) MakeRecursive(parent, state);
    if (spec_.twin_share && out_.frame.size() == 2) MakeTwins(parent);
    std::sort(children_.begin(), children_.end(), [](const Seedling& a, const Seedling& b) {
      return a.value != b.value ? a.value > b.value : a.frame < b.frame;
    });
    for (const Seedling& child : children_) {
      Append(child);
      next.push_back(child);
    }
  }

  // Fills weights_, the largest first, and returns their sum.
  double DrawWeights(uint32_t fan_out, Division division, uint64_t& state) {
    weights_.clear();
    double sum = 0;
    for (uint32_t k = 0; k < fan_out; ++k) {
      weights_.push_back(1 / (NextUnit(state) + 0.25));
      sum += weights_.back();
    }
    std::iter_swap(weights_.begin(), std::max_element(weights_.begin(), weights_.end()));
    if (division == Division::kSpurs && fan_out > 1) {
      const double trunk = (sum - weights_[0]) * 12 / (NextUnit(state) + 0.03);  // 12 to 400 times all spurs
      sum += trunk - weights_[0];
      weights_[0] = trunk;
    }
    return sum;
  }

  // Divides the contexts below `parent` by weight; the first child keeps enough of them to reach the last
  // layer.
  void ShareContexts(const Seedling& parent, uint32_t remaining, double weight_sum) {
    const uint32_t fan_out = static_cast<uint32_t>(children_.size());
    const uint64_t reserved = parent.reaches_last_layer ? remaining : 1;
    const uint64_t free_contexts = uint64_t{parent.contexts} - 1 - reserved - (fan_out - 1);
    const uint64_t capacity = CapacityOf(remaining);
    uint64_t given = 0;
    for (uint32_t k = 0; k < fan_out; ++k) {
      const uint64_t own = k == 0 ? reserved : 1;
      auto share = static_cast<uint64_t>(static_cast<double>(free_contexts) * (weights_[k] / weight_sum));
      share = std::min({share, free_contexts - given, capacity - own});
      given += share;
      children_[k].contexts = static_cast<uint32_t>(own + share);
    }
    for (uint32_t k = 0; k < fan_out && given < free_contexts; ++k) {
      const uint64_t more = std::min(free_contexts - given, capacity - children_[k].contexts);
      children_[k].contexts += static_cast<uint32_t>(more);
      given += more;
    }
    children_[0].reaches_last_layer = parent.reaches_last_layer;
  }

  // Every context gets 1; the parent's excess is shared between itself and its children.
  void ShareValue(const Seedling& parent, bool branches, uint64_t& state) {
    const uint64_t excess = parent.value - parent.contexts;
    const double u = NextUnit(state);
    const double kept = branches ? 0.12 * u * u * u : 0.005 * u * u;
    const double shared = static_cast<double>(excess) * (1 - kept);
    double weight_sum = 0;
    for (double& weight : weights_) {
      weight *= 0.6 + 0.8 * NextUnit(state);  // cost follows the number of contexts loosely
      weight_sum += weight;
    }
    uint64_t given = 0;
    for (size_t k = 0; k < children_.size(); ++k) {
      const auto share = std::min(static_cast<uint64_t>(shared * (weights_[k] / weight_sum)), excess - given);
      given += share;
      children_[k].value = children_[k].contexts + share;
    }
  }

  void MakeTwins(const Seedling& parent) {
    const uint32_t half = (parent.contexts - 1) / 2;
    Seedling first = children_[0];
    Seedling second = first;
    first.contexts = parent.contexts - 1 - half;
    second.contexts = half;
    second.reaches_last_layer = half >= spec_.layers;
    second.value = std::max<uint64_t>(
        half, static_cast<uint64_t>(static_cast<double>(parent.value) * *spec_.twin_share));
    first.value = parent.value - second.value - 1;
    first.reaches_last_layer = true;
    second.frame = first.frame % spec_.frames + 1;
    children_ = {first, second};
  }

  const SynthSpec& spec_;
  LevelOrderColumns& out_;
  std::vector<uint64_t> capacity_;  // by number of layers
  // Reused for every context.
  std::vector<double> weights_;
  std::vector<Seedling> children_;
};

Result<void> CheckSpec(const SynthSpec& spec) {
  const auto wrong = [](std::string text) { return Fail(ErrorCode::kInvalidArgument, std::move(text)); };
  if (spec.nodes == 0 || spec.layers == 0 || spec.frames == 0)
    return wrong("nodes, layers and frames have to be at least 1");
  if (spec.nodes >= kMaxContexts)
    return wrong(fmt::format("nodes: expected less than {}, found {}", kMaxContexts, spec.nodes));
  if (spec.nodes < spec.layers)
    return wrong(fmt::format("{} layers need at least as many nodes, found {}", spec.layers, spec.nodes));
  const uint64_t capacity = Capacity(spec.layers, spec.frames);
  if (spec.nodes > capacity) {
    return wrong(fmt::format("{} layers of {} frames hold at most {} nodes, found {}", spec.layers,
                             spec.frames, capacity, spec.nodes));
  }
  if (spec.total != 0 && (spec.total < spec.nodes || spec.total >= uint64_t{1} << 62))
    return wrong(fmt::format("total: expected {} (1 a node) to 2^62, found {}", spec.nodes, spec.total));
  if (spec.twin_share) {
    if (!(*spec.twin_share > 0 && *spec.twin_share <= 0.5))
      return wrong("twin share: expected more than 0 to 0.5");
    if (spec.nodes < 3 * uint64_t{spec.layers} || spec.layers < 3 || spec.frames < 2)
      return wrong("twins need at least 3 layers, 2 frames and 3 nodes a layer");
  }
  if (!(spec.recursion >= 0 && spec.recursion <= 0.9)) return wrong("recursion: expected 0 to 0.9");
  return {};
}

}  // namespace

std::span<const SynthShape> PublishedShapes() { return kShapes; }

SynthSpec SpecLike(const SynthShape& shape, uint64_t seed) {
  return {.nodes = shape.nodes,
          .layers = shape.max_depth,
          .frames = shape.methods,
          // With equal seeds the shapes still give different programs.
          .seed = seed * 0x9e3779b97f4a7c15u + shape.nodes,
          .total = shape.method_calls,
          .recursion = shape.recursion};
}

Result<CctPtr> BuildSynthetic(const SynthSpec& requested, JobControl* job) {
  RINGSCOPE_TRY(CheckSpec(requested));
  SynthSpec spec = requested;
  if (spec.total == 0) {
    // The small twin also needs many units a context to have the same proportions.
    const uint64_t limit = (uint64_t{1} << 62) - 1;
    const double twin_total =
        spec.twin_share ? 500.0 * static_cast<double>(spec.nodes) / *spec.twin_share : 0;
    const uint64_t smallest =
        twin_total < static_cast<double>(limit) ? static_cast<uint64_t>(twin_total) : limit;
    spec.total = std::min(std::max(spec.nodes * 5000, smallest), limit);
  }
  if (job != nullptr) job->total_units = spec.nodes;

  LevelOrderColumns columns;
  columns.frames = MakeSynthFrames(spec.frames, spec.seed);
  columns.metrics.push_back({"cpu time", "ns", 1});
  RINGSCOPE_TRY(Grower(spec, columns).Grow(job));
  ImportReport report;
  report.format = "synthetic";
  report.record_count = spec.nodes;
  return ShareColumns(std::move(columns), std::move(report));
}

}  // namespace ringscope
