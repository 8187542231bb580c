#!/usr/bin/env python3
"""Lists everything that is linked into the program, as a bill of materials (CycloneDX 1.5, JSON).

    python3 deploy/sbom.py > brett.cdx.json
    python3 deploy/sbom.py x86_64-pc-windows-msvc > brett-windows.cdx.json

It asks `cargo metadata` for the crates that `brett` uses, without those that only tests use, takes their checksums from
Cargo.lock, and adds the packages of the web page from its lock file. It needs no network where the program was built,
and the same sources give the same bytes.
"""
import json
import os
import pathlib
import subprocess
import sys
import tomllib

# A tool by its lock file, but its runtime ends up in the page.
IN_PAGE = {"svelte"}

ROOT = pathlib.Path(__file__).resolve().parent.parent


def host():
    """The platform on which this runs, as Rust calls it."""
    told = subprocess.run([os.environ.get("RUSTC", "rustc"), "-vV"], check=True, stdout=subprocess.PIPE, text=True)
    return next(line.split()[1] for line in told.stdout.splitlines() if line.startswith("host:"))


def crates():
    """The crates behind `brett`, each with how it is reached: linked in, or used only to build it."""
    cargo = os.environ.get("CARGO", "cargo")
    platform = sys.argv[1] if 1 < len(sys.argv) else host()
    command = [cargo, "metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", platform]
    asked = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    if asked.returncode:
        sys.exit("cargo does not know all crates; build the program for this platform once, and try again")
    metadata = json.loads(asked.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(id for id, package in packages.items() if package["name"] == "brett" and id in nodes)
    found, waiting = {root: "required"}, [(root, "required")]
    while waiting:
        id, scope = waiting.pop()
        for dep in nodes[id]["deps"]:
            kinds = {kind["kind"] for kind in dep["dep_kinds"]}
            reached = scope if None in kinds else "excluded" if "build" in kinds else None
            if reached and (dep["pkg"] not in found or found[dep["pkg"]] != reached == "required"):
                found[dep["pkg"]] = reached
                waiting.append((dep["pkg"], reached))
    return root, [(packages[id], scope) for id, scope in found.items()]


def checksums():
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(package["name"], package["version"]): package.get("checksum") for package in lock["package"]}


def crate_component(package, scope, sums):
    name, version = package["name"], package["version"]
    component = {
        "type": "library",
        "bom-ref": f"pkg:cargo/{name}@{version}",
        "name": name,
        "version": version,
        "scope": scope,
        "purl": f"pkg:cargo/{name}@{version}",
        "licenses": [{"expression": (package["license"] or "NOASSERTION").replace("/", " OR ")}],
    }
    if sums.get((name, version)):
        component["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
    return component


def page_components():
    """What the web page is made of; its tools are not part of it."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if not path or package.get("link") or package.get("dev") and name not in IN_PAGE:
            continue
        version = package["version"]
        purl = f"pkg:npm/{name.replace('@', '%40', 1)}@{version}"
        license = package.get("license", "NOASSERTION")
        yield {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "scope": "required",
            "purl": purl,
            "licenses": [{"expression": license}],
        }


def main():
    root, found = crates()
    sums = checksums()
    own = next(package for package, _ in found if package["id"] == root)
    libraries = [crate_component(package, scope, sums) for package, scope in found if package["id"] != root]
    libraries += page_components()
    libraries.sort(key=lambda component: component["purl"])
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": "brett", "name": "brett", "version": own["version"]}
        },
        "components": libraries,
    }
    json.dump(bom, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
