// Knows the odds: it deals the cards that it does not see to the others, a hundred times, nobody a
// suit that he is out of. In each deal it plays on from each of its cards to the end, and all go
// under if taking costs points, and over if it pays. The card that did best on the whole is played.

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <vector>

#include "king/v1/session.pb.h"
namespace v1 = king::v1;
using Cards = std::uint64_t;         // a set of cards, which has the bit of each card's number
using Hands = std::array<Cards, 8>;  // ours, then clockwise; last what lies in a kitty
static Cards bit(int card) { return Cards{1} << (card & 63); }
static Cards suit(int card) { return Cards{0x3ffe} << ((card - 1) & 63) / 13 * 13; }

/// What counts in the deal under way.
struct Law {
  const v1::Contract& contract;
  const v1::Trump trump;
  const v1::RuleSet& rules;
  const int players = rules.seats() - rules.dealer_sits_out();
  const bool pays = contract.sign() != v1::SIGN_DO_NOT_TAKE && trump != v1::TRUMP_NULOS;
  const Cards not_led = contract.heart_lead_ban() ? suit(v1::CARD_HK) : 0;
  const Cards trumps = trump && trump <= v1::TRUMP_SPADES ? suit(13 * trump) : 0;
  const Cards king = contract.king_duty() > v1::KING_DUTY_NONE ? bit(v1::CARD_HK) : 0;
  std::array<int, 64> prices{};

  bool beats(int card, int best) const {
    if (bit(card) & suit(best)) return (card > best) != (trump == v1::TRUMP_MISERE);
    return bit(card) & trumps;
  }

  /// The card of a simple player where that one was led, and that one is the best so far.
  int simple_card(Cards hand, int led, int best, bool is_last) const {
    Cards options = led ? hand & suit(led) : hand & ~not_led;
    if (led && !options) options = hand & (king | trumps);
    int chosen = 0, most = 0;
    for (Cards rest = options ? options : hand; rest; rest &= rest - 1) {
      const int card = std::countr_zero(rest), price = 64 * prices[card];
      const int height = (trump == v1::TRUMP_MISERE ? 52 - card : card - 1) % 13;
      const bool takes = !led || beats(card, best);
      int merit = (takes == pays ? 3 : 1) << 24;
      if (takes) merit += (pays && is_last ? price : -price) + (pays != is_last ? height : -height);
      if (!takes) merit += pays ? -price - height : price + height;
      if (merit > most) most = merit, chosen = card;
    }
    return chosen;
  }

  /// What we get from the trick of that number, with its first cards, to the end of the deal.
  int outcome(Hands hands, int number, int leader, const std::vector<int>& first) const {
    int points = 0, last = rules.hand_size();
    for (int played = first.size(); number <= last; ++number, played = 0) {
      int price = contract.prices().trick(), led = 0, best = 0;
      for (const auto& at : contract.prices().at())
        if (at.position() == number || at.position() == number - last - 1) price += at.price();
      for (int step = 0, place = leader; step < players; ++step, place = (place + 1) % players) {
        const int card =
            step < played ? first[step] : simple_card(hands[place], led, best, step + 1 == players);
        hands[place] &= ~bit(card);
        price += prices[card & 63];
        if (!led || beats(card, best)) best = card, leader = place;
        if (!led) led = card;
      }
      if (!leader) points += pays ? price : -price;
    }
    return points;
  }
};

/// The index of the answer; the first where it is not a card that is asked for.
std::uint32_t choose(const v1::Question& question, const v1::RuleSet& rules) {
  const v1::KingView& view = question.king();
  const auto contract = std::ranges::find(rules.contracts(), view.contract(), &v1::Contract::id);
  if (question.kind() != v1::QUESTION_KIND_CARD || contract == rules.contracts().end()) return 0;
  Law law{*contract, view.trump(), rules};
  const v1::Prices& of = contract->prices();
  for (int card = v1::CARD_H2; card <= v1::CARD_HA; ++card) law.prices[card] = of.heart();
  for (int card = v1::CARD_CQ; card <= v1::CARD_SQ; card += 13) law.prices[card] += of.girl();
  for (int card : rules.boys())
    for (; card <= v1::CARD_SA; card += 13) law.prices[card] += of.boy();
  law.prices[v1::CARD_HK] += of.king();
  const auto steps = [&](int to) { return (to + rules.seats() - view.seat()) % rules.seats(); };
  const unsigned absent = view.has_sits_out() ? steps(view.sits_out()) : rules.seats();
  const auto place = [&](int seat) { return steps(seat) - (steps(seat) > absent); };
  Cards hand = 0, seen = 0, lacked = 0;
  Hands lacking{};  // the suits that each has shown not to have
  for (const int card : view.hand()) hand |= bit(card);
  for (const int card : view.discard()) seen |= bit(card);
  auto tricks = view.tricks();
  *tricks.Add() = view.current();
  for (const v1::Trick& trick : tricks)
    for (int step = place(trick.leader()); const int card : trick.cards()) {
      const Cards led = suit(trick.cards(0));
      lacked |= lacking[step++ % law.players] |= bit(card) & led ? 0 : led;
      seen |= bit(card);
    }
  std::vector<int> table(view.current().cards().begin(), view.current().cards().end());
  const int others = law.players - 1, number = view.tricks_size() + 1;
  const int held = others * (rules.hand_size() - number + 1) - table.size();
  std::vector<int> unseen, slots, points(question.legal_size());
  for (const bool is_free : {false, true})  // what not everybody may hold finds its place first
    for (const int card : rules.deck())
      if (!(bit(card) & (hand | seen)) && is_free == !(bit(card) & lacked)) unseen.push_back(card);
  for (int slot = 0; slot < std::ssize(unseen); ++slot)  // those after us have one card more
    slots.push_back(slot < held ? 1 + slot % others : law.players);
  table.push_back(0);  // our card
  std::mt19937_64 chance(question.seed());
  for (int deal = 0; deal < 100 && points.size() > 1; ++deal) {
    std::ranges::shuffle(slots, chance);
    Hands hands{hand};
    for (auto slot = slots.begin(); const int card : unseen) {
      const auto may_hold = [&](int at) { return !(lacking[at] & bit(card)); };
      const auto found = std::find_if(slot, slots.end(), may_hold);
      if (found != slots.end()) std::iter_swap(slot, found);
      hands[*slot++] |= bit(card);
    }
    for (int index = 0; index < question.legal_size(); ++index) {
      table.back() = question.legal(index).card();
      points[index] += law.outcome(hands, number, place(view.current().leader()), table);
    }
  }
  return std::ranges::max_element(points) - points.begin();
}
