// Training gives the same bits on every system whose target is 128 bits wide and does not fuse multiply and add: native
// SSE2, and plain WebAssembly SIMD in Node and in every browser. The others differ by rounding.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/close_to.h"
#include "support/every_target.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/trainer.h"

using namespace eegate;
using eegate::test::config_from;

namespace same_bits_test {

namespace {

constexpr std::size_t kTrials = 22, kSteps = 12;

struct Case {
  const char* config;
  OptimizerKind optimizer;
  Decay decay;
  std::uint64_t fingerprint;
};

// Every kind of token, block, gate, position, pool, activation and optimiser at least once; dropout at all sites.
#define EEGATE_DROPOUT \
  R"("dropout":{"attn_out":0.1,"ffn_out":0.1,"attn_weights":0.2,"ffn_hidden":0.1,"embed":0.1,"head":0.1})"
const Case kCases[] = {
    {R"({"architecture":"transformer","n_chans":7,"n_times":150,"n_outputs":3,"n_heads":2,"n_blocks":2,"ffn_dim":20,"gate":"gru",
         "embedding":{"kind":"linear","dim":10},)" EEGATE_DROPOUT "}",
     OptimizerKind::kAdamW, Decay::kCosine, 0x8a1f3e6fdef05a2f},
    {R"({"architecture":"transformer","n_chans":5,"n_times":64,"n_outputs":1,"task":"binary","n_heads":3,"n_blocks":1,"block":"post_ln",
         "position":{"kind":"sin_concat_parity"},"activation":"gelu","standardize":"zscore_trial","pool":"attention",
         "embedding":{"kind":"linear","dim":9},)" EEGATE_DROPOUT "}",
     OptimizerKind::kAdamKeras, Decay::kInverseSqrt, 0x39d281b98ffb6b3f},
    {R"({"architecture":"transformer","n_chans":6,"n_times":64,"n_outputs":2,"n_heads":4,"n_blocks":1,"block":"pre_ln","activation":"gelu_tanh",
         "position":{"kind":"learned"},"cls":true,"pool":"cls","embedding":{"kind":"patch","dim":12,"patch_times":16,"stride_times":8},)" EEGATE_DROPOUT
     "}",
     OptimizerKind::kAdam, Decay::kConstant, 0x1a9816ebd313f817},
    {R"({"architecture":"transformer","n_chans":4,"n_times":200,"n_outputs":2,"n_heads":2,"n_blocks":1,"gate":"sigtanh",
         "embedding":{"kind":"conv_stem","filters":6,"kernel_times":9,"pool_times":30,"pool_stride":10},)" EEGATE_DROPOUT
     "}",
     OptimizerKind::kSgd, Decay::kCosine, 0x38b9c9d2b96c46a3},
    {R"({"architecture":"transformer","n_chans":4,"n_times":200,"n_outputs":2,"n_heads":2,"n_blocks":1,"gate":"highway",
         "embedding":{"kind":"conv_stem","filters":3,"depth":2,"spatial":"depthwise","padding":"same","kernel_times":8,"activation":"square_log",
                      "pool_times":30,"pool_stride":10,"dim":6},)" EEGATE_DROPOUT "}",
     OptimizerKind::kAdamW, Decay::kCosine, 0x4068e1b98ec7bea0},
    {R"({"architecture":"eegnet","n_chans":9,"n_times":100,"n_outputs":3,"kernel_length":16,"sep_kernel_length":6,"pool2":5})",
     OptimizerKind::kAdamW, Decay::kCosine, 0xc3ae239d8d112770},
    {R"({"architecture":"cnn","n_chans":6,"n_times":70,"n_outputs":2,"kernel_length":11,"pool":15,"drop_prob":0.2})",
     OptimizerKind::kAdam, Decay::kConstant, 0x301cfefb16625472},
    {R"({"architecture":"syncnet","n_chans":6,"n_times":70,"n_outputs":2,"kernel_length":12,"pool":15,"drop_prob":0.2})",
     OptimizerKind::kAdamW, Decay::kCosine, 0xb2379de805eb74aa},
    {R"({"architecture":"eeg_channelnet","n_chans":15,"n_times":40,"n_outputs":2,"temporal_maps":3,"temporal_kernel":5,"dilations":[1,3],
         "spatial_maps":3,"n_spatial":3,"final_maps":4,"hidden":10})",
     OptimizerKind::kAdam, Decay::kConstant, 0x309a0b7931529f24},
    {R"({"architecture":"bilstm_attn","n_chans":6,"n_times":50,"n_outputs":3,"hidden":7,"attn_units":5,"n_layers":2})",
     OptimizerKind::kAdamW, Decay::kCosine, 0xfb187e416e589c5b},
    {R"({"architecture":"cram","n_chans":5,"n_times":60,"n_outputs":2,"window":24,"step":9,"filters":5,"kernel_length":6,
         "pool":6,"pool_stride":3,"hidden":6,"attn_units":9})",
     OptimizerKind::kAdam, Decay::kConstant, 0x4db8c80b626286e3},
    {R"({"architecture":"mesh_cascade","n_chans":5,"n_times":21,"n_outputs":2,"maps":[3,5],"dense":9,"hidden":6,"fc":7})",
     OptimizerKind::kAdamW, Decay::kCosine, 0x125c290f11fd0c66},
    {R"({"architecture":"transformer","n_chans":5,"n_times":43,"n_outputs":2,"n_heads":2,"n_blocks":3,"block":"pre_ln","activation":"gelu",
         "ffn_dim":16,"position":{"kind":"rel_bias","alpha":3,"beta":6,"gamma":12},"embedding":{"kind":"linear","dim":8},
         "attention":{"kind":"window","window":8,"stages":[2,1]},)" EEGATE_DROPOUT "}",
     OptimizerKind::kAdamW, Decay::kCosine, 0x602f216544c3a2fd},
    {R"({"architecture":"transformer","n_chans":5,"n_times":64,"n_outputs":2,"n_heads":2,"n_blocks":1,"gate":"output","norm":"batch",
         "position":{"kind":"rel_shaw","max_distance":9,"values":true},"embedding":{"kind":"linear","dim":8},)" EEGATE_DROPOUT
     "}",
     OptimizerKind::kAdamW, Decay::kCosine, 0xc6ffe12ac278070d},
};

