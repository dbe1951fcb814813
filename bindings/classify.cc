// The module that reads recordings and classifies them: eegate-simd, eegate-relaxed.
#include "bindings/engine_files.h"
#include "bindings/methods.h"
#include "session/cpu_target.h"
#include "session/looking.h"

namespace eegate::bindings {
namespace {

JsValue samples_to_js(const PreviewSamples& samples, const OpenRecording& open) {
  JsValue js = JsValue::object();
  js.set("sfreq", samples.sfreq);
  js.set("startS", samples.start_s);
  js.set("bytesRead", static_cast<double>(open.source->n_bytes_read()));
  JsValue data = JsValue::array();
  const std::span<const float> values(samples.values);
  for (std::size_t at = 0; at < values.size(); at += samples.n_times) {
    data.push(to_js(values.subspan(at, samples.n_times)));
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
    const auto numbers = request["channels"].numbers<std::uint32_t>();
    const std::vector<std::size_t> channels(numbers.begin(), numbers.end());
    return to_outcome(session_.read_samples(id, channels, request["startS"].number(), request["durationS"].number(),
                                            json_of(JsRecipe(request["preview"])), json_of(JsRecipe(request["look"]))),
                      [&](const PreviewSamples& samples) { return samples_to_js(samples, **open); });
  }

  Outcome filter_response(double sfreq, JsRecipe recipe, JsRecipe look, JsFloats hz) const {
    const auto seen = seen_through(json_of(recipe), json_of(look));
    if (!seen.ok()) return failure(seen.error());
    return to_outcome(eegate::filter_response(seen.value().value_or(Recipe()), sfreq, floats_of(hz)),
                      [](const std::vector<float>& gains) { return to_js(gains); });
  }

  Outcome electrodes(JsStrings names) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < names.size(); ++i) texts.push_back(names.at(i).text());
    return success(to_js(electrode_positions(texts)));
  }

  Outcome spectra(JsFloats x, std::size_t n_chans, double sfreq, double segment_s) const {
    return to_outcome(eegate::spectra(floats_of(x), n_chans, sfreq, segment_s), [](const Spectra& spectra) {
      JsValue js = JsValue::object();
      js.set("binHz", spectra.bin_hz);
      js.set("nBins", spectra.n_bins);
      js.set("density", to_js(spectra.density));
      return js;
    });
  }

