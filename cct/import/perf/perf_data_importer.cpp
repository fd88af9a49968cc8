#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/importers.h"
#include "cct/import/perf/perf_form.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr size_t kBufferBytes = size_t{256} << 10;
constexpr uint64_t kMaxKeptBytes = uint64_t{1} << 20;
constexpr size_t kMaxMessageLines = 3;
constexpr size_t kMaxMessageBytes = 400;

// The output of another program while it runs. The program starts with the first Next(), and again after a
// Rewind() from beyond the first MiB or so.
class ProgramSource final : public ByteSource {
 public:
  // `arguments` begin with the program's name; `name` stands for the program in errors. `size_bytes` is the
  // size of the file that the program reads. Output beyond `max_bytes` is an error: kLimit.
  ProgramSource(std::string name, std::vector<std::string> arguments, uint64_t size_bytes, uint64_t max_bytes,
                const JobControl& job)
      : name_(std::move(name)),
        arguments_(std::move(arguments)),
        size_bytes_(size_bytes),
        max_bytes_(max_bytes),
        job_(job),
        buffer_(kBufferBytes) {}

  // Errors: kNotFound (no such program), kIo (the program failed; with its messages), kLimit, kCancelled.
  [[nodiscard]] Result<std::span<const std::byte>> Next() override {
    if (next_kept_ < kept_.size()) return std::span<const std::byte>(kept_[next_kept_++]);
    if (ended_) return std::span<const std::byte>();
    if (!program_) {
      RINGSCOPE_ASSIGN(program_, ChildProcess::Start(arguments_));
    }
    RINGSCOPE_ASSIGN(const size_t size, program_->Read(buffer_, job_));
    if (size == 0) return Finish();
    // Keep a piece only if all pieces before it are kept.
    const bool keep = printed_bytes_ == kept_bytes_ && kept_bytes_ < kMaxKeptBytes;
    printed_bytes_ += size;
    if (printed_bytes_ > max_bytes_) {
      return Fail(ErrorCode::kLimit, "expected `{}` to print at most {} bytes, found more", name_,
                  max_bytes_);
    }
    const std::span<const std::byte> piece = std::span(buffer_).first(size);
    if (!keep) return piece;
    kept_bytes_ += size;
    kept_.emplace_back(piece.begin(), piece.end());
    next_kept_ = kept_.size();
    return std::span<const std::byte>(kept_.back());
  }

  void Rewind() override {
    next_kept_ = 0;
    if (printed_bytes_ == kept_bytes_) return;
    program_.reset();
    ended_ = false;
    kept_.clear();
    kept_bytes_ = 0;
    printed_bytes_ = 0;
  }

  [[nodiscard]] uint64_t consumed_bytes() const override { return printed_bytes_; }
  [[nodiscard]] uint64_t size_bytes() const override { return size_bytes_; }

  // The first lines that the program wrote to its standard error, joined to one.
  [[nodiscard]] std::string messages() const {
    std::string joined;
    if (!program_) return joined;
    std::string_view text = program_->messages();
    for (size_t lines = 0; !text.empty() && lines < kMaxMessageLines;) {
      std::string_view line = TrimmedFront(TakeLine(text));
      while (!line.empty() && (line.back() == ' ' || line.back() == '.' || line.back() == '\r'))
        line.remove_suffix(1);
      if (line.empty()) continue;
      if (!joined.empty()) joined += "; ";
      joined += line;
      ++lines;
    }
    if (joined.size() > kMaxMessageBytes) joined = joined.substr(0, kMaxMessageBytes) + "...";
    std::replace_if(joined.begin(), joined.end(), IsControl, ' ');
    return joined;
  }

 private:
  Result<std::span<const std::byte>> Finish() {
    RINGSCOPE_ASSIGN(const int code, program_->Wait(job_));
    if (code != 0) {
      const std::string words = messages();
      return Fail(ErrorCode::kIo, "`{}` failed with exit code {}{}{}", name_, code, words.empty() ? "" : ": ",
                  words);
    }
    ended_ = true;
    return std::span<const std::byte>();
  }

  std::string name_;
  std::vector<std::string> arguments_;
  uint64_t size_bytes_;
  uint64_t max_bytes_;
  const JobControl& job_;
  std::optional<ChildProcess> program_;
  bool ended_ = false;
  uint64_t printed_bytes_ = 0;
  std::vector<std::vector<std::byte>> kept_;  // the first pieces, for Rewind()
  uint64_t kept_bytes_ = 0;
  size_t next_kept_ = 0;
  std::vector<std::byte> buffer_;
};

bool SniffPerfData(std::string_view prefix) {
  // Big-endian machines write the second.
  return prefix.starts_with("PERFILE2") || prefix.starts_with("2ELIFREP");
}

