#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cct/base/text/ascii.h"

// Scans over JSON text, sixteen bytes at a time with SSE2. They read only [at, end).
namespace ringscope::json_scan {

[[nodiscard]] inline bool IsBracket(char c) { return c == '{' || c == '}' || c == '[' || c == ']'; }

namespace detail {

[[nodiscard]] inline bool EndsPlainText(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}
[[nodiscard]] inline bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

#if defined(__SSE2__)
// The first byte for which is(byte) holds; mask_of(sixteen bytes) tests the same of each, and returns 0xff
// for the bytes that pass.
template <typename MaskOf, typename Is>
[[nodiscard]] const char* Find(const char* at, const char* end, MaskOf mask_of, Is is) {
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(mask_of(bytes)));
    if (mask != 0) return at + std::countr_zero(mask);
  }
  while (at < end && !is(*at)) ++at;
  return at;
}
#else
template <typename Is>
[[nodiscard]] const char* Find(const char* at, const char* end, Is is) {
  while (at < end && !is(*at)) ++at;
  return at;
}
#endif

}  // namespace detail

// The first byte inside a string that does not stand for itself: a quote, a backslash or a control character.
// All Find...() return `end` if there is no such byte.
[[nodiscard]] inline const char* FindEndOfPlainText(const char* at, const char* end) {
#if defined(__SSE2__)
  const auto mask_of = [](__m128i bytes) {
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return _mm_or_si128(control, _mm_or_si128(quote, backslash));
  };
  return detail::Find(at, end, mask_of, detail::EndsPlainText);
#else
  return detail::Find(at, end, detail::EndsPlainText);
#endif
}

// The first byte that is no blank.
[[nodiscard]] inline const char* FindNonBlank(const char* at, const char* end) {
  const auto is_other = [](char c) { return !detail::IsBlank(c); };
#if defined(__SSE2__)
  const auto mask_of = [](__m128i bytes) {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const __m128i blank = _mm_or_si128(_mm_or_si128(is(' '), is('\n')), _mm_or_si128(is('\r'), is('\t')));
    return _mm_xor_si128(blank, _mm_set1_epi8(-1));
  };
  return detail::Find(at, end, mask_of, is_other);
#else
  return detail::Find(at, end, is_other);
#endif
}

// The first byte that is no digit, comma or space.
[[nodiscard]] inline const char* FindEndOfNumbers(const char* at, const char* end) {
  const auto is_other = [](char c) { return !IsDigit(c) && c != ',' && c != ' '; };
#if defined(__SSE2__)
  const auto mask_of = [](__m128i bytes) {
    const __m128i from_zero = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
    const __m128i digit = _mm_cmpeq_epi8(_mm_min_epu8(from_zero, _mm_set1_epi8(9)), from_zero);
    const __m128i comma = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(','));
    const __m128i space = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '));
    return _mm_xor_si128(_mm_or_si128(digit, _mm_or_si128(comma, space)), _mm_set1_epi8(-1));
  };
  return detail::Find(at, end, mask_of, is_other);
#else
  return detail::Find(at, end, is_other);
#endif
}

// The first quote, brace or bracket.
[[nodiscard]] inline const char* FindQuoteOrBracket(const char* at, const char* end) {
  while (at < end && *at != '"' && !IsBracket(*at)) ++at;
  return at;
}

inline constexpr size_t kBlockBytes = 64;

// Bit sets over the bytes of a block.
struct BlockMasks {
  uint64_t quotes = 0, backslashes = 0, controls = 0, brackets = 0;
};

[[nodiscard]] inline BlockMasks MasksOf(const char* block) {
  BlockMasks masks;
#if defined(__SSE2__)
  for (size_t part = 0; part < kBlockBytes; part += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + part));
    const auto bits = [&](__m128i found) {
      return uint64_t{static_cast<uint32_t>(_mm_movemask_epi8(found))} << part;
    };
    // '[' and '{', ']' and '}' differ in one bit.
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    masks.brackets |= bits(
        _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))));
    masks.quotes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    masks.backslashes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    masks.controls |= bits(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
  }
#else
  for (size_t i = 0; i < kBlockBytes; ++i) {
    const char c = block[i];
    const uint64_t bit = uint64_t{1} << i;
    if (c == '"') {
      masks.quotes |= bit;
    } else if (c == '\\') {
      masks.backslashes |= bit;
    } else if (detail::EndsPlainText(c)) {
      masks.controls |= bit;
    } else if (IsBracket(c)) {
      masks.brackets |= bit;
    }
  }
#endif
  return masks;
}

// Bit i of the result is set if an odd number of the bits up to and including i are set. Of a mask of quotes,
// this gives the bytes in strings.
[[nodiscard]] inline uint64_t PrefixXor(uint64_t bits) {
  for (uint32_t step = 1; step < 64; step *= 2) bits ^= bits << step;
  return bits;
}

// Digits at the front of a text.
struct Digits {
  uint64_t value = 0;  // valid for at most 18 digits
  size_t count = 0;
};

// Reads eight digits at a time: three multiplications add up neighbours, pairs of neighbours and the halves
// (see W. Mula, "SIMD-ized conversion of decimal strings",
// http://0x80.pl/articles/simd-parsing-int-sequences.html). Always inlined, because most of the time of a
// long list of numbers is spent here.
[[nodiscard, gnu::always_inline]] inline Digits ReadDigits(const char* at, const char* end) {
  Digits digits;
  if constexpr (std::endian::native == std::endian::little) {
    static constexpr uint64_t kPowers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    while (end - at >= 8 && digits.count <= 16) {
      uint64_t bytes = 0;
      std::memcpy(&bytes, at, sizeof bytes);
      bytes ^= 0x3030303030303030ull;
      // Sets the highest bit of each byte above 9, and perhaps of bytes behind the first of these.
      const uint64_t others = ((bytes + 0x7676767676767676ull) | bytes) & 0x8080808080808080ull;
      const auto count = static_cast<size_t>(std::countr_zero(others)) / 8;  // 8 if all are digits
      if (count == 0) return digits;
      bytes <<= (8 - count) * 8;
      bytes = bytes * 10 + (bytes >> 8);
      bytes = ((bytes & 0x000000ff000000ffull) * 0x000f424000000064ull +
               ((bytes >> 16) & 0x000000ff000000ffull) * 0x0000271000000001ull) >>
              32;
      digits.value = digits.value * kPowers[count] + bytes;
      digits.count += count;
      if (count < 8) return digits;
      at += 8;
    }
  }
  for (; at < end && IsDigit(*at); ++at) {
    digits.value = digits.value * 10 + static_cast<uint64_t>(*at - '0');
    ++digits.count;
  }
  return digits;
}

// Whether the digits are a number in JSON's grammar and fit 63 bits.
[[nodiscard]] inline bool IsWholeNumber(const char* at, const Digits& digits) {
  constexpr size_t kFittingDigits = 18;
  return digits.count > 0 && digits.count <= kFittingDigits && (*at != '0' || digits.count == 1);
}

}  // namespace ringscope::json_scan
