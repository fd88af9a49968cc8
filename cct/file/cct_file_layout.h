#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ringscope::cct_file {

// How the pieces of a .cct file lie in it. Shared by reader and writer; not part of the public interface.
//
//   byte 0                 64          64 + header          (64-aligned)
//   | preamble (64 bytes)  | header    | padding | chunk | padding | chunk | ...
inline constexpr std::array<char, 8> kMagic{'R', 'S', 'C', 'C', 'T', '\r', '\n', 0};
inline constexpr uint64_t kAlignment = 64;

// Little-endian, at byte 0.
struct Preamble {
  std::array<char, 8> magic;
  uint32_t format_version;
  uint32_t reserved;
  uint64_t file_size_bytes;
  uint64_t header_offset_bytes;
  uint64_t header_size_bytes;
  uint64_t header_checksum;  // XXH3-64
  std::array<uint64_t, 2> padding;
};
static_assert(sizeof(Preamble) == kAlignment);

[[nodiscard]] constexpr uint64_t AlignUp(uint64_t offset_bytes) {
  return (offset_bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// A chunk is a FlatBuffer with one table of one scalar vector. Its first 64 bytes (root offset, file
// identifier, vtable, table, vector length) depend only on the element count, so a column is written from
// where it lies without building a FlatBuffer in memory; elements start at byte 64 of the chunk, aligned.
inline constexpr uint64_t kChunkPrefixBytes = 64;
inline constexpr std::array<char, 4> kChunkIdentifier{'C', 'C', 'T', 'C'};
[[nodiscard]] std::array<std::byte, kChunkPrefixBytes> ChunkPrefix(uint32_t element_count);

// XXH3-64 of `prefix` followed by `data`.
[[nodiscard]] uint64_t ChecksumOf(std::span<const std::byte> prefix, std::span<const std::byte> data);

}  // namespace ringscope::cct_file
