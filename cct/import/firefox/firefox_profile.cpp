#include "cct/import/firefox/firefox_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/import/count_text.h"
#include "cct/import/frame_names.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

constexpr uint64_t kTooLarge = std::numeric_limits<uint64_t>::max();

uint64_t TimesPowerOfTen(uint64_t value, uint32_t exponent) {
  uint64_t result = 0;
  return __builtin_mul_overflow(value, PowerOfTen(exponent), &result) ? kTooLarge : result;
}

}  // namespace

FirefoxCosts::Row& FirefoxCosts::RowOf(uint32_t stack) {
  // Samples of one stack come in runs.
  if (last_ < rows_.size() && rows_[last_].stack == stack) return rows_[last_];
  const auto [at, is_new] = index_.try_emplace(stack, static_cast<uint32_t>(rows_.size()));
  if (is_new) rows_.push_back({stack, {}, 0});
  last_ = at->second;
  return rows_[last_];
}

void FirefoxCosts::Add(uint32_t stack, size_t value, uint64_t amount) {
  uint64_t& sum = RowOf(stack).values[value];
  if (__builtin_add_overflow(sum, amount, &sum)) sum = kTooLarge;
  has_[value] = true;
}

void FirefoxCosts::AddWeight(uint32_t stack, double weight) {
  const size_t value = weight < 0 ? kWeightBelowZero : kWeight;
  const double size = std::abs(weight);
  constexpr double kExact = 9007199254740992.0;  // 2^53: from there on doubles are whole numbers
  if (size == std::floor(size) || size >= kExact) {
    const uint64_t whole = size < 18446744073709551615.0 ? static_cast<uint64_t>(size) : kTooLarge;
    Add(stack, value, TimesPowerOfTen(whole, decimals_));
    return;
  }
  // The shortest decimal form is the one in the file.
  const DecimalCount count = ParseDecimal(fmt::format("{}", size));
  if (count.decimals > decimals_) {
    for (Row& row : rows_) {
      for (const size_t scaled : {kWeight, kWeightBelowZero})
        row.values[scaled] = TimesPowerOfTen(row.values[scaled], count.decimals - decimals_);
    }
    decimals_ = count.decimals;
  }
  Add(stack, value, ScaledCount(count, decimals_).value_or(kTooLarge));
}

namespace {

// By FirefoxField.
constexpr std::string_view kColumnNames[] = {
    "prefix",   "prefixOffset", "frame",       "func",           "location",     "inlineDepth",
    "line",     "category",     "subcategory", "implementation", "nativeSymbol", "lib",
    "name",     "resource",     "fileName",    "source",         "lineNumber",   "columnNumber",
    "libIndex", "stack",        "time",        "timeDeltas",     "weight",       "threadCPUDelta"};
static_assert(std::size(kColumnNames) == static_cast<size_t>(FirefoxField::kNone));

}  // namespace

void FirefoxColumn::Add(double value) {
  const bool missing = std::isnan(value);
  const bool fits = missing || (value > kNarrowMissing && value <= std::numeric_limits<int32_t>::max() &&
                                value == std::floor(value));
  if (wide_.empty() && fits) {
    narrow_.push_back(missing ? kNarrowMissing : static_cast<int32_t>(value));
    return;
  }
  if (wide_.empty()) {
    wide_.reserve(narrow_.size() + 1);
    for (const int32_t known : narrow_) wide_.push_back(known == kNarrowMissing ? kMissing : known);
    std::vector<int32_t>().swap(narrow_);
  }
  wide_.push_back(value);
}

const FirefoxColumn& FirefoxTable::operator[](FirefoxField field) const {
  static const FirefoxColumn kEmpty;
  for (const auto& [known, column] : columns_) {
    if (known == field) return column;
  }
  return kEmpty;
}

