#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
#include "renderer/text/name_text.h"  // DisplayText

namespace ringscope {

// The name of a context's function for people: "all" for the synthetic root, as the chart says, and a
// stand-in for a name without visible characters (ShownName).
[[nodiscard]] std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes = 2000);

// A function's name in at most so many bytes. What tells least goes first (ShortenName), unless the name is
// far longer: cut in its middle it might have nothing left of the function, which stands at its end.
[[nodiscard]] std::string FunctionText(std::string_view name, size_t max_bytes);

// "3 smaller contexts of 2 functions". A very long run gets the number of contexts alone: counting its
// functions would hold up a frame.
[[nodiscard]] std::string SmallerContextsText(const Cct& tree, const FunctionIndex& functions,
                                              ContextRange run);

// A size with the sign of the value that has it, as the window shows signs; what is told as 0 has none.
[[nodiscard]] std::string WithSign(double value, std::string_view size);

// A part of a whole for bars, 0 to 1.
[[nodiscard]] double PartOf(uint64_t part, uint64_t whole);

// What something costs in one metric: texts to show, with shares of a total.
struct CostTexts {
  std::string inclusive, inclusive_share, self, self_share;
};
[[nodiscard]] CostTexts CostTextsOf(uint64_t inclusive, uint64_t self, uint64_t total, const Metric& metric);

// "file.cpp:12:5"; unknown parts are left out.
[[nodiscard]] std::string PlaceText(const Frame& frame);
// "called at line 12"; empty where call sites are not told apart.
[[nodiscard]] std::string CallSiteText(const Frame& frame);
// Tells functions of one name apart: the file and line of the function. Without these its module, unless a
// column shows the module.
[[nodiscard]] std::string TellingPlace(const Frame& frame, bool module_shown);

// "2026-01-02 03:04 UTC", of seconds since 1970; empty for years outside the calendar.
[[nodiscard]] std::string DateText(int64_t seconds);
// "2026-01-02" of it.
[[nodiscard]] std::string DayText(int64_t seconds);
// What is known of a run beside its name: ", 2026-01-02 03:04 UTC, commit=1a2b3c"; empty if nothing is known.
[[nodiscard]] std::string ExecutionDetails(const Execution& execution);

}  // namespace ringscope
