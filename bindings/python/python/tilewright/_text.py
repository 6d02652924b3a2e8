"""Games as text: cut out of responses, never written anew."""

from __future__ import annotations

import json
from typing import Optional

_START = '{"v":1,"answer":{"type":"game","game":'
_DECODER = json.JSONDecoder()


def current_game(response: str) -> Optional[str]:
    """The text of the game in a response that has one."""
    if not response.startswith(_START):
        return None
    _, end = _DECODER.raw_decode(response, len(_START))
    return response[len(_START) : end]
