"""One way to declare an operation: its handler's own signature.

>>> class LabelApi(APIView):                                        # doctest: +SKIP
...     @operation("labelsCreate", allow=access.lead, status=201)
...     def post(self, granted: Access, body: NewLabel) -> Label:
...         return Label.of(services.add_label(project=granted.project, name=body.name))

A handler asks by name for what it needs: ``granted`` (what ``allow`` returned: who asks, and the
object they may act on), ``body``, ``query``, ``request``, and what stands in the address. First
comes who may do it, then whether what was sent is well formed; so strangers learn nothing.
The annotations give the types, the checks at run time, and the schema.
"""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from types import NoneType
from typing import Any, TypeVar, get_origin

from django.db.models import Model, QuerySet
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import TypeAdapter, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from annotate.core import errors, openapi
from annotate.core.http import CursorPage
from annotate.core.schemas import Page, Schema
from annotate.kinds.problems import problems_of

Handler = Callable[..., Any]
ParsedT = TypeVar("ParsedT", bound=Schema)
RowT = TypeVar("RowT", bound=Model)
ItemT = TypeVar("ItemT")
AnyRowT = TypeVar("AnyRowT")


class JsonAnswer(HttpResponse):
    """What a handler returned, written down at once: there is but one form."""

    def __init__(self, content: bytes, status: int) -> None:
        super().__init__(content, content_type="application/json", status=status)

    def value(self) -> Any:
        """The answer as JSON's types."""
        return json.loads(self.content)


@dataclass(frozen=True)
class Declaration:
    """What one operation is, as its handler declares it; tests read it off `handler.declared`."""

    operation_id: str
    allow: Callable[..., Any] | None
    body: type[Schema] | None
    query: type[Schema] | None
    returns: Any
    status: int


def operation(
    operation_id: str,
    *,
    allow: Callable[..., Any] | None = None,
    status: int | None = None,
    media_type: str = "application/json",
    responses: Mapping[Any, Any] | None = None,
) -> Callable[[Handler], Handler]:
    """Declare a handler of a view; see the head of this module.

    Args:
        allow: fetches and authorises in one act: called with who asks and, by name, those parts
            of the address that it has parameters for, which the handler then does not get.
        status: of a success; 200 without it, and 204 for a handler that returns None.
        media_type: of the body: ``multipart/form-data`` where files are sent.
        responses: for the schema, where the handler returns an `HttpResponse` of its own.

    Raises:
        TypeError: at import, when the handler asks for what nobody provides.
    """

    def decorate(handler: Handler) -> Handler:
        signature = inspect.signature(handler, eval_str=True)
        declared = _declaration(handler, signature, operation_id, allow, status)
        taken = () if allow is None else tuple(inspect.signature(allow).parameters)[1:]
        adapter = _adapter(declared.returns)

        @wraps(handler)
        def respond(view: Any, request: Request, **address: Any) -> HttpResponseBase:
            arguments: dict[str, Any] = {"request": request}
            if allow is not None:
                named = {name: address.pop(name) for name in taken}
                arguments["granted"] = allow(request.user, **named)
            if declared.body is not None:
                arguments["body"] = parse(declared.body, request.data)
            if declared.query is not None:
                arguments["query"] = parse(declared.query, request.query_params)
            elif request.query_params:
                parse(Schema, request.query_params)  # refuses whatever is there
            asked = arguments.keys() & signature.parameters.keys()
            result = handler(view, **{name: arguments[name] for name in asked}, **address)
            if isinstance(result, HttpResponseBase):
                return result
            if result is None and declared.returns is NoneType:
                return Response(status=declared.status)
            return JsonAnswer(adapter.dump_json(result), declared.status)

        respond.declared = declared  # type: ignore[attr-defined]
        del respond.__wrapped__  # whoever reads a signature shall see the one DRF calls
        return _documented(respond, declared, media_type, responses)

    return decorate


