#include "renderer/text/name_text.h"

#include <gtest/gtest.h>

namespace ringscope::distinct_names_test {
namespace {

// Letters of width 1, the ellipsis too.
float Measure(std::string_view text, float) {
  float width = 0;
  for (const char c : text) width += (c & '\xC0') != '\x80' ? 1 : 0;
  return width;
}

using Names = std::vector<std::string>;
using Widths = std::vector<float>;

TEST(DistinctNamesTest, NamesThatFitStay) {
  const Names names{"java.util", "java.lang", "java.util"};
  EXPECT_EQ(DistinctNames(names, Widths{9, 9, 9}, 1, Measure), names);
}

TEST(DistinctNamesTest, NamesThatWouldReadTheSameKeepTheirEnds) {
  const Names names{"org.apache.kafka.common.record", "kafka.common.record",
                    "org.eclipse.jetty.common.record"};
  EXPECT_EQ(
      DistinctNames(names, Widths(names.size(), 16), 1, Measure),
      (Names{"org.apac\xE2\x80\xA6.record", "kafka.co\xE2\x80\xA6.record", "org.ecli\xE2\x80\xA6.record"}));
}

TEST(DistinctNamesTest, NamesThatShareTheirEndsKeepWhatDiffers) {
  const Names names{"profile_of_run_1.folded", "profile_of_run_10.folded", "profile_of_run_117.folded"};
  EXPECT_EQ(DistinctNames(names, Widths(names.size(), 9), 1, Measure),
            (Names{"prof\xE2\x80\xA6n_1\xE2\x80\xA6", "prof\xE2\x80\xA6_10\xE2\x80\xA6",
                   "prof\xE2\x80\xA6"
                   "117\xE2\x80\xA6"}));
}

TEST(DistinctNamesTest, EqualNamesReadTheSame) {
  const Names names{"profile_of_run.folded", "profile_of_run.folded"};
  const Names shown = DistinctNames(names, Widths(2, 9), 1, Measure);
  EXPECT_EQ(shown[0], shown[1]);
}

TEST(DistinctNamesTest, OthersAreShortenedAsNamesAre) {
  const Names names{"org.apache.kafka.common.record", "java.util.concurrent.locks"};
  EXPECT_EQ(DistinctNames(names, Widths(names.size(), 16), 1, Measure), (Names{"\xE2\x80\xA6"
                                                                               "common.record",
                                                                               "\xE2\x80\xA6"
                                                                               "oncurrent.locks"}));
}

TEST(DistinctNamesTest, NoRoomIsNoDanger) {
  EXPECT_EQ(
      DistinctNames(Names{"abcdef", "\xC3\xA4\xC3\xB6\xC3\xBC", "x", ""}, Widths(4, 0), 1, Measure).size(),
      4u);
}

}  // namespace
}  // namespace ringscope::distinct_names_test
