"""Commands of the host about notices: workers apart from the site, a test mail, keys for push messages."""

from __future__ import annotations

import signal

from tetsudo.core.errors import BadInput
from tetsudo.web.server.run import prepare


def work(database: str) -> None:
    """Send notices until interrupted or terminated, beside the site or other workers."""
    prepare(database, makes=False)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as systemd stops it: what is being sent is finished
    from tetsudo.web.notices import worker

    print("Sending notices  (Ctrl+C stops it; nothing is lost)", flush=True)
    worker.run()


def send_test_mail(database: str, address: str) -> None:
    """Send a test mail; BadInput if it is not accepted."""
    prepare(database, makes=False)
    from django.conf import settings
    from django.core.exceptions import ValidationError
    from django.core.validators import validate_email

    from tetsudo.web.notices.channels import mail

    if not settings.HAS_MAIL:
        raise BadInput("is not set: mails need a server, such as smtp+tls://USER:PASSWORD@HOST:587", "TETSUDO_MAIL_URL")
    try:
        validate_email(address)
        mail.send_test(address)
    except ValidationError:
        raise BadInput("is not a mail address", address) from None
    except Exception as error:
        raise BadInput(f"the mail was not accepted: {type(error).__name__}: {error}", "TETSUDO_MAIL_URL") from None


def push_keys(database: str) -> tuple[str, str]:
    """File of the keys for push messages, created if missing, and the public key."""
    prepare(database, makes=False)
    from tetsudo.web.notices.channels import push_keys as keys

    return str(keys.create()), keys.public_key()
