#include "app/cli/recording/job_place.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

// Names become parts of paths.
std::string Plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return !IsLetterOrDigit(c) && c != '-' && c != '_' && c != '.'; }, '_');
  return text == "." || text == ".." ? "_" : text;
}

}  // namespace

std::optional<JobPlace> JobPlace::Find(std::string (*environment)(const char* name)) {
  JobPlace place;
  // Slurm sets the rank also in scripts of a batch, which are no step.
  if (!environment("SLURM_STEP_ID").empty()) place.rank = environment("SLURM_PROCID");
  for (const char* const name : {"PMIX_RANK", "PMI_RANK", "OMPI_COMM_WORLD_RANK"})
    if (place.rank.empty()) place.rank = environment(name);
  if (place.rank.empty()) return std::nullopt;
  place.job = environment("SLURM_JOB_ID");
  place.step = environment("SLURM_STEP_ID");
  place.host = environment("SLURMD_NODENAME");
  if (place.host.empty()) place.host = HostName();
  return place;
}

std::filesystem::path JobPlace::OutputBelow(const std::filesystem::path& asked) const {
  std::filesystem::path folder = asked;
  if (folder.extension() == ".cct") folder.replace_extension();
  if (folder.empty())
    folder = job.empty() ? "job" : "job-" + Plain(job) + (step.empty() ? std::string() : "." + Plain(step));
  return folder / Plain(host) / ("rank-" + Plain(rank) + ".cct");
}

void JobPlace::Describe(Execution& execution) const {
  SetAttribute("rank", rank, execution);
  SetAttribute("host", host, execution);
  if (!job.empty()) SetAttribute("job", job, execution);
  if (!step.empty()) SetAttribute("step", step, execution);
}

}  // namespace ringscope
