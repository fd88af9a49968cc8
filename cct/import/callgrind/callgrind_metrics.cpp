#include "cct/import/callgrind/callgrind_metrics.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "cct/base/text/unit_names.h"

namespace ringscope {
namespace {

// "10ns" is ns and 10.
MetricOfEvent InUnit(std::string_view name, std::string_view unit) {
  for (const int64_t factor : {1000, 100, 10}) {
    const std::string number = fmt::format("{}", factor);
    if (!unit.starts_with(number)) continue;
    const std::string_view rest = unit.substr(number.size());
    const Dimension dimension = UnitOfMetric(rest).dimension;
    if (dimension == Dimension::kTime || dimension == Dimension::kBytes)
      return {{std::string(name), std::string(rest), 1}, factor};
  }
  return {{std::string(name), std::string(unit), 1}, 1};
}

}  // namespace

MetricOfEvent DescribeEvent(const CallgrindFile::Event& event) {
  const std::string_view name = event.name;
  if (!event.unit.empty()) return InUnit(name, event.unit);
  // "Time_(10ns)", "cpu(ms)"
  if (const size_t open = name.find('('); name.ends_with(')') && open != std::string_view::npos && open > 0) {
    std::string_view plain = name.substr(0, open);
    if (plain.size() > 1 && plain.ends_with('_')) plain.remove_suffix(1);
    return InUnit(plain, name.substr(open + 1, name.size() - open - 2));
  }
  struct Known {
    std::string_view name;
    std::string_view unit;
  };
  static constexpr std::array kKnown{Known{"Ir", "instructions"},   Known{"Instructions", "instructions"},
                                     Known{"Dr", "accesses"},       Known{"Dw", "accesses"},
                                     Known{"I1mr", "misses"},       Known{"D1mr", "misses"},
                                     Known{"D1mw", "misses"},       Known{"I2mr", "misses"},
                                     Known{"D2mr", "misses"},       Known{"D2mw", "misses"},
                                     Known{"ILmr", "misses"},       Known{"DLmr", "misses"},
                                     Known{"DLmw", "misses"},       Known{"Bc", "branches"},
                                     Known{"Bi", "branches"},       Known{"Bcm", "mispredictions"},
                                     Known{"Bim", "mispredictions"}};
  for (const Known& known : kKnown) {
    if (known.name == name) return {{event.name, std::string(known.unit), 1}, 1};
  }
  return {{event.name, "count", 1}, 1};
}

}  // namespace ringscope