FirefoxColumn& FirefoxTable::Column(FirefoxField field) {
  for (auto& [known, column] : columns_) {
    if (known == field) return column;
  }
  return columns_.emplace_back(field, FirefoxColumn()).second;
}

FirefoxField FirefoxTable::FieldOf(std::string_view name) {
  if (name == "filename") return FirefoxField::kFileName;
  if (name == "duration") return FirefoxField::kWeight;  // of allocations, in old versions
  return static_cast<FirefoxField>(std::ranges::find(kColumnNames, name) - std::begin(kColumnNames));
}

void FirefoxFrames::Begin(const FirefoxProcess& process, const FirefoxThread& thread) {
  static const TextList kNoTexts;
  static const std::vector<FirefoxLib> kNoLibs;
  const FirefoxTables& own = thread.tables;
  const FirefoxTables& shared = process.shared;
  const auto choose = [](const FirefoxTable& a, const FirefoxTable& b) { return a.is_present ? &a : &b; };
  process_ = &process;
  frames_ = choose(own.frames, shared.frames);
  functions_ = choose(own.functions, shared.functions);
  resources_ = choose(own.resources, shared.resources);
  native_symbols_ = choose(own.native_symbols, shared.native_symbols);
  sources_ = choose(own.sources, shared.sources);
  texts_ = own.texts ? &*own.texts : shared.texts ? &*shared.texts : &kNoTexts;
  libs_ = own.libs ? &*own.libs : shared.libs ? &*shared.libs : &kNoLibs;
  libs_by_start_ = own.libs ? &own.libs_by_start : &shared.libs_by_start;
  offset_bytes_ = thread.offset_bytes;
  ++thread_;
  if (memo_.size() < FunctionColumn().size()) memo_.resize(FunctionColumn().size());
  if (frames_ == &own.frames) {
    own_tiers_ = FindTiers();
    tiers_ = &own_tiers_;
  } else {
    const auto [at, is_new] = shared_tiers_.try_emplace(frames_);
    if (is_new) at->second = FindTiers();
    tiers_ = &at->second;
  }
}

const FirefoxColumn& FirefoxFrames::FunctionColumn() const {
  const FirefoxColumn& functions = (*frames_)[FirefoxField::kFunc];
  return functions.empty() ? (*frames_)[FirefoxField::kLocation] : functions;
}

std::string_view FirefoxFrames::CategoryOf(uint32_t row, std::string_view* subcategory) const {
  const uint32_t index = (*frames_)[FirefoxField::kCategory].Index(row);
  if (index >= process_->categories.size()) return {};
  const FirefoxCategory& category = process_->categories[index];
  const uint32_t sub_index = (*frames_)[FirefoxField::kSubcategory].Index(row);
  if (subcategory != nullptr && sub_index < category.subcategories.size())
    *subcategory = category.subcategories[sub_index];
  return category.name;
}

uint8_t FirefoxFrames::TierOf(uint32_t row) const {
  const uint32_t implementation = (*frames_)[FirefoxField::kImplementation].Index(row);
  std::string_view text = (*texts_)[implementation];
  if (text.empty()) {
    const std::string_view category = CategoryOf(row, &text);
    if (category == "JIT") return kJitTier;
    if (category != "JavaScript") return 0;
  }
  for (const std::string_view name :
       {"interpreter", "blinterp", "Interpreter", "JIT (baseline-interpreter)"}) {
    if (text == name) return kInterpretedTier;
  }
  for (const std::string_view name : {"baseline", "ion", "JIT (baseline)", "JIT (ion)"}) {
    if (text == name) return kJitTier;
  }
  return 0;
}

