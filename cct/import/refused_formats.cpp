#include "cct/import/import_profile.h"

#include <algorithm>
#include <array>

#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// A format, recognized by its first bytes and by other parts of the prefix.
struct RefusedFormat {
  std::string_view begin;                      // the first bytes, with or without blanks in front; empty: any
  std::string_view says;                       // what was found, and what to run instead
  std::array<std::string_view, 3> holds = {};  // parts that the prefix must contain
  bool is_binary = false;                      // the prefix must contain data bytes
};

using namespace std::string_view_literals;

constexpr std::string_view kZip = "a zip archive: unpack it and open the profile in it";
constexpr std::string_view kBzip2 = "a file compressed by bzip2: run `bzip2 -d` on it first";
constexpr std::string_view kLz4 = "a file compressed by lz4: run `lz4 -d` on it first";
constexpr std::string_view kZlib =
    "a stream compressed by zlib: run `pigz -dz < FILE > FILE.out` and open FILE.out";
constexpr std::string_view kArtTrace =
    "a method trace of Android's ART: open it in the Firefox Profiler (profiler.firefox.com) and save the "
    "profile from there";
constexpr std::string_view kPerfReport =
    "the text of `perf report`: run `perf script > FILE.txt` instead, and open FILE.txt";

constexpr RefusedFormat kRefused[] = {
    {"MOJ", "the binary data of Austin: run `mojo2austin FILE FILE.austin` and open FILE.austin", {}, true},
    {"\xdc\xdfJSLB", "a JsonSlabs file: save the profile as JSON"},
    {"PK\x03\x04", kZip},
    {"PK\x05\x06", kZip},
    {"PK\x07\x08", kZip},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it and open the profile in it"},
    {"Rar!\x1a\x07", "a rar archive: unpack it and open the profile in it"},
    {"\xfd"
     "7zXZ\0"sv,
     "a file compressed by xz: run `xz -d` on it first"},
    {"BZh", kBzip2, {"1AY&SY"}, true},
    {"BZh", kBzip2, {"\x17\x72\x45\x38\x50\x90"}},  // of an empty file
    {"\x04\x22\x4d\x18", kLz4},
    {"\x02\x21\x4c\x18", kLz4},  // its legacy format
    {"\x1f\x9d", "a file compressed by compress (.Z): run `uncompress` on it first"},
    {"]\0\0"sv, "a file compressed by lzma: run `xz -d --format=lzma` on it first"},
    {"LZIP\x01", "a file compressed by lzip: run `lzip -d` on it first"},
    {"\x89LZO\0\r\n"sv, "a file compressed by lzop: run `lzop -d` on it first"},
    {"x\x01", kZlib, {}, true},
    {"x\x9c", kZlib, {}, true},
    {"x\xda", kZlib, {}, true},
    {"Nettrace", "a trace of .NET: run `dotnet-trace convert --format Speedscope FILE`", {}, true},
    {"gmon\x01\0\0\0"sv, "the data of gprof: run `gprof PROGRAM FILE > FILE.txt` and open FILE.txt"},
    {"HPCTOOLKIT",
     "a database of HPCToolkit: read it with Hatchet and save its graph with `to_json`",
     {},
     true},
    {"desc:",
     "Valgrind's massif snapshots: record with `valgrind --tool=dhat` instead",
     {"\ntime_unit:", "\nsnapshot="}},
    {"\x04\x08{",
     "a dump of stackprof: run `stackprof --json FILE > FILE.json` and open FILE.json",
     {"gc_samples", "missed_samples"}},
    {"go 1.",
     "an execution trace of Go: run `go tool trace -pprof=sched FILE > FILE.pb` (or sync, syscall, net) and "
     "open FILE.pb",
     {" trace\0"sv}},
    {"goroutine ",
     "the stacks of goroutines as Go prints them: fetch them with `debug=1` or `debug=0` instead",
     {" [", "]:\n"}},
    {"PeriodType: ",
     "the text of `pprof -raw`: save the profile with `go tool pprof -proto` instead",
     {"\nSamples:\n"}},
    {"",
     "a report of pprof: save the profile with `go tool pprof -proto` instead",
     {"\n      flat  flat%   sum%"}},
    {"", "a trace of xdebug: record with `xdebug.mode=profile` instead", {"TRACE START ["}},
    {"v8-version,",
     "a log of V8: run `node --prof-process --preprocess FILE > FILE.json` and open FILE.json"},
    {"#", kPerfReport, {"\n# Event count (approx.): "}},
    {"#", kPerfReport, {"\n# Overhead "}},
    {"",
     "a dump of perf's records: run `perf script > FILE.txt` instead, and open FILE.txt",
     {"\n. ... raw event: size "}},
    {"",
     "the text of `perf annotate`: run `perf script > FILE.txt` instead, and open FILE.txt",
     {"Percent |\tSource code & Disassembly of "}},
    {"",
     "the text of `perf stat`, which has no call stacks: record with `perf record -g` instead",
     {"\n Performance counter stats for "}},
    {"",
     "the text of Python's pstats: open the file that it read (`python3 -m cProfile -o FILE`)",
     {" function calls ", "\n   ncalls  tottime "}},
    {"",
     "the text of `callgrind_annotate` or `cg_annotate`: open the file that it read (callgrind.out.PID)",
     {"\nEvents recorded:", "\nEvents shown:"}},
    {"",
     "the text of Valgrind's ms_print: record with `valgrind --tool=dhat` instead",
     {"\nMassif arguments:", "\nms_print arguments:"}},
    {"",
     "the text of `heaptrack_print`: open the file that it read",
     {"\nMOST CALLS TO ALLOCATION FUNCTIONS"}},
    {"JAVA PROFILE 1.0",
     "a heap dump of Java's hprof, which has no call stacks: record with the flight recorder (.jfr) or "
     "async-profiler instead",
     {},
     true},
    {"\x5e\x97\xca\xfd", "a capture of sysprof, which is not read: record with `perf record -g` instead"},
    {"*version\n", kArtTrace, {"*threads\n"}},
    {"*version\n", kArtTrace, {"clock="}},
    {"SLOW", kArtTrace, {}, true},
    {"",
     "thread dumps of Java: run `stackcollapse-jstack.pl FILE > FILE.folded` and open FILE.folded",
     {"\nFull thread dump "}},
    {"{", "the JSON of bpftrace: run it without `-f json`", {"\"type\": \"map\"", "\"data\": {\"@"}},
    {"{",
     "a heap snapshot of V8, which has no call stacks: record an allocation sampling (.heapprofile) instead",
     {"\"snapshot\"", "\"node_fields\"", "\"edge_fields\""}},
    {"{",
     "a session of pyinstrument: run `pyinstrument --load FILE -r json -o FILE.json` and open FILE.json",
     {"\"frame_records\""}},
    {"{",
     "a profile of Scalene, which is by line: record with `py-spy record --format speedscope` instead",
     {"\"elapsed_time_sec\"", "\"files\"", "\"n_cpu_percent_python\""}},
    {"<",
     "what Instruments exports, which is not read: record with `samply record` instead",
     {"<trace-query-result"}},
    {"<",
     "a page with a flame graph: where async-profiler wrote it, run `jfrconv FILE FILE.collapsed` and open "
     "that; else open the stacks it was drawn from",
     {"<html", "FlameGraph"}},
    {"<", "a picture: open the profile that it was drawn from", {"<svg"}},
    {"<", "a web page: save the profile that it shows", {"<html"}},
};

