import { type Sample, utf8 } from './notation.js';

const PO = `# Comment
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: \\n"

#. For the first button
#: a.c:1
#, c-format
msgctxt "menu"
msgid "Open \\"%s\\"\\n"
msgstr ""

msgid ""
"Two lines\\n"
"of text\\n"
msgstr ""

msgid "One file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgid "Done"
msgstr "Fertig"

#~ msgid "Old"
#~ msgstr ""
`;

const XLIFF_1 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:o="urn:other">
<file original="a" source-language="en" datatype="plaintext"><body>
<trans-unit id="1" o:x="y"><source>Press <g id="1">the <x id="2"/>key</g></source></trans-unit>
<trans-unit id="2"><source>A <bpt id="1">&lt;b></bpt>bold<ept id="1">&lt;/b></ept> word</source><target state="new">A bold word</target><note>Be brief</note></trans-unit>
<trans-unit id="3" approved="yes"><source>Done</source><target>Fertig</target></trans-unit>
<trans-unit id="4" translate="no"><source>Fixed</source></trans-unit>
<trans-unit id="5"><source>Has <mrk mtype="protected">Name</mrk> inside</source><target/></trans-unit>
</body></file></xliff>`;

const XLIFF_2 = `<xliff version="2.0" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f"><unit id="u"><segment id="s"><source>Hello <pc id="1">big</pc> <ph id="2"/>world</source></segment><ignorable><source> </source></ignorable><segment><source>Second <sc id="3"/>part<ec startRef="3"/> end.</source></segment></unit></file></xliff>`;

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <!-- kept -->
    <string name="hi">Don\\'t say <b>hello</b>\\nto <xliff:g id="who" example="Bob">%1$s</xliff:g> now</string>
    <string name="key" translatable="false">Fixed</string>
    <string-array name="list"><item>First   item</item><item>12</item></string-array>
    <plurals name="n"><item quantity="one">One file</item><item quantity="other">%d files</item></plurals>
    <string name="raw"><![CDATA[Raw <i>text</i>]]></string>
