#!/usr/bin/python3
"""What kcat sent compressed is stored compressed: the batches are read back raw, byte for byte as the broker keeps them."""
import subprocess
import sys
import zlib

from facts import Facts, suffix
from raw_client import RawClient, batches_in
from topics import create_topic

LINES = 1000
# Long enough that a batch of one record gets smaller too: librdkafka sends plain what compression does not help.
LINE = b"the same words again and again, " * 12 + b"\n"

# How the compressed records of each format begin; snappy's blocks have no mark of their own.
MARKS = {"gzip": b"\x1f\x8b", "lz4": b"\x04\x22\x4d\x18", "zstd": b"\x28\xb5\x2f\xfd"}


def send(bootstrap, topic, codec):
    options = [] if codec == "none" else ["-z", codec]
    subprocess.run(["kcat", "-b", bootstrap, "-P", "-t", topic, "-p", "0", "-X", "linger.ms=200", *options],
                   input=LINE * LINES, check=True, timeout=20)


def consumed(bootstrap, topic):
    return subprocess.run(["kcat", "-b", bootstrap, "-C", "-t", topic, "-p", "0", "-o", "beginning", "-e", "-q"],
                          capture_output=True, check=True, timeout=20).stdout


def main():
    bootstrap = sys.argv[1]
    facts = Facts("stored_compression")
    client = RawClient(bootstrap)
    for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
        topic = f"stored-{codec}-{suffix()}"
        create_topic(bootstrap, topic, 1)
        send(bootstrap, topic, codec)
        data = b""
        offset = 0
        while offset < LINES:
            error, piece = client.fetch(topic, 0, offset)
            batches = batches_in(piece)
            if error or not batches:
                break
            data += piece
            offset = batches[-1].base_offset + batches[-1].record_count
        batches = batches_in(data)
        facts.equal(f"{codec}: all records are there", sum(batch.record_count for batch in batches), LINES)
        facts.equal(f"{codec}: magic, codec and CRC of every batch",
                    {(batch.magic, batch.codec, batch.crc_is_right) for batch in batches}, {(2, codec, True)})
        size = sum(len(batch.payload) for batch in batches)
        if codec == "none":
            facts.check("none: the words stand there plain", size > LINES * len(LINE), size)
        else:
            facts.check(f"{codec}: a quarter of the plain size at most", 0 < size < LINES * len(LINE) // 4, size)
        if codec in MARKS:
            facts.check(f"{codec}: every payload begins as that format does",
                        all(batch.payload.startswith(MARKS[codec]) for batch in batches))
        if codec == "gzip":
            plain = b"".join(zlib.decompress(batch.payload, 31) for batch in batches)
            facts.equal("gzip: unpacks to the records", plain.count(LINE.rstrip(b"\n")), LINES)
        facts.equal(f"{codec}: kcat reads what kcat sent", consumed(bootstrap, topic), LINE * LINES)
    client.close()
    facts.finish()


if __name__ == "__main__":
    main()
