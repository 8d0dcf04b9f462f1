"""Proxies in front of the services and of the S3 server, which fail on purpose."""
import asyncio
import itertools
import random
import threading

LARGEST_HEAD = 1 << 17
REFUSAL = (b'HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nConnection: close\r\nContent-Length: 76\r\n\r\n'
           b'<?xml version="1.0"?><Error><Code>SlowDown</Code><Message></Message></Error>')


class Loop:
    """The thread that all proxies share."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda *_: None)
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def serve(self, handler, host, port):
        async def handled(reader, writer):
            try:
                await handler(reader, writer)
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                pass
            finally:
                writer.close()
        server = asyncio.start_server(handled, host, port, limit=LARGEST_HEAD)
        asyncio.run_coroutine_threadsafe(server, self.loop).result()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)


async def pump(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
    except OSError:
        writer.close()


async def join(client, server):
    """Passes bytes on in both directions until the server has said all."""
    upwards = asyncio.ensure_future(pump(client[0], server[1]))
    try:
        await pump(server[0], client[1])
    finally:
        upwards.cancel()
        server[1].close()


class Alternating:
    """A proxy that gives each connection to the next service, and to another one if that cannot be reached."""

    def __init__(self, loop, host, port, targets):
        self.targets, self.turns = targets, itertools.count()
        self.counts = dict.fromkeys(targets, 0)
        loop.serve(self.handle, host, port)

    async def handle(self, reader, writer):
        first = next(self.turns)
        for offset in range(len(self.targets)):
            target = self.targets[(first + offset) % len(self.targets)]
            try:
                server = await asyncio.wait_for(asyncio.open_connection(*target), 2)
            except (OSError, asyncio.TimeoutError):
                continue
            self.counts[target] += 1
            await join((reader, writer), server)
            return


class Failing:
    """A proxy for one request a connection that refuses, delays or drops some of them."""

    def __init__(self, loop, host, port, target, seed):
        self.target, self.rng = target, random.Random(seed)
        self.refused_share, self.delay, self.is_down = 0.0, 0.0, False
        self.passed = self.refused = 0
        loop.serve(self.handle, host, port)

    async def handle(self, reader, writer):
        head = await reader.readuntil(b'\r\n\r\n')
        if self.is_down:
            writer.transport.abort()
            return
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.rng.random() < self.refused_share:
            self.refused += 1
            writer.write(REFUSAL)
            await writer.drain()
            writer.write_eof()
            # A reset because of unread bytes would take the answer away from the client.
            while await asyncio.wait_for(reader.read(1 << 16), 20):
                pass
            return
        self.passed += 1
        server = await asyncio.open_connection(*self.target)
        # The signature does not cover this header, and the client learns from the answer that the connection ends.
        lines = [line for line in head[:-4].split(b'\r\n') if not line.lower().startswith(b'connection:')]
        server[1].write(b'\r\n'.join([*lines, b'Connection: close', b'', b'']))
        await join((reader, writer), server)
