// That every importer keeps to the memory it is given: what its own tables take counts, beside the tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/system/memory_limit.h"
#include "cct/import/importer.h"
#include "cct/trace/trace_layout.h"
#include "tests/cct/base/system/counted_new.h"
#include "tests/cct/import/import_text.h"

namespace ringscope::memory_limits_test {
namespace {

// `head`, then `part` of 0 to count - 1, then `tail`.
template <typename Part>
std::string Repeated(std::string_view head, size_t count, Part part, std::string_view tail = {}) {
  std::string text(head);
  for (size_t i = 0; i < count; ++i) text += part(i);
  return text += tail;
}

// `text` with the number for each '#'.
std::string Numbered(std::string_view text, size_t number) {
  std::string numbered;
  for (const char c : text) numbered += c == '#' ? std::to_string(number) : std::string(1, c);
  return numbered;
}

// A profile with many samples, functions, or what else its importer could hold much of. Its text is `head`,
// `part` with 1 to `count` for each '#', and `tail`, or what `make` makes.
struct LargeProfile {
  std::string_view format;  // as ImportReport has it
  size_t count;             // takes an importer some megabytes
  std::string_view head = {}, part = {}, tail = {};
  std::string (*make)(size_t count) = nullptr;

  [[nodiscard]] std::string Text() const {
    if (make != nullptr) return make(count);
    return Repeated(
        head, count, [this](size_t i) { return Numbered(part, i + 1); }, tail);
  }
};

// A message of protobuf, field by field.
class Message {
 public:
  Message& Number(uint32_t field, uint64_t value) {
    protozero::pbf_writer(bytes_).add_uint64(field, value);
    return *this;
  }
  Message& Bytes(uint32_t field, std::string_view bytes) {
    protozero::pbf_writer(bytes_).add_bytes(field, bytes.data(), bytes.size());
    return *this;
  }
  Message& Bytes(uint32_t field, const Message& part) { return Bytes(field, part.bytes_); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string BigEndian(uint64_t value, size_t size_bytes) {
  std::string bytes;
  for (size_t i = size_bytes; i-- > 0;) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}
std::string LittleEndian(uint64_t value, size_t size_bytes) {
  const std::string bytes = BigEndian(value, size_bytes);
  return {bytes.rbegin(), bytes.rend()};
}
std::string LittleEndian64(uint64_t value) { return LittleEndian(value, 8); }

// Files whose trees are of a few contexts, but for folded stacks and the like, and whose tables take some ten
// bytes or more for each of `count`.
std::string Jfr(size_t count) {
  // A type without fields but its number, of which there are `count` constants, and samples without a stack.
  std::vector<std::string> strings = {"root", "metadata", "class", "id", "name", "field"};
  const auto number_of = [&strings](const std::string& text) {
    for (size_t i = 0; i < strings.size(); ++i) {
      if (strings[i] == text) return BigEndian(i, 4);
    }
    strings.push_back(text);
    return BigEndian(strings.size() - 1, 4);
  };
  const auto element = [&](const std::string& kind, const std::string& id, const std::string& name,
                           uint64_t children) {
    const std::string id_key = kind == "class" ? "id" : "class";
    return number_of(kind) + BigEndian(2, 4) + number_of(id_key) + number_of(id) + number_of("name") +
           number_of(name) + BigEndian(children, 4);
  };
  const std::string classes =
      element("class", "4", "byte", 0) + element("class", "21", "Place", 1) + element("field", "4", "at", 0) +
      element("class", "100", "jdk.ExecutionSample", 1) + element("field", "4", "state", 0);
  const std::string elements = number_of("root") + BigEndian(0, 4) + BigEndian(1, 4) + number_of("metadata") +
                               BigEndian(0, 4) + BigEndian(3, 4) + classes;
  std::string description = std::string(24, '\0') + BigEndian(strings.size(), 4);
  for (const std::string& text : strings) description += "\3" + BigEndian(text.size(), 4) + text;
  description += elements;
  const auto event = [](uint64_t type, const std::string& fields) {
    return BigEndian(fields.size() + 12, 4) + BigEndian(type, 8) + fields;
  };
  const std::string pools =
      Repeated(std::string(25, '\0') + BigEndian(1, 4) + BigEndian(21, 8) + BigEndian(count, 4), count,
               [](size_t i) { return BigEndian(i, 8) + '\1'; });
  const std::string body = event(0, description) + event(100, "\1") + event(1, pools);
  return std::string("FLR\0", 4) + BigEndian(2, 2) + BigEndian(0, 2) + BigEndian(68 + body.size(), 8) +
         BigEndian(0, 8) + BigEndian(68, 8) + std::string(24, '\0') + BigEndian(1000, 8) + BigEndian(0, 4) +
         body;
}

std::string Otlp(size_t count) {
  Message dictionary;
  for (int i = 0; i < 2; ++i) dictionary.Bytes(1, "").Bytes(2, "").Bytes(3, "").Bytes(6, "").Bytes(7, "");
  for (size_t i = 0; i < count; ++i) dictionary.Bytes(5, fmt::format("text {}", i));
  Message profile;
  profile.Bytes(1, Message().Number(1, 1).Number(2, 1)).Bytes(2, Message().Number(1, 1).Bytes(4, "\1"));
  return Message().Bytes(1, Message().Bytes(2, Message().Bytes(2, profile))).Bytes(2, dictionary).bytes();
}

std::string Pprof(size_t count) {
  Message profile;
  profile.Bytes(1, Message().Number(1, 1).Number(2, 1)).Bytes(2, Message().Number(1, 1).Number(2, 1));
  profile.Bytes(4, Message().Number(1, 1).Bytes(4, Message().Number(1, 1)));
  profile.Bytes(5, Message().Number(1, 1).Number(2, 2)).Bytes(6, "").Bytes(6, "n").Bytes(6, "main");
  for (size_t i = 0; i < count; ++i) profile.Bytes(6, "unused");
  return profile.bytes();
}

std::string Gperftools(size_t count) {
  std::string words;
  for (const uint64_t word : std::initializer_list<uint64_t>{0, 3, 1, 1000, 0, 1, 1, 1, 0, 1, 0})
    words += LittleEndian64(word);
  return Repeated(words, count, [](size_t i) { return fmt::format("0x{:x} function (a.java:1)\n", i); });
}

std::string Speedscope(size_t count) {
  const std::string weights = Repeated("1", count, [](size_t) { return ",1"; });
  return Repeated(
      R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"f"}]},)"
      R"("profiles":[{"type":"sampled","unit":"none","weights":[)" +
          weights + R"(],"samples":[[0])",
      count, [](size_t) { return ",[0]"; }, "]}]}");
}

