// Triggers of a BDF recording: events are runs of one non-zero code in the Status channel (BioSemi).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "files/edf_tal.h"

namespace eegate {

struct BdfStatusOptions {
  std::uint32_t mask = 0xFFFF;  // trigger inputs; bits 16 to 23 are the state of the amplifier
  unsigned shift = 0;           // applied before the mask, for trigger boxes that use the upper byte
  bool initial_event = false;   // report a code that is present from the first sample as an event
};

class BdfStatusEvents {
 public:
  explicit BdfStatusEvents(const BdfStatusOptions& options) : options_(options) {}

  // Adds the Status words of one record. An event is appended when it ends; its text is the code in decimal.
  void add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                  std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out);
  // After the last record: ends an event that is still active.
  void finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out);

 private:
  void change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place, std::vector<EdfAnnotation>& out);

  BdfStatusOptions options_;
  std::optional<std::uint32_t> code_;  // code of the previous sample
  std::optional<EdfAnnotation> event_;
};

}  // namespace eegate
