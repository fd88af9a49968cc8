#include "cct/import/import_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "cct/builder.h"
#include "cct/import/aprof_importer.h"
#include "cct/import/byte_source.h"
#include "cct/import/cpuprofile_importer.h"
#include "cct/import/dhat_importer.h"
#include "cct/import/folded_importer.h"
#include "cct/import/gperftools_importer.h"
#include "cct/import/heapprofile_importer.h"
#include "cct/import/heaptrack_importer.h"
#include "cct/import/perf_importer.h"
#include "cct/import/pprof_importer.h"
#include "cct/import/speedscope_importer.h"
#include "cct/import/stackprof_importer.h"
#include "cct/import/trace_importer.h"

namespace ringscope {
namespace {

constexpr const Importer* kImporters[] = {
    &kPprofImporter,     &kGperftoolsImporter, &kTraceImporter,       &kSpeedscopeImporter,
    &kDhatImporter,      &kStackprofImporter,  &kHeapProfileImporter, &kCpuProfileImporter,
    &kHeaptrackImporter, &kAprofImporter,      &kPerfImporter,        &kFoldedImporter,
};

constexpr std::string_view kFormats =
    "folded stacks (\"a;b;c 12\"), `perf script` text, pprof, gperftools, speedscope, DHAT, stackprof or "
    "Chrome trace JSON, heaptrack data, a V8 .cpuprofile or .heapprofile, or an aprof report";

// What the bytes seem to be instead, in a few words.
std::string_view DescribeContents(std::span<const std::byte> prefix) {
  const std::string_view text(reinterpret_cast<const char*>(prefix.data()), prefix.size());
  if (text.starts_with("PERFILE2")) return "a perf.data file (run `perf script` and open its output)";
  if (text.starts_with("PK\x03\x04")) return "a zip archive";
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '['))
    return "JSON of another kind";
  const auto is_control = [](char c) {
    const auto value = static_cast<unsigned char>(c);
    return value < 0x20 && value != '\t' && value != '\n' && value != '\r' && value != '\f' && value != 0x1b;
  };
  if (std::any_of(text.begin(), text.end(), is_control)) return "binary data";
  return "other text";
}

// The line and column of the error's offset, for text inputs: one more pass, only on failure.
void AddLineAndColumn(ByteSource& source, Error& error) {
  if (!error.byte_offset || error.line) return;
  source.Rewind();
  uint64_t line = 1;
  uint64_t line_begin = 0;
  uint64_t offset = 0;
  while (offset < *error.byte_offset) {
    const auto piece = source.Next();
    if (!piece || piece->empty()) break;
    const auto part = piece->subspan(0, std::min<uint64_t>(piece->size(), *error.byte_offset - offset));
    for (const std::byte* at = part.data(); at < part.data() + part.size(); ++at) {
      at = static_cast<const std::byte*>(
          std::memchr(at, '\n', static_cast<size_t>(part.data() + part.size() - at)));
      if (at == nullptr) break;
      ++line;
      line_begin = offset + static_cast<uint64_t>(at - part.data()) + 1;
    }
    offset += part.size();
  }
  error.line = line;
  error.column = *error.byte_offset - line_begin + 1;
}

Result<CctPtr> Import(OpenedSource opened, const ImportOptions& options, JobControl& job) {
  ByteSource& source = *opened.source;
  job.total_units.store(source.size_bytes(), std::memory_order_relaxed);
  const Importer* importer = nullptr;
  for (const Importer* candidate : AllImporters()) {
    if (candidate->sniff(opened.prefix) != SniffResult::kYes) continue;
    importer = candidate;
    break;
  }
  if (importer == nullptr) {
    return Fail(ErrorCode::kUnrecognized,
                fmt::format("expected {}, found {}", kFormats, DescribeContents(opened.prefix)));
  }

  ImportReport report;
  report.format = importer->name;
  CctBuilder builder(options.build);
  if (Result<void> read = importer->import(source, options, builder, report, job); !read) {
    Error error = std::move(read).error();
    if (error.code != ErrorCode::kCancelled && importer->is_text) AddLineAndColumn(source, error);
    return tl::unexpected(std::move(error));
  }
  job.done_units.store(source.size_bytes(), std::memory_order_relaxed);
  std::sort(report.skipped.begin(), report.skipped.end(),
            [](const SkippedRecords& a, const SkippedRecords& b) {
              return std::pair(a.first_offset_bytes, std::string_view(a.reason)) <
                     std::pair(b.first_offset_bytes, std::string_view(b.reason));
            });
  if (report.record_count == 0) {
    const auto most = std::max_element(report.skipped.begin(), report.skipped.end(),
                                       [](const auto& a, const auto& b) { return a.count < b.count; });
    const std::string found = most == report.skipped.end()
                                  ? "none"
                                  : fmt::format("only records that cannot be read: {}", most->reason);
    return Fail(ErrorCode::kMalformed,
                fmt::format("expected at least one {} record, found {}", importer->name, found));
  }
  return std::move(builder).Finish(std::move(report), &job);
}

}  // namespace

std::span<const Importer* const> AllImporters() { return kImporters; }

Result<CctPtr> ImportProfile(const std::filesystem::path& path, const ImportOptions& options,
                             JobControl& job) {
  RINGSCOPE_ASSIGN(OpenedSource opened, OpenSource(path, options.max_inflated_bytes, kSniffBytes));
  return Import(std::move(opened), options, job);
}

Result<CctPtr> ImportProfileBytes(std::span<const std::byte> bytes, const ImportOptions& options,
                                  JobControl& job) {
  RINGSCOPE_ASSIGN(OpenedSource opened, OpenMemorySource(bytes, options.max_inflated_bytes, kSniffBytes));
  return Import(std::move(opened), options, job);
}

}  // namespace ringscope
