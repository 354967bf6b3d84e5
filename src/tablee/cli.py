"""The command line: tablee play | serve | replay | verify | backup | ..., and what games add to it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import App, CycloptsError, Parameter

from tablee import PLAIN, __version__
from tablee.core.errors import Refusal
from tablee.core.pieces import BadPieces

if TYPE_CHECKING:
    from tablee.core.game import Game
    from tablee.core.i18n import Translations
    from tablee.core.record import Record
    from tablee.terminal.session import Sitting

BAD_COMMAND = 2
DEFAULT_STORE = "sqlite:///tablee.db"
StoreUrl = Annotated[str, Parameter(env_var="TABLEE_STORE")]

app = App(
    name="tablee",
    help="Tablée: a games table open day and night. To play at once: tablee play",
    version=__version__,
)


def main(arguments: list[str] | None = None) -> None:
    """What the shell calls."""
    from tablee import games
    from tablee.terminal.setup import Unusable, explained, language_in

    tokens = sys.argv[1:] if arguments is None else arguments
    try:
        known = games.keys()
        if tokens and tokens[0] in known:
            game_verbs(games.load(tokens[0]))(tokens[1:], exit_on_error=False, print_error=False)
        else:
            app(tokens, exit_on_error=False, print_error=False)
    except CycloptsError as wrong:
        fail(one_line(str(wrong)))
    except Refusal as refused:
        fail(explained(refused, language_in(tokens)))
    except (Unusable, BadPieces) as wrong:
        fail(one_line(str(wrong)))


def fail(message: str, code: int = BAD_COMMAND) -> NoReturn:
    """Say what is wrong in one line, and stop."""
    print(f"tablee: {message}", file=sys.stderr)
    raise SystemExit(code)


def one_line(text: str) -> str:
    """A message without its line breaks."""
    return " ".join(text.split())


def game_verbs(game: Game) -> App:
    """What a game adds to the command line, under its key."""
    from tablee.terminal.sentences import frame_words
    from tablee.terminal.setup import language_of

    language = language_of(None)
    title = game.titles[language]
    verbs = App(name=f"tablee {game.key}", help=title, version=str(game.version))
    for name, function in game.commands().items():
        verbs.command(function, name=name)
    if not game.commands():
        verbs.default(lambda: print(frame_words(language)("cli.no-commands", title=title, key=game.key)))
    return verbs


def need_screen(command: str, language: str) -> None:
    """A table needs a terminal on both sides."""
    from tablee.terminal.sentences import frame_words

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail(frame_words(language)("cli.no-terminal", command=command))


def listed(text: str | None) -> list[str]:
    """The names in a list with commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


# Playing


@app.command
def play(
    key: str | None = None,
    *,
    seats: int | None = None,
    people: int | None = None,
    names: str | None = None,
    bots: str | None = None,
    seed: str | None = None,
    language: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    resume: Path | None = None,
) -> None:
    """Play in this terminal: people at one keyboard, bots on the other seats.

    Parameters
    ----------
    key
        Which game; without it a menu asks.
    seats
        How many seats at the table; the fewest possible if not said.
    people
        How many people at this keyboard; one if not said.
    names
        Their names, with commas: Ana,Bob.
    bots
        Which bots on the other seats, with commas: greedy,random.
    seed
        A word that fixes the deal.
    language
        fr or en.
    option
        An option of the game, name=value; may be given several times.
    resume
        Go on with a match that was saved.
    """
    from tablee.terminal.setup import begun, language_of, new_file, resumed

    tongue = language_of(language)
    if resume is not None:
        sitting = resumed(resume, tongue)
        sitting.language = tongue if language else sitting.language
    elif key is None:
        need_screen("play", tongue)
        sitting = from_menu(tongue)
    else:
        sitting = begun(
            key, tongue, seats=seats, people=people, names=listed(names), bots_named=listed(bots), seed=seed,
            options=option or [],
        )  # fmt: skip
    need_screen("play", sitting.language)
    show(sitting, resume or new_file(sitting.match.game.key))


