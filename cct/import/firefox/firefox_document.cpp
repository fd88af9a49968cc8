#include "cct/import/firefox/firefox_document.h"

#include <cmath>
#include <utility>

#include "cct/import/limits.h"

namespace ringscope {
namespace {

// A process and a thread take up to a kilobyte each before they hold anything.
constexpr size_t kMaxProcesses = size_t{1} << 16;
constexpr size_t kMaxThreads = size_t{1} << 18;
constexpr size_t kMaxCategories = 4096;
constexpr size_t kRowsPerPoll = size_t{1} << 12;

constexpr double kNsPerMs = 1e6;
constexpr double kMaxMs = 9e12;  // in ns below 2^63

std::optional<uint64_t> RoundedCount(double value) {
  if (!(value >= 0) || value >= 9.2e18) return std::nullopt;
  return static_cast<uint64_t>(std::llround(value));
}

}  // namespace

bool FirefoxDocument::ReadTopMember(std::string_view key) {
  std::vector<Level> levels;
  if (!top_process_) {
    if (!AddProcess(levels)) return false;
    top_process_ = levels.back().process;
    levels.clear();
  }
  if (!ReadProcessMember(*top_process_, key, levels)) return false;
  while (!levels.empty()) {
    const Level level = levels.back();
    const JsonToken token = json_.Next();
    if (token == JsonToken::kEndObject || token == JsonToken::kEndArray) {
      levels.pop_back();
    } else if (token == JsonToken::kKey) {
      if (!ReadProcessMember(level.process, json_.text(), levels)) return false;
    } else if (level.is_list && token == JsonToken::kBeginObject) {
      if (!AddProcess(levels)) return false;
    } else if (level.is_list && token == JsonToken::kString) {
      if (!AddEmbedded()) return false;
    } else if (!SkipRest(token)) {
      return false;
    }
  }
  return true;
}

bool FirefoxDocument::AddProcess(std::vector<Level>& levels) {
  if (profile_.processes.size() >= kMaxProcesses)
    return FailWith(ErrorCode::kLimit, TooMany(kMaxProcesses, "processes"));
  levels.push_back({false, static_cast<uint32_t>(profile_.processes.size())});
  profile_.processes.emplace_back();
  return true;
}

bool FirefoxDocument::ReadProcessMember(uint32_t process, std::string_view key, std::vector<Level>& levels) {
  if (key == "threads") return ReadThreads(process);
  if (key == "profileJSON") return ReadWrapped(levels);
  if (key == "symbolicationTable") return ReadSymbols();
  if (key == "profileString") {
    return FailWith(
        ErrorCode::kUnsupported,
        "expected a profile of Firefox as JSON, found one of Cleopatra as text (\"profileString\"), "
        "which is not read");
  }
  if (key == "meta") return ReadMeta(profile_.processes[process]);
  if (key == "processes") {
    const JsonToken token = json_.Next();
    if (token != JsonToken::kBeginArray) return SkipRest(token);
    levels.push_back({true, process});
    return true;
  }
  // Files of the developer tools wrap a raw profile.
  if (key == "profile") {
    const JsonToken token = json_.Next();
    return token == JsonToken::kBeginObject ? AddProcess(levels) : SkipRest(token);
  }
  FirefoxTables& shared = profile_.processes[process].shared;
  if (key != "shared") return ReadTablesMember(shared, key);
  return ReadObjectIfAny([&](std::string_view member) { return ReadTablesMember(shared, member); });
}

bool FirefoxDocument::ReadThreads(uint32_t process) {
  profile_.has_threads = true;
  const auto read_thread = [&](JsonToken token) {
    if (token == JsonToken::kBeginObject) return ReadThread(process);
    return token == JsonToken::kString ? AddEmbedded() : SkipRest(token);
  };
  const JsonToken begin = json_.Next();
  if (begin == JsonToken::kBeginArray) return ReadElements(read_thread);
  if (begin != JsonToken::kBeginObject) return SkipRest(begin);
  // Cleopatra writes an object with threads by number.
  return ReadMembers(begin, "threads", [&](std::string_view) { return read_thread(json_.Next()); });
}

bool FirefoxDocument::AddEmbedded() {
  if (!CountText(json_.text().size())) return false;
  embedded_.push_back({std::string(json_.text()), json_.offset_bytes()});
  return true;
}

// The first token of the thread has been read.
bool FirefoxDocument::ReadThread(uint32_t process) {
  OpenThread& open = open_.emplace();
  FirefoxThread& thread = open.thread;
  thread.process = process;
  thread.offset_bytes = json_.offset_bytes();
  const bool read = ReadMembers(JsonToken::kBeginObject, "a thread", [&](std::string_view key) {
    if (key == "samples") {
      thread.weight_type.clear();
      const JsonToken begin = json_.Next();
      return begin == JsonToken::kBeginArray ? ReadFrameLists(open)
                                             : ReadTableFrom(begin, open.samples, &thread.weight_type);
    }
    if (key == "jsAllocations") return ReadTable(open.js_allocations);
    if (key == "nativeAllocations") return ReadTable(open.native_allocations);
    if (key == "name") return ReadId(thread.name);
    if (key == "processName") return ReadId(thread.process_name);
    if (key == "processType") return ReadId(thread.process_type);
    if (key == "pid") return ReadId(thread.pid);
    if (key == "tid") return ReadId(thread.tid);
    return ReadTablesMember(thread.tables, key);
  });
  return read && AddThread();
}

bool FirefoxDocument::AddThread() {
  auto& [thread, samples, js_allocations, native_allocations] = *open_;
  if (!AddSamples(samples, thread) || !AddAllocations(js_allocations, thread, thread.js_allocations) ||
      !AddAllocations(native_allocations, thread, thread.native_allocations))
    return false;
  if (!thread.used()) {
    open_.reset();
    return true;
  }
  if (profile_.threads.size() >= kMaxThreads)
    return FailWith(ErrorCode::kLimit, TooMany(kMaxThreads, "threads"));
  for (FirefoxCosts* costs : {&thread.samples, &thread.js_allocations, &thread.native_allocations})
    costs->DropIndex();
  profile_.threads.push_back(std::move(thread));
  open_.reset();
  return true;
}

bool FirefoxDocument::Poll(size_t row) {
  return row % kRowsPerPoll != 0 || !run_.job.cancelled() || FailWith(ErrorCode::kCancelled, "cancelled");
}

std::optional<uint32_t> FirefoxDocument::StackOf(const FirefoxColumn& stacks, size_t row, uint64_t offset) {
  const double number = stacks.Number(row);
  if (std::isnan(number) || number == -1) {
    ++profile_.stackless_count;
    return std::nullopt;
  }
  const uint32_t stack = stacks.Index(row);
  if (stack != FirefoxColumn::kNone) return stack;
  run_.report.Skip("a sample of a stack that is not in the table", offset);
  return std::nullopt;
}

void FirefoxDocument::AddTimed(FirefoxThread& thread, uint32_t stack, double at_ms,
                               const Measured& measured) {
  // Larger doubles are not exact.
  constexpr double kMostWeight = 9e15;
  const double weight = measured.weight;
  const bool usable = at_ms > -kMaxMs && at_ms < kMaxMs && weight >= 0 && weight < kMostWeight &&
                      weight == std::floor(weight);
  profile_.all_have_times &= usable;
  if (!profile_.all_have_times) {
    thread.timed = {};
    return;
  }
  thread.timed.values.resize(kTimedValueCount);
  thread.timed.Add(SampleList::TimeOf(std::llround(at_ms * kNsPerMs)), stack);
  thread.timed.values[0].Add(static_cast<uint64_t>(weight));
  thread.timed.values[1].Add(measured.time_ns);
  thread.timed.values[2].Add(measured.cpu);
}

// A sample stands for the time since the sample before: profilers count CPU time so, and fold equal samples
// into one that has the time of the last.
bool FirefoxDocument::AddSamples(const FirefoxTable& table, FirefoxThread& thread) {
  const FirefoxColumn& stacks = table[FirefoxField::kStack];
  const FirefoxColumn& times = table[FirefoxField::kTime];
  const FirefoxColumn& deltas = table[FirefoxField::kTimeDeltas];
  const FirefoxColumn& weights = table[FirefoxField::kWeight];
  const FirefoxColumn& cpu = table[FirefoxField::kThreadCpuDelta];
  const auto report_length = [&](const FirefoxColumn& column, std::string_view missing,
                                 std::string_view surplus) {
    if (!column.empty() && column.size() < stacks.size())
      run_.report.Keep(missing, thread.offset_bytes, stacks.size() - column.size());
    if (column.size() > stacks.size())
      run_.report.Skip(surplus, thread.offset_bytes, column.size() - stacks.size());
  };
  report_length(weights, "a sample without a weight", "a weight without a sample");
  report_length(times, "a sample without a time", "a time without a sample");
  report_length(deltas, "a sample without a time", "a time without a sample");
  report_length(cpu, "a sample without a CPU time", "a CPU time without a sample");
  double at_ms = 0;  // by the deltas
  for (size_t row = 0; row < stacks.size(); ++row) {
    if (!Poll(row)) return false;
    if (times.empty()) at_ms += std::isnan(deltas.Number(row)) ? 0 : deltas.Number(row);
    const std::optional<uint32_t> stack = StackOf(stacks, row, thread.offset_bytes);
    if (!stack) continue;
    ++thread.record_count;
    thread.samples.CountRecord(*stack);
    const double given_weight = weights.empty() ? 1 : weights.Number(row);
    if (std::isnan(given_weight) && row < weights.size())
      run_.report.Keep("a sample without a weight", thread.offset_bytes);
    const double weight = std::isnan(given_weight) ? 0 : given_weight;
    thread.samples.AddWeight(*stack, weight);
    uint64_t time_ns = 0;
    uint64_t cpu_used = 0;
    if (row > 0) {
      const double ms = times.empty() ? deltas.Number(row) : times.Number(row) - times.Number(row - 1);
      profile_.backward_count += ms < 0 ? 1 : 0;
      if (ms >= 0 && ms < kMaxMs) {
        time_ns = static_cast<uint64_t>(std::llround(ms * kNsPerMs));
        thread.samples.Add(*stack, FirefoxCosts::kTime, time_ns);
      }
      if (const auto used = RoundedCount(cpu.Number(row))) {
        cpu_used = *used;
        thread.samples.Add(*stack, FirefoxCosts::kCpu, cpu_used);
      }
    }
    const double time_ms = !times.empty()   ? times.Number(row)
                           : deltas.empty() ? FirefoxColumn::kMissing
                                            : at_ms;
    AddTimed(thread, *stack, time_ms, {weight, time_ns, cpu_used});
  }
  return true;
}

bool FirefoxDocument::AddAllocations(const FirefoxTable& table, FirefoxThread& thread, FirefoxCosts& costs) {
  const FirefoxColumn& stacks = table[FirefoxField::kStack];
  const FirefoxColumn& weights = table[FirefoxField::kWeight];
  if (weights.size() > stacks.size())
    run_.report.Skip("a size without an allocation", thread.offset_bytes, weights.size() - stacks.size());
  for (size_t row = 0; row < stacks.size(); ++row) {
    if (!Poll(row)) return false;
    const std::optional<uint32_t> stack = StackOf(stacks, row, thread.offset_bytes);
    const double bytes = weights.Number(row);
    if (stack && std::isnan(bytes)) run_.report.Skip("an allocation without a size", thread.offset_bytes);
    if (!stack || std::isnan(bytes)) continue;
    ++thread.record_count;
    costs.CountRecord(*stack);
    costs.AddWeight(*stack, bytes);
    if (bytes >= 0) costs.Add(*stack, FirefoxCosts::kAllocations, 1);
  }
  return true;
}

bool FirefoxDocument::ReadMeta(FirefoxProcess& process) {
  return ReadObjectIfAny([&](std::string_view key) {
    if (key == "product") return ReadId(process.product);
    if (key == "categories") return ReadCategories(process);
    if (key == "startTime") return ReadNumber(process.start_time_ms);
    if (key == "profilingStartTime") return ReadNumber(process.recording_begin_ms);
    if (key == "symbolicated") {
      const JsonToken token = json_.Next();
      process.not_symbolicated = token == JsonToken::kFalse;
      return SkipRest(token);
    }
    if (key != "sampleUnits") return json_.SkipValue();
    return ReadObjectIfAny([&](std::string_view quantity) {
      std::string unit;
      const bool is_time = quantity == "time";
      const bool is_cpu = quantity == "threadCPUDelta";
      if (!ReadId(unit)) return false;
      if (is_time) process.time_is_bytes = unit == "bytes";
      if (is_cpu) process.cpu_unit = std::move(unit);
      return true;
    });
  });
}

bool FirefoxDocument::ReadCategories(FirefoxProcess& process) {
  process.categories.clear();
  return ReadArrayIfAny([&](JsonToken token) {
    if (token != JsonToken::kBeginObject || process.categories.size() >= kMaxCategories)
      return SkipRest(token);
    FirefoxCategory& category = process.categories.emplace_back();
    return ReadMembers(token, "a category", [&](std::string_view key) {
      if (key == "name") return ReadId(category.name);
      if (key != "subcategories") return json_.SkipValue();
      return ReadArrayIfAny([&](JsonToken element) {
        if (category.subcategories.size() < kMaxCategories)
          category.subcategories.emplace_back(element == JsonToken::kString ? json_.text() : "");
        return SkipRest(element);
      });
    });
  });
}

}  // namespace ringscope
