#include "cct/merge/tree_aggregator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cct/file/cct_file.h"
#include "cct/merge/merge_trees.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/member_values.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::tree_aggregator_test {
namespace {

struct Member {
  std::string name;
  CctPtr tree;
};

CctPtr Aggregate(const std::vector<Member>& members, AggregateOptions options = {}) {
  TreeAggregator aggregator(std::move(options));
  for (const Member& member : members) {
    const auto added = aggregator.Add(member.tree, {.name = member.name});
    EXPECT_TRUE(added.has_value()) << added.error().message;
  }
  auto made = std::move(aggregator).Finish();
  EXPECT_TRUE(made.has_value()) << made.error().message;
  const auto sound = VerifyCct(**made);
  EXPECT_TRUE(sound.has_value()) << sound.error().message;
  return *made;
}

// Everything that an aggregate says, as text.
std::string Describe(const Cct& tree) {
  std::string text = test::TextDump(tree) + tree.members().over;
  for (const Execution& member : *tree.members().members) text += " " + member.name;
  for (ContextId i = 0; i < tree.context_count(); ++i) {
    text += "\n" + test::PathText(tree, i);
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      for (const CostKind kind : {CostKind::kSelf, CostKind::kInclusive}) {
        const MemberSpread spread = tree.SpreadOf(i, m, kind);
        text += " " + std::to_string(spread.having) + " of " + std::to_string(spread.counted) + ": " +
                std::to_string(spread.least) + " of " + std::to_string(spread.least_member) + ", " +
                std::to_string(spread.most) + " of " + std::to_string(spread.most_member) + ", " +
                std::to_string(spread.mean) + " " + std::to_string(spread.deviation);
        for (const MemberQuantile one : tree.members().quantiles)
          text += " " + QuantileName(one) + " " + std::to_string(tree.QuantileOf(i, m, kind, one).value());
      }
    }
  }
  return text;
}

TEST(TreeAggregator, TellsTheSpreadOverMembers) {
  const CctPtr tree = Aggregate({{"rank 10", test::TreeFromFolded("main;a 30\n")},
                                 {"rank 9", test::TreeFromFolded("main;a 10\nmain;b 5\n")}},
                                {.over = "rank"});
  EXPECT_EQ(
      Describe(*tree),
      "# samples count 1 45\nmain  45/0\n  a  40/40\n  b  5/5\nrank rank 9 rank 10\n"
      " 2 of 2: 0 of 0, 0 of 0, 0.000000 0.000000 2 of 2: 15 of 0, 30 of 1, 22.500000 7.500000\n"
      "main 2 of 2: 0 of 0, 0 of 0, 0.000000 0.000000 2 of 2: 15 of 0, 30 of 1, 22.500000 7.500000\n"
      "main;a 2 of 2: 10 of 0, 30 of 1, 20.000000 10.000000 2 of 2: 10 of 0, 30 of 1, 20.000000 10.000000\n"
      "main;b 1 of 2: 0 of 1, 5 of 0, 2.500000 2.500000 1 of 2: 0 of 1, 5 of 0, 2.500000 2.500000");
}

TEST(TreeAggregator, LeavesMembersWithoutTheContextOutWhereAsked) {
  const CctPtr tree =
      Aggregate({{"a", test::TreeFromFolded("main;f 8\n")}, {"b", test::TreeFromFolded("main;g 2\n")}},
                {.over = "host", .absent_is_zero = false});
  const MemberSpread spread = tree->SpreadOf(2, 0, CostKind::kInclusive);
  EXPECT_EQ(spread.counted, 1u);
  EXPECT_EQ(spread.least, 8u);
  EXPECT_EQ(spread.mean, 8);
  EXPECT_EQ(spread.deviation, 0);
}

