import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

export interface Aloud {
  /** The place of the sentence that is being said; null while it is quiet. */
  at: number | null;
  toggle: () => void;
}

/**
 * Reads sentences aloud with a voice of this device. Voices that send the text elsewhere to be spoken
 * are not used; where there is no other, nothing is offered (null).
 */
export function useAloud(sentences: readonly string[]): Aloud | null {
  const voice = useSyncExternalStore(watchVoices, localVoice, () => null);
  const [at, setAt] = useState<number | null>(null);
  const stop = useCallback(() => {
    window.speechSynthesis.cancel();
    setAt(null);
  }, []);
  useEffect(() => {
    if (voice === null) return undefined;
    return () => window.speechSynthesis.cancel();
  }, [voice]);
  const start = useCallback(() => {
    window.speechSynthesis.cancel();
    sentences.forEach((sentence, index) => {
      const spoken = new SpeechSynthesisUtterance(sentence);
      spoken.voice = voice;
      spoken.onstart = () => setAt(index);
      spoken.onend = () => setAt((now) => (now === index && index === sentences.length - 1 ? null : now));
      spoken.onerror = () => setAt(null);
      window.speechSynthesis.speak(spoken);
    });
  }, [sentences, voice]);
  if (voice === null) return null;
  return { at, toggle: at === null ? start : stop };
}

function watchVoices(changed: () => void): () => void {
  if (!("speechSynthesis" in window)) return () => undefined;
  window.speechSynthesis.addEventListener("voiceschanged", changed);
  return () => window.speechSynthesis.removeEventListener("voiceschanged", changed);
}

function localVoice(): SpeechSynthesisVoice | null {
  if (!("speechSynthesis" in window)) return null;
  const voices = window.speechSynthesis.getVoices().filter((voice) => voice.localService);
  return voices.find(({ lang }) => lang.startsWith("en")) ?? voices[0] ?? null;
}
