#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "include/ringscope/cct_writer.h"

namespace ringscope {

// Sums over the calls of a context with one input size: their number, their total, least and largest cost,
// and the sum of the squares of their costs.
struct PointSum {
  uint64_t calls = 0;
  uint64_t cost = 0;
  uint64_t cost_min = 0;
  uint64_t cost_max = 0;
  double cost_squares = 0;
};

// Adds up calls by context and input size.
class PointSums {
 public:
  std::string size_unit = "count";
  std::string cost_unit;  // empty = that of the first metric

  // Adds at least one call. Sums are limited to 2^63 - 1. Expected O(1).
  void Add(BuildNode node, uint64_t size, const PointSum& calls) {
    const auto [known, is_new] =
        sums_.try_emplace({node, size}, PointSum{0, 0, calls.cost_min, calls.cost_max, 0});
    PointSum& sum = known->second;
    sum.calls = BoundedSum(sum.calls, calls.calls);
    sum.cost = BoundedSum(sum.cost, calls.cost);
    sum.cost_min = std::min(sum.cost_min, calls.cost_min);
    sum.cost_max = std::max(sum.cost_max, calls.cost_max);
    sum.cost_squares += calls.cost_squares;
  }

  // Sets the builder's points, if there are any, with the field names that readers know (docs/cct_format.md),
  // by rising size. O(p log p).
  void MoveInto(CctBuilder& builder) && {
    if (sums_.empty()) return;
    std::vector<std::pair<Key, PointSum>> sorted(sums_.begin(), sums_.end());
    sums_.clear();
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const bool has_cost_unit = !cost_unit.empty() || builder.metric_count() == 0;
    const std::string cost = has_cost_unit ? cost_unit : builder.metric(0).unit;
    std::vector<PointField> fields{{"input", size_unit},    {"calls", "count"},
                                   {"inclusive_min", cost}, {"inclusive_max", cost},
                                   {"inclusive", cost},     {"inclusive_squares", cost, true}};
    std::vector<BuildNode> nodes;
    std::vector<std::vector<uint64_t>> values(fields.size());
    for (const auto& [key, sum] : sorted) {
      nodes.push_back(key.node);
      size_t field = 0;
      for (const uint64_t value : {key.size, sum.calls, sum.cost_min, sum.cost_max, sum.cost,
                                   std::bit_cast<uint64_t>(sum.cost_squares)})
        values[field++].push_back(value);
    }
    builder.SetPoints(std::move(fields), std::move(nodes), std::move(values));
  }

 private:
  struct Key {
    BuildNode node;
    uint64_t size;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct HashOfKey {
    size_t operator()(const Key& key) const {
      const uint64_t mixed = (key.size ^ uint64_t{key.node} << 40 ^ key.node) * 0x9e3779b97f4a7c15ull;
      return mixed ^ mixed >> 32;
    }
  };
  std::unordered_map<Key, PointSum, HashOfKey> sums_;
};

}  // namespace ringscope

namespace {

using namespace ringscope;

static_assert(RINGSCOPE_CCT_ROOT == kBuildRoot && RINGSCOPE_CCT_NONE == kNoContext);
static_assert(RINGSCOPE_CCT_KERNEL == static_cast<int>(FrameKind::kKernel));
static_assert(RINGSCOPE_CCT_SYNTHETIC == static_cast<int>(FrameKind::kSynthetic));
static_assert(RINGSCOPE_CCT_PROCESS == static_cast<int>(FrameKind::kProcess) && kFrameKindCount == 8);

static_assert(RINGSCOPE_CCT_NONE == kNoClass);
static_assert(RINGSCOPE_CCT_INTERFACE == static_cast<int>(ClassKind::kInterface) && kClassKindCount == 3);
static_assert(RINGSCOPE_CCT_LEAST == static_cast<int>(FrameValueRule::kLeast));
static_assert(RINGSCOPE_CCT_DISTINCT == static_cast<int>(FrameValueRule::kDistinct) &&
              kFrameValueRuleCount == 4);

constexpr uint64_t kLargestScale = 1'000'000'000'000'000'000ull;

std::string_view TextOf(const char* text) { return text == nullptr ? std::string_view() : text; }

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kLimit:
      return RINGSCOPE_CCT_LIMIT;
    case ErrorCode::kOverflow:
      return RINGSCOPE_CCT_OVERFLOW;
    case ErrorCode::kIo:
    case ErrorCode::kNotFound:
      return RINGSCOPE_CCT_IO;
    default:
      return RINGSCOPE_CCT_INVALID_ARGUMENT;
  }
}

