"""What the README of the package shows works."""

import contextlib
import io
import re
import unittest
from importlib.metadata import metadata
from typing import Any, Dict

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment, unused-ignore]


class Readme(unittest.TestCase):
    def test_its_programs_run(self) -> None:
        text = str(metadata("tilewright").get_payload())  # type: ignore[attr-defined, unused-ignore]
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        self.assertEqual(len(blocks), 3)
        names: Dict[str, Any] = {}
        with contextlib.redirect_stdout(io.StringIO()) as said:
            for block in blocks if numpy is not None else blocks[:1]:
                exec(block, names)
        self.assertIn("False", said.getvalue())


if __name__ == "__main__":
    unittest.main()
