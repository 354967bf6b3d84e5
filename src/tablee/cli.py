"""The command line: `tablee play`, `serve`, `replay` and so on, and the commands that games add.

The docstring of a command is its help text. Each command imports what it needs, so that --help stays quick.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from cyclopts import App, CycloptsError, Parameter, validators

from tablee import PLAIN, __version__
from tablee.cli_mistakes import describe_mistake
from tablee.core.errors import Refusal
from tablee.core.game import split_names
from tablee.core.pieces import BadPieces
from tablee.extras import describe_missing

if TYPE_CHECKING:
    from tablee.core.game import Game
    from tablee.terminal.session import Session

BAD_COMMAND = 2
# As if SIGPIPE had ended the process.
PIPE_CLOSED = 141
DEFAULT_STORE = "sqlite:///tablee.db"
StoreUrl = Annotated[str, Parameter(env_var="TABLEE_STORE")]

app = App(
    name="tablee",
    help="Tablée: board games in the terminal and in the browser, with bots. To play now: tablee play",
    version=__version__,
)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; `arguments` None: those of the process.

    An error of the user is printed as one line on stderr, with exit code 2.
    """
    try:
        try:
            run(sys.argv[1:] if arguments is None else arguments)
        finally:
            # Otherwise a reader that has closed the pipe is noticed only after this function.
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(PIPE_CLOSED) from None


def run(tokens: list[str]) -> None:
    """Run a command; errors of the user end the process by SystemExit."""
    # Without a handler, logging would print a bare line beside the sentence that says what is wrong.
    logging.getLogger().addHandler(logging.NullHandler())
    from tablee import games
    from tablee.terminal.setup import CommandError, explain_refusal, find_language

    try:
        known = games.keys()
        if tokens and tokens[0] in known:
            game_app(games.load(tokens[0]))(tokens[1:], exit_on_error=False, print_error=False)
        else:
            app(tokens, exit_on_error=False, print_error=False)
    except ModuleNotFoundError as missing:
        from tablee.terminal.sentences import common_translations

        fail(common_translations(find_language(tokens))("cli.no-extra", **describe_missing(missing)))
    except CycloptsError as error:
        fail(one_line(describe_mistake(error)))
    except Refusal as refused:
        fail(explain_refusal(refused, find_language(tokens)))
    except (CommandError, BadPieces) as error:
        fail(one_line(str(error)))


def fail(message: str, code: int = BAD_COMMAND) -> NoReturn:
    """Print a message to stderr and exit."""
    print(f"tablee: {message}", file=sys.stderr)
    raise SystemExit(code)


def one_line(text: str) -> str:
    """Return a message with its line breaks replaced by spaces."""
    return " ".join(text.split())


def game_app(game: Game) -> App:
    """Return the commands that a game adds to the command line, used as `tablee KEY COMMAND`."""
    from tablee.terminal.sentences import common_translations
    from tablee.terminal.setup import resolve_language

    language = resolve_language(None)
    title = game.titles[language]
    commands = App(name=f"tablee {game.key}", help=title, version=str(game.version))
    for name, function in game.commands().items():
        commands.command(function, name=name)
    if not game.commands():
        message = common_translations(language)("cli.no-commands", title=title, key=game.key)
        commands.default(lambda: print(message))
    return commands


def need_screen(command: str, language: str) -> None:
    """Fail with a message in `language` unless stdin and stdout are a terminal."""
    # Imported first, so that a missing extra is reported even where there is no terminal either.
    import textual  # noqa: F401

    from tablee.terminal.sentences import common_translations

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail(common_translations(language)("cli.no-terminal", command=command))


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
    """Play in this terminal: people share the keyboard, bots take the other seats.

    The match is saved when you quit, and the command to resume it is printed.

    Parameters
    ----------
    key
        Key of the game; "tablee about" lists them. Without it, a menu asks for game, seats, people and bots.
    seats
        Number of seats. Default: the fewest that the game takes and that hold all people and bots.
    people
        Number of people at this keyboard. Default: 1, or the number of names.
    names
        Names of the people, separated by commas: Ana,Bob.
    bots
        Bots for the other seats, separated by commas: random, greedy, beginner, casual, regular, strong,
        expert, search:N for N simulations a move, or FILE.py:FUNCTION. The last one fills all remaining
        seats. Default: regular.
    seed
        Text that determines the deal: the same seed gives the same deal. Default: random.
    language
        fr or en. Default: the language of the saved match or of the system; French if it is neither.
    option
        Option of the game, written NAME=VALUE; repeat it for several options.
    resume
        File of a saved match to continue.
    """
    from tablee.terminal.setup import create_session, default_save_path, load_session, resolve_language

    chosen = resolve_language(language)
    if resume is not None:
        session = load_session(resume, chosen)
        session.language = chosen if language else session.language
    elif key is None:
        need_screen("play", chosen)
        session = run_menu(chosen)
    else:
        session = create_session(
            key, chosen, seats=seats, people=people, names=split_names(names), bot_names=split_names(bots),
            seed=seed, options=option or [],
        )  # fmt: skip
    need_screen("play", session.language)
    run_session(session, resume or default_save_path(session.match.game.key))


