// The module that reads recordings and classifies them: eegate-simd, eegate-relaxed.
#include "bindings/engine_files.h"
#include "bindings/methods.h"
#include "session/open/spectra.h"
#include "session/output/cpu_target.h"

namespace eegate::bindings {
namespace {

// One array for each channel, also where no sample lies in the time.
val samples_to_js(const PreviewSamples& samples, std::size_t n_channels, const OpenRecording& open) {
  val js = val::object();
  js.set("sfreq", samples.sfreq);
  js.set("startS", samples.start_s);
  js.set("bytesRead", static_cast<double>(open.source->n_bytes_read()));
  val data = val::array();
  const std::span<const float> values(samples.values);
  for (std::size_t i = 0; i < n_channels; ++i) {
    data.call<void>("push", to_js(values.subspan(i * samples.n_times, samples.n_times)));
  }
  js.set("data", data);
  return js;
}

struct StreamProgress {
  double n_taken, n_waiting, n_dropped;
};

class Engine : public EngineFiles {
 public:
  Answer<EEGATE_SHAPE("AnnotationsReply")> read_annotations(int id, std::uint64_t budget_bytes) {
    return to_outcome(session_.read_annotations(id, budget_bytes), annotations_to_js);
  }

  Answer<EEGATE_SHAPE("SamplesReply")> read_samples(int id, JsReadRequest request) {
    const auto open = session_.recording(id);
    if (!open.ok()) return failure(open.error());
    std::vector<std::size_t> channels;
    for (const double channel : emscripten::convertJSArrayToNumberVector<double>(request["channels"])) {
      if (const auto wrong = check_whole(channel, limits_of<std::size_t>(), "channels")) return failure(*wrong);
      channels.push_back(static_cast<std::size_t>(channel));
    }
    return to_outcome(
        session_.read_samples(id, channels, request["startS"].as<double>(), request["durationS"].as<double>(),
                              json_of(request["preview"]), json_of(request["display"])),
        [&](const PreviewSamples& samples) { return samples_to_js(samples, channels.size(), **open); });
  }

  Answer<"Float32Array"> filter_response(double sfreq, JsRecipe recipe, JsDisplaySettings settings, JsFloats hz) const {
    const auto seen = display_filter(json_of(recipe), json_of(settings));
    if (!seen.ok()) return failure(seen.error());
    return to_outcome(eegate::filter_response(seen.value().value_or(Recipe()), sfreq, floats_of(hz)),
                      [](const std::vector<float>& gains) { return to_js(gains); });
  }

  Answer<"Float32Array"> electrodes(JsStrings names) const {
    return success(to_js(electrode_positions(emscripten::vecFromJSArray<std::string>(names))));
  }

  Answer<EEGATE_SHAPE("SpectraReply")> spectra(JsFloats x, std::size_t n_chans, double sfreq, double segment_s) const {
    return to_outcome(eegate::spectra(floats_of(x), n_chans, sfreq, segment_s), [](const Spectra& spectra) {
      val js = val::object();
      js.set("binHz", spectra.bin_hz);
      js.set("nBins", spectra.n_bins);
      js.set("density", to_js(spectra.density));
      return js;
    });
  }

  Answer<EEGATE_SHAPE("DeidentifiedReply")> deidentify(int id, IdentityFields removed) const {
    return to_outcome(session_.deidentify(id, removed), [](const Deidentified& copy) {
      val js = from_json(describe_deidentified(copy, Keys::kCamel));
      js.set("header", to_js(std::span<const std::byte>(copy.header.bytes)));
      return js;
    });
  }

