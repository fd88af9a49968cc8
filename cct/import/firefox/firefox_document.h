#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/frame_names.h"
#include "cct/import/json/json_document.h"

namespace ringscope {

// Samples that list their frames, as Firefox wrote them before it had tables (versions up to 2), and the
// Cleopatra files of that time. A frame is its location, or a key of the file's table of locations, which may
// come behind the samples (see firefox-devtools/profiler, old-cleopatra-profile-format). Makes of them the
// tables that later versions have: stacks a thread, and frames and texts that all threads share. Memory: some
// 50 bytes a distinct stack of the thread at hand, and the texts.
class FirefoxFrameLists {
 public:
  // The text of that key: names it, unless Name() has or will.
  [[nodiscard]] uint32_t TextOf(std::string_view key);
  void Name(std::string_view key, std::string_view text);

  void BeginThread() { stacks_.clear(); }
  // The row of `table` for that frame below a stack (FirefoxColumn::kNone: none), made where it is new.
  [[nodiscard]] uint32_t StackOf(FirefoxTable& table, uint32_t caller, uint32_t text);

  [[nodiscard]] bool empty() const { return keys_.size() == 0; }
  // Of all keys together.
  [[nodiscard]] size_t text_count() const { return keys_.size(); }
  // After everything has been read: the frames and texts, where the process has none of its own.
  void AddTo(FirefoxTables& shared) const;

 private:
  FrameTexts keys_;
  std::vector<std::string> names_;                 // by text; empty: the key is one
  std::unordered_map<uint64_t, uint32_t> stacks_;  // of the thread at hand, by caller and text
};

// A thread or process that is text within the document, as Firefox up to version 61 wrote child processes.
struct FirefoxEmbedded {
  std::string text;
  uint64_t offset_bytes = 0;
};

// Reads a Firefox profile, processed or raw, in one pass. What samples cost is summed up by stack as soon as
// a thread ends; the tables, which say what the stacks are, are kept until the end, as those that threads
// share may come behind them.
class FirefoxDocument final : public JsonDocument {
 public:
  // Appends to `profile` and `embedded`.
  FirefoxDocument(const ImportRun& run, FirefoxProfile& profile, std::deque<FirefoxEmbedded>& embedded)
      : JsonDocument(run), profile_(profile), embedded_(embedded) {}

  // After Read(): gives the samples that list their frames what they refer to.
  void Finish();

 private:
  // What the reader is in: a process, or a list of those within one.
  struct Level {
    bool is_list;
    uint32_t process;
  };

  // A thread as it is read. Its lists of samples are let go once they are summed up.
  struct OpenThread {
    FirefoxThread thread;
    FirefoxTable samples, js_allocations, native_allocations;
  };
  bool ReadTopMember(std::string_view key) override;
  // Reads the value of a member, but for one that holds processes: that begins a level.
  [[nodiscard]] bool ReadProcessMember(uint32_t process, std::string_view key, std::vector<Level>& levels);
  [[nodiscard]] bool AddProcess(std::vector<Level>& levels);
  [[nodiscard]] bool ReadThreads(uint32_t process);
  [[nodiscard]] bool ReadThread(uint32_t process);
  // Adds what has been read of open_ to the threads.
  [[nodiscard]] bool AddThread();
  // Samples that list their frames, behind the first token of the list.
  [[nodiscard]] bool ReadFrameLists(OpenThread& open);
  [[nodiscard]] bool ReadFrameList(FirefoxTables& tables, uint32_t& stack);
  [[nodiscard]] bool ReadFrameKey(JsonToken token, std::string& key);
  // What Cleopatra wraps: a raw profile, or only the samples of its one thread.
  [[nodiscard]] bool ReadWrapped(std::vector<Level>& levels);
  [[nodiscard]] bool ReadSymbols();
  [[nodiscard]] bool AddSamples(const FirefoxTable& table, FirefoxThread& thread);
  // What a sample measured, beside when it did.
  struct Measured {
    double weight;
    uint64_t time_ns, cpu;
  };
  void AddTimed(FirefoxThread& thread, uint32_t stack, double at_ms, const Measured& measured);
  [[nodiscard]] bool AddAllocations(const FirefoxTable& table, FirefoxThread& thread, FirefoxCosts& costs);
  // The stack of a row; nothing where it has none that could be found.
  [[nodiscard]] std::optional<uint32_t> StackOf(const FirefoxColumn& stacks, size_t row, uint64_t offset);
  [[nodiscard]] bool Poll(size_t row);

  // Reads the value of a member that may be a table; others are skipped.
  [[nodiscard]] bool ReadTablesMember(FirefoxTables& tables, std::string_view key);
  [[nodiscard]] bool ReadTable(FirefoxTable& table) { return ReadTableFrom(json_.Next(), table); }
  // The same behind its first token.
  [[nodiscard]] bool ReadTableFrom(JsonToken begin, FirefoxTable& table, std::string* weight_type = nullptr);
  [[nodiscard]] bool ReadSchema(std::vector<FirefoxField>& fields);
  // Rows as columns, into rows_; those that the schema does not want stay empty.
  [[nodiscard]] bool ReadRows(const std::vector<FirefoxField>& schema, size_t& row_count);
  // Missing values up to that size.
  [[nodiscard]] bool AddMissing(FirefoxColumn& column, size_t size);
  [[nodiscard]] bool ReadTexts(std::optional<TextList>& texts);
  [[nodiscard]] bool ReadLibs(FirefoxTables& tables);
  [[nodiscard]] bool ReadLib(JsonToken begin, FirefoxLib& lib);
  [[nodiscard]] bool ReadAddress(uint64_t& address);
  [[nodiscard]] bool ReadMeta(FirefoxProcess& process);
  // Other values leave `number` as it is.
  [[nodiscard]] bool ReadNumber(double& number) {
    return ReadNumberIfAny([&] { number = NumberOf(JsonToken::kNumber); });
  }
  [[nodiscard]] bool ReadCategories(FirefoxProcess& process);
  // Other values than ids leave `text` empty.
  [[nodiscard]] bool ReadId(std::string& text) {
    text.clear();
    return JsonDocument::ReadId(text);
  }
  [[nodiscard]] double NumberOf(JsonToken token) const;
  [[nodiscard]] bool CountNumbers(size_t count);
  [[nodiscard]] bool AddEmbedded();

  uint64_t number_count_ = 0;
  FirefoxProfile& profile_;
  std::deque<FirefoxEmbedded>& embedded_;
  std::optional<uint32_t> top_process_;
  std::optional<OpenThread> open_;
  FirefoxFrameLists lists_;
  std::vector<FirefoxColumn> rows_;  // of the table being read, by their place
};

}  // namespace ringscope
