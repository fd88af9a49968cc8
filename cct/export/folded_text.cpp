#include "cct/export/folded_text.h"

namespace ringscope {

void AppendFoldedFrame(std::string& out, const Frame& frame) {
  for (const char c : frame.name) out += c == ';' ? ':' : (c == '\n' || c == '\r') ? ' ' : c;
  switch (frame.kind) {
    case FrameKind::kKernel:
      out += "_[k]";
      break;
    case FrameKind::kJit:
      out += "_[j]";
      break;
    case FrameKind::kInlined:
      out += "_[i]";
      break;
    case FrameKind::kInterpreted:
      out += "_[0]";
      break;
    default:
      break;
  }
}

}  // namespace ringscope
