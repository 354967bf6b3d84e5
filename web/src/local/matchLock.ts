// Tells other pages of this browser that a table of the device is open: its version must not be replaced meanwhile.
const NAME = "tablee-match";

/** Hold the lock until the returned function is called, or the page is closed. */
export function holdMatch(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks?.request(NAME, { mode: "shared" }, () => held);
  return release;
}

/** Run `work` while no table of this device is open; resolve to false, without running it, if one is. */
export async function whenNoMatch(work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) return work().then(() => true);
  return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}
