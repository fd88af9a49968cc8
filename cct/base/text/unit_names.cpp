#include "cct/base/text/unit_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr double kKiB = 1024.0, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB, kTiB = 1024 * kGiB,
                 kPiB = 1024 * kTiB;

constexpr Unit kNs{"ns", Dimension::kTime, 1}, kUs{"us", Dimension::kTime, 1e3},
    kMs{"ms", Dimension::kTime, 1e6}, kS{"s", Dimension::kTime, 1e9}, kMin{"min", Dimension::kTime, 60e9},
    kH{"h", Dimension::kTime, 3600e9}, kDay{"day", Dimension::kTime, 24 * 3600e9},
    kWeek{"week", Dimension::kTime, 7 * 24 * 3600e9};
constexpr Unit kBytes{"bytes", Dimension::kBytes, 1};
constexpr Unit kBinary[] = {{"KiB", Dimension::kBytes, kKiB},
                            {"MiB", Dimension::kBytes, kMiB},
                            {"GiB", Dimension::kBytes, kGiB},
                            {"TiB", Dimension::kBytes, kTiB},
                            {"PiB", Dimension::kBytes, kPiB}};

struct UnitAlias {
  std::string_view alias;
  Unit unit;
};

// As they stand.
constexpr UnitAlias kExactUnits[] = {
    {"kB", {"kB", Dimension::kBytes, 1e3}},  {"KB", {"kB", Dimension::kBytes, 1e3}},
    {"MB", {"MB", Dimension::kBytes, 1e6}},  {"GB", {"GB", Dimension::kBytes, 1e9}},
    {"TB", {"TB", Dimension::kBytes, 1e12}}, {"PB", {"PB", Dimension::kBytes, 1e15}}};

// In small letters and the singular.
constexpr UnitAlias kUnitAliases[] = {
    {"ns", kNs},
    {"nsec", kNs},
    {"nanosecond", kNs},
    {"us", kUs},
    {"\xc2\xb5s", kUs},  // with the micro sign
    {"\xce\xbcs", kUs},  // with a Greek mu
    {"\xc2\xb5sec", kUs},
    {"\xce\xbcsec", kUs},
    {"usec", kUs},
    {"microsecond", kUs},
    {"ms", kMs},
    {"msec", kMs},
    {"millisecond", kMs},
    {"s", kS},
    {"sec", kS},
    {"second", kS},
    {"min", kMin},
    {"minute", kMin},
    {"h", kH},
    {"hr", kH},
    {"hour", kH},
    {"day", kDay},
    {"week", kWeek},
    {"b", kBytes},
    {"byte", kBytes},
    {"kb", kBinary[0]},
    {"kbyte", kBinary[0]},
    {"kilobyte", kBinary[0]},
    {"kib", kBinary[0]},
    {"kibibyte", kBinary[0]},
    {"mb", kBinary[1]},
    {"mbyte", kBinary[1]},
    {"megabyte", kBinary[1]},
    {"mib", kBinary[1]},
    {"mebibyte", kBinary[1]},
    {"gb", kBinary[2]},
    {"gbyte", kBinary[2]},
    {"gigabyte", kBinary[2]},
    {"gib", kBinary[2]},
    {"gibibyte", kBinary[2]},
    {"tb", kBinary[3]},
    {"tbyte", kBinary[3]},
    {"terabyte", kBinary[3]},
    {"tib", kBinary[3]},
    {"tebibyte", kBinary[3]},
    {"pb", kBinary[4]},
    {"pbyte", kBinary[4]},
    {"petabyte", kBinary[4]},
    {"pib", kBinary[4]},
    {"pebibyte", kBinary[4]},
};

const Unit* FindAlias(std::span<const UnitAlias> aliases, std::string_view name) {
  const auto found =
      std::find_if(aliases.begin(), aliases.end(), [&](const UnitAlias& one) { return one.alias == name; });
  return found == aliases.end() ? nullptr : &found->unit;
}

constexpr std::array kWrittenMultiples{
    Unit{"k", Dimension::kCount, 1e3}, Unit{"K", Dimension::kCount, 1e3},  Unit{"M", Dimension::kCount, 1e6},
    Unit{"G", Dimension::kCount, 1e9}, Unit{"T", Dimension::kCount, 1e12},
};

}  // namespace

Unit UnitOfMetric(std::string_view unit_of_metric) {
  if (unit_of_metric.empty() || unit_of_metric == "count") return {"count", Dimension::kCount, 1};
  if (const Unit* exact = FindAlias(kExactUnits, unit_of_metric)) return *exact;
  // No longer one is known.
  std::array<char, 16> small;
  if (unit_of_metric.size() <= small.size()) {
    std::transform(unit_of_metric.begin(), unit_of_metric.end(), small.begin(), ToLower);
    std::string_view name(small.data(), unit_of_metric.size());
    if (const Unit* known = FindAlias(kUnitAliases, name)) return *known;
    // "as" is no plural.
    if (name.size() > 2 && name.ends_with('s')) {
      name.remove_suffix(1);
      if (const Unit* known = FindAlias(kUnitAliases, name)) return *known;
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
  // "kb" is another size than "kB": nobody should have to know that.
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