bool IsPowerOfTen(uint64_t value) {
  while (value >= 10 && value % 10 == 0) value /= 10;
  return value == 1;
}

}  // namespace

struct ringscope_cct_writer {
  std::mutex mutex;
  CctBuilder builder;
  PointSums points;
  ImportReport report;
  bool finished = false;
  int status = RINGSCOPE_CCT_OK;
  std::string message;

  Execution& execution() {
    if (report.executions.empty()) report.executions.emplace_back();
    return report.executions.front();
  }

  void Remember(int what, std::string text) {
    if (status != RINGSCOPE_CCT_OK) return;
    status = what;
    message = std::move(text);
  }

  // Runs `work` under the lock and returns its result; returns `otherwise` if the writer has finished or
  // failed. Catches all exceptions, which must not reach C.
  template <typename T, typename Work>
  T Do(T otherwise, Work work) {
    const std::lock_guard lock(mutex);
    if (finished && status == RINGSCOPE_CCT_OK)
      Remember(RINGSCOPE_CCT_FINISHED, "the file has been finished: nothing can be added");
    if (status != RINGSCOPE_CCT_OK) return otherwise;
    try {
      const T result = work();
      if (const Result<void> built = builder.status(); !built) {
        Remember(StatusOf(built.error().code), built.error().message);
        return otherwise;
      }
      return status == RINGSCOPE_CCT_OK ? result : otherwise;
    } catch (const std::bad_alloc&) {
      // The text fits into a string without an allocation.
      Remember(RINGSCOPE_CCT_NO_MEMORY, "out of memory");
      return otherwise;
    } catch (const std::exception& unexpected) {  // a name longer than any string, a bad path
      Refuse(unexpected.what());
      return otherwise;
    }
  }
  // Do() for functions that return an id, and for those that return nothing.
  template <typename Work>
  uint32_t Id(Work work) {
    return Do(uint32_t{RINGSCOPE_CCT_NONE}, work);
  }
  template <typename Work>
  void Run(Work work) {
    Do(0, [&] {
      work();
      return 0;
    });
  }

  // Stores the error of an invalid argument.
  uint32_t Refuse(std::string text) {
    Remember(RINGSCOPE_CCT_INVALID_ARGUMENT, std::move(text));
    return RINGSCOPE_CCT_NONE;
  }
  [[nodiscard]] bool Knows(const char* what, uint32_t index, uint64_t count) {
    if (index >= count) Refuse(fmt::format("there is no {} {}", what, index));
    return index < count;
  }
  [[nodiscard]] bool KnowsContext(uint32_t context) {
    return Knows("context", context, builder.node_count());
  }
  [[nodiscard]] bool KnowsFrame(uint32_t frame) { return Knows("frame", frame, builder.frame_count()); }
  [[nodiscard]] bool KnowsClass(uint32_t id) { return Knows("class", id, builder.frames().class_count()); }
  [[nodiscard]] bool IsScale(const char* what, const char* name, uint64_t scale) {
    if (scale <= kLargestScale && IsPowerOfTen(scale)) return true;
    Refuse(fmt::format("the scale of {} '{}' is {}, expected a power of ten", what, TextOf(name), scale));
    return false;
  }
};

struct ringscope_cct_cursor {
  ringscope_cct_writer* writer = nullptr;
  std::vector<uint32_t> path;  // the start, then one context a call
};

