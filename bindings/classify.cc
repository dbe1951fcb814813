// The module that reads recordings and classifies them: eegate-simd, eegate-relaxed.
#include "bindings/engine_files.h"
#include "session/looking.h"

namespace eegate::bindings {
namespace {

val samples_to_js(const PreviewSamples& samples, const OpenRecording& open) {
  val js = val::object();
  js.set("sfreq", samples.sfreq);
  js.set("startS", samples.start_s);
  js.set("bytesRead", static_cast<double>(open.source->n_bytes_read()));
  val data = val::global("Array").new_();  // val::array() would ask for JavaScript that the other module lacks
  const std::span<const float> values(samples.values);
  for (std::size_t at = 0; at < values.size(); at += samples.n_times) {
    data.call<void>("push", to_js(values.subspan(at, samples.n_times)));
  }
  js.set("data", data);
  return js;
}

class Engine : public EngineFiles {
 public:
  Outcome read_annotations(int id, double budget_bytes) {
    return to_outcome(session_.read_annotations(id, static_cast<std::uint64_t>(budget_bytes)),
                      [](const OpenRecording* open) { return from_json(describe_annotations(*open, Keys::kCamel)); });
  }

  Outcome read_samples(int id, JsReadRequest request) {
    const auto open = session_.recording(id);
    if (!open.ok()) return failure(open.error());
    const auto numbers = emscripten::convertJSArrayToNumberVector<std::uint32_t>(request["channels"]);
    const std::vector<std::size_t> channels(numbers.begin(), numbers.end());
    return to_outcome(
        session_.read_samples(id, channels, request["startS"].as<double>(), request["durationS"].as<double>(),
                              json_of(JsRecipe(request["preview"])), json_of(JsRecipe(request["look"]))),
        [&](const PreviewSamples& samples) { return samples_to_js(samples, **open); });
  }

  Outcome filter_response(double sfreq, JsRecipe recipe, JsRecipe look, JsFloats hz) const {
    const auto seen = seen_through(json_of(recipe), json_of(look));
    if (!seen.ok()) return failure(seen.error());
    return to_outcome(eegate::filter_response(seen.value().value_or(Recipe()), sfreq,
                                              emscripten::convertJSArrayToNumberVector<float>(hz)),
                      [](const std::vector<float>& gains) { return to_js(gains); });
  }

  Outcome electrodes(JsStrings names) const {
    return success(to_js(electrode_positions(emscripten::vecFromJSArray<std::string>(names))));
  }

  Outcome spectra(JsFloats x, std::size_t n_chans, double sfreq, double segment_s) const {
    return to_outcome(eegate::spectra(emscripten::convertJSArrayToNumberVector<float>(x), n_chans, sfreq, segment_s),
                      [](const Spectra& spectra) {
                        val js = val::object();
                        js.set("binHz", spectra.bin_hz);
                        js.set("nBins", spectra.n_bins);
                        js.set("density", to_js(spectra.density));
                        return js;
                      });
  }

  Outcome deidentify(int id, JsIdentity removed) const {
    const auto is_set = [&](const char* name) { return removed[name].isTrue(); };
    const EdfIdentity identity{.patient = is_set("patient"),
                               .recording = is_set("recording"),
                               .start_date = is_set("startDate"),
                               .start_time = is_set("startTime")};
    return to_outcome(session_.deidentify(id, identity), [](const Deidentified& copy) {
      val js = from_json(describe_deidentified(copy, Keys::kCamel));
      js.set("header", to_js(std::span<const std::byte>(copy.header.bytes)));
      return js;
    });
  }

