#include "renderer/page/page.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"
#include "cct/base/text/utf8.h"
#include "cct/names/shown_name.h"
#include "cct/table/group_table.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"
#include "renderer/page/page_items.h"

namespace ringscope {

// Made by embed_texts.cmake: the text of a file of this folder, or its hash.
std::string_view FindPageFile(std::string_view name);

namespace {

constexpr size_t kMostMetrics = 8;
// No browser lays out more contexts at once when it opens the page.
constexpr uint32_t kMostHeld = 250'000;
// The dearest functions by each of self and inclusive value, in each of the page's first metrics.
constexpr size_t kFunctionsByValue = 60, kMetricsOfFunctions = 2;
constexpr size_t kMostNameBytes = 2000, kMostNoteBytes = 20'000;
constexpr std::array<std::string_view, 5> kScripts{"format.js", "tree.js", "layout.js", "chart.js",
                                                   "page.js"};

// The hash of an embedded file as a policy names it.
std::string PolicyHash(std::string_view name) {
  const std::string_view hex = FindPageFile(fmt::format("{}.sha256", name));
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  return fmt::format("'sha256-{}'", Base64(bytes));
}

// Text from outside in the form that the page shows.
std::string ShownText(std::string_view text, size_t most_bytes = kMostNameBytes,
                      LineBreaks line_breaks = LineBreaks::kSpelledOut) {
  const std::string_view kept = Utf8Prefix(text, most_bytes);
  std::string shown;
  AppendTerminalText(shown, kept, line_breaks);
  if (kept.size() < text.size())
    shown += fmt::format("\u2026 ({} bytes more)", CountText(text.size() - kept.size()));
  return shown;
}

void AppendVarint(std::string& out, uint64_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  out += static_cast<char>(value);
}

// Numbers keys in the order in which they are first asked for.
template <typename Key>
class Numbering {
 public:
  uint64_t Of(const Key& key) {
    const auto [place, is_new] = number_.try_emplace(key, order_.size());
    if (is_new) order_.push_back(key);
    return place->second;
  }
  [[nodiscard]] const std::vector<Key>& order() const { return order_; }

 private:
  std::unordered_map<Key, uint64_t> number_;
  std::vector<Key> order_;
};

// The functions that cost most, over the whole tree.
struct DearestFunctions {
  GroupTable table;  // of the page's metrics
  std::vector<FrameId> frame;
  std::vector<uint32_t> rows;
  uint64_t count = 0;  // of the tree
};

class PageWriter {
 public:
  PageWriter(const Cct& tree, const PageRequest& request, JobControl* job)
      : tree_(tree), request_(request), job_(job) {
    root_ = request.view.root.context < tree.context_count() ? request.view.root.context : kRootContext;
    metric_ = request.view.metric < tree.metric_count() ? request.view.metric : 0;
    metrics_.push_back(metric_);
    for (MetricIndex metric = 0; metric < tree.metric_count() && metrics_.size() < kMostMetrics; ++metric)
      if (metric != metric_) metrics_.push_back(metric);
    std::sort(metrics_.begin(), metrics_.end());
  }

  Result<PageContents> Write(const TextSink& sink) {
    RINGSCOPE_TRY(FindFunctions());
    const uint64_t frame_bytes = Head().size() + Tail().size() + 4;
    const uint64_t budget = request_.max_bytes > frame_bytes ? (request_.max_bytes - frame_bytes) / 4 * 3 : 0;
    const auto most = static_cast<uint32_t>(
        std::clamp<uint64_t>(budget / 2, 1, std::min(kMostHeld, tree_.context_count())));
    const std::vector<ContextId> held = LargestContexts(tree_, metrics_, root_, most);
    const uint64_t least = tree_.PathTo(root_).size() + 1;
    uint64_t count = held.size();
    std::string data;
    while (true) {
      if (IsCancelled(job_)) return Fail(ErrorCode::kCancelled, "the export was cancelled");
      data = Deflated(Data(ItemsOf(tree_, {held.begin(), held.begin() + static_cast<ptrdiff_t>(count)})));
      if (data.size() <= budget) break;
      if (count <= least) {
        return Fail(ErrorCode::kLimit, "expected room for a page of at least {} bytes, found {}",
                    frame_bytes + data.size() * 4 / 3 + 4, request_.max_bytes);
      }
      // Frames and functions take their part whatever is held: each try is a little below the estimate of the
      // last one.
      const double fits = static_cast<double>(budget) / static_cast<double>(data.size());
      count =
          std::max(least, static_cast<uint64_t>(static_cast<double>(count) * std::min(fits, 0.98) * 0.97));
    }
    const std::string base64 = Base64(data), head = Head(), tail = Tail();
    RINGSCOPE_TRY(sink(head));
    RINGSCOPE_TRY(sink(base64));
    RINGSCOPE_TRY(sink(tail));
    contents_.bytes = head.size() + base64.size() + tail.size();
    return contents_;
  }

