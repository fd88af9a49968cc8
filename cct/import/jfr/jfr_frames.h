#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "cct/import/jfr/jfr_chunk.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// A constant of a chunk, as events and other constants refer to it.
struct JfrReference {
  uint32_t type = JfrTypes::kNone;
  uint64_t id = 0;
  friend bool operator==(const JfrReference&, const JfrReference&) = default;
};

// The frames of the threads and methods that the events of a chunk refer to. Each is made once a chunk.
class JfrFrames {
 public:
  static constexpr FrameId kNone = 0xffffffffu;

  JfrFrames(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  void BeginChunk();
  [[nodiscard]] FrameId OfThread(JfrChunk& chunk, JfrReference thread);
  // "state: STATE_SLEEPING", a ring of samples of threads in that state; "state: (none)" where they tell
  // none.
  [[nodiscard]] FrameId OfState(JfrChunk& chunk, JfrReference state);
  // `offset` is that of the event, for the report.
  [[nodiscard]] FrameId OfMethod(JfrChunk& chunk, JfrReference method, JfrReference frame_type,
                                 uint64_t offset);
  // Of all chunks so far.
  [[nodiscard]] const std::set<FrameId>& threads() const { return threads_of_all_; }
  // How much finding methods has taken so far, in what a known one takes.
  [[nodiscard]] uint64_t work() const { return work_; }

 private:
  [[nodiscard]] FrameId Make(JfrChunk& chunk, uint32_t type, uint32_t method, FrameKind kind);
  [[nodiscard]] FrameKind KindOf(JfrChunk& chunk, JfrReference frame_type);

  CctBuilder& builder_;
  ImportReport& report_;
  // Of the chunk at hand.
  std::unordered_map<uint64_t, FrameId> threads_;               // by constant
  std::unordered_map<uint64_t, FrameId> states_;                // by constant
  std::unordered_map<uint64_t, FrameKind> kinds_;               // by constant
  std::unordered_map<uint32_t, std::vector<FrameId>> methods_;  // by type; by number and kind
  JfrReference last_frame_type_;
  FrameKind last_kind_ = FrameKind::kUser;

  std::set<FrameId> threads_of_all_;
  uint64_t work_ = 0;
};

}  // namespace ringscope
