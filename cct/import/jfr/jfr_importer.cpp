#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cct/base/text/number_text.h"
#include "cct/import/importers.h"
#include "cct/import/jfr/jfr_chunk.h"
#include "cct/import/jfr/jfr_tree.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr uint32_t kFirstMajor = 1;
constexpr uint32_t kLastMajor = 2;
constexpr uint64_t kMaxHeldBytes = uint64_t{8} << 30;

bool SniffJfr(std::string_view prefix) { return prefix.starts_with(JfrHeader::kMagic); }

// The input from the current chunk on. Of a stream only the bytes that Peek() asked for are held.
class JfrInput {
 public:
  JfrInput(ByteSource& source, JobControl& job)
      : source_(source), job_(job), contents_(AsText(source.Contents())) {}

  // Bytes passed so far.
  [[nodiscard]] uint64_t offset_bytes() const { return offset_bytes_; }

  // The next `size_bytes`, fewer only at the end of the input. Valid until the next call.
  // Errors: kLimit, kCancelled, and those of ByteSource::Next.
  Result<std::string_view> Peek(uint64_t size_bytes) {
    if (!contents_.empty()) return contents_.substr(offset_bytes_, size_bytes);
    while (held_.size() - begin_ < size_bytes && !ended_) {
      if (job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source_.Next());
      ended_ = piece.empty();
      if (held_.size() - begin_ + piece.size() > kMaxHeldBytes) {
        return FailAt(ErrorCode::kLimit, offset_bytes_,
                      "expected a chunk of at most {} bytes, found a larger one", kMaxHeldBytes);
      }
      if (held_.size() + piece.size() > held_.capacity()) {
        // Drop the bytes that the reader is behind.
        held_.erase(0, begin_);
        begin_ = 0;
      }
      held_.append(AsText(piece));
      job_.done_units.store(source_.consumed_bytes(), std::memory_order_relaxed);
    }
    return std::string_view(held_).substr(begin_, size_bytes);
  }

  // Passes bytes that Peek() gave.
  void Advance(uint64_t size_bytes) {
    if (!contents_.empty()) {
      source_.DropContents(offset_bytes_, size_bytes);
      job_.done_units.store(offset_bytes_ + size_bytes, std::memory_order_relaxed);
    } else {
      begin_ += static_cast<size_t>(size_bytes);
      // At most one byte moves for each byte that was passed.
      if (begin_ > held_.size() / 2) {
        held_.erase(0, begin_);
        begin_ = 0;
      }
    }
    offset_bytes_ += size_bytes;
  }

 private:
  ByteSource& source_;
  JobControl& job_;
  std::string_view contents_;
  std::string held_;
  size_t begin_ = 0;  // in held_
  bool ended_ = false;
  uint64_t offset_bytes_ = 0;
};

// The position of the next chunk, or the end.
size_t FindChunk(std::string_view bytes, size_t from) {
  for (size_t at = bytes.find(JfrHeader::kMagic, from); at != std::string_view::npos;
       at = bytes.find(JfrHeader::kMagic, at + 1)) {
    const auto header = JfrHeader::Read(bytes.substr(at));
    if (header && header->major >= kFirstMajor && header->major <= kLastMajor) return at;
  }
  return bytes.size();
}

class JfrReader {
 public:
  explicit JfrReader(const ImportRun& run) : run_(run), input_(run.source, run.job), tree_(run) {}

  Result<void> Read() {
    while (true) {
      RINGSCOPE_ASSIGN(const std::string_view bytes, input_.Peek(JfrHeader::kBytes));
      if (bytes.empty()) break;
      const auto header = JfrHeader::Read(bytes);
      if (!header && chunk_count_ == 0)
        return FailAt(ErrorCode::kMalformed, 0,
                      "expected a recording, found the end within its first header");
      if (!header) {
        RINGSCOPE_TRY(SkipForeignBytes());
        continue;
      }
      if (header->major < kFirstMajor || header->major > kLastMajor) {
        return FailAt(ErrorCode::kUnsupported, input_.offset_bytes() + 4,
                      "expected a recording of version {} or {}, found version {}.{}", kFirstMajor,
                      kLastMajor, header->major, header->minor);
      }
      RINGSCOPE_TRY(ReadChunk(*header));
    }
    run_.report.input_bytes = input_.offset_bytes();
    if (run_.report.record_count == 0 && unfinished_count_ > 0 && run_.report.skipped.empty()) {
      return FailAt(ErrorCode::kMalformed, first_unfinished_,
                    "expected a finished chunk or samples in it, found none: the recording was not finished, "
                    "or is cut off");
    }
    tree_.Finish();
    AddNotes();
    return run_.builder.status();
  }

