/**
 * Passkeys in the browser: what the server sends and takes as JSON, turned into what the browser
 * wants and gives. Browsers can do this themselves, but not yet all, and not with every extension.
 */
type Json = Record<string, unknown>;

/** The person closed the browser's dialog, or no passkey was at hand. */
export class PasskeyStopped extends Error {}

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

function toBytes(text: unknown): ArrayBuffer {
  const plain = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function inner(options: Json): Json {
  return options.publicKey as Json;
}

function known(list: unknown): unknown {
  return Array.isArray(list) ? list.map((each: Json) => ({ ...each, id: toBytes(each.id) })) : [];
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = await ask();
    if (made) return made as PublicKeyCredential;
  } catch (cause) {
    throw new PasskeyStopped(String(cause), { cause });
  }
  throw new PasskeyStopped();
}

function written(made: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): Json {
  const parts = Object.entries(response).flatMap(([name, bytes]) => (bytes ? [[name, toText(bytes)]] : []));
  return { id: made.id, rawId: made.id, type: made.type, response: Object.fromEntries(parts) as Json };
}

/** Has the browser make a passkey; throws PasskeyStopped where none was made. */
export async function makePasskey(options: Json): Promise<Json> {
  const { user, challenge, excludeCredentials, ...rest } = inner(options);
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...(user as Json), id: toBytes((user as Json).id) },
    excludeCredentials: known(excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return written(made, { clientDataJSON, attestationObject });
}

/** Has the browser sign with a passkey; throws PasskeyStopped where none was used. */
export async function signByPasskey(options: Json): Promise<Json> {
  const { challenge, allowCredentials, ...rest } = inner(options);
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    allowCredentials: known(allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const made = await asked(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response as AuthenticatorAssertionResponse;
  return written(made, { clientDataJSON, authenticatorData, signature, userHandle });
}
