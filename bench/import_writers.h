#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

// The formats that ringscope_import_generate writes to the standard output beside the plain ones.
namespace generate {

using Random = std::mt19937_64;

inline uint64_t Below(Random& random, uint64_t bound) { return random() % bound; }

// Node 0 is the root; a node stands behind its parent.
struct Tree {
  std::vector<uint32_t> parent, function, depth;
  std::vector<uint32_t> stacks;  // the node each stack ends in
};

// Nodes of the path from the root to `node`, outermost first.
void PathOf(const Tree& tree, uint32_t node, std::vector<uint32_t>& path);
// By node, ascending.
[[nodiscard]] std::vector<std::vector<uint32_t>> ChildrenOf(const Tree& tree);

void WriteHeapProfile(const Tree& tree, const std::vector<std::string>& names, Random& random);
// A complete event for each call where `pairs` is false, else one for its begin and one for its end.
void WriteTrace(const Tree& tree, const std::vector<std::string>& names, Random& random, bool pairs);
void WriteSpeedscope(const Tree& tree, const std::vector<std::string>& names, Random& random, bool evented);
void WritePprof(const Tree& tree, const std::vector<std::string>& names, Random& random);
void WriteHeaptrack(const Tree& tree, const std::vector<std::string>& names, Random& random);

}  // namespace generate
