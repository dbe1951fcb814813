#include <algorithm>
#include <cmath>
#include <utility>

#include "files/edf_parse.h"
#include "files/header_text.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr double kMaxPhysical = 1e20;  // so that products with gains and units fit into a float

// The fields of one signal before validation.
struct SignalFields {
  EdfField label, transducer, dimension, physical_min, physical_max, digital_min, digital_max, prefiltering, samples,
      reserved;
};

// Signal headers are stored field by field: all labels, then all transducers, and so on.
std::vector<SignalFields> read_signal_fields(std::span<const std::byte> bytes, std::size_t n,
                                             Diagnostics& diagnostics) {
  EdfFieldReader in(bytes, kEdfFixedBytes, diagnostics);
  std::vector<SignalFields> all(n);
  const auto name = [](const char* field, std::size_t i) {
    return std::string(field) + " of signal " + std::to_string(i + 1);
  };
  for (std::size_t i = 0; i < n; ++i) all[i].label = in.text(name("label", i), 16);
  for (std::size_t i = 0; i < n; ++i) all[i].transducer = in.text(name("transducer", i), 80);
  for (std::size_t i = 0; i < n; ++i) all[i].dimension = in.text(name("physical dimension", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].physical_min = in.number(name("physical minimum", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].physical_max = in.number(name("physical maximum", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].digital_min = in.number(name("digital minimum", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].digital_max = in.number(name("digital maximum", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].prefiltering = in.text(name("prefiltering", i), 80);
  for (std::size_t i = 0; i < n; ++i) all[i].samples = in.number(name("samples per record", i), 8);
  for (std::size_t i = 0; i < n; ++i) all[i].reserved = in.text(name("reserved", i), 32);
  return all;
}

EdfSignalKind kind_of(std::string_view label, bool is_bdf) {
  if (label == (is_bdf ? "BDF Annotations" : "EDF Annotations")) return EdfSignalKind::annotations;
  if (is_bdf && equal_ignoring_case(label, "Status")) return EdfSignalKind::status;
  return EdfSignalKind::ordinary;
}

void parse_unit(const SignalFields& f, EdfSignal& signal, Diagnostics& diagnostics) {
  signal.microvolts = microvolts_per_unit(signal.physical_dimension);
  if (signal.microvolts) return;
  diagnostics.remark(f.dimension.error("EDF_UNIT_UNKNOWN", "The unit is not a known voltage; values are unchanged",
                                       "uV, mV, V or nV"));
}

void parse_physical_range(const SignalFields& f, EdfSignal& signal, Diagnostics& diagnostics) {
  signal.physical_min = f.physical_min.number.value_or(0);
  signal.physical_max = f.physical_max.number.value_or(0);
  for (const EdfField* field : {&f.physical_min, &f.physical_max}) {
    if (field->number && std::fabs(*field->number) <= kMaxPhysical) continue;
    diagnostics.repair(field->error("EDF_PHYS_RANGE", "A physical limit cannot be used", "a number"));
    signal.calibrated = false;
  }
  if (signal.calibrated && signal.physical_min == signal.physical_max) {
    diagnostics.repair(f.physical_max.error("EDF_PHYS_RANGE", "The physical range is empty; values stay digital",
                                            "a maximum that differs from the minimum " + f.physical_min.text));
    signal.calibrated = false;
  }
}

void parse_digital_range(const SignalFields& f, bool is_bdf, EdfSignal& signal, Diagnostics& diagnostics) {
  const std::int64_t lowest = is_bdf ? -8388608 : -32768, highest = is_bdf ? 8388607 : 32767;
  const auto limit = [&](const EdfField& field) {
    const auto value = field.integer();
    if (!value || *value < lowest || *value > highest) {
      diagnostics.repair(field.error("EDF_DIG_RANGE", "A digital limit is not possible",
                                     std::to_string(lowest) + " to " + std::to_string(highest)));
    }
    // Clamped far outside the range of samples, so that differences cannot overflow.
    if (!value) signal.calibrated = false;
    return std::clamp<std::int64_t>(value.value_or(0), -(std::int64_t{1} << 40), std::int64_t{1} << 40);
  };
  signal.digital_min = limit(f.digital_min);
  signal.digital_max = limit(f.digital_max);
  if (signal.digital_min == signal.digital_max) {
    diagnostics.repair(f.digital_max.error("EDF_DIG_RANGE", "The digital range is empty; values stay digital",
                                           "a maximum above the minimum " + f.digital_min.text));
    signal.calibrated = false;
  } else if (signal.digital_min > signal.digital_max) {
    diagnostics.repair(f.digital_max.error("EDF_DIG_RANGE", "The digital range is reversed",
                                           "a maximum above the minimum " + f.digital_min.text));
  }
}

void check_annotation_fields(const SignalFields& f, const EdfHeader& header, Diagnostics& diagnostics) {
  if (header.continuity == EdfContinuity::plain) return;
  const std::int64_t lowest = header.is_bdf ? -8388608 : -32768, highest = -lowest - 1;
  if (f.digital_min.integer() != lowest || f.digital_max.integer() != highest) {
    diagnostics.repair(f.digital_min.error("EDF_ANNOT_FIELDS",
                                           "The annotation signal does not have the full digital range",
                                           std::to_string(lowest) + " and " + std::to_string(highest)));
  }
  if (!f.physical_min.number || !f.physical_max.number || f.physical_min.number == f.physical_max.number) {
    diagnostics.repair(f.physical_min.error("EDF_ANNOT_FIELDS", "The annotation signal has no physical range",
                                            "two different numbers"));
  }
  for (const auto* field : {&f.transducer, &f.prefiltering}) {
    if (field->text.empty()) continue;
    diagnostics.repair(
        field->error("EDF_ANNOT_FIELDS", "The annotation signal has a transducer or a filter", "a blank field"));
  }
}

void parse_sample_count(const SignalFields& f, EdfSignal& signal, Diagnostics& diagnostics) {
  const auto count = f.samples.integer();
  if (count && *count >= 1) {
    signal.samples_per_record = static_cast<std::uint64_t>(*count);
    return;
  }
  Error e = f.samples.error("EDF_BAD_NSAMP", "A signal has no samples", "at least 1");
  // A signal that is not EEG can be skipped; its place in the record is empty.
  if (signal.microvolts && signal.kind == EdfSignalKind::ordinary) {
    diagnostics.refuse(std::move(e));
  } else {
    diagnostics.repair(std::move(e));
  }
}

void parse_signal(const SignalFields& f, const EdfHeader& header, EdfSignal& signal, Diagnostics& diagnostics) {
  signal.label = f.label.text;
  signal.transducer = f.transducer.text;
  signal.physical_dimension = f.dimension.text;
  signal.prefiltering = f.prefiltering.text;
  signal.kind = kind_of(signal.label, header.is_bdf);
  if (signal.kind == EdfSignalKind::annotations) {
    check_annotation_fields(f, header, diagnostics);
  } else {
    if (signal.kind == EdfSignalKind::ordinary) parse_unit(f, signal, diagnostics);
    parse_physical_range(f, signal, diagnostics);
    parse_digital_range(f, header.is_bdf, signal, diagnostics);
  }
  parse_sample_count(f, signal, diagnostics);
}

}  // namespace

void parse_edf_signals(std::span<const std::byte> bytes, EdfHeader& header, Diagnostics& diagnostics) {
  const auto fields = read_signal_fields(bytes, header.signals.size(), diagnostics);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    parse_signal(fields[i], header, header.signals[i], diagnostics);
  }
}

double EdfSignal::gain() const {
  if (!calibrated) return 1;
  return (physical_max - physical_min) / static_cast<double>(digital_max - digital_min);
}

}  // namespace eegate
