#include "tests/cct/transform/stack_reference.h"

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <utility>

#include "cct/base/check.h"
#include "cct/tree/building/builder.h"
#include "tests/cct/test_trees.h"

namespace ringscope::test {
namespace {

const std::vector<PointField> kPointFields{
    {"input", "", false}, {"cost", "", false}, {"cost_min", "", false}, {"cost_max", "", false}};

class StackTreeBuilder {
 public:
  explicit StackTreeBuilder(const Cct& tree) : tree_(tree) {
    for (const Metric& metric : tree.metrics()) (void)builder_.AddMetric(metric);
  }

  BuildNode Place(const std::vector<Frame>& frames) {
    BuildNode node = kBuildRoot;
    for (const Frame& frame : frames) node = builder_.Child(node, builder_.InternFrame(frame));
    return node;
  }
  void AddCost(BuildNode node, ContextId context) {
    for (MetricIndex metric = 0; metric < tree_.metric_count(); ++metric)
      builder_.AddSelf(node, metric, tree_.Self(context, metric));
  }
  void AddMark(BuildNode node, ContextId context) {
    if (tree_.FlagsOf(context) != 0) builder_.MarkContext(node, tree_.FlagsOf(context));
  }
  // Where the context at `node` is of the same function.
  void AddPoints(BuildNode node, const Frame& frame, ContextId context) {
    if (!IsSameFunction(frame, tree_.FrameAt(context))) return;
    const PointRange range = tree_.PointsOf(context);
    for (uint64_t point = range.begin; point < range.end; ++point) {
      std::vector<uint64_t> values;
      for (size_t field = 0; field < kPointFields.size(); ++field)
        values.push_back(tree_.PointValue(field, point));
      const auto [at, is_new] = points_.try_emplace({node, values[0]}, values);
      if (is_new) continue;
      at->second[1] += values[1];
      at->second[2] = std::min(at->second[2], values[2]);
      at->second[3] = std::max(at->second[3], values[3]);
    }
  }
  CctPtr Finish() && {
    std::vector<BuildNode> nodes;
    std::vector<std::vector<uint64_t>> values(kPointFields.size());
    for (const auto& [at, point] : points_) {
      nodes.push_back(at.first);
      for (size_t field = 0; field < values.size(); ++field) values[field].push_back(point[field]);
    }
    if (!nodes.empty()) builder_.SetPoints(kPointFields, nodes, values);
    auto tree = std::move(builder_).Finish(tree_.report());
    RINGSCOPE_CHECK(tree.has_value());
    return *tree;
  }

 private:
  const Cct& tree_;
  CctBuilder builder_;
  std::map<std::pair<BuildNode, uint64_t>, std::vector<uint64_t>> points_;  // by node and size
};

bool HasSelf(const Cct& tree, ContextId context) {
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    if (tree.Self(context, metric) != 0) return true;
  }
  return false;
}

bool AnyMatch(const Stack& stack, const ContextSet& matches) {
  return std::any_of(stack.begin(), stack.end(), [&](ContextId c) { return matches.contains(c); });
}

const Frame kUnknown{.name = "(unknown)", .kind = FrameKind::kSynthetic};

}  // namespace

CctPtr TreeOfStacks(const Cct& tree, const std::function<NewStack(const Stack&)>& change) {
  StackTreeBuilder builder(tree);
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const NewStack changed = change(tree.PathTo(context));
    if (changed.goes) continue;
    const BuildNode node = builder.Place(changed.frames);
    builder.AddMark(node, context);
    if (changed.is_hollow) continue;
    builder.AddCost(node, context);
    if (!changed.frames.empty()) builder.AddPoints(node, changed.frames.back(), context);
  }
  return std::move(builder).Finish();
}

std::vector<Frame> FramesOf(const Cct& tree, const Stack& stack) {
  std::vector<Frame> frames;
  for (const ContextId context : stack) frames.push_back(tree.FrameAt(context));
  return frames;
}

bool IsSameFunction(Frame a, Frame b) {
  a.kind = b.kind = FrameKind::kUser;
  return a == b;
}

