#include "app/cli/saved_view_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/cli/output.h"
#include "app/view/kind/view_kind.h"

namespace ringscope {
namespace {

bool IsOutputOption(std::string_view word) { return word == "-o" || word == "--output"; }

// Where the file stands among the words of a command; their number: nowhere.
size_t PlaceOfSavedView(const std::vector<std::string>& words) {
  size_t at = 1;
  for (; at < words.size(); ++at) {
    if (words[at].empty() || words[at][0] == '-' || IsOutputOption(words[at - 1])) continue;
    if (IsSavedViewFile(words[at])) break;
  }
  return at;
}

// Takes `--pane N` out of the words; 0: it is not there, or no number.
size_t TakePane(std::vector<std::string>& words) {
  constexpr std::string_view kOption = "--pane", kJoined = "--pane=";
  for (size_t at = 1; at < words.size(); ++at) {
    const bool is_joined = words[at].starts_with(kJoined);
    if (!is_joined && (words[at] != kOption || at + 1 == words.size())) continue;
    const std::string_view text =
        is_joined ? std::string_view(words[at]).substr(kJoined.size()) : std::string_view(words[at + 1]);
    size_t pane = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pane);
    if (error != std::errc() || end != text.data() + text.size()) return 0;
    const auto from = words.begin() + static_cast<ptrdiff_t>(at);
    words.erase(from, from + (is_joined ? 1 : 2));
    return pane;
  }
  return 0;
}

bool HasOption(const std::vector<std::string>& words, std::string_view option) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == option || word.starts_with(std::string(option) + "=");
  });
}

}  // namespace

void KeepPane(size_t pane, SavedWindow& window) {
  const uint64_t width = window.width_px, count = window.views.size();
  window.width_px =
      std::max<uint32_t>(1, static_cast<uint32_t>(width * pane / count - width * (pane - 1) / count));
  window.views = {window.views[pane - 1]};
}

std::vector<std::string> SavedViewWords(std::vector<std::string> given) {
  if (given.empty() || (given.front() != "render" && given.front() != "layout")) return given;
  std::vector<std::string> words = given;
  const size_t pane = words.front() == "render" ? TakePane(words) : 0;
  const size_t at = PlaceOfSavedView(words);
  if (at == words.size()) return given;
  Result<SavedWindow> window = ReadSavedWindow(words[at]);
  if (!window || pane > window->views.size()) return given;
  if (pane > 0) KeepPane(pane, *window);
  if (window->views.size() != 1) return given;
  const SavedView& view = window->views.front();
  if (!CheckProfilesExist(words[at], *window)) return given;
  const bool is_layout = words.front() == "layout";
  // The rings know their saved views themselves, colours and searches too.
  if (view.kind->saved_command == nullptr || (!is_layout && view.kind == DefaultViewKind())) return given;
  SavedCommand command = view.kind->saved_command(view.drawn);
  if (is_layout && !command.has_layout) return given;

  std::vector<std::string> made = std::move(command.words);
  const auto add = [&](std::string_view option, const std::string& value) {
    if (!value.empty() && !HasOption(words, option) && !HasOption(made, option))
      made.push_back(fmt::format("{}={}", option, value));
  };
  made.push_back(view.profile.string());
  add("--apply", view.pipeline);
  add("--metric", view.metric);
  if (command.has_root) add("--root", view.root);
  if (command.color_word != nullptr && !view.color.empty()) add("--color", command.color_word(view.color));
  if (command.has_derived || !view.pipeline.empty()) {
    for (const std::string& metric : window->derived_metrics) made.push_back("--define=" + metric);
  }
  add("--size", fmt::format("{}x{}", window->width_px, window->height_px));
  const bool is_drawn = !is_layout;
  if (is_drawn && window->theme == Theme::kLight && !HasOption(words, "--dark") &&
      !HasOption(words, "--light"))
    made.emplace_back("--light");
  if (is_layout && view.kind != DefaultViewKind() && !HasOption(words, "--json")) made.emplace_back("--json");
  for (size_t k = 1; k < words.size(); ++k) {
    // Dark is what pictures are without a word, and not all know that word.
    if (k != at && words[k] != "--dark") made.push_back(std::move(words[k]));
  }
  return made;
}

Result<void> CheckProfilesExist(const std::filesystem::path& file, const SavedWindow& window) {
  for (const SavedView& view : window.views) {
    std::error_code error;
    if (std::filesystem::exists(view.profile, error)) continue;
    return Refuse(fmt::format("{}: cannot read the profile that it names: {}: {}", file.string(),
                              view.profile.string(), error ? error.message() : std::strerror(ENOENT)));
  }
  return {};
}

}  // namespace ringscope
