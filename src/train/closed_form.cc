#include "train/closed_form.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "files/json.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "train/fit_trials.h"
#include "train/linear_classifier.h"
#include "train/shared_fits.h"
#include "train/spatial_patterns.h"

namespace eegate {
namespace {

// The report of a fit, and what it shares with other fits.
struct FitNotes {
  std::size_t n_not_converged = 0;
  std::string fitted_by;
  const AugmentOptions* augment = nullptr;
  SharedFits* shared = nullptr;  // null: none
};

// The mean of all trials of a band (part 0), or of one class (part 1 ...).
RiemannMean mean_of_part(const ModelConfig& config, std::span<const FitTrials> bands, std::size_t band,
                         std::size_t part, FitNotes& notes) {
  const auto rule = config.fields.option("mean", kCovarianceMeans);
  if (rule != CovarianceMean::kRiemann) return {.mean = mean_of(rule, bands[band].part(part).covariances)};
  RiemannMean mean = notes.shared != nullptr
                         ? notes.shared->mean(config, *notes.augment, bands[band], band, part)
                         : riemann_mean(bands[band].part(part).covariances, {.keep_logarithms = part == 0});
  notes.n_not_converged += mean.converged ? 0 : 1;
  return mean;
}

class WeightWriter {
 public:
  explicit WeightWriter(const ModelConfig& config)
      : weights_(find_architecture(config.architecture)->tensors(config)) {}

  void set(std::string_view name, std::span<const double> values) {
    const std::span<float> to = weights_.values(static_cast<std::size_t>(weights_.find(name)));
    assert(to.size() == values.size());
    std::ranges::transform(values, to.begin(), [](double value) { return static_cast<float>(value); });
  }
  // One row for each logit; two classes have one or two logits.
  void set_head(const LinearClassifier& fitted, std::size_t n_outputs) {
    const LinearClassifier head = n_outputs == fitted.weights.rows ? fitted : fitted.with_all_rows();
    set("head.weight", head.weights.values);
    set("head.bias", head.bias);
  }
  void set_basis(const FitTrials& trials) {
    if (trials.basis) set("basis", trials.basis->values);
  }
  Weights take() { return std::move(weights_); }

 private:
  Weights weights_;
};

std::vector<double> side_by_side(std::span<const RealMatrix> all) {
  std::vector<double> values;
  for (const RealMatrix& one : all) values.insert(values.end(), one.values.begin(), one.values.end());
  return values;
}

// The reference point M of a band's tangent space: the whitener M^(-1/2), and the logarithms of all trials at M if the
// computation of the mean provides them.
struct TangentPoint {
  RealMatrix whitener;
  std::vector<RealMatrix> logarithms;
};

// Tangent vectors of all bands, concatenated and divided by the root of the number of bands, so that the regularisation
// strength has the same meaning as for one band.
RealMatrix tangent_rows(std::span<const FitTrials> bands, std::span<const TangentPoint> points) {
  const std::size_t size = n_upper(bands[0].rank());
  const double scale = 1 / std::sqrt(static_cast<double>(bands.size()));
  RealMatrix rows(bands[0].covariances.size(), bands.size() * size);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t b = 0; b < bands.size(); ++b) {
      const TangentPoint& at = points[b];
      const std::vector<double> vector =
          at.logarithms.empty() ? tangent_vector(bands[b].covariances[i], at.whitener) : upper(at.logarithms[i]);
      std::ranges::transform(vector, rows.row(i).subspan(b * size).begin(),
                             [scale](double value) { return scale * value; });
    }
  }
  return rows;
}

LinearClassifier fit_head(const ModelConfig& config, const RealMatrix& rows, std::span<const int> labels) {
  const std::string& rule = config.fields.choice("fitted_by");
  const std::size_t n_classes = config.n_classes();
  const double strength = config.fields.number("strength");
  if (rule == "lda") return fit_discriminant(rows, labels, n_classes, DiscriminantRule::kShrunk).classifier;
  if (rule == "fgmdm") return fit_geodesic_filter(rows, labels);
  if (rule == "svm") return fit_support_vectors(rows, labels, n_classes, strength);
  return fit_logistic(rows, labels, n_classes, strength);
}

Weights fit_tangent_space(ModelConfig& config, std::span<FitTrials> bands, FitNotes& notes) {
  const CovarianceMean rule = config.fields.option("mean", kCovarianceMeans);
  config.fields.set("rank", static_cast<double>(bands[0].rank()));
  notes.fitted_by = config.fields.choice("fitted_by");
  std::vector<RealMatrix> whiteners;
  std::vector<TangentPoint> points;
  for (std::size_t b = 0; b < bands.size(); ++b) {
    FitTrials& trials = bands[b];
    if (config.fields.flag("recentre")) {
      // Recentring makes every group's mean the identity. The file stores the mean of the groups' means, which is used
      // at the beginning of a recording, before its own mean is known.
      const std::vector<RealMatrix> means = recentre_groups(trials, rule, notes.n_not_converged);
      whiteners.push_back(matrix_inverse_sqrt(fitted_mean(rule, means, notes.n_not_converged)));
      points.push_back({RealMatrix::identity(trials.rank()), {}});
    } else {
      RiemannMean mean = mean_of_part(config, bands, b, 0, notes);
      whiteners.push_back(matrix_inverse_sqrt(mean.mean));
      points.push_back({whiteners.back(), std::move(mean.logarithms)});
    }
  }
  LinearClassifier head = fit_head(config, tangent_rows(bands, points), bands[0].labels);
  for (double& weight : head.weights.values) weight /= std::sqrt(static_cast<double>(bands.size()));
  WeightWriter writer(config);
  writer.set_basis(bands[0]);
  writer.set("whiten", side_by_side(whiteners));
  writer.set_head(head, config.n_outputs);
  return writer.take();
}