  Outcome deidentify(int id, JsIdentity removed) const {
    const auto is_set = [&](const char* name) { return removed[name].is_true(); };
    const EdfIdentity identity{.patient = is_set("patient"),
                               .recording = is_set("recording"),
                               .start_date = is_set("startDate"),
                               .start_time = is_set("startTime")};
    return to_outcome(session_.deidentify(id, identity), [](const Deidentified& copy) {
      JsValue js = from_json(describe_deidentified(copy, Keys::kCamel));
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
  Outcome close_model(int id) { return session_.close_model(id), success(JsValue()); }

  Outcome predict(int model_id, JsFloats x, std::size_t n_epochs, std::size_t n_times) {
    return to_outcome(session_.predict(model_id, floats_of(x), n_epochs, n_times),
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
  Outcome close_plan(int id) { return session_.close_plan(id), success(JsValue()); }

  Outcome classify(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.classify(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Outcome plan_epochs(int plan_id, std::size_t first, std::size_t count) {
    return to_outcome(session_.plan_epochs(plan_id, first, count),
                      [](const std::vector<float>& values) { return to_js(values); });
  }

  Outcome advance(int plan_id, std::size_t first) {
    return to_outcome(session_.advance(plan_id, first), [](double done) { return JsValue(done); });
  }

  Outcome hash_recording(int id, double budget_bytes) {
    return to_outcome(session_.hash_recording(id, static_cast<std::uint64_t>(budget_bytes)),
                      [](double done) { return JsValue(done); });
  }

  Outcome report(int plan_id, JsFloats probabilities) const {
    const bool is_relaxed = cpu_target_name() == "relaxed-simd";
    const std::string machine = is_relaxed ? "WebAssembly, relaxed SIMD" : "WebAssembly, SIMD";
    return to_outcome(session_.report(plan_id, floats_of(probabilities), machine),
                      [](const std::string& html) { return to_js(std::as_bytes(std::span<const char>(html))); });
  }

  Outcome open_stream(int id, int model_id, JsRecipe request) {
    return to_outcome(session_.open_stream(id, model_id, json_of(request)),
                      [](const Live* live) { return from_json(live->describe(Keys::kCamel)); });
  }

  Outcome push_stream(int id, JsFloats x, double n_lost, bool is_end) {
    const auto live = session_.stream(id);
    if (!live.ok()) return failure(live.error());
    return to_outcome((*live)->push(floats_of(x), static_cast<std::uint64_t>(n_lost), is_end),
                      [&](std::size_t n_taken) {
                        JsValue js = JsValue::object();
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
      if (!decision) return JsValue::null();
      JsValue js = JsValue::object();
      js.set("index", static_cast<double>(decision->window.index));
      js.set("onsetS", decision->window.onset_s);
      js.set("nInput", static_cast<double>(decision->window.n_input));
      js.set("probabilities", to_js(std::span<const float>(decision->probabilities)));
      return js;
    });
  }
  Outcome close_stream(int id) { return session_.close_stream(id), success(JsValue()); }

  Outcome export_results(int plan_id, JsFloats probabilities, std::string format) const {
    return to_outcome(session_.export_results(plan_id, floats_of(probabilities), format),
                      [](const std::vector<std::byte>& bytes) { return to_js(bytes); });
  }
};

constexpr Method<Engine> kMethods[] = {
    {"info", run_method<&Engine::info, Engine>},
    {"openRecording", run_method<&Engine::open_recording, Engine>},
    {"closeRecording", run_method<&Engine::close_recording, Engine>},
    {"readAnnotations", run_method<&Engine::read_annotations, Engine>},
    {"readSamples", run_method<&Engine::read_samples, Engine>},
    {"deidentify", run_method<&Engine::deidentify, Engine>},
    {"filterResponse", run_method<&Engine::filter_response, Engine>},
    {"electrodes", run_method<&Engine::electrodes, Engine>},
    {"spectra", run_method<&Engine::spectra, Engine>},
    {"makeSample", run_method<&Engine::make_sample, Engine>},
    {"makePlanted", run_method<&Engine::make_planted, Engine>},
    {"loadModel", run_method<&Engine::load_model, Engine>},
    {"closeModel", run_method<&Engine::close_model, Engine>},
    {"predict", run_method<&Engine::predict, Engine>},
    {"fit", run_method<&Engine::fit, Engine>},
    {"plan", run_method<&Engine::plan, Engine>},
    {"classify", run_method<&Engine::classify, Engine>},
    {"planEpochs", run_method<&Engine::plan_epochs, Engine>},
    {"advance", run_method<&Engine::advance, Engine>},
    {"closePlan", run_method<&Engine::close_plan, Engine>},
    {"hashRecording", run_method<&Engine::hash_recording, Engine>},
    {"report", run_method<&Engine::report, Engine>},
    {"openStream", run_method<&Engine::open_stream, Engine>},
    {"pushStream", run_method<&Engine::push_stream, Engine>},
    {"classifyStream", run_method<&Engine::classify_stream, Engine>},
    {"closeStream", run_method<&Engine::close_stream, Engine>},
    {"exportResults", run_method<&Engine::export_results, Engine>},
};

}  // namespace

extern "C" {
EEGATE_EXPORT(methods) Handle eegate_methods() { return names_of<Engine>(kMethods); }
EEGATE_EXPORT(run) Handle eegate_run(std::size_t method, Handle arguments) {
  return run<Engine>(kMethods, method, arguments);
}
}

}  // namespace eegate::bindings