// The tiers of each function together. Firefox interprets a function first and compiles it later: if frames
// differed by tier, a stack would appear once for each combination of its functions' tiers.
std::vector<uint8_t> FirefoxFrames::FindTiers() const {
  std::vector<uint8_t> tiers;
  const FirefoxColumn& functions = FunctionColumn();
  const bool processed = !(*frames_)[FirefoxField::kFunc].empty();
  const size_t count = processed ? (*functions_)[FirefoxField::kName].size() : texts_->size();
  for (uint32_t row = 0; row < functions.size(); ++row) {
    const uint8_t tier = TierOf(row);
    const uint32_t function = functions.Index(row);
    if (tier == 0 || function >= count) continue;
    if (tiers.empty()) tiers.resize(count);
    tiers[function] = static_cast<uint8_t>(tiers[function] | tier);
  }
  return tiers;
}

FrameId FirefoxFrames::FrameOf(uint32_t row) {
  if (row >= FunctionColumn().size()) return Unknown("a frame that is not in the table");
  Memo& memo = memo_[row];
  if (memo.thread != thread_) memo = {thread_, MakeFrame(row)};
  return memo.frame;
}

uint32_t FirefoxFrames::LineOf(uint32_t row) const {
  return PlaceOf((*frames_)[FirefoxField::kLine].Number(row));
}

FrameId FirefoxFrames::Unknown(std::string_view reason) {
  report_.Keep(reason, offset_bytes_);
  return UnknownFrame(builder_);
}

const FirefoxLib* FirefoxFrames::LibOf(uint32_t row, uint32_t function) const {
  uint32_t lib = frames_->Index(FirefoxField::kLib, row);
  if (lib == FirefoxColumn::kNone)
    lib = native_symbols_->Index(FirefoxField::kLibIndex, frames_->Index(FirefoxField::kNativeSymbol, row));
  if (lib == FirefoxColumn::kNone)
    lib = resources_->Index(FirefoxField::kLib, functions_->Index(FirefoxField::kResource, function));
  return lib < libs_->size() ? &(*libs_)[lib] : nullptr;
}

std::string_view FirefoxFrames::FileOf(uint32_t function) const {
  uint32_t text = functions_->Index(FirefoxField::kFileName, function);
  if (text == FirefoxColumn::kNone)
    text = sources_->Index(FirefoxField::kFileName, functions_->Index(FirefoxField::kSource, function));
  return (*texts_)[text];
}

const FirefoxLib* FirefoxFrames::LibAt(uint64_t address) const {
  const auto behind = std::ranges::upper_bound(*libs_by_start_, address, {},
                                               [this](uint32_t lib) { return (*libs_)[lib].start; });
  if (behind == libs_by_start_->begin()) return nullptr;
  const FirefoxLib& lib = (*libs_)[*(behind - 1)];
  return address < lib.end ? &lib : nullptr;
}

FrameKind FirefoxFrames::KindOf(uint32_t row, std::string_view module) const {
  if ((*frames_)[FirefoxField::kInlineDepth].Number(row) > 0) return FrameKind::kInlined;
  if (CategoryOf(row, nullptr) == "Kernel") return FrameKind::kKernel;
  const uint32_t function = FunctionColumn().Index(row);
  const uint8_t tiers = function < tiers_->size() ? (*tiers_)[function] : uint8_t{0};
  if ((tiers & kJitTier) != 0) return FrameKind::kJit;
  if ((tiers & kInterpretedTier) != 0) return FrameKind::kInterpreted;
  return KindOfModule(module);
}

