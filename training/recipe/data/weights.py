"""How often pairs are shown, by where they come from."""


class SourceWeights:
    """Weights of sources, from the `sourceWeights` of a data file.

    A rule is a number, or `{"weight": w, "shortWeight": s}`: s for pairs of at most two English
    words, which lists of words mostly are. `default` stands for all that is not named; 0 leaves a
    source out.
    """

    def __init__(self, rules):
        self._rules = rules

    def of(self, source, english):
        """The weight of a pair: 3 is three times an epoch, 0.1 every tenth epoch."""
        rule = self._rules.get(source, self._rules['default'])
        if not isinstance(rule, dict):
            return float(rule)
        is_short = english.count(' ') < 2
        return float(rule['shortWeight'] if is_short else rule['weight'])
