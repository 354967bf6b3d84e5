// Tries, in every position of a lesson, every legal move that its step does not accept. tests/web/test_lesson_moves.py
// gives the lesson and the moves on stdin, and reads what went wrong from stdout.
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { compileModule } from "svelte/compiler";
import type { LessonScript } from "../wire";

interface Position {
  /** The moves of the learner that lead to it, "" for each step that asks for none. */
  path: string[];
  refused: string[];
}

// Modules with runes are compiled as in the build.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".svelte.ts")) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(new URL(url), "utf8"));
    const { js } = compileModule(source, { filename: url, generate: "client" });
    return { format: "module", source: js.code, shortCircuit: true };
  },
});
globalThis.localStorage = { getItem: () => null, setItem: () => {} } as unknown as Storage;
const { LessonConnection } = await import("../src/lesson/lessonConnection.svelte.ts");

const { script, positions }: { script: LessonScript; positions: Position[] } = JSON.parse(readFileSync(0, "utf8"));
const wrong: string[] = [];
let tried = 0;
for (const { path, refused } of positions) {
  const lesson = new LessonConnection(script);
  for (const move of path) await (move ? lesson.play(move) : lesson.goOn());
  const before = { node: lesson.node, view: lesson.view, path: lesson.path.join() };
  const said = { fr: lesson.sentence("fr"), en: lesson.sentence("en") };
  if (before.node.step !== path.length) wrong.push(`${path.join(", ")} leads to step ${before.node.step}`);
  for (const move of refused) {
    const { mistakes } = lesson;
    await lesson.play(move);
    tried += 1;
    const isSame = lesson.node === before.node && lesson.view === before.view && lesson.path.join() === before.path;
    const isAnswered = (["fr", "en"] as const).every(
      (each) => lesson.sentence(each) === lesson.step.wrong[each] && lesson.sentence(each) !== said[each],
    );
    if (!isSame || !isAnswered || lesson.mistakes !== mistakes + 1) wrong.push(`step ${path.length}: ${move}`);
  }
}
process.stdout.write(JSON.stringify({ tried, wrong }));