bool IsThread(const Frame& frame) {
  return frame.kind == FrameKind::kThread || frame.kind == FrameKind::kProcess;
}

CctPtr FoldRecursionSlowly(const Cct& tree, bool direct_only) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const Frame& frame : FramesOf(tree, stack)) {
      auto same = std::find_if(changed.frames.begin(), changed.frames.end(),
                               [&](const Frame& caller) { return IsSameFunction(caller, frame); });
      if (direct_only && same != changed.frames.end() && same + 1 != changed.frames.end())
        same = IsSameFunction(changed.frames.back(), frame) ? changed.frames.end() - 1 : changed.frames.end();
      if (same != changed.frames.end()) {
        changed.frames.erase(same + 1, changed.frames.end());
      } else {
        changed.frames.push_back(frame);
      }
    }
    return changed;
  });
}

CctPtr FocusSlowly(const Cct& tree, const ContextSet& matches) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    changed.is_hollow = stack.empty();
    changed.goes = !stack.empty() && !AnyMatch(stack, matches);
    if (changed.is_hollow || changed.goes) return changed;
    auto first = std::find_if(stack.begin(), stack.end(), [&](ContextId c) { return matches.contains(c); });
    changed.frames = FramesOf(tree, Stack(first, stack.end()));
    return changed;
  });
}

CctPtr HideSlowly(const Cct& tree, const ContextSet& matches) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const ContextId context : stack)
      if (!matches.contains(context)) changed.frames.push_back(tree.FrameAt(context));
    return changed;
  });
}

CctPtr DropSlowly(const Cct& tree, const ContextSet& matches) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    return NewStack{.frames = FramesOf(tree, stack), .goes = AnyMatch(stack, matches)};
  });
}

CctPtr KeepSlowly(const Cct& tree, const ContextSet& matches) {
  std::vector<bool> leads_to_match(tree.context_count(), false);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!matches.contains(context)) continue;
    for (const ContextId caller : tree.PathTo(context)) leads_to_match[caller] = true;
  }
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    changed.frames = FramesOf(tree, stack);
    changed.is_hollow = !AnyMatch(stack, matches);
    changed.goes = changed.is_hollow && !stack.empty() && !leads_to_match[stack.back()];
    return changed;
  });
}

CctPtr CollapseSlowly(const Cct& tree, const ContextSet& matches) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    bool is_run = false;
    for (const ContextId context : stack) {
      const Frame frame = tree.FrameAt(context);
      if (!matches.contains(context) || IsThread(frame)) {
        is_run = false;
        changed.frames.push_back(frame);
        continue;
      }
      const Frame module =
          frame.module.empty() ? kUnknown : Frame{.name = frame.module, .module = frame.module};
      if (!is_run || changed.frames.back() != module) changed.frames.push_back(module);
      is_run = true;
    }
    return changed;
  });
}

CctPtr GroupSlowly(const Cct& tree, const std::function<Frame(const Frame&)>& group_of) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const Frame& frame : FramesOf(tree, stack)) {
      if (IsThread(frame)) {
        changed.frames.push_back(frame);
      } else if (const Frame group = group_of(frame);
                 changed.frames.empty() || changed.frames.back() != group) {
        changed.frames.push_back(group);
      }
    }
    return changed;
  });
}

CctPtr InvertSlowly(const Cct& tree) {
  StackTreeBuilder builder(tree);
  builder.AddCost(kBuildRoot, kRootContext);
  builder.AddMark(kBuildRoot, kRootContext);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (!HasSelf(tree, context)) continue;
    Stack stack = tree.PathTo(context);
    std::reverse(stack.begin(), stack.end());
    std::vector<Frame> frames;
    for (const ContextId at : stack) {
      frames.push_back(tree.FrameAt(at));
      builder.AddMark(builder.Place(frames), at);
    }
    builder.AddCost(builder.Place(frames), context);
  }
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const Frame frame = tree.FrameAt(context);
    for (ContextId other = 1; other < tree.context_count(); ++other) {
      if (!HasSelf(tree, other) || tree.FrameAt(other) != frame) continue;
      builder.AddPoints(builder.Place({frame}), frame, context);
      break;
    }
  }
  return std::move(builder).Finish();
}

