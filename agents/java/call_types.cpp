#include "agents/java/call_types.h"

#include <algorithm>
#include <utility>

#include "agents/java/class_file/class_file.h"
#include "agents/java/function_registry.h"
#include "agents/java/probe_tables.h"

namespace ringscope::java {
namespace {

struct BasicType {
  char descriptor;
  std::string_view name;
};
constexpr BasicType kBasicTypes[] = {{'Z', "boolean"}, {'B', "byte"}, {'C', "char"}, {'D', "double"},
                                     {'F', "float"},   {'I', "int"},  {'J', "long"}, {'S', "short"}};

// The same as RingscopeProbe.KNOWN_BITS.
constexpr size_t kMostKnown = size_t{1} << 14;

char KindOf(std::string_view descriptor) {
  for (const BasicType& type : kBasicTypes) {
    if (descriptor.size() == 1 && descriptor[0] == type.descriptor) return type.descriptor;
  }
  return CallRole::kObject;
}

}  // namespace

CallRoles RolesOf(std::string_view descriptor, bool is_static, bool is_constructor) {
  CallRoles roles;
  if (!is_static && !is_constructor) roles.Add({});
  uint16_t slot = is_static ? 0 : 1;
  uint16_t argument = 0;
  ForEachArgument(descriptor, [&](std::string_view its) {
    if (argument == kTraceArguments) return;
    const char kind = KindOf(its);
    roles.Add({.role = static_cast<uint16_t>(kTraceFirstArgument + argument++), .slot = slot, .kind = kind});
    slot = static_cast<uint16_t>(slot + (kind == 'D' || kind == 'J' ? 2 : 1));
  });
  const size_t end = descriptor.find(')');
  const std::string_view result = end == std::string_view::npos ? "" : descriptor.substr(end + 1);
  if (result.starts_with('L') || result.starts_with('[')) roles.Add({.role = kTraceResult});
  return roles;
}

std::string ShownTypeName(std::string_view signature) {
  const size_t dimensions = std::min(signature.find_first_not_of('['), signature.size());
  std::string_view element = signature.substr(dimensions);
  std::string name;
  for (const BasicType& type : kBasicTypes) {
    if (element.size() == 1 && element[0] == type.descriptor) name = type.name;
  }
  if (name.empty()) {
    if (element.starts_with('L') && element.ends_with(';')) element = element.substr(1, element.size() - 2);
    name = ShownClassName(element);
  }
  for (size_t i = 0; i < dimensions; ++i) name += "[]";
  return name;
}

bool CallTypes::Reserve() {
  // One entry for every cell that there may be.
  rows_ = static_cast<uint32_t*>(ReserveZeros((uint64_t{1} << 32) * sizeof(uint32_t)));
  known_ = static_cast<uint64_t*>(ReserveZeros(kMostKnown * sizeof(uint64_t)));
  return rows_ != nullptr && known_ != nullptr;
}

void CallTypes::NameBasicTypes() {
  for (const BasicType& type : kBasicTypes) {
    basic_types_[static_cast<size_t>(type.descriptor)] = names_.IdOf(std::string(type.name));
  }
  null_type_ = names_.IdOf("null");
}

TraceTypes* CallTypes::RowOf(ThreadTree& tree, const TraceNode* node, const CallRoles& roles) {
  std::array<uint16_t, kTraceFirstArgument + kTraceArguments> numbers{};
  for (size_t i = 0; i < roles.count; ++i) numbers[i] = roles.all[i].role;
  TraceTypes* const row = tree.RowOfTypes(node, {numbers.data(), roles.count});
  if (row == nullptr) return scrap_;
  const uint32_t cell = tree.CellOf(row);
  for (uint32_t i = 0; i < roles.count; ++i) {
    const char kind = roles.all[i].kind;
    if (kind != CallRole::kObject) row[i].type[0] = basic_types_[static_cast<size_t>(kind)];
  }
  rows_[tree.CellOf(node)] = cell;
  return row;
}

void CallTypes::Forget(ThreadTree& tree) {
  tree.ForEachCell([this](uint32_t cell) {
    if (rows_[cell] != 0) rows_[cell] = 0;  // cells never written take no memory
  });
}

TraceTypes* CallTypes::MoreThan(ThreadTree& tree, const TraceTypes& types) {
  TraceTypes* const more = tree.MoreTypes(types);
  if (more == nullptr) return scrap_;
  rows_[tree.CellOf(&types)] = tree.CellOf(more);
  return more;
}

}  // namespace ringscope::java
