import type { LanguageTag } from '@dragoman/contract';

/** The language of these words. */
export const INTERFACE_LANGUAGE: LanguageTag = 'en';

/** English words of programs and web sites that are no words of other languages in the Latin script. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  `access account accounts activity add address advanced airplane alert alerts allow allowed
  already answer apply approve archived attachment author available back background bandwidth
  battery billing block blocked board bookmark bookmarks branch browse build built busy buttons
  bypass cache call calls cancel cancelled cannot cart change changed changes channel cheat
  check checkbox checked checking checkout child choose clear clipboard clock close closed
  collapse column comment comments commit company complete completed conflict connect connected
  connection contact contacts continue copied copy could count country crash create created
  custom customer daily dark data database day days deadlock decline decrease default defaults
  delete deleted delivery deny deploy device devices disable disabled discard discount dislike
  draft drafts drag drive drop edit edited empty enable enabled enter entry errors event events
  every exceeded exit expand expected expired export failed failure feature features feed fetch
  field fields file files fill filter filters find finish first flow folder folders follow
  followers font forbidden forget forgot forward found free friend friends full gateway gear
  general get give go goal goals group groups guess guest guide health height help hidden hide
  high history hourly hours idle ignore inbox income increase insert install instead invalid
  invite invoice issue issues items keep key keyboard keys label language last leak learn
  learning leave left length level license light limit line list listen load loading locked
  logged lost low manage mark match meeting member members merge missed missing month monthly
  more most mouse move mute names navigate need network never new news notes number offer old
  only open order orders other out outage output overdue overview owner package paste path
  payment payments pending people phone photo photos picture pictures play please pointer power
  press preview previous price pricing print printer privacy profile progress project public
  publish pull purchase push query quota random rate read ready rebuild receipt received recent
  recovery redo refresh refund register reject release reload remember remove rename replace
  reply report request requests required resend resize restart restore result results resume
  retry return revert review right role root rotate rows rules run running safe sales save saved
  saving scale schedule scheduled search secret secure security select selected send sent set
  settings shape shared sheet shipment shipping shortcut shortcuts show shutdown side sign size
  skip sleep sort space speed spelling started state step steps storage store string submit
  subscribe subscription success suggested summary switch task tasks tax terms thank theme
  thumbnail time timeout title today toggle top topic touch track trash trial try turn typing
  unable unblock undo unfollow unit unknown unlock unmute unpin unread unsaved unsubscribe
  untitled upcoming updated usage used user users value values view views wait wallet warning
  warnings watch weak week weekly welcome what when where width wish without word words work
  workspace write wrong year yearly your zone`.split(/\s+/),
);

/** Those that other languages have borrowed. */
const LOANWORDS: ReadonlySet<string> = new Set(
  `backup beta browser button chart chat click clicks cloud cluster dashboard deadline debug desktop
  display download downloads email feedback firewall flag footer hardware header home host icon
  installed job jobs join layout like likes link links live log login logout mail mode newsletter
  next offline online password passwords player pool post posts prompt proxy queue quick ranking
  reset router runtime scan screen script server servers session sessions setup share shell shop
  shopping site sites snooze software sound spam stack start stock stop stream sync tab tabs
  team terminal test thread threads ticket tickets timer token tokens tool toolbar tools
  tracking trigger update updates upgrade upload uploads username plan video web website wifi
  workflow zoom`.split(/\s+/),
);

/** Texts of more words have enough n-grams. */
const MAX_WORDS = 4;

/**
 * Whether a text is a button, title or menu entry in English: two to four words, at least half of
 * which are English words of interfaces. A loanword counts half.
 */
export const isInterfaceEnglish = (words: readonly string[]): boolean => {
  if (words.length < 2 || words.length > MAX_WORDS) return false;
  const own = words.filter((word) => OWN_WORDS.has(word)).length;
  const borrowed = words.filter((word) => LOANWORDS.has(word)).length;
  return 2 * own + borrowed >= words.length;
};
