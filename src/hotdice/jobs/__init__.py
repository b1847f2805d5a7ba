"""Numbered blocks of work on this machine's cores or on a Dask cluster. Knows nothing of games.

A place takes pure work and its blocks, and yields every result with the number of its block:

>>> from hotdice.jobs import Threads
>>> dict(Threads(2).run(abs, [-3, 5]))
{0: 3, 1: 5}
"""

from hotdice.jobs.cluster import Cluster as Cluster
from hotdice.jobs.place import Place as Place
from hotdice.jobs.processes import Processes as Processes
from hotdice.jobs.threads import Threads as Threads
