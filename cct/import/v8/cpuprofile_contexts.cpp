#include "cct/import/v8/cpuprofile_contexts.h"

#include <fmt/format.h>

#include <span>

#include "cct/import/below_zero.h"
#include "cct/import/report_notes.h"

namespace ringscope {

using Node = CpuProfileNodes::Node;
using Edge = CpuProfileNodes::Edge;

void CpuProfileContexts::IndexIds(const CpuProfileNodes& all, ImportReport& report) {
  std::vector<uint64_t> ids;
  ids.reserve(all.nodes().size());
  for (const Node& node : all.nodes()) ids.push_back(static_cast<uint64_t>(node.id));
  index_.Build(ids,
               [&](size_t node) { report.Keep("a node with the id of another", all.nodes()[node].offset); });
}

std::vector<uint32_t> CpuProfileContexts::FindCallers(const CpuProfileNodes& all,
                                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  const std::span<const Edge> edges = all.edges();
  std::vector<uint32_t> callers;
  callers.reserve(nodes.size());
  for (const Node& node : nodes) callers.push_back(node.parent);
  for (size_t i = 0; i < edges.size(); ++i) {
    uint32_t parent = edges[i].parent;
    uint32_t child = kNone;
    if (parent == kNone) {  // the id of a parent, then the child
      parent = IndexOf(edges[i].child_id);
      child = edges[++i].parent;
    } else {
      child = IndexOf(edges[i].child_id);
    }
    if (child == kNone || parent == kNone) {
      report.Keep("a link to a node that is not there", nodes[parent == kNone ? child : parent].offset);
    } else if (callers[child] == kNone) {
      callers[child] = parent;
    } else if (callers[child] != parent) {
      report.Keep("a second caller of one node", nodes[child].offset);
    }
  }
  return callers;
}

void CpuProfileContexts::Build(const CpuProfileNodes& all, BuildNode top_context, CctBuilder& builder,
                               ImportReport& report) {
  const std::span<const Node> nodes = all.nodes();
  contexts_.assign(nodes.size(), kNone);
  if (nodes.empty()) return;
  IndexIds(all, report);
  const std::vector<uint32_t> callers = FindCallers(all, report);
  uint64_t further_roots = 0;
  std::vector<uint32_t> chain;
  std::vector<uint8_t> on_chain(nodes.size(), 0);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    // Up to a caller whose context is known, then down again.
    chain.clear();
    uint32_t at = i;
    while (at != kNone && contexts_[at] == kNone && on_chain[at] == 0) {
      on_chain[at] = 1;
      chain.push_back(at);
      at = callers[at];
    }
    if (at != kNone && contexts_[at] == kNone) continue;  // a loop, or what hangs on one
    BuildNode context = at == kNone ? top_context : contexts_[at];
    while (!chain.empty()) {
      const Node& node = nodes[chain.back()];
      const bool top = callers[chain.back()] == kNone;
      if (!top || !node.is_root) {
        context = builder.Child(
            context, node.frame != kNone ? node.frame : builder.InternFrame({.name = "(anonymous)"}));
      }
      if (top && !node.is_root && chain.back() != 0) ++further_roots;
      contexts_[chain.back()] = context;
      chain.pop_back();
    }
  }
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (contexts_[i] == kNone) report.Skip("a node whose callers form a loop", nodes[i].offset);
  }
  NoteCount(report, further_roots, "node", "without a caller: put below the root.");
}

std::optional<BuildNode> CpuProfileContexts::Of(int64_t id) const {
  const uint32_t index = IndexOf(id);
  if (index == kNone || contexts_[index] == kNone) return std::nullopt;
  return contexts_[index];
}

uint64_t CpuProfileContexts::AddCosts(const CpuProfileNodes& all, MetricIndex metric, CctBuilder& builder,
                                      ImportReport& report) const {
  const std::span<const Node> nodes = all.nodes();
  BelowZero below_zero;
  uint64_t count = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].cost == 0 || contexts_[i] == kNone) continue;
    below_zero.AddSelf(builder, contexts_[i], metric, nodes[i].cost);
    ++count;
  }
  below_zero.AddNote(report);
  return count;
}

}  // namespace ringscope
