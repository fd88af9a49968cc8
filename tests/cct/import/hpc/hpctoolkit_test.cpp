#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/cct/import/import_text.h"

namespace ringscope::hpctoolkit_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

// An experiment with `part` in front of its tree.
std::string Experiment(std::string_view part, std::string_view declaration = {}) {
  return fmt::format(
      "<?xml version=\"1.0\"?>{}<HPCToolkitExperiment><Metric i=\"0\" n=\"CYCLES (I)\"/>{}"
      "<PF l=\"0\" n=\"main\"><M n=\"0\" v=\"5\"/></PF></HPCToolkitExperiment>",
      declaration, part);
}

TEST(Hpctoolkit, BoundsWhatTheParserHoldsAtATime) {
  const std::string half(kMiB / 2, 'a');
  const std::string large(3 * kMiB, 'a');
  EXPECT_EQ(test::MessageOf(Experiment("<!--" + half + "-->"), {}), "fine");
  EXPECT_EQ(test::MessageOf(Experiment("<File i=\"1\" n=\"" + half + "\"/>"), {}), "fine");
  // Text between elements is passed on as it comes.
  EXPECT_EQ(test::MessageOf(Experiment(large), {}), "fine");
  constexpr std::string_view kTooLong =
      "expected elements and comments of at most 1048576 bytes, found a longer one";
  EXPECT_EQ(test::MessageOf(Experiment("<!--" + large + "-->"), {}), kTooLong);
  EXPECT_EQ(test::MessageOf(Experiment("<File i=\"1\" n=\"" + large + "\"/>"), {}), kTooLong);
  EXPECT_EQ(test::MessageOf(Experiment("<?note " + large + "?>"), {}), kTooLong);
}

TEST(Hpctoolkit, BoundsWhatADocumentDeclares) {
  const auto declaration = [](size_t count) {
    std::string text = "<!-- for <HPCToolkitExperiment --><!DOCTYPE HPCToolkitExperiment [";
    for (size_t i = 0; i < count; ++i) text += fmt::format("<!ATTLIST PF a{} CDATA \"some text\">", i);
    return text + "]>";
  };
  EXPECT_EQ(test::MessageOf(Experiment("", declaration(100)), {}), "fine");
  EXPECT_EQ(test::MessageOf(Experiment("", declaration(100'000)), {}),
            "expected a document type of at most 1048576 bytes, found a longer one");
}

TEST(Hpctoolkit, BoundsTheNamesThatTheParserKeeps) {
  const auto elements = [](size_t count, std::string_view form) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += fmt::format(fmt::runtime(form), i);
    return text;
  };
  constexpr std::string_view kTooMany = "expected at most 4096 names of elements and attributes, found more";
  EXPECT_EQ(test::MessageOf(Experiment(elements(100, "<element{}/>")), {}), "fine");
  EXPECT_EQ(test::MessageOf(Experiment(elements(5000, "<element{}/>")), {}), kTooMany);
  EXPECT_EQ(test::MessageOf(Experiment(elements(5000, "<Info name{}=\"1\"/>")), {}), kTooMany);
}

}  // namespace
}  // namespace ringscope::hpctoolkit_test