CctPtr MethodsSlowly(const Cct& tree) {
  const auto method_of = [&](const Frame& frame) {
    for (FrameId id = 0; id < tree.frames().size(); ++id) {
      const Frame first = tree.frames()[id];
      if (!IsSameFunction(first, frame)) continue;
      return IsThread(first) ? frame : first;
    }
    return frame;
  };
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const Frame& frame : FramesOf(tree, stack))
      if (!IsThread(frame)) changed.frames = {method_of(frame)};
    return changed;
  });
}

CctPtr MergeThreadsSlowly(const Cct& tree) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const Frame& frame : FramesOf(tree, stack))
      if (!IsThread(frame) || !changed.frames.empty()) changed.frames.push_back(frame);
    return changed;
  });
}

CctPtr ThreadsFirstSlowly(const Cct& tree) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    const ContextId context = stack.empty() ? kRootContext : stack.back();
    // A context that only leads to others has no stack of its own.
    const PointRange points = tree.PointsOf(context);
    changed.goes = !HasSelf(tree, context) && tree.FlagsOf(context) == 0 && points.begin == points.end &&
                   !tree.ChildrenOf(context).empty();
    changed.frames = FramesOf(tree, stack);
    std::stable_sort(changed.frames.begin(), changed.frames.end(), [](const Frame& a, const Frame& b) {
      const auto place = [](const Frame& frame) {
        return frame.kind == FrameKind::kProcess ? 0 : frame.kind == FrameKind::kThread ? 1 : 2;
      };
      return place(a) < place(b);
    });
    return changed;
  });
}

CctPtr PruneSlowly(const Cct& tree, double percent, MetricIndex metric) {
  const double least = static_cast<double>(tree.Total(metric)) * (percent / 100);
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    for (const ContextId context : stack) {
      if (static_cast<double>(tree.Inclusive(context, metric)) < least) {
        changed.frames.push_back({.name = "(rest)", .kind = FrameKind::kSynthetic});
        break;
      }
      changed.frames.push_back(tree.FrameAt(context));
    }
    return changed;
  });
}

CctPtr LimitDepthSlowly(const Cct& tree, uint32_t depth) {
  return TreeOfStacks(tree, [&](const Stack& stack) {
    NewStack changed;
    changed.frames = FramesOf(tree, stack);
    if (changed.frames.size() > depth) changed.frames.resize(depth);
    return changed;
  });
}

static void AddRandomPoints(uint64_t seed, std::vector<BuildNode> nodes, CctBuilder& builder) {
  std::mt19937_64 random(seed * 31 + 7);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::vector<BuildNode> with_points;
  std::vector<std::vector<uint64_t>> values(kPointFields.size());
  for (const BuildNode node : nodes) {
    if (node == kBuildRoot || random() % 2 == 0) continue;
    for (uint64_t size = random() % 3; size < 6; size += 1 + random() % 3) {
      with_points.push_back(node);
      const uint64_t least = random() % 10, most = least + random() % 10;
      values[0].push_back(size);
      values[1].push_back(least + most);
      values[2].push_back(least);
      values[3].push_back(most);
    }
  }
  if (!with_points.empty()) builder.SetPoints(kPointFields, with_points, values);
}