 private:
  static std::string Head() {
    std::string scripts;
    for (const std::string_view name : kScripts) scripts += " " + PolicyHash(name);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src{}; style-src "
        "{}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" "
        "content=\"no-referrer\">\n<title>ringscope</title>\n<style>{}</style>\n</head>\n"
        "<body>\n{}<script type=\"text/plain\" id=\"data\">",
        scripts, PolicyHash("page.css"), FindPageFile("page.css"), FindPageFile("page.html"));
  }
  static std::string Tail() {
    std::string tail = "</script>\n";
    for (const std::string_view name : kScripts)
      tail += fmt::format("<script>{}</script>\n", FindPageFile(name));
    return tail + "</body>\n</html>\n";
  }

  static std::string Deflated(const std::string& bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string out(size, '\0');
    compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
              static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
    out.resize(size);
    return out;
  }

  Result<void> FindFunctions() {
    const FunctionIndex index(tree_.frames());
    FrameGrouping grouping = BuildFrameGrouping(tree_.frames(), index, GroupBy::kFunction);
    const ContextRange roots{root_, root_ + 1};
    RINGSCOPE_ASSIGN(functions_.table, BuildGroupTable(tree_, grouping, roots, job_, 0, metrics_));
    if (request_.self_in_first_ring)
      TakeSelfFromFirstRing(tree_, grouping, roots, functions_.table, metrics_);
    std::vector<uint32_t> occurring;
    for (uint32_t group = 0; group < grouping.size(); ++group)
      if (functions_.table.contexts[group] != 0) occurring.push_back(group);
    functions_.count = occurring.size();
    functions_.frame = std::move(grouping.first_frame);
    const auto take = [&](const std::vector<uint64_t>& values) {
      const size_t count = std::min(occurring.size(), kFunctionsByValue);
      std::partial_sort(
          occurring.begin(), occurring.begin() + static_cast<ptrdiff_t>(count), occurring.end(),
          [&](uint32_t x, uint32_t y) { return values[x] != values[y] ? values[x] > values[y] : x < y; });
      functions_.rows.insert(functions_.rows.end(), occurring.begin(),
                             occurring.begin() + static_cast<ptrdiff_t>(count));
    };
    for (size_t i = 0; i < metrics_.size(); ++i) {
      if (i >= kMetricsOfFunctions && metrics_[i] != metric_) continue;
      take(functions_.table.self[i]);
      take(functions_.table.inclusive[i]);
    }
    std::sort(functions_.rows.begin(), functions_.rows.end());
    functions_.rows.erase(std::unique(functions_.rows.begin(), functions_.rows.end()), functions_.rows.end());
    return {};
  }

