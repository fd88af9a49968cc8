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

// Adds the names of files to the report of a tree merged from two or more `parts`: its notes and problems
// become "a.folded: Sampled every 100 us." and "no count at the end of the line, in a.folded and 2 further
// files", with the first offset of the named file. Notes of the merging itself and a sampling period that all
// parts share get no name. Names without a dot or with blanks are quoted. Names that a .cct part already has
// from an earlier merge stay. The result does not depend on the order or grouping of the parts. Shares the
// columns of `merged`, which must be in memory.
[[nodiscard]] CctPtr NameSources(const CctPtr& merged, std::span<const SourceReport> parts);

}  // namespace ringscope
