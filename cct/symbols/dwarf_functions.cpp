#include "cct/symbols/dwarf_functions.h"

#include <dwarf.h>

#include <algorithm>

namespace ringscope {
namespace {

// Bounds for files that are no compiler's work. A walk over as many entries takes about a second.
constexpr uint64_t kMaxFunctionEntries = uint64_t{1} << 24;
constexpr size_t kMaxRanges = size_t{1} << 22;
constexpr size_t kMaxFunctionNesting = 256;

// What functions may lie in.
bool HoldsFunctions(int tag) {
  switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_subprogram:
      return true;
    default:
      return false;
  }
}

bool IsBlock(int tag) {
  return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

}  // namespace

void DwarfFunctions::AddRanges(Dwarf_Die die, Ranges& ranges) {
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  std::ptrdiff_t at = 0;
  while (ranges.size() < kMaxRanges && (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) {
    // Functions that the linker left out begin at 0.
    if (begin == 0 || begin >= end) continue;
    ranges.push_back({begin, end, die});
  }
}

const DwarfFunctions::Range* DwarfFunctions::Find(const Ranges& ranges, uint64_t address) {
  const auto behind =
      std::upper_bound(ranges.begin(), ranges.end(), address,
                       [](uint64_t value, const Range& range) { return value < range.begin; });
  if (behind == ranges.begin() || address >= std::prev(behind)->end) return nullptr;
  return &*std::prev(behind);
}

void DwarfFunctions::FindUnits() {
  has_units_ = true;
  Dwarf_Die* unit = nullptr;
  Dwarf_Addr bias = 0;
  for (uint64_t count = 0; count < kMaxFunctionEntries; ++count) {
    unit = dwfl_module_nextcu(module_, unit, &bias);
    if (unit == nullptr) break;
    bias_ = bias;
    AddRanges(*unit, units_);
  }
  std::stable_sort(units_.begin(), units_.end(),
                   [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

DwarfFunctions::Ranges DwarfFunctions::FunctionsOf(Dwarf_Die unit) {
  Ranges ranges;
  Dwarf_Die entry;
  if (dwarf_child(&unit, &entry) != 0) return ranges;
  std::vector<Dwarf_Die> outer;  // whose children are being walked
  while (++walked_entries_ < kMaxFunctionEntries) {
    const int tag = dwarf_tag(&entry);
    if (tag == DW_TAG_subprogram) AddRanges(entry, ranges);
    Dwarf_Die child;
    if (HoldsFunctions(tag) && outer.size() < kMaxFunctionNesting && dwarf_child(&entry, &child) == 0) {
      outer.push_back(entry);
      entry = child;
      continue;
    }
    Dwarf_Die sibling;
    while (dwarf_siblingof(&entry, &sibling) != 0) {
      if (outer.empty()) {
        std::stable_sort(ranges.begin(), ranges.end(),
                         [](const Range& a, const Range& b) { return a.begin < b.begin; });
        return ranges;
      }
      entry = outer.back();
      outer.pop_back();
    }
    entry = sibling;
  }
  return {};
}

std::vector<Dwarf_Die> DwarfFunctions::FunctionsAt(uint64_t address) {
  if (!has_units_) FindUnits();
  address -= bias_;
  const Range* const unit = Find(units_, address);
  if (unit == nullptr) return {};
  Dwarf_Die unit_die = unit->die;
  const auto [functions, is_new] = functions_.try_emplace(dwarf_dieoffset(&unit_die));
  if (is_new) functions->second = FunctionsOf(unit_die);
  const Range* const function = Find(functions->second, address);
  if (function == nullptr) return {};

  std::vector<Dwarf_Die> found{function->die};
  Dwarf_Die at = function->die;
  Dwarf_Die child;
  size_t nesting = 0;
  bool deeper = dwarf_child(&at, &child) == 0;
  while (deeper && ++walked_entries_ < kMaxFunctionEntries) {
    const int tag = dwarf_tag(&child);
    const bool is_inlined = tag == DW_TAG_inlined_subroutine;
    if ((is_inlined || IsBlock(tag)) && dwarf_haspc(&child, address) > 0 && ++nesting < kMaxFunctionNesting) {
      if (is_inlined) found.push_back(child);
      at = child;
      deeper = dwarf_child(&at, &child) == 0;
      continue;
    }
    Dwarf_Die sibling;
    deeper = dwarf_siblingof(&child, &sibling) == 0;
    if (deeper) child = sibling;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace ringscope
