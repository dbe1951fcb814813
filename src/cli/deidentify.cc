// eegate deidentify: a copy of a recording without identity, window by window.
#include "session/exchange/deidentify.h"

#include <algorithm>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"

namespace eegate::cli {
namespace {

struct DeidentifyOptions {
  std::string recording, output;
  std::vector<std::string> keep;  // patient, recording, date
  bool remove_time = false;
  bool json = false;
};

constexpr std::size_t kWindowBytes = std::size_t{4} << 20;

IdentityFields removed_fields(const DeidentifyOptions& options) {
  const auto kept = [&](const char* name) {
    return std::find(options.keep.begin(), options.keep.end(), name) != options.keep.end();
  };
  return {.patient = !kept("patient"),
          .recording = !kept("recording"),
          .start_date = !kept("date"),
          .start_time = options.remove_time};
}

Result<> write_copy(ByteSource& source, const HeaderWithoutIdentity& header, const std::string& path) {
  EEGATE_TRY(OutputFile sink, OutputFile::open(path));
  EEGATE_CHECK(sink.write(header.bytes));
  ProgressBar bar("copying");
  std::vector<std::byte> window(kWindowBytes);
  for (std::uint64_t at = header.bytes.size(); at < source.size();) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kWindowBytes, source.size() - at));
    EEGATE_CHECK(source.read(at, std::span(window).first(n)));
    EEGATE_CHECK(sink.write(std::span(window).first(n)));
    at += n;
    bar.show(static_cast<double>(at) / static_cast<double>(source.size()));
  }
  return sink.finish();
}

std::string text_report(const Deidentified& copy) {
  if (copy.header.changed.empty()) return "No byte was changed: these fields were clean already.\n";
  std::string text;
  for (const ChangedField& field : copy.header.changed) {
    text += "changed: " + std::string(field.name) + " (bytes " + std::to_string(field.byte_offset) + " to " +
            std::to_string(field.byte_offset + field.n_bytes - 1) + ")\n";
  }
  return text;
}

// Errors: those of the recording, DEID_SAME_FILE.
Result<> deidentify(const DeidentifyOptions& options) {
  EEGATE_TRY(OpenRecording open, open_recording_file(options.recording));
  if (is_input(options.output)) {
    return Error{.code = "DEID_SAME_FILE",
                 .message = "The copy would take the place of the recording",
                 .field = "--output",
                 .found = eegate::quoted(options.output, 200),
                 .expected = "another file"};
  }
  EEGATE_CHECK(read_all_annotations(open.recording));
  EEGATE_TRY(const Deidentified copy, eegate::deidentify(open, removed_fields(options)));
  EEGATE_CHECK(write_copy(*open.source, copy.header, options.output));
  options.json ? print_data(describe_deidentified(copy, Keys::kSnake, true) + "\n") : print(text_report(copy));
  print_warnings(copy.warnings);
  return {};
}

}  // namespace

void add_deidentify(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<DeidentifyOptions>();
  CLI::App* sub = add_command(app, chosen, "deidentify", "A copy of a recording without patient, recording and date",
                              options, &deidentify);
  sub->add_option("recording", options->recording, "EDF or BDF file; it stays as it is")->required();
  sub->add_option("-o,--output", options->output, "the copy to write")->required();
  sub->add_option("--keep", options->keep, "fields to leave: patient, recording, date")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"patient", "recording", "date"}));
  sub->add_flag("--remove-time", options->remove_time, "the start time, too");
  sub->add_flag("--json", options->json, "JSON instead of lines of text");
}

}  // namespace eegate::cli
