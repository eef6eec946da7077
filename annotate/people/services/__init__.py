"""Every write about accounts, their tokens, sessions and forgotten passwords."""

from annotate.people.services.accounts import (
    PAUSE_SECONDS,
    UsernameTaken,
    change_password,
    change_user,
    check_password,
    create_token,
    create_user,
    create_user_without_password,
    revoke_token,
    update_profile,
)
from annotate.people.services.password_resets import ask_for_link, has_links, set_password
from annotate.people.services.sessions import (
    How,
    OnlyByProvider,
    end_session,
    end_sessions,
    note_seen,
    note_sign_in,
    refuse_way,
    sign_in,
)

__all__ = [
    "PAUSE_SECONDS",
    "How",
    "OnlyByProvider",
    "UsernameTaken",
    "ask_for_link",
    "change_password",
    "change_user",
    "check_password",
    "create_token",
    "create_user",
    "create_user_without_password",
    "end_session",
    "end_sessions",
    "has_links",
    "note_seen",
    "note_sign_in",
    "refuse_way",
    "revoke_token",
    "set_password",
    "sign_in",
    "update_profile",
]
