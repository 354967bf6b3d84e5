// Which lessons were finished or offered on this device.
const STORAGE_KEY = "tablee.lessons";

type Stored = Record<string, string[]>;

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

function add(game: string, name: string): void {
  const stored = read();
  const names = new Set([...(stored[game] ?? []), name]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...stored, [game]: [...names] }));
  } catch {
    // A private window may refuse: the lesson is offered again.
  }
}

const OFFERED = "offered";

export const isLessonDone = (game: string, name: string): boolean => !!read()[game]?.includes(name);
export const finishLesson = (game: string, name: string): void => add(game, name);

/** Whether the first lesson of a game was never offered nor begun here. */
export const isLessonNew = (game: string): boolean => !read()[game]?.length;
export const noteOffer = (game: string): void => add(game, OFFERED);