// A block of nodes after another; nothing but the header and the count of each block matters.
std::string TraceMemory(size_t block_count) {
  TraceHeader header{};
  std::memcpy(header.magic, kTraceMagic, sizeof(header.magic));
  header.version = kTraceVersion;
  header.block_count = block_count + 1;
  header.metric_count = 1;
  header.time_metric = header.calls_metric = header.point_metric = kTraceNoMetric;
  std::string file((block_count + 1) * kTraceBlockBytes, '\0');
  std::memcpy(file.data(), &header, sizeof(header));
  for (size_t block = 1; block <= block_count; ++block) {
    const TraceBlock nodes{TraceBlockKind::kNodes, kTraceCellsPerBlock - 1, {}};
    std::memcpy(file.data() + block * kTraceBlockBytes, &nodes, sizeof(nodes));
  }
  // The first node is a thread, all others are called by it.
  for (size_t block = 1; block <= block_count; ++block) {
    for (uint32_t cell = 1; cell < kTraceCellsPerBlock; ++cell) {
      TraceNode node{};
      node.values[0] = 1;
      const bool is_root = block == 1 && cell == 1;
      node.caller = is_root ? 0 : kTraceCellsPerBlock + 1;
      node.function = is_root ? kTraceNoFunction : static_cast<uint32_t>(block * kTraceCellsPerBlock + cell);
      std::memcpy(file.data() + (block * kTraceCellsPerBlock + cell) * kTraceCellBytes, &node, sizeof(node));
    }
  }
  return file;
}

