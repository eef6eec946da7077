"""What went wrong on the way to another server, in words of the catalogue."""

import errno
import http.client
import socket
import ssl
from collections.abc import Callable, Iterator

from urllib3 import exceptions

from annotate.messages import Message

# The first whose test holds of any cause says what happened: a lost line that TLS or HTTP
# complains of is a lost line.
_Test = Callable[[BaseException], bool]
_NO_WAY = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN)
_NO_TLS = ("WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
_NOT_KNOWN = {
    getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA") if hasattr(socket, name)
}


def name_fault(host: str, fault: Exception) -> Message:
    """Why a name led to no address: there is none, or nobody could be asked."""
    if isinstance(fault, socket.gaierror) and fault.errno not in _NOT_KNOWN:
        return Message("server_name_unresolved", host=host)
    return Message("server_unknown", host=host)


def connection_fault(fault: Exception, *, host: str, port: int, seconds: float) -> Message:
    """Why there is no connection: nothing was sent yet."""
    if _any(fault, _is_timeout):
        return Message("server_not_connected_in_time", host=host, seconds=round(seconds, 1))
    if _any(fault, lambda each: isinstance(each, ConnectionRefusedError)):
        return Message("server_refuses_connections", host=host, port=str(port))
    if _any(fault, _has_no_way):
        return Message("server_without_a_way", host=host)
    return _tls_fault(fault, host, port) or _lost(fault, host)


def answer_fault(fault: Exception, *, host: str, port: int, seconds: float) -> Message:
    """Why an answer did not come, or not to its end: the request may have been acted on."""
    if _any(fault, _is_timeout):
        return Message("server_too_late", host=host, seconds=round(seconds, 1))
    if _any(fault, _is_cut_off):
        return Message("server_hung_up", host=host)
    if _any(fault, lambda each: isinstance(each, http.client.HTTPException)):
        return Message("server_speaks_no_http", host=host, port=str(port))
    return _tls_fault(fault, host, port) or _lost(fault, host)


def _tls_fault(fault: Exception, host: str, port: int) -> Message | None:
    for each in _causes(fault):
        if isinstance(each, ssl.SSLCertVerificationError):
            reason = each.verify_message or str(each.reason)
            return Message("server_certificate_refused", host=host, reason=reason)
        # It ends the line instead of answering: an SSLError that is no complaint of TLS.
        if isinstance(each, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            return Message("server_hung_up", host=host)
        if isinstance(each, ssl.SSLError):
            if any(sign in (each.reason or str(each)) for sign in _NO_TLS):
                return Message("server_speaks_no_tls", host=host, port=str(port))
            return Message("server_without_tls", host=host, reason=each.reason or "TLS")
    return None


def _lost(fault: Exception, host: str) -> Message:
    if _any(fault, _is_cut_off):
        return Message("server_hung_up", host=host)
    return Message("server_lost", host=host, fault=_named(fault))


def _named(fault: BaseException) -> str:
    """By the name the system has for it; its text may hold the request."""
    numbers = [each.errno for each in _causes(fault) if isinstance(each, OSError) and each.errno]
    return errno.errorcode.get(numbers[-1], str(numbers[-1])) if numbers else type(fault).__name__


def _is_timeout(fault: BaseException) -> bool:
    # urllib3 counts every connection that did not come about among its timeouts.
    if isinstance(fault, exceptions.NewConnectionError):
        return False
    return isinstance(fault, TimeoutError | exceptions.TimeoutError)


def _is_cut_off(fault: BaseException) -> bool:
    # An answer that ends before its announced length, and one that never began.
    return isinstance(fault, ConnectionError | http.client.IncompleteRead)


def _has_no_way(fault: BaseException) -> bool:
    return isinstance(fault, OSError) and fault.errno in _NO_WAY


def _any(fault: BaseException, holds: _Test) -> bool:
    return any(holds(each) for each in _causes(fault))


def _causes(fault: BaseException) -> Iterator[BaseException]:
    """The fault and what it was raised from; never what merely happened to be handled then."""
    cause: BaseException | None = fault
    while cause is not None:
        yield cause
        cause = cause.__cause__
