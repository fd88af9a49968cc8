#pragma once

#include <zlib.h>

#include <string>

#include "cct/base/check.h"

namespace ringscope::test {

// The contents of exactly one gzip member.
inline std::string Gunzip(const std::string& packed) {
  z_stream stream{};
  RINGSCOPE_CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);
  std::string input = packed;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  std::string text;
  std::string output(1 << 16, '\0');
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(output.data());
    stream.avail_out = static_cast<uInt>(output.size());
    result = inflate(&stream, Z_NO_FLUSH);
    text.append(output, 0, output.size() - stream.avail_out);
  }
  RINGSCOPE_CHECK(result == Z_STREAM_END && stream.avail_in == 0);
  inflateEnd(&stream);
  return text;
}

}  // namespace ringscope::test
