"""`Cluster`: blocks on the workers of a Dask cluster. A worker that is lost loses nothing."""

from collections.abc import Callable, Sequence

import msgspec

from hotdice.jobs.place import B, R, Results


class Cluster(msgspec.Struct, frozen=True):
    """The scheduler's address; `patience` is how many seconds it may be without any worker."""

    address: str
    patience: float = 30.0

    def run(self, work: Callable[[B], R], blocks: Sequence[B]) -> Results[R]:
        """Each block's number and result once, as they are done."""
        from hotdice.jobs.dask_client import connected, errors_as_sentences, quiet, results

        with quiet(), connected(self.address) as client, errors_as_sentences(self.address):
            yield from results(client, self, work, blocks)
