// Requests about notifications and mail addresses. All throw a RefusedError.
import type {
  AccountInfo, ConfirmedAddress, MailInfo, MailRequest, MyTurn, NewSubscription, NotificationChoices, NotificationInfo,
  WebhookInfo,
} from "../../wire";
import { request } from "../api.ts";
import { settings } from "../settings.svelte.ts";

const PATH = "/api/notifications";

export const notificationApi = {
  turns: () => request<MyTurn[]>("GET", "/api/turns"),
  info: () => request<NotificationInfo>("GET", PATH),
  choose: (choices: NotificationChoices) => request<NotificationInfo>("POST", PATH, choices),
  subscribe: (body: NewSubscription) => request<NotificationInfo>("POST", `${PATH}/push`, body),
  unsubscribe: (endpoint: string) => request<NotificationInfo>("POST", `${PATH}/push/remove`, { endpoint }),
  tableWebhook: (table: string) => request<WebhookInfo>("GET", `/api/tables/${table}/webhook`),
  setTableWebhook: (table: string, url: string) =>
    request<WebhookInfo>("POST", `/api/tables/${table}/webhook`, { url, language: settings.language }),
  stopMail: (token: string) => request<unknown>("POST", `${PATH}/stop?token=${encodeURIComponent(token)}`),
  mail: () => request<MailInfo>("GET", "/api/me/mail"),
  changeMail: (body: MailRequest) => request<MailInfo>("POST", "/api/me/mail", { ...body, language: settings.language }),
  confirmMail: (token: string) => request<ConfirmedAddress>("POST", "/api/mail/confirm", { token, language: settings.language }),
  askReset: (who: string) => request<unknown>("POST", "/api/reset/ask", { who, language: settings.language }),
  reset: (token: string, password: string) => request<AccountInfo>("POST", "/api/reset", { token, password }),
};
