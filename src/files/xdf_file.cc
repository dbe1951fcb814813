#include "files/xdf_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "files/diagnostics.h"
#include "files/header_text.h"
#include "files/little_endian.h"
#include "files/text.h"
#include "files/xml_scan.h"

namespace eegate {
namespace {

constexpr std::size_t kXdfWindowBytes = std::size_t{1} << 16;
constexpr std::uint64_t kMaxXdfHeaderBytes = std::uint64_t{1} << 22, kMaxXdfTextBytes = 4096;
constexpr std::uint64_t kMaxXdfStreams = 256, kMaxXdfChannels = 16384;
constexpr std::string_view kBoundary = "\x43\xA5\x46\xDC\xCB\xF5\x41\x0F\xB3\x0E\xD5\x46\x73\x83\xCB\xE4";
enum XdfTag : unsigned { kFileHeader = 1, kStreamHeader, kSamplesTag, kClockOffset, kBoundaryTag, kStreamFooter };

Error xdf_error(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                std::string_view expected) {
  return error_at_byte(code, message, at, found, expected, "The file may be cut off or damaged: get it again");
}

struct XdfChunk {
  unsigned tag = 0;
  std::uint64_t at = 0, begin = 0, end = 0;
};

std::optional<NumberType> number_form(std::string_view name) {
  constexpr std::pair<std::string_view, NumberType> kForms[] = {
      {"float32", NumberType::kFloat32}, {"double64", NumberType::kFloat64}, {"int8", NumberType::kInt8},
      {"int16", NumberType::kInt16},     {"int32", NumberType::kInt32},      {"int64", NumberType::kInt64}};
  for (const auto& [known, form] : kForms) {
    if (name == known) return form;
  }
  return std::nullopt;
}

// The elements of headers that are read, and their paths.
enum class XdfElement { kName, kType, kCount, kRate, kStart, kForm, kSamples, kChannel, kLabel, kUnit, kChannelType };
constexpr std::string_view kXdfPaths[] = {"info/name",
                                          "info/type",
                                          "info/channel_count",
                                          "info/nominal_srate",
                                          "info/datetime",
                                          "info/channel_format",
                                          "info/sample_count",
                                          "info/desc/channels/channel",
                                          "info/desc/channels/channel/label",
                                          "info/desc/channels/channel/unit",
                                          "info/desc/channels/channel/type"};
struct XdfText {
  XdfElement element;
  std::string text;  // empty at the start of a channel
};

Result<std::vector<XdfText>> xml_texts(std::string_view text, std::uint64_t at) {
  std::vector<XdfText> texts;
  std::vector<std::size_t> lengths;
  std::string path;
  for (XmlScan xml(without_byte_order_mark(text), "header at byte " + std::to_string(at), "XDF_XML");;) {
    EEGATE_TRY(XmlStep step, xml.next());
    if (step.kind == XmlStep::Kind::kEnd) return texts;
    if (step.kind == XmlStep::Kind::kOpen) {
      lengths.push_back(path.size());
      path += (path.empty() ? "" : "/") + std::string(step.name.substr(0, 32));
    }
    if (step.kind == XmlStep::Kind::kClose) {
      path.resize(lengths.back());
      lengths.pop_back();
      continue;
    }
    const auto* known = std::find(std::begin(kXdfPaths), std::end(kXdfPaths), path);
    if (known == std::end(kXdfPaths)) continue;
    const auto element = static_cast<XdfElement>(known - kXdfPaths);
    if ((step.kind == XmlStep::Kind::kText) != (element == XdfElement::kChannel))
      texts.push_back({element, std::move(step.text)});
  }
}

class XdfReader {
 public:
  XdfReader(ByteSource& source, Diagnostics& diagnostics)
      : window_(source, kXdfWindowBytes), diagnostics_(diagnostics) {}
  Result<XdfFile> read();

 private:
  Result<std::optional<XdfChunk>> chunk_at(std::uint64_t at);
  Result<std::uint64_t> after_boundary(std::uint64_t at);
  Result<std::vector<XdfText>> texts_of(const XdfChunk& chunk, std::uint64_t begin);
  Result<> take(const XdfChunk& chunk);
  void leave_out(Error why);
  Result<> take_stream(std::uint32_t id, const std::vector<XdfText>& texts, std::uint64_t at);
  Result<> take_samples(std::uint32_t stream, const XdfChunk& chunk);
  Result<std::optional<std::uint32_t>> stream_of(const XdfChunk& chunk);

