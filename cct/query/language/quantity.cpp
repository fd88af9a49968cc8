#include "cct/query/language/quantity.h"

#include <array>

namespace ringscope {
namespace {

constexpr std::array kWrittenMultiples{
    Unit{"k", Dimension::kCount, 1e3}, Unit{"K", Dimension::kCount, 1e3},  Unit{"M", Dimension::kCount, 1e6},
    Unit{"G", Dimension::kCount, 1e9}, Unit{"T", Dimension::kCount, 1e12},
};

}  // namespace

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
