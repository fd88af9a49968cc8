#include "cct/statistics/steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "cct/statistics/rank_test.h"

namespace ringscope::steps_test {
namespace {

// Noise that is the same on every standard library.
class Noise {
 public:
  explicit Noise(uint64_t seed) : bits_(seed) {}
  double Even() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double Normal() {
    constexpr double kTurn = 6.283185307179586;
    return std::sqrt(-2 * std::log(1 - Even())) * std::cos(kTurn * Even());
  }
  // How often something happens that happens twice on average: small counts, many of them equal.
  double Count() {
    const double limit = std::exp(-2.0);
    double product = Even();
    double count = 0;
    for (; product > limit; ++count) product *= Even();
    return count;
  }

 private:
  std::mt19937_64 bits_;
};

template <typename Draw>
double FalseAlarmRate(size_t values, size_t series, Draw draw) {
  StepFinder finder;
  size_t alarms = 0;
  std::vector<double> drawn(values);
  for (size_t k = 0; k < series; ++k) {
    for (double& value : drawn) value = draw();
    alarms += finder.Clearest(drawn).probability <= 0.05 ? 1 : 0;
  }
  return static_cast<double>(alarms) / static_cast<double>(series);
}

TEST(Steps, FalseAlarmsOfNoiseAreAsRareAsSaid) {
  constexpr size_t kSeries = 3000;
  // Three standard deviations of a rate of 0.05 over so many series.
  const double room = 3 * std::sqrt(0.05 * 0.95 / kSeries);
  Noise noise(1);
  for (const size_t values : {8, 20, 60}) {
    const double normal = FalseAlarmRate(values, kSeries, [&] { return noise.Normal(); });
    const double skewed = FalseAlarmRate(values, kSeries, [&] { return std::exp(2 * noise.Normal()); });
    const double counts = FalseAlarmRate(values, kSeries, [&] { return noise.Count(); });
    for (const double rate : {normal, skewed, counts}) EXPECT_LT(rate, 0.05 + room) << values;
    // Of 8 values few orders are clear enough, so the rate is lower.
    for (const double rate : {normal, skewed}) EXPECT_GT(rate, values == 8 ? 0.02 : 0.05 - room) << values;
  }
}

TEST(Steps, FalseAlarmsOfATableOfFunctionsAreHeld) {
  constexpr size_t kTables = 300, kFunctions = 60, kValues = 20;
  StepFinder finder;
  Noise noise(2);
  size_t tables_with_alarms = 0;
  for (size_t table = 0; table < kTables; ++table) {
    std::vector<double> probabilities;
    for (size_t k = 0; k < kFunctions; ++k) {
      std::vector<double> values(kValues);
      for (double& value : values) value = 100 + noise.Normal();
      probabilities.push_back(finder.Clearest(values).probability);
    }
    const std::vector<bool> found = Discoveries(probabilities, 0.05);
    tables_with_alarms += std::find(found.begin(), found.end(), true) != found.end() ? 1 : 0;
  }
  EXPECT_LT(static_cast<double>(tables_with_alarms) / kTables, 0.05 + 3 * std::sqrt(0.05 * 0.95 / kTables));
}

TEST(Steps, AreFoundWhereTheyAre) {
  StepFinder finder;
  Noise noise(3);
  size_t found = 0, right = 0;
  for (size_t k = 0; k < 200; ++k) {
    std::vector<double> values;
    for (size_t at = 0; at < 20; ++at) values.push_back(noise.Normal() + (at >= 12 ? 3 : 0));
    found += finder.Clearest(values).probability <= 0.05 ? 1 : 0;
    right += finder.AllFrom(values, 0.01).front().at == 12 ? 1 : 0;
  }
  EXPECT_GT(found, 195u);
  EXPECT_GT(right, 150u);
}

TEST(Steps, SeveralAreFound) {
  StepFinder finder;
  std::vector<double> values;
  for (size_t k = 0; k < 36; ++k) {
    const double level = k < 12 ? 10 : k < 24 ? 20 : 40;
    values.push_back(level + 0.1 * static_cast<double>(k * 7 % 12));
  }
  const std::vector<Step> steps = finder.AllFrom(values, 0.01);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].at, 12u);
  EXPECT_EQ(steps[1].at, 24u);
}

TEST(Steps, OfSeveralAreWhereTheyAre) {
  StepFinder finder;
  Noise noise(4);
  size_t both = 0, more = 0;
  for (size_t k = 0; k < 100; ++k) {
    std::vector<double> values;
    // Up and down again.
    for (size_t at = 0; at < 40; ++at) values.push_back(noise.Normal() + (at >= 10 && at < 22 ? 6 : 0));
    const std::vector<Step> steps = finder.AllFrom(values, 0.01);
    both += steps.size() == 2 && steps[0].at == 10 && steps[1].at == 22 ? 1 : 0;
    more += steps.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(both, 90u);
  EXPECT_LT(more, 10u);
}

TEST(Steps, OneFarValueIsNone) {
  StepFinder finder;
  std::vector<double> values(20, 5.0);
  values[9] = 1e9;
  EXPECT_GT(finder.Clearest(values).probability, 0.05);
}

TEST(Steps, FewOrEqualValuesHaveNone) {
  StepFinder finder;
  EXPECT_EQ(finder.Clearest(std::vector<double>{1, 2, 3}).probability, 1);
  EXPECT_EQ(finder.Clearest(std::vector<double>(50, 4.0)).probability, 1);
  EXPECT_EQ(finder.Clearest({}).at, 0u);
}

}  // namespace
}  // namespace ringscope::steps_test