  ByteWindow window_;
  Diagnostics& diagnostics_;
  XdfFile file_;
  std::optional<Error> why_left_out_;  // of the last stream that is not read
};

// Of any kind, also an unknown one; std::nullopt if there is no valid chunk, or if it extends beyond the end of the
// file.
Result<std::optional<XdfChunk>> XdfReader::chunk_at(std::uint64_t at) {
  EEGATE_TRY(const auto length, read_xdf_length(window_, at, window_.size()));
  if (!length || length->value < 2 || length->value > window_.size() - length->next) return std::optional<XdfChunk>();
  EEGATE_TRY(const auto tag, window_.at(length->next, 2));
  const XdfChunk chunk{little<std::uint16_t>(tag, 0), at, length->next + 2, length->next + length->value};
  return chunk.tag < kFileHeader ? std::optional<XdfChunk>() : std::optional(chunk);
}

// The end of a damaged part: after the next boundary, or at the end of the file.
Result<std::uint64_t> XdfReader::after_boundary(std::uint64_t at) {
  while (at + kBoundary.size() <= window_.size()) {
    EEGATE_TRY(const auto bytes, window_.at(at, kBoundary.size()));
    const std::size_t found = text_of_bytes(bytes).find(kBoundary);
    if (found != std::string_view::npos) return at + found + kBoundary.size();
    at += bytes.size() - kBoundary.size() + 1;
  }
  return window_.size();
}

Result<std::vector<XdfText>> XdfReader::texts_of(const XdfChunk& chunk, std::uint64_t begin) {
  if (chunk.end - begin > kMaxXdfHeaderBytes)
    return xdf_error("XDF_XML", "A header is too large", begin, std::to_string(chunk.end - begin) + " bytes", "4 MiB");
  const auto size = static_cast<std::size_t>(chunk.end - begin);
  EEGATE_TRY(const auto bytes, window_.at(begin, size));
  const std::string text = utf8_or_latin1(text_of_bytes(bytes.first(size)));
  return xml_texts(std::string_view(text).substr(0, text.find('\0')), chunk.at);
}

// A stream, if there is another one with a signal.
void XdfReader::leave_out(Error why) {
  why_left_out_ = why;
  diagnostics_.remark(std::move(why));
}

Result<> XdfReader::take_stream(std::uint32_t id, const std::vector<XdfText>& texts, std::uint64_t at) {
  if (file_.streams.size() == kMaxXdfStreams)
    return xdf_error("XDF_FORMAT", "There are too many streams", at, "more", std::to_string(kMaxXdfStreams));
  XdfStream stream{.id = id};
  std::string form, count, sfreq, none;
  // In the order of XdfElement; the start and the number of samples are not those of a stream's header.
  std::string* const of_stream[] = {&stream.name, &stream.type, &count, &sfreq, &none, &form, &none};
  for (const auto& [element, text] : texts) {
    if (element == XdfElement::kChannel) {
      if (stream.channels.size() < kMaxXdfChannels) stream.channels.emplace_back();
    } else if (element == XdfElement::kLabel) {
      stream.channels.back().label = text;
    } else if (element == XdfElement::kUnit) {
      stream.channels.back().unit = text;
    } else if (element == XdfElement::kChannelType) {
      stream.channels.back().type = channel_type(text);
    } else {
      *of_stream[static_cast<std::size_t>(element)] = text;
    }
  }
  stream.n_channels = parse_count(count).value_or(0);
  stream.sfreq = parse_decimal(sfreq).value_or(0);
  stream.form = number_form(form);
  const bool is_rate = stream.sfreq == 0 || (stream.sfreq > 1e-3 && stream.sfreq < 1e9);
  if ((!stream.is_number() && form != "string") || stream.n_channels < 1 || stream.n_channels > kMaxXdfChannels ||
      !is_rate) {
    leave_out(
        xdf_error("XDF_FORMAT", "A stream has a form, a rate or a number of channels that is not read", at,
                  quoted(stream.name) + ": " + quoted(form) + ", " + std::to_string(stream.n_channels) + " channels",
                  "float32, double64, int8 to int64 or string, and channels"));
    return {};
  }
  file_.streams.push_back(std::move(stream));
  return {};
}

Result<std::optional<std::uint32_t>> XdfReader::stream_of(const XdfChunk& chunk) {
  std::uint32_t id = 0;
  const bool has_id = chunk.end - chunk.begin >= sizeof id;
  if (has_id) {
    EEGATE_TRY(const auto bytes, window_.at(chunk.begin, sizeof id));
    id = little<std::uint32_t>(bytes, 0);
    for (std::uint32_t i = 0; i < file_.streams.size(); ++i) {
      if (file_.streams[i].id == id) return std::optional(i);
    }
  }
  diagnostics_.remark(xdf_error("XDF_STREAM_ID", "A chunk of a stream that is not described, or not read, is left out",
                                chunk.at, has_id ? "stream " + std::to_string(id) : "no stream", "a header before it"));
  return std::optional<std::uint32_t>();
}

Result<> XdfReader::take_samples(std::uint32_t stream, const XdfChunk& chunk) {
  const XdfSampleChunk samples{.stream = stream, .begin = chunk.begin + 4, .end = chunk.end};
  EEGATE_TRY(const auto n, read_xdf_length(window_, samples.begin, samples.end));
  if (!n || n->value == 0) return {};
  file_.streams[stream].n_samples += std::min(n->value, samples.end - n->next);
  file_.chunks.push_back(samples);
  return {};
}

Result<> XdfReader::take(const XdfChunk& chunk) {
  if (chunk.tag == kBoundaryTag || chunk.tag > kStreamFooter) return {};
  if (chunk.tag == kFileHeader) {
    EEGATE_TRY(const auto texts, texts_of(chunk, chunk.begin));
    for (const auto& [element, content] : texts) {
      if (element == XdfElement::kStart) file_.start = written_start(content);
    }
    return {};
  }
  if (chunk.tag == kStreamHeader && chunk.end - chunk.begin >= 4) {
    EEGATE_TRY(const auto id, window_.at(chunk.begin, 4));
    const auto number = little<std::uint32_t>(id, 0);
    const auto texts = texts_of(chunk, chunk.begin + 4);
    if (texts.ok()) return take_stream(number, *texts, chunk.at);
    if (texts.error().code != "XDF_XML") return texts.error();
    leave_out(texts.error());
    return {};
  }
  EEGATE_TRY(const auto index, stream_of(chunk));
  if (!index) return {};
  XdfStream& stream = file_.streams[*index];
  if (chunk.tag == kSamplesTag) return take_samples(*index, chunk);
  if (chunk.tag == kClockOffset && chunk.end - chunk.begin >= 20) {
    EEGATE_TRY(const auto bytes, window_.at(chunk.begin, 20));
    const XdfOffset offset{little<double>(bytes, 4), little<double>(bytes, 12)};
    if (std::abs(offset.time_s) < 1e15 && std::abs(offset.value_s) < 1e15) stream.offsets.push_back(offset);
  }
  if (chunk.tag != kStreamFooter) return {};
  EEGATE_TRY(const auto texts, texts_of(chunk, chunk.begin + 4));
  stream.n_footer = stream.n_samples;
  for (const auto& [element, content] : texts) {
    if (element == XdfElement::kSamples) stream.n_footer = parse_count(content).value_or(stream.n_samples);
  }
  return {};
}

Result<XdfFile> XdfReader::read() {
  for (std::uint64_t at = 4; at < window_.size();) {
    EEGATE_TRY(auto chunk, chunk_at(at));
    if (chunk && chunk->tag > kStreamFooter && chunk->end < window_.size()) {
      EEGATE_TRY(const auto next, chunk_at(chunk->end));
      if (!next || next->tag > kStreamFooter) chunk.reset();  // damaged, and not of a kind that is unknown
    }
    if (chunk) {
      EEGATE_CHECK(take(*chunk));
      at = chunk->end;
      continue;
    }
    if (at == 4)
      return xdf_error("XDF_CHUNK", "The first chunk of this XDF file cannot be", at, "another length",
                       "a file header");
    EEGATE_TRY(const std::uint64_t next, after_boundary(at));
    const bool is_end = next == window_.size();
    diagnostics_.remark(xdf_error(is_end ? "XDF_TRUNCATED" : "XDF_CHUNK",
                                  is_end ? "The last chunk is truncated or damaged, and is left out"
                                         : "A chunk is damaged; what stands before the next mark is left out",
                                  at, std::to_string(next - at) + " bytes", "a whole chunk"));
    at = next;
  }
  const bool has_signal = std::ranges::any_of(file_.streams, &XdfStream::is_number);
  if (why_left_out_ && !has_signal) return std::move(*why_left_out_);
  return std::move(file_);
}

}  // namespace

Result<XdfFile> read_xdf_file(ByteSource& source, Diagnostics& diagnostics) {
  return XdfReader(source, diagnostics).read();
}

Result<std::optional<XdfLength>> read_xdf_length(ByteWindow& window, std::uint64_t at, std::uint64_t end) {
  const auto available = static_cast<std::size_t>(std::min<std::uint64_t>(9, end - std::min(at, end)));
  if (available == 0) return std::optional<XdfLength>();
  EEGATE_TRY(const auto bytes, window.at(at, available));
  const auto width = std::to_integer<std::size_t>(bytes[0]);
  if ((width != 1 && width != 4 && width != 8) || width >= available) return std::optional<XdfLength>();
  XdfLength length{.value = 0, .next = at + 1 + width};
  std::memcpy(&length.value, bytes.data() + 1, width);
  return std::optional(length);
}

XdfSamples::XdfSamples(ByteSource& source, const XdfFile& file, std::uint32_t stream)
    : window_(source, kXdfWindowBytes), file_(file), stream_(file.streams[stream]), index_(stream) {}

void XdfSamples::seek(std::size_t new_chunk, std::uint64_t byte, std::uint64_t n) {
  chunk = new_chunk;
  next_chunk_ = chunk + 1;
  next_ = byte;
  n_left = n;
  end_ = file_.chunks[chunk].end;
}

Result<bool> XdfSamples::next_chunk() {
  while (next_chunk_ < file_.chunks.size() && file_.chunks[next_chunk_].stream != index_) ++next_chunk_;
  if (next_chunk_ == file_.chunks.size()) return false;
  chunk = next_chunk_++;
  end_ = file_.chunks[chunk].end;
  EEGATE_TRY(const auto n, read_xdf_length(window_, file_.chunks[chunk].begin, end_));
  n_left = n ? n->value : 0;
  next_ = n ? n->next : end_;
  return true;
}

Result<bool> XdfSamples::read_sample() {
  begin = next_;
  if (next_ >= end_) return false;
  const auto available = static_cast<std::size_t>(std::min<std::uint64_t>(9, end_ - next_));
  EEGATE_TRY(const auto stamp, window_.at(next_, available));
  const auto width = std::to_integer<std::size_t>(stamp[0]);
  if ((width != 0 && width != 8) || width >= available) return false;
  const double found_s = width == 8 ? little<double>(stamp, 1) : time_s + (stream_.sfreq > 0 ? 1 / stream_.sfreq : 0);
  if (!(std::abs(found_s) < 1e15)) return false;
  values = next_ + 1 + width;
  std::uint64_t at = values;
  if (stream_.is_number()) {
    at += stream_.n_channels * bytes_of(*stream_.form);
  } else {
    for (std::uint64_t c = 0; c < stream_.n_channels; ++c) {
      EEGATE_TRY(const auto length, read_xdf_length(window_, at, end_));
      if (!length || length->value > end_ - length->next) return false;
      at = length->next + length->value;
    }
  }
  if (at > end_) return false;
  time_s = found_s;
  next_ = at;
  return true;
}

Result<bool> XdfSamples::next() {
  for (;;) {
    while (n_left == 0) {
      EEGATE_TRY(const bool is_there, next_chunk());
      if (!is_there) return false;
    }
    EEGATE_TRY(const bool is_sample, read_sample());
    if (is_sample) {
      --n_left;
      return true;
    }
    ++n_damaged;
    n_left = 0;
  }
}

Result<std::string> XdfSamples::text() {
  if (stream_.is_number()) {
    const std::size_t width = bytes_of(*stream_.form), n_unused = 64 - 8 * width;
    EEGATE_TRY(const auto bytes, window_.at(values, width));
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), width);
    return std::to_string(static_cast<std::int64_t>(bits << n_unused) >> n_unused);
  }
  std::string text;
  std::uint64_t at = values;
  for (std::uint64_t c = 0; c < stream_.n_channels; ++c) {
    EEGATE_TRY(const auto length, read_xdf_length(window_, at, end_));
    const auto n = static_cast<std::size_t>(
        std::min(length->value, kMaxXdfTextBytes - std::min<std::uint64_t>(text.size(), kMaxXdfTextBytes)));
    EEGATE_TRY(const auto bytes, window_.at(length->next, n));
    text += (c == 0 ? "" : " ") + utf8_or_latin1(text_of_bytes(bytes.first(n)));
    at = length->next + length->value;
  }
  return text;
}

}  // namespace eegate
