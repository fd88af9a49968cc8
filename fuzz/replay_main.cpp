// Runs a fuzz target over a corpus without libFuzzer: every input as it is, cut off at places, and with bytes
// changed, the same ones in every run. Each goes into a heap block of exactly its size, so that a sanitizer
// sees the first byte read too far.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

using Bytes = std::vector<uint8_t>;

constexpr int kVariants = 64;

void RunOn(const Bytes& input, size_t size) {
  const auto block = std::make_unique<uint8_t[]>(size);
  std::copy_n(input.begin(), size, block.get());
  LLVMFuzzerTestOneInput(block.get(), size);
}

void RunVariants(const Bytes& input, uint32_t seed) {
  RunOn(input, input.size());
  if (input.empty()) return;
  std::mt19937 random(seed);
  for (int i = 0; i < kVariants; ++i) {
    RunOn(input, random() % input.size());
    Bytes changed = input;
    for (uint32_t flips = 1 + random() % 4; flips > 0; --flips) {
      uint8_t& byte = changed[random() % changed.size()];
      // Half the changes flip one bit, half put in a value that parsers tend to treat specially.
      constexpr uint8_t kSpecial[] = {0, 1, 0x7f, 0x80, 0xff, '\n', ' ', ';', '-', '"'};
      byte = random() % 2 == 0 ? static_cast<uint8_t>(byte ^ (1u << random() % 8))
                               : kSpecial[random() % std::size(kSpecial)];
    }
    RunOn(changed, changed.size());
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argument_count; ++i) {
    if (std::filesystem::is_directory(arguments[i])) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i])) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.emplace_back(arguments[i]);
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: %s FILE_OR_FOLDER... (found no inputs)\n", arguments[0]);
    return 2;
  }
  std::sort(files.begin(), files.end());
  uint32_t seed = 0;
  for (const auto& file : files) {
    // Named before it runs: the last name is the culprit if the target ends the program.
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
      std::fprintf(stderr, "cannot open it\n");
      return 2;
    }
    RunVariants(Bytes(std::istreambuf_iterator<char>(stream), {}), ++seed);
  }
  std::printf("%zu inputs with %d variants each\n", files.size(), 2 * kVariants);
  return 0;
}
