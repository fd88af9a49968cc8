#include "cct/import/callgrind/call_sequence.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/system/memory_limit.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::call_sequence_test {
namespace {

using test::Import;

constexpr std::string_view kHead =
    "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.1)\ncmd: t.php\npart: 1\npositions: line\n\n"
    "events: Time_(10ns) Memory_(bytes)\n\n";

TEST(NumberStack, GivesBackWhatWasPushed) {
  std::mt19937_64 engine(3);
  std::vector<int64_t> numbers{
      0, 1, -1, 127, 128, -64, -65, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
  for (int i = 0; i < 1000; ++i) numbers.push_back(static_cast<int64_t>(engine() >> engine() % 64));
  NumberStack stack;
  for (const int64_t number : numbers) {
    stack.PushSigned(number);
    stack.Push(static_cast<uint64_t>(number));
  }
  for (size_t i = numbers.size(); i-- > 0;) {
    EXPECT_EQ(stack.Pop(), static_cast<uint64_t>(numbers[i]));
    EXPECT_EQ(stack.PopSigned(), numbers[i]);
  }
  EXPECT_TRUE(stack.empty());
  EXPECT_EQ(stack.size_bytes(), 0u);
}

// How versions of xdebug differ in what they write.
struct Writer {
  bool numbers = true;           // names in full only once
  bool rounds_up = false;        // times are cut off, or rounded
  bool below_zero = false;       // memory below zero is written, not 0
  bool summary_in_main = false;  // not at the end
};

struct Call {
  uint32_t function = 0;
  int64_t self_ns = 0;
  int64_t self_bytes = 0;
  std::vector<Call> calls;
};

Call RandomCall(std::mt19937& engine, uint32_t function, int depth, int& left) {
  Call call{function, static_cast<int64_t>(engine() % 500), static_cast<int64_t>(engine() % 100) - 40, {}};
  const uint64_t count = depth == 0 ? 12 : depth > 12 ? 0 : engine() % 4;
  for (uint64_t i = 0; i < count && left > 0; ++i, --left)
    call.calls.push_back(RandomCall(engine, 1 + static_cast<uint32_t>(engine() % 5), depth + 1, left));
  return call;
}

// Writes calls as they return, and adds them to the tree that they are.
class CallWriter {
 public:
  CallWriter(const Writer& writer, CctBuilder& expected)
      : writer_(writer), expected_(expected), text_(kHead) {}

  // What the call cost with all that it called.
  std::pair<int64_t, int64_t> Write(const Call& call, BuildNode parent, bool is_called) {
    const BuildNode node = expected_.Child(
        parent, expected_.InternFrame({.name = NameOf(call.function), .file = FileOf(call.function)}));
    Sum& sum = SumOf(node);
    sum.calls += is_called ? 1 : 0;
    std::vector<std::pair<int64_t, int64_t>> inclusive;
    std::pair<int64_t, int64_t> total{call.self_ns, call.self_bytes};
    for (const Call& callee : call.calls) {
      inclusive.push_back(Write(callee, node, true));
      total.first += inclusive.back().first;
      total.second += inclusive.back().second;
    }
    text_ += fmt::format("fl={}\nfn={}\n", Numbered('f', FileOf(call.function)),
                         Numbered('n', NameOf(call.function)));
    if (writer_.summary_in_main && call.function == 0) text_ += "\nsummary: 12 34\n\n";
    text_ += fmt::format("7 {} {}\n", Time(call.self_ns), Memory(call.self_bytes));
    // Again, as what was called may have moved it.
    SumOf(node).time += Time(call.self_ns) * 10;
    SumOf(node).memory += Memory(call.self_bytes);
    for (size_t i = 0; i < call.calls.size(); ++i) {
      const uint32_t callee = call.calls[i].function;
      text_ +=
          fmt::format("cfl={}\ncfn={}\ncalls=1 0 0\n9 {} {}\n", Numbered('f', FileOf(callee)),
                      Numbered('n', NameOf(callee)), Time(inclusive[i].first), Memory(inclusive[i].second));
    }
    text_ += "\n";
    return total;
  }

  // The file; fills the tree.
  std::string Finish(bool has_calls) {
    expected_.AddMetric({"Time", "ns", 1});
    const MetricIndex memory = expected_.AddMetric({"Memory", "bytes", 1});
    const bool any = std::any_of(sums_.begin(), sums_.end(), [](const Sum& sum) { return sum.memory < 0; });
    const MetricIndex freed = any ? expected_.AddMetric({"Memory (negative)", "bytes", 1}) : memory;
    const MetricIndex calls = has_calls ? expected_.AddMetric({"calls", "count", 1}) : 0;
    for (BuildNode node = 0; node < sums_.size(); ++node) {
      const Sum& sum = sums_[node];
      expected_.AddSelf(node, 0, static_cast<uint64_t>(sum.time));
      expected_.AddSelf(node, sum.memory < 0 ? freed : memory, static_cast<uint64_t>(std::abs(sum.memory)));
      if (has_calls) expected_.AddSelf(node, calls, sum.calls);
    }
    if (!writer_.summary_in_main) text_ += "summary: 12 34\n\n";
    return text_;
  }

 private:
  struct Sum {
    int64_t time = 0;
    int64_t memory = 0;
    uint64_t calls = 0;
  };

  static std::string NameOf(uint32_t function) {
    return function == 0 ? "{main}" : fmt::format("{}f{}", function % 2 == 0 ? "php::" : "", function);
  }
  static std::string FileOf(uint32_t function) {
    return function != 0 && function % 2 == 0 ? "php:internal" : "t.php";
  }
  [[nodiscard]] int64_t Time(int64_t ns) const { return (ns + (writer_.rounds_up ? 5 : 0)) / 10; }
  [[nodiscard]] int64_t Memory(int64_t bytes) const {
    return writer_.below_zero ? bytes : std::max<int64_t>(bytes, 0);
  }
  std::string Numbered(char kind, const std::string& name) {
    if (!writer_.numbers) return name;
    const std::string key = kind + name;
    const auto known = std::find(names_.begin(), names_.end(), key);
    const auto number = known - names_.begin() + 1;
    if (known != names_.end()) return fmt::format("({})", number);
    names_.push_back(key);
    return fmt::format("({}) {}", number, name);
  }
  Sum& SumOf(BuildNode node) {
    if (node >= sums_.size()) sums_.resize(node + 1);
    return sums_[node];
  }

  Writer writer_;
  CctBuilder& expected_;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Sum> sums_;
};

TEST(CallSequence, GivesTheTreeOfTheCallsThatWereWritten) {
  std::mt19937 engine(11);
  for (uint32_t round = 0; round < 200; ++round) {
    const Writer writer{(round & 1) != 0, (round & 2) != 0, (round & 4) != 0, (round & 8) != 0};
    CctBuilder expected;
    CallWriter out(writer, expected);
    int left = round % 10 == 0 ? 0 : 300;
    const Call main = RandomCall(engine, 0, 0, left);
    out.Write(main, kBuildRoot, false);
    // What runs when the program has ended is called by nobody.
    for (auto i = static_cast<uint32_t>(engine() % 3); i > 0 && round % 10 != 0; --i) {
      left = 20;
      out.Write(RandomCall(engine, 1 + i, 1, left), kBuildRoot, false);
    }
    const std::string text = out.Finish(!main.calls.empty());
    const CctPtr read = test::Imported(text, {.block_bytes = 1 + engine() % 300});
    EXPECT_TRUE(read->report().estimated.empty());
    ASSERT_EQ(read->report().notes.back(),
              "Nothing had to be estimated: the file has all calls one by one, in the order in which they "
              "returned.")
        << text;
    ASSERT_EQ(test::TextDump(*read), test::TextDump(**std::move(expected).Finish({}))) << text;
  }
}

// f calls g twice, once with a call of h; {main} calls f and h.
std::string Blocks() {
  return "fl=t.php\nfn=h\n1 10 0\n\nfl=t.php\nfn=g\n1 20 0\ncfl=t.php\ncfn=h\ncalls=1 0 0\n1 10 0\n\n"
         "fl=t.php\nfn=g\n1 5 0\n\n"
         "fl=t.php\nfn=f\n1 40 8\ncfl=t.php\ncfn=g\ncalls=1 0 0\n1 31 0\ncfl=t.php\ncfn=g\ncalls=1 0 0\n1 5 "
         "0\n\n"
         "fl=t.php\nfn=h\n1 3 0\n\n"
         "fl=t.php\nfn={main}\n1 100 0\ncfl=t.php\ncfn=f\ncalls=1 0 0\n1 77 8\ncfl=t.php\ncfn=h\ncalls=1 0 "
         "0\n"
         "1 3 0\n\n";
}
constexpr std::string_view kSummary = "summary: 180 8\n\n";

// Why a file is taken for a call graph; empty where it is not.
std::string FaultIn(std::string_view text, const ImportOptions& options = {}) {
  const auto tree = Import(text, options);
  if (!tree) return DescribeError(tree.error());
  constexpr std::string_view kBefore = "in the order in which they returned: ";
  for (const std::string& note : (*tree)->report().notes) {
    if (!note.starts_with("The file does not have all calls")) continue;
    const size_t begin = note.find(kBefore) + kBefore.size();
    return note.substr(begin, note.find(" at byte") - begin);
  }
  return {};
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(CallSequence, IsGivenUpWhereAnythingDoesNotFit) {
  const std::string head(kHead);
  const std::string whole = head + Blocks() + std::string(kSummary);
  EXPECT_EQ(FaultIn(whole), "");
  constexpr const char* kOtherCost = "a call that cost something else than the one that returned before it";
  constexpr const char* kOtherFunction = "a call of another function than the one that returned before it";
  EXPECT_EQ(FaultIn(Replaced(whole, "1 31 0", "1 33 0")), kOtherCost);
  EXPECT_EQ(FaultIn(Replaced(whole, "1 31 0", "1 27 0")), kOtherCost);
  EXPECT_EQ(FaultIn(Replaced(whole, "1 77 8", "1 77 9")), kOtherCost);
  EXPECT_EQ(FaultIn(Replaced(whole, "1 77 8", "1 77 -1")), kOtherCost);
  // Freed memory that was written as 0.
  EXPECT_EQ(FaultIn(Replaced(whole, "1 77 8", "1 77 7")), "");
  EXPECT_EQ(FaultIn(Replaced(whole, "cfn=g", "cfn=k")), kOtherFunction);
  EXPECT_EQ(FaultIn(Replaced(whole, "calls=1 0 0\n1 31", "calls=2 0 0\n1 31")),
            "a line that counts other than one call");
  EXPECT_EQ(FaultIn(Replaced(whole, "fn=h\n1 10 0", "fn=h\n")), "a block without its cost");
  EXPECT_EQ(FaultIn(Replaced(whole, "fn=h\n1 10 0", "fn=h\n1 4 0\n1 6 0")),
            "costs that are not the first of a block");
  EXPECT_EQ(FaultIn(Replaced(whole, "fn=h\n1 10 0\n", "fn=h\n1 10 0\ncfn=h\ncalls=1 0 0\n1 0 0\n")),
            "a call without a block");
  EXPECT_EQ(FaultIn(Replaced(whole, "fn=h\n1 10 0\n", "fn=h\n1 10 0\nwhat\n")), "a line that cannot be read");
  EXPECT_EQ(FaultIn(head + Blocks()), "an end without a summary");
  EXPECT_EQ(FaultIn(whole + Blocks()), "blocks behind the summary");
  EXPECT_EQ(FaultIn(whole + std::string(kSummary)), "a second summary");
  EXPECT_EQ(FaultIn(whole + whole), "several parts");
  EXPECT_EQ(FaultIn(Replaced(whole, "events:", "thread: 1\nevents:")), "");
  EXPECT_EQ(FaultIn(Replaced(whole, "\n\nfl", "\n\nthread: 1\nfl")), "a thread");
  // In the last block, as old versions write it: there nothing may be left.
  const std::string old = head + Replaced(Blocks(), "fn={main}\n", "fn={main}\n\nsummary: 1 2\n\n");
  EXPECT_EQ(FaultIn(old), "");
  EXPECT_EQ(FaultIn(old + "fl=t.php\nfn=k\n1 2 0\n"), "");
  EXPECT_EQ(FaultIn(old.substr(0, old.find("1 77 8")) + "1 77 8\n"), kOtherFunction);
  EXPECT_EQ(FaultIn(old.substr(0, old.find("cfl=t.php\ncfn=f"))), "a block that is not called at all");
}

TEST(CallSequence, IsOfXdebugAlone) {
  const std::string text =
      Replaced(std::string(kHead) + Blocks() + std::string(kSummary), "creator: xdebug", "creator: other");
  const std::string dump = test::DumpWithNotes(text, {});
  EXPECT_NE(dump.find("the file tells the context of each cost and call"), std::string::npos) << dump;
  EXPECT_EQ(FaultIn(text), "");
}

TEST(CallSequence, KeepsItsLimits) {
  const std::string whole = std::string(kHead) + Blocks() + std::string(kSummary);
  EXPECT_EQ(test::MessageOf(whole, {.max_stack_depth = 3}),
            "expected stacks of at most 3 frames, found a deeper one");
  EXPECT_EQ(test::MessageOf(whole, {.max_stack_depth = 4}), "fine");
  EXPECT_EQ(test::MessageOf(whole, {.build = {.max_contexts = 3}}), "the tree has more than 3 contexts");
  EXPECT_EQ(test::EndWhenCancelled(whole), ErrorCode::kCancelled);
}

TEST(CallSequence, IsGivenUpWhenCancelledInALargeBlock) {
  constexpr uint32_t kCalls = 100'000;
  JobControl job;
  CallSequence sequence(job);
  sequence.Start({CallSequence::Column::kRounded}, uint64_t{1} << 30);
  const std::vector<int64_t> cost{1};
  for (uint32_t i = 0; i < kCalls; ++i) {
    sequence.BeginBlock(1, 1, 0);
    sequence.AddSelf(cost, 0);
  }
  sequence.BeginBlock(0, 0, 0);
  sequence.AddSelf(cost, 0);
  for (uint32_t i = 0; i < kCalls; ++i) sequence.AddCall(1, 1, cost, 0);
  sequence.AddSummary(0);
  job.cancel_requested = true;
  sequence.End(0);
  EXPECT_FALSE(sequence.is_whole());
  ASSERT_TRUE(sequence.fault());
  EXPECT_EQ(sequence.fault()->reason, "a cancelled import");
}

TEST(CallSequence, IsGivenUpWhereMemoryIsShort) {
  std::string text(kHead);
  std::string calls;
  for (int i = 0; i < 30'000; ++i) {
    text += "fl=t.php\nfn=f\n1 1000000 0\n\n";
    calls += "cfl=t.php\ncfn=f\ncalls=1 0 0\n1 1000000 0\n";
  }
  text += "fl=t.php\nfn={main}\n1 5 0\n" + calls + "\n" + std::string(kSummary);
  EXPECT_EQ(FaultIn(text), "");
  const MemoryLimit limit(uint64_t{1} << 20);
  EXPECT_EQ(FaultIn(text), "more calls than fit into memory");
}

// Deeper than a stack of calls in the program itself could be.
TEST(CallSequence, MayBeAsDeepAsAFile) {
  constexpr int kDepth = 200'000;
  std::string text(kHead);
  for (int i = 0; i < kDepth; ++i) {
    text += i + 1 < kDepth ? "fl=t.php\nfn=f\n1 1 0\n" : "fl=t.php\nfn={main}\n1 1 0\n";
    if (i > 0) text += fmt::format("cfl=t.php\ncfn=f\ncalls=1 0 0\n1 {} 0\n", i);
  }
  const CctPtr tree = test::Imported(text + std::string(kSummary));
  EXPECT_EQ(tree->layer_count(), kDepth + 1u);
}

}  // namespace
}  // namespace ringscope::call_sequence_test
