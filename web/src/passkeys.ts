// The WebAuthn client: asks the browser to create and use passkeys and sends the results to the server. Only the
// account page loads it.
import type { AccountInfo, NewCredential, PasskeyBegin, RecoveryCodes, UsedCredential, SignInMethods } from "../wire";
import { clientRefusal, request } from "./api.ts";

const PATH = "/api/passkeys";
const IP_ADDRESS = /^[\d.]+$|^\[/;
/** Refusal codes for errors of the browser; any other error means that the person cancelled. */
const ERROR_CODES: Record<string, string> = {
  InvalidStateError: "passkey-known",
  SecurityError: "passkeys-need-a-name",
};
/** Platform names in user agents, each with the name to show where it differs. */
const PLATFORMS = [
  ["iPhone"], ["iPad"], ["Android"], ["Windows"], ["Macintosh", "Mac"], ["CrOS", "Chromebook"], ["Linux"],
];

/** Return the translation key of the reason why passkeys do not work on this page; empty if they do. */
export function unavailableReason(): string {
  if (!isSecureContext) return "page.passkey.insecure";
  if (IP_ADDRESS.test(location.hostname)) return "page.passkey.numbers";
  return "PublicKeyCredential" in window ? "" : "page.passkey.old";
}

/** Return a label for a passkey of this device, by its platform. */
export function deviceName(fallback: string): string {
  const [platform, name = platform] = PLATFORMS.find(([each]) => navigator.userAgent.includes(each!)) ?? [];
  return name ?? fallback;
}

// All of these throw a RefusedError, even when the person cancels the dialog of the browser.

export const signInMethods = (): Promise<SignInMethods> => request("GET", PATH);

export async function signUp(name: string, label: string): Promise<AccountInfo> {
  return request("POST", `${PATH}/account`, { label, credential: await createCredential({ purpose: "make", name }) });
}

export async function logIn(): Promise<AccountInfo> {
  return request("POST", `${PATH}/login`, { credential: await getAssertion({ purpose: "enter" }) });
}

export async function add(label: string): Promise<SignInMethods> {
  return request("POST", `${PATH}/add`, { label, credential: await createCredential({ purpose: "add" }) });
}

export async function setPassword(password: string): Promise<SignInMethods> {
  return request("POST", "/api/me/password", { password, credential: await getAssertion({ purpose: "password" }) });
}

export async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  return request("POST", "/api/me/recovery-codes", { credential: await getAssertion({ purpose: "codes" }) });
}

/** Return the assertion that confirms a change of the mail address. */
export function confirmMail(): Promise<UsedCredential> {
  return getAssertion({ purpose: "mail" });
}

export async function deleteAccount(): Promise<unknown> {
  return request("POST", `${PATH}/delete`, { credential: await getAssertion({ purpose: "delete" }) });
}

export async function remove(id: string): Promise<SignInMethods> {
  const left = await request<SignInMethods>("POST", `${PATH}/remove`, { id });
  void signalRemoved(id);
  return left;
}

/** Tell the authenticator that the server no longer knows this credential, where the browser supports it. */
async function signalRemoved(id: string): Promise<void> {
  try {
    await PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId: id });
  } catch {
    // Without support the device keeps offering the passkey, and the server refuses it.
  }
}

// The two ceremonies

/** Run the registration ceremony: fetch the options, create a credential, encode it. */
async function createCredential(purpose: PasskeyBegin): Promise<NewCredential> {
  const { challenge, user, excludeCredentials = [], ...more } =
    await request<PublicKeyCredentialCreationOptionsJSON>("POST", `${PATH}/begin`, purpose);
  const publicKey = {
    ...more,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials.map(toDescriptor),
  } as PublicKeyCredentialCreationOptions;
  const { rawId, response } = await toCredential(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const attestation = {
    clientDataJSON: toBase64url(clientDataJSON),
    attestationObject: toBase64url(attestationObject),
  };
  return { id: toBase64url(rawId), rawId: toBase64url(rawId), type: "public-key", response: attestation };
}

/** Run the authentication ceremony: fetch the options, sign the challenge, encode the assertion. */
async function getAssertion(purpose: PasskeyBegin): Promise<UsedCredential> {
  const { challenge, allowCredentials = [], ...more } =
    await request<PublicKeyCredentialRequestOptionsJSON>("POST", `${PATH}/begin`, purpose);
  const publicKey = {
    ...more,
    challenge: fromBase64url(challenge),
    allowCredentials: allowCredentials.map(toDescriptor),
  } as PublicKeyCredentialRequestOptions;
  const { rawId, response } = await toCredential(navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  const assertion = {
    clientDataJSON: toBase64url(clientDataJSON),
    authenticatorData: toBase64url(authenticatorData),
    signature: toBase64url(signature),
    userHandle: userHandle && toBase64url(userHandle),
  };
  return { id: toBase64url(rawId), rawId: toBase64url(rawId), type: "public-key", response: assertion };
}

/** Await the credential; throws a RefusedError if there is none. Browsers do not say why a person cancelled. */
async function toCredential(pending: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await pending;
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw clientRefusal(ERROR_CODES[(error as DOMException).name] ?? "passkey-not-given");
  }
  throw clientRefusal("passkey-not-given");
}

const toDescriptor = (known: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor =>
  ({ type: "public-key", id: fromBase64url(known.id) });

// Browsers of 2022 lack `parseCreationOptionsFromJSON` and `toJSON`, which would do this encoding.

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function toBase64url(bytes: ArrayBuffer): string {
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
