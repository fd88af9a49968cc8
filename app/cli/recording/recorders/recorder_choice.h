#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/output.h"
#include "app/cli/recording/recorders/machine_facts.h"
#include "app/cli/recording/recorders/recorder.h"

namespace ringscope {

// A recorder that would suit better, and why it cannot record here.
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

// Chooses the recorder that suits best among those that can record here. `tool` is the name of a recorder or
// a family; empty: any. An error is the sentence for the user: no recorder measures that for such a program,
// or all that would are missing, with what to do. Reads nothing, runs nothing.
[[nodiscard]] Result<RecorderChoice> ChooseRecorder(const RecorderSituation& situation,
                                                    std::string_view tool);

// Chooses a recorder for a command. If none records its program, but one records another program that its
// script starts, `look` becomes the look at that program.
[[nodiscard]] Result<RecorderChoice> ChooseForCommand(CommandLook& look, const MachineFacts& machine,
                                                      Measure measure, std::string_view tool);

// Why the recorder is absent; std::nullopt: it is installed.
[[nodiscard]] std::optional<Obstacle> AbsenceOf(const Recorder& recorder, const MachineFacts& machine);

// Why the recorder cannot record here, its absence included; std::nullopt: it can.
[[nodiscard]] std::optional<Obstacle> ObstacleOf(const Recorder& recorder,
                                                 const RecorderSituation& situation);

// "perf-fp (samples, ...): the program keeps frame pointers; user code only, ... . Better: ..."
[[nodiscard]] std::string ChoiceText(const RecorderChoice& choice);

// A clause about data that this recorder lacks and others have.
[[nodiscard]] std::string NotToldText(const Recorder& recorder, std::string_view what, bool Recorder::*tells);

// The command that installs a recorder here: "apt-get install linux-perf".
[[nodiscard]] std::string InstallText(const Recorder& recorder, const MachineFacts& machine);

// The text of `record --list`: the recorders, what each measures here, and what would help. Runs nothing.
[[nodiscard]] std::string RecorderList(const MachineFacts& machine);

}  // namespace ringscope
