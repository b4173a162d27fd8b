"""The command line of the recipe."""
import argparse
import os
import subprocess
import sys

from .config import (
    FROM_ENGLISH,
    ON_CORES,
    TO_ENGLISH,
    Workplace,
    base_of,
    change_settings,
    phrase_book_name,
    read_data_config,
    read_model_config,
)

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFAULT_WORK = os.path.join(HERE, 'work')


def main(arguments):
    """Runs one step; returns the exit code."""
    options = _parser().parse_args(arguments)
    options.work = Workplace(options.work)
    try:
        return options.step(options) or 0
    except (OSError, ValueError) as error:
        # What the person can mend: a file that is missing, a step that was left out.
        print(f'training/run: {error}', file=sys.stderr)
        return 1


def _parser():
    parser = argparse.ArgumentParser(prog='training/run', description=__doc__)
    steps = parser.add_subparsers(required=True, metavar='STEP')

    def step(name, work, help_text, needs):
        command = steps.add_parser(name, help=help_text, description=help_text)
        command.add_argument('--work', default=DEFAULT_WORK, help='folder of everything made (training/work)')
        if needs is not None:
            command.add_argument('config', help=f'a {needs} file of training/configs')
        command.set_defaults(step=work)
        return command

    fetch = step('download', _download, 'sources.json -> packages/, from the machine\'s own archives', None)
    fetch.add_argument('--sources', nargs='+', help='only these')
    extract = step('extract', _extract, 'packages/ -> raw/', None)
    extract.add_argument('--sources', nargs='+', help='only these')
    extract.add_argument('--tatoeba', help='a folder of de.tsv, fr.tsv …: English TAB translation')
    extract.add_argument('--brought', nargs='+', default=[], metavar='DIR', help='folders of en-XX.tsv[.zst]: English TAB translation TAB source')
    clean = step('clean', _clean, 'raw/ -> corpora/', None)
    clean.add_argument('--test-sets', nargs='+', default=[], help='folders of sentences to keep out')
    clean.add_argument('--languages', nargs='+', metavar='XX', help='only these')
    back = step('back-translate', _back_translate, 'the English of other languages\' raw/, a model folder -> raw/', None)
    back.add_argument('folder', help='a model folder from English')
    back.add_argument('--limit', type=int, default=300_000, help='how many sentences (300000)')
    step('toy-corpora', _toy_corpora, 'makes small corpora to try the other steps with', None)
    vocabulary = step('vocabulary', _vocabulary, 'corpora -> vocabulary.spm', 'data')
    vocabulary.add_argument('--like', metavar='FILE', help='keeps the pieces of this one, all but the least used')
    step('pack', _pack, 'corpora, vocabulary.spm -> train/, held-out/', 'data')
    step('align', _align, 'train/ -> its links', 'data')
    step('phrase-book', _phrase_book, 'corpora -> phrases.*.tsv, words and short phrases with their translations', 'data')
    train = step('train', _train, 'trains, or goes on training -> checkpoints/', 'model')
    train.add_argument('--max-seconds', type=float, help='ends this call after so many seconds')
    train.add_argument('--max-steps', type=int, help='ends this call after so many steps')
    train.add_argument('--set', nargs='+', default=[], metavar='NAME=VALUE', dest='settings',
                       help='other training settings than the model file has, for this call')
    cores = train.add_argument_group('models trained on cores')
    cores.add_argument('--until', metavar='HH:MM', help='ends this call when the clock shows this')
    cores.add_argument('--processor-seconds', type=float, metavar='SECONDS',
                       help='ends this call when a core has worked so long for it')
    cores.add_argument('--cooldown', type=float, metavar='SECONDS', help='lets the rates fall to 0 at the end of this call')
    cores.add_argument('--cores', type=int, help='how many processes train (one for each core there is)')
    cores.add_argument('--test-set', metavar='DIR', help='sentences to watch the loss of: en.txt, de.txt ...')
    cores.add_argument('--start', metavar='FILE', help='begins with the weights of another model')
    cores.add_argument('--start-vocabulary', metavar='FILE', help='the vocabulary of that model, if it is another')
    average = step('average', _average, 'checkpoints/ -> average.pt', 'model')
    average.add_argument('--mix', metavar='FILE', help='another model, to take some of its weights over')
    average.add_argument('--mix-vocabulary', metavar='FILE', help='its vocabulary, if it is another one')
    average.add_argument('--mix-share', type=float, default=0.3, help='how much of it (0.3)')
    export = step('export', _export, 'average.pt -> a folder under models/', 'model')
    export.add_argument('--float', action='store_true', help='32-bit weights, to compare with')
    shortlist = step('shortlist', _shortlist, 'train/ -> the shortlist of a model folder that was exported before', 'model')
    shortlist.add_argument('folder')
    evaluate = step('evaluate', _evaluate, 'scores a model folder with the engine -> metadata.json, README.md', None)
    evaluate.add_argument('folder')
    evaluate.add_argument('options', nargs=argparse.REMAINDER, help='as of evaluate/evaluate.mjs')
    card = step('card', _card, 'metadata.json -> README.md of a model folder', None)
    card.add_argument('folder')
    curve = step('curve', _curve, 'log.jsonl -> training/curves/, docs/images/starter-models.svg', 'model')
    curve.add_argument('--tokens-before', type=int, default=0, help='tokens seen before the log began')
    bundle = step('bundle', _bundle, 'files and folders -> parts to carry to another machine', None)
    bundle.add_argument('folder', help='where the parts go')
    bundle.add_argument('paths', nargs='+')
    bundle.add_argument('--part-mib', type=int, default=14, help='largest part, in MiB (14)')
    unbundle = step('unbundle', _unbundle, 'parts -> what was packed, below the work folder', None)
    unbundle.add_argument('folder', help='where the parts are')
    unbundle.add_argument('--into', help='unpack there instead')
    carry = step('travelling-checkpoint', _travelling_checkpoint, 'checkpoints/ -> one small file', 'model')
    carry.add_argument('file')
    return parser