  Outcome make_sample(double seed, double duration_s) const {
    return to_outcome(eegate::make_sample(static_cast<std::uint64_t>(seed), duration_s),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Outcome make_planted(JsRecipe request) const {
    return to_outcome(eegate::make_planted(json_of(request)),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }

  Outcome load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(session_.load_model(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Outcome close_model(int id) { return session_.close_model(id), success(val::undefined()); }

  Outcome predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) {
    return to_outcome(session_.predict(model_id, emscripten::convertJSArrayToNumberVector<float>(x), n_epochs, n_times),
                      [](const std::vector<float>& logits) { return to_js(logits); });
  }

  Outcome fit(int model_id, int recording_id, JsRecipe recipe) const {
    return to_outcome(session_.fit(model_id, recording_id, json_of(recipe)),
                      [](const Fit& fit) { return from_json(describe_fit(fit, Keys::kCamel)); });
  }

  Outcome plan(int plan_id, int model_id, int recording_id, JsRecipe recipe, bool override) {
    return to_outcome(session_.plan(plan_id, model_id, recording_id, json_of(recipe), override),
                      [plan_id](const Plan* plan) { return with_id(describe_plan(*plan, Keys::kCamel), plan_id); });
  }
  Outcome close_plan(int id) { return session_.close_plan(id), success(val::undefined()); }

  Outcome classify(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.classify(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Outcome plan_epochs(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.plan_epochs(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Outcome advance(int plan_id, std::size_t first) {
    return to_outcome(session_.advance(plan_id, first), [](double done) { return val(done); });
  }

  Outcome hash_recording(int id, double budget_bytes) {
    return to_outcome(session_.hash_recording(id, static_cast<std::uint64_t>(budget_bytes)),
                      [](double done) { return val(done); });
  }

  Outcome report(int plan_id, JsFloats probabilities) const {
#ifdef __wasm_relaxed_simd__
    const std::string machine = "WebAssembly, relaxed SIMD";
#else
    const std::string machine = "WebAssembly, SIMD";
#endif
    return to_outcome(session_.report(plan_id, emscripten::convertJSArrayToNumberVector<float>(probabilities), machine),
                      [](const std::string& html) { return to_js(std::as_bytes(std::span<const char>(html))); });
  }

  Outcome open_stream(int id, int model_id, JsRecipe request) {
    return to_outcome(session_.open_stream(id, model_id, json_of(request)),
                      [](const Live* live) { return from_json(live->describe(Keys::kCamel)); });
  }

  Outcome push_stream(int id, JsFloats x, double n_lost, bool is_end) {
    const auto live = session_.stream(id);
    if (!live.ok()) return failure(live.error());
    return to_outcome(
        (*live)->push(emscripten::convertJSArrayToNumberVector<float>(x), static_cast<std::uint64_t>(n_lost), is_end),
        [&](std::size_t n_taken) {
          val js = val::object();
          js.set("nTaken", n_taken);
          js.set("nWaiting", (*live)->n_waiting());
          js.set("nDropped", static_cast<double>((*live)->n_dropped()));
          return js;
        });
  }

  Outcome classify_stream(int id) {
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
  Outcome close_stream(int id) { return session_.close_stream(id), success(val::undefined()); }

  Outcome export_results(int plan_id, JsFloats probabilities, std::string format) const {
    return to_outcome(
        session_.export_results(plan_id, emscripten::convertJSArrayToNumberVector<float>(probabilities), format),
        [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(eegate) {
  register_types();
  register_engine<Engine>()
      .function("readAnnotations(id, budgetBytes)", &Engine::read_annotations)
      .function("readSamples(id, request)", &Engine::read_samples)
      .function("deidentify(id, removed)", &Engine::deidentify)
      .function("filterResponse(sfreq, recipe, look, hz)", &Engine::filter_response)
      .function("electrodes(names)", &Engine::electrodes)
      .function("spectra(x, nChans, sfreq, segmentS)", &Engine::spectra)
      .function("makeSample(seed, durationS)", &Engine::make_sample)
      .function("makePlanted(request)", &Engine::make_planted)
      .function("loadModel(id, bytes, fileName)", &Engine::load_model)
      .function("closeModel(id)", &Engine::close_model)
      .function("predict(modelId, x, nEpochs, nTimes)", &Engine::predict)
      .function("fit(modelId, recordingId, recipe)", &Engine::fit)
      .function("plan(planId, modelId, recordingId, recipe, override)", &Engine::plan)
      .function("classify(planId, first, count)", &Engine::classify)
      .function("planEpochs(planId, first, count)", &Engine::plan_epochs)
      .function("advance(planId, first)", &Engine::advance)
      .function("closePlan(id)", &Engine::close_plan)
      .function("hashRecording(id, budgetBytes)", &Engine::hash_recording)
      .function("report(planId, probabilities)", &Engine::report)
      .function("openStream(id, modelId, request)", &Engine::open_stream)
      .function("pushStream(id, x, nLost, isEnd)", &Engine::push_stream)
      .function("classifyStream(id)", &Engine::classify_stream)
      .function("closeStream(id)", &Engine::close_stream)
      .function("exportResults(planId, probabilities, format)", &Engine::export_results);
}

}  // namespace eegate::bindings
