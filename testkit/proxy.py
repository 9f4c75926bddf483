"""deploy/proxy as a test runs it: nginx with TLS in front of a real web process."""

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.ports import free_port
from testkit.api import NO_SETTINGS, serving
from testkit.certificates import Authority
from testkit.stream import wait_until

PROXY = Path(settings.BASE_DIR) / "deploy/proxy"
HOST = "permanence.example"
PATIENCE_S = 20.0
MAIN = """
daemon off;
{user}
worker_processes 1;
error_log stderr;
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/permanence.nginx.conf;
}}
"""


class Proxy(NamedTuple):
    """Ports of the proxy, for TLS and without, the address of the web process, and the authority to trust."""

    tls: int
    plain: int
    web: str
    authority: Authority

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] = NO_SETTINGS,
        *,
        client: str = "127.0.0.1",
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """The answer over TLS to a client with this address, and its content."""
        line = self.line(client)
        line.request(method, path, body, {"Host": HOST, "Connection": "close", **headers})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer, content

    def line(self, client: str = "127.0.0.1") -> http.client.HTTPConnection:
        """A connection with the certificate checked for the proxy's name."""
        trusting = ssl.create_default_context(cadata=self.authority.pem.decode())
        plain = socket.create_connection(
            ("127.0.0.1", self.tls), timeout=PATIENCE_S, source_address=(client, 0)
        )
        line = http.client.HTTPConnection("127.0.0.1", self.tls)
        line.sock = trusting.wrap_socket(plain, server_hostname=HOST)
        return line


@contextmanager
def proxied(folder: Path, set_to: Mapping[str, str] = NO_SETTINGS) -> Iterator[Proxy]:
    """nginx with the configuration of deploy/proxy, its names and ports replaced, and a web process behind it with
    these settings. Skips the test without nginx."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    behind = {
        "SECRET_KEY": settings.SECRET_KEY,
        "BEHIND_HTTPS": "true",
        "TRUSTED_PROXIES": "127.0.0.1",
        "ALLOWED_HOSTS": f"127.0.0.1,{HOST}",
        **set_to,
    }
    data = folder / "data"
    data.mkdir()
    with serving(data, behind) as web:
        made = Proxy(free_port(), free_port(), web, Authority())
        _configure(folder, made)
        with _running(nginx, folder):
            wait_until(lambda: _listens(made.tls), "nginx listens")
            yield made


def _configure(folder: Path, proxy: Proxy) -> None:
    """Write the configuration, and a certificate for the proxy's name."""
    proxy.authority.write_server(HOST, folder / "fullchain.pem", folder / "privkey.pem")
    text = (PROXY / "permanence.nginx.conf").read_text()
    text = re.sub(r"\n *listen \[::\][^\n]*", "", text)
    for name, replaced in {
        "listen 80;": f"listen 127.0.0.1:{proxy.plain};",
        "listen 443 ": f"listen 127.0.0.1:{proxy.tls} ",
        "127.0.0.1:8000": proxy.web.removeprefix("http://"),
        "/etc/ssl/permanence": str(folder),
        "/etc/nginx/permanence-proxy.conf": str(PROXY / "permanence-proxy.conf"),
        "/opt/permanence": str(settings.BASE_DIR),
    }.items():
        assert name in text
        text = text.replace(name, replaced)
    (folder / "permanence.nginx.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))


@contextmanager
def _running(nginx: str, folder: Path) -> Iterator[None]:
    """nginx as a process of its own."""
    process = subprocess.Popen(
        [nginx, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")],
        stderr=subprocess.DEVNULL,
        preexec_fn=dies_with_parent(signal.SIGTERM),  # noqa: PLW1509  one system call, no Python lock
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _listens(port: int) -> bool:
    """Return True if somebody takes connections there."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