def run_menu(language: str) -> Session:
    """Show the menu and return a session with a new match; exit with code 0 if the user leaves the menu."""
    from tablee.terminal.menu import MenuApp
    from tablee.terminal.setup import create_session

    choice = MenuApp(language).run()
    if choice is None:
        raise SystemExit(0)
    return create_session(
        choice.key,
        choice.language,
        seats=choice.seats,
        people=choice.people,
        bot_names=split_names(choice.bot),
    )


def run_session(session: Session, file: Path) -> None:
    """Show the table until the user quits, then print where the match was saved."""
    from tablee.terminal.app import TableApp

    for line in TableApp(session, file).run() or []:
        print(line)


@app.command
def replay(
    file: Path | None = None,
    *,
    seat: str | None = None,
    language: str | None = None,
    all_stored: Annotated[bool, Parameter(name="--all", negative=())] = False,
    store: StoreUrl = DEFAULT_STORE,
) -> None:
    """Show a recorded match move by move; with --all, check every match in the database of a server.

    Parameters
    ----------
    file
        Record of a match, such as "tablee play" saves.
    seat
        Seat whose view is shown, A to F. Default: the view of a spectator.
    language
        fr or en. Default: the language of the system; French if it is neither.
    all_stored
        Replay every match in the database under the installed rules. The exit code is 1 if one fails.
    store
        Database of the server, for --all: sqlite:///FILE or postgresql://USER@HOST/NAME.
    """
    if all_stored:
        from tablee.server.storage.replay import check_stored

        raise SystemExit(check_stored(store))
    if file is None:
        fail("replay FILE, or replay --all")
    run_replay(file, seat, language)


def run_replay(file: Path, seat: str | None, language: str | None) -> None:
    """Show a record in the terminal, as `seat` (a letter; None: a spectator) sees it."""
    from tablee.core.vocabulary import SEAT_WORDS
    from tablee.terminal.replay import ReplayApp
    from tablee.terminal.sentences import common_translations
    from tablee.terminal.setup import load_session, resolve_language

    chosen = resolve_language(language)
    session = load_session(file, chosen)
    session.language = chosen
    known = SEAT_WORDS[: session.match.seats]
    if seat is not None and seat not in known:
        fail(common_translations(chosen)("cli.seat", last=known[-1], found=seat[:40]))
    need_screen("replay", chosen)
    ReplayApp(session, None if seat is None else known.index(seat)).run()


# Records


@app.command
def verify(files: list[Path], /) -> None:
    """Check recorded matches: the deal, every move and the final score. The exit code is 1 if a check fails.

    Parameters
    ----------
    files
        Records to check.
    """
    from tablee.terminal.verify import verify_file

    passed = [verify_file(file) for file in files]
    raise SystemExit(0 if all(passed) else 1)


@app.command
def review(
    file: Path,
    *,
    json: Annotated[bool, Parameter(negative=())] = False,
    language: Annotated[str | None, Parameter(name=("--language", "--lang"))] = None,
    simulations: Annotated[int | None, Parameter(validator=validators.Number(gte=1))] = None,
) -> None:
    """Say what decided a finished match: expected score over time, turning points, choices and luck.

    Every move is compared with the best one by what its player could know at that moment.

    Parameters
    ----------
    file
        Record of a finished match.
    json
        Print the whole review as JSON.
    language
        fr or en. Default: the language of the system; French if it is neither.
    simulations
        Matches played on from its positions, in all. Default: that of the game, for about a quarter of a
        minute.
    """
    from tablee.terminal.review import review_file
    from tablee.terminal.setup import resolve_language

    review_file(file, resolve_language(language), simulations, json)


@app.command
def verify_daily(proof: Path, /, *records: Path) -> None:
    """Check the deals of the day of a site. The exit code is 1 if a check fails.

    Parameters
    ----------
    proof
        The proof of a site, as /api/daily/proof returns it.
    records
        Records of matches at deals of the day: the seed of each must follow from the proof.
    """
    from tablee.terminal.verify import verify_proof

    raise SystemExit(0 if verify_proof(proof, records) else 1)


