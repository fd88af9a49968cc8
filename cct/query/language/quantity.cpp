#include "cct/query/language/quantity.h"

#include <array>

namespace ringscope {
namespace {

constexpr std::array kWrittenUnits{
    Unit{"ns", Dimension::kTime, 1},
    Unit{"us", Dimension::kTime, 1e3},
    Unit{"\xc2\xb5s", Dimension::kTime, 1e3},  // with the micro sign
    Unit{"\xce\xbcs", Dimension::kTime, 1e3},  // with a Greek mu
    Unit{"ms", Dimension::kTime, 1e6},
    Unit{"s", Dimension::kTime, 1e9},
    Unit{"min", Dimension::kTime, 60e9},
    Unit{"h", Dimension::kTime, 3600e9},
    Unit{"B", Dimension::kBytes, 1},
    Unit{"kB", Dimension::kBytes, 1e3},
    Unit{"KB", Dimension::kBytes, 1e3},
    Unit{"MB", Dimension::kBytes, 1e6},
    Unit{"GB", Dimension::kBytes, 1e9},
    Unit{"TB", Dimension::kBytes, 1e12},
    Unit{"KiB", Dimension::kBytes, 1024.0},
    Unit{"MiB", Dimension::kBytes, 1024.0 * 1024},
    Unit{"GiB", Dimension::kBytes, 1024.0 * 1024 * 1024},
    Unit{"TiB", Dimension::kBytes, 1024.0 * 1024 * 1024 * 1024},
    Unit{"k", Dimension::kCount, 1e3},
    Unit{"K", Dimension::kCount, 1e3},
    Unit{"M", Dimension::kCount, 1e6},
    Unit{"G", Dimension::kCount, 1e9},
    Unit{"T", Dimension::kCount, 1e12},
};

}  // namespace

std::optional<Unit> FindWrittenUnit(std::string_view name) {
  for (const Unit& unit : kWrittenUnits) {
    if (unit.name == name) return unit;
  }
  return std::nullopt;
}

bool IsUnitOfBound(std::string_view text) {
  return text == "%" || text == "%%" || FindWrittenUnit(text).has_value();
}

std::string WrittenUnitList() {
  return "ns, us, ms, s, min, h, B, kB, MB, GB, TB, KiB, MiB, GiB, TiB, k, M, G, T, % or %%";
}

}  // namespace ringscope
