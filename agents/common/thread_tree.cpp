#include "agents/common/thread_tree.h"

#include <string.h>

#include <algorithm>

#include "agents/common/trace_memory.h"

namespace ringscope {

constinit thread_local ThreadTree* this_thread_tree __attribute__((tls_model("initial-exec"))) = nullptr;

ThreadTree::ThreadTree(TraceMemory& memory) : base_(memory.file_.base()), memory_(memory) {}

// Lines are not counted: they are no calls.
void ThreadTree::CountLost(uint32_t function) {
  if (!IsTraceCallLine(function)) {
    memory_.CountLost(1);
  }
}

TraceNode* ThreadTree::FindCallee(TraceNode* caller, uint32_t function) {
  if (caller == &lost_) {
    CountLost(function);
    return &lost_;
  }
  uint32_t cell = 0;
  if (caller->recorder <= kListedCallees) {
    for (cell = caller->first_callee; cell != 0; cell = NodeAt(cell)->next_callee) {
      if (NodeAt(cell)->function == function) {
        break;
      }
    }
  } else {
    const uint32_t caller_cell = CellOf(caller);
    cell = callees_.Find(CalleeHash(caller_cell, function), [&](uint32_t found) {
      return NodeAt(found)->function == function && NodeAt(found)->caller == caller_cell;
    });
  }
  if (cell == 0) {
    return NewCallee(caller, function);
  }
  caller->recent_callee = cell;
  return NodeAt(cell);
}

TraceNode* ThreadTree::NewCallee(TraceNode* caller, uint32_t function) {
  const uint32_t cell = ReserveCallee(caller) ? memory_.TakeCell(nodes_, TraceBlockKind::kNodes) : 0;
  if (cell == 0) {
    CountLost(function);
    return &lost_;
  }
  TraceNode* const node = NodeAt(cell);
  node->function = function;
  node->caller = CellOf(caller);
  memory_.PublishCell(cell);
  LinkCallee(caller, node);
  caller->recent_callee = cell;
  return node;
}

TraceNode* ThreadTree::NewRoot() {
  const uint32_t cell = memory_.TakeCell(nodes_, TraceBlockKind::kNodes);
  if (cell == 0) {
    return nullptr;
  }
  NodeAt(cell)->function = kTraceNoFunction;
  memory_.PublishCell(cell);
  return NodeAt(cell);
}

bool ThreadTree::ReserveCallee(const TraceNode* caller) {
  // With the ninth callee the listed ones move into the table, too.
  return caller->recorder < kListedCallees ||
         callees_.Reserve(caller->recorder == kListedCallees ? kListedCallees + 1 : 1);
}

void ThreadTree::ListInTable(const TraceNode* node) {
  callees_.Insert(CalleeHash(node->caller, node->function), CellOf(node));
}

void ThreadTree::LinkCallee(TraceNode* caller, TraceNode* node) {
  if (caller->recorder == kListedCallees) {
    for (uint32_t cell = caller->first_callee; cell != 0; cell = NodeAt(cell)->next_callee) {
      ListInTable(NodeAt(cell));
    }
  }
  if (caller->recorder >= kListedCallees) {
    ListInTable(node);
  }
  ++caller->recorder;
  node->next_callee = caller->first_callee;
  caller->first_callee = CellOf(node);
}

TracePoint* ThreadTree::PointOf(uint32_t node, uint64_t input_size) {
  const auto point_at = [this](uint32_t cell) { return reinterpret_cast<TracePoint*>(NodeAt(cell)); };
  const uint32_t hash = CellTable::Hash(node, input_size);
  uint32_t cell = point_table_.Find(hash, [&](uint32_t found) {
    return point_at(found)->node == node && point_at(found)->input_size == input_size;
  });
  if (cell != 0) {
    return point_at(cell);
  }
  cell = point_table_.Reserve(1) ? memory_.TakeCell(points_, TraceBlockKind::kPoints) : 0;
  if (cell == 0) {
    return nullptr;
  }
  TracePoint* const point = point_at(cell);
  point->node = node;
  point->input_size = input_size;
  memory_.PublishCell(cell);
  point_table_.Insert(hash, cell);
  return point;
}

void ThreadTree::AddPoints(uint32_t node, const TracePoint& points) {
  if (points.calls == 0) {
    return;
  }
  TracePoint* const point = PointOf(node, points.input_size);
  if (point == nullptr) {
    return;
  }
  point->cost_min = point->calls == 0 ? points.cost_min : std::min(point->cost_min, points.cost_min);
  point->cost_max = std::max(point->cost_max, points.cost_max);
  point->cost += points.cost;
  point->cost_squares += points.cost_squares;
  point->calls += points.calls;
}

void ThreadTree::AddPoint(const TraceNode* node, uint64_t input_size, uint64_t cost) {
  if (node == &lost_) {
    return;
  }
  const auto real_cost = static_cast<double>(cost);
  AddPoints(CellOf(node), {.input_size = input_size,
                           .calls = 1,
                           .cost = cost,
                           .cost_min = cost,
                           .cost_max = cost,
                           .cost_squares = real_cost * real_cost});
}

TraceTypes* ThreadTree::TypesOf(uint32_t node, uint32_t role, uint32_t part) {
  const auto types_at = [this](uint32_t cell) { return reinterpret_cast<TraceTypes*>(NodeAt(cell)); };
  const uint32_t hash = CellTable::Hash(node, part << 16 | role);
  uint32_t cell = type_table_.Find(hash, [&](uint32_t found) {
    const TraceTypes* const types = types_at(found);
    return types->node == node && types->role == role && types->recorder == part;
  });
  if (cell != 0) {
    return types_at(cell);
  }
  cell = type_table_.Reserve(1) ? memory_.TakeCell(types_, TraceBlockKind::kTypes) : 0;
  if (cell == 0) {
    return nullptr;
  }
  TraceTypes* const types = types_at(cell);
  types->node = node;
  types->role = static_cast<uint16_t>(role);
  types->recorder = static_cast<uint16_t>(part);
  memory_.PublishCell(cell);
  type_table_.Insert(hash, cell);
  return types;
}

void ThreadTree::AddType(uint32_t node, uint32_t role, uint32_t type, uint64_t calls) {
  for (uint32_t part = 0; calls != 0 && part < kTraceTypes / kTraceTypesPerCell; ++part) {
    TraceTypes* const types = TypesOf(node, role, part);
    if (types == nullptr) {
      return;
    }
    for (uint32_t i = 0; type != 0 && i < kTraceTypesPerCell; ++i) {
      if (types->type[i] == 0) {
        types->type[i] = type;
      }
      if (types->type[i] == type) {
        types->calls[i] += calls;
        return;
      }
    }
    if (type == 0 || part + 1 == kTraceTypes / kTraceTypesPerCell) {
      types->other_calls += calls;
      return;
    }
  }
}

void ThreadTree::AddType(const TraceNode* node, uint32_t role, uint32_t type) {
  if (node != &lost_) {
    AddType(CellOf(node), role, type, 1);
  }
}

TraceTypes* ThreadTree::RowOfTypes(const TraceNode* node, std::span<const uint16_t> roles) {
  const auto count = static_cast<uint32_t>(roles.size());
  if (node == &lost_ || count == 0 || !type_table_.Reserve(count)) {
    return nullptr;
  }
  // A row must lie in one block: the rest of a block that is too small for it stays unused. The cells of an
  // existing row are found.
  if (types_.end_cell - types_.next_cell < count) {
    types_.next_cell = types_.end_cell;
  }
  TraceTypes* const first = TypesOf(CellOf(node), roles[0], 0);
  for (size_t i = 1; first != nullptr && i < count; ++i) {
    static_cast<void>(TypesOf(CellOf(node), roles[i], 0));
  }
  return first;
}

void ThreadTree::SetName(std::string_view name, uint64_t thread_id) {
  memory_.NameThread(*this, name, thread_id);
}

bool ThreadTree::IsLarge(uint32_t blocks) const {
  uint32_t block = nodes_.last_block;
  for (; block != 0 && blocks > 1; --blocks) {
    block = PreviousBlock(memory_.BlockAt(block));
  }
  return block != 0;
}

void ThreadTree::MoveInto(ThreadTree& to, TraceNode* to_root) {
  // Callers come before their callees, so a callee finds the target of its caller. `recorder`, which the
  // ended thread does not use, holds the cell of a node's target, or 0 for lost().
  const uint32_t calls_metric = memory_.header().calls_metric;
  ForEachCellInOrder(base_, nodes_, [&](uint32_t cell) {
    TraceNode* const node = NodeAt(cell);
    TraceNode* target = to_root;
    if (node != root_) {
      const uint32_t caller = NodeAt(node->caller)->recorder;
      target = caller == 0 ? &to.lost_ : to.CalleeOf(NodeAt(caller), node->function);
    }
    const bool is_lost = target == &to.lost_;
    node->recorder = is_lost ? 0 : CellOf(target);
    if (is_lost && calls_metric < kTraceNodeValues) {
      memory_.CountLost(node->values[calls_metric]);
    }
    for (uint32_t value = 0; value < kTraceNodeValues; ++value) {
      if (!is_lost) {
        target->values[value] += node->values[value];
      }
      node->values[value] = 0;
    }
  });
  ForEachCellInOrder(base_, points_, [&](uint32_t cell) {
    auto* const point = reinterpret_cast<TracePoint*>(NodeAt(cell));
    const uint32_t node = NodeAt(point->node)->recorder;
    if (node != 0) {
      to.AddPoints(node, *point);
    }
    point->calls = 0;
  });
  ForEachCellInOrder(base_, types_, [&](uint32_t cell) {
    auto* const types = reinterpret_cast<TraceTypes*>(NodeAt(cell));
    const uint32_t node = NodeAt(types->node)->recorder;
    for (uint32_t i = 0; i < kTraceTypesPerCell; ++i) {
      if (node != 0) {
        to.AddType(node, types->role, types->type[i], types->calls[i]);
      }
      types->calls[i] = 0;
    }
    if (node != 0) {
      to.AddType(node, types->role, 0, types->other_calls);
    }
    types->other_calls = 0;
  });
}

void ThreadTree::RestartInChild() {
  callees_.Clear();
  point_table_.Clear();
  type_table_.Clear();
  points_ = {};
  types_ = {};
  ForEachCellInOrder(base_, nodes_, [this](uint32_t cell) {
    TraceNode* const node = NodeAt(cell);
    node->first_callee = node->next_callee = node->recent_callee = node->recorder = 0;
    memset(node->values, 0, sizeof(node->values));
  });
  ForEachCellInOrder(base_, nodes_, [this](uint32_t cell) {
    TraceNode* const node = NodeAt(cell);
    // Without memory for the table the node is not found again; its next call makes a new one.
    if (node->caller != 0 && ReserveCallee(NodeAt(node->caller))) {
      LinkCallee(NodeAt(node->caller), node);
    }
  });
}

void ThreadTree::Forget() {
  callees_.Clear();
  point_table_.Clear();
  type_table_.Clear();
  nodes_ = {};
  points_ = {};
  types_ = {};
  root_ = &lost_;
}

}  // namespace ringscope
