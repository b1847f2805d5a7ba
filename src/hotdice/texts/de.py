"""German.

One word for each idea: Wurf und werfen (roll), beiseitelegen (keep), sichern (bank), Zug (turn),
Zugpunkte (turn points), Farkle, heiße Würfel (hot dice), Einstieg und einsteigen (entry, on the
board), Punktestand, in short Stand (total), Zielpunktzahl, in short Ziel (target), letzte Runde
(last round), zählen (score), Muster (pattern), Augenzahl (face), Platz (seat), Stellung
(position), Aufzeichnung (record), Startwert (seed), Festlegung (commitment). Players are addressed
with "du".
"""

POSITION = (
    "sie sieht so aus: basic 9950,9000 p1 t1100 d3, und falls nötig r155 (der Wurf), f0,2 (Farkles "
    "in Folge jedes Platzes), l1 (der Platz, der die letzte Runde begonnen hat); was Hausregeln "
    "dazutun, steht in docs/game.md"
)

SENTENCES = {
    # words
    "and": "{first} und {last}",
    "dice": "{count} Würfel",
    "dice.one": "1 Würfel",
    "dice-word": "{number} Würfeln",
    "dice-word.one": "einem Würfel",
    "all-dice": "alle {number} Würfel",
    "all-dice.one": "den Würfel",
    "both-dice": "beide Würfel",
    "number.1": "eins",
    "number.2": "zwei",
    "number.3": "drei",
    "number.4": "vier",
    "number.5": "fünf",
    "number.6": "sechs",
    "number.7": "sieben",
    "number.8": "acht",
    "number.9": "neun",
    "number.10": "zehn",
    "thousands": "1.000",
    "decimals": "0,1",
    # the language
    "language": "de",
    "language/unknown": "unbekannte Sprache {found}; es gibt {known}",
    "language/missing": "bei --language fehlt die Sprache; es gibt {known}",
    # mistakes in rules
    "toml/syntax": "das ist kein TOML ({reason}): {found}",
    "toml/huge": "zu lange Zahlen oder zu tief verschachtelte Klammern",
    "file/large": "die Datei ist zu groß; höchstens {most} Zeichen werden gelesen",
    "file/missing": "diese Datei gibt es nicht",
    "file/not-text": "das ist keine Textdatei in UTF-8",
    "file/unreadable": "die Datei kann nicht gelesen werden: {reason}",
    "file/exists": "die Datei gibt es schon und bleibt unverändert; nimm einen anderen Namen",
    "file/unwritable": "die Datei kann nicht geschrieben werden: {reason}",
    "rules/unknown": (
        "solche Regeln gibt es nicht; es gibt {presets} und Dateien mit ihrem Pfad (house.toml)"
    ),
    "rules/unknown.near": (
        "solche Regeln gibt es nicht; meintest du {near}? Es gibt {presets} und Dateien mit ihrem "
        "Pfad (house.toml)"
    ),
    "rules/unknown-field": "{field} ist kein Feld einer Regeldatei; die Felder sind {known}",
    "rules/unknown-field.near": "{field} ist kein Feld einer Regeldatei; meintest du {near}?",
    "rules/above-score": "{field} ist ein Muster: schreibe {field} unter [score]",
    "rules/below-score": (
        "{field} ist ein Feld der Regeln und kein Muster: schreibe {field} über [score]"
    ),
    "rules/no-name": 'der Name fehlt; schreibe name = "my-rules" an den Anfang',
    "rules/name": (
        "name = {found}: nötig sind bis zu 60 kleine Buchstaben, Ziffern und -, wie in my-rules"
    ),
    "rules/title": "title = {found}: nötig ist eine Zeile Text in Anführungszeichen",
    "rules/title-long": "der Titel hat {count} Zeichen; hier sind höchstens {most} erlaubt",
    "rules/number": "{field} = {found}: nötig ist eine ganze Zahl von {least} bis {most}",
    "rules/choice": "{field} = {found}: möglich sind nur {choices}",
    "rules/penalty": (
        "penalty = {found}: nötig ist eine Tabelle wie {{ farkles = 3, points = 500 }}"
    ),
    "rules/penalty-part": "der Strafe (penalty) fehlt {part}; schreibe "
    "penalty = {{ farkles = 3, points = 500 }}",
    "rules/weights": (
        "weights = {found}: gebraucht werden sechs ganze Zahlen über 0, eine für jede Augenzahl, "
        "etwa [1, 1, 1, 1, 1, 3]"
    ),
    "rules/weights-sum": "die Gewichte ergeben zusammen {found}; höchstens {most} ist erlaubt",
    "rules/rolls": (
        'rolls = {found}: gebraucht wird eine Tabelle [rolls] mit Zeilen wie 2222 = "farkle"'
    ),
    "rules/all-decided": ("[rolls] macht jeden Wurf aller Würfel zum Farkle; nimm ein Muster weg"),
    "rules/flag": "{field} = {found}: nötig ist true oder false",
    "rules/confirm": 'confirm = {found}: nötig ist ein Muster, etwa confirm = "aaa"',
    "rules/confirm-idle": (
        "confirm = {pattern} bewirkt nichts: kein Muster unter [score] hat Würfel, die {pattern} "
        "sind"
    ),
    "rules/end-confirm": (
        'confirm geht nicht mit hot_dice = "end": das sichert von selbst, was noch nicht bestätigt '
        'ist; schreibe hot_dice = "may"'
    ),
    "rules/rounds-alone": "rounds tritt an die Stelle von {field}: lass eines von beiden weg",
    "rules/no-last-round": (
        'last_round = "one-roll" bewirkt nichts: mit diesem {field} gibt es keine letzte Runde'
    ),
    "rules/never-finishes": (
        "mit diesem overshoot kommt, wer {total:,} hat, nie auf {target:,}: jedes Sichern ginge "
        "darüber hinaus; ändere target, minimum oder [score]"
    ),
    "pattern/none-decides": "none ist kein Muster für [rolls]; schreibe Würfel, etwa 2222",
    "rules/no-score": "es fehlt die Tabelle [score] mit mindestens einem Muster wie 1 = 100",
    "rules/many-patterns": "es sind {count} Muster; höchstens {most} sind erlaubt",
    "rules/end-refuse": (
        'hot_dice = "end" beendet einen Zug, den below_entry = "refuse" nicht enden lässt; '
        'schreibe below_entry = "nothing" oder hot_dice = "may"'
    ),
    "rules/never-scores": (
        "kein Wurf aller {count} Würfel kann zählen; ergänze ein Muster, mit dem einer zählt"
    ),
    "rules/never-scores.one": (
        "kein Wurf des einen Würfels kann zählen; ergänze ein Muster, mit dem einer zählt"
    ),
    "rules/never-confirmed": (
        'confirm = "{pattern}": alles, was zählt, muss bestätigt werden, also könnte kein Zug je '
        "gesichert werden; lass ein anderes Muster bestätigen"
    ),
    "rules/never-banks": (
        'hot_dice = "must": immer werden alle Würfel auf einmal beiseitegelegt, also könnte kein '
        'Zug je gesichert werden; schreibe hot_dice = "may"'
    ),
    "rules/unreachable": (
        "{field} = {found}: das erreicht kein Zug; ein Zug kann höchstens {most} sichern"
    ),
    "pattern/mixed": (
        "{pattern} mischt Ziffern und Buchstaben; ein Muster hat nur Ziffern oder nur Buchstaben"
    ),
    "pattern/face": (
        "{pattern}: kein Würfel hat die Augenzahl {face}; Augenzahlen gehen von 1 bis 6"
    ),
    "pattern/letters": (
        "{pattern} hat {count} verschiedene Buchstaben; es gibt nur 6 verschiedene Augenzahlen"
    ),
    "pattern/form": (
        '"{pattern}" ist kein Muster; schreibe Augenzahlen wie 111, kleine Buchstaben wie aabb '
        "oder none"
    ),
    "pattern/conflict": (
        "nach {pattern} ist {dice} {points} wert und nach {other} {before}; lege einen Wert fest"
    ),
    "points/zero": "{pattern} = {found}: nötig sind mehr als 0 Punkte",
    "points/form": (
        '{pattern} = {found}: Punkte sind eine ganze Zahl über 0 oder eine Summe wie "100a+250"'
    ),
    "points/letter": "{pattern} = {found}: der Buchstabe {letter} kommt im Muster nicht vor",
    "points/most": "{pattern} = {found}: höchstens {most} Punkte sind erlaubt",
    "change/form": "eine Änderung schreibt man Feld=Wert, wie target=5000",
    "change/name": (
        "der Name lässt sich nicht ändern: er nennt schon die Regeln und ihre Änderungen"
    ),
    "change/table": "{table} ist eine Tabelle: ändere einen einzelnen Eintrag darin",
    "change/value": "{field} braucht einen Wert, wie {field}={usual}",
    "change/absent": "{field} gibt es nicht und kann deshalb nicht entfernt werden",
    # the rules file
    "form.heading": "# Regeln für Hot Dice. Diese Datei prüfen: hotdice rules check DATEI",
    "form.name": "kleine Buchstaben, Ziffern und -",
    "form.title": "für Menschen",
    "form.dice": "1 bis 10",
    "form.target": "der Punktestand, mit dem das Ende beginnt",
    "form.entry": "Punkte, die ein Zug braucht, bis der eigene Punktestand über 0 ist",
    "form.keep": '"any": der Spieler wählt · "all": jeder Würfel, der zählt',
    "form.below_entry": '"nothing": darf sichern, ohne Punkte · "refuse": darf nicht sichern',
    "form.hot_dice": '"may": darf alle neu werfen · "must": muss · "end": von selbst gesichert',
    "form.minimum": "so viele Punkte braucht jeder Zug, um sie zu sichern",
    "form.tie": '"first": wer zuerst am Ziel war · "shared": geteilter Sieg',
    "form.finish": '"last-round": letzte Runde · "immediate": sofort · "equal-turns": gleich oft',
    "form.rounds": "die meisten Punkte nach so vielen Runden, statt eines Ziels",
    "form.last_round": '"turn": ein Zug · "one-roll": ein Wurf, von selbst gesichert',
    "form.overshoot": 'über dem Ziel: "counts" zählt · "lose-turn" · "welfare": für den Letzten',
    "form.piggyback": "wer folgt, darf Gesichertes mit den übrigen Würfeln übernehmen",
    "form.mercy": "ein erster Wurf ohne Punkte wird wiederholt, einmal im Zug",
    "form.confirm": "nach diesem Muster muss ein weiterer Wurf zählen, bevor man sichern darf",
    "form.hot_dice_bonus": "Punkte, die es gibt, sooft alle Würfel beiseiteliegen",
    "form.wild": "eine Augenzahl, die in Kombinationen ab zwei Würfeln jeden ersetzt",
    "form.weights": "wie oft jede Augenzahl fällt, 1 bis 6",
    "form.rolls": "Würfe, die für sich entschieden sind, was auch sonst darin liegt",
    "form.penalty": "was Farkles in Folge kosten; unter floor sinkt kein Punktestand",
    "form.score": "Ziffern sind Augenzahlen, Buchstaben beliebige, verschiedene verschiedene",
    "form.none": "ein Wurf aller Würfel, in dem sonst nichts zählt",
    # the rule sheet
    "sheet.title": "{title} ({name})",
    "sheet.turn": "Dein Zug",
    "sheet.scores": "Was zählt",
    "sheet.end": "Das Ende",
    "sheet.brief": "Was zählt: {scores}.",
    "sheet.to": "bis {target:,}",
    "sheet.rounds": "{count} Runden",
    "sheet.rounds.one": "1 Runde",
    "sheet.columns": "Würfel|Was|Punkte",
    "sheet.aim-last-round": (
        "Ein Spiel mit {dice}. Sammle Zug um Zug Punkte; wenn jemand {target} erreicht, haben die "
        "anderen noch einen letzten Zug, und der höchste Punktestand gewinnt."
    ),
    "sheet.aim-immediate": (
        "Ein Spiel mit {dice}. Sammle Zug um Zug Punkte; wer zuerst {target} erreicht, gewinnt."
    ),
    "sheet.aim-equal-turns": (
        "Ein Spiel mit {dice}. Sammle Zug um Zug Punkte; wenn jemand {target} erreicht, wird die "
        "Runde zu Ende gespielt, damit alle gleich oft am Zug waren, und der höchste Punktestand "
        "gewinnt."
    ),
    "sheet.aim-rounds": (
        "Ein Spiel mit {dice}. Sammle Zug um Zug Punkte; nach {count} Runden gewinnt der höchste "
        "Punktestand."
    ),
    "sheet.aim-rounds.one": (
        "Ein Spiel mit {dice}. Nach einem Zug für jeden gewinnt der höchste Punktestand."
    ),
    "sheet.aim-solo-rounds": (
        "Ein Spiel mit {dice}, allein gespielt. Sammle in {count} Zügen so viele Punkte, wie du "
        "kannst."
    ),
    "sheet.aim-solo-rounds.one": (
        "Ein Spiel mit {dice}, allein gespielt. Sammle in einem Zug so viele Punkte, wie du kannst."
    ),
    "sheet.aim-solo": (
        "Ein Spiel mit {dice}, allein gespielt. Sammle Zug um Zug Punkte und erreiche {target} in "
        "so wenigen Zügen wie möglich."
    ),
    "sheet.roll": "- Wirf {all_dice}.",
    "sheet.keep-any": (
        "- Lege Würfel beiseite, die zählen: mindestens einen und so viele weitere davon, wie du "
        "willst. Ihre Punkte kommen zu deinen Zugpunkten."
    ),
    "sheet.keep-all": (
        "- Alle Würfel, die zählen, werden von selbst beiseitegelegt. Ihre Punkte kommen zu deinen "
        "Zugpunkten."
    ),
    "sheet.keep-one": (
        "- Zählt er, wird er beiseitegelegt: Seine Punkte kommen zu deinen Zugpunkten."
    ),
    "sheet.choose": (
        "- Dann wähle: Sichere die Zugpunkte, dann kommen sie zu deinem Punktestand und dein Zug "
        "ist zu Ende, oder wirf die übrigen Würfel."
    ),
    "sheet.choose-one": (
        "- Dann wähle: Sichere die Zugpunkte, dann kommen sie zu deinem Punktestand und dein Zug "
        "ist zu Ende, oder wirf den Würfel noch einmal."
    ),
    "sheet.end-at-once": (
        "- Ein Wurf, der zählt, wird von selbst gesichert, und dein Zug ist zu Ende."
    ),
    "sheet.end-one": (
        "- Dann werden die Zugpunkte von selbst gesichert, und dein Zug ist zu Ende."
    ),
    "sheet.farkle": (
        "- Ein Wurf, in dem nichts zählt, ist ein Farkle: Die Zugpunkte sind verloren, und dein "
        "Zug ist zu Ende."
    ),
    "sheet.rolls-farkle": "- Auch das ist ein Farkle, was immer sonst im Wurf liegt: {what}.",
    "sheet.rolls-lose-total": (
        "- Auch das ist ein Farkle, und es kostet dazu den ganzen Punktestand: {what}."
    ),
    "sheet.rolls-win": "- Wer das wirft, hat sofort gewonnen: {what}.",
    "sheet.confirm": (
        "- Wer das beiseite legt, darf erst sichern, wenn ein späterer Wurf des Zuges gezählt "
        "hat: {what}."
    ),
    "sheet.mercy": (
        "- Zählt im ersten Wurf eines Zuges nichts, wirf ihn noch einmal, aber nur einmal; das ist "
        "kein Farkle."
    ),
    "sheet.piggyback": (
        "- Hat jemand Punkte gesichert, darf der Nächste sie mit den übrigen Würfeln übernehmen, "
        "statt neu zu beginnen, und muss dann diese Würfel werfen. Wer gesichert hat, behält die "
        "Punkte."
    ),
    "sheet.overshoot-lose-turn": (
        "- Das Ziel muss genau erreicht werden: Was darüber hinausginge, wird nicht gutgeschrieben."
    ),
    "sheet.overshoot-welfare": (
        "- Das Ziel muss genau erreicht werden: Was darüber hinausginge, bekommt von den anderen, "
        "wer am wenigsten hat, bei mehreren der Nächste. Käme auch der darüber hinaus, sind die "
        "Punkte verloren."
    ),
    "sheet.last_round-one-roll": (
        "- In der letzten Runde hat jeder nur einen Wurf, aus dem beiseitegelegt und von selbst "
        "gesichert wird."
    ),
    "sheet.wild": (
        "- Eine {face} ist ein Joker: In einer Kombination aus zwei oder mehr Würfeln ersetzt sie "
        "jeden Würfel. Allein zählt sie, was sie zeigt."
    ),
    "sheet.weights": (
        "- Die Würfel sind gezinkt: 1 bis 6 fallen im Verhältnis {weights}. "
        "Echte fallen, wie sie fallen."
    ),
    "sheet.read-as": "{dice} (als {read})",
    "sheet.hot_dice_bonus": (
        "- Sooft alle Würfel beiseiteliegen, gibt es {hot_dice_bonus} Punkte dazu."
    ),
    "sheet.hot-may": (
        "- Heiße Würfel: Sobald alle Würfel beiseiteliegen, darfst du {all_dice} noch einmal "
        "werfen und weiter sammeln."
    ),
    "sheet.hot-must": (
        "- Heiße Würfel: Sobald alle Würfel beiseiteliegen, musst du {all_dice} noch einmal "
        "werfen, bevor du sichern darfst."
    ),
    "sheet.hot-avoided": "Das lässt sich vermeiden, indem du einen zählenden Würfel liegen lässt.",
    "sheet.hot-end": (
        "- Heiße Würfel: Sobald alle Würfel beiseiteliegen, werden die Zugpunkte von selbst "
        "gesichert."
    ),
    "sheet.entry": (
        "- Einstieg: Bis dein Punktestand über 0 ist, brauchst du {entry} Punkte in einem Zug."
    ),
    "sheet.below-nothing": (
        "- Weniger als {entry} darfst du sichern, aber es wird nichts gutgeschrieben."
    ),
    "sheet.below-refuse": "- Unter {entry} darfst du nicht sichern: Du musst weiter werfen.",
    "sheet.minimum": "- In jedem Zug brauchst du {minimum} Punkte, um zu sichern.",
    "sheet.penalty": (
        "- {count} Farkles in Folge kosten {points} Punkte; dann wird von vorn gezählt."
    ),
    "sheet.penalty.one": "- Jeder Farkle kostet {points} Punkte.",
    "sheet.floor-none": "Punktestände können unter null fallen.",
    "sheet.floor-some": "Kein Punktestand fällt dadurch unter {floor}.",
    "sheet.one-roll": (
        "Eine Kombination zählt nur innerhalb eines Wurfs und jeder Würfel nur in einer "
        "Kombination. Früher beiseitegelegte Würfel kommen nie dazu. Lassen sich Würfel auf "
        "mehrere Arten aufteilen, gilt die beste."
    ),
    "sheet.end-equal-turns": (
        "Sobald jemand {target} erreicht, haben nur die noch einen Zug, die in dieser Runde nach "
        "ihm kommen. Dann gewinnt der höchste Punktestand."
    ),
    "sheet.end-rounds": (
        "Nach {count} Runden gewinnt der höchste Punktestand; gleiche teilen sich den Sieg."
    ),
    "sheet.end-rounds.one": (
        "Nach einem Zug für jeden gewinnt der höchste Punktestand; gleiche teilen sich den Sieg."
    ),
    "sheet.end-solo-rounds": "Nach {count} Zügen ist das Spiel zu Ende.",
    "sheet.end-solo-rounds.one": "Nach einem Zug ist das Spiel zu Ende.",
    "sheet.or-more": "{target} oder mehr",
    "sheet.exactly": "genau {target}",
    "sheet.end-last-round": (
        "Sobald ein Punktestand von {reached} gesichert ist, hat jeder andere noch einen "
        "Zug. Dann gewinnt der höchste Punktestand."
    ),
    "sheet.end-immediate": ("Wer einen Punktestand von {reached} sichert, hat sofort gewonnen."),
    "sheet.end-solo": (
        "Das Spiel ist zu Ende, sobald du einen Punktestand von {reached} sicherst. Je "
        "weniger Züge es waren, desto besser."
    ),
    "sheet.tie-first": (
        "Bei gleichem höchstem Punktestand gewinnt, wer {target} am frühesten erreicht hat."
    ),
    "sheet.tie-shared": "Gleiche höchste Punktestände teilen sich den Sieg.",
    "sheet.none": "alle Würfel, sonst zählt nichts",
    "sheet.same": "{number} {face}er",
    "sheet.same.one": "eine {face}",
    "sheet.straight": "Straße {first} bis {last}",
    "sheet.of-a-kind": "{number} gleiche",
    "sheet.of-a-kind.one": "ein beliebiger Würfel",
    "sheet.all-1": "{number} verschiedene",
    "sheet.all-2": "{number} Paare",
    "sheet.all-3": "{number} Drillinge",
    "sheet.group-1": "ein weiterer Würfel",
    "sheet.group-2": "ein Paar",
    "sheet.face": "Augenzahl",
    "sheet.worth": "{sum} (hier {example})",
    # dice
    "dice/face": "kein Würfel zeigt {die}: Augenzahlen gehen von 1 bis 6",
    "dice/number": "{count} Würfel; {rules} spielt man mit 1 bis {most}",
    "dice/number.one": "1 Würfel; {rules} spielt man mit 1 bis {most}",
    "dice/word": "{word} ist kein Wurf: Würfel zeigen 1 bis 6, wie in 1 1 5 oder 115",
    "dice/typed": "{count} Würfel wurden eingegeben ({dice}), aber {wanted} geworfen",
    "dice/typed.one": "1 Würfel wurde eingegeben ({dice}), aber {wanted} geworfen",
    "dice/none": "die Würfel fehlen; schreibe ihre Augenzahlen, wie in 1 1 5",
    "dice/seed": "{seed} ist kein Startwert; möglich ist eine ganze Zahl von 0 bis {most}",
    "dice/script-end": "das Skript hat keine Würfe mehr",
    # actions that are not legal
    "action.roll": "werfen",
    "action.bank": "sichern",
    "action.take": "übernehmen",
    "action.keep": "{dice} beiseitelegen",
    "play/choosers": (
        "{count} Spieler, die wählen, für {seats} Plätze: jeder Platz braucht einen eigenen"
    ),
    "play/choosers.one": (
        "1 Spieler, der wählt, für {seats} Plätze: jeder Platz braucht einen eigenen"
    ),
    "play/class": "{name} ist eine Klasse und kann nicht wählen; richtig wäre {name}()",
    "play/chooser": "{found} kann nicht wählen: ein Bot ist ein Objekt mit choose(state)",
    "action/unknown": "{found} ist keine Aktion",
    "illegal": "{reason}; erlaubt: {legal} ({position})",
    "illegal.none": "nichts",
    "game/over": "das Spiel ist vorbei",
    "roll/keep-first": (
        "werfen geht nicht: lege zuerst mindestens einen Würfel von {roll} beiseite, der zählt"
    ),
    "roll/number": "{dice} geht nicht: {count} Würfel wurden geworfen statt {wanted}",
    "roll/number.one": "{dice} geht nicht: 1 Würfel wurde geworfen statt {wanted}",
    "roll/face": "{die} geht nicht: Augenzahlen gehen von 1 bis 6",
    "dice/form": "{dice} sind keine Würfel: nötig ist eine Reihe von Augenzahlen wie [1, 1, 5]",
    "keep/no-roll": "beiseitelegen geht nicht: es liegt kein Wurf da",
    "keep/nothing": (
        "nichts beiseitelegen geht nicht: nötig ist mindestens ein Würfel von {roll}, der zählt"
    ),
    "keep/not-rolled": "{dice} beiseitelegen geht nicht: in {roll} kommen sie nicht alle vor",
    "keep/not-rolled.one": "{dice} beiseitelegen geht nicht: in {roll} kommt das nicht vor",
    "keep/not-scoring": "{dice} beiseitelegen geht nicht: sie zählen nicht in {roll}",
    "keep/not-scoring.one": "{dice} beiseitelegen geht nicht: das zählt nicht in {roll}",
    "bank/keep-first": (
        "sichern geht nicht: lege zuerst mindestens einen Würfel des Wurfs beiseite, der zählt"
    ),
    "bank/nothing": "sichern geht nicht: es gibt noch keine Zugpunkte",
    "bank/unconfirmed": (
        "sichern geht noch nicht: erst muss ein weiterer Wurf zählen und das Beiseitegelegte "
        "bestätigen"
    ),
    "bank/taken-over": "sichern geht noch nicht: nach dem Übernehmen muss erst geworfen werden",
    "take/nothing": "übernehmen geht nicht: jetzt wird nichts angeboten",
    "bank/hot-dice": (
        "sichern geht nicht: nach heißen Würfeln müssen alle {dice} Würfel noch einmal geworfen "
        "werden"
    ),
    "bank/minimum": (
        "{points:,} sichern geht nicht: {needed:,} sind dafür nötig, es fehlen noch {missing:,}"
    ),
    "bank/entry": (
        "{points:,} sichern geht nicht: {needed:,} sind zum Einstieg nötig, es fehlen noch "
        "{missing:,}"
    ),
    "add/points": "{points} geht nicht: nötig ist eine ganze Zahl von Punkten, 0 oder mehr",
    # positions
    "position/empty": "eine Stellung fehlt; " + POSITION,
    "position/rules": "die Stellung gehört zu {word}, aber die Regeln sind {name}",
    "position/word": "{word} passt nicht in die Stellung; " + POSITION,
    "position/short": "die Stellung endet vor {field}; " + POSITION,
    "position.totals": "den Punkteständen",
    "position.player": "dem Spieler",
    "position.turn_points": "den Zugpunkten",
    "position.dice": "den Würfeln",
    "position/preset": (
        "{word} sind keine mitgelieferten Regeln; andere gibt man getrennt an (--rules haus.toml)"
    ),
    "position/preset.near": "{word} sind keine mitgelieferten Regeln; meintest du {near}?",
    "position/no-rules": "{found} sind keine Regeln; richtig wäre {right}",
    "position/nobody": "{seats} Spieler sind nicht möglich; erlaubt sind 1 bis {most_players}",
    "position/whole": "die Punktestände {totals} sind nicht alle ganze Zahlen",
    "position/large": ("die Punktestände {totals} sind zu groß: jeder hat höchstens neun Stellen"),
    "position/players": (
        "die Punktestände {totals} sind für {seats} Spieler, aber es spielen {players}"
    ),
    "position/player": "einen Platz p{player} gibt es nicht; es gibt {seats}",
    "position/starter": "einen Platz l{starter} gibt es nicht; es gibt {seats}",
    "position/farkles": (
        "f{farkles} ist nicht möglich: so viele Farkles in Folge zählt {rules} nicht"
    ),
    "position/dice": "d{dice} ist nicht möglich: {rules} spielt man mit 1 bis {most} Würfeln",
    "position/fresh": "d{dice} ist nicht möglich: ein Zug beginnt mit der Würfelzahl {most}",
    "position/points": (
        "t{points} ist mit d{dice} nicht möglich: beiseitegelegte Würfel haben gezählt"
    ),
    "position/roll": (
        "der Wurf {roll} ist mit d{dice} nicht möglich: er hat eine andere Zahl von Würfeln"
    ),
    "position/kept": (
        "der Wurf {roll} ist nicht möglich: in {rules} wird jeder Würfel, der zählt, sofort "
        "beiseitegelegt"
    ),
    "position/extras": ("{word} passt nicht zu diesen Regeln oder zum Rest der Stellung"),
    "position/farkle": "der Wurf {roll} ist nicht möglich: er ist ein Farkle",
    "position/beginner": (
        "Platz {seat} kann nicht beginnen: Plätze zählen ab 0, und es gibt {seats}"
    ),
    "position/exact": (
        "die Punktestände {totals} sind in {rules} kein Vorsprung: von {total} aus kann man "
        "dorthin kommen, wo die {target} nicht mehr genau zu erreichen sind"
    ),
    "position/negative": (
        "die Punktestände {totals} sind nicht möglich: so tief fallen sie in {rules} nie"
    ),
    "position/target": (
        "die Punktestände {totals} sind mit p{player} nicht möglich: wer {target} erreicht hat, "
        "ist in {rules} nicht mehr am Zug"
    ),
    "position/turn": (
        "p{player} ist mit l{starter} nicht möglich: dieser Platz ist in {rules} nicht mehr dran"
    ),
    "position/reached": (
        "l{starter} ist nicht möglich: die Punktestände {totals} passen nicht zur Zielpunktzahl "
        "{target}"
    ),
    "position/over": "t{points} ist nicht möglich: das Spiel ist vorbei",
    "position/dice-left": (
        "d{dice} ist nicht möglich: so viele Würfel bleiben nach {rules} nie übrig; möglich: "
        "{right}"
    ),
    "position/turn-points": (
        "t{points} ist mit d{dice} nicht möglich: dahin führt nach {rules} kein Zug; am nächsten:"
        " {right}"
    ),
    # records
    "record/empty": "sie enthält keine Aufzeichnung",
    "record/header": "die erste Zeile ist nicht die einer Aufzeichnung: {reason}",
    "record/version": (
        "diese Aufzeichnung hat die Version {found}; gelesen werden kann Version {known}"
    ),
    "record/digest": "die Prüfsumme {found} ist nicht die der Regeln, nämlich {right}",
    "record/seats": "{found} ist kein Spielername",
    "record/move": "{reason}",
    "record/pass": "{found} Zugpunkte gingen nicht durch Aussetzen verloren: es waren {right}",
    "record/take": "{found} können nicht übernommen worden sein: angeboten waren {right}",
    "record/roll-off": (
        "so kann nicht ausgewürfelt worden sein, wer beginnt: in Runde {round} werfen alle, die "
        "noch dabei sind, je einen Würfel, und der höchste entscheidet"
    ),
    "record/bank": "{found} können nicht gesichert worden sein: der Zug war {right} wert",
    "record/line": "{found} ist weder roll noch keep noch bank",
    "record/json": "das ist keine Zeile JSON: {reason}",
    "record/locked": "dieses Spiel wird gerade anderswo gespielt",
    "record/exists": "die Datei gibt es schon und bleibt unverändert; nimm einen anderen Namen",
    "record/no-folder": "das Spiel kann nicht gespeichert werden: es gibt keinen Ordner {folder}",
    "record/unwritable": "das Spiel kann nicht gespeichert werden: {reason}",
    "record/no-home": (
        "dort lässt sich das Spiel nicht speichern ({reason}); nenne einen anderen Ort: "
        "--record spiel.jsonl"
    ),
    # faire Würfel
    "fair/hex": (
        "{found} ist weder Startwert noch Festlegung: nötig sind 64 Zeichen von 0 bis 9 und a bis f"
    ),
    "fair/length": "ein Startwert hat {wanted} Bytes, nicht {found}",
    "fair/seats": "die fairen Würfel haben {found} Plätze, das Spiel hat {wanted}",
    "fair/person": (
        "Platz {seat} der fairen Würfel gehört einem Menschen: nötig sind Festlegung und Startwert"
    ),
    "fair/bot": (
        "Platz {seat} der fairen Würfel gehört einem Bot: er hat weder Festlegung noch Startwert"
    ),
    "fair/fallback": "Platz {seat} der fairen Würfel ist ein Ersatz: er hat keinen Startwert",
    "fair/no-bot": (
        "Platz {seat} der fairen Würfel soll einem Bot gehören, aber dort sitzt ein Mensch"
    ),
    "fair/dice": "faire Würfel gehen weder mit vorgegebenen noch mit echten Würfeln zusammen",
    "fair/none": (
        "dieses Spiel wurde nicht mit fairen Würfeln gespielt, also gibt es nichts zu prüfen"
    ),
    "fair/unrevealed": (
        "das Spiel ist nicht zu Ende und der Startwert des Servers noch nicht aufgedeckt: kein "
        "Wurf kann geprüft werden"
    ),
    "fair/withheld": (
        "das Spiel ist zu Ende, aber der Startwert des Servers fehlt: kein Wurf kann geprüft werden"
    ),
    "fair/secret": (
        "das sind die Würfel vom {day}, dessen Geheimnis hier fehlt: der Server legt es nach"
        " Mitternacht UTC offen, und eine Aufzeichnung von dann hat es"
    ),
    "fair/day": "{found} ist kein Tag wie 2026-11-20",
    "fair/server-seed": (
        "der Startwert des Servers passt nicht zu seiner Festlegung {commitment}: eines von beiden "
        "wurde geändert"
    ),
    "fair/player-seed": (
        "der Startwert von {name} passt nicht zur Festlegung {commitment}: eines von beiden wurde "
        "geändert"
    ),
    "fair/roll-off": (
        "der Würfel von {name} in Runde {round} darum, wer beginnt, müsste {right} zeigen, in der "
        "Aufzeichnung steht {found}"
    ),
    "fair/roll": (
        "Wurf {roll} in Zug {turn} von {name} müsste {right} sein, in der Aufzeichnung steht "
        "{found}"
    ),
    "fair/astray": (
        "Wurf {roll} in Zug {turn} von {name} müsste {right} sein, in der Aufzeichnung steht "
        "{found}; von den Würfen danach sind {count} von {later} auch falsch, also fehlen vor "
        "dieser Zeile Würfe, oder es wurde mehr geändert als Würfel"
    ),
    "fair/missing": (
        "hier müsste Wurf {roll} in Zug {turn} von {name} stehen, {right}: er fehlt, oder diese "
        "Zeile wurde geändert"
    ),
    "fair/broken": (
        "diese Zeile passt nicht, also wurde sie geändert oder es fehlen Züge davor: {reason}"
    ),
    "fair/unfinished": (
        "hier endet die Aufzeichnung, und das Spiel ist nicht zu Ende: es wurde abgebrochen, oder "
        "nach dieser Zeile fehlen Würfe"
    ),
    # seats and bots
    "bot/unknown": "unbekannter Bot {name}; es gibt {known}",
    "bot/unknown.near": "unbekannter Bot {name}; meintest du {near}? Es gibt {known}",
    "bot.level": "Stufe {level}",
    "level.3": "leicht",
    "level.5": "mittel",
    "level.8": "stark",
    "level.best": "perfekt",
    "bot/threshold": "{name}: nötig ist eine ganze Zahl von Punkten, wie in threshold:300",
    "bot/level": "{name}: nötig ist eine Stufe von 1 bis {most}, wie in human:5",
    "bot/missing": (
        "{name} braucht das Extra solve, das nicht installiert ist; installiere es mit: {install}"
    ),
    "bot/import": "{name} ist nicht verwendbar: {found} lässt sich nicht laden ({reason})",
    "bot/command": (
        "{name} ist kein Befehl; schreibe einen wie exec:./mybot, Anführungszeichen immer paarweise"
    ),
    "bot/start": (
        "{name} lässt sich nicht starten: {reason}; schreibe den Pfad eines ausführbaren "
        "Programms, wie exec:./mybot"
    ),
    "bot/nonsense": "{name} antwortete {found}: {reason}",
    "bot/answer": "{reason}; richtig wäre {right} ({position})",
    "bot/late": (
        "{name} antwortete nicht innerhalb von {limit} s; eine Antwort ist eine ganze Zeile, "
        "sofort abgeschickt (flush)"
    ),
    "bot/died": "{name} {how}; ein Programm muss laufen, bis seine Eingabe endet",
    "bot.closed": "schloss seine Eingabe oder Ausgabe",
    "bot.ended": "endete mit dem Exit-Code {code}",
    "bot.killed": "wurde durch das Signal {signal} beendet",
    "bot.told": "wurde zum Beenden aufgefordert",
    "bot.last-words": "{how}; die letzte Zeile war: {words}",
    "bot/flood": "{name} {what}; erlaubt ist eine Zeile auf jede Frage",
    "bot.flood-bytes": "schrieb mehr als {most} Bytes, bevor seine Antwort gelesen wurde",
    "bot.flood-lines": "schrieb etwas, wonach nicht gefragt war: {found}",
    "bot/raised": "{name} scheiterte mit {reason}",
    "seat/empty": "ein Platz ohne Namen in {found}; trenne Namen durch Kommas",
    "seat/name": "{name} ist kein gültiger Name; erlaubt sind bis zu {most} sichtbare Zeichen",
    "seat/twice": "zwei Spieler heißen {name}; gib ihnen verschiedene Namen",
    "seat/taken": "an diesem Tisch heißt schon jemand {name}; wie wäre es mit {suggestion}?",
    "seat/person": "Spieler",
    # the game told line by line
    "tell.rolled": "{name} wirft {dice}.",
    "tell.rolls-one": "{name} wirft {die}",
    "tell.begins": "{rolls}: {names} beginnt.",
    "tell.roll-again": "{rolls}: {names} werfen noch einmal.",
    "tell.farkle": "{name} wirft {dice}: Farkle, nichts zählt! {points:,} Zugpunkte sind verloren.",
    "tell.farkle-none": "{name} wirft {dice}: Farkle, nichts zählt!",
    "tell.decided": (
        "{name} wirft {dice}: mit {decided} ein Farkle! {points:,} Zugpunkte sind verloren."
    ),
    "tell.decided-none": "{name} wirft {dice}: mit {decided} ein Farkle!",
    "tell.kept": (
        "{name} legt {dice} für {points:,} beiseite: {turn_points:,} Zugpunkte, noch {dice_left}."
    ),
    "tell.kept-last": "{name} legt {dice} für {points:,} beiseite: {turn_points:,} Zugpunkte.",
    "tell.has": "{name} hat {points:,} Zugpunkte.",
    "tell.lies": "Auf dem Tisch: {dice}.",
    "tell.hot-dice-end": "Heiße Würfel! Alle Würfel liegen beiseite.",
    "tell.hot-dice": "Heiße Würfel! Alle liegen beiseite, also kommen {all_dice} zurück.",
    "tell.penalty": "{count} Farkles in Folge kosten {name} {points:,} Punkte: Stand {total:,}.",
    "tell.penalty.one": "Der Farkle kostet {name} {points:,} Punkte: Stand {total:,}.",
    "tell.banked": "{name} sichert {points:,}: Stand {total:,}.",
    "tell.spared": "Im ersten Wurf zählt nichts: {name} wirft ihn noch einmal.",
    "tell.total-lost": "Das kostet {name} alles: {points:,} Punkte sind weg.",
    "tell.taken-over": "{name} übernimmt {points:,} Punkte und die übrigen Würfel.",
    "tell.given": "Zu viel für das Ziel: {name} bekommt die {points:,} Punkte: Stand {total:,}.",
    "tell.overshot": "Zu viel für das Ziel: {points:,} Punkte sind verloren, {name} hat {total:,}.",
    "tell.roll-won": "{name} hat {dice} und gewinnt sofort!",
    "tell.last-turns": "{name} hat {points:,}: Diese Runde wird noch zu Ende gespielt.",
    "tell.passed": "{name} war nicht da: Der Zug entfällt, {points:,} Zugpunkte sind verloren.",
    "tell.unrecorded": ("{name} sichert 0, denn {points:,} sind zu wenig: Stand {total:,}."),
    "tell.on-board": "{name} ist eingestiegen.",
    "tell.off-board": "{name} muss neu einsteigen.",
    "tell.last-round": "Letzte Runde! {name} hat {points:,}; alle anderen haben noch einen Zug.",
    "tell.taken-back": "Zurückgenommen.",
    "tell.rolled.you": "Du wirfst {dice}.",
    "tell.farkle.you": (
        "Du wirfst {dice}: Farkle, nichts zählt! {points:,} Zugpunkte sind verloren."
    ),
    "tell.farkle-none.you": "Du wirfst {dice}: Farkle, nichts zählt!",
    "tell.decided.you": (
        "Du wirfst {dice}: mit {decided} ein Farkle! {points:,} Zugpunkte sind verloren."
    ),
    "tell.decided-none.you": "Du wirfst {dice}: mit {decided} ein Farkle!",
    "tell.kept.you": (
        "Du legst {dice} für {points:,} beiseite: {turn_points:,} Zugpunkte, noch {dice_left}."
    ),
    "tell.kept-last.you": "Du legst {dice} für {points:,} beiseite: {turn_points:,} Zugpunkte.",
    "tell.penalty.you": "{count} Farkles in Folge kosten dich {points:,} Punkte: Stand {total:,}.",
    "tell.penalty.you.one": "Der Farkle kostet dich {points:,} Punkte: Stand {total:,}.",
    "tell.banked.you": "Du sicherst {points:,}: Stand {total:,}.",
    "tell.unrecorded.you": "Du sicherst 0, denn {points:,} sind zu wenig: Stand {total:,}.",
    "tell.spared.you": "In deinem ersten Wurf zählt nichts: Du wirfst ihn noch einmal.",
    "tell.total-lost.you": "Das kostet dich alles: {points:,} Punkte sind weg.",
    "tell.taken-over.you": "Du übernimmst {points:,} Punkte und die übrigen Würfel.",
    "tell.given.you": "Zu viel für das Ziel: Du bekommst die {points:,} Punkte: Stand {total:,}.",
    "tell.overshot.you": "Zu viel für das Ziel: Deine {points:,} Punkte sind verloren.",
    "tell.roll-won.you": "Du hast {dice} und gewinnst sofort!",
    "tell.last-turns.you": "Du hast {points:,}: Diese Runde wird noch zu Ende gespielt.",
    "tell.passed.you": "Du warst nicht da: Der Zug entfällt, {points:,} Zugpunkte sind verloren.",
    "tell.on-board.you": "Du bist eingestiegen.",
    "tell.off-board.you": "Du musst neu einsteigen.",
    "tell.last-round.you": "Letzte Runde! Du hast {points:,}; alle anderen haben noch einen Zug.",
    # the log of the app
    "log.kept": "{dice} → {kept} beiseite  +{points:,} = {turn_points:,}",
    "log.farkle": "{dice} → Farkle  −{points:,}",
    "log.farkle-none": "{dice} → Farkle",
    "log.hot-dice": "heiße Würfel",
    "log.penalty": "{count} in Folge  −{points:,} = {total:,}",
    "log.penalty.one": "Strafe  −{points:,} = {total:,}",
    "log.banked": "gesichert  +{points:,} = {total:,}",
    "log.unrecorded": "0 gesichert, {points:,} sind zu wenig  = {total:,}",
    "log.passed": "nicht da, Zug entfällt  −{points:,}",
    "log.passed-none": "nicht da, Zug entfällt",
    "log.on-board": "eingestiegen",
    "log.off-board": "muss neu einsteigen",
    "log.last-round": "letzte Runde!",
    "log.last-turns": "diese Runde noch zu Ende",
    "log.spared": "{dice} → nichts, noch einmal",
    "log.total-lost": "alles verloren  −{points:,}",
    "log.taken-over": "übernimmt {points:,}",
    "log.given": "0 gesichert, zu viel  {name} +{points:,} = {total:,}",
    "log.overshot": "0 gesichert, {points:,} sind zu viel  = {total:,}",
    "log.roll-won": "{dice} → gewinnt sofort",
    "result.roll": "{names} gewinnt durch einen Wurf, mit {points:,}",
    "result.one": "{names} gewinnt mit {points:,}",
    "result": "{names} teilen sich den Sieg mit {points:,}",
    # prompts
    "ask.roll": "{name}, drücke Enter, um {dice} zu werfen:",
    "ask.keep": "{name}, welche beiseitelegen? Tippe Würfel oder drücke Enter für alle:",
    "ask.choose": "{name}, tippe werfen ({dice}, {chance} % Farkle) oder sichern ({bank}):",
    "ask.offer": "{name}, tippe werfen ({dice}, {chance} % Farkle) oder übernehmen ({take}):",
    "ask.dice": "{name}, wirf {dice} und tippe sie ein:",
    "ask.bank": "{points:,}, Stand {total:,}",
    "ask.bank-nothing": "{points:,} zählen nicht: {distance}",
    "ask.bank-too-much": "{points:,} zählen nicht: {over:,} zu viel für das Ziel",
    "ask.bank-given": "{points:,} gehen an den niedrigsten anderen Stand: zu viel für das Ziel",
    "ask.take": "{points:,} Punkte, noch {dice}, {chance} % Farkle",
    "ask.must-hot-dice": (
        "Nach heißen Würfeln musst du alle noch einmal werfen, bevor du sichern darfst."
    ),
    "ask.must-unconfirmed": (
        "Was du beiseitegelegt hast, musst du bestätigen: Erst muss noch ein Wurf zählen."
    ),
    "ask.must-taken-over": (
        "Du hast übernommen: Erst muss ein Wurf zählen, bevor du sichern darfst."
    ),
    "ask.must-nothing": "In deinem ersten Wurf zählte nichts: Du wirfst ihn noch einmal.",
    "ask.must-minimum": "Du hast {points:,} Zugpunkte, und zum Sichern fehlen noch {missing:,}.",
    "ask.must-entry": "Du hast {points:,} Zugpunkte, und zum Einstieg fehlen noch {missing:,}.",
    "choice": "   {dice}  {points:,}",
    "choice.more": "   und {count} weitere Möglichkeiten",
    "choice.more.one": "   und 1 weitere Möglichkeit",
    "standings": "--- {standings} ---",
    "words.all": "alle a alles all",
    "words.roll": "werfen w würfeln roll r",
    "words.bank": "sichern s bank b",
    "words.take": "übernehmen ü uebernehmen take over o",
    "words.advice": "rat t tipp advice tip",
    "words.chances": "chancen c chances bar",
    "words.help": "hilfe h ? help",
    "words.undo": "zurück z zurueck undo u",
    "words.quit": "ende e beenden quit q exit",
    "words.new": "neu n neues new",
    "words.delete": "löschen l loeschen delete d",
    "words.yes": "ja j yes y",
    "words.no": "nein n no",
    "word/unknown": "{word} wird hier nicht verstanden; {expected}",
    "expected.keep": (
        "tippe die Würfel zum Beiseitelegen (1 1 5 oder 115), alle, rat, zurück, hilfe oder ende"
    ),
    "expected.choose": "tippe werfen, sichern, rat, chancen, zurück, hilfe oder ende",
    "expected.offer": "tippe werfen, übernehmen, rat, chancen, zurück, hilfe oder ende",
    "expected.roll": "drücke Enter oder tippe werfen, rat, chancen, hilfe oder ende",
    "undo/nothing": "seit dem letzten Wurf gibt es nichts zurückzunehmen",
    "undo/nothing-real": "es gibt nichts zurückzunehmen: das Spiel hat noch nicht begonnen",
    # what somebody plays for
    "aim.target": "noch {points:,} bis zum Ziel",
    "aim.exactly": "noch genau {points:,} bis zum Ziel",
    "aim.entry": "noch {points:,} bis zum Einstieg",
    "aim.reached": "Ziel erreicht",
    "aim.turn": "{name}: {distance}.",
    "aim.turn-solo": "Zug {turn}: {distance}.",
    "aim.last-first": "Letzte Runde! Mehr als {points:,} gewinnt: {gap}.",
    "aim.last-shared": "Letzte Runde! Mehr als {points:,} gewinnt, Gleichstand teilt: {gap}.",
    "aim.behind": "{points:,} zurück",
    "aim.short": "{points:,} fehlen",
    "aim.level": "gleichauf",
    "aim.ahead": "{points:,} voraus",
    "aim.too-many": "{points:,} zu viel",
    "aim.leads": "{points:,} voraus",
    "aim.equal": "gleichauf",
    "aim.rounds-left": "noch {count} Runden",
    "aim.rounds-left.one": "die letzte Runde",
    "aim.round": "Runde {round} von {rounds}",
    "aim.one-roll": "Nur ein Wurf.",
    "aim.last-exact-first": "Letzte Runde! Niemand kommt mehr über {points:,}.",
    "aim.last-exact-shared": "Letzte Runde! Genau {points:,} teilt den Sieg: {gap}.",
    # alone
    "best.reached": "{name} hat das Ziel in {count} Zügen erreicht, mit {points:,} Punkten.",
    "best.reached.one": "{name} hat das Ziel in 1 Zug erreicht, mit {points:,} Punkten.",
    "best.rounds": "{name} hat nach {count} Runden {points:,} Punkte.",
    "best.rounds.one": "{name} hat nach 1 Runde {points:,} Punkte.",
    "best.won": "{name} hat in {count} Zügen durch einen Wurf gewonnen.",
    "best.won.one": "{name} hat in 1 Zug durch einen Wurf gewonnen.",
    "best.first": "Dein erstes Solospiel mit diesen Regeln: {count} Züge sind zu schlagen.",
    "best.first.one": "Dein erstes Solospiel mit diesen Regeln, und besser geht es nicht.",
    "best.new": "Eine neue persönliche Bestleistung: {count} Züge (vorher: {before}).",
    "best.new.one": "Eine neue persönliche Bestleistung: 1 Zug (vorher: {before}).",
    "best.same": "So gut wie deine Bestleistung: {count} Züge.",
    "best.same.one": "So gut wie deine Bestleistung: 1 Zug.",
    "best.stays": "Deine Bestleistung sind {count} Züge.",
    "best.stays.one": "Deine Bestleistung ist 1 Zug.",
    # advice in a game
    "advice.title": "{name} hat eine Gewinnchance von {chance}; die beste Wahl zuerst:",
    "advice.title-about": "{name} hat eine Gewinnchance von etwa {chance}; die beste Wahl zuerst:",
    "advice.title-solo": "Zum Ziel sind es im Mittel {turns} Züge; die beste Wahl zuerst:",
    "advice.best": "beste",
    "advice.risk": "{percent} % Farkle",
    "advice.turns": "{turns} Züge",
    "advice.more": "und {count} weitere",
    "advice.more.one": "und 1 weitere",
    # a choice of advice
    "plan.roll": "{count} Würfel werfen",
    "plan.roll.one": "1 Würfel werfen",
    "plan.bank": "{points:,} sichern",
    "plan.take": "{points:,} übernehmen und {count} Würfel werfen",
    "plan.take.one": "{points:,} übernehmen und 1 Würfel werfen",
    "plan.keep-roll": "{kept} beiseite, dann {count} Würfel werfen",
    "plan.keep-roll.one": "{kept} beiseite, dann 1 Würfel werfen",
    "plan.keep-bank": "{kept} beiseite, dann {points:,} sichern",
    "plan.keep-end": "{kept} beiseite, das sichert {points:,}",
    "advice.wait": "{rules} muss erst gelöst werden; mit Strg-C geht es zurück zum Spiel.",
    "advice.stopped": "Abgebrochen; das Spiel geht ohne Rat weiter.",
    "advice/off": "in diesem Spiel ist der Rat abgeschaltet",
    "advice/missing": (
        "Rat braucht das Extra solve ({module} fehlt); installiere es mit: {install}"
    ),
    "advice/refused": "für diese Regeln gibt es keinen Rat: {reason}",
    "chances.line": "Gewinnchancen: {chances}.",
    "chances.line-about": "Gewinnchancen, etwa: {chances}.",
    "chances.on": (
        "Die Gewinnchancen werden jetzt in jedem Zug gezeigt; tippe chancen zum Abschalten."
    ),
    "chances.off": "Die Gewinnchancen werden nicht mehr gezeigt.",
    "chances/alone": "du spielst allein, also gibt es keine Gewinnchancen zu zeigen",
    # before the game
    "menu.unfinished": "Angefangene Spiele:",
    "menu.go-on": "Welches Spiel fortsetzen? Enter für 1, oder eine Nummer, neu oder löschen 1:",
    "menu.help-go-on": (
        "tippe die Nummer eines Spiels, neu für ein neues, oder löschen und die Nummer eines Spiels"
    ),
    "menu.delete": "Dieses Spiel endgültig löschen: {game}? (j/n)",
    "menu.rules": "Welche Regeln? Drücke Enter für {rules} oder tippe Namen oder Nummer:",
    "menu.help-rules": (
        "Tippe eine Nummer oder einen Namen aus der Liste oder den Pfad einer Regeldatei "
        "(house.toml). Im Zweifel drücke Enter."
    ),
    "menu.who": "Wer spielt? Drücke Enter für {seats} oder tippe die Namen:",
    "menu.help-who": (
        "Menschen haben Namen, durch Kommas getrennt: Ann,Bob,bot:bold. Die Bots sind:"
    ),
    "bot.take-over": (
        "Bots übernehmen, was so viel wert ist, wie sie sichern würden, turn und optimal, was "
        "besser ist als ein eigener Zug."
    ),
    "bot.about.random": "macht irgendetwas Erlaubtes",
    "bot.about.cautious": "sichert früh",
    "bot.about.bold": "sichert spät",
    "bot.about.threshold": "sichert ab 300 Punkten oder jeder anderen Zahl",
    "bot.about.human": "macht Fehler wie Menschen; Stufe 1 die meisten, Stufe 10 die wenigsten",
    "bot.about.human:1": "macht meistens Fehler, wie Anfänger",
    "bot.about.human:5": "spielt auf Punkte und macht Fehler wie Menschen",
    "bot.about.human:10": "spielt auf Punkte und macht kaum Fehler",
    "bot.about.turn": "spielt jeden Zug auf die meisten Punkte",
    "bot.about.optimal": "spielt auf die größte Gewinnchance",
    # the menu of the app
    "app.menu.name": "Hot Dice",
    "app.menu.step-resume": "angefangene Spiele",
    "app.menu.step-rules": "neues Spiel · Regeln",
    "app.menu.step-seats": "neues Spiel · Spieler",
    "app.menu.go-on": "Weiterspielen",
    "app.menu.new": "Neues Spiel",
    "app.menu.delete": "löschen",
    "app.menu.delete-sure": "{title}, {standing} endgültig löschen?  j löscht, n behält es",
    "app.menu.deleted": "Das Spiel wurde gelöscht.",
    "app.menu.to-seats": "Mit diesen Regeln",
    "app.menu.start": "Spiel beginnen",
    "app.menu.back": "zurück",
    "app.menu.quit": "Ende",
    "app.menu.close": "schließen",
    "app.menu.choose": "wählen",
    "app.menu.scroll": "blättern",
    "app.menu.scroll-sheet": "Regelblatt",
    "app.menu.type": "Regeln tippen",
    "app.menu.who": "wer",
    "app.menu.rename": "Name",
    "app.menu.add": "Platz dazu",
    "app.menu.remove": "Platz weg",
    "app.menu.up": "rauf",
    "app.menu.down": "runter",
    "app.menu.real-dice": "Würfel",
    "app.menu.enter": "Enter",
    "app.menu.escape": "Esc",
    "app.menu.pages": "Bild auf/ab",
    "app.menu.typed": "haus.toml, greed+dice=6",
    "app.menu.how-resume": "Das Spiel ist so, wie du es verlassen hast.",
    "app.menu.how-rules": "Wähle Regeln; das Regelblatt zeigt, was sie sagen.",
    "app.menu.how-seats": "← → ändert, wer dort sitzt: ein Mensch oder ein Bot.",
    "app.menu.how-type": "Tippe eine Regeldatei oder ein geändertes Regelwerk, dann Enter.",
    "app.menu.how-name": "Tippe einen Namen oder bot: und den Namen eines Bots, dann Enter.",
    "app.menu.mistakes": "{count} Fehler",
    "app.menu.mistakes.one": "1 Fehler",
    "app.menu.mended": "Berichtige die Datei und drücke Enter, um sie neu zu lesen.",
    "app.menu.real": "echte Würfel",
    "app.menu.person": "Mensch",
    "app.menu.bot": "Bot {bot}",
    "app.menu.bot.human": "Stufe {parameter} von {most}; macht Fehler wie Menschen",
    "app.menu.bot.threshold": "sichert ab {parameter} Punkten",
    "app.menu.bot.other": "ein eigener Bot: {bot}",
    "app.menu.dice-program": "Würfel: das Programm wirft sie",
    "app.menu.dice-mine": "Würfel: meine, auf dem Tisch; das Programm zählt",
    "app.menu.solo": "Solo: erreiche {target:,} in möglichst wenigen Zügen.",
    "app.menu.solo-rounds": "Solo: möglichst viele Punkte in {count} Runden.",
    "app.menu.solo-rounds.one": "Solo: möglichst viele Punkte in 1 Runde.",
    "app.menu.watch": "Nur Bots spielen: du siehst zu.",
    "app.menu.unreadable": (
        "{count} gespeicherte Spiele sind nicht lesbar und fehlen hier: {files}."
    ),
    "app.menu.unreadable.one": "Ein gespeichertes Spiel ist nicht lesbar und fehlt hier: {reason}.",
    "app.menu.no-saves": "Gespeicherte Spiele lassen sich nicht auflisten: {reason}",
    "app.menu/full": "mehr als {most} Plätze gibt es nicht; nimm einen weg, bevor einer dazukommt",
    "app.menu/last-seat": "jemand muss spielen: der letzte Platz lässt sich nicht entfernen",
    "app.menu/first": "das ist schon der erste Platz",
    "app.menu/last": "das ist schon der letzte Platz",
    "app.menu/no-name": "es fehlt ein Name, etwa Ann",
    "app.menu/comma": "ein Name darf kein Komma haben; jeder Spieler hat einen eigenen Platz",
    "app.menu/first-page": "das ist die erste Seite; q beendet",
    "app.menu/mistakes": "{source} hat Fehler; sie stehen neben der Liste",
    "app.menu/nothing-typed": "es fehlt etwas: tippe haus.toml oder greed+target=5000",
    # the line-by-line game
    "play.welcome": (
        "Hot Dice: Wirf, lege beiseite, was zählt, und sichere vor dem Farkle.\n"
        "Tippe jederzeit hilfe, zum Aufhören ende; das Spiel wird laufend gespeichert."
    ),
    "menu.programs": (
        "Dieses Spiel startet Programme auf diesem Rechner: {programs}. Tippe ja, wenn du ihnen "
        "traust:"
    ),
    "play.saved": (
        "Das Spiel ist gespeichert. Weiter geht es mit hotdice play oder der Datei:\n{path}"
    ),
    "play.saved-elsewhere": (
        "Das Spiel ist gespeichert. Weiter geht es mit:\nhotdice play --resume {path}"
    ),
    "play/resume-alone": (
        "--resume {resume} übernimmt alles aus dem gespeicherten Spiel; lass die anderen Optionen"
        " weg"
    ),
    "play/many-seats": (
        "der Bildschirm hat Platz für {most} Spieler, nicht für {count}: spiel Zeile für Zeile "
        "mit --plain"
    ),
    "play/fair": (
        "{resume}: ein Spiel mit fairen Würfeln lässt sich nur auf seinem Server fortsetzen"
    ),
    "play/seed-mine": (
        "--seed {seed} geht nicht zusammen mit --dice mine: echte Würfel haben keinen Startwert"
    ),
    "play/mine-nobody": "--dice mine braucht jemanden, der die Würfel eintippt: nenne --seats",
    "play/closed": (
        "die Standardeingabe ist geschlossen, also kann niemand gefragt werden; spiele an einem "
        "Terminal oder nur mit Bots: hotdice play basic --seats bot:bold,bot:cautious"
    ),
    "play/no-output": "die Standardausgabe ist geschlossen, also lässt sich nichts ausgeben",
    "play.folder": "Spiele werden in einem neuen Ordner gespeichert: {folder}",
    "play.demonstration": (
        "Kein Terminal: zwei Bots zeigen ein Spiel. Selbst: hotdice play --seats Ann,Bob"
    ),
    "play.unreadable": "Ein gespeichertes Spiel ist nicht lesbar und fehlt hier: {reason}",
    "play.sheet": "Punktezettel",
    "play.help-keep": (
        "Lege Würfel beiseite, die zählen, indem du sie tippst (1 1 5 oder 115); alle legt so viel "
        "wie möglich beiseite. Mindestens einer muss es sein."
    ),
    "play.help-choose": (
        "werfen wirft die übrigen Würfel und riskiert die Zugpunkte; sichern bringt sie zu deinem "
        "Punktestand und beendet den Zug; zurück nimmt das Beiseitelegen zurück."
    ),
    "play.help-offer": (
        "werfen beginnt einen eigenen Zug; übernehmen spielt mit den Punkten weiter, die dein "
        "Vorgänger gesichert hat, und mit den übrigen Würfeln, die du werfen musst."
    ),
    "play.help-dice": "Tippe die Augenzahlen, die du geworfen hast, wie in 1 1 5 oder 115.",
    "play.help-roll": (
        "Drücke Enter oder tippe werfen, um die Würfel zu werfen. ende speichert das Spiel."
    ),
    "play.help-more": (
        "rat (t) zeigt, was jede Wahl wert ist; chancen (c) zeigt in jedem Zug die Gewinnchancen;"
        " zurück (z) nimmt einen Zug zurück; ende (e) speichert das Spiel und hört auf."
    ),
    "sheet-table.round": "Runde",
    "sheet-table.total": "Stand",
    "sheet-table.start": "Beginn",
    "sheet-table.farkle": "Farkle",
    # what --help says
    "help.usage": "Aufruf: {line}",
    "help.usage.COMMAND": "BEFEHL",
    "help.usage.OPTIONS": "OPTIONEN",
    "help.usage.ARGS": "ARGUMENTE",
    "help.title.commands": "Befehle",
    "help.title.arguments": "Argumente",
    "help.title.parameters": "Optionen",
    "help.value.STR": "TEXT",
    "help.value.INT": "ZAHL",
    "help.value.FLOAT": "ZAHL",
    "help.value.CHOICE": "WORT",
    "help.choices": "[eins von: {choices}]",
    "help.default": "[Standard: {value}]",
    "help.required": "[erforderlich]",
    "help.help": "Diese Hilfe zeigen.",
    "help.version": "Die Version ausgeben.",
    "help.hotdice": "Farkle, Greed und alle Hausregeln dieser Familie.",
    "help.epilogue": "Jeder Befehl kennt --language de oder en; sonst bestimmt LANG die Sprache.",
    "help.play": "Ein Spiel im Terminal spielen.",
    "help.rules": "Regeln auflisten, zeigen, prüfen und schreiben.",
    "help.score": "Zeigen, was ein Wurf zählt und was beiseitegelegt werden darf.",
    "help.odds": "Farkle-Chancen, den besten erwarteten Zug und wann man aufhört, zeigen.",
    "help.solve": "Gewinnchancen bei bestem Spiel zeigen.",
    "help.advise": "Zeigen, was jede Wahl in einer Stellung wert ist.",
    "help.simulate": "Bots viele Spiele spielen lassen, mit Statistik.",
    "help.tournament": "Jedes Paar von Bots viele Spiele spielen lassen und sie bewerten.",
    "help.serve": "Spiele für Browser und Bots anbieten.",
    "help.backup": "Die Spiele eines Servers sichern, auch während er läuft.",
    "help.restore": "Spiele aus einer solchen Sicherung wiederherstellen.",
    "help.history": "Frühere Spiele auflisten und zusammenzählen.",
    "help.replay": "Ein aufgezeichnetes Spiel ansehen.",
    "help.verify": "Die Würfe eines aufgezeichneten Spiels beweisen.",
    "help.rules.list": "Die Regeln auflisten, die Hot Dice mitbringt.",
    "help.rules.show": "Ein Regelblatt ausgeben.",
    "help.rules.check": (
        "Eine eigene Regeldatei prüfen; jeder Fehler wird mit seiner Zeile gezeigt."
    ),
    "help.rules.new": (
        "Eine neue Regeldatei mit einem Kommentar zu jedem Feld schreiben, zum Bearbeiten."
    ),
    "help.rules-name": "Der Name von Regeln oder eine Regeldatei.",
    "help.set": "Ein Feld ändern: target=5000, score.aaaabb=1000, penalty=",
    "help.json": "Ein JSON-Objekt ausgeben.",
    "help.record": "Die Aufzeichnung eines Spiels.",
    "help.seed-games": "Dieselbe Zahl ergibt dieselben Spiele.",
    "help.cluster": "Die Adresse eines Dask-Schedulers.",
    "help.limit": "Sekunden, die ein Programm für jede Antwort hat.",
    "help.play.seats": (
        "Wer spielt, etwa Anna,Bernd,bot:bold; Menschen und Bots. Ohne diese Angabe und ohne "
        "Terminal führen zwei Bots ein Spiel vor."
    ),
    "help.play.totals": "Ein Vorsprung: Punktestände zu Beginn, etwa 0,200.",
    "help.play.roll-off": "Ein Wurf mit je einem Würfel entscheidet, wer beginnt.",
    "help.play.dice": "mine: echte Würfel werfen und eintippen.",
    "help.play.seed": "Dieselbe Zahl ergibt dieselben Würfe.",
    "help.play.record": "Wo das Spiel gespeichert wird.",
    "help.play.resume": "Ein gespeichertes Spiel fortsetzen.",
    "help.play.plain": "Zeile für Zeile, für Bildschirmleser und Pipes; fragt bei jeder Eingabe.",
    "help.play.no-advice": "In diesem Spiel gibt es keinen Rat.",
    "help.play.fast": "Keine Animationen auf dem Bildschirm.",
    "help.rules.markdown": "Markdown ausgeben.",
    "help.rules.file": "Die Regeldatei.",
    "help.rules.new-file": "Die Datei, die geschrieben wird; es darf sie noch nicht geben.",
    "help.rules.source": "Die Regeln, mit denen sie beginnt.",
    "help.score.dice": "Die geworfenen Augenzahlen: 1 1 5 oder 115.",
    "help.odds.reach": "Punkte, die in einem Zug zu holen sind.",
    "help.solve.players": "Zahl der Spieler.",
    "help.solve.totals": "Punktestände zu Beginn, etwa 0,200.",
    "help.solve.fresh": "Neu berechnen.",
    "help.solve.check": "Mit einer neuen Lösung vergleichen.",
    "help.advise.position": (
        "Eine Stellung: basic 9950,9000 p1 t1100 d3, das sind Regeln, Stände, wer dran ist (p), "
        "Zugpunkte (t) und Würfel (d). Dann, falls nötig: r155 ist der Wurf, f0,2 sind die "
        "Farkles in Folge jedes Platzes (mit Strafe), l1 ist der Platz, der die letzte Runde "
        "begonnen hat; fehlt er, folgt er aus den Ständen."
    ),
    "help.advise.rules": "Die Regeln, wenn Hot Dice sie nicht mitbringt.",
    "help.simulate.bots": "Ein Bot für jeden Platz: optimal, threshold:300, exec:./meiner",
    "help.simulate.games": "Zahl der Spiele.",
    "help.simulate.workers": "Zahl der Rechenkerne; sonst alle.",
    "help.simulate.plot": "Die Zahlen zeichnen: .png, .svg, .html.",
    "help.simulate.csv": "Die Zahlen als Tabelle schreiben.",
    "help.adjusted": "Das Glück von jedem Ergebnis abziehen: so sagen weniger Spiele genauso viel.",
    "help.tournament.bots": "Bots mit ihren Namen, etwa cautious, threshold:300.",
    "help.tournament.games": "Spiele jedes Paars in jeder Sitzordnung.",
    "help.tournament.workers": "Zahl der Prozesse; sonst alle Rechenkerne.",
    "help.tournament.out": "Ergebnisse hier speichern; derselbe Befehl setzt das Turnier fort.",
    "help.tournament.plot": "Gewinnraten zeichnen: .png, .svg, .html.",
    "help.serve.host": "Die Adresse, auf der der Server lauscht.",
    "help.serve.port": "Der Port; 0 nimmt einen freien.",
    "help.serve.database": "postgresql://… oder sqlite:///datei; sonst eine eigene Datei.",
    "help.serve.workers": "Prozesse; mehr als einer braucht PostgreSQL.",
    "help.serve.proxy": "Ein vertrauenswürdiger Proxy: 127.0.0.1 oder 10.0.0.0/8; auch mehrfach.",
    "help.serve.keep-finished": "Tage, nach denen beendete Spiele gelöscht werden; sonst nie.",
    "help.backup.database": "sqlite:///Datei; ohne Angabe die Datei des Servers selbst.",
    "help.backup.file": "Die Sicherung, die geschrieben wird; es darf sie noch nicht geben.",
    "help.restore.file": "Eine Sicherung von hotdice backup.",
    "help.history.rules": "Nur Spiele mit diesen Regeln.",
    "help.history.delete": "Ein offenes Spiel endgültig löschen, mit dem Namen aus der Liste.",
    # words that no command takes
    "command/unknown": "unbekannter Befehl {word}; {command} --help nennt alle Befehle",
    "command/unknown.near": (
        "unbekannter Befehl {word}; meintest du {near}? {command} --help nennt alle Befehle"
    ),
    "option/unknown": "{command} hat keine Option {word}; {command} --help nennt alle Optionen",
    "option/unknown.near": "{command} hat keine Option {word}; meintest du {near}?",
    "option/none": "unbekannte Option {word}; {command} --help nennt alle Optionen",
    "option/none.near": "unbekannte Option {word}; meintest du {near}?",
    "option/early": "{option} gehört hinter einen Befehl, wie in: {command} {option}",
    "option/twice": "{option} ist zweimal angegeben; gib es einmal an",
    "option/value": "{name} braucht einen Wert; siehe {command} --help",
    "words/missing": "{name} fehlt; siehe {command} --help",
    "words/many": "{command} kann mit {words} nichts anfangen; siehe {command} --help",
    "words/unclear": "{words} ist nicht zu verstehen; siehe {command} --help",
    "value/whole": "{name} braucht eine ganze Zahl, nicht {value}",
    "value/number": "{name} braucht eine Zahl, nicht {value}",
    "value/choice": "{name} braucht {choices}, nicht {value}",
    "value/flag": "{name} nimmt keinen Wert, angegeben ist {value}",
    # commands
    "cli.error": "hotdice: {message}",
    "cli.output": "die Ausgabe kann nicht geschrieben werden: {reason}",
    "cli.missing-extra": (
        "das braucht das Extra {extra} ({module} fehlt); installiere es mit: {install}"
    ),
    "cli.score": "{dice} = {points} in {rules}",
    "cli.score-farkle": "{dice} = 0 in {rules}: ein Farkle",
    "cli.score-lose-total": "{dice} = 0 in {rules}: ein Farkle, der den Punktestand kostet",
    "cli.score-win": "{dice} gewinnt in {rules} sofort",
    "cli.keep": "  {dice} beiseite  {points}  {left} übrig",
    "cli.keep-hot": "  {dice} beiseite  {points}  heiße Würfel",
    "cli.rules-fine": "{source}: {name} ist in Ordnung.",
    "cli.rules-outdone": (
        "{source}: score.{pattern} = {points:,} bewirkt nichts: {dice} sind ohnehin {rival:,} wert"
    ),
    "cli.rules-idle": "{source}: {pattern} zählt nie: es hat mehr als {dice} Würfel",
    "cli.rules-preset": (
        "{source}: auch mitgelieferte Regeln heißen {name}; Stellungen dieses Namens meinen jene"
    ),
    "cli.rules-written": (
        "{path} wurde geschrieben. Bearbeite die Datei, dann: hotdice rules check {word}"
    ),
    "cli.stopped": "Die Aufzeichnung endet hier; das Spiel ist nicht vorbei.",
    "verify.fault": "Zeile {line}: {message}",
    "verify.fine": (
        "{count} Würfe geprüft: jeder folgt aus den Startwerten, jeder Startwert passt zu seiner "
        "Festlegung."
    ),
    "verify.fine.one": (
        "1 Wurf geprüft: er folgt aus den Startwerten, jeder Startwert passt zu seiner Festlegung."
    ),
    "verify.fallback": (
        "Ohne eigenen Startwert: {names}. Die Würfel beruhen auf den übrigen Startwerten."
    ),
    "verify.alone": (
        "Nur der Server gab einen Startwert, also könnte er einen gewählt haben, der ihm passt."
    ),
    "verify.day": (
        "Es sind die Würfel vom {day}, für alle dieselben: Sie folgen allein aus dem Geheimnis des"
        " Servers für diesen Tag."
    ),
    "verify.compare": (
        "Das ist ein Beweis, wenn diese Festlegungen die sind, die vor dem ersten Wurf zu sehen "
        "waren:"
    ),
    "verify.server": "  {commitment}  der Server",
    "verify.person": "  {commitment}  {name}",
    # odds and solving
    "odds.title": "{title} ({name}): ein Zug",
    "odds.win": "Ein Wurf kann das Spiel gewinnen: Punkte allein sagen nicht, wie man spielt.",
    "odds.expected": "Beste erwartete Punkte eines Zugs: {points}",
    "odds.long-run": "Beste Punkte je Zug auf lange Sicht: {points}",
    "odds.working": "der beste Zug nach {rules} wird berechnet",
    "odds.reach": "Beste Chance, mindestens {points} zu sichern: {chance} %",
    "odds.head": "Würfel    Farkle-Chance  ",
    "odds.column-only": "sichern ab",
    "odds.column": "nach {count} Farkles",
    "odds.column.one": "nach 1 Farkle",
    "odds.never": "immer werfen",
    "odds/reach": "--reach {found}: nötig sind 0 Punkte oder mehr",
    "odds/long-turns": (
        "{rules}: der beste Zug geht über {points} Punkte hinaus, zu weit zum Ausrechnen"
    ),
    "solve.title": "{title} ({name}), Punktestände {totals}, alle spielen bestmöglich",
    "solve.larger": (
        "{rules}: {states} Zugbeginne, {times}-mal so viele wie ohne seine besonderen Regeln."
    ),
    "solve.seat": "  Spieler {seat}  {chance} %",
    "solve.bound": "Jede auf {bound} genau; {states} Zugstellungen.",
    "advise.position": (
        "{title} ({name}): Punktestände {totals}; Spieler {seat} hat {points:,} Zugpunkte und"
    ),
    "advise.rolled": "{standing} {dice} geworfen.",
    "advise.to-roll": "{standing} {dice} zu werfen.",
    "advise.choice": "Wahl",
    "advise.head": "  {choice}      Gewinn     Kosten     Farkle     Punkte",
    "advise.best": "* {choice}  {chance} %  {cost} %  {farkle} %  {points}",
    "advise.other": "  {choice}  {chance} %  {cost} %  {farkle} %  {points}",
    "advise.head-solo": "  {choice}      Züge   Kosten     Farkle     Punkte",
    "advise.best-solo": "* {choice}  {turns}  {cost}  {farkle} %  {points}",
    "advise.other-solo": "  {choice}  {turns}  {cost}  {farkle} %  {points}",
    "advise.bound-solo": "Züge bis zum Ziel im Mittel, dieser mitgezählt; auf {bound} genau.",
    "advise.cut-solo": "Züge bis zum Ziel im Mittel; Stände sind bis {lowest} hinab verfolgt.",
    "advise.bound": "Nach der Wahl spielen alle bestmöglich; jede Chance auf {bound} genau.",
    "advise.estimate": (
        "Eine Schätzung, weil das Spiel zu groß oder noch nicht gelöst ist. Der Zug ist genau "
        "verfolgt; danach punkten alle so, wie es der beste Zug im Mittel tut."
    ),
    "advise.approximate": (
        "Eine Näherung: Chancen können um mehr als ihre letzten Stellen abweichen."
    ),
    "advise/rules": ("diese Lösung ist für {rules}, die Stellung für andere Regeln ({position})"),
    "advise/players": ("diese Lösung ist für {players} Spieler, die Stellung nicht ({position})"),
    "advise/over": "das Spiel ist vorbei, also gibt es nichts zu wählen ({position})",
    "solve/never-farkles": (
        "{rules}: man kann so beiseitelegen, dass nie ein Farkle kommt und ein Zug nicht enden muss"
    ),
    "solve/solo-rounds": (
        "{rules}: allein gibt es in einem Spiel fester Rundenzahl nichts zu minimieren, also kein"
        " bestes Spiel"
    ),
    "solve/never-ends": (
        "{rules}: bestes Spiel muss nicht enden: Warten ist so gut wie Weiterspielen"
    ),
    "solve.gap": (
        "Niemand könnte mit anderem Spiel mehr als {gap} gewinnen; {mixed} Züge sind gemischt."
    ),
    "solve.gap.one": (
        "Niemand könnte mit anderem Spiel mehr als {gap} gewinnen; 1 Zug ist gemischt."
    ),
    "solve.checked": (
        "{rules}: {count} neu berechnete Stellungen weichen um höchstens {difference} ab."
    ),
    "solve.working": "{rules} wird für {count} Spieler gelöst",
    "solve.working.one": "{rules} wird für einen Spieler gelöst",
    "solve.job": "{rules} für {count} Spieler",
    "solve.job.one": "{rules} für einen Spieler",
    "progress.line": "{job}: {percent} % fertig, noch etwa {minutes} min",
    "progress.rate": "{games} Spiele/s",
    "solve/differs": (
        "{rules}: die gespeicherte Lösung weicht um {difference} ab, ihre Schranke ist {allowed}"
    ),
    "solve/nothing-stored": (
        "{rules}: für {players} Spieler ist keine Lösung gespeichert, die man prüfen könnte"
    ),
    "solve/players": "--players {found}: gelöst werden Spiele von 2 bis {most}",
    "solve/coarse": (
        "{rules}: die Chancen ließen sich nur auf {bound} eingrenzen, das ist zu ungenau"
    ),
    "solve/long-turns": (
        "{rules}: ein Zug kann so lange dauern, dass kein Spiel gelöst werden kann"
    ),
    "solve/unstable": "{rules}: es wurde kein stabiles Spiel gefunden",
    "solve/unwritable": "{path} kann nicht geschrieben werden: {reason}",
    "play/roll-off-mine": (
        "mit echten Würfeln würfelt das selbst aus, und nennt in --seats zuerst, wer beginnt"
    ),
    "play/totals-seats": "--totals {totals} braucht --seats mit ebenso vielen Spielern",
    "solve/totals": "--totals {found}: nötig sind {players} Punktestände",
    "solve/step": (
        "Punktestände {totals}: {rules} wird in Schritten von {step} gelöst, von {lowest} an"
    ),
    "solve/large": (
        "{rules} mit {count} Spielern: {states:,} Zugstellungen bräuchten etwa {gigabytes:,} GiB "
        "und {minutes:,} Minuten; zum Lösen sind es höchstens {most_gigabytes} GiB und "
        "{most_minutes:,} Minuten"
    ),
    "solve/large.one": (
        "{rules} mit einem Spieler: {states:,} Zugstellungen bräuchten etwa {minutes:,} Minuten; "
        "zum Lösen sind es höchstens {most_minutes:,}"
    ),
    # work on many cores
    "jobs/count": "{found} Arbeitsprozesse sind zu wenig; mindestens 1 ist nötig",
    "jobs/start": "ein Arbeitsprozess lässt sich nicht starten: {reason}",
    "jobs/no-start": (
        "ein Arbeitsprozess konnte nicht starten; ein Skript, das Arbeit startet, braucht die "
        'Zeile if __name__ == "__main__": darüber'
    ),
    "jobs/died": (
        "ein Arbeitsprozess endete mitten in der Arbeit: er wurde beendet oder hatte zu wenig "
        "Speicher"
    ),
    "jobs/failed": "die Arbeit ist gescheitert: {error}",
    "jobs/unreachable": (
        "unter {address} antwortet kein Dask-Scheduler; seine Adresse sieht aus wie tcp://host:8786"
    ),
    "jobs/lost": "der Dask-Scheduler unter {address} antwortet nicht mehr",
    "jobs/no-workers": (
        "der Dask-Scheduler unter {address} hat keine Arbeitsprozesse; starte einen mit: "
        "dask worker {address}"
    ),
    "jobs/crashes": (
        "Arbeitsprozesse des Dask-Schedulers unter {address} starben immer wieder am selben Block; "
        "vielleicht braucht er mehr Speicher, als sie haben"
    ),
    "jobs/lacks": (
        "einem Arbeitsprozess des Dask-Schedulers unter {address} fehlt {module}; installiere es "
        "dort"
    ),
    "jobs/version": (
        "ein Arbeitsprozess hat hotdice {there} und könnte zu anderen Ergebnissen kommen; "
        "installiere dort hotdice {here}"
    ),
    # simulations
    "simulation.title": "{title} ({name}): {games} Spiele, Startwert {seed}",
    "simulation.title.one": "{title} ({name}): 1 Spiel, Startwert {seed}",
    "simulation.columns": "Platz und Bot|Siege|95-%-Bereich|Stand|Punkte/Zug|Farkles",
    "simulation.length": "Züge je Spiel: {turns}. Würfe je Spiel: {rolls}.",
    "simulation.first-more": (
        "Der erste Platz gewinnt {rate}: {by} über dem gleichen Anteil von {share}."
    ),
    "simulation.first-less": (
        "Der erste Platz gewinnt {rate}: {by} unter dem gleichen Anteil von {share}."
    ),
    "simulation.forfeits": "{bot} hat {games} Spiele kampflos verloren.",
    "simulation.forfeits.one": "{bot} hat 1 Spiel kampflos verloren.",
    "simulation.failures": ("Ausfälle; jeder kostet den Rest eines Blocks von Spielen:"),
    "simulation.more-failures": "  und {count} weitere; --json nennt alle",
    "simulation.totals": "Punktestände am Ende, jede Spalte {step} breit",
    "simulation.quantiles": "10 %|Median|90 %",
    "simulation.wide": (
        "Punktestände sind in Stufen von {width} gezählt; ein genannter kann bis zu {more} höher"
        " sein."
    ),
    "simulation.below": "Punktestände von {total} und weniger sind zusammen gezählt.",
    "simulation.above": "Punktestände von {total} und mehr sind zusammen gezählt.",
    "simulation.speed": "{speed} Spiele je Sekunde, insgesamt {seconds} s.",
    # pictures
    "plot.wins": "Siegquoten",
    "plot.share": "95-%-Bereiche; gestrichelt ist der gleiche Anteil, {share}",
    "plot.totals": "Punktestände am Ende",
    "plot.bins": "Anteil der Spiele je Schritt von {width} Punkten",
    "plot.target": "Ziel {target}",
    "plot.play": "Wie jeder Platz spielt",
    "plot.play-columns": "Punkte\nje Zug|Farkles\nje Zug|Züge\nje Spiel|Würfe\nje Spiel",
    "plot.figures": "Zahlen zu jedem Platz; Züge und Würfe je Spiel",
    "plot.table": "Platz und Bot|Siege|95-%-Bereich|Stand|Punkte/Zug|Farkles|Züge|Würfe",
    "plot.from": "ab",
    "plot.matrix": ("Siege in %: Zeilen beginnen, Spalten folgen; fett: über 50 %."),
    "plot/ending": "{path} ist kein Name für ein Bild; er muss auf eines von {endings} enden",
    # files that are asked for
    "place/no-folder": "{path} kann nicht geschrieben werden: es gibt keinen Ordner {folder}",
    "place/no-file": "{path} kann nicht geschrieben werden: es existiert und ist keine Datei",
    "place/unwritable": "{path} kann nicht geschrieben werden: {reason}",
    # many games
    "arena/games": "{found} Spiele: nötig ist eine ganze Zahl von 1 bis {most:,}",
    "arena/limit": "eine Zeitgrenze von {found}: nötig sind Sekunden über 0",
    "arena/not-named": "{found} ist kein Name; Bots eines Turniers gibt man mit Namen an, wie bold",
    "arena/name": "{name} hat Zeichen, die sich nicht darstellen lassen",
    "simulate/nobody": "keine Bots; nenne einen für jeden Platz, wie in: simulate cautious bold",
    "levels.working": "die Stufen von {rules} werden gemessen",
    "adjusted/alone": "--adjusted ist für zwei oder mehr: wer allein spielt, gewinnt immer",
    "adjusted/unsolved": (
        "das Glück lässt sich nicht genau berechnen: {rules} ist für {players} Spieler noch nicht"
        " gelöst; hotdice solve {rules} --players {players} tut das, wenn es geht"
    ),
    "adjusted.columns": "ohne Glück|Siege in % ± Fehler|bereinigt ± Fehler|Verlust/Wahl|Stufe",
    "adjusted.worth": (
        "Bereinigt ist das Ergebnis ohne alles Glück; Fehler sind Standardfehler. "
        "Es sagt so viel wie {games} einfache Spiele."
    ),
    "adjusted.certain": (
        "Bereinigt ist das Ergebnis ohne alles Glück. Es ist in jedem Spiel dasselbe: keine Zahl "
        "einfacher Spiele sagt so viel."
    ),
    "simulate.preparing": "es wird kompiliert, was nur beim ersten Mal lange dauert",
    "simulate.working": "{games} Spiele werden gespielt",
    "simulate.stopped": "Angehalten nach {played} von {all} Spielen.",
    "simulate/endless": (
        "{rules}: Spiel {game} von {bots} hat kein Ende: {turns} Züge jedes Spielers oder {rolls} "
        "Würfe in einem Zug waren nicht genug"
    ),
    "arena.forfeit": "{bots}, ab Spiel {game}: {reason}",
    "arena.illegal": "{name} hat gegen die Regeln verstoßen: {reason}",
    "tournament.title": (
        "{title} ({name}): jedes Paar von {bots} Bots, {games} Spiele in jeder Sitzordnung, "
        "Startwert {seed}"
    ),
    "tournament.so-far": "Bisher wurden {played} von {all} Spielen gespielt.",
    "tournament.columns": "Rang|Bot|Wertung|Siege|95-%-Bereich",
    "tournament.matrix": "Siege in % des Bots der Zeile, der beginnt, gegen den der Spalte:",
    "tournament.rated": "Wertung ± ihr 95-%-Bereich, aus allen Spielen.",
    "tournament.failures": ("Ausfälle; jeder kostet den Rest eines Blocks von {size} Spielen:"),
    "tournament.more-failures": "  und {count} weitere; --json nennt alle",
    "tournament.working": "{games} Spiele werden gespielt",
    "tournament.job": "Turnier von {bots} Bots",
    "tournament.resumed": "Weiter nach {played} von {all} Spielen, Startwert {seed}.",
    "tournament.finished": "Alle {all} Spiele sind schon gespielt, Startwert {seed}.",
    "tournament.stopped": (
        "Angehalten nach {played} von {all} Spielen; derselbe Befehl macht weiter."
    ),
    "tournament/alone": "ein Turnier braucht 2 Bots oder mehr, wie in: tournament cautious bold",
    "tournament/twice": "{name} ist zweimal gemeldet; ein Bot spielt nur gegen andere",
    "journal/locked": (
        "{path}: ein anderes Turnier benutzt die Datei, oder dort lässt sich keine schreiben"
    ),
    "journal/none": "{path}: die Datei enthält kein Turnier",
    "journal/seed": (
        "{path}: darin ist ein Turnier mit Startwert {found}; nenne diesen oder eine andere Datei"
    ),
    "journal/other": (
        "{path}: darin ist ein Turnier, das sich unterscheidet ({fields}); nenne eine andere Datei"
    ),
    "journal/line": "{path}: Zeile {line} ist beschädigt; nenne eine andere Datei",
    "journal/unwritable": (
        "{path}: Ergebnisse lassen sich dort nicht speichern: {reason}; nenne eine Datei mit --out"
    ),
    # noch ein Spiel
    "again.ask": "Noch ein Spiel mit denselben Plätzen? Diesmal beginnt {name}. (j/n)",
    "again.ask-solo": "Noch ein Spiel? (j/n)",
    "again.correct": "Tippe zurück, um die Würfel zu berichtigen.",
    "again.help": "tippe j für ein neues Spiel oder n zum Aufhören",
    # Auswertungen
    "help.review": "Sagt, was in einem aufgezeichneten Spiel Glück war und was Können.",
    "help.review.plot": "zeichnet die Gewinnchancen in diese Datei (.png, .svg)",
    "help.review.html": "schreibt die ganze Auswertung als eine Seite für den Browser",
    "review.picture": "{rules}: {names}",
    "review.chance-of": "Gewinnchance von {name} in Prozent",
    "review.round": "Runde",
    "review.chances-of-all": "Gewinnchancen in Prozent",
    "review.points": "in Punkten Gewinnchance",
    "review.turns": "in Zügen",
    "review.start": "am Anfang",
    "review.own-luck": "eigenes Glück",
    "review.others-luck": "Glück der anderen",
    "review.own-choices": "eigene Wahl",
    "review.others-choices": "Wahl der anderen",
    "review.mixing": "Wahl unter Gleichem",
    "review.remainder": "Rest der Näherung",
    "review.result": "Ergebnis",
    "review.stands": "Stand",
    "review.adjusted": "mit mittleren Würfeln",
    "review.decisions": "Entscheidungen",
    "review.lost-per-decision": "Verlust je Entscheidung",
    "review.level": "Stufe (von 10)",
    "review.slips": "Fehler, der größte zuerst",
    "review.no-slips": "Keine Wahl hat auch nur einen Punkt gekostet.",
    "review.slip-keep": (
        "Runde {round}, {name} hatte {lies}: {action}; {best} ist um {loss} besser ({judgement})."
    ),
    "review.slip-offer": (
        "Runde {round}, {name} standen {points:,} Punkte und {dice} zur Wahl: {action}; {best} "
        "ist um {loss} besser ({judgement})."
    ),
    "review.slip-stop": (
        "Runde {round}, {name} hatte {points:,} Punkte und {dice} zu werfen: {action}; {best} ist "
        "um {loss} besser ({judgement})."
    ),
    "review.luck-from": "Glück ab 15 Punkten",
    "review.luck-from-alone": "Glück ab anderthalb Zügen",
    "review.luck-roll": "Runde {round}, {name} warf {dice} bei {points:,} Zugpunkten: {swing}",
    "review.exact-alone": "Die Züge gelten bei bestem Spiel und sind genau.",
    "review.turns-of": "Züge von {name}, auch die noch kommen",
    "review.exact": "Die Chancen gelten bei bestem Spiel aller und sind genau.",
    "review.about": (
        "Die Chancen dieses Spiels sind nicht genau bekannt; sie sind aus Spielen von je zweien "
        "angenähert."
    ),
    "judgement.best": "bester Zug",
    "judgement.good": "gut",
    "judgement.slip": "kleiner Fehler",
    "judgement.mistake": "Fehler",
    "judgement.blunder": "grober Fehler",
    "judgement.lucky": "Glück",
    "judgement.unlucky": "Pech",
    "judgement.luck": "Wurf",
    "judgement.choice": "nicht gewählt",
    "judgement.mixing": "gleich gute Wahl",
    "step.where": "Runde {round}   {standing}",
    "step.rolled": "{name} wirft {dice} bei {points:,} Zugpunkten.",
    "step.kept": "{name} hat {lies} bei {points:,} Zugpunkten: {action}.",
    "step.chose": "{name} hat {points:,} Zugpunkte und {dice} zu werfen: {action}.",
    "step.passed": "Der Zug von {name} entfiel, mit {points:,} Zugpunkten.",
    "step.change": "{judgement}: von {before} auf {after} ({swing})",
    "step.change-alone": "{judgement}: von {before} auf {after} Züge im Ganzen ({swing})",
    "leaks.working": "Spiele werden ausgewertet",
    "leaks.job": "Auswertung von Spielen",
    "leaks.head": ("{name}: {games} ausgewertet, {decisions} Entscheidungen, je {lost} verloren"),
    "leaks.level": ", Stufe {level}",
    "leaks.level-about": ", Stufe {level} (mit Zufall {low} bis {high})",
    "leaks.games": "{count} Spiele",
    "leaks.games.one": "1 Spiel",
    "leaks.title": "Wo Chancen verloren gehen, in Punkten je Spiel",
    "leaks.title-alone": "Wo Züge verloren gehen, in Zügen je Spiel",
    "leaks.row": "{kind}{lost}  {errors} von {decisions}{sure}",
    "leaks.accident": "  (kann Zufall sein)",
    "leaks.last-round": "in der letzten Runde",
    "leaks.entry": "beim Einstieg",
    "leaks.take-over": "übernimmt oder nicht",
    "leaks.behind": "im Rückstand zu vorsichtig",
    "leaks.too-late": "sichert zu spät mit {dice}",
    "leaks.too-early": "sichert zu früh mit {dice}",
    "leaks.too-many": "legt zu viele Würfel beiseite",
    "leaks.too-few": "legt zu wenige Würfel beiseite",
    "leaks.luck": (
        "Glück: {luck} Punkte ({games}); ehrliche Würfel bleiben in 19 von 20 Fällen innerhalb "
        "von {width}."
    ),
    "leaks.luck-alone": (
        "Glück: {luck} Züge gespart ({games}); ehrliche Würfel bleiben in 19 von 20 Fällen "
        "innerhalb von {width}."
    ),
    "leaks.few": "Weniger als 100 Entscheidungen sagen wenig.",
    "leaks.none": "Es gibt kein beendetes Spiel eines Menschen zum Auswerten.",
    "over-time.skill": "Verlust je Entscheidung",
    "over-time.each": "jedes Spiel",
    "over-time.so-far": "alle Spiele bis dahin",
    "over-time.luck": "Glück",
    "over-time.luck-so-far": "alles Glück bis dahin",
    "over-time.band": "ehrliche Würfel, in 19 von 20 Fällen",
    "over-time.games": "Spiele, das älteste zuerst",
    "help.history.plot": "mit --review: zeichnet Können und Glück im Lauf der Zeit (.png, .svg)",
    "history/plot-alone": "--plot zeichnet eine Auswertung: hotdice history --review --plot {path}",
    "help.history.review": (
        "wertet beendete Spiele aus: wo Chancen verloren gehen, wie viel Glück es gab"
    ),
    # warum eine Wahl ein Fehler war
    "why.risk": "Mit {dice} kommt in {farkle} % ein Farkle, und dann bleiben {lost}.",
    "why.risk.one": "Mit einem Würfel kommt in {farkle} % ein Farkle, und dann bleiben {lost}.",
    "why.scores": "Mit {dice} zählt in {scores} % etwas, und das gibt im Schnitt {rest}.",
    "why.scores.one": "Mit einem Würfel zählt in {scores} % etwas, und das gibt im Schnitt {rest}.",
    "why.farkle": "Nach einem Farkle bleiben {lost}.",
    "why.face": "Eine {face}",
    "why.faces": "Eine {first} oder eine {last}",
    "why.rest-hot": "{faces} heißt: weiter mit {dice}, und das gibt {rest}.",
    "why.rest": "Jeder andere Wurf gibt im Schnitt {rest}.",
    "why.together": "Beides zusammen: {roll} durch Werfen, {bank} durch Sichern.",
    "why.roll-or-bank": "Werfen bringt {roll}, Sichern {bank}.",
    "why.take-or-roll": "{plan}: {take}; ein eigener Zug: {roll}.",
    "why.bank-from": "Mit {dice}: hier ab {points:,} sichern.",
    "why.roll-until": "Mit {dice}: hier bis {points:,} weiterwürfeln.",
    "why.roll-always": "Mit {dice}: hier immer weiterwürfeln.",
    "why.plan": "{plan}: {chance}.",
    "why.plan-roll": "{plan}, mit {farkle} % Farkle-Risiko: {chance}.",
    "why.other-score": (
        "Es hängt vom Stand ab: Hätte {name} {total:,}, würde das {cost} Prozentpunkte kosten."
    ),
    "why.other-score-fine": (
        "Es hängt vom Stand ab: Hätte {name} {total:,}, wäre beides gleich gut."
    ),
    "why.turns": "{turns} Züge",
    "why.chance": "{percent} Gewinnchance",
    # Schlüsselmomente
    "moment.title": "Schlüsselmomente, nach der Gewinnchance bei bestem Spiel",
    "moment.roll-first": "Runde {round}: {name} begann einen Zug mit {dice}: {chances}.",
    "moment.roll": "Runde {round}: {name} warf bei {points:,} Zugpunkten {dice}: {chances}.",
    "moment.farkle": (
        "Runde {round}: {name} warf {dice}, ein Farkle, und verlor {points:,} Zugpunkte: {chances}."
    ),
    "moment.farkle-none": "Runde {round}: {name} begann mit einem Farkle, {dice}: {chances}.",
    "moment.passed": "Runde {round}: der Zug von {name} entfiel mit {points:,} Punkten: {chances}.",
    "moment.keep": (
        "Runde {round}: {name} wollte von {lies} {action}; besser war {better}: {chances}."
    ),
    "moment.stop": (
        "Runde {round}: {name} wollte bei {points:,} Zugpunkten und noch {to_roll} {action}; "
        "besser war {better}: {chances}."
    ),
    "moment.offer": (
        "Runde {round}: {name} standen {points:,} Punkte und {to_roll} zur Wahl, gewählt war "
        "{action}; besser war {better}: {chances}."
    ),
    "moment.chances": "von {before} auf {after}",
    "moment.chances-about": "von etwa {before} auf {after}",
    # frühere Spiele
    "history.game": "{date}  {rules}  {standings}; {result}",
    "history.won.one": "{names} hat gewonnen",
    "history.won": "{names} teilen sich den Sieg",
    "history.unfinished": "nicht zu Ende, gespeichert als {name}",
    "history.deleted": "{name} wurde gelöscht.",
    "history/no-game": "kein offenes Spiel heißt {name}; hotdice history nennt alle",
    "history/no-game.near": "kein offenes Spiel heißt {name}; meintest du {near}?",
    "history.none": "Noch keine Spiele. Spiele eins: hotdice play",
    "history.none-of": "Noch keine Spiele mit {rules}. Spiele eins: hotdice play {rules}",
    "history.totals": "Beendete Spiele jeder Person, nach Regeln und Gegnern",
    "history.columns": "wer|Regeln|gegen|Spiele|Siege|Punkte/Zug|Farkles",
    "history.no-opponents": "niemanden",
    "history.reached": "Ziel in {count} Zügen erreicht",
    "history.reached.one": "Ziel in 1 Zug erreicht",
    "history.rounds": "{count} Runden",
    "history.rounds.one": "1 Runde",
    "history.bests": "Bestleistungen in Solospielen: die wenigsten Züge bis zum Ziel",
    "history.best-columns": "wer|Regeln|Züge|Spiele",
    "history.unreadable": "Ausgelassen: {reason}",
    # das Spiel auf dem ganzen Bildschirm
    "app.title": "Hot Dice",
    "app.aim": "{title} · {aim}",
    "app.small": (
        "Das Fenster hat {width}x{height}; der Tisch braucht {wide}x{high}. Mach es größer, oder "
        "geh mit q und spiel Zeile für Zeile: hotdice play --plain"
    ),
    "app.solving": "Das beste Spiel wird einmal berechnet: {done} %",
    "play.no-screen": (
        "Das Spiel auf dem ganzen Bildschirm braucht das Extra terminal; installiere es mit: "
        "{install}\nDas Spiel läuft Zeile für Zeile."
    ),
    "app.roll": "Wirf {dice} · {chance} % Farkle",
    "app.take": "Nimm {points:,} · {dice} · {chance} % Farkle",
    "app.all-dice": "wieder alle {count}",
    "app.all-dice.one": "noch einmal",
    "app.roll-none": "Würfeln",
    "app.bank": "Sichere {points:,} · Stand {total:,}",
    "app.bank-none": "Sichern",
    "app.bank-nothing": "Sichere 0 · {missing:,} fehlen",
    "app.bank-too-much": "Sichere 0 · {over:,} zu viel",
    "app.bank-given": "Sichere 0 · {points:,} an den Letzten",
    "app.keep-ends": "Beiseitelegen · {points:,} gesichert",
    "app/pick-first": "wähl erst Würfel, die zählen: mit ihren Nummern, Tab oder einem Klick",
    "app.refused.bank/nothing.short": "Sichern",
    "app.refused.bank/minimum.short": "Sichern · noch {missing:,}",
    "app.refused.bank/entry.short": "Sichern · noch {missing:,} zum Einstieg",
    "app.refused.bank/hot-dice.short": "Sichern · erst alle noch einmal",
    "app.refused.bank/unconfirmed.short": "Sichern · erst bestätigen",
    "app.refused.bank/taken-over.short": "Sichern · erst ein Wurf, der zählt",
    "app.refused.bank/nothing": "es gibt noch nichts zu sichern: wirf zuerst",
    "app.refused.bank/minimum": (
        "noch {missing:,} Zugpunkte zum Sichern nötig: mindestens {needed:,}"
    ),
    "app.refused.bank/entry": "noch {missing:,} bis zum Einstieg: {needed:,} in einem Zug",
    "app.refused.bank/hot-dice": "heiße Würfel: wirf alle noch einmal, bevor du sicherst",
    "app.refused.bank/unconfirmed": (
        "das musst du bestätigen: erst muss noch ein Wurf zählen, dann darfst du sichern"
    ),
    "app.refused.bank/taken-over": (
        "du hast übernommen: erst muss ein Wurf zählen, dann darfst du sichern"
    ),
    "app/no-roll": "es gibt jetzt keine Würfel zu wählen: wirf zuerst",
    "app/no-die": "es gibt keinen Würfel {place}; der Wurf hat {count}",
    "app/idle-die": "{face} zählt nichts in {roll}",
    "app/typed-own": "die Würfel deines eigenen Wurfs stehen schon da; zurück nimmt sie weg",
    "app/typed-all": "{dice} sind alle Würfel: Enter übernimmt sie, u entfernt den letzten",
    "app.type": "Tipp {dice} ein",
    "app.typed": "Enter: nimm {dice}",
    "app/type-more": "noch {count} Würfel einzutippen, wie sie auf dem Tisch liegen",
    "app/type-more.one": "noch 1 Würfel einzutippen, wie sie auf dem Tisch liegen",
    "app/type-first": "tipp erst die Würfel ein; u geht zurück",
    "app.throw-for": "Wirf für {name} und tipp die Würfel ein.",
    "app.thinking": "{name} denkt nach …",
    "app.watch": "…",
    "app.turn-points": "Zugpunkte",
    "app.parts": "{before:,} lagen schon · {now:,} jetzt gewählt",
    "app.begins": "{name} wirft",
    "app.begins-solo": "Zug {turn}",
    "app.spared": "nichts zählt: Der erste Wurf wird wiederholt",
    "app.lost": "{name} verlor ",
    "app.lost-solo": " verloren",
    "app.over": "Das Spiel ist vorbei.",
    "app.kept": "vorher beiseitegelegt  {dice}",
    "app.kept-die": "liegt",
    "app.picked": "gewählt",
    "app.worth-nothing": "zählt 0",
    "app.adds": "+{points:,}",
    "app.farkles": "Farkle {count} von {most}",
    "app.chance-about": "≈ {chance}",
    "app.chances": "Gewinnchance",
    "app.chances-wait": "Gewinnchance: wird berechnet …",
    "app.advice-wait": "Wird berechnet …",
    "app.advice-progress": "Das Spiel wird einmal berechnet: {done} %, noch {left} s",
    "app.review-wait": "Die Chancen werden berechnet …",
    "app.review-title": "Auswertung von {rules}: die Gewinnchance von {name}",
    "app.review-title-alone": "Auswertung von {rules}: die Züge von {name}, auch die noch kommen",
    "app.key.review": "Auswertung",
    "app.key.step-back": "zurück",
    "app.key.step-on": "weiter",
    "app.key.next-slip": "Fehler",
    "app.key.last-slip": "voriger",
    "app.key.seat": "Platz",
    "app.key.account": "Bilanz",
    "app.menu.past": "alte Spiele",
    "app.past.title": "Alte Spiele: Zug für Zug durchsehen",
    "app.past.review": "Auswertung",
    "app.past.none": "Noch ist kein Spiel zu Ende.",
    "app.moments-wait": "Die wichtigsten Momente werden gesucht …",
    "app.log-earlier": "↑ früher",
    "app.log-newer": "↓ {count} neuere Zeilen",
    "app.log-newer.one": "↓ 1 neuere Zeile",
    "app.scores": "Punktezettel",
    "app.scores-all": "Punktezettel · s: alle Runden",
    "app.key.pick": "wählen",
    "app.key.type": "tippen",
    "app.key.keep": "nächste",
    "app.key.advice": "Rat",
    "app.key.chances": "Chance",
    "app.key.undo": "zurück",
    "app.key.sheet": "Zettel",
    "app.key.rules": "Regeln",
    "app.key.light": "hell",
    "app.key.quit": "Ende",
    "app.key.close": "schließen",
    "app.key.pick-best": "das Beste wählen",
    "app.key.again": "noch einmal",
    "app.key.menu": "Menü",
    "app.key.scroll": "blättern",
    "app.key.leave": "Ende",
    "app.key.correct": "Würfel berichtigen",
    # der Server
    "serve.ready": "Hot Dice ist unter {address} zu finden (Strg-C beendet es)",
    "serve.others": "Andere in deinem Netz finden es unter {address}",
    "serve.no-network": "Dieser Rechner hat gerade kein Netz, also erreicht es sonst niemand.",
    "serve.file": "Die Spiele liegen in {path}",
    "serve.share": "Links und QR-Codes von Spielen haben die Adresse, die andere erreichen.",
    "serve.local-only": (
        "Nur dieser Rechner erreicht es. Für Freunde in deinem Netz: hotdice serve --host 0.0.0.0"
    ),
    "serve/address": "der Server kann auf {host}, Port {port}, nicht lauschen: {reason}",
    "serve/port": "Port {found}: nötig ist eine Zahl von 0 bis {most}",
    "serve/proxy": "{found} ist weder Adresse noch Netz wie 127.0.0.1 oder 10.0.0.0/8",
    "serve/no-workers": "{found} Prozesse: mindestens 1 ist nötig",
    "serve/keep-finished": "{found} Tage: mindestens 1 ist nötig",
    "serve/workers": (
        "{workers} Prozesse brauchen PostgreSQL, um sich die Spiele zu teilen; gib --database "
        "postgresql://… an oder nimm 1 Prozess"
    ),
    "database/address": (
        "--database ist keine Adresse einer Datenbank; schreibe sqlite:////ordner/spiele.sqlite "
        "für eine Datei oder postgresql://benutzer:passwort@rechner/name"
    ),
    "database/locked": (
        "{path}: ein anderer Server benutzt diese Datei; beende ihn oder nenne eine andere"
    ),
    "backup/exists": "{path} gibt es schon; nimm einen anderen Namen",
    "backup/missing": "{path}: diese Datei gibt es nicht",
    "backup/other": "{path} ist keine Datenbank von Hot Dice",
    "backup/broken": "{path} ist beschädigt und kann nicht zurückgespielt werden",
    "backup/failed": "{path} ist nicht verwendbar: {reason}",
    "backup/postgres": (
        "PostgreSQL hat dafür eigene Werkzeuge: pg_dump --format=custom --file=DATEI DATENBANK, "
        "und pg_restore --clean --if-exists --dbname=DATENBANK DATEI"
    ),
    "backup.working": "die Spiele werden kopiert",
    "backup.restoring": "die Spiele werden zurückgespielt",
    "backup.done": (
        "{games:,} Spiele sind in {path}; die Datei enthält Geheimnisse laufender Spiele, halte "
        "sie also privat."
    ),
    "backup.restored": "{games:,} Spiele wurden aus {path} wiederhergestellt.",
    "backup.before": "Die Datenbank, die vorher da war, heißt jetzt {path}.",
    "database/newer": (
        "die Datenbank stammt von einem neueren Hot Dice (Schritt {found}, dieses kennt {known});"
        " installiere das neuere"
    ),
    "database/unreachable": "die Datenbank ist nicht zu benutzen: {reason}",
    "database/unwritable": "{path}: die Datenbank lässt sich nicht schreiben: {reason}",
    "server/not-ready": "die Datenbank kann gerade nicht beschrieben werden",
    "server/closing": "der Server startet gleich neu; komm in einem Augenblick wieder",
    "server/failed": ("auf dem Server ging etwas schief (Nummer {number}); versuch es noch einmal"),
    "path/unknown": "unter dieser Adresse ist nichts",
    "request.no-body": "es fehlt ein Inhalt in JSON",
    "request/invalid": "das ist nicht zu lesen: {reason}",
    "request/large": "das ist zu groß; gelesen werden höchstens {most} Bytes",
    "request/late": "seit {seconds} Sekunden kam nichts",
    "request/malformed": "das ist keine gültige HTTP-Anfrage: {reason}",
    "request/method": "{method} ist hier nicht erlaubt",
    "request/origin": "das kommt von der Seite eines anderen Servers",
    "request/rules": "die Regeln haben {count} Fehler",
    "request/rules.one": "die Regeln haben einen Fehler",
    "request/stubborn": "zu viele Nachrichten, die sich nicht beantworten lassen",
    "request/too-many": "das war zu viel auf einmal; versuch es in {retry_after} s wieder",
    "rules/slow": (
        "diese Regeln durchzurechnen dauert mehr als {seconds} s; nimm weniger Würfel oder Muster"
    ),
    "token/missing": (
        "das kann nur, wer an diesem Tisch sitzt, und die Anfrage hat keinen Schlüssel"
    ),
    "token/wrong": "dieser Schlüssel gehört zu keinem Platz dieses Spiels",
    "game/unknown": "dieses Spiel gibt es nicht",
    "game/closed": "dieses Spiel wurde vor seinem Ende geschlossen",
    "key/other": ("dieser Schlüssel gehört zu einem anderen Zug; jeder Zug braucht einen eigenen"),
    "game/conflict": "das Spiel ist inzwischen weitergegangen; sieh nach, wie es jetzt steht",
    "game/by-invitation": (
        "an diesen Tisch setzt sich, wer seinen neuesten Link hat; frag danach oder schau zu"
    ),
    "game/full": "an diesem Tisch sind alle Plätze besetzt",
    "game/not-waiting": "das Spiel hat schon begonnen ({status})",
    "game/not-host": "nur wer auf dem ersten Platz sitzt, richtet den Tisch ein",
    "code/wrong": (
        "dieser Code gilt nicht: vielleicht ist er benutzt oder zu alt; hol einen neuen dort, "
        "wo du spielst"
    ),
    "day/unknown": (
        "von diesem Tag gibt es hier keine Würfel: er kommt erst, ist lange her, oder niemand"
        " war da"
    ),
    "day/not-over": "{date} ist nicht vorbei: Geheimnis und Ergebnisse kommen nach Mitternacht UTC",
    "day/played": "du hast die Würfel dieses Tages schon gespielt, und nur einmal zählt",
    "game/gap": "Platz {seat} ist frei zwischen anderen; setze einen Bot dorthin oder warte",
    "game/totals": "diese Punktestände sind kein Vorsprung: {reason}",
    "game/taken": "dieser Platz ist nicht frei",
    "game/own-seat": "das ist der eigene Platz; wer ihn aufgeben will, verlässt das Spiel",
    "seat/reactions": "du hast in diesem Spiel {most} Mal reagiert; mehr geht nicht",
    "seat/renames": "du hast deinen Namen in diesem Spiel {most} Mal geändert; behalte diesen",
    "game/name": "der Name eines Spiels hat höchstens {most} druckbare Zeichen",
    "game/not-over": "eine Revanche gibt es nach dem Ende des Spiels",
    "game/not-playing": "das Spiel läuft nicht ({status})",
    "game/not-revealing": "Startwerte werden jetzt nicht aufgedeckt ({status})",
    "turn/other": "jemand anders ist am Zug",
    "turn/late": "die Zeit für diesen Zug ist um",
    "fair/other-seed": "zu diesem Startwert gehört eine andere Festlegung",
    "bot/not-here": (
        "{name} ist kein Bot dieses Servers; es gibt random, cautious, bold, turn, optimal, "
        "human:1 bis human:10 und threshold:N"
    ),
    "bot/slow": "mit {rules} würde dieser Bot zu lange rechnen; nimm bold oder cautious",
    "advice/not-at-hand": "{rules} ist hier nicht gelöst, also gibt es keinen Rat",
    "review/not-over": "die Auswertung kommt nach dem Ende des Spiels",
    "review/not-at-hand": ("{rules} ist hier nicht gelöst, also gibt es keine Auswertung"),
    "review/slow": "die Auswertung dieses Spiels dauert länger als {seconds} s",
    "server.idle": "{pattern} braucht mehr Würfel, als das Spiel hat, und zählt also nie",
    "server.outdone": "{pattern} = {points:,} bewirkt nichts: {dice} sind ohnehin {rival:,} wert",
    # die Web-App: der Rahmen
    "web.skip": "Zum Inhalt",
    "web.title.The day's dice": "Die Würfel des Tages",
    "web.day.title": "Die Würfel des Tages",
    "web.day.of": "Tag {number} · {date}",
    "web.day.what": (
        "Zehn Runden allein, heute mit denselben Würfeln für alle. Dein erstes Spiel zählt."
    ),
    "web.day.play": "Spielen",
    "web.day.go-on": "Weiterspielen",
    "web.day.to-game": "Zum Spiel",
    "web.day.new": "noch nicht gespielt",
    "web.day.open": "angefangen",
    "web.day.points": "{points} Punkte",
    "web.day.next": "Neue Würfel in {time}",
    "web.day.hours": "{hours} Std {minutes} min",
    "web.day.minutes": "{count} Minuten",
    "web.day.minutes.one": "1 Minute",
    "web.day.seconds": "{count} Sekunden",
    "web.day.seconds.one": "1 Sekunde",
    "web.day.in-time": "Es zählt, wenn du vor Mitternacht UTC fertig bist, in {time}.",
    "web.day.line": "Tag {number} zählt bis Mitternacht UTC, in {time}.",
    "web.day.line.uncounted": "Tag {number}. Dieses Spiel zählt nicht.",
    "web.day.too-late": "Es war um Mitternacht UTC nicht zu Ende, also zählt es nicht.",
    "web.day.known": "Das Geheimnis von heute ist schon bekannt, also zählt heute kein Spiel.",
    "web.day.uncounted": "Dieses Spiel hat nicht gezählt.",
    "web.day.unfinished": "Dein Spiel wurde nicht zu Ende gespielt.",
    "web.day.share": "Teilen",
    "web.day.copied": "Kopiert",
    "web.day.shared": "Hot Dice, Tag {number}: {points} Punkte",
    "web.day.blocks": (
        "⬛ nichts, 🟨 bis 299, 🟧 bis 699, 🟥 ab 700 Punkten. Würfel verrät das nicht."
    ),
    "web.day.blocks.said": "Punkte der Runden: {points}",
    "web.day.secret": "Niemand kennt die Würfel von morgen",
    "web.day.secret.what": (
        "Alle Würfel eines Tages folgen aus einem Geheimnis, das dieser Server für ihn gezogen hat."
        " Die Festlegung bindet ihn daran. Nach Mitternacht UTC steht das Geheimnis hier, und dein"
        " Browser prüft, ob es passt; „Die Würfel prüfen“ beweist dann jeden Wurf deines Spiels."
    ),
    "web.day.secret.told": "Das Geheimnis dieses Tages",
    "web.day.secret.label": "Geheimnis",
    "web.day.fits": "Das Geheimnis passt zur Festlegung",
    "web.day.unfit": "Das Geheimnis passt nicht zur Festlegung",
    "web.day.seen": "Es ist die Festlegung, die dieser Browser an dem Tag gesehen hat",
    "web.day.not-seen": "Es ist nicht die Festlegung, die dieser Browser an dem Tag gesehen hat",
    "web.day.yesterday": "Gestern",
    "web.day.earlier": "Frühere Tage",
    "web.day.earlier.what": (
        "Ihre Würfel sind {count} Tage lang spielbar. Sie sind inzwischen bekannt, also zählen"
        " diese Spiele nicht."
    ),
    "web.day.earlier.none": "Auf diesem Server gibt es noch keine früheren Tage.",
    "web.day.again": "Ohne Wertung spielen",
    "web.day.today": "Zu den Würfeln von heute",
    "web.day.more": "Mehr über diesen Tag",
    "web.day.compared": "Ergebnis und bestes Spiel",
    "web.day.mine": "Du",
    "web.day.mine.none": "Von diesem Tag hast du kein Ergebnis.",
    "web.day.played": "Bestes Spiel ohne Vorwissen",
    "web.day.possible": "Das Meiste, was möglich war",
    "web.day.column.mine": "Du",
    "web.day.column.played": "Bestes Spiel",
    "web.day.column.possible": "Möglich",
    "web.day.compared.what": (
        "Bestes Spiel ohne Vorwissen kennt keine kommenden Würfel: Es legt beiseite und sichert so,"
        " dass ein Zug im Mittel die meisten Punkte bringt; das sind mit mittleren Würfeln"
        " {average} in zehn Runden und mit diesen Würfeln die {played} oben. Das Meiste, was"
        " möglich war, ist ein Höchstwert im Nachhinein für jemanden, der alle Würfel des Tages"
        " kannte; so kann niemand spielen."
    ),
    "web.day.by-round": "Runde für Runde",
    "web.day.round": "Runde",
    "web.day.everybody": "Alle auf diesem Server",
    "web.day.everybody.count": "{count} Ergebnisse",
    "web.day.everybody.count.one": "1 Ergebnis",
    "web.day.everybody.none": "An diesem Tag hat kein Spiel gezählt.",
    "web.day.everybody.few": "So wenige Ergebnisse sagen wenig.",
    "web.day.bar": "{from} bis {to} Punkte: {count}",
    "web.day.bar.mine": "{from} bis {to} Punkte: {count}, du darunter",
    "web.nav": "Seiten",
    "web.nav.rules": "Regeln",
    "web.nav.fair": "Faire Würfel",
    "web.language": "Sprache",
    "web.theme": "Farben",
    "web.theme.system": "wie das System",
    "web.theme.light": "hell",
    "web.theme.dark": "dunkel",
    "web.nowhere": "Hier ist nichts",
    "web.nowhere.what": (
        "Vielleicht fehlt der Adresse ein Buchstabe. Alle Spiele und Regeln findest du auf der "
        "Startseite."
    ),
    "web.to-home": "Zur Startseite",
    "web.away.title": "Der Server antwortet nicht",
    "web.away.what": (
        "Das Netz ist weg, oder der Server wird neu gestartet. Deine Spiele und Plätze bleiben "
        "erhalten, und diese Seite macht von selbst weiter, sobald der Server wieder da ist."
    ),
    "web.away.trying": "Neuer Versuch …",
    "web.again": "Noch einmal versuchen",
    # what chats show of a link
    "preview.what": (
        "Farkle, Greed und jede Hausregel, mit Freunden oder gegen einen Bot. Ohne Konto."
    ),
    "preview.day": "Die Würfel des Tages, Tag {number}",
    "preview.day.what": "Zehn Runden, an dem Tag dieselben Würfel für alle. Ohne Konto.",
    "preview.invites": "{name} lädt dich zu {rules} ein",
    "preview.sit-down": "Link öffnen und hinsetzen. Ohne Konto.",
    "preview.plays": "{names} spielen {rules}",
    "preview.plays.one": "{names} spielt {rules}",
    "preview.watch": "Link öffnen und zuschauen.",
    # the web app: rules
    "web.rules.title": "Regeln",
    "web.rules.what": (
        "Alle Regeln in voller Länge, und was sie bewirken: wie oft gefarkelt wird und wann man"
        " aufhört."
    ),
    "web.title-changed": "{title} (geändert)",
    "web.title.Farkle, basic": "Farkle, einfach",
    "web.title.Farkle, classic": "Farkle, klassisch",
    "web.title.Farkle, doubling": "Farkle mit Verdoppeln",
    "web.title.Farkle, a thousand to enter": "Farkle, Einstieg mit tausend",
    "web.title.Farkle with three pair": "Farkle mit drei Paaren",
    "web.title.Ten Thousand": "Zehntausend",
    "web.title.German Ten Thousand": "Zehntausend mit Bestätigen",
    "web.rules.make": "Eigene Hausregeln",
    "web.rules.all": "Alle Regeln",
    "web.rules.brief": "{count} Würfel · {far}",
    "web.rules.brief.one": "1 Würfel · {far}",
    "web.rules.brief.entry": "Einstieg mit {entry}",
    "web.rules.loading": "Einen Moment …",
    "web.rules.missing": "Diese Regeln gibt es nicht",
    "web.rules.change": "Diese Regeln ändern",
    "web.rules.does": "Was diese Regel bewirkt",
    "web.rules.no-odds": "Das auszurechnen dauert hier zu lange, oder ein Zug hat kein Ende.",
    "web.rules.turn": "Punkte bringt ein Zug im Schnitt bei bestem Spiel",
    "web.rules.entry-chance": "Chance, die {entry} für den Einstieg in einem Zug zu schaffen",
    "web.rules.dice": "Würfel",
    "web.rules.farkle": "Farkle",
    "web.rules.stop": "Sichern ab",
    "web.rules.stop.after": "Sichern ab, nach so vielen Farkles in Folge",
    "web.rules.stop.caption": "Je Würfelzahl: die Chance auf einen Farkle, und wann man sichert",
    "web.rules.stop.about": (
        "Mit so vielen Würfeln und mindestens so vielen Zugpunkten bringt Sichern mehr als "
        "Weiterwürfeln. Das zählt nur Punkte: Gegen Ende kommt es auch auf die Stände der "
        "anderen an."
    ),
    "web.rules.never": "nie",
    "web.rules.play": "Diese Regeln spielen",
    "web.rules.play.with": "Mit wem",
    "web.rules.play.bot": "ein Bot, {level}",
    "web.rules.play.friends": "{count} Freunde, über einen Link",
    "web.rules.play.friends.one": "jemand anderes, über einen Link",
    "web.rules.house": "Hausregeln",
    "web.rules.own-title": "{title}, wie bei uns",
    "web.rules.file": "Regeldatei",
    "web.rules.start-from": "Ausgehen von",
    "web.rules.choose": "Regeln wählen …",
    "web.rules.checking": "Wird geprüft …",
    "web.rules.fine": "Diese Regeln lassen sich spielen",
    "web.rules.mistakes": "{count} Fehler",
    "web.rules.mistakes.one": "1 Fehler",
    "web.rules.line": "Zeile {line}:",
    "web.rules.when-fine": "Sobald die Fehler weg sind, steht hier, was die Regel bewirkt.",
    "web.rules.from-link": "Diese Regeln kamen mit dem Link.",
    "web.rules.bad-link": (
        "Der Link ist unterwegs beschädigt worden: Lass ihn dir noch einmal schicken."
    ),
    "web.rules.put-aside": "Ein Entwurf von dir liegt beiseite.",
    "web.rules.back": "Zurück zu meinem Entwurf",
    "web.rules.throw-away": "Wegwerfen",
    "web.rules.share": "Diese Regeln teilen",
    "web.rules.share.what": "über einen Link, der sie enthält; nichts wird gespeichert",
    "web.rules.link": "Der Link",
    "web.rules.copied": "Kopiert",
    "web.rules.by-form": "Formular",
    "web.rules.as-text": "Als Text",
    "web.rules.print": "Drucken",
    "web.rules.without": "Ohne {what}, bis der Fehler behoben ist.",
    "web.rules.before-mistakes": (
        "Die Zahlen sind noch die von vor dem Fehler; ist er behoben, stimmen sie wieder."
    ),
    "web.rules.bar.turn": "je Zug",
    "web.rules.bar.farkle": "Farkle mit {count}",
    "web.rules.bar.more": "mehr",
    "web.rules.bar.play": "Spielen",
    "web.rules.bar.share": "Teilen",
    "web.form.game": "Das Spiel",
    "web.form.further": "Weitere Regeln",
    "web.form.used": "{count} davon genutzt",
    "web.form.none": "keine",
    "web.form.points": "Punkte",
    "web.form.unreadable": (
        "Das Formular kann diesen Text nicht lesen. Verbessere die Zeile mit dem Fehler, "
        "dann ist es wieder da."
    ),
    "web.form.pad": "Würfel dieser Kombination",
    "web.form.back": "Letzten Würfel wegnehmen",
    "web.form.any-face": "{letter}: beliebige Augenzahl",
    "web.form.letters": (
        "A, B und C sind beliebige Augenzahlen; gleiche Buchstaben sind gleiche Augenzahlen."
    ),
    "web.form.new": "die neue Kombination",
    "web.form.no-combination": "noch keine Kombination",
    "web.form.no-dice": "noch keine Würfel",
    "web.form.change-dice": "{name}: Würfel ändern",
    "web.form.tap": "zum Ändern auf die Würfel tippen",
    "web.form.done": "Fertig",
    "web.form.remove": "Entfernen",
    "web.form.times-face": "× Augenzahl",
    "web.form.times-letter": "× Augenzahl {letter}",
    "web.form.less": "{label}: eins weniger",
    "web.form.more": "{label}: eins mehr",
    "web.form.title": "Name der Regeln",
    "web.form.name": "Kurzname für Befehle und Aufzeichnungen",
    "web.form.dice": "Würfel",
    "web.form.target": "Gespielt wird bis",
    "web.form.entry": "Punkte zum Einstieg",
    "web.form.entry.hint": "in einem einzigen Zug nötig, solange man bei 0 steht",
    "web.form.keep": "Würfel, die zählen",
    "web.form.keep.any": "beiseitelegen, welche man will",
    "web.form.keep.all": "alle beiseitelegen",
    "web.form.below_entry": "Zu wenig zum Einstieg",
    "web.form.below_entry.nothing": "darf man sichern, es zählt aber nicht",
    "web.form.below_entry.refuse": "darf man nicht sichern",
    "web.form.hot_dice": "Wenn alle Würfel beiseiteliegen",
    "web.form.hot_dice.may": "darf man alle neu werfen",
    "web.form.hot_dice.must": "muss man alle neu werfen",
    "web.form.hot_dice.end": "wird der Zug gesichert",
    "web.form.minimum": "So viel muss jeder Zug bringen",
    "web.form.tie": "Gleiche höchste Punktestände",
    "web.form.tie.first": "wer zuerst am Ziel war, gewinnt",
    "web.form.tie.shared": "teilen sich den Sieg",
    "web.form.finish": "Wenn jemand am Ziel ist",
    "web.form.finish.last-round": "haben die anderen noch einen Zug",
    "web.form.finish.immediate": "ist das Spiel aus",
    "web.form.finish.equal-turns": "spielt man, bis alle gleich oft dran waren",
    "web.form.rounds": "Runden statt eines Ziels",
    "web.form.last_round": "In der letzten Runde hat jeder",
    "web.form.last_round.turn": "einen ganzen Zug",
    "web.form.last_round.one-roll": "einen Wurf",
    "web.form.overshoot": "Was über das Ziel hinausgeht",
    "web.form.overshoot.counts": "zählt",
    "web.form.overshoot.lose-turn": "zählt nicht",
    "web.form.overshoot.welfare": "bekommt, wer am wenigsten hat",
    "web.form.piggyback": "Übernehmen",
    "web.form.piggyback.hint": (
        "wer folgt, darf mit den gesicherten Punkten und den übrigen Würfeln weitermachen"
    ),
    "web.form.mercy": "Erster Wurf noch einmal",
    "web.form.mercy.hint": "ein erster Wurf, in dem nichts zählt, wird wiederholt, einmal im Zug",
    "web.form.confirm": "Eine Kombination bestätigen",
    "web.form.confirm.hint": "danach muss ein weiterer Wurf zählen, bevor man sichern darf",
    "web.form.hot_dice_bonus": "Zugabe, wenn alle Würfel beiseiteliegen",
    "web.form.wild": "Joker",
    "web.form.wild.hint": "ersetzt in Kombinationen ab zwei Würfeln jeden anderen",
    "web.form.weights": "Gezinkte Würfel",
    "web.form.weights.hint": "wie oft jede Augenzahl fällt; 3 ist dreimal so oft wie 1",
    "web.form.weights.of": "Wie oft eine {face} fällt",
    "web.form.penalty": "Strafe für Farkles in Folge",
    "web.form.penalty.farkles": "So viele Farkles",
    "web.form.penalty.points": "kosten so viele Punkte",
    "web.form.penalty.floor": "bis hinunter auf",
    "web.form.score": "Was zählt",
    "web.form.score.add": "Kombination hinzufügen",
    "web.form.score.value": "Punkte für: {name}",
    "web.form.add-none": "Punkte für einen Wurf, in dem nichts zählt",
    "web.form.rolls": "Würfe, die für sich entschieden sind",
    "web.form.rolls.add": "Solch einen Wurf hinzufügen",
    "web.form.rolls.value": "Was das bewirkt: {name}",
    "web.form.rolls.win": "gewinnt das Spiel",
    "web.form.rolls.lose-total": "zurück auf 0",
    "web.form.rolls.farkle": "ist ein Farkle",
    "web.form.wrong.twice": "Diese Kombination gibt es schon.",
    "web.form.wrong.no-dice": "Tippe die Würfel dieser Kombination an.",
    "web.form.wrong.points/form": "Sag, wie viele Punkte: eine ganze Zahl über 0 oder 100 × A.",
    "web.form.wrong.points/zero": "Es müssen mehr als 0 Punkte sein.",
    "web.form.wrong.points/letter": "Den Buchstaben {letter} gibt es bei diesen Würfeln nicht.",
    "web.form.wrong.points/most": "Mehr als {most} Punkte gehen nicht.",
    "web.form.wrong.pattern/mixed": "Nimm Augenzahlen oder Buchstaben, nicht beides.",
    "web.form.wrong.pattern/letters": "Es gibt nur 6 verschiedene Augenzahlen.",
    "web.form.wrong.rules/number": "Nötig ist eine ganze Zahl von {least} bis {most}.",
    "web.form.wrong.rules/name": (
        "Nötig sind bis zu 60 Kleinbuchstaben, Ziffern und -, wie in my-rules."
    ),
    "web.form.wrong.rules/no-name": "Ein Kurzname fehlt, etwa my-rules.",
    "web.form.wrong.rules/title": "Nötig ist eine Zeile Text.",
    "web.form.wrong.rules/choice": "Wähle etwas aus der Liste.",
    "web.form.wrong.rules/penalty-part": (
        "Sag, nach wie vielen Farkles und wie viele Punkte sie kosten."
    ),
    "web.form.wrong.rules/weights": "Nötig sind sechs ganze Zahlen über 0.",
    "web.form.wrong.rules/weights-sum": "Zusammen sind das {found}; mehr als {most} gehen nicht.",
    "web.form.wrong.rules/rounds-alone": (
        "In einem Spiel mit fester Rundenzahl bewirkt das nichts: Lass es wie üblich oder "
        "nimm die Runden weg."
    ),
    "web.form.wrong.rules/no-last-round": (
        "Das bewirkt nichts: In diesem Spiel gibt es keine letzte Runde."
    ),
    "web.form.wrong.rules/end-refuse": (
        "Das verträgt sich nicht damit, dass der Zug gesichert wird, wenn alle Würfel "
        "beiseiteliegen."
    ),
    "web.form.wrong.rules/end-confirm": (
        "Das verträgt sich nicht damit, dass der Zug gesichert wird, wenn alle Würfel "
        "beiseiteliegen."
    ),
    "web.form.wrong.rules/never-banks": (
        "Jeder Wurf, der zählt, verbraucht alle Würfel; so könnte niemand je sichern."
    ),
    "web.form.wrong.rules/never-confirmed": (
        "Alles, was zählt, müsste bestätigt werden; so könnte niemand je sichern."
    ),
    "web.form.wrong.rules/confirm": "Tippe die Würfel an, die bestätigt werden müssen.",
    "web.form.wrong.rules/confirm-idle": "Unter „Was zählt“ hat keine Kombination diese Würfel.",
    "web.form.wrong.rules/unreachable": (
        "Das erreicht kein Zug: Mehr als {most} kann ein Zug nicht sichern."
    ),
    "web.form.wrong.rules/no-score": "Mindestens eine Kombination muss zählen.",
    "web.form.wrong.rules/all-decided": (
        "So wäre jeder Wurf für sich entschieden: Nimm einen davon weg."
    ),
    # the web app: fair dice
    "web.fair.title": "Faire Würfel",
    "web.fair.what": (
        "Jeder Wurf folgt aus Startwerten, auf die alle festgelegt waren, bevor jemand sie "
        "kannte. Nach "
        "einem Spiel prüft dein Browser das selbst, Wurf für Wurf, ohne den Server zu fragen."
    ),
    "web.fair.how": (
        "Tippe nach einem Spiel auf „Die Würfel prüfen“. Oder gib hier eine Aufzeichnung an: "
        "„Aufzeichnung“ am Ende eines Spiels speichert eine, um sie später zu prüfen oder "
        "jemandem zu schicken."
    ),
    "web.fair.working": "Jeder Wurf wird geprüft …",
    "web.fair.to-game": "Zurück zum Spiel",
    "web.fair.proved": "Alle {count} Würfe sind fair",
    "web.fair.proved.one": "Der eine Wurf ist fair",
    "web.fair.proved.what": (
        "Jeder folgt aus den Startwerten, und jeder Startwert passt zu der Festlegung, die vor dem "
        "ersten Wurf zu sehen war. Das hat dein Browser eben selbst nachgerechnet."
    ),
    "web.fair.faults": "{count} Dinge stimmen nicht",
    "web.fair.faults.one": "Etwas stimmt nicht",
    "web.fair.faults.what": "Diese Aufzeichnung beweist ihre Würfe nicht:",
    "web.fair.early": "Das Spiel ist noch nicht zu Ende",
    "web.fair.early.what": (
        "Am Ende legt der Server seinen Startwert offen; dann lässt sich jeder Wurf prüfen."
    ),
    "web.fair.early.day": "Der Tag ist noch nicht vorbei",
    "web.fair.early.day.what": (
        "Es sind die Würfel eines Tages, dessen Geheimnis der Server nach Mitternacht UTC"
        " offenlegt. Dann prüft diese Seite jeden Wurf, und eine Aufzeichnung von dann beweist ihn"
        " auch."
    ),
    "web.fair.line": "Zeile {line}:",
    "web.fair.no-record": "Das ist keine Aufzeichnung eines Spiels",
    "web.fair.seeds": "Worauf die Würfe beruhen",
    "web.fair.seeds.what": (
        "Ein Beweis ist das, wenn es die Festlegungen sind, die vor dem ersten Wurf zu sehen waren."
    ),
    "web.fair.server": "Der Server",
    "web.fair.kind.server": "Server",
    "web.fair.kind.person": "Mensch",
    "web.fair.kind.bot": "Bot, kein Startwert",
    "web.fair.kind.fallback": "Ersatz: Startwert kam nicht rechtzeitig",
    "web.fair.commitment": "Festlegung",
    "web.fair.seed": "Startwert",
    "web.fair.fits": "Der Startwert passt zu seiner Festlegung",
    "web.fair.unfit": "Der Startwert passt nicht zu seiner Festlegung",
    "web.fair.mine": "Es ist der Startwert, den dieser Browser gezogen hat",
    "web.fair.not-mine": "Es ist nicht der Startwert, den dieser Browser gezogen hat",
    "web.fair.rolls": "{count} Würfe",
    "web.fair.rolls.one": "1 Wurf",
    "web.fair.roll-off": "{name}, wer beginnt",
    "web.fair.turn": "{name}, Zug {turn}",
    "web.fair.right": "richtig",
    "web.fair.wrong": "falsch",
    "web.fair.should-be": "richtig wäre",
    "web.fair.elsewhere": "Mit einem anderen Programm prüfen",
    "web.fair.elsewhere.what": (
        "Lade die Aufzeichnung herunter und prüfe sie auf einem Rechner, dem du traust:"
    ),
    "web.fair.download": "Aufzeichnung herunterladen",
    "web.fair.elsewhere.file": "Mit ihrer Datei, auf einem Rechner, dem du traust:",
    "web.fair.first": "Eine Aufzeichnung prüfen",
    "web.fair.other": "Eine andere Aufzeichnung prüfen",
    "web.fair.other.what": "Sie bleibt in diesem Browser: Nichts wird verschickt.",
    "web.fair.file": "Eine Datei",
    "web.fair.paste": "Oder ihr Text",
    "web.fair.verify": "Prüfen",
    # the web app: the table
    "web.connecting": "Verbindung zum Tisch …",
    "web.network": (
        "Der Server hat nicht geantwortet. Prüf deine Verbindung und versuch es noch einmal."
    ),
    "web.felt": "Der Tisch",
    "web.dice": "Würfel",
    "web.last-round": "Letzte Runde! In Führung mit {points}: {names}.",
    "web.last-round.first": "Letzte Runde! Mehr als {points} gewinnt.",
    "web.last-round.shared": "Letzte Runde! Mehr als {points} gewinnt, {points} teilt den Sieg.",
    "web.last-round.exact": "Letzte Runde! Genau {points} teilt den Sieg.",
    "web.last-round.one-roll": "Ein Wurf, einmal Würfel beiseite.",
    "web.your-turn-points": "deine Zugpunkte",
    "web.turn-points": "Zugpunkte von {name}",
    "web.banked": "{name} hat gesichert",
    "web.banked.you": "du hast gesichert",
    "web.too-much": "{name}: über dem Ziel",
    "web.too-much.you": "du: über dem Ziel",
    "web.too-much.lost": "Nichts wird angeschrieben: Stand {total}.",
    "web.too-much.given": "{name} bekommt die {points}: Stand {total}.",
    "web.too-much.given.you": "Du bekommst die {points}: Stand {total}.",
    "web.too-much.short": "zu viel: alles verloren",
    "web.too-much.short.given": "zu viel: {name} bekommt es",
    "web.rolled-win": "{name} gewinnt sofort",
    "web.rolled-win.you": "du gewinnst sofort",
    "web.rolled-win.short": "Gewonnen!",
    "web.rolled-win.what": "Ein Wurf mit {dice} gewinnt das Spiel.",
    "web.spared": "Nochmal!",
    "web.spared.what": "Ein erster Wurf ohne Punkte ist frei.",
    "web.roll-first.unconfirmed": "muss noch bestätigt werden",
    "web.roll-first.taken-over": "übernommen: jetzt {count} Würfel werfen",
    "web.roll-first.taken-over.one": "übernommen: jetzt 1 Würfel werfen",
    "web.to-confirm": "noch zu bestätigen",
    "web.offer": "{name} darf {points} mit {count} Würfeln übernehmen.",
    "web.offer.one": "{name} darf {points} mit 1 Würfel übernehmen.",
    "web.offer.you": "Du darfst {points} mit {count} Würfeln übernehmen.",
    "web.offer.you.one": "Du darfst {points} mit 1 Würfel übernehmen.",
    "web.farkle": "Farkle!",
    "web.lost": "{why} {points} Punkte sind weg, der Zug ist vorbei.",
    "web.lost-nothing": "{why} Der Zug ist vorbei.",
    "web.lost-why": "Kein Würfel zählt.",
    "web.lost-decided": "Ein Wurf mit {dice} ist ein Farkle.",
    "web.lost-total": "Ein Wurf mit {dice}: der ganze Stand von {total} ist weg.",
    "web.rolling": "es rollt …",
    "web.hot": "Heiße Würfel! Alle {count} kommen zurück.",
    "web.picked": "{before} schon beiseite\N{NO-BREAK SPACE}· {now} gewählt",
    "web.picked-first": "{now} gewählt",
    "web.picked-said": "Gewählt: {dice} für {points}, {turn} Zugpunkte.",
    "web.pick": "Tippe an, was du beiseitelegst",
    "web.kept-before": "{points} bisher beiseite",
    "web.kept-dice": "schon beiseite: {dice}",
    "web.die.rolling": "ein rollender Würfel",
    "web.die.picked": "Würfel {number}: {face}, gewählt",
    "web.die.free": "Würfel {number}: {face}",
    "web.die.idle": "Würfel {number}: {face}, zählt nichts",
    "web.why.nothing": "Diese {face} zählt nichts in diesem Wurf.",
    "web.why.together": "Diese {face} zählt nichts mit den gewählten Würfeln.",
    "web.percent": "{percent}\N{NO-BREAK SPACE}%",
    "web.risk": "{percent} % Farkle",
    "web.risk.plain": "Zug verloren: {percent}\N{NO-BREAK SPACE}%",
    "web.risk.free": "frei, wenn nichts zählt",
    "web.roll": "{count} Würfel werfen",
    "web.roll.one": "1 Würfel werfen",
    "web.bank": "{points} sichern",
    "web.bank-none": "Sichern",
    "web.bank-sure": "Wirklich 0 sichern?",
    "web.total": "Stand {total}",
    "web.over": "das Spiel ist vorbei",
    "web.records-nothing": "zählt nicht",
    "web.entry-needed": "erst ab {entry}",
    "web.take-over": "{points} übernehmen",
    "web.take-over.dice": "{count} Würfel · {risk}",
    "web.take-over.dice.one": "1 Würfel · {risk}",
    "web.hint": "So wird gespielt",
    "web.hint.of": "{at} von {all}",
    "web.hint.skip": "Ohne Hinweise",
    "web.hint.everything": "Alles, was zählt",
    "web.hint.roll": "Werfen",
    "web.hint.roll.what": "Dein Zug beginnt. Im Becher: {dice}. Tippe auf Werfen.",
    "web.hint.roll.again": (
        "Kein Würfel zählt, aber nach diesen Regeln wird ein erster Wurf wiederholt, einmal. "
        "Im Becher: {dice}."
    ),
    "web.hint.roll.take": (
        "Oder übernimm die {points} Punkte, die eben gesichert wurden, und wirf weiter ({dice}): "
        "was dabei herauskommt, kommt dazu."
    ),
    "web.hint.scores": "Was zählt",
    "web.hint.scores.more": "Kombinationen auch.",
    "web.hint.scores.only": "Nur bestimmte Kombinationen zählen.",
    "web.hint.scores.tap": "Tippe helle Würfel an, einen oder mehr.",
    "web.hint.scores.tap-one": "Tippe den Würfel an, wenn er hell ist.",
    "web.hint.risk": "Dein Risiko",
    "web.hint.risk.bank": "Sichere, und {points} Punkte gehören dir.",
    "web.hint.risk.bank-total": "Sichere, und {points} Punkte kommen zu deinem Stand.",
    "web.hint.risk.unconfirmed": "Das muss erst bestätigt werden: noch ein Wurf muss zählen.",
    "web.hint.risk.taken-over": "Für übernommene Punkte muss gewürfelt werden.",
    "web.hint.risk.hot-dice": "Nach heißen Würfeln werden alle noch einmal geworfen.",
    "web.hint.risk.minimum": "Zum Sichern brauchst du {minimum} Punkte in einem Zug.",
    "web.hint.risk.too-much": (
        "Das ist zu viel für {target}: gesichert gehören diese Punkte nicht dir."
    ),
    "web.hint.risk.ends": "Das beendet deinen Zug: es wird von selbst gesichert.",
    "web.hint.risk.roll-on": (
        "Wirf weiter ({dice}): mit {risk} ist es ein Farkle, und alles aus diesem Zug ist verloren."
    ),
    "web.hint.risk.entry": "Zum Einstieg brauchst du {entry} Punkte in einem Zug.",
    "web.hint.risk.roll": (
        "Oder wirf weiter ({dice}): mit {risk} zählt nichts (ein Farkle), und der Zug ist verloren."
    ),
    "web.hint.farkle": "Ein Farkle",
    "web.hint.farkle.what": (
        "Kein Würfel deines Wurfs zählt: ein Farkle. Die Punkte des Zuges sind verloren."
    ),
    "web.hint.farkle.decided": (
        "Nach diesen Regeln ist ein Wurf mit {dice} ein Farkle, was auch sonst darin zählt. Die "
        "Punkte des Zuges sind verloren."
    ),
    "web.hint.farkle.total": "Auch dein ganzer Stand ist weg.",
    "web.hint.hot": "Heiße Würfel",
    "web.hint.hot.what": (
        "Alle Würfel liegen beiseite, also kommen sie zurück: {dice}. Die Punkte sind noch nicht "
        "sicher."
    ),
    "web.hint.last": "Letzte Runde",
    "web.hint.last.what": "{target} ist erreicht: alle anderen sind noch einmal dran.",
    "web.hint.last.equal-turns": "{target} ist erreicht: die Runde wird zu Ende gespielt.",
    "web.hint.last.one-roll": (
        "Das ist ein Wurf, und was du davon behältst, wird von selbst gesichert."
    ),
    "web.hint.last.beat": "Der höchste Stand gewinnt; überbiete {points}.",
    "web.hint.last.own": "Du hast {points}.",
    "web.hint.last.exact": "Genau {points} teilt den Sieg.",
    "web.best": "am besten",
    "web.wins": "du gewinnst",
    "web.scores": "Was zählt",
    "web.scores.picked": "gewählt",
    "web.scores.none": "sonst zählt nichts",
    "web.scores.bonus": "heiße Würfel, dazu",
    "web.scores.entry": "Das erste Sichern braucht {entry} Punkte in einem Zug.",
    "web.scores.minimum": "Jedes Sichern braucht {minimum} Punkte.",
    "web.scores.penalty": "{count} Farkles in Folge kosten {points} Punkte.",
    "web.scores.penalty.one": "Jeder Farkle kostet {points} Punkte.",
    "web.scores.wild": "Eine {face} ist ein Joker: In Kombinationen ersetzt sie jeden Würfel.",
    "web.scores.rolls-farkle": "Ein Wurf mit {dice} ist ein Farkle.",
    "web.scores.rolls-lose-total": (
        "Ein Wurf mit {dice} ist ein Farkle und nimmt den ganzen Stand."
    ),
    "web.scores.rolls-win": "Ein Wurf mit {dice} gewinnt sofort.",
    "web.scores.confirm": (
        "{dice} muss bestätigt werden: vor dem Sichern muss noch ein Wurf zählen."
    ),
    "web.scores.mercy": "Ein erster Wurf, in dem nichts zählt, wird einmal im Zug wiederholt.",
    "web.scores.piggyback": (
        "Nach dem Sichern dürfen die Nächsten die Punkte und die übrigen Würfel übernehmen."
    ),
    "web.scores.overshoot-lose-turn": (
        "{target} muss genau erreicht werden: was darüber ginge, wird nicht angeschrieben."
    ),
    "web.scores.overshoot-welfare": (
        "{target} muss genau erreicht werden: was darüber ginge, bekommt, wer sonst am wenigsten "
        "hat."
    ),
    "web.scores.rounds": "Nach {count} Runden gewinnen die meisten Punkte.",
    "web.scores.rounds.one": "Alle sind einmal dran, dann gewinnen die meisten Punkte.",
    "web.scores.equal-turns": (
        "Ist {target} erreicht, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen."
    ),
    "web.scores.one-roll-end": (
        "In der letzten Runde hat jeder einen Wurf; was davon behalten wird, ist gesichert."
    ),
    "web.scores.weights": "Gezinkte Würfel: 1 bis 6 fallen im Verhältnis {weights}.",
    "web.scores.farkle": "Farkle (Zug weg) mit",
    "web.scores.one-roll": "Würfel zählen nur innerhalb eines Wurfs zusammen.",
    "web.speed.slow": "Bots: langsam",
    "web.speed.usual": "Bots: normal",
    "web.speed.fast": "Bots: schnell",
    "web.sending": "unterwegs …",
    "web.turn-of": "{name} ist dran",
    "web.pick-first": "erst Würfel wählen",
    "web.ends": "beendet den Zug: sichern",
    "web.needs-entry": "noch {needed} zum Einstieg",
    "web.needs-minimum": "noch {needed} nötig",
    "web.must-roll": "heiße Würfel: weiterwerfen",
    "web.needs-confirming": "erst bestätigen",
    "web.needs-roll": "übernommen: erst werfen",
    "web.nothing-yet": "noch keine Punkte",
    "web.players": "Mitspielende",
    "web.free-seat": "freier Platz",
    "web.you": "(du)",
    "web.your-turn": "du bist dran",
    "web.their-turn": "am Zug",
    "web.your-turn-said": "Du bist dran. Dein Stand ist {total}.",
    "web.winner": "gewonnen",
    "web.gone": "ist gegangen",
    "web.late": "zu spät",
    "web.late.bot": "zu spät: ein Bot spielt",
    "web.bot-level": "Stufe {level}",
    "web.bot-tag": "Bot",
    "web.bot-named": "Bot, {level}",
    "web.away": "nicht da",
    "web.here": "da",
    "web.expected": "wird erwartet",
    "web.leads": "führt",
    "web.not-in": "{entry} zum Einstieg",
    "web.there": "Ziel erreicht",
    "web.to-go": "noch {points}",
    "web.behind": "{points} zurück",
    "web.farkles": "Farkle {count} von {most}",
    "web.clock": "noch {time}",
    "web.grace": "Nachfrist",
    "web.clock.grace": "Zeit um, noch {time} Nachfrist",
    "web.react": "Dem Tisch etwas zurufen",
    "web.react.clap": "gut gemacht",
    "web.react.laugh": "haha",
    "web.react.wow": "boah",
    "web.react.ouch": "autsch",
    "web.react.luck": "viel Glück",
    "web.react.thanks": "danke",
    "web.react.hurry": "beeil dich",
    "web.react.heart": "herrlich",
    "web.log": "Was geschah",
    "web.log.joined": "{name} hat sich gesetzt.",
    "web.log.started": "Das Spiel beginnt.",
    "web.log.late-bot": "{name} ist zu spät: Ein Bot spielt den Rest des Zugs.",
    "web.log.late-pass": "{name} ist zu spät: Der Zug entfällt.",
    "web.log.won": "{name} hat mit {points} gewonnen.",
    "web.log.shared": "Der Sieg bei {points} ist geteilt.",
    "web.log.renamed": "{before} heißt jetzt {name}.",
    "web.log.reacted": "{name}: {reactions}",
    "web.log.left": "{name} ist gegangen.",
    "web.log.left-bot": "{name} ist gegangen; ein Bot spielt weiter.",
    "web.log.left-pass": "{name} ist gegangen; die Züge verfallen.",
    "web.log.joined.you": "Du hast dich gesetzt.",
    "web.log.late-bot.you": "Du bist zu spät: Ein Bot spielt den Rest des Zugs.",
    "web.log.late-pass.you": "Du bist zu spät: Der Zug entfällt.",
    "web.log.won.you": "Du hast mit {points} gewonnen.",
    "web.log.renamed.you": "Du heißt jetzt {name}.",
    "web.log.reacted.you": "Du: {reactions}",
    "web.log.left.you": "Du bist gegangen.",
    "web.log.left-bot.you": "Du bist gegangen; ein Bot spielt weiter.",
    "web.log.left-pass.you": "Du bist gegangen; deine Züge verfallen.",
    "web.dice-count": "{count} Würfel",
    "web.dice-count.one": "1 Würfel",
    "web.all-dice": "alle {number} Würfel",
    "web.rules-to": "{name} · {far}",
    "web.far.target": "bis {target}",
    "web.far.rounds": "{count} Runden",
    "web.far.rounds.one": "1 Runde",
    "web.far.round": "Runde {round} von {all}",
    "web.spectators": "{count} sehen zu",
    "web.spectators.one": "1 sieht zu",
    "web.watching": "Alle Plätze sind besetzt: Du siehst zu.",
    "web.keys": "Tasten: 1–{count} wählen, n nächste Wahl, r werfen, b sichern",
    "web.keys.one": "Tasten: 1 wählen, n nächste Wahl, r werfen, b sichern",
    "web.keys.take": "Tasten: 1–{count} wählen, n nächste Wahl, r werfen, b sichern, t übernehmen",
    "web.keys.take.one": "Tasten: 1 wählen, n nächste Wahl, r werfen, b sichern, t übernehmen",
    "web.sheet": "Punktezettel",
    "web.sheet.round": "Runde",
    "web.sheet.farkle": "Farkle",
    "web.sheet.passed": "entfallen",
    "web.sheet.won": "durch einen Wurf gewonnen",
    "web.sheet.too-much": "zu viel",
    "web.sheet.given": "{points} für {name}",
    "web.close": "Schließen",
    "web.sound.on": "Töne: an",
    "web.sound.off": "Töne: aus",
    "web.notice": "Zug melden",
    "web.notice.yes": "Sag mir, wenn ich dran bin",
    "web.notice.no": "Nein",
    "web.notice.title": "Du bist dran: {game} mit {names}",
    "web.notice.began": "Das Spiel hat begonnen.",
    "web.notice.banked": "{name} hat {points} gesichert und steht bei {total}.",
    "web.notice.nothing": "{name} hat ohne Punkte aufgehört und steht bei {total}.",
    "web.notice.too-much": "{name} hatte zu viel für das Ziel und steht bei {total}.",
    "web.notice.farkled": "{name} hat einen Farkle und steht bei {total}.",
    "web.notice.passed": "Der Zug von {name} ist entfallen, Stand {total}.",
    "web.back": "Rückblick",
    "web.back.at": "Moment {at} von {all}",
    "web.back.before": "Davor",
    "web.back.after": "Danach",
    "web.back.live": "Zurück zum Spiel",
    "web.back.yours": "Im laufenden Spiel bist du dran.",
    "web.back.looking": "Du blickst zurück; das Spiel geht inzwischen weiter.",
    "web.back.over": "Du blickst zurück; das Spiel ist zu Ende.",
    "web.back.closed": "Du blickst zurück; das Spiel wurde vor dem Ende geschlossen.",
    "web.back.end": "Zum Ende",
    "web.transfer": "Gerät wechseln",
    "web.transfer.what": (
        "Öffne diesen Link dort, wo du weiterspielen willst. Du spielst dann dort, und diese Seite "
        "schaut zu."
    ),
    "web.transfer.link": "Link für dein anderes Gerät",
    "web.transfer.type": "Oder tipp dort am Ende der Startseite diesen Code ein:",
    "web.transfer.until": "Er gilt einmal, bis {time} Uhr.",
    "web.transfer.late": "Der Code ist jetzt zu alt.",
    "web.transfer.again": "Einen neuen machen",
    "web.moved": "Du spielst jetzt auf einem anderen Gerät. Hier schaust du zu.",
    "web.take": "Hier spielen",
    "web.take.title": "Auf diesem Gerät spielen?",
    "web.take.what": "Dein Platz zieht hierher um, und dein anderes Gerät schaut zu.",
    "web.take.wrong": (
        "Dieser Code ist benutzt oder zu alt. Mach einen neuen auf dem Gerät, auf dem du spielst."
    ),
    "web.take.home": "Ein Spiel von einem anderen Gerät fortsetzen",
    "web.take.code": "Der Code, der dort steht",
    "web.leave": "Das Spiel verlassen",
    "web.leave.bot": "Für immer? Ein Bot spielt für dich weiter.",
    "web.leave.pass": "Für immer? Deine Züge entfallen von da an.",
    "web.leave.waiting": "Für immer? Dein Platz ist dann wieder frei.",
    "web.leave.last-playing": (
        "Für immer? Außer dir spielt hier niemand, also endet das Spiel vorzeitig. Schließ "
        "einfach die Seite, dann wartet es auf dich."
    ),
    "web.leave.last-waiting": (
        "Für immer? Du bist allein hier, also wird der Tisch geschlossen, und sein Link "
        "führt niemanden mehr hinein."
    ),
    "web.leave.stay": "Bleiben",
    "web.left.last": "Du bist gegangen, und das Spiel ist geschlossen.",
    "web.left.bot": "Du bist gegangen. Ein Bot spielt für dich weiter.",
    "web.left.pass": "Du bist gegangen. Deine Züge entfallen.",
    "web.left.waiting": "Du bist gegangen. Dein Platz ist wieder frei.",
    "web.ok": "In Ordnung",
    "web.line.away": "Die Verbindung zum Server ist unterbrochen. Neuer Versuch …",
    "web.line.restarting": "Der Server wird neu gestartet. Das Spiel geht gleich weiter.",
    "web.line.offline": "Du bist offline. Das Spiel geht weiter, wenn das Netz zurück ist.",
    "web.line.queued": "Dein Zug wird dann gesendet.",
    "web.line.take-back": "Zurücknehmen",
    "web.line.taken-back": "Dein Zug wurde zurückgenommen: Das Spiel war schon weiter.",
    "web.line.refused": "Dein Zug wurde zurückgenommen: {reason}",
    "web.line.unsent": (
        "Das wurde nicht gesendet: Die Verbindung zum Server ist unterbrochen. Versuch es noch "
        "einmal, wenn sie wieder da ist."
    ),
    "web.closed": "Dieses Spiel ist geschlossen",
    "web.closed.left": "Alle sind gegangen.",
    "web.closed.left-bots": "Nur Bots waren noch da, also endete es vorzeitig.",
    "web.closed.idle": "Lange hat niemand mehr gespielt.",
    "web.closed.long": "Es ist länger geworden, als ein Spiel sein darf; niemand hat gewonnen.",
    # the web app: advice
    "web.chance": "{name} gewinnt mit {percent} % Wahrscheinlichkeit",
    "web.chance.you": "Du",
    "web.advice": "Rat",
    "web.advice.all": "Alle {count} Möglichkeiten",
    "web.advice.turns": "{turns} Züge",
    "web.advice.more": "kostet {turns}",
    "web.advice.away": "Zum Ziel sind es im Mittel {turns} Züge",
    # the web app: joining, waiting, the end
    "web.join.title": "Ein Platz für dich",
    "web.join.with": "Am Tisch: {names}",
    "web.join.rules": "{title}, {far}.",
    "web.join.kept": "Dein Platz aus dem vorigen Spiel ist dir freigehalten.",
    "web.join.sit": "Hinsetzen",
    "web.join.watch": "Nur zusehen",
    "web.name": "Dein Name",
    "web.name.taken": "Am Tisch heißt schon jemand {name}. Wie wäre es mit {suggestion}?",
    "web.name.missing": "Gib einen Namen ein, den die anderen sehen.",
    "web.rename": "Umbenennen",
    "web.waiting": "Warten auf die anderen",
    "web.waiting.here": "{here} von {count} sind da.",
    "web.waiting.begins-full": "Es geht los, sobald alle Plätze besetzt sind.",
    "web.waiting.fill": "{count} Plätze mit Bots füllen und beginnen",
    "web.waiting.begins": "Es geht los, sobald alle Plätze besetzt sind oder du beginnst.",
    "web.waiting.seats": "Plätze",
    "web.waiting.add": "Bot dazu",
    "web.waiting.add.now": "Dazu",
    "web.waiting.remove": "Entfernen",
    "web.waiting.rules": "Regeln ändern",
    "web.waiting.open": "Alle dürfen sich setzen",
    "web.waiting.start": "Jetzt beginnen",
    "web.waiting.start.who": "{count} spielen: {names}",
    "web.waiting.by-invitation": (
        "Du schaust zu. Hinsetzen kann sich, wer den neuesten Link dieses Tisches hat."
    ),
    "web.revealing": "Alle sind da",
    "web.revealing.what": "Die Startwerte der Würfel werden verrechnet …",
    "web.invite": "Freunde einladen",
    "web.invite.what": "Wer diesen Link öffnet, setzt sich an deinen Tisch.",
    "web.invite.link": "Link zu diesem Spiel",
    "web.invite.copy": "Kopieren",
    "web.invite.copied": "Kopiert",
    "web.invite.share": "Teilen",
    "web.invite.code": "Der Link als QR-Code",
    "web.invite.network": "Jedes Gerät in deinem Netz kann diesen Link öffnen.",
    "web.invite.network.what": (
        "Du hast die Seite unter {host} geöffnet, was nur dieser Rechner erreicht: "
        "Im Link steht die Adresse, die auch andere erreichen."
    ),
    "web.invite.network.more": "Öffnet er sich dort nicht, versuch {addresses}.",
    "web.invite.alone": "Nur dieser Rechner kann den Link öffnen.",
    "web.invite.alone.what": (
        "Der Server nimmt keine anderen Rechner an. Damit andere Geräte in deinem Netz dazukommen "
        "können, muss er so gestartet werden:"
    ),
    "web.invite.unknown": "Andere Geräte können diesen Link nicht öffnen.",
    "web.invite.unknown.what": (
        "{host} ist für jeden Rechner er selbst. Öffne diese Seite unter der Adresse, die dieser "
        "Rechner in deinem Netz hat, dann stimmen Link und Code."
    ),
    "web.end.you": "Du hast gewonnen!",
    "web.end.won": "{name} hat gewonnen",
    "web.end.shared": "{names} teilen sich den Sieg",
    "web.end.shared.you": "Du teilst dir den Sieg mit {names}",
    "web.end.again": "Noch ein Spiel",
    "web.end.join": "Zum nächsten Spiel",
    "web.end.wanted": "Jemand möchte noch einmal spielen: Dein Platz ist frei gehalten.",
    "web.end.next": "Der Tisch spielt in einem anderen Spiel weiter.",
    "web.end.watch": "Dem nächsten Spiel zusehen",
    "web.end.with": "mit {points:,} im letzten Zug",
    "web.end.rolled": "durch einen Wurf mit {dice}",
    "web.end.rounds": "nach {count} Runden",
    "web.end.rounds.one": "nach 1 Runde",
    "web.review.moments": "Schlüsselmomente",
    "web.review.whole": "Alles ansehen",
    "web.review.moment": "Runde {round}: {judgement}.",
    "web.review.moment-worst": "Runde {round}: deine schlechteste Wahl ({judgement}).",
    "web.review.moment-slip": "{name}: {chosen}. {best} war um {amount} besser.",
    "web.end.verify": "Die Würfel prüfen",
    "web.end.record": "Aufzeichnung",
    "web.end.review": "Spiel auswerten",
    "web.end.worst": "Deine schlechteste Wahl: {chosen} in Runde {round} ({amount})",
    "web.review.title": "Auswertung",
    "web.review.working": "Was Glück war und was Können, wird ausgerechnet …",
    "web.review.none": "Es gibt keine Auswertung",
    "web.review.empty": "In diesem Spiel ist nichts geschehen.",
    "web.review.download": "Herunterladen",
    "web.review.approximate": (
        "Bei drei und mehr Spielern sind die Chancen hier genähert. Was die Näherung übrig lässt, "
        "ist unten eine eigene Zeile."
    ),
    "web.review.chart": "Gewinnchance von {name}",
    "web.review.chart.you": "Deine Gewinnchance",
    "web.review.chart.turns": "Züge insgesamt, wie sie jeweils zu erwarten waren",
    "web.review.change": "{before} → {after}",
    "web.review.tip": "Runde {round}: {change}",
    "web.review.tip-judged": "Runde {round}, {judgement}: {change}",
    "web.review.round": "Runde {round}",
    "web.review.turns": "{turns} Züge",
    "web.review.percentage-points": "{amount} Prozentpunkte",
    "web.review.points": "{points:,} Punkte",
    "web.review.keep": "{kept} beiseite",
    "web.review.pass": "Zug ausgelassen",
    "web.review.judgement.best": "am besten",
    "web.review.judgement.good": "gut",
    "web.review.judgement.slip": "ungenau",
    "web.review.judgement.mistake": "Fehler",
    "web.review.judgement.blunder": "grober Fehler",
    "web.review.judgement.lucky": "Glück",
    "web.review.judgement.unlucky": "Pech",
    "web.review.judgement.luck": "Würfel",
    "web.review.judgement.mixing": "gemischt",
    "web.review.judgement.passed": "ausgelassen",
    "web.review.judgement.none": "ohne Urteil",
    "web.review.fine": "am besten oder gut",
    "web.review.of": "{name}, Runde {round}",
    "web.review.judged": "{name}: {judgement}",
    "web.review.worst": "Schlechteste Wahl von {name}",
    "web.review.worst.you": "Deine schlechteste Wahl",
    "web.review.for": "für {name}",
    "web.review.for.you": "für dich",
    "web.review.kept": "in diesem Zug beiseite",
    "web.review.kept-hot": "seit den heißen Würfeln beiseite",
    "web.review.hot": "heiße Würfel: alle sind zurück",
    "web.review.kept-for": "{kept} beiseite für {points:,}",
    "web.review.to-roll": "{count} Würfel zu werfen",
    "web.review.to-roll.one": "1 Würfel zu werfen",
    "web.review.came": "dann kam",
    "web.review.rolled": "geworfen",
    "web.review.farkle": "dann kam: ein Farkle",
    "web.review.spared": "nichts zählt: noch einmal",
    "web.review.rolled-win": "ein Siegwurf",
    "web.review.taken-over": "{points:,} übernommen",
    "web.review.banked": "{points:,} gesichert",
    "web.review.total": "{name} hat {points:,}",
    "web.review.total.you": "du hast {points:,}",
    "web.review.if": "Was wäre wenn? {action}",
    "web.review.if-left": "{points:,} Zugpunkte, noch {count} Würfel: {chance}",
    "web.review.if-left.one": "{points:,} Zugpunkte, noch 1 Würfel: {chance}",
    "web.review.what-if": "Was wäre wenn?",
    "web.review.next-slip": "Nächster Patzer",
    "web.review.back": "Einen Moment zurück",
    "web.review.on": "Einen Moment weiter",
    "web.review.nothing-better": "Nichts war besser.",
    "web.review.better": "{action} war um {amount} besser.",
    "web.review.luck-after.chances": "Was dann fiel: {amount} Prozentpunkte für {name}.",
    "web.review.luck-after.chances.you": "Was dann fiel: {amount} Prozentpunkte für dich.",
    "web.review.luck-after.turns": "Was dann fiel: {amount} Züge für {name}.",
    "web.review.luck-after.turns.you": "Was dann fiel: {amount} Züge für dich.",
    "web.review.luck-told": (
        "Hier gab es keine Wahl. Die Würfel brachten {name} von {before} auf {after}."
    ),
    "web.review.luck-told.you": (
        "Hier gab es keine Wahl. Die Würfel brachten dich von {before} auf {after}."
    ),
    "web.review.mixing-told": (
        "Hier sind mehrere Möglichkeiten gleich gut, und bestes Spiel wechselt zwischen ihnen."
    ),
    "web.review.passed-told": "Das hat niemand gewählt: Wer am Zug war, war nicht da.",
    "web.review.decisions": "Entscheidungen",
    "web.review.whose": "Wessen Entscheidungen",
    "web.review.which": "Welche Entscheidungen",
    "web.review.slips": "Patzer",
    "web.review.all": "alle {count}",
    "web.review.head.round": "Runde",
    "web.review.head.dice": "Würfel",
    "web.review.head.chose": "Gewählt",
    "web.review.head.best": "Am besten",
    "web.review.head.cost": "Kosten",
    "web.review.others.chances": "{count} andere, jede weniger als 1 Punkt unter dem Besten",
    "web.review.others.chances.one": "1 andere, weniger als 1 Punkt unter dem Besten",
    "web.review.others.turns": (
        "{count} andere, jede weniger als einen Zehntelzug über dem Besten"
    ),
    "web.review.others.turns.one": "1 andere, weniger als einen Zehntelzug über dem Besten",
    "web.review.no-slips.chances": "Keine Patzer: Keine Wahl hat 1 Punkt gekostet.",
    "web.review.no-slips.turns": "Keine Patzer: Keine Wahl hat einen Zehntelzug gekostet.",
    "web.review.rounding": "Rundung",
    "web.review.in-all": "Entscheidungen von {name}, zusammen",
    "web.review.in-all.you": "Deine Entscheidungen, zusammen",
    "web.review.luck": "Glück",
    "web.review.luck-from.chances": "ab 15 Punkten für {name}",
    "web.review.luck-from.chances.you": "ab 15 Punkten für dich",
    "web.review.luck-from.turns": "ab 1,5 Zügen für {name}",
    "web.review.luck-from.turns.you": "ab 1,5 Zügen für dich",
    "web.review.luck-none.chances": "Kein Wurf hat eine Chance um 15 Punkte geändert.",
    "web.review.luck-none.turns": "Kein Wurf hat das Spiel um eineinhalb Züge geändert.",
    "web.review.rolled-by": "Wurf von {name}",
    "web.review.rolled-by.you": "Dein Wurf",
    "web.review.began-by": "Erster Wurf von {name}",
    "web.review.began-by.you": "Dein erster Wurf",
    "web.review.account": "Glück und Können",
    "web.review.account.chances": "Punkte der Gewinnchance von {name}",
    "web.review.account.chances.you": "Punkte deiner Gewinnchance",
    "web.review.account.turns": "Züge von {name}",
    "web.review.account.turns.you": "deine Züge",
    "web.review.start": "Am Anfang",
    "web.review.luck-of": "Würfel von {name}",
    "web.review.luck-of.you": "Deine Würfel",
    "web.review.luck-others": "Würfel der anderen",
    "web.review.choices-of": "Wahl von {name}",
    "web.review.choices-of.you": "Deine Wahl",
    "web.review.choices-others": "Wahl der anderen",
    "web.review.mixing": "Gemischtes",
    "web.review.remainder": "Näherung",
    "web.review.remainder.what": (
        "Bei diesen Regeln sind Chancen geschätzt: Näherung ist, was dabei nicht aufgeht."
    ),
    "web.review.won": "Gewonnen",
    "web.review.lost": "Verloren",
    "web.review.shared": "Geteilt",
    "web.review.stopped": "Wo es aufhörte",
    "web.review.turns-played": "Gespielte Züge",
    "web.review.average-lost": "Mit durchschnittlichen Würfeln hätte {name} verloren.",
    "web.review.average-lost.you": "Mit durchschnittlichen Würfeln hättest du verloren.",
    "web.review.average-won": "Mit durchschnittlichen Würfeln hätte {name} gewonnen.",
    "web.review.average-won.you": "Mit durchschnittlichen Würfeln hättest du gewonnen.",
    "web.review.average": "Mit durchschnittlichen Würfeln hatte {name} {percent} % dieses Spiels.",
    "web.review.average.you": (
        "Mit durchschnittlichen Würfeln gehörte dieses Spiel zu {percent} % dir."
    ),
    "web.review.average.turns": "Mit durchschnittlichen Würfeln hätte es {turns} Züge gedauert.",
    "web.review.skill": (
        "Bei {count} von {all} Entscheidungen gab es wirklich eine Wahl; im Mittel kostete jede "
        "{lost} Punkte."
    ),
    "web.review.skill.one": (
        "Bei 1 von {all} Entscheidungen gab es wirklich eine Wahl; sie kostete {lost} Punkte."
    ),
    "web.review.level": "Das ist etwa Stufe {level} von 10.",
    "web.review.little": "Ein Spiel sagt wenig über Können.",
    "web.lost.game-unknown": "Dieses Spiel gibt es nicht",
    "web.lost.game-unknown.what": (
        "Vielleicht fehlt dem Link ein Buchstabe, oder das Spiel wurde entfernt. Bitte um "
        "einen neuen Link, oder beginne ein eigenes Spiel."
    ),
    "web.lost.removed": "Du sitzt nicht mehr an diesem Tisch",
    "web.lost.removed.what": (
        "Wer den Tisch einrichtet, hat deinen Platz freigegeben. Du kannst zuschauen; um dich "
        "wieder zu setzen, brauchst du den neuesten Link."
    ),
    "web.lost.token-wrong": "Auf deinem Platz sitzt jemand anders",
    "web.lost.token-wrong.what": (
        "Der Schlüssel dieses Browsers passt nicht mehr zum Platz. Du kannst zusehen, oder "
        "dich auf einen freien Platz setzen."
    ),
    "web.lost.watch": "Das Spiel ansehen",
    "web.lost.request-too-many": "Zu viel auf einmal",
    "web.lost.request-too-many.what": (
        "Der Server bittet um eine Pause. Danach macht diese Seite von selbst weiter."
    ),
    "web.lost.other": "Das hat nicht geklappt",
    # the web app: my games
    "web.home.mine": "Alle meine Spiele, mit Statistik",
    "web.mine.title": "Meine Spiele",
    "web.mine.none": "Noch kein Spiel ist zu Ende. Nach dem ersten steht es hier.",
    "web.mine.without": (
        "Dieser Browser lässt keine Seite etwas aufheben, deshalb sind hier keine Spiele."
    ),
    "web.mine.collecting": "{count} Spiele werden angesehen …",
    "web.mine.collecting.one": "1 Spiel wird angesehen …",
    "web.mine.all-rules": "alle Regeln",
    "web.mine.statistics": "Statistik",
    "web.mine.statistics.what": (
        "Punkte sind Prozentpunkte der Gewinnchance; Verlust und Glück zählen in ihnen. Glück ist, "
        "was die Würfel brachten, und wie weit ehrliche in 19 von 20 Fällen schwanken. Die Stufe, "
        "von 10, braucht {enough} Entscheidungen."
    ),
    "web.mine.column.rules": "Regeln und Gegner",
    "web.mine.column.games": "Spiele",
    "web.mine.column.won": "Siege",
    "web.mine.column.level": "Stufe",
    "web.mine.column.lost": "Verlust je Wahl",
    "web.mine.column.luck": "Glück, Punkte",
    "web.mine.alone": "allein",
    "web.mine.leaks": "Wo Chancen bleiben",
    "web.mine.leaks.alone": "Wo Züge bleiben",
    "web.mine.leaks.of": "{count} Spiele, {decisions} Entscheidungen",
    "web.mine.leaks.of.one": "1 Spiel, {decisions} Entscheidungen",
    "web.mine.leaks.what": "Punkte der Gewinnchance, die jedes in einem Spiel kostet.",
    "web.mine.leaks.what.alone": "Züge, die jedes in einem Spiel kostet.",
    "web.mine.leaks.few": "Weniger als {enough} Entscheidungen sagen wenig.",
    "web.mine.leak.errors": "{errors} von {count}",
    "web.mine.leak.chance": "vielleicht Zufall",
    "web.mine.list": "{count} Spiele",
    "web.mine.list.one": "1 Spiel",
    "web.mine.skill": "Glück {luck} · Entscheidungen {choices}",
    "web.mine.finished": "Zu Ende gespielt",
    "web.mine.unfinished": "Nicht zu Ende gespielt",
    "web.mine.review": "Auswertung",
    "web.mine.delete": "Löschen",
    "web.mine.delete.sure": "Endgültig löschen",
    "web.mine.delete.done": "Alle Spiele sind gelöscht.",
    "web.mine.delete-all": "Alle löschen",
    "web.mine.delete-all.sure": "{count} Spiele endgültig löschen",
    "web.mine.delete-all.sure.one": "Das eine Spiel endgültig löschen",
    "web.mine.keep": "Behalten",
    "web.mine.keeping": "Spiele aufheben oder mitnehmen",
    "web.mine.keeping.what": (
        "Sie sind nur in diesem Browser. Eine Datei nimmt sie, und deine Plätze in laufenden "
        "Spielen, in einen anderen mit: Wer sie hat, kann für dich spielen; gib sie niemandem."
    ),
    "web.mine.export": "Als Datei speichern",
    "web.mine.import": "Eine solche Datei einlesen",
    "web.mine.import.done": "{count} Spiele kamen mit der Datei.",
    "web.mine.import.done.one": "1 Spiel kam mit der Datei.",
    "web.mine.import.wrong": "{file} ist keine Datei mit Spielen, die Hot Dice gespeichert hat.",
    # the web app: home
    "web.home.title": "Werfen, beiseitelegen, sichern.",
    "web.home.what": "Mit Freunden oder einem Bot. Ohne Konto.",
    "web.home.starts": "{rules} · ein Bot, {level}",
    "web.home.change": "Ändern",
    "web.home.learn": "So wird gespielt",
    "web.home.friends": "Mit Freunden",
    "web.home.friends.what": "2 bis 8 Leute: wer den Link öffnet, setzt sich dazu.",
    "web.home.more": "Plätze, Uhr, wer zusehen darf",
    "web.home.rules": "Regeln",
    "web.home.rules.all": "alle {count} Regeln",
    "web.home.last": "zuletzt gespielt",
    "web.home.card.basic": "der Klassiker, bis {target}",
    "web.home.card.greed": "schnell: fünf Würfel, bis {target}",
    "web.home.card.ten-thousand": "Paare und Straßen, bis {target}",
    "web.home.card.house": "eigene machen und gleich sehen, was sie bewirken",
    "web.home.level": "Wie gut er spielt",
    "web.home.advice": "Rat für alle",
    "web.home.seats": "Wie viele Leute",
    "web.home.roll-off": "Mit je einem Würfel auslosen, wer beginnt",
    "web.home.public": "Alle dürfen zusehen",
    "web.home.public.what": "steht auf der Startseite; sonst nur, wer den Link hat",
    "web.home.clock": "Zeit für einen Zug",
    "web.home.clock.none": "ohne Uhr",
    "web.home.clock.30": "30 Sekunden",
    "web.home.clock.60": "1 Minute",
    "web.home.clock.300": "5 Minuten",
    "web.home.clock.86400": "1 Tag",
    "web.home.play": "Spielen",
    "web.home.make": "Tisch aufmachen",
    "web.home.yours": "Deine Spiele",
    "web.home.all": "Alle {count} zeigen",
    "web.home.watch": "Einem Spiel zusehen",
    "web.home.forget": "Entfernen",
    "web.home.to": "{title}, {far}",
    "web.status.waiting": "wartet",
    "web.status.revealing": "beginnt",
    "web.status.playing": "läuft",
    "web.status.over": "zu Ende",
    "web.status.closed": "geschlossen",
}
