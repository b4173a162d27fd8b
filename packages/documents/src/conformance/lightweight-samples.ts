import { type Sample, utf8 } from './notation.js';

const RST = String.raw`.. A comment stays
   on two lines

=========
The title
=========

:Author: Somebody
:Version: 1

A chapter
=========

A paragraph with *emphasis*, **strong text**, ${'``code``'} and
a \`link <https://example.org>\`_ over two lines, see :ref:\`the other <label>\`
and :class:\`~a.B\`. A note [1]_ too, |name| and a name_.

- One item
  that goes on
- Another \*one\*

  1. Nested

Term
    Its definition.

Code follows::

    not this

.. note:: Titles may follow
   and go on.

.. figure:: a.png
   :alt: The words for it
   :width: 3

   The caption

.. code-block:: python

   not_this("either")

.. versionadded:: 3.2
   Something new.

.. function:: open(path)

   Opens a file.

   :param path: Where it is
   :rtype: None

+-----+-----+
| Not | me  |
+-----+-----+

===== =====
Nor   me
===== =====

>>> print("stays")
stays

| A verse
| has lines

-v, --verbose  Says more.

.. _target: https://example.org
.. |name| replace:: the *name*
.. [1] What the note says.
`.replaceAll('\\`', '`');

const ADOC = `= The document
Somebody <a@example.org>
:lang: en
:toc:

== A section

A paragraph with *strong*, _emphasis_, \`code\`
and a https://example.org[link] over two lines, see <<other,the other part>>.
It has a note.footnote:[What the note says.] And {version} of it. +
A second line.

.A block title
[source,ruby]
----
not this
----

* One item
goes on
** Nested *item*
. [x] Number

Term:: Its definition
Other::
  Something else

NOTE: Mind this.

[NOTE]
====
Inside a block.
====

image::a.png[The words for it, 200]

|===
|Head |Other

|A cell
2+|Two | 12
a|* An item
|===

// A comment

 typed as it is

'''

include::other.adoc[]

The end
~~~~~~~
`;

const TEX = String.raw`\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\newcommand{\product}[1]{The #1 stays}
\title{The title}
\author{Somebody}
\begin{document}
\maketitle % not this
\section[Short]{A \emph{good} section}\label{sec:a}

A paragraph with \textbf{bold} text, \'etudes, a formula $a^2 + b$ and
a note\footnote{What the note says.} over two lines, see Figure~\ref{fig:a}.
\LaTeX{} is {\em slanted} --- \${}5 \& 3\,\% \dots

\begin{itemize}
  \item One item
  \item[Label] Another \verb|code|
\end{itemize}

\begin{verbatim}
not this
\end{verbatim}
\begin{equation}
  nor + this
\end{equation}

\begin{figure}[h]
  \includegraphics[width=3cm]{a.png}
  \caption{The caption}
\end{figure}
\begin{tabular}{lr}
  Head & Other \\ \hline
  12 & A cell \\
\end{tabular}

The last \href{https://example.org}{link}.\\A second line.
\end{document}
Not here.
`;

export const LIGHTWEIGHT_SAMPLES: readonly Sample[] = [
  {
    name: 'reStructuredText',
    format: 'rst',
    bytes: utf8(RST),
    paragraphs: [
      'The title',
      'A chapter',
      'A paragraph with <g id="1">emphasis</g>, <g id="2">strong text</g>, <n id="3">code</n> and a <g id="4">link</g> over two lines, see <g id="5">the other</g> and <n id="6">a.B</n>. A note <x id="7"/> too, <n id="8">name</n> and a <n id="9">name</n>.',
      'One item that goes on',
      'Another *one*',
      'Nested',
      'Term',
      'Its definition.',
      'Code follows',
      'Titles may follow and go on.',
      'The words for it',
      'The caption',
      'Something new.',
      'Opens a file.',
      'Where it is',
      'A verse',
      'has lines',
      'Says more.',
      'the <g id="1">name</g>',
      'What the note says.',
    ],
  },
  {
    name: 'AsciiDoc',
    format: 'adoc',
    bytes: utf8(ADOC),
    paragraphs: [
      'The document',
      'A section',
      'A paragraph with <g id="1">strong</g>, <g id="2">emphasis</g>, <n id="3">code</n> and a <g id="4">link</g> over two lines, see <g id="5">the other part</g>. It has a note.<x id="6"/> And <n id="7">version</n> of it.<br id="8"/>A second line.',
      'What the note says.',
      'A block title',
      'One item goes on',
      'Nested <g id="1">item</g>',
      'Number',
      'Term',
      'Its definition',
      'Other',
      'Something else',
      'Mind this.',
      'Inside a block.',
      'The words for it',
      'Head',
      'Other',
      'A cell',
      'Two',
      'An item',
      'The end',
    ],
  },
  {
    name: 'LaTeX',
    format: 'tex',
    bytes: utf8(TEX),
    paragraphs: [
      'The title',
      'A <g id="1">good</g> section',
      'What the note says.',
      'A paragraph with <g id="1">bold</g> text, études, a formula <n id="2">a^2 + b</n> and a note<x id="3"/> over two lines, see Figure\u00a0<n id="4">1</n>. <n id="5">LaTeX</n> is <g id="6">slanted</g> — $5 &amp; 3\u202f% …',
      'One item',
      'Label',
      'Another <n id="1">code</n>',
      'The caption',
      'Head',
      'Other',
      'A cell',
      'The last <g id="1">link</g>.<br id="2"/>A second line.',
    ],
  },
];
