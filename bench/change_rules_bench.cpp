// How well rules tell which functions of a program changed: runs of one program whose 40 functions are known
// to do the same work, or 3 to 20 % more or less, are judged by the rules of this project and by those of
// others.
//
// usage: ringscope_change_rules_bench [EXPERIMENTS]
// EXPERIMENTS: how often all is repeated, default 10. Each run is a process of its own; runs of both versions
// take turns. Prints for each number of runs a side and each rule: the part of the changed functions that it
// found, the part of the unchanged ones that it named, and how many of those that it named were unchanged.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <list>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/measuring.h"
#include "cct/statistics/moderated_test.h"
#include "cct/statistics/rank_test.h"

namespace {

using namespace ringscope;

constexpr size_t kKernels = 8, kSizes = 5, kFunctions = kKernels * kSizes;
constexpr size_t kMostRuns = 8;                                    // a side
constexpr size_t kPastVersions = 20;                               // that rules by experience know
constexpr std::array kWork = {1.0, 1.03, 1.05, 1.10, 1.20, 0.90};  // of every fifth function, in turn

using Run = std::array<double, kFunctions>;  // ms of processor time
using Runs = std::vector<Run>;

double WorkOf(size_t function) {
  return function % 5 == 2 ? kWork[1 + function / 5 % (kWork.size() - 1)] : 1;
}

// One piece of work of a kind, of which a function does a hundred and more.
uint64_t Piece(size_t kernel, std::mt19937& chance) {
  uint64_t sum = 0;
  switch (kernel) {
    case 0: {
      std::vector<uint32_t> values(400);
      for (uint32_t& one : values) one = static_cast<uint32_t>(chance());
      std::sort(values.begin(), values.end());
      return values[200];
    }
    case 1: {
      std::unordered_map<uint32_t, uint32_t> map;
      for (uint32_t k = 0; k < 250; ++k) map[static_cast<uint32_t>(chance())] = k;
      return map.size();
    }
    case 2: {
      std::string text;
      for (uint32_t k = 0; k < 400; ++k) text += fmt::format("{},", k * 7);
      return text.size();
    }
    case 3: {
      std::array<double, 256> a{}, b{};
      for (size_t k = 0; k < a.size(); ++k) a[k] = b[k] = static_cast<double>(chance() % 7);
      double product = 0;
      for (size_t i = 0; i < 16; ++i) {
        for (size_t j = 0; j < 16; ++j) {
          for (size_t k = 0; k < 16; ++k) product += a[i * 16 + k] * b[k * 16 + j];
        }
      }
      return static_cast<uint64_t>(product);
    }
    case 4: {
      std::list<uint32_t> values;
      for (uint32_t k = 0; k < 300; ++k) values.push_front(k);
      for (const uint32_t one : values) sum += one;
      return sum;
    }
    case 5: {
      std::vector<std::vector<char>> blocks;
      for (uint32_t k = 0; k < 60; ++k) blocks.emplace_back(chance() % 5000);
      return blocks.size();
    }
    case 6: {
      static const std::vector<uint32_t> memory(1u << 20, 1);
      for (uint32_t k = 0; k < 500; ++k) sum += memory[chance() & (memory.size() - 1)];
      return sum;
    }
    default:
      for (uint32_t k = 0; k < 2000; ++k) sum = sum * 6364136223846793005u + 1442695040888963407u;
      return sum;
  }
}

Run RunOnce(bool is_after) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) std::abort();
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    Run run{};
    std::mt19937 chance(static_cast<uint32_t>(getpid()));
    volatile uint64_t kept = 0;
    for (size_t function = 0; function < kFunctions; ++function) {
      const auto pieces = static_cast<size_t>(std::lround(
          100.0 * static_cast<double>(1 + function / kKernels) * (is_after ? WorkOf(function) : 1)));
      const double begin = CpuMilliseconds();
      for (size_t k = 0; k < pieces; ++k) kept = kept + Piece(function % kKernels, chance);
      run[function] = CpuMilliseconds() - begin;
    }
    const bool is_written = write(ends[1], run.data(), sizeof run) == static_cast<ssize_t>(sizeof run);
    _exit(is_written ? 0 : 1);
  }
  close(ends[1]);
  Run run{};
  size_t got = 0;
  while (got < sizeof run) {
    const ssize_t count = read(ends[0], reinterpret_cast<char*>(run.data()) + got, sizeof run - got);
    if (count <= 0) std::abort();
    got += static_cast<size_t>(count);
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return run;
}

// What a rule may look at: the same number of runs of both versions, and one run of each of some versions
// before in which nothing changed.
struct Experiment {
  Runs before, after, past;
  [[nodiscard]] std::vector<double> Of(const Runs& runs, size_t count, size_t function) const {
    std::vector<double> values;
    for (size_t k = 0; k < count; ++k) values.push_back(runs[k][function]);
    return values;
  }
};

double Least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

