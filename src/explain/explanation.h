// Explanations of some trials with their checks, as a sequence of short steps: advance() does one and returns the
// progress; to cancel, stop calling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "explain/checks.h"
#include "explain/methods.h"
#include "explain/query_runner.h"

namespace eegate {

class Explanation {
 public:
  // Makes the same network with random weights, for the checks.
  using MakeRandom = std::function<Result<ExplainedNetwork>(std::size_t index)>;

  // `x` [n, C, T] uV with T = config.n_times. The last options.n_background < n trials are not explained. The default
  // of options.window is a fifth of a second at `sfreq`. Errors: those of check_explainable; later, from advance(),
  // EXPLAIN_NONFINITE if a network gives values that are not finite.
  static Result<std::unique_ptr<Explanation>> begin(ExplainedNetwork network, std::span<const float> x, double sfreq,
                                                    ExplainOptions options, CheckOptions checks,
                                                    MakeRandom make_random);
  Explanation(const Explanation&) = delete;
  Explanation& operator=(const Explanation&) = delete;

  // Computes the next batch; returns the share that is done, 1 at the end.
  Result<double> advance();

  std::size_t n_trials() const { return logits_.size(); }
  std::size_t n_rows() const { return options_.method == ExplainMethod::kAttentionRollout ? 1 : config().n_chans; }
  std::size_t n_times() const { return config().n_times; }
  const ExplainOptions& options() const { return options_; }
  // Relevances [n, n_rows, T]. Complete, like all other results, only after the last advance().
  std::span<const float> values() const { return values_; }
  const ExplainChecks& checks() const { return checks_; }
  // Logit of the target, for each trial and for its baseline.
  std::span<const double> logits() const { return logits_; }
  std::span<const double> baseline_logits() const { return baseline_logits_; }

 private:
  enum class Work { kLogits, kRelevance, kDeletion };
  struct Job {
    std::size_t network = 0;  // 0: the explained network, else the number of a random one
    std::size_t trial = 0;
    Work work = Work::kLogits;
    double cost = 1;
  };

  Explanation(ExplainedNetwork network, std::span<const float> x, ExplainOptions options, CheckOptions checks,
              MakeRandom make_random);
  const ModelConfig& config() const { return network_.config; }
  void standardize(std::span<const float> x);
  void choose_baselines(ConstTensor3 epochs);
  void plan();
  void add(Job job);
  std::vector<std::size_t> checked_trials() const;
  ExplainedTrial trial(std::size_t index) const;
  Matrix relevance(std::size_t trial);
  Result<> choose_network(std::size_t index);
  std::unique_ptr<ModelQuery> query_of(const Job& job);
  Result<> finish(const Job& job);
  void finish_logits(const Job& job);
  Matrix finish_relevance(const Job& job);
  std::span<const std::vector<double>> finish_deletion();
  void judge();

  ExplainedNetwork network_;
  ExplainOptions options_;
  CheckOptions check_options_;
  MakeRandom make_random_;
  Patches patches_;
  std::vector<float> x_, baseline_, values_;  // standardised
  std::vector<double> logits_, baseline_logits_;
  ExplainChecks checks_;

  std::vector<Job> jobs_;
  std::size_t at_ = 0, next_input_ = 0;
  double cost_ = 0, cost_done_ = 0, share_ = 0;
  std::size_t chosen_ = 0;
  std::optional<ExplainedNetwork> random_;
  std::unique_ptr<QueryRunner> runner_;
  std::unique_ptr<ModelQuery> query_;
  std::vector<float> scratch_;
};

// Fourier surrogates (Theiler et al. 1992) as a baseline for explanations: signals that could be from the same
// recording, other than a signal of zeros.

// out [n, C, T]: signals with random phases and with the mean power spectrum of each channel over all `epochs` [m, C,
// T]. Frequencies and amplitudes stay as they are on average; timing, and what is specific to one epoch, is lost. The
// offset is the mean offset. Every signal of `out` has its own phases, drawn from `seed`.
void make_surrogates(ConstTensor3 epochs, std::uint64_t seed, Tensor3 out);

}  // namespace eegate
