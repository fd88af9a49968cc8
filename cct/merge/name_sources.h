#pragma once

#include <span>
#include <string>

#include "cct/tree/cct.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// The report of a tree that was merged with others, and the name of the file it came from.
struct SourceReport {
  std::string source;
  ImportReport report;
};

// The tree merged from those of `parts` (two or more), with a report that says which files its notes and
// problems are of: "a.folded: Sampled every 100 us.", "no count at the end of the line, in a.folded and 2
// further files", whose first offset is then that in the file that is named. What merging itself says names
// none, nor does a sampling period that all parts have. Names without a dot or with blanks stand in quotes.
// What a .cct file says of files that it was merged from is said of those. The same for any order and any
// grouping of the parts. Shares the columns of `merged`, which must be in memory.
[[nodiscard]] CctPtr NameSources(const CctPtr& merged, std::span<const SourceReport> parts);

}  // namespace ringscope