// Stacks of few functions, so that members share some contexts and lack others; also 2 metrics in some.
CctPtr RandomTree(std::mt19937& random) {
  CctBuilder builder;
  const MetricIndex first = builder.AddMetric({"time", "ns", 1});
  const bool has_second = random() % 3 != 0;
  const MetricIndex second = has_second ? builder.AddMetric({"calls", "count", 1}) : first;
  const size_t stacks = random() % 6;
  for (size_t s = 0; s < stacks; ++s) {
    BuildNode node = kBuildRoot;
    for (size_t depth = 1 + random() % 3; depth > 0; --depth) {
      const std::string name(1, static_cast<char>('a' + random() % 3));
      node = builder.Child(node, builder.InternFrame({.name = name}));
    }
    builder.AddSelf(node, first, random() % 4);
    builder.AddSelf(node, second, random() % 3);
  }
  return *std::move(builder).Finish({});
}

struct Costs {
  std::map<std::string, std::array<uint64_t, 2>> of_path;  // self, inclusive
};

Costs CostsOf(const Cct& tree, const std::string& metric) {
  Costs costs;
  for (ContextId i = 0; i < tree.context_count(); ++i) {
    std::array<uint64_t, 2>& one = costs.of_path[test::PathText(tree, i)];
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      if (tree.metrics()[m].name == metric) one = {tree.Self(i, m), tree.Inclusive(i, m)};
    }
  }
  return costs;
}

void ExpectSpreads(const Cct& tree, const std::vector<Member>& members) {
  const bool is_zero = tree.members().absent_is_zero;
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    std::vector<Costs> costs;
    for (const Member& member : members) costs.push_back(CostsOf(*member.tree, tree.metrics()[m].name));
    for (ContextId i = 0; i < tree.context_count(); ++i) {
      const std::string path = test::PathText(tree, i);
      for (const CostKind kind : {CostKind::kSelf, CostKind::kInclusive}) {
        std::vector<std::pair<uint64_t, uint32_t>> values;
        uint32_t having = 0;
        for (uint32_t k = 0; k < members.size(); ++k) {
          const auto found = costs[k].of_path.find(path);
          const bool has = found != costs[k].of_path.end();
          having += has ? 1 : 0;
          if (has || is_zero) values.emplace_back(has ? found->second[static_cast<size_t>(kind)] : 0, k);
        }
        const MemberSpread spread = tree.SpreadOf(i, m, kind);
        EXPECT_EQ(spread.having, having) << path;
        ASSERT_EQ(spread.counted, values.size()) << path;
        const auto least = *std::min_element(values.begin(), values.end());
        const auto most = *std::min_element(values.begin(), values.end(), [](const auto& a, const auto& b) {
          return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        EXPECT_EQ(std::pair(spread.least, spread.least_member), least) << path;
        EXPECT_EQ(std::pair(spread.most, spread.most_member), most) << path;
        double mean = 0, variance = 0;
        for (const auto& [value, member] : values) mean += static_cast<double>(value);
        mean /= static_cast<double>(values.size());
        for (const auto& [value, member] : values)
          variance += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
        EXPECT_NEAR(spread.mean, mean, 1e-9);
        std::sort(values.begin(), values.end());
        for (const MemberQuantile one : tree.members().quantiles) {
          size_t rank = 1;
          while (100'000.0 * static_cast<double>(rank) <
                 static_cast<double>(one) * static_cast<double>(values.size()))
            ++rank;
          EXPECT_EQ(tree.QuantileOf(i, m, kind, one), values[rank - 1].first) << path << " " << one;
        }
        EXPECT_NEAR(spread.deviation, std::sqrt(variance / static_cast<double>(values.size())), 1e-6) << path;
      }
    }
  }
}

std::vector<uint8_t> BytesOf(const PackedMemberValues& values) {
  std::vector<uint8_t> bytes;
  for (uint64_t i = 0; i < values.bytes.size(); ++i) bytes.push_back(values.bytes[i]);
  return bytes;
}

// What each member costs in each context is read back, as its own tree says it.
void ExpectValues(const Cct& tree, const std::vector<Member>& members) {
  ASSERT_EQ(tree.members().values.size(), tree.metric_count());
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    std::vector<Costs> costs;
    for (const Member& member : members) costs.push_back(CostsOf(*member.tree, tree.metrics()[m].name));
    for (ContextId i = 0; i < tree.context_count(); ++i) {
      const std::string path = test::PathText(tree, i);
      for (const CostKind kind : {CostKind::kSelf, CostKind::kInclusive}) {
        const auto kept = KeptMemberCosts(tree, i, m, kind);
        ASSERT_TRUE(kept.has_value()) << kept.error().message;
        ASSERT_EQ(kept->size(), members.size());
        for (size_t k = 0; k < members.size(); ++k) {
          const auto found = costs[k].of_path.find(path);
          ASSERT_EQ((*kept)[k].has_context, found != costs[k].of_path.end()) << path << " " << k;
          ASSERT_EQ((*kept)[k].value,
                    found == costs[k].of_path.end() ? 0 : found->second[static_cast<size_t>(kind)])
              << path << " " << k;
        }
      }
    }
  }
}

