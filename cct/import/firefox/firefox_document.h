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

// Turns samples that list their frames into the tables of later versions: stacks of each thread, and frames
// and texts that all threads share. Firefox wrote such samples before it had tables (versions up to 2), and
// so did Cleopatra. A frame is its location, or a key of the file's table of locations, which may follow the
// samples (see firefox-devtools/profiler, old-cleopatra-profile-format). Memory: some 50 bytes per distinct
// stack of the current thread, and the texts.
class FirefoxFrameLists {
 public:
  // The number of the text of a key. The text is the key itself, unless Name() gives another, now or later.
  [[nodiscard]] uint32_t TextOf(std::string_view key);
  void Name(std::string_view key, std::string_view text);

  void BeginThread() { stacks_.clear(); }
  // The row in `table` of the frame `text` below a stack (FirefoxColumn::kNone: below none); adds a new row.
  [[nodiscard]] uint32_t StackOf(FirefoxTable& table, uint32_t caller, uint32_t text);

  [[nodiscard]] bool empty() const { return keys_.size() == 0; }
  // The number of keys.
  [[nodiscard]] size_t text_count() const { return keys_.size(); }
  // After everything has been read: adds the frames and texts, if the process has none of its own.
  void AddTo(FirefoxTables& shared) const;

 private:
  FrameTexts keys_;
  std::vector<std::string> names_;                 // by number of text; empty: the key is the text
  std::unordered_map<uint64_t, uint32_t> stacks_;  // of the current thread, by caller and text
};

// A thread or process as a text in the document. Firefox up to version 61 wrote child processes so.
struct FirefoxEmbedded {
  std::string text;
  uint64_t offset_bytes = 0;
};

// Reads a Firefox profile, processed or raw, in one pass. The costs of samples are summed up by stack when a
// thread ends. The tables of stacks are kept until the end, as shared ones may follow the threads.
class FirefoxDocument final : public JsonDocument {
 public:
  // Appends to `profile` and `embedded`.
  FirefoxDocument(const ImportRun& run, FirefoxProfile& profile, std::deque<FirefoxEmbedded>& embedded)
      : JsonDocument(run), profile_(profile), embedded_(embedded) {}

  // After Read(): adds the tables that samples with lists of frames refer to.
  void Finish();

 private:
  // A value that is being read: a process, or a list of processes in one.
  struct Level {
    bool is_list;
    uint32_t process;
  };

  // The thread that is being read. Its lists of samples are freed once they are summed up.
  struct OpenThread {
    FirefoxThread thread;
    FirefoxTable samples, js_allocations, native_allocations;
  };
  bool ReadTopMember(std::string_view key) override;
  // Reads the value of a member; one that holds processes only begins a level.
  [[nodiscard]] bool ReadProcessMember(uint32_t process, std::string_view key, std::vector<Level>& levels);
  [[nodiscard]] bool AddProcess(std::vector<Level>& levels);
  [[nodiscard]] bool ReadThreads(uint32_t process);
  [[nodiscard]] bool ReadThread(uint32_t process);
  // Sums up the samples of open_, and adds it to the threads.
  [[nodiscard]] bool AddThread();
  // Reads samples that list their frames, after the first token of the list.
  [[nodiscard]] bool ReadFrameLists(OpenThread& open);
  [[nodiscard]] bool ReadFrameList(FirefoxTables& tables, uint32_t& stack);
  [[nodiscard]] bool ReadFrameKey(JsonToken token, std::string& key);
  // Reads the profile that Cleopatra wraps: a raw one, or only the samples of its one thread.
  [[nodiscard]] bool ReadWrapped(std::vector<Level>& levels);
  [[nodiscard]] bool ReadSymbols();
  [[nodiscard]] bool AddSamples(const FirefoxTable& table, FirefoxThread& thread);
  // The values of a sample besides its time.
  struct Measured {
    double weight;
    uint64_t time_ns, cpu;
  };
  void AddTimed(FirefoxThread& thread, uint32_t stack, double at_ms, const Measured& measured);
  [[nodiscard]] bool AddAllocations(const FirefoxTable& table, FirefoxThread& thread, FirefoxCosts& costs);
  // The stack of a row; nullopt, counted in the report, if the row has no valid one.
  [[nodiscard]] std::optional<uint32_t> StackOf(const FirefoxColumn& stacks, size_t row, uint64_t offset);
  [[nodiscard]] bool Poll(size_t row);

  // Reads the value of a member that may be a table; skips other values.
  [[nodiscard]] bool ReadTablesMember(FirefoxTables& tables, std::string_view key);
  [[nodiscard]] bool ReadTable(FirefoxTable& table) { return ReadTableFrom(json_.Next(), table); }
  // Reads a table after its first token.
  [[nodiscard]] bool ReadTableFrom(JsonToken begin, FirefoxTable& table, std::string* weight_type = nullptr);
  [[nodiscard]] bool ReadSchema(std::vector<FirefoxField>& fields);
  // Reads rows into the columns of rows_; columns that the schema does not want stay empty.
  [[nodiscard]] bool ReadRows(const std::vector<FirefoxField>& schema, size_t& row_count);
  // Adds missing values up to `size`.
  [[nodiscard]] bool AddMissing(FirefoxColumn& column, size_t size);
  [[nodiscard]] bool ReadTexts(std::optional<TextList>& texts);
  [[nodiscard]] bool ReadLibs(FirefoxTables& tables);
  [[nodiscard]] bool ReadLib(JsonToken begin, FirefoxLib& lib);
  [[nodiscard]] bool ReadAddress(uint64_t& address);
  [[nodiscard]] bool ReadMeta(FirefoxProcess& process);
  // A value of another kind leaves `number` as it is.
  [[nodiscard]] bool ReadNumber(double& number) {
    return ReadNumberIfAny([&] { number = NumberOf(JsonToken::kNumber); });
  }
  [[nodiscard]] bool ReadCategories(FirefoxProcess& process);
  // A value of another kind leaves `text` empty.
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
  std::vector<FirefoxColumn> rows_;  // of the table that is being read, by cell
};

}  // namespace ringscope
