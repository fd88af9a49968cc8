#include "cct/tree/import_report.h"

#include <gtest/gtest.h>

namespace ringscope::sampling_period_test {
namespace {

SamplingPeriod PeriodIn(const char* note) {
  ImportReport report;
  report.notes = {"Something else.", note};
  return SamplingPeriodOf(report);
}

TEST(SamplingPeriod, IsFoundInItsNote) {
  for (const uint64_t ns : {1ull, 999ull, 1'000'000ull, 1'003'009ull, 1'000'000'000ull})
    EXPECT_EQ(PeriodIn(SamplingPeriodNote(ns).c_str()), (SamplingPeriod{ns, "ns"}));
  EXPECT_EQ(SamplingPeriodNote(1'000'000), "Sampled every 1000 us.");
  EXPECT_EQ(SamplingPeriodNote(1'003'009), "Sampled every 1003.009 us.");
  EXPECT_EQ(PeriodIn("Sampled every 1 millisecond."), (SamplingPeriod{1'000'000, "ns"}));
  EXPECT_EQ(PeriodIn("Sampled every 100000 cycles."), (SamplingPeriod{100'000, "cycles"}));
}

TEST(SamplingPeriod, IsNoneWhereSeveralDiffer) {
  ImportReport report;
  report.notes = {SamplingPeriodNote(1'000'000), "Sampled every 1 ms."};
  EXPECT_EQ(SamplingPeriodOf(report).count, 1'000'000u);
  report.notes.push_back(SamplingPeriodNote(2'000'000));
  EXPECT_EQ(SamplingPeriodOf(report), SamplingPeriod());
}

TEST(SamplingPeriod, IsNoneWhereNoneIsTold) {
  for (const char* note :
       {"Sampled every 524288 bytes.", "Sampled every 1000 us", "Sampled every us.", "Sampled every 0 us.",
        "Sampled every -5 us.", "Sampled every 1e300 us.", "Sampled every 99999999999999999999 s.",
        "Sampled every 1000us.", "a: Sampled every 1 us."})
    EXPECT_EQ(PeriodIn(note), SamplingPeriod()) << note;
}

}  // namespace
}  // namespace ringscope::sampling_period_test
