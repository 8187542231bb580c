#!/usr/bin/env python3
"""What `deploy/api-docs` makes of the output of rustdoc.

    python3 deploy/api_docs.py coverage FOLDER COVERAGE.json   counts what is documented, and fails below 95 %
    python3 deploy/api_docs.py print DOC API.html              puts the pages of all crates on one
"""
import html
import html.parser
import json
import pathlib
import posixpath
import sys

# The share of public items that must have a comment.
LEAST = 0.95

# Kinds of pages in the order in which a reader wants them.
KINDS = ["macro", "derive", "attr", "trait", "traitalias", "struct", "enum", "union", "type", "fn", "constant", "static"]

# Parts of a page that say nothing on paper: buttons, links to the source, and what every type has.
LEFT_OUT_CLASSES = {"hideme", "src", "rightside", "rustdoc-breadcrumbs", "anchor", "doc-anchor", "tooltip", "out-of-band"}
LEFT_OUT_IDS = {
    "implementors", "implementors-list", "trait-implementations", "trait-implementations-list",
    "synthetic-implementations", "synthetic-implementations-list", "blanket-implementations",
    "blanket-implementations-list", "foreign-impls", "copy-path", "synthetic-implementors",
    "synthetic-implementors-list",
}
LEFT_OUT_TAGS = {"button", "script", "rustdoc-toolbar", "rustdoc-search"}
KEPT_CLASSES = {"code-header", "main-heading"}
WITHOUT_END = {"br", "hr", "img", "input", "link", "meta", "wbr"}

# Wrappers that would hide what is in them.
OPENED = {"details", "summary"}

STYLE = """
@page { size: A4; margin: 18mm 16mm; @bottom-center { content: counter(page); font: 8pt sans-serif; } }
@page :first { @bottom-center { content: none; } }
body { font: 9pt/1.35 "DejaVu Serif", serif; }
h1, h2, h3, h4, h5, nav, .cover { font-family: "DejaVu Sans", sans-serif; line-height: 1.2; break-after: avoid; }
h1 { font-size: 13pt; border-bottom: 0.5pt solid; margin-top: 1.6em; }
h2 { font-size: 11pt; } h3, h4, h5 { font-size: 9.5pt; }
code, pre { font-family: "DejaVu Sans Mono", monospace; font-size: 7.5pt; }
pre { white-space: pre-wrap; background: #f4f4f4; padding: 4pt; }
.main-heading { break-after: avoid; }
.code-header { font: bold 7.5pt "DejaVu Sans Mono", monospace; }
a { color: inherit; text-decoration: none; }
table { border-collapse: collapse; } td, th { border: 0.5pt solid #999; padding: 2pt 4pt; vertical-align: top; }
dt { margin-top: 2pt; } .crate { break-before: page; bookmark-level: 1; }
.cover { text-align: center; padding-top: 40%; font-size: 20pt; }
"""


