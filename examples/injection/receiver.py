"""A receiver of injected pictures: the protocol of docs/injection.md, with the standard library alone.

    python3 receiver.py                      connects to the socket in SKIDPAD_VIDEO, as a program that Skidpad has started
    python3 receiver.py --listen unix:PATH   or tcp:127.0.0.1:PORT: waits there for one run; port 0 is any, and it says which
    python3 receiver.py --save FILE.pgm      keeps the first picture of camera 0, in grey

It checks that stamps in the pictures are those of their headers, that the host time is one for a set, and that time goes on.
"""

import argparse
import mmap
import os
import socket
import struct
import sys
import zlib

HEADER = struct.Struct("<4sHHIHHII4sIQQQII")
ANSWER = struct.Struct("<4sHHII")
RECEIPT = struct.Struct("<QQII")
STAMPS = struct.Struct("<QQ")
VERSION = 1
BEGIN, PICTURE, END = 1, 2, 3
READY, RECEIVED, MISSED, ERROR = 1, 2, 3, 4


class Receiver:
    def __init__(self, connection, save=None):
        self.connection = connection
        self.save = save
        self.memory = None
        self.last = []

    def run(self):
        receipts = []
        while True:
            header = HEADER.unpack(self.read(HEADER.size))
            magic, version, kind, number, camera, cameras, width, height, fourcc, size, sensor, host, place, flags, _ = header
            if magic != b"SKVI" or version != VERSION:
                raise ValueError(f"this is {magic!r}, version {version}, and not SKVI, version {VERSION}")
            if kind == END:
                return
            if kind == BEGIN:
                self.checksum = flags & 1
                path = self.read(size).decode()
                self.memory = map_file(path, place) if place > 0 else None
                self.answer(READY, 0)
                continue
            picture = self.picture(header, size, place)
            receipts.append(self.receipt(picture, sensor, host))
            if self.save and camera == 0:
                save_grey(self.save, picture, width, height, 1 if fourcc == b"UYVY" else 0)
                self.save = None
            if len(receipts) == cameras:
                self.check(receipts)
                self.answer(RECEIVED, number, b"".join(RECEIPT.pack(*receipt, 0) for receipt in receipts))
                receipts = []

    def picture(self, header, size, place):
        if self.memory is None:
            return self.read(size)
        # the header lies before the picture too: whoever finds another one there looks at the wrong place
        if HEADER.unpack_from(self.memory, place) != header:
            raise ValueError(f"the header in the shared memory at {place} is another one")
        start = place + HEADER.size
        return memoryview(self.memory)[start : start + size]

    def receipt(self, picture, sensor, host):
        stamps = STAMPS.unpack_from(picture)
        if stamps != (sensor, host):
            raise ValueError(f"the stamps {stamps} in the picture are not those of its header, {(sensor, host)}")
        return (*stamps, zlib.crc32(picture) if self.checksum else 0)

    def check(self, receipts):
        """One host time for the set, and time goes on for each."""
        stamps = [(sensor, host) for sensor, host, _ in receipts]
        if len({host for _, host in stamps}) != 1:
            raise ValueError(f"the pictures of one set were handed over at different times: {stamps}")
        for now, before in zip(stamps, self.last):
            if now[0] <= before[0] or now[1] <= before[1]:
                raise ValueError(f"time does not go on: {stamps} after {self.last}")
        self.last = stamps

    def answer(self, kind, number, payload=b""):
        self.connection.sendall(ANSWER.pack(b"SKVA", VERSION, kind, number, len(payload)) + payload)

    def read(self, size):
        data = bytearray(size)
        view = memoryview(data)
        while len(view) > 0:
            count = self.connection.recv_into(view)
            if count == 0:
                raise EOFError("the run has closed the connection")
            view = view[count:]
        return data


def map_file(path, size):
    with open(path, "rb") as file:
        return mmap.mmap(file.fileno(), size, prot=mmap.PROT_READ)


def save_grey(path, picture, width, height, first):
    """The luma of every pixel, as a portable grey map; `first` is where it begins: UYVY at 1, YUYV at 0."""
    with open(path, "wb") as file:
        file.write(b"P5\n%d %d\n255\n" % (width, height) + bytes(picture[first::2]))


def connect(address):
    family, _, rest = address.partition(":")
    if family == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(rest)
        return connection
    host, _, port = rest.rpartition(":")
    return socket.create_connection((host, int(port)))


def listen(address):
    family, _, rest = address.partition(":")
    if family == "unix":
        server = socket.socket(socket.AF_UNIX)
        server.bind(rest)
        server.listen(1)
        print(address, flush=True)
    else:
        host, _, port = rest.rpartition(":")
        server = socket.create_server((host, int(port)))
        print(f"tcp:{host}:{server.getsockname()[1]}", flush=True)
    connection, _ = server.accept()
    server.close()
    return connection


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen")
    parser.add_argument("--save")
    options = parser.parse_args()
    connection = listen(options.listen) if options.listen else connect(os.environ["SKIDPAD_VIDEO"])
    receiver = Receiver(connection, options.save)
    try:
        receiver.run()
    except EOFError:
        pass
    except ValueError as error:
        receiver.answer(ERROR, 0, str(error).encode()[:4096])
        sys.exit(str(error))


if __name__ == "__main__":
    main()
