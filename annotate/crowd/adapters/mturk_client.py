"""Mechanical Turk's requester API through AWS's own library, which only this module imports.

The library signs the requests and brings its own transport; it is pointed at addresses of the
installation's settings alone, never at one that a lead or a worker gave.
"""

from decimal import Decimal
from typing import Any, ClassVar

from annotate.crowd.adapters.base import ClientError, Holder, Order, printable
from annotate.messages import Message


class MTurkClient:
    """Assignments and bonuses of one AWS account."""

    # A UniqueRequestToken pays once however often it is sent.
    bonus_is_idempotent: ClassVar[bool] = True

    def __init__(self, endpoint: str, key_id: str, secret: str) -> None:
        self._endpoint, self._key_id, self._secret = endpoint, key_id, secret
        self._connected: Any = None

    def check(self) -> Message:
        balance = self._ask("get_account_balance").get("AvailableBalance", "?")
        return Message("turk_keys_work", balance=str(balance))

    def holder(self, session: str) -> Holder | None:
        try:
            work = self._ask("get_assignment", AssignmentId=session)["Assignment"]
        except ClientError:
            return None  # it is told of assignments only once they are submitted
        return Holder(str(work.get("WorkerId", "")), str(work.get("AssignmentStatus", "")))

    def approve(self, order: Order) -> None:
        holder = self.holder(order.session)
        if holder is not None and holder.status == "Approved":
            return
        self._ask("approve_assignment", AssignmentId=order.session, OverrideRejection=False)

    def prepare_bonus(self, order: Order) -> str:
        return order.key

    def pay_bonus(self, order: Order, reference: str) -> None:
        try:
            self._ask(
                "send_bonus",
                WorkerId=order.person,
                BonusAmount=f"{order.bonus:.2f}",
                AssignmentId=order.session,
                Reason=order.reason,
                UniqueRequestToken=reference,
            )
        except ClientError:
            # A token that was used before is refused: then the bonus is in the list already.
            if not self._has_paid(order):
                raise

    def reject(self, session: str, *, message: str, category: str) -> None:
        self._ask("reject_assignment", AssignmentId=session, RequesterFeedback=message)

    def request_return(self, session: str, *, reasons: list[str]) -> None:
        raise ClientError(Message("turk_returns_nothing"))

    def _has_paid(self, order: Order) -> bool:
        answer = self._ask("list_bonus_payments", AssignmentId=order.session)
        return any(
            Decimal(str(paid.get("BonusAmount", "0"))) == order.bonus
            and paid.get("Reason") == order.reason
            for paid in answer.get("BonusPayments", [])
        )

    def _ask(self, operation: str, **values: Any) -> dict[str, Any]:
        client = self._client()
        from botocore import exceptions

        try:
            answer: dict[str, Any] = getattr(client, operation)(**values)
        except exceptions.ClientError as refused:
            error = refused.response.get("Error", {})
            reason = printable(error.get("Message", "no reason"), 300)
            raise ClientError(Message("turk_refused", reason=reason)) from refused
        except exceptions.BotoCoreError as lost:
            # Named by its kind only: the text of some of these holds the request.
            fault = Message("turk_out_of_reach", fault=type(lost).__name__)
            raise ClientError(fault, uncertain=True) from lost
        return answer

    def _client(self) -> Any:
        if self._connected is None:
            try:
                import boto3
                from botocore.config import Config
            except ImportError:
                raise ClientError(Message("turk_needs_boto3")) from None
            self._connected = boto3.session.Session().client(
                "mturk",
                region_name="us-east-1",
                endpoint_url=self._endpoint,
                aws_access_key_id=self._key_id,
                aws_secret_access_key=self._secret,
                config=Config(
                    connect_timeout=5, read_timeout=15, retries={"max_attempts": 2}, proxies={}
                ),
            )
        return self._connected
