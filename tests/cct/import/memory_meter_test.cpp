#include "cct/import/memory_meter.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ringscope {
namespace {

struct Holder {
  std::string text;
  [[nodiscard]] uint64_t held_bytes() const { return HeldBytes(text); }
};

TEST(HeldBytes, OfTablesAndWhatTheirElementsHold) {
  EXPECT_EQ(HeldBytes(1, 2.0, std::string("short")), 0u);
  const std::string text(1000, 'a');
  EXPECT_GE(HeldBytes(text), 1000u);
  std::vector<uint32_t> numbers(10);
  numbers.reserve(100);
  EXPECT_EQ(HeldBytes(numbers), numbers.capacity() * 4);
  EXPECT_EQ(HeldBytes(std::vector<std::string>{text, text}), 2 * sizeof(std::string) + 2 * HeldBytes(text));
  EXPECT_EQ(HeldBytes(std::vector<Holder>{{text}}), sizeof(Holder) + HeldBytes(text));
  EXPECT_EQ(HeldBytes(std::vector<bool>(6400)), 800u);
  EXPECT_EQ(HeldBytes(std::optional<std::string>(text)), HeldBytes(text));
  EXPECT_EQ(HeldBytes(std::optional<std::string>()), 0u);
  EXPECT_EQ(HeldBytes(std::make_unique<Holder>(Holder{text})), sizeof(Holder) + HeldBytes(text));
  EXPECT_EQ(HeldBytes(std::deque<std::string>{text}), sizeof(std::string) + HeldBytes(text));
  const std::unordered_map<std::string, uint32_t> hashed{{text, 1}};
  EXPECT_GT(HeldBytes(hashed), HeldBytes(text) + sizeof(std::string) + 4);
  const std::map<uint32_t, std::string> sorted{{1, text}};
  EXPECT_GT(HeldBytes(sorted), HeldBytes(text) + sizeof(std::string) + 4);
  EXPECT_EQ(HeldBytes(text, numbers), HeldBytes(text) + HeldBytes(numbers));
}

TEST(MemoryMeter, TakesWhatIsHeldAndGivesItBack) {
  const auto memory = std::make_shared<MemoryBudget>(1000);
  uint64_t held = 400;
  {
    MemoryMeter meter(memory, [&held] { return held; });
    EXPECT_TRUE(meter.CheckNow());
    EXPECT_EQ(memory->taken_bytes(), 400u);
    EXPECT_TRUE(meter.Reserve(600));
    EXPECT_EQ(memory->taken_bytes(), 1000u);
    EXPECT_FALSE(meter.Reserve(601));
    held = 100;
    EXPECT_TRUE(meter.Check());
    EXPECT_EQ(memory->taken_bytes(), 100u);
    held = 1001;
    const Result<void> refused = meter.Check();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kLimit);
    EXPECT_EQ(refused.error().message, kOverMemoryBudget);
  }
  EXPECT_EQ(memory->taken_bytes(), 0u);
}

TEST(MemoryMeter, LooksMoreSeldomTheMoreThereIs) {
  const auto memory = std::make_shared<MemoryBudget>(uint64_t{1} << 40);
  uint64_t looks = 0;
  uint64_t held = 0;
  MemoryMeter meter(memory, [&] {
    ++looks;
    return held;
  });
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(meter.Check());
  EXPECT_EQ(looks, 1000u);
  held = uint64_t{99} << 20;
  looks = 0;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(meter.Check());
  EXPECT_LT(looks, 20u);
  EXPECT_GT(looks, 5u);
}

TEST(MemoryMeter, WithoutABudgetMeasuresNothing) {
  MemoryMeter meter(nullptr, [] {
    ADD_FAILURE() << "looked";
    return uint64_t{1};
  });
  EXPECT_FALSE(meter.active());
  EXPECT_TRUE(meter.Check());
  EXPECT_TRUE(meter.CheckNow());
  EXPECT_TRUE(meter.Reserve(~uint64_t{0}));
}

}  // namespace
}  // namespace ringscope
