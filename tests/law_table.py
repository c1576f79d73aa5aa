"""The table of the law book's part 3 as facts: what each rule set must be, in its own words."""

from typing import NamedTuple


class Row(NamedTuple):
    """One rule set: its deals in order, and what each contract is worth over all seats (P8)."""

    seats: int
    hand: int
    deals: str
    """`t b g h k l e` and `T` in their order, `s` for 7th and 8th; `xN`: so often in the game."""
    total: int
    """What the points of a whole game add up to, kept contracts (K3) and A1 apart."""
    boys: str
    lead: str
    ban: str
    king: str
    worth: dict[str, int]


RUSSIAN = {"t": 16, "b": 16, "g": 16, "h": 16, "k": 16, "l": 16, "e": 96, "T": 24}
SIX = {**RUSSIAN, "T": 48}
SHORT_3 = {"t": 20, "b": 20, "g": 20, "h": 16, "k": 20, "l": 20, "e": 116}
TWO = {"t": 16, "b": 12, "g": 12, "h": 8, "k": 16, "l": 16, "e": 80, "T": 24}
SYM_3 = {"t": 30, "b": 24, "g": 24, "h": 24, "k": 24, "l": 24, "e": 150}
LAST = {**RUSSIAN, "s": 24}
KITTY = {"t": 40, "b": 40, "g": 40, "h": 40, "k": 40, "l": 40, "e": 240, "T": 160}
PORTUGUESE = {"t": 260, "h": 260, "g": 200, "b": 240, "k": 160, "l": 180, "T": 325}
KING2 = {"t": 160, "b": 160, "g": 160, "h": 160, "k": 160, "l": 160, "e": 960}

_CLASSIC = "-t -b -g -h -k -l -e +t +b +g +h +k +l +e"
_SHORT = "-t -g -b -h -k -l -e +t +b +g +h +k +l +e"
_SYMMETRIC = "-t -h -b -g -k -l -e +t +h +b +g +k +l +e"
_LAST = "-t -h -g -b -k -l -s +t +h +g +b +k +l +s"
_SEVEN = "-t -b -g -h -k -l -e T T T T"
_KITTY = "-t -b -g -h -k -l -e T T T"
_PAYBACK = "-t -h -b -g -k -l -e"
_FOUR = "T T T T"

