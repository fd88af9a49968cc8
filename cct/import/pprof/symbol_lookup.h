#pragma once

#include <cstdint>
#include <memory>

#include "cct/base/memory_budget.h"
#include "cct/base/result.h"
#include "cct/import/importer.h"
#include "cct/symbols/symbolizer.h"

namespace ringscope {

// The symbolizer of an import, if one is wanted, whose tables count for what the import may hold.
class SymbolLookup {
 public:
  SymbolLookup(const ImportOptions& options, bool wanted) : lease_(options.build.memory) {
    if (!wanted) return;
    symbolizer_ = MakeElfSymbolizer([this](uint64_t held_bytes) {
      within_ &= lease_.Resize(held_bytes);
      return within_;
    });
  }
  // The symbolizer refers to it.
  SymbolLookup(const SymbolLookup&) = delete;
  SymbolLookup& operator=(const SymbolLookup&) = delete;

  // Null: no names are looked up.
  [[nodiscard]] Symbolizer* symbolizer() const { return symbolizer_.get(); }
  // kLimit where a table was refused; importers poll it after they have looked names up.
  [[nodiscard]] Result<void> status() const {
    if (within_) return {};
    return Fail(ErrorCode::kLimit, kOverMemoryBudget);
  }

 private:
  MemoryLease lease_;
  bool within_ = true;
  std::unique_ptr<Symbolizer> symbolizer_;
};

}  // namespace ringscope
