// Line icons of the table, drawn for this project on a grid of 24.

const line = (paths: string) => ({
  box: "0 0 24 24",
  body: `<g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
});

export const MENU = line('<path d="M4 7h16M4 12h16M4 17h16"/>');
export const SPEED = line('<path d="M4 6.5v11l7-5.5zM12.5 6.5v11l7-5.5z"/>');
export const CROSS = line('<path d="M6 6l12 12M18 6L6 18"/>');
export const CHECK = line('<path d="M5 12.5l5 5L19.5 7"/>');
export const UNDO = line('<path d="M9 6L4 11l5 5"/><path d="M4 11h10a6 6 0 0 1 0 12h-2" transform="scale(1 .82)"/>');
export const BULB = line('<path d="M9 17.5h6M10 21h4"/><path d="M8 14.2A6 6 0 1 1 16 14.2c-.8.7-1 1.6-1 3.3H9c0-1.7-.2-2.6-1-3.3z"/>');
export const PEN = line('<path d="M4 20l1-5L16 4l4 4L9 19z"/>');
export const AGAIN = line('<path d="M5 5v5h5"/><path d="M5.6 10A7.5 7.5 0 1 1 4.5 13.5"/>');
export const PLAY = line('<path d="M7 5v14l12-7z"/>');
export const PAUSE = line('<path d="M8 5v14M16 5v14"/>');
export const SHARE = line('<path d="M12 15V4M8 7.5L12 3.5l4 4"/><path d="M6 12H5v8h14v-8h-1"/>');
export const FIRST = line('<path d="M6 5v14M18 6v12l-8-6z"/>');
export const BACK = line('<path d="M16 5v14L6 12z"/>');
export const FORWARD = line('<path d="M8 5v14l10-7z"/>');
export const LAST = line('<path d="M18 5v14M6 6v12l8-6z"/>');
export const BOARD = line('<path d="M4 4h16v16H4zM4 12h16M12 4v16"/>');
export const BOX = line('<path d="M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9"/>');
