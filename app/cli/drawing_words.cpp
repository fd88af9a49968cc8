#include "app/cli/drawing_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/cli/output.h"
#include "app/view/kind/view_kind.h"
#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

constexpr std::string_view kViewOption = "--view", kOwnPicture = "rings";

bool IsOutputOption(std::string_view word) { return word == "-o" || word == "--output"; }

// Whether the command draws rings by default.
bool DrawsRings(const std::vector<std::string>& words) {
  return !words.empty() && (words.front() == "render" || words.front() == "layout");
}

// An option with its value, which stands behind '=' or is the next word.
struct GivenOption {
  size_t at = 0, count = 0;  // of its words; count 0: the option is not given
  std::string value;
};
// Finds the option among the first `end` words of a command.
GivenOption FindOption(const std::vector<std::string>& words, size_t end, std::string_view option) {
  const std::string joined = std::string(option) + "=";
  for (size_t at = 1; at < end; ++at) {
    if (words[at].starts_with(joined)) return {at, 1, words[at].substr(joined.size())};
    if (words[at] == option && at + 1 < words.size()) return {at, 2, words[at + 1]};
  }
  return {};
}
void Erase(const GivenOption& option, std::vector<std::string>& words) {
  const auto from = words.begin() + static_cast<ptrdiff_t>(option.at);
  words.erase(from, from + static_cast<ptrdiff_t>(option.count));
}

// The index of the saved view's file among the words of a command; the number of words: there is none.
size_t PlaceOfSavedView(const std::vector<std::string>& words) {
  size_t at = 1;
  for (; at < words.size(); ++at) {
    if (words[at].empty() || words[at][0] == '-' || IsOutputOption(words[at - 1])) continue;
    if (IsSavedViewFile(words[at])) break;
  }
  return at;
}

// Removes `--pane N` from the words and returns N; 0: the option is missing, or N is no number.
size_t TakePane(std::vector<std::string>& words) {
  const GivenOption given = FindOption(words, words.size(), "--pane");
  size_t pane = 0;
  if (given.count == 0 || !ReadWord(given.value, pane).empty()) return 0;
  Erase(given, words);
  return pane;
}

bool HasOption(const std::vector<std::string>& words, std::string_view option) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == option || word.starts_with(std::string(option) + "=");
  });
}

// Turns `render VIEW.ringview` and `layout VIEW.ringview` of one view into the command of the view's kind
// with the arguments that draw the file's view, followed by the other words of `given`. Returns `given` if
// the file or its profile cannot be read, the window has several views, or the kind has no command: the
// command then reports the problem. For `render`, `--pane N` chooses one of several views.
std::vector<std::string> SavedViewWords(const std::vector<std::string>& given) {
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
  // `render` reads a saved view of rings itself, with its colours and searches.
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
    // Pictures are dark by default, and not all commands have the option.
    if (k != at && words[k] != "--dark") made.push_back(std::move(words[k]));
  }
  return made;
}

const KindPicture* FindPicture(std::string_view name) {
  for (const ViewKind* kind : ViewKinds()) {
    for (const KindPicture& picture : kind->pictures)
      if (picture.name == name) return &picture;
  }
  return nullptr;
}

// The names of all pictures, "rings|structure|behavior".
std::string PictureNames() {
  std::string names(kOwnPicture);
  for (const ViewKind* kind : ViewKinds()) {
    for (const KindPicture& picture : kind->pictures) names += "|" + std::string(picture.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> DrawingWords(std::vector<std::string> words) {
  if (!DrawsRings(words)) return words;
  words = SavedViewWords(words);
  if (!DrawsRings(words)) return words;
  const auto end = static_cast<size_t>(std::find(words.begin(), words.end(), "--") - words.begin());
  const GivenOption given = FindOption(words, end, kViewOption);
  const KindPicture* const picture = given.count == 0 ? nullptr : FindPicture(given.value);
  if (picture == nullptr) return words;
  Erase(given, words);
  words.front() = picture->command;
  const std::vector<std::string> arguments = SplitShellWords(picture->arguments);
  words.insert(words.begin() + 1, arguments.begin(), arguments.end());
  return words;
}

void AddViewOption(CommandSyntax* command) {
  command
      ->AddReader(
          std::string(kViewOption),
          [](const std::string& name) {
            return name == kOwnPicture ? std::string()
                                       : fmt::format("expected {}, found '{}'", PictureNames(), name);
          },
          "The view to draw; any other view than rings is drawn by its own command ('evolution', "
          "'blueprint'), with the options of that command; default: rings")
      ->Value(PictureNames());
}

void KeepPane(size_t pane, SavedWindow& window) {
  const uint64_t width = window.width_px, count = window.views.size();
  window.width_px =
      std::max<uint32_t>(1, static_cast<uint32_t>(width * pane / count - width * (pane - 1) / count));
  window.views = {window.views[pane - 1]};
}

Result<void> CheckProfilesExist(const std::filesystem::path& file, const SavedWindow& window) {
  for (const SavedView& view : window.views) {
    std::error_code error;
    if (std::filesystem::exists(view.profile, error)) continue;
    return Refuse("{}: cannot read the profile that it names: {}: {}", file.string(), view.profile.string(),
                  error ? error.message() : std::strerror(ENOENT));
  }
  return {};
}

}  // namespace ringscope