class Content(html.parser.HTMLParser):
    """Takes the main content out of a page of rustdoc, with links that lead to places on the common page."""

    def __init__(self, page, anchors):
        super().__init__(convert_charrefs=False)
        self.page, self.anchors = page, anchors
        self.written = []
        # How deep we are in the main content, and in something that is left out.
        self.depth = self.hidden = 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if not self.depth:
            self.depth = int(attributes.get("id") == "main-content")
            return
        if tag in WITHOUT_END:
            if not self.hidden:
                self.write_tag(tag, attributes)
            return
        self.depth += 1
        classes = set((attributes.get("class") or "").split())
        is_left_out = tag in LEFT_OUT_TAGS or attributes.get("id") in LEFT_OUT_IDS or classes & LEFT_OUT_CLASSES
        if self.hidden or is_left_out:
            self.hidden += 1
        elif tag not in OPENED:
            self.write_tag(tag, attributes)

    def write_tag(self, tag, attributes):
        kept = {}
        if attributes.get("id"):
            kept["id"] = f"{self.anchors[self.page]}.{attributes['id']}"
        if tag == "a" and (link := self.target(attributes.get("href") or "")):
            kept["href"] = link
        if classes := KEPT_CLASSES & set((attributes.get("class") or "").split()):
            kept["class"] = " ".join(classes)
        written = "".join(f' {name}="{html.escape(value)}"' for name, value in kept.items())
        self.written.append(f"<{tag}{written}>")

    def target(self, link):
        """Where a link leads on the common page; nothing if its page is not on it."""
        path, _, fragment = link.partition("#")
        if "://" in path:
            return link
        page = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), path)) if path else self.page
        # A place within a page may be left out, and its page is near enough.
        return f"#{self.anchors[page]}" if page in self.anchors else None

    def handle_endtag(self, tag):
        if not self.depth or tag in WITHOUT_END:
            return
        self.depth -= 1
        if self.hidden:
            self.hidden -= 1
        elif self.depth and tag not in OPENED:
            self.written.append(f"</{tag}>")

    def handle_data(self, data):
        if self.depth and not self.hidden:
            self.written.append(data)

    def handle_entityref(self, name):
        self.handle_data(f"&{name};")

    def handle_charref(self, name):
        self.handle_data(f"&#{name};")


def pages_of(folder):
    """The pages of a module and of everything below it, in the order in which they are read."""
    yield folder / "index.html"
    for kind in KINDS:
        yield from sorted(folder.glob(f"{kind}.*.html"))
    for module in sorted(path for path in folder.iterdir() if (path / "index.html").exists()):
        yield from pages_of(module)


def print_pages(doc, to):
    crates = sorted(path.parent for path in doc.glob("*/all.html"))
    if not crates:
        sys.exit(f"{doc} has no crates; rustdoc has written nothing")
    pages = [(crate, page) for crate in crates for page in pages_of(crate)]
    names = {page.relative_to(doc).as_posix(): page for _, page in pages}
    anchors = {name: name.removesuffix(".html").replace("/", ".") for name in names}
    written = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Brettwerk: interface of the crates</title>\n',
        f"<style>{STYLE}</style>\n</head>\n<body>\n",
        '<div class="cover">Brettwerk<br>The interface of the crates</div>\n<nav><h1>Crates</h1>\n<ul>\n',
        *(f'<li><a href="#{crate.name}.index">{crate.name}</a></li>\n' for crate in crates),
        "</ul></nav>\n",
    ]
    for name, page in names.items():
        content = Content(name, anchors)
        content.feed(page.read_text())
        if not content.written:
            sys.exit(f"{page} has no main content; this version of rustdoc writes pages in another way")
        kind = ' class="crate"' if name.count("/") == 1 and name.endswith("/index.html") else ""
        written.append(f'<article id="{anchors[name]}"{kind}>{"".join(content.written)}</article>\n')
    to.write_text("".join(written) + "</body>\n</html>\n")


def coverage(folder, to):
    found = {}
    for file in sorted(folder.glob("*.json")):
        files = json.loads(file.read_text()).values()
        found[file.stem] = {key: sum(each[key] for each in files) for key in ("total", "with_docs")}
    if not found:
        sys.exit("nothing was counted: rustdoc was not called")
    every = {key: sum(crate[key] for crate in found.values()) for key in ("total", "with_docs")}
    for name, crate in {**found, "all": every}.items():
        print(f"{name:16} {crate['with_docs']:6} of {crate['total']:6} public items have a comment")
    to.write_text(json.dumps({"all": every, "crates": found}, indent=2) + "\n")
    lacking = [name for name, crate in {**found, "all": every}.items() if crate["with_docs"] < LEAST * crate["total"]]
    if lacking:
        sys.exit(f"fewer than {LEAST:.0%} of the public items have a comment in: {', '.join(lacking)}")


if __name__ == "__main__":
    command, *paths = sys.argv[1:]
    {"coverage": coverage, "print": print_pages}[command](*map(pathlib.Path, paths))
