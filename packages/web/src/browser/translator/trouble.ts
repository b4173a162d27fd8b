import type { LanguageAdditions } from '../languages/additions.js';
import type { LanguageChoice } from '../languages/language-choice.js';
import { message } from '../messages.js';
import { asFailure, describeFailure, mayPass, type PageFailure } from '../service/failures.js';
import type { Latest } from '../service/latest.js';
import type { TargetPane } from './target-pane.js';

/** Longer waits are not shown in seconds. */
const MAX_RETRY_SECONDS = 120;
/** Between two attempts to reach a server that is away. */
const AWAY_PAUSE_MS = 3000;

interface TroubleContext {
  readonly languages: LanguageChoice;
  readonly additions: LanguageAdditions;
  readonly target: TargetPane;
  readonly latest: Latest;
  /** Maximum request size of the server, in bytes. */
  readonly maxBytes: number;
}

/** Says what went wrong, and tries again where that can help. */
interface Trouble {
  describe(failure: PageFailure): string;
  tell(error: unknown): void;
}

export const createTrouble = ({
  languages,
  additions,
  target,
  latest,
  maxBytes,
}: TroubleContext): Trouble => {
  /** What is missing, if this visitor may add it. */
  const addableFor = (failure: PageFailure) =>
    failure.kind === 'no-route' && additions.mayAdd()
      ? additions.find(failure.language)
      : undefined;
  const describe = (failure: PageFailure): string => {
    const chosen = languages.source();
    return describeFailure(failure, {
      source: chosen && languages.nameOf(chosen),
      target: languages.nameOf(languages.target()),
      maxBytes,
      mayAdd: addableFor(failure) !== undefined,
    });
  };
  const tell = (error: unknown): void => {
    const failure = asFailure(error);
    const text = describe(failure);
    if (failure.kind === 'no-route') {
      target.clear();
      languages.showDetected(undefined);
    }
    const seconds = failure.retryAfterSeconds;
    if (mayPass(failure) && seconds !== undefined && seconds <= MAX_RETRY_SECONDS) {
      const wait = Math.max(1, seconds);
      target.showTrouble(`${text} ${message('retryIn', { count: wait })}`, latest.now);
      latest.after(wait * 1000);
      return;
    }
    if (failure.kind === 'network-gone' || failure.kind === 'not-ready') {
      target.showTrouble(`${text} ${message('retrying')}`, latest.now);
      latest.after(AWAY_PAUSE_MS);
      return;
    }
    const addable = addableFor(failure);
    if (addable) {
      const language = addable.name;
      const add = () => {
        target.showTrouble(message('addStarted', { language }));
        void additions.add(addable);
      };
      target.showTrouble(text, add, message('addNamed', { language }));
      return;
    }
    target.showTrouble(text, mayPass(failure) ? latest.now : undefined);
  };
  return { describe, tell };
};
