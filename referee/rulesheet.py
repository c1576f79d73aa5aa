"""Rule sheets: from the data of a rule set to a page that people can play by."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tabulate import tabulate

from referee.cards import RANKS, SUITS, Card, cards_text
from referee.contract import Contract, KingDuty, Sign
from referee.law import Auction, Choice, Lead, RuleSet
from referee.play import play_rules
from referee.ruleprose import procedure_lines

_RANK_NAMES = {"J": "jacks", "Q": "queens", "K": "kings", "A": "aces", "T": "tens"}


def deal_sum(ruleset: RuleSet, contract: str) -> int:
    """What the points of all seats add up to in one deal of a contract (P8)."""
    sits_out = 0 if ruleset.dealer_sits_out else None
    return play_rules(ruleset, contract, None, sits_out).total


def game_sum(ruleset: RuleSet) -> int | None:
    """What the points of all seats add up to in a game; None where play decides it (A1).

    Where a kitty hides priced cards it may be less (K3).
    """
    if ruleset.auction is Auction.BIDDING:
        return None
    per_stock = sum(deal_sum(ruleset, contract) for contract in ruleset.deals)
    return per_stock * (ruleset.deal_count // len(ruleset.deals))


def sum_text(ruleset: RuleSet) -> str:
    """The sum of a game in a word or two."""
    total = game_sum(ruleset)
    return "by the bids" if total is None else f"{total:+d}" if total else "0"


def sheet(ruleset: RuleSet, options: Sequence[str] = ()) -> str:
    """The rule sheet as a Markdown page; `options` are lines such as `boys: K, KJ`."""
    blocks = [
        f"# {ruleset.title}",
        _head(ruleset, options),
        "## The deals",
        *_deals(ruleset),
        "## Play",
        _bullets(_play_lines(ruleset)),
    ]
    procedures = list(procedure_lines(ruleset))
    if procedures:
        blocks += ["## Before the first lead", _bullets(procedures)]
    blocks += ["## The end", _bullets(_end_lines(ruleset))]
    return "\n\n".join(blocks) + "\n"


def _bullets(lines: Iterator[str] | Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _head(ruleset: RuleSet, options: Sequence[str]) -> str:
    settings = ", ".join(f"{key}={value}" for key, value in ruleset.set.items())
    rows = [
        ("id", f"`{ruleset.id}`" + (f" with {settings}" if settings else "")),
        ("source", ruleset.source),
        ("seats", f"{ruleset.seats}, each for himself"),
        ("cards", _deck_text(ruleset)),
        ("hands", _hands_text(ruleset)),
        ("deals", str(ruleset.deal_count)),
        ("sum of a game", _sum_line(ruleset)),
    ]
    rows += [("options", "; ".join(options))] if options else []
    return tabulate(rows, headers=("", ""), tablefmt="pipe", disable_numparse=True)


def _deck_text(ruleset: RuleSet) -> str:
    ranks = [rank for n, rank in enumerate(RANKS) if any(card % 13 == n for card in ruleset.deck)]
    full = {13 * suit + RANKS.index(rank) for suit in range(len(SUITS)) for rank in ranks}
    missing = sorted(full - set(ruleset.deck))
    text = f"{len(ruleset.deck)}: {ranks[0]} to {ranks[-1]} of each suit, ranking in this order"
    named = cards_text(map(Card, missing))
    return text + (f", without {named}" if missing else "")


def _hands_text(ruleset: RuleSet) -> str:
    text = f"{ruleset.hand_size} cards each"
    if ruleset.kitty_size:
        text += f", {ruleset.kitty_size} in the kitty"
    if ruleset.packet > 1:
        text += f", dealt {ruleset.packet} at a time"
    if ruleset.dealer_sits_out:
        text += "; the dealer sits the deal out, scores 0, and is passed by"
    return text


def _sum_line(ruleset: RuleSet) -> str:
    total = game_sum(ruleset)
    if total is None:
        price = ruleset.trick_price
        return (
            f"not fixed: each trump deal gives {price * ruleset.hand_size} points less {price} for "
            "each trick of the declarer that his bid eats"
        )
    text = f"{total:+d}" if total else "0"
    if ruleset.kitty is not None:
        text += ", but for priced cards that had to be laid away"
    return text


def _deals(ruleset: RuleSet) -> Iterator[str]:
    yield _order_text(ruleset)
    times = Counter(ruleset.deals)
    rows = []
    for number, contract_id in enumerate(_listed(ruleset), 1):
        contract = ruleset.contracts[contract_id]
        first = str(number) if ruleset.choice is Choice.FIXED else str(times[contract_id])
        worth = deal_sum(ruleset, contract_id)
        rows.append((first, f"`{contract_id}`", prices_text(ruleset, contract), f"{worth:+d}"))
    first = "Deal" if ruleset.choice is Choice.FIXED else "Times"
    headers = (first, "Contract", "Points for the taker", "In all")
    yield tabulate(rows, headers=headers, tablefmt="pipe", disable_numparse=True)


def _listed(ruleset: RuleSet) -> Sequence[str]:
    return ruleset.deals if ruleset.choice is Choice.FIXED else list(ruleset.contracts)


def _order_text(ruleset: RuleSet) -> str:
    match ruleset.choice:
        case Choice.FIXED:
            return "The deals are played in this order."
        case Choice.ROUND | Choice.DECLARER:
            return "Every seat plays each of these as often as the first column says."
        case Choice.POOL:
            return "All seats draw on one pool; each contract is played as often as it says."
        case Choice.DEALER:
            stage = ruleset.stage_deals
            return (
                f"The first {stage} deals are those of the first {stage} lines, in an order that "
                "the dealers choose; so on with the next lines."
            )


def prices_text(ruleset: RuleSet, contract: Contract) -> str:
    """What is priced in a contract, with its sign, such as `each heart -2`."""
    sign = {Sign.TAKE: "+", Sign.DO_NOT_TAKE: "-", Sign.NONE: "+"}[contract.sign]
    prices = contract.prices
    parts = [f"each trick {sign}{prices.trick}"] if prices.trick else []
    parts += [f"each heart {sign}{prices.heart}"] if prices.heart else []
    if prices.boy:
        boys = " and ".join(_RANK_NAMES.get(rank, f"{rank}s") for rank in ruleset.boys)
        parts.append(f"each of the {boys} {sign}{prices.boy}")
    parts += [f"each queen {sign}{prices.girl}"] if prices.girl else []
    parts += [f"the king of hearts {sign}{prices.king}"] if prices.king else []
    for position, price in prices.at:
        number = position if position > 0 else ruleset.hand_size + 1 + position
        parts.append(f"trick {number} {sign}{price}")
    return ", ".join(parts)


def _play_lines(ruleset: RuleSet) -> Iterator[str]:
    who = {
        Lead.LEFT: "the seat left of the dealer leads",
        Lead.DEALER: "the dealer leads",
        Lead.DECLARER: "the seat that named the contract leads",
    }[ruleset.lead]
    yield (
        "Who deals first is drawn; the deal then moves one seat clockwise each time. To the first "
        f"trick {who}."
    )
    yield (
        "Clockwise, one card each. Follow the suit that was led if you can. The highest card of "
        "that suit takes the trick, and its taker leads next."
    )
    banned = [one for one in ruleset.contracts.values() if one.heart_ban]
    if banned:
        yield (
            "No heart may be led while the hand holds another suit, in "
            f"{_names(banned)}. Thrown hearts never lift this."
        )
    for duty, text in _DUTY_TEXTS.items():
        bound = [one for one in ruleset.contracts.values() if one.king_duty is duty]
        if bound:
            yield f"In {_names(bound)} {text}"
    yield "A card that has several prices in a deal counts for each of them."
    if ruleset.early_end:
        yield "A deal ends as soon as no card or trick that has a price is left to win."
    else:
        yield "Every deal is played to its last card."


_DUTY_TEXTS = {
    KingDuty.VOID: "a seat that cannot follow and holds the king of hearts must play it.",
    KingDuty.VOID_OR_LED: (
        "a seat that cannot follow and holds the king of hearts must play it; and it goes to the "
        "first trick that is opened with hearts, by whoever holds it."
    ),
}


def _names(contracts: Sequence[Contract]) -> str:
    return ", ".join(f"`{contract.id}`" for contract in contracts)


def _end_lines(ruleset: RuleSet) -> Iterator[str]:
    yield (
        f"After {ruleset.deal_count} deals the most points win. Equal points share the place "
        "(1, 2, 2, 4)."
    )
    yield (
        "To settle: every other seat pays the winner the difference of their points; several "
        "winners share each payment."
    )
