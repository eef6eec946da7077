"""Every write about accounts: their tokens, sessions, second factors, addresses, passwords."""

from annotate.people.services.accounts import (
    PAUSE_SECONDS,
    UsernameTaken,
    change_password,
    change_user,
    check_password,
    create_token,
    create_user,
    create_user_without_password,
    refuse_wrong_password,
    revoke_token,
    update_profile,
)
from annotate.people.services.addresses import change_address
from annotate.people.services.addresses import confirm as confirm_address
from annotate.people.services.addresses import send_again as send_address_again
from annotate.people.services.half_sessions import Half, finish, give_up, half_of, sign_in
from annotate.people.services.passkeys import Purpose, begin_adding, begin_signing, check_signed
from annotate.people.services.passkeys import add as add_passkey
from annotate.people.services.passkeys import remove as remove_passkey
from annotate.people.services.passkeys import rename as rename_passkey
from annotate.people.services.password_resets import ask_for_link, has_links, set_password
from annotate.people.services.second_factors import (
    add_totp,
    check_code,
    new_recovery_codes,
    new_totp,
    remove_totp,
    require_factors,
    reset_factors,
)
from annotate.people.services.sessions import (
    FACTOR,
    PROVIDER_SESSION,
    Factor,
    How,
    OnlyByProvider,
    end_session,
    end_sessions,
    note_factor,
    note_seen,
    note_sign_in,
    refuse_way,
    sign_out,
    was_confirmed,
)

__all__ = [
    "FACTOR",
    "PAUSE_SECONDS",
    "PROVIDER_SESSION",
    "Factor",
    "Half",
    "How",
    "OnlyByProvider",
    "Purpose",
    "UsernameTaken",
    "add_passkey",
    "add_totp",
    "ask_for_link",
    "begin_adding",
    "begin_signing",
    "change_address",
    "change_password",
    "change_user",
    "check_code",
    "check_password",
    "check_signed",
    "confirm_address",
    "create_token",
    "create_user",
    "create_user_without_password",
    "end_session",
    "end_sessions",
    "finish",
    "give_up",
    "half_of",
    "has_links",
    "new_recovery_codes",
    "new_totp",
    "note_factor",
    "note_seen",
    "note_sign_in",
    "refuse_way",
    "refuse_wrong_password",
    "remove_passkey",
    "remove_totp",
    "rename_passkey",
    "require_factors",
    "reset_factors",
    "revoke_token",
    "send_address_again",
    "set_password",
    "sign_in",
    "sign_out",
    "update_profile",
    "was_confirmed",
]
