#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cct/export/delimited_text.h"
#include "cct/export/export.h"
#include "tests/cct/export/export_trees.h"
#include "tests/cct/test_trees.h"

namespace ringscope::export_tables_test {
namespace {

std::string Contexts(const Cct& tree, char separator) {
  std::string text;
  EXPECT_TRUE(ExportContexts(tree, separator, test::AppendTo(text)).has_value());
  return text;
}

// The fields of CSV text, read as RFC 4180 says.
std::vector<std::vector<std::string>> ParseCsv(std::string_view text) {
  std::vector<std::vector<std::string>> lines(1);
  lines.back().emplace_back();
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        lines.back().back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        lines.back().back() += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      lines.back().emplace_back();
    } else if (c == '\n') {
      lines.emplace_back().emplace_back();
    } else {
      lines.back().back() += c;
    }
  }
  EXPECT_EQ(lines.back(), std::vector<std::string>{""});
  lines.pop_back();
  return lines;
}

std::vector<std::string> SplitPath(std::string_view path) {
  std::vector<std::string> names(1);
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == ';')
      names.emplace_back();
    else
      names.back() += path[i] == '\\' ? path[++i] : path[i];
  }
  return names;
}

TEST(ExportContextsTest, Csv) {
  const CctPtr tree = test::TreeFromFolded("a;b,\"c 3\na 1\n", {{"time", "ms", 10}});
  EXPECT_EQ(Contexts(*tree, ','),
            "path,name,module,file,line,time self (ms),time inclusive (ms)\n"
            "a,a,,,,0.1,0.4\n"
            "\"a;b,\"\"c\",\"b,\"\"c\",,,,0.3,0.3\n");
}

TEST(ExportContextsTest, Tsv) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const BuildNode node =
      builder.Child(kBuildRoot, builder.InternFrame({"a;\tb\\", "mod,ule", "x\n.cpp", 12, 3}));
  builder.AddSelf(node, 0, 5);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(Contexts(*tree, '\t'),
            "path\tname\tmodule\tfile\tline\tsamples self\tsamples inclusive\n"
            "a\\\\;\\tb\\\\\\\\\ta;\\tb\\\\\tmod,ule\tx\\n.cpp\t12\t5\t5\n");
}

TEST(CsvFieldTest, NoFieldIsAFormula) {
  const auto field = [](std::string_view text) {
    std::string out;
    AppendCsvField(out, text);
    return out;
  };
  EXPECT_EQ(field("main=1"), "main=1");
  EXPECT_EQ(field(""), "");
  EXPECT_EQ(field("=1+1"), "'=1+1");
  EXPECT_EQ(field("+1"), "'+1");
  EXPECT_EQ(field("-[NSObject init]"), "'-[NSObject init]");
  EXPECT_EQ(field("@SUM(A1,\"x\")"), "\"'@SUM(A1,\"\"x\"\")\"");
  EXPECT_EQ(field("\t=1"), "'\t=1");
}

TEST(ExportContextsTest, EveryContextWithItsPathAndValues) {
  const CctPtr tree =
      test::DescribedTree(5, {.contexts = 300, .metrics = {{"samples", "count", 1}, {"heap", "bytes", 1}}});
  const auto lines = ParseCsv(Contexts(*tree, ','));
  ASSERT_GT(tree->Self(kRootContext, 0), 0u) << "so that there is a line of it";
  ASSERT_EQ(lines.size(), 1 + tree->context_count());
  // Depth-first order.
  std::vector<ContextId> order;
  std::vector<ContextId> pending{kRootContext};
  while (!pending.empty()) {
    const ContextId context = pending.back();
    pending.pop_back();
    order.push_back(context);
    const ContextRange children = tree->ChildrenOf(context);
    for (ContextId child = children.end; child-- > children.begin;) pending.push_back(child);
  }
  for (size_t k = 1; k < lines.size(); ++k) {
    const ContextId context = order[k - 1];
    const Frame frame = context == kRootContext ? Frame{} : tree->FrameAt(context);
    std::vector<std::string> names;
    for (const ContextId at : tree->PathTo(context)) names.emplace_back(tree->FrameAt(at).name);
    if (context == kRootContext) names = {""};
    EXPECT_EQ(SplitPath(lines[k].at(0)), names);
    EXPECT_EQ(lines[k].at(1), frame.name);
    EXPECT_EQ(lines[k].at(2), frame.module);
    EXPECT_EQ(lines[k].at(3), frame.file);
    EXPECT_EQ(lines[k].at(4), frame.line == 0 ? "" : std::to_string(frame.line));
    for (MetricIndex m = 0; m < 2; ++m) {
      EXPECT_EQ(lines[k].at(5 + 2 * m), std::to_string(tree->Self(context, m)));
      EXPECT_EQ(lines[k].at(6 + 2 * m), std::to_string(tree->Inclusive(context, m)));
    }
    EXPECT_EQ(lines[k].size(), 9u);
  }
}

TEST(ExportContextsTest, AMillionLayersAreTooMuch) {
  std::string text;
  const Result<void> exported = ExportContexts(*test::DeepChain(1'000'000), ',', test::AppendTo(text));
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(exported.error().code, ErrorCode::kLimit);
  EXPECT_EQ(text, "");
}

TEST(ExportContextsTest, NothingIsWrittenThatWillBeTooMuch) {
  const CctPtr tree = test::DescribedTree(3, {.contexts = 20'000});
  std::string whole;
  ASSERT_TRUE(ExportContexts(*tree, '\t', test::AppendTo(whole)).has_value());
  // What escapes and digits add is little here.
  for (const size_t limit : {size_t{1}, size_t{200'000}, whole.size() / 2, whole.size() / 10 * 8}) {
    std::string text;
    const Result<void> exported = ExportContexts(*tree, '\t', test::AppendTo(text), nullptr, limit);
    ASSERT_FALSE(exported.has_value());
    EXPECT_EQ(exported.error().code, ErrorCode::kLimit);
    EXPECT_EQ(text, "") << limit;
  }
}

TEST(ExportContextsTest, TheLimitHoldsWhileWriting) {
  const CctPtr tree = test::DescribedTree(3, {.contexts = 20'000});
  std::string whole;
  ASSERT_TRUE(ExportContexts(*tree, ',', test::AppendTo(whole)).has_value());
  std::string text;
  EXPECT_TRUE(ExportContexts(*tree, ',', test::AppendTo(text), nullptr, whole.size()).has_value());
  EXPECT_EQ(text, whole);
  text.clear();
  const Result<void> exported = ExportContexts(*tree, ',', test::AppendTo(text), nullptr, whole.size() - 1);
  ASSERT_FALSE(exported.has_value());
  EXPECT_EQ(exported.error().code, ErrorCode::kLimit);
  EXPECT_LT(text.size(), whole.size());
}

TEST(ExportContextsTest, ErrorsOfTheSinkAndCancellation) {
  const CctPtr tree = test::DescribedTree(3, {.contexts = 20'000});
  const Result<void> failed = ExportContexts(*tree, ',', test::FailLater());
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().message, "the disk is full");
  JobControl job;
  job.cancel_requested = true;
  std::string text;
  const Result<void> cancelled = ExportContexts(*tree, ',', test::AppendTo(text), &job);
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::export_tables_test
