// Triggers of a BDF recording: events are runs of one non-zero code in the Status channel (BioSemi).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "files/edf_tal.h"

namespace eegate {

class BdfStatusEvents {
 public:
  // Adds the Status words of one record. An event is appended when it ends; its text is the code in decimal.
  void add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                  std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out);
  // After the last record: ends an event that is still active.
  void finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out);

 private:
  void change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place, std::vector<EdfAnnotation>& out);

  std::optional<std::uint32_t> code_;  // code of the previous sample
  std::optional<EdfAnnotation> event_;
};

}  // namespace eegate
