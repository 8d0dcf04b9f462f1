"""Compares the query language of rows, on both engines of the store, with PostgreSQL itself.

One random tree makes both the URL and the SQL. Nothing here is shared with the program: the translation of the language into SQL is written a second time.
"""

import argparse
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

# Letters outside ASCII have one case only: PostgreSQL's collation C does not know others.
WORDS = ["sun", "Sun", "SEA", "fox in socks", "a,b", "(x)", 'say "hi"', "100%", "a_b", "太陽", "🦊", "", " ", "dot.dot"]
TAGS = ["red", "green", "light blue", "a,b", "{x}", 'q"q', "太陽"]

COLUMNS = {
    "authors": {
        "id": "bigint", "name": "text", "born": "date", "active": "boolean", "score": "numeric",
        "joined": "timestamp with time zone", "code": "uuid",
    },
    "books": {
        "id": "bigint", "author_id": "bigint", "title": "text", "tags": "text[]", "pages": "bigint", "sold": "numeric",
        "loved": "boolean", "extra": "jsonb",
    },
}
# The types to which each type can be cast, of which some refuse some values.
CASTS = {
    "bigint": ["text", "integer", "numeric", "float", "smallint"], "numeric": ["text", "integer", "bigint", "float"],
    "text": ["text", "integer", "boolean", "date", "jsonb", "uuid"], "date": ["text", "timestamptz"],
    "timestamp with time zone": ["text", "date"], "uuid": ["text"], "boolean": ["text", "integer", "date"],
    "text[]": ["text", "jsonb"], "jsonb": ["text", "numeric", "boolean"], "integer": ["text", "bigint", "boolean"],
    "float": ["text", "integer", "numeric"], "timestamptz": ["text", "date"], "smallint": ["text", "integer"],
}
# The aggregates of each type, of which some do not exist.
AGGREGATES = {
    "bigint": "sum avg min max", "integer": "sum avg min max", "smallint": "sum avg min max",
    "numeric": "sum avg min max", "float": "min max", "text": "min max sum", "date": "min max",
    "timestamp with time zone": "min max avg", "timestamptz": "min max", "uuid": "max", "boolean": "min", "jsonb": "max",
    "text[]": "",
}
# The types of the aggregates' results.
RESULTS = {
    ("sum", "bigint"): "numeric", ("sum", "integer"): "bigint", ("sum", "smallint"): "bigint",
    ("avg", "integer"): "numeric", ("avg", "bigint"): "numeric", ("avg", "smallint"): "numeric",
}
# The refusals by which casts and aggregates end.
REFUSALS = {"22003", "22007", "22008", "22023", "22P02", "42846", "42883"}
# A cast or a function that does not exist.
ABSENT = {"42846", "42883"}
KEYS = ["a", "b", "long key", "x.y", "0"]
REQUIRED = {("authors", "id"), ("books", "id"), ("books", "tags")}


def value(kind, rng):
    """Returns a value of a type, as JSON has it."""
    if kind == "bigint":
        return rng.choice([0, 1, 2, 3, 5, 8, -1, rng.randrange(1000)])
    if kind == "numeric":
        number = rng.choice([0.5, 1.25, -3.75, 2, rng.randrange(10000) / 8])
        return int(number) if number == int(number) else number
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "date":
        return f"20{rng.randrange(10, 27)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
    if kind == "timestamp with time zone":
        # Six digits behind the point, the last of them not 0, are written alike by both.
        return (f"2026-0{rng.randrange(1, 4)}-{rng.randrange(1, 29):02}T{rng.randrange(24):02}:{rng.randrange(60):02}:"
                f"{rng.randrange(60):02}.{rng.randrange(99999):05}{rng.randrange(1, 10)}+00:00")
    if kind == "uuid":
        return f"00000000-0000-4000-8000-{rng.randrange(6):012}"
    if kind == "text[]":
        return [rng.choice(TAGS) for _ in range(rng.randrange(4))]
    if kind == "jsonb":
        return tree(rng, 2)
    return rng.choice(WORDS)


