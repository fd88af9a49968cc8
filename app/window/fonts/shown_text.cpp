#include "app/window/fonts/shown_text.h"

#include <algorithm>
#include <cstring>

#include "app/source/source.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr size_t kUnicodeSize = 0x110000;

// How many bytes of ASCII the text begins with.
size_t AsciiLength(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, 8);
    if ((eight & 0x8080808080808080u) != 0) break;
  }
  while (at < text.size() && static_cast<uint8_t>(text[at]) < 0x80) ++at;
  return at;
}

// How many of the bytes to take so that none of the last character's are left behind.
size_t WholeCharacters(std::span<const uint8_t> bytes) {
  size_t count = bytes.size();
  while (count > 0 && count + 3 > bytes.size() && (bytes[count - 1] & 0xC0) == 0x80) --count;
  if (count > 0 && bytes[count - 1] >= 0xC0) --count;
  return count == 0 ? bytes.size() : count;
}

}  // namespace

void ShownText::Add(char32_t code_point) {
  if (code_point < 0x80 || code_point >= kUnicodeSize || code_points_.size() >= kMaxCodePoints) return;
  if (seen_.empty()) seen_.resize(kUnicodeSize / 64);
  uint64_t& word = seen_[code_point / 64];
  const uint64_t bit = uint64_t{1} << (code_point % 64);
  if ((word & bit) != 0) return;
  word |= bit;
  code_points_.push_back(code_point);
  ++serial_;
}

void ShownText::Add(std::string_view text) {
  while (true) {
    text.remove_prefix(AsciiLength(text));
    if (text.empty()) return;
    Add(TakeCodePoint(text));
  }
}

std::span<const uint8_t> ShownText::NextBytes(const Source& source, size_t at_most) const {
  if (source.tree != nullptr) {
    const ChunkedColumn<uint8_t>& bytes = source.tree->frames().columns().string_bytes;
    return bytes.Contiguous(source.looked_at, std::min(bytes.size(), source.looked_at + at_most));
  }
  const std::string& text = source.text->source.text;
  const size_t count = std::min(text.size() - source.looked_at, at_most);
  return {reinterpret_cast<const uint8_t*>(text.data()) + source.looked_at, count};
}

bool ShownText::Look(const AppState& state) {
  std::vector<Source> sources;
  const auto add = [&](Source source) {
    if (std::find(sources.begin(), sources.end(), source) == sources.end())
      sources.push_back(std::move(source));
  };
  for (const ViewState& view : state.views) {
    if (view.shown.tree) add({view.shown.tree, nullptr, 0});
    if (view.slots.Get<SourceState>().task.result != nullptr) add({nullptr, view.slots.Get<SourceState>().task.result, 0});
  }
  for (Source& source : sources) {
    const auto known = std::find(sources_.begin(), sources_.end(), source);
    if (known != sources_.end()) {
      source.looked_at = known->looked_at;
    } else if (code_points_.size() >= kMaxCodePoints) {
      code_points_.clear();
      std::fill(seen_.begin(), seen_.end(), 0);
      for (Source& each : sources) each.looked_at = 0;
      sources_.clear();
    }
  }
  sources_ = std::move(sources);
  for (const DocumentState& document : state.documents) Add(document.title);
  for (const std::string& recent : state.settings.recent_files) Add(recent);

  size_t budget = kBytesPerCall;  // more than the longest character, always
  for (Source& source : sources_) {
    std::span<const uint8_t> bytes = NextBytes(source, budget);
    if (bytes.size() == budget) bytes = bytes.first(WholeCharacters(bytes));
    Add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    source.looked_at += bytes.size();
    budget -= bytes.size();
    if (!NextBytes(source, 1).empty()) return true;
  }
  return false;
}

}  // namespace ringscope
