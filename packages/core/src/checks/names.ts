import { baseOf, type LanguageTag } from '@dragoman/contract';
import { OTHER_THAN_LATIN } from '../characters.js';
import { charactersOf, editDistance } from '../edit-distance.js';
import type { TextRange } from '../ranges.js';

/** Shorter words are alike by chance. */
const MIN_LETTERS = 4;
/** Longer texts have too many words to compare each with each. */
const MAX_CHARACTERS = 1000;
/** A capital says nothing of a word where all nouns have one. */
const CAPITALISED_NOUNS = new Set(['de', 'lb']);
const CAPITALISED = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]+/gu;

/**
 * Frequent given names of the served languages that are hardly anything else: not `Mark`, `Rose`,
 * `Paris` or `May`.
 */
const GIVEN_NAMES = new Set(
  `Aaron Abigail Adam Adrian Adrián Adrien Afonso Agnieszka Agustín Ahmed Aisha Alain Alan Albane Albert Alberto
    Aldo Alejandra Alejandro Aleksandr Aleksandra Alessandro Alessia Alex Alexander Alexandra Alexandre Alexei
    Alexis Alfonso Alfred Alfredo Ali Alice Alicja Aline Alison Allison Amanda Amelia Amélie Amir Amit Amy Ana
    Anaïs Anastasia Anders André Andrea Andréa Andreas Andrei Andrés Andrew Andrzej Aneta Angela Angelika Angelo
    Anil Anita Anja Anke Anna Annabelle Anne Annette Anouk Anthony Antje Antoine Anton Antonella Antonia Antonio
    António Arianna Arjen Arjun Arkadiusz Armin Arnaud Arthur Artur Arturo Ashley Astrid Audrey Aurélie Aurélien
    Axel Ayşe Baptiste Barbara Bärbel Bart Bartłomiej Bartosz Bastian Bastien Beata Beatrice Beatriz Begoña Ben
    Benedetta Benjamin Benno Benoît Bérénice Bernard Bernardo Bernd Bertrand Beth Bethany Bettina Birgit Björn
    Bjørn Bogdan Boris Bożena Bradley Bram Brandon Brenda Brett Brian Bridget Brigitte Britta Bruno Bryan Caio
    Caitlin Cameron Camilla Camille Carl Carla Carlo Carlos Carlota Carlotta Carmen Carolin Caroline Carolyn
    Carsten Catarina Caterina Catherine Cécile Cecilia Cecília Cédric Cees Célia Céline César Cesare Chantal
    Charles Charlotte Cheryl Chiara Chloé Chris Christa Christelle Christina Christine Christoph Christophe
    Christopher Cinzia Claire Claudia Cláudia Claudio Cláudio Clémence Clemens Colette Colin Connor Constanze
    Coralie Corinne Cornelia Costanza Craig Cristian Cristiano Cristina Cynthia Cyril Czesław Daan Dagmar Damian
    Damien Daniel Daniela Daniele Danielle Danuta Dariusz Darren David Davide Dawid Debora Débora Deborah Deepak
    Delphine Denis Denise Dennis Derek Detlef Didier Diego Dieter Diogo Dirk Dmitri Dmitry Domenico Dominic
    Dominik Dominika Dominique Donald Donatella Donna Doris Dorota Dorothy Douglas Dylan Eckhard Eddie Edgar Edith
    Edmund Edoardo Eduarda Eduardo Edward Edwin Edyta Eileen Ekaterina Elaine Eleanor Elena Eleonora Éléonore
    Eliana Elias Eline Elisa Elisabeth Élise Elizabeth Elke Ella Ellen Elliot Elliott Élodie Elvira Elwira
    Elżbieta Emanuele Emil Emilia Émilie Emilio Emily Emma Emmanuel Emmanuelle Emre Enrico Enrique Enzo Eric Éric
    Erica Erik Erika Erin Ernest Ernesto Erwin Esteban Estelle Esther Ethan Étienne Ettore Eugene Eugène Eugenia
    Eugenio Eunice Eva Evan Evelyn Evert Evgeny Ewa Ewelina Fabian Fabien Fabio Fábio Fabiola Fabrice Fabrizio
    Fatima Fátima Fatma Federica Federico Felicity Felipe Felix Femke Fermín Fernanda Fernando Filip Filipe
    Filippo Fiona Flavia Flávia Flavio Flávio Florian Francesca Francesco Francisca Francisco Franciszek Franck
    François Françoise Franziska Frauke Fred Frédéric Frederick Frederico Freja Friederike Friedrich Frits Gabriel
    Gabriela Gabriele Gaël Gaëlle Gaia Galina Gareth Gary Gaston Gavin Geert Geneviève Geoff Geoffrey George
    Georges Gerald Gérard Gerardo Gerhard Germán Gerrit Gertrud Ghislaine Giacomo Gianluca Gianmarco Gianni Gijs
    Gilberto Gilles Gillian Gino Giorgia Giorgio Giovanna Giovanni Gisela Giulia Giuliana Giuliano Giuseppe Glenn
    Gonçalo Gonzalo Gordon Graham Grażyna Greg Gregory Grégory Grzegorz Gudrun Guilherme Guillaume Guillermo
    Gunnar Günter Günther Gustavo Guus Gwen Håkan Håkon Halina Hanna Hannah Hanneke Hannelore Hans Harold Harriet
    Harry Hartmut Harvey Hassan Héctor Heidi Heike Heiko Heinrich Heinz Heitor Helen Helena Hélène Helga Helmut
    Hendrik Henk Henri Henrique Henry Henryk Herbert Hermann Hernán Hervé Hildegard Hiroshi Holger Horst Howard
    Hubert Hugh Hugo Ian Ibrahim Ignacio Ignacy Igor Ilaria Ilona Imogen Ineke Ines Inès Inês Inge Ingrid Ingvar
    Inmaculada Irena Irene Irina Irmgard Isaac Isabel Isabella Isabelle Isidro Ivan Iván Ivo Iwona Izabela Jaap
    Jacek Jacob Jacopo Jacqueline Jacques Jadwiga Jaime Jakob Jakub James Jamie Jan Jana Jane Janet Janice Janina
    Janusz Jaqueline Jared Jarosław Jason Jasper Javier Jean Jeff Jeffrey Jelle Jenna Jennifer Jenny Jens Jeremy
    Jeroen Jérôme Jerzy Jessica Jill Jim Jimena Joachim Joan Joana Joanna Joanne João Joaquim Joaquín Jocelyn
    Jochem Jochen Joe Joel Joël Joep Johan Johann Johanna Johannes John Jolanta Jonas Jonathan Joost Jörg Jorge
    Joris Jörn José Josefa Joseph Josh Joshua Joyce Józef Juan Juana Judith Judy Jules Julia Júlia Julian Julián
    Juliana Julie Juliette Júlio Jürgen Justin Justyna Jutta Kacper Kamil Karen Karim Karin Karina Karine Karl
    Karol Karolina Karsten Katarzyna Kate Katharina Katherine Kathleen Kathrin Kathryn Kathy Katie Katja Katrin
    Kayla Kazimierz Kees Keith Kelly Kenji Kenneth Kerry Kerstin Kevin Khalid Kim Kimberly Kinga Kirsten Kirsty
    Kjell Klaus Koen Konrad Kristen Kristina Krystian Krystyna Krzysztof Ksenia Kurt Kyle Laetitia Lara Larisa
    Larissa Lars Lasse Laura Lauren Laurence Laurent Lawrence Layla Lea Léa Leah Leandro Lena Leo Leon Leonard
    Leonardo Leonhard Leonie Leonor Leslie Leszek Leticia Letícia Letizia Lewis Liam Lidia Lieke Liesbeth Lígia
    Lillian Linda Lindsay Linnea Linus Lisa Livia Logan Loïc Lois Loredana Lorella Lorena Lorenzo Lothar Lotte
    Louane Louis Louise Lourdes Lourenço Luc Luca Lucas Lucía Lúcia Luciana Luciano Lucie Łucja Lucy Ludmila
    Ludovic Ludovica Ludwig Luigi Luis Luís Luisa Luiz Luiza Lukas Łukasz Luke Lutz Lydia Maaike Maarten Mabel
    Macarena Machteld Maciej Madeleine Mafalda Magdalena Magnus Maike Maja Maksymilian Malcolm Małgorzata Manfred
    Manon Manuel Manuela Marc Marcel Marcela Marcello Marcelo Márcia Marcin Márcio Marco Marcos Marcus Mareike
    Marek Margaret Margaux Margit Margot Maria María Mariam Mariana Marianna Marianne Mariano Marie Marieke
    Mariella Marijke Marilyn Mario Mário Marion Marisa Mariusz Marjolein Marjorie Markus Marlena Marlene Marloes
    Marta Martha Martin Martina Martine Marvin Mary Marzena Mateo Mateus Mateusz Mathias Mathieu Mathilde Matilde
    Matteo Matthew Matthias Matthieu Mattia Maureen Maurice Mauricio Maurizio Maxim Maxime Maximilian Maximiliano
    Megan Mehmet Meike Melanie Mélanie Melissa Melvin Meredith Mette Mia Micaela Michael Michaela Michał Michel
    Michela Michele Michèle Michelle Mieczysław Mieke Miguel Mikael Mike Mikhail Mikołaj Mildred Milena Miranda
    Mireille Miriam Mirko Mirosław Mohamed Mohammad Mohammed Molly Monica Mónica Mônica Monika Monique Montserrat
    Morgan Moritz Muhammad Muriel Mustafa Nadège Nadia Nádia Nadine Nadja Nancy Naomi Natalia Natália Natalie
    Natalya Natascha Natasha Nathalie Nathan Neil Nele Nelson Nerea Nicholas Nico Nicola Nicolas Nicolás Nicole
    Nicoletta Niels Nienke Nigel Nikita Niklas Nikolai Nils Nina Noah Noelia Noémie Nora Norbert Nuno Nuria Odile
    Oksana Olaf Ole Oleg Olga Oliver Olivia Olivier Oliwia Omar Ömer Ornella Óscar Oskar Otávio Otto Owen Pablo
    Pamela Paolo Pascal Pascale Patrice Patricia Patrícia Patrick Patrizia Patryk Paul Paula Paulina Pauline Paulo
    Pavel Pawel Paweł Pedro Peggy Penelope Peter Petra Phil Philip Philipp Philippe Phyllis Piero Pierre Piet
    Pieter Pietro Pim Piotr Priya Przemysław Quentin Quinn Rachel Radosław Rafael Rafaela Rafał Raffaele Raffaella
    Rahul Rainer Rajesh Ralf Ralph Ramiro Ramón Raphael Raphaël Raquel Rasmus Raul Raúl Raymond Rebeca Rebecca
    Rebekka Regina Régine Reiner Reinhard Rémi Remigiusz Rémy Renata Renate Renato René Renée Renske Rhys Ricardo
    Riccardo Richard Rik Rita Robert Roberta Roberto Rocco Rodney Rodolfo Rodrigo Roel Roger Rogério Roland Rolf
    Romeo Ronald Rosalia Ross Rossella Roswitha Roy Ruben Rubén Rúben Rüdiger Ruggero Rui Russell Ruth Ruud Ryan
    Ryszard Sabine Sally Salvatore Sam Samantha Samuel Samuele Sander Sandra Sandrine Sandro Sanjay Sanne Sara
    Sarah Sascha Scott Sean Sebastian Sebastián Sébastien Ségolène Serge Sergei Sergey Sergio Sérgio Shane Shannon
    Sharon Shaun Sheila Shelley Shirley Sidney Sigrid Sigurd Silke Silvana Silvia Sílvia Silvio Simão Simon Simona
    Simone Sjoerd Sławomir Sofia Sofía Solène Sónia Sonja Sophia Sophie Søren Stacey Stanisław Stanley Stefan
    Stefania Stefanie Stefano Steffen Stella Stephan Stéphane Stephanie Stéphanie Stephen Steve Steven Stijn
    Stuart Sunil Suresh Susan Susana Susanna Susanne Suzanne Sven Svenja Svetlana Sybille Sylvain Sylvie Sylwia
    Szymon Tadeusz Takashi Tamara Tanja Tariq Tatiana Ted Telmo Terence Teresa Terry Teun Thea Thelma Theo Théo
    Theodor Theresa Thiago Thibault Thierry Thijs Thomas Thorsten Tiago Tiffany Tijs Tim Timo Timothy Tina Tiziana
    Tiziano Tobias Todd Tom Tomás Tomasz Tommaso Tommy Tony Torbjörn Torsten Tracey Tracy Trevor Tristan Tyler Udo
    Ugo Ulf Ulrich Ulrike Umberto Ursula Urszula Ute Uwe Vadim Valentin Valentina Valeria Valerie Valérie Valerio
    Vanessa Vasco Vernon Veronica Verónica Veronika Véronique Vicente Vicky Victor Víctor Vijay Viktor Viktoria
    Vincent Vincenzo Virginie Vito Vítor Vittorio Vladimir Volker Walter Waltraud Wanda Wayne Wendy Werner
    Weronika Wesley Wiebke Wiesław Wiktor Wiktoria Wilfred Wilhelm Willem William Winfried Witold Władysław
    Wojciech Wolfgang Wouter Xavier Ximena Yana Yann Yannick Yolanda Yuki Yulia Yuri Yusuf Yves Yvette Yvonne
    Zachary Żaneta Zbigniew Zdzisław Zeynep Zoe Zoë Zofia Zygmunt`.split(/\s+/),
);
/** Whether a word is a given name, and hardly anything else. */
export const isGivenName = (word: string): boolean => GIVEN_NAMES.has(word);

