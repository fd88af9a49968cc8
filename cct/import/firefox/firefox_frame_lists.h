#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/frame_text.h"

namespace ringscope {

// Samples that list their frames, as Firefox wrote them before it had tables (versions up to 2), and the
// Cleopatra files of that time. A frame is its location, or a key of the file's table of locations, which may
// come behind the samples (see firefox-devtools/profiler, old-cleopatra-profile-format). Makes of them the
// tables that later versions have: stacks a thread, and frames and texts that all threads share. Memory: some
// 50 bytes a distinct stack of the thread at hand, and the texts.
class FirefoxFrameLists {
 public:
  // The text of that key: names it, unless Name() has or will.
  [[nodiscard]] uint32_t TextOf(std::string_view key);
  void Name(std::string_view key, std::string_view text);

  void BeginThread() { stacks_.clear(); }
  // The row of `table` for that frame below a stack (FirefoxColumn::kNone: none), made where it is new.
  [[nodiscard]] uint32_t StackOf(FirefoxTable& table, uint32_t caller, uint32_t text);

  [[nodiscard]] bool empty() const { return keys_.size() == 0; }
  // Of all keys together.
  [[nodiscard]] size_t text_count() const { return keys_.size(); }
  // After everything has been read: the frames and texts, where the process has none of its own.
  void AddTo(FirefoxTables& shared) const;

 private:
  FrameTexts keys_;
  std::vector<std::string> names_;                 // by text; empty: the key is one
  std::unordered_map<uint64_t, uint32_t> stacks_;  // of the thread at hand, by caller and text
};

}  // namespace ringscope