def from_menu(language: str) -> Sitting:
    """Ask what to play."""
    from tablee.terminal.menu import MenuApp
    from tablee.terminal.setup import begun

    choice = MenuApp(language).run()
    if choice is None:
        raise SystemExit(0)
    return begun(
        choice.key, choice.language, seats=choice.seats, people=choice.people, bots_named=listed(choice.bot)
    )


def show(sitting: Sitting, file: Path) -> None:
    """Play to the end or until somebody quits, then say where the match is."""
    from tablee.terminal.app import TableApp

    for sentence in TableApp(sitting, file).run() or []:
        print(sentence)


@app.command
def replay(
    file: Path | None = None,
    *,
    seat: str | None = None,
    language: str | None = None,
    all_stored: Annotated[bool, Parameter(name="--all", negative=())] = False,
    store: StoreUrl = DEFAULT_STORE,
) -> None:
    """Look at a recorded match again, move by move; or check every stored match.

    Parameters
    ----------
    file
        A record.
    seat
        Whose eyes to look through, A to F; a spectator's if not said.
    language
        fr or en.
    all_stored
        Replay every match of a server under today's rules. Exit code 1 if one does not hold.
    store
        Where the server keeps them.
    """
    if all_stored:
        from tablee.server.storage.replay import check_stored

        raise SystemExit(check_stored(store))
    if file is None:
        fail("replay FILE, or replay --all")
    watch(file, seat, language)


def watch(file: Path, seat: str | None, language: str | None) -> None:
    """A recorded match in the terminal."""
    from tablee.core.vocabulary import SEAT_WORDS
    from tablee.terminal.replay import ReplayApp
    from tablee.terminal.sentences import frame_words
    from tablee.terminal.setup import language_of, resumed

    tongue = language_of(language)
    sitting = resumed(file, tongue)
    sitting.language = tongue
    known = SEAT_WORDS[: sitting.match.seats]
    if seat is not None and seat not in known:
        fail(frame_words(tongue)("cli.seat", last=known[-1], found=seat[:40]))
    need_screen("replay", tongue)
    ReplayApp(sitting, None if seat is None else known.index(seat)).run()


# Records


@app.command
def verify(files: list[Path], /) -> None:
    """Replay records by the rules, and check deal and ending. Exit code 1 if one does not hold.

    Parameters
    ----------
    files
        Records.
    """
    good = [holds(file) for file in files]
    raise SystemExit(0 if all(good) else 1)


def holds(file: Path) -> bool:
    """Check one record and print what was checked."""
    from tablee.core.match import Match
    from tablee.core.record import read_record
    from tablee.games import load
    from tablee.terminal.sentences import frame_words
    from tablee.terminal.setup import Unusable, explained, key_in, language_of, text_of

    language = language_of(None)
    words = frame_words(language)
    text = ""
    try:
        text = text_of(file, language)
        record = read_record(text)
        match = Match.from_record(record, load)
    except Unusable as wrong:
        print(f"✗ {wrong}")
        return False
    except Refusal as refused:
        print(f"✗ {words('cli.in-file', file=file, why=explained(refused, language, key_in(text)))}")
        return False
    broken = record.commitment_holds() is False
    print("✗" if broken else "✓", file)
    scores = " ".join(map(str, match.outcome.scores)) if match.outcome else None
    for line in checked(record, match.ply, scores, words):
        print(f"    {line}")
    return not broken


def checked(record: Record, plies: int, scores: str | None, words: Translations) -> list[str]:
    """What was found out about a record that can be replayed."""
    key, version = record.header["game"].split()
    promise = {None: "none", True: "kept", False: "broken"}[record.commitment_holds()]
    ending = "cli.no-ending" if scores is None else "cli.ending" if record.end else "cli.unrecorded-ending"
    return [
        words(
            "cli.record",
            game=key,
            version=version,
            seats=record.header["seats"],
            pieces=record.header["pieces"],
        ),
        words("cli.replayed", n=plies),
        words(f"cli.promise-{promise}"),
        words(ending, scores=scores),
    ]


