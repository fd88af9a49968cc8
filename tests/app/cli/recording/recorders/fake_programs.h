#pragma once

#include <elf.h>

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/recording/recorders/command_look.h"

namespace ringscope::test {

// Programs that are found by path, or by name in any folder.
class FakePrograms {
 public:
  void Add(const std::string& path, const std::string& contents, bool has_other_rights = false) {
    files_[path] = {contents, has_other_rights};
  }
  // The header of an ELF file, and nothing else.
  void AddElf(const std::string& path, bool has_other_rights = false) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof(header);
    Add(path, std::string(reinterpret_cast<const char*>(&header), sizeof(header)), has_other_rights);
  }

  [[nodiscard]] ProgramFinder Finder() const {
    return [this](const std::string& name) -> std::optional<FoundProgram> {
      for (const auto& [path, file] : files_) {
        const bool is_it =
            name.find('/') != std::string::npos ? path == name : path.substr(path.rfind('/') + 1) == name;
        if (is_it) return FoundProgram{path, std::as_bytes(std::span(file.first)), file.second};
      }
      return std::nullopt;
    };
  }

 private:
  std::map<std::string, std::pair<std::string, bool>> files_;
};

}  // namespace ringscope::test
