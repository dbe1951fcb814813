#include "files/fif_header.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/byte_window.h"
#include "files/diagnostics.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kFifWindowBytes = 4096;
constexpr std::uint64_t kMaxFifChannels = 16384;
constexpr std::uint64_t kMaxFifTextBytes = std::uint64_t{1} << 22;
constexpr std::size_t kMaxFifDepth = 64, kMaxFifAnnotations = std::size_t{1} << 18;

enum FifKind : std::int32_t {
  kBlockStart = 104,
  kBlockEnd = 105,
  kRefRole = 115,
  kRefName = 118,
  kNchan = 200,
  kSfreq = 201,
  kChannel = 203,
  kChannelName = 258,
  kMeasDate = 204,
  kComment = 206,
  kFirstSample = 208,
  kLowpass = 219,
  kHighpass = 223,
  kDataBuffer = 300,
  kDataSkip = 301,
  kOnsets = 3568,
  kEnds = 3569,
  kNameList = 3507,
};
enum FifBlock : std::int32_t {
  kInfo = 101,
  kRaw = 102,
  kProcessed = 103,
  kEvoked = 104,
  kContinuous = 112,
  kChannelInfo = 113,
  kReference = 118,
  kMaxShield = 119,
  kBadChannels = 359,
  kEpochs = 373,
  kAnnotations = 3810,
};

Error fif_error(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                std::string_view expected = {}) {
  return error_at_byte(code, message, at, found, expected, "The file may be cut off or damaged: get it again");
}

std::uint32_t big_u32(const std::byte* at) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(at[i]);
  return value;
}
std::int32_t big_i32(const std::byte* at) { return static_cast<std::int32_t>(big_u32(at)); }
double big_f32(const std::byte* at) { return static_cast<double>(std::bit_cast<float>(big_u32(at))); }
double big_f64(const std::byte* at) {
  return std::bit_cast<double>(std::uint64_t{big_u32(at)} << 32 | std::uint64_t{big_u32(at + 4)});
}

struct FifTag {
  std::uint64_t begin = 0;  // position of the tag's header
  std::int32_t kind = 0, type = 0;
  std::uint64_t size = 0;
  std::uint64_t data() const { return begin + 16; }
};

// Iterates over the tags, only forward.
class FifTags {
 public:
  explicit FifTags(ByteSource& source) : source_(source), window_(source, kFifWindowBytes) {}
  // std::nullopt at the end. Errors: FIF_TAG, FIF_LOOP, IO_READ.
  Result<std::optional<FifTag>> next();
  Result<std::vector<std::byte>> content(const FifTag& tag) const;
  bool is_cut() const { return is_cut_; }  // the data of the last tag extend beyond the end of the file

 private:
  ByteSource& source_;
  ByteWindow window_;
  std::uint64_t at_ = 0;
  bool is_at_end_ = false, is_cut_ = false;
};

Result<std::optional<FifTag>> FifTags::next() {
  if (is_at_end_ || at_ + 16 > source_.size()) return std::optional<FifTag>();
  EEGATE_TRY(const auto bytes, window_.at(at_, 16));
  const std::byte* head = bytes.data();
  const std::int32_t size = big_i32(head + 8), next = big_i32(head + 12);
  FifTag tag{.begin = at_, .kind = big_i32(head), .type = big_i32(head + 4), .size = static_cast<std::uint32_t>(size)};
  if (size < 0 || tag.kind < 0) {
    return fif_error("FIF_TAG", "A tag of this FIF file cannot be", at_,
                     "kind " + std::to_string(tag.kind) + " of " + std::to_string(size) + " bytes", "sizes from 0");
  }
  is_cut_ = tag.data() + tag.size > source_.size();
  if (next > 0 && static_cast<std::uint64_t>(next) <= at_) {
    return fif_error("FIF_LOOP", "A tag names one before it as the next", at_, std::to_string(next), "a later byte");
  }
  is_at_end_ = next < 0 || is_cut_;
  at_ = next > 0 ? static_cast<std::uint64_t>(next) : tag.data() + tag.size;
  return std::optional(tag);
}

Result<std::vector<std::byte>> FifTags::content(const FifTag& tag) const {
  if (is_cut_ || tag.size > kMaxFifTextBytes) {
    return fif_error("FIF_TAG", "A tag goes beyond the file, or is too large for what it holds", tag.begin,
                     std::to_string(tag.size) + " bytes");
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(tag.size));
  EEGATE_CHECK(source_.read(tag.data(), bytes));
  return bytes;
}

