"""Every bot against every other: the plan, what was played of it, its journal, ratings."""
