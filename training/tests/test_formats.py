"""Readers of what translations come in."""
import struct
import unittest

from recipe.corpora.block_alignment import pair_blocks, pair_sections
from recipe.corpora.formats.marked_up import read_blocks
from recipe.corpora.formats.messages import Message, pairs_of
from recipe.corpora.formats.mo import read_mo
from recipe.corpora.formats.po import decode_po, read_po
from recipe.corpora.formats.qm import read_qm
from recipe.corpora.formats.roff import read_man_page
from recipe.corpora.locales import language_of, locale_of_path, variant_of
from recipe.corpora.sources.descriptions import split_paragraphs
from recipe.corpora.sources.interfaces import read_fluent, read_pak, read_properties, read_string_table

PO = r'''
# header
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#: a.c:1
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

#, fuzzy
msgid "Old"
msgstr "Neu"

msgid "One file"
msgid_plural "%d files"
msgstr[0] "Eine Datei"
msgstr[1] "%d Dateien"
msgid "A \"long\" "
"text\n"
msgstr "Ein \"langer\" "
"Text\n"

#~ msgid "Gone"
#~ msgstr "Weg"

msgid "Untranslated"
msgstr ""
'''


def make_mo(pairs, order='<'):
    """A compiled catalogue of `(text, translation)` bytes."""
    count = len(pairs)
    originals, translations = 28, 28 + 8 * count
    data, tables, position = b'', [b'', b''], 28 + 16 * count
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack(f'{order}II', len(pair[side]), position)
            data += pair[side] + b'\0'
            position += len(pair[side]) + 1
    head = struct.pack(f'{order}IIIIIII', 0x950412DE, 0, count, originals, translations, 0, 0)
    return head + tables[0] + tables[1] + data


class LocalesTest(unittest.TestCase):
    def test_languages_and_varieties(self):
        for locale, language, variant in (
            ('de', 'de', ''), ('de_AT', None, ''), ('pt_BR', 'pt', 'br'), ('pt-pt', 'pt', 'pt'), ('pt', 'pt', 'pt'),
            ('zh_CN', 'zh', ''), ('zh-hans', 'zh', ''), ('zh_TW', None, ''), ('zh', None, ''), ('sv', None, ''),
        ):
            self.assertEqual((language_of(locale), variant_of(locale)), (language, variant), locale)

    def test_where_a_catalogue_lies_says_its_locale(self):
        for path, locale in (
            ('./usr/share/locale/pt_BR/LC_MESSAGES/x.mo', 'pt_BR'), ('x-1.0/po/de.po', 'de'), ('help/fr/fr.po', 'fr'),
            ('po/ja/name.po', 'ja'), ('translations/app_pl.qm', 'pl'), ('usr/share/locale/sv/LC_MESSAGES/x.mo', None),
            ('po/nothing.po', None),
        ):
            self.assertEqual(locale_of_path(path), locale, path)


class CataloguesTest(unittest.TestCase):
    def test_text_catalogues(self):
        self.assertEqual(
            list(read_po(decode_po(PO.encode()))),
            [
                Message('Open', None, ('Öffnen',)),
                Message('One file', '%d files', ('Eine Datei', '%d Dateien')),
                Message('A "long" text\n', None, ('Ein "langer" Text\n',)),
            ],
        )

    def test_compiled_catalogues_of_both_byte_orders(self):
        pairs = [
            (b'', b'Content-Type: text/plain; charset=UTF-8\n'),
            (b'menu\4Open', 'Öffnen'.encode()),
            (b'One file\0%d files', b'Eine Datei\0%d Dateien'),
            (b'Untranslated', b''),
        ]
        for order in '<>':
            self.assertEqual(
                list(read_mo(make_mo(pairs, order))),
                [Message('Open', None, ('Öffnen',)), Message('One file', '%d files', ('Eine Datei', '%d Dateien'))],
            )
        self.assertEqual(list(read_mo(b'no catalogue, but longer than a header')), [])

    def test_qt_catalogues(self):
        def field(tag, value):
            return bytes([tag]) + struct.pack('>I', len(value)) + value

        messages = field(3, 'Öffnen'.encode('utf-16-be')) + field(6, b'Open') + field(7, b'Menu') + b'\1'
        messages += field(3, 'Leer'.encode('utf-16-be')) + b'\1'
        content = b'\x3c\xb8\x64\x18' + bytes(12) + b'\x42' + struct.pack('>I', 3) + b'abc'
        content += b'\x69' + struct.pack('>I', len(messages)) + messages
        self.assertEqual(list(read_qm(content)), [Message('Open', None, ('Öffnen',))])
        self.assertEqual(list(read_qm(b'something else')), [])

    def test_plural_forms_pair_with_the_plural(self):
        plural = Message('One file', '%d files', ('Jeden plik', '%d pliki', '%d plików'))
        self.assertEqual(list(pairs_of(plural, 'pl')), [('One file', 'Jeden plik'), ('%d files', '%d plików')])
        only = Message('One file', '%d files', ('%d 個',))
        self.assertEqual(list(pairs_of(only, 'ja')), [('%d files', '%d 個')])
        self.assertEqual(list(pairs_of(Message('Menu|Open', None, ('Öffnen',)), 'de')), [('Open', 'Öffnen')])