def _download(options):
    from .corpora.steps import download

    download(options.work.packages(), options.sources)


def _extract(options):
    from .corpora.steps import extract

    extract(options.work.packages(), options.work.raw(), options.sources, options.tatoeba, options.brought)


def _clean(options):
    from .corpora.steps import clean

    clean(options.work.raw(), options.work.corpora(), options.test_sets, options.languages)


def _back_translate(options):
    from .corpora.back_translation import back_translate

    script = os.path.join(HERE, 'evaluate', 'translate.mjs')
    back_translate(options.work.raw(), options.folder, script, options.limit)


def _toy_corpora(options):
    from toy.make_corpus import write_toy_corpora

    write_toy_corpora(options.work.corpora())
    print(options.work.corpora())


def _vocabulary(options):
    from .data.vocabulary import adapt_vocabulary, train_vocabulary

    config = read_data_config(options.config)
    path = options.work.of(config, 'vocabulary.spm')
    if options.like is not None:
        adapt_vocabulary(config, options.work.corpora(), options.like, path)
        return
    train_vocabulary(config, options.work.corpora(), path, threads=os.cpu_count() or 1)
    print(f'{path}: {os.path.getsize(path)} bytes')


def _pack(options):
    from .data.pack import pack_corpora
    from .data.tables import write_tables

    config = read_data_config(options.config)
    folder = options.work.of(config)
    vocabulary = _load_vocabulary(options.work, config)
    pack_corpora(
        config,
        options.work.corpora(),
        vocabulary,
        os.path.join(folder, 'train'),
        os.path.join(folder, 'held-out'),
    )
    write_tables(os.path.join(folder, 'tables.npz'), vocabulary, config.languages, config.marks)


def _align(options):
    from .data.align import align_pairs

    config = read_data_config(options.config)
    align_pairs(options.work.of(config, 'train'), config.packing['alignFrom'], config.packing['alignEvery'])


