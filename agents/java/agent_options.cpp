#include "agents/java/agent_options.h"

#include <string>
#include <vector>

#include "agents/common/message.h"

namespace ringscope::java {

void AgentOptions::Read(std::string_view text) {
  settings.ReadEnvironment();
  ForEachOption(text, [this](std::string_view key, std::string_view value) {
    if (Take(key, value)) return;
    SayLine({"cannot read the option ", key, "=", value,
             " of the Java agent; it knows trace, out, limit, leave-out, include, exclude, receivers, "
             "allocations, natives, cpu"});
    has_bad_option = true;
  });
}

bool AgentOptions::Take(std::string_view key, std::string_view value) {
  const auto take_switch = [&](bool& option) {
    if (value != "off" && value != "on" && !value.empty()) return false;
    option = value != "off";
    return true;
  };
  const auto take_list = [&](std::vector<std::string>& list) {
    while (!value.empty()) {
      const size_t end = value.find_first_of(":;");
      if (end != 0) list.emplace_back(value.substr(0, end));
      value = end == std::string_view::npos ? std::string_view() : value.substr(end + 1);
    }
    return true;
  };
  if (key == "include") return take_list(instrument.filter.include);
  if (key == "exclude") return take_list(instrument.filter.exclude);
  if (key == "receivers") return take_switch(instrument.counts_receivers);
  if (key == "allocations") return take_switch(instrument.counts_allocations);
  if (key == "natives") return take_switch(instrument.counts_natives);
  if (key == "cpu") return take_switch(has_cpu_time);
  switch (settings.Take(key, value)) {
    case AgentSettings::Taken::kYes:
      return true;
    case AgentSettings::Taken::kInvalid:
      return false;
    case AgentSettings::Taken::kUnknown:
      // A name alone is the file.
      return value.empty() && settings.Take("out", key) == AgentSettings::Taken::kYes;
  }
  return false;
}

}  // namespace ringscope::java
