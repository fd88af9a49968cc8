#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cct/import/id_index.h"
#include "cct/import/v8/cpuprofile_nodes.h"

namespace ringscope {

// Where the nodes of a .cpuprofile stand in a tree.
class CpuProfileContexts {
 public:
  // Creates the contexts of the nodes below `top_context`. A node without a caller that is called "(root)" is
  // that context itself. Callers that are not among the nodes are told to `report`. O(nodes and links), the
  // more where ids are large.
  void Build(const CpuProfileNodes& nodes, BuildNode top_context, CctBuilder& builder, ImportReport& report);

  // The context of a node; nullopt for an unknown one, or one that is not below the root.
  [[nodiscard]] std::optional<BuildNode> Of(int64_t id) const;
  // Adds what the nodes themselves say that they cost. Gives how many say so.
  uint64_t AddCosts(const CpuProfileNodes& nodes, MetricIndex metric, CctBuilder& builder,
                    ImportReport& report) const;

 private:
  static constexpr uint32_t kNone = CpuProfileNodes::kNone;

  void IndexIds(const CpuProfileNodes& nodes, ImportReport& report);
  [[nodiscard]] uint32_t IndexOf(int64_t id) const { return index_.Find(static_cast<uint64_t>(id)); }
  [[nodiscard]] std::vector<uint32_t> FindCallers(const CpuProfileNodes& nodes, ImportReport& report) const;

  IdIndex index_;                    // of the nodes
  std::vector<BuildNode> contexts_;  // kNone where not below the root
};

}  // namespace ringscope
