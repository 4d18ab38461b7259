/** A rising third. */
const NOTE_FREQUENCIES_HZ = [784, 988];
const NOTE_SECONDS = 0.18;

let audioContext: AudioContext | undefined;

/** Two short notes. Browsers block audio until the user has interacted with the page. */
export function playOrderSound(): void {
  audioContext ??= new AudioContext();
  void audioContext.resume();
  for (const [index, note] of NOTE_FREQUENCIES_HZ.entries()) {
    const start = audioContext.currentTime + index * NOTE_SECONDS;
    const tone = new OscillatorNode(audioContext, { frequency: note });
    const volume = new GainNode(audioContext, { gain: 0 });
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2);
    tone.connect(volume).connect(audioContext.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS * 2);
  }
}
