#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "agents/common/type_names.h"

namespace ringscope::java {

// Something in a call whose type is counted.
struct CallRole {
  static constexpr char kObject = 'L';

  uint16_t role = kTraceReceiver;
  uint16_t slot = 0;    // of the local variable that it is in when the method begins; 0 of results
  char kind = kObject;  // else the descriptor of a primitive type
};

// Of a method, in this order: its receiver, its first arguments, and its result where that is an object.
struct CallRoles {
  std::array<CallRole, kTraceFirstArgument + kTraceArguments> all;
  size_t count = 0;

  [[nodiscard]] const CallRole* begin() const { return all.data(); }
  [[nodiscard]] const CallRole* end() const { return all.data() + count; }
  void Add(const CallRole& role) { all[count++] = role; }
};
// A constructor has no receiver: its object is none yet.
[[nodiscard]] CallRoles RolesOf(std::string_view descriptor, bool is_static, bool is_constructor);

// "java.util.List[]" of "[Ljava/util/List;", without what differs from run to run.
[[nodiscard]] std::string ShownTypeName(std::string_view signature);

// The types of objects in calls. Instrumented code counts in the cells of a context itself, which it finds by
// rows(). Any thread, at any time.
class CallTypes {
 public:
  explicit CallTypes(TraceMemory& memory) : names_(memory) {}
  CallTypes(const CallTypes&) = delete;
  CallTypes& operator=(const CallTypes&) = delete;

  // Takes addresses; false: there are none left.
  [[nodiscard]] bool Reserve();
  // Tells the names of types that classes do not have. The trace memory has been started.
  void NameBasicTypes();

  // By cell of a context: the first of its cells of types, one a role; by that of a role, the cell of more
  // types. 0: none yet.
  [[nodiscard]] uint32_t* rows() const { return rows_; }
  // Stands for the cells of contexts that there is no memory for.
  [[nodiscard]] TraceTypes* scrap() { return scrap_; }
  [[nodiscard]] uint32_t null_type() const { return null_type_; }

  // The cells of a context, or scrap().
  [[nodiscard]] TraceTypes* RowOf(ThreadTree& tree, const TraceNode* node, const CallRoles& roles);
  // The cell for more types of the role that a cell is for, or scrap().
  [[nodiscard]] TraceTypes* MoreThan(ThreadTree& tree, const TraceTypes& types);

  // The thread of the tree has ended: its cells may become those of another one.
  void Forget(ThreadTree& tree);

  // Which types classes are, by their place in the probe's list of classes: the key that objects of the class
  // have in the lower 32 bits, the type in the upper ones.
  [[nodiscard]] uint64_t* known() const { return known_; }
  // The type of a class, kNoType if it is not told apart, which gets that place. `list` puts it into the
  // probe's list: meanwhile nobody knows what is there. A class in the list is not unloaded, so of those that
  // would not last otherwise the list gets only the first ones: a program may load such classes without end.
  // The others are met each time.
  static constexpr int32_t kNoType = -1;
  template <typename List>
  [[nodiscard]] int32_t Meet(std::string_view signature, bool lasts, uint32_t key, uint32_t place,
                             const List& list) {
    std::string name = ShownTypeName(signature);
    const std::lock_guard lock(mutex_);
    const uint32_t id = names_.IdOf(std::move(name));
    const int32_t type = id == 0 ? kNoType : static_cast<int32_t>(id);
    if (!lasts && kept_ == kMostKept) return type;
    kept_ += lasts ? 0 : 1;
    const std::atomic_ref known(known_[place]);
    known = 0;
    list();
    known = uint64_t{static_cast<uint32_t>(type)} << 32 | key;
    return type;
  }

 private:
  static constexpr uint32_t kMostKept = 256;

  std::mutex mutex_;
  uint32_t kept_ = 0;  // classes in the list that would not last
  TypeNames names_;
  uint32_t* rows_ = nullptr;
  uint64_t* known_ = nullptr;
  uint32_t null_type_ = 0;
  std::array<uint32_t, 128> basic_types_{};  // by descriptor
  TraceTypes scrap_[kTraceFirstArgument + kTraceArguments] = {};
};

}  // namespace ringscope::java