/** Up to three words, with initials between them. */
const PERSON =
  /^(\p{Lu}[\p{L}\p{M}]+)(?:-\p{Lu}[\p{L}\p{M}]+)?(?: \p{Lu}\.)?((?: \p{Lu}[\p{L}\p{M}'’-]+){0,2})[,.!]?$/u;
/** What is called after a person, such as `Charles Bridge`. */
const CALLED_AFTER = new Set(
  (
    'Airport Avenue Award Bay Beach Bridge Castle Cathedral Church Code College Company Day Effect ' +
    'Foundation Garden Gardens Group Hall Hospital Hotel House Institute Island Islands Lake Law Museum ' +
    'Palace Park Prize River Road School Square Station Street Test Theatre Theorem Tower Trophy ' +
    'University'
  ).split(' '),
);

/**
 * Whether a text is nothing but the name of a person, such as a signature: a common given name, alone or
 * with family names.
 */
export const isPersonName = (text: string): boolean => {
  const [, given = '', family = ''] = PERSON.exec(text) ?? [];
  return isGivenName(given) && !CALLED_AFTER.has(family.split(' ').at(-1) ?? '');
};

/** A given name and a family name. */
const FULL_NAME =
  /(?<![\p{L}\p{M}\p{N}])(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?)(?![\p{L}\p{M}\p{N}])/gu;
/** Endings change or take the place of this many letters at most: "Marek", "Marka". */
const ENDING_LETTERS = 2;
const MIN_STEM_LETTERS = 3;

/** Full names that a translation in Latin letters lacks; with an ending, they are there. */
const lostFullNames = (source: string, translated: string): readonly TextRange[] => {
  if (OTHER_THAN_LATIN.test(translated)) return [];
  const written = foldWithoutAccents(translated);
  const stemOfName = (name: string): string => {
    const [folded = ''] = foldWithoutAccents(name).split('-');
    return folded.slice(0, Math.max(MIN_STEM_LETTERS, folded.length - ENDING_LETTERS));
  };
  const isThere = (given: string, family: string): boolean =>
    new RegExp(`(?<!\\p{L})${stemOfName(given)}\\p{L}*\\s${stemOfName(family)}`, 'u').test(written);
  return [...source.matchAll(FULL_NAME)]
    .filter(([, given = '', family = '']) => GIVEN_NAMES.has(given) && !isThere(given, family))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }));
};

