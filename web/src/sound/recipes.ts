// The sounds as lists of voices, synthesised with the Web Audio API: wood, paper, marimba, brass.

/** An oscillator. Times are in seconds, frequencies in Hz, levels from 0 to 1 before the master volume. */
interface Tone {
  wave: "sine" | "triangle";
  hz: number;
  /** The frequency at the end, if it glides. */
  toHz?: number;
  at: number;
  /** How long the tone takes to fade to silence. */
  seconds: number;
  level: number;
  attack?: number;
}

/** White noise through a filter whose frequency may glide from `hz` to `toHz`. */
interface Noise extends Omit<Tone, "wave"> {
  filter: "lowpass" | "bandpass";
  /** How narrow the filter is. */
  q: number;
}

export type Voice = Tone | Noise;

const ATTACK_SECONDS = 0.004;
const SILENCE = 0.0001;
/** How long a gain takes from full level to silence when a sound is cut off, in seconds. */
const CUT_SECONDS = 0.03;

const tone = (hz: number, at: number, seconds: number, level: number, more: Partial<Tone> = {}): Tone => (
  { wave: "sine", hz, at, seconds, level, ...more }
);
const noise = (hz: number, at: number, seconds: number, level: number, more: Partial<Noise> = {}): Noise => (
  { filter: "bandpass", q: 0.9, hz, at, seconds, level, ...more }
);

/** Return the sound of a marimba: the fundamental, and the double octave that its bars are tuned to. */
const marimba = (hz: number, at: number, level = 0.8): Voice[] => [
  tone(hz, at, 0.5, level),
  tone(hz * 4, at, 0.12, level * 0.22),
  noise(900, at, 0.02, level * 0.2, { filter: "lowpass" }),
];
/** Return the sound of a small glass bell: its partials are not harmonic. */
const glass = (hz: number, at: number, level = 0.5): Voice[] => [
  tone(hz, at, 0.7, level),
  tone(hz * 2.76, at, 0.25, level * 0.25),
];
/** Return the sound of a knock on wood: a short tone that falls, and the click of the contact. */
const wood = (hz: number, at: number, level = 1): Voice[] => [
  tone(hz, at, 0.11, level, { toHz: hz * 0.72 }),
  tone(hz * 2.7, at, 0.045, level * 0.3),
  noise(1800, at, 0.018, level * 0.5, { filter: "lowpass", attack: 0.001 }),
];
/** Return the sound of a sheet of paper that slides: noise that swells and fades. */
const paper = (hz: number, at: number, seconds: number, level: number, toHz = hz): Voice =>
  noise(hz, at, seconds, level, { toHz, attack: seconds * 0.3 });

/** Each name is what the sound means; the boards decide when that happens. */
export const SOUNDS = {
  /** A piece is touched. */
  touch: [noise(1500, 0, 0.05, 1.9, { q: 1.6, attack: 0.01 }), tone(640, 0, 0.04, 0.3)],
  /** A piece is laid. */
  place: wood(420, 0),
  /** A piece is taken from the supply. */
  take: [paper(900, 0, 0.2, 1.5, 2200), ...wood(520, 0.13, 0.35)],
  /** A tile is turned over. */
  flip: [paper(1400, 0, 0.12, 1.3, 2600), paper(2200, 0.1, 0.1, 1.1, 1100), ...wood(360, 0.19, 0.7)],
  /** Points are won. */
  gain: [...marimba(523, 0), ...marimba(659, 0.09)],
  /** Points or pieces are lost. */
  loss: [...marimba(330, 0, 0.7), ...marimba(294, 0.13, 0.7)],
  /** One item of a count is added: raise the pitch with each. */
  count: marimba(523, 0, 0.7),
  /** It is this person's turn. */
  turn: [...marimba(587, 0), ...marimba(880, 0.11, 0.7)],
  /** A touch is refused. */
  refuse: [tone(150, 0, 0.16, 1, { toHz: 95 }), noise(320, 0, 0.07, 1, { filter: "lowpass" })],
  /** A second passes when time is short. */
  tick: wood(880, 0, 0.4),
  /** The bell of the mine. */
  bell: [
    tone(392, 0, 1.5, 0.32),
    tone(784, 0, 1.3, 0.5),
    tone(940, 0, 0.9, 0.34),
    tone(1176, 0, 0.7, 0.2),
    tone(1580, 0, 0.5, 0.22),
    tone(2130, 0, 0.25, 0.1),
    noise(2600, 0, 0.03, 0.5),
  ],
  /** A genie appears. */
  genie: [...[659, 831, 988, 1319].flatMap((hz, at) => glass(hz, at * 0.08)), paper(1600, 0, 0.5, 0.5, 3200)],
  /** A Tzimime appears: a star demon, so the chimes fall. */
  tzimime: [
    ...[932, 740, 622, 466].flatMap((hz, at) => glass(hz, at * 0.11, 0.42)),
    tone(117, 0.3, 0.8, 0.6, { wave: "triangle", attack: 0.15 }),
  ],
  /** A volcano erupts. */
  eruption: [
    noise(160, 0, 1.5, 2.2, { filter: "lowpass", toHz: 60, attack: 0.25 }),
    tone(62, 0, 1.4, 0.5, { toHz: 38, attack: 0.2 }),
    noise(480, 0.25, 0.9, 0.7, { toHz: 180, attack: 0.2 }),
  ],
  /** Something is stolen: a slide, then a tap. */
  theft: [
    tone(294, 0, 0.34, 0.6, { wave: "triangle", toHz: 698, attack: 0.08 }),
    paper(800, 0.05, 0.35, 1.2, 2000),
    ...wood(300, 0.36, 0.7),
  ],
  /** A round ends. */
  round: [...marimba(392, 0, 0.5), ...marimba(494, 0.1, 0.5), ...marimba(587, 0.2, 0.5)],
  /** The match ends. */
  end: [262, 330, 392, 494].flatMap((hz, at) => [
    tone(hz, at * 0.05, 1.2, 0.3, { wave: "triangle", attack: 0.03 }),
    ...marimba(hz, at * 0.05, 0.25),
  ]),
  /** The match ends, and this person has won. */
  win: [
    ...[392, 523, 659, 784, 659, 784].flatMap((hz, at) => marimba(hz, at * 0.16, 0.55)),
    ...[523, 659, 784, 1047].flatMap((hz, at) => [
      ...marimba(hz, 1.08 + at * 0.03, 0.4),
      tone(hz, 1.08, 1.3, 0.16, { wave: "triangle", attack: 0.03 }),
    ]),
  ],
} as const satisfies Record<string, readonly Voice[]>;

