#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/aprof/aprof_line.h"
#include "cct/import/id_index.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// What an aprof report says of its routines and contexts, in any order, and the tree of it. 40 bytes a
// context, 136 a point, as much again for points while they go to the tree.
class AprofTree {
 public:
  AprofTree(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  void AddRoutine(const AprofRoutine& routine, uint64_t offset);
  void AddContext(const AprofContext& context, uint64_t offset);
  // Of a context, or of a routine in a report without contexts.
  void AddPoint(const AprofPoint& point, bool of_context, uint64_t offset);

  // After the last line; gives the sum of all costs in the tree. `metric` is the file's name of what is
  // counted, "bb-count" or the like, `input` that of what input sizes are, "rms" or "drms".
  [[nodiscard]] uint64_t Build(std::string_view metric, std::string_view input, uint64_t version);
  // At any time: the contexts that have been told, with what is known to be spent in them, into a copy of the
  // builder. False: nothing is known to be spent as yet.
  [[nodiscard]] bool AddPreview(std::string_view metric, uint64_t version, CctBuilder& copy) const;

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct Context {
    uint64_t routine, parent_id;
    uint64_t offset;
    bool top;
  };
  // A tree that is being made of what was told.
  struct Target {
    CctBuilder& builder;
    ImportReport& report;
    std::unordered_map<uint64_t, FrameId> unnamed;  // frames of routines without a name
    IdIndex index;                                  // of contexts by their ids
    std::vector<uint32_t> parents;                  // by context; kNone: it has none
    std::vector<BuildNode> nodes;                   // by context; kNone: it is not in the tree
    uint64_t cost_sum = 0;                          // an overflow is the builder's to notice
  };
  struct Sums {
    uint64_t inclusive = 0, calls = 0, self = 0, offset = 0;
    bool too_large = false;
  };
  using SumsById = std::unordered_map<uint64_t, Sums>;

  [[nodiscard]] FrameId FrameOf(uint64_t routine, uint64_t offset, Target& into) const;
  void BuildTree(std::string_view metric, uint64_t version, Target& into) const;
  void BuildContexts(Target& into) const;
  void AddContextValues(bool has_self, Target& into) const;
  void AddRoutineValues(bool has_self, Target& into) const;
  static void AddValues(BuildNode node, const Sums& sums, uint64_t self, Target& into);
  // The context of a point, or kNone.
  [[nodiscard]] BuildNode NodeOf(uint64_t id, bool of_context, Target& tree) const;
  void KeepPoints(const Metric& cost, std::string_view input, uint64_t version, Target& tree);

  CctBuilder& builder_;
  ImportReport& report_;
  std::unordered_map<uint64_t, FrameId> routines_;
  std::vector<Context> contexts_;
  std::vector<uint64_t> context_ids_;
  SumsById context_sums_, routine_sums_;
  struct Point {
    AprofPoint point;
    bool of_context;
    BuildNode node = kNone;
  };
  std::vector<Point> points_;
};

}  // namespace ringscope
