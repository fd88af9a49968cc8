#include "cct/import/jfr/jfr_kinds.h"

namespace ringscope {
namespace {

constexpr std::string_view kOldPrefix = "com.oracle.";

// What says most of where a program spends its time comes first. Several events tell of the same allocated
// bytes in different ways, so these metrics are never added together.
constexpr JfrEventKind kKinds[] = {
    {"jdk.ExecutionSample", "execution samples", "", "", ""},
    {"jdk.CPUTimeSample", "cpu time samples", "cpu time", "ns", "samplingPeriod"},
    {"datadog.ExecutionSample", "", "cpu samples", "count", "weight"},
    {"profiler.WallClockSample", "", "wall samples", "count", "samples"},
    {"datadog.MethodSample", "", "method samples", "count", "weight"},
    {"jdk.NativeMethodSample", "native samples", "", "", ""},
    {"jdk.ObjectAllocationSample", "allocation samples", "allocated", "bytes", "weight"},
    {"jdk.ObjectAllocationInNewTLAB", "allocations in new TLABs", "allocated in new TLABs", "bytes",
     "tlabSize"},
    {"jdk.ObjectAllocationOutsideTLAB", "allocations outside TLABs", "allocated outside TLABs", "bytes",
     "allocationSize"},
    {"datadog.ObjectSample", "object samples", "allocated objects", "bytes", "size", "weight"},
    {"profiler.LiveObject", "live objects", "live", "bytes", "allocationSize"},
    {"datadog.HeapLiveObject", "live object samples", "live heap", "bytes", "size", "weight"},
    {"jdk.OldObjectSample", "old objects", "", "", ""},
    {"profiler.Malloc", "mallocs", "malloc", "bytes", "size"},
    {"jdk.JavaMonitorEnter", "lock waits", "lock time", "ns", "duration"},
    {"jdk.ThreadPark", "parks", "park time", "ns", "duration"},
    {"profiler.NativeLock", "native lock waits", "native lock time", "ns", "duration"},
    {"jdk.JavaMonitorWait", "monitor waits", "monitor wait time", "ns", "duration"},
    {"jdk.ThreadSleep", "sleeps", "sleep time", "ns", "duration"},
    {"jdk.VirtualThreadPinned", "pins", "pinned time", "ns", "duration"},
    {"jdk.SocketRead", "socket reads", "socket read time", "ns", "duration"},
    {"jdk.SocketWrite", "socket writes", "socket write time", "ns", "duration"},
    {"jdk.FileRead", "file reads", "file read time", "ns", "duration"},
    {"jdk.FileWrite", "file writes", "file write time", "ns", "duration"},
    {"jdk.FileForce", "file syncs", "file sync time", "ns", "duration"},
    {"jdk.JavaExceptionThrow", "exceptions", "", "", ""},
    {"jdk.JavaErrorThrow", "errors", "", "", ""},
    {"jdk.MethodTrace", "method calls", "method time", "ns", "duration"},
    {"profiler.MethodTrace", "traced calls", "traced time", "ns", "duration"},
};

}  // namespace

std::span<const JfrEventKind> JfrEventKinds() { return kKinds; }

size_t FindJfrEventKind(std::string_view type_name) {
  if (type_name.starts_with(kOldPrefix)) type_name.remove_prefix(kOldPrefix.size());
  size_t kind = 0;
  while (kind < std::size(kKinds) && kKinds[kind].event != type_name) ++kind;
  return kind;
}

}  // namespace ringscope