Weights fit_mdm(ModelConfig& config, std::span<FitTrials> bands, FitNotes& notes) {
  const FitTrials& trials = bands[0];
  config.fields.set("rank", static_cast<double>(trials.rank()));
  notes.fitted_by = "mean of each class";
  std::vector<RealMatrix> whiteners;
  for (std::size_t k = 0; k < config.n_classes(); ++k)
    whiteners.push_back(matrix_inverse_sqrt(mean_of_part(config, bands, 0, 1 + k, notes).mean));
  WeightWriter writer(config);
  writer.set_basis(trials);
  writer.set("means.whiten", side_by_side(whiteners));
  return writer.take();
}

// Filters are fitted in the directions of the basis and stored as filters of electrodes.
SpatialPatterns patterns_of(const ModelConfig& config, const FitTrials& trials) {
  SpatialPatterns found =
      fit_spatial_patterns(trials.covariances, trials.labels, config.n_classes(), config.fields.size("n_filters"),
                           config.fields.option("select", kPatternChoices));
  if (trials.basis) {
    found.filters = product(found.filters, *trials.basis);
    found.patterns = product(found.patterns, *trials.basis);
  }
  return found;
}

// The features are computed as the model computes them.
RealMatrix power_rows(std::span<const FitTrials> bands, std::span<const SpatialPatterns> found) {
  const std::size_t n_each = found[0].filters.rows;
  RealMatrix rows(bands[0].covariances.size(), bands.size() * n_each);
  for (std::size_t b = 0; b < bands.size(); ++b) {
    const std::vector<RealMatrix>& seen = bands[b].basis ? bands[b].at_electrodes : bands[b].covariances;
    for (std::size_t i = 0; i < seen.size(); ++i)
      std::ranges::copy(log_variances(found[b].filters, seen[i]), rows.row(i).subspan(b * n_each).begin());
  }
  return rows;
}

Weights fit_csp(ModelConfig& config, std::span<FitTrials> bands, FitNotes& notes) {
  const std::size_t n_classes = config.n_classes();
  const std::vector<int>& labels = bands[0].labels;
  std::vector<SpatialPatterns> found;
  std::vector<RealMatrix> filters, patterns;
  std::vector<double> eigenvalues;
  for (const FitTrials& trials : bands) {
    found.push_back(patterns_of(config, trials));
    filters.push_back(found.back().filters);
    patterns.push_back(found.back().patterns);
    eigenvalues.insert(eigenvalues.end(), found.back().eigenvalues.begin(), found.back().eigenvalues.end());
  }
  config.fields.set("n_filters", static_cast<double>(filters[0].rows));
  const RealMatrix rows = power_rows(bands, found);
  std::size_t rarest = rows.rows;
  for (std::size_t k = 0; k < n_classes; ++k)
    rarest = std::min(rarest, static_cast<std::size_t>(std::ranges::count(labels, static_cast<int>(k))));
  const bool shrinks = 2 * rows.cols > rarest;
  notes.fitted_by = shrinks ? "shrunk lda" : "lda";
  const Discriminant lda =
      fit_discriminant(rows, labels, n_classes, shrinks ? DiscriminantRule::kShrunk : DiscriminantRule::kPlain);
  WeightWriter writer(config);
  writer.set("filters", side_by_side(filters));
  writer.set("patterns", side_by_side(patterns));
  writer.set("eigenvalues", eigenvalues);
  writer.set_head(lda.classifier, config.n_outputs);
  return writer.take();
}

struct Method {
  std::string_view architecture;
  Weights (*fit)(ModelConfig& config, std::span<FitTrials> bands, FitNotes& notes);
};
// The fits are listed here instead of in their architectures, so that programs which do not train do not link them.
constexpr Method kMethods[] = {{"tangent_space", fit_tangent_space}, {"mdm", fit_mdm}, {"csp", fit_csp}};

const Method* method_of(const ModelConfig& config) {
  const auto found = std::ranges::find(kMethods, config.architecture, &Method::architecture);
  return found == std::end(kMethods) ? nullptr : found;
}

std::string report_of(const ModelConfig& config, const FitTrials& trials, const FitNotes& notes) {
  JsonWriter out;
  out.begin_object().key("method").value("closed form").key("fitted_by").value(notes.fitted_by);
  out.key("n_trials").value(static_cast<std::uint64_t>(trials.covariances.size()));
  out.key("n_left_out").value(static_cast<std::uint64_t>(trials.n_left_out));
  out.key("n_rows").value(static_cast<std::uint64_t>(n_covariance_rows(config)));
  out.key("rank").value(static_cast<std::uint64_t>(trials.rank()));
  out.key("n_means_not_converged").value(static_cast<std::uint64_t>(notes.n_not_converged)).end_object();
  return out.take();
}

}  // namespace

bool is_closed_form(const ModelConfig& config) { return method_of(config) != nullptr; }

Result<ClosedFormFit> fit_closed_form(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment,
                                      SharedFits* shared) {
  const Method* method = method_of(config);
  assert(method != nullptr);
  EEGATE_TRY(std::vector<FitTrials> bands, fit_trials(config, set, augment, shared));
  ModelConfig fitted = config;
  FitNotes notes{.augment = &augment, .shared = shared};
  Weights weights = method->fit(fitted, bands, notes);
  // Where the covariances differ by more than doubles can hold, no spatial filter is found.
  if (std::ranges::any_of(weights.specs(), [](const TensorSpec& spec) { return spec.shape[0] == 0; }))
    return rank_error(0, n_covariance_rows(config));
  std::string report = report_of(config, bands[0], notes);
  return ClosedFormFit{std::move(fitted), std::move(weights), std::move(report)};
}

}  // namespace eegate
