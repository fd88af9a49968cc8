#include "renderer/text/labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "cct/tree/building/builder.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::labels_test {
namespace {

// Every character as wide as half the font size.
float Monospace(std::string_view text, float size_px) {
  size_t characters = 0;
  for (const char c : text) characters += (c & '\xC0') != '\x80' ? 1 : 0;
  return static_cast<float>(characters) * size_px / 2;
}

std::string Shorten(std::string_view name, int characters, CutMark mark = CutMark::kNone) {
  return ShortenName(name, static_cast<float>(characters) * 5 + 0.01f, 10, Monospace, mark);
}
std::string ShortenInList(std::string_view name, int characters) {
  return Shorten(name, characters, CutMark::kEllipsis);
}

TEST(ShortenNameTest, KeepsWhatTellsMost) {
  constexpr std::string_view kJava = "java.util.concurrent.ThreadPoolExecutor.runWorker(Worker, int)";
  EXPECT_EQ(Shorten(kJava, 80), kJava);
  EXPECT_EQ(Shorten(kJava, 50), "java.util.concurrent.ThreadPoolExecutor.runWorker");
  EXPECT_EQ(Shorten(kJava, 45), "util.concurrent.ThreadPoolExecutor.runWorker");
  EXPECT_EQ(Shorten(kJava, 28), "ThreadPoolExecutor.runWorker");
  EXPECT_EQ(Shorten(kJava, 12), "runWorker");
  EXPECT_EQ(Shorten(kJava, 7), "runWor…");
  constexpr std::string_view kComputed =
      "decltype (({parm#1}.base)()-({parm#2}.base)()) ns::distance<int>(int, int)";
  EXPECT_EQ(Shorten(kComputed, 20), "ns::distance<int>");
  EXPECT_EQ(Shorten(kComputed, 8), "distance");
  EXPECT_EQ(Shorten("bool std::operator==<char, Traits>(String<char> const&, char const*)", 15),
            "std::operator==");
  EXPECT_EQ(Shorten("decltype (a) gnu::operator-<char*, String<char> >(char* const&)", 14), "gnu::operator-");
  EXPECT_EQ(Shorten(kJava, 4), "run…");
  EXPECT_EQ(Shorten(kJava, 3), "");
  EXPECT_EQ(Shorten("java/util/HashMap.put(Ljava/lang/Object;)V", 12), "HashMap.put");

  constexpr std::string_view kCpp = "std::vector<int, std::allocator<int> >::push_back(int const&)";
  EXPECT_EQ(Shorten(kCpp, 60), "std::vector<int, std::allocator<int> >::push_back");
  EXPECT_EQ(Shorten(kCpp, 30), "std::vector<…>::push_back");
  EXPECT_EQ(Shorten(kCpp, 22), "std::vector::push_back");
  EXPECT_EQ(Shorten(kCpp, 18), "vector::push_back");
  EXPECT_EQ(Shorten(kCpp, 10), "push_back");
  EXPECT_EQ(Shorten("void ns::sort<int>(int*, int*)", 12), "ns::sort<…>");
  EXPECT_EQ(Shorten("(anonymous namespace)::Parser::Next(char)", 14), "Parser::Next");
  EXPECT_EQ(Shorten("ns::Matrix::operator()(int, int) const", 25), "ns::Matrix::operator()");
  EXPECT_EQ(Shorten("ns::operator<<(std::ostream&, T)", 14), "ns::operator<<");
  EXPECT_EQ(Shorten("ns::Ptr::operator->() const", 20), "ns::Ptr::operator->");

  EXPECT_EQ(Shorten("<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", 22), "vec::Vec::extend");
  EXPECT_EQ(Shorten("core::ops::function::FnOnce::call_once::h0123456789abcdef", 22), "FnOnce::call_once");

  EXPECT_EQ(Shorten("github.com/acme/tool/pkg.(*Server).Serve", 18), "(*Server).Serve");
  // What lies in a function says nothing without it.
  constexpr std::string_view kGo = "encoding/json.(*decodeState).array.func1.1";
  EXPECT_EQ(Shorten(kGo, 29), "(*decodeState).array.func1.1");
  EXPECT_EQ(Shorten(kGo, 20), "array.func1.1");
  EXPECT_EQ(Shorten(kGo, 8), "array.f…");
  EXPECT_EQ(Shorten("main.main.func2", 11), "main.func2");
  EXPECT_EQ(Shorten("core::iter::map::{{closure}}", 17), "map::{{closure}}");
  EXPECT_EQ(Shorten("pkg.func", 5), "func");
  EXPECT_EQ(Shorten("node:internal/modules/run_main", 14), "run_main");
  EXPECT_EQ(Shorten("(garbage collector)", 12), "(garbage co…");
  EXPECT_EQ(Shorten("(anonymous)", 11), "(anonymous)");
  EXPECT_EQ(Shorten("f", 1), "f");
  EXPECT_EQ(Shorten("", 5), "");
}

TEST(ShortenNameTest, InListsAnEllipsisStandsForWhateverWent) {
  constexpr std::string_view kJava = "java.util.concurrent.ThreadPoolExecutor.runWorker(Worker, int)";
  EXPECT_EQ(ShortenInList(kJava, 80), kJava);
  EXPECT_EQ(ShortenInList(kJava, 52), "java.util.concurrent.ThreadPoolExecutor.runWorker(…)");
  EXPECT_EQ(ShortenInList(kJava, 51), "java.util.concurrent.ThreadPoolExecutor.runWorker…");
  EXPECT_EQ(ShortenInList(kJava, 45), "…util.concurrent.ThreadPoolExecutor.runWorker");
  EXPECT_EQ(ShortenInList(kJava, 12), "…runWorker");
  EXPECT_EQ(ShortenInList(kJava, 9), "…run…rker");
  constexpr std::string_view kCpp = "std::vector<int, std::allocator<int> >::push_back(int const&)";
  EXPECT_EQ(ShortenInList(kCpp, 30), "std::vector<…>::push_back");
  EXPECT_EQ(ShortenInList(kCpp, 23), "std::vector::push_back…");
  EXPECT_EQ(ShortenInList(kCpp, 22), "…vector::push_back");
  EXPECT_EQ(ShortenInList("core::FnOnce::call_once::h0123456789abcdef", 30), "core::FnOnce::call_once…");
  EXPECT_EQ(ShortenInList("main.main.func2", 12), "…main.func2");
  EXPECT_EQ(ShortenInList("f", 1), "f");
  // Names that differ at their end do so in a narrow column too.
  EXPECT_EQ(ShortenInList("a::Session::handleRequestOfClient", 15), "…handle…fClient");
  EXPECT_EQ(ShortenInList("a::Session::handleRequestOfPeer", 15), "…handle…tOfPeer");
}

TEST(ShortenNameTest, NamesInAngleBracketsAreNoArguments) {
  EXPECT_EQ(Shorten("java/nio/HeapByteBuffer.<init>(int)", 31), "java/nio/HeapByteBuffer.<init>");
  EXPECT_EQ(Shorten("java/nio/HeapByteBuffer.<init>", 23), "HeapByteBuffer.<init>");
  EXPECT_EQ(Shorten("java/nio/HeapByteBuffer.<init>", 12), "HeapByteBuf…");
  EXPECT_EQ(Shorten("package.module.<lambda>", 16), "module.<lambda>");
  EXPECT_EQ(Shorten("std::vector<int>::size", 12), "vector::size");
}

TEST(ShortenNameTest, InListsTheEndsOfFileNamesSayNothingAlone) {
  constexpr std::string_view kLibrary = "/tmp/snappy-1.1.10-8c0d-libsnappyjava.so";
  EXPECT_EQ(ShortenInList(kLibrary, 25), "…10-8c0d-libsnappyjava.so");
  EXPECT_EQ(ShortenInList(kLibrary, 24), "/tmp/snappy-…appyjava.so");
  EXPECT_EQ(ShortenInList("lib/x86_64/libstdc++.so.6.0.30", 24), "…libstdc++.so.6.0.30");
}

TEST(ShortenNameTest, InListsTheRoomIsFilled) {
  EXPECT_EQ(ShortenInList("java/util/regex/Pattern$CharPropertyGreedy.match", 24),
            "…harPropertyGreedy.match");
  EXPECT_EQ(ShortenInList("java/util/regex/Pattern$Slice.match", 22), "…Pattern$Slice.match");
}

TEST(ShortenNameTest, ANameThatWasCutBeforeIsCutInItsMiddle) {
  EXPECT_EQ(ShortenInList("void std::sort<std::vec…::_Iter_comp_iter)", 25), "void std::so…r_comp_iter)");
}

TEST(ShortenNameTest, AloneInItsPlaceANameFillsIt) {
  const auto fill = [](std::string_view name, int characters) {
    return Shorten(name, characters, CutMark::kFilled);
  };
  constexpr std::string_view kJava = "java.util.concurrent.ThreadPoolExecutor.runWorker(Worker, int)";
  EXPECT_EQ(fill(kJava, 80), kJava);
  EXPECT_EQ(fill(kJava, 60), "java.util.concurrent.ThreadPoolExecutor.runWorker(Worker, i…");
  EXPECT_EQ(fill(kJava, 48), "…va.util.concurrent.ThreadPoolExecutor.runWorker");
  EXPECT_EQ(fill(kJava, 16), "…cutor.runWorker");
  EXPECT_EQ(fill(kJava, 9), "…run…rker");
}

TEST(LineEndTest, ALineEndsBehindAPartOfTheName) {
  const auto first_line = [](std::string_view name, int characters) {
    return std::string(
        name.substr(0, LineEnd(name, static_cast<float>(characters) * 5 + 0.01f, 10, Monospace)));
  };
  EXPECT_EQ(first_line("java.util.HashMap.getNode", 25), "java.util.HashMap.getNode");
  EXPECT_EQ(first_line("java.util.HashMap.getNode", 20), "java.util.HashMap.");
  EXPECT_EQ(first_line("f<std::vector<int>, int>", 15), "f<std::vector<");
  EXPECT_EQ(first_line("a.averyverylongname", 10), "a.averyver");
  EXPECT_EQ(first_line("\xC3\xA4\xC3\xA4", 1), "\xC3\xA4");
  EXPECT_EQ(first_line("f", 0), "f");
  EXPECT_EQ(first_line("", 3), "");
}

TEST(ShortenNameTest, AnyBytesGiveOneLineOfValidText) {
  EXPECT_EQ(Shorten(std::string_view("a\0b\nc\td", 7), 20), "a b c d");
  EXPECT_EQ(Shorten("x\xFF\xC3y\xC3\xA4", 20), "x��yä");
  EXPECT_EQ(Shorten("\xED\xA0\x80|\xC0\x80|\xF4\x90\x80\x80", 20), "���|��|����");
  EXPECT_EQ(Shorten("größenänderung", 6), "größe…");
  for (const char* name : {"<<<<",     ">>>>",      "((((", "))))",       "::",     "a::", "::a",   "<>",
                           "operator", "operator<", "./.",  "<a as b>",   "a(b",    "a)b", "f(x) ", "x<y>::",
                           "...",      "a..b",      "->",   "operator()", "<a as ", "::h"}) {
    for (int width = 0; width < 12; ++width) {
      const std::string text = Shorten(name, width);
      EXPECT_LE(Monospace(text, 10), static_cast<float>(width) * 5 + 0.01f) << name;
    }
  }
  const std::string huge(1 << 20, '(');
  EXPECT_LE(Shorten(huge, 30).size(), 33u);
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "a<";
  EXPECT_LE(Shorten(nested, 30).size(), 33u);
}

TEST(PlaceLabelsTest, LabelsStayInsideTheirPieces) {
  for (uint64_t seed = 1; seed < 10; ++seed) {
    const CctPtr tree = RandomTree(seed, {.contexts = 3000, .depth_bias = 0.6});
    for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
      const ArcBatch batch = LayoutView(*tree, {.mode = mode});
      const LabelOptions options;
      const auto labels = PlaceLabels(*tree, batch, options, Monospace);
      ASSERT_FALSE(labels.empty());
      ASSERT_LE(labels.size(), options.max_labels);
      for (const Label& label : labels) {
        EXPECT_FALSE(label.text.empty());
        EXPECT_GE(label.size_px, options.min_size_px);
        EXPECT_LE(label.size_px, options.size_px);
        EXPECT_FLOAT_EQ(label.width_px, Monospace(label.text, label.size_px));
        const float inner = batch.ring_edge_px[batch.layer[label.piece]];
        const float outer = batch.ring_edge_px[batch.layer[label.piece] + 1];
        const float arc_turn = batch.sweep_turns[label.piece] * 2 * std::numbers::pi_v<float>;
        if (label.direction == LabelDirection::kTangential) {
          EXPECT_LE(label.size_px, outer - inner);
          EXPECT_LE(label.width_px, arc_turn * label.radius_px);
        } else if (label.direction == LabelDirection::kRadial) {
          EXPECT_LE(label.size_px, arc_turn * inner);
          EXPECT_LE(label.width_px, outer - inner);
        } else {
          EXPECT_EQ(label.piece, 0u);
          EXPECT_LE(std::hypot(label.width_px / 2, label.offset_y_px), batch.ring_edge_px[1]);
        }
      }
    }
  }
}

