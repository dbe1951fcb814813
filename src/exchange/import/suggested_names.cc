#include "exchange/import/suggested_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <tuple>

namespace eegate {
namespace {

using Shape = std::vector<std::size_t>;

constexpr std::size_t kStem = 4;      // letters by which words are compared
constexpr double kOtherNumber = 0.5;  // factor for names with different numbers of block or layer

bool suits(const Shape& theirs, const Shape& ours) {
  return merges_into(theirs, ours) || theirs == Shape(ours.rbegin(), ours.rend());
}

// "encoder.layers.0.linear1.weight" -> encoder layers 0 linear 1 weight
std::vector<std::string> words_of(std::string_view name) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_digit(name[i]) && !is_letter(name[i])) continue;
    const bool goes_on = i > 0 && (is_digit(name[i]) ? is_digit(name[i - 1]) : is_letter(name[i - 1]));
    if (!goes_on) words.emplace_back();
    words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return words;
}

// The kind of a tensor in its layer ("weight", "bias"); empty for other words.
std::string_view kind_of(const std::string& word) {
  constexpr std::array<std::string_view, 3> kWeights = {"weight", "kernel", "gamma"}, kBiases = {"bias", "beta", ""};
  if (std::ranges::find(kWeights, word) != kWeights.end()) return "weight";
  return !word.empty() && std::ranges::find(kBiases, word) != kBiases.end() ? "bias" : "";
}

struct Name {
  std::vector<std::string> words;  // without the kind
  std::string kind, number;        // the first number

  explicit Name(std::string_view name) : words(words_of(name)) {
    if (!words.empty() && !kind_of(words.back()).empty()) {
      kind = kind_of(words.back());
      words.pop_back();
    }
    const auto first = std::ranges::find_if(
        words, [](const std::string& word) { return std::isdigit(static_cast<unsigned char>(word[0])) != 0; });
    if (first != words.end()) number = *first;
  }
};

// "norm" and "normalisation", "embed" and "embedding" are equal.
bool are_alike(const std::string& a, const std::string& b) {
  return a == b || (std::min(a.size(), b.size()) >= kStem && (a.starts_with(b) || b.starts_with(a)));
}

// Similarity of two names: 0 for no common word, 1 for the same words. Equal numbers alone do not count.
double likeness(const Name& a, const Name& b) {
  std::vector<std::string> open = b.words;
  std::size_t n_alike = 0;
  bool is_named = false;
  for (const std::string& word : a.words) {
    const auto found = std::ranges::find_if(open, [&](const std::string& other) { return are_alike(word, other); });
    if (found == open.end()) continue;
    ++n_alike;
    is_named = is_named || std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    open.erase(found);
  }
  if (!is_named) return 0;
  const double share = 2 * static_cast<double>(n_alike) / static_cast<double>(a.words.size() + b.words.size());
  return a.number == b.number ? share : kOtherNumber * share;
}

double best_likeness(const WantedTensor& wanted, const Name& theirs) {
  double best = likeness(Name(wanted.name), theirs);
  for (const std::string_view tried : wanted.tried) best = std::max(best, likeness(Name(tried), theirs));
  return best;
}

struct Pair {
  double likeness;
  std::size_t wanted, left;
};

std::vector<Pair> pairs_of(const std::vector<WantedTensor>& wanted, const std::vector<const ForeignTensor*>& left) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::string kind = Name(wanted[i].name).kind;
    for (std::size_t j = 0; j < left.size(); ++j) {
      const Name theirs(left[j]->name);
      const bool other_kind = !kind.empty() && !theirs.kind.empty() && kind != theirs.kind;
      if (suits(left[j]->shape, wanted[i].shape) && !other_kind)
        pairs.push_back({best_likeness(wanted[i], theirs), i, j});
    }
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    return std::tuple(-a.likeness, a.wanted, a.left) < std::tuple(-b.likeness, b.wanted, b.left);
  });
  return pairs;
}

}  // namespace

Shape without_ones(const Shape& shape) {
  Shape kept;
  std::ranges::copy_if(shape, std::back_inserter(kept), [](std::size_t n) { return n != 1; });
  return kept;
}

bool merges_into(const Shape& fine_with_ones, const Shape& coarse_with_ones) {
  const Shape fine = without_ones(fine_with_ones), coarse = without_ones(coarse_with_ones);
  std::size_t at = 0;
  for (const std::size_t extent : coarse) {
    std::size_t product = 1;
    while (at < fine.size() && product < extent) product *= fine[at++];
    if (product != extent) return false;
  }
  return at == fine.size();
}

std::vector<std::string> suggest_names(const std::vector<WantedTensor>& wanted,
                                       const std::vector<const ForeignTensor*>& left) {
  std::vector<std::string> suggested(wanted.size());
  std::vector<Pair> open = pairs_of(wanted, left);
  const auto take = [&](const Pair pair) {
    suggested[pair.wanted] = left[pair.left]->name;
    std::erase_if(open, [&](const Pair& other) { return other.wanted == pair.wanted || other.left == pair.left; });
  };
  while (!open.empty() && open.front().likeness > 0) take(open.front());
  const auto is_alone = [&](const Pair& pair) {
    return std::ranges::count_if(
               open, [&](const Pair& other) { return other.wanted == pair.wanted || other.left == pair.left; }) == 1;
  };
  for (auto at = std::ranges::find_if(open, is_alone); at != open.end(); at = std::ranges::find_if(open, is_alone))
    take(*at);
  return suggested;
}

}  // namespace eegate
