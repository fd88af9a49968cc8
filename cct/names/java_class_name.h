#pragma once

#include <string>
#include <string_view>

namespace ringscope {

// The name of a Java class as in the language, "java.util.Map" for "java/util/Map", without the numbers and
// addresses of classes that are made at run time, so that it is the same in every run.
//
//   L$$Lambda$88+0x00007faae0007a08/360062456, L$$Lambda/0x0000000800c03000   L$$Lambda
//   java/lang/invoke/LambdaForm$MH/0x0000000800c03000                         java.lang.invoke.LambdaForm$MH
//   jdk.proxy2.$Proxy12                                                       jdk.proxy2.$Proxy
//
// O(bytes).
[[nodiscard]] std::string StableJavaClassName(std::string_view name);

}  // namespace ringscope
