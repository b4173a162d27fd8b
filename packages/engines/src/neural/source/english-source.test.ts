import { describe, expect, it } from 'vitest';
import { editsOfEnglish } from './english-source.js';
import { edited } from './plain-line.js';

const written = (text: string): string => edited(text, editsOfEnglish(text)).text;

describe('an English text for a neural model', () => {
  it.each([
    ['i dont know what u mean', "I don't know what you mean"],
    ['pls call me asap', 'please call me as soon as possible'],
    ['Thx! Im gonna be late, btw.', 'Thanks! Im going to be late, by the way.'],
    ['im late, r u there?', "I'm late, are you there?"],
    ['ASAP', 'As soon as possible'],
    [
      'Send it ASAP, by EOD. FYI: no VAT',
      'Send it as soon as possible, by the end of the day. For your information: no VAT',
    ],
    ['lol, cant talk', "lol, can't talk"],
    ['Just an FYI: reply by the EOD', 'Just an FYI: reply by the EOD'],
  ])('has the spellings of chats written out: %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['Coffee w/o sugar, tea w/ milk', 'Coffee without sugar, tea with milk'],
    ['Ref. no. 12345', 'Reference no. 12345'],
    ['He was born c. 1850.', 'He was born around 1850.'],
    ['Ages 6-12, max. 20 per group', 'Age 6-12, maximum 20 per group'],
    ['$5/user/month or €20/night', '$5 per user per month or €20 per night'],
    ['e.g. Rome, i.e. Italy', 'for example Rome, that is Italy'],
    ['5 out of 5 stars', '5 of 5 stars'],
    ['3 of 12 files, 2 min left', '3 of 12 files, 2 min remaining'],
    ['Only 2 seats left!', 'Only 2 seats remaining!'],
    ['After 2 days left the guests.', 'After 2 days left the guests.'],
    ['Open 24/7', 'We are open 24/7'],
    ['Open Mondays', 'We are open Mondays'],
    ['Open 9-5', 'We are open 9-5'],
    ['Open all files', 'Open all files'],
    ['Open all year', 'We are open all year'],
    ['Open the door', 'Open the door'],
  ])('has abbreviations written out: %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['The 2nd floor', 'The second floor'],
    ['He came 1st.', 'He came first.'],
    ['The 1st of May', 'The 1st of May'],
    ['Mon, 3 Feb', 'Monday, 3 February'],
    ['on Dec. 5, 2026', 'on 5 December 2026'],
    ['by Tuesday, Dec 1.', 'by Tuesday 1 December.'],
    ['Tue Dec 1', 'Tuesday 1 December'],
    ['from December 3rd to January 7', 'from 3 December to 7 January'],
    ['Closed December 24–26', 'Closed 24-26 December'],
    ['from December 24th to 26', 'from 24 to 26 December'],
    ['on December 24, 25 and 26.', 'on 24, 25 and 26 December.'],
    ['Invoice date: 12 Mar 26', 'Invoice date: 12 March 26'],
    ['until the 4th of July 20 more', 'until the 4th of July 20 more'],
    ['On March 3, 4 people came.', 'On 3 March, 4 people came.'],
    ['the letter of May 5', 'the letter of 5 May'],
    ['May 5, 2027', '5 May 2027'],
    ['Jan–Mar 2026', 'January to March 2026'],
    ['in Sept.', 'in September.'],
    ['Call Jan by Fri.', 'Call Jan by Friday.'],
    ['See you on Tue at 3 pm.', 'See you on Tuesday at 3 pm.'],
    ['Fri evening', 'Friday evening'],
    ['Sat & Sun closed', 'Saturday & Sunday closed'],
    ['Mon, Wed and Fri', 'Monday, Wednesday and Friday'],
    ['We are open Monday to Friday.', 'We are open from Monday to Friday.'],
    ['Mon to Fri', 'From Monday to Friday'],
    ['from Mon through Thurs', 'from Monday to Thursday'],
    ['Monday–Friday: closed', 'From Monday to Friday: closed'],
    [
      'You can call us Mon–Fri, or write to us.',
      'You can call us from Monday to Friday, or write to us.',
    ],
  ])('has dates written out: %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['The meeting is at 10 am.', 'The meeting is at 10:00.'],
    ['Sunday: 8:30 a.m. to 2 pm', 'Sunday: 8:30 to 14:00'],
  ])('has times before noon in 24 hours: %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    'Send an IM to R&D in Ur.',
    'In 300 BC, Ty was an RN. Import numpy as np.',
    'By December 5 million users, by March 20 percent, a March 5-minute video',
    'Visit u.example or mail u@example.com #asap',
    'He is an i-th son; the U boat of Dr. R',
    'The index i is larger than i + 1.',
    "Don't we know what you're doing?",
    'The meeting is at 3 pm.',
    'I am 10.',
    'It ends at 12 am.',
    'The sun sat on Sun Street; he may march in mar.',
    'Mon–Fri 9–17, Sat 9–13',
    'The file is dept.example, w/index.html',
    'In December 20 people came.',
    'May 5 people come in?',
    'December 1:30, December 10%, March 2026, September 500',
  ])('keeps everything else: %s', (text) => {
    expect(written(text)).toBe(text);
  });
});
