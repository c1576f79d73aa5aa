// Spotter remembers who showed out of which suit and what is out of each, and so estimates how likely a card
// takes the trick, and what that will hold. Where taking costs it leads suits in which others must go over it,
// and none that they would shed on; where taking pays, what nobody can beat or ruff. It reads prices and signs.
package main

import (
	"cmp"
	"slices"
	"spotter/kingv1"
)

type sight struct { // what one seat knows of a deal
	*kingv1.KingView
	*kingv1.Prices
	rules    *kingv1.RuleSet
	isCostly bool             // to take
	out      []kingv1.Card    // what was not seen yet
	seats    []uint32         // those that play, clockwise, ours last
	shown    map[int][]uint32 // by suit: the other seats that showed out of it
}

// choose gives the index of the answer; the first where it is not a card that is asked for.
func choose(question *kingv1.Question, rules *kingv1.RuleSet) uint32 {
	isPlayed := func(one *kingv1.Contract) bool { return one.Id == question.GetKing().GetContract() }
	at := slices.IndexFunc(rules.GetContracts(), isPlayed)
	if question.Kind != kingv1.QuestionKind_QUESTION_KIND_CARD || at < 0 {
		return 0
	}
	s := look(question.GetKing(), rules, rules.Contracts[at])
	byWorth := func(a, b *kingv1.Action) int { return cmp.Compare(s.worth(a.GetCard()), s.worth(b.GetCard())) }
	return uint32(slices.Index(question.Legal, slices.MaxFunc(question.Legal, byWorth)))
}

// look reads from the tricks what is out, and who showed out.
func look(view *kingv1.KingView, rules *kingv1.RuleSet, contract *kingv1.Contract) *sight {
	s := &sight{KingView: view, Prices: contract.Prices, rules: rules, shown: map[int][]uint32{}}
	s.isCostly = contract.Sign == kingv1.Sign_SIGN_DO_NOT_TAKE || view.Trump == kingv1.Trump_TRUMP_NULOS
	for i := range view.Seats {
		if seat := (view.Seat + 1 + i) % view.Seats; view.SitsOut == nil || seat != *view.SitsOut {
			s.seats = append(s.seats, seat)
		}
	}
	seen := slices.Concat(view.Hand, view.Discard)
	for _, trick := range append(slices.Clone(view.Tricks), view.Current) {
		seen = append(seen, trick.GetCards()...)
		for i, card := range trick.GetCards() {
			led, seat := suit(trick.Cards[0]), s.seats[(slices.Index(s.seats, trick.Leader)+i)%len(s.seats)]
			if suit(card) != led && seat != view.Seat && !slices.Contains(s.shown[led], seat) {
				s.shown[led] = append(s.shown[led], seat)
			}
		}
	}
	s.out = slices.DeleteFunc(slices.Clone(rules.Deck), func(c kingv1.Card) bool { return slices.Contains(seen, c) })
	return s
}

func (s *sight) worth(card kingv1.Card) float64 { // what playing the card gains, in points
	trick, trump, takes := append(slices.Clone(s.Current.GetCards()), card), int(s.Trump)-1, 1.0
	led, own := suit(trick[0]), suit(card)
	for _, one := range trick {
		if suit(one) == own && one > card || own != trump && (own != led || suit(one) == trump) {
			takes = 0
		}
	}
	holds := s.price(trick...) + float64(s.GetTrick())
	rest := (s.price(s.out...)+s.price(s.Hand...))/float64(len(s.Hand)) + float64(s.GetTrick()) // a trick
	for _, one := range s.GetAt() {
		rest += float64(one.Price) / float64(len(s.Hand))
		if at := int(one.Position); at == len(s.Tricks)+1 || at == -len(s.Hand) { // this trick
			holds += float64(one.Price)
		}
	}
	for _, seat := range s.seats[:len(s.seats)-len(trick)] {
		isOut, goesOver := s.lacks(seat, led, 0, 12), 1-s.lacks(seat, own, rank(card)+1, 12)
		if s.isCostly { // who can stays below
			goesOver *= s.lacks(seat, own, 0, rank(card)-1)
		}
		takes *= (1 - goesOver) * (1 - isOut*(1-s.lacks(seat, trump, 0, 12))) // nobody goes over or ruffs
		holds += (1 + isOut) * s.price(s.out...) / float64(len(s.out))
	}
	if !s.isCostly { // what would take is kept for later
		return takes*holds - rest*s.lacks(s.Seat, own, rank(card)+1, 12)*0.7
	} // and else it is good to be rid of what would take later, of its suit, and of its price
	length := len(slices.DeleteFunc(slices.Clone(s.Hand), func(one kingv1.Card) bool { return suit(one) != own }))
	later := 1 - s.lacks(s.Seat, own, 0, rank(card)-1) + 0.5/float64(length)
	return rest*later + (1-takes)*s.price(card)/2 - takes*holds
}

// lacks is how likely the seat has none of the cards of the suit that are out between the ranks.
func (s *sight) lacks(seat uint32, of, low, high int) float64 {
	chance, holders := 1.0, max(1, len(s.seats)-1-len(s.shown[of]))
	for _, card := range s.out {
		if suit(card) == of && low <= rank(card) && rank(card) <= high && !slices.Contains(s.shown[of], seat) {
			chance *= 1 - 1/float64(holders)
		}
	}
	return chance
}

func (s *sight) price(cards ...kingv1.Card) (sum float64) { // what they add to a trick, without sign
	for _, card := range cards {
		isBoy := slices.ContainsFunc(s.rules.Boys, func(boy kingv1.Card) bool { return rank(boy) == rank(card) })
		counts := []bool{suit(card) == 2, isBoy, rank(card) == 10, card == kingv1.Card_CARD_HK}
		for item, price := range []uint32{s.GetHeart(), s.GetBoy(), s.GetGirl(), s.GetKing()} {
			if counts[item] {
				sum += float64(price)
			}
		}
	}
	return sum
}

func suit(card kingv1.Card) int { return (int(card) - 1) / 13 } // C D H S as 0 to 3
func rank(card kingv1.Card) int { return (int(card) - 1) % 13 } // 2 to ace as 0 to 12