  // All data for the page's scripts, as tree.js reads them: numbers are in base 128, the low digits first.
  std::string Data(const PageItems& items) {
    strings_ = {};
    Numbering<FrameId> frames;
    std::string columns;
    AppendVarint(columns, items.size());
    for (uint32_t item = 0; item < items.size(); ++item)
      AppendVarint(columns,
                   items.is_rest[item] != 0 ? 0 : 1 + frames.Of(tree_.FrameOf(items.contexts[item].begin)));
    for (uint32_t item = 0; item < items.size(); ++item)
      if (items.is_rest[item] == 0) AppendVarint(columns, items.child_count[item]);
    for (uint32_t item = 0; item < items.size(); ++item) {
      if (items.is_rest[item] == 0) continue;
      AppendVarint(columns, items.contexts[item].size());
      AppendVarint(columns, items.layers_below[item]);
    }
    for (const MetricIndex metric : metrics_) {
      for (uint32_t item = 0; item < items.size(); ++item) {
        const ContextRange run = items.contexts[item];
        AppendVarint(columns,
                     items.is_rest[item] != 0 ? tree_.Inclusive(run, metric) : tree_.Self(run.begin, metric));
      }
    }
    for (const uint32_t row : functions_.rows) {
      AppendVarint(columns, frames.Of(functions_.frame[row]));
      AppendVarint(columns, functions_.table.contexts[row]);
      for (size_t i = 0; i < metrics_.size(); ++i) {
        AppendVarint(columns, functions_.table.self[i][row]);
        AppendVarint(columns, functions_.table.inclusive[i][row]);
      }
    }
    const bool is_by_frame = AppendColors(items, frames, columns);

    std::string frame_columns;
    AppendVarint(frame_columns, frames.order().size());
    for (const FrameId id : frames.order()) {
      const Frame frame = tree_.frames()[id];
      AppendVarint(frame_columns, strings_.Of(ShownText(ShownName(frame.name))));
      AppendVarint(frame_columns, strings_.Of(ShownText(frame.module)));
      AppendVarint(frame_columns, strings_.Of(ShownText(frame.file)));
      AppendVarint(frame_columns, strings_.Of(std::string(FrameKindName(frame.kind))));
      AppendVarint(frame_columns, frame.line);
    }

    std::string out;
    const std::string about = About(items, is_by_frame);
    AppendVarint(out, about.size());
    out += about;
    AppendVarint(out, strings_.order().size());
    for (const std::string& text : strings_.order()) {
      AppendVarint(out, text.size());
      out += text;
    }
    return out + frame_columns + columns;
  }

  // Appends the colours of the request's mode in both themes: of frames, or in modes without colours by
  // frame, of items. Returns whether they are of frames.
  bool AppendColors(const PageItems& items, const Numbering<FrameId>& frames, std::string& columns) const {
    const bool is_by_frame =
        !IsSequential(request_.color.mode) && request_.color.mode != ColorMode::kDifference;
    ArcBatch batch;
    batch.spec = request_.view;
    batch.spec.metric = metric_;
    const auto add = [&](ContextId context, bool is_rest) {
      batch.context.push_back(context);
      batch.flags.push_back(is_rest ? kArcRest : ArcFlags{0});
    };
    // A context of each frame. Frames of listed functions that no item has keep none and come after the
    // items' own.
    std::vector<ContextId> example(is_by_frame ? frames.order().size() : 0, kNoContext);
    Numbering<FrameId> numbers = frames;
    add(kRootContext, false);
    for (uint32_t item = 0; item < items.size(); ++item) {
      const bool is_rest = items.is_rest[item] != 0;
      const ContextId context = items.contexts[item].begin;
      if (!is_by_frame) {
        add(context, is_rest);
      } else if (!is_rest) {
        ContextId& its = example[numbers.Of(tree_.FrameOf(context))];
        if (its == kNoContext) its = context;
      }
    }
    for (const ContextId context : example)
      add(context == kNoContext ? kRootContext : context, context == kNoContext);
    batch.sweep_turns.resize(batch.context.size(), 1);
    // A page's rest stands for no run of siblings of the tree, so rests keep the palette's colour.
    batch.rest_begin.resize(batch.context.size());
    batch.rest_end.resize(batch.context.size());
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
      std::vector<Color> fill;
      ChartColors(tree_, theme, request_.color, request_.color_inputs).FillPieces(batch, fill);
      for (size_t piece = 1; piece < fill.size(); ++piece)
        for (const uint8_t channel : {fill[piece].r, fill[piece].g, fill[piece].b})
          columns += static_cast<char>(channel);
    }
    return is_by_frame;
  }

