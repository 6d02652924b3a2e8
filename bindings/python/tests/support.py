"""What the tests share: small word lists for every variant."""

import os
from pathlib import Path
from typing import List, Union

from tilewright import Variant
from tilewright.protocol import VariantSummary

#: The small lists of languages whose lists are not bundled.
WORDS = Path(os.environ.get("TILEWRIGHT_WORDS") or Path(__file__).resolve().parents[3] / "fixtures/words")

VARIANTS: List[VariantSummary] = list(Variant.shipped())


def small_words(variant: Variant) -> Union[str, List[str]]:
    """A small list with which a variant can be played."""
    if len(variant.letters) < 3:
        return "AA AB BA BB ABA BAB AAB ABBA".split()
    lexicon = variant.details["summary"].get("lexicon") or "en"
    if lexicon in ("en", "en_test_small"):
        return "en_test_small"
    return (WORDS / f"{lexicon}-small.txt").read_text(encoding="utf-8").split()
