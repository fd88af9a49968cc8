#include "fuzz/targets.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/job_control.h"
#include "cct/export/dump.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/importer.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"
#include "cct/tree/verify.h"

namespace ringscope::fuzz {
namespace {

// Small enough that an input which blows up ends in an error at once.
ImportOptions SmallLimits(uint32_t worker_count) {
  ImportOptions options;
  options.build.max_contexts = 1 << 16;
  options.build.max_string_bytes = 1 << 22;
  options.max_stack_depth = 1 << 14;
  options.max_estimated_contexts = 1 << 12;
  options.max_record_bytes = 1 << 20;
  options.max_inflated_bytes = 1 << 24;
  options.worker_count = worker_count;
  // Several workers share even a small input.
  if (worker_count > 1) options.block_bytes = 64;
  return options;
}

// The tree as text, or "error": which one of several a file has comes first may depend on the workers'
// timing.
std::string Outcome(const Importer& importer, Input bytes, uint32_t worker_count) {
  ImportOptions options = SmallLimits(worker_count);
  options.lines = bytes.size() % 2 == 1;
  auto opened = OpenMemorySource(bytes, options.max_inflated_bytes, kSniffBytes);
  if (!opened) return "error";
  static_cast<void>(importer.sniff(opened->prefix));

  JobControl job;
  ImportReport report;
  CctBuilder builder(options.build);
  if (const auto imported = importer.import({*opened->source, options, builder, report, job}); !imported) {
    return "error";
  }
  const auto tree = std::move(builder).Finish(std::move(report), &job);
  if (!tree) return "error";

  RINGSCOPE_CHECK(VerifyCct(**tree).has_value());
  std::string text;
  const auto dumped = DumpTsv(**tree, [&text](std::string_view part) -> Result<void> {
    text += part;
    return {};
  });
  RINGSCOPE_CHECK(dumped.has_value());
  return text;
}

}  // namespace

void FuzzImporter(std::string_view importer_name, Input bytes) {
  const auto importers = AllImporters();
  const auto found = std::find_if(importers.begin(), importers.end(), [=](const Importer* candidate) {
    return candidate->name == importer_name;
  });
  RINGSCOPE_CHECK(found != importers.end());
  const std::string with_one = Outcome(**found, bytes, 1);
  // Threads are slow to start under sanitizers: compare for one input in eight.
  if (bytes.size() % 8 != 0) return;
  const std::string with_two = Outcome(**found, bytes, 2);
  RINGSCOPE_CHECK(with_one == with_two);
}

}  // namespace ringscope::fuzz
