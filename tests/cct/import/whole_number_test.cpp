#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/cct/import/import_text.h"
#include "tests/test_paths.h"

namespace ringscope::whole_number_test {
namespace {

namespace fs = std::filesystem;

bool IsNumberPart(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// The document with `ending` behind each of its integers, but for those within strings.
std::string WithEndings(std::string_view json, std::string_view ending) {
  std::string result;
  bool in_string = false;
  for (size_t at = 0; at < json.size();) {
    if (in_string && json[at] == '\\') {
      result += json.substr(at, 2);
      at += 2;
      continue;
    }
    if (json[at] == '"') in_string = !in_string;
    const bool begins = !in_string && (json[at] == '-' || (json[at] >= '0' && json[at] <= '9'));
    if (!begins) {
      result += json[at++];
      continue;
    }
    size_t end = at;
    while (end < json.size() && IsNumberPart(json[end])) ++end;
    const std::string_view number = json.substr(at, end - at);
    result += number;
    if (number.find_first_of(".eE") == std::string_view::npos) result += ending;
    at = end;
  }
  return result;
}

// Writers whose numbers are all binary fractions print 1.0, which is as whole as 1.
TEST(WholeNumbers, GiveTheSameTreeHoweverTheyAreWritten) {
  for (const std::string folder : {"caliper", "chrome_trace", "cpuprofile", "dhat", "firefox", "hatchet",
                                   "heapprofile", "otlp", "speedscope", "stackprof"}) {
    size_t of_folder = 0;
    for (const auto& entry :
         fs::directory_iterator(SourceDir() / "tests/cct/import/data" / folder)) {
      if (entry.path().extension() != ".json") continue;
      const std::string text = test::BytesOf(entry.path());
      const auto tree = test::Import(text);
      if (!tree) continue;
      for (const std::string_view ending : {".0", "e0"}) {
        const CctPtr same = test::Imported(WithEndings(text, ending));
        EXPECT_EQ(test::TextDump(*same), test::TextDump(**tree)) << entry.path() << ending;
      }
      ++of_folder;
    }
    EXPECT_GT(of_folder, 0u) << folder;
  }
}

}  // namespace
}  // namespace ringscope::whole_number_test
