from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Suit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUIT_UNSPECIFIED: _ClassVar[Suit]
    SUIT_CLUBS: _ClassVar[Suit]
    SUIT_DIAMONDS: _ClassVar[Suit]
    SUIT_HEARTS: _ClassVar[Suit]
    SUIT_SPADES: _ClassVar[Suit]

class Card(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_UNSPECIFIED: _ClassVar[Card]
    CARD_C2: _ClassVar[Card]
    CARD_C3: _ClassVar[Card]
    CARD_C4: _ClassVar[Card]
    CARD_C5: _ClassVar[Card]
    CARD_C6: _ClassVar[Card]
    CARD_C7: _ClassVar[Card]
    CARD_C8: _ClassVar[Card]
    CARD_C9: _ClassVar[Card]
    CARD_CT: _ClassVar[Card]
    CARD_CJ: _ClassVar[Card]
    CARD_CQ: _ClassVar[Card]
    CARD_CK: _ClassVar[Card]
    CARD_CA: _ClassVar[Card]
    CARD_D2: _ClassVar[Card]
    CARD_D3: _ClassVar[Card]
    CARD_D4: _ClassVar[Card]
    CARD_D5: _ClassVar[Card]
    CARD_D6: _ClassVar[Card]
    CARD_D7: _ClassVar[Card]
    CARD_D8: _ClassVar[Card]
    CARD_D9: _ClassVar[Card]
    CARD_DT: _ClassVar[Card]
    CARD_DJ: _ClassVar[Card]
    CARD_DQ: _ClassVar[Card]
    CARD_DK: _ClassVar[Card]
    CARD_DA: _ClassVar[Card]
    CARD_H2: _ClassVar[Card]
    CARD_H3: _ClassVar[Card]
    CARD_H4: _ClassVar[Card]
    CARD_H5: _ClassVar[Card]
    CARD_H6: _ClassVar[Card]
    CARD_H7: _ClassVar[Card]
    CARD_H8: _ClassVar[Card]
    CARD_H9: _ClassVar[Card]
    CARD_HT: _ClassVar[Card]
    CARD_HJ: _ClassVar[Card]
    CARD_HQ: _ClassVar[Card]
    CARD_HK: _ClassVar[Card]
    CARD_HA: _ClassVar[Card]
    CARD_S2: _ClassVar[Card]
    CARD_S3: _ClassVar[Card]
    CARD_S4: _ClassVar[Card]
    CARD_S5: _ClassVar[Card]
    CARD_S6: _ClassVar[Card]
    CARD_S7: _ClassVar[Card]
    CARD_S8: _ClassVar[Card]
    CARD_S9: _ClassVar[Card]
    CARD_ST: _ClassVar[Card]
    CARD_SJ: _ClassVar[Card]
    CARD_SQ: _ClassVar[Card]
    CARD_SK: _ClassVar[Card]
    CARD_SA: _ClassVar[Card]

class Sign(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIGN_UNSPECIFIED: _ClassVar[Sign]
    SIGN_DO_NOT_TAKE: _ClassVar[Sign]
    SIGN_TAKE: _ClassVar[Sign]

class Trump(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRUMP_UNSPECIFIED: _ClassVar[Trump]
    TRUMP_CLUBS: _ClassVar[Trump]
    TRUMP_DIAMONDS: _ClassVar[Trump]
    TRUMP_HEARTS: _ClassVar[Trump]
    TRUMP_SPADES: _ClassVar[Trump]
    TRUMP_NO_TRUMP: _ClassVar[Trump]
    TRUMP_MISERE: _ClassVar[Trump]
    TRUMP_SHARE_OUT: _ClassVar[Trump]
    TRUMP_LAST: _ClassVar[Trump]
    TRUMP_NULOS: _ClassVar[Trump]
    TRUMP_FOUR_THREE_THREE_THREE: _ClassVar[Trump]

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_UP: _ClassVar[Direction]
    DIRECTION_DOWN: _ClassVar[Direction]

class Opening(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPENING_UNSPECIFIED: _ClassVar[Opening]
    OPENING_PLAY: _ClassVar[Opening]
    OPENING_NULOS: _ClassVar[Opening]
    OPENING_AUCTION: _ClassVar[Opening]
    OPENING_ULTIMATUM: _ClassVar[Opening]
    OPENING_FOUR_THREE_THREE_THREE: _ClassVar[Opening]

class KingDuty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KING_DUTY_UNSPECIFIED: _ClassVar[KingDuty]
    KING_DUTY_NONE: _ClassVar[KingDuty]
    KING_DUTY_VOID: _ClassVar[KingDuty]
    KING_DUTY_VOID_OR_LED: _ClassVar[KingDuty]

class RuffDuty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUFF_DUTY_UNSPECIFIED: _ClassVar[RuffDuty]
    RUFF_DUTY_MUST: _ClassVar[RuffDuty]
    RUFF_DUTY_FREE: _ClassVar[RuffDuty]

class FirstLead(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIRST_LEAD_UNSPECIFIED: _ClassVar[FirstLead]
    FIRST_LEAD_LEFT: _ClassVar[FirstLead]
    FIRST_LEAD_DEALER: _ClassVar[FirstLead]
    FIRST_LEAD_DECLARER: _ClassVar[FirstLead]

class Choice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHOICE_UNSPECIFIED: _ClassVar[Choice]
    CHOICE_FIXED: _ClassVar[Choice]
    CHOICE_ROUND: _ClassVar[Choice]
    CHOICE_DECLARER: _ClassVar[Choice]
    CHOICE_POOL: _ClassVar[Choice]
    CHOICE_DEALER: _ClassVar[Choice]

class TrumpTime(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRUMP_TIME_UNSPECIFIED: _ClassVar[TrumpTime]
    TRUMP_TIME_THREE_CARDS: _ClassVar[TrumpTime]
    TRUMP_TIME_WHOLE_HAND: _ClassVar[TrumpTime]

class Auction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUCTION_UNSPECIFIED: _ClassVar[Auction]
    AUCTION_BIDDING: _ClassVar[Auction]
    AUCTION_BENEFICIARY: _ClassVar[Auction]
    AUCTION_BUYOUT: _ClassVar[Auction]

class KittyRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KITTY_RULE_UNSPECIFIED: _ClassVar[KittyRule]
    KITTY_RULE_SHOWN: _ClassVar[KittyRule]
    KITTY_RULE_HIDDEN: _ClassVar[KittyRule]
SUIT_UNSPECIFIED: Suit
SUIT_CLUBS: Suit
SUIT_DIAMONDS: Suit
SUIT_HEARTS: Suit
SUIT_SPADES: Suit
CARD_UNSPECIFIED: Card
CARD_C2: Card
CARD_C3: Card
CARD_C4: Card
CARD_C5: Card
CARD_C6: Card
CARD_C7: Card
CARD_C8: Card
CARD_C9: Card
CARD_CT: Card
CARD_CJ: Card
CARD_CQ: Card
CARD_CK: Card
CARD_CA: Card
CARD_D2: Card
CARD_D3: Card
CARD_D4: Card
CARD_D5: Card
CARD_D6: Card
CARD_D7: Card
CARD_D8: Card
CARD_D9: Card
CARD_DT: Card
CARD_DJ: Card
CARD_DQ: Card
CARD_DK: Card
CARD_DA: Card
CARD_H2: Card
CARD_H3: Card
CARD_H4: Card
CARD_H5: Card
CARD_H6: Card
CARD_H7: Card
CARD_H8: Card
CARD_H9: Card
CARD_HT: Card
CARD_HJ: Card
CARD_HQ: Card
CARD_HK: Card
CARD_HA: Card
CARD_S2: Card
CARD_S3: Card
CARD_S4: Card
CARD_S5: Card
CARD_S6: Card
CARD_S7: Card
CARD_S8: Card
CARD_S9: Card
CARD_ST: Card
CARD_SJ: Card
CARD_SQ: Card
CARD_SK: Card
CARD_SA: Card
SIGN_UNSPECIFIED: Sign
SIGN_DO_NOT_TAKE: Sign
SIGN_TAKE: Sign
TRUMP_UNSPECIFIED: Trump
TRUMP_CLUBS: Trump
TRUMP_DIAMONDS: Trump
TRUMP_HEARTS: Trump
TRUMP_SPADES: Trump
TRUMP_NO_TRUMP: Trump
TRUMP_MISERE: Trump
TRUMP_SHARE_OUT: Trump
TRUMP_LAST: Trump
TRUMP_NULOS: Trump
TRUMP_FOUR_THREE_THREE_THREE: Trump
DIRECTION_UNSPECIFIED: Direction
DIRECTION_UP: Direction
DIRECTION_DOWN: Direction
OPENING_UNSPECIFIED: Opening
OPENING_PLAY: Opening
OPENING_NULOS: Opening
OPENING_AUCTION: Opening
OPENING_ULTIMATUM: Opening
OPENING_FOUR_THREE_THREE_THREE: Opening
KING_DUTY_UNSPECIFIED: KingDuty
KING_DUTY_NONE: KingDuty
KING_DUTY_VOID: KingDuty
KING_DUTY_VOID_OR_LED: KingDuty
RUFF_DUTY_UNSPECIFIED: RuffDuty
RUFF_DUTY_MUST: RuffDuty
RUFF_DUTY_FREE: RuffDuty
FIRST_LEAD_UNSPECIFIED: FirstLead
FIRST_LEAD_LEFT: FirstLead
FIRST_LEAD_DEALER: FirstLead
FIRST_LEAD_DECLARER: FirstLead
CHOICE_UNSPECIFIED: Choice
CHOICE_FIXED: Choice
CHOICE_ROUND: Choice
CHOICE_DECLARER: Choice
CHOICE_POOL: Choice
CHOICE_DEALER: Choice
TRUMP_TIME_UNSPECIFIED: TrumpTime
TRUMP_TIME_THREE_CARDS: TrumpTime
TRUMP_TIME_WHOLE_HAND: TrumpTime
AUCTION_UNSPECIFIED: Auction
AUCTION_BIDDING: Auction
AUCTION_BENEFICIARY: Auction
AUCTION_BUYOUT: Auction
KITTY_RULE_UNSPECIFIED: KittyRule
KITTY_RULE_SHOWN: KittyRule
KITTY_RULE_HIDDEN: KittyRule

class Bid(_message.Message):
    __slots__ = ("tricks", "direction")
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    tricks: int
    direction: Direction
    def __init__(self, tricks: _Optional[int] = ..., direction: _Optional[_Union[Direction, str]] = ...) -> None: ...

class CardPair(_message.Message):
    __slots__ = ("low", "high")
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    low: Card
    high: Card
    def __init__(self, low: _Optional[_Union[Card, str]] = ..., high: _Optional[_Union[Card, str]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("card", "contract", "trump", "bid", "accept", "opening", "discard")
    CARD_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    card: Card
    contract: str
    trump: Trump
    bid: Bid
    accept: bool
    opening: Opening
    discard: CardPair
    def __init__(self, card: _Optional[_Union[Card, str]] = ..., contract: _Optional[str] = ..., trump: _Optional[_Union[Trump, str]] = ..., bid: _Optional[_Union[Bid, _Mapping]] = ..., accept: bool = ..., opening: _Optional[_Union[Opening, str]] = ..., discard: _Optional[_Union[CardPair, _Mapping]] = ..., **kwargs) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Call(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: Action
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ...) -> None: ...

class Trick(_message.Message):
    __slots__ = ("leader", "cards", "taker")
    LEADER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    leader: int
    cards: _containers.RepeatedScalarFieldContainer[Card]
    taker: int
    def __init__(self, leader: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Card, str]]] = ..., taker: _Optional[int] = ...) -> None: ...

class Sale(_message.Message):
    __slots__ = ("seller", "buyer", "bid")
    SELLER_FIELD_NUMBER: _ClassVar[int]
    BUYER_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    seller: int
    buyer: int
    bid: Bid
    def __init__(self, seller: _Optional[int] = ..., buyer: _Optional[int] = ..., bid: _Optional[_Union[Bid, _Mapping]] = ...) -> None: ...

class Stock(_message.Message):
    __slots__ = ("contracts",)
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    contracts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, contracts: _Optional[_Iterable[str]] = ...) -> None: ...

class KingView(_message.Message):
    __slots__ = ("seat", "seats", "deals", "deal", "dealer", "sits_out", "contract", "sign", "declarer", "trump", "sale", "shown", "hand", "discard", "stocks", "calls", "tricks", "current", "points", "deal_points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    SITS_OUT_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    SIGN_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    SALE_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    STOCKS_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DEAL_POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seats: int
    deals: int
    deal: int
    dealer: int
    sits_out: int
    contract: str
    sign: Sign
    declarer: int
    trump: Trump
    sale: Sale
    shown: _containers.RepeatedScalarFieldContainer[Card]
    hand: _containers.RepeatedScalarFieldContainer[Card]
    discard: _containers.RepeatedScalarFieldContainer[Card]
    stocks: _containers.RepeatedCompositeFieldContainer[Stock]
    calls: _containers.RepeatedCompositeFieldContainer[Call]
    tricks: _containers.RepeatedCompositeFieldContainer[Trick]
    current: Trick
    points: _containers.RepeatedScalarFieldContainer[int]
    deal_points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., seats: _Optional[int] = ..., deals: _Optional[int] = ..., deal: _Optional[int] = ..., dealer: _Optional[int] = ..., sits_out: _Optional[int] = ..., contract: _Optional[str] = ..., sign: _Optional[_Union[Sign, str]] = ..., declarer: _Optional[int] = ..., trump: _Optional[_Union[Trump, str]] = ..., sale: _Optional[_Union[Sale, _Mapping]] = ..., shown: _Optional[_Iterable[_Union[Card, str]]] = ..., hand: _Optional[_Iterable[_Union[Card, str]]] = ..., discard: _Optional[_Iterable[_Union[Card, str]]] = ..., stocks: _Optional[_Iterable[_Union[Stock, _Mapping]]] = ..., calls: _Optional[_Iterable[_Union[Call, _Mapping]]] = ..., tricks: _Optional[_Iterable[_Union[Trick, _Mapping]]] = ..., current: _Optional[_Union[Trick, _Mapping]] = ..., points: _Optional[_Iterable[int]] = ..., deal_points: _Optional[_Iterable[int]] = ...) -> None: ...

class PositionPrice(_message.Message):
    __slots__ = ("position", "price")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    position: int
    price: int
    def __init__(self, position: _Optional[int] = ..., price: _Optional[int] = ...) -> None: ...

class Prices(_message.Message):
    __slots__ = ("trick", "heart", "boy", "girl", "king", "at")
    TRICK_FIELD_NUMBER: _ClassVar[int]
    HEART_FIELD_NUMBER: _ClassVar[int]
    BOY_FIELD_NUMBER: _ClassVar[int]
    GIRL_FIELD_NUMBER: _ClassVar[int]
    KING_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    trick: int
    heart: int
    boy: int
    girl: int
    king: int
    at: _containers.RepeatedCompositeFieldContainer[PositionPrice]
    def __init__(self, trick: _Optional[int] = ..., heart: _Optional[int] = ..., boy: _Optional[int] = ..., girl: _Optional[int] = ..., king: _Optional[int] = ..., at: _Optional[_Iterable[_Union[PositionPrice, _Mapping]]] = ...) -> None: ...

class Contract(_message.Message):
    __slots__ = ("id", "sign", "prices", "heart_lead_ban", "king_duty", "is_trump")
    ID_FIELD_NUMBER: _ClassVar[int]
    SIGN_FIELD_NUMBER: _ClassVar[int]
    PRICES_FIELD_NUMBER: _ClassVar[int]
    HEART_LEAD_BAN_FIELD_NUMBER: _ClassVar[int]
    KING_DUTY_FIELD_NUMBER: _ClassVar[int]
    IS_TRUMP_FIELD_NUMBER: _ClassVar[int]
    id: str
    sign: Sign
    prices: Prices
    heart_lead_ban: bool
    king_duty: KingDuty
    is_trump: bool
    def __init__(self, id: _Optional[str] = ..., sign: _Optional[_Union[Sign, str]] = ..., prices: _Optional[_Union[Prices, _Mapping]] = ..., heart_lead_ban: bool = ..., king_duty: _Optional[_Union[KingDuty, str]] = ..., is_trump: bool = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("key", "value")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class RuleSet(_message.Message):
    __slots__ = ("id", "title", "source", "options", "sha256", "seats", "deck", "hand_size", "kitty_size", "packet", "dealer_sits_out", "first_lead", "early_end", "boys", "contracts", "deals", "choice", "stock", "stage_deals", "ruff_duty", "trump_time", "trumps", "auction", "kitty_rule")
    ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    KITTY_SIZE_FIELD_NUMBER: _ClassVar[int]
    PACKET_FIELD_NUMBER: _ClassVar[int]
    DEALER_SITS_OUT_FIELD_NUMBER: _ClassVar[int]
    FIRST_LEAD_FIELD_NUMBER: _ClassVar[int]
    EARLY_END_FIELD_NUMBER: _ClassVar[int]
    BOYS_FIELD_NUMBER: _ClassVar[int]
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    STAGE_DEALS_FIELD_NUMBER: _ClassVar[int]
    RUFF_DUTY_FIELD_NUMBER: _ClassVar[int]
    TRUMP_TIME_FIELD_NUMBER: _ClassVar[int]
    TRUMPS_FIELD_NUMBER: _ClassVar[int]
    AUCTION_FIELD_NUMBER: _ClassVar[int]
    KITTY_RULE_FIELD_NUMBER: _ClassVar[int]
    id: str
    title: str
    source: str
    options: _containers.RepeatedCompositeFieldContainer[Option]
    sha256: str
    seats: int
    deck: _containers.RepeatedScalarFieldContainer[Card]
    hand_size: int
    kitty_size: int
    packet: int
    dealer_sits_out: bool
    first_lead: FirstLead
    early_end: bool
    boys: _containers.RepeatedScalarFieldContainer[Card]
    contracts: _containers.RepeatedCompositeFieldContainer[Contract]
    deals: int
    choice: Choice
    stock: _containers.RepeatedScalarFieldContainer[str]
    stage_deals: int
    ruff_duty: RuffDuty
    trump_time: TrumpTime
    trumps: _containers.RepeatedScalarFieldContainer[Trump]
    auction: Auction
    kitty_rule: KittyRule
    def __init__(self, id: _Optional[str] = ..., title: _Optional[str] = ..., source: _Optional[str] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ..., sha256: _Optional[str] = ..., seats: _Optional[int] = ..., deck: _Optional[_Iterable[_Union[Card, str]]] = ..., hand_size: _Optional[int] = ..., kitty_size: _Optional[int] = ..., packet: _Optional[int] = ..., dealer_sits_out: bool = ..., first_lead: _Optional[_Union[FirstLead, str]] = ..., early_end: bool = ..., boys: _Optional[_Iterable[_Union[Card, str]]] = ..., contracts: _Optional[_Iterable[_Union[Contract, _Mapping]]] = ..., deals: _Optional[int] = ..., choice: _Optional[_Union[Choice, str]] = ..., stock: _Optional[_Iterable[str]] = ..., stage_deals: _Optional[int] = ..., ruff_duty: _Optional[_Union[RuffDuty, str]] = ..., trump_time: _Optional[_Union[TrumpTime, str]] = ..., trumps: _Optional[_Iterable[_Union[Trump, str]]] = ..., auction: _Optional[_Union[Auction, str]] = ..., kitty_rule: _Optional[_Union[KittyRule, str]] = ...) -> None: ...
