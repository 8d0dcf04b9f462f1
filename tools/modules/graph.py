#!/usr/bin/env python3
"""Checks the package's graph: that no module below Sources imports one of a later group, that every dependency is imported, that the table
of modules in docs/inside/architecture.md is complete, that C libraries are imported by their wrappers only, that the groups below the
domains have no words of a domain, and that SQL names tables of its own module, or in a domain of its own group, only.

Also checks that the products for apps need nothing that Apple's systems lack.

usage: swift package describe --type json | tools/modules/graph.py
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GROUPS = ["C", "Base", "Clients", "Libraries", "PDF", "Runner", "Service", "CommandLine", "PortableText", "Forms", "Trading", "Portfolio", "Families",
          "Program"]
# The modules outside Libraries that wrap a C library, or use what a package has in C.
WRAPPERS = {"GRDB": set(), "GRDBSQLite": set(), "CStageProcess": {"PipelineProcesses", "ChildPrograms"},
            "CStandardStreams": {"FormwrightCLI"},
            "CYaml": set(), "CLeptonica": {"TestSupport"}, "CLinux": {"ProcessTestSupport"}}
# The products for apps, and the modules that their sources may import besides each other.
APP_PRODUCTS = ["FormwrightClient", "TradingClient", "PortfolioClient", "FamiliesClient", "PortableText"]
APP_IMPORTS = {"Foundation", "FoundationNetworking", "Observation"}
# The groups that are domains.
DOMAINS = ["PortableText", "Forms", "Trading", "Portfolio", "Families"]
# Targets that are compiled for a test, which imports nothing of them.
COMPILED_ONLY = {("ProgramTests", "Samples"), ("ProgramTests", "PackageSamples")}
# Groups that serve all domains, and words that only a domain should have. Forms, fields, accounts and books have other meanings as well.
SHARED = ["Base", "Runner", "Service", "CommandLine"]
DOMAIN_WORDS = re.compile(
    r"portfolio|trading|broker|artwork|storybook|storytelling|portable.?text|\bfamilies\b|\bfamily's\b|\bstor(?:y|ies)\b", re.IGNORECASE)
IMPORT = re.compile(
    r"^\s*(?:@[\w()]+\s+)*(?:(?:public|package|internal|private|fileprivate) )?"
    r"import (?:(?:struct|class|enum|func|protocol|var|typealias) )?(\w+)", re.MULTILINE)
TABLE_ROW = re.compile(r"^\| (?:`(\w+)/`)? *\| ((?:`[\w-]+`(?:, )?)+) \|", re.MULTILINE)


def foreign_tables():
    """The places where SQL names a table that another module has created."""
    owners, uses = {}, []
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        group, module = path.relative_to(ROOT / "Sources").parts[:2]
        place = group if group in DOMAINS else module
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.lstrip().startswith("//"):
                owners.update({table: place for table in re.findall(r"CREATE TABLE (\w+)", line)})
                named = re.findall(r"\b(?:FROM|JOIN|INTO|UPDATE) (\w+)", line)
                uses += [(path.relative_to(ROOT), number, place, table) for table in named]
    return [f"{path}:{number}: {table} is a table of {owners[table]}"
            for path, number, place, table in uses if owners.get(table, place) != place]


def group_of(target):
    parts = target["path"].split("/")
    return parts[1] if parts[0] in ("Sources", "Tests") else None


def imports_of(target):
    found = set()
    for source in target["sources"]:
        path = ROOT / target["path"] / source
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".swift":
            found |= set(IMPORT.findall(text))
        else:
            found |= set(re.findall(r'#include [<"](\w+)\.h', text))
    return found


def headers_of(target):
    folder = ROOT / target["path"] / "include"
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.h")] if folder.is_dir() else []
    return {name for text in texts for name in re.findall(r"#include [<\"](\w+)\.h", text)}


def documented():
    """The modules of each group, as docs/inside/architecture.md lists them."""
    modules, group = {}, None
    for match in TABLE_ROW.finditer((ROOT / "docs/inside/architecture.md").read_text(encoding="utf-8")):
        group = match[1] or group
        modules.setdefault(group, set()).update(re.findall(r"`([\w-]+)`", match[2]))
    return modules


def foreign_imports(package, targets):
    """What the products for apps need besides Foundation and Observation."""
    problems = []
    for product in package["products"]:
        if product["name"] not in APP_PRODUCTS:
            continue
        for name in product["targets"]:
            target = targets[name]
            # Each module is named in the product, so that an app can import what it exports.
            for other in sorted(set(target.get("target_dependencies", [])) - set(product["targets"])):
                problems.append(f"the product {product['name']} needs {other}, which it does not name")
            for other in sorted(imports_of(target) - APP_IMPORTS - set(product["targets"])):
                problems.append(f"{name} imports {other}, but is part of {product['name']}, a product for apps")
    missing = set(APP_PRODUCTS) - {product["name"] for product in package["products"]}
    return problems + [f"there is no product {name}" for name in sorted(missing)]


def main():
    package = json.load(sys.stdin)
    targets = {target["name"]: target for target in package["targets"]}
    problems = foreign_imports(package, targets)
    tree = {}
    for name, target in sorted(targets.items()):
        group = group_of(target)
        if target["path"].startswith("Sources/"):
            if group not in GROUPS:
                problems.append(f"{name} is in no group: {target['path']}")
                continue
            tree.setdefault(group, set()).add(name)
        if target["module_type"] == "SystemLibraryTarget":
            continue
        imports = imports_of(target) | headers_of(target)
        for other in target.get("target_dependencies", []):
            its = group_of(targets[other])
            is_tested = target["path"].startswith("Tests/")
            if not is_tested and group in GROUPS and its in GROUPS and GROUPS.index(its) > GROUPS.index(group):
                problems.append(f"{name} ({group}) depends on {other} of the later group {its}")
            if targets[other]["c99name"] not in imports and (name, other) not in COMPILED_ONLY:
                problems.append(f"{name} does not import its dependency {other}")
        for product in target.get("product_dependencies", []):
            if product not in imports:
                problems.append(f"{name} does not import its dependency {product}")
        for other in imports:
            is_c = other in WRAPPERS or other in targets and targets[other]["module_type"] in (
                "SystemLibraryTarget", "ClangTarget")
            is_near = other in targets and group_of(targets[other]) == group != "C"
            if is_c and group not in ("Base", "Libraries") and target["module_type"] != "ClangTarget" and not is_near and name not in WRAPPERS.get(other, set()):
                if target["path"].startswith("Sources/"):
                    problems.append(f"{name} imports {other}, which only its wrapper should")
    for group in SHARED:
        for path in sorted((ROOT / "Sources" / group).rglob("*.swift")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if word := DOMAIN_WORDS.search(line):
                    problems.append(f"{path.relative_to(ROOT)}:{number}: “{word[0]}” is a word of a domain")
    problems += foreign_tables()
    table = documented()
    for group in GROUPS:
        for name in sorted(tree.get(group, set()) - table.get(group, set())):
            problems.append(f"docs/inside/architecture.md does not list {name} in {group}/")
        for name in sorted(table.get(group, set()) - tree.get(group, set())):
            problems.append(f"docs/inside/architecture.md lists {name} in {group}/, where it is not")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