class DocumentsTest(unittest.TestCase):
    def test_manual_pages(self):
        page = '.TH X 1\n.SH NAME\nx \\- does \\fBthings\\fR\n.SH OPTIONS\n.TP\n.B \\-v\nTells\nmore.\n.nf\ncode\n.fi\n.PP\nEnd.\n'
        self.assertEqual(
            read_man_page(page),
            [
                ('section', 'NAME'), ('paragraph', 'x - does things'), ('section', 'OPTIONS'), ('tag', '-v'),
                ('paragraph', 'Tells more.'), ('paragraph', 'End.'),
            ],
        )

    def test_marked_up_documents(self):
        text = (
            '<?xml version="1.0"?><page><!-- no --><title>A &amp; B</title><p>One <em>small</em> step<br/>for all.</p>'
            '<screen>$ code</screen><list><item><p>First</p></item></list></page>'
        )
        self.assertEqual(read_blocks(text), [('title', 'A & B'), ('p', 'One small step for all.'), ('p', 'First')])

    def test_index_marks_do_not_glue_words(self):
        self.assertEqual(read_blocks('<p>YIELD function<bookmark_value/>rates of return</p>')[0][1], 'YIELD function rates of return')

    def test_blocks_of_the_same_kinds_are_paired_in_order(self):
        self.assertEqual(pair_blocks([('p', 'a'), ('t', 'b')], [('p', 'x'), ('t', 'y')]), [('a', 'x'), ('b', 'y')])

    def test_where_a_block_is_missing_only_what_surely_matches_is_paired(self):
        english = [('p', f'Set option --n{number}.') for number in range(12)]
        other = [('p', f'Setze --n{number}.') for number in range(12) if number != 5]
        pairs = pair_blocks(english, other)
        self.assertEqual(len(pairs), 11)
        self.assertTrue(all(left.split('--')[1] == right.split('--')[1] for left, right in pairs))
        self.assertEqual(pair_blocks([('p', 'a'), ('p', 'b')], [('t', 'x')]), [])

    def test_a_section_about_the_translation_is_left_out(self):
        english = [('section', 'NAME'), ('paragraph', 'a'), ('section', 'FILES'), ('paragraph', 'b')]
        other = [*english, ('section', 'ÜBERSETZUNG'), ('paragraph', 'Von …')]
        self.assertEqual(pair_sections(english, other), [(text, text) for _, text in english])

    def test_package_descriptions(self):
        lines = [' First line', ' goes on.', ' .', ' Contains:', '  * one thing', '    and more', '  * another']
        self.assertEqual(split_paragraphs(lines), ['First line goes on.', 'Contains:', 'one thing and more', 'another'])


class InterfacesTest(unittest.TestCase):
    def test_fluent(self):
        text = 'title = Hello\n    .label = Press { $key }\n# note\nlong =\n    one\n    two\n'
        self.assertEqual(read_fluent(text), {'title': 'Hello', 'title.label': 'Press { $key }', 'long': 'one two'})

    def test_properties(self):
        self.assertEqual(read_properties('a.b = \\u00d6ffnen\\nZwei\n#c=d\n'), {'a.b': 'Öffnen\nZwei'})

    def test_resource_files(self):
        rows, texts = b'', b''
        start = 12 + 6 * 3
        for key, text in ((7, b'One'), (9, b'Two!')):
            rows += struct.pack('<HI', key, start + len(texts))
            texts += text
        rows += struct.pack('<HI', 0, start + len(texts))
        self.assertEqual(read_pak(struct.pack('<IIHH', 5, 1, 2, 0) + rows + texts), {7: 'One', 9: 'Two!'})

    def test_string_tables(self):
        table = read_string_table("English\n\nKEY_ONE\nA text\nKEY_2\n'''Two\nlines'''\n")
        self.assertEqual(table, {'KEY_ONE': 'A text', 'KEY_2': 'Two\nlines'})


if __name__ == '__main__':
    unittest.main()