# A site of your own


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    store: StoreUrl = DEFAULT_STORE,
    redis: Annotated[str | None, Parameter(env_var="TABLEE_REDIS")] = None,
    origin: Annotated[list[str] | None, Parameter(negative=())] = None,
    behind_proxy: Annotated[bool, Parameter(negative=())] = False,
    open: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Open a site where people sit down and play.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets the whole network in.
    port
        The port to listen on.
    store
        Where matches are kept: sqlite:///file or postgresql://user@host/name. Made when it is not there.
    redis
        Lets several processes tell each other of moves at once: redis://host.
    origin
        Another site whose pages may play here; may be given several times.
    behind_proxy
        Believe a proxy on this machine about addresses and https.
    open
        Open a browser at the site.
    """
    from tablee.server.serve import run
    from tablee.server.settings import Settings

    settings = Settings(store=store, redis=redis, origins=tuple(origin or ()))
    run(settings, host, port, show=open, behind_proxy=behind_proxy)


@app.command
def backup(file: Path, *, store: StoreUrl = DEFAULT_STORE) -> None:
    """Write everything a server keeps into one file, while it runs.

    Parameters
    ----------
    file
        The backup to write.
    store
        Where the server keeps its matches.
    """
    import asyncio

    from tablee.server.storage.backup import back_up

    print(f"{file}: {asyncio.run(back_up(store, file))}")


@app.command
def restore(file: Path, *, store: StoreUrl = DEFAULT_STORE) -> None:
    """Read a backup into an empty store, of the same kind or another.

    Parameters
    ----------
    file
        The backup.
    store
        Where the server is to keep its matches.
    """
    import asyncio

    from tablee.server.storage import backup

    print(f"{store.partition(':')[0]}: {asyncio.run(backup.restore(store, file))}")


# Rules and pieces


@app.command
def rules(key: str, *, language: str | None = None) -> None:
    """Print the rules page of a game.

    Parameters
    ----------
    key
        Which game.
    language
        fr or en.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    from tablee.games import load
    from tablee.terminal.sentences import without_pictures
    from tablee.terminal.setup import language_of

    page = without_pictures(load(key).rules(language_of(language)))
    if sys.stdout.isatty():
        Console().print(Markdown(page))
    else:
        print(page, end="")


@app.command
def pieces(key: str, *, check: Path | None = None) -> None:
    """Say which pieces a game is played with, or check a pieces file of your own.

    Parameters
    ----------
    key
        Which game.
    check
        A file that may replace the game's pieces.
    """
    from tablee.core.pieces import Pieces
    from tablee.games import load
    from tablee.terminal.sentences import frame_words
    from tablee.terminal.setup import language_of

    language = language_of(None)
    game = load(key)
    own = Pieces(check, game.pieces.check) if check is not None else game.pieces
    print(
        frame_words(language)(
            "cli.pieces-good",
            file=own.file,
            title=game.titles[language],
            edition=own.data.get("edition", "-"),
            fingerprint=own.fingerprint,
        )
    )


@app.command
def about() -> None:
    """Versions, games, pieces and credits."""
    from tablee import games
    from tablee.terminal.sentences import frame_words
    from tablee.terminal.setup import language_of

    words = frame_words(language_of(None))
    how = words("cli.compiled") if PLAIN is None else words("cli.plain", why=PLAIN)
    print(f"Tablée {__version__}, Python {sys.version.split()[0]}, {how}")
    for game in games.all():
        edition = game.pieces.data.get("edition", "-")
        print(f"{game.key} {game.version}: {game.credits()}")
        print(f"    {words('cli.pieces', edition=edition, fingerprint=game.pieces.fingerprint)}")


# The lab is loaded only when it is asked for.
app.command("tablee.lab.commands:arena", name="arena", help="Let bots play each other and say who is better.")
app.command("tablee.lab.commands:train", name="train", help="Teach the bots a game from nothing.")


if __name__ == "__main__":
    main()
