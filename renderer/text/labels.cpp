#include "renderer/text/labels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

constexpr float kTurn = 2 * std::numbers::pi_v<float>;
// The height of a line of text on a ring or on the disc, in font sizes.
constexpr float kLineHeight = 1.25f;

// Room for one line of text on a piece; width 0: no room.
struct Room {
  float size_px = 0;
  float width_px = 0;
};

// The font size in half-pixel steps, so that few sizes are rasterised; 0 if the smallest size does not fit.
float SizeFor(float height_px, const LabelOptions& options, float line_height = kLineHeight) {
  const float size = std::min(std::floor(height_px / line_height * 2) / 2, options.size_px);
  return size >= options.min_size_px ? size : 0;
}

Room RoomAlongArc(float inner_px, float outer_px, float sweep_turns, const LabelOptions& options) {
  const float size = SizeFor(outer_px - inner_px, options);
  const float middle = (inner_px + outer_px) / 2;
  if (size == 0 || middle < 1.5f * size) return {};  // letters would collide on so tight a curve
  // The arc below the middle of the letters is shorter than the one through it.
  const float width = sweep_turns * kTurn * (middle - 0.35f * size) - 2 * kLabelPaddingPx;
  return width >= kLeastLabelWidth * size ? Room{size, width} : Room{};
}

Room RoomAlongRadius(float inner_px, float outer_px, float sweep_turns, const LabelOptions& options) {
  if (sweep_turns > 0.5f) return {};
  const float size = SizeFor(sweep_turns * kTurn * inner_px, options);
  const float width = outer_px - inner_px - 2 * kLabelPaddingPx;
  return size > 0 && width >= kLeastLabelWidth * size ? Room{size, width} : Room{};
}

Room RoomInRow(float height_px, float width_px, const LabelOptions& options) {
  const float size = SizeFor(height_px, options, kRowLineHeight);
  const float width = width_px - 2 * kLabelPaddingPx;
  return size > 0 && width >= kLeastLabelWidth * size ? Room{size, width} : Room{};
}

// A cut name that shows fewer characters than this tells nothing; the centre's name and short names stay.
constexpr size_t kLeastCutBytes = 5 + 3;  // with the ellipsis

bool EndsCut(std::string_view text) { return text.ends_with("\xE2\x80\xA6"); }

class Placer {
 public:
  Placer(const Cct& tree, const ArcBatch& batch, const LabelOptions& options, const MeasureText& measure)
      : tree_(tree), batch_(batch), options_(options), measure_(measure) {
    const IcicleFrame frame = IcicleFrameOf(batch.spec);
    left_px_ = static_cast<float>(frame.left_px);
    top_px_ = static_cast<float>(frame.top_px);
    width_px_ = static_cast<float>(frame.width_px);
  }

  std::vector<Label> Run() {
    if (batch_.size() == 0) return {};
    holds_others_.resize(batch_.is_treemap() ? batch_.size() : 0);
    for (uint32_t piece = 1; piece < holds_others_.size(); ++piece)
      holds_others_[batch_.caller_piece[piece]] = true;
    if (rows_) {
      PlaceFirstRow();
    } else {
      PlaceCenter();
    }
    std::vector<Candidate> candidates;
    for (uint32_t piece = 1; piece < batch_.size(); ++piece) {
      const float inner = batch_.inner_px(piece), outer = batch_.outer_px(piece);
      const float sweep = batch_.sweep_turns[piece];
      if (rows_) {
        const Room in_row = RoomInRow(RowPx(piece), sweep * width_px_, options_);
        if (in_row.width_px > 0) candidates.push_back({piece, in_row.width_px, in_row, {}});
        continue;
      }
      const Room along_arc = RoomAlongArc(inner, outer, sweep, options_);
      const Room along_radius = RoomAlongRadius(inner, outer, sweep, options_);
      if (along_arc.width_px > 0 || along_radius.width_px > 0) {
        candidates.push_back({piece, sweep * (inner + outer), along_arc, along_radius});
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& x, const Candidate& y) { return x.arc_px > y.arc_px; });
    uint32_t attempts = options_.max_labels * kAttemptsPerLabel;
    for (const Candidate& candidate : candidates) {
      if (labels_.size() >= options_.max_labels || attempts-- == 0) break;
      if (rows_) {
        PlaceInRow(candidate.piece, candidate.along_arc, TextFor(candidate.piece, candidate.along_arc));
      } else {
        PlaceOnRing(candidate.piece, candidate.along_arc, candidate.along_radius);
      }
    }
    return std::move(labels_);
  }

 private:
  struct Candidate {
    uint32_t piece;
    float arc_px;
    Room along_arc, along_radius;  // for a row's bar only the first
  };

