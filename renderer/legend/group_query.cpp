#include "renderer/legend/group_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cct/base/text/ascii.h"
#include "cct/query/language/query.h"

namespace ringscope {
namespace {

// A module by its name, whatever folder it is in; the language has smart case, so case is asked for.
std::string ModuleNamed(std::string_view name) {
  std::string query = "mod:/(?-i:(^|\\/)";
  for (const char c : name) {
    const bool is_plain = IsLetterOrDigit(c) || c == '_' || c == '-' || IsBeyondAscii(c);
    if (is_plain) {
      query += c;
    } else if (IsControl(c)) {
      query += fmt::format("\\x{:02x}", c);
    } else {
      query += '\\';
      query += c;
    }
  }
  return query + "$)/";
}

// A number without exponent and without noise in its last digits.
std::string PlainNumber(double value) {
  if (std::fabs(value) >= 1e15) return fmt::format("{:.0f}", value);
  std::string text = fmt::format("{:.12f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

struct WrittenUnit {
  double factor;
  std::string_view name;
};

// In the largest unit that leaves a short number.
std::string ShortNumber(double value, std::span<const WrittenUnit> units) {
  for (const WrittenUnit& unit : units) {
    const double number = value / unit.factor;
    if (std::fabs(number) >= 1 && std::fabs(number * 10 - std::round(number * 10)) < 1e-9)
      return PlainNumber(number) + std::string(unit.name);
  }
  return PlainNumber(value);
}

}  // namespace

void GroupModules::Add(const Frame& frame, std::string_view group_text) {
  const std::string_view module = frame.module;
  has_file |= !frame.file.empty();
  has_none |= module.empty();
  has_some |= !module.empty();
  has_other |= !module.empty() && module != group_text;
}

void GroupModules::Add(const GroupModules& other) {
  has_none |= other.has_none;
  has_some |= other.has_some;
  has_other |= other.has_other;
  has_file |= other.has_file;
}

std::string GroupQuery(const FrameGroups& groups, uint32_t group, const GroupModules& modules,
                       const GroupModules& all_modules) {
  const FrameGroupName name = groups[group];
  const bool is_main_group = groups.mode() == ColorMode::kFunction;
  std::string query;
  switch (name.trait) {
    case GroupTrait::kModule:
      return ExactQueryText(QueryField::kModule, name.text);
    case GroupTrait::kModuleName:
      return modules.has_other ? ModuleNamed(name.text) : ExactQueryText(QueryField::kModule, name.text);
    case GroupTrait::kKind:
      return fmt::format("kind:{}", name.text);
    case GroupTrait::kPackage:
      query = ExactQueryText(QueryField::kPackage, name.text);
      break;
    case GroupTrait::kClass:
      query = ExactQueryText(QueryField::kClass, name.text);
      break;
    case GroupTrait::kFile:
      query = ExactQueryText(QueryField::kFile, name.text);
      break;
  }
  if (!is_main_group) return query;

  // A main group ends where a better known trait begins (see MainGroup).
  const std::string& dominant = groups.dominant_group();
  if (name.trait == GroupTrait::kFile) query += name.text.empty() ? " class:\"\"" : " pkg:\"\"";
  if (name.trait == GroupTrait::kPackage && name.text.empty()) {
    query = "class:\"\"";
    if (modules.has_none) query += ' ' + ExactQueryText(QueryField::kFile, dominant);
  }
  // Of what has no module a class tells only where no file does, or where the file is the dominant group.
  std::string without_module = "mod:\"\"";
  std::string no_file;
  if (name.trait == GroupTrait::kClass && all_modules.has_file) {
    no_file = ExactQueryText(QueryField::kFile, "");
    if (!dominant.empty())
      no_file = fmt::format("({} or {})", no_file, ExactQueryText(QueryField::kFile, dominant));
    without_module = fmt::format("{} {}", without_module, no_file);
  }
  if (modules.has_some && modules.has_none) {
    query += fmt::format(" ({} or {})", without_module, ModuleNamed(dominant));
  } else if (modules.has_some) {
    query += ' ' + ModuleNamed(dominant);
  } else if (all_modules.has_some) {
    query += ' ' + without_module;
  } else if (!no_file.empty()) {
    query += ' ' + no_file;
  }
  return query;
}

std::string ConditionSubject(bool is_self, std::string_view metric_name) {
  const bool is_plain =
      !metric_name.empty() && std::all_of(metric_name.begin(), metric_name.end(), [](char c) {
        return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == ':';
      });
  return fmt::format("{}({})", WordOf(kValueWords, is_self ? QueryValue::kSelf : QueryValue::kInclusive),
                     is_plain ? std::string(metric_name) : QuotedMetricName(metric_name));
}

std::string ConditionNumber(double value, std::string_view unit) {
  constexpr std::array kCounts{WrittenUnit{1e9, "G"}, WrittenUnit{1e6, "M"}, WrittenUnit{1e3, "k"}};
  constexpr std::array kTimes{WrittenUnit{1e9, "s"}, WrittenUnit{1e6, "ms"}, WrittenUnit{1e3, "us"},
                              WrittenUnit{1, "ns"}};
  constexpr std::array kSizes{WrittenUnit{1073741824.0, "GiB"}, WrittenUnit{1048576.0, "MiB"},
                              WrittenUnit{1024.0, "KiB"}};
  if (unit.empty() || unit == "count") return ShortNumber(value, kCounts);
  if (unit == "bytes") return ShortNumber(value, kSizes);
  for (const WrittenUnit& time : kTimes) {
    if (unit != time.name) continue;
    const std::string text = ShortNumber(value * time.factor, kTimes);
    // Without a unit the number would be one of the metric's own.
    return text.back() == 's' ? text : PlainNumber(value);
  }
  return PlainNumber(value);
}

}  // namespace ringscope
