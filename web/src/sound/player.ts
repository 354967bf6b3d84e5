import { type RunningSound, type Sound, startSound, type Variation, whiteNoise } from "./recipes.ts";

/** -14 dB. */
export const MASTER_VOLUME = 0.2;
const MAX_RUNNING = 2;
/** Safari counts the end of a touch as a gesture, not its start; for a mouse it is the other way round. */
const GESTURES = ["pointerdown", "pointerup", "keydown"];

/**
 * Plays sounds on one AudioContext. Browsers refuse or suspend a context that is created outside a gesture, so it is
 * created in the first one; phone calls suspend it too, so later gestures resume it.
 */
export class SoundPlayer {
  private readonly createContext: () => AudioContext;
  private readonly isOn: () => boolean;
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;
  private running: RunningSound[] = [];

  /** `isOn` says whether sounds are wanted now. */
  constructor(createContext: () => AudioContext, isOn: () => boolean) {
    this.createContext = createContext;
    this.isOn = isOn;
  }

  /** Prepare the context in every gesture within `target`. */
  listen(target: EventTarget): void {
    for (const gesture of GESTURES) target.addEventListener(gesture, () => this.prepare(), { capture: true });
  }

  private prepare(): void {
    if (!this.isOn()) return;
    if (!this.context) {
      this.context = this.createContext();
      this.master = this.context.createGain();
      this.master.gain.value = MASTER_VOLUME;
      this.master.connect(this.context.destination);
      this.noise = whiteNoise(this.context);
    }
    // Fails while another program holds the sound device: the next gesture tries again.
    if (this.context.state !== "running") this.context.resume().catch(() => {});
  }

  /** Play a sound, unless sounds are off or there was no gesture yet. A third sound at once cuts the oldest. */
  play(sound: Sound, variation: Variation = {}): void {
    const { context, master, noise } = this;
    if (!this.isOn() || !context || !master || !noise || context.state !== "running") return;
    this.running = this.running.filter(({ endsAt }) => endsAt > context.currentTime);
    if (this.running.length === MAX_RUNNING) this.running.shift()!.cut();
    this.running.push(startSound(context, master, sound, noise, variation));
  }
}
