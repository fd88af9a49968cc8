#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/builder.h"
#include "cct/import/count_text.h"
#include "cct/import/frame_text.h"
#include "cct/import/importer.h"
#include "cct/import/line_blocks.h"
#include "cct/import_report.h"

namespace ringscope {

// How many counts a line of folded stacks carries; of a whole file.
enum class FoldedColumns : uint8_t { kOne, kTwo };

// What a line of folded stacks is.
struct FoldedLine {
  enum class Type : uint8_t { kStack, kIgnored, kNoCount };  // kIgnored: blank or comment
  Type type = Type::kIgnored;
  std::string_view stack;  // without counts
  DecimalCount last;
  std::optional<DecimalCount> second_last;  // read only where asked for
};

// `line` without its '\n'. `want_two` looks for a second count.
[[nodiscard]] FoldedLine ReadFoldedLine(std::string_view line, bool want_two);

// The frame a piece of a folded stack names: a trailing annotation ("_[k]") becomes its kind.
[[nodiscard]] Frame FoldedFrame(std::string_view text);

// Reads blocks of folded stacks into a tree of its own. Consecutive stacks share callers, so only what
// differs from the stack before is looked up.
class FoldedWorker {
 public:
  FoldedWorker(const ImportOptions& options, FoldedColumns columns);

  // Errors carry the offset of their line. A line with one count in a file of two sets `mixed_columns()` and
  // fails.
  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block);
  [[nodiscard]] bool mixed_columns() const { return mixed_columns_; }

  // After the last block. Counts are in units of 10^-decimals().
  [[nodiscard]] uint32_t decimals() const { return decimals_; }
  [[nodiscard]] bool has_negative() const { return has_negative_; }
  void SetDecimals(uint32_t decimals);
  void AddNegativeMetrics();
  [[nodiscard]] CctBuilder& builder() { return builder_; }
  [[nodiscard]] const ImportReport& report() const { return report_; }
  [[nodiscard]] uint64_t rounded_count() const { return rounded_count_; }

 private:
  // A frame of the previous stack: where its text ends in it, and the context it leads to.
  struct Level {
    uint32_t end;
    BuildNode node;
  };
  // The child of a context that was visited last, and the text that led there: a guess that saves the
  // lookups.
  struct LastChild {
    BuildNode node = kBuildRoot;
    uint32_t text = FrameTexts::kNotFound;
  };

  [[nodiscard]] bool ReadLine(std::string_view line, uint64_t offset);
  [[nodiscard]] bool FindStack(std::string_view stack, uint64_t offset, BuildNode& node);
  [[nodiscard]] bool AddCount(BuildNode node, uint32_t column, const DecimalCount& count, uint64_t offset);
  BuildNode Descend(BuildNode parent, std::string_view text);
  [[nodiscard]] bool FailWith(ErrorCode code, uint64_t offset, std::string message);

  const ImportOptions& options_;
  FoldedColumns columns_;
  CctBuilder builder_;
  FrameTexts texts_;
  std::vector<LastChild> last_child_;  // by BuildNode
  std::vector<Level> levels_;
  std::string_view previous_;
  uint32_t decimals_ = 0;
  bool has_negative_ = false;
  bool mixed_columns_ = false;
  uint64_t rounded_count_ = 0;
  ImportReport report_;
  std::optional<Error> error_;
};

}  // namespace ringscope
