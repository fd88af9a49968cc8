#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/bytes/line_blocks.h"
#include "cct/import/folded/folded_form.h"
#include "cct/import/frame_text.h"
#include "cct/import/importer.h"

namespace ringscope {

// Reads blocks of folded stacks into a tree of its own. Consecutive stacks share callers, so only what
// differs from the stack before is looked up.
class FoldedWorker {
 public:
  // A process or a thread of Austin: its context, and what identifies it in other workers.
  struct Ring {
    std::string process;  // "process 12"
    std::string thread;   // "thread 34"; empty for a process
    BuildNode context;
  };

  // Both must outlive the worker.
  FoldedWorker(const ImportOptions& options, const FoldedForm& form);

  // Errors carry the offset of their line. A line with one count in a file of two sets `mixed_columns()` and
  // fails.
  [[nodiscard]] Result<void> ReadBlock(const LineBlock& block);
  [[nodiscard]] bool mixed_columns() const { return mixed_columns_; }

  // After the last block. Counts are in units of 10^-decimals().
  [[nodiscard]] uint32_t decimals() const { return decimals_; }
  void SetDecimals(uint32_t decimals);
  // Whether some line has a negative value in that column of the form.
  [[nodiscard]] bool has_negative(uint32_t column) const { return negative_metric_[column] != kNoMetric; }
  // Gives the tree the metrics of all columns, and behind them those of the negative values of some.
  void AlignMetrics(const std::vector<bool>& negative_columns);
  [[nodiscard]] CctBuilder& builder() { return builder_; }
  [[nodiscard]] const ImportReport& report() const { return report_; }
  [[nodiscard]] uint64_t rounded_count() const { return rounded_count_; }
  // Austin only, and not where threads are merged.
  [[nodiscard]] const std::vector<Ring>& rings() const { return rings_; }

 private:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;

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
  [[nodiscard]] bool ReadLineOfValues(std::string_view line, uint64_t offset);
  [[nodiscard]] bool ReadAustinLine(std::string_view line, uint64_t offset);
  [[nodiscard]] bool FindStack(std::string_view stack, uint64_t offset, BuildNode& node);
  [[nodiscard]] bool AddCount(BuildNode node, uint32_t column, const DecimalCount& count, uint64_t offset);
  [[nodiscard]] bool AddValues(const FoldedValues& read, uint64_t offset);
  BuildNode Descend(BuildNode parent, std::string_view text);
  void AddRing(std::string_view text, BuildNode context);
  void AddNegativeMetric(uint32_t column);
  [[nodiscard]] FrameId InternText(std::string_view text);
  [[nodiscard]] bool FailWith(ErrorCode code, uint64_t offset, std::string message);

  const ImportOptions& options_;
  const FoldedForm& form_;
  const bool plain_;  // lines of one count, nothing else
  CctBuilder builder_;
  FrameTexts texts_;
  std::vector<LastChild> last_child_;  // by BuildNode
  std::vector<Level> levels_;
  std::string_view previous_;
  uint32_t decimals_ = 0;
  std::vector<MetricIndex> negative_metric_;  // by column
  bool mixed_columns_ = false;
  uint64_t rounded_count_ = 0;
  std::vector<Ring> rings_;
  std::string name_;
  ImportReport report_;
  std::optional<Error> error_;
};

}  // namespace ringscope
