"""Mail in plain text, to one person at a time, through the server that `EMAIL_URL` names.

Only jobs send it: nobody waits for a mail server, and one that is down loses nothing.
"""

import smtplib

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email

from annotate.core import logs

log = logs.get(__name__)
# Longer ones are cut: some servers refuse them.
LONGEST_SUBJECT = 150
# So that nobody's holiday notice answers, and mailing lists leave it alone (RFC 3834).
_HEADERS = {"Auto-Submitted": "auto-generated"}
_PERMANENT = range(500, 600)


class MailDown(Exception):
    """No server takes it now; it is worth trying again."""


class MailRefused(Exception):
    """This address will never take it."""


def is_set_up() -> bool:
    """Whether this installation sends mail at all."""
    return bool(settings.EMAIL_URL)


def link(path: str) -> str:
    """The address of a page, for a mail; never made of what a request says of its host."""
    return f"{settings.PUBLIC_URL}{path}"


def send(*, to: str, subject: str, text: str) -> None:
    """Send one mail.

    Raises:
        MailDown: the server does not answer, or takes nothing now.
        MailRefused: the address is none, or the server knows nobody there.
    """
    try:
        validate_email(to)
        mail = EmailMessage(subject=one_line(subject), body=text, to=[to], headers=_HEADERS)
        mail.send()
    except ValidationError:
        raise MailRefused from None
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        raise (MailRefused if all(code in _PERMANENT for code in codes) else MailDown) from None
    except OSError as fault:  # those of smtplib among them
        log.warning("The mail server took nothing", why=type(fault).__name__)
        raise MailDown from None


def one_line(text: str) -> str:
    """A text for a header: one line, whatever somebody called their project.

    >>> one_line("Village\\r\\nBcc: everybody@example.org")
    'Village Bcc: everybody@example.org'
    """
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…"
