/** Hertz: a rising third, as a shop's door bell. */
const NOTES = [784, 988];
const NOTE_S = 0.18;

let speaker: AudioContext | undefined;

/** Two short notes. Browsers let a page be heard only after somebody pressed something on it. */
export function ring(): void {
  speaker ??= new AudioContext();
  void speaker.resume();
  for (const [index, note] of NOTES.entries()) {
    const start = speaker.currentTime + index * NOTE_S;
    const tone = new OscillatorNode(speaker, { frequency: note });
    const volume = new GainNode(speaker, { gain: 0 });
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S * 2);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + NOTE_S * 2);
  }
}
