"""Rules under which hardly any roll farkles: their best turn may be too long to be worked out."""

from support.cli import refused, run_here

PAIRS = ("--set", "score.2=1", "--set", "score.aa=1000")


def test_rare_farkles_make_long_turns() -> None:
    done = run_here("odds", "basic", *PAIRS)
    assert done.returncode == 0
    assert done.stdout.count("always roll") == 3  # of four dice two are alike, or one scores


def test_a_turn_that_hardly_ever_ends_is_refused_in_one_sentence() -> None:
    sentence = refused("odds", "basic", *PAIRS, "--set", "score.3=1", "--set", "score.4=1")
    assert "the best turn goes on beyond 262,144 points" in sentence
