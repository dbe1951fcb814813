#include "cli/output_path.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string_view>
#include <system_error>

#include "base/numbers_as_text.h"

namespace eegate::cli {

int descriptor_named(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int descriptor = -1;
    const char* const end = path.data() + path.size();
    const auto parsed = std::from_chars(path.data() + folder.size(), end, descriptor);
    return parsed.ec == std::errc() && parsed.ptr == end && descriptor >= 0 ? descriptor : -1;
  }
  return -1;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string followed(const std::string& path) {
  constexpr int kMaxLinks = 40;  // as Linux allows
  std::array<char, PATH_MAX> resolved{};
  std::string at = path;
  for (int n_links = 0; n_links < kMaxLinks; ++n_links) {
    if (::realpath(at.c_str(), resolved.data()) != nullptr) return resolved.data();
    if (errno != ENOENT || ::realpath(folder_of(at).c_str(), resolved.data()) == nullptr) return {};
    at = std::string(resolved.data()) + "/" + at.substr(at.find_last_of('/') + 1);
    const ssize_t n = ::readlink(at.c_str(), resolved.data(), resolved.size());
    if (n < 0) return at;  // no link: a new file
    const std::string link(resolved.data(), static_cast<std::size_t>(n));
    at = link.starts_with('/') ? link : folder_of(at) + "/" + link;
  }
  errno = ELOOP;
  return {};
}

std::string random_name(const std::string& folder, const char* ending) {
  std::random_device device;
  const std::uint64_t bits = (std::uint64_t{device()} << 32) | device();
  return folder + "/.eegate-" + hexadecimal(bits, 16) + ending;
}

}  // namespace eegate::cli