std::string fif_text(std::span<const std::byte> bytes) {
  const std::string_view text = text_of_bytes(bytes);
  return utf8_or_latin1(trimmed(text.substr(0, text.find('\0'))));
}

// A number, or the first of several.
std::optional<double> number_of(const FifTag& tag, std::span<const std::byte> bytes) {
  if (tag.type == 3 && bytes.size() >= 4) return big_i32(bytes.data());
  if (tag.type == 4 && bytes.size() >= 4) return big_f32(bytes.data());
  if (tag.type == 5 && bytes.size() >= 8) return big_f64(bytes.data());
  return std::nullopt;
}

std::vector<double> numbers_of(const FifTag& tag, std::span<const std::byte> bytes) {
  const std::size_t width = tag.type == 5 ? 8 : 4;
  std::vector<double> numbers;
  if (tag.type != 4 && tag.type != 5) return numbers;
  for (std::size_t at = 0; at + width <= bytes.size() && numbers.size() <= kMaxFifAnnotations; at += width)
    numbers.push_back(width == 8 ? big_f64(bytes.data() + at) : big_f32(bytes.data() + at));
  return numbers;
}

// Seconds and microseconds, or seconds only.
std::optional<double> date_of(const FifTag& tag, std::span<const std::byte> bytes) {
  const auto seconds = number_of(tag, bytes);
  if (!seconds || !std::isfinite(*seconds)) return std::nullopt;
  if (tag.type == 3 && bytes.size() >= 8) return *seconds + big_i32(bytes.data() + 4) * 1e-6;
  if (tag.type == 5 && bytes.size() >= 16) return *seconds + big_f64(bytes.data() + 8) * 1e-6;
  return seconds;
}

FifChannel channel_of(std::span<const std::byte> bytes) {
  const std::byte* at = bytes.data();
  FifChannel channel{.name = fif_text(bytes.subspan(80, 16)), .kind = big_i32(at + 8), .unit = big_i32(at + 72)};
  const std::int32_t power = std::clamp(big_i32(at + 76), -30, 30);
  channel.calibration = big_f32(at + 12) * big_f32(at + 16) * *parse_decimal("1e" + std::to_string(power));
  std::array<double, 3> place = {big_f32(at + 24), big_f32(at + 28), big_f32(at + 32)};
  const double radius = std::sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
  if (channel.kind == 2 && radius > 1e-9 && radius < 1e9) {
    for (double& part : place) part /= radius;
    channel.direction = place;
  }
  return channel;
}

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names(1);
  for (const char c : text) {
    if (c != ':') {
      names.back() += c;
    } else if (names.size() < kMaxFifAnnotations) {
      names.emplace_back();
    }
  }
  for (std::string& name : names) {
    constexpr std::string_view kColon = "{COLON}";
    for (std::size_t at = 0; (at = name.find(kColon, at)) != std::string::npos; ++at)
      name.replace(at, kColon.size(), ":");
  }
  return names;
}

class FifReader {
 public:
  FifReader(ByteSource& source, Diagnostics& diagnostics) : source_(source), tags_(source), diagnostics_(diagnostics) {}
  Result<FifHeader> read();

 private:
  std::int32_t block() const { return blocks_.empty() ? 0 : blocks_.back(); }
  bool is_in_data() const {
    return block() == kRaw || block() == kProcessed || block() == kContinuous || block() == kMaxShield;
  }
  Result<> take(const FifTag& tag);
  Result<> take_block(const FifTag& tag);
  Result<> take_info(const FifTag& tag);
  Result<> take_annotation(const FifTag& tag);
  Result<> take_reference(const FifTag& tag);
  Result<> take_buffer(const FifTag& tag);
  Result<> take_other(const FifTag& tag);
  Result<> take_skip(const FifTag& tag);
  Result<> check();

  ByteSource& source_;
  FifTags tags_;
  Diagnostics& diagnostics_;
  FifHeader header_;
  std::vector<std::int32_t> blocks_;
  std::uint64_t n_channels_ = 0, n_skipped_ = 0;
  std::int32_t other_content_ = 0;  // a block of epochs or averages
  std::int32_t reference_role_ = 2;
  std::vector<std::string> bad_;
  std::vector<std::string> long_names_;  // of all channels, if one has more than 15 characters
};

