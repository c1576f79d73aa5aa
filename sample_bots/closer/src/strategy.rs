//! Plays for the end of the deal: weighs what a card brings now against what the others may yet do,
//! by how many cards that are out they beat, and what later tricks are worth. Where taking costs,
//! dangerous cards go early and low ones stay as exits; where it pays, sure cards wait for the dear
//! tricks. It reads the prices from the rule set, and never asks which contract it plays.

use crate::king::question::View;
use crate::king::{Card, KingView, Prices, Question, QuestionKind as Kind};
use crate::king::{RuleSet, Sign, Trump, action};

/// The index of the answer; the first where it is not a card that is asked for.
pub fn choose(question: &Question, rules: &RuleSet) -> usize {
    let (Kind::Card, Some(View::King(view))) = (question.kind(), &question.view) else { return 0 };
    let contract = rules.contracts.iter().find(|one| one.id == view.contract).cloned();
    let contract = contract.unwrap_or_default();
    let table = view.current.clone().unwrap_or_default().cards;
    let fallen = view.tricks.iter().flat_map(|trick| &trick.cards);
    let seen: Vec<_> = fallen.chain(&table).chain(&view.hand).chain(&view.discard).collect();
    let out = rules.deck.iter().filter(|card| !seen.contains(card)).copied().collect();
    let is_costly = contract.sign() == Sign::DoNotTake || view.trump() == Trump::Nulos;
    let deal = Deal { view, rules, prices: contract.prices.unwrap_or_default(), is_costly, out };
    let worth = |&index: &usize| match question.legal[index].action {
        Some(action::Action::Card(card)) => (1e6 * deal.worth(card, &table)) as i64,
        _ => 0,
    };
    (0..question.legal.len()).max_by_key(worth).unwrap_or(0)
}

struct Deal<'a> {
    view: &'a KingView,
    rules: &'a RuleSet,
    prices: Prices,
    is_costly: bool, // what is taken costs points
    out: Vec<i32>,   // the cards that the others hold, for all that we know
}

impl Deal<'_> {
    /// What the rest of the deal brings, as far as we can tell, if we play this card now.
    fn worth(&self, card: i32, table: &[i32]) -> f64 {
        let others = f64::from(self.view.seats) - self.view.sits_out.map_or(1.0, |_| 2.0);
        let behind = others - table.len() as f64; // who plays after us
        let best = table.iter().reduce(|a, b| if self.beats(b, a) { b } else { a });
        let takes = best.is_none_or(|best| self.beats(&card, best));
        let chance = if takes { self.chance(&card).powf(behind / others) } else { 0.0 };
        let shed = self.price(&self.out) / self.out.len().max(1) as f64;
        let now = self.trick_price(0) + self.price(table.iter().chain([&card])) + behind * shed;
        let kept = || self.view.hand.iter().filter(|&&one| one != card);
        let left = kept().count();
        let late = (1..=left).map(|n| self.trick_price(n)).sum::<f64>() / left as f64;
        let later = |one| {
            let of_suit = || self.out.iter().filter(|other| suit(other) == suit(one));
            let dear = self.price(of_suit()) / (of_suit().count() as f64 / others).max(1.0);
            let exits = kept().filter(|exit| suit(exit) == suit(one) && self.beats(one, exit));
            let risk = if self.is_costly { 0.5f64.powi(exits.count() as i32) } else { 1.0 };
            self.chance(one) * risk * (late + self.price([one]) + dear + others * shed)
        };
        let later: f64 = kept().map(later).sum();
        if self.is_costly { -chance * now - 0.3 * later } else { chance * now + 0.7 * later }
    }

    /// How likely a card takes the trick that it leads.
    fn chance(&self, card: &i32) -> f64 {
        let over = self.out.iter().filter(|one| self.beats(one, card)).count() as f64;
        let under = self.out.iter().filter(|one| self.beats(card, one)).count() as f64;
        match self.is_costly {
            true => ((under + 0.5) / (over + under + 1.0)).sqrt(),
            false => 1.0 / (over + 1.0),
        }
    }

    fn beats(&self, card: &i32, best: &i32) -> bool {
        let is_over = (card > best) != (self.view.trump() == Trump::Misere);
        let is_trump = (1..=4).contains(&self.view.trump) && suit(card) == self.view.trump - 1;
        suit(card) == suit(best) && is_over || suit(card) != suit(best) && is_trump
    }

    /// What cards add to a trick, without sign.
    fn price<'a>(&self, cards: impl IntoIterator<Item = &'a i32>) -> f64 {
        let Prices { heart, boy, girl, king, .. } = self.prices;
        let price = |card: &i32| -> u32 {
            let is_boy = self.rules.boys.iter().any(|boy| (boy - card) % 13 == 0);
            let is_girl = (card - Card::Cq as i32) % 13 == 0;
            let has = [suit(card) == 2, is_boy, is_girl, *card == Card::Hk as i32].into_iter();
            has.zip([heart, boy, girl, king]).map(|(has, price)| u32::from(has) * price).sum()
        };
        f64::from(cards.into_iter().map(price).sum::<u32>())
    }

    /// What the trick itself is worth, so many tricks after the one under way, without sign.
    fn trick_price(&self, after: usize) -> f64 {
        let position = (self.view.tricks.len() + after) as i32 + 1;
        let from_end = position - self.rules.hand_size as i32 - 1;
        let at = self.prices.at.iter().filter(|at| [position, from_end].contains(&at.position));
        f64::from(self.prices.trick + at.map(|at| at.price).sum::<u32>())
    }
}

/// The suit of a card, C D H S as 0 to 3.
fn suit(card: &i32) -> i32 {
    (card - 1).div_euclid(13)
}
