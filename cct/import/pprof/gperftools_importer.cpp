
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "cct/import/bytes/byte_source.h"
#include "cct/import/import_preview.h"
#include "cct/import/importers.h"
#include "cct/import/limits.h"
#include "cct/import/pprof/pprof_text_lines.h"
#include "cct/tree/import_report.h"

namespace ringscope {
namespace {

// Words of the header behind its first two; writers put 3.
constexpr uint64_t kMinHeaderWords = 3;
constexpr uint64_t kMaxHeaderWords = 64;
constexpr uint64_t kMaxPeriodUs = 1'000'000'000;

constexpr uint64_t kGperftoolsPollRecords = 1 << 14;

// The form of the numbers in a file.
struct WordLayout {
  size_t bytes;
  bool big_endian;
};
constexpr WordLayout kLayouts[] = {{8, false}, {4, false}, {8, true}, {4, true}};

// The words of a profile: numbers of a size and byte order.
class Words {
 public:
  // `offset` is the place of the bytes in the input.
  Words(std::string_view bytes, WordLayout layout, uint64_t offset = 0)
      : bytes_(bytes), layout_(layout), offset_(offset) {}

  [[nodiscard]] uint64_t count() const { return bytes_.size() / layout_.bytes; }
  // `index` < count().
  [[nodiscard]] uint64_t operator[](uint64_t index) const {
    uint64_t value = 0;
    for (size_t i = 0; i < layout_.bytes; ++i) {
      const size_t place = layout_.big_endian ? i : layout_.bytes - 1 - i;
      value = value << 8 | static_cast<unsigned char>(bytes_[index * layout_.bytes + place]);
    }
    return value;
  }
  // In the input.
  [[nodiscard]] uint64_t OffsetOf(uint64_t index) const { return offset_ + index * layout_.bytes; }
  // The bytes after the first `index` words.
  [[nodiscard]] std::string_view BytesFrom(uint64_t index) const {
    return bytes_.substr(index * layout_.bytes);
  }

 private:
  std::string_view bytes_;
  WordLayout layout_;
  uint64_t offset_;
};

// The header: 0, number of words that follow, version, period in us, 0.
bool IsHeader(const Words& words) {
  return words.count() >= 2 + kMinHeaderWords && words[0] == 0 && words[1] >= kMinHeaderWords &&
         words[1] <= kMaxHeaderWords && words[2] <= 1 && words[3] >= 1 && words[3] <= kMaxPeriodUs &&
         words[4] == 0;
}

std::optional<WordLayout> FindLayout(std::string_view bytes) {
  for (const WordLayout layout : kLayouts) {
    if (IsHeader(Words(bytes, layout))) return layout;
  }
  return std::nullopt;
}

bool SniffGperftools(std::string_view prefix) { return FindLayout(prefix).has_value(); }

class GperftoolsReader {
 public:
  GperftoolsReader(Words words, AddressNames names, const ImportRun& run)
      : words_(words), is_rewritten_(words.OffsetOf(0) > 0), names_(std::move(names)), run_(run) {}