# Rules and pieces


@app.command
def rules(key: str, *, language: str | None = None) -> None:
    """Print the rules of a game.

    Parameters
    ----------
    key
        Key of the game.
    language
        fr or en. Default: the language of the system; French if it is neither.
    """
    from rich.console import Console
    from rich.markdown import Markdown

    from tablee.games import load
    from tablee.terminal.sentences import strip_pictures
    from tablee.terminal.setup import resolve_language

    page = strip_pictures(load(key).rules(resolve_language(language)))
    if sys.stdout.isatty():
        Console().print(Markdown(page))
    else:
        print(page, end="")


@app.command
def pieces(key: str, *, check: Path | None = None) -> None:
    """Print file, edition and fingerprint of the pieces of a game, or check a pieces file of your own.

    Parameters
    ----------
    key
        Key of the game.
    check
        Pieces file (TOML) to check instead of the one that comes with the game.
    """
    from tablee.core.pieces import Pieces
    from tablee.games import load
    from tablee.terminal.sentences import common_translations
    from tablee.terminal.setup import read_file, resolve_language

    language = resolve_language(None)
    game = load(key)
    if check is not None:
        read_file(check, language)
    own = Pieces(check, game.pieces.check) if check is not None else game.pieces
    print(
        common_translations(language)(
            "cli.pieces-good",
            file=own.file,
            title=game.titles[language],
            edition=own.data.get("edition", "-"),
            fingerprint=own.fingerprint,
        )
    )


@app.command
def about() -> None:
    """Print versions, games with their credits, and pieces."""
    from tablee import games
    from tablee.terminal.sentences import common_translations
    from tablee.terminal.setup import resolve_language

    translations = common_translations(resolve_language(None))
    how = translations("cli.compiled") if PLAIN is None else translations("cli.plain", why=PLAIN)
    print(f"Tablée {__version__}, Python {sys.version.split()[0]}, {how}")
    for game in games.all():
        edition = game.pieces.data.get("edition", "-")
        print(f"{game.key} {game.version}: {game.credits()}")
        print(f"    {translations('cli.pieces', edition=edition, fingerprint=game.pieces.fingerprint)}")


# Named by their path, so that server and lab are imported only when one of them runs.
app.command(
    "tablee.server.cli:serve", name="serve", help="Run the server, where people play in their browsers."
)
app.command("tablee.server.cli:try_mail", name="test-mail", help="Send a mail with the settings of serve.")
app.command(
    "tablee.server.cli:set_aside",
    name="set-aside",
    help="List the tables that the server has set aside, and why.",
)
app.command(
    "tablee.server.cli:backup", name="backup", help="Write the whole database of a server to one file."
)
app.command("tablee.server.cli:restore", name="restore", help="Load a backup into an empty database.")
app.command("tablee.lab.commands:arena", name="arena", help="Let bots play each other and compare them.")
app.command("tablee.lab.commands:train", name="train", help="Train the value network of a game from scratch.")
app.command(
    "tablee.cli_dataset:dataset", name="dataset", help="Write decisions of matches to a Parquet file."
)
exercises = App(name="exercises", help="Find exercises in matches of bots, and check them.")
exercises.command(
    "tablee.lab.commands:make_exercises", name="make", help="Find positions with one clearly best move."
)
exercises.command(
    "tablee.lab.commands:check_exercises", name="check", help="Check answers by a deeper search."
)
app.command(exercises)
host = App(name="host", help="Moderate a site: reports, bans, closed tables, names, and the log of all that.")
HOST_COMMANDS = {
    "appoint": "Let an account moderate the site at its page /host.",
    "dismiss": "Let an account moderate the site no longer.",
    "accounts": "List the accounts that may moderate the site.",
    "reports": "List the reports that nobody has dealt with.",
    "settle": "Note that a report was dealt with.",
    "close": "Close a table.",
    "restore": "Open a closed table again.",
    "ban": "Keep a person or a network address from playing and writing.",
    "unban": "Undo a ban.",
    "rename-seat": "Give the person at a seat another name.",
    "rename-account": "Give an account another name.",
    "log": "List what the host has done.",
}
for each, text in HOST_COMMANDS.items():
    host.command(f"tablee.server.host_cli:{each.replace('-', '_')}", name=each, help=text)
app.command(host)


if __name__ == "__main__":
    main()
