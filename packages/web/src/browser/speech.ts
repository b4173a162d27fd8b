import { element } from './elements.js';
import { message } from './messages.js';

/** A text that a button reads aloud. */
interface SpokenText {
  readonly text: string;
  /** Language tag; empty if it is not known. */
  readonly language: string;
}

/** Buttons that read a text aloud, where the browser has a voice for its language. */
export interface Speech {
  /** The texts or their languages have changed. */
  update(): void;
}

export const createSpeech = (read: {
  readonly source: () => SpokenText;
  readonly translation: () => SpokenText;
}): Speech => {
  const speaker = 'speechSynthesis' in window ? window.speechSynthesis : undefined;
  const buttons = [
    createButton('speak-source', message('speakSource'), read.source, speaker),
    createButton('speak-translation', message('speakTranslation'), read.translation, speaker),
  ];
  const update = () => {
    for (const button of buttons) button.update();
  };
  // Many browsers find their voices only after a while.
  speaker?.addEventListener('voiceschanged', update);
  return { update };
};

const createButton = (
  id: string,
  label: string,
  read: () => SpokenText,
  speaker: SpeechSynthesis | undefined,
) => {
  const button = element(id, HTMLButtonElement);
  let spoken: SpeechSynthesisUtterance | undefined;
  const name = (text: string) => {
    button.ariaLabel = text;
    button.title = text;
  };
  const end = () => {
    spoken = undefined;
    name(label);
  };
  name(label);
  button.addEventListener('click', () => {
    const wasSpeaking = spoken !== undefined;
    speaker?.cancel();
    end();
    if (!speaker || wasSpeaking) return;
    const { text, language } = read();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    utterance.voice = voiceFor(speaker, language) ?? null;
    utterance.addEventListener('end', end);
    utterance.addEventListener('error', end);
    spoken = utterance;
    name(message('speakStop'));
    speaker.speak(utterance);
  });
  return {
    update() {
      const { text, language } = read();
      button.hidden = text.trim() === '' || !speaker || voiceFor(speaker, language) === undefined;
    },
  };
};

/** A voice for exactly this language before one for another variant. */
const voiceFor = (speaker: SpeechSynthesis, language: string): SpeechSynthesisVoice | undefined => {
  if (language === '') return undefined;
  const tag = (voice: SpeechSynthesisVoice) => voice.lang.replace('_', '-').toLowerCase();
  const voices = speaker.getVoices();
  const base = language.toLowerCase().split('-', 1)[0];
  return (
    voices.find((voice) => tag(voice) === language.toLowerCase()) ??
    voices.find((voice) => tag(voice).split('-', 1)[0] === base)
  );
};