// An underscore hangs some 0.24 font sizes below the line, capital letters rise some 0.73 above it and are
// what text is centred by.
TEST(PlaceLabelsTest, UnderscoresKeepClearOfTheEdgesOfRings) {
  int tangential = 0, radial = 0;
  for (uint64_t seed = 1; seed < 10; ++seed) {
    const CctPtr tree = RandomTree(seed, {.contexts = 3000, .depth_bias = 0.6});
    const ArcBatch batch = LayoutView(*tree, {});
    for (const Label& label : PlaceLabels(*tree, batch, {}, Monospace)) {
      const float sweep = batch.sweep_turns[label.piece];
      const float bottom = (0.73f / 2 + 0.24f) * label.size_px, top = 0.73f / 2 * label.size_px;
      float above = 0, below = 0;  // free pixels between text and the edges of the piece
      if (label.direction == LabelDirection::kTangential) {
        const float inner = batch.ring_edge_px[batch.layer[label.piece]];
        const float outer = batch.ring_edge_px[batch.layer[label.piece] + 1];
        const float inside = label.radius_px - inner, outside = outer - label.radius_px;
        above = (label.flipped ? inside : outside) - top;
        below = (label.flipped ? outside : inside) - bottom;
        ++tangential;
      } else if (label.direction == LabelDirection::kRadial) {
        float before = label.middle_turns - batch.start_turns[label.piece];
        before -= std::floor(before);
        const float arc_px = 2 * std::numbers::pi_v<float> * label.radius_px;
        above = (label.flipped ? sweep - before : before) * arc_px - top;
        below = (label.flipped ? before : sweep - before) * arc_px - bottom;
        ++radial;
      } else {
        continue;
      }
      EXPECT_GE(below, 0.1f * label.size_px) << label.text;
      EXPECT_GE(above, 0.1f * label.size_px) << label.text;
    }
  }
  EXPECT_GT(tangential, 20);
  EXPECT_GT(radial, 20);
}