// Functions in Python's marshal format, each called by the first.
std::string Pstats(size_t count) {
  const auto function = [](size_t i) {
    const std::string text = fmt::format("f{}", i);
    std::string bytes(")\3z\1ai\0\0\0\0z", 11);
    bytes.push_back(static_cast<char>(text.size()));
    bytes += text;
    bytes += std::string(")\5i\1\0\0\0i\1\0\0\0i\1\0\0\0i\1\0\0\0{0", 24);
    return bytes;
  };
  return Repeated("{", count, function, "0");
}

// A file of as many functions, and a sample of the last of them.
std::string SimpleperfProto(size_t count) {
  const auto record = [](const Message& message) {
    return LittleEndian(message.bytes().size(), 4) + message.bytes();
  };
  const Message frame = Message().Number(1, 1).Number(2, 0).Number(3, count - 1);
  Message file = Message().Number(1, 0).Bytes(2, "a");
  for (size_t i = 0; i < count; ++i) file.Bytes(3, fmt::format("f{}", i));
  return "SIMPLEPERF" + LittleEndian(1, 2) +
         record(Message().Bytes(1, Message().Number(2, 1).Bytes(3, frame).Number(4, 1))) +
         record(Message().Bytes(3, file)) + LittleEndian(0, 4);
}

// Written to a pipe: an event, a file in memory, and samples all over it.
std::string PerfData(size_t count) {
  const auto record = [](uint64_t type, const std::string& body) {
    return LittleEndian(type, 4) + LittleEndian(2, 2) + LittleEndian(body.size() + 8, 2) + body;
  };
  std::string attribute = LittleEndian(1, 4) + LittleEndian(64, 4) + std::string(56, '\0');
  attribute[24] = 3;  // the address and the thread
  const std::string map = LittleEndian64(1) + LittleEndian64(0) + LittleEndian64(uint64_t{1} << 40) +
                          LittleEndian64(0) + std::string("/a\0\0\0\0\0\0", 8);
  return Repeated("PERFILE2" + LittleEndian64(16) + record(64, attribute) + record(1, map), count,
                  [&](size_t i) { return record(9, LittleEndian64(16 * i) + LittleEndian64(1)); });
}