  Answer<"ArrayBuffer"> make_sample(std::uint64_t seed, double duration_s) const {
    return to_outcome(eegate::make_sample(seed, duration_s),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Answer<"Float32Array"> predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) {
    return to_outcome(session_.predict(model_id, floats_of(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

  Answer<EEGATE_SHAPE("Compatibility")> check_compatibility(int model_id, int recording_id, JsRecipe recipe) const {
    return to_outcome(session_.check_compatibility(model_id, recording_id, json_of(recipe)),
                      [](const Compatibility& compatibility) {
                        return from_json(describe_compatibility(compatibility, Keys::kCamel));
                      });
  }

  Answer<EEGATE_SHAPE("PlanInfo")> plan(int plan_id, int model_id, int recording_id, JsRecipe recipe, bool override,
                                        std::string calibrate) {
    return to_outcome(session_.plan(plan_id, model_id, recording_id, json_of(recipe), override, calibrate),
                      [plan_id](const Plan* plan) { return with_id(describe_plan(*plan, Keys::kCamel), plan_id); });
  }
  Done close_plan(int id) { return session_.close_plan(id), done(); }

  Answer<"number"> calibrate(int plan_id) {
    return to_outcome(session_.calibrate(plan_id), [](double done) { return val(done); });
  }

  Answer<"Float32Array"> classify(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.classify(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Answer<"Float32Array"> plan_epochs(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.plan_epochs(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Answer<EEGATE_SHAPE("EpochsInfo")> open_epochs(int id, int recording_id, JsRecipe recipe) {
    return to_outcome(session_.open_epochs(id, recording_id, json_of(recipe)), [](const PreparedEpochs* prepared) {
      return from_json(describe_epochs(*prepared, Keys::kCamel));
    });
  }
  Answer<"number"> advance_epochs(int id, std::size_t first) {
    return to_outcome(session_.advance_epochs(id, first), [](double done) { return val(done); });
  }
  Answer<"Float32Array"> read_epochs(int id, std::size_t first, std::size_t count) {
    return to_outcome(session_.read_epochs(id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }
  Done close_epochs(int id) { return session_.close_epochs(id), done(); }

  Answer<"number"> advance(int plan_id, std::size_t first) {
    return to_outcome(session_.advance(plan_id, first), [](double done) { return val(done); });
  }

  Answer<"number"> hash_recording(int id, std::uint64_t budget_bytes) {
    return to_outcome(session_.hash_recording(id, budget_bytes), [](double done) { return val(done); });
  }

  Answer<"ArrayBuffer"> report(int plan_id, JsFloats probabilities) const {
    const std::string machine = is_relaxed_build() ? "WebAssembly, relaxed SIMD" : "WebAssembly, SIMD";
    return to_outcome(session_.report(plan_id, floats_of(probabilities), machine),
                      [](const std::string& html) { return to_js(std::as_bytes(std::span<const char>(html))); });
  }

  Answer<"Record<string, unknown>"> open_stream(int id, int model_id, JsSettings request) {
    return to_outcome(session_.open_stream(id, model_id, json_of(request)),
                      [](const Live* live) { return from_json(live->describe(Keys::kCamel)); });
  }

  Answer<"StreamProgress"> push_stream(int id, JsFloats x, std::uint64_t n_lost, bool is_end) {
    const auto live = session_.stream(id);
    if (!live.ok()) return failure(live.error());
    return to_outcome((*live)->push(floats_of(x), n_lost, is_end), [&](std::size_t n_taken) {
      return val(StreamProgress{static_cast<double>(n_taken), static_cast<double>((*live)->n_waiting()),
                                static_cast<double>((*live)->n_dropped())});
    });
  }

  Answer<EEGATE_SHAPE("StreamDecision") " | null"> classify_stream(int id) {
    const auto live = session_.stream(id);
    if (!live.ok()) return failure(live.error());
    return to_outcome((*live)->next(), [](const std::optional<LiveDecision>& decision) {
      if (!decision) return val::null();
      val js = val::object();
      js.set("index", static_cast<double>(decision->window.index));
      js.set("onsetS", decision->window.onset_s);
      js.set("nInput", static_cast<double>(decision->window.n_input));
      js.set("probabilities", to_js(std::span<const float>(decision->probabilities)));
      return js;
    });
  }
  Done close_stream(int id) { return session_.close_stream(id), done(); }

  Done set_expected(int plan_id, JsStrings expected) const {
    return to_outcome(session_.set_expected(plan_id, emscripten::vecFromJSArray<std::string>(expected)));
  }
  Answer<"ArrayBuffer"> export_results(int plan_id, JsFloats probabilities, JsFormat format) const {
    return to_outcome(session_.export_results(plan_id, floats_of(probabilities), format.as<std::string>()),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }
};

void register_shapes() {
  emscripten::value_object<IdentityFields>("IdentityFields")
      .field("patient", &IdentityFields::patient)
      .field("recording", &IdentityFields::recording)
      .field("startDate", &IdentityFields::start_date)
      .field("startTime", &IdentityFields::start_time);
  emscripten::value_object<StreamProgress>("StreamProgress")
      .field("nTaken", &StreamProgress::n_taken)
      .field("nWaiting", &StreamProgress::n_waiting)
      .field("nDropped", &StreamProgress::n_dropped);
  emscripten::register_type<JsRecipe>(EEGATE_SHAPE("Recipe") " | null");
  emscripten::register_type<JsDisplaySettings>(EEGATE_SHAPE("DisplaySettings") " | null");
  emscripten::register_type<JsSettings>("Record<string, unknown>");
  emscripten::register_type<JsReadRequest>(EEGATE_SHAPE("ReadRequest"));
  emscripten::register_type<JsStrings>("string[]");
  emscripten::register_type<JsFormat>(EEGATE_SHAPE("ResultFormat"));
  register_answers<EEGATE_SHAPE("SamplesReply"), EEGATE_SHAPE("SpectraReply"), EEGATE_SHAPE("DeidentifiedReply"),
                   EEGATE_SHAPE("Compatibility"), EEGATE_SHAPE("PlanInfo"), EEGATE_SHAPE("EpochsInfo"),
                   "StreamProgress", EEGATE_SHAPE("StreamDecision") " | null", "ArrayBuffer", "Record<string, unknown>",
                   "number">();
}

void bind_epochs() {
  bind<Engine, "openEpochs(id, recordingId, recipe)", &Engine::open_epochs>();
  bind<Engine, "advanceEpochs(id, first)", &Engine::advance_epochs>();
  bind<Engine, "readEpochs(id, first, count)", &Engine::read_epochs>();
  bind<Engine, "closeEpochs(id)", &Engine::close_epochs>();
}

void bind_streams() {
  bind<Engine, "openStream(id, modelId, request)", &Engine::open_stream>();
  bind<Engine, "pushStream(id, x, nLost, isEnd)", &Engine::push_stream>();
  bind<Engine, "classifyStream(id)", &Engine::classify_stream>();
  bind<Engine, "closeStream(id)", &Engine::close_stream>();
}

}  // namespace

EMSCRIPTEN_BINDINGS(eegate_classify) {
  bind_models<Engine>();
  bind_files<Engine>();
  register_shapes();
  bind<Engine, "readAnnotations(id, budgetBytes)", &Engine::read_annotations>();
  bind<Engine, "readSamples(id, request)", &Engine::read_samples>();
  bind<Engine, "deidentify(id, removed)", &Engine::deidentify>();
  bind<Engine, "filterResponse(sfreq, recipe, settings, hz)", &Engine::filter_response>();
  bind<Engine, "electrodes(names)", &Engine::electrodes>();
  bind<Engine, "spectra(x, nChans, sfreq, segmentS)", &Engine::spectra>();
  bind<Engine, "makeSample(seed, durationS)", &Engine::make_sample>();
  bind<Engine, "predict(modelId, x, nEpochs, nTimes)", &Engine::predict>();
  bind<Engine, "checkCompatibility(modelId, recordingId, recipe)", &Engine::check_compatibility>();
  bind<Engine, "plan(planId, modelId, recordingId, recipe, override, calibrate)", &Engine::plan>();
  bind<Engine, "calibrate(planId)", &Engine::calibrate>();
  bind<Engine, "classify(planId, first, count)", &Engine::classify>();
  bind<Engine, "planEpochs(planId, first, count)", &Engine::plan_epochs>();
  bind<Engine, "advance(planId, first)", &Engine::advance>();
  bind<Engine, "closePlan(id)", &Engine::close_plan>();
  bind<Engine, "hashRecording(id, budgetBytes)", &Engine::hash_recording>();
  bind<Engine, "report(planId, probabilities)", &Engine::report>();
  bind<Engine, "setExpected(planId, expected)", &Engine::set_expected>();
  bind<Engine, "exportResults(planId, probabilities, format)", &Engine::export_results>();
  bind_epochs();
  bind_streams();
}

}  // namespace eegate::bindings
