#include "cct/file/cct_file_layout.h"

#include <xxhash.h>

#include <bit>
#include <cstring>
#include <memory>

#include "cct/base/check.h"

static_assert(std::endian::native == std::endian::little, "columns are used as they lie in the file");

namespace ringscope::cct_file {
namespace {

template <typename T>
void Put(std::array<std::byte, kChunkPrefixBytes>& bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

}  // namespace

// FlatBuffers binary format (https://flatbuffers.dev/internals/):
//    0  u32  offset of the root table: 16
//    4  4 B  file identifier
//    8  u16  vtable: its size 6, u16 table size 8, u16 offset of field 0 in the table: 4, two bytes of
//    padding
//   16  i32  table: distance back to its vtable: 8, u32 at 20: distance from here to the vector: 40
//   60  u32  vector: its length, elements from 64
std::array<std::byte, kChunkPrefixBytes> ChunkPrefix(uint32_t element_count) {
  std::array<std::byte, kChunkPrefixBytes> bytes{};
  Put<uint32_t>(bytes, 0, 16);
  std::memcpy(bytes.data() + 4, kChunkIdentifier.data(), kChunkIdentifier.size());
  Put<uint16_t>(bytes, 8, 6);
  Put<uint16_t>(bytes, 10, 8);
  Put<uint16_t>(bytes, 12, 4);
  Put<int32_t>(bytes, 16, 8);
  Put<uint32_t>(bytes, 20, 40);
  Put<uint32_t>(bytes, 60, element_count);
  return bytes;
}

uint64_t ChecksumOf(std::span<const std::byte> prefix, std::span<const std::byte> data) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  RINGSCOPE_CHECK(state != nullptr);
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), prefix.data(), prefix.size());
  XXH3_64bits_update(state.get(), data.data(), data.size());
  return XXH3_64bits_digest(state.get());
}

}  // namespace ringscope::cct_file
