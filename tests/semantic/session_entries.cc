// Calls of a session in any order: open, close, classify, train, explain, stream, with numbers that may be stale.
#include <algorithm>
#include <memory>

#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/open/describe.h"
#include "session/session.h"
#include "session/sleep/hypnogram.h"

namespace eegate::test::semantic {
namespace {

constexpr std::size_t kMaxSessionCalls = 40, kIds = 3;

class Caller {
 public:
  Caller(Choices& choices, Outcome& outcome) : choices_(choices), outcome_(outcome) {}

  void call() {
    using Method = void (Caller::*)();
    constexpr std::array<Method, 29> kMethods = {&Caller::open_recording,
                                                 &Caller::load_model,
                                                 &Caller::plan,
                                                 &Caller::classify,
                                                 &Caller::plan_epochs,
                                                 &Caller::advance,
                                                 &Caller::export_results,
                                                 &Caller::report,
                                                 &Caller::close,
                                                 &Caller::check_compatibility,
                                                 &Caller::read_samples,
                                                 &Caller::read_annotations,
                                                 &Caller::predict,
                                                 &Caller::inspect,
                                                 &Caller::begin_explanation,
                                                 &Caller::explain,
                                                 &Caller::open_stream,
                                                 &Caller::push,
                                                 &Caller::begin_training,
                                                 &Caller::add_to_training,
                                                 &Caller::train,
                                                 &Caller::deidentify,
                                                 &Caller::calibrate,
                                                 &Caller::annotate,
                                                 &Caller::open_night,
                                                 &Caller::begin_night,
                                                 &Caller::advance_night,
                                                 &Caller::plan,
                                                 &Caller::classify};
    (this->*choices_.of(kMethods))();
  }
  // Most sequences begin with open recordings and models.
  void open_some() {
    open_recording();
    load_model();
    if (!choices_.one_of(4)) plan();
  }

 private:
  int id() { return static_cast<int>(choices_.below(kIds)); }
  template <class T>
  bool ok(const Result<T>& result) {
    return holds(result, outcome_);
  }

  void open_recording() {
    const int number = id();
    const MadeFiles made =
        choices_.one_of(3) ? made_bids(choices_) : MadeFiles{"S001R01.edf", made_recording(choices_), {}};
    const auto opened =
        session_.open_recording(number, std::make_shared<MemorySource>(made.bytes), made.name, file_set_of(made));
    if (ok(opened)) expect_json(describe_recording(**opened, Keys::kCamel), "a recording");
  }
  void load_model() {
    const int number = id();
    std::vector<std::byte> file = choices_.one_of(3) ? made_transformer(choices_) : made_model(choices_);
    if (file.empty()) return;
    const auto loaded = session_.load_model(number, file, "made.safetensors");
    if (ok(loaded)) expect_json(describe_model(**loaded, Keys::kCamel), "a model");
    file_ = std::move(file);
  }
  void plan() {
    const int number = id(), model = id(), recording = id();
    const std::string recipe = choices_.one_of(3) ? made_recipe(choices_) : std::string();
    constexpr std::array kCalibrations = {"none", "none", "median", "recentre", "online", "other"};
    const bool overrides = !choices_.one_of(3);
    const auto plan = session_.plan(number, model, recording, recipe, overrides, choices_.of(kCalibrations));
    if (!ok(plan)) return;
    expect_json(describe_plan(**plan, Keys::kCamel), "a plan");
    n_epochs_ = (*plan)->epochs().size();
    n_classes_ = (*plan)->n_classes();
  }
  void calibrate() {
    const int number = id();
    for (std::size_t n = choices_.between(1, 20); n > 0; --n) {
      const auto done = session_.calibrate(number);
      if (!ok(done)) return;
      expect(*done >= 0 && *done <= 1, "a share of a calibration that is none");
    }
  }
  void annotate() {
    const int number = id();
    constexpr std::array kTexts = {"T1", "T2", "=1+1", "<b>"};
    std::string list;
    for (std::size_t n = choices_.below(5); n > 0; --n)
      list += (list.empty() ? "" : ",") + (R"({"onset_s":)" + choices_.text_around(1)) + R"(,"duration_s":)" +
              choices_.text_around(1) + R"(,"text":")" + choices_.of(kTexts) + "\"}";
    const auto set = session_.set_annotations(number, R"({"annotations":[)" + list + "]}");
    if (ok(set)) expect_json(describe_new_annotations(**set, Keys::kCamel), "annotations that were made");
  }
  void open_night() {
    const int number = id();
    (void)ok(session_.open_recording(number, std::make_shared<MemorySource>(made_night(choices_)), "night.edf"));
  }
  void begin_night() {
    const int number = id(), recording = id();
    (void)ok(session_.begin_spectrogram(number, recording, choices_.below(4)));
    const auto hypnogram = parse_hypnogram(made_hypnogram(choices_));
    if (ok(hypnogram)) (void)ok(session_.begin_sleep_events(number, recording, choices_.below(4), *hypnogram));
    const std::vector<std::vector<std::byte>> models = {made_stager(choices_)};
    (void)ok(session_.begin_staging(number, recording, models, made_stage_request(choices_)));
  }
  // What was begun of a night, whose recording may be closed meanwhile.
  void advance_night() {
    const int number = id();
    const auto spectrogram = session_.spectrogram(number);
    const auto events = session_.sleep_events(number);
    const auto staging = session_.staging(number);
    for (std::size_t n = choices_.between(1, 12); n > 0; --n) {
      if (spectrogram.ok()) (void)ok((*spectrogram)->advance());
      if (events.ok()) (void)ok((*events)->advance());
      if (staging.ok()) (void)ok((*staging)->advance());
    }
    if (staging.ok()) expect_json(describe_staged((*staging)->result(), Keys::kCamel), "a staged record");
  }
  std::size_t first_epoch() { return choices_.one_of(8) ? choices_.below(100000) : choices_.below(4); }

