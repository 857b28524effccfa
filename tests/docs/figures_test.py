#!/usr/bin/env python3
"""scripts/figures.py finds nothing in the pages as they are, and each fault that is put into a copy of them."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def figures(root, *arguments):
    ran = subprocess.run([sys.executable, ROOT / "scripts/figures.py", "--root", root, *arguments], capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copy(ROOT / "README.md", self.root)
        shutil.copytree(ROOT / "docs", self.root / "docs", ignore=shutil.ignore_patterns("pictures"))
        shutil.copytree(ROOT / "assets/legality", self.root / "assets/legality")

    def edit(self, page, old, new):
        path = self.root / page
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def expect(self, *problems):
        code, output = figures(self.root, "--check")
        self.assertEqual(code, 1, output)
        for problem in problems:
            self.assertIn(problem, output)
        self.assertIn(f" {len(problems)} problems", output)

    def refused(self, fault):
        before = (self.root / "README.md").read_text(encoding="utf-8")
        for how in ("--check", "--write"):
            code, output = figures(self.root, how)
            self.assertEqual(code, 1, output)
            self.assertIn(fault, output)
        self.assertEqual((self.root / "README.md").read_text(encoding="utf-8"), before)

    def test_pages_equal_their_data(self):
        code, output = figures(ROOT, "--check")
        self.assertEqual(code, 0, output)

    def test_a_number_that_differs_is_found_and_written(self):
        run = json.loads((self.root / "docs/data/verify-h200.json").read_text(encoding="utf-8"))["runs"][0]
        right, wrong = f"{run['fetches']:,}", f"{run['fetches'] + 1:,}"
        self.edit("docs/texture-unit.md", right, wrong)
        self.expect(f"docs/texture-unit.md:8: {wrong}, but docs/figures/seeds.txt makes {right}")
        self.assertEqual(figures(self.root, "--write")[0], 0)
        self.assertEqual(figures(self.root, "--check")[0], 0)

    def test_data_that_change_are_found_in_all_that_quotes_them(self):
        path = self.root / "docs/data/bench-h200.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        cell = data["tables"]["quick"]["cells"]["f32x4.bilinear.2d.array.tile.64K.tex"]
        cell["texels_per_second"] *= 2
        path.write_text(json.dumps(data), encoding="utf-8")
        self.expect("README.md:66: 261, but docs/figures/rates.txt makes 522",
                    "README.md:66: 1.35, but docs/figures/rates.txt makes 0.68",
                    "docs/h200.md: the generated part differs from its data")

    def test_words_that_differ_from_the_template_are_found_and_written(self):
        self.edit("README.md", "loads are 1.35 times as fast", "loads are always 1.35 times as fast")
        self.edit("docs/figures/drift.txt", "| warm, 64 KB |", "| hot, 64 KB |")
        self.expect("README.md:61: the part differs from docs/figures/rates.txt",
                    "docs/bench.md:273: warm,, but docs/figures/drift.txt makes hot,")
        self.assertEqual(figures(self.root, "--write")[0], 0)
        self.assertEqual(figures(self.root, "--check")[0], 0)
        self.assertIn("| hot, 64 KB | 0.10 % |", (self.root / "docs/bench.md").read_text(encoding="utf-8"))

    def test_a_generated_table_that_was_edited_is_found(self):
        self.edit("docs/h200.md", "1044.089", "1044.090")
        self.edit("docs/chips.md", "0 differ from the model", "1 differ from the model")
        self.expect("docs/h200.md: the generated part differs", "docs/chips.md: the generated part differs")

    def test_markers_that_are_missing_are_found(self):
        end = "<!-- scripts/figures.py writes all up to here -->"
        for page, mark in (("docs/h200.md", end), ("README.md", end),
                           ("README.md", "<!-- scripts/figures.py writes docs/figures/rates.txt from here on -->")):
            with self.subTest(page=page, mark=mark):
                self.setUp()
                self.edit(page, mark, "")
                self.refused(f"{page}: needs each of the two marks of scripts/figures.py")

    def test_parts_without_a_template_and_templates_without_a_page_are_found(self):
        (self.root / "docs/figures/spare.txt").write_text("run = verify-h200.json /runs/0\n\n{run/fetches}\n", encoding="utf-8")
        self.expect("docs/figures/spare.txt: no page has this part")
        self.edit("README.md", "figures/rates.txt", "figures/prices.txt")
        self.refused("there is no docs/figures/prices.txt")

    def test_measured_numbers_without_a_template_are_found(self):
        for sentence, number in (("It reached 805 GTexel/s.", "805 GTexel/s"), ("On an H200 it takes 40 ms.", "40 ms"),
                                 ("Loads moved 2.4 TB/s.", "2.4 TB/s"), ("- An H100 is off by 0.3 %.", "0.3 %")):
            with self.subTest(sentence):
                self.setUp()
                self.edit("docs/waiting.md", "\n\n", "\n\n" + sentence + "\n\n")
                self.expect(f'"{number}" is measured, but no template names its data')

    def test_measured_numbers_of_a_template_that_are_not_from_data_are_found(self):
        self.edit("docs/figures/seeds.txt", "{run/fetches}", "{run/fetches}, at 805 GTexel/s,")
        self.assertEqual(figures(self.root, "--write")[0], 1)
        self.expect('docs/figures/seeds.txt:3: "805 GTexel/s" is measured, but not from data')

    def test_numbers_that_are_not_measured_are_no_problem(self):
        self.edit("docs/waiting.md", "\n\n", "\n\nA launch takes about 6 ms, and 5 % more is a verdict. Textures of 128 MB on an H200.\n\n"
                  "```sh\ntexelscope 12 GB/s\n```\n\n")
        self.assertEqual(figures(self.root, "--check")[0], 0, figures(self.root, "--check")[1])

    def test_a_second_number_in_a_paragraph_is_found(self):
        self.edit("docs/figures/seeds.txt", "fetches on this one differed", "fetches on this one differed, with seed {run/seed}")
        self.assertEqual(figures(self.root, "--write")[0], 1)
        self.expect("docs/figures/seeds.txt:3: 2 measured numbers in one paragraph; one is the limit")

    def test_figures_that_lead_nowhere_are_found(self):
        line = "docs/figures/seeds.txt:6: "
        for figure, problem in (("{none/fetches}", line + '"none" is no name of the template'),
                                ("{run/fetched}", line + "docs/data/verify-h200.json has no /runs/0/fetched"),
                                ("{run/seconds}", line + '"run/seconds" needs numbers, and a format that fits'),
                                ("{run/device:.1f}", line + '"run/device:.1f" needs numbers, and a format that fits'),
                                ("{run/device / run/seconds:.1f}", line + '"run/device / run/seconds:.1f" needs numbers'),
                                ("{run / 2}", line + '"2" is no name of the template')):
            with self.subTest(figure):
                self.setUp()
                self.edit("docs/figures/seeds.txt", "{run/fetches}", figure)
                self.refused(problem)

    def test_names_that_lead_nowhere_are_found(self):
        for name, problem in (("run = none.json /a", "there is no docs/data/none.json"),
                              ("run = verify-h200.json /runs/9", "has no /runs/9/fetches"),
                              ("run = verify-h200.json runs", "is not NAME = FILE [/PATH] [* NUMBER] [FORMAT]")):
            with self.subTest(name):
                self.setUp()
                self.edit("docs/figures/seeds.txt", "run = verify-h200.json /runs/0", name)
                self.refused(problem)

    def test_a_handed_in_report_gets_a_row(self):
        report = {"date": "2026-12-01", "device": "GPU X", "compute_capability": "12.0", "cuda": "13.1", "driver": "590.1",
                  "verify": {"state": "done", "fetches": 1234567, "mismatches": 89},
                  "fetches": {"state": "done", "cases": [{"refused": False, "differing": 2}, {"refused": False, "differing": 0}]},
                  "legality": {"state": "left_out"}}
        (self.root / "docs/data/report-x.json").write_text(json.dumps(report), encoding="utf-8")
        self.expect("docs/chips.md: the generated part differs")
        self.assertEqual(figures(self.root, "--write")[0], 0)
        self.assertIn("| GPU X | compute 12.0, CUDA 13.1, driver 590.1 | verify: 1,234,567 fetches, 89 differ from the model; "
                      "2 designed cases, 1 differ or are refused | [report-x.json](data/report-x.json), 2026-12-01 |",
                      (self.root / "docs/chips.md").read_text(encoding="utf-8"))

    def test_a_bench_becomes_data_without_names(self):
        cell = {"cell": "u8x4.point.2d.array.tile.4K.tex", "samples_ms": [1], "dropped": 2, "median_ms": 1, "spread": 0.01,
                "texels_per_second": 1e12, "bytes_per_second": 4e12, "largest_error": 0.5, "tolerance": 0.25}
        skipped = {"cell": "u8x4.point.2d.array.tile.8K.tex", "skipped": "memory"}
        file = self.root / "b.json"
        file.write_text(json.dumps({"machine": {"host": "h", "uuid": "u", "program": "0.1.0", "device": "GPU X"},
                                    "cells": [cell, skipped]}), encoding="utf-8")
        self.assertEqual(figures(self.root, "--bench", str(self.root / "d.json"), "--commit", "abc", f"quick={file}")[0], 0)
        data = json.loads((self.root / "d.json").read_text(encoding="utf-8"))
        self.assertEqual(data["machine"], {"device": "GPU X"})
        self.assertEqual((data["commit"], data["program"]), ("abc", "0.1.0"))
        self.assertEqual((data["tables"]["quick"]["dropped"], data["tables"]["quick"]["wrong"]), (2, 1))
        self.assertNotIn("samples_ms", data["tables"]["quick"]["cells"]["u8x4.point.2d.array.tile.4K.tex"])


if __name__ == "__main__":
    unittest.main()
