// WFDB annotations (.hyp of the Sleep-EDF database of PhysioNet): words of 16 bits, the kind of annotation in the upper
// 6 bits and the time since the last one in the lower 10; notes of text follow some of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "files/text.h"
#include "sleep/hypnogram_parts.h"
#include "sleep/stage_runs.h"

namespace eegate::hypnogram_parts {
namespace {

constexpr std::string_view kResolution = "## time resolution:";
constexpr unsigned kSkip = 59, kNum = 60, kSub = 61, kChannel = 62, kNote = 63;

struct Note {
  std::int64_t time = 0;
  std::string text;
};

class WfdbReader {
 public:
  WfdbReader(std::span<const std::byte> bytes, const std::string& file_name) : bytes_(bytes), file_name_(file_name) {}

  // Notes in the order of the file, each at the time of the annotation that it belongs to.
  Result<std::vector<Note>> notes() {
    std::vector<Note> out;
    while (at_ + 2 <= bytes_.size()) {
      const unsigned word = next_word(), kind = word >> 10, low = word & 0x3FF;
      if (word == 0) return out;
      if (kind == kSkip) {
        if (at_ + 4 > bytes_.size()) return cut();
        const std::uint32_t high = next_word();
        time_ += static_cast<std::int32_t>((high << 16) | next_word());
      } else if (kind == kNote) {
        const std::size_t n = low, padded_n = n + n % 2;
        if (at_ + padded_n > bytes_.size()) return cut();
        out.push_back({time_, std::string(text_of_bytes(bytes_.subspan(at_, n)))});
        at_ += padded_n;
      } else if (kind != kNum && kind != kSub && kind != kChannel) {
        time_ += low;
      }
    }
    return cut();
  }

 private:
  unsigned next_word() {
    const auto low = std::to_integer<unsigned>(bytes_[at_]), high = std::to_integer<unsigned>(bytes_[at_ + 1]);
    at_ += 2;
    return low | (high << 8);
  }
  Error cut() const {
    Error e;
    e.code = "HYP_WFDB";
    e.message = "The file of WFDB annotations is cut off";
    e.field = file_name_;
    e.place = "byte " + std::to_string(at_);
    e.expected = "two zero bytes at the end";
    e.byte_offset = static_cast<std::int64_t>(at_);
    return e;
  }

  std::span<const std::byte> bytes_;
  const std::string& file_name_;
  std::size_t at_ = 0;
  std::int64_t time_ = 0;
};

// "Sleep_stage_2 duration: 390"
StageRun run_of(const Note& note, double ticks_per_s, Stage stage, std::string_view rest) {
  constexpr std::string_view duration = "duration:";
  const std::size_t at = rest.find(duration);
  const auto seconds =
      at == std::string_view::npos ? std::nullopt : parse_decimal(trimmed(rest.substr(at + duration.size()), true));
  return {static_cast<double>(note.time) / ticks_per_s, std::max(0.0, seconds.value_or(0)), stage};
}

}  // namespace

bool is_wfdb(std::span<const std::byte> beginning) {
  return text_of_bytes(beginning.first(std::min<std::size_t>(beginning.size(), 64))).find(kResolution) !=
         std::string_view::npos;
}

Result<HypnogramFile> read_wfdb(std::span<const std::byte> bytes, const Input& input) {
  EEGATE_TRY(const std::vector<Note> notes, WfdbReader(bytes, input.file_name).notes());
  HypnogramFile out;
  out.source = "WFDB annotations";
  double ticks_per_s = 1;
  std::vector<StageRun> runs;
  for (const Note& note : notes) {
    const std::string_view text = trimmed(note.text, true);
    if (text.starts_with(kResolution)) {
      const auto ticks = parse_decimal(trimmed(text.substr(kResolution.size())));
      if (ticks && *ticks > 0) ticks_per_s = *ticks;
      continue;
    }
    const std::size_t space = std::min(text.find(' '), text.size());
    if (const auto stage = stage_of_word(text.substr(0, space))) {
      count_word(out, text.substr(0, space));
      runs.push_back(run_of(note, ticks_per_s, *stage, text.substr(space)));
    } else {
      out.events.push_back({static_cast<double>(note.time) / ticks_per_s, 0, std::string(text)});
    }
  }
  if (runs.empty()) return nothing_found(input.file_name);
  EEGATE_TRY(out.hypnogram,
             hypnogram_of_runs(std::move(runs), input.options.epoch_s, input.file_name, input.diagnostics));
  return out;
}

}  // namespace eegate::hypnogram_parts
