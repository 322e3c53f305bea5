#!/usr/bin/env python3
"""tidy.py [ROOT]: checks the rules of the architecture and of the house style that a program can check."""
import pathlib
import sys

import arrows
import determinism
import style
from source import Tree

RULES = arrows.RULES + determinism.RULES + style.RULES


def findings_in(root):
    tree = Tree(root)
    found = {finding for rule in RULES for finding in rule(tree)}
    return tree, sorted(found, key=lambda finding: (finding.path, finding.line, finding.rule, finding.message))


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    tree, findings = findings_in(root)
    for finding in findings:
        print(finding)
    print(f"tidy: {len(tree.sources)} C++ files, {len(findings)} findings")
    if not tree.sources:
        print("tidy: nothing to check below", root)
        return 1
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
