#include "cct/transform/engine/new_contexts.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace ringscope {
namespace {

class Grafter {
 public:
  Grafter(NewContexts& contexts, uint32_t frame_count, NewLayers& layers)
      : out_(contexts), contexts_(contexts.contexts.data()), layers_(layers), callee_of_(frame_count) {}

  [[nodiscard]] Result<void> Graft(uint32_t root, uint32_t other, JobControl* job) {
    Add(other, root, 0);
    std::vector<Pair>& todo = todo_;
    uint32_t until_poll = kContextsBetweenPolls;
    while (!todo.empty()) {
      if (--until_poll == 0) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job)) return Cancelled();
      }
      const Pair pair = todo.back();
      todo.pop_back();
      // Fetches the contexts of the next pair.
      if (!todo.empty()) {
        __builtin_prefetch(contexts_ + contexts_[todo.back().to].first_callee);
        __builtin_prefetch(contexts_ + contexts_[todo.back().from].first_callee);
      }
      GraftCallees(pair);
    }
    return {};
  }

 private:
  struct Pair {
    uint32_t to;
    uint32_t from;
    uint32_t layer;
  };
  struct Callee {
    uint32_t caller = kNoNewContext;
    uint32_t callee = 0;
  };

  void Add(uint32_t from, uint32_t to, uint32_t layer) {
    contexts_[to].value += contexts_[from].value;
    for (LargeArray<uint64_t>& values : out_.more_values) values[to] += values[from];
    if (!out_.flags.empty()) out_.flags[to] |= out_.flags[from];
    --layers_.count[layer];
    if (contexts_[from].first_callee == kNoNewContext) return;
    if (contexts_[to].first_callee == kNoNewContext) {
      contexts_[to].first_callee = contexts_[from].first_callee;
    } else {
      todo_.push_back({to, from, layer});
    }
  }

  void GraftCallees(Pair pair) {
    uint32_t first = contexts_[pair.to].first_callee;
    for (uint32_t callee = first; callee != kNoNewContext; callee = contexts_[callee].next_sibling)
      callee_of_[contexts_[callee].frame] = {pair.to, callee};
    for (uint32_t callee = contexts_[pair.from].first_callee; callee != kNoNewContext;) {
      NewContext& it = contexts_[callee];
      const uint32_t next = it.next_sibling;
      const Callee& same = callee_of_[it.frame];
      if (same.caller == pair.to) {
        Add(callee, same.callee, pair.layer + 1);
      } else {
        it.next_sibling = first;
        first = callee;
      }
      callee = next;
    }
    contexts_[pair.to].first_callee = first;
  }

  NewContexts& out_;
  NewContext* const contexts_;
  NewLayers& layers_;
  std::vector<Callee> callee_of_;  // by frame: the callee of the context that was visited last
  std::vector<Pair> todo_;
};

void AddLayers(NewLayers& layers, const NewLayers& other) {
  const size_t count = std::max(layers.count.size(), other.count.size());
  layers.count.resize(count, 0);
  for (size_t layer = 0; layer < other.count.size(); ++layer) layers.count[layer] += other.count[layer];
  for (size_t metric = 0; metric < layers.value.size(); ++metric) {
    layers.value[metric].resize(count, 0);
    for (size_t layer = 0; layer < other.count.size(); ++layer)
      layers.value[metric][layer] += other.value[metric][layer];
  }
}

// The next place to write to in a layer: from `at` on, or before it. `running`: sum of all values before.
struct Place {
  uint64_t running = 0;
  uint32_t at = 0;
};

// A context that was written, and whose callees are still to be written.
struct Placed {
  uint32_t first_callee;
  uint32_t layer;
  uint32_t at;
};

// The begin of each layer of a tree, which is the end of the layer before, and the end of the last one.
struct Places {
  explicit Places(const NewLayers& layers) : more(layers.value.size() - 1) {
    std::vector<uint64_t> running(more + 1, 0);
    uint32_t at = 0;
    const auto add = [&] {
      places.push_back({running[0], at});
      more_running.insert(more_running.end(), running.begin() + 1, running.end());
    };
    for (size_t layer = 0; layer < layers.count.size(); ++layer) {
      add();
      at += layers.count[layer];
      for (size_t metric = 0; metric <= more; ++metric) running[metric] += layers.value[metric][layer];
    }
    add();
  }

