"""Mail by SMTP, where the host has set a server. aiosmtplib (the extra `notify`) is imported when needed."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid, parseaddr
from importlib.util import find_spec

from tablee.core.errors import Illegal
from tablee.server.runtime.notification_text import texts
from tablee.server.runtime.outbound import SendError, SendUncertain
from tablee.server.settings import MailServer

# Seconds for each step of the conversation with the mail server.
TIMEOUT = 15.0
MAX_ADDRESS = 254
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{1,62}"
)
# Seven bits, which every mail server takes.
ENCODING = "quoted-printable"
UNSUBSCRIBE = "List-Unsubscribe"
# Codes of SMTP from which on a refusal is final.
FINAL = 500
PAGE = """<!doctype html><html lang="{language}"><body style="font:16px/1.5 Georgia,serif;color:#222">
<p>{lines}</p><p><a href="{link}" style="color:#7a3b12">{label}</a></p><p style="font-size:13px">{footer}</p>
</body></html>"""


class MailPolicy(EmailPolicy):
    """Writes the address that turns mails off in one line.

    Python would fold it into encoded words, which mail programs do not read in this header.
    """

    def fold(self, name: str, value: str) -> str:
        return f"{name}: {value}{self.linesep}" if name == UNSUBSCRIBE else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode() if name == UNSUBSCRIBE else super().fold_binary(name, value)


MAIL_POLICY = MailPolicy(linesep="\r\n")


@dataclass(frozen=True)
class Letter:
    """A mail before it is addressed. `label` is the text of the link; `footer` may be "".

    `unsubscribe`: the address that turns such mails off by one POST request; "" where they cannot be.
    `stop`: the page that does so by a button.
    """

    language: str
    subject: str
    lines: tuple[str, ...]
    link: str
    label: str
    footer: str = ""
    stop: str = ""
    unsubscribe: str = ""


def is_installed() -> bool:
    """Return whether the package for mail is there."""
    return find_spec("aiosmtplib") is not None


def clean_address(address: str) -> str:
    """Return a mail address in lower case; raises Illegal if it has not the form of one."""
    address = address.strip()
    if len(address) > MAX_ADDRESS or not ADDRESS.fullmatch(address):
        raise Illegal("bad-address")
    return address.lower()


class Mailer:
    """Sends mails through one server."""

    def __init__(self, server: MailServer) -> None:
        self.server = server

    def compose(self, to: str, letter: Letter) -> EmailMessage:
        """Return the mail: plain text, and the same as HTML."""
        message = EmailMessage()
        message["From"] = self.server.sender
        message["To"] = to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self.server.sender)[1].rpartition("@")[2])
        # Keeps other programs from answering it.
        message["Auto-Submitted"] = "auto-generated"
        if letter.unsubscribe:
            message[UNSUBSCRIBE] = f"<{letter.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        footer = "\n".join(filter(None, (letter.footer, letter.stop)))
        parts = [*letter.lines, f"{letter.label}\n{letter.link}"]
        parts += [f"-- \n{footer}"] if footer else []
        message.set_content("\n\n".join(parts) + "\n", cte=ENCODING)
        stop = html.escape(letter.stop)
        page = PAGE.format(
            language=letter.language,
            lines="<br>".join(html.escape(line) for line in letter.lines),
            link=html.escape(letter.link),
            label=html.escape(letter.label),
            footer=f'<a href="{stop}">{html.escape(letter.footer)}</a>'
            if stop
            else html.escape(letter.footer),
        )
        message.add_alternative(page, subtype="html", cte=ENCODING)
        return message

    async def send(self, to: str, letter: Letter) -> None:
        """Send a mail; return once the server has taken it. Raises SendError or SendUncertain."""
        import aiosmtplib

        server = self.server
        try:
            await aiosmtplib.send(
                # As bytes: the package would fold the headers by a policy of its own.
                self.compose(to, letter).as_bytes(policy=MAIL_POLICY),
                sender=parseaddr(server.sender)[1],
                recipients=[to],
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=server.tls == "implicit",
                start_tls=server.tls == "starttls",
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPReadTimeoutError, aiosmtplib.SMTPServerDisconnected) as error:
            raise SendUncertain(type(error).__name__) from error
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise SendError("refused", retry=all(each.code < FINAL for each in error.recipients)) from error
        except aiosmtplib.SMTPResponseException as error:
            raise SendError(f"code {error.code}", retry=error.code < FINAL) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise SendError(type(error).__name__) from error


def make_mailer(server: MailServer | None, public_url: str) -> Mailer | None:
    """Return the mailer, or None: without a server, without the package, or without an address for links.

    Links in mails never follow from the Host of a request, which anybody can choose.
    """
    return Mailer(server) if server is not None and is_installed() and public_url else None


async def send_test_mail(server: MailServer, address: str, public_url: str) -> None:
    """Send a mail in both languages.

    Raises Illegal for an address that is none, SendError, SendUncertain, ModuleNotFoundError without the
    package.
    """
    french, english = (texts(language) for language in ("fr", "en"))
    lines = tuple(t("mail.test.text") for t in (french, english))
    letter = Letter("fr", french("mail.test.subject"), lines, public_url, public_url)
    await Mailer(server).send(clean_address(address), letter)
