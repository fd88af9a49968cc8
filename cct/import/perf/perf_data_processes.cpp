#include "cct/import/perf/perf_data_processes.h"

#include <fmt/format.h>

#include <cstddef>

namespace ringscope {
namespace {

// The kernel allows a process some ten thousand mappings. Of regions a gigabyte.
constexpr size_t kMaxMappings = size_t{1} << 23;
constexpr size_t kMaxNodes = size_t{1} << 25;

}  // namespace

PerfProcesses::PerfProcesses() { Name(0, "swapper"); }

bool PerfProcesses::Map(PerfMapping mapping) {
  if (mapping.end <= mapping.begin) return true;
  if (mappings_.size() >= kMaxMappings) return false;
  PerfRegions::Table& table = mapping.is_kernel ? kernel_ : processes_[mapping.pid];
  if (!regions_.Put(table, mapping.begin, mapping.end, static_cast<uint32_t>(mappings_.size()))) return false;
  mappings_.push_back(std::make_unique<PerfMapping>(std::move(mapping)));
  return true;
}

void PerfProcesses::Fork(uint32_t pid, uint32_t parent_pid, uint32_t tid, uint32_t parent_tid,
                         bool has_memory_of_parent) {
  if (pid != parent_pid) {
    PerfRegions::Table table;
    if (const auto parent = processes_.find(parent_pid); has_memory_of_parent && parent != processes_.end())
      table = regions_.Copy(parent->second);
    processes_.insert_or_assign(pid, table);
  }
  if (const auto name = names_.find(parent_tid); name != names_.end()) Name(tid, std::string(name->second));
}

uint32_t PerfProcesses::MappingAt(uint32_t pid, uint64_t address, bool in_kernel) const {
  if (in_kernel) return regions_.ValueAt(kernel_, address);
  const auto process = processes_.find(pid);
  return process == processes_.end() ? kNone : regions_.ValueAt(process->second, address);
}

std::string PerfProcesses::NameOf(uint32_t tid) const {
  const auto name = names_.find(tid);
  return name == names_.end() ? fmt::format(":{}", tid) : name->second;
}

uint32_t PerfRegions::Add(uint64_t begin, uint64_t end, uint32_t value, uint32_t owner) {
  nodes_.push_back({begin, end, value, owner});
  return static_cast<uint32_t>(nodes_.size() - 1);
}

uint32_t PerfRegions::Own(uint32_t node, uint32_t owner) {
  if (nodes_[node].owner == owner) return node;
  Node copy = nodes_[node];
  copy.owner = owner;
  nodes_.push_back(copy);
  return static_cast<uint32_t>(nodes_.size() - 1);
}

std::pair<uint32_t, uint32_t> PerfRegions::Split(uint32_t tree, uint64_t address, uint32_t owner) {
  if (tree == kNone) return {kNone, kNone};
  const uint32_t node = Own(tree, owner);
  if (nodes_[node].begin < address) {
    const auto [below, others] = Split(nodes_[node].right, address, owner);
    nodes_[node].right = below;
    return {node, others};
  }
  const auto [below, others] = Split(nodes_[node].left, address, owner);
  nodes_[node].left = others;
  return {below, node};
}

uint32_t PerfRegions::Join(uint32_t below, uint32_t above, uint32_t owner) {
  if (below == kNone) return above;
  if (above == kNone) return below;
  // Different addresses have different hashes.
  if (SeededHash()(nodes_[below].begin) > SeededHash()(nodes_[above].begin)) {
    const uint32_t node = Own(below, owner);
    const uint32_t joined = Join(nodes_[node].right, above, owner);
    nodes_[node].right = joined;
    return node;
  }
  const uint32_t node = Own(above, owner);
  const uint32_t joined = Join(below, nodes_[node].left, owner);
  nodes_[node].left = joined;
  return node;
}

uint32_t PerfRegions::LastOf(uint32_t tree) const {
  while (tree != kNone && nodes_[tree].right != kNone) tree = nodes_[tree].right;
  return tree;
}

bool PerfRegions::Put(Table& table, uint64_t begin, uint64_t end, uint32_t value) {
  if (begin >= end) return true;
  if (nodes_.size() >= kMaxNodes) return false;
  const uint32_t owner = table.owner;
  const auto [below, others] = Split(table.root, begin, owner);
  auto [covered, above] = Split(others, end, owner);
  // Of those that the new one cuts the first one's front and the last one's back stay.
  const uint32_t first = LastOf(below);
  const uint32_t last = covered != kNone ? LastOf(covered) : first;
  if (last != kNone && nodes_[last].end > end)
    above = Join(Add(end, nodes_[last].end, nodes_[last].value, owner), above, owner);
  // The first one is its own: Split() has gone through it.
  if (first != kNone && nodes_[first].end > begin) nodes_[first].end = begin;
  table.root = Join(Join(below, Add(begin, end, value, owner), owner), above, owner);
  return true;
}

PerfRegions::Table PerfRegions::Copy(Table& original) {
  original.owner = ++owner_count_;
  Table copy;
  copy.root = original.root;
  copy.owner = ++owner_count_;
  return copy;
}

uint32_t PerfRegions::ValueAt(const Table& table, uint64_t address) const {
  for (uint32_t node = table.root; node != kNone;) {
    const Node& at = nodes_[node];
    if (address < at.begin)
      node = at.left;
    else if (address < at.end)
      return at.value;
    else
      node = at.right;
  }
  return kNone;
}

}  // namespace ringscope
