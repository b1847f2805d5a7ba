"""English."""

POSITION = (
    "it looks like: basic 9950,9000 p1 t1100 d3, and if they apply r155 (the roll), f0,2 (each "
    "seat's farkles in a row), l1 (the seat that began the last round); docs/game.md has what "
    "house rules add"
)

SENTENCES = {
    # words
    "and": "{first} and {last}",
    "dice": "{count} dice",
    "dice.one": "1 die",
    "dice-word": "{number} dice",
    "dice-word.one": "one die",
    "all-dice": "all {number} dice",
    "all-dice.one": "the die",
    "both-dice": "both dice",
    "number.1": "one",
    "number.2": "two",
    "number.3": "three",
    "number.4": "four",
    "number.5": "five",
    "number.6": "six",
    "number.7": "seven",
    "number.8": "eight",
    "number.9": "nine",
    "number.10": "ten",
    "thousands": "1,000",
    "decimals": "0.1",
    # the language
    "language": "en",
    "language/unknown": "unknown language {found}; there are {known}",
    "language/missing": "--language needs a language; there are {known}",
    # mistakes in rules
    "toml/syntax": "this is not TOML ({reason}): {found}",
    "toml/huge": "it has numbers that are too long or brackets that are nested too deep",
    "file/large": "the file is too large; the limit is {most} characters",
    "file/missing": "there is no such file",
    "file/not-text": "this is not a text file in UTF-8",
    "file/unreadable": "the file cannot be read: {reason}",
    "file/exists": "the file already exists and is left unchanged; choose another name",
    "file/unwritable": "the file cannot be written: {reason}",
    "rules/unknown": "no such rules; there are {presets}, and files by their path (house.toml)",
    "rules/unknown.near": (
        "no such rules; did you mean {near}? There are {presets}, and files by their path "
        "(house.toml)"
    ),
    "rules/unknown-field": "{field} is not a field of a rules file; the fields are {known}",
    "rules/unknown-field.near": "{field} is not a field of a rules file; did you mean {near}?",
    "rules/above-score": "{field} is a pattern: move {field} below [score]",
    "rules/below-score": (
        "{field} is a field of the rules, not a pattern: move {field} above [score]"
    ),
    "rules/no-name": 'the name is missing; write name = "my-rules" at the top',
    "rules/name": (
        "name = {found}: up to 60 lower-case letters, digits and - are needed, as in my-rules"
    ),
    "rules/title": "title = {found}: one line of text in quotation marks is needed",
    "rules/title-long": "the title has {count} characters; at most {most} are allowed here",
    "rules/number": "{field} = {found}: a whole number from {least} to {most} is needed",
    "rules/choice": "{field} = {found}: one of {choices} is needed",
    "rules/penalty": (
        "penalty = {found}: a table is needed, such as {{ farkles = 3, points = 500 }}"
    ),
    "rules/penalty-part": (
        "the penalty lacks its {part}; write penalty = {{ farkles = 3, points = 500 }}"
    ),
    "rules/weights": (
        "weights = {found}: six whole numbers above 0 are needed, one for each face, "
        "such as [1, 1, 1, 1, 1, 3]"
    ),
    "rules/weights-sum": "the weights add up to {found}; at most {most} is allowed",
    "rules/rolls": 'rolls = {found}: a table [rolls] is needed, with lines such as 2222 = "farkle"',
    "rules/all-decided": "[rolls] makes every roll of all the dice a farkle; take a pattern away",
    "rules/flag": "{field} = {found}: true or false is needed",
    "rules/confirm": 'confirm = {found}: a pattern is needed, such as confirm = "aaa"',
    "rules/confirm-idle": (
        "confirm = {pattern} has no effect: no pattern below [score] has dice that are {pattern}"
    ),
    "rules/end-confirm": (
        'confirm cannot go with hot_dice = "end": that banks by itself what is not confirmed yet; '
        'write hot_dice = "may"'
    ),
    "rules/rounds-alone": "rounds takes the place of {field}: leave {field} out, or rounds",
    "rules/no-last-round": (
        'last_round = "one-roll" has no effect: rules with this {field} have no last round'
    ),
    "rules/never-finishes": (
        "with this overshoot nobody who has {total:,} can ever reach {target:,}: every bank would "
        "pass it; change target, minimum or [score]"
    ),
    "pattern/none-decides": "none is no pattern for [rolls]; write dice, such as 2222",
    "rules/no-score": "the table [score] with at least one pattern is missing, such as 1 = 100",
    "rules/many-patterns": "there are {count} patterns; at most {most} are allowed",
    "rules/end-refuse": (
        'hot_dice = "end" banks a turn that below_entry = "refuse" forbids to bank; '
        'write below_entry = "nothing", or hot_dice = "may"'
    ),
    "rules/never-scores": "no roll of all {count} dice can score; add a pattern that can",
    "rules/never-scores.one": "no roll of the one die can score; add a pattern that can",
    "rules/never-confirmed": (
        'confirm = "{pattern}": all that scores has to be confirmed, so no turn could ever be '
        "banked; confirm another pattern"
    ),
    "rules/never-banks": (
        'hot_dice = "must": every keep uses all the dice, so no turn could ever be banked; '
        'write hot_dice = "may"'
    ),
    "rules/unreachable": (
        "{field} = {found}: no turn can reach it; the most that one turn can bank is {most}"
    ),
    "pattern/mixed": "{pattern} mixes digits and letters; a pattern is all digits or all letters",
    "pattern/face": "{pattern}: no die has the face {face}; faces are 1 to 6",
    "pattern/letters": "{pattern} has {count} different letters; there are only 6 different faces",
    "pattern/form": (
        '"{pattern}" is not a pattern; write faces such as 111, lower-case letters such as aabb, '
        "or none"
    ),
    "pattern/conflict": (
        "{pattern} makes {dice} worth {points}, and {other} makes them worth {before}; "
        "give them one value"
    ),
    "points/zero": "{pattern} = {found}: points above 0 are needed",
    "points/form": (
        '{pattern} = {found}: points are a whole number above 0 or a sum such as "100a+250"'
    ),
    "points/letter": "{pattern} = {found}: the letter {letter} is not in the pattern",
    "points/most": "{pattern} = {found}: at most {most} points are allowed",
    "change/form": "a change is written field=value, such as target=5000",
    "change/name": "the name cannot be changed: it is made from the rules and their changes",
    "change/table": "{table} is a table: change one entry of it",
    "change/value": "{field} needs a value, such as {field}={usual}",
    "change/absent": "{field} is not there, so it cannot be removed",
    # the rules file
    "form.heading": "# Rules for Hot Dice. Check this file: hotdice rules check FILE",
    "form.name": "lower-case letters, digits and -",
    "form.title": "for people",
    "form.dice": "1 to 10",
    "form.target": "the total that starts the end",
    "form.entry": "points needed in one turn until your total is above 0",
    "form.keep": '"any": the player picks · "all": every scoring die is kept',
    "form.below_entry": '"nothing": may bank, records nothing · "refuse": may not bank',
    "form.hot_dice": '"may" roll all again · "must" · "end": banked automatically',
    "form.minimum": "least points to bank on any turn",
    "form.tie": '"first" to reach the target · "shared"',
    "form.finish": '"last-round" · "immediate" · "equal-turns": only seats after that one move',
    "form.rounds": "most points after so many rounds, instead of a target",
    "form.last_round": '"turn" · "one-roll": one roll and one keep, banked automatically',
    "form.overshoot": 'past the target: "counts" · "lose-turn" · "welfare": to the lowest total',
    "form.piggyback": "the next player may take over what was banked, and the dice left",
    "form.mercy": "a first roll without any score is thrown again, once a turn",
    "form.confirm": "after keeping this pattern another roll has to score before you may bank",
    "form.hot_dice_bonus": "points added whenever all the dice have been kept",
    "form.wild": "a face that stands for any die of a combination of two or more",
    "form.weights": "how often each face falls, 1 to 6",
    "form.rolls": "rolls that are decided by themselves, whatever else is in them",
    "form.penalty": "what farkles in a row cost; a floor stops totals from falling below it",
    "form.score": "digits are faces, letters any faces, different letters different ones",
    "form.none": "a roll of all the dice without any other score",
    # the rule sheet
    "sheet.title": "{title} ({name})",
    "sheet.turn": "Your turn",
    "sheet.scores": "What scores",
    "sheet.end": "The end",
    "sheet.brief": "What scores: {scores}.",
    "sheet.to": "to {target:,}",
    "sheet.rounds": "{count} rounds",
    "sheet.rounds.one": "1 round",
    "sheet.columns": "Dice|What|Points",
    "sheet.aim-last-round": (
        "A game with {dice}. Collect points turn by turn; when somebody reaches {target}, the "
        "others get one last turn, and the highest total wins."
    ),
    "sheet.aim-immediate": (
        "A game with {dice}. Collect points turn by turn; whoever reaches {target} first wins."
    ),
    "sheet.aim-equal-turns": (
        "A game with {dice}. Collect points turn by turn; when somebody reaches {target}, the "
        "round is played to its end, so that all have had equally many turns, and the highest "
        "total wins."
    ),
    "sheet.aim-rounds": (
        "A game with {dice}. Collect points turn by turn; after {count} rounds the highest total "
        "wins."
    ),
    "sheet.aim-rounds.one": "A game with {dice}. After one turn each the highest total wins.",
    "sheet.aim-solo-rounds": (
        "A game with {dice}, played alone. Collect as many points as you can in {count} turns."
    ),
    "sheet.aim-solo-rounds.one": (
        "A game with {dice}, played alone. Collect as many points as you can in one turn."
    ),
    "sheet.aim-solo": (
        "A game with {dice}, played alone. Collect points turn by turn, and reach {target} in as "
        "few turns as you can."
    ),
    "sheet.roll": "- Roll {all_dice}.",
    "sheet.keep-any": (
        "- Keep dice that score: at least one, and as many more of them as you like. Their points "
        "are added to your turn points."
    ),
    "sheet.keep-all": (
        "- Every die that scores is kept automatically. Their points are added to your turn points."
    ),
    "sheet.keep-one": "- If it scores, it is kept: its points are added to your turn points.",
    "sheet.choose": (
        "- Then choose: bank the turn points, which adds them to your total and ends your turn, "
        "or roll the dice that are left."
    ),
    "sheet.choose-one": (
        "- Then choose: bank the turn points, which adds them to your total and ends your turn, "
        "or roll the die again."
    ),
    "sheet.end-at-once": "- A roll that scores is banked automatically, and your turn is over.",
    "sheet.end-one": "- Then the turn points are banked automatically, and your turn is over.",
    "sheet.farkle": (
        "- A roll in which nothing scores is a farkle: the turn points are lost and your turn is "
        "over."
    ),
    "sheet.rolls-farkle": "- This is a farkle too, whatever else is in the roll: {what}.",
    "sheet.rolls-lose-total": (
        "- This is a farkle that also takes your whole total, whatever else is in the roll: {what}."
    ),
    "sheet.rolls-win": "- This wins the game at once, whatever else is in the roll: {what}.",
    "sheet.confirm": (
        "- After keeping {what} you may not bank until a later roll of the turn has scored."
    ),
    "sheet.mercy": (
        "- If the first roll of a turn scores nothing, throw it again, once; that is no farkle."
    ),
    "sheet.piggyback": (
        "- After a bank the next player may take over the points that were banked, with the dice "
        "that are left, instead of beginning anew; those dice must then be rolled. Whoever banked "
        "keeps the points."
    ),
    "sheet.overshoot-lose-turn": (
        "- The target has to be reached exactly: a bank that would pass it records nothing."
    ),
    "sheet.overshoot-welfare": (
        "- The target has to be reached exactly: the points of a bank that would pass it go to the "
        "lowest other total, the next player's if several are equal. If they would take that past "
        "the target too, they are lost."
    ),
    "sheet.last_round-one-roll": (
        "- In the last round everybody has one roll and one keep, which is banked automatically."
    ),
    "sheet.wild": (
        "- A {face} is wild: in a combination of two or more dice it stands for any die. Alone it "
        "counts as what it shows."
    ),
    "sheet.weights": (
        "- The dice are loaded: the faces 1 to 6 fall as {weights}. Real ones fall as they do."
    ),
    "sheet.read-as": "{dice} (as {read})",
    "sheet.hot_dice_bonus": (
        "- Whenever all the dice have been kept, {hot_dice_bonus} points are added."
    ),
    "sheet.hot-may": (
        "- Hot dice: once every die has been kept, you may roll {all_dice} again and go "
        "on collecting."
    ),
    "sheet.hot-must": (
        "- Hot dice: once every die has been kept, you must roll {all_dice} again "
        "before you may bank."
    ),
    "sheet.hot-avoided": "Leaving a scoring die unkept avoids it.",
    "sheet.hot-end": (
        "- Hot dice: once every die has been kept, the turn points are banked automatically."
    ),
    "sheet.entry": (
        "- Getting on the board: until your total is above 0, you need {entry} points in one turn."
    ),
    "sheet.below-nothing": "- You may bank less than {entry}, but it records nothing.",
    "sheet.below-refuse": "- Below {entry} you may not bank: you must roll on.",
    "sheet.minimum": "- On any turn you need {minimum} points to bank.",
    "sheet.penalty": (
        "- {count} farkles in a row cost {points} points; then the count starts again."
    ),
    "sheet.penalty.one": "- Every farkle costs {points} points.",
    "sheet.floor-none": "Totals may go below zero.",
    "sheet.floor-some": "That never takes a total below {floor}.",
    "sheet.one-roll": (
        "A combination counts only within one roll, and every die in only one combination. Dice "
        "kept earlier never join in. Where dice can be split in several ways, the best way counts."
    ),
    "sheet.end-equal-turns": (
        "When somebody reaches {target}, only the players after them in this round still move. "
        "Then the highest total wins."
    ),
    "sheet.end-rounds": (
        "After {count} rounds the highest total wins; equal totals share the win."
    ),
    "sheet.end-rounds.one": "After one turn each the highest total wins; equal totals share it.",
    "sheet.end-solo-rounds": "The game is over after {count} turns.",
    "sheet.end-solo-rounds.one": "The game is over after one turn.",
    "sheet.or-more": "{target} or more",
    "sheet.exactly": "exactly {target}",
    "sheet.end-last-round": (
        "Once a total of {reached} is banked, every other player has one more turn. Then "
        "the highest total wins."
    ),
    "sheet.end-immediate": "Whoever banks a total of {reached} has won at once.",
    "sheet.end-solo": (
        "The game is over once you bank a total of {reached}. The fewer turns it took, the better."
    ),
    "sheet.tie-first": "If the highest totals are equal, whoever reached {target} first wins.",
    "sheet.tie-shared": "Equal highest totals share the win.",
    "sheet.none": "all the dice, and nothing else scores",
    "sheet.same": "{number} {face}s",
    "sheet.same.one": "a {face}",
    "sheet.straight": "straight {first} to {last}",
    "sheet.of-a-kind": "{number} of a kind",
    "sheet.of-a-kind.one": "any die",
    "sheet.all-1": "{number} different faces",
    "sheet.all-2": "{number} pairs",
    "sheet.all-3": "{number} triplets",
    "sheet.group-1": "one more die",
    "sheet.group-2": "a pair",
    "sheet.face": "the face",
    "sheet.worth": "{sum} (here {example})",
    # dice
    "dice/face": "no die shows {die}: faces are 1 to 6",
    "dice/number": "{count} dice; {rules} is played with 1 to {most}",
    "dice/number.one": "1 die; {rules} is played with 1 to {most}",
    "dice/word": "{word} is not a roll: dice show 1 to 6, as in 1 1 5 or 115",
    "dice/typed": "{count} dice were typed ({dice}), but {wanted} were thrown",
    "dice/typed.one": "1 die was typed ({dice}), but {wanted} were thrown",
    "dice/none": "no dice were given; write their faces, as in 1 1 5",
    "dice/seed": "{seed} is not a seed; a seed is a whole number from 0 to {most}",
    "dice/script-end": "the script has no more rolls",
    # actions that are not legal
    "action.roll": "roll",
    "action.bank": "bank",
    "action.take": "take over",
    "action.keep": "keep {dice}",
    "play/choosers": "{count} choosers for {seats} seats: each seat needs one of its own",
    "play/choosers.one": "1 chooser for {seats} seats: each seat needs one of its own",
    "play/class": "{name} is a class and cannot choose; pass {name}() instead",
    "play/chooser": "{found} cannot choose: a bot is an object with choose(state)",
    "action/unknown": "{found} is not an action",
    "illegal": "{reason}; legal: {legal} ({position})",
    "illegal.none": "nothing",
    "game/over": "the game is over",
    "roll/keep-first": "cannot roll: keep at least one scoring die of {roll} first",
    "roll/number": "cannot roll {dice}: {count} dice were thrown instead of {wanted}",
    "roll/number.one": "cannot roll {dice}: 1 die was thrown instead of {wanted}",
    "roll/face": "cannot roll {die}: faces are 1 to 6",
    "dice/form": "{dice} are not dice: a list of faces is needed, as in [1, 1, 5]",
    "keep/no-roll": "cannot keep: there is no roll",
    "keep/nothing": "cannot keep nothing: keep at least one scoring die of {roll}",
    "keep/not-rolled": "cannot keep {dice}: they are not all in {roll}",
    "keep/not-rolled.one": "cannot keep {dice}: it is not in {roll}",
    "keep/not-scoring": "cannot keep {dice}: they score nothing in {roll}",
    "keep/not-scoring.one": "cannot keep {dice}: it scores nothing in {roll}",
    "bank/keep-first": "cannot bank: keep at least one scoring die of the roll first",
    "bank/nothing": "cannot bank: there are no turn points yet",
    "bank/unconfirmed": (
        "cannot bank yet: what was kept has to be confirmed by another roll that scores"
    ),
    "bank/taken-over": "cannot bank yet: points that were taken over have to be rolled for first",
    "take/nothing": "cannot take over: nothing is offered now",
    "bank/hot-dice": "cannot bank: after hot dice all {dice} dice must be rolled once more",
    "bank/minimum": "cannot bank {points:,}: {needed:,} are needed to bank, {missing:,} more",
    "bank/entry": (
        "cannot bank {points:,}: {needed:,} are needed to get on the board, {missing:,} more"
    ),
    "add/points": "cannot add {points}: a whole number of points, 0 or more, is needed",
    # positions
    "position/empty": "a position is missing; " + POSITION,
    "position/rules": "the position is for {word}, but the rules given are {name}",
    "position/word": "{word} does not fit in the position; " + POSITION,
    "position/short": "the position ends before its {field}; " + POSITION,
    "position.totals": "totals",
    "position.player": "player",
    "position.turn_points": "turn points",
    "position.dice": "dice",
    "position/preset": "{word} is not a preset; give other rules separately (--rules house.toml)",
    "position/preset.near": "{word} is not a preset; did you mean {near}?",
    "position/no-rules": "{found} are not rules; use {right}",
    "position/nobody": "{seats} players are not possible; 1 to {most_players} are",
    "position/whole": "totals {totals} are not all whole numbers",
    "position/large": "totals {totals} are too large: each has at most nine digits",
    "position/players": "totals {totals} are for {seats} players, but {players} are to play",
    "position/player": "there is no seat p{player}; there are {seats}",
    "position/starter": "there is no seat l{starter}; there are {seats}",
    "position/farkles": (
        "f{farkles} is not possible: {rules} does not count so many farkles in a row"
    ),
    "position/dice": "d{dice} is not possible: {rules} is played with 1 to {most} dice",
    "position/fresh": "d{dice} is not possible: a turn begins with {most} dice",
    "position/points": "t{points} is not possible with d{dice}: dice that were kept have scored",
    "position/roll": "the roll {roll} is not possible with d{dice}: it has another number of dice",
    "position/kept": "the roll {roll} is not possible: {rules} keeps every scoring die at once",
    "position/extras": ("{word} does not fit these rules, or the rest of the position"),
    "position/farkle": "the roll {roll} is not possible: it is a farkle",
    "position/beginner": "seat {seat} cannot begin: seats count from 0, and there are {seats}",
    "position/exact": (
        "totals {totals} are no head start in {rules}: from {total} a player can end where no bank "
        "comes to {target} exactly"
    ),
    "position/negative": "totals {totals} are not possible: they never fall so low in {rules}",
    "position/target": (
        "totals {totals} are not possible with p{player}: nobody who has reached {target} moves "
        "again in {rules}"
    ),
    "position/turn": (
        "p{player} is not possible with l{starter}: that seat has no turn any more in {rules}"
    ),
    "position/reached": (
        "l{starter} is not possible: totals {totals} do not match the target {target}"
    ),
    "position/over": "t{points} is not possible: the game is over",
    "position/dice-left": (
        "d{dice} is not possible: no turn of {rules} leaves so many; possible: {right}"
    ),
    "position/turn-points": (
        "t{points} is not possible with d{dice}: no turn of {rules} comes to it; nearest: {right}"
    ),
    # records
    "record/empty": "it contains no record",
    "record/header": "the first line is not the first line of a record: {reason}",
    "record/version": "this is a record of version {found}; version {known} can be read",
    "record/digest": "the digest {found} is not that of the rules, which is {right}",
    "record/seats": "{found} is not the name of a player",
    "record/move": "{reason}",
    "record/pass": "a passed turn cannot have lost {found} turn points: there were {right}",
    "record/take": "{found} cannot have been taken over: {right} were offered",
    "record/roll-off": (
        "who begins cannot have been rolled for like this: in round {round} all who are left roll "
        "one die each, and the highest decides"
    ),
    "record/bank": "{found} cannot have been banked: the turn was worth {right}",
    "record/line": "{found} is not one of roll, keep and bank",
    "record/json": "this is not a line of JSON: {reason}",
    "record/locked": "this game is being played elsewhere",
    "record/exists": "the file already exists and is left unchanged; choose another name",
    "record/no-folder": "the game cannot be saved: there is no folder {folder}",
    "record/unwritable": "the game cannot be saved: {reason}",
    "record/no-home": (
        "the game cannot be saved there ({reason}); name another place: --record game.jsonl"
    ),
    # fair dice
    "fair/hex": "{found} is not a seed or commitment: 64 digits from 0 to 9 and a to f are needed",
    "fair/length": "a seed has {wanted} bytes, not {found}",
    "fair/seats": "the fair dice have {found} seats, the game has {wanted}",
    "fair/person": "seat {seat} of the fair dice is a person's: it needs a commitment and a seed",
    "fair/bot": "seat {seat} of the fair dice is a bot's: it has neither a commitment nor a seed",
    "fair/fallback": "seat {seat} of the fair dice is a fallback: it has no seed",
    "fair/no-bot": "seat {seat} of the fair dice is said to be a bot's, but a person sits there",
    "fair/dice": "a game with fair dice can have neither a seed for seeded dice nor real dice",
    "fair/none": "this game was not played with fair dice, so there is nothing to verify",
    "fair/unrevealed": (
        "the game is not over and the server has not revealed its seed: no roll can be checked"
    ),
    "fair/withheld": "the game is over, but the server's seed is not here: no roll can be checked",
    "fair/secret": (
        "these are the dice of {day}, whose secret is not here: the server reveals it after"
        " midnight UTC, and a record that is saved then has it"
    ),
    "fair/day": "{found} is not a day such as 2026-11-20",
    "fair/server-seed": (
        "the server's seed does not match its commitment {commitment}: one of them was changed"
    ),
    "fair/player-seed": (
        "the seed of {name} does not match its commitment {commitment}: one of them was changed"
    ),
    "fair/roll-off": (
        "the die of {name} in round {round} of the roll for who begins should be {right}, the "
        "record has {found}"
    ),
    "fair/roll": "roll {roll} of turn {turn} of {name} should be {right}, the record has {found}",
    "fair/astray": (
        "roll {roll} of turn {turn} of {name} should be {right}, the record has {found}; of the "
        "rolls after it {count} of {later} are wrong too, so rolls are missing before this line, "
        "or more was changed than dice"
    ),
    "fair/missing": (
        "roll {roll} of turn {turn} of {name}, {right}, should be here: it is missing, or this "
        "line was changed"
    ),
    "fair/broken": (
        "this line is not possible here, so it was changed or moves before it are missing: {reason}"
    ),
    "fair/unfinished": (
        "the record ends here and the game is not over: it was ended early, or rolls are missing "
        "after this line"
    ),
    # seats and bots
    "bot/unknown": "unknown bot {name}; there are {known}",
    "bot/unknown.near": "unknown bot {name}; did you mean {near}? There are {known}",
    "bot.level": "Level {level}",
    "level.3": "easy",
    "level.5": "steady",
    "level.8": "strong",
    "level.best": "perfect",
    "bot/threshold": "{name}: a whole number of points is needed, as in threshold:300",
    "bot/level": "{name}: a level from 1 to {most} is needed, as in human:5",
    "bot/missing": (
        "{name} needs the extra solve, which is not installed; install it with: {install}"
    ),
    "bot/import": "{name} cannot be used: {found} does not load ({reason})",
    "bot/command": (
        "{name} is not a command; write one such as exec:./mybot, with quotation marks in pairs"
    ),
    "bot/start": (
        "{name} cannot be started: {reason}; write the path of a program that may be executed, "
        "such as exec:./mybot"
    ),
    "bot/nonsense": "{name} answered {found}: {reason}",
    "bot/answer": "{reason}; a valid answer is {right} ({position})",
    "bot/late": (
        "{name} did not answer within {limit} s; an answer is a whole line, sent at once (flushed)"
    ),
    "bot/died": "{name} {how}; a program has to run until its input ends",
    "bot.closed": "closed its input or output",
    "bot.ended": "ended with exit code {code}",
    "bot.killed": "was ended by the signal {signal}",
    "bot.told": "was told to stop",
    "bot.last-words": "{how}; its last line was: {words}",
    "bot/flood": "{name} {what}; it has to write one line for each question",
    "bot.flood-bytes": "wrote more than {most} bytes before its answer was read",
    "bot.flood-lines": "wrote something it was not asked for: {found}",
    "bot/raised": "{name} raised {reason}",
    "seat/empty": "a seat without a name in {found}; separate names by commas",
    "seat/name": "{name} is not a valid name; up to {most} visible characters are allowed",
    "seat/twice": "two players are called {name}; give them different names",
    "seat/taken": "somebody at this table is already called {name}; how about {suggestion}?",
    "seat/person": "Player",
    # the game told line by line
    "tell.rolled": "{name} rolled {dice}.",
    "tell.rolls-one": "{name} rolls {die}",
    "tell.begins": "{rolls}: {names} begins.",
    "tell.roll-again": "{rolls}: {names} roll again.",
    "tell.farkle": "{name} rolled {dice}: farkle, no die scores! {points:,} turn points are lost.",
    "tell.farkle-none": "{name} rolled {dice}: farkle, no die scores!",
    "tell.decided": (
        "{name} rolled {dice}: with {decided} that is a farkle! {points:,} turn points are lost."
    ),
    "tell.decided-none": "{name} rolled {dice}: with {decided} that is a farkle!",
    "tell.kept": (
        "{name} kept {dice} for {points:,}: {turn_points:,} turn points, {dice_left} to roll."
    ),
    "tell.kept-last": "{name} kept {dice} for {points:,}: {turn_points:,} turn points.",
    "tell.has": "{name} has {points:,} turn points.",
    "tell.lies": "On the table: {dice}.",
    "tell.hot-dice-end": "Hot dice! Every die was kept.",
    "tell.hot-dice": "Hot dice! Every die was kept, so {all_dice} come back.",
    "tell.penalty": "{count} farkles in a row cost {name} {points:,} points: total {total:,}.",
    "tell.penalty.one": "The farkle costs {name} {points:,} points: total {total:,}.",
    "tell.banked": "{name} banked {points:,}: total {total:,}.",
    "tell.unrecorded": "{name} banked 0, because {points:,} is too few: total {total:,}.",
    "tell.spared": "Nothing scores in the first roll: {name} throws it again.",
    "tell.total-lost": "That takes the whole total of {name}: {points:,} points are gone.",
    "tell.taken-over": "{name} takes over {points:,} points and the dice left.",
    "tell.given": "Too much for the target: {name} gets the {points:,} points: total {total:,}.",
    "tell.overshot": (
        "Too much for the target: the {points:,} points are lost, {name} has {total:,}."
    ),
    "tell.roll-won": "{name} has {dice} and wins at once!",
    "tell.last-turns": "{name} has {points:,}: this round is played to its end.",
    "tell.passed": "{name} was away: the turn is passed, {points:,} turn points are lost.",
    "tell.on-board": "{name} is on the board.",
    "tell.off-board": "{name} is off the board again.",
    "tell.last-round": "Last round! {name} has {points:,}; everybody else has one more turn.",
    "tell.taken-back": "Undone.",
    "tell.rolled.you": "You rolled {dice}.",
    "tell.farkle.you": "You rolled {dice}: farkle, no die scores! {points:,} turn points are lost.",
    "tell.farkle-none.you": "You rolled {dice}: farkle, no die scores!",
    "tell.decided.you": (
        "You rolled {dice}: with {decided} that is a farkle! {points:,} turn points are lost."
    ),
    "tell.decided-none.you": "You rolled {dice}: with {decided} that is a farkle!",
    "tell.kept.you": (
        "You kept {dice} for {points:,}: {turn_points:,} turn points, {dice_left} to roll."
    ),
    "tell.kept-last.you": "You kept {dice} for {points:,}: {turn_points:,} turn points.",
    "tell.penalty.you": "{count} farkles in a row cost you {points:,} points: total {total:,}.",
    "tell.penalty.you.one": "The farkle costs you {points:,} points: total {total:,}.",
    "tell.banked.you": "You banked {points:,}: total {total:,}.",
    "tell.unrecorded.you": "You banked 0, because {points:,} is too few: total {total:,}.",
    "tell.spared.you": "Nothing scores in your first roll: you throw it again.",
    "tell.total-lost.you": "That takes your whole total: {points:,} points are gone.",
    "tell.taken-over.you": "You take over {points:,} points and the dice left.",
    "tell.given.you": "Too much for the target: you get the {points:,} points: total {total:,}.",
    "tell.overshot.you": "Too much for the target: your {points:,} points are lost.",
    "tell.roll-won.you": "You have {dice} and win at once!",
    "tell.last-turns.you": "You have {points:,}: this round is played to its end.",
    "tell.passed.you": "You were away: the turn is passed, {points:,} turn points are lost.",
    "tell.on-board.you": "You are on the board.",
    "tell.off-board.you": "You are off the board again.",
    "tell.last-round.you": "Last round! You have {points:,}; everybody else has one more turn.",
    # the log of the app
    "log.kept": "{dice} → kept {kept}  +{points:,} = {turn_points:,}",
    "log.farkle": "{dice} → farkle  −{points:,}",
    "log.farkle-none": "{dice} → farkle",
    "log.hot-dice": "hot dice",
    "log.penalty": "{count} in a row  −{points:,} = {total:,}",
    "log.penalty.one": "penalty  −{points:,} = {total:,}",
    "log.banked": "banked  +{points:,} = {total:,}",
    "log.unrecorded": "banked 0, {points:,} is too few  = {total:,}",
    "log.passed": "away, turn passed  −{points:,}",
    "log.passed-none": "away, turn passed",
    "log.on-board": "on the board",
    "log.off-board": "off the board",
    "log.last-round": "last round!",
    "log.last-turns": "this round to its end",
    "log.spared": "{dice} → nothing, thrown again",
    "log.total-lost": "total lost  −{points:,}",
    "log.taken-over": "takes over {points:,}",
    "log.given": "banked 0, too much  {name} +{points:,} = {total:,}",
    "log.overshot": "banked 0, {points:,} is too much  = {total:,}",
    "log.roll-won": "{dice} → wins at once",
    "result.roll": "{names} wins by a roll, with {points:,}",
    "result.one": "{names} wins with {points:,}",
    "result": "{names} share the win with {points:,}",
    # prompts
    "ask.roll": "{name}, press Enter to roll {dice}:",
    "ask.keep": "{name}, keep which? Type dice, or press Enter for all:",
    "ask.choose": "{name}, type roll ({dice}, {chance} % farkle) or bank ({bank}):",
    "ask.offer": "{name}, type roll ({dice}, {chance} % farkle) or take over ({take}):",
    "ask.dice": "{name}, throw {dice} and type them:",
    "ask.bank": "{points:,}, total {total:,}",
    "ask.bank-nothing": "{points:,} records nothing: {distance}",
    "ask.bank-too-much": "{points:,} records nothing: {over:,} too many for the target",
    "ask.bank-given": "{points:,} goes to the lowest other total: too much for the target",
    "ask.take": "{points:,} points, {dice} to roll, {chance} % farkle",
    "ask.must-hot-dice": "After hot dice you must roll all of them once more before you bank.",
    "ask.must-unconfirmed": (
        "What you kept has to be confirmed: another roll has to score before you bank."
    ),
    "ask.must-taken-over": "You have taken over: roll, and score, before you bank.",
    "ask.must-nothing": "Nothing scored in your first roll: you throw it again.",
    "ask.must-minimum": "You have {points:,} turn points and need {missing:,} more to bank.",
    "ask.must-entry": (
        "You have {points:,} turn points and need {missing:,} more to get on the board."
    ),
    "choice": "   {dice}  {points:,}",
    "choice.more": "   and {count} more ways to keep dice",
    "choice.more.one": "   and 1 more way to keep dice",
    "standings": "--- {standings} ---",
    "words.all": "all a",
    "words.roll": "roll r",
    "words.bank": "bank b",
    "words.take": "take over o",
    "words.advice": "advice tip t",
    "words.chances": "chances c bar",
    "words.help": "help h ?",
    "words.undo": "undo u",
    "words.quit": "quit q exit",
    "words.new": "new n",
    "words.delete": "delete d",
    "words.yes": "yes y",
    "words.no": "no n",
    "word/unknown": "{word} is not understood here; {expected}",
    "expected.keep": "type the dice to keep (1 1 5 or 115), all, advice, undo, help or quit",
    "expected.choose": "type roll, bank, advice, chances, undo, help or quit",
    "expected.offer": "type roll, take over, advice, chances, undo, help or quit",
    "expected.roll": "press Enter or type roll, advice, chances, help or quit",
    "undo/nothing": "there is nothing to undo since the last roll",
    "undo/nothing-real": "there is nothing to undo: the game is at its beginning",
    # what somebody plays for
    "aim.target": "{points:,} to go",
    "aim.exactly": "exactly {points:,} to go",
    "aim.entry": "{points:,} more to get on the board",
    "aim.reached": "target reached",
    "aim.turn": "{name}: {distance}.",
    "aim.turn-solo": "Turn {turn}: {distance}.",
    "aim.last-first": "Last round! More than {points:,} wins: {gap}.",
    "aim.last-shared": "Last round! More than {points:,} wins, {points:,} shares: {gap}.",
    "aim.behind": "{points:,} behind",
    "aim.short": "{points:,} short so far",
    "aim.level": "level so far",
    "aim.ahead": "{points:,} ahead so far",
    "aim.too-many": "{points:,} too many so far",
    "aim.leads": "{points:,} ahead",
    "aim.equal": "level",
    "aim.rounds-left": "{count} rounds to go",
    "aim.rounds-left.one": "the last round",
    "aim.round": "Round {round} of {rounds}",
    "aim.one-roll": "One roll only.",
    "aim.last-exact-first": "Last round! Nobody can pass {points:,} any more.",
    "aim.last-exact-shared": "Last round! Exactly {points:,} shares the win: {gap}.",
    # alone
    "best.reached": "{name} reached the target in {count} turns, with {points:,} points.",
    "best.reached.one": "{name} reached the target in 1 turn, with {points:,} points.",
    "best.rounds": "{name} has {points:,} points after {count} rounds.",
    "best.rounds.one": "{name} has {points:,} points after 1 round.",
    "best.won": "{name} has won by a roll in {count} turns.",
    "best.won.one": "{name} has won by a roll in 1 turn.",
    "best.first": "Your first solo game with these rules: {count} turns to beat.",
    "best.first.one": "Your first solo game with these rules, and it cannot be beaten.",
    "best.new": "A new personal best: {count} turns (before: {before}).",
    "best.new.one": "A new personal best: 1 turn (before: {before}).",
    "best.same": "As good as your best: {count} turns.",
    "best.same.one": "As good as your best: 1 turn.",
    "best.stays": "Your best is {count} turns.",
    "best.stays.one": "Your best is 1 turn.",
    # advice in a game
    "advice.title": "{name} has a winning chance of {chance}; best choice first:",
    "advice.title-about": "{name} has a winning chance of about {chance}; best choice first:",
    "advice.title-solo": "The target is {turns} turns away on average; best choice first:",
    "advice.best": "best",
    "advice.risk": "{percent} % farkle",
    "advice.turns": "{turns} turns",
    "advice.more": "and {count} more",
    "advice.more.one": "and 1 more",
    # a choice of advice
    "plan.roll": "roll {count} dice",
    "plan.roll.one": "roll 1 die",
    "plan.bank": "bank {points:,}",
    "plan.take": "take over {points:,} and roll {count} dice",
    "plan.take.one": "take over {points:,} and roll 1 die",
    "plan.keep-roll": "keep {kept}, then roll {count} dice",
    "plan.keep-roll.one": "keep {kept}, then roll 1 die",
    "plan.keep-bank": "keep {kept}, then bank {points:,}",
    "plan.keep-end": "keep {kept}, which banks {points:,}",
    "advice.wait": "{rules} has to be solved first; Ctrl-C goes back to the game.",
    "advice.stopped": "Stopped; the game goes on without advice.",
    "advice/off": "advice is switched off in this game",
    "advice/missing": (
        "advice needs the extra solve ({module} is missing); install it with: {install}"
    ),
    "advice/refused": "there is no advice for these rules: {reason}",
    "chances.line": "Winning chances: {chances}.",
    "chances.line-about": "Winning chances, about: {chances}.",
    "chances.on": "Winning chances are now shown at every turn; type chances again to stop.",
    "chances.off": "Winning chances are no longer shown.",
    "chances/alone": "you play alone, so there are no winning chances to show",
    # before the game
    "menu.unfinished": "Unfinished games:",
    "menu.go-on": "Resume which game? Press Enter for 1, or type a number, new, or delete 1:",
    "menu.help-go-on": (
        "type the number of a game, new for a new one, or delete and the number of a game"
    ),
    "menu.delete": "Delete this game permanently: {game}? (y/n)",
    "menu.rules": "Which rules? Press Enter for {rules}, or type a name or a number:",
    "menu.help-rules": (
        "Type a number or a name of the list, or the path of a rules file (house.toml). "
        "If in doubt, press Enter."
    ),
    "menu.who": "Who plays? Press Enter for {seats}, or type who:",
    "menu.help-who": "People have names, separated by commas: Ann,Bob,bot:bold. The bots are:",
    "bot.take-over": (
        "Bots take over what is worth as much as they would bank, turn and optimal what is better "
        "than a turn of their own."
    ),
    "bot.about.random": "makes any legal choice",
    "bot.about.cautious": "banks early",
    "bot.about.bold": "banks late",
    "bot.about.threshold": "banks from 300 points on, or any other number",
    "bot.about.human": "makes mistakes as people do; level 1 most, level 10 fewest",
    "bot.about.human:1": "makes mistakes most of the time, as beginners do",
    "bot.about.human:5": "plays for points and makes mistakes as people do",
    "bot.about.human:10": "plays for points and hardly makes mistakes",
    "bot.about.turn": "plays each turn for the most points",
    "bot.about.optimal": "plays for the greatest chance of winning",
    # the menu of the app
    "app.menu.name": "Hot Dice",
    "app.menu.step-resume": "unfinished games",
    "app.menu.step-rules": "new game · rules",
    "app.menu.step-seats": "new game · players",
    "app.menu.go-on": "Resume",
    "app.menu.new": "New game",
    "app.menu.delete": "delete",
    "app.menu.delete-sure": "Delete {title}, {standing} permanently?  y deletes, n keeps it",
    "app.menu.deleted": "The game was deleted.",
    "app.menu.to-seats": "Play with these rules",
    "app.menu.start": "Start the game",
    "app.menu.back": "back",
    "app.menu.quit": "quit",
    "app.menu.close": "close",
    "app.menu.choose": "choose",
    "app.menu.scroll": "scroll",
    "app.menu.scroll-sheet": "rule sheet",
    "app.menu.type": "type rules",
    "app.menu.who": "who",
    "app.menu.rename": "name",
    "app.menu.add": "Add a seat",
    "app.menu.remove": "Remove",
    "app.menu.up": "up",
    "app.menu.down": "down",
    "app.menu.real-dice": "dice",
    "app.menu.enter": "enter",
    "app.menu.escape": "esc",
    "app.menu.pages": "page up/down",
    "app.menu.typed": "house.toml, greed+dice=6",
    "app.menu.how-resume": "The game is as you left it.",
    "app.menu.how-rules": "Choose rules; the rule sheet shows what they say.",
    "app.menu.how-seats": "← → changes who sits there: a person or a bot.",
    "app.menu.how-type": "Type a rules file or a preset with changes, then press Enter.",
    "app.menu.how-name": "Type a name, or bot: and a bot's name, then press Enter.",
    "app.menu.mistakes": "{count} mistakes",
    "app.menu.mistakes.one": "1 mistake",
    "app.menu.mended": "Fix the file and press Enter to read it again.",
    "app.menu.real": "real dice",
    "app.menu.person": "person",
    "app.menu.bot": "bot {bot}",
    "app.menu.bot.human": "level {parameter} of {most}; makes mistakes as people do",
    "app.menu.bot.threshold": "banks from {parameter} points on",
    "app.menu.bot.other": "a bot of your own: {bot}",
    "app.menu.dice-program": "dice: thrown by the program",
    "app.menu.dice-mine": "dice: mine, on the table; the program keeps score",
    "app.menu.solo": "Solo: reach {target:,} in the fewest turns.",
    "app.menu.solo-rounds": "Solo: the most points in {count} rounds.",
    "app.menu.solo-rounds.one": "Solo: the most points in 1 round.",
    "app.menu.watch": "Only bots play: you watch.",
    "app.menu.unreadable": "{count} saved games cannot be read and are left out: {files}.",
    "app.menu.unreadable.one": "A saved game cannot be read and is left out: {reason}.",
    "app.menu.no-saves": "Saved games cannot be listed: {reason}",
    "app.menu/full": "there are at most {most} seats; remove one before you add another",
    "app.menu/last-seat": "somebody has to play: the last seat cannot be removed",
    "app.menu/first": "this is already the first seat",
    "app.menu/last": "this is already the last seat",
    "app.menu/no-name": "a name is needed, such as Ann",
    "app.menu/comma": "a name cannot have a comma; add a seat for each player",
    "app.menu/first-page": "this is the first page; q quits",
    "app.menu/mistakes": "{source} has mistakes; they are listed beside it",
    "app.menu/nothing-typed": (
        "nothing was typed; type a rules file (house.toml) or greed+target=5000"
    ),
    # the line-by-line game
    "play.welcome": (
        "Hot Dice: roll, keep what scores, and bank before you farkle.\n"
        "Type help at any time, quit to stop; the game is saved as you play."
    ),
    "menu.programs": (
        "This game starts programs on this computer: {programs}. Type yes if you trust them:"
    ),
    "play.saved": "The game is saved. Resume it with hotdice play, or from its file:\n{path}",
    "play.saved-elsewhere": "The game is saved. Resume it with:\nhotdice play --resume {path}",
    "play/resume-alone": (
        "--resume {resume} takes everything from the saved game; leave out the other options"
    ),
    "play/many-seats": (
        "the screen has room for {most} players, not {count}; --plain plays line by line"
    ),
    "play/fair": "{resume}: a game with fair dice can be resumed only on its server",
    "play/seed-mine": "--seed {seed} and --dice mine cannot be combined: real dice have no seed",
    "play/mine-nobody": "--dice mine needs somebody to type the dice: add --seats",
    "play/closed": (
        "the standard input is closed, so nobody can be asked; play at a terminal, or let only "
        "bots play: hotdice play basic --seats bot:bold,bot:cautious"
    ),
    "play/no-output": "the standard output is closed, so nothing can be printed",
    "play.folder": "Games are saved in a new folder: {folder}",
    "play.demonstration": (
        "No terminal, so two bots show a game. To play: hotdice play --seats Ann,Bob"
    ),
    "play.unreadable": "A saved game cannot be read and is left out: {reason}",
    "play.sheet": "Score sheet",
    "play.help-keep": (
        "Keep dice that score by typing them (1 1 5 or 115); all keeps as much as possible. "
        "At least one is kept."
    ),
    "play.help-choose": (
        "roll throws the dice that are left and risks the turn points; bank adds them to your "
        "total and ends the turn; undo takes back the keep."
    ),
    "play.help-offer": (
        "roll begins a turn of your own; take over continues with the points that the player "
        "before has banked and the dice left, and you have to roll them."
    ),
    "play.help-dice": "Type the faces that you have thrown, as in 1 1 5 or 115.",
    "play.help-roll": "Press Enter or type roll to throw the dice. quit saves the game.",
    "play.help-more": (
        "advice (t) shows what every choice is worth; chances (c) shows the winning chances at "
        "every turn; undo (u) takes back a move; quit (q) saves the game and stops."
    ),
    "again.ask": "Play again with the same seats? {name} begins this time. (y/n)",
    "again.ask-solo": "Play again? (y/n)",
    "again.correct": "Type undo to correct the dice.",
    "again.help": "type y for another game, or n to stop",
    "sheet-table.round": "round",
    "sheet-table.total": "total",
    "sheet-table.start": "start",
    "sheet-table.farkle": "farkle",
    # reviews
    "help.review": "Show what was luck and what was skill in a recorded game.",
    "help.review.plot": "draw the winning chances to this file (.png, .svg)",
    "help.review.html": "write the whole review to this file, one page for a browser",
    "review.picture": "{rules}: {names}",
    "review.chance-of": "winning chance of {name}, in percent",
    "review.round": "round",
    "review.chances-of-all": "winning chances, in percent",
    "review.points": "in points of winning chance",
    "review.turns": "in turns",
    "review.start": "at the start",
    "review.own-luck": "own luck",
    "review.others-luck": "luck of others",
    "review.own-choices": "own choices",
    "review.others-choices": "choices of others",
    "review.mixing": "mixing equal choices",
    "review.remainder": "left by the approximation",
    "review.result": "result",
    "review.stands": "so far",
    "review.adjusted": "with average dice",
    "review.decisions": "decisions",
    "review.lost-per-decision": "lost per decision",
    "review.level": "level (of 10)",
    "review.slips": "Slips, the worst first",
    "review.no-slips": "No choice lost as much as a point.",
    "review.slip-keep": (
        "Round {round}, {name} had {lies}: {action}; {best} is better by {loss} ({judgement})."
    ),
    "review.slip-offer": (
        "Round {round}, {name} was offered {points:,} points and {dice}: {action}; {best} is "
        "better by {loss} ({judgement})."
    ),
    "review.slip-stop": (
        "Round {round}, {name} had {points:,} points and {dice} to roll: {action}; {best} is "
        "better by {loss} ({judgement})."
    ),
    "review.luck-from": "Luck of 15 points or more",
    "review.luck-from-alone": "Luck of a turn and a half or more",
    "review.luck-roll": "Round {round}, {name} rolled {dice} at {points:,} turn points: {swing}",
    "review.exact-alone": "Turns assume best play; they are exact.",
    "review.turns-of": "turns of {name}, including those to come",
    "review.exact": "Chances assume best play by everybody; they are exact.",
    "review.about": (
        "Chances of this game are not known exactly; they are approximated from games of two "
        "players."
    ),
    "judgement.best": "best",
    "judgement.good": "good",
    "judgement.slip": "small slip",
    "judgement.mistake": "mistake",
    "judgement.blunder": "blunder",
    "judgement.lucky": "lucky",
    "judgement.unlucky": "unlucky",
    "judgement.luck": "luck",
    "judgement.choice": "not chosen",
    "judgement.mixing": "one of several equal choices",
    "step.where": "Round {round}   {standing}",
    "step.rolled": "{name} rolls {dice} at {points:,} turn points.",
    "step.kept": "{name} has {lies} at {points:,} turn points: {action}.",
    "step.chose": "{name} has {points:,} turn points and {dice} to roll: {action}.",
    "step.passed": "The turn of {name} was passed, with {points:,} turn points.",
    "step.change": "{judgement}: from {before} to {after} ({swing})",
    "step.change-alone": "{judgement}: from {before} to {after} turns in all ({swing})",
    "leaks.working": "reviewing games",
    "leaks.job": "reviewing games",
    "leaks.head": "{name}: {games} reviewed, {decisions} decisions, {lost} lost per decision",
    "leaks.level": ", level {level}",
    "leaks.level-about": ", level {level} (by chance {low} to {high})",
    "leaks.games": "{count} games",
    "leaks.games.one": "1 game",
    "leaks.title": "Where chances are lost, in points per game",
    "leaks.title-alone": "Where turns are lost, in turns per game",
    "leaks.row": "{kind}{lost}  {errors} of {decisions}{sure}",
    "leaks.accident": "  (may be chance)",
    "leaks.last-round": "in the last round",
    "leaks.entry": "getting on the board",
    "leaks.take-over": "taking over or not",
    "leaks.behind": "too safe when behind",
    "leaks.too-late": "banks too late with {dice}",
    "leaks.too-early": "banks too early with {dice}",
    "leaks.too-many": "keeps too many dice",
    "leaks.too-few": "keeps too few dice",
    "leaks.luck": (
        "Luck: {luck} points over {games}; honest dice stay within {width} in 19 of 20 cases."
    ),
    "leaks.luck-alone": (
        "Luck: {luck} turns saved over {games}; honest dice stay within {width} in 19 of 20 cases."
    ),
    "leaks.few": "Fewer than 100 decisions say little.",
    "leaks.none": "There is no finished game of a person to review.",
    "over-time.skill": "Lost per decision",
    "over-time.each": "each game",
    "over-time.so-far": "all games so far",
    "over-time.luck": "Luck",
    "over-time.luck-so-far": "all luck so far",
    "over-time.band": "honest dice, in 19 of 20 cases",
    "over-time.games": "games, oldest first",
    "help.history.plot": "with --review: draw skill and luck over time to this file (.png, .svg)",
    "history/plot-alone": "--plot draws a review: hotdice history --review --plot {path}",
    "help.history.review": "review finished games: where you lose chances, and how lucky you were",
    # why a choice was a slip
    "why.risk": "{dice} farkle {farkle} % of the time, which leaves {lost}.",
    "why.risk.one": "One die farkles {farkle} % of the time, which leaves {lost}.",
    "why.scores": "{dice} score {scores} % of the time, which gives {rest} on average.",
    "why.scores.one": "One die scores {scores} % of the time, which gives {rest} on average.",
    "why.farkle": "A farkle leaves {lost}.",
    "why.face": "A {face}",
    "why.faces": "A {first} or a {last}",
    "why.rest-hot": "{faces} brings back {dice}, with {rest}.",
    "why.rest": "Any other roll gives {rest} on average.",
    "why.together": "Both together: {roll} by rolling, {bank} by banking.",
    "why.roll-or-bank": "Rolling gives {roll}, banking {bank}.",
    "why.take-or-roll": "{plan}: {take}; a turn of one's own: {roll}.",
    "why.bank-from": "With {dice}, bank from {points:,} here.",
    "why.roll-until": "With {dice}, roll until you have {points:,} here.",
    "why.roll-always": "With {dice}, always roll here.",
    "why.plan": "{plan}: {chance}.",
    "why.plan-roll": "{plan}, with {farkle} % to farkle: {chance}.",
    "why.other-score": (
        "It depends on the score: if {name} had {total:,}, this would cost {cost} percentage "
        "points."
    ),
    "why.other-score-fine": (
        "It depends on the score: if {name} had {total:,}, it would be as good."
    ),
    "why.turns": "{turns} turns",
    "why.chance": "{percent} to win",
    # the game explained
    "moment.title": "Key moments, by the chance of winning under best play",
    "moment.roll-first": "Round {round}: {name} began a turn with {dice}: {chances}.",
    "moment.roll": "Round {round}: {name} rolled {dice} at {points:,} turn points: {chances}.",
    "moment.farkle": (
        "Round {round}: {name} farkled with {dice} and lost {points:,} turn points: {chances}."
    ),
    "moment.farkle-none": "Round {round}: {name} farkled at once with {dice}: {chances}.",
    "moment.passed": (
        "Round {round}: the turn of {name} was passed with {points:,} points: {chances}."
    ),
    "moment.keep": (
        "Round {round}: with {lies} {name} chose to {action}; it was better to {better}: {chances}."
    ),
    "moment.stop": (
        "Round {round}: at {points:,} turn points and {to_roll} {name} chose to {action}; it was "
        "better to {better}: {chances}."
    ),
    "moment.offer": (
        "Round {round}: offered {points:,} points and {to_roll}, {name} chose to {action}; it was "
        "better to {better}: {chances}."
    ),
    "moment.chances": "from {before} to {after}",
    "moment.chances-about": "from about {before} to {after}",
    # past games
    "history.game": "{date}  {rules}  {standings}: {result}",
    "history.won.one": "{names} won",
    "history.won": "{names} shared the win",
    "history.unfinished": "unfinished, saved as {name}",
    "history.deleted": "{name} was deleted.",
    "history/no-game": "no unfinished game is called {name}; hotdice history lists them",
    "history/no-game.near": "no unfinished game is called {name}; did you mean {near}?",
    "history.none": "No games yet. Play one: hotdice play",
    "history.none-of": "No games with {rules} yet. Play one: hotdice play {rules}",
    "history.totals": "Finished games of each person, by rules and opponents",
    "history.columns": "player|rules|against|games|wins|points/turn|farkles",
    "history.no-opponents": "nobody",
    "history.reached": "target reached in {count} turns",
    "history.reached.one": "target reached in 1 turn",
    "history.rounds": "{count} rounds",
    "history.rounds.one": "1 round",
    "history.bests": "Personal bests in solo games: the fewest turns to the target",
    "history.best-columns": "player|rules|turns|games",
    "history.unreadable": "Left out: {reason}",
    # what --help says
    "help.usage": "Usage: {line}",
    "help.usage.COMMAND": "COMMAND",
    "help.usage.OPTIONS": "OPTIONS",
    "help.usage.ARGS": "ARGUMENTS",
    "help.title.commands": "Commands",
    "help.title.arguments": "Arguments",
    "help.title.parameters": "Options",
    "help.value.STR": "TEXT",
    "help.value.INT": "NUMBER",
    "help.value.FLOAT": "NUMBER",
    "help.value.CHOICE": "WORD",
    "help.choices": "[one of: {choices}]",
    "help.default": "[default: {value}]",
    "help.required": "[required]",
    "help.help": "Show this page.",
    "help.version": "Print the version.",
    "help.hotdice": "Farkle, Greed and every house rule of that family.",
    "help.epilogue": "Every command takes --language de or en; the default comes from LANG.",
    "help.play": "Play a game in the terminal.",
    "help.rules": "List, show, check and write rules.",
    "help.score": "Show what a roll is worth and what may be kept.",
    "help.odds": "Show farkle chances, the best expected turn and when to stop.",
    "help.solve": "Show winning chances under best play.",
    "help.advise": "Show what every choice in a position is worth.",
    "help.simulate": "Let bots play many games, with statistics.",
    "help.tournament": "Let every pair of bots play many games, and rate them.",
    "help.serve": "Serve games to browsers and bots.",
    "help.backup": "Copy the games of a server, even while it is running.",
    "help.restore": "Restore the games from such a copy.",
    "help.history": "List past games and their totals.",
    "help.replay": "Watch a recorded game.",
    "help.verify": "Prove the dice of a recorded game.",
    "help.rules.list": "List the rules that ship with Hot Dice.",
    "help.rules.show": "Print one rule sheet.",
    "help.rules.check": "Check your own rules file; every mistake is shown with its line.",
    "help.rules.new": "Write a new rules file with a comment on every field, for you to edit.",
    "help.rules-name": "A preset or a rules file.",
    "help.set": "Change one field: target=5000, score.aaaabb=1000, penalty=",
    "help.json": "Print one JSON object.",
    "help.record": "The record of a game.",
    "help.seed-games": "The same number gives the same games.",
    "help.cluster": "The address of a Dask scheduler.",
    "help.limit": "Seconds a program has for each answer.",
    "help.play.seats": (
        "Who plays, such as Ann,Bob,bot:bold; people and bots. Without it and without a terminal "
        "two bots play a demonstration."
    ),
    "help.play.totals": "A head start: totals to begin with, such as 0,200.",
    "help.play.roll-off": "A roll of one die each decides who begins.",
    "help.play.dice": "mine: throw real dice and type them in.",
    "help.play.seed": "The same number gives the same dice.",
    "help.play.record": "Where to save the game.",
    "help.play.resume": "Resume a saved game.",
    "help.play.plain": "Line by line, for screen readers and pipes; asks on any input.",
    "help.play.no-advice": "No advice for anybody in this game.",
    "help.play.fast": "No animations on the screen.",
    "help.rules.markdown": "Print Markdown.",
    "help.rules.file": "The rules file.",
    "help.rules.new-file": "The file to write; it must not exist yet.",
    "help.rules.source": "The rules to start from.",
    "help.score.dice": "The faces rolled: 1 1 5 or 115.",
    "help.odds.reach": "Points to get in one turn.",
    "help.solve.players": "Number of players.",
    "help.solve.totals": "Totals to start from, such as 0,200.",
    "help.solve.fresh": "Compute it again.",
    "help.solve.check": "Compare with a new solution.",
    "help.advise.position": (
        "A position: basic 9950,9000 p1 t1100 d3, which are the rules, the totals, the player to "
        "move (p), the turn points (t) and the dice (d). Then, if they apply: r155 is the roll, "
        "f0,2 each seat's farkles in a row (under a penalty), l1 the seat that began the last "
        "round; if left out, it follows from the totals."
    ),
    "help.advise.rules": "The rules, if they are not a preset.",
    "help.simulate.bots": "A bot for each seat: optimal, threshold:300, exec:./my",
    "help.simulate.games": "Number of games.",
    "help.simulate.workers": "Number of cores; all by default.",
    "help.simulate.plot": "Draw the figures: .png, .svg, .html.",
    "help.simulate.csv": "Write the figures as a table.",
    "help.adjusted": "Subtract the luck from each result: fewer games say as much.",
    "help.tournament.bots": "Bots by their names, such as cautious, threshold:300.",
    "help.tournament.games": "Games of each pair in each seat order.",
    "help.tournament.workers": "Number of processes; all cores by default.",
    "help.tournament.out": "Save results here; the same command continues the tournament.",
    "help.tournament.plot": "Draw winning rates: .png, .svg, .html.",
    "help.serve.host": "The address to listen on.",
    "help.serve.port": "The port; 0 chooses a free one.",
    "help.serve.database": "postgresql://… or sqlite:///file; a file of its own if left out.",
    "help.serve.workers": "Processes; more than one needs PostgreSQL.",
    "help.serve.proxy": "A trusted proxy: 127.0.0.1, or 10.0.0.0/8; may be given repeatedly.",
    "help.serve.keep-finished": "Days after which finished games are deleted; never if left out.",
    "help.backup.database": "sqlite:///file; the server's own file if left out.",
    "help.backup.file": "The copy to write; it must not exist yet.",
    "help.restore.file": "A copy made by hotdice backup.",
    "help.history.rules": "Only games with these rules.",
    "help.history.delete": "Delete an unfinished game permanently, by the name in the list.",
    # words that no command takes
    "command/unknown": "unknown command {word}; {command} --help lists all commands",
    "command/unknown.near": (
        "unknown command {word}; did you mean {near}? {command} --help lists all commands"
    ),
    "option/unknown": "{command} has no option {word}; {command} --help lists its options",
    "option/unknown.near": "{command} has no option {word}; did you mean {near}?",
    "option/none": "unknown option {word}; {command} --help lists all options",
    "option/none.near": "unknown option {word}; did you mean {near}?",
    "option/early": "{option} belongs after a command, as in: {command} {option}",
    "option/twice": "{option} is given twice; give it once",
    "option/value": "{name} needs a value; see {command} --help",
    "words/missing": "{name} is missing; see {command} --help",
    "words/many": "{command} does not take {words}; see {command} --help",
    "words/unclear": "{words} is not understood; see {command} --help",
    "value/whole": "{name} needs a whole number, not {value}",
    "value/number": "{name} needs a number, not {value}",
    "value/choice": "{name} needs {choices}, not {value}",
    "value/flag": "{name} takes no value, but {value} was given",
    # commands
    "cli.error": "hotdice: {message}",
    "cli.output": "the output cannot be written: {reason}",
    "cli.missing-extra": (
        "this needs the extra {extra} ({module} is missing); install it with: {install}"
    ),
    "cli.score": "{dice} = {points} in {rules}",
    "cli.score-farkle": "{dice} = 0 in {rules}: a farkle",
    "cli.score-lose-total": "{dice} = 0 in {rules}: a farkle that takes the whole total",
    "cli.score-win": "{dice} wins the game at once in {rules}",
    "cli.keep": "  keep {dice}  {points}  {left} left",
    "cli.keep-hot": "  keep {dice}  {points}  hot dice",
    "cli.rules-fine": "{source}: {name} is fine.",
    "cli.rules-outdone": (
        "{source}: score.{pattern} = {points:,} has no effect: {dice} are worth {rival:,} anyway"
    ),
    "cli.rules-idle": "{source}: {pattern} never scores: it has more than {dice} dice",
    "cli.rules-preset": (
        "{source}: there is also a preset called {name}; positions of that name mean the preset"
    ),
    "cli.rules-written": "{path} was written. Edit it, then: hotdice rules check {word}",
    "cli.stopped": "The record ends here; the game is not over.",
    "verify.fault": "line {line}: {message}",
    "verify.fine": (
        "{count} rolls checked: each follows from the seeds, each seed matches its commitment."
    ),
    "verify.fine.one": (
        "1 roll checked: it follows from the seeds, each seed matches its commitment."
    ),
    "verify.fallback": "Without a seed of their own: {names}. The dice depend on the other seeds.",
    "verify.alone": "Only the server gave a seed, so it could have chosen one that suits it.",
    "verify.day": (
        "These are the dice of {day}, the same for everybody: they follow from the server's secret"
        " of that day alone."
    ),
    "verify.compare": "This is proof if these commitments are those shown before the first roll:",
    "verify.server": "  {commitment}  the server",
    "verify.person": "  {commitment}  {name}",
    # odds and solving
    "odds.title": "{title} ({name}): one turn",
    "odds.win": "A roll can win the game, so points alone do not say how to play a turn.",
    "odds.expected": "Best expected points of a turn: {points}",
    "odds.long-run": "Best points per turn in the long run: {points}",
    "odds.working": "computing the best turn of {rules}",
    "odds.reach": "Best chance of banking at least {points}: {chance} %",
    "odds.head": "dice    farkle chance    ",
    "odds.column-only": "bank from",
    "odds.column": "after {count} farkles",
    "odds.column.one": "after 1 farkle",
    "odds.never": "always roll",
    "odds/reach": "--reach {found}: points of 0 or more are needed",
    "odds/long-turns": (
        "{rules}: the best turn goes on beyond {points} points, too far to be worked out"
    ),
    "solve.title": "{title} ({name}), totals {totals}, everybody plays best",
    "solve.larger": "{rules}: {states} turn starts, {times} times as many as without its options.",
    "solve.seat": "  player {seat}  {chance} %",
    "solve.bound": "Each to within {bound}; {states} turn positions.",
    "advise.position": (
        "{title} ({name}): totals {totals}; player {seat} has {points:,} turn points and"
    ),
    "advise.rolled": "{standing} rolled {dice}.",
    "advise.to-roll": "{standing} {dice} to roll.",
    "advise.choice": "choice",
    "advise.head": "  {choice}         win       cost     farkle     points",
    "advise.best": "* {choice}  {chance} %  {cost} %  {farkle} %  {points}",
    "advise.other": "  {choice}  {chance} %  {cost} %  {farkle} %  {points}",
    "advise.head-solo": "  {choice}     turns     cost     farkle     points",
    "advise.best-solo": "* {choice}  {turns}  {cost}  {farkle} %  {points}",
    "advise.other-solo": "  {choice}  {turns}  {cost}  {farkle} %  {points}",
    "advise.bound-solo": "Turns to the target on average, this one included; to within {bound}.",
    "advise.cut-solo": "Turns to the target on average; totals are followed down to {lowest}.",
    "advise.bound": "Everybody plays best after the choice; each chance to within {bound}.",
    "advise.estimate": (
        "An estimate, as this game is too large or not solved yet. The turn is followed exactly; "
        "after it everybody is taken to score as the best turn does on average."
    ),
    "advise.approximate": "An approximation: chances may be off by more than their last digits.",
    "advise/rules": "this solution is for {rules}, the position for other rules ({position})",
    "advise/players": "this solution is for {players} players, the position is not ({position})",
    "advise/over": "the game is over, so there is nothing to choose ({position})",
    "solve/never-farkles": (
        "{rules}: dice can be kept so that no farkle ever happens, so a turn need not end"
    ),
    "solve/solo-rounds": (
        "{rules}: alone, there is nothing to minimise in a game of so many rounds, so there is no"
        " best play"
    ),
    "solve/never-ends": "{rules}: best play need not end: waiting is as good as going on",
    "solve.gap": (
        "Nobody could gain more than {gap} by playing differently; {mixed} turns are mixed."
    ),
    "solve.gap.one": "Nobody could gain more than {gap} by playing differently; 1 turn is mixed.",
    "solve.checked": "{rules}: {count} positions computed again differ by {difference} at most.",
    "solve.working": "solving {rules} for {count} players",
    "solve.working.one": "solving {rules} for one player",
    "solve.job": "{rules} for {count} players",
    "solve.job.one": "{rules} for one player",
    "progress.line": "{job}: {percent} % done, about {minutes} min left",
    "progress.rate": "{games} games/s",
    "solve/differs": "{rules}: the stored solution is off by {difference}, its bound is {allowed}",
    "solve/nothing-stored": "{rules}: there is no stored solution for {players} players to check",
    "solve/players": "--players {found}: games of 2 to {most} can be solved",
    "solve/coarse": (
        "{rules}: the chances could be bounded only to within {bound}, which is too coarse"
    ),
    "solve/long-turns": "{rules}: a turn can go on for so long that no game can be solved",
    "solve/unstable": "{rules}: no stable play was found",
    "solve/unwritable": "{path} cannot be written: {reason}",
    "play/roll-off-mine": (
        "with real dice roll for it yourselves, and name whoever begins first in --seats"
    ),
    "play/totals-seats": "--totals {totals} needs --seats with as many players",
    "solve/totals": "--totals {found}: {players} totals are needed",
    "solve/step": "totals {totals}: {rules} is solved in steps of {step}, from {lowest} up",
    "solve/large": (
        "{rules} with {count} players: {states:,} turn positions would need about "
        "{gigabytes:,} GiB and {minutes:,} minutes; at most {most_gigabytes} GiB and "
        "{most_minutes:,} minutes are spent on solving"
    ),
    "solve/large.one": (
        "{rules} with one player: {states:,} turn positions would need about {minutes:,} minutes;"
        " at most {most_minutes:,} are spent on solving"
    ),
    # work on many cores
    "jobs/count": "{found} workers are too few; at least 1 is needed",
    "jobs/start": "a worker process cannot be started: {reason}",
    "jobs/no-start": (
        "a worker process could not start; a script that starts work needs the line "
        'if __name__ == "__main__": above it'
    ),
    "jobs/died": (
        "a worker process ended in the middle of its work: it was killed or ran out of memory"
    ),
    "jobs/failed": "the work failed: {error}",
    "jobs/unreachable": (
        "no Dask scheduler answers at {address}; its address looks like tcp://host:8786"
    ),
    "jobs/lost": "the Dask scheduler at {address} no longer answers",
    "jobs/no-workers": (
        "the Dask scheduler at {address} has no workers; start one with: dask worker {address}"
    ),
    "jobs/crashes": (
        "workers of the Dask scheduler at {address} died again and again from the same block; "
        "it may need more memory than they have"
    ),
    "jobs/lacks": "a worker of the Dask scheduler at {address} lacks {module}; install it there",
    "jobs/version": (
        "a worker has hotdice {there} and could get other results; install hotdice {here} there"
    ),
    # simulations
    "simulation.title": "{title} ({name}): {games} games, seed {seed}",
    "simulation.title.one": "{title} ({name}): 1 game, seed {seed}",
    "simulation.columns": "seat and bot|wins|95 % interval|total|points/turn|farkles",
    "simulation.length": "Turns per game: {turns}. Rolls per game: {rolls}.",
    "simulation.first-more": "The first seat wins {rate}: {by} above an equal share of {share}.",
    "simulation.first-less": "The first seat wins {rate}: {by} below an equal share of {share}.",
    "simulation.forfeits": "{bot} forfeited {games} games.",
    "simulation.forfeits.one": "{bot} forfeited 1 game.",
    "simulation.failures": "Failures, each of which forfeits the rest of a block of games:",
    "simulation.more-failures": "  and {count} more; --json lists all of them",
    "simulation.totals": "Final totals, each column {step} wide",
    "simulation.quantiles": "10 %|median|90 %",
    "simulation.wide": "Totals are counted in bins of {width}; one shown may be up to {more} more.",
    "simulation.below": "Totals of {total} and less are counted together.",
    "simulation.above": "Totals of {total} and more are counted together.",
    "simulation.speed": "{speed} games per second, {seconds} s in all.",
    # pictures
    "plot.wins": "Winning rates",
    "plot.share": "95 % intervals; the dashed line is an equal share, {share}",
    "plot.totals": "Final totals",
    "plot.bins": "share of the games in each step of {width} points",
    "plot.target": "target {target}",
    "plot.play": "How each seat plays",
    "plot.play-columns": "points\na turn|farkles\na turn|turns\na game|rolls\na game",
    "plot.figures": "Figures of each seat; turns and rolls are per game",
    "plot.table": "seat and bot|wins|95 % interval|total|points/turn|farkles|turns|rolls",
    "plot.from": "from",
    "plot.matrix": "Wins in %: rows sit first, columns second; bold is above half.",
    "plot/ending": "{path} is not a name for a picture; it has to end in one of {endings}",
    # files that are asked for
    "place/no-folder": "{path} cannot be written: there is no folder {folder}",
    "place/no-file": "{path} cannot be written: it exists and is not a file",
    "place/unwritable": "{path} cannot be written: {reason}",
    # many games
    "arena/games": "{found} games: a whole number from 1 to {most:,} is needed",
    "arena/limit": "a time limit of {found}: seconds above 0 are needed",
    "arena/not-named": "{found} is not a name; bots of a tournament are given by name, as in bold",
    "arena/name": "{name} has characters that cannot be printed",
    "simulate/nobody": "no bots; name one for each seat, as in: simulate cautious bold",
    "levels.working": "measuring the skill levels of {rules}",
    "adjusted/alone": "--adjusted is for two or more: somebody who plays alone always wins",
    "adjusted/unsolved": (
        "luck cannot be computed exactly: {rules} is not solved for {players} players yet; "
        "hotdice solve {rules} --players {players} does that, if it can be done"
    ),
    "adjusted.columns": "without luck|wins in % ± error|adjusted ± error|lost/decision|level",
    "adjusted.worth": (
        "Adjusted is the result minus all luck; errors are standard errors. It says as much as "
        "{games} plain games."
    ),
    "adjusted.certain": (
        "Adjusted is the result minus all luck. It is the same in every game: no number of plain "
        "games says as much."
    ),
    "simulate.preparing": "compiling, which takes long only the first time",
    "simulate.working": "playing {games} games",
    "simulate.stopped": "Stopped after {played} of {all} games.",
    "simulate/endless": (
        "{rules}: game {game} of {bots} has no end: {turns} turns of each player, or {rolls} "
        "rolls in one turn, were not enough"
    ),
    "arena.forfeit": "{bots}, from game {game}: {reason}",
    "arena.illegal": "{name} broke the rules: {reason}",
    "tournament.title": (
        "{title} ({name}): every pair of {bots} bots, {games} games in each seat order, seed {seed}"
    ),
    "tournament.so-far": "So far {played} of {all} games were played.",
    "tournament.columns": "rank|bot|rating|wins|95 % interval",
    "tournament.matrix": "Wins in % of the row's bot, seated first, against the column's:",
    "tournament.rated": "Rating ± its 95 % interval, from all games.",
    "tournament.failures": "Failures, each of which forfeits the rest of a block of {size} games:",
    "tournament.more-failures": "  and {count} more; --json lists all of them",
    "tournament.working": "playing {games} games",
    "tournament.job": "tournament of {bots} bots",
    "tournament.resumed": "Continuing after {played} of {all} games, seed {seed}.",
    "tournament.finished": "All {all} games were already played, seed {seed}.",
    "tournament.stopped": "Stopped after {played} of {all} games; the same command continues.",
    "tournament/alone": "a tournament needs 2 bots or more, as in: tournament cautious bold",
    "tournament/twice": "{name} is entered twice; a bot plays only against others",
    "journal/locked": "{path}: in use by another tournament, or no file can be written there",
    "journal/none": "{path}: it contains no tournament",
    "journal/seed": "{path}: it holds a tournament with seed {found}; name that or another file",
    "journal/other": "{path}: it holds a tournament with other {fields}; name another file",
    "journal/line": "{path}: line {line} is damaged; name another file",
    "journal/unwritable": "{path}: results cannot be saved there: {reason}; name a file with --out",
    # the game on a full screen
    "app.title": "Hot Dice",
    "app.aim": "{title} · {aim}",
    "app.small": (
        "The window is {width}x{height}; the table needs {wide}x{high}. Make it larger, or leave "
        "with q and play line by line: hotdice play --plain"
    ),
    "app.solving": "Computing best play, once for these rules: {done} %",
    "play.no-screen": (
        "The full-screen game needs the extra terminal; install it with: {install}\nThe game is "
        "played line by line."
    ),
    "app.roll": "Roll {dice} · {chance} % farkle",
    "app.take": "Take {points:,} · {dice} · {chance} % farkle",
    "app.all-dice": "all {count} again",
    "app.all-dice.one": "the die again",
    "app.roll-none": "Roll",
    "app.bank": "Bank {points:,} · total {total:,}",
    "app.bank-none": "Bank",
    "app.bank-nothing": "Bank 0 · {missing:,} too few",
    "app.bank-too-much": "Bank 0 · {over:,} too many",
    "app.bank-given": "Bank 0 · {points:,} to the lowest",
    "app.keep-ends": "Keep · {points:,} banked automatically",
    "app/pick-first": "pick dice that score first: by their numbers, tab or a click",
    "app.refused.bank/nothing.short": "Bank",
    "app.refused.bank/minimum.short": "Bank · {missing:,} more needed",
    "app.refused.bank/entry.short": "Bank · {missing:,} more for the board",
    "app.refused.bank/hot-dice.short": "Bank · first all dice once more",
    "app.refused.bank/unconfirmed.short": "Bank · first confirm by a roll",
    "app.refused.bank/taken-over.short": "Bank · first a roll that scores",
    "app.refused.bank/nothing": "there is nothing to bank yet: roll first",
    "app.refused.bank/minimum": (
        "{missing:,} more turn points needed to bank: the minimum is {needed:,}"
    ),
    "app.refused.bank/entry": "{missing:,} more to get on the board: {needed:,} in one turn",
    "app.refused.bank/hot-dice": "hot dice: roll all of them once more before you bank",
    "app.refused.bank/unconfirmed": (
        "what you kept has to be confirmed: another roll has to score before you bank"
    ),
    "app.refused.bank/taken-over": "you have taken over: another roll has to score before you bank",
    "app/no-roll": "there are no dice to pick now: roll first",
    "app/no-die": "there is no die {place}; the roll has {count}",
    "app/idle-die": "{face} scores nothing in {roll}",
    "app/typed-own": "the dice of your own roll are typed already; undo removes them",
    "app/typed-all": "{dice} are all the dice: Enter takes them, u removes the last one",
    "app.type": "Type {dice} as thrown",
    "app.typed": "Enter: take {dice}",
    "app/type-more": "{count} dice more to type, as they lie on the table",
    "app/type-more.one": "1 die more to type, as they lie on the table",
    "app/type-first": "type the dice first; u goes back",
    "app.throw-for": "Throw for {name}, and type the dice.",
    "app.thinking": "{name} is thinking …",
    "app.watch": "…",
    "app.turn-points": "turn points",
    "app.parts": "{before:,} kept before · {now:,} picked now",
    "app.begins": "{name} to roll",
    "app.begins-solo": "turn {turn}",
    "app.spared": "nothing scored: the first roll is thrown again",
    "app.lost": "{name} lost ",
    "app.lost-solo": " lost",
    "app.over": "The game is over.",
    "app.kept": "kept before  {dice}",
    "app.kept-die": "kept",
    "app.picked": "picked",
    "app.worth-nothing": "worth 0",
    "app.adds": "+{points:,}",
    "app.farkles": "farkle {count} of {most}",
    "app.chance-about": "≈ {chance}",
    "app.chances": "winning chance",
    "app.chances-wait": "winning chance: computing …",
    "app.advice-wait": "Computing …",
    "app.advice-progress": "Solving the game, once for these rules: {done} %, {left} s left",
    "app.review-wait": "Computing the chances …",
    "app.review-title": "Review of {rules}: the winning chance of {name}",
    "app.review-title-alone": "Review of {rules}: the turns of {name}, those to come included",
    "app.key.review": "review",
    "app.key.step-back": "back",
    "app.key.step-on": "on",
    "app.key.next-slip": "next slip",
    "app.key.last-slip": "last slip",
    "app.key.seat": "seat",
    "app.key.account": "account",
    "app.menu.past": "past games",
    "app.past.title": "Past games: review one step by step",
    "app.past.review": "review",
    "app.past.none": "No game has been finished yet.",
    "app.moments-wait": "Looking for the key moments …",
    "app.log-earlier": "↑ earlier",
    "app.log-newer": "↓ {count} newer lines",
    "app.log-newer.one": "↓ 1 newer line",
    "app.scores": "score sheet",
    "app.scores-all": "score sheet · s: all rounds",
    "app.key.pick": "pick",
    "app.key.type": "type",
    "app.key.keep": "next keep",
    "app.key.advice": "advice",
    "app.key.chances": "chances",
    "app.key.undo": "undo",
    "app.key.sheet": "sheet",
    "app.key.rules": "rules",
    "app.key.light": "light",
    "app.key.quit": "quit",
    "app.key.close": "close",
    "app.key.pick-best": "pick the best",
    "app.key.again": "play again",
    "app.key.menu": "menu",
    "app.key.scroll": "scroll",
    "app.key.leave": "quit",
    "app.key.correct": "correct the dice",
    # the server
    "serve.ready": "Hot Dice is at {address} (press Ctrl-C to stop it)",
    "serve.others": "Others in your network find it at {address}",
    "serve.no-network": "This machine has no network at the moment, so nobody else can reach it.",
    "serve.file": "Games are kept in {path}",
    "serve.share": "Links and QR codes of games use the address that others can reach.",
    "serve.local-only": (
        "Only this machine can reach it. For friends in your network: hotdice serve --host 0.0.0.0"
    ),
    "serve/address": "cannot listen on {host}, port {port}: {reason}",
    "serve/port": "port {found}: a number from 0 to {most} is needed",
    "serve/proxy": "{found} is not an address or network, such as 127.0.0.1 or 10.0.0.0/8",
    "serve/no-workers": "{found} workers: at least 1 is needed",
    "serve/keep-finished": "{found} days: at least 1 is needed",
    "serve/workers": (
        "{workers} workers need PostgreSQL to share their games; give --database postgresql://…, "
        "or use 1 worker"
    ),
    "database/address": (
        "--database is not the address of a database; write sqlite:////folder/games.sqlite for a "
        "file, or postgresql://user:password@host/name"
    ),
    "database/locked": "{path}: another server is using this file; stop it, or name another one",
    "backup/exists": "{path} already exists; choose another name",
    "backup/missing": "{path}: there is no such file",
    "backup/other": "{path} is not a database of Hot Dice",
    "backup/broken": "{path} is damaged and cannot be restored",
    "backup/failed": "{path} cannot be used: {reason}",
    "backup/postgres": (
        "PostgreSQL has its own tools for this: pg_dump --format=custom --file=FILE DATABASE, and "
        "pg_restore --clean --if-exists --dbname=DATABASE FILE"
    ),
    "backup.working": "copying the games",
    "backup.restoring": "restoring the games",
    "backup.done": (
        "{games:,} games are in {path}; it contains secrets of unfinished games, so keep it "
        "private."
    ),
    "backup.restored": "{games:,} games were restored from {path}.",
    "backup.before": "The database that was there before is now {path}.",
    "database/newer": (
        "the database was made by a newer Hot Dice (step {found}, this one knows {known}); "
        "install that one"
    ),
    "database/unreachable": "the database cannot be used: {reason}",
    "database/unwritable": "{path}: the database cannot be written: {reason}",
    "server/not-ready": "the database cannot be written at the moment",
    "server/closing": "the server is about to restart; come back in a moment",
    "server/failed": "something went wrong on the server (number {number}); please try again",
    "path/unknown": "there is nothing at this address",
    "request.no-body": "a JSON body is missing",
    "request/invalid": "this cannot be read: {reason}",
    "request/large": "this is too large; at most {most} bytes are read",
    "request/late": "nothing was sent for {seconds} seconds",
    "request/malformed": "this is not a valid HTTP request: {reason}",
    "request/method": "{method} is not allowed here",
    "request/origin": "this request comes from a page of another site",
    "request/rules": "the rules have {count} mistakes",
    "request/rules.one": "the rules have a mistake",
    "request/stubborn": "too many frames that cannot be answered",
    "request/too-many": "that was too much at once; try again in {retry_after} s",
    "rules/slow": "these rules take more than {seconds} s to compute; use fewer dice or patterns",
    "token/missing": "only players at this table can do this, and the request has no token",
    "token/wrong": "this token is not for a seat of this game",
    "game/unknown": "there is no such game",
    "game/closed": "this game was closed before its end",
    "key/other": "this key was used for another action; each action needs a key of its own",
    "game/conflict": "the game has gone on in the meantime; look at its current state",
    "game/by-invitation": (
        "only people with the newest link of this table can sit down; ask for it, or watch"
    ),
    "game/full": "all seats at this table are taken",
    "game/not-waiting": "the game has begun already ({status})",
    "game/not-host": "only the person on the first seat may arrange the table",
    "code/wrong": (
        "this code does not work: it may be used up or too old; make a new one where you play"
    ),
    "day/unknown": (
        "there are no dice of this day here: it is to come, or long ago, or nobody came that day"
    ),
    "day/not-over": "{date} is not over: its secret and results are told after midnight UTC",
    "day/played": "you have played the dice of this day already, and once is what counts",
    "game/gap": "seat {seat} is free between others; put a bot there, or wait for somebody",
    "game/totals": "these totals are no head start: {reason}",
    "game/taken": "this seat is not free",
    "game/own-seat": "this is your own seat; to give it up, leave the game",
    "seat/reactions": "you have reacted {most} times in this game, which is the limit",
    "seat/renames": "you have changed your name {most} times in this game; keep this one",
    "game/name": "the name of a game has at most {most} printable characters",
    "game/not-over": "a rematch comes after the end of the game",
    "game/not-playing": "the game is not being played ({status})",
    "game/not-revealing": "seeds are not revealed now ({status})",
    "turn/other": "it is somebody else's turn",
    "turn/late": "the time for this turn is over",
    "fair/other-seed": "this is not the seed that the commitment was made from",
    "bot/not-here": (
        "{name} is not a bot of this server; there are random, cautious, bold, turn, optimal, "
        "human:1 to human:10 and threshold:N"
    ),
    "bot/slow": "this bot would need too long with {rules}; choose bold or cautious",
    "advice/not-at-hand": "{rules} is not solved here, so there is no advice",
    "review/not-over": "the review comes after the end of the game",
    "review/not-at-hand": "{rules} is not solved here, so there is no review",
    "review/slow": "the review of this game takes longer than {seconds} s",
    "server.idle": "{pattern} needs more dice than the game has, so it never scores",
    "server.outdone": "{pattern} = {points:,} has no effect: {dice} are worth {rival:,} anyway",
    # the web app: the shell
    "web.skip": "Skip to the content",
    "web.title.The day's dice": "The day's dice",
    "web.day.title": "The day's dice",
    "web.day.of": "Day {number} · {date}",
    "web.day.what": (
        "Ten rounds alone, with the same dice for everybody today. Your first game counts."
    ),
    "web.day.play": "Play",
    "web.day.go-on": "Go on",
    "web.day.to-game": "To the game",
    "web.day.new": "not played yet",
    "web.day.open": "under way",
    "web.day.points": "{points} points",
    "web.day.next": "Next dice in {time}",
    "web.day.hours": "{hours} h {minutes} min",
    "web.day.minutes": "{count} minutes",
    "web.day.minutes.one": "1 minute",
    "web.day.seconds": "{count} seconds",
    "web.day.seconds.one": "1 second",
    "web.day.in-time": "It counts if you finish it before midnight UTC, in {time}.",
    "web.day.line": "Day {number} counts until midnight UTC, in {time}.",
    "web.day.line.uncounted": "Day {number}. This game does not count.",
    "web.day.too-late": "It was not over at midnight UTC, so it does not count.",
    "web.day.known": "The secret of today is known already, so no game counts today.",
    "web.day.uncounted": "This game did not count.",
    "web.day.unfinished": "Your game was not played to its end.",
    "web.day.share": "Share",
    "web.day.copied": "Copied",
    "web.day.shared": "Hot Dice, day {number}: {points} points",
    "web.day.blocks": (
        "⬛ nothing, 🟨 up to 299, 🟧 up to 699, 🟥 700 points and more. No dice are in it."
    ),
    "web.day.blocks.said": "Points by round: {points}",
    "web.day.secret": "Nobody knows tomorrow's dice",
    "web.day.secret.what": (
        "All dice of a day follow from a secret that this server drew for it. The commitment binds"
        " the server to it. After midnight UTC the secret is shown here, and your browser checks"
        " that it fits; “Verify the dice” then proves every roll of your game."
    ),
    "web.day.secret.told": "The secret of this day",
    "web.day.secret.label": "Secret",
    "web.day.fits": "The secret fits the commitment",
    "web.day.unfit": "The secret does not fit the commitment",
    "web.day.seen": "It is the commitment that this browser saw on that day",
    "web.day.not-seen": "It is not the commitment that this browser saw on that day",
    "web.day.yesterday": "Yesterday",
    "web.day.earlier": "Earlier days",
    "web.day.earlier.what": (
        "Their dice can be played for {count} days. They are known by now, so these games do not"
        " count."
    ),
    "web.day.earlier.none": "There are no earlier days on this server yet.",
    "web.day.again": "Play without counting",
    "web.day.today": "To today's dice",
    "web.day.more": "More about this day",
    "web.day.compared": "Result and best play",
    "web.day.mine": "You",
    "web.day.mine.none": "You have no result of this day.",
    "web.day.played": "Best play without foresight",
    "web.day.possible": "The most there was",
    "web.day.column.mine": "You",
    "web.day.column.played": "Best play",
    "web.day.column.possible": "Possible",
    "web.day.compared.what": (
        "Best play without foresight knows no dice to come: it keeps and banks for the most points"
        " a turn on average, which makes {average} in ten rounds with average dice, and with these"
        " dice made the {played} above. The most there was is a maximum in hindsight, for somebody"
        " who knew every die of the day; nobody can play like that."
    ),
    "web.day.by-round": "Round by round",
    "web.day.round": "Round",
    "web.day.everybody": "Everybody on this server",
    "web.day.everybody.count": "{count} results",
    "web.day.everybody.count.one": "1 result",
    "web.day.everybody.none": "No game has counted on this day.",
    "web.day.everybody.few": "So few results say little.",
    "web.day.bar": "{from} to {to} points: {count}",
    "web.day.bar.mine": "{from} to {to} points: {count}, you among them",
    "web.nav": "Pages",
    "web.nav.rules": "Rules",
    "web.nav.fair": "Fair dice",
    "web.language": "Language",
    "web.theme": "Colours",
    "web.theme.system": "as the system",
    "web.theme.light": "light",
    "web.theme.dark": "dark",
    "web.nowhere": "There is nothing here",
    "web.nowhere.what": (
        "A letter of the address may be missing. All games and rules start at home."
    ),
    "web.to-home": "To the start",
    "web.away.title": "The server does not answer",
    "web.away.what": (
        "The network is down, or the server is being restarted. Your games and seats are kept, "
        "and this page continues by itself as soon as the server is back."
    ),
    "web.away.trying": "Trying again …",
    "web.again": "Try again",
    # what chats show of a link
    "preview.what": "Farkle, Greed and every house rule, with friends or a bot. No account.",
    "preview.day": "The day's dice, day {number}",
    "preview.day.what": "Ten rounds, the same dice for everybody on that day. No account.",
    "preview.invites": "{name} invites you to {rules}",
    "preview.sit-down": "Open the link and sit down. No account.",
    "preview.plays": "{names} play {rules}",
    "preview.plays.one": "{names} plays {rules}",
    "preview.watch": "Open the link to watch.",
    # the web app: rules
    "web.rules.title": "Rules",
    "web.rules.what": (
        "Every rule set in full, with what it does: how often dice farkle, and when to stop."
    ),
    "web.title-changed": "{title} (changed)",
    "web.title.Farkle, basic": "Farkle, basic",
    "web.title.Farkle, classic": "Farkle, classic",
    "web.title.Farkle, doubling": "Farkle, doubling",
    "web.title.Farkle, a thousand to enter": "Farkle, a thousand to enter",
    "web.title.Farkle with three pair": "Farkle with three pair",
    "web.title.Ten Thousand": "Ten Thousand",
    "web.title.German Ten Thousand": "German Ten Thousand",
    "web.rules.make": "Make house rules",
    "web.rules.all": "All rules",
    "web.rules.brief": "{count} dice · {far}",
    "web.rules.brief.one": "1 die · {far}",
    "web.rules.brief.entry": "{entry} to get on the board",
    "web.rules.loading": "One moment …",
    "web.rules.missing": "There are no such rules",
    "web.rules.change": "Change these rules",
    "web.rules.does": "What this rule does",
    "web.rules.no-odds": "Computing this takes too long here, or a turn has no end.",
    "web.rules.turn": "points in a turn, on average, with best play",
    "web.rules.entry-chance": "chance to get the {entry} for the board in one turn",
    "web.rules.dice": "Dice",
    "web.rules.farkle": "Farkles",
    "web.rules.stop": "Bank from",
    "web.rules.stop.after": "Bank from, after so many farkles in a row",
    "web.rules.stop.caption": "For each number of dice: chance of a farkle, and when to bank",
    "web.rules.stop.about": (
        "With so many dice left and at least so many turn points, banking brings more than rolling "
        "on. This looks at points alone: near the end of a game the others' totals count too."
    ),
    "web.rules.never": "never",
    "web.rules.play": "Play these rules",
    "web.rules.play.with": "With whom",
    "web.rules.play.bot": "a bot, {level}",
    "web.rules.play.friends": "{count} friends, by a link",
    "web.rules.play.friends.one": "a friend, by a link",
    "web.rules.house": "House rules",
    "web.rules.own-title": "{title}, our way",
    "web.rules.file": "Rules file",
    "web.rules.start-from": "Start from",
    "web.rules.choose": "choose rules …",
    "web.rules.checking": "Checking …",
    "web.rules.fine": "These rules can be played",
    "web.rules.mistakes": "{count} mistakes",
    "web.rules.mistakes.one": "1 mistake",
    "web.rules.line": "Line {line}:",
    "web.rules.when-fine": "What the rule does shows here as soon as the mistakes are gone.",
    "web.rules.from-link": "These rules came with the link.",
    "web.rules.bad-link": "The link was damaged on its way: ask for it again.",
    "web.rules.put-aside": "A draft of yours is put aside.",
    "web.rules.back": "Back to my draft",
    "web.rules.throw-away": "Throw it away",
    "web.rules.share": "Share these rules",
    "web.rules.share.what": "by a link that carries them; nothing is stored",
    "web.rules.link": "The link",
    "web.rules.copied": "Copied",
    "web.rules.by-form": "Form",
    "web.rules.as-text": "As text",
    "web.rules.print": "Print",
    "web.rules.without": "Without {what}, until the mistake is mended.",
    "web.rules.before-mistakes": (
        "These are the figures from before the mistake; they follow as soon as it is gone."
    ),
    "web.rules.bar.turn": "a turn",
    "web.rules.bar.farkle": "farkle with {count}",
    "web.rules.bar.more": "more",
    "web.rules.bar.play": "Play",
    "web.rules.bar.share": "Share",
    "web.form.game": "The game",
    "web.form.further": "More options",
    "web.form.used": "{count} used",
    "web.form.none": "none",
    "web.form.points": "points",
    "web.form.unreadable": (
        "The form cannot make out this text. Mend the line that has the mistake, then the "
        "form is there again."
    ),
    "web.form.pad": "Dice of this combination",
    "web.form.back": "Take the last die away",
    "web.form.any-face": "{letter}: any face",
    "web.form.letters": "A, B and C are any face; the same letter is the same face.",
    "web.form.new": "the new combination",
    "web.form.no-combination": "no combination yet",
    "web.form.no-dice": "no dice yet",
    "web.form.change-dice": "{name}: change the dice",
    "web.form.tap": "tap the dice to change them",
    "web.form.done": "Done",
    "web.form.remove": "Remove",
    "web.form.times-face": "× its face",
    "web.form.times-letter": "× face of {letter}",
    "web.form.less": "{label}: one less",
    "web.form.more": "{label}: one more",
    "web.form.title": "Name",
    "web.form.name": "Short name, for commands and records",
    "web.form.dice": "Dice",
    "web.form.target": "Play to",
    "web.form.entry": "Points to get on the board",
    "web.form.entry.hint": "needed in one turn while a total is 0",
    "web.form.keep": "Dice that score",
    "web.form.keep.any": "keep which you like",
    "web.form.keep.all": "keep every one",
    "web.form.below_entry": "Too little to get on the board",
    "web.form.below_entry.nothing": "may be banked and records nothing",
    "web.form.below_entry.refuse": "may not be banked",
    "web.form.hot_dice": "When all dice are kept",
    "web.form.hot_dice.may": "you may roll all again",
    "web.form.hot_dice.must": "you must roll all again",
    "web.form.hot_dice.end": "the turn is banked",
    "web.form.minimum": "Least to bank on any turn",
    "web.form.tie": "Equal highest totals",
    "web.form.tie.first": "first at the target wins",
    "web.form.tie.shared": "share the win",
    "web.form.finish": "When somebody is at the target",
    "web.form.finish.last-round": "one more turn for the others",
    "web.form.finish.immediate": "the game is over",
    "web.form.finish.equal-turns": "until all had equally many turns",
    "web.form.rounds": "Rounds, instead of a target",
    "web.form.last_round": "In the last round each has",
    "web.form.last_round.turn": "a whole turn",
    "web.form.last_round.one-roll": "one roll",
    "web.form.overshoot": "A bank past the target",
    "web.form.overshoot.counts": "counts",
    "web.form.overshoot.lose-turn": "records nothing",
    "web.form.overshoot.welfare": "goes to the lowest total",
    "web.form.piggyback": "Taking over",
    "web.form.piggyback.hint": (
        "the next player may go on with the points that were banked and the dice left"
    ),
    "web.form.mercy": "First roll again",
    "web.form.mercy.hint": "a first roll without any score is thrown again, once a turn",
    "web.form.confirm": "Confirm a combination",
    "web.form.confirm.hint": "after it another roll has to score before anything may be banked",
    "web.form.hot_dice_bonus": "Bonus whenever all dice are kept",
    "web.form.wild": "Wild face",
    "web.form.wild.hint": "stands for any die of a combination of two or more",
    "web.form.weights": "Loaded dice",
    "web.form.weights.hint": "how often each face falls; 3 is three times as often as 1",
    "web.form.weights.of": "How often a {face} falls",
    "web.form.penalty": "Penalty for farkles in a row",
    "web.form.penalty.farkles": "So many farkles",
    "web.form.penalty.points": "cost so many points",
    "web.form.penalty.floor": "down to a total of",
    "web.form.score": "What scores",
    "web.form.score.add": "Add a combination",
    "web.form.score.value": "Points for {name}",
    "web.form.add-none": "Points for a roll in which nothing scores",
    "web.form.rolls": "Rolls that decide by themselves",
    "web.form.rolls.add": "Add such a roll",
    "web.form.rolls.value": "What {name} does",
    "web.form.rolls.win": "wins the game",
    "web.form.rolls.lose-total": "total back to 0",
    "web.form.rolls.farkle": "is a farkle",
    "web.form.wrong.twice": "This combination is there already.",
    "web.form.wrong.no-dice": "Tap the dice of this combination.",
    "web.form.wrong.points/form": "Say how many points: a whole number above 0, or 100 × A.",
    "web.form.wrong.points/zero": "The points have to be above 0.",
    "web.form.wrong.points/letter": "The letter {letter} is not among these dice.",
    "web.form.wrong.points/most": "At most {most} points are possible.",
    "web.form.wrong.pattern/mixed": "Take faces or letters, not both.",
    "web.form.wrong.pattern/letters": "There are only 6 different faces.",
    "web.form.wrong.rules/number": "A whole number from {least} to {most} is needed.",
    "web.form.wrong.rules/name": (
        "Up to 60 lower-case letters, digits and - are needed, as in my-rules."
    ),
    "web.form.wrong.rules/no-name": "A short name is needed, such as my-rules.",
    "web.form.wrong.rules/title": "One line of text is needed.",
    "web.form.wrong.rules/choice": "Choose one of those in the list.",
    "web.form.wrong.rules/penalty-part": (
        "Say after how many farkles, and how many points they cost."
    ),
    "web.form.wrong.rules/weights": "Six whole numbers above 0 are needed.",
    "web.form.wrong.rules/weights-sum": "Together these are {found}; at most {most} are possible.",
    "web.form.wrong.rules/rounds-alone": (
        "In a game of so many rounds this has no effect: leave it as usual, or take the "
        "rounds away."
    ),
    "web.form.wrong.rules/no-last-round": "This has no effect: this game has no last round.",
    "web.form.wrong.rules/end-refuse": (
        "This does not go together with a turn that is banked when all dice are kept."
    ),
    "web.form.wrong.rules/end-confirm": (
        "This does not go together with a turn that is banked when all dice are kept."
    ),
    "web.form.wrong.rules/never-banks": (
        "Every roll that scores uses all the dice, so nobody could ever bank."
    ),
    "web.form.wrong.rules/never-confirmed": (
        "All that scores would have to be confirmed, so nobody could ever bank."
    ),
    "web.form.wrong.rules/confirm": "Tap the dice that have to be confirmed.",
    "web.form.wrong.rules/confirm-idle": "No combination below “What scores” has these dice.",
    "web.form.wrong.rules/unreachable": (
        "No turn can reach that: the most that one turn can bank is {most}."
    ),
    "web.form.wrong.rules/no-score": "At least one combination has to score.",
    "web.form.wrong.rules/all-decided": (
        "Every roll would be decided by itself: take one of these away."
    ),
    # the web app: fair dice
    "web.fair.title": "Fair dice",
    "web.fair.what": (
        "Every roll follows from seeds that all sides committed to before anyone knew them. After"
        " a game your browser can check that by itself, roll by roll, without asking the server."
    ),
    "web.fair.how": (
        "After a game tap “Verify the dice”. Or give a record here: “Record” at the end of a game "
        "saves one, to check it later or to send it to somebody."
    ),
    "web.fair.working": "Checking every roll …",
    "web.fair.to-game": "Back to the game",
    "web.fair.proved": "All {count} rolls are fair",
    "web.fair.proved.one": "The one roll is fair",
    "web.fair.proved.what": (
        "Each follows from the seeds, and each seed matches the commitment that was shown before "
        "the first roll. Your browser has just checked that by itself."
    ),
    "web.fair.faults": "{count} things are wrong",
    "web.fair.faults.one": "One thing is wrong",
    "web.fair.faults.what": "This record does not prove its dice:",
    "web.fair.early": "The game is not over yet",
    "web.fair.early.what": (
        "The server reveals its seed at the end; then every roll can be checked."
    ),
    "web.fair.early.day": "The day is not over yet",
    "web.fair.early.day.what": (
        "The dice are those of a day, whose secret the server reveals after midnight UTC. Then this"
        " page checks every roll, and a record that you download then proves it too."
    ),
    "web.fair.line": "Line {line}:",
    "web.fair.no-record": "This is not a record of a game",
    "web.fair.seeds": "What the dice depend on",
    "web.fair.seeds.what": (
        "This is proof if these commitments are those that were shown before the first roll."
    ),
    "web.fair.server": "The server",
    "web.fair.kind.server": "server",
    "web.fair.kind.person": "person",
    "web.fair.kind.bot": "bot, no seed",
    "web.fair.kind.fallback": "fallback: no seed came in time",
    "web.fair.commitment": "Commitment",
    "web.fair.seed": "Seed",
    "web.fair.fits": "The seed matches its commitment",
    "web.fair.unfit": "The seed does not match its commitment",
    "web.fair.mine": "It is the seed that this browser drew",
    "web.fair.not-mine": "It is not the seed that this browser drew",
    "web.fair.rolls": "{count} rolls",
    "web.fair.rolls.one": "1 roll",
    "web.fair.roll-off": "{name}, for who begins",
    "web.fair.turn": "{name}, turn {turn}",
    "web.fair.right": "right",
    "web.fair.wrong": "wrong",
    "web.fair.should-be": "should be",
    "web.fair.elsewhere": "Check with another program",
    "web.fair.elsewhere.what": "Download the record and check it on a machine that you trust:",
    "web.fair.download": "Download the record",
    "web.fair.elsewhere.file": "With its file, on a machine that you trust:",
    "web.fair.first": "Check a record",
    "web.fair.other": "Check another record",
    "web.fair.other.what": "It stays in this browser: nothing is sent anywhere.",
    "web.fair.file": "A record file",
    "web.fair.paste": "Or its text",
    "web.fair.verify": "Verify",
    # the web app: the table
    "web.connecting": "Connecting to the table …",
    "web.network": "The server did not answer. Check your connection and try again.",
    "web.felt": "The table",
    "web.dice": "Dice",
    "web.last-round": "Last round! In the lead with {points}: {names}.",
    "web.last-round.first": "Last round! Beat {points} to win.",
    "web.last-round.shared": "Last round! Beat {points}, or equal it to share the win.",
    "web.last-round.exact": "Last round! Reach {points} exactly to share the win.",
    "web.last-round.one-roll": "One roll, one keep.",
    "web.your-turn-points": "your turn points",
    "web.turn-points": "turn points of {name}",
    "web.banked": "{name} banked",
    "web.banked.you": "you banked",
    "web.too-much": "{name}: over the target",
    "web.too-much.you": "you: over the target",
    "web.too-much.lost": "Nothing is recorded: total {total}.",
    "web.too-much.given": "{name} gets the {points}: total {total}.",
    "web.too-much.given.you": "You get the {points}: total {total}.",
    "web.too-much.short": "too much: all is lost",
    "web.too-much.short.given": "too much: {name} gets it",
    "web.rolled-win": "{name} wins at once",
    "web.rolled-win.you": "you win at once",
    "web.rolled-win.short": "Won!",
    "web.rolled-win.what": "A roll with {dice} wins the game.",
    "web.spared": "Once more!",
    "web.spared.what": "A first roll without score is free.",
    "web.roll-first.unconfirmed": "to be confirmed by another roll",
    "web.roll-first.taken-over": "taken over: now roll the {count} dice",
    "web.roll-first.taken-over.one": "taken over: now roll the 1 die",
    "web.to-confirm": "to be confirmed",
    "web.offer": "{name} may take over {points} with {count} dice.",
    "web.offer.one": "{name} may take over {points} with 1 die.",
    "web.offer.you": "You may take over {points} with {count} dice.",
    "web.offer.you.one": "You may take over {points} with 1 die.",
    "web.farkle": "Farkle!",
    "web.lost": "{why} {points} points lost, and the turn is over.",
    "web.lost-nothing": "{why} The turn is over.",
    "web.lost-why": "No die of this roll scores.",
    "web.lost-decided": "A roll with {dice} is a farkle.",
    "web.lost-total": "A roll with {dice}: the whole total of {total} is gone.",
    "web.rolling": "rolling …",
    "web.hot": "Hot dice! All {count} come back.",
    "web.picked": "{before} kept before\N{NO-BREAK SPACE}· {now} picked now",
    "web.picked-first": "{now} picked now",
    "web.picked-said": "Picked {dice} for {points}: {turn} turn points.",
    "web.pick": "Tap the dice that you keep",
    "web.kept-before": "{points} kept so far",
    "web.kept-dice": "kept before: {dice}",
    "web.die.rolling": "a rolling die",
    "web.die.picked": "die {number}: {face}, picked",
    "web.die.free": "die {number}: {face}",
    "web.die.idle": "die {number}: {face}, scores nothing",
    "web.why.nothing": "This {face} scores nothing in this roll.",
    "web.why.together": "This {face} scores nothing with the dice picked.",
    "web.percent": "{percent}\N{NO-BREAK SPACE}%",
    "web.risk": "{percent} % farkle",
    "web.risk.plain": "turn lost: {percent}\N{NO-BREAK SPACE}%",
    "web.risk.free": "free if nothing scores",
    "web.roll": "Roll {count} dice",
    "web.roll.one": "Roll 1 die",
    "web.bank": "Bank {points}",
    "web.bank-none": "Bank",
    "web.bank-sure": "Really bank 0?",
    "web.total": "total {total}",
    "web.over": "the game is over",
    "web.records-nothing": "records nothing",
    "web.entry-needed": "needs {entry}",
    "web.take-over": "Take over {points}",
    "web.take-over.dice": "{count} dice · {risk}",
    "web.take-over.dice.one": "1 die · {risk}",
    "web.hint": "How to play",
    "web.hint.of": "{at} of {all}",
    "web.hint.skip": "Skip the hints",
    "web.hint.everything": "Everything that scores",
    "web.hint.roll": "Roll",
    "web.hint.roll.what": "Your turn begins with {dice}. Tap Roll.",
    "web.hint.roll.again": (
        "No die scored, but under these rules a first roll may be thrown again: {dice}, once."
    ),
    "web.hint.roll.take": (
        "Or take over the {points} points that were banked just now, and roll the {dice} left: "
        "what comes of them is added."
    ),
    "web.hint.scores": "What scores",
    "web.hint.scores.more": "Combinations score, too.",
    "web.hint.scores.only": "Only certain combinations score.",
    "web.hint.scores.tap": "Tap bright dice, one or more.",
    "web.hint.scores.tap-one": "Tap the die if it is bright.",
    "web.hint.risk": "Risk or bank",
    "web.hint.risk.bank": "Bank, and {points} points are yours for good.",
    "web.hint.risk.bank-total": "Bank, and {points} points are added to your total.",
    "web.hint.risk.unconfirmed": "What you have kept has to be confirmed: another roll must score.",
    "web.hint.risk.taken-over": "Points that were taken over have to be rolled for.",
    "web.hint.risk.hot-dice": "After hot dice all of them are rolled again.",
    "web.hint.risk.minimum": "A bank needs {minimum} points in one turn.",
    "web.hint.risk.too-much": "That is too much for {target}: banked, these points are not yours.",
    "web.hint.risk.ends": "This keep ends your turn: it is banked automatically.",
    "web.hint.risk.roll-on": (
        "Roll {dice}: with {risk} it is a farkle, and all of this turn is lost."
    ),
    "web.hint.risk.entry": "Your first bank needs {entry} points in one turn.",
    "web.hint.risk.roll": (
        "Or roll {dice}: with {risk} nothing scores (a farkle), and all of this turn is lost."
    ),
    "web.hint.farkle": "A farkle",
    "web.hint.farkle.what": (
        "No die of your roll scored: that is a farkle. The points of that turn are lost, and the "
        "next player rolls."
    ),
    "web.hint.farkle.decided": (
        "Under these rules a roll with {dice} is a farkle, whatever else scores. The points of "
        "that turn are lost, and the next player rolls."
    ),
    "web.hint.farkle.total": "Your whole total is gone as well.",
    "web.hint.hot": "Hot dice",
    "web.hint.hot.what": (
        "Every die has been kept, so {dice} come back. What you have is still at risk."
    ),
    "web.hint.last": "Last round",
    "web.hint.last.what": "{target} is reached: everybody else has one more turn.",
    "web.hint.last.equal-turns": "{target} is reached: this round is played to its end.",
    "web.hint.last.one-roll": "That turn is one roll and one keep, banked automatically.",
    "web.hint.last.beat": "The highest total wins; beat {points}.",
    "web.hint.last.own": "You have {points}.",
    "web.hint.last.exact": "Reach {points} exactly to share the win.",
    "web.best": "best",
    "web.wins": "you win",
    "web.scores": "What scores",
    "web.scores.picked": "picked",
    "web.scores.none": "nothing else scores",
    "web.scores.bonus": "hot dice, extra",
    "web.scores.entry": "The first bank needs {entry} points in one turn.",
    "web.scores.minimum": "Every bank needs {minimum} points.",
    "web.scores.penalty": "{count} farkles in a row cost {points} points.",
    "web.scores.penalty.one": "Every farkle costs {points} points.",
    "web.scores.wild": "A {face} is wild: in combinations it stands for any die.",
    "web.scores.rolls-farkle": "A roll with {dice} is a farkle.",
    "web.scores.rolls-lose-total": "A roll with {dice} is a farkle and takes the whole total.",
    "web.scores.rolls-win": "A roll with {dice} wins at once.",
    "web.scores.confirm": "{dice} has to be confirmed: another roll must score before a bank.",
    "web.scores.mercy": "A first roll without any score is thrown again, once a turn.",
    "web.scores.piggyback": (
        "After a bank the next player may take over the points and the dice left."
    ),
    "web.scores.overshoot-lose-turn": (
        "{target} has to be reached exactly: a bank that would pass it records nothing."
    ),
    "web.scores.overshoot-welfare": (
        "{target} has to be reached exactly: what would pass it goes to the lowest other total."
    ),
    "web.scores.rounds": "Most points after {count} rounds win.",
    "web.scores.rounds.one": "Most points after one turn each win.",
    "web.scores.equal-turns": (
        "When {target} is reached, the round is played to its end, and most points win."
    ),
    "web.scores.one-roll-end": (
        "In the last round everybody has one roll and one keep, banked automatically."
    ),
    "web.scores.weights": "Loaded dice: 1 to 6 fall as {weights}.",
    "web.scores.farkle": "Farkle (turn lost) with",
    "web.scores.one-roll": "Dice count together only within one roll.",
    "web.speed.slow": "Bots: slow",
    "web.speed.usual": "Bots: usual",
    "web.speed.fast": "Bots: fast",
    "web.sending": "on its way …",
    "web.turn-of": "{name} to move",
    "web.pick-first": "pick dice first",
    "web.ends": "ends the turn: bank",
    "web.needs-entry": "{needed} more to enter",
    "web.needs-minimum": "{needed} more needed",
    "web.must-roll": "hot dice: roll on",
    "web.needs-confirming": "confirm it first",
    "web.needs-roll": "taken over: roll first",
    "web.nothing-yet": "nothing to bank yet",
    "web.players": "Players",
    "web.free-seat": "free seat",
    "web.you": "(you)",
    "web.your-turn": "your turn",
    "web.their-turn": "to move",
    "web.your-turn-said": "Your turn. Your total is {total}.",
    "web.winner": "winner",
    "web.gone": "has left",
    "web.late": "late",
    "web.late.bot": "late: a bot plays",
    "web.bot-level": "level {level}",
    "web.bot-tag": "bot",
    "web.bot-named": "bot, {level}",
    "web.away": "away",
    "web.here": "here",
    "web.expected": "awaited",
    "web.leads": "leads",
    "web.not-in": "{entry} to enter",
    "web.there": "target reached",
    "web.to-go": "{points} to go",
    "web.behind": "{points} behind",
    "web.farkles": "farkle {count} of {most}",
    "web.clock": "{time} left",
    "web.grace": "grace",
    "web.clock.grace": "time is up, {time} of grace left",
    "web.react": "Say something to the table",
    "web.react.clap": "well done",
    "web.react.laugh": "ha ha",
    "web.react.wow": "wow",
    "web.react.ouch": "ouch",
    "web.react.luck": "good luck",
    "web.react.thanks": "thanks",
    "web.react.hurry": "hurry up",
    "web.react.heart": "love it",
    "web.log": "What happened",
    "web.log.joined": "{name} sat down.",
    "web.log.started": "The game begins.",
    "web.log.late-bot": "{name} is late: a bot plays the rest of the turn.",
    "web.log.late-pass": "{name} is late: the turn is passed.",
    "web.log.won": "{name} has won with {points}.",
    "web.log.shared": "The win is shared at {points}.",
    "web.log.renamed": "{before} is now called {name}.",
    "web.log.reacted": "{name}: {reactions}",
    "web.log.left": "{name} has left.",
    "web.log.left-bot": "{name} has left; a bot plays on.",
    "web.log.left-pass": "{name} has left; their turns are passed.",
    "web.log.joined.you": "You sat down.",
    "web.log.late-bot.you": "You are late: a bot plays the rest of the turn.",
    "web.log.late-pass.you": "You are late: the turn is passed.",
    "web.log.won.you": "You have won with {points}.",
    "web.log.renamed.you": "You are now called {name}.",
    "web.log.reacted.you": "You: {reactions}",
    "web.log.left.you": "You have left.",
    "web.log.left-bot.you": "You have left; a bot plays on.",
    "web.log.left-pass.you": "You have left; your turns are passed.",
    "web.dice-count": "{count} dice",
    "web.dice-count.one": "1 die",
    "web.all-dice": "all {number} dice",
    "web.rules-to": "{name} · {far}",
    "web.far.target": "to {target}",
    "web.far.rounds": "{count} rounds",
    "web.far.rounds.one": "1 round",
    "web.far.round": "round {round} of {all}",
    "web.spectators": "{count} watching",
    "web.spectators.one": "1 watching",
    "web.watching": "All seats are taken: you are watching.",
    "web.keys": "Keys: 1–{count} pick, n next choice, r roll, b bank",
    "web.keys.one": "Keys: 1 picks, n next choice, r roll, b bank",
    "web.keys.take": "Keys: 1–{count} pick, n next choice, r roll, b bank, t take over",
    "web.keys.take.one": "Keys: 1 picks, n next choice, r roll, b bank, t take over",
    "web.sheet": "Score sheet",
    "web.sheet.round": "round",
    "web.sheet.farkle": "farkle",
    "web.sheet.passed": "passed",
    "web.sheet.won": "won by a roll",
    "web.sheet.too-much": "too much",
    "web.sheet.given": "{points} to {name}",
    "web.close": "Close",
    "web.sound.on": "Sounds: on",
    "web.sound.off": "Sounds: off",
    "web.notice": "Tell me my turn",
    "web.notice.yes": "Tell me when it is my turn",
    "web.notice.no": "No",
    "web.notice.title": "Your turn: {game} with {names}",
    "web.notice.began": "The game has begun.",
    "web.notice.banked": "{name} banked {points} and has {total}.",
    "web.notice.nothing": "{name} stopped without points and has {total}.",
    "web.notice.too-much": "{name} had too much for the target and has {total}.",
    "web.notice.farkled": "{name} farkled and has {total}.",
    "web.notice.passed": "{name} let the turn pass and has {total}.",
    "web.back": "Look back",
    "web.back.at": "Moment {at} of {all}",
    "web.back.before": "Before",
    "web.back.after": "After",
    "web.back.live": "Live",
    "web.back.yours": "It is your turn in the live game.",
    "web.back.looking": "You are looking back; the game goes on meanwhile.",
    "web.back.over": "You are looking back; the game is over.",
    "web.back.closed": "You are looking back; the game was closed before its end.",
    "web.back.end": "To the end",
    "web.transfer": "Play on another device",
    "web.transfer.what": (
        "Open this link where you want to go on. You play on there, and this page watches."
    ),
    "web.transfer.link": "Link for your other device",
    "web.transfer.type": "Or type this code there, at the end of the start page:",
    "web.transfer.until": "It works once, until {time}.",
    "web.transfer.late": "The code is too old now.",
    "web.transfer.again": "Make a new one",
    "web.moved": "You play on another device now. Here you watch.",
    "web.take": "Play here",
    "web.take.title": "Play on this device?",
    "web.take.what": "Your seat moves here, and your other device watches.",
    "web.take.wrong": (
        "This code is used up or too old. Make a new one on the device where you play."
    ),
    "web.take.home": "Go on with a game from another device",
    "web.take.code": "The code shown there",
    "web.leave": "Leave the game",
    "web.leave.bot": "For good? A bot plays on for you.",
    "web.leave.pass": "For good? Your turns are passed from then on.",
    "web.leave.waiting": "For good? Your seat is free again then.",
    "web.leave.last-playing": (
        "For good? Nobody else plays here, so the game ends unfinished. Just close the "
        "page and it waits for you."
    ),
    "web.leave.last-waiting": (
        "For good? You are the only one here, so the table is closed, and its link leads nobody in."
    ),
    "web.leave.stay": "Stay",
    "web.left.last": "You have left, and the game is closed.",
    "web.left.bot": "You have left. A bot plays on for you.",
    "web.left.pass": "You have left. Your turns are passed.",
    "web.left.waiting": "You have left. Your seat is free again.",
    "web.ok": "All right",
    "web.line.away": "The connection to the server is lost. Trying again …",
    "web.line.restarting": "The server is being restarted. The game goes on in a moment.",
    "web.line.offline": "You are offline. The game goes on when the network is back.",
    "web.line.queued": "Your move is sent when it is back.",
    "web.line.take-back": "Take it back",
    "web.line.taken-back": "Your move was taken back: the game had gone on without it.",
    "web.line.refused": "Your move was taken back: {reason}",
    "web.line.unsent": (
        "That was not sent: the connection to the server is lost. Try again when it is back."
    ),
    "web.closed": "This game is closed",
    "web.closed.left": "Everybody has left it.",
    "web.closed.left-bots": "Only bots were left, so it ended unfinished.",
    "web.closed.idle": "Nobody has moved for a long time.",
    "web.closed.long": "It became longer than a game may be, so nobody has won.",
    # the web app: advice
    "web.chance": "{name} wins with a chance of {percent} %",
    "web.chance.you": "You",
    "web.advice": "Advice",
    "web.advice.all": "All {count} choices",
    "web.advice.turns": "{turns} turns",
    "web.advice.more": "costs {turns}",
    "web.advice.away": "The target is {turns} turns away on average",
    # the web app: joining, waiting, the end
    "web.join.title": "A seat for you",
    "web.join.with": "At the table: {names}",
    "web.join.rules": "{title}, {far}.",
    "web.join.kept": "Your seat from the game before is kept.",
    "web.join.sit": "Sit down",
    "web.join.watch": "Just watch",
    "web.name": "Your name",
    "web.name.taken": "Somebody at the table is already called {name}. How about {suggestion}?",
    "web.name.missing": "Enter a name that the others will see.",
    "web.rename": "Rename",
    "web.waiting": "Waiting for the others",
    "web.waiting.here": "{here} of {count} are here.",
    "web.waiting.begins-full": "The game begins when all seats are taken.",
    "web.waiting.fill": "Fill {count} seats with bots and start",
    "web.waiting.begins": "The game begins when all seats are taken, or when you start.",
    "web.waiting.seats": "Seats",
    "web.waiting.add": "Add a bot",
    "web.waiting.add.now": "Add",
    "web.waiting.remove": "Remove",
    "web.waiting.rules": "Change rules",
    "web.waiting.open": "Anybody may sit down",
    "web.waiting.start": "Start now",
    "web.waiting.start.who": "{count} players: {names}",
    "web.waiting.by-invitation": (
        "You are watching. Whoever has the newest link of this table can sit down."
    ),
    "web.revealing": "Everybody is here",
    "web.revealing.what": "The seeds of the dice are being combined …",
    "web.invite": "Invite friends",
    "web.invite.what": "Whoever opens this link sits down at your table.",
    "web.invite.link": "Link to this game",
    "web.invite.copy": "Copy",
    "web.invite.copied": "Copied",
    "web.invite.share": "Share",
    "web.invite.code": "The link as a QR code",
    "web.invite.network": "Every device in your network can open this link.",
    "web.invite.network.what": (
        "You opened the page at {host}, which only this machine can reach: "
        "the link has the address that others can reach."
    ),
    "web.invite.network.more": "If it does not open there, try {addresses}.",
    "web.invite.alone": "Only this machine can open the link.",
    "web.invite.alone.what": (
        "The server accepts no other machine. To let other devices in your network in, start it "
        "like this:"
    ),
    "web.invite.unknown": "Other devices cannot open this link.",
    "web.invite.unknown.what": (
        "{host} always means the machine itself. Open this page at the address that this machine "
        "has in your network, and link and code will be right."
    ),
    "web.end.you": "You have won!",
    "web.end.won": "{name} has won",
    "web.end.shared": "{names} share the win",
    "web.end.shared.you": "You share the win with {names}",
    "web.end.again": "Play again",
    "web.end.join": "To the next game",
    "web.end.wanted": "Somebody wants to play again: your seat is kept.",
    "web.end.next": "The table plays on in another game.",
    "web.end.watch": "Watch the next game",
    "web.end.with": "with {points:,} in the last turn",
    "web.end.rolled": "by a roll with {dice}",
    "web.end.rounds": "after {count} rounds",
    "web.end.rounds.one": "after 1 round",
    "web.review.moments": "Key moments",
    "web.review.whole": "Review all",
    "web.review.moment": "Round {round}: {judgement}.",
    "web.review.moment-worst": "Round {round}: your worst choice ({judgement}).",
    "web.review.moment-slip": "{name}: {chosen}. {best} was better, by {amount}.",
    "web.end.verify": "Verify the dice",
    "web.end.record": "Record",
    "web.end.review": "Review the game",
    "web.end.worst": "Your worst choice: {chosen} in round {round} ({amount})",
    "web.review.title": "Review",
    "web.review.working": "Working out what was luck and what was skill …",
    "web.review.none": "There is no review",
    "web.review.empty": "Nothing has happened in this game.",
    "web.review.download": "Download",
    "web.review.approximate": (
        "With three and more players the chances are approximate here. What the approximation "
        "leaves is a line of its own below."
    ),
    "web.review.chart": "Winning chance of {name}",
    "web.review.chart.you": "Your winning chance",
    "web.review.chart.turns": "Turns in all, as expected at each moment",
    "web.review.change": "{before} → {after}",
    "web.review.tip": "Round {round}: {change}",
    "web.review.tip-judged": "Round {round}, {judgement}: {change}",
    "web.review.round": "round {round}",
    "web.review.turns": "{turns} turns",
    "web.review.percentage-points": "{amount} percentage points",
    "web.review.points": "{points:,} points",
    "web.review.keep": "Keep {kept}",
    "web.review.pass": "Turn passed",
    "web.review.judgement.best": "best",
    "web.review.judgement.good": "good",
    "web.review.judgement.slip": "small slip",
    "web.review.judgement.mistake": "mistake",
    "web.review.judgement.blunder": "blunder",
    "web.review.judgement.lucky": "lucky",
    "web.review.judgement.unlucky": "unlucky",
    "web.review.judgement.luck": "dice",
    "web.review.judgement.mixing": "mixed",
    "web.review.judgement.passed": "passed",
    "web.review.judgement.none": "not judged",
    "web.review.fine": "best or good",
    "web.review.of": "{name}, round {round}",
    "web.review.judged": "{name}: {judgement}",
    "web.review.worst": "Worst choice of {name}",
    "web.review.worst.you": "Your worst choice",
    "web.review.for": "for {name}",
    "web.review.for.you": "for you",
    "web.review.kept": "kept in this turn",
    "web.review.kept-hot": "kept since hot dice",
    "web.review.hot": "hot dice: all dice are back",
    "web.review.kept-for": "{kept} kept for {points:,}",
    "web.review.to-roll": "{count} dice to roll",
    "web.review.to-roll.one": "1 die to roll",
    "web.review.came": "then came",
    "web.review.rolled": "were rolled",
    "web.review.farkle": "then came: a farkle",
    "web.review.spared": "nothing scores: thrown again",
    "web.review.rolled-win": "a winning roll",
    "web.review.taken-over": "{points:,} taken over",
    "web.review.banked": "{points:,} banked",
    "web.review.total": "{name} has {points:,}",
    "web.review.total.you": "you have {points:,}",
    "web.review.if": "What if? {action}",
    "web.review.if-left": "{points:,} turn points, {count} dice left: {chance}",
    "web.review.if-left.one": "{points:,} turn points, 1 die left: {chance}",
    "web.review.what-if": "What if?",
    "web.review.next-slip": "Next slip",
    "web.review.back": "One moment back",
    "web.review.on": "One moment on",
    "web.review.nothing-better": "Nothing was better.",
    "web.review.better": "{action} was better, by {amount}.",
    "web.review.luck-after.chances": "Then rolled: {amount} percentage points for {name}.",
    "web.review.luck-after.chances.you": "Then rolled: {amount} percentage points for you.",
    "web.review.luck-after.turns": "What was rolled then: {amount} turns for {name}.",
    "web.review.luck-after.turns.you": "What was rolled then: {amount} turns for you.",
    "web.review.luck-told": "There was no choice. The dice led {name} from {before} to {after}.",
    "web.review.luck-told.you": "There was no choice. The dice led you from {before} to {after}.",
    "web.review.mixing-told": "Several ways are equally good here, and best play mixes them.",
    "web.review.passed-told": "Nobody chose this: whoever should have moved was away.",
    "web.review.decisions": "Decisions",
    "web.review.whose": "Whose decisions",
    "web.review.which": "Which decisions",
    "web.review.slips": "slips",
    "web.review.all": "all {count}",
    "web.review.head.round": "Round",
    "web.review.head.dice": "Dice",
    "web.review.head.chose": "Chosen",
    "web.review.head.best": "Best",
    "web.review.head.cost": "Cost",
    "web.review.others.chances": "{count} others, each within 1 point of the best",
    "web.review.others.chances.one": "1 other, within 1 point of the best",
    "web.review.others.turns": "{count} others, each within a tenth of a turn of the best",
    "web.review.others.turns.one": "1 other, within a tenth of a turn of the best",
    "web.review.no-slips.chances": "No slips: no choice cost as much as 1 point.",
    "web.review.no-slips.turns": "No slips: no choice cost as much as a tenth of a turn.",
    "web.review.rounding": "Rounding",
    "web.review.in-all": "Choices of {name}, in all",
    "web.review.in-all.you": "Your choices, in all",
    "web.review.luck": "Luck",
    "web.review.luck-from.chances": "15 points or more for {name}",
    "web.review.luck-from.chances.you": "15 points or more for you",
    "web.review.luck-from.turns": "1.5 turns or more for {name}",
    "web.review.luck-from.turns.you": "1.5 turns or more for you",
    "web.review.luck-none.chances": "No roll changed a chance by 15 points.",
    "web.review.luck-none.turns": "No roll changed the game by one and a half turns.",
    "web.review.rolled-by": "{name} rolled",
    "web.review.rolled-by.you": "You rolled",
    "web.review.began-by": "{name} began with",
    "web.review.began-by.you": "You began with",
    "web.review.account": "Luck and skill",
    "web.review.account.chances": "points of the winning chance of {name}",
    "web.review.account.chances.you": "points of your winning chance",
    "web.review.account.turns": "turns of {name}",
    "web.review.account.turns.you": "your turns",
    "web.review.start": "At the start",
    "web.review.luck-of": "{name}'s dice",
    "web.review.luck-of.you": "Your dice",
    "web.review.luck-others": "Others' dice",
    "web.review.choices-of": "{name}'s choices",
    "web.review.choices-of.you": "Your choices",
    "web.review.choices-others": "Others' choices",
    "web.review.mixing": "Mixed choices",
    "web.review.remainder": "Approximation",
    "web.review.remainder.what": (
        "Under these rules chances are estimated: Approximation is what does not add up."
    ),
    "web.review.won": "Won",
    "web.review.lost": "Lost",
    "web.review.shared": "Shared",
    "web.review.stopped": "Where it stopped",
    "web.review.turns-played": "Turns played",
    "web.review.average-lost": "With average dice {name} would have lost this game.",
    "web.review.average-lost.you": "With average dice you would have lost this game.",
    "web.review.average-won": "With average dice {name} would have won this game.",
    "web.review.average-won.you": "With average dice you would have won this game.",
    "web.review.average": "With average dice {name} had {percent} % of this game.",
    "web.review.average.you": "With average dice this game was {percent} % yours.",
    "web.review.average.turns": "With average dice it would have taken {turns} turns.",
    "web.review.skill": (
        "{count} of {all} decisions had a real choice; each cost {lost} points on average."
    ),
    "web.review.skill.one": "1 of {all} decisions had a real choice; it cost {lost} points.",
    "web.review.level": "That is about level {level} of 10.",
    "web.review.little": "One game says little about skill.",
    "web.lost.game-unknown": "There is no such game",
    "web.lost.game-unknown.what": (
        "A letter of the link may be missing, or the game was removed. Ask for a new link, or "
        "begin a game of your own."
    ),
    "web.lost.removed": "The host has removed you from this table",
    "web.lost.removed.what": "You can watch. To sit down again you need the newest link.",
    "web.lost.token-wrong": "Your seat is taken by somebody else",
    "web.lost.token-wrong.what": (
        "This browser's key no longer opens the seat. You can still watch, or sit down at a free "
        "seat."
    ),
    "web.lost.watch": "Look at the game",
    "web.lost.request-too-many": "Too much at once",
    "web.lost.request-too-many.what": (
        "The server asks for a pause. This page goes on by itself after it."
    ),
    "web.lost.other": "That did not work",
    # the web app: my games
    "web.home.mine": "All my games, with statistics",
    "web.mine.title": "My games",
    "web.mine.none": "No game has ended yet. Play one, and it is kept here.",
    "web.mine.without": "This browser lets no page keep anything, so there are no games here.",
    "web.mine.collecting": "{count} games are being looked at …",
    "web.mine.collecting.one": "1 game is being looked at …",
    "web.mine.all-rules": "all rules",
    "web.mine.statistics": "Statistics",
    "web.mine.statistics.what": (
        "Points are percentage points of the winning chance. Luck is what the dice brought, and "
        "how far honest dice stray in 19 of 20 cases. The level, of 10, needs {enough} decisions."
    ),
    "web.mine.column.rules": "Rules and opponents",
    "web.mine.column.games": "Games",
    "web.mine.column.won": "Won",
    "web.mine.column.level": "Level",
    "web.mine.column.lost": "Points lost a decision",
    "web.mine.column.luck": "Luck, in points",
    "web.mine.alone": "alone",
    "web.mine.leaks": "Where chances go",
    "web.mine.leaks.alone": "Where turns go",
    "web.mine.leaks.of": "{count} games, {decisions} decisions",
    "web.mine.leaks.of.one": "1 game, {decisions} decisions",
    "web.mine.leaks.what": "Points of the winning chance that each costs in a game.",
    "web.mine.leaks.what.alone": "Turns that each costs in a game.",
    "web.mine.leaks.few": "Fewer than {enough} decisions say little.",
    "web.mine.leak.errors": "{errors} of {count}",
    "web.mine.leak.chance": "may be chance",
    "web.mine.list": "{count} games",
    "web.mine.list.one": "1 game",
    "web.mine.skill": "luck {luck} · choices {choices}",
    "web.mine.finished": "Finished",
    "web.mine.unfinished": "Not played to its end",
    "web.mine.review": "Review",
    "web.mine.delete": "Delete",
    "web.mine.delete.sure": "Delete it for good",
    "web.mine.delete.done": "All games were deleted.",
    "web.mine.delete-all": "Delete all",
    "web.mine.delete-all.sure": "Delete {count} games for good",
    "web.mine.delete-all.sure.one": "Delete the one game for good",
    "web.mine.keep": "Keep",
    "web.mine.keeping": "Keep or move your games",
    "web.mine.keeping.what": (
        "They are in this browser alone. A file takes them, and your seats in games under way, to "
        "another browser: whoever has it can play for you, so keep it to yourself."
    ),
    "web.mine.export": "Save as a file",
    "web.mine.import": "Take in such a file",
    "web.mine.import.done": "{count} games came with the file.",
    "web.mine.import.done.one": "1 game came with the file.",
    "web.mine.import.wrong": "{file} is not a file of games that Hot Dice has saved.",
    # the web app: home
    "web.home.title": "Roll, keep, bank.",
    "web.home.what": "With friends or a bot. No account.",
    "web.home.starts": "{rules} · a bot, {level}",
    "web.home.change": "Change",
    "web.home.learn": "How to play",
    "web.home.friends": "With friends",
    "web.home.friends.what": "2 to 8 people: whoever opens the link sits down.",
    "web.home.more": "Seats, clock, who may watch",
    "web.home.rules": "Rules",
    "web.home.rules.all": "all {count} rules",
    "web.home.last": "played last",
    "web.home.card.basic": "the classic, to {target}",
    "web.home.card.greed": "quick: five dice, to {target}",
    "web.home.card.ten-thousand": "pairs and straights, to {target}",
    "web.home.card.house": "make your own, and see at once what they do",
    "web.home.level": "How well it plays",
    "web.home.advice": "Advice for everybody",
    "web.home.seats": "How many people",
    "web.home.roll-off": "Roll one die each for who begins",
    "web.home.public": "Anybody may watch",
    "web.home.public.what": "listed on the start page; otherwise only whoever has the link",
    "web.home.clock": "Time for a turn",
    "web.home.clock.none": "no clock",
    "web.home.clock.30": "30 seconds",
    "web.home.clock.60": "1 minute",
    "web.home.clock.300": "5 minutes",
    "web.home.clock.86400": "1 day",
    "web.home.play": "Play",
    "web.home.make": "Make a table",
    "web.home.yours": "Your games",
    "web.home.all": "Show all {count}",
    "web.home.watch": "Watch a game",
    "web.home.forget": "Remove",
    "web.home.to": "{title}, {far}",
    "web.status.waiting": "waiting",
    "web.status.revealing": "begins",
    "web.status.playing": "under way",
    "web.status.over": "over",
    "web.status.closed": "closed",
}
