#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ringscope {

// Reads values of Python's marshal format one by one (cpython, Python/marshal.c, versions 0 to 4): what a
// value is, and for numbers and texts what they say. Containers give their size, and their values follow. A
// value that refers to an earlier one (FLAG_REF) is what that was, container or not: what to make of a
// container that is referred to is the caller's to remember, by `reference`. Code objects, which each version
// of Python writes in its own way, are read whole. Bounds-checked; no recursion.
class MarshalReader {
 public:
  explicit MarshalReader(std::string_view bytes) : bytes_(bytes) {}

  enum class Type : uint8_t {
    kTuple,    // of `size` values
    kList,     // likewise, or a set
    kDict,     // of keys and values up to kEnd
    kEnd,      // of a dict
    kInteger,  // `number`, and `integer` where it fits
    kReal,     // `number`
    kText,     // `text`
    kNone,
    kCode,       // a code object: its name as `text`, its `file`, and its first line as `integer`
    kCodeBegin,  // of one that is being read: never given out
    kReference,  // to the container that was `reference`
    kOther,      // anything else that could be read whole
    kBroken,     // what follows cannot be read
  };
  static constexpr uint32_t kNoReference = 0xffffffffu;
  struct Value {
    Type type = Type::kBroken;
    uint32_t size = 0;
    double number = 0;
    std::optional<int64_t> integer;
    std::string_view text;              // of the bytes
    std::string_view file;              // likewise
    uint32_t reference = kNoReference;  // by which later values may mean this one
  };

  // The next value, or the next container's begin. O(1), of code objects O(their bytes).
  [[nodiscard]] Value Next();
  [[nodiscard]] size_t offset_bytes() const { return at_; }

 private:
  struct CodeLayout;
  [[nodiscard]] Value NextBegin();
  [[nodiscard]] bool FinishCode(Value& code);
  [[nodiscard]] bool FinishCode(Value& code, const CodeLayout& layout);
  [[nodiscard]] std::string_view Take(size_t size);
  [[nodiscard]] uint64_t TakeNumber(size_t size);
  [[nodiscard]] uint32_t TakeSize(size_t size) { return static_cast<uint32_t>(TakeNumber(size)); }
  [[nodiscard]] Value TakeLong();
  [[nodiscard]] Value Read(char type);

  std::string_view bytes_;
  size_t at_ = 0;
  bool broken_ = false;
  const CodeLayout* layout_ = nullptr;  // of the code objects so far
  std::vector<Value> referred_;         // values that later ones may refer to
  std::vector<Value> interned_;         // texts that Python 2 refers to
};

}  // namespace ringscope
