#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "agents/common/trace_memory.h"

namespace ringscope {

// The names of types, added to the trace memory when they are first met: types with one name are one. Not for
// several threads at a time.
class TypeNames {
 public:
  // The most names that are told apart; later ones have no type.
  static constexpr size_t kMostNames = 65'536;
  static constexpr size_t kMostNameBytes = 1000;

  explicit TypeNames(TraceMemory& memory) : memory_(memory) {}

  // An id for ThreadTree::AddType(); the name is cut. 0, any other type, for too many names and without
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