def _declaration(
    handler: Handler,
    signature: inspect.Signature,
    operation_id: str,
    allow: Callable[..., Any] | None,
    status: int | None,
) -> Declaration:
    hints = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    returns = signature.return_annotation
    returns = NoneType if returns is None else returns
    if returns is inspect.Signature.empty:
        raise TypeError(f"{handler.__qualname__} does not say what it returns.")
    if "granted" in hints:
        promised = None if allow is None else inspect.signature(allow, eval_str=True)
        if promised is None or promised.return_annotation != hints["granted"]:
            raise TypeError(f"{handler.__qualname__}: `allow` does not return what is granted.")
    return Declaration(
        operation_id=operation_id,
        allow=allow,
        body=hints.get("body"),
        query=hints.get("query"),
        returns=returns,
        status=status or (204 if returns is NoneType else 200),
    )


def _adapter(returns: Any) -> TypeAdapter[Any]:
    own_response = inspect.isclass(returns) and issubclass(returns, HttpResponseBase)
    return TypeAdapter(NoneType if own_response else returns)


def _documented(
    handler: Handler,
    declared: Declaration,
    media_type: str,
    responses: Mapping[Any, Any] | None,
) -> Handler:
    body = None
    if declared.body is not None:
        body = {media_type: openapi.reference(declared.body, "validation")}
    if responses is None:
        nothing = declared.returns is NoneType
        responses = {
            declared.status: None
            if nothing
            else openapi.reference(declared.returns, "serialization")
        }
    documented: Handler = extend_schema(
        operation_id=declared.operation_id,
        request=body,
        responses=dict(responses),
        parameters=_parameters(declared.query),
        filters=False,
    )(handler)
    return documented


def _parameters(query: type[Schema] | None) -> list[OpenApiParameter]:
    if query is None:
        return []
    schema = query.model_json_schema(mode="validation")
    return [
        OpenApiParameter(
            name,
            openapi.without_definitions(about, schema.get("$defs", {})),
            description=str(about.pop("description", "")),
            required=name in schema.get("required", []),
        )
        for name, about in schema.get("properties", {}).items()
    ]


def parse(schema: type[ParsedT], sent: object) -> ParsedT:
    """What was sent, as typed values.

    Raises:
        Invalid: a field is missing, unknown or wrong; `fields` names each.
    """
    try:
        return schema.model_validate(_plain(schema, sent) if isinstance(sent, QueryDict) else sent)
    except ValidationError as wrong:
        fields = [errors.FieldError.of(problem) for problem in problems_of(wrong, schema)]
        raise errors.Invalid(fields=fields) from None


def _plain(schema: type[Schema], sent: QueryDict) -> dict[str, Any]:
    """A form or a query as a mapping: a list where the field is one, else the last value."""
    return {name: sent.getlist(name) if _is_list(schema, name) else sent[name] for name in sent}


def _is_list(schema: type[Schema], name: str) -> bool:
    field = schema.model_fields.get(name)
    return field is not None and get_origin(field.annotation) in (list, tuple, set, frozenset)


def paginate(
    request: Request, rows: "QuerySet[RowT]", item: Callable[[RowT], ItemT]
) -> Page[ItemT]:
    """One cursor page of rows, the newest first, each in the form that `item` gives it."""
    return paginate_together(request, rows, lambda page: [item(row) for row in page])


def paginate_together(
    request: Request,
    rows: "QuerySet[Any, AnyRowT]",
    items: Callable[[list[AnyRowT]], list[ItemT]],
    *,
    ordering: str | tuple[str, ...] = "-id",
) -> Page[ItemT]:
    """One cursor page whose rows get their form at once, from one reading of what all need."""
    pages = CursorPage()
    pages.ordering = ordering
    page: list[AnyRowT] = pages.paginate_queryset(rows, request)
    return Page(next=pages.get_next_link(), previous=pages.get_previous_link(), results=items(page))