TEST(TreeAggregator, KeepsTheValuesOfMembersInBlocksOfContexts) {
  std::mt19937 random(11);
  const test::TemporaryFolder folder;
  for (const size_t count : {size_t{1}, size_t{40}, size_t{5000}}) {
    std::vector<Member> members;
    for (size_t k = 0; k < count; ++k) {
      CctBuilder builder;
      const MetricIndex metric = builder.AddMetric({"time", "ns", 1});
      for (size_t s = 0; s < 4; ++s) {
        BuildNode node = kBuildRoot;
        for (size_t depth = 1 + random() % 3; depth > 0; --depth) {
          const std::string name(1, static_cast<char>('a' + random() % 3));
          node = builder.Child(node, builder.InternFrame({.name = name}));
        }
        // Of any number of bytes.
        builder.AddSelf(node, metric, random() >> (random() % 32));
      }
      members.push_back({"rank " + std::to_string(k), *std::move(builder).Finish({})});
    }
    // Totals of many members and large costs in one.
    members.back().tree =
        test::TreeFromFolded("a;b " + std::to_string(uint64_t{1} << 60) + "\n", {{"time", "ns", 1}});
    const CctPtr whole = Aggregate(members, {.over = "rank", .keeps_values = true});
    ASSERT_TRUE(count < 5000 || whole->context_count() > 2 * ContextsABlock(count));
    ExpectValues(*whole, members);
    std::vector<Member> shuffled = members;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    const CctPtr again = Aggregate(shuffled, {.over = "rank", .keeps_values = true});
    EXPECT_EQ(BytesOf(again->members().values[0]), BytesOf(whole->members().values[0]));
    // Blocks that lie in many chunks are put together.
    const auto path = folder.path() / "kept.cct";
    ASSERT_TRUE(WriteCctFile(*whole, path, {.chunk_bytes_log2 = 6}).has_value());
    const CctPtr read = *OpenCctFile(path);
    const auto sound = VerifyCct(*read);
    ASSERT_TRUE(sound.has_value()) << sound.error().message;
    ExpectValues(*read, members);
  }
}

// The values of a tree of two members and main;f, open to damage.
struct DamagedValues {
  std::vector<uint64_t> begin;
  std::vector<uint8_t> bytes;

  static CctPtr Sound() {
    return Aggregate({{"a", test::TreeFromFolded("main;f 7\n")}, {"b", test::TreeFromFolded("main;f 300\n")}},
                     {.keeps_values = true});
  }
  DamagedValues() : begin{0}, bytes(BytesOf(Sound()->members().values[0])) { begin.push_back(bytes.size()); }

  // Each context's values by member.
  void Pack(const std::vector<std::vector<uint64_t>>& contexts) {
    MemberValuePacker packer(2);
    for (const std::vector<uint64_t>& values : contexts) {
      if (values.size() == 2)
        packer.Add(std::array<uint32_t, 2>{0, 1}, values);
      else
        packer.Add(std::array<uint32_t, 1>{1}, values);
    }
    OwnedMemberValues packed = std::move(packer).Finish();
    begin.assign(packed.begin.begin(), packed.begin.end());
    bytes.assign(packed.pieces[0].begin(), packed.pieces[0].end());
  }

