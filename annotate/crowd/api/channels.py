"""Channels and magic links, for leads."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.crowd import adapters
from annotate.crowd.selectors import channels as selectors
from annotate.crowd.serializers import (
    AdapterSerializer,
    ChannelChangesSerializer,
    ChannelRequestSerializer,
    ChannelSerializer,
    LinkRequestSerializer,
    LinkSerializer,
    NewLinkSerializer,
    channel_json,
)
from annotate.crowd.services import channels, links
from annotate.projects import access


def _json(request: Request, channel: Any) -> dict[str, Any]:
    shown = channel_json(channel, origin=request.build_absolute_uri("/").rstrip("/"))
    return dict(ChannelSerializer(shown).data)


class AdaptersApi(APIView):
    @extend_schema(operation_id="crowdAdapters", responses=AdapterSerializer(many=True))
    def get(self, request: Request) -> Response:
        shown = [
            {
                "name": adapter.name,
                "title": adapter.title,
                "description": adapter.description,
                "notice": adapter.notice,
                "fields": adapters.fields_of(adapter),
            }
            for adapter in adapters.ALL.values()
        ]
        return Response(AdapterSerializer(shown, many=True).data)


class ChannelsApi(APIView):
    @extend_schema(operation_id="channelsList", responses=ChannelSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        return Response([_json(request, each) for each in selectors.channels(project)[:200]])

    @extend_schema(
        operation_id="channelsCreate",
        request=ChannelRequestSerializer,
        responses={201: ChannelSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ChannelRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = channels.make_channel(project=found.project, actor=found.user, **sent.validated_data)
        return Response(_json(request, made), status=201)


class ChannelApi(APIView):
    @extend_schema(operation_id="channelsRead", responses=ChannelSerializer)
    def get(self, request: Request, project_id: int, channel_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        return Response(_json(request, selectors.channel(project, channel_id)))

    @extend_schema(
        operation_id="channelsUpdate",
        request=ChannelChangesSerializer,
        responses=ChannelSerializer,
    )
    def patch(self, request: Request, project_id: int, channel_id: int) -> Response:
        found = access.lead(request.user, project_id)
        channel = selectors.channel(found.project, channel_id)
        sent = ChannelChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        channels.change_channel(channel=channel, actor=found.user, changes=sent.validated_data)
        return Response(_json(request, selectors.channel(found.project, channel_id)))

    @extend_schema(operation_id="channelsRemove", responses={204: None})
    def delete(self, request: Request, project_id: int, channel_id: int) -> Response:
        found = access.lead(request.user, project_id)
        channel = selectors.channel(found.project, channel_id)
        channels.remove_channel(channel=channel, actor=found.user)
        return Response(status=204)


class LinksApi(APIView):
    @extend_schema(
        operation_id="linksList", parameters=PAGE_PARAMETERS, responses=page_of(LinkSerializer)
    )
    def get(self, request: Request, project_id: int, channel_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        found = selectors.links(selectors.channel(project, channel_id))
        pages = CursorPage()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(LinkSerializer(page, many=True).data)

    @extend_schema(
        operation_id="linksCreate",
        request=LinkRequestSerializer,
        responses={201: NewLinkSerializer},
    )
    def post(self, request: Request, project_id: int, channel_id: int) -> Response:
        found = access.lead(request.user, project_id)
        channel = selectors.channel(found.project, channel_id)
        sent = LinkRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        link, secret = links.make_link(
            channel=channel, actor=found.user, name=values["name"], email=values["email"]
        )
        url = request.build_absolute_uri(f"/enter/{channel.slug}?link={secret}")
        if values["send"] and links.mail_link(link=link, address=url):
            link.refresh_from_db()
        return Response({**LinkSerializer(link).data, "url": url}, status=201)


class LinkApi(APIView):
    @extend_schema(operation_id="linksWithdraw", responses={204: None})
    def delete(self, request: Request, project_id: int, channel_id: int, link_id: int) -> Response:
        found = access.lead(request.user, project_id)
        channel = selectors.channel(found.project, channel_id)
        links.withdraw_link(channel=channel, actor=found.user, link_id=link_id)
        return Response(status=204)
