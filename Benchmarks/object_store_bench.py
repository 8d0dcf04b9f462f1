"""Compares puts and gets of artefacts with curl's on the same S3 server, alternating; prints JSON.

usage: object_store_bench.py PROGRAM ENDPOINT BUCKET [--count N] [--rounds N]

Credentials come from the environment. curl sends all requests of a round over one connection, and its time is the sum
of those of its transfers. What is compared is the median of the rounds.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import uuid

SIZE = 1 << 20


def curl(folder, requests):
    """Runs requests in one process and returns the seconds of one, on average."""
    user = f"{os.environ['AWS_ACCESS_KEY_ID']}:{os.environ['AWS_SECRET_ACCESS_KEY']}"
    config = os.path.join(folder, "curl.conf")
    blocks = [
        "\n".join([
            'aws-sigv4 = "aws:amz:us-east-1:s3"', f'user = "{user}"', 'silent', 'fail',
            'write-out = "%{time_total}\\n"', *lines,
        ])
        for lines in requests
    ]
    with open(config, "w", encoding="utf-8") as file:
        file.write("\nnext\n".join(blocks))
    os.chmod(config, 0o600)
    done = subprocess.run(["curl", "--config", config], check=True, capture_output=True, text=True)
    return sum(float(line) for line in done.stdout.split()) / len(requests)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("endpoint")
    parser.add_argument("bucket")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ours, theirs = {"put": [], "get": [], "getCached": []}, {"put": [], "get": []}
    for _ in range(options.rounds):
        folder = tempfile.mkdtemp()
        try:
            prefix = f"bench/{uuid.uuid4().hex}"
            run = subprocess.run(
                [options.program, "--url", f"s3://{options.bucket}/{prefix}", "--endpoint", options.endpoint, "--cache",
                 folder + "/cache", "--count", str(options.count), "--size", str(SIZE)],
                check=True, capture_output=True, text=True)
            for name, seconds in json.loads(run.stdout).items():
                ours[name].append(seconds)
            files = [os.path.join(folder, f"{number}") for number in range(options.count)]
            for file in files:
                with open(file, "wb") as output:
                    output.write(os.urandom(SIZE))
            urls = [f"{options.endpoint}/{options.bucket}/{prefix}/curl/{number}" for number in range(options.count)]
            theirs["put"].append(curl(folder, [
                [f'url = "{url}"', f'upload-file = "{file}"', 'header = "x-amz-content-sha256: UNSIGNED-PAYLOAD"',
                 'output = "/dev/null"'] for url, file in zip(urls, files)]))
            theirs["get"].append(curl(folder, [
                [f'url = "{url}"', f'header = "x-amz-content-sha256: {empty}"', 'output = "/dev/null"']
                for url in urls]))
        finally:
            shutil.rmtree(folder)
    median = {name: statistics.median(values) for name, values in ours.items()}
    other = {name: statistics.median(values) for name, values in theirs.items()}
    print(json.dumps({
        "milliseconds": {name: round(value * 1000, 3) for name, value in median.items()},
        "curlMilliseconds": {name: round(value * 1000, 3) for name, value in other.items()},
        "ratio": {name: round(median[name] / other[name], 3) for name in other},
    }))


if __name__ == "__main__":
    main()