  size_t more;                         // number of metrics from 1 on
  std::vector<Place> places;           // by layer, and one behind the last
  std::vector<uint64_t> more_running;  // by layer, and one behind the last, then by metric from 1 on
};

// Writes callees and their subtrees depth-first, in each layer at its own place: forward from the begin of
// the layers, or backward from their end.
template <bool kForward>
class SubtreeWriter {
 public:
  SubtreeWriter(const NewContexts& tree, const std::vector<uint32_t>& rank, const Places& places,
                LevelOrderColumns& out, std::span<ContextId> made_at)
      : tree_(tree),
        rank_(rank),
        more_(places.more),
        has_more_(more_ > 0 || !tree.flags.empty() || !made_at.empty()),
        out_(out),
        made_at_(made_at) {
    // The callees of a layer are the next layer; the last layer has none.
    const size_t layers = places.places.size() - 1;
    const auto from = [&](size_t layer) { return std::min(kForward ? layer + 1 : layer + 2, layers); };
    for (size_t layer = 0; layer < layers; ++layer) {
      const auto more = places.more_running.begin() + static_cast<ptrdiff_t>(from(layer) * more_);
      callees_.push_back(places.places[from(layer)]);
      more_running_.insert(more_running_.end(), more, more + static_cast<ptrdiff_t>(more_));
    }
  }

  // Writes the callees of a context, without their subtrees. Returns their number.
  size_t WriteCallees(Placed caller) {
    const size_t count = SortCallees(caller.first_callee);
    const Sibling* const siblings = siblings_.data();
    Place& place = callees_[caller.layer];
    Place next = place;
    FrameId* const frame = out_.frame.data();
    uint64_t* const sums = out_.running[0].data();
    if constexpr (kForward) {
      for (size_t k = 0; k < count; ++k) {
        frame[next.at] = siblings[k].frame;
        sums[uint64_t{++next.at}] = next.running += siblings[k].value;
      }
      first_ = place.at;
    } else {
      for (size_t k = 0; k < count; ++k) {
        frame[--next.at] = siblings[k].frame;
        sums[uint64_t{next.at} + 1] = next.running;
        next.running -= siblings[k].value;
      }
      first_ = next.at;
    }
    place = next;
    out_.first_child[caller.at] = first_;
    if (has_more_) WriteMore(caller.layer, count);
    FetchNext(next.at);
    return count;
  }
  // One of the callees that WriteCallees() wrote last, in the order of the tree.
  [[nodiscard]] Placed CalleeAt(size_t index, size_t count, uint32_t layer) const {
    const size_t k = kForward ? index : count - 1 - index;
    return {siblings_[k].first_callee, layer, first_ + static_cast<uint32_t>(index)};
  }

  // Writes all contexts below a context. Returns their number.
  [[nodiscard]] Result<uint64_t> WriteBelow(Placed top, JobControl* job) {
    uint64_t written = 0;
    uint64_t next_poll = kContextsBetweenPolls;
    todo_.resize(std::max<size_t>(todo_.size(), 1));
    todo_[0] = top;
    size_t todo_count = 1;
    while (todo_count > 0) {
      const Placed caller = todo_[--todo_count];
      if (caller.first_callee == kNoNewContext) {
        // A short cut, as about every second context has no callees.
        out_.first_child[caller.at] = callees_[caller.layer].at;
        continue;
      }
      const size_t callees = WriteCallees(caller);
      if (todo_.size() < todo_count + callees) todo_.resize(2 * (todo_count + callees));
      // The callee to visit next goes on top of the stack.
      const Sibling* const siblings = siblings_.data();
      Placed* todo = todo_.data() + todo_count;
      uint32_t at = kForward ? first_ + static_cast<uint32_t>(callees) - 1 : first_;
      for (size_t k = callees; k-- > 0; at += kForward ? -1 : 1) {
        *todo++ = {siblings[k].first_callee, caller.layer + 1, at};
        if (siblings[k].first_callee != kNoNewContext) FetchCallees(siblings[k].first_callee);
      }
      todo_count += callees;
      written += callees;
      if (written < next_poll) continue;
      next_poll = written + kContextsBetweenPolls;
      if (IsCancelled(job)) return Cancelled();
    }
    return written;
  }

