"""``python -m finestra``, the same as the command ``finestra``."""

import sys

from finestra.cli import main

sys.exit(main())
