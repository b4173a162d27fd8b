"""What a model folder says of its model."""
import os
import tempfile
import unittest

import torch

from recipe.config import Workplace, read_model_config
from recipe.model.student import Student
from recipe.release.card import card_of
from recipe.release.model_folder import attributions_of, pairs_of
from recipe.release.steps import mix

from .small_training import SHAPE, small_config

CONFIGS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'configs')


def config_of(name):
    return read_model_config(os.path.join(CONFIGS, name))


class PairsTest(unittest.TestCase):
    def test_a_model_into_many_languages_asks_for_each_by_a_prefix(self):
        pairs = pairs_of(config_of('many/starter-from-english.json'))
        self.assertEqual(len(pairs), 11)
        self.assertIn({'source': 'en', 'target': 'pt-BR', 'prefix': '>>pt-BR<<'}, pairs)

    def test_sources_are_base_languages(self):
        sources = [pair['source'] for pair in pairs_of(config_of('many/starter-to-english.json'))]
        self.assertEqual(sources, ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh'])

    def test_a_model_of_one_pair_wants_no_prefix(self):
        self.assertEqual(pairs_of(config_of('to-english/starter-de-en.json')), [{'source': 'de', 'target': 'en'}])

    def test_a_model_that_keeps_to_its_marks_says_how_it_is_asked(self):
        config = config_of('from-english/starter-en-de.json')
        self.assertEqual(pairs_of(config), [
            {'source': 'en', 'target': 'de', 'formality': {'formal': '>>formal<<', 'informal': '>>informal<<'}},
        ])
        unproven = config._replace(release={**config.release, 'formality': False})
        self.assertEqual(pairs_of(unproven), [{'source': 'en', 'target': 'de'}])

    def test_both_starter_models_stay_below_the_limit(self):
        sizes = [config_of(f'many/starter-{name}.json').architecture.parameter_count() for name in ('from-english', 'to-english')]
        vocabulary_bytes = 1_000_000
        self.assertLess(sum(sizes) + 2 * vocabulary_bytes, 80_000_000)


class CardTest(unittest.TestCase):
    metadata = {
        'id': 'a', 'origin': 'Made here.', 'version': '1.0', 'architecture': 'tiny', 'modelType': 'latency_optimized',
        'license': 'X', 'attributions': attributions_of({'tatoeba': 1200}), 'isStarter': True,
    }

    def test_sources_and_licences_are_named(self):
        card = card_of(self.metadata)
        self.assertIn('| Tatoeba, tatoeba.org, by its contributors | CC-BY-2.0-FR | 1,200 |', card)
        self.assertIn('small starter model', card)
        self.assertIn('Not yet evaluated.', card)

    def test_scores_are_shown(self):
        score = {'source': 'en', 'target': 'de', 'testSet': 'T', 'sentences': 9, 'bleu': 12.34, 'chrf': 45.6}
        card = card_of({**self.metadata, 'evaluation': {'scores': [score]}})
        self.assertIn('| en → de | T | 9 | 12.3 | 45.6 |', card)

    def test_a_source_nobody_is_credited_for_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'nobody'):
            attributions_of({'nobody': 1})


class MixTest(unittest.TestCase):
    def test_weights_move_towards_another_model(self):
        with tempfile.TemporaryDirectory() as folder:
            config, work = small_config(), Workplace(folder)
            own = Student(SHAPE).state_dict()
            other = {name: torch.randn_like(value) for name, value in own.items()}
            os.makedirs(work.of(config))
            torch.save(own, work.of(config, 'average.pt'))
            torch.save(other, os.path.join(folder, 'other.pt'))
            mix(work, config, os.path.join(folder, 'other.pt'), 0.25, report=lambda *_: None)
            mixed = torch.load(work.of(config, 'average.pt'))
            for name, value in own.items():
                torch.testing.assert_close(mixed[name], 0.75 * value + 0.25 * other[name])
            with self.assertRaises(ValueError):
                mix(work, config, os.path.join(folder, 'other.pt'), 1.5, report=lambda *_: None)


if __name__ == '__main__':
    unittest.main()
