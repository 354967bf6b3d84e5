// Passkeys: a device makes them and signs with them, the browser asks it to. Loaded with the account page only.
import type { AccountInfo, NewCredential, PasskeyBegin, UsedCredential, WaysIn } from "../wire";
import { ask, refusal } from "./api.ts";

const AT = "/api/passkeys";
const NUMBERS = /^[\d.]+$|^\[/;
/** What a browser calls it when there is no passkey in the end, where it is not just that somebody said no. */
const CODES: Record<string, string> = { InvalidStateError: "passkey-known", SecurityError: "passkeys-need-a-name" };
/** What browsers call devices, and what people do. */
const DEVICES = [["iPhone"], ["iPad"], ["Android"], ["Windows"], ["Macintosh", "Mac"], ["CrOS", "Chromebook"], ["Linux"]];

/** Why passkeys cannot be offered here, as a key of our words; empty where they can. */
export function whyNot(): string {
  if (!isSecureContext) return "page.passkey.insecure";
  if (NUMBERS.test(location.hostname)) return "page.passkey.numbers";
  return "PublicKeyCredential" in window ? "" : "page.passkey.old";
}

/** What somebody might call a passkey of this device. */
export function nameOfDevice(otherwise: string): string {
  const [said, name = said] = DEVICES.find(([each]) => navigator.userAgent.includes(each!)) ?? [];
  return name ?? otherwise;
}

export const waysIn = (): Promise<WaysIn> => ask("GET", AT);

export async function signUp(name: string, label: string): Promise<AccountInfo> {
  return ask("POST", `${AT}/account`, { label, credential: await made({ purpose: "make", name }) });
}

export async function logIn(): Promise<AccountInfo> {
  return ask("POST", `${AT}/login`, { credential: await used({ purpose: "enter" }) });
}

export async function add(label: string): Promise<WaysIn> {
  return ask("POST", `${AT}/add`, { label, credential: await made({ purpose: "add" }) });
}

export async function setPassword(password: string): Promise<WaysIn> {
  return ask("POST", "/api/me/password", { password, credential: await used({ purpose: "password" }) });
}

export async function forget(): Promise<unknown> {
  return ask("POST", `${AT}/delete`, { credential: await used({ purpose: "delete" }) });
}

export async function remove(id: string): Promise<WaysIn> {
  const left = await ask<WaysIn>("POST", `${AT}/remove`, { id });
  void dismiss(id);
  return left;
}

/** The device keeps the other half: where the browser can, it is told that this one is of no use any more. */
async function dismiss(id: string): Promise<void> {
  try {
    await PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId: id });
  } catch {
    // Then the device goes on offering it, and is told by us that nobody has it.
  }
}

// The two halves of a ceremony

async function made(wish: PasskeyBegin): Promise<NewCredential> {
  const { challenge, user, excludeCredentials = [], ...more } =
    await ask<PublicKeyCredentialCreationOptionsJSON>("POST", `${AT}/begin`, wish);
  const publicKey = {
    ...more,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map(described),
  } as PublicKeyCredentialCreationOptions;
  const { rawId, response } = await given(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const answer = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
  return { id: text(rawId), rawId: text(rawId), type: "public-key", response: answer };
}

async function used(wish: PasskeyBegin): Promise<UsedCredential> {
  const { challenge, allowCredentials = [], ...more } =
    await ask<PublicKeyCredentialRequestOptionsJSON>("POST", `${AT}/begin`, wish);
  const publicKey = {
    ...more,
    challenge: bytes(challenge),
    allowCredentials: allowCredentials.map(described),
  } as PublicKeyCredentialRequestOptions;
  const { rawId, response } = await given(navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  const answer = {
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  };
  return { id: text(rawId), rawId: text(rawId), type: "public-key", response: answer };
}

/** The device's answer, or a refusal in our words; browsers do not tell why somebody gave none. */
async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (wrong) {
    throw refusal(CODES[(wrong as DOMException).name] ?? "passkey-not-given");
  }
  throw refusal("passkey-not-given");
}

const described = (known: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor =>
  ({ type: "public-key", id: bytes(known.id) });

// Bytes as text, in the letters that an address may have. Phones of 2022 have no words of their own for it.

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function text(bytes: ArrayBuffer): string {
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