  Result<void> Read() {
    // Java's addresses are numbers of methods, whose names follow the records.
    const bool is_java = words_[2] == 1;
    const uint64_t first = 2 + words_[1];
    RINGSCOPE_ASSIGN(const uint64_t text_begin, FindText(first));
    const std::string_view text =
        text_begin <= words_.count() ? words_.BytesFrom(text_begin) : std::string_view();
    if (is_java) FindJavaNames(text, run_.job, names_);
    const MemoryMap map(is_java ? std::string_view() : text);
    AddressFrames frames(map, names_, is_java, run_);
    const bool has_period = !is_rewritten_ || words_[3] > 1;
    const MetricIndex cpu = has_period ? run_.builder.AddMetric({"cpu", "ns", 1}) : 0;
    const MetricIndex samples = run_.builder.AddMetric({"samples", "count", 1});
    const uint64_t period_ns = words_[3] * 1000;
    RecordPreview preview(run_.options.preview, run_.job);
    uint64_t record = 0;
    for (uint64_t at = first; !AtEnd(at); at += 2 + words_[at + 1]) {
      if (++record % kGperftoolsPollRecords == 0 && run_.job.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      const uint64_t count = words_[at];
      const uint64_t depth = words_[at + 1];
      if (count == 0 || depth == 0) {
        run_.report.Skip(count == 0 ? "a record without samples" : "a record without addresses",
                         words_.OffsetOf(at));
        continue;
      }
      uint64_t time_ns = 0;
      if (count >> 63 != 0 || __builtin_mul_overflow(count, period_ns, &time_ns) || time_ns >> 63 != 0) {
        return FailAt(ErrorCode::kOverflow, words_.OffsetOf(at),
                      "expected samples of less than 2^63 ns, found {} of {} ns", count, period_ns);
      }
      BuildNode node = kBuildRoot;
      for (uint64_t i = depth; i > 0; --i) {
        node =
            frames.Child(node, words_[at + 1 + i], i == 1 ? AddressUse::kInstruction : AddressUse::kReturn);
      }
      if (has_period) run_.builder.AddSelf(node, cpu, time_ns);
      run_.builder.AddSelf(node, samples, count);
      ++run_.report.record_count;
      RINGSCOPE_TRY(run_.builder.status());
      if (preview.Wanted()) preview.Add({run_.builder});
    }
    if (has_period) run_.report.notes.push_back(SamplingPeriodNote(period_ns));
    frames.AddNotes(run_.report);
    return {};
  }

 private:
  [[nodiscard]] bool IsTrailer(uint64_t at) const {
    return words_[at] == 0 && words_[at + 1] == 1 && at + 2 < words_.count() && words_[at + 2] == 0;
  }
  [[nodiscard]] bool AtEnd(uint64_t at) const { return at + 1 >= words_.count() || IsTrailer(at); }

  // Checks the records. Returns the index of the text after them, count() without a text.
  Result<uint64_t> FindText(uint64_t first) {
    uint64_t at = first;
    while (!AtEnd(at)) {
      const uint64_t depth = words_[at + 1];
      const uint64_t left = words_.count() - at - 2;
      if (depth > left) {
        return FailAt(ErrorCode::kMalformed, words_.OffsetOf(at + 1),
                      "expected a stack of {} addresses, found the end of the file after {}", depth, left);
      }
      if (depth > run_.options.max_stack_depth) {
        return FailAt(ErrorCode::kLimit, words_.OffsetOf(at + 1),
                      TooDeep(run_.options.max_stack_depth, depth));
      }
      at += 2 + depth;
    }
    if (at + 1 < words_.count()) return at + 3;
    if (at == first) {
      return FailAt(ErrorCode::kMalformed, words_.OffsetOf(at),
                    "expected a record of samples or the last one, found the end of the file");
    }
    if (!is_rewritten_)
      run_.report.notes.push_back("The profile ends without its last record: it may have been cut off.");
    return words_.count();
  }

  Words words_;
  bool is_rewritten_;  // by pprof, see ReadGperftools()
  AddressNames names_;
  const ImportRun run_;
};

Result<void> ImportGperftools(const ImportRun& run) {
  RINGSCOPE_ASSIGN(const WholeInput whole, ReadWhole(run.source, 1, run.job));
  const std::string_view bytes = whole.text;
  run.report.input_bytes = bytes.size();
  RINGSCOPE_TRY(ReadGperftools(bytes, 0, {}, run));
  return run.builder.status();
}

}  // namespace

Result<void> ReadGperftools(std::string_view bytes, uint64_t offset, AddressNames names,
                            const ImportRun& run) {
  const std::optional<WordLayout> layout = FindLayout(bytes);
  if (!layout)
    return FailAt(ErrorCode::kMalformed, offset, "expected the header of a gperftools CPU profile");
  const Words words(bytes, *layout, offset);
  return GperftoolsReader(words, std::move(names), run).Read();
}

const Importer kGperftoolsImporter{"gperftools", &SniffGperftools, &ImportGperftools, false};

}  // namespace ringscope