ringscope_cct_writer* ringscope_cct_begin(const char* tool) {
  try {
    auto* writer = new ringscope_cct_writer;
    writer->report.format = TextOf(tool);
    return writer;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

uint32_t ringscope_cct_metric(ringscope_cct_writer* writer, const char* name, const char* unit,
                              uint64_t scale) {
  return writer->Id([&] {
    if (!writer->IsScale("metric", name, scale)) return RINGSCOPE_CCT_NONE;
    return writer->builder.AddMetric({std::string(TextOf(name)), std::string(TextOf(unit)), scale});
  });
}

void ringscope_cct_execution(ringscope_cct_writer* writer, const char* name, int64_t time_s) {
  writer->Run([&] {
    Execution& execution = writer->execution();
    execution.name = TextOf(name);
    execution.time.reset();
    if (time_s != 0) execution.time = time_s;
  });
}

void ringscope_cct_attribute(ringscope_cct_writer* writer, const char* name, const char* value) {
  writer->Run([&] { SetAttribute(TextOf(name), TextOf(value), writer->execution()); });
}

uint32_t ringscope_cct_frame(ringscope_cct_writer* writer, const ringscope_cct_frame_info* info) {
  return writer->Id([&] {
    if (info == nullptr || info->kind >= kFrameKindCount)
      return writer->Refuse("a frame without fields, or of a kind that does not exist");
    return writer->builder.InternFrame({TextOf(info->name), TextOf(info->module), TextOf(info->file),
                                        info->line, info->column, static_cast<FrameKind>(info->kind)});
  });
}

uint32_t ringscope_cct_child(ringscope_cct_writer* writer, uint32_t parent, uint32_t frame) {
  return writer->Id([&] {
    if (!writer->KnowsContext(parent) || !writer->KnowsFrame(frame)) return RINGSCOPE_CCT_NONE;
    return writer->builder.Child(parent, frame);
  });
}

uint32_t ringscope_cct_path(ringscope_cct_writer* writer, const uint32_t* frames, size_t count) {
  return writer->Id([&] {
    BuildNode node = kBuildRoot;
    for (size_t i = 0; i < count; ++i) {
      if (!writer->KnowsFrame(frames[i])) return RINGSCOPE_CCT_NONE;
      node = writer->builder.Child(node, frames[i]);
    }
    return node;
  });
}

void ringscope_cct_add(ringscope_cct_writer* writer, uint32_t context, uint32_t metric, uint64_t value) {
  writer->Run([&] {
    if (!writer->KnowsContext(context)) return;
    if (!writer->Knows("metric", metric, writer->builder.metric_count())) return;
    writer->builder.AddSelf(context, metric, value);
    ++writer->report.record_count;
  });
}

void ringscope_cct_mark_truncated(ringscope_cct_writer* writer, uint32_t context) {
  writer->Run([&] {
    if (!writer->KnowsContext(context)) return;
    writer->builder.MarkContext(context, kCallersCutOff);
    ++writer->report.truncated_stack_count;
  });
}

uint32_t ringscope_cct_class(ringscope_cct_writer* writer, const ringscope_cct_class_info* info) {
  return writer->Id([&] {
    if (info == nullptr || info->kind >= kClassKindCount)
      return writer->Refuse("a class without fields, or of a kind that does not exist");
    return writer->builder.frames().InternClass(
        {TextOf(info->name), TextOf(info->package), kNoClass, static_cast<ClassKind>(info->kind)});
  });
}

void ringscope_cct_superclass(ringscope_cct_writer* writer, uint32_t of_class, uint32_t superclass) {
  writer->Run([&] {
    if (!writer->KnowsClass(of_class)) return;
    if (superclass != RINGSCOPE_CCT_NONE && !writer->KnowsClass(superclass)) return;
    writer->builder.frames().SetSuperclass(of_class, superclass);
  });
}

void ringscope_cct_frame_class(ringscope_cct_writer* writer, uint32_t frame, uint32_t of_class) {
  writer->Run([&] {
    if (writer->KnowsFrame(frame) && writer->KnowsClass(of_class))
      writer->builder.frames().SetClass(frame, of_class);
  });
}

void ringscope_cct_frame_code(ringscope_cct_writer* writer, uint32_t frame, uint64_t hash) {
  writer->Run([&] {
    if (hash == kSeveralCodes)
      writer->Refuse("2^64 - 1 is no hash of code");
    else if (writer->KnowsFrame(frame))
      writer->builder.frames().SetCode(frame, hash);
  });
}

uint32_t ringscope_cct_frame_value(ringscope_cct_writer* writer, const char* name, const char* unit,
                                   uint64_t scale, uint32_t rule) {
  return writer->Id([&] {
    if (!writer->IsScale("value", name, scale)) return RINGSCOPE_CCT_NONE;
    if (!writer->Knows("rule of values", rule, kFrameValueRuleCount)) return RINGSCOPE_CCT_NONE;
    return writer->builder.frames().AddValue(
        {std::string(TextOf(name)), std::string(TextOf(unit)), scale, static_cast<FrameValueRule>(rule)});
  });
}

void ringscope_cct_set_frame_value(ringscope_cct_writer* writer, uint32_t frame, uint32_t value,
                                   uint64_t amount, int at_least) {
  writer->Run([&] {
    FrameInterner& frames = writer->builder.frames();
    if (writer->KnowsFrame(frame) && writer->Knows("value of frames", value, frames.value_count()))
      frames.SetValue(frame, value, {amount, at_least != 0});
  });
}

void ringscope_cct_point_units(ringscope_cct_writer* writer, const char* size_unit, const char* cost_unit) {
  writer->Run([&] {
    writer->points.size_unit = TextOf(size_unit);
    writer->points.cost_unit = TextOf(cost_unit);
  });
}

void ringscope_cct_point(ringscope_cct_writer* writer, uint32_t context, uint64_t size, uint64_t calls,
                         uint64_t cost, uint64_t cost_min, uint64_t cost_max, double cost_squares) {
  writer->Run([&] {
    if (calls == 0 || cost_min > cost_max || !(cost_squares >= 0)) {
      writer->Refuse(
          "a point without calls, or of calls whose smallest cost is more than the largest, or whose "
          "squares are below 0");
    } else if (writer->KnowsContext(context)) {
      writer->points.Add(context, size, {calls, cost, cost_min, cost_max, cost_squares});
    }
  });
}

ringscope_cct_cursor* ringscope_cct_cursor_new(ringscope_cct_writer* writer, uint32_t start) {
  return writer->Do(static_cast<ringscope_cct_cursor*>(nullptr), [&]() -> ringscope_cct_cursor* {
    if (!writer->KnowsContext(start)) return nullptr;
    return new ringscope_cct_cursor{writer, {start}};
  });
}

uint32_t ringscope_cct_push(ringscope_cct_cursor* cursor, uint32_t frame) {
  if (cursor == nullptr) return RINGSCOPE_CCT_NONE;
  ringscope_cct_writer& writer = *cursor->writer;
  return writer.Id([&] {
    if (!writer.KnowsFrame(frame)) return RINGSCOPE_CCT_NONE;
    cursor->path.push_back(writer.builder.Child(cursor->path.back(), frame));
    return cursor->path.back();
  });
}

int ringscope_cct_pop(ringscope_cct_cursor* cursor) {
  if (cursor == nullptr || cursor->path.size() == 1) return 0;
  cursor->path.pop_back();
  return 1;
}

uint32_t ringscope_cct_context(const ringscope_cct_cursor* cursor) {
  return cursor == nullptr ? RINGSCOPE_CCT_NONE : cursor->path.back();
}

void ringscope_cct_cursor_free(ringscope_cct_cursor* cursor) { delete cursor; }

int ringscope_cct_finish(ringscope_cct_writer* writer, const char* path) {
  writer->Run([&] {
    writer->finished = true;
    const auto write = [&]() -> Result<void> {
      std::move(writer->points).MoveInto(writer->builder);
      RINGSCOPE_ASSIGN(const CctPtr tree, std::move(writer->builder).Finish(std::move(writer->report)));
      return WriteCctFile(*tree, std::filesystem::path(TextOf(path)));
    };
    const Result<void> written = write();
    writer->builder = CctBuilder();
    if (!written) writer->Remember(StatusOf(written.error().code), DescribeError(written.error()));
  });
  return ringscope_cct_status(writer);
}

int ringscope_cct_status(ringscope_cct_writer* writer) {
  const std::lock_guard lock(writer->mutex);
  return writer->status;
}

const char* ringscope_cct_message(ringscope_cct_writer* writer) {
  const std::lock_guard lock(writer->mutex);
  // The message is set only once, so that the pointer stays valid.
  return writer->status == RINGSCOPE_CCT_OK ? "" : writer->message.c_str();
}

void ringscope_cct_free(ringscope_cct_writer* writer) { delete writer; }

uint32_t ringscope_cct_format_version(void) { return kCctFormatVersion; }
