"""The whole recipe at a toy size, from made-up sentences to the engine's translations."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import sentencepiece

from recipe.config import Workplace, read_model_config
from recipe.data.pairs import read_pairs
from recipe.model.greedy import MAX_LENGTH_FACTOR, judge_pieces, translate_pieces
from recipe.model.shortlist_file import read_shortlist
from recipe.model.student import END
from recipe.release.export import student_from_file
from recipe.release.steps import load_average

TRAINING = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(TRAINING, 'configs', 'toy', 'toy-data.json')
MODEL = os.path.join(TRAINING, 'configs', 'toy', 'toy-from-english.json')
REVERSE = os.path.join(TRAINING, 'configs', 'toy', 'toy-to-english.json')
FIRST_STEPS = 80
# The engine rounds weights and inputs to 8 bits, also those of models in 32 bits. By that, logarithms
# of probabilities differed by up to 0.14 here, so of two pieces that are nearer to each other than
# twice as much it may take the other one.
ROUNDING = 0.25


class ChainTest(unittest.TestCase):
    """Each step runs once, as a person would run it; the tests look at what came out."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix='dragoman-training-')
        cls.addClassCleanup(folder.cleanup)
        cls.work = Workplace(folder.name)
        cls.config = read_model_config(MODEL)
        cls.run_step('toy-corpora')
        cls.run_step('vocabulary', DATA)
        cls.run_step('pack', DATA)
        cls.run_step('align', DATA)
        cls.run_step('train', MODEL, '--max-steps', str(FIRST_STEPS))
        cls.carry_over()
        cls.run_step('train', MODEL)
        cls.run_step('average', MODEL)
        cls.run_step('export', MODEL)
        cls.run_step('export', MODEL, '--float')
        for step in ('train', 'average', 'export'):
            cls.run_step(step, REVERSE)
        cls.vocabulary = sentencepiece.SentencePieceProcessor(
            model_file=cls.work.of(cls.config.data, 'vocabulary.spm')
        )

    @classmethod
    def run_step(cls, *arguments):
        command = [sys.executable, os.path.join(TRAINING, 'run'), arguments[0], '--work', cls.work.root, *arguments[1:]]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        if done.returncode != 0:
            raise AssertionError(f'{" ".join(arguments)} failed:\n{done.stdout}')
        return done.stdout

    @classmethod
    def carry_over(cls):
        """The checkpoint goes through parts, as between two machines."""
        cls.run_step('bundle', os.path.join(cls.work.root, 'parts'), cls.work.of(cls.config, 'checkpoints'))
        os.rename(cls.work.of(cls.config), cls.work.of(cls.config) + '-before')
        cls.run_step(
            'unbundle', os.path.join(cls.work.root, 'parts'), '--into', cls.work.of(cls.config)
        )

    def test_exported_files_do_not_contain_the_path_where_they_were_made(self):
        folder = self.model_folder()
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), 'rb') as file:
                self.assertNotIn(self.work.root.encode(), file.read(), name)

    def model_folder(self, suffix=''):
        return os.path.join(self.work.root, 'models', self.config.id + suffix)

    def translate_with_engine(self, folder, target, lines, source='en'):
        script = os.path.join(TRAINING, 'evaluate', 'translate.mjs')
        request = json.dumps({'source': source, 'target': target, 'lines': lines})
        done = subprocess.run(
            ['node', script, folder], input=request, capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def held_out(self, language):
        path = self.work.of(self.config.data, 'held-out', f'en-{language.tag}.tsv')
        return [(pair.english, pair.other) for pair in read_pairs(path)]

    def test_the_loss_falls_and_training_goes_on_where_it_ended(self):
        with open(self.work.of(self.config, 'checkpoints', 'log.jsonl'), encoding='utf-8') as file:
            rows = [json.loads(line) for line in file]
        steps = [row['step'] for row in rows]
        self.assertEqual(steps, sorted(steps))
        self.assertIn(FIRST_STEPS, steps)
        # A row at the end may say only how the model does on other text.
        trained = [row for row in rows if 'loss' in row]
        self.assertLess(trained[-1]['loss'], trained[0]['loss'] / 5)
        self.assertLess(trained[-1]['alignment'], trained[0]['alignment'] / 2)
        after = next(row for row in trained if row['step'] > FIRST_STEPS)
        self.assertLess(after['loss'], trained[0]['loss'] / 2)

    def test_the_engine_chooses_and_scores_tokens_as_pytorch_does(self):
        student = load_average(self.work, self.config)
        for language in self.config.languages:
            lines = [english for english, _ in self.held_out(language)]
            self.assertGreaterEqual(len(lines), 50)
            sources = [[*self.vocabulary.encode(f'{language.prefix} {line}'), END] for line in lines]
            expected = [translate_pieces(student, source) for source in sources]
            for suffix in ('-float', ''):
                found = self.translate_tokens(suffix, sources)
                for source, line, one in zip(sources, lines, found):
                    scores, best = judge_pieces(student, source, one['tokens'])
                    for place, score in enumerate(scores):
                        self.assertLess(abs(one['scores'][place] - score), ROUNDING, line)
                        self.assertLess(best[place] - score, 2 * ROUNDING, line)
                own = [[token for token in one['tokens'] if token != END] for one in found]
                same = sum(one == other for one, other in zip(own, expected))
                self.assertGreaterEqual(same / len(lines), 0.9)
                texts = self.translate_with_engine(self.model_folder(suffix), language.tag, lines)
                # A translation that is cut at its limit may end with the blank of the next word; the engine
                # gives a line the blanks that its source has at both ends: none.
                self.assertEqual(texts, [self.vocabulary.decode(one).strip() for one in own])

    def translate_tokens(self, suffix, sources):
        """Has the engine translate rows of tokens, with nothing around it."""
        folder = self.model_folder(suffix)
        path = os.path.join(folder, self.metadata(suffix)['files']['model']['name'])
        script = os.path.join(TRAINING, 'tests', 'run-student.mjs')
        done = subprocess.run(
            ['node', script, path, str(MAX_LENGTH_FACTOR)],
            input=json.dumps(sources), capture_output=True, text=True, timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_it_has_learnt_what_it_was_shown(self):
        for language in self.config.languages:
            pairs = self.held_out(language)
            translated = self.translate_with_engine(
                self.model_folder(), language.tag, [english for english, _ in pairs]
            )
            right = sum(text == other for text, (_, other) in zip(translated, pairs))
            self.assertGreater(right / len(pairs), 0.7)

    def test_a_model_towards_english_has_a_shortlist_and_no_prefixes(self):
        config = read_model_config(REVERSE)
        folder = os.path.join(self.work.root, 'models', config.id)
        with open(os.path.join(folder, 'metadata.json'), encoding='utf-8') as file:
            metadata = json.load(file)
        self.assertEqual(metadata['pairs'], [{'source': tag, 'target': 'en'} for tag in ('de', 'fr')])
        shortlist = os.path.join(folder, metadata['files']['shortlist']['name'])
        self.assertEqual(len(read_shortlist(shortlist)[0]), config.architecture.pieces)
        for language in config.languages:
            pairs = self.held_out(language)
            translated = self.translate_with_engine(folder, 'en', [other for _, other in pairs], language.tag)
            right = sum(text == english for text, (english, _) in zip(translated, pairs))
            self.assertGreater(right / len(pairs), 0.5)

    def test_eight_bits_keep_the_weights(self):
        metadata = self.metadata()
        path = os.path.join(self.model_folder(), metadata['files']['model']['name'])
        read = student_from_file(path, self.config.architecture).state_dict()
        for name, value in load_average(self.work, self.config).state_dict().items():
            step = float(value.abs().max()) / 127
            self.assertLessEqual(float((read[name] - value).abs().max()), step * 0.51, name)

    def test_the_evaluation_is_written_down(self):
        held_out = self.work.of(self.config.data, 'held-out')
        self.run_step('evaluate', self.model_folder(), '--held-out', held_out, '--sentences', '60')
        metadata = self.metadata()
        for pair in metadata['pairs']:
            self.assertGreater(pair['scores']['bleu'], 60)
            self.assertGreater(pair['scores']['chrf'], 80)
        self.assertEqual({row['sentences'] for row in metadata['evaluation']['scores']}, {60})
        with open(os.path.join(self.model_folder(), 'README.md'), encoding='utf-8') as file:
            card = file.read()
        self.assertIn('| en → fr | held-out pairs | 60 |', card)
        self.assertIn('Sentences this project makes up for its tests', card)

    def metadata(self, suffix=''):
        with open(os.path.join(self.model_folder(suffix), 'metadata.json'), encoding='utf-8') as file:
            return json.load(file)


if __name__ == '__main__':
    unittest.main()