TEST(PlaceLabelsTest, CenterTellsNameValueAndShare) {
  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = At(*tree, "main;f")}});
  const auto labels = PlaceLabels(*tree, batch, {}, Monospace);
  ASSERT_GE(labels.size(), 3u);
  EXPECT_EQ(labels[0].text, "f");
  EXPECT_EQ(labels[1].text, "890");
  EXPECT_EQ(labels[2].text, "27.5 %");
  EXPECT_LT(labels[0].offset_y_px, 0);
  EXPECT_EQ(labels[1].offset_y_px, 0);
}

TEST(PlaceLabelsTest, TheCenterTellsItsTotalShorterWhereThereIsLittleRoom) {
  const CctPtr tree = TreeFromPaths({{"main", {277'948'248}}});
  std::set<std::string> totals;
  for (float side_px = 900; side_px > 100; side_px -= 20) {
    const ArcBatch batch = LayoutView(*tree, {.width_px = side_px, .height_px = side_px});
    const auto labels = PlaceLabels(*tree, batch, {}, Monospace);
    if (labels.size() > 1 && labels[1].direction == LabelDirection::kCenter) totals.insert(labels[1].text);
  }
  EXPECT_EQ(totals, (std::set<std::string>{"277,948,248", "278M"}));
}

TEST(PlaceLabelsTest, RowsHaveTheirNamesAtTheLeftEndInside) {
  for (uint64_t seed = 1; seed < 6; ++seed) {
    const CctPtr tree = RandomTree(seed, {.contexts = 3000, .depth_bias = 0.6});
    const ViewSpec spec{.form = ChartForm::kIcicle, .width_px = 900, .height_px = 500};
    const ArcBatch batch = LayoutView(*tree, spec);
    const auto labels = PlaceLabels(*tree, batch, {}, Monospace);
    ASSERT_GT(labels.size(), 5u);
    for (const Label& label : labels) {
      ASSERT_EQ(label.direction, LabelDirection::kRow);
      // The middle of the text lies in its bar, and all of its width.
      for (const float x : {label.offset_x_px, label.offset_x_px + label.width_px}) {
        const ChartPlace place = PlaceFromChart(spec, {x, label.offset_y_px});
        const uint32_t layer = batch.layer[label.piece];
        ASSERT_GT(place.radius_px, batch.ring_edge_px[layer] + 0.4f * label.size_px);
        ASSERT_LT(place.radius_px, batch.ring_edge_px[layer + 1] - 0.4f * label.size_px);
        ASSERT_GT(place.turns, batch.start_turns[label.piece]);
        ASSERT_LT(place.turns, batch.start_turns[label.piece] + batch.sweep_turns[label.piece]);
      }
      const float left = label.offset_x_px + 450 - 11.5f - batch.start_turns[label.piece] * 877;
      ASSERT_NEAR(left, 4, 1e-2f);
    }
  }
}