TABLE = {
    "classic": Row(4, 8, _CLASSIC, 0, "K", "left", "hke", "void", RUSSIAN),
    "classic-boys-kj": Row(4, 8, _CLASSIC, 0, "KJ", "left", "hke", "void", RUSSIAN),
    "classic-free-king": Row(4, 8, _CLASSIC, 0, "K", "left", "hke", "none", RUSSIAN),
    "classic-no-eralash": Row(
        4, 8, "-t -b -g -h -k -l +t +b +g +h +k +l", 0, "K", "left", "hk", "void", RUSSIAN
    ),
    "ordered": Row(4, 8, f"{_CLASSIC} x4", 0, "K", "left", "hke", "void", RUSSIAN),
    "bidding": Row(4, 8, _SEVEN, 0, "K", "left", "hke", "void", SIX),
    "three-card": Row(4, 8, _SEVEN, 0, "K", "left", "hke", "void", SIX),
    "twelve": Row(4, 8, f"-t -h -b -g -l -k -e {_FOUR} +e", 0, "J", "left", "hke", "void", RUSSIAN),
    "twelve-boys-kj": Row(
        4, 8, f"-t -h -b -g -l -k -e {_FOUR} +e", 0, "KJ", "left", "hke", "void", RUSSIAN
    ),
    "short": Row(4, 8, _SHORT, 0, "J", "left", "hke", "none", RUSSIAN),
    "long": Row(4, 8, f"{_SHORT} x4", 0, "J", "declarer", "hke", "none", RUSSIAN),
    "short-3": Row(3, 10, _SHORT, 0, "J", "left", "hke", "none", SHORT_3),
    "long-3": Row(3, 10, f"{_SHORT} x3", 0, "J", "declarer", "hke", "none", SHORT_3),
    "two-handed": Row(2, 8, f"{_CLASSIC} T T", 48, "J", "left", "hke", "none", TWO),
    "symmetric": Row(4, 8, _SYMMETRIC, 0, "J", "left", "e", "none", RUSSIAN),
    "symmetric-3": Row(3, 10, _SYMMETRIC, 0, "J", "left", "e", "none", SYM_3),
    "symmetric-5": Row(
        5, 8, _SYMMETRIC, 0, "J", "left", "e", "none", {**RUSSIAN, "h": 20, "e": 100}
    ),
    "symmetric-6": Row(
        6, 8, _SYMMETRIC, 0, "J", "left", "e", "none", {**RUSSIAN, "h": 24, "e": 104}
    ),
    "payback-8": Row(4, 8, f"{_PAYBACK} {_FOUR} {_FOUR}", 0, "J", "left", "e", "none", RUSSIAN),
    "payback-4": Row(4, 8, f"{_PAYBACK} {_FOUR} +e", 0, "J", "left", "e", "none", RUSSIAN),
    "payback-short": Row(4, 8, f"-t -h -b -g -k -l {_FOUR}", 0, "J", "left", "", "none", RUSSIAN),
    "free-order": Row(4, 8, _SYMMETRIC, 0, "J", "declarer", "e", "none", RUSSIAN),
    "kitty": Row(3, 10, f"{_KITTY} x3", 0, "J", "declarer", "hke", "none", KITTY),
    "kitty-no-eralash": Row(
        3, 10, "-t -b -g -h -k -l T T T x3", 720, "J", "declarer", "hk", "none", KITTY
    ),
    "kitty-mirror": Row(3, 10, f"{_CLASSIC} x3", 0, "J", "declarer", "hke", "none", KITTY),
    "kitty-4": Row(4, 10, f"{_KITTY} x4", 0, "J", "declarer", "hke", "none", KITTY),
    "kitty-2010": Row(3, 10, f"{_KITTY} x3", 0, "J", "declarer", "hke", "none", KITTY),
    "kitty-2010-kj": Row(3, 10, f"{_KITTY} x3", 0, "KJ", "declarer", "hke", "none", KITTY),
    "portuguese": Row(
        4, 13, f"-t -h -g -b -k -l {_FOUR}", 0, "KJ", "dealer", "hk", "void-or-led", PORTUGUESE
    ),
    "portuguese-quick": Row(
        4, 13, f"-t+l -h+k -g+b {_FOUR}", 0, "KJ", "dealer", "h+k", "void-or-led", PORTUGUESE
    ),
    "last-trick": Row(4, 8, _LAST, 0, "J", "left", "", "none", LAST),
    "last-trick-chosen": Row(4, 8, _LAST, 0, "J", "left", "", "none", LAST),
    "last-trick-3": Row(3, 10, _LAST, 0, "J", "left", "", "none", {**LAST, "t": 20}),
    "king2": Row(4, 8, f"{_CLASSIC} x4", 0, "KJ", "declarer", "hke", "none", KING2),
}

LETTERS = {
    "tricks": "t",
    "boys": "b",
    "girls": "g",
    "hearts": "h",
    "king": "k",
    "last": "l",
    "eralash": "e",
    "seventh-eighth": "s",
    "trump": "T",
}

CHOSEN = {
    "ordered": "C1",
    "long": "C2",
    "long-3": "C2",
    "king2": "C2",
    "kitty": "C2",
    "kitty-no-eralash": "C2",
    "kitty-mirror": "C2",
    "kitty-4": "C2",
    "kitty-2010": "C2",
    "kitty-2010-kj": "C2",
    "free-order": "C3",
    "last-trick-chosen": "C4",
}
"""By which law the contract is chosen; the others have a fixed order."""


def short_name(contract: str) -> str:
    """A contract by its letters: `-tricks+last` is `-t+l`."""
    sign = contract[0] if contract[0] in "+-" else ""
    return sign + "+".join(LETTERS[part] for part in contract.lstrip("+-").split("+"))


def deals_of(row: Row) -> tuple[list[str], int]:
    """The deals by their letters, and how often each of them is played in a game."""
    words = row.deals.split()
    times = int(words.pop()[1:]) if words[-1].startswith("x") else 1
    return words, times


def worth_of(row: Row, short: str) -> int:
    """What a deal of that contract adds up to, with its sign (P7, P8)."""
    sign = -1 if short[0] == "-" else 1
    return sign * sum(row.worth[part] for part in short.lstrip("+-").split("+"))