FrameId FirefoxFrames::MakeFrame(uint32_t row) {
  const bool processed = !(*frames_)[FirefoxField::kFunc].empty();
  const uint32_t function = FunctionColumn().Index(row);
  Frame frame;
  std::string_view text;
  const FirefoxLib* lib = nullptr;
  if (processed) {
    if (function >= (*functions_)[FirefoxField::kName].size())
      return Unknown("a frame without a function of the table");
    text = (*texts_)[(*functions_)[FirefoxField::kName].Index(function)];
    lib = LibOf(row, function);
    frame.name = text;
    frame.file = FileOf(function);
    frame.line = PlaceOf((*functions_)[FirefoxField::kLineNumber].Number(function));
    frame.column = PlaceOf((*functions_)[FirefoxField::kColumnNumber].Number(function));
  } else {
    text = (*texts_)[function];
    frame = ParseFirefoxLocation(text);
  }
  if (text.empty()) return Unknown("a frame without a name");
  const std::optional<uint64_t> address = ParseFirefoxAddress(text);
  if (address && !processed) lib = LibAt(*address);
  if (lib != nullptr) frame.module = lib->path;
  // Code without a name: its offset in the module is the same in every run.
  if (address && !frame.module.empty()) {
    const bool in_memory = *address >= lib->start && *address < lib->end;
    name_ = fmt::format("{}+0x{:x}", BaseName(frame.module),
                        in_memory ? *address - lib->start + lib->offset : *address);
    frame.name = name_;
  }
  frame.kind = KindOf(row, frame.module);
  const bool no_code = frame.module.empty() && frame.file.empty() && frame.kind == FrameKind::kUser;
  if (no_code && frame.name.starts_with('(') && frame.name.ends_with(')')) frame.kind = FrameKind::kSynthetic;
  return builder_.InternFrame(frame);
}

namespace {

// Takes ":12" off the end.
std::optional<uint32_t> TakeLineNumber(std::string_view& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::optional<uint32_t> number = ParseNumber<uint32_t>(text.substr(colon + 1));
  if (number) text = text.substr(0, colon);
  return number;
}

// "name (in module) (file:line)".
std::optional<Frame> ParseInModule(std::string_view location) {
  constexpr std::string_view kIn = " (in ";
  const size_t in = location.rfind(kIn);
  const size_t close = in == std::string_view::npos ? in : location.find(')', in);
  if (close == std::string_view::npos) return std::nullopt;
  Frame parsed{.name = location.substr(0, in)};
  parsed.module = location.substr(in + kIn.size(), close - in - kIn.size());
  std::string_view rest = location.substr(close + 1);
  // The offset from the symbol belongs to the sample, not to the function.
  if (rest.empty() || rest.starts_with(" + ") || rest.starts_with(" (+ ")) return parsed;
  if (!rest.starts_with(" (") || !rest.ends_with(')')) return std::nullopt;
  rest = rest.substr(2, rest.size() - 3);
  if (!TakeLineNumber(rest)) return std::nullopt;
  parsed.file = rest;
  return parsed;
}

}  // namespace

Frame ParseFirefoxLocation(std::string_view location) {
  if (const auto in_module = ParseInModule(location)) return *in_module;
  std::string_view text = location;
  // The number of the script's source: "f (a.js:1:2)[7]".
  if (const size_t bracket = text.rfind(")[");
      bracket != std::string_view::npos && text.ends_with(']') &&
      ParseNumber<uint32_t>(text.substr(bracket + 2, text.size() - bracket - 3)))
    text = text.substr(0, bracket + 1);
  const size_t open = text.find(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return {.name = location};
  std::string_view file = text.substr(open + 2, text.size() - open - 3);
  const std::optional<uint32_t> last = TakeLineNumber(file);
  const std::optional<uint32_t> first = last ? TakeLineNumber(file) : std::nullopt;
  // "operator() (int)" is a name.
  if (!last && file.find("://") == std::string_view::npos) return {.name = location};
  constexpr std::string_view kLoads = " -> ";
  if (const size_t loads = file.rfind(kLoads); loads != std::string_view::npos)
    file = file.substr(loads + kLoads.size());
  return {.name = text.substr(0, open),
          .file = file,
          .line = first ? *first : last.value_or(0),
          .column = first ? *last : 0};
}

std::optional<uint64_t> ParseFirefoxAddress(std::string_view name) {
  if (!name.starts_with("0x") || name.size() > 18) return std::nullopt;
  return ParseNumber<uint64_t>(name.substr(2), 16);
}

}  // namespace ringscope
