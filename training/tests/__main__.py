"""Runs all tests of the recipe and ends with how many passed and failed.

From the folder `training`: python3 -m tests [REPORT], where REPORT is a file for the counts and the names of what failed.
"""
import json
import os
import sys
import unittest

from recipe.cores.compute.processor import start_with_training_environment

HERE = os.path.dirname(os.path.abspath(__file__))


class CountingResult(unittest.TextTestResult):
    """Counts what passed, too."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main():
    start_with_training_environment()
    suite = unittest.defaultTestLoader.discover(HERE, top_level_dir=os.path.dirname(HERE))
    result = unittest.TextTestRunner(sys.stdout, verbosity=2, resultclass=CountingResult).run(suite)
    broken = [test for test, _ in result.failures + result.errors] + result.unexpectedSuccesses
    failed = len(broken)
    if len(sys.argv) > 1:
        with open(sys.argv[1], 'w', encoding='utf-8') as file:
            counts = {'passed': result.passed, 'skipped': len(result.skipped)}
            json.dump({**counts, 'failures': [f'training: {test}' for test in broken]}, file)
    print(f'{result.passed} passed, {failed} failed')
    return 1 if failed or not result.passed else 0


sys.exit(main())
