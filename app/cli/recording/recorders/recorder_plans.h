#pragma once

#include "app/cli/recording/recorders/recorder.h"

namespace ringscope {

// How each recorder is started, as rows of the table have it.
[[nodiscard]] LaunchPlan PlanPerfFramePointers(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanPerfDwarf(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanPerfBranches(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanPerfCalls(const PlanRequest& request,
                                       const MachineFacts& machine);  // of the system
[[nodiscard]] LaunchPlan PlanHeaptrack(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanCallgrind(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanDhat(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanFlightRecorder(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanNode(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanPySpy(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanUftrace(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanJavaAgent(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanPythonAgent(const PlanRequest& request, const MachineFacts& machine);
[[nodiscard]] LaunchPlan PlanNativeAgent(const PlanRequest& request, const MachineFacts& machine);

// Where heaptrack keeps its parts, by the path of the program: its library and what reads its pipe.
struct HeaptrackParts {
  std::filesystem::path library, interpreter;
};
[[nodiscard]] HeaptrackParts PartsOfHeaptrack(const std::filesystem::path& program);

// The pipes of perf's --control in the folder of a plan.
inline constexpr std::string_view kControlPipe = "control";
inline constexpr std::string_view kAnswerPipe = "answer";

}  // namespace ringscope