HASHES = {
    "bidding": "e53e82a84a6e6587059215bcd5f82ce0bdb33041068922bc71f5946e819ba3cf",
    "classic": "8d1a46076998d1f0e1d717340df9eb65de67cb3ef226e3a85f0837e538e51373",
    "classic-boys-kj": "91e42ae5aa67ad363fd8751748815cc0f82a8f4b4cd1ca62d258d995973912a8",
    "classic-free-king": "58ac108aa0f4333645280ef6a5770295a231d4af68ea4a29c53cdcec7037ce21",
    "classic-no-eralash": "87db5abb7db9a948439db708045228806d1ef16962dccaf3d377382e9eb07fc1",
    "free-order": "f5ca1c6114d3d48c9cd53e16eae86becdcbb54f82a957cc49a321c6ef2919037",
    "king2": "02ecdfb6999fb3c185cd52b05f511246d5360bcfdf8bc6658e3a79bccf80c4cd",
    "kitty": "4ca178a48cf9dc1da8fa92a273a1b6209e1f4a747e13646ab7b91f742ed867d3",
    "kitty-2010": "e2cf38401386aef59bab258de3b7bc151b6f89fc65e5b09ebf619aee35fb5cd9",
    "kitty-2010-kj": "0c0bc52438c2cc21d39449c65ab2d273a242c2c94441eaff9c252f3792a7a455",
    "kitty-4": "55c309815a1a9c2b6629f27f8b8f3caddf5682449b90db6a2c2c14cd2a306efc",
    "kitty-mirror": "69ab6fe2be243a52fb42c0c69a8e7b4df674129fb7426e6ed95c7491c35bf5f0",
    "kitty-no-eralash": "8174b5f03457a6e602e2e72e198fa27ff68bf99f0c2ea38b86ee9aa08be93451",
    "last-trick": "328e8503b6e6b056974e3afbb258cd99c276575d0a7b1a85d1ff9c18ea053d33",
    "last-trick-3": "c4bed9867a898d071b0d5f71e1750be43d8c4fcfbe622d09b5242d8bf00e44ec",
    "last-trick-chosen": "934183a4d600836b194f01c39cdad2a3e79603a833ef5f5b9cad47c91532fee6",
    "long": "4cc62a42733ac57a67a8ed2c585736a655e9252c76de8f0f9795bfd401d3a47f",
    "long-3": "caf3619190526dc011a5f239e50f500846a2cf45698f6fa346adece5bf644e96",
    "ordered": "293ebfe3912e3db1ca202a03943e9fd624a2a28aff559dc0dc0b9c839ba79d1b",
    "payback-4": "c294e1dda1751e8db0e6f1ca600b98ee104ecf4feaac5714c94fdfb490744a9d",
    "payback-8": "662dc63db723a8427fc32b17ea61655b513d1b48e2bf6e48e5a7df962e651d21",
    "payback-short": "3639ad642e1a9d1160c04db9af4562b074081f77d1e8899d9bd831afc027a9c3",
    "portuguese": "2ddde888c573bd2fb8879969386b0305d084165a3a5b5718c7c4de990754ad77",
    "portuguese-quick": "6aa0abecfd03c6ce6c5b4df68436ffe82b9a8f34311917b415fd66605c7dc13b",
    "short": "cbaaf07a5bb4e95ab4454bece186d3c48407bbfdfe4ec30e126c97f064d3e0e6",
    "short-3": "c040170b6ea0b676944ca4484d19d515059f02303f13e8f0c292608a66669919",
    "symmetric": "7afaf47d7e9da03326c47a89bdbf4119511c87d20f8ec6cf482c8e093ddf886d",
    "symmetric-3": "3e4b8baaac2732d6c857d46edbd6fa74201d18bb4a7f34d90e13bea5a3040032",
    "symmetric-5": "9c6261fd7cdbeb7cc260be531dfa6d34f7ae52899dc45a74d33610cc6f3cf999",
    "symmetric-6": "82dbe29c17913250e423cfa7dc88f0ca0c33bec8ce0ac40f32c8bc0bf52aac5e",
    "three-card": "3083a72bc648e745ede869d9ae9ed21230a724094a5faf0b46374f85adc8ec62",
    "twelve": "a0c64bece6f4252ef01da61d12dcf180d75ebc75c849fd670145ed66b22cb739",
    "twelve-boys-kj": "cd636512a8247b732e77148e4b1a4b9e2eb28c4b6dfb62ecc9271e1bd5164f5e",
    "two-handed": "fdf72d2ae1d22434773405cf5c0ab9e361eddace4e0cdb124f8ebd989556acea",
}
"""Boards are dealt from these, so a change deals other cards for every seed."""