  // All data but the columns.
  std::string About(const PageItems& items, bool is_by_frame) {
    std::string out;
    JsonWriter json([&](std::string_view piece) { out += piece; });
    contents_ = {.contexts = items.context_count - 1u,
                 .of_contexts = tree_.context_count() - 1u,
                 .self = tree_.Total(metric_),
                 .of_self = tree_.Total(metric_)};
    std::vector<uint64_t> rests(metrics_.size(), 0);
    for (uint32_t item = 0; item < items.size(); ++item) {
      if (items.is_rest[item] == 0) continue;
      for (size_t i = 0; i < metrics_.size(); ++i)
        rests[i] += tree_.Inclusive(items.contexts[item], metrics_[i]);
    }
    json.BeginObject();
    json.Key("title").String(ShownText(request_.title));
    json.Key("metrics").BeginArray();
    for (size_t i = 0; i < metrics_.size(); ++i) {
      const Metric& metric = tree_.metrics()[metrics_[i]];
      const Unit unit = UnitOfMetric(metric.unit);
      const uint64_t total = tree_.Total(metrics_[i]);
      if (metrics_[i] == metric_) contents_.self -= rests[i];
      json.BeginObject();
      json.Key("name").String(ShownText(metric.name)).Key("unit").String(ShownText(metric.unit));
      json.Key("scale").Number(metric.scale);
      json.Key("side").String(metric.role == MetricRole::kBefore  ? "before"
                              : metric.role == MetricRole::kAfter ? "after"
                                                                  : "");
      json.Key("of").String(ShownText(NameOfCompared(metric)));
      json.Key("steps").String(unit.dimension == Dimension::kTime    ? "time"
                               : unit.dimension == Dimension::kBytes ? "bytes"
                                                                     : "");
      json.Key("factor").Number(unit.factor);
      json.Key("total").String(ExactValueText(total, metric.unit, metric.scale));
      json.Key("held").String(ShareText(total - rests[i], total));
      json.EndObject();
    }
    json.EndArray();
    json.Key("metrics_left_out").Number(uint64_t{tree_.metric_count() - metrics_.size()});
    json.Key("metric").Number(
        static_cast<uint64_t>(std::find(metrics_.begin(), metrics_.end(), metric_) - metrics_.begin()));
    json.Key("mode").String(WordOf(kModeWords, request_.view.mode));
    json.Key("form").String(WordOf(kFormWords, request_.view.form));
    json.Key("sizing").String(WordOf(kRingSizingWords, request_.view.ring_sizing));
    json.Key("depth").Number(
        uint64_t{request_.view.depth_limit == kAllLayers ? 0 : request_.view.depth_limit});
    const auto root = std::find_if(items.contexts.begin(), items.contexts.end(),
                                   [&](ContextRange run) { return run.contains(root_); });
    json.Key("root").Number(static_cast<uint64_t>(root - items.contexts.begin()));
    json.Key("search").String(ShownText(request_.search));
    json.Key("color").String(ShownText(ColorText(request_.color, tree_.metrics())));
    json.Key("color_by_frame").Bool(is_by_frame);
    json.Key("contexts").Number(contents_.contexts).Key("of_contexts").Number(contents_.of_contexts);
    json.Key("layers").Number(uint64_t{tree_.layer_count() - 1u});
    json.Key("functions").Number(uint64_t{functions_.rows.size()});
    json.Key("of_functions").Number(functions_.count);
    json.Key("notes").BeginArray();
    for (const std::string& note : request_.notes)
      json.String(ShownText(note, kMostNoteBytes, LineBreaks::kKept));
    json.EndArray();
    WriteChanges(items, json);
    WriteFigure(json);
    json.Key("format").String(ShownText(tree_.report().format));
    json.Key("report").BeginArray();
    for (const std::string& note : tree_.report().notes) json.String(ShownText(note));
    for (const EstimatedCost& cost : tree_.report().estimated) json.String(ShownText(DescribeEstimate(cost)));
    json.EndArray();
    json.EndObject();
    json.Finish();
    return out;
  }

