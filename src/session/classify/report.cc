#include "session/classify/report.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "base/utf8.h"
#include "session/classify/results.h"
#include "session/open/epoch_checks.h"
#include "session/output/version.h"

namespace eegate {
namespace {

// Pieces of an HTML page as text: headings, paragraphs, tables. Whatever comes from a file is escaped.
class HtmlOut {
 public:
  using Cells = std::vector<std::string>;
  HtmlOut& heading(std::string_view text);
  HtmlOut& paragraph(std::string_view text, std::string_view css_class = {});
  // Names on the left, what they are on the right.
  HtmlOut& facts(const std::vector<std::pair<std::string, std::string>>& rows);
  HtmlOut& table(const Cells& head, const std::vector<Cells>& rows);
  HtmlOut& list(const Cells& items);
  HtmlOut& code(std::string_view text);
  // The whole page; its style is inside, and nothing is fetched.
  std::string page(std::string_view title) const;

 private:
  std::string body_;
};

// Light, for print as for the screen.
constexpr std::string_view kStyle =
    "body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:15px/1.5 "
    "system-ui,sans-serif;color:#1b2430;background:#fff}"
    "h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem;border-bottom:1px solid #ccd3da}"
    "table{border-collapse:collapse;margin:.4rem 0;width:100%;font-size:.9rem}"
    "th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-bottom:1px solid #e6eaee;"
    "overflow-wrap:anywhere}thead{display:table-header-group}.facts th{width:11rem;font-weight:600}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f6f8;padding:.5rem .7rem;font-size:.85rem}"
    ".care{border-left:4px solid #b3541e;padding:.3rem .8rem;background:#fdf3ec}"
    "@media print{body{margin:0;font-size:10.5pt}tr,pre{break-inside:avoid}h2{break-after:avoid}}";

std::string html_escaped(std::string_view text) {
  constexpr std::pair<char, std::string_view> kEntities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  for (const char c : valid_utf8(text)) {
    const auto* entity = std::ranges::find(kEntities, c, &std::pair<char, std::string_view>::first);
    const bool is_control = (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
    if (entity != std::end(kEntities))
      out += entity->second;
    else
      out += is_control ? ' ' : c;  // HTML has no way to write other control characters
  }
  return out;
}

std::string row_of(const HtmlOut::Cells& cells, std::string_view tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells)
    row += "<" + std::string(tag) + ">" + html_escaped(cell) + "</" + std::string(tag) + ">";
  return row + "</tr>\n";
}

HtmlOut& HtmlOut::heading(std::string_view text) { return body_ += "<h2>" + html_escaped(text) + "</h2>\n", *this; }

HtmlOut& HtmlOut::paragraph(std::string_view text, std::string_view css_class) {
  const std::string attribute = css_class.empty() ? std::string() : " class=\"" + std::string(css_class) + "\"";
  body_ += "<p" + attribute + ">" + html_escaped(text) + "</p>\n";
  return *this;
}

HtmlOut& HtmlOut::facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  body_ += "<table class=\"facts\"><tbody>\n";
  for (const auto& [name, value] : rows) {
    body_ += "<tr><th scope=\"row\">" + html_escaped(name) + "</th><td>" + html_escaped(value) + "</td></tr>\n";
  }
  body_ += "</tbody></table>\n";
  return *this;
}

HtmlOut& HtmlOut::table(const Cells& head, const std::vector<Cells>& rows) {
  body_ += "<table><thead>" + row_of(head, "th") + "</thead><tbody>\n";
  for (const Cells& row : rows) body_ += row_of(row, "td");
  body_ += "</tbody></table>\n";
  return *this;
}

HtmlOut& HtmlOut::list(const Cells& items) {
  body_ += "<ul>\n";
  for (const std::string& item : items) body_ += "<li>" + html_escaped(item) + "</li>\n";
  body_ += "</ul>\n";
  return *this;
}

HtmlOut& HtmlOut::code(std::string_view text) { return body_ += "<pre>" + html_escaped(text) + "</pre>\n", *this; }

std::string HtmlOut::page(std::string_view title) const {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  // The report is a document: nothing in it runs or asks for anything.
  page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<title>" + html_escaped(title) + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
  return page + "<h1>" + html_escaped(title) + "</h1>\n" + body_ + "</body>\n</html>\n";
}

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::uint64_t kHashWindowBytes = std::uint64_t{1} << 20;
constexpr std::size_t kMaxRows = 5000;

std::string number(double value) { return significant(value, 6); }

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string rates_of(const Recording& recording) {
  std::map<double, std::size_t> n_channels;
  for (const Channel& channel : recording.channels()) ++n_channels[channel.sfreq];
  std::string text;
  for (const auto& [sfreq, n] : n_channels)
    text += (text.empty() ? "" : ", ") + std::to_string(n) + " at " + number(sfreq) + " Hz";
  return text;
}

void write_program(HtmlOut& out, const std::string& machine) {
  out.heading("Program");
  out.facts({{"eegate", std::string(kVersion)}, {"Computed on", machine}});
}

// Neither file name nor date: a file is often named after the subject, and its digest identifies it as well.
void write_recording(HtmlOut& out, const OpenRecording& open) {
  const Recording& recording = open.recording;
  out.heading("Recording");
  out.facts({{"SHA-256", open.hash.digest()},
             {"Size", std::to_string(open.source->size()) + " bytes"},
             {"Format", recording.header().format},
             {"Length", number(recording.duration_s()) + " s in " + std::to_string(recording.segments().size()) +
                            (recording.segments().size() == 1 ? " segment" : " segments")},
             {"Channels", std::to_string(recording.channels().size()) + ": " + rates_of(recording)}});
  out.paragraph("Identity, date and the name of the file are left out of this report.");
}

// The model's card: texts and numbers at its top level, and its evaluation.
void add_card(Facts& facts, const JsonValue& card, const std::string& before = {}) {
  static constexpr std::array<std::string_view, 9> kShown = {"title",    "reads",  "limits", "training", "how",
                                                             "accuracy", "chance", "name",   "runs"};
  for (const auto& [key, value] : card.members()) {
    const bool is_shown = std::find(kShown.begin(), kShown.end(), key) != kShown.end();
    if (is_shown && value.is_string()) facts.emplace_back(before + std::string(key), std::string(value.string()));
    if (is_shown && value.is_number()) facts.emplace_back(before + std::string(key), number(value.number()));
    if (before.empty() && value.is_object() && (key == "judged" || key == "data"))
      add_card(facts, value, std::string(key) + ": ");
  }
}

std::string self_test_text(const Model& model) {
  const auto& test = model.self_test();
  if (!test) return "the file has none";
  return std::string(test->passed ? "passed" : "FAILED") + " on " + std::to_string(test->n_inputs) + " inputs";
}

void write_model(HtmlOut& out, const OpenModel& open) {
  const ModelContract& contract = open.model.contract();
  const ModelConfig& config = open.model.config();
  Facts facts = {{"File", open.file_name},
                 {"SHA-256", open.sha256},
                 {"Architecture", config.architecture + (config.preset.empty() ? "" : ", preset " + config.preset)},
                 {"Parameters", std::to_string(open.model.n_parameters())},
                 {"Input", std::to_string(config.n_chans) + " channels x " + std::to_string(config.n_times) +
                               " samples at " + number(contract.sfreq) + " Hz"},
                 {"Channels", joined(contract.ch_names)},
                 {"Classes", joined(contract.classes)},
                 {"Licence", contract.license.empty() ? "not stated" : contract.license},
                 {"Self-test", self_test_text(open.model)}};
  if (const auto card = JsonDocument::parse(contract.train_json); card.ok()) add_card(facts, card->root());
  out.heading("Model").facts(facts);
}

void write_method(HtmlOut& out, const Plan& plan) {
  out.heading("What was done to the recording");
  out.paragraph("The recipe, every default filled in (hash " + recipe_hash(plan.recipe()) + "):");
  out.code(recipe_json(plan.recipe()));
  out.paragraph("Epochs of " + std::to_string(plan.prepared().n_times) + " samples at " +
                number(plan.prepared().sfreq) + " Hz.");
  std::vector<HtmlOut::Cells> rows;
  for (const CompatibilityItem& item : plan.compatibility().items)
    rows.push_back({std::string(item.item), std::string(verdict_name(item.verdict)), item.reason.text()});
  out.heading("Compatibility of recording and model").table({"What", "Verdict", "Found"}, rows);
}

struct Counts {
  std::size_t n_labelled = 0, n_agreeing = 0;
  std::vector<std::size_t> of_class;
};
Counts count(const Plan& plan, std::span<const float> probabilities) {
  const auto& classes = plan.model().model.contract().classes;
  Counts counts{.of_class = std::vector<std::size_t>(classes.size())};
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const std::string predicted = plan.label_of(probabilities.subspan(i * plan.n_classes(), plan.n_classes()));
    const auto at = std::ranges::find(classes, predicted);
    if (at != classes.end()) ++counts.of_class[static_cast<std::size_t>(at - classes.begin())];
    const std::string& expected = plan.expected(i);
    if (predicted.empty() || std::ranges::find(classes, expected) == classes.end()) continue;
    ++counts.n_labelled;
    counts.n_agreeing += predicted == expected ? 1 : 0;
  }
  return counts;
}

