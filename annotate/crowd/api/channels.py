"""Channels, their magic links and visits, and what leads ask of their platforms."""

from rest_framework.request import Request
from rest_framework.views import APIView

from annotate.core.operations import operation, paginate
from annotate.core.schemas import Page, PageQuery
from annotate.crowd import adapters, models, schemas
from annotate.crowd.models import Participation
from annotate.crowd.selectors import channels as selectors
from annotate.crowd.selectors import visits
from annotate.crowd.services import channels, links, platform
from annotate.projects import access
from annotate.projects.access import Access


def _described(request: Request, channel: models.Channel) -> schemas.Channel:
    return selectors.as_schema(channel, origin=request.build_absolute_uri("/").rstrip("/"))


class AdaptersApi(APIView):
    @operation("crowdAdapters")
    def get(self) -> list[schemas.Adapter]:
        return [
            schemas.Adapter(
                name=adapter.name,
                title=adapter.title,
                description=adapter.description,
                notice=adapter.notice,
                fields=adapters.fields_of(adapter),
            )
            for adapter in adapters.ALL.values()
        ]


class ChannelsApi(APIView):
    @operation("channelsList", allow=access.lead)
    def get(self, request: Request, granted: Access) -> list[schemas.Channel]:
        return [_described(request, row) for row in selectors.channels(granted.project)[:200]]

    @operation("channelsCreate", allow=access.lead, status=201)
    def post(self, request: Request, granted: Access, body: schemas.NewChannel) -> schemas.Channel:
        channel = channels.make_channel(
            project=granted.project,
            actor=granted.user,
            name=body.name,
            adapter=body.adapter,
            stage=body.stage,
            settings=body.settings,
        )
        return _described(request, channel)


class ChannelApi(APIView):
    @operation("channelsRead", allow=access.lead)
    def get(self, request: Request, granted: Access, channel_id: int) -> schemas.Channel:
        return _described(request, selectors.channel(granted.project, channel_id))

    @operation("channelsUpdate", allow=access.lead)
    def patch(
        self, request: Request, granted: Access, channel_id: int, body: schemas.ChannelChanges
    ) -> schemas.Channel:
        channel = selectors.channel(granted.project, channel_id)
        channels.change_channel(channel=channel, actor=granted.user, changes=body.sent())
        return _described(request, selectors.channel(granted.project, channel_id))

    @operation("channelsRemove", allow=access.lead)
    def delete(self, granted: Access, channel_id: int) -> None:
        channel = selectors.channel(granted.project, channel_id)
        channels.remove_channel(channel=channel, actor=granted.user)


class LinksApi(APIView):
    @operation("linksList", allow=access.lead)
    def get(
        self, request: Request, granted: Access, channel_id: int, query: PageQuery
    ) -> Page[schemas.Link]:
        channel = selectors.channel(granted.project, channel_id)
        return paginate(request, channel.links.all(), schemas.Link.of)

    @operation("linksCreate", allow=access.lead, status=201)
    def post(
        self, request: Request, granted: Access, channel_id: int, body: schemas.NewLink
    ) -> schemas.CreatedLink:
        channel = selectors.channel(granted.project, channel_id)
        link, secret = links.make_link(
            channel=channel,
            actor=granted.user,
            name=body.name,
            email=body.email,
            send=body.send,
        )
        url = request.build_absolute_uri(f"/enter/{channel.slug}?link={secret}")
        return schemas.CreatedLink(**dict(schemas.Link.of(link)), url=url)


class LinkApi(APIView):
    @operation("linksWithdraw", allow=access.lead)
    def delete(self, granted: Access, channel_id: int, link_id: int) -> None:
        channel = selectors.channel(granted.project, channel_id)
        links.withdraw_link(channel=channel, actor=granted.user, link_id=link_id)


class ChannelCheckApi(APIView):
    @operation("channelsCheck", allow=access.lead)
    def post(self, granted: Access, channel_id: int) -> schemas.PlatformCheck:
        """Ask the platform whether the secrets of this channel work."""
        channel = selectors.channel(granted.project, channel_id)
        return schemas.PlatformCheck.of(platform.check(channel=channel))


class VisitsApi(APIView):
    @operation("visitsList", allow=access.lead)
    def get(
        self, request: Request, granted: Access, channel_id: int, query: PageQuery
    ) -> Page[schemas.Visit]:
        rows = visits.visits(selectors.channel(granted.project, channel_id))
        return paginate(request, rows, schemas.Visit.of)


def _visit(granted: Access, channel_id: int, visit_id: int) -> Participation:
    return visits.visit_to(selectors.channel(granted.project, channel_id), visit_id)


class VisitRejectApi(APIView):
    @operation("visitsReject", allow=access.lead)
    def post(
        self, granted: Access, channel_id: int, visit_id: int, body: schemas.Rejection
    ) -> schemas.Visit:
        platform.reject_visit(
            visit=_visit(granted, channel_id, visit_id),
            actor=granted.user,
            message=body.message,
            category=body.category,
        )
        return schemas.Visit.of(_visit(granted, channel_id, visit_id))


class VisitRequestReturnApi(APIView):
    @operation("visitsRequestReturn", allow=access.lead)
    def post(
        self, granted: Access, channel_id: int, visit_id: int, body: schemas.ReturnRequest
    ) -> schemas.Visit:
        platform.request_return(
            visit=_visit(granted, channel_id, visit_id), actor=granted.user, reasons=body.reasons
        )
        return schemas.Visit.of(_visit(granted, channel_id, visit_id))
