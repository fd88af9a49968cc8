// Counts how often each word stands in a text.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using Index = std::unordered_map<std::string, int>;

std::string normalise(std::string_view word) {
  std::string plain;
  for (char c : word) {
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if (c >= 'a' && c <= 'z') plain += c;
  }
  return plain;
}

void addWord(Index& index, std::string_view word) { ++index[normalise(word)]; }

void readLine(Index& index, std::string_view line) {
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    if (end > 0) addWord(index, line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

std::vector<std::pair<int, std::string>> largest(const Index& index) {
  std::vector<std::pair<int, std::string>> words;
  for (const auto& [word, count] : index) words.emplace_back(count, word);
  std::sort(words.begin(), words.end(), std::greater<>());
  return words;
}

int main() {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "The quick Brown fox jumps over the lazy Dog " + std::to_string(i) + "x ";
  Index index;
  for (int round = 0; round < 30; ++round) readLine(index, text);
  for (int round = 0; round < 20; ++round) largest(index);
  std::printf("%d\n", largest(index)[0].first);
}
