"""Numbers, money, dates, times, measures, names: each as every language writes it."""
LANGUAGES = ('en', 'de', 'fr', 'es', 'it', 'nl')

_DAYS = {
    'en': 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday', 'de': 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
    'fr': 'lundi mardi mercredi jeudi vendredi samedi dimanche', 'es': 'lunes martes miércoles jueves viernes sábado domingo',
    'it': 'lunedì martedì mercoledì giovedì venerdì sabato domenica', 'nl': 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
}
_MONTHS = {
    'en': 'January February March April May June July August September October November December',
    'de': 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    'fr': 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'es': 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'it': 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'nl': 'januari februari maart april mei juni juli augustus september oktober november december',
}
_HOURS = {
    'en': 'one two three four five six seven eight nine ten eleven twelve', 'de': 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'fr': 'une deux trois quatre cinq six sept huit neuf dix onze douze', 'es': 'una dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'it': 'una due tre quattro cinque sei sette otto nove dieci undici dodici', 'nl': 'één twee drie vier vijf zes zeven acht negen tien elf twaalf',
}
_FIRST_NAMES = (
    'Anna Ben Clara David Elena Felix Greta Hugo Ida Jonas Katja Leo Marta Nina Oscar Paula Rafael Sofia Tom Vera '
    'Aisha Mehmet Zoë Łukasz Søren Chloé José Ümit Björn Ngozi Priya Kenji Oleh'
).split()
_PLACES = (
    'Lisbon|Lissabon|Lisbonne|Lisboa|Lisbona|Lissabon;Vienna|Wien|Vienne|Viena|Vienna|Wenen;Munich|München|Munich|Múnich|Monaco di Baviera|München;'
    'Cologne|Köln|Cologne|Colonia|Colonia|Keulen;Brussels|Brüssel|Bruxelles|Bruselas|Bruxelles|Brussel;Prague|Prag|Prague|Praga|Praga|Praag;'
    'Florence|Florenz|Florence|Florencia|Firenze|Florence;Geneva|Genf|Genève|Ginebra|Ginevra|Genève;Warsaw|Warschau|Varsovie|Varsovia|Varsavia|Warschau;'
    'Copenhagen|Kopenhagen|Copenhague|Copenhague|Copenaghen|Kopenhagen;Madrid|Madrid|Madrid|Madrid|Madrid|Madrid;Hamburg|Hamburg|Hambourg|Hamburgo|Amburgo|Hamburg;'
    'Toronto|Toronto|Toronto|Toronto|Toronto|Toronto;Utrecht|Utrecht|Utrecht|Utrecht|Utrecht|Utrecht;Bristol|Bristol|Bristol|Bristol|Bristol|Bristol'
)
_SYLLABLES = 'ba be bro cal con da der do el fa fen ga gri ha hol in ja ka kor la li lu ma mer mo na nel no or pa per ra ri ro sa sen so ta ten ti tor va vel vi wa xan za zel'.split()
_COMPANY_ENDINGS = ('', '', ' GmbH', ' Ltd', ' Inc.', ' Group', ' & Co.', ' Labs')
_EMOJI = '😀😁😂😃😄😅😉😊😍😎😘😢🎉🎂🎁🔥✨💕💯🤣🥰🥳👍👏💪🚀☀❤'
_CURRENCIES = ('€', '€', '€', '$', '£', 'CHF')


def _everywhere(text):
    return dict.fromkeys(LANGUAGES, text)


def _digits(random, count):
    # Repeated digits are what a model drops first.
    if random.random() < 0.3:
        return ''.join(random.choice('0123456789') * random.randint(1, 4) for _ in range(count))[:count]
    return ''.join(random.choice('0123456789') for _ in range(count))


def count(random, digits):
    """A number of things: at least 2, at most so many digits."""
    return _everywhere(str(random.randint(2, 10 ** min(digits, random.randint(1, digits)) - 1 if digits > 1 else 9)))


def code(random, digits):
    """Digits that are copied as they stand."""
    text = _digits(random, digits)
    return _everywhere(text if text.strip('0') else f'1{text[1:]}')


def large(random):
    """A number with groups of three digits."""
    return {language: grouped(random_number, language) for random_number in [random.randint(1000, 10 ** random.randint(4, 8))] for language in LANGUAGES}


def grouped(number, language):
    """A whole number as a language groups its digits."""
    text = f'{number:,}'
    if language == 'en':
        return text
    if language == 'fr' or (language == 'es' and number >= 10_000):
        return text.replace(',', ' ')
    return text.replace(',', '') if language == 'es' else text.replace(',', '.')


def decimal(text, language):
    """A number written with a point, as a language writes it."""
    return text if language == 'en' else text.replace('.', ',')


def money(random):
    """An amount, with or without cents."""
    currency, whole = random.choice(_CURRENCIES), random.randint(1, random.choice((20, 100, 999, 9999)))
    cents = random.choice(('', '', '.99', '.50', f'.{random.randint(0, 99):02}'))
    amounts = {}
    for language in LANGUAGES:
        number = grouped(whole, language) + decimal(cents, language)
        if currency == 'CHF':
            amounts[language] = f'CHF {number}'
        elif language == 'en' or (language == 'nl' and currency == '€'):
            amounts[language] = f'{currency}{"" if language == "en" else " "}{number}'
        else:
            amounts[language] = f'{number} {currency}'
    return amounts


