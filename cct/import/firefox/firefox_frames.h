#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/firefox/firefox_profile.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The frames of a Firefox profile: what a thread's tables, or those it shares, say of a row of the table of
// frames.
class FirefoxFrames {
 public:
  FirefoxFrames(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // Begins with another thread; both have to stay. Cost: O(frames) for its own tables, O(1) for shared ones
  // that were seen before.
  void Begin(const FirefoxProcess& process, const FirefoxThread& thread);
  // The frame of that row, or "[unknown]", which is counted. Expected O(1).
  [[nodiscard]] FrameId FrameOf(uint32_t row);
  // Where it stopped or called; 0 where that is not told.
  [[nodiscard]] uint32_t LineOf(uint32_t row) const;

 private:
  // How the code of a JavaScript function was run, as a set: of those of a function one is shown.
  static constexpr uint8_t kInterpretedTier = 1, kJitTier = 2;
  struct Memo {
    uint32_t thread = 0;
    FrameId frame = 0;
  };

  [[nodiscard]] std::vector<uint8_t> FindTiers() const;
  [[nodiscard]] uint8_t TierOf(uint32_t row) const;
  // What says which function a frame is of: functions in processed profiles, texts in raw ones.
  [[nodiscard]] const FirefoxColumn& FunctionColumn() const;
  [[nodiscard]] FrameId MakeFrame(uint32_t row);
  [[nodiscard]] FrameId Unknown(std::string_view reason);
  [[nodiscard]] const FirefoxLib* LibOf(uint32_t row, uint32_t function) const;
  [[nodiscard]] std::string_view FileOf(uint32_t function) const;
  [[nodiscard]] const FirefoxLib* LibAt(uint64_t address) const;
  [[nodiscard]] FrameKind KindOf(uint32_t row, std::string_view module) const;
  [[nodiscard]] std::string_view CategoryOf(uint32_t row, std::string_view* subcategory) const;

  CctBuilder& builder_;
  ImportReport& report_;
  const FirefoxProcess* process_ = nullptr;
  const FirefoxTable* frames_ = nullptr;
  const FirefoxTable* functions_ = nullptr;
  const FirefoxTable* resources_ = nullptr;
  const FirefoxTable* native_symbols_ = nullptr;
  const FirefoxTable* sources_ = nullptr;
  const TextList* texts_ = nullptr;
  const std::vector<FirefoxLib>* libs_ = nullptr;
  const std::vector<uint32_t>* libs_by_start_ = nullptr;
  uint64_t offset_bytes_ = 0;
  uint32_t thread_ = 0;
  std::vector<Memo> memo_;  // by row; of the thread that it names
  std::vector<uint8_t> own_tiers_;
  std::unordered_map<const FirefoxTable*, std::vector<uint8_t>> shared_tiers_;
  const std::vector<uint8_t>* tiers_ = nullptr;  // by function
  std::string name_;
};

// What a location of Gecko's raw profiles says of a frame, or the name of a function without a symbol. The
// views borrow from the location.
struct FirefoxLocation {
  std::string_view name;
  std::string_view file;
  std::string_view module;
  uint32_t line = 0, column = 0;
};

// "name (url:line:column)" or "name (in module)", the latter also with "(+ 12)" or "(file:line)" behind it.
// Of the former the line, the column and what follows in brackets may be missing; of urls that loaded each
// other ("a -> b") the last counts. Everything else is a name.
[[nodiscard]] FirefoxLocation ParseFirefoxLocation(std::string_view location);

// "0x7f12" as a number.
[[nodiscard]] std::optional<uint64_t> ParseFirefoxAddress(std::string_view name);

}  // namespace ringscope
