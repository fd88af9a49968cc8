#include "app/cli/kinds/kind_commands.h"

#include <algorithm>
#include <string_view>

#include "app/cli/saved_view_words.h"
#include "app/view/kind/view_kind.h"

namespace ringscope {

namespace {

constexpr std::string_view kViewOption = "--view", kOwnPicture = "rings";

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

void AddWords(std::string_view text, std::vector<std::string>& words) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::vector<std::string> DrawingWords(std::vector<std::string> words) {
  words = SavedViewWords(std::move(words));
  if (words.empty() || (words.front() != "render" && words.front() != "layout")) return words;
  const std::string joined = std::string(kViewOption) + "=";
  for (size_t at = 1; at < words.size() && words[at] != "--"; ++at) {
    const bool is_joined = words[at].starts_with(joined);
    if (!is_joined && (words[at] != kViewOption || at + 1 == words.size())) continue;
    const KindPicture* const picture =
        FindPicture(is_joined ? std::string_view(words[at]).substr(joined.size()) : words[at + 1]);
    if (picture == nullptr) return words;
    std::vector<std::string> drawn{std::string(picture->command)};
    AddWords(picture->arguments, drawn);
    const auto option = words.begin() + static_cast<ptrdiff_t>(at);
    drawn.insert(drawn.end(), words.begin() + 1, option);
    drawn.insert(drawn.end(), option + (is_joined ? 1 : 2), words.end());
    return drawn;
  }
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
          "What is drawn; all but rings are drawn by the command of that view ('evolution', 'blueprint'), "
          "whose "
          "options are the ones to give; default: rings")
      ->Value(PictureNames());
}

void AddKindCommands(CommandTable& commands) {
  AddPictureCommands(commands);
  summary::AddCommands(commands);
  evolution::AddCommands(commands);
  polymetric::AddCommands(commands);
  spread::AddCommands(commands);
  threads::AddCommands(commands);
}

}  // namespace ringscope