def _phrase_book(options):
    from .corpora.back_translation import SOURCE as BACK_TRANSLATED
    from .corpora.phrases import sentences_of
    from .data.pairs import pairs_of_varieties
    from .data.phrase_book import phrase_books, with_sentences, write_phrase_book

    config = read_data_config(options.config)
    for base in sorted({base_of(language) for language in config.languages}):
        varieties = [language for language in config.languages if base_of(language) == base]
        language = varieties[0]
        pairs = pairs_of_varieties(options.work.corpora(), varieties)
        books = phrase_books((pair for pair in pairs if pair.source != BACK_TRANSLATED), base)
        for direction, book in zip((FROM_ENGLISH, TO_ENGLISH), books):
            path = options.work.of(config, phrase_book_name(direction, language))
            sentences = sentences_of(varieties, is_from_english=direction == FROM_ENGLISH)
            sides = ('en', base) if direction == FROM_ENGLISH else (base, 'en')
            if direction == TO_ENGLISH:
                # A word was written as one translation of the English one, not as what it means most often.
                sentences = [(text, english) for text, english in sentences if ' ' in text or text not in book]
            book = with_sentences(book, sentences, sides)
            write_phrase_book(path, book)
            print(f'{path}: {len(book)} phrases')


def _train(options):
    config = read_model_config(options.config)
    change_settings(config.training, options.settings)
    if config.training['on'] == ON_CORES:
        _train_on_cores(config, options)
    else:
        _train_on_gpu(config, options)


def _train_on_cores(config, options):
    from .cores.schedule import Deadline, seconds_of_call
    from .cores.train import CoresTrainer

    seconds = seconds_of_call(options.max_seconds, options.until)
    if options.cooldown is not None:
        if seconds is None and options.processor_seconds is None:
            raise ValueError('--cooldown needs --max-seconds, --processor-seconds or --until: the rates fall towards an end')
        config.training['cooldownSeconds'] = options.cooldown
    trainer = CoresTrainer(
        config, options.work.of(config.data), options.work.of(config, 'checkpoints'),
        cache=os.path.join(DEFAULT_WORK, 'kernels'), cores=options.cores, test_set=options.test_set,
    )
    if options.start is not None:
        trainer.start_with(options.start, options.start_vocabulary)
    trainer.run(Deadline(seconds, options.max_steps, config.training.get('totalSteps'), options.processor_seconds))


def _train_on_gpu(config, options):
    from .learn.train import Trainer

    for name in ('until', 'processor_seconds', 'cooldown', 'cores', 'test_set', 'start', 'start_vocabulary'):
        if getattr(options, name) is not None:
            raise ValueError(f'--{name.replace("_", "-")} is for models trained on cores, not for {config.id}')
    trainer = Trainer(config, options.work.of(config.data), options.work.of(config, 'checkpoints'))
    trainer.run(options.max_seconds, options.max_steps)


def _average(options):
    from .release.steps import average, mix

    config = read_model_config(options.config)
    average(options.work, config)
    if options.mix is not None:
        mix(options.work, config, options.mix, options.mix_share, options.mix_vocabulary)


def _export(options):
    from .release.steps import export

    export(options.work, read_model_config(options.config), options.float)


def _shortlist(options):
    from .release.shortlist import place_shortlist

    place_shortlist(options.work, read_model_config(options.config), options.folder)


def _evaluate(options):
    script = os.path.join(HERE, 'evaluate', 'evaluate.mjs')
    code = subprocess.call(['node', script, options.folder, *options.options])
    if code == 0:
        _card(options)
    return code


def _card(options):
    from .release.card import write_card

    write_card(options.folder)


def _curve(options):
    from .release.curve import add_to_curve, draw_curves

    config = read_model_config(options.config)
    curves = os.path.join(HERE, 'curves')
    log = options.work.of(config, 'checkpoints', 'log.jsonl')
    add_to_curve(log, os.path.join(curves, f'{config.id}.jsonl'), options.tokens_before)
    picture = os.path.join(os.path.dirname(HERE), 'docs', 'images', 'starter-models.svg')
    draw_curves(curves, picture)
    print(picture)


def _bundle(options):
    from .bundle import bundle

    parts = bundle(options.paths, options.folder, options.part_mib << 20)
    print(f'{options.folder}: {len(parts)} parts')


def _unbundle(options):
    from .bundle import unbundle

    unbundle(options.folder, options.into or options.work.root)


def _travelling_checkpoint(options):
    from .learn.checkpoint import write_travelling_checkpoint

    config = read_model_config(options.config)
    write_travelling_checkpoint(options.work.of(config, 'checkpoints'), options.file)


def _load_vocabulary(work, config):
    import sentencepiece

    return sentencepiece.SentencePieceProcessor(model_file=work.of(config, 'vocabulary.spm'))
