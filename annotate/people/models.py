from django.contrib.auth.models import AbstractUser
from django.db import models

from annotate.core.clock import now
from annotate.messages import Message


class User(AbstractUser):
    """A person with an account. `is_staff` marks a platform admin; roles live in projects."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    display_name = models.CharField(max_length=100, blank=True)
    # Of an account whose person was deleted: by this number they are told apart from then on.
    deleted_number = models.PositiveBigIntegerField(null=True)
    # Somebody invited from a crowd must not be able to fill the server with projects of their own.
    may_create_projects = models.BooleanField(default=False)
    # Blocked on the whole platform: may sign in and read their history, but is given no work.
    is_blocked = models.BooleanField(default=False)
    # `email` is an address that its owner has confirmed, and the only one that mail goes to. One
    # that waits for that stands here, until the link in its mail is followed.
    unconfirmed_email = models.EmailField(blank=True, default="")
    # A language tag such as "en-GB": what the person says of themselves, or their platform does.
    locale = models.CharField(max_length=20, blank=True)
    # Read and changed through `annotate.people.preferences` only.
    preferences = models.JSONField(default=dict, blank=True)

    @property
    def is_admin(self) -> bool:
        """Admins manage people and see every project; they are not Django superusers."""
        return bool(self.is_active and self.is_staff)

    @property
    def is_maker(self) -> bool:
        """Whether this person may set up projects: admins, and whom an admin has allowed to."""
        return self.is_admin or self.may_create_projects

    @property
    def called(self) -> str | Message:
        """The name for sentences; who was deleted has none, and is a number in any language."""
        if self.deleted_number is not None:
            return Message("deleted_person", number=str(self.deleted_number))
        return self.display_name or self.username

    @property
    def shown_name(self) -> str:
        """The name, with English words where there is none."""
        return str(self.called)


class PlatformRecord(models.Model):
    """What a crowd platform says of somebody who came from there: entry conditions read it."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="platform_record")
    platform = models.CharField(max_length=20)
    external_id = models.CharField(max_length=200)
    # Assignments approved elsewhere and their share in [0, 1]; None where the platform is silent.
    approved = models.PositiveIntegerField(null=True)
    approval_rate = models.FloatField(null=True)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["platform", "external_id"], name="one_account_per_platform_id"
            )
        ]


class ApiToken(models.Model):
    """A secret for scripts. Only its SHA-256 is kept; the secret is shown once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)


class AccountMail(models.Model):
    """A mail about an account that is still to be sent; the row goes when it was.

    Of a forgotten password it keeps what was typed. Whether anybody is meant is found out by the
    job that sends it, so that asking takes as long and says as much whoever asks.
    """

    class Purpose(models.TextChoices):
        LINK = "link"  # by which a forgotten password is set anew
        CHANGED = "changed"  # that one was set in this way
        CONFIRM = "confirm"  # the link by which an address is confirmed
        MOVED = "moved"  # to an address that was one's own till now; `account` is that address
        FACTORS = "factors"  # that an admin has taken the second factors away

    purpose = models.CharField(max_length=10, choices=Purpose)
    account = models.CharField(max_length=254, blank=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=now, db_index=True)
    created_at = models.DateTimeField(default=now)


class PasswordLink(models.Model):
    """A link by which a password is set anew, once. Only the SHA-256 of its secret is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="password_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class SignIn(models.Model):
    """A session that somebody began in a browser. The row goes with the session.

    `user_agent` is what the browser said of itself; `people.devices` puts it in words. `how` and
    `second_factor` are those of `people.services.sessions`; empty where they are not known, and
    where there was none.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="+")
    user_agent = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=45, blank=True, default="")
    how = models.CharField(max_length=20, blank=True, default="")
    second_factor = models.CharField(max_length=20, blank=True, default="")
    created_at = models.DateTimeField(default=now)
    # Noted every few minutes at most.
    seen_at = models.DateTimeField(default=now)


class AddressLink(models.Model):
    """A link by which an address is confirmed, once. Only the SHA-256 of its secret is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="address_links")
    address = models.EmailField()
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()


class Totp(models.Model):
    """An app that shows codes by the clock (RFC 6238): six digits, a new one every 30 seconds.

    `secret` is encrypted. `last_step` is the step of the last code that was taken: neither it nor
    an earlier one is taken again.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="totp")
    secret = models.TextField()
    last_step = models.BigIntegerField()
    created_at = models.DateTimeField(default=now)
    last_used_at = models.DateTimeField(null=True)


class Passkey(models.Model):
    """A passkey: what the browser gave to know it by. Nothing of it is secret."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=100)
    # In base64url: at most 1023 bytes.
    credential_id = models.CharField(max_length=1400, unique=True)
    # The credential with its public key, in the form of the standard (attested credential data).
    credential = models.BinaryField()
    # Under which host it was made; it answers no other.
    host = models.CharField(max_length=255)
    # How often the device says it has signed; 0 where it does not count.
    sign_count = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    last_used_at = models.DateTimeField(null=True)


class RecoveryCode(models.Model):
    """A code that stands in for a second factor, once. Only the SHA-256 of its 80 bits is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)


class WrongCode(models.Model):
    """A code that somebody tried; the rows of a person go when a right one comes.

    In the database and not in the cache: of six digits there are few, and where the cache is away
    or each process has its own, more would be let through.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="wrong_codes")
    at = models.DateTimeField(default=now, db_index=True)


class Challenge(models.Model):
    """What a browser is to sign with a passkey; deleted by the answer that uses it up."""

    purpose = models.CharField(max_length=20)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    state = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)


class SecondFactorRule(models.Model):
    """Of whom a second factor is asked. There is one row at most; without it, of nobody."""

    class For(models.TextChoices):
        NOBODY = "nobody"
        LEADS = "leads"  # admins, who may make projects, and who leads one
        EVERYBODY = "everybody"

    required_for = models.CharField(max_length=10, choices=For)