  std::string TextFor(uint32_t piece, Room room) const {
    if (room.width_px <= 0) return {};
    if (!batch_.is_rest(piece)) {
      const float width = room.width_px - measure_(ChainCount(piece), room.size_px);
      if (width <= 0) return {};
      const bool is_thread = IsThread(tree_.FrameAt(batch_.context[piece]).kind);
      return is_thread ? ThreadText(ContextName(piece), {room.size_px, width})
                       : ShortenName(ContextName(piece), width, room.size_px, measure_);
    }
    const std::string count = CountText(batch_.rest_run(piece).size());
    for (const std::string_view tail : {" smaller contexts", " smaller", ""}) {
      const std::string text = count + std::string(tail);
      if (measure_(text, room.size_px) <= room.width_px) return text;
    }
    return {};
  }

  // Threads of a pool differ in the end of their names, before the number that the system gave them.
  std::string ThreadText(std::string_view name, Room room) const {
    constexpr size_t kLeastCharacters = 3;
    std::string text = DisplayText(name);
    if (measure_(text, room.size_px) > room.width_px) {
      for (const std::string_view number : {" (tid ", " (pid "}) {
        if (const size_t at = text.rfind(number); at != std::string::npos && at > 0) text.resize(at);
      }
    }
    text = CutMiddleToFit(text, room.width_px, room.size_px, measure_);
    const bool fits = text.size() >= kLeastCharacters && measure_(text, room.size_px) <= room.width_px;
    return fits ? text : std::string();
  }

  // The text behind the name of a chain's head; empty for other pieces.
  std::string ChainCount(uint32_t piece) const {
    const auto chain = batch_.chain(piece);
    return chain.empty() ? std::string() : " " + ChainCountText(chain.size());
  }

  // Adds a chain's count, which stays whole, behind the name that TextFor() left; the count alone would tell
  // nothing.
  std::string WithCount(uint32_t piece, std::string text) const {
    if (text.empty() || (EndsCut(text) && text.size() < kLeastCutBytes)) return {};
    return text + ChainCount(piece);
  }

  std::string_view ContextName(uint32_t piece) const {
    const std::string_view name = tree_.FrameAt(batch_.context[piece]).name;
    return name.empty() && batch_.context[piece] == kRootContext ? "all" : ShownName(name);
  }

  Label LabelOf(uint32_t piece, LabelDirection direction, std::string text, float size_px) const {
    const float width_px = measure_(text, size_px);
    return {piece, direction, std::move(text), size_px, width_px};
  }

  void PlaceOnRing(uint32_t piece, Room along_arc, Room along_radius) {
    std::string text = TextFor(piece, along_arc);
    LabelDirection direction = LabelDirection::kTangential;
    Room room = along_arc;
    if (text.empty() || EndsCut(text)) {
      std::string radial = TextFor(piece, along_radius);
      if (radial.size() > text.size()) {
        text = std::move(radial);
        direction = LabelDirection::kRadial;
        room = along_radius;
      }
    }
    text = WithCount(piece, std::move(text));
    if (text.empty()) return;
    Label label = LabelOf(piece, direction, std::move(text), room.size_px);
    label.middle_turns = batch_.start_turns[piece] + batch_.sweep_turns[piece] / 2;
    label.middle_turns -= std::floor(label.middle_turns);  // a lens may move the piece across 12 o'clock
    label.radius_px =
        (batch_.ring_edge_px[batch_.layer[piece]] + batch_.ring_edge_px[batch_.layer[piece] + 1]) / 2;
    const bool lower_half = label.middle_turns > 0.25f && label.middle_turns < 0.75f;
    const bool left_half = label.middle_turns > 0.5f;
    label.flipped = direction == LabelDirection::kTangential ? lower_half : left_half;
    // Moves the text up from the middle of the ring or of the arc, away from the edge that underscores would
    // lie on.
    const float up_px = (label.flipped ? -kTextDescent : kTextDescent) * label.size_px;
    if (direction == LabelDirection::kTangential) {
      label.radius_px += up_px;
    } else {
      label.middle_turns -= up_px / (kTurn * label.radius_px);
      label.middle_turns -= std::floor(label.middle_turns);
    }
    labels_.push_back(std::move(label));
  }

  // The height of the line for a name at the top of a piece.
  float RowPx(uint32_t piece) const {
    const float height_px = batch_.outer_px(piece) - batch_.inner_px(piece);
    if (!batch_.is_treemap()) return height_px;
    if (!holds_others_[piece]) return std::min(height_px, batch_.spec.max_row_px);
    const float width_px = batch_.sweep_turns[piece] * width_px_;
    return static_cast<float>(
        TitlePx(batch_.spec, static_cast<double>(width_px), static_cast<double>(height_px)));
  }

