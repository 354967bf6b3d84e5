// Line icons of the site's own, in the colour of the text around them. Drawn in a box of 24.
const draw = (paths: string) => ({
  box: "0 0 24 24",
  body: `<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`,
});

export const playIcon = draw('<path d="M7 4.5v15l12-7.5z"/>');
export const flameIcon = {
  box: "0 0 24 24",
  body: '<path fill="#f2751a" d="M12.6 1.8c.5 3.6 5.9 6.4 5.9 12.2a6.6 6.6 0 0 1-13.1.3c-.2-3.2 1.4-5.2 2.9-6.8.2 1.6.8 2.6 1.8 3.1-.3-3.6.4-6.6 2.5-8.8z"/><path fill="#ffd34d" d="M12.2 11.2c.3 1.9 2.9 3 2.9 5.8a3.1 3.1 0 0 1-6.2 0c0-1.4.7-2.3 1.4-3 .2.7.5 1.1 1 1.3-.1-1.7.2-3 .9-4.1z"/>',
};
export const calendarIcon = draw('<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M3.5 10h17M8 3v4M16 3v4"/>');
export const peopleIcon = draw(
  '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20v-1.5a6.5 6.5 0 0 1 13 0V20M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a5.5 5.5 0 0 1 3.5 5.1v.7"/>',
);
export const gamesIcon = draw('<path d="M3 20h18M5 20V9h5v11M10 20V5h4v15M14.6 9.2l3.9-.9L21 19.5"/>');
export const matchesIcon = draw(
  '<rect x="4" y="3" width="16" height="18" rx="3"/><path d="M8 8.5h8M8 12.5h8M8 16.5h4"/>',
);
const SPEAKER = '<path d="M4 9.5v5h3.5l5 4v-13l-5 4z"/>';
export const speakIcon = draw(`${SPEAKER}<path d="M16 9a4 4 0 0 1 0 6M18.5 6.5a7.5 7.5 0 0 1 0 11"/>`);
export const muteIcon = draw(`${SPEAKER}<path d="m16.5 9.5 5 5m0-5-5 5"/>`);
export const settingsIcon = draw(
  '<path d="M4 7h9M19 7h1M4 17h1M11 17h9"/><circle cx="16" cy="7" r="2.6"/><circle cx="8" cy="17" r="2.6"/>',
);
