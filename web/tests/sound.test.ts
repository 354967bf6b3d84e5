import assert from "node:assert/strict";
import { test } from "node:test";
import { MASTER_VOLUME, SoundPlayer } from "../src/sound/player.ts";
import { type Sound, SOUNDS, type Voice } from "../src/sound/recipes.ts";

const NAMES = Object.keys(SOUNDS) as Sound[];

class FakeParam {
  value = 1;
  calls: [string, number, number][] = [];
  setValueAtTime = (value: number, at: number) => void this.calls.push(["set", value, at]);
  linearRampToValueAtTime = (value: number, at: number) => void this.calls.push(["linear", value, at]);
  exponentialRampToValueAtTime = (value: number, at: number) => void this.calls.push(["exponential", value, at]);
}

class FakeNode {
  gain = new FakeParam();
  frequency = new FakeParam();
  Q = new FakeParam();
  outputs: unknown[] = [];
  startedAt: number | null = null;
  connect = (output: unknown) => void this.outputs.push(output);
  start = (at: number) => void (this.startedAt = at);
  stop = () => {};
}

/** An AudioContext with a clock that the test sets; it records the nodes instead of playing them. */
class FakeContext {
  currentTime = 0;
  sampleRate = 8;
  destination = new FakeNode();
  gains: FakeNode[] = [];
  sources: FakeNode[] = [];
  resumes = 0;
  state: string;

  constructor(state = "running") {
    this.state = state;
  }

  createGain = () => this.record(this.gains);
  createOscillator = () => this.record(this.sources);
  createBufferSource = () => this.record(this.sources);
  createBiquadFilter = () => new FakeNode();
  createBuffer = () => ({ getChannelData: () => new Float32Array(this.sampleRate) });
  resume = () => {
    this.resumes++;
    this.state = "running";
    return Promise.resolve();
  };

  /** The gain of each sound that was started: the nodes connected to the master. */
  get buses(): FakeNode[] {
    return this.gains.filter((gain) => gain.outputs[0] === this.gains[0]);
  }

  private record(list: FakeNode[]): FakeNode {
    const node = new FakeNode();
    list.push(node);
    return node;
  }
}

function setUp(state = "running") {
  const context = new FakeContext(state);
  const created: FakeContext[] = [];
  const page = { isOn: true };
  const create = () => {
    created.push(context);
    return context as unknown as AudioContext;
  };
  const player = new SoundPlayer(create, () => page.isOn);
  const target = new EventTarget();
  player.listen(target);
  const gesture = (type = "pointerdown") => target.dispatchEvent(new Event(type));
  return { context, created, page, player, gesture };
}

test("no context is created before a gesture", () => {
  const { created, player } = setUp();
  player.play("place");
  assert.equal(created.length, 0);
});

for (const type of ["pointerdown", "pointerup", "keydown"]) {
  test(`the first ${type} creates a context and resumes it if it is suspended`, () => {
    const { context, created, gesture } = setUp("suspended");
    gesture(type);
    assert.equal(created.length, 1);
    assert.equal(context.resumes, 1);
  });
}

test("a later gesture resumes the same context after an interruption", () => {
  const { context, created, gesture } = setUp();
  gesture();
  assert.equal(context.resumes, 0);
  context.state = "interrupted";
  gesture();
  assert.equal(created.length, 1);
  assert.equal(context.resumes, 1);
});

test("nothing is created or played while sounds are off", () => {
  const { context, created, page, player, gesture } = setUp();
  page.isOn = false;
  gesture();
  assert.equal(created.length, 0);
  page.isOn = true;
  gesture();
  page.isOn = false;
  player.play("place");
  assert.equal(context.sources.length, 0);
});

test("nothing is played on a suspended context, where sounds would pile up", () => {
  const { context, player, gesture } = setUp();
  gesture();
  context.state = "suspended";
  player.play("place");
  assert.equal(context.sources.length, 0);
});

test("a sound starts all its voices at their times, through the master volume", () => {
  const { context, player, gesture } = setUp();
  gesture();
  context.currentTime = 10;
  player.play("turn");
  assert.deepEqual(context.sources.map((each) => each.startedAt), SOUNDS.turn.map(({ at }) => 10 + at));
  assert.equal(context.gains[0]!.gain.value, MASTER_VOLUME);
  assert.deepEqual(context.gains[0]!.outputs, [context.destination]);
});

test("a variation changes pitch and volume", () => {
  const { context, player, gesture } = setUp();
  gesture();
  player.play("count", { pitch: 12, volume: 0.5 });
  assert.equal(context.buses[0]!.gain.value, 0.5);
  assert.equal(context.sources[0]!.frequency.calls[0]![1], 2 * SOUNDS.count[0]!.hz);
});

test("a third sound at once cuts the oldest one", () => {
  const { context, player, gesture } = setUp();
  gesture();
  for (const sound of ["bell", "round", "place"] as const) player.play(sound);
  assert.deepEqual(context.buses.map(({ gain }) => gain.calls.length > 0), [true, false, false]);
  assert.equal(context.buses[0]!.gain.calls.at(-1)![1], 0);
});

test("a sound that has ended is not counted", () => {
  const { context, player, gesture } = setUp();
  gesture();
  player.play("touch");
  player.play("bell");
  context.currentTime = 1;
  player.play("place");
  assert.ok(context.buses.every(({ gain }) => gain.calls.length === 0));
});

test("every voice has frequencies that a phone's speaker or a good one plays, and a fade", () => {
  for (const name of NAMES) {
    for (const voice of SOUNDS[name] as readonly Voice[]) {
      assert.ok(voice.hz >= 40 && voice.hz < 5000, `${name}: ${voice.hz} Hz`);
      assert.ok(voice.seconds > (voice.attack ?? 0), `${name}: shorter than its attack`);
    }
  }
});

test("a sound that answers a touch is short; no sound lasts longer than the winner's tune", () => {
  const seconds = (name: Sound) => Math.max(...SOUNDS[name].map((voice) => voice.at + voice.seconds));
  for (const name of ["touch", "place", "take", "flip", "refuse", "tick"] as const) assert.ok(seconds(name) < 0.35, name);
  for (const name of NAMES) assert.ok(seconds(name) <= 2.6, name);
});
