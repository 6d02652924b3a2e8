/** A short sound, for a turn that has come. */
let context: AudioContext | null = null;

/** Two soft notes. Browsers allow it once the page was touched; before that it stays silent. */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  [659, 880].forEach((pitch, index) => {
    const start = context!.currentTime + index * 0.12;
    const tone = context!.createOscillator();
    const loudness = context!.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(loudness).connect(context!.destination);
    tone.start(start);
    tone.stop(start + 0.25);
  });
}
