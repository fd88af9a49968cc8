#pragma once

namespace ringscope::java {

// The class files of java.lang.RingscopeProbe and ringscope.probe.ProbeMemory.
extern const unsigned char kProbeClassBytes[];
extern const unsigned kProbeClassByteCount;
extern const unsigned char kProbeMemoryClassBytes[];
extern const unsigned kProbeMemoryClassByteCount;

}  // namespace ringscope::java
