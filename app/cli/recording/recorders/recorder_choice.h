#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/recording/recorders/machine_facts.h"
#include "app/cli/recording/recorders/recorder.h"

namespace ringscope {

// A recorder that would suit, and how to get it.
struct BetterRecorder {
  const Recorder* recorder = nullptr;
  Obstacle obstacle;
};

struct RecorderChoice {
  const Recorder* recorder = nullptr;
  std::string reason;                     // a clause
  std::vector<std::string> shortcomings;  // clauses
  std::optional<BetterRecorder> better;
};

// The recorder that suits best of those that can work here. `tool` is the name of a recorder or a family;
// empty: any. An error is the sentence for the user: nothing measures that of such a program, or all that
// would is missing, with what to do. Reads nothing, runs nothing.
[[nodiscard]] Result<RecorderChoice> ChooseRecorder(const RecorderSituation& situation,
                                                    std::string_view tool);

// The same of a command. Where nothing records its program, but one of the others that its script starts can
// be recorded, `look` becomes that one's.
[[nodiscard]] Result<RecorderChoice> ChooseForCommand(CommandLook& look, const MachineFacts& machine,
                                                      Measure measure, std::string_view tool);

// Its not being installed; nothing: it is.
[[nodiscard]] std::optional<Obstacle> AbsenceOf(const Recorder& recorder, const MachineFacts& machine);

// What keeps the recorder from working here, its not being there included; nothing: it works.
[[nodiscard]] std::optional<Obstacle> ObstacleOf(const Recorder& recorder,
                                                 const RecorderSituation& situation);

// "perf-fp (samples, ...): the program keeps frame pointers; user code only, ... . Better: ..."
[[nodiscard]] std::string ChoiceText(const RecorderChoice& choice);

// What a recorder leaves out that others tell, as a clause.
[[nodiscard]] std::string NotToldText(const Recorder& recorder, std::string_view what, bool Recorder::*tells);

// How to get a package here: "apt-get install linux-perf".
[[nodiscard]] std::string InstallText(const Recorder& recorder, const MachineFacts& machine);

// What `record --list` prints: the recorders, what each measures here, and what would help. Plain data to
// text.
[[nodiscard]] std::string RecorderList(const MachineFacts& machine);

}  // namespace ringscope
