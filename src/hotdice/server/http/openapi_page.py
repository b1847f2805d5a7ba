"""The OpenAPI document as a plain HTML page."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import msgspec
from litestar.openapi.plugins import OpenAPIRenderPlugin


class OpenApiPage(OpenAPIRenderPlugin):
    """Renders every operation and every schema."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """The document as one HTML page."""
        return "\n".join(_page(openapi_schema)).encode()


def _page(document: Mapping[str, Any]) -> Iterator[str]:
    title = escape(document["info"]["title"])
    yield "<!doctype html><html lang=en><meta charset=utf-8>"
    yield "<meta name=viewport content='width=device-width'>"
    yield f"<title>{title} API</title><h1>{title} API</h1>"
    yield f"<p>{escape(document['info'].get('description', ''))}</p>"
    yield "<p><a href='/schema/openapi.json'>openapi.json</a></p>"
    for path, item in sorted(document["paths"].items()):
        for method in ("get", "post"):
            if method in item:
                yield from _operation(method.upper(), path, item[method])
    yield "<h2>Forms</h2>"
    for name, schema in sorted(document["components"].get("schemas", {}).items()):
        yield from _schema(name, schema)


def _operation(method: str, path: str, found: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h2><code>{method} {escape(path)}</code></h2>"
    yield f"<p><b>{escape(found.get('summary', ''))}</b>.</p>"
    yield f"<p>{escape(found.get('description', ''))}</p>"
    if found.get("security"):
        yield "<p>With the token of your seat.</p>"
    for parameter in found.get("parameters", []):
        yield f"<p><code>{escape(parameter['name'])}</code> in the {parameter['in']}</p>"
    for media in found.get("requestBody", {}).get("content", {}).values():
        yield f"<p>Body: {_type_text(media['schema'])}</p>"
    for status, answer in found.get("responses", {}).items():
        kinds = [
            _type_text(m["schema"]) for m in (answer.get("content") or {}).values() if "schema" in m
        ]
        yield f"<p>{escape(status)}: {', '.join(kinds)}</p>"


def _schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h3 id='{escape(name)}'>{escape(name)}</h3><dl>"
    required = schema.get("required", [])
    for field, kind in schema.get("properties", {}).items():
        mark = "" if field in required else " (may be left out)"
        yield f"<dt><code>{escape(field)}</code>{mark}</dt><dd>{_type_text(kind)}</dd>"
    yield "</dl>"


def _type_text(schema: Mapping[str, Any]) -> str:
    """A short description of a type."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    for union in ("oneOf", "anyOf", "allOf"):
        if union in schema:
            return " or ".join(map(_type_text, schema[union]))
    if "enum" in schema:
        return escape(", ".join(map(str, schema["enum"])))
    if "items" in schema:
        return f"list of {_type_text(schema['items'])}"
    kind = schema.get("type", "anything")
    limits = {key: value for key, value in schema.items() if key.startswith(("min", "max", "patt"))}
    limit_text = f" {msgspec.json.encode(limits).decode()}" if limits else ""
    return escape(f"{kind if isinstance(kind, str) else ' or '.join(kind)}{limit_text}")
