"""Every bot against every other: the plan, the results so far, the journal on disk, ratings."""
