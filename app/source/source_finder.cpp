#include "app/source/source.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace ringscope {
namespace {

namespace fs = std::filesystem;

fs::path WithHome(const std::string& text) {
  if (text != "~" && !text.starts_with("~/")) return text;
  const char* home = std::getenv("HOME");
  return home == nullptr ? fs::path(text) : fs::path(home) / text.substr(text == "~" ? 1 : 2);
}

std::string_view WithoutScheme(std::string_view file) {
  constexpr std::string_view kFileScheme = "file://";
  return file.starts_with(kFileScheme) ? file.substr(kFileScheme.size()) : file;
}

void AddPlace(std::vector<fs::path>& places, const fs::path& place) {
  const fs::path plain = place.lexically_normal();
  if (plain.empty() || std::ranges::find(places, plain) != places.end()) return;
  places.push_back(plain);
}

// Adds the whole path below the folder, then ever shorter ends of it.
void AddBelow(std::vector<fs::path>& places, const fs::path& folder, std::string_view file) {
  if (folder.empty()) return;
  for (const fs::path& end : PathEnds(file)) AddPlace(places, folder / end);
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

void ReadLines(SourceFile& source) {
  std::error_code error;
  const uintmax_t size = fs::file_size(source.path, error);
  if (error || size > kMaxSourceBytes) {
    source.problem = error ? "it cannot be read" : "it is larger than 64 MiB";
    return;
  }
  std::ifstream file(source.path, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (text.size() != size) source.problem = "it cannot be read";
  source.SetText(std::move(text));
}

// Splits a command into words at blanks outside of quotes.
std::vector<std::string> SplitWords(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : command) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

bool ReplaceAll(std::string& text, std::string_view what, const std::string& by) {
  bool found = false;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
    found = true;
  }
  return found;
}

}  // namespace

std::vector<fs::path> SourcePlaces(std::string_view file, const SourceSearchPath& search) {
  std::vector<fs::path> places;
  const std::string name(WithoutScheme(file));
  if (name.empty() || name.find('\0') != std::string::npos) return places;
  for (const PathMapping& mapping : search.mappings) {
    if (mapping.from.empty() || !name.starts_with(mapping.from)) continue;
    AddPlace(places, WithHome(mapping.to + name.substr(mapping.from.size())));
  }
  const fs::path path(name);
  if (path.is_absolute()) AddPlace(places, path);
  for (const std::string& folder : search.folders) AddBelow(places, WithHome(folder), name);
  AddBelow(places, search.profile_folder, name);
  return places;
}

void SourceFile::SetText(std::string its_text) {
  text = std::move(its_text);
  line_begin.clear();
  size_t at = 0;
  while (at < text.size()) {
    line_begin.push_back(at);
    const size_t end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  line_begin.push_back(text.size());
}

std::string_view SourceFile::line(size_t index) const {
  if (index >= line_count()) return {};
  std::string_view text_of_line(text.data() + line_begin[index], line_begin[index + 1] - line_begin[index]);
  while (text_of_line.ends_with('\n') || text_of_line.ends_with('\r')) text_of_line.remove_suffix(1);
  return text_of_line;
}

SourceFile FindSource(std::string_view file, const SourceSearchPath& search, std::string_view function,
                      JobControl* job) {
  SourceFile source;
  for (const fs::path& place : SourcePlaces(file, search)) {
    source.tried.push_back(place);
    if (!IsFile(place)) continue;
    source.path = place;
    ReadLines(source);
    return source;
  }
  std::vector<fs::path> folders;
  for (const std::string& folder : search.folders) folders.push_back(WithHome(folder));
  if (auto found = SearchFolders(folders, file, function, source.searched, job)) {
    source.path = std::move(*found);
    ReadLines(source);
  }
  return source;
}

std::vector<std::string> EditorCommand(std::string_view command, const fs::path& path, uint32_t line) {
  std::vector<std::string> words = SplitWords(command);
  if (words.empty()) return words;
  bool has_file = false;
  for (std::string& word : words) {
    // The line comes first, as a file's name may contain "{line}".
    (void)ReplaceAll(word, "{line}", std::to_string(std::max<uint32_t>(line, 1)));
    has_file = ReplaceAll(word, "{file}", path.string()) || has_file;
  }
  if (!has_file) words.push_back(path.string());
  return words;
}

}  // namespace ringscope