  // What reading and checking say.
  [[nodiscard]] std::string Problem(bool reading_finds_it) const {
    const CctPtr sound = Sound();
    CctColumns columns = sound->columns();
    columns.members.values = {
        {ChunkedColumn<uint64_t>(std::span(begin)), ChunkedColumn<uint8_t>(std::span(bytes))}};
    const Cct tree(std::move(columns), sound->frames(), {sound->metrics().begin(), sound->metrics().end()},
                   {}, sound);
    EXPECT_EQ(KeptMemberCosts(tree, 1, 0, CostKind::kSelf).has_value(), !reading_finds_it);
    const auto verified = VerifyCct(tree);
    return verified ? "" : verified.error().message;
  }
};

TEST(TreeAggregator, ReadingTheValuesOfCalleesCanBeCancelled) {
  const CctPtr tree = DamagedValues::Sound();
  JobControl job;
  EXPECT_TRUE(KeptMemberCosts(*tree, 1, 0, CostKind::kSelf, &job));
  job.cancel_requested = true;
  const auto costs = KeptMemberCosts(*tree, 1, 0, CostKind::kSelf, &job);
  ASSERT_FALSE(costs);
  EXPECT_EQ(costs.error().code, ErrorCode::kCancelled);
}

TEST(TreeAggregator, HostileValuesOfMembersAreRefused) {
  EXPECT_EQ(DamagedValues().Problem(false), "");
  DamagedValues falling;
  std::swap(falling.begin[0], falling.begin[1]);
  EXPECT_EQ(falling.Problem(true).substr(0, 38), "column 'member_value_begin[0]' index 0");
  DamagedValues outside;
  outside.begin[1] = ~uint64_t{0};
  EXPECT_EQ(outside.Problem(true).substr(0, 38), "column 'member_value_begin[0]' index 1");
  DamagedValues empty;
  empty.begin[1] = 0;
  empty.bytes.clear();
  EXPECT_NE(empty.Problem(true).find("block 0: expected a zstd frame"), std::string::npos);
  DamagedValues cut;
  cut.bytes.pop_back();
  --cut.begin[1];
  EXPECT_NE(cut.Problem(true).find("column 'member_value_bytes[0]' block 0: "), std::string::npos);
  DamagedValues too_long;
  too_long.bytes.resize(100'000);
  too_long.begin[1] = too_long.bytes.size();
  EXPECT_NE(too_long.Problem(true).find("block 0: is larger than values can be"), std::string::npos);
  // A frame that says it holds an exbibyte.
  DamagedValues huge;
  huge.bytes = {0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x01, 0, 0};
  huge.begin[1] = huge.bytes.size();
  EXPECT_NE(huge.Problem(true).find("block 0: expected a zstd frame"), std::string::npos);
  DamagedValues of_fewer;
  of_fewer.Pack({{7, 300}});
  EXPECT_NE(of_fewer.Problem(true).find("column 'member_value_bytes[0]'"), std::string::npos);
  for (size_t at = 0; at < DamagedValues().bytes.size(); ++at) {
    for (const uint8_t flipped : {uint8_t{1}, uint8_t{0x80}, uint8_t{0xff}}) {
      DamagedValues any;
      any.bytes[at] ^= flipped;
      // Whatever is read, what is not right is found; no bit means nothing but those of zstd's own.
      const CctPtr sound = DamagedValues::Sound();
      CctColumns columns = sound->columns();
      columns.members.values = {
          {ChunkedColumn<uint64_t>(std::span(any.begin)), ChunkedColumn<uint8_t>(std::span(any.bytes))}};
      const Cct tree(std::move(columns), sound->frames(), {sound->metrics().begin(), sound->metrics().end()},
                     {}, sound);
      if (VerifyCct(tree)) {
        EXPECT_EQ((*KeptMemberCosts(tree, 2, 0, CostKind::kInclusive))[1].value, 300u) << at;
      }
    }
  }
}

TEST(TreeAggregator, VerifyingFindsValuesOfMembersThatDoNotAddUp) {
  DamagedValues other;
  other.Pack({{8, 299}, {8, 299}, {8, 299}});
  EXPECT_EQ(
      other.Problem(false),
      "column 'member_value_bytes[0]' index 0: expected 307 in all from 7 to 300, found 307 from 8 to 299");
  DamagedValues more;
  more.Pack({{7, 400}, {7, 400}, {7, 400}});
  EXPECT_EQ(more.Problem(false),
            "column 'member_value_bytes[0]' index 0: expected values of 307 in all, found more");
  DamagedValues swapped;
  swapped.Pack({{7, 300}, {7, 300}, {300, 7}});
  EXPECT_EQ(
      swapped.Problem(true),
      "column 'member_value_bytes[0]' index 1: expected at most 7 of the callees of member 0, found 300");
  DamagedValues lacking;
  lacking.Pack({{7, 300}, {7, 300}, {300}});
  EXPECT_EQ(lacking.Problem(false),
            "column 'member_value_bytes[0]' index 2: expected values of 2 members, found 1");
}

TEST(TreeAggregator, IsTheSameForAnyOrderAndGroupingAndAsASlowReferenceSays) {
  std::mt19937 random(7);
  const test::TemporaryFolder folder;
  for (int round = 0; round < 60; ++round) {
    std::vector<Member> members;
    const size_t count = 1 + random() % 12;
    for (size_t k = 0; k < count; ++k) members.push_back({"rank " + std::to_string(k), RandomTree(random)});
    const AggregateOptions options{.over = "rank", .absent_is_zero = round % 2 == 0};
    const CctPtr whole = Aggregate(members, options);
    ExpectSpreads(*whole, members);
    std::vector<Member> shuffled = members;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    EXPECT_EQ(Describe(*Aggregate(shuffled, options)), Describe(*whole));
    // In partial results, some of which are stored in between.
    TreeAggregator united(options);
    for (size_t begin = 0; begin < count;) {
      const size_t end = std::min(count, begin + 1 + random() % 4);
      CctPtr part = Aggregate(
          {shuffled.begin() + static_cast<ptrdiff_t>(begin), shuffled.begin() + static_cast<ptrdiff_t>(end)},
          options);
      const auto path = folder.path() / (std::to_string(begin) + ".cct");
      if (random() % 2 == 0) {
        ASSERT_TRUE(WriteCctFile(*part, path).has_value());
        part = *OpenCctFile(path);
      }
      ASSERT_TRUE(united.AddPartial(part).has_value());
      begin = end;
    }
    const CctPtr again = *std::move(united).Finish();
    EXPECT_EQ(Describe(*again), Describe(*whole));
    AggregateOptions with_quantiles = options;
    with_quantiles.quantiles = {0, 5'000, kMedian, 99'900, kLargestQuantile};
    with_quantiles.keeps_values = true;
    const CctPtr all = Aggregate(shuffled, with_quantiles);
    ExpectSpreads(*all, members);
    ExpectValues(*all, members);
    const auto path = folder.path() / "all.cct";
    ASSERT_TRUE(WriteCctFile(*all, path).has_value());
    const CctPtr read = *OpenCctFile(path);
    ASSERT_TRUE(VerifyCct(*read).has_value());
    EXPECT_EQ(Describe(*read), Describe(*Aggregate(members, with_quantiles)));
  }
}

TEST(TreeAggregator, KeepsTheMetricsAskedFor) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  const MetricIndex calls = builder.AddMetric({"calls", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f"})), calls, 3);
  const CctPtr tree = *std::move(builder).Finish({});
  const CctPtr made = Aggregate({{"a", tree}}, {.metrics = {"calls"}});
  ASSERT_EQ(made->metric_count(), 1u);
  EXPECT_EQ(made->metrics()[0].name, "calls");
  TreeAggregator none({.metrics = {"bytes"}});
  ASSERT_TRUE(none.Add(tree, {.name = "a"}).has_value());
  EXPECT_EQ(std::move(none).Finish().error().message,
            "expected a metric of the profiles for 'bytes', found none");
}

TEST(TreeAggregator, RefusesMembersTwiceAndPartsOfOtherKinds) {
  const CctPtr tree = test::TreeFromFolded("main 1\n");
  TreeAggregator twice({.over = "rank"});
  ASSERT_TRUE(twice.Add(tree, {.name = "3"}).has_value());
  ASSERT_TRUE(twice.Add(tree, {.name = "3"}).has_value());
  EXPECT_EQ(std::move(twice).Finish().error().message, "expected each rank once, found '3' twice");
  TreeAggregator other({.over = "host"});
  EXPECT_EQ(
      other.AddPartial(Aggregate({{"3", tree}}, {.over = "rank"})).error().message,
      "expected a partial result of '--over host --absent zero', found one of '--over rank --absent zero'");
  EXPECT_FALSE(other.AddPartial(tree).has_value());
  const CctPtr part =
      Aggregate({{"3", tree}}, {.over = "rank", .quantiles = {kMedian}, .keeps_values = true});
  EXPECT_FALSE(TreeAggregator({.over = "rank", .keeps_values = true}).AddPartial(part).has_value());
  EXPECT_FALSE(TreeAggregator({.over = "rank", .quantiles = {kMedian}}).AddPartial(part).has_value());
  TreeAggregator without({.over = "rank"});
  ASSERT_TRUE(without.AddPartial(part).has_value());
  ASSERT_TRUE(without.AddPartial(Aggregate({{"4", tree}}, {.over = "rank"})).has_value());
  const std::vector<std::string> notes{
      "The quantiles of members were left out: those of all cannot be told from those of some.",
      "The values of members were left out: trees that have statistics are united without them."};
  EXPECT_EQ((*std::move(without).Finish())->report().notes, notes);
}

TEST(TreeAggregator, VerifyingFindsQuantilesThatDoNotRise) {
  const CctPtr tree =
      Aggregate({{"a", test::TreeFromFolded("main 1\n")}, {"b", test::TreeFromFolded("main 9\n")}},
                {.quantiles = {5'000, 95'000}});
  CctColumns columns = tree->columns();
  for (MemberStatistic& one : columns.members.statistics) std::swap(one.quantiles[0], one.quantiles[1]);
  const Cct damaged(std::move(columns), tree->frames(), {tree->metrics().begin(), tree->metrics().end()}, {},
                    tree);
  EXPECT_NE(VerifyCct(damaged).error().message.find("member_quantile[2]"), std::string::npos);
}

TEST(TreeAggregator, RefusesSquaresThatDoNotFit) {
  const std::string most = "main " + std::to_string((uint64_t{1} << 62)) + "\n";
  TreeAggregator sums(AggregateOptions{});
  ASSERT_TRUE(sums.Add(test::TreeFromFolded(most), {.name = "a"}).has_value());
  ASSERT_TRUE(sums.Add(test::TreeFromFolded(most), {.name = "b"}).has_value());
  EXPECT_EQ(std::move(sums).Finish().error().message,
            "the total of metric 'samples' reaches 2^63, more than can be stored");
}

TEST(TreeAggregator, MergingKeepsSumsAndSaysSo) {
  const CctPtr part = Aggregate({{"a", test::TreeFromFolded("main 1\n")}});
  const CctPtr merged = *MergeTrees(std::vector<CctPtr>{part, part});
  EXPECT_TRUE(merged->members().empty());
  EXPECT_EQ(merged->Total(0), 2u);
  EXPECT_EQ(merged->report().notes,
            std::vector<std::string>{"The statistics of members were left out: merging keeps sums alone."});
}

TEST(TreeAggregator, OrdersMembersByTheirNumbers) {
  EXPECT_TRUE(IsMemberBefore("rank 9", "rank 10"));
  EXPECT_FALSE(IsMemberBefore("rank 10", "rank 9"));
  EXPECT_TRUE(IsMemberBefore("n1/r2", "n1/r11"));
  EXPECT_TRUE(IsMemberBefore("a01", "a1") != IsMemberBefore("a1", "a01"));
  EXPECT_FALSE(IsMemberBefore("a", "a"));
  EXPECT_TRUE(IsMemberBefore("a", "a1"));
}

}  // namespace
}  // namespace ringscope::tree_aggregator_test
