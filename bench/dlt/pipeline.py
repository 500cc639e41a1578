"""The job of the bench, as one would write it with dlt: list pages, then full texts, nested lists as child tables, into DuckDB.

Arguments: base URL, enterprises, "details" or "lists", loader file format, database file, folder for what dlt keeps.
"""

import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

base_url, enterprises, depth, file_format, database, folder = sys.argv[1:7]
workers = 32

# What dlt's own guide to performance advises: threads for requests, large buffers, no state, no telemetry, no progress.
os.environ.update(
    {
        "RUNTIME__DLTHUB_TELEMETRY": "false",
        "RUNTIME__LOG_LEVEL": "ERROR",
        "EXTRACT__WORKERS": str(workers),
        "EXTRACT__MAX_PARALLEL_ITEMS": str(workers * 4),
        "DATA_WRITER__BUFFER_MAX_ITEMS": "20000",
        "LOAD__WORKERS": "2",
        # The default one makes of each Chinese name an x, and rows of all such lists one table.
        "SCHEMA__NAMING": "duck_case",
        "LOAD__DELETE_COMPLETED_JOBS": "true",
        **json.loads(os.environ.get("BENCH_DLT_SETTINGS", "{}")),
    }
)

import dlt  # noqa: E402: settings are read on import
import requests  # noqa: E402
from requests.adapters import HTTPAdapter  # noqa: E402

local = threading.local()


def session() -> requests.Session:
    """One a thread, kept alive; a session is not made for several."""
    if not hasattr(local, "session"):
        local.session = requests.Session()
        local.session.trust_env = False
        local.session.headers["X-API-Key"] = "bench"
        local.session.mount("http://", HTTPAdapter(pool_connections=1, pool_maxsize=1))
    return local.session


def data(path: str, **params: object) -> object:
    response = session().get(f"{base_url}/open/{path}", params=params)
    response.raise_for_status()
    return response.json()["data"]


def page(enterprise: str, number: int) -> dict:
    return data("rh_enterpriseWritList", id=enterprise, pageNo=number)


@dlt.resource(name="documents", write_disposition="append")
def documents():
    """Page 1 of each list, then the pages that it tells of; as they come, a page at a time."""
    ids = ["e57a" + str(number).zfill(28) for number in range(int(enterprises))]
    with ThreadPoolExecutor(workers) as pool:
        firsts = list(pool.map(lambda enterprise: page(enterprise, 1), ids))
        for first in firsts:
            yield first["list"]
        rest = [
            (first["id"], number)
            for first in firsts
            for number in range(2, -(-first["total"] // first["pageSize"]) + 1)
        ]
        for answer in pool.map(lambda asked: page(*asked), rest):
            yield answer["list"]


@dlt.transformer(data_from=documents, name="cases", write_disposition="append")
def cases(items: list):
    @dlt.defer
    def text(item: dict) -> object:
        return data("rh_case_details", id=item["文书id"], type="ptal")

    for item in items:
        yield text(item)


pipeline = dlt.pipeline(
    pipeline_name="bench",
    pipelines_dir=folder,
    destination=dlt.destinations.duckdb(database),
    dataset_name="bench",
)
pipeline.run(
    [documents, cases] if depth == "details" else [documents],
    **({} if file_format == "default" else {"loader_file_format": file_format}),
)
print(json.dumps(pipeline.last_trace.last_normalize_info.row_counts))