// At least one for every importer.
constexpr LargeProfile kProfiles[] = {
    {.format = "ringscope trace", .count = 100, .make = &TraceMemory},
    {.format = "jfr", .count = 200'000, .make = &Jfr},
    {.format = "otlp", .count = 200'000, .make = &Otlp},
    {"otlp json", 200'000,
     R"({"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":{"typeStrindex":1},)"
     R"("samples":[{"stackIndex":0,"values":[1]}]}]}]}],"dictionary":{"mappingTable":[{}],"stringTable":[")",
     R"(text #",")", R"("]}})"},
    {.format = "pprof", .count = 200'000, .make = &Pprof},
    {.format = "gperftools", .count = 40'000, .make = &Gperftools},
    {"pprof text", 40'000, "--- heapz 1 ---\nformat = java\nresolution = bytes\n 1 1 @ 0x1\n",
     "0x# function (a.java:1)\n"},
    {"firefox", 200'000,
     R"({"meta":{"preprocessedProfileVersion":40},"threads":[{"samples":{"stack":[0]},"frameTable":{"func":[0]},)"
     R"("funcTable":{"name":[0]},"stackTable":{"frame":[0],"prefix":[null]},"stringArray":["f")",
     R"(,"text #")", "]}]}"},
    {"chrome trace", 40'000, R"([{"ph":"X","name":"f","ts":1,"dur":1,"pid":1,"tid":1})",
     R"(,{"ph":"M","name":"thread_name","pid":2,"tid":#,"args":{"name":"t"}})", "]"},
    {.format = "speedscope", .count = 200'000, .make = &Speedscope},
    {"DHAT", 100'000,
     R"({"dhatFileVersion":2,"mode":"heap","tu":"instrs","pps":[{"tb":1,"tbk":1,"fs":[1]}],"ftbl":["[root]")",
     R"x(,"0x#: f (a.c:1)")x", "]}"},
    {"stackprof", 300'000,
     R"({"mode":"cpu","interval":1,"gc_samples":0,"frames":{"7":{"name":"f"}},"raw":[1,7,1)", ",1,7,1", "]}"},
    {"heapprofile", 50'000,
     R"x({"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"id":1,"children":[)x"
     R"({"callFrame":{"functionName":"f"},"selfSize":8,"id":2,"children":[]})",
     R"(,{"callFrame":{"functionName":"f"},"selfSize":8,"children":[]})", "]}}"},
    {"cpuprofile", 600'000, R"({"nodes":[{"id":1,"callFrame":{"functionName":"f"}}],"samples":[1)", ",1",
     "]}"},
    {"Caliper", 200'000, R"({"data":[[0,1])", ",[0,1.5]",
     R"(],"columns":["path","time"],"column_metadata":[{"is_value":false},{"is_value":true}],)"
     R"("nodes":[{"label":"main","column":"path"}]})"},
    {"Caliper", 200'000, R"([{"path":"main","time":1})", R"(,{"path":"main","time":1})", "]"},
    {"Hatchet", 200'000,
     R"({"graph":[{"0":{"data":{"name":"main"},"children":[]}}],"dataframe":[{"node":0,"time":1})",
     R"(,{"node":0,"time":1})", "]}"},
    {"Hatchet", 200'000, R"([{"frame":{"name":"main"},"metrics":{"time":1)", R"(,"time":1)", "}}]"},
    {"HPCToolkit", 50'000, R"x(<HPCToolkitExperiment><Metric i="0" n="CYCLES (I)"/><ProcedureTable>)x",
     R"(<Procedure i="#" n="function #"/>)",
     R"(</ProcedureTable><PF l="0" n="1"><M n="0" v="1"/></PF></HPCToolkitExperiment>)"},
    {"heaptrack", 200'000, "v 10550 3\n", "s 1 f\n", "i 1 0 1\nt 1 0\na 5 1\n+ 0\n"},
    {"aprof", 50'000, "c report generated by aprof (valgrind)\nv 6\nr \"f\" \"a\" 0\nx 0 0 -1\n",
     "q 0 1 5 5 5 25 1 5 5 5 5 25\n"},
    {"callgrind", 100'000, "# callgrind format\nevents: Ir\n", "fl=(#) file_#\n", "fn=(1) main\n1 1\n"},
    {"folded", 50'000, "", "main;f# 1\n"},
    {"Austin", 50'000, "# austin: 3.0.0\n# mode: wall\n", "P1;T2;a.py:f#:1 1\n"},
    {"perf script", 50'000, "", "a 1 1.0: cycles:\n\t1 f# (/bin/a)\n\n"},
    {"bpftrace", 50'000, "", "@[\n    f#+1\n]: 1\n"},
    {.format = "pstats", .count = 50'000, .make = &Pstats},
    {"pyinstrument", 200'000,
     R"({"sample_count":1,"root_frame":{"function":"main","time":1,"children":[{"function":"f","time":1})",
     R"(,{"function":"f","time":1})", "]}}"},
    {"Safari", 200'000,
     R"({"recording":{"instrumentTypes":[],"sampleStackTraces":[{"timestamp":1,"stackFrames":[]})",
     R"(,{"timestamp":1,"stackFrames":[]})", "]}}"},
    {"GHC JSON", 200'000,
     R"({"total_ticks":1,"cost_centres":[{"id":1,"label":"f","module":"M","src_loc":""}],)"
     R"("profile":{"id":1,"ticks":1,"children":[{"id":1,"ticks":1})",
     R"(,{"id":1,"ticks":1})", "]}}"},
    {"V8 log", 200'000, R"({"code":[{"name":"a","type":"CPP"}],"ticks":[{"tm":1,"s":[0,0]})",
     R"(,{"tm":1,"s":[0,0]})", "]}"},
    {"cali", 200'000,
     "__rec=node,id=12,attr=10,data=1,parent=1\n__rec=node,id=13,attr=8,data=count,parent=12\n",
     "__rec=ctx,attr=13,data=1\n"},
    {"gprof", 50'000, "index % time    self  children    called     name\n",
     "[#]  1.0  0.01  0.00  1  f# [#]\n-----\n"},
    {"GHC profile", 50'000,
     "Time and Allocation Profiling Report\nCOST CENTRE MODULE SRC no. entries  %time %alloc   %time %alloc "
     " ticks     bytes\n",
     "f# Main x 1 1 0.0 0.0 0.0 0.0 1 1\n"},
    {"hprof", 100'000, "JAVA PROFILE 1.0.1\n", "TRACE #: (thread=1)\n\ta.A.f(A.java:1)\n",
     "CPU SAMPLES BEGIN (total = 1) x\n   1 100.00% 100.00%  1 1 a.A.f\nCPU SAMPLES END\n"},
    {"sample", 50'000, "Analysis of sampling a (pid 1) every 1 millisecond\nCall graph:\n    1 Thread_1\n",
     "      1 f#  (in a) + 1\n"},
    {"Instruments", 50'000, "Weight\tSelf Weight\tSymbol Names\n", "1.00 ms  1.0%\t0 s\tf#\n"},
    {"simpleperf", 50'000, "",
     "sample:\n  event_type: a\n  event_count: 1\n  thread_id: 1\n  vaddr_in_file: 1\n  symbol: f#\n"},
    {.format = "simpleperf protobuf", .count = 200'000, .make = &SimpleperfProto},
    {.format = "perf.data", .count = 100'000, .make = &PerfData},
    {"timemory", 100'000, R"({"timemory":{"wall_clock":{"ranks":[{"graph":[{"prefix":"main","depth":0})",
     R"(,{"prefix":"f#","depth":1,"entry":{"repr_data":1}})", "]}]}}}"},
    {"pmcstat", 50'000, "@ cycles [1 samples]\n", "1.00%  [1]  f# @ a\n"},
    {"DTrace", 50'000, "", "\n              a`f#+1\n                1\n"},
};

// Each profile is refused within kTightBytes.
constexpr uint64_t kTightBytes = uint64_t{2} << 20;
constexpr uint64_t kAmpleBytes = uint64_t{512} << 20;

class MemoryLimits : public testing::TestWithParam<LargeProfile> {};

TEST_P(MemoryLimits, AreKept) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const std::string profile = GetParam().Text();
  {
    const MemoryLimit tight(kTightBytes);
    EXPECT_THROW(static_cast<void>(test::Import(profile)), std::bad_alloc);
    EXPECT_TRUE(MemoryLimit::exceeded());
    EXPECT_EQ(MemoryLimit::held_bytes(), 0);
  }
  const MemoryLimit ample(kAmpleBytes);
  {
    const Result<CctPtr> tree = test::Import(profile);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ((*tree)->report().format, GetParam().format);
    EXPECT_GT(MemoryLimit::held_bytes(), 0);
  }
  EXPECT_EQ(MemoryLimit::held_bytes(), 0);
}

std::string NameOf(const testing::TestParamInfo<LargeProfile>& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param.format);
  for (char& c : name) {
    if (c == ' ' || c == '.') c = '_';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(Importers, MemoryLimits, testing::ValuesIn(kProfiles), NameOf);

TEST(MemoryLimitsTest, KnowEveryImporter) {
  std::set<std::string_view> known;
  for (const LargeProfile& one : kProfiles) known.insert(one.format);
  for (const Importer* importer : AllImporters())
    EXPECT_TRUE(known.contains(importer->name)) << importer->name;
}

}  // namespace
}  // namespace ringscope::memory_limits_test