def tree(rng, depth):
    """Returns a random JSON value that is not null."""
    if depth > 0 and rng.random() < 0.4:
        return [tree(rng, depth - 1) if rng.random() < 0.9 else None for _ in range(rng.randrange(4))]
    if depth > 0 and rng.random() < 0.8:
        return {rng.choice(KEYS): tree(rng, depth - 1) if rng.random() < 0.9 else None for _ in range(rng.randrange(4))}
    return rng.choice([0, 1, 2, -7, 2.5, 100, True, False, rng.choice(WORDS)])


class Place:
    """A column, or a place inside of its JSON value, as a client and as SQL name it."""

    def __init__(self, table, rng, deep=0.3):
        columns = COLUMNS[table]
        self.column = rng.choice(list(columns))
        self.kind = columns[self.column]
        self.text, self.sql = self.column, f't."{self.column}"'
        if rng.random() < deep or (self.kind == "jsonb" and rng.random() < 0.7):
            self.descend(rng)

    def descend(self, rng):
        if self.kind != "jsonb":
            self.sql = f"to_jsonb({self.sql})"
        for _ in range(rng.randrange(1, 4)):
            if rng.random() < 0.5:
                key = rng.choice(KEYS)
                self.text += "->" + (f'"{key}"' if key in ("x.y", "0") else key)
                self.sql += f" -> '{key}'"
            else:
                index = rng.choice([0, 0, 1, 2, -1, -2])
                self.text += f"->{index}"
                self.sql += f" -> {index}"
        self.kind = "jsonb"
        if rng.random() < 0.5:
            self.kind = "text"
            before, _, after = self.text.rpartition("->")
            self.text = before + "->>" + after
            before, _, after = self.sql.rpartition("->")
            self.sql = before + "->>" + after
        self.sql = f"({self.sql})"

    def cast(self, rng):
        kind = rng.choice(CASTS[self.kind])
        self.text += "::" + kind
        self.sql, self.kind = f"CAST({self.sql} AS {kind})", kind

    def aggregate(self, rng):
        function = rng.choice(["count"] + AGGREGATES[self.kind].split())
        self.text += f".{function}()"
        self.sql = f"{function}({self.sql})"
        self.kind = "bigint" if function == "count" else RESULTS.get((function, self.kind), self.kind)


def rows(table, count, rng):
    """Returns the rows of a table; identifiers count from 1."""
    made = []
    for number in range(1, count + 1):
        row = {}
        for name, kind in COLUMNS[table].items():
            row[name] = None if (table, name) not in REQUIRED and rng.random() < 0.15 else value(kind, rng)
        row["id"] = number
        if "author_id" in row and row["author_id"] is not None:
            row["author_id"] = rng.randrange(1, 13)
        made.append(row)
    return made


def literal(item, kind="text"):
    """Returns a value as SQL."""
    if kind == "jsonb" and item is not None:
        return literal(json.dumps(item, ensure_ascii=False)) + "::jsonb"
    if item is None:
        return "NULL"
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, list):
        return "ARRAY[" + ", ".join(literal(part) for part in item) + "]::text[]"
    return "'" + str(item).replace("'", "''") + "'" + (f"::{kind}" if kind != "text" else "")


def plain(item, kind="text"):
    """Returns a value as a parameter has it."""
    if kind == "jsonb":
        return json.dumps(item, ensure_ascii=False)
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, list):
        return "{" + ",".join('"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"' for part in item) + "}"
    return str(item)