/**
 * Names that a translation spells wrongly: capitalised inside a sentence of the source, missing in
 * the translation, which has a capitalised word one or two letters away instead ("Kowalski" and
 * "Kowaliski"). A translated name ("Germany", "Deutschland"), an ending ("Annas") or an accent is
 * no mistake. A family name behind a common given name may not be translated at all ("Maria
 * Schneider", "Mary Tailor").
 */
export const alteredNames = (
  source: string,
  translated: string,
  sourceLanguage: LanguageTag,
): readonly TextRange[] => {
  if (source.length > MAX_CHARACTERS) return [];
  const lost = lostFullNames(source, translated);
  if (lost.length > 0 || CAPITALISED_NOUNS.has(baseOf(sourceLanguage))) return lost;
  const found = capitalisedWords(translated).map(({ folded }) => folded);
  const names = capitalisedWords(source).filter(({ start }) => isInsideSentence(source, start));
  const known = new Set(names.map(({ folded }) => folded));
  return names
    .filter(({ folded }) => !found.some((word) => word.startsWith(stemOf(folded))))
    .filter(({ folded }) => found.some((word) => !known.has(word) && isMisspelling(folded, word)))
    .map(({ start, end }) => ({ start, end }));
};

const capitalisedWords = (text: string) =>
  [...text.matchAll(CAPITALISED)]
    .map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      folded: foldWithoutAccents(word),
    }))
    .filter(({ folded }) => folded.length >= MIN_LETTERS);

/** Without case and accents. */
const foldWithoutAccents = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Without the last letter where that is a vowel: many languages change it ("Anna", "Annę"). */
const stemOf = (folded: string): string => folded.replace(/[aeiouy]$/u, '');

/** Whether a lower-case word or a comma comes before, so that a name alone explains the capital. */
const isInsideSentence = (text: string, start: number): boolean =>
  /[\p{Ll},]["'“‘(]?\s["'“‘(]?$/u.test(text.slice(Math.max(0, start - 5), start));

/** The same first letter, and one letter more, less or other; two in words of seven letters. */
const isMisspelling = (name: string, word: string): boolean => {
  const most = name.length >= 7 ? 2 : 1;
  return (
    name[0] === word[0] &&
    name !== word &&
    editDistance(charactersOf(name), charactersOf(word), most) !== undefined
  );
};
