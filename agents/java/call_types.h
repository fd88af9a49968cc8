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

// An object or value in a call whose type is counted.
struct CallRole {
  static constexpr char kObject = 'L';

  uint16_t role = kTraceReceiver;
  uint16_t slot = 0;    // local variable that holds it when the method begins; 0 for results
  char kind = kObject;  // else the descriptor of a primitive type
};

// The roles of a method, in this order: its receiver, its first arguments, and its result if that is an
// object.
struct CallRoles {
  std::array<CallRole, kTraceFirstArgument + kTraceArguments> all;
  size_t count = 0;

  [[nodiscard]] const CallRole* begin() const { return all.data(); }
  [[nodiscard]] const CallRole* end() const { return all.data() + count; }
  void Add(const CallRole& role) { all[count++] = role; }
};
// A constructor has no receiver: the object does not exist yet.
[[nodiscard]] CallRoles RolesOf(std::string_view descriptor, bool is_static, bool is_constructor);

// "java.util.List[]" of "[Ljava/util/List;", without the parts that differ from run to run.
[[nodiscard]] std::string ShownTypeName(std::string_view signature);

// The types of objects in calls. Instrumented code itself counts in the cells of a context, which it finds by
// rows(). Any thread, at any time.
class CallTypes {
 public:
  explicit CallTypes(TraceMemory& memory) : names_(memory) {}
  CallTypes(const CallTypes&) = delete;
  CallTypes& operator=(const CallTypes&) = delete;

  // Reserves addresses; false without enough of them.
  [[nodiscard]] bool Reserve();
  // Names the types that are no classes. The trace memory must have been started.
  void NameBasicTypes();

  // By cell of a context: the first of its cells of types, one a role; by cell of a role: the cell of more
  // types. 0: none yet.
  [[nodiscard]] uint32_t* rows() const { return rows_; }
  // Stands for the cells of contexts without memory.
  [[nodiscard]] TraceTypes* scrap() { return scrap_; }
  [[nodiscard]] uint32_t null_type() const { return null_type_; }

  // The cells of a context, or scrap().
  [[nodiscard]] TraceTypes* RowOf(ThreadTree& tree, const TraceNode* node, const CallRoles& roles);
  // The cell for more types in the role of this cell, or scrap().
  [[nodiscard]] TraceTypes* MoreThan(ThreadTree& tree, const TraceTypes& types);

  // Forgets the cells of the tree of an ended thread: they may become those of another one.
  void Forget(ThreadTree& tree);

  // The types of classes, by their place in the probe's list of classes: the key of the class's objects in
  // the lower 32 bits, the type in the upper ones.
  [[nodiscard]] uint64_t* known() const { return known_; }
  // The type of a class, which gets that place; kNoType if it is not told apart. `list` puts it into the
  // probe's list; meanwhile the place counts as unknown. A class in the list is never unloaded, so the list
  // gets only the first of those that would not last otherwise: a program may load such classes without end.
  // The others are met at each call.
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
  uint32_t kept_ = 0;  // classes in the list that would not last otherwise
  TypeNames names_;
  uint32_t* rows_ = nullptr;
  uint64_t* known_ = nullptr;
  uint32_t null_type_ = 0;
  std::array<uint32_t, 128> basic_types_{};  // by descriptor
  TraceTypes scrap_[kTraceFirstArgument + kTraceArguments] = {};
};

}  // namespace ringscope::java
