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

// The name of a context's function for people: "all" for the synthetic root, as the chart says; a name
// without visible characters gets a stand-in (ShownName).
[[nodiscard]] std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes = 2000);

// A function's name in at most `max_bytes`. Drops the least telling parts first (ShortenName). Names above
// 2,000 bytes keep their beginning and their end, where the function stands.
[[nodiscard]] std::string FunctionText(std::string_view name, size_t max_bytes);

// "3 smaller contexts of 2 functions". The text of a very long run leaves the functions out: counting them
// would hold up a frame.
[[nodiscard]] std::string SmallerContextsText(const Cct& tree, const FunctionIndex& functions,
                                              ContextRange run);

// The text of a size behind the sign of `value`, with U+2212 as minus. A size that reads as 0 gets no sign.
[[nodiscard]] std::string WithSign(double value, std::string_view size);

// A part of a whole for bars, 0 to 1.
[[nodiscard]] double PartOf(uint64_t part, uint64_t whole);

// Costs in one metric as texts to show, with their shares of a total.
struct CostTexts {
  std::string inclusive, inclusive_share, self, self_share;
};
[[nodiscard]] CostTexts CostTextsOf(uint64_t inclusive, uint64_t self, uint64_t total, const Metric& metric);

// "file.cpp:12:5"; unknown parts are left out.
[[nodiscard]] std::string PlaceText(const Frame& frame);
// "called at line 12"; empty if the frame has no call site.
[[nodiscard]] std::string CallSiteText(const Frame& frame);
// The text that tells functions of one name apart: the function's file and line; if unknown, its module,
// unless a column shows the module.
[[nodiscard]] std::string TellingPlace(Frame function, bool module_shown);
// "f (file.cpp:12)": the name of a function with its TellingPlace() if that is known; for text that is
// printed whole.
[[nodiscard]] std::string WithTellingPlace(std::string name, const Frame& function, bool module_shown);

// The date of seconds since 1970: "2026-01-02 03:04 UTC"; empty for years outside 0 to 9999.
[[nodiscard]] std::string DateText(int64_t seconds);
// The day alone: "2026-01-02".
[[nodiscard]] std::string DayText(int64_t seconds);
// The date and the attributes of a run: ", 2026-01-02 03:04 UTC, commit=1a2b3c"; empty if it has neither.
[[nodiscard]] std::string ExecutionDetails(const Execution& execution);

}  // namespace ringscope
