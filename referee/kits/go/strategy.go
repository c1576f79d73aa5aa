// How the bot plays: change this file.
//
// Where taking costs points it sheds its dearest card that does not take the trick; where taking
// pays it plays its highest. It reads the prices from the rule set, so it can play any.

package main

import (
	"cmp"
	"slices"

	"kingbot/kingv1"
)

// An option is a legal card as it would be in the trick under way.
type option struct {
	index, price, power, rank int
}

// choose gives the index of the answer in Legal; the view, King, is all that you may know.
func choose(question *kingv1.Question, rules *kingv1.RuleSet) int {
	view, contracts := question.GetKing(), rules.GetContracts()
	isPlayed := func(one *kingv1.Contract) bool { return one.GetId() == view.GetContract() }
	at := slices.IndexFunc(contracts, isPlayed)
	if question.GetKind() != kingv1.QuestionKind_QUESTION_KIND_CARD || at < 0 {
		return 0 // contracts, bids, trumps and whatever a later version asks
	}
	best := 0
	for _, card := range view.GetCurrent().GetCards() {
		best = max(best, power(card, view))
	}
	var all, losers []option
	for index, action := range question.GetLegal() {
		card := action.GetCard()
		price := cardPrice(card, contracts[at].GetPrices(), rules)
		all = append(all, option{index, price, power(card, view), rank(card)})
		if power(card, view) < best {
			losers = append(losers, all[index])
		}
	}
	isCostly := contracts[at].GetSign() == kingv1.Sign_SIGN_DO_NOT_TAKE ||
		view.GetTrump() == kingv1.Trump_TRUMP_NULOS
	switch {
	case isCostly && len(losers) > 0:
		return slices.MaxFunc(losers, byPriceAndRank).index
	case isCostly:
		return slices.MinFunc(all, byPowerAndPrice).index
	case len(losers) < len(all):
		return slices.MaxFunc(all, byPowerAndPrice).index
	default:
		return slices.MinFunc(all, byPriceAndRank).index
	}
}

func byPriceAndRank(a, b option) int  { return cmp.Or(a.price-b.price, a.rank-b.rank) }
func byPowerAndPrice(a, b option) int { return cmp.Or(a.power-b.power, a.price-b.price) }

// cardPrice is what the card adds to a trick, without sign.
func cardPrice(card kingv1.Card, prices *kingv1.Prices, rules *kingv1.RuleSet) int {
	price := uint32(0)
	if suit(card) == suit(kingv1.Card_CARD_HK) {
		price += prices.GetHeart()
	}
	isOfItsRank := func(boy kingv1.Card) bool { return rank(boy) == rank(card) }
	if slices.ContainsFunc(rules.GetBoys(), isOfItsRank) {
		price += prices.GetBoy()
	}
	if rank(card) == rank(kingv1.Card_CARD_CQ) {
		price += prices.GetGirl()
	}
	if card == kingv1.Card_CARD_HK {
		price += prices.GetKing()
	}
	return int(price)
}

// power is how strong the card is in the trick under way; 0 never takes.
func power(card kingv1.Card, view *kingv1.KingView) int {
	table := view.GetCurrent().GetCards()
	height := 1 + rank(card)
	if view.GetTrump() == kingv1.Trump_TRUMP_MISERE {
		height = 13 - rank(card)
	}
	switch {
	case suit(card) == int(view.GetTrump())-1: // the trump suits are 1 to 4
		return height + 13
	case len(table) == 0 || suit(card) == suit(table[0]):
		return height
	default:
		return 0
	}
}

// suit is the suit of a card, C D H S as 0 to 3.
func suit(card kingv1.Card) int { return (int(card) - 1) / 13 }

// rank is the rank of a card, 2 to ace as 0 to 12.
func rank(card kingv1.Card) int { return (int(card) - 1) % 13 }