  // Writes the changes of a comparison, and the meaning of colours.
  void WriteChanges(const PageItems& items, JsonWriter& json) const {
    // A context that is not held has the item of the rest that stands for it or for one of its callers.
    const auto item_of = [&](ContextId context) {
      uint64_t item = 0;
      for (const ContextId one : tree_.PathTo(context)) {
        const auto place = std::upper_bound(items.contexts.begin(), items.contexts.end(), one,
                                            [](ContextId id, ContextRange run) { return id < run.begin; });
        if (place == items.contexts.begin() || !(place - 1)->contains(one)) break;
        item = static_cast<uint64_t>(place - 1 - items.contexts.begin());
      }
      return item;
    };
    json.Key("changes").BeginArray();
    for (const PageChange& change : request_.changes) {
      json.BeginObject();
      if (change.context != kNoContext) json.Key("item").Number(item_of(change.context));
      json.Key("name").String(ShownText(change.name));
      json.Key("before").String(change.before).Key("after").String(change.after);
      json.Key("difference").String(change.difference).Key("noise").Bool(change.is_within_noise);
      json.EndObject();
    }
    json.EndArray();
    json.Key("legend").BeginArray();
    if (request_.color.mode == ColorMode::kDifference) {
      constexpr std::array<std::pair<std::string_view, ContextDifference>, 5> kKinds{
          {{"less", {.kind = DifferenceKind::kLess, .part = -1}},
           {"alike, or within noise", {.kind = DifferenceKind::kWithinNoise}},
           {"more", {.kind = DifferenceKind::kMore, .part = 1}},
           {"gone", {.kind = DifferenceKind::kGone, .part = -1}},
           {"new", {.kind = DifferenceKind::kNew, .part = 1}}}};
      for (const auto& [name, difference] : kKinds) {
        json.BeginObject().Key("name").String(name);
        for (const auto& [word, theme] : kThemeWords) {
          const Color color =
              DifferenceColor(difference, SourceChange::kUnknown, request_.color.differences, theme);
          json.Key(word).String(fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b));
        }
        json.EndObject();
      }
    }
    json.EndArray();
  }

  void WriteFigure(JsonWriter& json) const {
    if (!request_.figure) return;
    const PageFigure& figure = *request_.figure;
    const auto write_cells = [&](const std::vector<std::string>& cells) {
      json.BeginArray();
      for (const std::string& cell : cells) json.String(ShownText(cell));
      json.EndArray();
    };
    json.Key("figure").BeginObject();
    json.Key("name").String(ShownText(figure.name)).Key("sentence").String(ShownText(figure.sentence));
    json.Key("dark").String(figure.dark_svg).Key("light").String(figure.light_svg);
    json.Key("head");
    write_cells(figure.head);
    json.Key("rows").BeginArray();
    for (const std::vector<std::string>& row : figure.rows) write_cells(row);
    json.EndArray();
    json.EndObject();
  }

  const Cct& tree_;
  const PageRequest& request_;
  JobControl* const job_;
  ContextId root_ = kRootContext;
  MetricIndex metric_ = 0;
  std::vector<MetricIndex> metrics_;  // of the page, in the tree's order
  DearestFunctions functions_;
  Numbering<std::string> strings_;
  PageContents contents_;
};

}  // namespace

std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(bytes.size() - i, 3);
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? static_cast<uint8_t>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) out += k <= count ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

std::string LeftOutOfPage(const PageContents& held) {
  if (held.contexts == held.of_contexts) return {};
  return fmt::format("the page holds {} of the cost in {} of {}; all else is in rests with exact sums",
                     ShareText(held.self, held.of_self), CountText(held.contexts),
                     CountedText(held.of_contexts, "context"));
}

Result<PageContents> WritePage(const Cct& tree, const PageRequest& request, const TextSink& sink,
                               JobControl* job) {
  return PageWriter(tree, request, job).Write(sink);
}

}  // namespace ringscope