CctPtr RandomProfile(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t limit) { return random() % limit; };  // the same on every standard library
  CctBuilder builder;
  const uint64_t metric_count = 1 + below(3);
  for (uint64_t m = 0; m < metric_count; ++m) builder.AddMetric({"metric " + std::to_string(m), "count", 1});

  const std::string_view names[] = {"a", "b", "pkg.Cls.run", "pkg.Cls.stop", "ns::Type::f(int)", "g", ""};
  const std::string_view modules[] = {"", "libc", "app"};
  const std::string_view files[] = {"", "x.c"};
  const FrameKind kinds[] = {FrameKind::kUser, FrameKind::kUser, FrameKind::kJit, FrameKind::kInterpreted,
                             FrameKind::kSynthetic};
  std::vector<FrameId> frames;
  const uint64_t frame_count = 2 + below(12);
  for (uint64_t f = 0; f < frame_count; ++f) {
    frames.push_back(builder.InternFrame({names[below(std::size(names))], modules[below(std::size(modules))],
                                          files[below(std::size(files))], static_cast<uint32_t>(below(2)), 0,
                                          kinds[below(std::size(kinds))]}));
  }
  std::vector<FrameId> threads;
  for (const std::string_view name : {"t1", "t2", "a"})
    threads.push_back(builder.InternFrame({.name = name, .kind = FrameKind::kThread}));
  threads.push_back(builder.InternFrame({.name = "p1", .kind = FrameKind::kProcess}));

  const uint64_t threading = below(3);  // none, a ring of threads, anywhere
  const uint64_t depth_bias = below(100);
  std::vector<BuildNode> nodes{kBuildRoot};
  if (threading == 1) {
    nodes.clear();
    for (const FrameId thread : threads) nodes.push_back(builder.Child(kBuildRoot, thread));
    nodes.push_back(builder.Child(nodes.back(), threads[0]));
  }
  const uint64_t context_count = below(120);
  for (uint64_t tries = 0; tries < context_count; ++tries) {
    const BuildNode parent = below(100) < depth_bias ? nodes.back() : nodes[below(nodes.size())];
    const bool is_thread = threading == 2 && below(6) == 0;
    const std::vector<FrameId>& choice = is_thread ? threads : frames;
    const BuildNode node = builder.Child(parent, choice[below(choice.size())]);
    nodes.push_back(node);
    for (MetricIndex m = 0; m < metric_count; ++m) {
      // Small numbers, so that equal siblings occur; often zero.
      if (below(3) != 0) builder.AddSelf(node, m, below(uint64_t{1} << below(8)));
    }
    if (below(10) == 0) builder.MarkContext(node, kCallersCutOff);
  }
  if (below(4) == 0) builder.AddSelf(kBuildRoot, 0, below(100));
  if (below(8) == 0) builder.MarkContext(kBuildRoot, kCallersCutOff);
  if (seed % 3 != 0) AddRandomPoints(seed, nodes, builder);
  ImportReport report;
  report.format = "random";
  report.record_count = seed;
  auto tree = std::move(builder).Finish(std::move(report));
  RINGSCOPE_CHECK(tree.has_value());
  return *tree;
}

ContextSet RandomMatches(const Cct& tree, uint64_t seed) {
  std::mt19937_64 random(seed * 77 + 5);
  const uint64_t one_in = 1 + random() % 8;
  ContextSet matches(tree.context_count());
  if (random() % 2 == 0) {
    for (ContextId context = 0; context < tree.context_count(); ++context)
      if (random() % one_in == 0) matches.Insert(context);
  } else {
    // By frame, as most queries select.
    std::vector<bool> chosen(tree.frames().size());
    for (size_t f = 0; f < chosen.size(); ++f) chosen[f] = random() % one_in == 0;
    for (ContextId context = 1; context < tree.context_count(); ++context)
      if (chosen[tree.FrameOf(context)]) matches.Insert(context);
  }
  return matches;
}

std::string FullDump(const Cct& tree) {
  std::ostringstream text;
  text << TextDump(tree) << TsvDump(tree) << PointDump(tree) << "frames";
  for (ContextId context = 0; context < tree.context_count(); ++context) text << ' ' << tree.FrameOf(context);
  text << " of " << tree.frames().size() << "\nlayers";
  for (uint32_t layer = 0; layer < tree.layer_count(); ++layer) text << ' ' << tree.Layer(layer).size();
  text << "\nmarked roots " << int{tree.FlagsOf(kRootContext)} << "\nreport " << tree.report().record_count
       << '\n';
  return text.str();
}

}  // namespace ringscope::test
