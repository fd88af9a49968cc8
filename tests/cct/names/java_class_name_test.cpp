#include "cct/names/java_class_name.h"

#include <gtest/gtest.h>

namespace ringscope::java_class_name_test {
namespace {

TEST(JavaClassName, HasNothingThatChangesFromRunToRun) {
  for (const char* const name : {"L$$Lambda$88+0x00007faae0007a08/360062456", "L$$Lambda$7/0x0000000800c03000",
                                 "L$$Lambda/0x0000000800c03000", "L$$Lambda$14/1831932724", "L$$Lambda$1",
                                 "L$$Lambda.0x00007f2a1c000a00"}) {
    EXPECT_EQ(StableJavaClassName(name), "L$$Lambda") << name;
  }
  EXPECT_EQ(StableJavaClassName("java/lang/invoke/LambdaForm$MH/0x0000000800c03000"), "java.lang.invoke.LambdaForm$MH");
  EXPECT_EQ(StableJavaClassName("java.lang.invoke.LambdaForm$DMH12"), "java.lang.invoke.LambdaForm$DMH");
  EXPECT_EQ(StableJavaClassName("jdk.proxy2.$Proxy12"), "jdk.proxy2.$Proxy");
  EXPECT_EQ(StableJavaClassName("jdk/internal/reflect/GeneratedMethodAccessor3"),
            "jdk.internal.reflect.GeneratedMethodAccessor");
}

TEST(JavaClassName, KeepsTheRest) {
  EXPECT_EQ(StableJavaClassName("java/util/Map$Entry"), "java.util.Map$Entry");
  EXPECT_EQ(StableJavaClassName("a.b2.Outer$1"), "a.b2.Outer$1");
  EXPECT_EQ(StableJavaClassName("Vec3"), "Vec3");
  EXPECT_EQ(StableJavaClassName(""), "");
  EXPECT_EQ(StableJavaClassName("/0x"), ".0x");
  EXPECT_EQ(StableJavaClassName("+1/2"), "");
}

}  // namespace
}  // namespace ringscope::java_class_name_test
