#include "cct/base/text/unit_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr double kKiB = 1024.0, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB, kTiB = 1024 * kGiB,
                 kPiB = 1024 * kTiB;

// A unit with its names, separated by blanks.
struct NamedUnit {
  std::string_view names;
  Unit unit;
};

// Names in exactly this case.
constexpr NamedUnit kExactUnits[] = {{"kB KB", {"kB", Dimension::kBytes, 1e3}},
                                     {"MB", {"MB", Dimension::kBytes, 1e6}},
                                     {"GB", {"GB", Dimension::kBytes, 1e9}},
                                     {"TB", {"TB", Dimension::kBytes, 1e12}},
                                     {"PB", {"PB", Dimension::kBytes, 1e15}}};

// Names in lower case and singular. Microseconds with the micro sign, and with a Greek mu.
constexpr NamedUnit kUnits[] = {
    {"ns nsec nanosecond", {"ns", Dimension::kTime, 1}},
    {"us usec microsecond \xc2\xb5s \xc2\xb5sec \xce\xbcs \xce\xbcsec", {"us", Dimension::kTime, 1e3}},
    {"ms msec millisecond", {"ms", Dimension::kTime, 1e6}},
    {"s sec second", {"s", Dimension::kTime, 1e9}},
    {"min minute", {"min", Dimension::kTime, 60e9}},
    {"h hr hour", {"h", Dimension::kTime, 3600e9}},
    {"day", {"day", Dimension::kTime, 24 * 3600e9}},
    {"week", {"week", Dimension::kTime, 7 * 24 * 3600e9}},
    {"b byte", {"bytes", Dimension::kBytes, 1}},
    {"kb kbyte kilobyte kib kibibyte", {"KiB", Dimension::kBytes, kKiB}},
    {"mb mbyte megabyte mib mebibyte", {"MiB", Dimension::kBytes, kMiB}},
    {"gb gbyte gigabyte gib gibibyte", {"GiB", Dimension::kBytes, kGiB}},
    {"tb tbyte terabyte tib tebibyte", {"TiB", Dimension::kBytes, kTiB}},
    {"pb pbyte petabyte pib pebibyte", {"PiB", Dimension::kBytes, kPiB}},
};

const Unit* FindNamed(std::span<const NamedUnit> units, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(),
                                  [&](const NamedUnit& one) { return IsWordOf(name, one.names); });
  return found == units.end() ? nullptr : &found->unit;
}

constexpr std::array kWrittenMultiples{
    Unit{"k", Dimension::kCount, 1e3}, Unit{"K", Dimension::kCount, 1e3},  Unit{"M", Dimension::kCount, 1e6},
    Unit{"G", Dimension::kCount, 1e9}, Unit{"T", Dimension::kCount, 1e12},
};

}  // namespace

Unit UnitOfMetric(std::string_view unit_of_metric) {
  if (unit_of_metric.empty() || unit_of_metric == "count") return {"count", Dimension::kCount, 1};
  if (const Unit* exact = FindNamed(kExactUnits, unit_of_metric)) return *exact;
  // No known name is longer.
  std::array<char, 16> small;
  if (unit_of_metric.size() <= small.size()) {
    std::transform(unit_of_metric.begin(), unit_of_metric.end(), small.begin(), ToLower);
    std::string_view name(small.data(), unit_of_metric.size());
    if (const Unit* known = FindNamed(kUnits, name)) return *known;
    // "as" is no plural.
    if (name.size() > 2 && name.ends_with('s')) {
      name.remove_suffix(1);
      if (const Unit* known = FindNamed(kUnits, name)) return *known;
    }
  }
  return {"", Dimension::kOther, 1};
}

std::string CanonicalUnit(std::string unit) {
  const Unit known = UnitOfMetric(unit);
  if (known.dimension == Dimension::kTime || known.dimension == Dimension::kBytes) unit = known.name;
  return unit;
}

std::optional<Unit> FindWrittenUnit(std::string_view name) {
  for (const Unit& unit : kWrittenMultiples) {
    if (unit.name == name) return unit;
  }
  const Unit unit = UnitOfMetric(name);
  if (unit.dimension != Dimension::kTime && unit.dimension != Dimension::kBytes) return std::nullopt;
  // Refused, because "kb" is another size than "kB", which users need not know.
  const bool is_unclear = unit.dimension == Dimension::kBytes && name.size() == 2 && unit.name.size() != 2;
  return is_unclear ? std::nullopt : std::optional(unit);
}

bool IsUnitOfBound(std::string_view text) {
  return text == "%" || text == "%%" || FindWrittenUnit(text).has_value();
}

std::string WrittenUnitList() {
  return "ns, us, ms, s, min, h, day, week, B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB, PiB, k, M, G, T, % or "
         "%%";
}

}  // namespace ringscope
