"""The page: what Vite has built of clients/web, given out strictly."""

from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from domain.names import game_id

DIST = Path(__file__).parents[2] / "clients" / "web" / "dist"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
KEPT = "public, max-age=31536000, immutable"
"""A file of assets/ has its hash in its name: another content is another name."""

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Broadside</title>
<h1>Broadside</h1>
<p>The server runs; its page is not built. Build it with <code>make page</code>, then load this
again.</p>
<p>Meanwhile the terminal does everything: <code>broadside watch LINK</code>,
<code>broadside play LINK</code>. The games are listed at <a href="/api/games">/api/games</a>.</p>
</html>
"""


def routes() -> list[web.AbstractRouteDef]:
    """Return the page's addresses, and its files if it is built."""
    found: list[web.AbstractRouteDef] = [web.get("/", _page), web.get("/g/{game}", _page)]
    if DIST.is_dir():
        found.append(web.static("/page", DIST))
    return found


@web.middleware
async def safe_headers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let pages load nothing from elsewhere, and nobody frame or guess at what we send."""
    try:
        response = await handler(request)
    except web.HTTPException as answer:
        answer.headers.update(SAFE | {"Cache-Control": "no-store"})
        raise
    if not response.prepared:
        kept = request.path.startswith("/page/assets/")
        response.headers.update(SAFE | {"Cache-Control": KEPT if kept else "no-store"})
    return response


async def _page(request: web.Request) -> web.StreamResponse:
    if "game" in request.match_info:
        try:
            game_id(request.match_info["game"])
        except ValueError:
            raise web.HTTPNotFound(text="There is no such game here.\n") from None
    index = DIST / "index.html"
    if not index.is_file():
        return web.Response(text=NOT_BUILT, content_type="text/html")
    return web.FileResponse(index)
