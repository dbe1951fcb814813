#include "session/train/mirror.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signal/channel_name.h"

namespace eegate {
namespace {

// "C3" for "C4" and the other way round; names without a number, or with a z, are on the midline.
std::string across(const std::string& electrode) {
  const std::size_t digits = electrode.find_first_of("0123456789");
  if (digits == std::string::npos) return electrode;
  const int number = std::stoi(electrode.substr(digits, 3));
  return electrode.substr(0, digits) + std::to_string(number % 2 == 1 ? number + 1 : number - 1);
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::optional<std::size_t> find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return at;
  }
  return std::nullopt;
}

// "right fist" for "left fist"; a class that names no side is its own mirror image.
std::string other_side(const std::string& name) {
  constexpr std::string_view kWords[][2] = {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}};
  for (const auto& [left, right] : kWords) {
    for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
      if (const auto at = find_word(name, from)) return std::string(name).replace(*at, from.size(), to);
    }
  }
  return name;
}

Result<std::vector<std::uint32_t>> counterparts(const std::vector<std::string>& names,
                                                std::string (*mirror)(const std::string&), const char* what) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(names, mirror(name));
    if (found == names.end()) {
      return Error{.code = "TRAIN_OPTION",
                   .message = std::string("A ") + what + " has no counterpart on the other side of the head",
                   .field = "mirror",
                   .place = quoted(name),
                   .found = "no " + quoted(mirror(name)),
                   .expected = "both"};
    }
    numbers.push_back(static_cast<std::uint32_t>(found - names.begin()));
  }
  return numbers;
}

}  // namespace

Result<> add_mirror(const ModelContract& contract, AugmentOptions& options) {
  std::vector<std::string> electrodes;
  for (const std::string& label : contract.ch_names) {
    const ChannelName name = canonical_channel_name(label);
    if (!name.is_electrode) {
      return Error{.code = "TRAIN_OPTION",
                   .message = "Only electrodes of the 10-10 system can be mirrored",
                   .field = "mirror",
                   .found = quoted(label),
                   .expected = "names such as C3"};
    }
    electrodes.push_back(name.name);
  }
  EEGATE_TRY(options.mirror_channels, counterparts(electrodes, &across, "channel"));
  EEGATE_TRY(options.mirror_classes, counterparts(contract.classes, &other_side, "class"));
  return {};
}

}  // namespace eegate