// Returns the number of samples without frames. Errors: those of ImportPerfText(); kNotFound if perf is not
// installed, before anything is read.
Result<uint64_t> ImportByPerf(const ImportRun& run) {
  std::error_code no_path;
  // perf cannot take an absolute path for an option or for "-".
  const std::filesystem::path path = std::filesystem::absolute(*run.source.file(), no_path);
  if (no_path) return Fail(ErrorCode::kIo, "cannot name the file for perf: {}", no_path.message());
  std::vector<std::string> command{"perf", "script", "--header", "-i", path.string()};
  if (run.options.call_sites) command.insert(command.end(), {"-F", "+srcline"});
  ProgramSource output("perf script", std::move(command), run.source.size_bytes(),
                       run.options.max_inflated_bytes, run.job);
  run.job.total_units.store(0, std::memory_order_relaxed);  // how much perf will print is unknown
  const Result<uint64_t> without_frames = ImportPerfText(run.From(output), false);
  if (!without_frames) {
    Error error = without_frames.error();
    if (error.byte_offset) {
      error.message =
          fmt::format("at byte {} of what `perf script` prints: {}", *error.byte_offset, error.message);
      error.byte_offset.reset();
    }
    return tl::unexpected(std::move(error));
  }
  run.report.notes.push_back("Read by `perf script`; sizes and places are those of its output.");
  if (const std::string words = output.messages(); !words.empty()) Note(run.report, "perf says: {}", words);
  return without_frames;
}

// Reads the file without perf, and keeps the result if is_better(gaps, report), which may add notes. False if
// the result is not better or the file could not be read.
template <typename IsBetter>
Result<bool> ReadWithoutPerf(const ImportRun& run, IsBetter is_better) {
  CctBuilder builder(run.options.build);
  ImportReport report;
  report.format = run.report.format;
  ImportOptions options = run.options;
  options.preview = nullptr;
  const Result<PerfDataGaps> gaps = ReadPerfData({run.source, options, builder, report, run.job});
  if (!gaps && gaps.error().code == ErrorCode::kCancelled) return tl::unexpected(gaps.error());
  if (!gaps || !is_better(*gaps, report)) return false;
  run.builder = std::move(builder);
  run.report = std::move(report);
  return true;
}

// perf prints no frames if it cannot unwind a copied stack, as when the program is gone. The file still tells
// which code ran: a reading without perf counts if it gives more samples frames.
Result<bool> ReadMoreThanPerf(const ImportRun& run, uint64_t without_frames) {
  return ReadWithoutPerf(run, [&](const PerfDataGaps& gaps, ImportReport& report) {
    if (gaps.without_frames >= without_frames || report.record_count < run.report.record_count) return false;
    report.notes.insert(
        report.notes.begin(),
        fmt::format("perf gives no frames for {} of {}. Read without perf, {} have no frames.",
                    CountText(without_frames), CountedText(run.report.record_count, "sample"),
                    CountText(gaps.without_frames)));
    return true;
  });
}

// perf reads its files best, but only files on the disk; it refuses those of other users, of newer versions,
// and unfinished ones.
Result<void> ImportPerfData(const ImportRun& run) {
  const auto read_here = [&run]() -> Result<void> {
    RINGSCOPE_TRY(ReadPerfData(run));
    return {};
  };
  if (run.options.without_perf || run.source.file() == nullptr) return read_here();
  if (run.options.call_sites && run.options.look_up_symbols && !HasStacksForPerf(run)) {
    // For stacks by frame pointers perf tells the line after the call, and takes fifty times as long.
    RINGSCOPE_ASSIGN(
        const bool is_whole, ReadWithoutPerf(run, [](const PerfDataGaps& gaps, const ImportReport& report) {
          return gaps.stacks_for_perf == 0 && gaps.nameless <= gaps.named && report.record_count > 0;
        }));
    if (is_whole) return {};
  }
  const Result<uint64_t> by_perf = ImportByPerf(run);
  if (by_perf) {
    if (*by_perf > run.report.record_count / 2) {
      RINGSCOPE_ASSIGN(const bool is_more, ReadMoreThanPerf(run, *by_perf));
      if (is_more) return {};
    }
    if (*by_perf > 0)
      run.report.notes.push_back("`--without-perf` shows which code ran in samples without frames.");
    // perf tells how many chunks of events were lost, but not how many events.
    const Result<void> lost = CountLostOfPerfData(run);
    return lost || lost.error().code != ErrorCode::kCancelled ? Result<void>() : lost;
  }
  const Error& error = by_perf.error();
  if (error.code != ErrorCode::kNotFound && error.code != ErrorCode::kIo) return tl::unexpected(error);
  run.job.total_units.store(run.source.size_bytes(), std::memory_order_relaxed);
  if (error.code == ErrorCode::kNotFound) return read_here();
  run.builder = CctBuilder(run.options.build);
  const Result<void> read = read_here();
  if (!read && read.error().code == ErrorCode::kCancelled) return read;
  if (!read || run.report.record_count == 0) return tl::unexpected(error);
  Note(run.report, "perf could not read it: {}.", error.message);
  return {};
}

}  // namespace

const Importer kPerfDataImporter{"perf.data", &SniffPerfData, &ImportPerfData, false};

}  // namespace ringscope
