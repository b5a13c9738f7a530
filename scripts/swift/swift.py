"""Runs a single-machine Swift in a folder, for tests: a proxy with the S3 API and the account, container
and object servers, each on its own loopback port. Prints `{"port": ...}` to standard output once it is
ready. Exits with all its processes when its standard input closes."""

import ctypes
import json
import os
import pwd
import signal
import socket
import sys
import time
from http.client import HTTPConnection

from swift.common.ring import RingBuilder
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi

SERVERS = ("account", "container", "object")
PIPELINE = "catch_errors cache listing_formats s3api tempauth slo proxy-server"
PR_SET_PDEATHSIG = 1

PROXY = """
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
"""


def main(folder):
    ports = free_ports(len(SERVERS) + 1)
    os.makedirs(folder + "/devices/one")
    write(folder + "/swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
    for server, port in zip(SERVERS, ports):
        ring = RingBuilder(0, 1, 0)
        ring.add_dev(
            {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "one", "weight": 1.0}
        )
        ring.rebalance()
        ring.get_ring().save(f"{folder}/{server}.ring.gz")
        app = f"[app:{server}-server]\nuse = egg:swift#{server}\n"
        configure(folder, server, port, f"{server}-server", app)
    configure(folder, "proxy", ports[-1], PIPELINE, PROXY)
    for server in (*SERVERS, "proxy"):
        start(folder, server)
    for port in ports:
        wait_for(port)
    print(json.dumps({"port": ports[-1]}), flush=True)
    sys.stdin.read()
    os.killpg(os.getpgid(0), signal.SIGKILL)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def configure(folder, server, port, pipeline, rest):
    user = pwd.getpwuid(os.getuid()).pw_name
    write(
        f"{folder}/{server}.conf",
        f"""[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
user = {user}
[pipeline:main]
pipeline = {pipeline}
{rest}""",
    )


def write(file, text):
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


def start(folder, server):
    if os.fork() != 0:
        return
    # Killed with its parent, even if that is killed.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    log = os.open(f"{folder}/{server}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    set_swift_dir(folder)
    os._exit(run_wsgi(f"{folder}/{server}.conf", f"{server}-server", verbose=True))


def wait_for(port):
    for _ in range(600):
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing answers at port {port}")


# Its own process group, which is killed as a whole.
os.setpgid(0, 0)
main(sys.argv[1])
