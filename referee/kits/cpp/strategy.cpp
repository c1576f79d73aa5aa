// How the bot plays: change this file.
//
// Where taking costs points it sheds its dearest card that does not take the trick; where taking
// pays it plays its highest. It reads the prices from the rule set, so it can play any.

#include "strategy.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace v1 = king::v1;

namespace {

struct Candidate {
  std::uint32_t index;
  int price, power, rank;
};

/// The suit of a card, C D H S as 0 to 3.
int suit(int card) { return (card - 1) / 13; }

/// The rank of a card, 2 to ace as 0 to 12.
int rank(int card) { return (card - 1) % 13; }

/// What the card adds to a trick, without sign.
int card_price(int card, const v1::Prices& prices, const v1::RuleSet& rules) {
  const auto is_like = [card](int boy) { return rank(boy) == rank(card); };
  unsigned price = suit(card) == suit(v1::CARD_H2) ? prices.heart() : 0;
  if (std::ranges::any_of(rules.boys(), is_like)) price += prices.boy();
  if (rank(card) == rank(v1::CARD_CQ)) price += prices.girl();
  if (card == v1::CARD_HK) price += prices.king();
  return static_cast<int>(price);
}

/// Whether the suit of the card is trumps.
bool is_trump(int card, v1::Trump trump) {
  return trump >= v1::TRUMP_CLUBS && trump <= v1::TRUMP_SPADES &&
         suit(card) == trump - v1::TRUMP_CLUBS;
}

/// How strong the card is in the trick under way; 0 never takes.
int power(int card, const v1::KingView& view) {
  const auto& table = view.current().cards();
  const int height = view.trump() == v1::TRUMP_MISERE ? 13 - rank(card) : 1 + rank(card);
  if (is_trump(card, view.trump())) return height + 13;
  return table.empty() || suit(card) == suit(table[0]) ? height : 0;
}

}  // namespace

std::uint32_t choose(const v1::Question& question, const v1::RuleSet& rules) {
  // Contracts, bids, trumps and whatever a later version asks are answered with the first.
  if (question.kind() != v1::QUESTION_KIND_CARD) return 0;
  const v1::KingView& view = question.king();
  const auto contract = std::ranges::find_if(
      rules.contracts(), [&](const v1::Contract& each) { return each.id() == view.contract(); });
  if (contract == rules.contracts().end()) return 0;

  int best = 0;
  for (const int card : view.current().cards()) best = std::max(best, power(card, view));
  std::vector<Candidate> cards, losers;
  for (const v1::Action& action : question.legal()) {
    const int card = action.card();
    cards.push_back({.index = static_cast<std::uint32_t>(cards.size()),
                     .price = card_price(card, contract->prices(), rules),
                     .power = power(card, view),
                     .rank = rank(card)});
  }
  std::ranges::copy_if(cards, std::back_inserter(losers),
                       [best](const Candidate& card) { return card.power < best; });

  const auto by_price = [](const Candidate& card) { return std::pair(card.price, card.rank); };
  const auto by_power = [](const Candidate& card) { return std::pair(card.power, card.price); };
  const bool is_costly =
      contract->sign() == v1::SIGN_DO_NOT_TAKE || view.trump() == v1::TRUMP_NULOS;
  if (is_costly && !losers.empty()) return std::ranges::max_element(losers, {}, by_price)->index;
  if (is_costly) return std::ranges::min_element(cards, {}, by_power)->index;
  const bool can_take = losers.size() < cards.size();
  if (can_take) return std::ranges::max_element(cards, {}, by_power)->index;
  return std::ranges::min_element(cards, {}, by_price)->index;
}