Result<> FifReader::take_block(const FifTag& tag) {
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  if (bytes.size() < 4) return fif_error("FIF_TAG", "A block has no number", tag.begin, std::to_string(bytes.size()));
  if (tag.kind == kBlockEnd) {
    if (!blocks_.empty()) blocks_.pop_back();
    return {};
  }
  if (blocks_.size() == kMaxFifDepth) return fif_error("FIF_LOOP", "Blocks are nested too deeply", tag.begin, "64");
  blocks_.push_back(big_i32(bytes.data()));
  if (block() == kEvoked || block() == kEpochs) other_content_ = block();
  if (block() == kReference) reference_role_ = 2;
  if (block() == kMaxShield) {
    Error e = fif_error("FIF_MAXSHIELD", "Active shielding was on: MEG channels need Maxwell filtering", tag.begin, {});
    e.hint.clear();
    diagnostics_.remark(std::move(e));
  }
  return {};
}

Result<> FifReader::take_info(const FifTag& tag) {
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  const double number = number_of(tag, bytes).value_or(0);
  if (tag.kind == kNchan) n_channels_ = number > 0 && number <= 1e9 ? static_cast<std::uint64_t>(number) : 0;
  if (tag.kind == kSfreq) header_.sfreq = number;
  if (tag.kind == kLowpass) header_.lowpass_hz = number;
  if (tag.kind == kHighpass) header_.highpass_hz = number;
  if (tag.kind == kMeasDate) header_.date_s = date_of(tag, bytes);
  if (tag.kind != kChannel) return {};
  if (bytes.size() < 96) {
    return fif_error("FIF_TAG", "The description of a channel is too short", tag.begin, std::to_string(bytes.size()),
                     "96 bytes");
  }
  if (header_.channels.size() == kMaxFifChannels) {
    return fif_error("FIF_NCHAN", "There are too many channels", tag.begin, "more", std::to_string(kMaxFifChannels));
  }
  header_.channels.push_back(channel_of(bytes));
  return {};
}

Result<> FifReader::take_annotation(const FifTag& tag) {
  if (tag.kind != kOnsets && tag.kind != kEnds && tag.kind != kComment && tag.kind != kMeasDate) return {};
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  FifAnnotations& annotations = header_.annotations;
  if (tag.kind == kOnsets) annotations.onsets_s = numbers_of(tag, bytes);
  if (tag.kind == kEnds) annotations.ends_s = numbers_of(tag, bytes);
  if (tag.kind == kComment) annotations.texts = split_names(fif_text(bytes));
  if (tag.kind == kMeasDate) annotations.date_s = date_of(tag, bytes);
  return {};
}

Result<> FifReader::take_reference(const FifTag& tag) {
  if (tag.kind != kRefRole && tag.kind != kRefName) return {};
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  if (tag.kind == kRefRole) reference_role_ = static_cast<std::int32_t>(number_of(tag, bytes).value_or(2));
  if (tag.kind == kRefName && reference_role_ == 2) header_.next_file = fif_text(bytes);
  if (tag.kind == kRefName && reference_role_ == 1) header_.file_before = fif_text(bytes);
  return {};
}

std::optional<NumberType> number_type(std::int32_t type) {
  if (type == 2 || type == 16) return NumberType::kInt16;
  if (type == 3) return NumberType::kInt32;
  if (type == 4) return NumberType::kFloat32;
  if (type == 5) return NumberType::kFloat64;
  return std::nullopt;
}

Result<> FifReader::take_buffer(const FifTag& tag) {
  const auto type = number_type(tag.type);
  if (!type) {
    return error_at_byte("FIF_TYPE", "The samples are stored as numbers that are not read", tag.begin,
                         "type " + std::to_string(tag.type), "16 bits, or 32 or 64 bits with a sign or a fraction",
                         "Save the recording with real numbers, not complex ones");
  }
  if (header_.channels.empty())
    return fif_error("FIF_NCHAN", "Samples come before the channels", tag.begin, "0 channels");
  const std::uint64_t frame = header_.channels.size() * bytes_of(*type);
  const std::uint64_t there = std::min(tag.size, source_.size() - tag.data());
  const std::uint64_t n = there / frame;
  if (n * frame != tag.size) {
    diagnostics_.remark(fif_error("FIF_TRUNCATED", "A buffer of samples is cut off; whole samples are read", tag.begin,
                                  std::to_string(there) + " bytes", std::to_string(tag.size) + " bytes"));
  }
  if (n == 0) return {};
  const std::uint64_t first = header_.n_samples();
  if (n_skipped_ > 0 && first == 0) {
    header_.first_sample += static_cast<std::int64_t>(n_skipped_ * n);
  } else if (n_skipped_ > 0) {
    header_.gaps.push_back({.before_sample = first, .n_samples = n_skipped_ * n});
  }
  n_skipped_ = 0;
  header_.buffers.push_back({.first_sample = first, .byte = tag.data(), .n_samples = n, .type = *type});
  return {};
}

