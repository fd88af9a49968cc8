#pragma once

#include <optional>
#include <string_view>

#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The metric of this name: exactly, else the only one that differs in ASCII case alone. Errors: kNotFound,
// naming the metrics there are.
[[nodiscard]] Result<MetricIndex> FindMetricByName(const Cct& tree, std::string_view name);

// The metric that counts how often functions were called, by its name: "calls", "call count",
// "invocations", "invocation count", "ncalls", whatever their case and with '_' or '-' for a blank. Nothing
// where the profile has none. A context's own number of calls is its self value.
[[nodiscard]] std::optional<MetricIndex> FindCallsMetric(const Cct& tree);

// "'cpu time', 'bytes'", for messages.
[[nodiscard]] std::string MetricNameList(const Cct& tree);

}  // namespace ringscope