  void PlaceInRow(uint32_t piece, Room room, std::string text) {
    text = WithCount(piece, std::move(text));
    if (text.empty()) return;
    const float middle = batch_.inner_px(piece) + RowPx(piece) / 2;
    Label label = LabelOf(piece, LabelDirection::kRow, std::move(text), room.size_px);
    label.offset_x_px = left_px_ + batch_.start_turns[piece] * width_px_ + kLabelPaddingPx;
    label.offset_y_px = top_px_ + middle - kTextDescent * room.size_px;
    labels_.push_back(std::move(label));
  }

  // Places name, value and share in one line; the name alone if there is no room.
  void PlaceFirstRow() {
    const Room room = RoomInRow(RowPx(0), batch_.sweep_turns[0] * width_px_, options_);
    if (room.width_px <= 0) return;
    const std::string facts = "  \xC2\xB7  " + TotalText() + "  \xC2\xB7  " + ShareOfTree();
    const Room for_name{room.size_px, room.width_px - measure_(facts, room.size_px)};
    std::string name = TextFor(0, for_name);
    const bool whole = !name.empty() && !EndsCut(name);
    PlaceInRow(0, room, whole ? name + facts : TextFor(0, room));
  }

  std::string TotalText() const {
    const Metric& unit = tree_.metrics()[batch_.spec.metric];
    return ValueText(batch_.inclusive[0], unit.unit, unit.scale);
  }
  std::string ShareOfTree() const { return ShareText(batch_.inclusive[0], tree_.Total(batch_.spec.metric)); }

  // The total as exact as there is room for: with its unit, as a number alone, or three digits of it; else
  // empty.
  std::string TotalWithin(float width_px, float size_px) const {
    const Metric& unit = tree_.metrics()[batch_.spec.metric];
    const std::string whole = TotalText(), exact = ValueText(batch_.inclusive[0], "", unit.scale);
    const double value = static_cast<double>(batch_.inclusive[0]) / static_cast<double>(unit.scale);
    const bool is_count = !ReadableUnitOf(batch_.inclusive[0], unit.unit, unit.scale).is_stepped;
    for (const std::string& text : {whole, is_count ? exact : whole, is_count ? QuantityText(value) : whole})
      if (measure_(text, size_px) <= width_px) return text;
    return {};
  }

  // Places name, value and share of the whole tree, as many of them as the disc has room for; in a smaller
  // size if the name would otherwise be cut.
  void PlaceCenter() {
    for (float size = options_.size_px;; size -= 1) {
      size = std::max(size, options_.min_size_px);
      labels_ = CenterLines(size);
      const bool whole = !labels_.empty() && !EndsCut(labels_[0].text);
      if (whole || size <= options_.min_size_px) break;
    }
    if (labels_.empty() || !EndsCut(labels_[0].text)) return;
    if (auto large = CenterLines(options_.size_px); !large.empty()) labels_ = std::move(large);
  }

  std::vector<Label> CenterLines(float size) const {
    const float radius = batch_.ring_edge_px[1] - kLabelPaddingPx;
    const std::string share = ShareOfTree();

    // From three lines to one; a text must fit the disc's width at its line's far edge.
    for (int lines = 3; lines >= 1; --lines) {
      const float line_px = size * kLineHeight;
      std::vector<Label> placed;
      for (int line = 0; line < lines; ++line) {
        const float middle = (static_cast<float>(line) - static_cast<float>(lines - 1) / 2) * line_px;
        const float far = std::abs(middle) + line_px / 2;
        if (far >= radius) break;
        const float width = 2 * std::sqrt(radius * radius - far * far);
        std::string text;
        if (line == 0) {
          text = batch_.is_rest(0) ? TextFor(0, {size, width})
                                   : ShortenName(ContextName(0), width, size, measure_);
        } else if (line == 1) {
          text = TotalWithin(width, size);
        } else if (measure_(share, size) <= width) {
          text = share;
        }
        if (text.empty()) break;
        placed.push_back(LabelOf(0, LabelDirection::kCenter, std::move(text), size));
        placed.back().offset_y_px = middle;
      }
      if (static_cast<int>(placed.size()) == lines) return placed;
    }
    return {};
  }

  const Cct& tree_;
  const ArcBatch& batch_;
  const LabelOptions& options_;
  const MeasureText& measure_;
  const bool rows_ = batch_.spec.form != ChartForm::kRings;
  std::vector<bool> holds_others_;                 // boxes of a treemap
  float left_px_ = 0, top_px_ = 0, width_px_ = 0;  // of an icicle or a treemap
  std::vector<Label> labels_;
};

}  // namespace

std::string ChainCountText(size_t contexts) { return "x" + CountText(contexts); }

std::vector<Label> PlaceLabels(const Cct& tree, const ArcBatch& batch, const LabelOptions& options,
                               const MeasureText& measure) {
  return Placer(tree, batch, options, measure).Run();
}

}  // namespace ringscope
