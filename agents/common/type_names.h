#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "agents/common/trace_memory.h"

namespace ringscope {

// The names of types, told to the trace memory when they are met first: types with one name are one. Not for
// several threads at a time.
class TypeNames {
 public:
  // Names that are told apart; those that come later are other types.
  static constexpr size_t kMostNames = 65'536;
  static constexpr size_t kMostNameBytes = 1000;

  explicit TypeNames(TraceMemory& memory) : memory_(memory) {}

  // For ThreadTree::AddType(); the name is cut. 0, another type, where there are too many, and without
  // memory.
  [[nodiscard]] uint32_t IdOf(std::string name) {
    if (name.size() > kMostNameBytes) name.resize(kMostNameBytes);
    const auto found = ids_.find(name);
    if (found != ids_.end()) return found->second;
    const auto next = static_cast<uint32_t>(ids_.size() + 1);
    if (next > kMostNames || !memory_.AddType(next, name)) return 0;
    ids_.emplace(std::move(name), next);
    return next;
  }

 private:
  TraceMemory& memory_;
  std::unordered_map<std::string, uint32_t> ids_;
};

}  // namespace ringscope
