#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/importers.h"
#include "cct/import/jfr/jfr_chunk.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/verify.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/import/stream_source.h"
#include "tests/cct/test_trees.h"
#include "tests/test_paths.h"

namespace ringscope::jfr_test {
namespace {

namespace fs = std::filesystem;

// Numbers and strings as a chunk with integers of fixed size has them.
std::string Number(uint64_t value, size_t size_bytes) {
  std::string bytes;
  for (size_t i = size_bytes; i-- > 0;) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}
std::string Text(std::string_view text) { return "\3" + Number(text.size(), 4) + std::string(text); }

// As a chunk with compressed integers has them.
std::string Varint(uint64_t value) {
  std::string bytes;
  for (int i = 0; i < 8 && value >= 0x80; ++i, value >>= 7)
    bytes.push_back(static_cast<char>((value & 0x7f) | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

std::string Event(uint64_t type, const std::string& fields) {
  return Number(fields.size() + 12, 4) + Number(type, 8) + fields;
}

// A description of types, in the order of the calls.
class Description {
 public:
  Description& Class(uint64_t id, const std::string& name, uint32_t field_count = 0) {
    Element("class", {{"id", std::to_string(id)}, {"name", name}}, field_count);
    ++class_count_;
    return *this;
  }
  Description& Field(const std::string& name, uint64_t type, const std::string& mark = {}) {
    std::vector<std::pair<std::string, std::string>> attributes{{"name", name},
                                                                {"class", std::to_string(type)}};
    if (mark == "constant") attributes.emplace_back("constantPool", "true");
    if (mark == "array") attributes.emplace_back("dimension", "1");
    Element("field", attributes, 0);
    return *this;
  }
  // The fields of the metadata event.
  [[nodiscard]] std::string Bytes() {
    std::string classes;
    classes.swap(elements_);
    Element("root", {}, 1);
    Element("metadata", {}, class_count_);
    std::string bytes = std::string(24, '\0') + Number(strings_.size(), 4);
    for (const std::string& text : strings_) bytes += Text(text);
    return bytes + elements_ + classes;
  }

 private:
  void Element(const std::string& name, const std::vector<std::pair<std::string, std::string>>& attributes,
               uint32_t child_count) {
    elements_ += StringNumber(name) + Number(attributes.size(), 4);
    for (const auto& [key, value] : attributes) elements_ += StringNumber(key) + StringNumber(value);
    elements_ += Number(child_count, 4);
  }
  std::string StringNumber(const std::string& text) {
    const auto at = std::find(strings_.begin(), strings_.end(), text);
    const auto number = static_cast<uint64_t>(at - strings_.begin());
    if (at == strings_.end()) strings_.push_back(text);
    return Number(number, 4);
  }

  std::vector<std::string> strings_;
  std::string elements_;
  uint32_t class_count_ = 0;
};

// A recording of execution samples without threads: stacks of methods, innermost first, by number.
class SmallRecording {
 public:
  void AddSample(const std::vector<uint32_t>& stack) {
    const auto [known, is_new] = stacks_.try_emplace(stack, stacks_.size() + 1);
    events_ += Event(100, Number(known->second, 8));
  }
  [[nodiscard]] std::string Bytes(uint32_t method_count) const {
    Description types;
    types.Class(4, "boolean").Class(20, "java.lang.String");
    types.Class(21, "Stack", 2).Field("truncated", 4).Field("frames", 22, "array");
    types.Class(22, "Frame", 1).Field("method", 23, "constant");
    types.Class(23, "Method", 1).Field("name", 20);
    types.Class(100, "jdk.ExecutionSample", 1).Field("stackTrace", 21, "constant");
    std::string pools = std::string(25, '\0') + Number(2, 4) + Number(21, 8) + Number(stacks_.size(), 4);
    for (const auto& [stack, id] : stacks_) {
      pools += Number(id, 8) + '\0' + Number(stack.size(), 4);
      for (const uint32_t method : stack) pools += Number(method, 8);
    }
    pools += Number(23, 8) + Number(method_count, 4);
    for (uint32_t method = 0; method < method_count; ++method)
      pools += Number(method, 8) + Text(fmt::format("m{}", method));
    const std::string body = Event(0, types.Bytes()) + events_ + Event(1, pools);
    return std::string("FLR\0", 4) + Number(2, 2) + Number(0, 2) + Number(68 + body.size(), 8) +
           Number(0, 8) + Number(68, 8) + std::string(24, '\0') + Number(1000, 8) + Number(0, 4) + body;
  }

 private:
  std::map<std::vector<uint32_t>, uint64_t> stacks_;
  std::string events_;
};

using test::Import;

std::vector<std::string> Recordings() {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(SourceDir() / "tests/cct/import/data/jfr")) {
    if (entry.path().extension() != ".jfr") continue;
    all.push_back(test::BytesOf(entry.path()));
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(JfrCursor, ReadsIntegersOfAnySize) {
  const std::pair<uint64_t, size_t> cases[] = {{0, 1},
                                               {0x7f, 1},
                                               {0x80, 2},
                                               {0x3fff, 2},
                                               {(uint64_t{1} << 56) - 1, 8},
                                               {uint64_t{1} << 56, 9},
                                               {uint64_t{1} << 63, 9},
                                               {~uint64_t{0}, 9}};
  for (const auto& [value, size] : cases) {
    const std::string bytes = Varint(value);
    EXPECT_EQ(bytes.size(), size);
    JfrCursor cursor(bytes, 0, bytes.size(), true);
    EXPECT_EQ(cursor.Integer(4), value);
    EXPECT_EQ(cursor.left(), 0u);
    EXPECT_FALSE(cursor.broken());
    JfrCursor cut(bytes, 0, bytes.size() - 1, true);
    static_cast<void>(cut.Integer(4));
    EXPECT_TRUE(cut.broken());
  }
  const std::string fixed = Number(0x0102030405060708, 8);
  EXPECT_EQ(JfrCursor(fixed, 0, 8, false).Integer(8), 0x0102030405060708u);
  EXPECT_EQ(JfrCursor(fixed, 2, 8, false).Integer(2), 0x0304u);
}

TEST(JfrCursor, ReadsStringsOfEveryEncoding) {
  const auto read = [](const std::string& bytes, bool compressed, size_t max_bytes = 1000) {
    JfrCursor cursor(bytes, 0, bytes.size(), compressed);
    const JfrText text = cursor.Text();
    if (cursor.broken()) return std::string("broken");
    std::string out;
    const bool whole = AppendJfrText(text, compressed, max_bytes, out);
    return whole ? out : out + "...";
  };
  using std::string_literals::operator""s;
  EXPECT_EQ(read("\0"s, true), "");
  EXPECT_EQ(read("\1", true), "");
  EXPECT_EQ(read("\3\3abc", true), "abc");
  EXPECT_EQ(read("\3\0\0\0\3abc"s, false), "abc");
  EXPECT_EQ(read("\3\3abc", true, 2), "ab...");
  EXPECT_EQ(read("\5\2\xe9z", true), "\u00e9z");
  EXPECT_EQ(read("\5\2\xe9\xe9", true, 1), "\u00e9...");
  EXPECT_EQ(read("\4\0\0\0\2\x4e\x2d\0\x41"s, false), "\u4e2d\x41");
  EXPECT_EQ(read("\4\2" + Varint(0xd83d) + Varint(0xde00), true), "\U0001f600");
  EXPECT_EQ(read("\4\2" + Varint(0xde00) + Varint(0xd83d), true), "\ufffd\ufffd");
  EXPECT_EQ(read("\4\2" + Varint(0xd83d) + "a", true), "\ufffd\x61");
  EXPECT_EQ(read("\6", true), "broken");
  EXPECT_EQ(read("\3\4abc", true), "broken");
  EXPECT_EQ(read("\4\2" + Varint(0xd83d), true), "broken");
  EXPECT_EQ(read("\3" + Varint(~uint64_t{0}) + "abc", true), "broken");
}

TEST(JfrTypes, WritesTypesWithinTypesOut) {
  Description description;
  description.Class(1, "int").Class(2, "java.lang.String").Class(3, "empty");
  description.Class(10, "pair", 2).Field("a", 1).Field("b", 2, "array");
  description.Class(11, "outer", 4).Field("none", 3, "array").Field("pairs", 10, "array").Field("c", 10);
  description.Field("d", 10, "constant");
  description.Class(12, "loop", 1).Field("self", 12);
  const std::string bytes = description.Bytes();
  JfrTypes types;
  ASSERT_TRUE(types.Read(JfrCursor(bytes, 0, bytes.size(), false)));
  EXPECT_EQ(types.size(), 6u);
  EXPECT_EQ(types.Find(99), JfrTypes::kNone);
  EXPECT_FALSE(types.LayoutOf(types.Find(12), {}, true).readable);

  const std::string_view paths[] = {"pairs.a", "c.b", "d"};
  const JfrLayout whole = types.LayoutOf(types.Find(11), paths, true);
  ASSERT_TRUE(whole.readable);
  const std::string value = Number(7, 4) + Number(2, 4) + Number(41, 4) + Number(0, 4) + Number(42, 4) +
                            Number(1, 4) + Text("x") + Number(43, 4) + Number(2, 4) + Text("y") + Text("z") +
                            Number(44, 8);
  std::string seen;
  const auto visit = [&seen](uint8_t slot, const JfrValue& v) {
    seen += fmt::format("{}:{}{} ", slot, v.number, v.text.bytes);
  };
  JfrCursor cursor(value, 0, value.size(), false);
  EXPECT_TRUE(ReadJfrValue(whole, cursor, visit));
  EXPECT_EQ(cursor.left(), 0u);
  EXPECT_EQ(seen, "0:41 0:42 1:0y 1:0z 2:44 ");
  for (size_t size = 0; size < value.size(); ++size) {
    JfrCursor cut(value, 0, size, false);
    EXPECT_FALSE(ReadJfrValue(whole, cut, [](uint8_t, const JfrValue&) {})) << size;
  }

  const std::string_view first[] = {"pairs.a"};
  const JfrLayout start = types.LayoutOf(types.Find(11), first, false);
  JfrCursor short_cursor(value, 0, value.size(), false);
  EXPECT_TRUE(ReadJfrValue(start, short_cursor, visit));
  EXPECT_EQ(short_cursor.position(), 4u + 4 + 4 + 4 + 4 + 4 + 6);
}

// Against a tree of folded stacks.
TEST(JfrImporter, GivesTheTreeOfItsStacks) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 50; ++round) {
    std::string bytes;
    std::string folded;
    for (int chunk = 0; chunk < 3; ++chunk) {
      SmallRecording recording;
      for (int sample = 0; sample < 40; ++sample) {
        std::vector<uint32_t> stack(1 + random() % 7);
        for (uint32_t& method : stack) method = random() % 4;
        recording.AddSample(stack);
        folded += fmt::format("m{} 1\n", fmt::join(stack.rbegin(), stack.rend(), ";m"));
      }
      bytes += recording.Bytes(4);
    }
    const CctPtr tree = test::Imported(bytes);
    EXPECT_EQ(tree->report().record_count, 120u);
    EXPECT_EQ(tree->report().skipped_count(), 0u);
    EXPECT_EQ(test::TextDump(*tree),
              test::TextDump(*test::TreeFromFolded(folded, {{"execution samples", "count", 1}})));
  }
}

TEST(JfrImporter, TellsTheClassesOfMethods) {
  const CctPtr tree = test::Imported(test::DataFile("jfr/plain.jfr"));
  std::map<std::string, std::string> classes;
  const FrameTable& frames = tree->frames();
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const ClassId its = frames.facts().ClassOf(frame);
    if (its == kNoClass) continue;
    const FrameClass found = frames.facts()[its];
    classes[std::string(frames.name(frame))] =
        fmt::format("{} {} in {}", WordOf(kClassKindWords, found.kind), found.name, found.package);
  }
  EXPECT_EQ(classes,
            (std::map<std::string, std::string>{{"app.Main.main", "class Main in app"},
                                                {"app.Main.run", "class Main in app"},
                                                {"app.Worker.<init>", "class Worker in app"},
                                                {"java.lang.Object.wait0", "class Object in java.lang"},
                                                {"java.lang.Thread.run", "class Thread in java.lang"},
                                                {"java.util.List.add", "class List in java.util"}}));
}

// Whether the input lies in memory or comes in pieces of any size makes no difference.
TEST(JfrImporter, ReadsStreams) {
  for (const std::string& bytes : Recordings()) {
    const auto whole = Import(bytes);
    for (const size_t piece_bytes : {1, 7, 1000, 4096}) {
      const auto source = test::TextSource(bytes, piece_bytes);
      const ImportOptions options;
      JobControl job;
      ImportReport report;
      CctBuilder builder;
      const auto read = kJfrImporter.import({*source, options, builder, report, job});
      if (!read) {
        ASSERT_FALSE(whole);
        EXPECT_EQ(DescribeError(read.error()), DescribeError(whole.error()));
        continue;
      }
      const auto tree = std::move(builder).Finish(report);
      ASSERT_EQ(tree.has_value(), whole.has_value() || report.record_count == 0);
      if (!whole) continue;
      EXPECT_EQ(test::TextDump(**tree), test::TextDump(**whole));
      // Added to what any importer has to tell.
      if (report.record_count == 0)
        report.notes.insert(report.notes.begin(), "The profile holds no samples.");
      else if (const std::string& first = (*whole)->report().notes.front();
               first.starts_with("No sample has frames"))
        report.notes.insert(report.notes.begin(), first);
      EXPECT_EQ(report.notes, (*whole)->report().notes);
      EXPECT_EQ(report.skipped_count(), (*whole)->report().skipped_count());
    }
  }
}

// Whatever is cut off or altered, what comes is a sound tree or an error.
TEST(JfrImporter, SurvivesDamage) {
  std::mt19937 engine(11);
  const auto check = [](const std::string& bytes) {
    const auto tree = Import(bytes);
    if (!tree) return;
    const Result<void> verified = VerifyCct(**tree);
    EXPECT_TRUE(verified) << DescribeError(verified.error());
  };
  for (const std::string& bytes : Recordings()) {
    if (bytes.size() > 3000) continue;
    for (size_t size = 1; size < bytes.size(); size += 13) check(bytes.substr(0, size));
    for (int round = 0; round < 100; ++round) {
      std::string damaged = bytes;
      for (int flips = 0; flips < 3; ++flips)
        damaged[engine() % damaged.size()] = static_cast<char>(engine());
      check(damaged);
    }
  }
}

TEST(JfrImporter, HoldsItsLimits) {
  SmallRecording recording;
  recording.AddSample({1, 2, 3});
  const std::string bytes = recording.Bytes(4);
  EXPECT_TRUE(Import(bytes, {.max_stack_depth = 3}));
  EXPECT_EQ(test::CodeOf(bytes, {.max_stack_depth = 2}), ErrorCode::kLimit);
  EXPECT_EQ(test::CodeOf(bytes, {.build = {.max_contexts = 3}}), ErrorCode::kLimit);
}

TEST(JfrImporter, StopsWhenCancelled) {
  SmallRecording recording;
  for (int i = 0; i < 40'000; ++i) recording.AddSample({1});
  const std::string bytes = recording.Bytes(2);
  EXPECT_EQ(test::EndWhenCancelled(bytes), ErrorCode::kCancelled);
}

TEST(JfrImporter, PutsStatesOfThreadsFirstWhereAsked) {
  const std::string bytes = test::DataFile("jfr/states.jfr");
  EXPECT_EQ(test::DumpWithNotes(bytes, {.labels = {"state"}}),
            "# execution samples count 1 5\n"
            "state: STATE_RUNNABLE {thread}  2/0\n"
            "  a.A.f {jit}  2/2\n"
            "state: STATE_SLEEPING {thread}  2/0\n"
            "  a.A.f {jit}  2/0\n"
            "    a.A.wait  2/2\n"
            "state: (none) {thread}  1/0\n"
            "  a.A.f {jit}  1/1\n"
            "1 chunk, recorded for 2.500 s.\n");
  const CctPtr tree = test::Imported(bytes, {.labels = {"state", "thread"}});
  std::vector<std::string> rings;
  for (ContextId thread = 1; thread < tree->context_count(); ++thread) {
    const ContextId state = tree->ParentOf(thread);
    if (state == kRootContext || tree->ParentOf(state) != kRootContext) continue;
    rings.push_back(fmt::format("{}, {}", tree->FrameAt(state).name, tree->FrameAt(thread).name));
  }
  std::sort(rings.begin(), rings.end());
  EXPECT_EQ(rings, (std::vector<std::string>{
                       "state: (none), worker (tid 12)", "state: STATE_RUNNABLE, main (tid 11)",
                       "state: STATE_RUNNABLE, worker (tid 12)", "state: STATE_SLEEPING, main (tid 11)",
                       "state: STATE_SLEEPING, worker (tid 12)"}));
}

TEST(JfrImporter, PutsThreadsFirstAsAsked) {
  SmallRecording recording;
  recording.AddSample({1});
  const std::string bytes = recording.Bytes(2);
  const CctPtr tree = test::Imported(bytes, {.threads = ThreadRing::kAlways});
  EXPECT_EQ(tree->FrameAt(1).name, "(no thread)");
  EXPECT_EQ(tree->FrameAt(1).kind, FrameKind::kThread);
  EXPECT_EQ(test::Imported(bytes, {.threads = ThreadRing::kMerged})->FrameAt(1).name, "m1");
}

}  // namespace
}  // namespace ringscope::jfr_test
