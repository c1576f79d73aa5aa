package bot;

import static java.util.Collections.max;
import static java.util.Collections.min;
import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import king.v1.Game.Card;
import king.v1.Game.Contract;
import king.v1.Game.KingView;
import king.v1.Game.Prices;
import king.v1.Game.RuleSet;
import king.v1.Game.Sign;
import king.v1.Game.Trump;
import king.v1.Session.Question;
import king.v1.Session.QuestionKind;

/**
 * How the bot plays: change this file.
 *
 * <p>Where taking costs points it sheds its dearest card that does not take the trick; where taking
 * pays it plays its highest. It reads the prices from the rule set, so it can play any.
 */
public final class Strategy {
  private static final int HEARTS = 2;
  private static final int QUEEN = 10;

  private record Play(int index, int price, int power, int rank) {
    static final Comparator<Play> BY_PRICE = comparing(Play::price).thenComparing(Play::rank);
    static final Comparator<Play> BY_POWER = comparing(Play::power).thenComparing(Play::price);
  }

  /** The index of the answer in `legal`; the view, `king`, is all that you may know. */
  public static int choose(Question question, RuleSet rules) {
    if (question.getKind() == QuestionKind.QUESTION_KIND_CARD) {
      for (var contract : rules.getContractsList()) {
        if (contract.getId().equals(question.getKing().getContract())) {
          return chooseCard(question, contract, rules);
        }
      }
    }
    return 0; // contracts, bids, trumps and whatever a later version asks
  }

  private static int chooseCard(Question question, Contract contract, RuleSet rules) {
    var view = question.getKing();
    var plays = new ArrayList<Play>();
    for (var action : question.getLegalList()) {
      var card = action.getCardValue(); // a number, as one of a later version has no name here
      var price = priceOf(card, contract.getPrices(), rules);
      plays.add(new Play(plays.size(), price, powerOf(card, view), rank(card)));
    }
    var table = view.getCurrent().getCardsValueList();
    var best = table.stream().mapToInt(card -> powerOf(card, view)).max().orElse(0);
    var losers = plays.stream().filter(play -> play.power() < best).toList();
    if (contract.getSign() == Sign.SIGN_DO_NOT_TAKE || view.getTrump() == Trump.TRUMP_NULOS) {
      return (losers.isEmpty() ? min(plays, Play.BY_POWER) : max(losers, Play.BY_PRICE)).index();
    }
    var canTake = losers.size() < plays.size();
    return (canTake ? max(plays, Play.BY_POWER) : min(plays, Play.BY_PRICE)).index();
  }

  /** What a card adds to a trick, without sign. */
  private static int priceOf(int card, Prices prices, RuleSet rules) {
    var price = suit(card) == HEARTS ? prices.getHeart() : 0;
    var isBoy = rules.getBoysValueList().stream().anyMatch(boy -> rank(boy) == rank(card));
    price += isBoy ? prices.getBoy() : 0;
    price += rank(card) == QUEEN ? prices.getGirl() : 0;
    return price + (card == Card.CARD_HK_VALUE ? prices.getKing() : 0);
  }

  /** How strong a card is in the trick under way; 0 never takes. */
  private static int powerOf(int card, KingView view) {
    var height = view.getTrump() == Trump.TRUMP_MISERE ? 13 - rank(card) : 1 + rank(card);
    var trumpSuit =
        switch (view.getTrump()) {
          case TRUMP_CLUBS -> 0;
          case TRUMP_DIAMONDS -> 1;
          case TRUMP_HEARTS -> HEARTS;
          case TRUMP_SPADES -> 3;
          default -> -1;
        };
    if (suit(card) == trumpSuit) {
      return height + 13;
    }
    var table = view.getCurrent().getCardsValueList();
    return table.isEmpty() || suit(table.get(0)) == suit(card) ? height : 0;
  }

  /** The suit of a card, C D H S as 0 to 3. */
  private static int suit(int card) {
    return (card - 1) / 13;
  }

  /** The rank of a card, 2 to ace as 0 to 12. */
  private static int rank(int card) {
    return (card - 1) % 13;
  }
}
