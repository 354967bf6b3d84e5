// Loads an update that is due before a match of this device begins, and shows how far that is.
import { mount, unmount } from "svelte";
import { withTexts } from "../language.svelte.ts";
import { OfflinePack } from "./pack.svelte.ts";

const loadNotice = withTexts(() => import("../components/UpdateNotice.svelte"), "pages");

export async function updateBeforeMatch(): Promise<void> {
  const pack = new OfflinePack();
  const { default: UpdateNotice } = await loadNotice();
  const notice = mount(UpdateNotice, { target: document.body, props: { pack } });
  try {
    await pack.update();
  } finally {
    void unmount(notice);
  }
}
