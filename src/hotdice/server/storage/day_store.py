"""The secrets of days, and the results that count, in the database."""

from msgspec import Struct
from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from hotdice.server.storage.schema import day_games, days


class StoredDay(Struct, frozen=True):
    """A day's secret, and whether it was revealed."""

    date: str
    secret: str
    revealed: bool


class DayStore:
    """Days by their dates, such as 2026-11-20; its methods block, so call them in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find(self, date: str) -> StoredDay | None:
        """A day that has a secret."""
        with self._engine.connect() as connection:
            row = connection.execute(select(days).where(days.c.day == date)).first()
        return None if row is None else StoredDay(row.day, row.secret, row.revealed)

    def draw(self, date: str, secret: str) -> StoredDay:
        """A day, with this secret if it has none yet; of several processes the first one counts."""
        found = self.find(date)
        if found is None:
            try:
                with self._engine.begin() as connection:
                    row = {"day": date, "secret": secret, "revealed": False}
                    connection.execute(insert(days), row)
            except IntegrityError:
                pass  # another process was first
            found = self.find(date)
            assert found is not None
        return found

    def reveal(self, date: str) -> None:
        """Note that a secret is told from now on, so no result of its day counts any more."""
        found = self.find(date)
        if found is not None and not found.revealed:
            with self._engine.begin() as connection:
                connection.execute(update(days).where(days.c.day == date).values(revealed=True))

    def known(self, first: str, before: str) -> list[str]:
        """The days from one on before another that have a secret, newest first."""
        found = select(days.c.day).where(days.c.day >= first, days.c.day < before)
        with self._engine.connect() as connection:
            return list(connection.scalars(found.order_by(days.c.day.desc())))

    def results(self, date: str) -> list[tuple[int, int]]:
        """The results of a day that count, each with how many there are, lowest first."""
        counted = (day_games.c.day == date, day_games.c.points.is_not(None))
        found = select(day_games.c.points, func.count()).where(*counted)
        by_points = found.group_by(day_games.c.points).order_by(day_games.c.points)
        with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(by_points)]

    def forget(self, before: str) -> None:
        """Delete the results of the days before one."""
        with self._engine.begin() as connection:
            connection.execute(delete(day_games).where(day_games.c.day < before))
