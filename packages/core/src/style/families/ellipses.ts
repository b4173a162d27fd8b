import { rowsOf, type StyleFamily } from './family.js';

const ELLIPSIS = /(?<![.…·])(?:\.{3}|\.{6}|…{1,3}|\. \. \.(?! \.)|·{3}|·{6})(?![.…·])/g;

export const ellipses: StyleFamily = {
  options: rowsOf('punctuation.ellipsis', {
    use_ellipsis_character: { ellipsis: '…' },
    use_one_ellipsis_character: { ellipsis: '…' },
    use_two_ellipsis_characters: { ellipsis: '……' },
    use_three_ellipsis_characters: { ellipsis: '………' },
    use_three_periods: { ellipsis: '...' },
    use_three_periods_without_spaces: { ellipsis: '...' },
    use_three_dots_at_the_bottom: { ellipsis: '...' },
    use_six_dots_at_the_bottom: { ellipsis: '......' },
    use_three_spaced_periods: { ellipsis: '. . .' },
    use_three_dots_in_the_center: { ellipsis: '···' },
    use_six_dots_in_the_center: { ellipsis: '······' },
  }),
  edit: (text, { ellipsis }) => (ellipsis === undefined ? text : text.replace(ELLIPSIS, ellipsis)),
};
