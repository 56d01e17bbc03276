"""Adds files outside ``docs/`` to the site: README, CONTRIBUTING, CHANGELOG, LICENSE, Javadoc.

MkDocs calls :func:`on_files` once for each build. Links of these pages into ``docs/`` are rewritten
to links of the site, so that each page exists only once in the repository.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

__all__ = ["on_files"]

_PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": ""}
_JAVADOC = {"core": "finestra-core", "sketches": "finestra-sketches"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and the Javadoc where it was built."""
    root = Path(config.docs_dir).parent
    for source, page in _PAGES.items():
        text = (root / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page or source, content=_from_the_root(text)))
    files.append(File.generated(config, "LICENSE", content=(root / "LICENSE").read_bytes()))

    links = []
    for module, artifact in _JAVADOC.items():
        built = root / "java" / module / "target" / "reports" / "apidocs"
        for file in sorted(built.rglob("*")):
            if file.is_file() and file.suffix != ".md":  # licences, which MkDocs would render
                page = f"javadoc/{module}/{file.relative_to(built).as_posix()}"
                files.append(File.generated(config, page, abs_src_path=str(file)))
        if (built / "index.html").is_file():
            links.append(f"- [{artifact}](javadoc/{module}/index.html)")
    text = "\n".join(links) or "`make docs` builds the Javadoc together with this site."
    files.append(File.generated(config, "javadoc.md", content=f"# Javadoc\n\n{text}\n"))
    return files


def _from_the_root(text: str) -> str:
    """Turn links that start at the repository's root into links that start at ``docs/``."""
    text = re.sub(r"\]\(docs/decisions/?\)", "](decisions/README.md)", text)
    return re.sub(r"\]\(docs/", "](", text)