TEST(PlaceLabelsTest, TheFirstRowTellsNameValueAndShareIfThereIsRoom) {
  const CctPtr tree = WorkedExample();
  ViewSpec spec{.form = ChartForm::kIcicle, .root = {.context = At(*tree, "main;f")}};
  EXPECT_EQ(PlaceLabels(*tree, LayoutView(*tree, spec), {}, Monospace)[0].text,
            "f  \u00B7  890  \u00B7  27.5 %");
  spec.width_px = 100;
  EXPECT_EQ(PlaceLabels(*tree, LayoutView(*tree, spec), {}, Monospace)[0].text, "f");
}

TEST(PlaceLabelsTest, TextIsNeverUpsideDown) {
  const CctPtr tree = WorkedExample();
  const ArcBatch batch = LayoutView(*tree, {.mode = RingMode::kEqual, .root = {.context = 1}});
  int tangential = 0;
  for (const Label& label : PlaceLabels(*tree, batch, {}, Monospace)) {
    if (label.direction != LabelDirection::kTangential) continue;
    ++tangential;
    EXPECT_EQ(label.flipped, label.middle_turns > 0.25f && label.middle_turns < 0.75f);
  }
  EXPECT_GT(tangential, 5);
}

TEST(PlaceLabelsTest, WideRestSegmentsTellTheirCount) {
  const CctPtr tree = FlatTree(12'345);
  const ArcBatch batch = LayoutView(*tree, {.root = {.context = 1}});
  const auto labels = PlaceLabels(*tree, batch, {}, Monospace);
  ASSERT_EQ(labels.back().piece, 1u);
  EXPECT_EQ(labels.back().text, "12,345 smaller contexts");
}

TEST(PlaceLabelsTest, OfAChainTheNameIsCutAndNeverTheCount) {
  const CctPtr tree = TreeFromPaths({{"main;a_rather_long_name;b;c", {1}}});
  ViewSpec spec{.form = ChartForm::kIcicle,
                .root = {.context = At(*tree, "main")},
                .height_px = 200,
                .compress_chains = true};
  const auto text_at = [&](float width_px) {
    spec.width_px = width_px;
    for (const Label& label : PlaceLabels(*tree, LayoutView(*tree, spec), {}, Monospace)) {
      EXPECT_LE(label.width_px, width_px);
      if (label.piece == 1) return label.text;
    }
    return std::string();
  };
  EXPECT_EQ(text_at(400), "a_rather_long_name x3");
  EXPECT_EQ(text_at(130), "a_rather_lo\xE2\x80\xA6 x3");
  EXPECT_EQ(text_at(70), "") << "a count alone tells nothing";
  EXPECT_EQ(text_at(45), "");
  spec.form = ChartForm::kRings;
  spec.height_px = 400;
  EXPECT_EQ(text_at(400), "a_rather_long_name x3");
}

TEST(PlaceLabelsTest, ThreadsKeepTheEndsOfTheirNames) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  Frame frame;
  frame.name = "data-plane-request-handler-4 (tid 1336)";
  frame.kind = FrameKind::kThread;
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, 1);
  const CctPtr tree = *std::move(builder).Finish({});
  const auto text_at = [&](float width_px) {
    const ViewSpec spec{.form = ChartForm::kIcicle, .width_px = width_px, .height_px = 200};
    for (const Label& label : PlaceLabels(*tree, LayoutView(*tree, spec), {}, Monospace))
      if (label.piece == 1) return label.text;
    return std::string();
  };
  EXPECT_EQ(text_at(800), "data-plane-request-handler-4 (tid 1336)");
  EXPECT_EQ(text_at(260), "data-plane-request-handler-4");
  EXPECT_EQ(text_at(130),
            "data-pl\xE2\x80\xA6"
            "ndler-4");
}

}  // namespace
}  // namespace ringscope::chart_test::labels_test