export type Sound = keyof typeof SOUNDS;

export interface Variation {
  /** Semitones above the written pitch. */
  pitch?: number;
  /** Factor on the loudness; 1 by default. */
  volume?: number;
}

/** A sound that is playing. */
export interface RunningSound {
  /** When it ends, in seconds of the clock of its context. */
  endsAt: number;
  /** Fade it out at once. */
  cut: () => void;
}

/** Return a second of white noise. Every sound of a context shares one buffer. */
export function whiteNoise(audio: BaseAudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}

/** Start a sound now. `output` is where it is heard. */
export function startSound(
  audio: BaseAudioContext,
  output: AudioNode,
  sound: Sound,
  noiseBuffer: AudioBuffer,
  { pitch = 0, volume = 1 }: Variation = {},
): RunningSound {
  const bus = audio.createGain();
  bus.gain.value = volume;
  bus.connect(output);
  const voices: readonly Voice[] = SOUNDS[sound];
  const factor = 2 ** (pitch / 12);
  for (const voice of voices) startVoice(audio, bus, voice, factor, noiseBuffer);
  const endsAt = audio.currentTime + Math.max(...voices.map(({ at, seconds }) => at + seconds));
  return { endsAt, cut: () => fadeOut(bus.gain, audio.currentTime) };
}

function fadeOut(gain: AudioParam, now: number): void {
  gain.setValueAtTime(gain.value, now);
  gain.linearRampToValueAtTime(0, now + CUT_SECONDS);
}

function startVoice(audio: BaseAudioContext, bus: AudioNode, voice: Voice, factor: number, noiseBuffer: AudioBuffer): void {
  const start = audio.currentTime + voice.at;
  const end = start + voice.seconds;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.exponentialRampToValueAtTime(voice.level, start + (voice.attack ?? ATTACK_SECONDS));
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  envelope.connect(bus);
  const glide = (frequency: AudioParam): void => {
    frequency.setValueAtTime(voice.hz * factor, start);
    if (voice.toHz) frequency.exponentialRampToValueAtTime(voice.toHz * factor, end);
  };
  const source = "wave" in voice ? oscillator(audio, voice, glide) : filteredNoise(audio, voice, glide, noiseBuffer);
  source.output.connect(envelope);
  source.node.start(start);
  source.node.stop(end);
}

interface Source {
  node: AudioScheduledSourceNode;
  output: AudioNode;
}

function oscillator(audio: BaseAudioContext, voice: Tone, glide: (frequency: AudioParam) => void): Source {
  const node = audio.createOscillator();
  node.type = voice.wave;
  glide(node.frequency);
  return { node, output: node };
}

function filteredNoise(
  audio: BaseAudioContext,
  voice: Noise,
  glide: (frequency: AudioParam) => void,
  noiseBuffer: AudioBuffer,
): Source {
  const node = audio.createBufferSource();
  node.buffer = noiseBuffer;
  node.loop = true;
  const filter = audio.createBiquadFilter();
  filter.type = voice.filter;
  filter.Q.value = voice.q;
  glide(filter.frequency);
  node.connect(filter);
  return { node, output: filter };
}