// The value is the number of skipped buffers, each as long as the next stored one.
Result<> FifReader::take_skip(const FifTag& tag) {
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  const double n = number_of(tag, bytes).value_or(0);
  // A buffer has fewer than 2^31 samples, so these products are below 2^52.
  if (n > 0) n_skipped_ = std::min<std::uint64_t>(n_skipped_ + static_cast<std::uint64_t>(std::min(n, 1e6)), 1U << 20U);
  return {};
}

Result<> FifReader::take(const FifTag& tag) {
  const bool is_buffer = tag.kind == kDataBuffer && is_in_data();
  if (tags_.is_cut() && !is_buffer) return tags_.content(tag).take_error();
  if (tag.kind == kBlockStart || tag.kind == kBlockEnd) return take_block(tag);
  if (is_buffer) return take_buffer(tag);
  if (tag.kind == kDataSkip && is_in_data()) return take_skip(tag);
  if (block() == kAnnotations) return take_annotation(tag);
  if (block() == kReference) return take_reference(tag);
  const bool is_info = tag.kind >= kNchan && tag.kind <= kHighpass;  // all others of this range are small, too
  if (block() == kInfo && is_info && header_.buffers.empty()) return take_info(tag);
  return take_other(tag);
}

Result<> FifReader::take_other(const FifTag& tag) {
  const bool is_first_sample = tag.kind == kFirstSample && is_in_data() && header_.buffers.empty();
  const bool is_name = tag.kind == kChannelName && block() == kChannelInfo;
  const bool are_bad = tag.kind == kNameList && block() == kBadChannels;
  if (!is_first_sample && !is_name && !are_bad) return {};
  EEGATE_TRY(const auto bytes, tags_.content(tag));
  if (is_first_sample)
    header_.first_sample = static_cast<std::int64_t>(std::clamp(number_of(tag, bytes).value_or(0), -1e15, 1e15));
  std::string text = fif_text(bytes);
  if (are_bad) bad_ = split_names(text);
  if (is_name && long_names_.size() <= header_.channels.size()) long_names_.push_back(std::move(text));
  return {};
}

Result<> FifReader::check() {
  if (header_.buffers.empty()) {
    Error e = fif_error("FIF_NOT_RAW", "This FIF file contains no continuous recording", 0,
                        other_content_ == kEpochs   ? "epochs"
                        : other_content_ == kEvoked ? "an average"
                                                    : "no buffer of samples",
                        "a raw recording");
    e.hint = "Open the recording itself (its name often ends in _raw.fif or _eeg.fif)";
    return e;
  }
  if (n_channels_ != header_.channels.size()) {
    return fif_error("FIF_NCHAN", "There are not as many channels as the file says", 0,
                     std::to_string(header_.channels.size()), std::to_string(n_channels_));
  }
  if (!(header_.sfreq > 1e-3) || !(header_.sfreq < 1e9)) {
    return fif_error("FIF_FIELD", "The sampling rate cannot be used", 0, significant(header_.sfreq, 6), "Hz above 0");
  }
  for (std::size_t i = 0; i < header_.channels.size(); ++i) {
    FifChannel& channel = header_.channels[i];
    channel.is_bad = std::find(bad_.begin(), bad_.end(), channel.name) != bad_.end();  // by their short names
    if (long_names_.size() == header_.channels.size()) channel.name = long_names_[i];
  }
  return {};
}

Result<FifHeader> FifReader::read() {
  for (;;) {
    auto next = tags_.next();
    if (next.ok() && !*next) break;
    const Result<> taken = next.ok() ? take(**next) : Result<>(next.take_error());
    if (taken.ok()) continue;
    // Damage after the first samples only loses what follows.
    if (header_.buffers.empty() || taken.error().code == "IO_READ") return taken.error();
    Error e = taken.error();
    e.code = "FIF_TRUNCATED";
    e.message = "The file is truncated or damaged after its samples; the rest is left out";
    diagnostics_.remark(std::move(e));
    break;
  }
  EEGATE_CHECK(check());
  return std::move(header_);
}

}  // namespace

Result<FifHeader> read_fif_header(ByteSource& source, Diagnostics& diagnostics) {
  return FifReader(source, diagnostics).read();
}

}  // namespace eegate
