// SHA-256 against the examples of FIPS 180-4 and of NIST's test vectors.
#include "base/sha256.h"

#include <catch2/catch_test_macros.hpp>
#include <string_view>
#include <vector>

namespace eegate::test::sha256_test {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST_CASE("SHA-256 gives the published digests", "[base]") {
  CHECK(sha256({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256(bytes_of("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1'000'000, 'a');
  CHECK(sha256(bytes_of(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("chunks of any length give the same digest", "[base]") {
  std::string text;
  for (int i = 0; i < 517; ++i) text += static_cast<char>(i * 7);
  const std::string whole = sha256(bytes_of(text));
  for (const std::size_t piece : {1UL, 3UL, 55UL, 56UL, 63UL, 64UL, 65UL, 200UL}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece)
      hash.add(bytes_of(std::string_view(text).substr(at, piece)));
    CHECK(hash.digest() == whole);
    CHECK(hash.digest() == whole);  // digest() does not change the state
    CHECK(hash.n_bytes() == text.size());
  }
}

}  // namespace
}  // namespace eegate::test::sha256_test
