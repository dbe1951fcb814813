// Triggers of a BDF recording: runs of one non-zero code in the words of the Status signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "files/edf_tal.h"

namespace eegate {

struct BdfStatusOptions {
  std::uint32_t mask = 0xFFFF;  // the trigger inputs; bits 16 to 23 tell the state of the amplifier
  unsigned shift = 0;           // applied before the mask, for trigger boxes that use the upper byte
  bool initial_event = false;   // a code that is there from the first sample on counts as an event
};

class BdfStatusEvents {
 public:
  explicit BdfStatusEvents(const BdfStatusOptions& options) : options_(options) {}

  // The words of one record. An event is appended when it has ended; its text is the code in
  // decimal.
  void add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                  std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out);
  // After the last record: ends an event that is still on.
  void finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out);

 private:
  void change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place, std::vector<EdfAnnotation>& out);

  BdfStatusOptions options_;
  std::optional<std::uint32_t> code_;  // of the sample before
  std::optional<EdfAnnotation> event_;
};

}  // namespace eegate
