#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/source/source.h"
#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The characters beyond ASCII that texts on screen may contain, so that fonts can be found for them: from
// names of the shown trees, source texts, titles and recent files, and from what is typed.
class ShownText {
 public:
  // The glyphs of more code points would not fit into a texture.
  static constexpr size_t kMaxCodePoints = 4000;
  // Bytes looked at in one call, so that a large profile does not hold up a frame.
  static constexpr size_t kBytesPerCall = size_t{4} << 20;

  // Looks at new texts; returns whether more are left to look at. O(views + kBytesPerCall).
  bool Look(const AppState& state);

  // Adds what is typed at once.
  void Add(char32_t code_point);
  void Add(std::string_view text);

  // Each code point once, in the order they came up. If there is no room for those of a new tree, the list
  // begins anew with what is shown then.
  [[nodiscard]] std::span<const char32_t> code_points() const { return code_points_; }
  // Grows with every code point.
  [[nodiscard]] uint64_t serial() const { return serial_; }

 private:
  struct Source {
    CctPtr tree;                             // its names, or
    std::shared_ptr<const SourceView> text;  // this one's lines
    uint64_t looked_at = 0;                  // bytes

    [[nodiscard]] bool operator==(const Source& other) const {
      return tree == other.tree && text == other.text;
    }
  };
  [[nodiscard]] std::span<const uint8_t> NextBytes(const Source& source, size_t at_most) const;

  std::vector<Source> sources_;
  std::vector<char32_t> code_points_;
  uint64_t serial_ = 0;
  std::vector<uint64_t> seen_;  // a bit for each code point
};

}  // namespace ringscope