 private:
  struct Sibling {
    uint64_t value;
    FrameId frame;
    uint32_t first_callee;
    uint32_t context;
  };

  // Whether `a` is written before `b`.
  [[nodiscard]] bool IsBefore(const Sibling& a, const Sibling& b) const {
    const bool is_larger = a.value != b.value ? a.value > b.value : rank_[a.frame] < rank_[b.frame];
    return is_larger == kForward;
  }

  // Fills siblings_ with the callees in the order in which they are written.
  size_t SortCallees(uint32_t first) {
    constexpr size_t kFew = 16;
    const NewContext* const contexts = tree_.contexts.data();
    Sibling* siblings = siblings_.data();
    size_t room = siblings_.size();
    size_t count = 0;
    for (uint32_t callee = first; callee != kNoNewContext; ++count) {
      const NewContext& it = contexts[callee];
      if (count == room) {
        siblings_.resize(room *= 2);
        siblings = siblings_.data();
      }
      siblings[count] = {it.value, it.frame, it.first_callee, callee};
      callee = it.next_sibling;
    }
    if (count < 2) return count;
    Sibling* const begin = siblings;
    Sibling* const end = begin + count;
    // Nearly sorts them: the old tree has the smallest last, and the list begins with the newest.
    if (kForward) std::reverse(begin, end);
    const auto before = [this](const Sibling& a, const Sibling& b) { return IsBefore(a, b); };
    if (count <= kFew) {
      // Insertion sort, as there are few, and they are nearly in order.
      for (size_t k = 1; k < count; ++k) {
        const Sibling moved = begin[k];
        size_t at = k;
        for (; at > 0 && before(moved, begin[at - 1]); --at) begin[at] = begin[at - 1];
        begin[at] = moved;
      }
    } else if (!std::is_sorted(begin, end, before)) {
      std::sort(begin, end, before);
    }
    return count;
  }

  void WriteMore(uint32_t layer, size_t count) {
    for (size_t metric = 0; metric < more_; ++metric) {
      uint64_t& running = more_running_[layer * more_ + metric];
      uint64_t* const sums = out_.running[metric + 1].data() + first_;
      for (size_t k = 0; k < count; ++k) {
        const uint64_t value = tree_.more_values[metric][siblings_[k].context];
        if (kForward) {
          sums[k + 1] = running += value;
        } else {
          sums[count - k] = running;
          running -= value;
        }
      }
    }
    const auto place = [&](size_t k) { return first_ + static_cast<uint32_t>(kForward ? k : count - 1 - k); };
    for (size_t k = 0; k < count && !tree_.flags.empty(); ++k)
      out_.flags[place(k)] = tree_.flags[siblings_[k].context];
    for (size_t k = 0; k < count && !made_at_.empty(); ++k) made_at_[siblings_[k].context] = place(k);
  }

  void FetchCallees(uint32_t first) const {
    // Callees that were made together are side by side, the first of the list last.
    __builtin_prefetch(tree_.contexts.data() + first);
    __builtin_prefetch(tree_.contexts.data() + first - std::min(first, 3u));
  }

  // Writing goes to as many places as there are layers: too many streams for the prefetcher of the processor.
  void FetchNext(uint32_t at) const {
    constexpr uint32_t kDistance = 24;
    if (kForward ? uint64_t{at} + kDistance >= out_.frame.size() : at < kDistance) return;
    const uint32_t then = kForward ? at + kDistance : at - kDistance;
    __builtin_prefetch(out_.frame.data() + then, 1);
    __builtin_prefetch(out_.first_child.data() + then, 1);
    __builtin_prefetch(out_.running[0].data() + (kForward ? at + kDistance / 2 : at - kDistance / 2), 1);
  }

  const NewContexts& tree_;
  const std::vector<uint32_t>& rank_;
  const size_t more_;
  const bool has_more_;
  LevelOrderColumns& out_;
  const std::span<ContextId> made_at_;
  std::vector<Place> callees_;          // by layer of the caller
  std::vector<uint64_t> more_running_;  // by layer of the caller and metric from 1 on, as Place::running
  std::vector<Placed> todo_;            // a stack with room above it
  std::vector<Sibling> siblings_ = std::vector<Sibling>(64);
  uint32_t first_ = 0;  // the first of the callees that were written last
};