  void classify() {
    const int number = id();
    const std::size_t first = first_epoch(), count = choices_.below(4);
    const auto values = session_.classify(number, first, count);
    if (!ok(values) || count == 0) return;
    expect_rows(*values, values->size() / count, "probabilities");
  }
  void plan_epochs() {
    const int number = id();
    const std::size_t first = first_epoch();
    const auto values = session_.plan_epochs(number, first, 1);
    if (ok(values)) expect_finite(*values, "the epochs of a plan");
  }
  void advance() {
    const int number = id();
    const auto done = session_.advance(number, first_epoch());
    if (ok(done)) expect(*done >= 0 && *done <= 1, "a share that is none");
  }
  // Probabilities as a caller may pass them: of another plan, for too few epochs, with NaN.
  std::vector<float> probabilities() {
    const std::size_t n = std::min<std::size_t>(n_epochs_, 1000) * n_classes_;
    std::vector<float> values(choices_.one_of(8) ? choices_.below(20) : n, 1.0F / 3);
    for (float& value : values) value = choices_.one_of(8) ? std::nanf("") : value;
    return values;
  }
  void export_results() {
    constexpr std::array kFormats = {"csv", "json", "tsv", "edf", "txt"};
    const int number = id();
    const std::vector<float> values = probabilities();
    const std::string format = choices_.of(kFormats);
    const auto bytes = session_.export_results(number, values, format);
    if (!ok(bytes)) return;
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (format == "json") expect_json(text, "results");
    if (format != "edf") {
      for (const char* bad : {",nan", "\tnan", ":nan", ",inf", "-inf"})
        expect(text.find(bad) == std::string::npos, "results with a number that is not finite");
    }
  }
  void report() {
    const int number = id(), recording = id();
    (void)ok(session_.hash_recording(recording, 1 << 20));
    const auto html = session_.report(number, probabilities(), "a machine");
    if (ok(html)) expect(is_utf8(*html) && html->find(">nan<") == std::string::npos, "a report that tells no number");
  }
  void close() {
    const int number = id();
    switch (choices_.below(9)) {
      case 0:
        return session_.close_recording(number);
      case 1:
        return session_.close_model(number);
      case 2:
        return session_.close_plan(number);
      case 3:
        return session_.close_explanation(number);
      case 4:
        return session_.close_stream(number);
      case 5:
        return session_.close_staging(number);
      case 6:
        return session_.close_spectrogram(number);
      case 7:
        return session_.close_sleep_events(number);
      default:
        return session_.close_training(number);
    }
  }
  void check_compatibility() {
    const int model = id(), recording = id();
    const auto compatibility =
        session_.check_compatibility(model, recording, choices_.one_of(3) ? made_recipe(choices_) : std::string());
    if (ok(compatibility))
      expect_json(describe_compatibility(*compatibility, Keys::kCamel), "a report of compatibility");
  }
  void read_samples() {
    const int number = id();
    const std::vector<std::size_t> channels = {choices_.below(3), choices_.below(6)};
    const double start_s = choices_.one_of(3) ? choices_.number() : 0, duration_s = choices_.around(1);
    const std::string recipe = choices_.one_of(3) ? made_recipe(choices_) : std::string();
    const std::string look = recipe.empty() && choices_.one_of(2) ? made_look(choices_) : std::string();
    const auto samples = session_.read_samples(number, channels, start_s, duration_s, recipe, look);
    if (!ok(samples)) return;
    for (const float value : samples->values) expect(!std::isinf(value), "a sample that is infinite");
  }
  void read_annotations() {
    const auto read = session_.read_annotations(id(), 1 << 12);
    if (ok(read)) expect_json(describe_new_annotations(**read, Keys::kCamel), "annotations");
  }
  void predict() {
    const int number = id();
    const std::size_t n_epochs = choices_.between(0, 2), n_chans = choices_.between(1, 6);
    constexpr std::array<std::size_t, 5> kTimes = {32, 160, 320, 64, 7};
    const std::size_t n_times = choices_.of(kTimes);
    const std::string parts = choices_.one_of(3) ? made_ablation(choices_) : std::string();
    (void)ok(session_.predict(number, made_samples(choices_, n_epochs * n_chans * n_times), n_epochs, n_times, parts));
  }
  void inspect() {
    const int number = id();
    const std::vector<float> x = made_samples(choices_, choices_.between(1, 6) * 160);
    (void)ok(session_.inspect(number, x, made_inspection(choices_)));
  }
  void begin_explanation() {
    const int number = id();
    const std::size_t n_chans = choices_.between(1, 6);
    const std::vector<float> x = made_samples(choices_, n_chans * 160);
    (void)ok(session_.begin_explanation(number, file_, x, 1, 160, made_explanation(choices_)));
  }
  void explain() {
    const auto explanation = session_.explanation(id());
    if (!ok(explanation)) return;
    for (std::size_t n = choices_.between(1, 50); n > 0; --n) {
      const auto done = (*explanation)->advance();
      if (!ok(done)) return;
      if (*done == 1) expect_finite((*explanation)->values(), "a relevance");
    }
  }
  void open_stream() {
    const int number = id(), model = id();
    const auto live = session_.open_stream(number, model, made_stream(choices_));
    if (ok(live)) expect_json((*live)->describe(Keys::kCamel), "a stream");
  }
  void push() {
    const auto live = session_.stream(id());
    if (!ok(live)) return;
    const std::size_t n_chans = choices_.between(1, 6);
    const std::uint64_t n_lost = choices_.one_of(4) ? choices_.bits(choices_.one_of(4) ? 8 : 2) : 0;
    const std::vector<float> x = made_samples(choices_, n_chans * choices_.below(400));
    if (!ok((*live)->push(x, n_lost, choices_.one_of(8)))) return;
    for (int i = 0; i < 8; ++i) {
      const auto next = (*live)->next();
      if (!ok(next) || !*next) return;
      expect_rows((*next)->probabilities, (*next)->probabilities.size(), "probabilities of a stream");
      expect(std::isfinite((*next)->window.onset_s), "a window that is nowhere");
    }
  }
  void begin_training() {
    const int number = id();
    const bool is_further = choices_.one_of(3);
    const std::string request = made_training(choices_, is_further, choices_.between(1, 4));
    (void)ok(session_.begin_training(number, request,
                                     is_further ? std::span<const std::byte>(file_) : std::span<const std::byte>()));
  }
  void add_to_training() {
    const int number = id(), recording = id();
    (void)ok(session_.add_to_training(number, recording, made_recipe(choices_), choices_.one_of(2) ? "1" : ""));
  }
  // The methods of a training, which may be called too early.
  void train() {
    const auto training = session_.training(id());
    if (!ok(training)) return;
    TrainingSession& session = **training;
    if (choices_.one_of(2) && !ok(session.plan(std::uint64_t{1} << 26))) return;
    for (std::size_t recording = 0; recording < 4; ++recording) {
      for (int i = 0; i < 20; ++i) {
        const auto done = session.load(recording);
        if (!ok(done) || *done == 1) break;
      }
    }
    (void)ok(session.begin());
    for (std::size_t n = choices_.below(4); n > 0; --n) {
      const auto advance = session.advance(session.position(), 0, 1, false);
      if (!ok(advance)) return;
      expect_json(session.describe(*advance), "a step");
    }
    if (choices_.one_of(2)) (void)ok(session.model_file(session.position()));
  }
  void deidentify() {
    const IdentityFields removed{choices_.one_of(2), choices_.one_of(2), choices_.one_of(2), choices_.one_of(2)};
    (void)ok(session_.deidentify(id(), removed));
  }

  Choices& choices_;
  Outcome& outcome_;
  Session session_;
  std::vector<std::byte> file_;
  std::size_t n_epochs_ = 0, n_classes_ = 0;
};

}  // namespace

Outcome call_session(Choices& choices) {
  Outcome outcome;
  Caller caller(choices, outcome);
  caller.open_some();
  for (std::size_t n = choices.between(1, kMaxSessionCalls); n > 0; --n) caller.call();
  return outcome;
}

}  // namespace eegate::test::semantic
