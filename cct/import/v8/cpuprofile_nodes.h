#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/builder.h"
#include "cct/import/frame_text.h"
#include "cct/import/json_reader.h"
#include "cct/import/memory_meter.h"
#include "cct/import_report.h"

namespace ringscope {

// The nodes of a .cpuprofile as the file has them: a flat list that refers to children by id, or (old files,
// and .heapprofile) nested. The nodes take their memory from the budget by themselves; what goes with them is
// told by held_bytes().
class CpuProfileNodes {
 public:
  CpuProfileNodes(CctBuilder& builder, ImportReport& report)
      : builder_(builder), report_(report), memory_(builder.limits().memory) {}

  // Reads the value of "nodes" (an array) or "head" (one node); its begin token came last. False on an error
  // of `json` or a remembered one.
  [[nodiscard]] bool ReadArray(JsonReader& json);
  [[nodiscard]] bool ReadNested(JsonReader& json);

  // Takes over the nodes of another part of the same profile, whose links may go to either part's nodes. Both
  // must have been made with the same builder. Linear in the part's size. False past the limit of nodes.
  [[nodiscard]] bool Append(CpuProfileNodes part);

  // After reading: creates the contexts below `top_context`. A node without a caller that is called "(root)"
  // is that context itself.
  void BuildContexts(BuildNode top_context = kBuildRoot);
  // The context of a node; nullopt for an unknown one, or one that is not below the root. After
  // BuildContexts().
  [[nodiscard]] std::optional<BuildNode> ContextOf(int64_t id) const;
  // Adds what the nodes themselves say that they cost: hit counts, or sizes of a .heapprofile.
  uint64_t AddCosts(MetricIndex metric);

  [[nodiscard]] size_t size() const { return nodes_.size(); }
  // Without the nodes themselves.
  [[nodiscard]] uint64_t held_bytes() const {
    return HeldBytes(open_, edges_, ids_, dense_ids_, contexts_, call_frames_, call_frame_is_root_);
  }
  // What BuildContexts() takes beside the tree.
  [[nodiscard]] uint64_t BytesToBuild() const { return nodes_.size() * kBuildBytesPerNode; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Node {
    int64_t id = 0;
    FrameId frame = 0;
    uint32_t parent = kNone;
    uint64_t cost = 0;
    uint64_t offset = 0;
    bool is_root = false;  // called "(root)", without a file
  };
  struct Edge {
    uint32_t parent;
    int64_t child_id;
  };
  // The fields of a node that make its frame, kept in buffers that are reused.
  struct Fields {
    std::string name, url;
    int64_t line = 0, column = 0;
    bool zero_based = false;
    // Where a call frame says it, which goes before fields of the node itself.
    std::optional<FrameId> frame;
    bool is_root = false;
    [[nodiscard]] uint64_t held_bytes() const { return HeldBytes(name, url); }
  };
  // A node that is being read.
  struct Open {
    uint32_t node;
    Fields fields;
    bool in_children;
    [[nodiscard]] uint64_t held_bytes() const { return HeldBytes(fields); }
  };
  // A context, an id with its index (at most 16), and what finding callers takes.
  static constexpr uint64_t kBuildBytesPerNode = sizeof(BuildNode) + 16 + 5;

  [[nodiscard]] bool ReadNode(JsonReader& json, uint32_t parent);
  [[nodiscard]] bool ReadField(JsonReader& json, uint32_t node, Fields& fields, bool& children_follow);
  [[nodiscard]] bool ReadCallFrame(JsonReader& json, Fields& fields);
  [[nodiscard]] bool ReadCallFrameFields(JsonReader& json, Fields& fields);
  [[nodiscard]] bool ReadString(JsonReader& json, std::string& value);
  [[nodiscard]] bool ReadInteger(JsonReader& json, int64_t& value);
  void InternFrame(Fields& fields);
  void IndexIds();
  [[nodiscard]] uint32_t IndexOf(int64_t id) const;
  void ConnectEdges();

  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<Node> nodes_;
  MemoryLease memory_;  // of nodes_
  std::vector<Open> open_;
  // Call frames as the file writes them: a function's is the same text in each of its nodes.
  FrameTexts call_frames_;
  std::vector<uint8_t> call_frame_is_root_;  // by index in call_frames_
  std::vector<Edge> edges_;
  std::vector<std::pair<int64_t, uint32_t>> ids_;  // sorted
  std::vector<uint32_t> dense_ids_;                // id -> index where ids are small, as V8's are
  std::vector<BuildNode> contexts_;                // kNone where not below the root
  std::optional<Error> error_;
};

}  // namespace ringscope
