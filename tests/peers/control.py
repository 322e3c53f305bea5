"""The broker's control interface, as the peers use it."""
import json
import urllib.error
import urllib.request


class Http:
    """The broker's control interface."""

    def __init__(self, base):
        self.base = base

    def get(self, path):
        with urllib.request.urlopen(self.base + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path, **body):
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def status_of(self, path, body):
        """Status and error text of a POST that should be refused."""
        request = urllib.request.Request(self.base + path, body.encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, ""
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)["error"]
