/** Abbreviations of the weekdays, from Monday on. */
export const ENGLISH_DAYS: ReadonlyMap<string, string> = new Map([
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Tues', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Weds', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Thur', 'Thursday'],
  ['Thurs', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
]);

/** Abbreviations of the months; `May` has none. */
export const ENGLISH_MONTHS: ReadonlyMap<string, string> = new Map([
  ['Jan', 'January'],
  ['Feb', 'February'],
  ['Mar', 'March'],
  ['Apr', 'April'],
  ['Jun', 'June'],
  ['Jul', 'July'],
  ['Aug', 'August'],
  ['Sep', 'September'],
  ['Sept', 'September'],
  ['Oct', 'October'],
  ['Nov', 'November'],
  ['Dec', 'December'],
]);