 private:
  Result<void> ReadChunk(const JfrHeader& header) {
    ++chunk_count_;
    duration_ns_ += header.duration_ns >> 63 == 0 ? header.duration_ns : 0;
    bool finished = header.size_bytes >= JfrHeader::kBytes;
    RINGSCOPE_ASSIGN(std::string_view bytes, input_.Peek(finished ? header.size_bytes : UINT64_MAX));
    if (!finished) bytes = bytes.substr(0, FindChunk(bytes, JfrHeader::kBytes));
    finished = finished && bytes.size() >= header.size_bytes;
    JfrChunk chunk(bytes, header, input_.offset_bytes(), run_.report, run_.job);
    RINGSCOPE_TRY(chunk.Read());
    has_events_ |= chunk.has_events();
    // A chunk without events need not describe them.
    if (!chunk.has_types() && (chunk.has_events() || chunk.described())) {
      run_.report.Skip(chunk.described() ? "a chunk whose types cannot be read"
                       : finished        ? "a chunk that does not describe its events"
                                         : "a chunk that was not finished and does not describe its events",
                       input_.offset_bytes());
    } else if (chunk.has_types()) {
      RINGSCOPE_TRY(tree_.Add(chunk));
    }
    if (!finished) {
      if (unfinished_count_++ == 0) first_unfinished_ = input_.offset_bytes();
    } else if (chunk.events_end() < bytes.size()) {
      run_.report.Skip("a chunk whose events end before it does", chunk.OffsetOf(chunk.events_end()));
    }
    input_.Advance(bytes.size());
    return {};
  }

  // Skips bytes after a chunk: events that were written after its header, or foreign data.
  Result<void> SkipForeignBytes() {
    if (foreign_bytes_ == 0) first_foreign_ = input_.offset_bytes();
    RINGSCOPE_ASSIGN(const std::string_view bytes, input_.Peek(UINT64_MAX));
    const size_t size = FindChunk(bytes, 0);
    foreign_bytes_ += size;
    input_.Advance(size);
    return {};
  }

  void AddNotes() {
    Note(run_.report, "{}, recorded for {:.3f} s.", CountedText(chunk_count_, "chunk"),
         static_cast<double>(duration_ns_) / 1e9);
    if (!has_events_)
      Note(run_.report, "The recording has no events: none was switched on, or it ended before the first.");
    if (unfinished_count_ > 0) {
      run_.report.notes.push_back(
          unfinished_count_ == 1
              ? fmt::format(
                    "The chunk at byte {} was not finished, or is cut off: what could be read is shown.",
                    first_unfinished_)
              : fmt::format("{} chunks, the first at byte {}, were not finished, or are cut off: what could "
                            "be read is shown.",
                            unfinished_count_, first_unfinished_));
    }
    if (foreign_bytes_ > 0)
      Note(run_.report, "{} behind finished chunks, the first at byte {}: left out.",
           CountedText(foreign_bytes_, "byte"), first_foreign_);
  }

  const ImportRun run_;
  JfrInput input_;
  JfrTree tree_;
  bool has_events_ = false;
  uint64_t chunk_count_ = 0;
  uint64_t duration_ns_ = 0;
  uint64_t unfinished_count_ = 0, first_unfinished_ = 0;
  uint64_t foreign_bytes_ = 0, first_foreign_ = 0;
};

Result<void> ImportJfr(const ImportRun& run) { return JfrReader(run).Read(); }

}  // namespace

const Importer kJfrImporter{"jfr", &SniffJfr, &ImportJfr, false};

}  // namespace ringscope