struct Trained {
  std::uint64_t fingerprint;
  std::vector<float> weights;
  double loss;  // of the last epoch
};

Trained trained(const Case& c) {
  ModelConfig config = config_from(c.config);
  config.ch_names = {"Fp1", "C3", "Cz", "C4", "O2"};  // for the mesh, whose case has five channels
  const std::size_t n = kTrials * config.n_chans * config.n_times;
  const std::vector<float> x = eegate::test::random_values(n, "signal", 40);
  TrainingSet set{{x.data(), kTrials, config.n_chans, config.n_times}, {}};
  for (std::size_t i = 0; i < kTrials; ++i) set.targets.classes.push_back(static_cast<int>(i % config.n_classes()));
  TrainOptions options = default_options(config, c.optimizer, true);
  options.schedule.decay = c.decay;
  options.batch_size = 8;
  options.n_epochs = kSteps / 3;
  options.seed = 5;
  options.optimizer.clip_norm = 1;
  if (config.task == Task::kClassify) options.loss.label_smoothing = 0.1;
  options.loss.class_weights.assign(config.n_classes(), 0.75F);
  options.loss.class_weights[0] = 1.5F;
  auto trainer = Trainer::create(config, initial_weights(config, 3), set, set, options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  const std::span<const float> weights = trainer->weights().flat();
  const std::string_view bytes(reinterpret_cast<const char*>(weights.data()), weights.size_bytes());
  return {fnv1a64(bytes), {weights.begin(), weights.end()}, trainer->epochs().back().train_loss};
}

}  // namespace

TEST_CASE("training gives the same bits natively with SSE2 and in plain WebAssembly", "[train][bits]") {
#ifdef EEGATE_XNNPACK
  SKIP("XNNPACK sums in an order of its own, which depends on the machine");
#endif
  for (const Case& c : kCases) {
    CAPTURE(c.config);
    Trained plain;
    if (!eegate::test::on_plain_target([&] { plain = trained(c); }))
      SKIP("multiply and add are fused here, which rounds once instead of twice");
    CHECK(plain.fingerprint == c.fingerprint);
  }
}

// Where a gradient is nothing but rounding (a key's bias changes no softmax), Adam turns it into whole steps; they move
// the weights, not the loss.
TEST_CASE("targets that fuse multiply and add train the same weights but for rounding", "[train][bits]") {
  for (const Case& c : kCases) {
    CAPTURE(c.config);
    Trained plain;
    if (!eegate::test::on_plain_target([&] { plain = trained(c); })) SKIP("nothing to compare with on this machine");
    eegate::test::on_every_target([&] {
      const Trained other = trained(c);
      CHECK(eegate::test::largest_difference(other.weights, plain.weights) < 1e-3);
      CHECK(std::abs(other.loss - plain.loss) < 1e-5 * plain.loss);
    });
  }
}

}  // namespace same_bits_test
