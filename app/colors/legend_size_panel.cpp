#include "app/colors/legend_size_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/widgets/widgets.h"

namespace ringscope {
namespace {

// A row is not squeezed below these: rather fewer rows than shorter names, but two rows at least.
constexpr float kGoodLabelWidth = 96;
constexpr float kMinLabelWidth = 70;
// Where it hides a part of the chart, and where it does not.
constexpr float kMaxLabelWidth = 240;
constexpr float kMaxFreeLabelWidth = 420;
constexpr float kGradientWidth = 258;
// A legend of fewer rows would say too little.
constexpr size_t kLeastRows = 2;
// Of one that hides a part of the chart, because it was opened.
constexpr size_t kOpenedRows = 8;

class Sizer {
 public:
  Sizer(const LegendModel& model, const LegendRoom& room, const PanelRect& chart, bool all_rows,
         const PanelContext& ctx)
      : model_(model), room_(room), chart_(chart), all_rows_(all_rows), ctx_(ctx) {
    for (const LegendRow& row : model.rows) {
      wanted_.push_back(std::ceil(TextWidth(ctx.fonts.small, row.label)));
      share_width_ = std::max(share_width_, std::ceil(TextWidth(ctx.fonts.small, row.share)));
    }
    label_x_ = ctx.Px(kLegendLabelGap) + (share_width_ > 0 ? share_width_ + ctx.Px(8) : 0);
  }

  // Beside the chart; nothing where there is no room.
  std::optional<LegendSize> Free() const {
    const size_t least = std::min(kLeastRows, model_.rows.size());
    for (const float label : {kGoodLabelWidth, kMinLabelWidth}) {
      for (size_t rows = model_.rows.size() + 1; rows-- > least;) {
        if (auto size = FreeWith(rows, ctx_.Px(label))) return size;
      }
    }
    return std::nullopt;
  }

  // As many rows as the chart is high, at most `rows`.
  LegendSize Over(size_t rows, bool has_more) const {
    LegendSize size = Plain(rows, has_more);
    while (rows > 1 && size.height + 2 * ctx_.Px(kLegendMargin) > chart_.height) size = Plain(--rows, true);
    float widest = ctx_.Px(kMinLabelWidth);
    for (const float wanted : wanted_) widest = std::max(widest, wanted);
    size.label_widths.assign(rows, std::min(widest, ctx_.Px(kMaxLabelWidth)));
    SetWidth(size);
    return size;
  }

 private:
  LegendSize Plain(size_t rows, bool has_more) const {
    LegendSize size;
    size.share_width = share_width_;
    size.label_x = label_x_;
    size.has_more = has_more;
    float height = 2 * ctx_.Px(kLegendPadding) + ctx_.fonts.small->FontSize + ctx_.Px(4);
    if (!model_.gradient.empty())
      height += ctx_.Px(kLegendGradientHeight) + ctx_.fonts.small->FontSize + ctx_.Px(10);
    height += ctx_.Px(kLegendRowHeight) * static_cast<float>(rows + (has_more ? 1 : 0));
    size.height = std::round(height);
    if (has_more) {
      const size_t hidden = model_.rows.size() - rows;
      size.more_text = !all_rows_    ? fmt::format("{} more", hidden)
                        : hidden == 0 ? "fewer"
                                      : fmt::format("fewer ({} more do not fit)", hidden);
    }
    return size;
  }

  void SetWidth(LegendSize& size) const {
    float width = 0;
    for (const float label : size.label_widths) width = std::max(width, label_x_ + label);
    if (size.has_more) width = std::max(width, MoreWidth(size));
    if (!model_.gradient.empty()) width = std::max(width, ctx_.Px(kGradientWidth - 2 * kLegendPadding));
    size.width = std::round(width + 2 * ctx_.Px(kLegendPadding));
  }

  float MoreWidth(const LegendSize& size) const {
    return std::ceil(ctx_.Px(kLegendLabelGap) + TextWidth(ctx_.fonts.small, size.more_text));
  }

  // From the left end of a row to where it would come too near to the chart, below `height_px` from the lower
  // end of the legend.
  float RoomBelow(float height_px) const {
    const float margin = ctx_.Px(kLegendMargin);
    const float free = std::min(room_(height_px + margin), chart_.width);
    return free - 2 * margin - ctx_.Px(kLegendPadding);
  }

  std::optional<LegendSize> FreeWith(size_t rows, float least_label) const {
    LegendSize size = Plain(rows, rows < model_.rows.size());
    if (size.height + 2 * ctx_.Px(kLegendMargin) > chart_.height) return std::nullopt;
    size.is_free = true;
    const float padding = ctx_.Px(kLegendPadding), row_height = ctx_.Px(kLegendRowHeight);
    const float title = std::min(TextWidth(ctx_.fonts.small, model_.title), label_x_ + least_label);
    const float top = model_.gradient.empty() ? title : ctx_.Px(kGradientWidth) - 2 * padding;
    if (RoomBelow(size.height - padding) < top) return std::nullopt;
    if (size.has_more && RoomBelow(padding + row_height) < MoreWidth(size)) return std::nullopt;
    for (size_t row = 0; row < rows; ++row) {
      const size_t lines = rows - row + (size.has_more ? 1 : 0);
      const float room = RoomBelow(padding + row_height * static_cast<float>(lines)) - label_x_;
      if (room < std::min(least_label, wanted_[row])) return std::nullopt;
      size.label_widths.push_back(std::floor(std::min({room, wanted_[row], ctx_.Px(kMaxFreeLabelWidth)})));
    }
    SetWidth(size);
    return size;
  }

  const LegendModel& model_;
  const LegendRoom& room_;
  const PanelRect& chart_;
  const bool all_rows_;
  const PanelContext& ctx_;
  std::vector<float> wanted_;  // of every row, to show its whole name
  float share_width_ = 0, label_x_ = 0;
};

}  // namespace

LegendSize LegendSizeOf(const LegendModel& model, const LegendRoom& room, const PanelRect& chart,
                    const LegendUi& ui, const PanelContext& ctx) {
  const Sizer sizer(model, room, chart, ui.all_rows, ctx);
  const auto free = sizer.Free();
  // What all fits hides nothing, whatever was asked for where there was less room.
  if (free && !free->has_more) return *free;
  if (ui.all_rows) return sizer.Over(model.rows.size(), true);
  if (free) return *free;
  const size_t rows = std::min(kOpenedRows, model.rows.size());
  LegendSize size = sizer.Over(rows, rows < model.rows.size());
  size.can_close = true;
  size.closed = !ui.open;
  if (size.closed) {
    size.width =
        std::round(2 * ctx.Px(kLegendPadding) + ctx.Px(16) + TextWidth(ctx.fonts.small, model.title));
    size.height = std::round(ctx.fonts.small->FontSize + ctx.Px(12));
  }
  return size;
}

}  // namespace ringscope
