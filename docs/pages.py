"""What the site shows beside ``docs/``: the repository's own pages, and the Javadoc that is built.

MkDocs calls :func:`on_files`. A page outside ``docs/`` is taken as it is, with its links to what
lies below ``docs/`` made those of the site, so that nothing is written twice.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

__all__ = ["on_files"]

_PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": ""}
_MODULES = {"core": "finestra-core", "sketches": "finestra-sketches", "flink": "finestra-flink-2"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and the Javadoc."""
    root = Path(config.docs_dir).parent
    for source, page in _PAGES.items():
        text = (root / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page or source, content=_within(text)))
    files.append(File.generated(config, "LICENSE", content=(root / "LICENSE").read_bytes()))
    listed = []
    for module, artifact in _MODULES.items():
        built = root / "java" / module / "target" / "reports" / "apidocs"
        if (built / "index.html").is_file():
            listed.append(f"- [{artifact}](javadoc/{module}/index.html)")
            for file in sorted(built.rglob("*")):
                if file.is_file():
                    to = f"javadoc/{module}/{file.relative_to(built).as_posix()}"
                    files.append(File.generated(config, to, abs_src_path=str(file)))
    text = "\n".join(listed) or "`make docs` builds it beside this site."
    files.append(File.generated(config, "javadoc.md", content=f"# Javadoc\n\n{text}\n"))
    return files


def _within(text: str) -> str:
    """A page's links, from the repository's root, as links of the site."""
    text = re.sub(r"\]\(docs/decisions/?\)", "](decisions/README.md)", text)
    return re.sub(r"\]\(docs/", "](", text)