</resources>
`;

const CATALOG = `{
  "sourceLanguage" : "en",
  "strings" : {
    "Hello" : {

    },
    "key.two" : {
      "comment" : "On the button",
      "extractionState" : "manual",
      "localizations" : {
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Go on" } }
      }
    },
    "Done" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Fertig" } } } },
    "Fixed" : { "shouldTranslate" : false }
  },
  "version" : "1.0"
}`;

const CATALOG_WITH_VARIATIONS = `{
  "sourceLanguage" : "en",
  "strings" : {
    "%lld files" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld file" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld files" } }
            }
          }
        }
      }
    },
    "tap" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "device" : {
              "mac" : { "stringUnit" : { "state" : "new", "value" : "Click here" } },
              "other" : { "stringUnit" : { "state" : "new", "value" : "Tap here" } }
            }
          }
        }
      }
    },
    "sub" : {
      "localizations" : {
        "en" : {
          "stringUnit" : { "state" : "translated", "value" : "Found %#@n@ in all" },
          "substitutions" : {
            "n" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : { "plural" : {
                "one" : { "stringUnit" : { "state" : "translated", "value" : "%arg bird" } },
                "other" : { "stringUnit" : { "state" : "translated", "value" : "%arg birds" } } } }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;

const STRINGSDICT = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>files</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>Copied %#@files@ today</string>
		<key>files</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
			<key>one</key>
			<string>%d file</string>
			<key>other</key>
			<string>%d files</string>
		</dict>
	</dict>
</dict>
</plist>
`;

const RESX = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="Hello" xml:space="preserve">
    <value>Hello, {0} &amp; friends!</value>
    <comment>A greeting</comment>
  </data>
  <data name="Icon" type="System.Drawing.Bitmap"><value>icon data</value></data>
  <data name="&gt;&gt;label1.Name" xml:space="preserve"><value>label one</value></data>
</root>
`;

const QT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en">
<context>
    <name>Window</name>
    <message>
        <location filename="a.cpp" line="1"/>
        <source>&amp;Open a file</source>
        <comment>menu</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message><source>Done</source><translation>Fertig</translation></message>
    <message><source>Gone</source><translation type="vanished"></translation></message>
</context>
</TS>
`;

const TMX = `<?xml version="1.0"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en-US" adminlang="en" segtype="sentence" datatype="xml" o-tmf="x" creationtool="a" creationtoolversion="1"/><body>
<tu><tuv xml:lang="en-US"><seg>Hello <bpt i="1">&lt;b></bpt>you<ept i="1">&lt;/b></ept> there</seg></tuv><tuv xml:lang="fr"><seg>Salut</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Done</seg></tuv><tuv xml:lang="de-AT"><seg>Fertig</seg></tuv></tu>
</body></tmx>`;

export const LOCALIZATION_SAMPLES: readonly Sample[] = [
  {
    name: 'po',
    format: 'po',
    bytes: utf8(PO),
    targetLanguage: 'pl',
    paragraphs: ['Open "%s"', 'Two lines\nof text', 'One file', '%d files'],
    written: [
      'msgid "Open \\"%s\\"\\n"\nmsgstr "Opené \\"%sé\\"\\n"\n',
      'msgstr ""\n"Twoé linesé\\n"\n"ofé texté\\n"\n',
      'msgstr[0] "Oneé fileé"\nmsgstr[1] "%dé filesé"\nmsgstr[2] "%dé filesé"\n',
      '"Language: pl\\n"\n"Plural-Forms: nplurals=3;',
      'msgstr "Fertig"',
    ],
  },
  {
    name: 'xliff 1.2',
    format: 'xliff',
    bytes: utf8(XLIFF_1),
    paragraphs: [
      'Press <g id="1">the <x id="2"/>key</g>',
      'A <g id="1">bold</g> word',
      'Has <n id="1">Name</n> inside',
    ],
    written: [
      '<target state="needs-review-translation">Pressé <g id="1">theé <x id="2"/>keyé</g></target></trans-unit>',
      'Aé <bpt id="1">&lt;b></bpt>boldé<ept id="1">&lt;/b></ept> wordé</target><note>Be brief</note>',
      'target-language="de"',
    ],
  },
  {
    name: 'xliff 2.0',
    format: 'xliff',
    bytes: utf8(XLIFF_2),
    paragraphs: ['Hello <g id="1">big</g> <x id="2"/>world', 'Second <g id="1">part</g> end.'],
    written: [
      'trgLang="de"',
      '<target>Secondé <sc id="3"/>parté<ec startRef="3"/> endé.</target></segment>',
    ],
  },
  {
    name: 'android',
    format: 'android',
    bytes: utf8(ANDROID),
    paragraphs: [
      'Don\'t say <g id="1">hello</g>\nto <n id="2">%1$s</n> now',
      'First item',
      'One file',
      '%d files',
      'Raw <i>text</i>',
    ],
  },
  {
    name: 'xcstrings',
    format: 'xcstrings',
    bytes: utf8(CATALOG),
    targetLanguage: 'de',
    paragraphs: ['Hello', 'Go on'],
    written: [
      '"Hello" : {\n      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "needs_review",\n            "value" : "Helloé"\n          }\n        }\n      }\n    },',
      '      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "needs_review",\n            "value" : "Goé oné"\n          }\n        },\n        "en" : {',
    ],
  },
  {
    name: 'xcstrings with variations',
    format: 'xcstrings',
    bytes: utf8(CATALOG_WITH_VARIATIONS),
    targetLanguage: 'pl',
    paragraphs: [
      '%lld file',
      '%lld files',
      'Click here',
      'Tap here',
      'Found <n id="1">%#@n@</n> in all',
      '<n id="1">%arg</n> bird',
      '<n id="1">%arg</n> birds',
    ],
    written: [
      '"one" : { "stringUnit" : { "state" : "needs_review", "value" : "%lldé fileé" } },',
      '"value" : "%lldé filesé" } },\n              "few" : {\n                "stringUnit" : {\n                  "state" : "needs_review",\n                  "value" : "%lldé filesé"\n                }\n              },\n              "many" :',
      '"mac" : { "stringUnit" : { "state" : "needs_review", "value" : "Clické hereé" } }',
      '"argNum" : 1',
      '"value" : "%arg birdsé" } }',
    ],
  },
  {
    name: 'stringsdict',
    format: 'stringsdict',
    bytes: utf8(STRINGSDICT),
    paragraphs: ['Copied <n id="1">%#@files@</n> today', '%d file', '%d files'],
  },
  {
    name: 'resx',
    format: 'resx',
    bytes: utf8(RESX),
    paragraphs: ['Hello, {0} & friends!'],
  },
  {
    name: 'Qt',
    format: 'qt',
    bytes: utf8(QT),
    targetLanguage: 'pl',
    paragraphs: ['Open a file', '%n file(s)'],
    written: [
      '<TS version="2.1" sourcelanguage="en" language="pl">',
      '<translation type="unfinished">&amp;Opené aé fileé</translation>',
      '<translation type="unfinished"><numerusform>%né fileé(sé)</numerusform><numerusform>%né fileé(sé)</numerusform><numerusform>%né fileé(sé)</numerusform></translation>',
    ],
  },
  {
    name: 'tmx',
    format: 'tmx',
    bytes: utf8(TMX),
    targetLanguage: 'de',
    paragraphs: ['Hello <g id="1">you</g> there'],
    written: [
      '<tuv xml:lang="de"><seg>Helloé <bpt i="1">&lt;b></bpt>youé<ept i="1">&lt;/b></ept> thereé</seg></tuv></tu>',
    ],
  },
];
