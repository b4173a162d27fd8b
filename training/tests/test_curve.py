import json
import os
import tempfile
import unittest
from xml.etree import ElementTree

from recipe.release.curve import add_to_curve, draw_curves


class CurveTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def write_log(self, rows):
        with open(self.path('log.jsonl'), 'w', encoding='utf-8') as file:
            file.writelines(json.dumps(row) + '\n' for row in rows)
        return self.path('log.jsonl')

    def test_a_log_goes_on_where_an_earlier_one_ended(self):
        os.mkdir(self.path('curves'))
        curve = self.path('curves', 'starter-en-de.jsonl')
        loss = {'heldOut': 2.0, 'testSet': 3.0}
        add_to_curve(self.write_log([{'pieces': 10, **loss}, {'pieces': 15}, {'pieces': 20, **loss}]), curve)
        add_to_curve(self.write_log([{'pieces': 5, **loss}]), curve, tokens_before=20)
        add_to_curve(self.write_log([{'pieces': 5, **loss}, {'pieces': 7, **loss}]), curve, tokens_before=20)
        with open(curve, encoding='utf-8') as file:
            self.assertEqual([json.loads(line)['tokens'] for line in file], [10, 20, 25, 27])

    def test_a_log_without_a_test_set_is_refused(self):
        with self.assertRaisesRegex(ValueError, '--test-set'):
            add_to_curve(self.write_log([{'pieces': 10}]), self.path('curve.jsonl'))

    def test_the_picture_has_a_line_for_every_model(self):
        os.mkdir(self.path('curves'))
        for name in ('starter-en-de', 'starter-de-en'):
            rows = [{'pieces': tokens, 'heldOut': 1.0, 'testSet': 5 - tokens / 10} for tokens in (1, 20)]
            add_to_curve(self.write_log(rows), self.path('curves', f'{name}.jsonl'))
        draw_curves(self.path('curves'), self.path('curves.svg'))
        tree = ElementTree.parse(self.path('curves.svg'))
        self.assertEqual(len(tree.findall('{http://www.w3.org/2000/svg}polyline')), 2)
