"""How seldom Python looks for cycles among our objects."""

import gc

_OBJECTS_A_COLLECTION = 50_000


def collect_seldom() -> None:
    """Lets Python look seldom, for the rest of the process.

    Games are values without cycles: looking for cycles among all of them all the time is a waste.
    """
    gc.freeze()
    gc.set_threshold(_OBJECTS_A_COLLECTION)
