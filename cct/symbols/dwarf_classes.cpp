#include "cct/symbols/dwarf_classes.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cct/symbols/offline_dwfl.h"

namespace ringscope {
namespace {

// Bounds for hostile files: more than any compiler writes.
constexpr uint64_t kMaxEntries = uint64_t{1} << 30;
constexpr size_t kMaxClasses = size_t{1} << 22;
constexpr size_t kMaxNesting = 64;
constexpr size_t kMaxScopeBytes = 4096;

bool IsClass(int tag) {
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_interface_type;
}

// Reads the classes of one unit after the other.
class ClassReader {
 public:
  explicit ClassReader(ProgramClasses& result) : result_(result) {}

  // False if a bound is exceeded.
  [[nodiscard]] bool ReadUnit(Dwarf_Die unit) {
    class_at_.clear();
    inherits_.clear();
    if (!Walk(unit)) return false;
    for (const auto& [id, base_offset] : inherits_) {
      const auto base = class_at_.find(base_offset);
      if (base == class_at_.end() || base->second == id) continue;
      uint32_t& superclass = result_.classes[id].superclass;
      if (superclass == ProgramClass::kNone) superclass = base->second;
    }
    return true;
  }

 private:
  struct Level {
    Dwarf_Die entry;
    size_t scope_bytes;  // of the scope around it
  };

  [[nodiscard]] bool Walk(Dwarf_Die unit) {
    Dwarf_Die entry;
    if (dwarf_child(&unit, &entry) != 0) return true;
    std::vector<Level> outer;
    std::string scope;
    while (true) {
      if (++walked_entries_ > kMaxEntries || result_.classes.size() > kMaxClasses) return false;
      const int tag = dwarf_tag(&entry);
      const char* const name = dwarf_diename(&entry);
      const bool is_class = IsClass(tag);
      if (is_class && name != nullptr) AddClass(entry, scope, name);
      Dwarf_Die child;
      // Members of an unnamed class have no qualified name; unnamed namespaces are written as compilers do.
      const bool is_open = tag == DW_TAG_namespace || (is_class && name != nullptr);
      const char* const part = name != nullptr ? name : "(anonymous namespace)";
      if (is_open && outer.size() < kMaxNesting && scope.size() < kMaxScopeBytes &&
          dwarf_child(&entry, &child) == 0) {
        outer.push_back({entry, scope.size()});
        if (!scope.empty()) scope += "::";
        scope += part;
        entry = child;
        continue;
      }
      Dwarf_Die sibling;
      while (dwarf_siblingof(&entry, &sibling) != 0) {
        if (outer.empty()) return true;
        entry = outer.back().entry;
        scope.resize(outer.back().scope_bytes);
        outer.pop_back();
      }
      entry = sibling;
    }
  }

  void AddClass(Dwarf_Die entry, const std::string& scope, const char* name) {
    const auto [known, is_new] =
        numbers_.try_emplace({scope, name}, static_cast<uint32_t>(result_.classes.size()));
    if (is_new) result_.classes.push_back({name, scope});
    class_at_[dwarf_dieoffset(&entry)] = known->second;
    if (const std::optional<Dwarf_Off> base = BaseOf(entry)) inherits_.emplace_back(known->second, *base);
  }

  // The offset of the first base class.
  static std::optional<Dwarf_Off> BaseOf(Dwarf_Die entry) {
    Dwarf_Die member, next;
    for (int has = dwarf_child(&entry, &next); has == 0; has = dwarf_siblingof(&member, &next)) {
      member = next;
      if (dwarf_tag(&member) != DW_TAG_inheritance) continue;
      Dwarf_Attribute attribute;
      Dwarf_Die base;
      if (dwarf_attr(&member, DW_AT_type, &attribute) == nullptr ||
          dwarf_formref_die(&attribute, &base) == nullptr)
        return std::nullopt;
      return dwarf_dieoffset(&base);
    }
    return std::nullopt;
  }

  ProgramClasses& result_;
  std::map<std::pair<std::string, std::string>, uint32_t> numbers_;  // by scope and name
  // Of the current unit.
  std::unordered_map<Dwarf_Off, uint32_t> class_at_;
  std::vector<std::pair<uint32_t, Dwarf_Off>> inherits_;
  uint64_t walked_entries_ = 0;
};

// Calls read(offset of the unit's entry, end of the unit) for each unit, until it returns false.
template <typename Read>
bool ForEachUnit(Dwarf* dwarf, Read read) {
  Dwarf_Off offset = 0;
  Dwarf_Off next = 0;
  size_t header_bytes = 0;
  while (dwarf_nextcu(dwarf, offset, &next, &header_bytes, nullptr, nullptr, nullptr) == 0) {
    if (next <= offset || !read(offset + header_bytes, next)) return false;
    offset = next;
  }
  return true;
}

}  // namespace

ProgramClasses ReadProgramClasses(const std::string& path,
                                  const std::function<bool(uint64_t, uint64_t)>& go_on) {
  ProgramClasses result;
  const OfflineModule file = OpenOfflineModule(path);
  if (file.module == nullptr) return result;
  Dwarf_Addr bias = 0;
  Dwarf* const dwarf = dwfl_module_getdwarf(file.module, &bias);
  if (dwarf == nullptr) return result;
  result.has_debug_information = true;
  uint64_t whole_bytes = 0;
  ForEachUnit(dwarf, [&](Dwarf_Off, Dwarf_Off end) {
    whole_bytes = end;
    return true;
  });
  ClassReader reader(result);
  result.is_whole = ForEachUnit(dwarf, [&](Dwarf_Off entry, Dwarf_Off end) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, entry, &unit) != nullptr && !reader.ReadUnit(unit)) return false;
    return go_on(end, whole_bytes);
  });
  return result;
}

}  // namespace ringscope
