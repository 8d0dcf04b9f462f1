#!/usr/bin/env python3
"""Writes a manual page for the program and one for each of its commands.

usage: formwright --experimental-dump-help | tools/debian/manual.py VERSION SECONDS FOLDER

SECONDS is the date of the pages, since 1970. The texts are those of --help; the subcommands of a command are on its page.
"""

import json
import re
import sys
import time
from pathlib import Path


def escaped(text):
    """Returns a text without the characters that begin requests or escapes of troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def arguments(command):
    return [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]


def value_name(argument):
    return argument.get("valueName") or "value"


def spelled(argument):
    """Returns the names of an option, such as `-o, --output <file>`."""
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value_name(argument))}\\fR"
    names = []
    for name in sorted(argument.get("names", []), key=lambda n: n["kind"] != "short"):
        dashes = "-" if name["kind"] in ("short", "longWithSingleDash") else "--"
        names.append(f"\\fB{escaped(dashes + name['name'])}\\fR")
    text = ", ".join(names)
    return text + (f" \\fI{escaped(value_name(argument))}\\fR" if argument["kind"] == "option" else "")


def discussion(command):
    """Returns the paragraphs of a discussion, with its examples as they are."""
    lines = []
    paragraphs, _, examples = (command.get("discussion") or "").partition("EXAMPLES\n")
    for paragraph in filter(None, (p.strip() for p in paragraphs.split("\n\n"))):
        lines += [".PP", escaped(paragraph)]
    return lines, [line.strip() for line in examples.splitlines() if line.strip()]


def options(command):
    lines = []
    for argument in arguments(command):
        help_text = " ".join(filter(None, (argument.get("abstract"), argument.get("discussion"))))
        lines += [".TP", spelled(argument), escaped(help_text) or "\\&"]
    return lines


def synopsis(path, command):
    parts = [f"\\fB{escaped(' '.join(path))}\\fR"]
    positional = [a for a in arguments(command) if a["kind"] == "positional"]
    if len(positional) < len(arguments(command)):
        parts.append("[\\fIoptions\\fR]")
    for argument in positional:
        name = f"\\fI{escaped(value_name(argument))}\\fR"
        name += " ..." if argument.get("isRepeating") else ""
        parts.append(f"[{name}]" if argument.get("isOptional") else name)
    if command.get("subcommands"):
        parts.append("\\fIcommand\\fR")
    return " ".join(parts)


def visible(command):
    return [c for c in command.get("subcommands", []) if c.get("shouldDisplay", True) and c["commandName"] != "help"]


def section(path, command):
    """Returns what the page of a command says about one of its subcommands."""
    lines = [f".SS {escaped(' '.join(path[1:]))}", escaped(command.get("abstract", "")), ".PP", synopsis(path, command)]
    paragraphs, examples = discussion(command)
    lines += paragraphs + options(command)
    if examples:
        lines += [".PP", "Examples:", ".PP", ".nf", *map(escaped, examples), ".fi"]
    for subcommand in visible(command):
        lines += section(path + [subcommand["commandName"]], subcommand)
    return lines


def page(path, command, version, date, commands=()):
    """Returns the page of a command; `commands` have pages of their own."""
    name = "-".join(path)
    lines = [
        f'.TH {name.upper()} 1 "{date}" "formwright {version}" "Formwright"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        synopsis(path, command),
    ]
    paragraphs, examples = discussion(command)
    if paragraphs:
        lines += [".SH DESCRIPTION", *paragraphs[1:]]
    if arguments(command):
        lines += [".SH OPTIONS", *options(command)]
    if commands:
        lines.append(".SH COMMANDS")
        for subcommand in commands:
            reference = f"formwright\\-{escaped(subcommand['commandName'])}"
            lines += [".TP", f"\\fB{reference}\\fR(1)", escaped(subcommand.get("abstract", ""))]
    elif visible(command):
        lines.append(".SH COMMANDS")
        for subcommand in visible(command):
            lines += section(path + [subcommand["commandName"]], subcommand)
    if examples:
        lines += [".SH EXAMPLES", ".nf", *map(escaped, examples), ".fi"]
    if commands:
        lines += [
            ".SH FILES", ".TP", "\\fI/etc/formwright/pipeline.yaml\\fR", "The settings of the service.",
            ".TP", "\\fI/usr/share/doc/formwright/docs\\fR", "The documentation.",
        ]
    else:
        lines += [".SH SEE ALSO", "\\fBformwright\\fR(1)"]
    return "\n".join(lines) + "\n"


def main():
    version, seconds, folder = sys.argv[1:]
    date = time.strftime("%Y-%m-%d", time.gmtime(int(seconds)))
    root = json.load(sys.stdin)["command"]
    commands = visible(root)
    Path(folder, "formwright.1").write_text(page(["formwright"], root, version, date, commands), encoding="utf-8")
    for command in commands:
        path = ["formwright", command["commandName"]]
        Path(folder, f"{'-'.join(path)}.1").write_text(page(path, command, version, date), encoding="utf-8")


if __name__ == "__main__":
    main()
