// Runs one of the fuzz targets over a corpus without libFuzzer: every input as it is and changed in many
// ways, the same ones in every run. Each goes into a heap block of exactly its size, so that a sanitizer sees
// the first byte read too far. Whatever ends the program, the input and the number of its variant are named.
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/mutations.h"
#include "fuzz/targets.h"

// Only there with a sanitizer.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace ringscope::fuzz {
namespace {

constexpr char kUsage[] =
    "usage: %s TARGET [OPTION...] FILE_OR_FOLDER...\n"
    "       %s --list         the names of the targets\n"
    "  --variants N     of each input (default 129)\n"
    "  --only N         the one variant of that number\n"
    "  --total N        variants of all inputs together, instead of --variants\n"
    "  --max-bytes N    leave out inputs that are longer\n"
    "  --seconds S      fail when one variant takes more processor time\n"
    "  --resident-mib M fail when the program has taken more memory\n";

struct Options {
  uint64_t variants = 2 * kCutCount + 1;
  uint64_t only = UINT64_MAX;
  uint64_t total = 0;
  uint64_t max_bytes = UINT64_MAX;
  uint64_t seconds = UINT64_MAX;
  uint64_t resident_mib = UINT64_MAX;
  std::vector<std::filesystem::path> files;
};

// What runs, for whoever ends the program.
const char* g_running_name = "";
uint64_t g_running_variant = 0;

void NameTheCulprit() {
  std::fprintf(stderr, "\nthis was variant %llu of %s\n", static_cast<unsigned long long>(g_running_variant),
               g_running_name);
}

void NameTheCulpritAndAbort(int) {
  NameTheCulprit();
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
}

double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

uint64_t PeakMib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) / 1024;
}

void AddFiles(const std::filesystem::path& path, std::vector<std::filesystem::path>& files) {
  if (!std::filesystem::is_directory(path)) {
    files.push_back(path);
    return;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
}

bool ReadArguments(int argument_count, char** arguments, Options& options) {
  for (int i = 2; i < argument_count; ++i) {
    const std::string_view argument = arguments[i];
    uint64_t* value = nullptr;
    if (argument == "--variants") value = &options.variants;
    if (argument == "--only") value = &options.only;
    if (argument == "--total") value = &options.total;
    if (argument == "--max-bytes") value = &options.max_bytes;
    if (argument == "--seconds") value = &options.seconds;
    if (argument == "--resident-mib") value = &options.resident_mib;
    if (value == nullptr) {
      AddFiles(argument, options.files);
      continue;
    }
    if (++i == argument_count) return false;
    const char* const end = arguments[i] + std::strlen(arguments[i]);
    if (std::from_chars(arguments[i], end, *value).ptr != end) return false;
  }
  std::erase_if(options.files, [&](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::file_size(file, error) > options.max_bytes && !error;
  });
  std::sort(options.files.begin(), options.files.end());
  if (options.total > 0 && !options.files.empty()) {
    options.variants = (options.total + options.files.size() - 1) / options.files.size();
  }
  return !options.files.empty();
}

struct Tally {
  uint64_t runs = 0;
  double slowest_seconds = 0;
  std::string slowest;
};

bool RunVariant(const Target& target, const Bytes& input, uint64_t index, const Options& options,
                Tally& tally) {
  g_running_variant = index;
  const Bytes variant = Mutate(input, index);
  const auto block = std::make_unique<uint8_t[]>(variant.size());
  std::copy(variant.begin(), variant.end(), block.get());
  const double begin = ProcessorSeconds();
  target.run(std::as_bytes(std::span(block.get(), variant.size())));
  const double seconds = ProcessorSeconds() - begin;
  ++tally.runs;
  if (seconds > tally.slowest_seconds) {
    tally.slowest_seconds = seconds;
    tally.slowest = std::string(g_running_name) + " variant " + std::to_string(index);
  }
  if (seconds > static_cast<double>(options.seconds)) {
    std::fprintf(stderr, "%.2f s of processor time, expected at most %llu s\n", seconds,
                 static_cast<unsigned long long>(options.seconds));
    return false;
  }
  if (const uint64_t mib = PeakMib(); mib > options.resident_mib) {
    std::fprintf(stderr, "%llu MiB of memory, expected at most %llu MiB\n",
                 static_cast<unsigned long long>(mib), static_cast<unsigned long long>(options.resident_mib));
    return false;
  }
  return true;
}

bool RunFile(const Target& target, const std::string& name, const Options& options, Tally& tally) {
  std::ifstream stream(name, std::ios::binary);
  if (!stream) {
    std::fprintf(stderr, "%s: cannot open it\n", name.c_str());
    return false;
  }
  const Bytes input(std::istreambuf_iterator<char>(stream), {});
  g_running_name = name.c_str();
  const bool one = options.only != UINT64_MAX;
  const uint64_t end = one ? options.only + 1 : options.variants;
  for (uint64_t index = one ? options.only : 0; index < end; ++index) {
    if (RunVariant(target, input, index, options, tally)) continue;
    NameTheCulprit();
    return false;
  }
  return true;
}

int Main(int argument_count, char** arguments) {
  const std::vector<Target> targets = AllTargets();
  const std::string_view wanted = argument_count > 1 ? arguments[1] : "";
  if (wanted == "--list") {
    for (const Target& target : targets) std::puts(target.name.c_str());
    return 0;
  }
  const auto target =
      std::find_if(targets.begin(), targets.end(), [&](const Target& one) { return one.name == wanted; });
  Options options;
  if (target == targets.end() || !ReadArguments(argument_count, arguments, options)) {
    std::fprintf(stderr, kUsage, arguments[0], arguments[0]);
    return 2;
  }
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(NameTheCulprit);
  std::signal(SIGABRT, NameTheCulpritAndAbort);
  Tally tally;
  for (const auto& file : options.files) {
    if (!RunFile(*target, file.string(), options, tally)) return 1;
  }
  std::printf("%llu variants of %zu inputs; the slowest took %.3f s (%s); at most %llu MiB\n",
              static_cast<unsigned long long>(tally.runs), options.files.size(), tally.slowest_seconds,
              tally.slowest.c_str(), static_cast<unsigned long long>(PeakMib()));
  return 0;
}

}  // namespace
}  // namespace ringscope::fuzz

int main(int argument_count, char** arguments) { return ringscope::fuzz::Main(argument_count, arguments); }
