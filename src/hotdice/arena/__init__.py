"""A million games counted: compiled mass play, tournaments, ratings. Decides nothing by itself."""