// A change beyond the third quartile and three interquartile ranges of the changes of the past; of several
// runs the least.
bool ByPastChanges(const Experiment& experiment, size_t runs, size_t function) {
  std::vector<double> changes;
  for (size_t k = 1; k < experiment.past.size(); ++k)
    changes.push_back(std::abs(experiment.past[k][function] / experiment.past[k - 1][function] - 1));
  std::sort(changes.begin(), changes.end());
  const double lower = changes[changes.size() / 4], upper = changes[changes.size() * 3 / 4];
  const double change = std::abs(Least(experiment.Of(experiment.after, runs, function)) /
                                     Least(experiment.Of(experiment.before, runs, function)) -
                                 1);
  return change > upper + 3 * (upper - lower);
}

// At least 1 % between the least values, and from 4 and 4 runs on p < 0.05 in the Mann-Whitney test. Its
// second limit, 10 ms, is left out: all of these functions take less.
bool ByLeastAndRanks(const Experiment& experiment, size_t runs, size_t function) {
  const std::vector<double> before = experiment.Of(experiment.before, runs, function),
                            after = experiment.Of(experiment.after, runs, function);
  if (std::abs(Least(after) / Least(before) - 1) < 0.01) return false;
  return runs < 4 || MannWhitneyProbability(before, after) < 0.05;
}

// p < 0.05 in the Mann-Whitney test.
bool ByRanks(const Experiment& experiment, size_t runs, size_t function) {
  return MannWhitneyProbability(experiment.Of(experiment.before, runs, function),
                                experiment.Of(experiment.after, runs, function)) < 0.05;
}

struct Values {
  std::vector<std::vector<double>> before, after;
};
Values ValuesOf(const Experiment& experiment, size_t runs) {
  Values values;
  for (size_t function = 0; function < kFunctions; ++function) {
    values.before.push_back(experiment.Of(experiment.before, runs, function));
    values.after.push_back(experiment.Of(experiment.after, runs, function));
  }
  return values;
}

// The Mann-Whitney test with the rate of false discoveries held.
std::vector<bool> ByRanksOfAll(const Experiment& experiment, size_t runs) {
  const Values values = ValuesOf(experiment, runs);
  std::vector<double> probabilities;
  for (size_t k = 0; k < kFunctions; ++k)
    probabilities.push_back(MannWhitneyProbability(values.before[k], values.after[k]));
  return Discoveries(probabilities, 0.05);
}

// The rule of this project.
std::vector<bool> ByModeratedTest(const Experiment& experiment, size_t runs) {
  const Values values = ValuesOf(experiment, runs);
  std::vector<TwoSides> sides;
  for (size_t k = 0; k < kFunctions; ++k) sides.push_back({values.before[k], values.after[k]});
  return Discoveries(ModeratedProbabilities(sides), 0.05);
}

using Rule = std::function<std::vector<bool>(const Experiment&, size_t runs)>;

Rule OfEach(bool (*rule)(const Experiment&, size_t, size_t)) {
  return [rule](const Experiment& experiment, size_t runs) {
    std::vector<bool> found;
    for (size_t k = 0; k < kFunctions; ++k) found.push_back(rule(experiment, runs, k));
    return found;
  };
}

}  // namespace

int main(int count, char** words) {
  const int experiments = count > 1 ? std::atoi(words[1]) : 10;
  std::vector<Experiment> all;
  for (int k = 0; k < experiments; ++k) {
    Experiment& one = all.emplace_back();
    for (size_t run = 0; run < kPastVersions; ++run) one.past.push_back(RunOnce(false));
    for (size_t run = 0; run < kMostRuns; ++run) {
      const bool begins_after = run % 2 == 1;
      for (const bool is_after : {begins_after, !begins_after})
        (is_after ? one.after : one.before).push_back(RunOnce(is_after));
    }
  }
  size_t changed = 0;
  for (size_t k = 0; k < kFunctions; ++k) changed += WorkOf(k) != 1 ? 1 : 0;
  fmt::print("{} of {} functions changed, {} experiments, load {}\n", changed, kFunctions, experiments,
             LoadAverage());
  const std::pair<std::string_view, Rule> rules[] = {
      {"this project: moderated t, false discoveries held", ByModeratedTest},
      {"Mann-Whitney, false discoveries held", ByRanksOfAll},
      {"benchstat: Mann-Whitney", OfEach(ByRanks)},
      {"LNT: 1 %, then Mann-Whitney", OfEach(ByLeastAndRanks)},
      {"rustc-perf: changes of the past", OfEach(ByPastChanges)},
  };
  for (const size_t runs : {1u, 2u, 3u, 4u, 5u, 8u}) {
    fmt::print("\n{} and {} runs\n{:<52} {:>7} {:>11} {:>15}\n", runs, runs, "rule", "found", "false alarms",
               "false of named");
    for (const auto& [name, rule] : rules) {
      double right = 0, wrong = 0;
      for (const Experiment& one : all) {
        const std::vector<bool> found = rule(one, runs);
        for (size_t k = 0; k < kFunctions; ++k) (WorkOf(k) != 1 ? right : wrong) += found[k] ? 1 : 0;
      }
      fmt::print("{:<52} {:>5.1f} % {:>10.1f} % {:>13.1f} %\n", name,
                 100 * right / static_cast<double>(changed * all.size()),
                 100 * wrong / static_cast<double>((kFunctions - changed) * all.size()),
                 right + wrong > 0 ? 100 * wrong / (right + wrong) : 0);
    }
  }
}
