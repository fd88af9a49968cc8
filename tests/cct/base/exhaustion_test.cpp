#include "cct/base/exhaustion.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace ringscope::exhaustion_test {
namespace {

TEST(CatchExhaustion, GivesResultsAndErrorsAsTheyAre) {
  EXPECT_EQ(CatchExhaustion([]() -> Result<int> { return 3; }).value(), 3);
  const auto failed = CatchExhaustion([]() -> Result<int> { return Fail(ErrorCode::kIo, "no"); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
}

TEST(CatchExhaustion, MakesErrorsOfWhatRunsOut) {
  const auto short_of_memory = CatchExhaustion([]() -> Result<void> { throw std::bad_alloc(); });
  ASSERT_FALSE(short_of_memory);
  EXPECT_EQ(short_of_memory.error().code, ErrorCode::kLimit);
  EXPECT_NE(short_of_memory.error().message.find("memory"), std::string::npos);
  const auto too_long = CatchExhaustion([]() -> Result<size_t> {
    std::vector<int> numbers;
    numbers.reserve(SIZE_MAX);
    return numbers.size();
  });
  ASSERT_FALSE(too_long);
  EXPECT_EQ(too_long.error().message, short_of_memory.error().message);
  const auto short_of_threads = CatchExhaustion([]() -> Result<void> {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  });
  ASSERT_FALSE(short_of_threads);
  EXPECT_NE(short_of_threads.error().message.find("thread"), std::string::npos);
}

// Those are errors of the program.
TEST(CatchExhaustion, LetsOtherExceptionsPass) {
  EXPECT_THROW(static_cast<void>(CatchExhaustion([]() -> Result<void> { throw std::out_of_range("x"); })),
               std::out_of_range);
  EXPECT_THROW(static_cast<void>(CatchExhaustion([]() -> Result<void> {
                 throw std::system_error(std::make_error_code(std::errc::permission_denied));
               })),
               std::system_error);
}

}  // namespace
}  // namespace ringscope::exhaustion_test
