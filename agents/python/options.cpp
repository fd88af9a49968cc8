#include "agents/python/options.h"

#include "agents/common/agent_settings.h"
#include "agents/common/message.h"

namespace ringscope {

RecorderOptions RecorderOptions::Read(std::string_view text) {
  RecorderOptions options;
  ForEachOption(text, [&options](std::string_view key, std::string_view value) {
    if (key == "no-time" && value.empty()) {
      options.has_time = false;
    } else if (key == "cpu" && value.empty()) {
      options.has_cpu_time = true;
    } else if (key == "no-receivers" && value.empty()) {
      options.has_receivers = false;
    } else if (key == "sizes" && value.empty()) {
      options.has_sizes = true;
    } else {
      SayLine({"cannot use ", key, " of RINGSCOPE_PYTHON; it is left out"});
    }
  });
  return options;
}

}  // namespace ringscope
