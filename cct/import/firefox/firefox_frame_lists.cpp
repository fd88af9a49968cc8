#include "cct/import/firefox/firefox_frame_lists.h"

namespace ringscope {

uint32_t FirefoxFrameLists::TextOf(std::string_view key) {
  return keys_.Intern(key, [] { return FrameId{0}; });
}

void FirefoxFrameLists::Name(std::string_view key, std::string_view text) {
  const uint32_t index = TextOf(key);
  if (names_.size() <= index) names_.resize(size_t{index} + 1);
  names_[index] = text;
}

uint32_t FirefoxFrameLists::StackOf(FirefoxTable& table, uint32_t caller, uint32_t text) {
  FirefoxColumn& frames = table.Column(FirefoxField::kFrame);
  const auto [at, is_new] =
      stacks_.try_emplace(uint64_t{caller} << 32 | text, static_cast<uint32_t>(frames.size()));
  if (!is_new) return at->second;
  table.MarkPresent();
  frames.Add(text);
  FirefoxColumn& callers = table.Column(FirefoxField::kPrefix);
  if (caller == FirefoxColumn::kNone)
    callers.AddMissing();
  else
    callers.Add(caller);
  return at->second;
}

void FirefoxFrameLists::AddTo(FirefoxTables& shared) const {
  if (shared.frames.present() || shared.texts) return;
  shared.frames.MarkPresent();
  shared.texts.emplace();
  FirefoxColumn& locations = shared.frames.Column(FirefoxField::kLocation);
  for (uint32_t text = 0; text < keys_.size(); ++text) {
    locations.Add(text);
    const bool named = text < names_.size() && !names_[text].empty();
    shared.texts->Add(named ? std::string_view(names_[text]) : keys_.text(text));
  }
}

}  // namespace ringscope
