#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/edf_write_header.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kRecommendedRecordBytes = 60 * 1024;
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 16;
constexpr int kTickDecimals = 7;  // the maximum that readers accept
constexpr std::int64_t kTicksPerSecond = 10'000'000;
constexpr double kLatest_s = 1e9;

std::string ticks_text(std::int64_t ticks) { return decimal_text(ticks, kTickDecimals); }

std::int64_t ticks_of(double seconds) {
  return std::llround(std::fabs(seconds) * static_cast<double>(kTicksPerSecond));
}

std::string clean_text(std::string_view text) {
  std::string out = utf8_or_latin1(text.substr(0, kMaxTextBytes));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
      },
      ' ');
  return out;
}

std::string list_text(const EdfOutAnnotation& annotation) {
  std::string out = (annotation.onset_s < 0 ? "-" : "+") + ticks_text(ticks_of(annotation.onset_s));
  if (annotation.duration_s >= 0) out += '\x15' + ticks_text(ticks_of(annotation.duration_s));
  out += '\x14' + clean_text(annotation.text) + '\x14';
  out += '\0';
  return out;
}

std::string clock_text(std::int64_t ns) {
  std::string out = "+" + ticks_text((ns + 50) / 100) + "\x14\x14";
  out += '\0';
  return out;
}

Result<> check_annotation(const EdfOutAnnotation& a, std::size_t index) {
  const bool usable = std::fabs(a.onset_s) < kLatest_s && a.duration_s < kLatest_s && !std::isnan(a.duration_s);
  if (usable) return {};
  Error e;
  e.code = "EDF_WRITE_ANNOTATION";
  e.message = "An annotation has a time that cannot be written";
  e.place = "annotation " + std::to_string(index + 1);
  e.expected = "a finite number of seconds";
  return e;
}

}  // namespace

std::uint64_t annotation_record_count(std::span<const EdfOutAnnotation> annotations) {
  std::size_t n_bytes = 0;
  for (const EdfOutAnnotation& a : annotations) n_bytes += a.text.size() + 40;
  return n_bytes / kRecommendedRecordBytes + 1;
}

// Distributes lists over the records evenly, so that blocks stay short even if all annotations are within one second.
Result<EdfTalBlocks> make_tal_blocks(std::span<const EdfOutAnnotation> annotations,
                                     std::span<const std::int64_t> clocks_ns) {
  std::vector<std::string> lists;
  std::size_t total = 0, longest = 0;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    EEGATE_CHECK(check_annotation(annotations[i], i));
    if (annotations[i].text.empty()) continue;
    lists.push_back(list_text(annotations[i]));
    total += lists.back().size();
    longest = std::max(longest, lists.back().size());
  }
  const std::size_t n = clocks_ns.size();
  const std::size_t capacity = lists.empty() ? 0 : (total + n - 1) / n + longest;
  EdfTalBlocks blocks;
  std::size_t next = 0;
  for (std::size_t record = 0; record < n; ++record) {
    std::string block = clock_text(clocks_ns[record]);
    const std::size_t end = block.size() + capacity;
    while (next < lists.size() && block.size() + lists[next].size() <= end) block += lists[next++];
    blocks.n_bytes = std::max<std::uint64_t>(blocks.n_bytes, block.size() + 1);
    blocks.records.push_back(std::move(block));
  }
  blocks.n_bytes += blocks.n_bytes % 2;
  for (std::string& block : blocks.records) block.resize(static_cast<std::size_t>(blocks.n_bytes), '\0');
  return blocks;
}

}  // namespace eegate
