// Whether this device has used friends or groups: pages that load at the first visit ask nothing about people before.
const STORAGE_KEY = "tablee-people";

/** Return whether the person has a friend link or a group, as far as this device knows. */
export const knowsPeople = (): boolean => localStorage.getItem(STORAGE_KEY) !== null;

/** Note that the person has a friend link or a group. */
export const rememberPeople = (): void => localStorage.setItem(STORAGE_KEY, "1");