void write_outcome(HtmlOut& out, const Plan& plan, std::span<const float> probabilities) {
  const auto& classes = plan.model().model.contract().classes;
  const Counts counts = count(plan, probabilities);
  Facts facts = {{"Epochs", std::to_string(plan.epochs().size())}};
  for (std::size_t k = 0; k < classes.size(); ++k) facts.emplace_back(classes[k], std::to_string(counts.of_class[k]));
  for (const LeftOut& entry : plan.prepared().left_out)
    facts.emplace_back("Left out: " + entry.reason, std::to_string(entry.count));
  if (counts.n_labelled > 0)
    facts.emplace_back("Agreement with the true class", std::to_string(counts.n_agreeing) + " of " +
                                                            std::to_string(counts.n_labelled) + " labelled epochs");
  if (const std::size_t n = count_unanswered(probabilities, plan.n_classes()); n > 0)
    facts.emplace_back("No answer", std::to_string(n) + ": what the model computes of them is not finite");
  out.heading("Results").facts(facts);
  HtmlOut::Cells head = {"Epoch", "Onset (s)", "Length (s)", "True class", "Model says"};
  head.insert(head.end(), classes.begin(), classes.end());
  std::vector<HtmlOut::Cells> rows;
  for (std::size_t i = 0; i < std::min(plan.epochs().size(), kMaxRows); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = probabilities.subspan(i * plan.n_classes(), plan.n_classes());
    HtmlOut::Cells cells = {std::to_string(i + 1), number(epoch.onset_s), number(epoch.duration_s), plan.expected(i),
                            all_finite(row) ? plan.label_of(row) : "no answer"};
    for (const float p : row) cells.push_back(all_finite(row) ? significant(static_cast<double>(p), 3) : "");
    rows.push_back(std::move(cells));
  }
  out.table(head, rows);
  if (plan.epochs().size() > kMaxRows)
    out.paragraph("The first " + std::to_string(kMaxRows) + " epochs are listed; a saved table has all of them.");
}

