#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ringscope::cct_file {

// The layout of a .cct file. Shared by reader and writer; not part of the public interface.
//
//   byte 0                 64          64 + header          (64-aligned)
//   | preamble (64 bytes)  | header    | padding | chunk | padding | chunk | ...
static_assert(std::endian::native == std::endian::little, "columns are used as they lie in the file");
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
// identifier, vtable, table, vector length) depend only on the element count, so that a column is written
// from its own memory without building a FlatBuffer; elements start at byte 64 of the chunk, aligned.
inline constexpr uint64_t kChunkPrefixBytes = 64;
inline constexpr std::array<char, 4> kChunkIdentifier{'C', 'C', 'T', 'C'};
// FlatBuffers binary format (https://flatbuffers.dev/internals/):
//    0  u32  offset of the root table: 16
//    4  4 B  file identifier
//    8  u16  vtable: its size 6, u16 table size 8, u16 offset of field 0 in the table: 4, two bytes of
//    padding
//   16  i32  table: distance back to its vtable: 8, u32 at 20: distance from here to the vector: 40
//   60  u32  vector: its length, elements from 64
[[nodiscard]] constexpr std::array<std::byte, kChunkPrefixBytes> ChunkPrefix(uint32_t element_count) {
  std::array<uint32_t, kChunkPrefixBytes / 4> words{
      16, std::bit_cast<uint32_t>(kChunkIdentifier), 8u << 16 | 6, 4, 8, 40};
  words.back() = element_count;
  return std::bit_cast<std::array<std::byte, kChunkPrefixBytes>>(words);
}

}  // namespace ringscope::cct_file