LevelOrderColumns RoomFor(const NewContexts& tree, const Places& places) {
  LevelOrderColumns out;
  for (const Place& place : places.places) out.layer_begin.push_back(place.at);
  const uint32_t n = out.layer_begin.back();
  out.first_child = LargeArray<uint32_t>::OfSize(size_t{n} + 1);
  out.frame = LargeArray<FrameId>::OfSize(n);
  for (size_t metric = 0; metric <= places.more; ++metric)
    out.running.push_back(LargeArray<uint64_t>::OfSize(size_t{n} + 1));
  if (!tree.flags.empty()) out.flags = LargeArray<uint8_t>::OfSize(n);
  return out;
}

// Writes the entries of the root, and those at the ends of the columns.
void WriteEnds(const NewContexts& tree, LevelOrderColumns& out) {
  const size_t n = out.frame.size();
  out.first_child[n] = static_cast<uint32_t>(n);
  out.frame[0] = 0;
  for (size_t metric = 0; metric < out.running.size(); ++metric) {
    out.running[metric][0] = 0;
    out.running[metric][1] = metric == 0 ? tree.contexts[0].value : tree.more_values[metric - 1][0];
  }
  if (!tree.flags.empty()) out.flags[0] = tree.flags[0];
}

}  // namespace

Result<void> Graft(NewContexts& contexts, uint32_t root, NewLayers& layers, uint32_t other,
                   const NewLayers& other_layers, uint32_t frame_count, JobControl* job) {
  AddLayers(layers, other_layers);
  return Grafter(contexts, frame_count, layers).Graft(root, other, job);
}

Result<CctPtr> WriteDepthFirst(const Cct& old, const NewContexts& tree, const NewLayers& layers,
                               OwnedFrames frames, const std::vector<uint32_t>& rank, uint32_t thread_count,
                               std::span<ContextId> made_at, JobControl* job) {
  for (size_t metric = 0; metric < old.metric_count(); ++metric) {
    const uint64_t total = metric == 0 ? tree.contexts[0].value : tree.more_values[metric - 1][0];
    if (total >= kTotalLimit) return DamagedValues();
  }
  const Places places(layers);
  LevelOrderColumns out = RoomFor(tree, places);
  WriteEnds(tree, out);
  if (!made_at.empty()) made_at[0] = kRootContext;
  SubtreeWriter<true> forward(tree, rank, places, out, made_at);
  SubtreeWriter<false> backward(tree, rank, places, out, made_at);

  // Writes the upper layers one by one, until one is wide enough to be divided.
  const uint32_t n = out.layer_begin.back();
  const size_t broad = std::max<size_t>(n / 1024, 64);
  std::vector<Placed> layer{{tree.contexts[0].first_callee, 0, 0}};
  std::vector<Placed> next;
  while (!layer.empty() && layer.size() < broad) {
    next.clear();
    for (const Placed& caller : layer) {
      const size_t callees = forward.WriteCallees(caller);
      for (size_t k = 0; k < callees; ++k) next.push_back(forward.CalleeAt(k, callees, caller.layer + 1));
    }
    std::swap(layer, next);
    if (IsCancelled(job)) return Cancelled();
  }

  // Then writes the subtrees of that layer's contexts from both ends, with a thread each. Every thread claims
  // a context before it takes the next from its end, so the two never overlap.
  std::atomic<size_t> claimed{0};
  const auto write = [&](auto& writer, bool is_forward) {
    for (size_t done = 0; claimed.fetch_add(1) < layer.size(); ++done) {
      const auto written = writer.WriteBelow(layer[is_forward ? done : layer.size() - 1 - done], job);
      if (!written) return;
      if (job != nullptr) job->done_units.fetch_add(*written, std::memory_order_relaxed);
    }
  };
  // The backward task comes first, as it reads the new contexts in the order of their making.
  RunTasks(2, thread_count, [&](uint32_t task) {
    if (task == 0) write(backward, false);
    if (task == 1) write(forward, true);
  });
  if (IsCancelled(job)) return Cancelled();
  out.frames = std::move(frames);
  out.metrics = {old.metrics().begin(), old.metrics().end()};
  return AssembleLevelOrder(std::move(out), old.report());
}

}  // namespace ringscope
