#include <optional>
#include <string_view>
#include <vector>

#include "cct/import/pprof/pprof_text_reader.h"

namespace ringscope {

// Each thread has its stack on one line or several, or says that it has that of the thread before. A thread's
// creator, where it is told, stands outermost.
Result<void> PprofTextReader::ReadThreads() {
  (void)run_.builder.AddMetric({"threads", "count", 1});
  constexpr double kOne[] = {1};
  std::vector<uint64_t> stack;
  bool in_thread = ParseThreadLine(header_).has_value();
  bool same = false;
  const auto finish = [&]() -> Result<void> {
    if (!in_thread) return {};
    if (!same) stack_.swap(stack);
    stack.clear();
    same = false;
    RINGSCOPE_ASSIGN(const BuildNode node, StackNode(kBuildRoot));
    return samples_->Add(node, kOne, lines_.offset());
  };
  while (lines_.Next()) {
    RINGSCOPE_TRY(Poll());
    std::string_view line = lines_.line();
    if (line.starts_with("---")) {
      RINGSCOPE_TRY(finish());
      in_thread = ParseThreadLine(line).has_value();
      continue;
    }
    if (!in_thread || line.empty()) continue;
    if (line.find("same as previous thread") != std::string_view::npos) {
      same = true;
      continue;
    }
    line = WithoutThreadWord(line);
    if (std::vector<uint64_t> part; ParseAddresses(line, part)) {
      stack.insert(stack.end(), part.begin(), part.end());
    } else if (const std::optional<AddressText> named = ParseAddressText(line)) {
      stack.push_back(named->address);
    } else {
      run_.report.Skip("a line that is no address", lines_.offset());
    }
  }
  return finish();
}

}  // namespace ringscope
