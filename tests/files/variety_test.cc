// Unusual real recordings open with the right warnings or fail with one clear error.
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>
#include <string>

#include "signal/recording.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::variety_test {
namespace {

using Codes = std::set<std::string>;

// Files that do not open without messages: codes that begin with '!' are errors, the others warnings.
const std::map<std::string, Codes> kNotClean = {
    {"B777B2056+eegneo/v0020.edf", {"EDF_UNIT_UNKNOWN", "EDF_NO_ANNOTATIONS"}},
    {"Pixpipe+edfdecoder/GD001L35v_2.edf", {"EDF_HEADER_CHARS"}},
    {"Pixpipe+edfdecoder/GD001L35v_3.edf", {"EDF_HEADER_CHARS"}},
    {"_lfs_pointers/short_psg.edf", {"!FORMAT_LFS_POINTER"}},
    {"beacon-biosignals+EDF.jl/bdf_test.edf", {"EDF_PLUS_SUBFIELDS", "EDF_NO_ANNOTATIONS"}},
    {"beacon-biosignals+EDF.jl/test_uneven_samp.edf", {"EDF_BAD_TIME", "EDF_BAD_DATE", "EDF_SIZE_MISMATCH"}},
    {"breuderink+eegtools/kemp-log-neuroloopgain.edf", {"EDF_UNIT_UNKNOWN"}},
    {"broken_eegmmidb/Quixotte_S001R01.edf", {"EDF_LINE_ENDS", "EDF_TAL_SYNTAX", "EDF_CLOCK", "EDF_TAL_UNTERMINATED"}},
    {"broken_eegmmidb/Quixotte_S001R04.edf", {"!EDF_LINE_ENDS"}},
    {"broken_eegmmidb/Yannkess_S001R02.edf", {"!FORMAT_HTML"}},
    {"broken_eegmmidb/tefaltaxabor_S001R01.edf", {"!EDF_LINE_ENDS"}},
    {"mne-tools+mne-python/duplicate_channel_labels.edf", {"EDF_DUPLICATE_LABEL"}},
    {"mne-tools+mne-testing-data/MB0400FU.EDF", {"EDF_DISCONTINUOUS"}},
    {"nsrr+edfize/invalid-date.edf", {"!EDF_RECORDS_UNKNOWN"}},
    {"nsrr+edfize/simulated-01.edf", {"EDF_UNIT_UNKNOWN"}},
    {"tayal-sarthak+edfcore/edf-asymmetric.edf", {"EDF_UNIT_UNKNOWN"}},
    {"the-siesta-group+edfio/short_psg.edf", {"EDF_UNIT_UNKNOWN"}},
};

Codes open_codes(const std::string& path) {
  auto recording = Recording::open(std::make_shared<FileSource>(path), path);
  if (!recording.ok()) {
    const Error& e = recording.error();
    CHECK_FALSE(e.field.empty());
    CHECK_FALSE(e.place.empty());
    CHECK_FALSE(e.found.empty());
    CHECK_FALSE(e.expected.empty());
    CHECK_FALSE(e.hint.empty());
    return {"!" + std::string(e.code)};
  }
  CHECK(recording->read_annotations(UINT64_MAX).ok());
  Codes codes;
  for (const Warning& w : recording->warnings()) codes.insert(std::string(w.code));
  return codes;
}

TEST_CASE("awkward recordings open with the right warnings or fail with one error", "[recording][golden]") {
  EEGATE_DATA_OR_SKIP(data);
  std::size_t n_seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "variety")) {
    if (!entry.is_regular_file()) continue;
    const std::string name = std::filesystem::relative(entry.path(), data / "variety").generic_string();
    INFO(name);
    const auto expected = kNotClean.find(name);
    CHECK(open_codes(entry.path().string()) == (expected == kNotClean.end() ? Codes{} : expected->second));
    n_seen += expected == kNotClean.end() ? 0 : 1;
  }
  CHECK(n_seen == kNotClean.size());
}

}  // namespace
}  // namespace eegate::test::variety_test
