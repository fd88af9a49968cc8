#include <fmt/format.h>

#include <iterator>

#include "cct/base/text/number_text.h"
#include "cct/export/dump.h"
#include "cct/export/export_buffer.h"
#include "cct/export/tsv_field.h"
#include "cct/tree/frame_facts.h"

namespace ringscope {
namespace {

void AppendClass(std::string& out, const FrameFacts& facts, ClassId id) {
  AppendTsvField(out, FullNameOf(facts[id]));
  out += '\t';
  if (id != kNoClass) out += WordOf(kClassKindWords, facts[id].kind);
  out += '\t';
  bool is_first = true;
  for (const ClassId above : facts.SuperclassesOf(id)) {
    if (!is_first) out += ',';
    is_first = false;
    AppendTsvField(out, FullNameOf(facts[above]));
  }
}

}  // namespace

Result<void> DumpFrames(const Cct& tree, const TextSink& sink) {
  ExportBuffer text(sink, ~uint64_t{0});
  std::string& out = text.buffer();
  const FrameTable& frames = tree.frames();
  const FrameFacts& facts = frames.facts();
  out += "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode";
  for (const FrameValueInfo& value : facts.values()) {
    out += '\t';
    AppendTsvField(out, value.name);
  }
  out += '\n';
  for (FrameId id = 0; id < frames.size(); ++id) {
    if (id == tree.FrameOf(kRootContext)) continue;
    const Frame frame = frames[id];
    for (const std::string_view field : {frame.name, frame.module, frame.file}) {
      AppendTsvField(out, field);
      out += '\t';
    }
    fmt::format_to(std::back_inserter(out), "{}\t{}\t{}\t{}\t", frame.line, frame.column,
                   FrameKindName(frame.kind), WordOf(kSourceChangeWords, frame.source_change));
    AppendClass(out, facts, facts.ClassOf(id));
    const CodeHash code = facts.CodeOf(id);
    if (code == kUnknownCode || code == kSeveralCodes)
      out += code == kUnknownCode ? "\t" : "\tseveral";
    else
      fmt::format_to(std::back_inserter(out), "\t{:016x}", code);
    for (uint32_t v = 0; v < facts.values().size(); ++v) {
      out += '\t';
      const std::optional<FrameAmount> amount = facts.ValueOf(id, v);
      if (!amount) continue;
      if (amount->at_least) out += ">=";
      out += ExactDecimalText(amount->amount, facts.values()[v].scale);
    }
    out += '\n';
    RINGSCOPE_TRY(text.FlushIfLarge());
  }
  return text.Flush();
}

}  // namespace ringscope
