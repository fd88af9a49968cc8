#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "cct/import/importers.h"
#include "cct/import/perf/program_source.h"

namespace ringscope {
namespace {

bool SniffPerfData(std::string_view prefix) {
  // The second is that of a machine of the other byte order.
  return prefix.starts_with("PERFILE2") || prefix.starts_with("2ELIFREP");
}

Result<void> ImportPerfData(const ImportRun& run) {
  if (run.source.file() == nullptr) {
    return Fail(ErrorCode::kUnsupported,
                "expected perf.data as a file that perf itself can open, found it on the standard input or "
                "compressed: open the file, or the output of `perf script -i FILE`");
  }
  std::error_code no_path;
  // An absolute path is no option and no "-".
  const std::filesystem::path path = std::filesystem::absolute(*run.source.file(), no_path);
  if (no_path)
    return Fail(ErrorCode::kIo, fmt::format("cannot name the file for perf: {}", no_path.message()));
  ProgramSource output("perf script", {"perf", "script", "--header", "-i", path.string()},
                       run.source.size_bytes(), run.options.max_inflated_bytes, run.job);
  run.job.total_units.store(0, std::memory_order_relaxed);  // how much perf will print is unknown
  if (Result<void> read = kPerfImporter.import(run.From(output)); !read) {
    Error error = std::move(read).error();
    if (error.code == ErrorCode::kNotFound) {
      return Fail(
          ErrorCode::kUnsupported,
          "expected perf to be installed, which alone reads perf.data, found no such program: where it "
          "is, run `perf script -i FILE > FILE.txt` and open FILE.txt");
    }
    if (error.byte_offset) {
      error.message =
          fmt::format("at byte {} of what `perf script` prints: {}", *error.byte_offset, error.message);
      error.byte_offset.reset();
    }
    return tl::unexpected(std::move(error));
  }
  run.report.notes.push_back("Read by `perf script`; sizes and places are those of what it prints.");
  if (const std::string words = output.messages(); !words.empty())
    run.report.notes.push_back(fmt::format("perf says: {}", words));
  return {};
}

}  // namespace

const Importer kPerfDataImporter{"perf.data", &SniffPerfData, &ImportPerfData, false};

}  // namespace ringscope
