#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/import/frame_names.h"
#include "cct/import/id_index.h"
#include "cct/import/json/json_reader.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Calls use(value) for the rest of an array of numbers, rounded to integers. False if use() returns false, on
// an error, and at an element that is no such number, which is the last token then.
template <typename Use>
[[nodiscard]] bool ReadRounded(JsonReader& json, Use use) {
  bool is_used = true;
  while (true) {
    json.ReadIntegers([&](int64_t value, uint64_t) { return is_used = use(value); });
    if (!is_used) return false;
    const JsonToken token = json.Next();
    if (token == JsonToken::kEndArray) return true;
    const auto value = token == JsonToken::kNumber ? json.RoundedInteger() : std::nullopt;
    if (!value || !use(*value)) return false;
  }
}

// The nodes of a .cpuprofile as the file has them: a flat list that refers to children by id, or (old files,
// and .heapprofile) nested.
class CpuProfileNodes {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Node {
    int64_t id = 0;
    FrameId frame = kNone;    // kNone: not read yet
    uint32_t parent = kNone;  // in files with nested nodes
    int64_t cost = 0;         // hit counts, or sizes of a .heapprofile
    uint64_t offset = 0;
    bool is_root = false;  // named "(root)", without a file
  };
  // A link from a node to a child's id. A field "parent" makes two edges: {kNone, its value}, {node, 0}.
  struct Edge {
    uint32_t parent;
    int64_t child_id;
  };

  CpuProfileNodes(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // Reads the value of "nodes" (an array) or "head" (one node); its begin token came last. False on an error
  // of `json` or a remembered one.
  [[nodiscard]] bool ReadArray(JsonReader& json);
  [[nodiscard]] bool ReadNested(JsonReader& json);

  // Appends the nodes of another part of the same profile, whose links may go to nodes of either part. Both
  // parts must have the same builder. Linear in the part's size. False past the limit of nodes.
  [[nodiscard]] bool Append(CpuProfileNodes part);

  // Sets a function to be called after each node is read.
  void AfterEachNode(std::function<void()> call) { after_node_ = std::move(call); }

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  // The fields of a node that make its frame, kept in buffers that are reused.
  struct Fields {
    std::string name, url;
    int64_t line = 0, column = 0;
    bool zero_based = false;
    // From the call frame, which counts more than fields of the node itself.
    std::optional<FrameId> frame;
    bool is_root = false;
    bool has_name = false;  // a "functionName", perhaps an empty one
  };
  // A node that is being read.
  struct Open {
    uint32_t node;
    Fields fields;
    bool in_children;
  };

  [[nodiscard]] bool ReadField(JsonReader& json, uint32_t node, Fields& fields, bool& children_follow);
  // Reads a field of a call frame, or of a node without a call frame.
  [[nodiscard]] bool ReadFrameField(JsonReader& json, Fields& fields);
  [[nodiscard]] bool ReadCallFrame(JsonReader& json, Fields& fields);
  [[nodiscard]] bool ReadCallFrameFields(JsonReader& json, Fields& fields);
  [[nodiscard]] bool ReadString(JsonReader& json, std::string& value);
  [[nodiscard]] bool ReadInteger(JsonReader& json, int64_t& value);
  [[nodiscard]] bool FailWith(const JsonReader& json, ErrorCode code, std::string message) {
    error_ = Error{code, std::move(message), json.offset_bytes()};
    return false;
  }
  void InternFrame(Fields& fields);
  void SetFrame(const Open& open) {
    nodes_[open.node].frame = *open.fields.frame;
    nodes_[open.node].is_root = open.fields.is_root;
  }

  CctBuilder& builder_;
  ImportReport& report_;
  std::vector<Node> nodes_;
  std::vector<Open> open_;
  // Call frames as the file writes them: a function's is the same text in each of its nodes.
  FrameTexts call_frames_;
  std::vector<uint8_t> call_frame_is_root_;  // by index in call_frames_
  std::vector<Edge> edges_;
  std::function<void()> after_node_;
  std::optional<Error> error_;
};

// The contexts of the nodes of a .cpuprofile.
class CpuProfileContexts {
 public:
  // Creates the contexts of the nodes below `top_context`. A node "(root)" without a caller is that context
  // itself. Links to missing nodes go into `report`. O(nodes and links), slower if ids are large.
  CpuProfileContexts(const CpuProfileNodes& nodes, BuildNode top_context, CctBuilder& builder,
                     ImportReport& report);

  // The context of a node; nullopt if the node is unknown or not below the root.
  [[nodiscard]] std::optional<BuildNode> ContextOf(int64_t id) const;
  // Adds the costs of the nodes themselves. Returns the number of nodes with a cost.
  uint64_t AddCosts(const CpuProfileNodes& nodes, MetricIndex metric, CctBuilder& builder,
                    ImportReport& report) const;

 private:
  static constexpr uint32_t kNone = CpuProfileNodes::kNone;

  [[nodiscard]] uint32_t IndexOf(int64_t id) const { return index_.Find(static_cast<uint64_t>(id)); }
  [[nodiscard]] std::vector<uint32_t> FindCallers(const CpuProfileNodes& nodes, ImportReport& report) const;

  IdIndex index_;                    // of the nodes
  std::vector<BuildNode> contexts_;  // kNoBuildNode if not below the root
};

// Adds samples of V8's profiler to the contexts of their nodes, and counts odd samples for AddNotes().
class CpuProfileSamples {
 public:
  CpuProfileSamples(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // `deltas_us[i]` ends at sample i; the first delta begins at `start_us`, on a clock that all profiles of
  // the file share. A sample's time lasts until the next sample; that of the last one is unknown. V8 lists
  // some samples late, with a negative delta: then the next sample is the next by time. Without `time`
  // samples are only counted. `offset` is the place of the list in the file.
  void Add(const CpuProfileContexts& contexts, const CompactIntegers& node_ids,
           const CompactIntegers& deltas_us, uint64_t offset, std::optional<MetricIndex> time,
           MetricIndex count, int64_t start_us = 0);
  // Counts samples without a delta, and deltas without a sample, that were not given to Add().
  void AddUnpaired(uint64_t untimed_count, uint64_t sampleless_count) {
    untimed_count_ += untimed_count;
    sampleless_count_ += sampleless_count;
  }
  // To be called after the last Add().
  void AddNotes();
  // All samples with their times; empty if some have none.
  [[nodiscard]] SampleList TakeSamples() { return std::move(samples_); }

 private:
  CctBuilder& builder_;
  ImportReport& report_;
  SampleList samples_;
  bool all_have_times_ = true;
  uint64_t early_count_ = 0;
  uint64_t untimed_count_ = 0;
  uint64_t sampleless_count_ = 0;
};

}  // namespace ringscope
