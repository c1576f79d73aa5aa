package shedder;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import king.v1.Game.Card;
import king.v1.Game.Prices;
import king.v1.Game.RuleSet;
import king.v1.Game.Sign;
import king.v1.Game.Trump;
import king.v1.Session.Question;

/**
 * Where taking costs, it sheds early what is dear or dangerous, and empties short suits; where it
 * pays, it takes cheaply, and leads its longest suit. It weighs what a card would bring in this
 * trick, by the odds of taking it, against what it would bring later, counts what is out over and
 * under the card, and never asks which contract or rule set it plays.
 */
record Strategy(Prices prices, RuleSet rules, Trump trump, boolean isCostly) {
  /** The index of the answer; the first where it is not a card that is asked for. */
  static int choose(Question question, RuleSet rules) {
    var view = question.getKing();
    for (var contract : rules.getContractsList()) {
      if (question.getLegal(0).hasCard() && contract.getId().equals(view.getContract())) {
        var trump = view.getTrump();
        var isCostly = contract.getSign() == Sign.SIGN_DO_NOT_TAKE || trump == Trump.TRUMP_NULOS;
        return new Strategy(contract.getPrices(), rules, trump, isCostly).chooseCard(question);
      }
    }
    return 0;
  }

  private int chooseCard(Question question) {
    var view = question.getKing();
    var hand = view.getHandValueList();
    var table = view.getCurrent().getCardsValueList();
    var out = new ArrayList<>(rules.getDeckValueList());
    List.of(hand, view.getDiscardValueList(), table).forEach(out::removeAll);
    view.getTricksList().forEach(trick -> out.removeAll(trick.getCardsValueList()));
    var best = table.stream().reduce((one, two) -> beats(two, one) ? two : one).orElse(0);
    var later = view.getSeats() - (view.hasSitsOut() ? 1 : 0) - table.size() - 1; // to play
    var pot = trickPrice(hand.size()) + price(table) + later * price(out) / Math.max(1, out.size());
    var tricks = IntStream.rangeClosed(1, hand.size()).mapToDouble(this::trickPrice).sum();
    var mean = (tricks + price(out) + price(hand)) / hand.size(); // of a trick to come
    var values = new ArrayList<Double>();
    for (var action : question.getLegalList()) {
      var card = action.getCardValue();
      var price = price(List.of(card));
      var suit = hand.stream().filter(one -> suit(one) == suit(card)).toList();
      var under = suit.stream().filter(one -> beats(card, one)).count();
      var others = out.stream().filter(one -> suit(one) == suit(card)).toList();
      var over = others.stream().filter(one -> beats(one, card)).count() / (others.size() + 1.0);
      var odds = best == 0 || beats(card, best) ? Math.pow(1 - over, later) : 0;
      var power = others.size() / (others.size() + 1.0) - over; // to take a trick to come
      var danger = power * (price + mean) / Math.pow(2, 1 + under) - 0.1 * mean * suit.size();
      var loss = (1 - odds) * price + 1.3 * power * mean - 0.1 * mean * suit.size();
      values.add(isCostly ? danger - odds * (pot + price) : odds * (pot + price) - loss);
    }
    return values.indexOf(Collections.max(values));
  }

  /** The price of the trick with which so many are left, without its cards. */
  private double trickPrice(int left) {
    var places = List.of(rules.getHandSize() + 1 - left, -left);
    var ats = prices.getAtList().stream();
    var price = ats.mapToInt(at -> places.contains(at.getPosition()) ? at.getPrice() : 0).sum();
    return price + prices.getTrick();
  }

  private double price(List<Integer> cards) {
    var price = 0.0;
    for (var card : cards) {
      var club = (card - 1) % 13 + 1; // of its rank
      price += suit(card) == 2 ? prices.getHeart() : 0;
      price += rules.getBoysValueList().contains(club) ? prices.getBoy() : 0;
      price += club == Card.CARD_CQ_VALUE ? prices.getGirl() : 0;
      price += card == Card.CARD_HK_VALUE ? prices.getKing() : 0;
    }
    return price;
  }

  private boolean beats(int one, int other) {
    var isHigher = trump == Trump.TRUMP_MISERE ? one < other : one > other;
    return suit(one) == suit(other) ? isHigher : suit(one) + 1 == trump.ordinal();
  }

  private static int suit(int card) {
    return (card - 1) / 13;
  }
}
