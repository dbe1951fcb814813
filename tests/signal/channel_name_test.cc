#include "signal/channel_name.h"

#include <catch2/catch_test_macros.hpp>

namespace eegate::channel_name_test {
namespace {

TEST_CASE("labels of the motor-imagery recordings get the usual spelling", "[recording]") {
  CHECK(canonical_channel_name("Fc5.").name == "FC5");
  CHECK(canonical_channel_name("C3..").name == "C3");
  CHECK(canonical_channel_name("Fpz.").name == "Fpz");
  CHECK(canonical_channel_name("Af7.").name == "AF7");
  CHECK(canonical_channel_name("T10.").name == "T10");
  CHECK(canonical_channel_name("Iz..").name == "Iz");
  CHECK(canonical_channel_name("  POZ ").name == "POz");
  CHECK(canonical_channel_name("tp7").name == "TP7");
}

TEST_CASE("the prefixes EEG and POL and the reference are removed from labels", "[recording]") {
  const ChannelName name = canonical_channel_name("EEG FP1-Ref");
  CHECK(name.name == "Fp1");
  CHECK(name.reference == "Ref");
  CHECK(name.is_electrode);
  CHECK(canonical_channel_name("EEG C3-A2").reference == "A2");
  CHECK(canonical_channel_name("F7 - LE").name == "F7");
  CHECK(canonical_channel_name("EEG A1-A2").name == "A1");
  CHECK(canonical_channel_name("POL Fp1").name == "Fp1");
  CHECK(canonical_channel_name("POL DC01").name == "POL DC01");
  CHECK(canonical_channel_name("C4-M1").name == "C4");
  CHECK(canonical_channel_name("EEG F3-M2").reference == "M2");
  CHECK(canonical_channel_name("T3-CLE").name == "T7");
  CHECK(canonical_channel_name("C4-M3").name == "C4-M3");
}

TEST_CASE("older electrode names are aliases", "[recording]") {
  CHECK(canonical_channel_name("T3").name == "T7");
  CHECK(canonical_channel_name("EEG t4-LE").name == "T8");
  CHECK(canonical_channel_name("T5-Avg").name == "P7");
  CHECK(same_channel("T5", "p7"));
  CHECK(same_channel("T6..", "P8"));
  CHECK_FALSE(same_channel("T5", "P8"));
}

TEST_CASE("labels that are not electrodes are only trimmed", "[recording]") {
  CHECK(canonical_channel_name(" ECG ").name == "ECG");
  CHECK(canonical_channel_name("EEG 12-REF").name == "EEG 12-REF");
  CHECK(canonical_channel_name("EEG 12-REF").reference.empty());
  CHECK(canonical_channel_name("F3-C3").name == "F3-C3");
  CHECK_FALSE(canonical_channel_name("EOG left").is_electrode);
  CHECK(canonical_channel_name("").name.empty());
  CHECK(canonical_channel_name("...").name.empty());
  CHECK(same_channel("ecg", "ECG"));
}

}  // namespace
}  // namespace eegate::channel_name_test
