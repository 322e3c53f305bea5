#!/usr/bin/python3
"""Makes the topic for the librdkafka peer, a C++ program (librdkafka/main.cpp), and becomes it."""
import os
import sys

from facts import suffix
from topics import create_topic


def main():
    bootstrap, program = sys.argv[1:3]
    topic = f"librdkafka-{suffix()}"
    create_topic(bootstrap, topic, 6)
    os.execv(program, [program, bootstrap, topic])


if __name__ == "__main__":
    main()