bool Matches(const RefusedFormat& format, std::string_view text, std::string_view from_first) {
  if (format.is_binary && !HasDataBytes(text)) return false;
  if (!text.starts_with(format.begin) && !from_first.starts_with(format.begin)) return false;
  return std::ranges::all_of(format.holds, [&](std::string_view part) { return Has(text, part); });
}

// Whether the text begins with the header of a tar archive's first file.
bool IsTar(std::string_view text) {
  constexpr size_t kMarkAt = 257;
  return text.size() > kMarkAt && text.substr(kMarkAt).starts_with("ustar") &&
         HasDataBytes(text.substr(0, kMarkAt));
}

}  // namespace

std::string_view RefusedFormatOf(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  if (IsTar(text)) return "a tar archive: unpack it and open the profile in it";
  for (const RefusedFormat& format : kRefused) {
    if (Matches(format, text, text.substr(first))) return format.says;
  }
  return {};
}

std::string_view RefusedFolderOf(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return {};
  const auto has = [&](const std::filesystem::path& file) {
    std::error_code none;
    return std::filesystem::exists(folder / file, none);
  };
  std::filesystem::path name =
      folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
  if (name.extension() == ".trace")
    return "a trace of Instruments: copy its call tree (Edit, Deep Copy) into a text file and open that";
  if (has("meta.db") && has("profile.db"))
    return "a database of HPCToolkit: read it with Hatchet and save its graph with `to_json`";
  if (has(name.concat(".vtune")))
    return "a result of VTune, which is not read: record with `perf record -g` instead";
  return {};
}

std::string_view DescribeContents(std::string_view text) {
  if (FirstOf(text) == '{' || FirstOf(text) == '[') return "JSON of another kind";
  if (HasDataBytes(text)) return "binary data";
  return "other text (folded stacks are lines such as \"main;parse;read 42\")";
}

}  // namespace ringscope
