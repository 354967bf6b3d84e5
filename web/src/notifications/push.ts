// The push subscription of this browser.
import type { NotificationInfo } from "../../wire";
import { settings } from "../settings.svelte.ts";
import { notificationApi } from "./api.ts";

/** Return the key of the text that says why this browser cannot get push messages; empty if it can. */
export function pushObstacle(info: NotificationInfo): string {
  if (!info.push_key) return "notifications.push.none";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isAppleTouch() ? "notifications.push.install" : "notifications.push.unsupported";
  return Notification.permission === "denied" ? "notifications.push.blocked" : "";
}

/** Return whether this is an iPhone or iPad: these have push only for sites on the home screen. */
const isAppleTouch = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Return the subscription of this browser, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ask for permission, subscribe, and tell the server; returns null if the person, or the browser, says no. */
export async function subscribe(key: string): Promise<NotificationInfo | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || (await Notification.requestPermission()) !== "granted") return null;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registration.pushManager
    .subscribe(options)
    // A subscription with an earlier key of this site is in the way.
    .catch(async () => {
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      return registration.pushManager.subscribe(options).catch(() => null);
    });
  return subscription && report(subscription);
}

/** Tell the server of a subscription, with the language of this device. */
export async function report(subscription: PushSubscription): Promise<NotificationInfo> {
  const { endpoint, keys } = subscription.toJSON();
  return notificationApi.subscribe({
    endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]!, language: settings.language,
  });
}

/** End the subscription of this browser. */
export async function unsubscribe(): Promise<NotificationInfo | null> {
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const info = await notificationApi.unsubscribe(subscription.endpoint);
  await subscription.unsubscribe();
  return info;
}

/** Show the number of this person's turns on the icon of the installed site. */
export function showBadge(turns: number): void {
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  (turns ? badge.setAppBadge?.(turns) : badge.clearAppBadge?.())?.catch(() => {});
}
