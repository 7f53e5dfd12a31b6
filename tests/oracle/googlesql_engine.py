"""GoogleSQL's own reference evaluator, as the `zetasql` package brings it along."""

from __future__ import annotations

import decimal
import uuid
from typing import Any

from values import COLUMNS, SAMPLES, Failed, Value, document, literal

ZONE = "America/Los_Angeles"


class GoogleSql:
    """Evaluates queries over the table `samples`."""

    def __init__(self) -> None:
        from zetasql.core import ZetaSqlLocalService
        from zetasql.wasi._pb2.zetasql.local_service import local_service_pb2
        from zetasql.wasi._pb2.zetasql.proto import options_pb2, simple_catalog_pb2
        from zetasql.wasi._pb2.zetasql.public import options_pb2 as public_options

        self._messages = local_service_pb2
        self._client = ZetaSqlLocalService.get_instance().wasm_client
        language = self._call(
            "GetLanguageOptions",
            local_service_pb2.LanguageOptionsRequest(maximum_features=True),
            options_pb2.LanguageOptionsProto,
        )
        language.product_mode = public_options.PRODUCT_EXTERNAL
        self._options = self._call(
            "GetAnalyzerOptions", local_service_pb2.AnalyzerOptionsRequest(), options_pb2.AnalyzerOptionsProto
        )
        # The defaults name types of a descriptor pool that a request without protos does not carry.
        self._options.allowed_hints_and_options.Clear()
        self._options.language_options.CopyFrom(language)
        self._options.default_timezone = ZONE
        catalog = simple_catalog_pb2.SimpleCatalogProto(name="oracle")
        catalog.builtin_function_options.language_options.CopyFrom(language)
        request = local_service_pb2.RegisterCatalogRequest(simple_catalog=catalog)
        self._catalog = self._call(
            "RegisterCatalog", request, local_service_pb2.RegisterResponse
        ).registered_id
        rows = [
            ", ".join(f"{literal(t, v, 'googlesql')} AS {n}" for (n, t), v in zip(COLUMNS, r))
            for r in SAMPLES["rows"]
        ]
        self._table = "WITH samples AS (SELECT " + " UNION ALL SELECT ".join(rows) + ")\n"

    def _call(self, name: str, request: Any, response: Any) -> Any:
        return self._client.call_grpc_func(f"ZetaSqlLocalService_{name}", request, response)

    def rows(self, sql: str) -> list[list[Value]]:
        """Evaluate a query. Raises `Failed`."""
        messages = self._messages
        text = self._table + sql if "samples" in sql else sql
        try:
            request = messages.PrepareQueryRequest(
                sql=text, options=self._options, registered_catalog_id=self._catalog
            )
            prepared = self._call("PrepareQuery", request, messages.PrepareQueryResponse).prepared
        except Exception as error:
            raise Failed("rejected", str(error)) from None
        try:
            request = messages.EvaluateQueryRequest(prepared_query_id=prepared.prepared_query_id)
            result = self._call("EvaluateQuery", request, messages.EvaluateQueryResponse)
        except Exception as error:
            raise Failed("error", str(error)) from None
        types = [c.type for c in prepared.columns]
        return [[value(t, c) for t, c in zip(types, row.cell)] for row in result.content.table_data.row]


def value(type_: Any, cell: Any) -> Value:
    """Return a result's value."""
    which = cell.WhichOneof("value")
    if which is None:
        return None
    found = getattr(cell, which)
    if which == "array_value":
        return ("list", [value(type_.array_type.element_type, e) for e in found.element])
    if which == "timestamp_value":
        return ("timestamp", found.seconds * 10**6 + found.nanos // 1000)
    if which == "numeric_value":
        return ("numeric", decimal.Decimal(int.from_bytes(found, "little", signed=True)).scaleb(-9))
    if which == "json_value":
        return document(found)
    if which == "interval_value":
        return ("interval", _interval(found))
    if which == "uuid_value":
        return ("string", str(uuid.UUID(bytes=bytes(found))))
    kinds = {
        "int64_value": "int",
        "bool_value": "bool",
        "double_value": "float",
        "float_value": "float",
        "string_value": "string",
        "bytes_value": "bytes",
        "date_value": "date",
    }
    return (kinds.get(which, which), bytes(found) if which == "bytes_value" else found)


def _interval(data: bytes) -> tuple[int, int, int]:
    """Read an interval: microseconds, days, and months with a sign bit, little-endian."""
    micros = int.from_bytes(data[0:8], "little", signed=True)
    days = int.from_bytes(data[8:12], "little", signed=True)
    packed = int.from_bytes(data[12:16], "little")
    months = (packed >> 13) & 0x3FFFF
    return (-months if packed >> 31 else months, days, micros)
