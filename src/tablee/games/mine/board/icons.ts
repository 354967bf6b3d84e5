// Line icons of this game, on a grid of 24.

const line = (paths: string) => ({
  box: "0 0 24 24",
  body: `<g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
});

export const TURN = line('<path d="M19.5 12a7.5 7.5 0 1 1-3-6"/><path d="M17 2v4.5h-4.5"/>');
export const FLIP = line('<path d="M12 4v16M8.5 7L3.5 17h5zM15.5 7l5 10h-5z"/>');
export const RETURN = line('<path d="M12 4v11M7.5 11L12 15.5l4.5-4.5M4.5 20h15"/>');