def millions(random):
    """A large amount in words: `€2.5 million`."""
    number = f'{random.randint(2, 90)}.{random.randint(1, 9)}'
    words = {
        'en': '€{} million', 'de': '{} Millionen Euro', 'fr': "{} millions d'euros", 'es': '{} millones de euros',
        'it': '{} milioni di euro', 'nl': '{} miljoen euro',
    }
    return {language: text.format(decimal(number, language)) for language, text in words.items()}


def time(random):
    """A time of day with what stands before it after `at`."""
    hour, minute = random.randint(2, 23), random.choice((0, 0, 0, 15, 30, 30, 45, 5, 10, 20))
    way = random.random()
    if way < 0.25 and 2 <= hour <= 11:
        return _half_past(hour)
    clock = f'{hour}:{minute:02}'
    on_the_hour = minute == 0
    twelve = (hour - 1) % 12 + 1
    half = random.choice(('{} am', '{} a.m.', '{}am') if hour < 12 else ('{} pm', '{} p.m.', '{}pm'))
    english = clock if way > 0.7 else half.format(twelve if on_the_hour else f'{twelve}:{minute:02}')
    is_bare = on_the_hour and english != clock
    return {
        'en': english, 'de': f'{hour if is_bare else clock} Uhr',
        'fr': f'{hour} h' if on_the_hour else f'{hour} h {minute:02}', 'es': f'las {clock}',
        'it': f'alle {hour if is_bare else clock}', 'nl': f'{hour if is_bare else clock.replace(":", ".")} uur',
    }


def _half_past(hour):
    name = {language: words.split()[hour - 1] for language, words in _HOURS.items()}
    following = {language: _HOURS[language].split()[hour % 12] for language in ('de', 'nl')}
    return {
        'en': f'half past {name["en"]}', 'de': f'halb {following["de"]}', 'fr': f'{name["fr"]} heures et demie',
        'es': f'las {name["es"]} y media', 'it': f'alle {name["it"]} e mezza', 'nl': f'half {following["nl"]}',
    }


def opening(random):
    """An hour as in opening times."""
    hour = random.randint(2, 22)
    english = random.choice((f'{hour}:00', f'{(hour - 1) % 12 + 1} {"am" if hour < 12 else "pm"}'))
    return {
        'en': english, 'de': f'{hour} Uhr', 'fr': f'{hour} h', 'es': f'{hour}:00', 'it': f'{hour}', 'nl': f'{hour} uur',
    }


def date(random):
    """A date, with or without its year."""
    # The 1st, the 8th and the 11th have forms of their own in French and Italian.
    day = random.choice([day for day in range(2, 29) if day not in (8, 11)])
    month, year = random.randrange(12), random.choice(('', f'{random.randint(1950, 2035)}'))
    names = {language: words.split()[month] for language, words in _MONTHS.items()}
    english = random.choice((f'{names["en"]} {day}{"," if year else ""}', f'{day} {names["en"]}'))
    written = {
        'en': english, 'de': f'{day}. {names["de"]}', 'fr': f'{day} {names["fr"]}', 'es': f'{day} de {names["es"]}',
        'it': f'{day} {names["it"]}', 'nl': f'{day} {names["nl"]}',
    }
    of = {'es': ' de'}
    return {language: text + (f'{of.get(language, "")} {year}' if year else '') for language, text in written.items()}


def weekday(random):
    """A day of the week."""
    day = random.randrange(7)
    return {language: words.split()[day] for language, words in _DAYS.items()}


def month(random):
    """A month."""
    number = random.randrange(12)
    return {language: words.split()[number] for language, words in _MONTHS.items()}


def year(random):
    """A year."""
    return _everywhere(str(random.randint(1800, 2035)))


def measure(units):
    """A maker of amounts of one of some units."""
    def draw(random):
        number, unit = random.choice((str(random.randint(2, 950)), f'{random.randint(1, 20)}.{random.randint(1, 9)}')), random.choice(units)
        return {language: f'{decimal(number, language)} {unit}' for language in LANGUAGES}
    return draw


def percent(random):
    """A percentage."""
    number = random.choice((str(random.randint(2, 95)), f'{random.randint(1, 20)}.{random.randint(1, 9)}'))
    return {language: decimal(number, language) + ('%' if language in ('en', 'it', 'nl') else ' %') for language in LANGUAGES}


def person(random):
    """Somebody's name, often an invented one."""
    name = random.choice(_FIRST_NAMES)
    return _everywhere(f'{name} {_invented(random)}' if random.random() < 0.6 else name)


def place(random):
    """A town, with the name each language has for it, or an invented one."""
    if random.random() < 0.4:
        return _everywhere(_invented(random))
    return dict(zip(LANGUAGES, random.choice(_PLACES.split(';')).split('|')))


def company(random):
    """An invented company."""
    return _everywhere(_invented(random) + random.choice(_COMPANY_ENDINGS))


def letters(random, number):
    """Capital letters, as of a flight."""
    return _everywhere(''.join(random.choice('ABCDEFGHKLMNPRSTUVWXZ') for _ in range(number)))


def emoji(random):
    """One or two signs that are copied."""
    return _everywhere(random.choice(_EMOJI) * random.choice((1, 1, 1, 2, 3)))


def _invented(random):
    return ''.join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 3))).capitalize()