def quoted(text):
    """Returns a value within parentheses, where some characters have a meaning."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


SIGNS = {"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "isdistinct": "IS DISTINCT FROM"}


class Test:
    """A condition on one column."""

    def __init__(self, table, rng):
        self.place = Place(table, rng, deep=0.1)
        self.column, kind = self.place.text, self.place.kind
        self.negated = rng.random() < 0.2
        choices = ["is"]
        choices += ["eq", "neq", "isdistinct"]
        if kind == "text[]":
            choices += ["cs", "cs", "cd", "ov", "gt", "gte", "lt", "lte"]
        else:
            choices += ["in"]
            if kind != "boolean":
                choices += ["gt", "gte", "lt", "lte"]
            if kind in ("bigint", "numeric", "text", "date"):
                choices += ["quantified", "quantified"]
            if kind == "text":
                choices += ["like", "ilike"]
        self.operator = rng.choice(choices)
        self.sql = getattr(self, "make_" + self.operator, self.make_comparison)(kind, rng)
        if self.negated:
            self.sql = f"NOT ({self.sql})"

    def name(self):
        return self.place.sql

    def make_comparison(self, kind, rng):
        item = value(kind, rng)
        self.text = plain(item, kind)
        return f"{self.name()} {SIGNS[self.operator]} {literal(item, kind)}"

    def make_quantified(self, kind, rng):
        operator, quantifier = rng.choice(["eq", "gt", "gte", "lt", "lte"]), rng.choice(["any", "all"])
        items = [value(kind, rng) for _ in range(rng.randrange(4))]
        self.operator = f"{operator}({quantifier})"
        self.text = plain([plain(item, kind) for item in items])
        listed = f"ARRAY[{', '.join(literal(item, kind) for item in items)}]::{kind}[]"
        return f"{self.name()} {SIGNS[operator]} {quantifier} ({listed})"

    def make_in(self, kind, rng):
        items = [value(kind, rng) for _ in range(rng.randrange(1, 5))]
        self.text = "(" + ",".join(quoted(plain(item, kind)) for item in items) + ")"
        self.is_list = True
        return f"{self.name()} IN ({', '.join(literal(item, kind) for item in items)})"

    def make_is(self, kind, rng):
        words = {"null": "NULL", "not_null": "NOT NULL"}
        if kind == "boolean":
            words |= {"true": "TRUE", "false": "FALSE", "unknown": "UNKNOWN"}
        self.text = rng.choice(list(words))
        return f"{self.name()} IS {words[self.text]}"

    def make_like(self, kind, rng):
        word = rng.choice(WORDS).replace("%", "")
        pattern = rng.choice(["*" + word, word + "*", "*" + word[1:3] + "*", "_" + word[1:]])
        self.text = pattern
        sign = "ILIKE" if self.operator == "ilike" else "LIKE"
        return f"{self.name()} {sign} {literal(pattern.replace('*', '%'))}"

    make_ilike = make_like

    def make_cs(self, kind, rng):
        items = [rng.choice(TAGS) for _ in range(rng.randrange(4))]
        self.text = plain(items)
        return f"{self.name()} {({'cs': '@>', 'cd': '<@', 'ov': '&&'})[self.operator]} {literal(items)}"

    make_cd = make_ov = make_cs

    def operation(self, nested):
        text = self.text
        if nested and not hasattr(self, "is_list") and self.operator != "is":
            text = quoted(text)
        return ("not." if self.negated else "") + f"{self.operator}.{text}"

    def parameter(self, path):
        return path + self.column, self.operation(False)

    def nested(self):
        return f"{self.column}.{self.operation(True)}"


class Tree:
    """Several conditions, of which all or one must hold."""

    def __init__(self, table, rng, depth):
        self.word = rng.choice(["and", "or"])
        self.negated = rng.random() < 0.2
        self.parts = [condition(table, rng, depth - 1) for _ in range(rng.randrange(1, 4))]
        self.sql = "(" + f" {self.word.upper()} ".join(f"({part.sql})" for part in self.parts) + ")"
        if self.negated:
            self.sql = f"NOT {self.sql}"

    def body(self):
        return "(" + ",".join(part.nested() for part in self.parts) + ")"

    def parameter(self, path):
        return path + ("not." if self.negated else "") + self.word, self.body()

    def nested(self):
        return ("not." if self.negated else "") + self.word + self.body()


def condition(table, rng, depth=2):
    """Returns a random condition on the rows of a table."""
    return Tree(table, rng, depth) if depth > 0 and rng.random() < 0.35 else Test(table, rng)


class Query:
    """A request for rows, with what it embeds."""

    def __init__(self, table, rng, depth=1, is_one=False):
        self.parameters = []
        columns = list(COLUMNS[table])
        self.fields = rng.sample(columns, rng.randrange(1, len(columns) + 1)) if rng.random() < 0.7 else None
        self.items = [self.item(name, rng) for name in self.fields] if self.fields else ["*"]
        names = [item.split(":")[0] for item in self.items]
        self.table = table
        self.columns = [f't."{column}" AS "{name}"' for column, name in zip(self.fields, names)] if self.fields else ["t.*"]
        self.conditions = [condition(table, rng) for _ in range(rng.randrange(3))]
        self.groups = None
        if rng.random() < 0.25:
            self.group(table, rng)
        elif rng.random() < 0.4:
            for number in range(rng.randrange(1, 3)):
                place = Place(table, rng)
                if depth > 0 and rng.random() < 0.4:
                    place.cast(rng)
                self.items.append(f"v{number}:{place.text}")
                self.columns.append(f'{place.sql} AS "v{number}"')
        self.order = None if is_one or self.groups is not None else self.random_order(columns, rng)
        self.limit = rng.randrange(6) if self.order and rng.random() < 0.4 else None
        self.offset = rng.randrange(4) if self.order and rng.random() < 0.2 else None
        self.embeds = []
        if depth > 0 and self.groups is None and rng.random() < 0.6:
            self.add_embed(rng, depth)
        # A cast may fail for a row outside of a limit, or not.
        if self.casts():
            self.limit = self.offset = None

    def group(self, table, rng):
        """Makes the rows those of groups."""
        self.items, self.columns, self.groups = [], [], []
        for number in range(rng.randrange(3)):
            place = Place(table, rng)
            self.items.append(f"k{number}:{place.text}")
            self.columns.append(f'{place.sql} AS "k{number}"')
            self.groups.append(place.sql)
        for number in range(rng.randrange(1, 4)):
            place = Place(table, rng)
            if rng.random() < 0.15:
                place.text, place.sql, place.kind = "count()", "count(*)", "bigint"
            else:
                if rng.random() < 0.3:
                    place.cast(rng)
                place.aggregate(rng)
            if rng.random() < 0.3:
                place.cast(rng)
            self.items.append(f"a{number}:{place.text}")
            self.columns.append(f'{place.sql} AS "a{number}"')

    @staticmethod
    def item(name, rng):
        return f"x_{name}:{name}" if rng.random() < 0.2 else name

    @staticmethod
    def random_order(columns, rng):
        if rng.random() < 0.3:
            return None
        terms = []
        for name in rng.sample([c for c in columns if c != "id"], rng.randrange(3)):
            terms.append((name, rng.choice(["", ".asc", ".desc"]), rng.choice(["", "", ".nullsfirst", ".nullslast"])))
        return terms + [("id", rng.choice(["", ".desc"]), "")]

    def casts(self):
        """Returns whether a cast is among the fields, here or in an embed."""
        return any("::" in item for item in self.items) or any(embed[-1].casts() for embed in self.embeds)

    def add_embed(self, rng, depth):
        relation = "books" if self.table == "authors" else "authors"
        is_one = relation == "authors"
        query = Query(relation, rng, depth - 1, is_one)
        alias = rng.choice([relation, "other"])
        is_whole = query.limit is None and query.offset is None and query.groups is None
        is_inner = is_whole and rng.random() < 0.4
        self.embeds.append((relation, alias, is_one, is_inner, query))

    def select(self):
        items = list(self.items)
        for relation, alias, _, is_inner, query in self.embeds:
            name = relation if alias == relation else f"{alias}:{relation}"
            items.append(f"{name}{'!inner' if is_inner else ''}({query.select()})")
        return ",".join(items)

    def pairs(self, path=""):
        made = [part.parameter(path) for part in self.conditions]
        if self.order:
            made.append((path + "order", ",".join("".join(term) for term in self.order)))
        if self.limit is not None:
            made.append((path + "limit", str(self.limit)))
        if self.offset is not None:
            made.append((path + "offset", str(self.offset)))
        for _, alias, _, _, query in self.embeds:
            made += query.pairs(f"{path}{alias}.")
        return made

    def url(self):
        return "/" + self.table + "?" + urllib.parse.urlencode([("select", self.select())] + self.pairs())

    def statement(self, level=0, link="true"):
        """Returns the rows as SQL; each level has an alias of its own, and texts say t for theirs."""
        columns = [self.own(column, level) for column in self.columns]
        conditions = [link] + [self.own(part.sql, level) for part in self.conditions]
        for _, alias, is_one, is_inner, query in self.embeds:
            inner, outer = f"t{level + 1}", f"t{level}"
            on = f'{inner}."id" = {outer}."author_id"' if is_one else f'{inner}."author_id" = {outer}."id"'
            inside = query.statement(level + 1, on)
            whole = "row_to_json(e)" if is_one else "coalesce(json_agg(e), '[]')"
            columns.append(f'(SELECT {whole} FROM ({inside}) e) AS "{alias}"')
            if is_inner:
                conditions.append(f"EXISTS ({inside})")
        where = " AND ".join(f"({part})" for part in conditions)
        text = f'SELECT {", ".join(columns)} FROM "{self.table}" t{level} WHERE {where}'
        if self.groups:
            text += " GROUP BY " + ", ".join(self.own(place, level) for place in self.groups)
        if self.order:
            words = {"": "", ".asc": " ASC", ".desc": " DESC"}
            nulls = {"": "", ".nullsfirst": " NULLS FIRST", ".nullslast": " NULLS LAST"}
            text += " ORDER BY " + ", ".join(f't{level}."{name}"{words[way]}{nulls[null]}' for name, way, null in self.order)
        if self.limit is not None:
            text += f" LIMIT {self.limit}"
        if self.offset is not None:
            text += f" OFFSET {self.offset}"
        return text

    @staticmethod
    def own(text, level):
        return text.replace('t."', f't{level}."').replace("t.*", f"t{level}.*")

    def arranged(self, answer):
        """Returns an answer in which rows come in one order where none was asked for."""
        if isinstance(answer, dict):
            embedded = {alias: query for _, alias, _, _, query in self.embeds}
            return {key: embedded[key].arranged(part) if key in embedded else part for key, part in answer.items()}
        if not isinstance(answer, list):
            return answer
        made = [self.arranged(row) for row in answer]
        return made if self.order else sorted(made, key=lambda row: json.dumps(row, sort_keys=True))


def sql(query):
    """Returns a statement whose only value is the answer as JSON."""
    return f"SELECT replace(coalesce(json_agg(a), '[]')::text, E'\\n', '') FROM ({query.statement()}) a;"


class Postgres:
    """PostgreSQL in a temporary folder, reached by a socket there."""

    def __init__(self, folder):
        self.folder = folder
        tools = Path("/usr/lib/postgresql/15/bin")
        # It refuses to run as root.
        self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(folder, "nobody", "nogroup")
        self.run(tools / "initdb", "-D", folder / "data", "--locale=C", "--encoding=UTF8", "-U", "test", "-A", "trust")
        self.run(tools / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o",
                 f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off", "start")
        self.url = "postgresql://test@" + urllib.parse.quote(str(folder), safe="") + "/plans"
        self.stop = lambda: self.run(tools / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")

    def run(self, *command):
        subprocess.run(self.user + [str(part) for part in command], check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def answers(self, statements):
        """Returns one line for each statement; a statement that fails answers with its error."""
        script = "\\set VERBOSITY sqlstate\nSET TIME ZONE 'UTC';\n" + "".join(f"\\echo #\n{text}\n" for text in statements)
        done = subprocess.run(
            ["psql", "-h", self.folder, "-U", "test", "-d", "postgres", "-qAtX"], input=script, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
        return [part.strip() for part in done.stdout.split("#\n")[1:]]


def normal(item):
    """Returns an answer in which numbers and times are equal if they are the same number or time."""
    if isinstance(item, dict):
        return {key: normal(part) for key, part in item.items()}
    if isinstance(item, list):
        return [normal(part) for part in item]
    if isinstance(item, str):
        # A time has six digits behind the point here, and no zeros at the end there.
        return re.sub(r"(T\d\d:\d\d:\d\d)\.000000(\+00:00)$", r"\1\2", item)
    return float(item) if isinstance(item, (int, float)) and not isinstance(item, bool) else item


def fixture(data):
    """Returns the tables as rest-fixture reads them."""
    tables = []
    for name, columns in COLUMNS.items():
        tables.append({
            "name": name, "rows": data[name],
            "columns": [
                {"name": column, "type": kind, "nullable": (name, column) not in REQUIRED} for column, kind in columns.items()
            ],
            "foreignKeys": [{"name": "books_author_id_fkey", "column": "author_id", "references": "authors"}]
            if name == "books" else [],
        })
    return {"tables": tables}


def creation(data):
    """Returns the same as SQL."""
    statements = []
    for name, columns in COLUMNS.items():
        parts = [f'"{column}" {kind}' + (" PRIMARY KEY" if column == "id" else "") for column, kind in columns.items()]
        if name == "books":
            parts.append('FOREIGN KEY ("author_id") REFERENCES "authors"')
        statements.append(f'CREATE TABLE "{name}" ({", ".join(parts)});')
        for row in data[name]:
            values = ", ".join(literal(row[column], kind) for column, kind in columns.items())
            statements.append(f'INSERT INTO "{name}" VALUES ({values});')
    return statements


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    rng = random.Random(options.seed)
    data = {"authors": rows("authors", 12, rng), "books": rows("books", 40, rng)}
    queries = [Query(rng.choice(list(COLUMNS)), rng) for _ in range(options.queries)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "tables.json").write_text(json.dumps(fixture(data)), encoding="utf-8")
        (folder / "postgres").mkdir()
        postgres = Postgres(folder / "postgres")
        servers = {}
        try:
            postgres.answers(["CREATE DATABASE plans TEMPLATE template0;"])
            for engine, place in {"SQLite": [], "PostgreSQL": ["--postgresql", postgres.url]}.items():
                servers[engine] = subprocess.Popen(
                    [os.environ["REST_FIXTURE"], "--tables", folder / "tables.json"] + place, stdout=subprocess.PIPE,
                    text=True)
            setup = [answer for answer in postgres.answers(creation(data)) if answer]
            if setup:
                sys.exit(f"PostgreSQL refuses the rows: {setup[0]}")
            expected = postgres.answers(sql(query) for query in queries)
            wrong = nonempty = refused = 0
            for engine, server in servers.items():
                url = urllib.parse.urlsplit(server.stdout.readline().strip())
                connection = http.client.HTTPConnection(url.hostname, url.port)
                for query, line in zip(queries, expected):
                    connection.request("GET", url.path + query.url())
                    answer = connection.getresponse()
                    body = json.loads(answer.read())
                    refusal = line.partition("ERROR:  ")[2]
                    if refusal:
                        if refusal.strip() not in REFUSALS:
                            sys.exit(f"PostgreSQL refuses {sql(query)}: {line}")
                        refused += 1
                        # Of two mistakes in a statement, either may come first.
                        codes = ABSENT if refusal.strip() in ABSENT else {refusal.strip()}
                        same = answer.status >= 400 and body["code"] in codes
                    else:
                        right = normal(json.loads(line))
                        nonempty += bool(right)
                        same = answer.status == 200 and query.arranged(normal(body)) == query.arranged(right)
                    if not same:
                        wrong += 1
                        if wrong <= 5:
                            print(f"GET {urllib.parse.unquote_plus(query.url())}\n  {sql(query)}\n"
                                  f"  our plan on {engine}: {answer.status} {body}\n  there: {line}", file=sys.stderr)
        finally:
            for server in servers.values():
                server.kill()
            postgres.stop()
    count = options.queries * len(servers)
    print(f"{count - wrong} of {count} answers by our plans on {' and '.join(servers)} are equal to PostgreSQL's own, "
          f"{nonempty} of them with rows, {refused} refused by the same code (seed {options.seed})")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
