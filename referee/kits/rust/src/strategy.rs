//! How the bot plays: change this file.
//!
//! Where taking costs points it sheds its dearest card that does not take the trick; where taking
//! pays it plays its highest. It reads the prices from the rule set, so it can play any.

use std::cmp::Reverse;

use crate::king::v1::question::View;
use crate::king::v1::{Action, Card, KingView, Prices, Question, QuestionKind, RuleSet};
use crate::king::v1::{Sign, Trump, action};

const HEARTS: i32 = 2;
const QUEEN: i32 = 10;

/// The index of the answer in `question.legal`; the view is all that you may know.
pub fn choose(question: &Question, rules: &RuleSet) -> usize {
    // Contracts, bids, trumps and whatever a later version asks are answered with the first.
    let (QuestionKind::Card, Some(View::King(view))) = (question.kind(), &question.view) else {
        return 0;
    };
    let Some(contract) = rules.contracts.iter().find(|one| one.id == view.contract) else {
        return 0;
    };
    let prices = contract.prices.clone().unwrap_or_default();
    let price = |card| card_price(card, &prices, rules);
    let power = |card| power_in(view, card);

    let best = table(view).iter().map(|&card| power(card)).max();
    let cards = question.legal.iter().map(card_of).enumerate();
    let (takers, losers): (Vec<_>, Vec<_>) =
        cards.partition(|&(_, card)| power(card) >= best.unwrap_or(0));
    let chosen = if contract.sign() == Sign::DoNotTake || view.trump() == Trump::Nulos {
        first(&losers, |card| Reverse((price(card), rank(card))))
            .or_else(|| first(&takers, |card| (power(card), price(card))))
    } else {
        first(&takers, |card| Reverse((power(card), price(card))))
            .or_else(|| first(&losers, |card| (price(card), rank(card))))
    };
    chosen.unwrap_or(0)
}

/// The index of the card with the lowest key, of equal ones the first; none if there are no cards.
fn first<K: Ord>(cards: &[(usize, i32)], key: impl Fn(i32) -> K) -> Option<usize> {
    cards.iter().min_by_key(|&&(_, card)| key(card)).map(|&(index, _)| index)
}

/// What a card adds to a trick, without sign.
fn card_price(card: i32, prices: &Prices, rules: &RuleSet) -> u32 {
    let is_boy = rules.boys.iter().any(|&boy| rank(boy) == rank(card));
    let parts = [
        (suit(card) == HEARTS, prices.heart),
        (is_boy, prices.boy),
        (rank(card) == QUEEN, prices.girl),
        (card == Card::Hk as i32, prices.king),
    ];
    (parts.iter().filter(|(has, _)| *has).map(|(_, price)| price)).sum()
}

/// How strong a card is in the trick under way; 0 never takes.
fn power_in(view: &KingView, card: i32) -> i32 {
    let height = match view.trump() {
        Trump::Misere => 13 - rank(card),
        _ => 1 + rank(card),
    };
    match table(view).first() {
        _ if is_trump(view, card) => height + 13,
        Some(&led) if suit(led) != suit(card) => 0,
        _ => height,
    }
}

/// Whether a card is of the suit that beats the others.
fn is_trump(view: &KingView, card: i32) -> bool {
    // The trumps that are suits are the first ones, in the order of suits.
    (Trump::Clubs as i32..=Trump::Spades as i32).contains(&view.trump)
        && suit(card) == view.trump - Trump::Clubs as i32
}

/// The cards of the trick under way.
fn table(view: &KingView) -> &[i32] {
    view.current.as_ref().map_or(&[], |trick| &trick.cards)
}

/// The card that an answer plays, by its number: a later version may have more than `Card` has.
fn card_of(answer: &Action) -> i32 {
    match answer.action {
        Some(action::Action::Card(card)) => card,
        _ => 0,
    }
}

/// The suit of a card, C D H S as 0 to 3.
fn suit(card: i32) -> i32 {
    (card - 1).div_euclid(13)
}

/// The rank of a card, 2 to ace as 0 to 12.
fn rank(card: i32) -> i32 {
    (card - 1).rem_euclid(13)
}