// Warnings quote the header, which may contain dates and names: text in brackets is left out.
std::string unquoted(const std::string& message) { return message.substr(0, message.find(" (")); }

void write_checks(HtmlOut& out, const Plan& plan) {
  HtmlOut::Cells items;
  for (const Warning& warning : plan.recording().recording.warnings())
    items.push_back(std::string(warning.code) + ": " + unquoted(warning.message));
  for (const Warnings& warnings : {plan.model().warnings, plan.warnings()}) {
    for (const Warning& warning : warnings) items.push_back(std::string(warning.code) + ": " + warning.message);
  }
  out.heading("Checks and warnings");
  if (items.empty()) {
    out.paragraph("Nothing had to be repaired or assumed.");
  } else {
    out.list(items);
  }
}

void write_limits(HtmlOut& out, const Plan& plan) {
  out.heading("Limits");
  out.list({"eegate is not a medical device. Nothing here is a diagnosis or may lead to a treatment.",
            "Probabilities are outputs of the model, not the certainty that it is right about this subject; a "
            "model always names one of its classes, also where none of them is true.",
            "The model's file may describe training data and performance on other subjects: see the card above."});
  out.heading("To do it again");
  out.paragraph("With the two files of these digests, and the recipe above in recipe.json:");
  out.code("sha256sum RECORDING MODEL\neegate report MODEL RECORDING --recipe recipe.json" +
           std::string(plan.overridden() ? " --override" : "") +
           (plan.calibration_text().empty() ? "" : " --calibrate " + std::string(plan.calibration_text())) +
           " -o report.html");
}

}  // namespace

Result<double> hash_recording(OpenRecording& open, std::uint64_t budget_bytes) {
  const std::uint64_t size = open.source->size();
  const std::uint64_t end = std::min(size, open.hash.n_bytes() + std::max(budget_bytes, kHashWindowBytes));
  std::vector<std::byte> window;
  while (open.hash.n_bytes() < end) {
    window.resize(static_cast<std::size_t>(std::min(kHashWindowBytes, end - open.hash.n_bytes())));
    EEGATE_CHECK(open.source->read(open.hash.n_bytes(), window));
    open.hash.add(window);
  }
  return size == 0 ? 1.0 : static_cast<double>(open.hash.n_bytes()) / static_cast<double>(size);
}

Result<std::string> report_html(const Plan& plan, std::span<const float> probabilities, const std::string& machine) {
  EEGATE_CHECK(check_probabilities(plan, probabilities));
  if (plan.recording().hash.n_bytes() != plan.recording().source->size()) {
    return Error{.code = "REPORT_HASH",
                 .message = "The recording is not hashed to its end",
                 .found = std::to_string(plan.recording().hash.n_bytes()) + " bytes",
                 .expected = std::to_string(plan.recording().source->size())};
  }
  HtmlOut out;
  if (plan.overridden())
    out.paragraph("Not a valid result: recording and model are not compatible; this was classified on request.",
                  "care");
  if (!plan.calibration_text().empty())
    out.paragraph("Calibrated without labels (" + std::string(plan.calibration_text()) +
                      "): right only if the epochs hold all classes in about equal shares.",
                  "care");
  write_program(out, machine);
  write_recording(out, plan.recording());
  write_model(out, plan.model());
  write_method(out, plan);
  write_outcome(out, plan, probabilities);
  write_checks(out, plan);
  write_limits(out, plan);
  return out.page("Methods report");
}

}  // namespace eegate
