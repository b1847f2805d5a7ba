"""House rules line by line: what is asked, what is said, and what is refused."""

from pathlib import Path

from support.terminal import run

from hotdice.game.records import read

REAL = ("--seats", "Ann,Bob", "--dice", "mine", "--plain")


def play(folder: Path, rules: str, *typed: str, more: tuple[str, ...] = (), **env: str) -> str:
    """What is said if somebody types this."""
    done = run(folder, rules, *REAL, *more, answers=[*typed, "quit"], **env)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return " ".join(done.stdout.split())


def test_points_are_taken_over_and_rolled_for(tmp_path: Path) -> None:
    said = play(
        tmp_path, "basic+piggyback=true", "112 346", "11", "bank", "help", "bank", "take", "1 2 3 4"
    )
    assert (
        "Bob, type roll (6 dice, 3 % farkle) or take over (200 points, 4 dice to roll, 16 %" in said
    )
    assert "take over continues with the points that the player before has banked" in said
    assert "cannot bank: there are no turn points yet" in said
    assert "Bob takes over 200 points and the dice left. You have taken over: roll, and" in said
    assert "Bob, throw 4 dice and type them: Bob rolled 1 2 3 4." in said
    assert "Bob kept 1 for 100: 300 turn points, 3 dice to roll." in said


def test_without_the_rule_nothing_is_offered(tmp_path: Path) -> None:
    said = play(tmp_path, "basic", "112 346", "11", "bank", "122 346", "take")
    assert "take over" not in said.replace("cannot take over: nothing is offered now", "")
    assert "cannot take over: nothing is offered now" in said


def test_a_takeover_is_undone(tmp_path: Path) -> None:
    said = play(tmp_path, "basic+piggyback=true", "112 346", "11", "bank", "take", "undo", "roll")
    assert "Undone." in said
    assert said.endswith("Bob, throw 6 dice and type them:") or "Bob, throw 6 dice" in said


def test_mercy_with_real_dice(tmp_path: Path) -> None:
    said = play(tmp_path, "basic+mercy=true", "223 346", "223 346", "223 346")
    again = "Nothing scores in the first roll: Ann throws it again."
    assert said.count(again) == 1
    assert "Nothing scored in your first roll: you throw it again. Ann, throw 6 dice" in said
    assert "Ann rolled 2 2 3 3 4 6: farkle, no die scores!" in said
    assert "Nothing scores in the first roll: Bob throws it again." in said


def test_what_was_kept_has_to_be_confirmed(tmp_path: Path) -> None:
    said = play(tmp_path, "basic+confirm=aaa", "111 346", "111", "1 3 4", "bank")
    assert "What you kept has to be confirmed: another roll has to score before you bank." in said
    assert "Ann banked 1,100: total 1,100." in said


def test_too_much_for_the_target_is_told_before_and_after(tmp_path: Path) -> None:
    rules = "basic+target=1000+overshoot="
    typed = ("111 112", "1111", "bank")
    lost = play(tmp_path, f"{rules}lose-turn", *typed)
    assert "Ann: exactly 1,000 to go." in lost
    assert "bank (1,100 records nothing: 100 too many for the target)" in lost
    assert "Too much for the target: the 1,100 points are lost, Ann has 0." in lost
    given = play(tmp_path, f"{rules}welfare", "111 112", "111", "bank", "111 555", more=AHEAD)
    assert "bank (1,000 goes to the lowest other total: too much for the target)" in given
    assert "Too much for the target: Bob gets the 1,000 points: total 1,000." in given
    assert "Bob wins with 1,000" in given


AHEAD = ("--totals", "50,0")


def test_rounds_are_counted_and_the_most_points_win(tmp_path: Path) -> None:
    typed = ["112 346", "11", "bank", "122 346", "bank"] * 2
    said = play(tmp_path, "basic+rounds=2", *typed)
    assert "Round 1 of 2, Ann: level." in said
    assert "Round 1 of 2, Bob: 200 behind." in said
    assert "Round 2 of 2, Ann: 100 ahead." in said
    assert "Ann wins with 400" in said
    assert "10,000" not in said  # nobody plays for a target


def test_what_the_dice_decide(tmp_path: Path) -> None:
    rules = "basic+rolls.2222=lose-total+rolls.6666=win"
    said = play(tmp_path, rules, "222 256", "666 611", more=("--totals", "500,300"))
    assert "That takes the whole total of Ann: 500 points are gone." in said
    assert "Bob has 6 6 6 6 and wins at once!" in said
    assert "Bob wins by a roll, with 300" in said


def test_a_last_round_of_one_roll(tmp_path: Path) -> None:
    rules = "basic+target=1000+last_round=one-roll"
    said = play(tmp_path, rules, "111 234", "111", "bank", "112 346", "11")
    assert "Last round! More than 1,000 wins: 1,000 behind. One roll only." in said
    assert "Bob kept 1 1 for 200: 200 turn points. Bob banked 200: total 200." in said
    assert "Ann wins with 1,000" in said


def test_everything_in_german(tmp_path: Path) -> None:
    rules = "basic+piggyback=true+mercy=true"
    typed = ("223 346", "112 346", "11", "sichern", "hilfe", "übernehmen", "1 2 3 4", "sichern")
    said = play(tmp_path, rules, *typed, LC_ALL="de_DE.UTF-8")
    assert "oder übernehmen (200 Punkte, noch 4 Würfel, 16 % Farkle)" in said
    assert "Bob übernimmt 200 Punkte und die übrigen Würfel." in said


def test_a_head_start_is_played_resumed_and_kept_for_the_next_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    more = ("--totals", "0,200", "--record", str(file))
    said = play(tmp_path, "basic", "112 346", "11", "bank", more=more)
    assert "--- Ann 0, Bob 200 ---" in said
    record = read(str(file))
    assert record.start.totals == (0, 200)
    assert record.state.totals == (200, 200)
    resumed = run(tmp_path, "--resume", str(file), "--plain", answers=["undo", "bank", "quit"])
    assert "--- Ann 200, Bob 200 ---" in resumed.stdout
    assert read(str(file)).start.totals == (0, 200)


def test_a_wrong_head_start_is_refused(tmp_path: Path) -> None:
    for words, said in (
        (("--seats", "Ann,Bob", "--totals", "200"), "--totals 200: 2 totals are needed"),
        (("--seats", "Ann,Bob", "--totals", "a,b"), "--totals a,b: 2 totals are needed"),
        (("--totals", "0,200"), "--totals 0,200 needs --seats with as many players"),
        (("--seats", "Ann,Bob", "--totals", "10000,0"), "nobody who has reached 10000 moves again"),
        (
            ("--seats", "Ann,Bob", "--totals", "25,0", "--set", "overshoot=lose-turn"),
            "from 25 a player can end where no bank comes to 10000 exactly",
        ),
    ):
        done = run(tmp_path, "basic", "--plain", *words)
        assert done.returncode == 2
        assert said in done.stderr.replace("\n", " ")
        assert "Traceback" not in done.stderr
